# Every target sets up what it needs: a virtual environment of its own, nothing global.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: demo test test-training fast check format clean

demo: $(READY)
	$(BIN)/formework demo demo

test: check
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest src tests
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

test-training: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,training]'
	$(BIN)/python -m pytest tests/training src/formework/training

fast: check
	$(BIN)/python -m pytest -m "not slow" src tests

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
	rm -rf $(VENV) demo .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
