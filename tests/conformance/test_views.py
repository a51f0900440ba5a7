"""Two worlds that differ only in a secret are one to whom it is a secret: views, offers, choices, odds, refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from tests.conformance.playing import KNOWN, SECRETIVE, drawn, named
from tests.conformance.secrets import compare_with_truth, compare_worlds, seats

SCENES = 20  # many more: make fuzz
WORLDS = 10  # at least so many are compared


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_what_a_seat_may_not_know_makes_no_difference_to_it(game: Game[Any]) -> None:
    """A game that shows every seat the scene itself has no secrets."""
    library = game.library()
    compared = sum(compare_worlds(game, library, seed) for seed in range(SCENES))
    assert compared >= WORLDS if game in SECRETIVE else compared == 0


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_what_the_view_allows_is_not_refused_in_truth(game: Game[Any]) -> None:
    library = game.library()
    for seed in range(SCENES):
        compare_with_truth(game, library, seed)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_the_game_master_knows_all_and_looking_changes_nothing(game: Game[Any]) -> None:
    library = game.library()
    for seed in range(40):
        scene = drawn(game, Random(seed), library)
        before = encode(scene)
        assert game.view(scene, GM) is scene
        assert not list(game.worlds(scene, GM, Random(seed).randrange))
        for seat in seats(scene):
            shown = game.view(scene, seat)
            assert encode(game.view(shown, seat)) == encode(shown), "a view of a view is the same view"
        assert encode(scene) == before
