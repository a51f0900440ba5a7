# Two commands do everything: `make play` and `make test`. All of it stays in .venv of this checkout.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed

# The page is built from web/ into the package; who has no Node plays without it
NPM := $(shell command -v npm)
PAGE := src/ludex/server/page/index.html
MODULES := web/node_modules/.package-lock.json
WEB := $(shell find web/src web/public -type f 2>/dev/null) $(wildcard web/*.html web/*.json web/*.js web/*.ts)

.PHONY: play page test lint web chromium fuzz bench growth screenshots schema types protocol clean

play: $(STAMP) $(if $(NPM),$(PAGE))
	@trap : INT; $(BIN)/ludex play $(if $(LAN),--lan) $(if $(PORT),--port $(PORT)) || [ $$? -eq 130 ]  # ended by Ctrl-C is no fault

page: $(PAGE)

$(PAGE): $(WEB) $(MODULES)
	cd web && npm run --silent build

# `npm ci` would insist on binaries for machines that are not this one
$(MODULES): web/package.json web/package-lock.json
	@echo "Installing what the page is built with into web/node_modules …"
	cd web && npm install --no-save --silent
	@touch $@

# What Python compiles is kept, whatever the environment says: tests start hundreds of processes
test: export PYTHONDONTWRITEBYTECODE :=
test: $(STAMP) $(MODULES) chromium
	$(MAKE) --jobs=2 --output-sync lint web
	$(BIN)/python -m pytest -n auto --dist worksteal
	$(BIN)/ludex rules bluebox --coverage
	$(BIN)/ludex rules cloudbreaker --coverage
	$(BIN)/ludex rules navyblue --coverage
	$(BIN)/ludex rules crawl --coverage
	$(BIN)/ludex rules vitality --coverage

lint: $(STAMP)
	$(BIN)/ruff check src tests bench examples
	$(BIN)/ruff format --check src tests bench examples
	$(BIN)/mypy

# The page: types, unit tests, and built for the tests in a browser
web: $(MODULES)
	cd web && npm run --silent check
	cd web && npm run --silent test
	cd web && npm run --silent build

# The browser of the tests of the page: Debian's, where there is none yet
chromium:
	@command -v chromium > /dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } \
	|| { echo "The tests of the page need Chromium: apt-get install chromium"; exit 1; }

# The types of the page, from the description of the server
types: $(STAMP) $(MODULES)
	$(BIN)/python -m ludex.server.described build/described.json
	cd web && npm run --silent types

# The JSON Schemas of content and scene files, for editors
schema: $(STAMP)
	$(BIN)/python -c "from pathlib import Path; from ludex.check_command import write_schema; write_schema(Path('docs/schema'))"

# The tables of docs/protocol.md
protocol: $(STAMP)
	$(BIN)/python -m tests.server.pages

# Hundreds of fights of every game by luck, and twice as many drawn scenes, of which `make test` plays a few;
# make fuzz FIGHTS=20000
# A process that plays at many tables is killed again and again; make fuzz CRASHES=1000
# Whatever may be sent to a server, over HTTP and the socket, and what must not leak; make fuzz EXAMPLES=2000
FIGHTS ?= 500
CRASHES ?= 200
EXAMPLES ?= 300
fuzz: $(STAMP)
	$(BIN)/python -m tests.fuzz --fights $(FIGHTS)
	$(BIN)/python -m tests.table.crash --times $(CRASHES)
	$(BIN)/python -m tests.server.fuzzing --examples $(EXAMPLES)

# Against named peers, in one run on one core; installs Pokémon Showdown's simulator with npm under build/.
# Then how many tables one server bears, on SQLite and on PostgreSQL, how soon the page is there in a browser, and how
# smoothly a board moves
#
# make bench AGAINST=b7baf3b   decisions and odds beside another commit; PAIRS=40 for narrower intervals,
#                              GAME=crawl for one game, CHECK=1.05 to fail where one may be slower than that
ifdef AGAINST
bench: $(STAMP)
	$(BIN)/python -m bench.against $(AGAINST) $(if $(PAIRS),--pairs $(PAIRS)) $(if $(GAME),--games $(GAME)) \
	$(if $(CHECK),--check $(CHECK))
else
bench: $(STAMP) $(if $(NPM),$(PAGE))
	$(BIN)/python -m bench
	$(BIN)/python -m bench.table
	$(BIN)/python -m bench.table --postgres
	$(BIN)/python -m bench.page
endif

# How cost grows from 2 beings a side to 16; draws docs/growth.svg
growth: $(STAMP)
	$(BIN)/python -m bench.growth

# The pictures of the README: fights with dice that are always the same, taken in Chromium
screenshots: $(STAMP) $(PAGE) chromium
	$(BIN)/python -m tests.page.screenshots

$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Ludex needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@test -d .venv || $(PYTHON) -m venv .venv
	@echo "Installing what Ludex needs into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv build web/node_modules src/ludex/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis
