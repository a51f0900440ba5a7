# Two commands do everything: `make play` and `make test`. All of it stays in .venv of this checkout.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed

.PHONY: play test lint fuzz bench schema protocol clean

play: $(STAMP)
	@$(BIN)/ludex play

test: $(STAMP) lint
	$(BIN)/python -m pytest -n auto
	$(BIN)/ludex rules bluebox --coverage
	$(BIN)/ludex rules cloudbreaker --coverage
	$(BIN)/ludex rules navyblue --coverage
	$(BIN)/ludex rules crawl --coverage
	$(BIN)/ludex rules vitality --coverage

lint: $(STAMP)
	$(BIN)/ruff check src tests bench examples
	$(BIN)/ruff format --check src tests bench examples
	$(BIN)/mypy

# The JSON Schemas of content and scene files, for editors
schema: $(STAMP)
	$(BIN)/python -c "from pathlib import Path; from ludex.check_command import write_schema; write_schema(Path('docs/schema'))"

# The tables of docs/protocol.md
protocol: $(STAMP)
	$(BIN)/python -m tests.server.pages

# Hundreds of fights of every game by luck, and twice as many drawn scenes; make fuzz FIGHTS=20000
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
# Then how many tables one server bears, on SQLite and on PostgreSQL
bench: $(STAMP)
	$(BIN)/python -m bench
	$(BIN)/python -m bench.table
	$(BIN)/python -m bench.table --postgres

$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Ludex needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@test -d .venv || $(PYTHON) -m venv .venv
	@echo "Installing what Ludex needs into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis
