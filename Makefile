# Two commands do everything: `make play` and `make test`. All of it stays in .venv of this checkout.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed

.PHONY: play test lint fuzz bench growth schema clean

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
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy

# The JSON Schemas of content and scene files, for editors
schema: $(STAMP)
	$(BIN)/python -c "from pathlib import Path; from ludex.check_command import write_schema; write_schema(Path('docs/schema'))"

# Hundreds of fights of every game by luck, and twice as many drawn scenes; make fuzz FIGHTS=20000
FIGHTS ?= 500
fuzz: $(STAMP)
	$(BIN)/python -m tests.fuzz --fights $(FIGHTS)

# Against named peers, in one run on one core; installs Pokémon Showdown's simulator with npm under build/
bench: $(STAMP)
	$(BIN)/python -m bench

# How cost grows from 2 beings a side to 16; draws docs/growth.svg
growth: $(STAMP)
	$(BIN)/python -m bench.growth

$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Ludex needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@test -d .venv || $(PYTHON) -m venv .venv
	@echo "Installing what Ludex needs into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis
