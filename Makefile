# Two commands do everything: `make play` and `make test`. All of it stays in .venv of this checkout.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed

# The page is built from web/ into the package. Folders stand here as well: they change when a file of theirs goes
PAGE := src/ludex/server/page/index.html
MODULES := web/node_modules/.package-lock.json
WEB := $(shell find web/src web/public) $(wildcard web/*.html web/*.json web/*.js web/*.ts)

# It is built with the Node of the machine; where there is none of 20.19, 22.12 or newer with npm, one comes into .venv
NODE := $(shell command -v npm > /dev/null && node --version 2> /dev/null | { IFS=v. read -r _ major minor _ && \
	n=$$((major * 100 + minor)) && [ $$n -ge 2212 -o $$n -ge 2019 -a $$n -lt 2100 ]; } || echo .venv/node)
ifneq ($(NODE),)
export PATH := $(CURDIR)/$(BIN):$(PATH)
endif

.PHONY: play page wheel test whole-suite compiled quick quick-tests lint web web-types web-units web-built chromium postgres fuzz bench docs growth difficulty screenshots schema types protocol tournament dithering clean

play: $(STAMP) $(PAGE)
	@trap : INT; $(BIN)/ludex play $(if $(LAN),--lan) $(if $(PORT),--port $(PORT)) || [ $$? -eq 130 ]  # ended by Ctrl-C is no fault

page: $(PAGE)

# One file that is installed with pip, with the page in it. What was built or listed earlier must not slip into it
DIST := dist
wheel: $(STAMP) $(PAGE)
	@rm -rf build/lib build/bdist.* src/ludex.egg-info $(DIST)/ludex-*.whl
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $(DIST) .
	@ls $(DIST)/ludex-*.whl

$(PAGE): $(WEB) $(MODULES) | $(NODE)
	cd web && npm run --silent build -- --logLevel warn

# `npm ci` would insist on binaries for machines that are not this one
$(MODULES): web/package.json web/package-lock.json | $(NODE)
	@echo "Installing what the page is built with into web/node_modules …"
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error --fetch-retries=1
	@touch $@

# What Python compiles is kept, whatever the environment says: tests start hundreds of processes
test: export PYTHONDONTWRITEBYTECODE :=
# Style, types and the page first, side by side: what is wrong there is told within a minute, and both cores are busy
test: $(STAMP) $(MODULES) chromium postgres
	$(MAKE) --no-print-directory --jobs=2 lint web-built web-types web-units compiled
	$(MAKE) --no-print-directory whole-suite
	@set -e; for game in $(GAMES); do (set -x; $(BIN)/ludex rules $$game --coverage); done

whole-suite: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal

# Of a new checkout each process would compile all tests for itself: one does so before
compiled: $(STAMP)
	@test -d tests/__pycache__ || $(BIN)/python -m pytest --collect-only > /dev/null || true

# While one works on a game, in less than a minute once mypy knows the rest: make quick GAME=crawl. Style and types, which
# way imports point, the game's scene files, its tests but for the slow ones, and a few fights by luck. Without a game:
# the core, tables, the text game and all scene files.
GAMES := $(patsubst src/ludex/games/%/rules.toml,%,$(wildcard src/ludex/games/*/rules.toml))
quick: export PYTHONDONTWRITEBYTECODE :=
quick: $(STAMP)
	@test -z "$(GAME)" || case " $(GAMES) " in *" $(GAME) "*) ;; \
	*) echo "There is no game called $(GAME); there are $(GAMES)."; exit 1;; esac
	$(MAKE) --jobs=2 --output-sync lint quick-tests

quick-tests: $(STAMP)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow" $(if $(GAME),--game $(GAME)) tests/test_architecture.py \
	tests/games/test_scene_files.py $(if $(GAME),tests/games/$(GAME) tests/test_docs.py,tests/core tests/table tests/text)
	$(if $(GAME),$(BIN)/python -m tests.fuzz --game $(GAME) --fights 4)

lint: $(STAMP)
	$(BIN)/ruff check src tests bench examples press
	$(BIN)/ruff format --check src tests bench examples press
	$(BIN)/mypy
	@echo $(BIN)/lint-imports; said=$$($(BIN)/lint-imports --no-logo --no-cache) || { echo "$$said"; exit 1; }

# The page: types, unit tests, and built for the tests in a browser; side by side where make may
web: web-types web-units web-built

web-types: $(MODULES) | $(NODE)
	cd web && npm run --silent check

web-units: $(MODULES) | $(NODE)
	cd web && npm run --silent test

web-built: $(MODULES) | $(NODE)
	cd web && npm run --silent build -- --logLevel warn

# The browser of the tests of the page, and the database of those of the store: Debian's, where there are none yet.
# With a lock, since apt-get does one thing at a time
DEBIAN := [ "$$(id -u)" = 0 ] && flock Makefile apt-get update -qq \
	&& DEBIAN_FRONTEND=noninteractive flock Makefile apt-get install -y -qq
chromium:
	@command -v chromium-headless-shell > /dev/null || { $(DEBIAN) chromium-headless-shell; } || command -v chromium > /dev/null \
	|| { echo "The tests of the page need Chromium: apt-get install chromium-headless-shell"; exit 1; }

postgres:
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || { $(DEBIAN) postgresql; } \
	|| echo "Without PostgreSQL nothing of it is tested: apt-get install postgresql"

# The types of the page, from the description of the server
types: $(STAMP) $(MODULES) | $(NODE)
	$(BIN)/python -m ludex.server.run.described build/described.json
	cd web && npm run --silent types

# The JSON Schemas of content and scene files, for editors
schema: $(STAMP)
	$(BIN)/python -c "from pathlib import Path; from ludex.cli.check import write_schema; write_schema(Path('docs/schema'))"

# docs/ and the rulebooks as a site of plain files, in build/docs
docs: $(STAMP)
	$(BIN)/python -m press

# The tables of docs/protocol.md, and what it promises
protocol: $(STAMP)
	$(BIN)/python -m tests.server.pages
	$(BIN)/python -m tests.server.promised

# Hundreds of fights of every game by luck, and twice as many drawn scenes, of which `make test` plays a few;
# make fuzz FIGHTS=20000
# A process that plays at many tables is killed again and again; make fuzz CRASHES=1000
# Whatever may be sent to a server, over HTTP and the socket, and what must not leak; make fuzz EXAMPLES=2000
# Attacks on a server that others must not feel
# Then the tests of which `make test` runs a few cases only, with all of them
FIGHTS ?= 500
CRASHES ?= 200
EXAMPLES ?= 300
fuzz: export PYTHONDONTWRITEBYTECODE :=
fuzz: $(STAMP) $(PAGE) chromium postgres
	$(BIN)/python -m tests.fuzz --fights $(FIGHTS)
	$(BIN)/python -m tests.table.crash --times $(CRASHES)
	$(BIN)/python -m tests.server.fuzzing --examples $(EXAMPLES)
	$(BIN)/python -m tests.server.attacks --size 10
	$(BIN)/python -m pytest --long -m long -n auto --dist worksteal

# Against named peers, in one run on one core; installs Pokémon Showdown's simulator with npm under build/.
# Then how many tables one server bears, on SQLite and on PostgreSQL, how soon two servers of one store hear of each other
# and notice that one is gone, how soon a long campaign is there and a server with a thousand tables, how soon others are
# answered while it is attacked, how soon the page is there in a browser, and how smoothly a board moves
#
# make bench AGAINST=b7baf3b   decisions and odds beside another commit; PAIRS=40 for narrower intervals,
#                              GAME=crawl for one game, CHECK=1.05 to fail where one may be slower than that
ifdef AGAINST
bench: $(STAMP)
	$(BIN)/python -m bench.against $(AGAINST) $(if $(PAIRS),--pairs $(PAIRS)) $(if $(GAME),--games $(GAME)) \
	$(if $(CHECK),--check $(CHECK))
else
bench: $(STAMP) $(PAGE) chromium postgres
	$(BIN)/python -m bench
	$(BIN)/python -m bench.table
	$(BIN)/python -m bench.table --postgres
	$(BIN)/python -m bench.two_processes
	$(BIN)/python -m bench.opening
	$(BIN)/python -m bench.past
	$(BIN)/python -m bench.making
	$(BIN)/python -m bench.checking
	$(BIN)/python -m bench.worth
	$(BIN)/python -m bench.gauge
	$(BIN)/python -m bench.attacked
	$(BIN)/python -m bench.page
endif

# How cost grows from 2 beings a side to 16; draws docs/growth.svg
growth: $(STAMP)
	$(BIN)/python -m bench.growth

# How hard the scenes are that come with the games, as the lobby and docs/difficulty.md tell it: 200 fights of each, for
# parties of three, four and five, by machines on both sides, and 20 of a party that looks ahead; make difficulty AHEAD=0, or of one scene: SCENE=the_cold_choir
difficulty: $(STAMP)
	$(BIN)/python -m ludex.lab.gauge.trying $(GAME) $(if $(AHEAD),--ahead $(AHEAD)) $(if $(NEW),--new) $(if $(SCENE),--scene $(SCENE))

# Policies against each other, as bench/tournament/bouts.toml says beforehand: hours, which can be broken off and gone on with.
# make tournament GAME=crawl PAIR=second WORKERS=2 for a part. Then whether `search` dithers
tournament: $(STAMP)
	$(BIN)/python -m bench.bouts --write $(if $(GAME),--game $(GAME)) $(if $(PAIR),--pair $(PAIR)) --workers $(or $(WORKERS),1)

dithering: $(STAMP)
	$(BIN)/python -m bench.dithering $(if $(GAME),--game $(GAME)) $(if $(TURNS),--turns $(TURNS))

# The pictures of the README: fights with dice that are always the same, taken in Chromium
screenshots: $(STAMP) $(PAGE) chromium
	$(BIN)/python -m tests.page.screenshots

$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Ludex needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	@echo "Installing what Ludex needs into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -qq src  # pip compiles a wheel; of a checkout the first start would do so, for seconds
	@touch $@

.venv/node: requirements-node.txt | $(STAMP)
	@echo "Installing Node into .venv, since there is none of 20.19, 22.12 or newer: 60 MB to fetch …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-node.txt
	@touch $@

clean:
	rm -rf .venv build dist web/node_modules src/ludex/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis
