"""What is kept of somebody's modifiers and critical ranges is what they come to afresh, whatever has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludex.core.kernel.scene import Condition
from ludex.core.referee.simulated import Simulated
from ludex.games.crawl.book.characters.skills import (
    aspect_modifiers,
    critical_from,
    critical_now,
    modifiers_now,
    own_skills,
)
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.state import Being, Carried, Scene
from ludex.opponents.random import RandomPolicy
from tests.conformance.playing import begin, starters

WHEN = ("action", "non_combat", "defense", "opportunistic")
COMMANDS = 60


def differences(scene: Scene, being: Being) -> list[str]:
    """The aspects and skills of which something else is kept. Parents come to be looked at themselves."""
    names = [entry.id for entry in scene.library.all("aspect")]
    wrong = [name for name in names if [*aspect_modifiers(scene, being, name)] != modifiers_now(scene, being, name)]
    skills = own_skills(scene, being, *WHEN)
    return wrong + [one.id for one in skills if critical_from(scene, being, one) != critical_now(scene, being, one)]


@pytest.mark.parametrize("name", ["scavengers_doorway", "the_resin_cellar"])
def test_nothing_else_is_kept_after_any_command(name: str) -> None:
    scene: Scene = starters(CRAWL)[name]
    referee = Simulated(dict.fromkeys((*CRAWL.sides, "gm"), RandomPolicy(7)), 7)
    begin(scene, referee)
    for _ in range(COMMANDS):
        who = CRAWL.to_act(scene)
        if not who:
            break
        referee.act(scene, scene.beings[who])
        wrong = {being.id: found for being in scene.beings.values() if (found := differences(scene, being))}
        assert not wrong, wrong


def hurt(being: Being) -> None:
    being.ability = (("mobility", 2), ("strength", 1))


def laden(being: Being) -> None:
    being.pack = (Carried("weak_health_potion", 2000),)


def disarmed(being: Being) -> None:
    being.hands = ("", "")


def unarmoured(being: Being) -> None:
    being.worn = ()


def poisoned(being: Being) -> None:
    poison = next(iter(CRAWL.library().shelves["poison"].entries))
    being.set_conditions(Condition("Poisoned", note=poison, value=2))


@pytest.mark.parametrize("change", [hurt, laden, disarmed, unarmoured, poisoned])
def test_what_changes_the_body_is_looked_at_anew(change: Callable[[Being], None]) -> None:
    scene: Scene = starters(CRAWL)["scavengers_doorway"]
    scene.options = {**scene.options, "opt_track_weight": True}
    for being in scene.beings.values():
        assert not differences(scene, being)
        change(being)
        assert not differences(scene, being)
