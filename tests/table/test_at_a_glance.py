"""What is kept of somebody until they are different themselves is the same whatever others do meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.opponents.random import RandomPolicy
from ludex.table.document.show_beings import alike_of, ground_of
from tests.conformance.playing import KNOWN, begin, drawn, named, starters

EVERY = 3  # commands between two moments
COMMANDS = 45  # of each scene, at most


def evenings(game: Game[Any], scenes: int) -> Iterator[list[Scene[Any]]]:
    """Scenes that are played by luck, each as it was at several moments."""
    library = game.library()
    for seed in range(scenes):
        scene = drawn(game, Random(seed), library) if seed else next(iter(starters(game).values()))
        referee = Simulated(dict.fromkeys((*game.sides, GM), RandomPolicy(seed)), seed)
        moments = [scene.fork()]
        begin(scene, referee)
        for number in range(COMMANDS):
            if number % EVERY == 0:
                moments.append(scene.fork())
            who = game.to_act(scene)
            if not who:
                break
            referee.act(scene, scene.beings[who])
        yield moments


def among(scene: Scene[Any], who: str, then: Scene[Any], passing: frozenset[str]) -> Scene[Any] | None:
    """Somebody as they are now, among the others as they were at another moment, when it was somebody else's turn;
    nothing where others were there then."""
    mixed = scene.fork()
    mixed.beings = {name: being if name == who else then.beings.get(name) for name, being in scene.beings.items()}
    if None in mixed.beings.values() or ground_of(passing, mixed) != ground_of(passing, scene):
        return None
    for name in passing - ({"turns"} if scene.beings[who].timed else set()):
        setattr(mixed, name, getattr(then, name))
    return mixed


@pytest.mark.parametrize("scenes", [8, pytest.param(120, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_what_is_told_of_somebody_follows_from_nobody_else(game: Game[Any], scenes: int) -> None:
    compared, passing = 0, game.face().passing
    for moments in evenings(game, scenes):
        for scene in moments:
            for who, being in scene.beings.items():
                told = alike_of(game, scene, being, being.side == game.sides[0], {})
                for then in moments:
                    mixed = among(scene, who, then, passing) if then is not scene else None
                    if mixed is not None:
                        assert alike_of(game, mixed, mixed.beings[who], being.side == game.sides[0], {}) == told, who
                        compared += 1
    assert compared
