"""`ludex games`: what is there, without waiting for the rules of any game."""

from __future__ import annotations

import json
import subprocess
import sys

import ludex.games.known  # noqa: F401  # registers the games
from ludex.cli.games import listed
from ludex.core.files.adventures import adventures_of
from ludex.core.game import GAMES

ALONE = """
import sys
from ludex.cli.app import app
app(["games", "--json"], standalone_mode=False)
there = [name for name in sys.modules if name.startswith("ludex.games.")]
print(there, file=sys.stderr)
"""


def test_what_is_listed_is_what_the_game_says_of_itself() -> None:
    for name, game in GAMES.items():
        told = listed(name)
        assert (told.title, told.pitch, told.version) == (game.title, game.pitch, game.version)
        assert (told.rules, told.options) == (len(game.rulebook.rules), len(game.rulebook.options))
        assert told.scenes == sorted(game.starter.scenes)
        assert told.adventures == sorted(adventures_of(name))


def test_no_game_is_imported_to_list_them() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert [game["name"] for game in json.loads(done.stdout)] == list(GAMES)
    assert done.stderr.strip() == "['ludex.games.known']"


def test_the_command_runs_as_a_module_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludex", "games", "--json"], capture_output=True, text=True, check=True
    )
    assert [game["name"] for game in json.loads(done.stdout)] == list(GAMES)
