"""Training the neural kernel. Torch lives here and nowhere else (the extra `training`)."""

from importlib.util import find_spec

from formework.errors import InputError


def require_torch() -> None:
    """Refuse to train where the extra is not installed, before anything else is tried."""
    if find_spec("torch") is None:
        raise InputError(
            "training needs torch, which is not installed",
            hint="pip install 'formework[training]'",
        )
