"""Exact odds of every game: they add up to one, lead to nothing impossible, and are what simulation finds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest

from ludex.core.foe.deciding import choose
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.referee.exact import Foreseen, foresee
from ludex.core.referee.simulated import Simulated
from ludex.core.show.odds import Changes, changed
from ludex.opponents import policy
from tests.conformance.playing import KNOWN, begin, drawn, legal, named, starters

DEAR = (  # of each game the dearest of all is looked at, and what is cheap
    "colossus_at_the_gate", "kennel_gallery", "scavengers_doorway", "the_broken_span", "the_cold_choir",
    "the_resin_cellar",
)  # fmt: skip
SCENES = [
    pytest.param(game, name, id=f"{game.name}-{name}", marks=pytest.mark.long if name in DEAR else ())
    for game in KNOWN
    for name in game.library().scenes
]
RUNS, MANY_RUNS = 200, 600  # of a command that is simulated
COMMANDS, MANY_COMMANDS = 5, 9  # of a scene; every fourth is looked ahead of
DRAWN, MANY_DRAWN = 5, 16  # scenes in which somebody is to act
BUDGET = 4000


def whole(foreseen: Foreseen[Any]) -> Fraction:
    return sum((weight for _, weight in foreseen.scenes), foreseen.unexplored)


def look_ahead(game: Game[Any], scene: Any, most: int) -> None:
    """Of whoever is to act: a few choices of every action that may be chosen."""
    simple = game.policy("simple")
    for given in legal(scene, scene.beings[game.to_act(scene)], most):
        foreseen = foresee(scene, given, simple, BUDGET)
        assert whole(foreseen) == 1, given
        for after, _ in foreseen.scenes:
            assert not game.faults(after), given


@pytest.mark.parametrize("commands", [COMMANDS, pytest.param(MANY_COMMANDS, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "name"), SCENES)
def test_every_legal_command_has_odds_of_exactly_one(game: Game[Any], name: str, commands: int) -> None:
    scene = starters(game)[name]
    simple = game.policy("simple")
    simulated = Simulated({"gm": simple}, 2)
    begin(scene, simulated)
    for number in range(commands):
        if not (actor := game.to_act(scene)):
            break
        if number % 4 == 0:
            look_ahead(game, scene, 2)
        simulated.perform(scene, *choose(game, scene, scene.beings[actor], simple))


@pytest.mark.parametrize("scenes", [DRAWN, pytest.param(MANY_DRAWN, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_odds_of_drawn_scenes_are_exactly_one(game: Game[Any], scenes: int) -> None:
    library = game.library()
    begun = [scene for seed in range(3 * scenes) if game.to_act(scene := drawn(game, Random(seed), library))]
    assert len(begun) >= scenes
    for scene in begun[:scenes]:
        look_ahead(game, scene, 1)


# ---------------------------------------------------------------- against simulation


def uncertain(game: Game[Any], most: int) -> list[tuple[Any, Command]]:
    """Some commands with several outcomes, each of another action, in the middle of scenes."""
    found: dict[str, tuple[Any, Command]] = {}
    simple = game.policy("simple")
    for number, scene in enumerate(each.fork() for each in starters(game).values() for _ in range(3)):
        simulated = Simulated({"gm": policy(game, "random", number)}, number)
        begin(scene, simulated)
        for _ in range(6):
            if not (actor := game.to_act(scene)) or len(found) == most:
                break
            for given in legal(scene, scene.beings[actor], 1):
                if given.name not in found and len(foresee(scene, given, simple, BUDGET).scenes) > 2:
                    found[given.name] = scene.fork(), given
            simulated.perform(scene, *choose(game, scene, scene.beings[actor], simple))
    return list(found.values())[:most]


@pytest.mark.parametrize("runs", [RUNS, pytest.param(MANY_RUNS, marks=pytest.mark.long)])
def test_simulation_agrees_with_the_exact_odds_everywhere(runs: int) -> None:
    for game in KNOWN:
        tried = uncertain(game, 5)
        assert len(tried) >= min(5, len(game.actions) // 3)
        for scene, given in tried:
            compare(game, scene, given, runs)


def compare(game: Game[Any], scene: Any, given: Command, runs: int) -> None:
    """No outcome is more than 4.5 standard deviations off, and none is found that was not foreseen."""
    simple = game.policy("simple")
    foreseen = foresee(scene, given, simple)
    assert foreseen.unexplored < Fraction(1, 1000), given

    def outcome(after: Any) -> Changes:
        return changed(scene, after, game.telling, game.telling_scene)

    exact: Counter[Changes] = Counter()
    for after, weight in foreseen.scenes:
        exact[outcome(after)] += weight  # type: ignore[assignment]  # weights are fractions
    simulated = Simulated({"gm": simple}, 11)
    found: Counter[Changes] = Counter()
    for _ in range(runs):
        here = scene.fork()
        simulated.perform(here, given)
        found[outcome(here)] += 1
    if not foreseen.unexplored:
        assert set(found) <= set(exact), given
    for what, chance in exact.items():
        off = 4.5 * sqrt(float(chance) * (1 - float(chance)) / runs) + float(foreseen.unexplored)
        assert abs(found[what] / runs - float(chance)) <= off + 1 / runs, (given, what)
