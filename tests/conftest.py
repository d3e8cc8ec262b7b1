"""How the tests run."""

from hypothesis import settings

# A shared machine may take any time for one example; what is slow is found by benchmarks.
settings.register_profile("formework", deadline=None)
settings.load_profile("formework")
