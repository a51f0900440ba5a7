"""A scene that begins before its first turn: it is nobody's, until the game master lets it go on."""

from __future__ import annotations

import tomllib

import pytest

from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import Command

FIRST: dict[str, tuple[str, str]] = {  # who is first, and a scene
    "bluebox": (
        "tahra",
        """
        board = { q = [0, 6], r = [0, 4] }
        beings.tahra.at = [2, 2]
        beings.guard = { side = "foes", at = [4, 2] }
        """,
    ),
    "cloudbreaker": (
        "pip",
        """
        board = "causeway"
        beings.pip.at = "span"
        beings.wolf = { from = "balewolf", at = "span" }
        """,
    ),
    "crawl": (
        "sefa",
        """
        board = { width = 6, height = 4 }
        beings.sefa = { from = "sefa_quickwater", at = [2, 2] }
        beings.rat = { from = "crawl_scavenger", at = [4, 1] }
        """,
    ),
    "navyblue": (
        "marlow",
        """
        board = "ropewalk"
        beings.marlow.at = "vat"
        beings.ione.at = "vat"
        beings.wrecker.at = "vat"
        """,
    ),
    "vitality": (
        "vesper",
        """
        board = { width = 6, height = 4 }
        beings.vesper.at = [2, 3]
        beings.tough = { from = "alley_tough", at = [3, 1] }
        """,
    ),
}


@pytest.mark.parametrize("game", FIRST)
def test_it_is_nobodys_turn_until_it_goes_on(game: str) -> None:
    who, toml = FIRST[game]
    script = [
        {"expect": {"turn": {"of": "", "round": 1, "acted": []}}, "offered": [{"do": "go_on"}]},
        {"do": "go_on", "unlisted": "decline", "expect": {"turn": {"of": who, "round": 1}}},
        {"do": "go_on", "refused": "gm"},
    ]
    file = scene_from({"game": game, "turn": {"round": 1}, **tomllib.loads(toml), "script": script}, "test")
    assert GAMES[game].opening(file.scene) == Command("gm", "go_on")
    assert [fault for report in run_script(file) for fault in report.faults] == []
