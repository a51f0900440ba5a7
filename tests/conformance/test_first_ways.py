"""An action bar looks at the first ways to do something and not at all of them; what it tells is the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.opponents.random import RandomPolicy
from tests.conformance.playing import KNOWN, begin, drawn, named, starters

EVERY = 4  # after so many commands somebody's ways are looked at
COMMANDS = 60  # of each scene, at most


def moments(game: Game[Any], scenes: int) -> Iterator[tuple[Scene[Any], Any]]:
    """Somebody who is to act, out of scenes that are played by luck."""
    library = game.library()
    for seed in range(scenes):
        scene = drawn(game, Random(seed), library) if seed else next(iter(starters(game).values()))
        referee = Simulated(dict.fromkeys((*game.sides, GM), RandomPolicy(seed)), seed)
        begin(scene, referee)
        for number in range(COMMANDS):
            who = game.to_act(scene)
            if not who:
                break
            if number % EVERY == 0:
                yield scene, scene.beings[who]
            referee.act(scene, scene.beings[who])


def open_to(game: Game[Any], scene: Scene[Any], being: Any) -> list[Action]:
    """What is not refused as such. To list all ways of a move takes long, and no action bar does."""
    offers = [offer.action for offer in game.offers(scene, being) if offer.refusal is None]
    return [action for action in offers if "move" not in action.tags]


def allowed(ways: Iterable[tuple[tuple[Plain, ...], Refusal | None]]) -> tuple[Plain, ...] | None:
    return next((chosen for chosen, refusal in ways if refusal is None), None)


@pytest.mark.parametrize("scenes", [4, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_the_first_way_that_may_be_chosen_is_the_first_of_all(game: Game[Any], scenes: int) -> None:
    compared = 0
    for scene, being in moments(game, scenes):
        for action in open_to(game, scene, being):
            first = allowed(game.first_ways(scene, being, action))
            assert first == allowed(game.ways(scene, being, action)), f"{action.name} of {being.id}"
            compared += 1
    assert compared
