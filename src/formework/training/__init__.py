"""Training of the neural kernels: the only package that imports torch (the extra `training`)."""

from importlib.util import find_spec

from formework.errors import InputError


def require_torch() -> None:
    """Raise an error if torch is not installed, before any work starts."""
    if find_spec("torch") is None:
        raise InputError(
            "training needs torch, which is not installed",
            hint="pip install 'formework[training]'",
        )
