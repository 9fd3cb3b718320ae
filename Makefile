# Storywheel: `make play` starts it, `make test` proves it, `make check` is what CI runs.

HOST ?= 127.0.0.1
PORT ?= 8000
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
# Not unit tests: they walk over every route, page and file, or play whole games by chance.
WALKS := attacks finnish test_architecture.py \
	$(addprefix campaigns/,test_experience_laws.py test_hostile_input.py test_import_files.py test_imports.py \
		test_queries.py test_quick_text.py test_sending.py) \
	$(addprefix config/,test_install.py test_nasty_text.py test_transfer.py test_transfer_downtimes.py \
		test_transfer_ledgers.py test_watchdog.py) \
	$(addprefix earlier/,test_playing_again.py test_tables.py) \
	$(addprefix play/,test_canaries.py test_hidden_law.py test_history.py test_long_log.py test_overdue.py \
		test_replay_law.py test_sockets.py test_task_secrets.py) \
	$(addprefix rules/,exalted2e/test_battle_figures.py exalted2e/test_battle_laws.py exalted3e/test_laws.py) \
	$(addprefix rules/,v20da/test_battle.py wod2004/test_laws.py) \
	$(patsubst tests/%,%,$(wildcard tests/rules/*/test_power_laws.py))

# Compiled once, for the next of the many processes that the tests start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check audit demo-reset serve-shared screenshots bench lock release-fixture earlier-files

play: $(VENV)/.runtime
	@$(RUN) manage.py serve --demo --host $(HOST) --port $(PORT)

demo-reset: $(VENV)/.runtime
	@$(RUN) manage.py migrate --verbosity 0
	@$(RUN) manage.py load_demo --reset

serve-shared: $(VENV)/.runtime
	@deploy/serve-shared --demo --port $(PORT)

screenshots: $(VENV)/.dev
	@deploy/install-test-tools
	@$(RUN) -m tests.e2e.screenshots

audit: $(VENV)/.dev
	@$(RUN) -m deploy.audit

bench: $(VENV)/.dev
	@deploy/install-test-tools
	@$(RUN) -m benchmarks.live

# The first two parts run in an order of chance, which pytest prints: no test may lean on another.
test: $(VENV)/.dev
	@deploy/install-test-tools
	$(RUN) -m pytest -q $(addprefix --ignore=tests/,e2e shared $(WALKS)) -n 2 --dist worksteal --no-migrations
	$(RUN) -m pytest -q $(addprefix tests/,$(WALKS)) -n 2 --dist worksteal --no-migrations
	$(RUN) -m pytest -q tests/shared -n 3 --no-loadscope-reorder -p no:randomly
	$(RUN) -m pytest -q tests/e2e -n 2 -p no:randomly

check: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy .
	$(VENV)/bin/bandit --quiet --severity-level medium --configfile pyproject.toml --recursive rules campaigns play config deploy
	@$(RUN) -m deploy.audit --if-reachable
	$(RUN) manage.py makemigrations --check --dry-run
	STORYWHEEL_TLS=1 $(RUN) manage.py check --deploy --fail-level WARNING
	$(MAKE) test

release-fixture: $(VENV)/.dev
	@$(RUN) -m tests.releases.make $(or $(VERSION),$(error Say which version: make release-fixture VERSION=0.2.0))

earlier-files: $(VENV)/.dev
	@$(RUN) -m tests.earlier.make $(or $(NAME),$(error Say what comes next: make earlier-files NAME=before_something))

lock: $(VENV)/.runtime
	$(VENV)/bin/pip install --quiet uv
	for file in requirements requirements-pdf requirements-dev; do \
		$(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header $$file.in -o $$file.txt || exit 1; \
	done

$(VENV)/.python:
	@command -v $(PYTHON) >/dev/null || { echo "Storywheel needs Python 3.11 or newer; there is no $(PYTHON) here. Install it, or say make play PYTHON=/path/to/python3."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Storywheel needs Python 3.11 or newer; $(PYTHON) is older. Say make play PYTHON=/path/to/a/newer/python3."; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
		|| { $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --quiet --python $(RUN) install pip; } \
		|| { echo "Python cannot make a virtual environment. On Debian: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.runtime: requirements.txt $(VENV)/.python
	@echo "Installing what Storywheel needs (once)..."
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@
