"""What the simple policy keeps of somebody, and of what others can do to them, is what it comes to afresh, whatever has
happened before."""

from __future__ import annotations

import pytest

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.scene import Condition
from ludex.core.referee.simulated import Simulated
from ludex.games.crawl.book.health.kinetic import away
from ludex.games.crawl.foe.attacks import push_worth, throw
from ludex.games.crawl.foe.policy import ideas
from ludex.games.crawl.foe.worth import Numbers, numbers
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.state import Being, Scene
from ludex.opponents import policy
from tests.conformance.playing import begin, starters

COMMANDS, EVERY = 120, 5  # what is kept is asked for some time after it was worked out
SCENES = ("the_resin_cellar", "the_broken_span", "the_storm_in_the_choir")


def thought_of(scene: Scene, being: Being) -> list[Idea]:
    shown = CRAWL.view(scene, being.side)
    return [*ideas(shown, shown.beings[being.id], True)]


def afresh(scene: Scene, being: Being) -> list[Idea]:
    """The same, where nothing is known of anybody."""
    kept = scene.library.worked_out.pop(Numbers)
    numbers = {each.id: each.kept for each in scene.beings.values()}
    for each in scene.beings.values():
        each.kept = ((), None)
    try:
        return thought_of(scene, being)
    finally:
        scene.library.worked_out[Numbers] = kept
        for each in scene.beings.values():
            each.kept = numbers[each.id]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("player", ["simple", "random"])
def test_nothing_else_is_thought_of_by_who_has_thought_before(name: str, player: str) -> None:
    scene: Scene = starters(CRAWL)[name]
    referee = Simulated(dict.fromkeys((*CRAWL.sides, "gm"), policy(CRAWL, player, 1)), 1)
    begin(scene, referee)
    for number in range(COMMANDS):
        who = CRAWL.to_act(scene)
        if not who:
            break
        being = scene.beings[who]
        if scene.mode == "fight" and number % EVERY == 0:
            thought_of(scene, being)
            assert thought_of(scene, being) == afresh(scene, being), f"after {number} commands"
        referee.act(scene, being)


def test_who_bleeds_less_than_before_is_known_already() -> None:
    scene: Scene = starters(CRAWL)["the_resin_cellar"]
    being = next(iter(scene.beings.values()))
    found = []
    for turns in (3, 2):
        being.set_conditions(Condition("Bleeding", value=turns))
        found.append(numbers(scene, being))
    assert found[0] is found[1]


def test_a_push_into_somebody_is_worth_what_it_does_to_them() -> None:
    """Each time anew, whoever was in the way before."""
    scene: Scene = starters(CRAWL)["the_resin_cellar"]
    pusher, target, *_ = [being for being in scene.beings.values() if being.side == "foes"]
    friend = next(being for being in scene.beings.values() if being.side == "party")
    pusher.at, target.at = (4, 4), (5, 4)
    n = numbers(scene, target)
    worths = []
    for side in ("party", "foes"):
        friend.at, friend.side = (6, 4), side
        worths.append(push_worth(target, n, 20, throw(scene, pusher, target, away(scene, target, pusher.at, ""), 5)))
    assert worths[0] > worths[1]
