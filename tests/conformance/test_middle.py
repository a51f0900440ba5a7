"""Whatever changes in the middle of an action, between two steps or at an open question, the rules hold."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludex.core.game import Game
from tests.conformance.middle import Tried, meddle, meddle_in_drawn
from tests.conformance.playing import KNOWN, PAIRS, named, starters

PAGES = Path(__file__).parents[2] / "docs" / "games"  # a game that has just begun has none
SCENES, MANY = 9, 60
COMMANDS = 6  # of each
TRIES = 3  # places in each command, and changes at each


@pytest.mark.parametrize("scenes", [SCENES, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_the_rules_hold_when_something_changes_in_the_middle(game: Game[Any], scenes: int) -> None:
    library = game.library()
    starts = list(starters(game).values())
    if not game.befalls(starts[0].fork(), Random(0).randrange):
        assert not (PAGES / f"{game.name}.md").exists(), "a game that stays says what may befall somebody"
        return
    tried = Tried()
    for seed in range(scenes):
        meddle(starts[seed % len(starts)], seed, tried, COMMANDS, TRIES, PAIRS[seed % len(PAIRS)])
        meddle_in_drawn(game, library, seed, tried, COMMANDS, TRIES)
    print(f"{game.title}: {tried}")
    assert tried.between > 10 * scenes, tried
    assert tried.agreed >= scenes, tried
    assert len(tried.changes) >= len(game.conditions), tried
    assert tried.stopped, tried
