# Storywheel: `make play` starts it, `make test` proves it, `make check` is all of it, `make help` tells the rest.

HOST ?= 127.0.0.1
PORT ?= 8000
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
# Walks that take minutes: they run beside the tests of servers.
LONG := tests/rules tests/earlier tests/attacks tests/test_demo_walk.py
INSIDE := $(addprefix --ignore=,tests/e2e tests/shared) -n 2 --dist worksteal --no-migrations
# A path on each line; lines that begin with # are for readers.
FAST := $(shell grep -v '^\#' tests/fast.txt)
UNIT := $(RUN) -m pytest -q -m "not walk" $(INSIDE)
PAGES := templates static/verify.html
# Where each run of the tests notes what it left out, for the last line.
export LEFT_OUT := $(CURDIR)/build/left-out

# Compiled once, for the next of the many processes that the tests start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play demo-reset public-demo serve-shared fast lint style types images lint-js test-js format test units walks long-walks servers journeys check audit-if-reachable migrations settings audit coverage bench messages rehearsal shown language screenshots walk whole docs release earlier-files lock test-js-if-new

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' | expand -t 22

play: $(VENV)/.runtime ## starts Storywheel with a demo, and says who may sign in (PORT=8001, HOST=0.0.0.0)
	@$(RUN) manage.py serve --demo --host $(HOST) --port $(PORT)

demo-reset: $(VENV)/.runtime ## begins the demo anew
	@$(RUN) manage.py migrate --verbosity 0
	@$(RUN) manage.py load_demo --reset

# Its data lies apart: strangers must not meet series of others.
public-demo: $(VENV)/.runtime ## lets strangers try it without an account, until the night (PORT=8001, HOST=0.0.0.0)
	@STORYWHEEL_VAR=$(or $(STORYWHEEL_VAR),$(CURDIR)/var/public-demo) $(RUN) manage.py serve --public-demo --host $(HOST) --port $(PORT)

serve-shared: $(VENV)/.runtime ## starts it on PostgreSQL and Redis, with two web processes and a demo
	@deploy/serve-shared --demo --port $(PORT)

# Leaves out mypy, pages, sockets, browsers, real servers, the long laws, and most tests of each app.
fast: $(VENV)/.dev ## in seconds: ruff, and the quickest tests that tell the most
	$(VENV)/bin/ruff check --quiet .
	$(VENV)/bin/ruff format --check --quiet .
	$(RUN) -m pytest -q $(FAST) -n 2 --dist worksteal --no-migrations

lint: style types images ## ruff, djangofmt, vulture, mypy, and what deploys it, changing nothing

style: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/djangofmt --quiet --check $(PAGES)
	$(VENV)/bin/djangofmt --quiet check $(PAGES)
	@$(RUN) -m tests.dead_code
	@! LC_ALL=C.UTF-8 grep -rnE --include='*.html' '^.{161,}' $(PAGES) || { echo "A line of a template has at most 160 characters."; exit 1; }

types: $(VENV)/.dev
	$(VENV)/bin/mypy .

