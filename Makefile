# Attention by Example. Each target sets up what it needs, once; later runs start at once.
#   make serve    preview all languages on http://127.0.0.1:8000/ with live reload (no torch)
#   make quick    the tests that need no browser, no torch and no built site: in a minute or two
#   make changed  what your change can break, by what stands on what: SINCE=COMMIT, or since the branch left main
#   make lint     the form of Python and JavaScript, which make format mends, the types of both, and typing errors
#   make spelling the words of all languages, with hunspell's dictionaries
#   make links    whether the addresses of other sites are still there
#   make test     lint, check, and all tests by day, browsers included; ARGS=tests/translation/test_lockfile.py one module of it
#   make nightly  what takes hours: every page and size, faults planted by the thousand, a long soak and a long walk
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
# What requirements/ names, refused where it has another hash. Wheels alone: what builds a package has no hash.
LOCKED := $(PIP) --only-binary :all: --require-hashes
# The project itself, built by what is there.
PROJECT := $(PIP) --no-build-isolation -e .
NPM        := --no-audit --no-fund --no-progress --loglevel=error
NPM_FAILED := { echo "npm couldn't install what package-lock.json lists; above it says why. Is the network there?"; exit 1; }
# Node of the machine where there is one that is new enough, else the Python wheel's.
NODE_OK := $(shell node -e 'process.exit(+process.versions.node.split(".")[0] < 18)' 2>/dev/null && echo yes)

export NO_MKDOCS_2_WARNING := 1
export OMP_NUM_THREADS := 1

.PHONY: serve quick changed test lint format nightly site check collect offline pdf epub bench clean mutate mutate-code soak walk lighthouse coverage spelling links lock

serve: $(VENV)/.site node_modules/.ready
	@$(BIN)/handbook serve

site: $(VENV)/.site node_modules/.ready
	@$(BIN)/handbook build

check: $(VENV)/.site node_modules/.ready
	@$(BIN)/handbook check

spelling: $(VENV)/.site
	@$(BIN)/handbook spelling

# Those that failed are asked once more after a while: lychee itself doesn't, where a server has said that it is busy.
LINKS  ?= '*.md' 'i18n/*.md' 'models/*.md' 'benchmarks/*.md' 'docs/**/*.md'
PAUSE  ?= 60
LYCHEE  = $(BIN)/lychee --config lychee.toml $(LINKS)

links: $(VENV)/.links
	@rm -f .lycheecache
	@$(LYCHEE) || { echo "Once more in $(PAUSE) seconds …"; sleep $(PAUSE); $(LYCHEE); }

collect: $(VENV)/.site
	@$(BIN)/handbook collect

# ARGS goes to pytest. JOBS: among how many processes the tests are shared out, by files: all processors, or one where ARGS names files.
FILES = $(or $(findstring tests/,$(ARGS)),$(findstring docs/,$(ARGS)))
JOBS ?= $(if $(FILES),0,logical)
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --no-loadscope-reorder

quick: $(VENV)/.quick node_modules/.tests-ready
	@$(PYTEST) --quick $(ARGS)

changed: $(VENV)/.test node_modules/.tests-ready lint check
	@tests=$$($(BIN)/python tools/changed_tests.py $(SINCE)) && echo "Tests: $${tests:-none}" && \
	  { [ -z "$$tests" ] || $(PYTEST) $(ARGS) $$tests; }

test: $(VENV)/.test node_modules/.tests-ready $(if $(FILES),,lint check)
	@$(PYTEST) $(ARGS)

# Form and types of Python and JavaScript, and typing errors, in seconds; `make format` mends what a program can.
lint: $(VENV)/.quick node_modules/.tests-ready
	@$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/typos . tests
	@export PATH="$(CURDIR)/$(BIN):$$PATH" && npm run --silent lint && npm run --silent types

format: $(VENV)/.quick node_modules/.tests-ready
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix . && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent format

nightly: $(VENV)/.test node_modules/.tests-ready
	@$(PYTEST) --nightly $(ARGS)
	@$(MAKE) --no-print-directory mutate soak walk lighthouse

# Faults planted in pages, locks, strings … : which are told, which survive. SEED=2 plants them elsewhere.
mutate: $(VENV)/.test node_modules/.tests-ready
	@cd tools && $(CURDIR)/$(BIN)/python -m mutation --mutants $(or $(MUTANTS),2000) --seed $(or $(SEED),1)

