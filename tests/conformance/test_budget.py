"""Odds end: of any action in any scene that comes with a game, and of the same scene with ten times the HP, no more
steps are run than the budget says, and what is left out is told. Counted in steps; how long one takes is no matter."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from ludex.core.foe.deciding import Policy, choose
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import Roll, next_step
from ludex.core.referee import exact
from ludex.core.referee.exact import foresee
from ludex.core.referee.simulated import Simulated
from ludex.core.scene.shape import override
from ludex.core.show.odds import weigh
from tests.conformance.playing import KNOWN, begin, legal, starters
from tests.conformance.test_odds import whole

BUDGET, MUCH = 600, 4_000  # steps: of an entry in a menu, and of the odds at a table
WIDEST = 500  # what the dice of one roll may come to
COMMANDS, EVERY = 32, 4  # so many are given by the simple policy; before each fourth all that may be done is looked at


class Counted:
    """Runs steps for the exact referee, and counts."""

    def __init__(self) -> None:
        self.steps = 0
        self.readings = 0  # of the widest roll

    def next_step(self, scene: Any) -> Generator[Any, Any, None]:
        self.steps += 1
        running, answer = next_step(scene), None
        while True:
            try:
                request = running.send(answer)
            except StopIteration:
                return
            if isinstance(request, Roll):
                self.readings = max(self.readings, len(request.outcomes.weights))
            answer = yield request


def with_more(game: Game[Any], scene: Any, times: int) -> Any:
    """The scene in which everybody has so many times what keeps them up."""
    for being in scene.beings.values():
        more = {pool.lower(): times * getattr(being, pool.lower()) for pool in game.vital}
        override(game.shape, scene, being, {field: much for field, much in more.items() if much > 0}, "more")
    return scene


def looks(game: Game[Any], scene: Any, budget: int, choices: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Look ahead of what whoever is to act may do now, as the scene goes on; gives how often."""
    simple = game.policy("simple")
    simulated = Simulated({"gm": simple}, 2)
    begin(scene, simulated)
    looked = 0
    for number in range(COMMANDS):
        if not (actor := game.to_act(scene)):
            break
        for given in legal(scene, scene.beings[actor], choices) if number % EVERY == 0 else ():
            counted = Counted()
            with monkeypatch.context() as patched:
                patched.setattr(exact, "next_step", counted.next_step)
                foreseen = foresee(scene, given, simple, budget)
            assert counted.steps <= budget, given
            assert counted.readings <= WIDEST, given
            assert whole(foreseen) == 1, given
            looked += 1
        simulated.perform(scene, *choose(game, scene, scene.beings[actor], simple))
    return looked


@pytest.mark.parametrize("times", [pytest.param(1, marks=pytest.mark.long), 10])
@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.name)
def test_odds_end_within_a_small_budget(game: Game[Any], times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = list(starters(game).values())[-1]
    assert looks(game, with_more(game, scene, times), BUDGET, 1, monkeypatch) > 10


SCENES = [pytest.param(game, name, id=f"{game.name}-{name}") for game in KNOWN for name in game.library().scenes]


@pytest.mark.long
@pytest.mark.parametrize("times", [1, 10, 100])
@pytest.mark.parametrize(("game", "name"), SCENES)
def test_odds_end_in_every_scene(game: Game[Any], name: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = with_more(game, starters(game)[name], times)
    assert looks(game, scene, MUCH, 4, monkeypatch)


@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.name)
def test_ten_times_the_hp_take_no_more_than_twice_the_steps(game: Game[Any]) -> None:
    """Of the same deeds in the same moments."""
    scene = list(starters(game).values())[-1]
    simple = game.policy("simple")
    simulated = Simulated({"gm": simple}, 2)
    begin(scene, simulated)
    steps = {1: 0, 10: 0}
    for number in range(COMMANDS // 2):
        if not (actor := game.to_act(scene)):
            break
        more = with_more(game, scene.fork(), 10)
        for given in legal(scene, scene.beings[actor], 1) if number % EVERY == 0 else ():
            if game.refusal(more, given) is None:
                steps[1] += steps_of(scene, given, simple)
                steps[10] += steps_of(more, given, simple)
        simulated.perform(scene, *choose(game, scene, scene.beings[actor], simple))
    assert 0 < steps[10] <= 2 * steps[1]


def steps_of(scene: Any, given: Command, policy: Policy) -> int:
    weighing = weigh(scene, given, policy, BUDGET)
    weighing.go_on()
    return weighing.exploring.run