images: $(VENV)/.dev
	$(VENV)/bin/hadolint deploy/Dockerfile
	$(VENV)/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(VENV)/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml .forgejo/workflows/*.yml
	$(VENV)/bin/check-jsonschema --quiet --builtin-schema vendor.gitlab-ci .gitlab-ci.yml

# Node and npm check static/; nothing of theirs is served.
lint-js: node_modules/.installed ## the scripts and the stylesheet: biome and tsc
	@npx biome check --error-on-warnings
	@npx tsc --project .

test-js: node_modules/.installed ## the unit tests of the scripts
	@node --test tests/js/*.test.js tests/js/stage/*.test.js

# Debian 12 has Node 18, which lacks what the scripts and their tests ask of browsers and of Node.
test-js-if-new: node_modules/.installed
	@if node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then $(MAKE) --no-print-directory test-js; else \
		echo "[\"script test\", \"Node older than 20\", $$(cat tests/js/*.test.js tests/js/stage/*.test.js | grep -c '^test(')]" >>$(LEFT_OUT); \
	fi

node_modules/.installed: package-lock.json
	@command -v npm >/dev/null || { echo "The scripts are checked by node. On Debian: apt install nodejs npm"; exit 1; }
	@npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

format: $(VENV)/.dev ## lets ruff and djangofmt mend and lay out code and templates
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/djangofmt $(PAGES)
	$(VENV)/bin/djangofmt check --fix $(PAGES)
	$(VENV)/bin/djangofmt $(PAGES)

# What wants Chromium, PostgreSQL or Redis is left out where they are missing; tests/short.txt lists the journeys and servers.
test: $(VENV)/.dev ## proves that it works, in minutes: the rules, the site, a few journeys and servers
	@deploy/install-test-tools
	@mkdir -p $(dir $(LEFT_OUT)) && rm -f $(LEFT_OUT)
	@$(MAKE) --no-print-directory units walks
	@$(MAKE) --no-print-directory journeys servers SHORT=--short
	@$(RUN) -m tests.left_out $(LEFT_OUT)

# The tests of real servers wait for much of their time: mypy and the long walks take a core meanwhile.
check: $(VENV)/.dev node_modules/.installed ## what CI runs: all tests, lint, audit, migrations, settings; fails where a tool is missing
	@deploy/install-test-tools --all
	@mkdir -p $(dir $(LEFT_OUT)) && rm -f $(LEFT_OUT)
	@$(MAKE) --jobs=2 --output-sync=target style images lint-js test-js-if-new audit-if-reachable migrations settings
	@$(MAKE) --no-print-directory units walks
	@$(MAKE) --jobs=2 --output-sync=target servers long-walks types
	@$(MAKE) --no-print-directory journeys
	@$(RUN) -m tests.left_out $(LEFT_OUT) --whole

# Units and walks run in an order of chance, which pytest prints: no test may lean on another.
units: $(VENV)/.dev ## the unit tests
	$(UNIT)

walks: $(VENV)/.dev ## what walks over every page, route and file (the marker `walk`)
	$(RUN) -m pytest -q -m walk $(addprefix --ignore=,$(LONG)) $(INSIDE)

long-walks: $(VENV)/.dev ## random fights, old logs, attacks and the whole demo (the longest of the marker `walk`)
	nice $(RUN) -m pytest -q -m walk $(LONG) --no-migrations

servers: $(VENV)/.dev ## tests with real servers, PostgreSQL and Redis (SHORT=--short: those of tests/short.txt)
	$(RUN) -m pytest -q tests/shared -n 3 --no-loadscope-reorder -p no:randomly $(SHORT)

journeys: $(VENV)/.dev ## people in a real browser (SHORT=--short: those of tests/short.txt)
	$(RUN) -m pytest -q tests/e2e -n 2 -p no:randomly $(SHORT)

audit-if-reachable: $(VENV)/.dev
	@$(RUN) -m deploy.audit --if-reachable

migrations: $(VENV)/.dev
	$(RUN) manage.py makemigrations --check --dry-run

settings: $(VENV)/.dev
	STORYWHEEL_TLS=1 $(RUN) manage.py check --deploy --fail-level WARNING

audit: $(VENV)/.dev ## asks about known vulnerabilities of what a server installs
	@$(RUN) -m deploy.audit

# Not part of `check`: counting lines makes the unit tests take 1.7 to 1.9 times as long.
coverage: $(VENV)/.dev ## tells which lines the unit tests do not reach
	$(UNIT) --cov --cov-report=term:skip-covered

bench: $(VENV)/.dev ## measures the live table under load
	@deploy/install-test-tools --all
	@$(RUN) -m benchmarks.live

# Needs root and Debian's debootstrap, systemd-container and slirp4netns. Not part of `check`: it takes some ten minutes.
rehearsal: $(VENV)/.dev ## installs, upgrades, restores and rolls back on Debians that it boots (PARTS="upgrade alone")
	@deploy/install-test-tools --all
	@$(RUN) -m tests.rehearsal $(PARTS)

# Needs gettext. Nothing else does: the compiled files are kept beside the written ones.
messages: $(VENV)/.dev ## writes where each message stands, and compiles the translations of every language
	@command -v msgfmt >/dev/null || { echo "Translations are compiled by msgfmt. On Debian: apt install gettext"; exit 1; }
	@$(RUN) -m tests.finnish.references
	@for file in locale/*/LC_MESSAGES/*.po; do msgfmt --check-format --statistics -o $${file%.po}.mo $$file || exit 1; done

screenshots: $(VENV)/.dev ## takes docs/screens/ anew
	@deploy/install-test-tools --all
	@$(RUN) -m tests.e2e.screenshots

# Not part of `check`, which looks at 36 of these 220 pages: it takes half an hour. Pictures of all are in var/walk/ then.
walk: $(VENV)/.dev ## looks at the table in every game, situation, seat, theme and window (WORDS="exalted2e dark")
	@deploy/install-test-tools --all
	@$(RUN) -m tests.e2e.walk var/walk $(WORDS)

# Not part of `check`, which plays the same for a few turns.
whole: $(VENV)/.dev ## plays a fight to its end and an evening in three browsers, in every game (eight minutes)
	@deploy/install-test-tools --all
	$(RUN) -m pytest -q -p no:randomly tests/e2e/test_three_browsers.py --whole

# Needs nothing of what runs Storywheel. A link to a page, a heading or a picture that is not there fails it.
docs: $(VENV)/.docs ## makes a site of docs/ in site/, and fails on a broken link
	@$(VENV)/bin/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --doctree-dir build/doctrees docs site
	@echo "The documents are at site/index.html"

# Not part of `check`: it takes a minute. After many messages have changed.
shown: $(VENV)/.dev ## lists which messages the pages of the demo show most, for `make language`
	@$(RUN) -m tests.finnish.shown

# Every message, none translated yet, those first that most pages show; the plurals of that language.
language: $(VENV)/.dev ## begins a translation (CODE=sv); needs gettext
	@command -v msginit >/dev/null || { echo "Translations are begun by msginit. On Debian: apt install gettext"; exit 1; }
	@mkdir -p locale/$(or $(CODE),$(error Say which language: make language CODE=sv))/LC_MESSAGES
	@for file in django rules; do \
		test ! -e locale/$(CODE)/LC_MESSAGES/$$file.po || { echo "locale/$(CODE) has its $$file.po already."; exit 1; }; \
		LC_ALL=C.UTF-8 msgfilter --keep-header --input=locale/fi/LC_MESSAGES/$$file.po sed d | sed -e '/^"Plural-Forms/d' -e '1d' \
		| LC_ALL=C.UTF-8 msginit --no-translator --locale=$(CODE) --input=- --output-file=locale/$(CODE)/LC_MESSAGES/$$file.po || exit 1; \
		$(RUN) -m tests.finnish.shown locale/$(CODE)/LC_MESSAGES/$$file.po || exit 1; \
	done

# Version, notes and fixture in one commit, its tag, and its row in docs/releases.md. Run `make check` and `make audit` first.
release: $(VENV)/.dev ## makes a release and tags it (VERSION=0.2.0)
	@$(RUN) -m deploy.release $(or $(VERSION),$(error Say which version: make release VERSION=0.2.0))

earlier-files: $(VENV)/.dev ## keeps what stands now, before a change of how it is written (NAME=before_something)
	@$(RUN) -m tests.earlier.make $(or $(NAME),$(error Say what comes next: make earlier-files NAME=before_something))

lock: $(VENV)/.runtime ## pins anew what requirements*.in name
	$(VENV)/bin/pip install --quiet uv
	for file in requirements requirements-pdf requirements-dev requirements-docs; do \
		$(VENV)/bin/uv pip compile --quiet --universal --no-strip-extras --python-version 3.11 --generate-hashes --no-header $$file.in -o $$file.txt || exit 1; \
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

$(VENV)/.docs: requirements-docs.txt $(VENV)/.python
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.txt
	@touch $@