# Faults planted in the checks themselves, told in a table; NAMES='translation.parity translation.lockfile.states' only some.
mutate-code: $(VENV)/.test node_modules/.tests-ready
	@$(LOCKED) -r requirements/mutation.txt
	@$(BIN)/python tools/mutate_code.py $(NAMES)

# The preview through a thousand edits.
soak: $(VENV)/.test node_modules/.tests-ready
	@$(BIN)/python tools/soak.py --edits $(or $(EDITS),1000)

# A random walk of a hand through the site, so many steps in each browser, by mouse and by touch each.
walk: $(VENV)/.test node_modules/.tests-ready
	@$(BIN)/python tests/walk.py --steps $(or $(STEPS),1250) --seed $(or $(SEED),1)

# Lines and branches of src/handbook that the tests reach.
coverage: $(VENV)/.test node_modules/.tests-ready
	@$(BIN)/python -m coverage run -m pytest -q
	@$(BIN)/python -m coverage combine --quiet 2>/dev/null || true
	@$(BIN)/python -m coverage report

offline: $(VENV)/.site node_modules/.ready
	@$(BIN)/handbook offline

pdf: $(VENV)/.site node_modules/.ready
	@$(BIN)/handbook pdf

epub: $(VENV)/.site node_modules/.ready
	@$(BIN)/handbook epub

bench: $(VENV)/.bench node_modules/.tests-ready benchmarks/node_modules/.ready
	@$(BIN)/python benchmarks/run.py --json benchmarks/figures.json

# Points of a chapter, the home page and the explorer, as a phone on a slow line gets them.
lighthouse: $(VENV)/.bench node_modules/.tests-ready benchmarks/node_modules/.ready
	@$(BIN)/python benchmarks/run.py lighthouse

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make serve PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "No virtual environment could be made. On Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/.site: pyproject.toml requirements/site.txt requirements/node.txt | $(BIN)/python
	@echo "Setting up the site's packages in $(VENV) …"
	@$(LOCKED) -r requirements/site.txt $(if $(NODE_OK),,-r requirements/node.txt)
	@$(PROJECT)
	@touch $@

$(VENV)/.quick: $(VENV)/.site requirements/test.txt
	@echo "Setting up the test packages in $(VENV) …"
	@$(LOCKED) -r requirements/test.txt
	@touch $@

# PyPI's torch needs CUDA's packages on Linux: only where pip finds no build without.
$(VENV)/.test: $(VENV)/.quick requirements/examples.txt requirements/torch-cpu.txt requirements/torch.txt
	@echo "Setting up torch in $(VENV) …"
	@$(LOCKED) -r requirements/examples.txt
	@$(LOCKED) -r requirements/torch-cpu.txt 2>/dev/null || $(LOCKED) -r requirements/torch.txt
	@touch $@

$(VENV)/.links: requirements/links.txt | $(BIN)/python
	@$(LOCKED) -r requirements/links.txt
	@touch $@

# The peers of benchmarks/peers.py and building.py.
$(VENV)/.bench: $(VENV)/.test requirements/bench.txt
	@echo "Setting up the tools that the benchmarks compare with in $(VENV) …"
	@$(LOCKED) -r requirements/bench.txt
	@touch $@

# Versions and hashes anew, by uv; UPGRADE=1: the newest.
lock:
	@command -v uv >/dev/null || { echo "uv is needed, which finds the versions: see CONTRIBUTING.md"; exit 1; }
	@$(PYTHON) tools/lock.py $(if $(UPGRADE),--upgrade)

node_modules/.ready: package.json package-lock.json | $(VENV)/.site
	@echo "Setting up fonts and KaTeX in node_modules …"
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci $(NPM) --omit=dev || $(NPM_FAILED)
	@touch $@

# With what only tests need. `npm ci` begins anew, so this set stands for the other too.
node_modules/.tests-ready: package.json package-lock.json | $(VENV)/.site
	@echo "Setting up fonts, KaTeX and what tests need in node_modules …"
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci $(NPM) || $(NPM_FAILED)
	@touch node_modules/.ready $@

benchmarks/node_modules/.ready: benchmarks/package.json benchmarks/package-lock.json | $(VENV)/.site
	@echo "Setting up Lighthouse in benchmarks/node_modules …"
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci $(NPM) --prefix benchmarks || $(NPM_FAILED)
	@touch $@

clean:
	rm -rf $(VENV) node_modules benchmarks/node_modules site
