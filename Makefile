# Everything a fresh machine needs: `make demo`, `make test`, `make serve`. Only Python 3.11 or
# newer, make and the package registries are assumed. `make check` is what CI runs.

PYTHON ?= $(shell tools/find-python.sh)
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
PYTEST_ARGS ?=
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: demo test fuzz serve lint format check compare baseline wheel clean help

help:
	@echo "make demo    set up, build the bundled corpus into dist/, ask it two questions"
	@echo "make serve   preview dist/ on http://127.0.0.1:$(PORT)/"
	@echo "make test    set up and run every test, the browser's included"
	@echo "make fuzz    many random documents, index files and questions (long)"
	@echo "make lint    format check, lint, types, import contracts (Python and JavaScript)"
	@echo "make check   lint and test: what CI runs"
	@echo "make compare what the demo's cases gained and lost against the kept baseline, as Markdown"
	@echo "make wheel   build the release wheel, which carries the prepared runtime"

demo: $(VENV)/.ready-user .runtime/runtime.json
	@echo; echo "== Building the bundled corpus"
	@$(BIN)/chapterverse build
	@echo; echo "== A question that the documents answer"
	@$(BIN)/chapterverse ask "Which exit code means that a bar was missed?"
	@echo; echo "== A question that they do not answer"
	@$(BIN)/chapterverse ask "How many moons does Jupiter have?"
	@echo; echo "Open the site: make serve, then http://127.0.0.1:$(PORT)/"

serve: $(VENV)/.ready-user
	@test -d dist || $(MAKE) --no-print-directory demo
	@$(BIN)/chapterverse serve dist --port $(PORT)

test: $(VENV)/.ready-test .runtime/runtime.json
	@$(BIN)/python -m tools.ensure_chromium
	@CHAPTERVERSE_REQUIRE_BROWSER=1 $(BIN)/python -m pytest $(PYTEST_ARGS)

# Some 20 minutes of processor time; EXAMPLES says how many inputs each target gets.
EXAMPLES ?= 20000
fuzz: $(VENV)/.ready-test .runtime/runtime.json
	@CHAPTERVERSE_FUZZ_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/builder/test_fuzz.py

lint: $(VENV)/.ready-test node_modules/.ready
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@PYTHONPATH=builder:web $(BIN)/lint-imports
	@$(BIN)/python tools/with_node.py node node_modules/typescript/bin/tsc --project tsconfig.json
	@$(BIN)/python tools/with_node.py node node_modules/@biomejs/biome/bin/biome ci

format: $(VENV)/.ready-test node_modules/.ready
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/python tools/with_node.py node node_modules/@biomejs/biome/bin/biome check --write

check: lint test

# For a comment on a change: case by case, with the chance that a difference is luck.
compare: $(VENV)/.ready-user .runtime/runtime.json
	@$(BIN)/chapterverse build >/dev/null
	@$(BIN)/chapterverse compare --format markdown eval/baselines/demo.json dist/eval/report.json

# After `make compare` was read, and what it says was meant.
baseline: $(VENV)/.ready-user .runtime/runtime.json
	@$(BIN)/chapterverse build
	@$(BIN)/python eval/keep_baseline.py dist/eval/report.json eval/baselines/demo.json

wheel: $(VENV)/.ready-test
	@$(BIN)/python tools/with_node.py $(abspath $(BIN))/python -m hatchling build --target wheel --directory build/wheel

clean:
	rm -rf dist .chapterverse .runtime build node_modules $(VENV)

# The environment of a user: what `pip install chapterverse` brings, as an editable checkout.
$(VENV)/.ready-user: pyproject.toml constraints.txt tools/find-python.sh
	@test -n "$(PYTHON)" || { echo "No Python from 3.11 up was found that can make virtual" \
		"environments (on Debian: apt install python3-venv). Name one: make PYTHON=/path/to/python"; exit 1; }
	@test -x $(BIN)/python || { echo "Setting up $(VENV) with $(PYTHON)"; "$(PYTHON)" -m venv $(VENV); }
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet --upgrade "pip>=25.1"
	@$(PIP) --editable .
	@touch $@

# What tests and lint need beside it. Node comes as a wheel where the machine has none.
$(VENV)/.ready-test: $(VENV)/.ready-user
	@$(PIP) --group test --group lint --group bench
	@$(BIN)/python tools/with_node.py --install
	@touch $@

node_modules/.ready: package.json package-lock.json $(VENV)/.ready-test
	@$(BIN)/python tools/with_node.py npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# Re-made when the engine changes, as its bytecode lies inside.
.runtime/runtime.json: $(VENV)/.ready-user $(wildcard web/chapterverse_engine/*.py) $(wildcard builder/chapterverse/runtime/*.*)
	@$(BIN)/python tools/with_node.py --install
	@$(BIN)/python tools/with_node.py $(abspath $(BIN))/python -m chapterverse.runtime prepare
	@touch $@
