"""What is kept of somebody's modifiers, pools and skills is what they come to afresh, whatever has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from inspect import unwrap
from typing import Any

import pytest

from ludex.core.kernel.scene import Condition
from ludex.core.referee.simulated import Simulated
from ludex.games.crawl.book.attacks.actions import known_attacks
from ludex.games.crawl.book.characters.aspects import basic_move, ep_refresh, max_ep, max_hp, shifts
from ludex.games.crawl.book.characters.core_aspects import core_modifiers, immobile
from ludex.games.crawl.book.characters.skills import aspect_modifiers, critical_from, own_skills, skill_of, skills
from ludex.games.crawl.book.map.ground import on_foot
from ludex.games.crawl.book.map.threat import threat_reach
from ludex.games.crawl.book.turns.reactionary_actions import counters
from ludex.games.crawl.foe.aids import helping
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.records.parts import Shifts
from ludex.games.crawl.state import CORE, Being, Carried, Learned, Scene
from ludex.opponents.random import RandomPolicy
from tests.conformance.playing import begin, starters

WHEN = ("action", "non_combat", "defense", "opportunistic")
COMMANDS = 60


def asked(scene: Scene, being: Being) -> Iterator[tuple[Callable[..., Any], Any]]:
    """What is kept, with what it is asked for beside scene and being. What one follows from is asked for itself."""
    body = (max_hp, max_ep, ep_refresh, basic_move, on_foot, immobile, threat_reach, shifts)
    yield from [(ask, ()) for ask in (*body, known_attacks, counters, helping)]
    yield from [(core_modifiers, (name,)) for name in CORE]
    yield from [(aspect_modifiers, (entry.id,)) for entry in scene.library.all("aspect")]
    yield from [(skills, (when,)) for when in WHEN]
    for skill in own_skills(scene, being, *WHEN):
        yield skill_of, (skill.id,)
        yield critical_from, (skill,)


def told(found: Any) -> str:
    """Of what is made anew each time, what it is."""
    return repr([*found] if isinstance(found, list | tuple) else found)


def differences(scene: Scene, being: Being) -> list[str]:
    """That of which something else is kept."""
    return [
        f"{ask.__name__}{more}"
        for ask, more in asked(scene, being)
        if told(ask(scene, being, *more)) != told(unwrap(ask)(scene, being, *more))
    ]


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


def test_what_somebody_is_under_is_looked_at_anew_as_its_maker_has_it() -> None:
    scene: Scene = starters(CRAWL)["scavengers_doorway"]
    maker, being = list(scene.beings.values())[:2]
    lent = [
        (entry.id, number, part)
        for entry in scene.library.all("aspect")
        for number, part in enumerate(entry.parts, 1)
        if entry.use is not None and not entry.prose and isinstance(part, Shifts) and part.on != "own"
    ]
    assert lent
    for name, number, part in lent:
        being.set_conditions(Condition("Affected", source=maker.id, note=name))
        found = []
        for value in (part.value + 1, part.value + 2, part.value + 1):
            maker.sheet = replace(maker.sheet, aspects=(Learned(name, changed=((number, value),)),))
            assert not differences(scene, being)
            found.append(shifts(scene, being))
        assert found[0] == found[2] != found[1]
