"""Over many drawn scenes everything comes up: each action, each condition, each value of each option."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.game import Game
from tests.conformance.playing import KNOWN, named
from tests.conformance.reaching import Reached, exercise

SCENES = 50  # many more: make fuzz
MOST = 600  # where something has not come up by then


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_everything_comes_up_in_some_scene(game: Game[Any]) -> None:
    library = game.library()
    reached = Reached(game)
    for seed in range(MOST):
        if seed >= SCENES and not reached.missing():
            break
        exercise(library, seed, reached)
    assert not reached.missing(), "never reached: " + ", ".join(reached.missing())
