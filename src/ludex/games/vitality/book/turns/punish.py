"""Punish: striking at an enemy in reach who does something Vulnerable.

vt.react.punish: a Reaction open to everybody, with any attack on a single target that can be made on them: before an
enemy moves out of the own melee reach, when they use a machine within it, or when the game master says so.
"""

from __future__ import annotations

from typing import cast

from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, opponents
from ludex.games.vitality.book.action_types import has_reaction, spend_reaction
from ludex.games.vitality.book.attacks.actions import blow_at
from ludex.games.vitality.book.attacks.declaring import declare
from ludex.games.vitality.book.attacks.targets import attacks_on
from ludex.games.vitality.book.characters.features import reach
from ludex.games.vitality.book.effort.effort import refuse_effort, spend
from ludex.games.vitality.book.movement.footing import Spot, apart, spot_of
from ludex.games.vitality.state import Being, Scene

RULE = "vt.react.punish"
EFFORT = "effort "  # before the name of an attack: an Effort brings the Reaction (vt.effort.extra_action)


def can_punish(scene: Scene, being: Being, target: Being) -> bool:
    """An enemy that can act, and out of whose reach the target does not slip (vt.up.disengage)."""
    if being.side == target.side or being.senseless or not being.fights or not target.here:
        return False
    if any([c.name == "Slipping" and c.source == being.id for c in target.conditions]):
        scene.cite("vt.up.disengage")
        return False
    return has_reaction(being) or (being.asks != "never" and refuse_effort(scene, being) is None)


def attacks_for(scene: Scene, being: Being, target: Being) -> tuple[Plain, ...]:
    found = attacks_on(scene, being, target)
    return found if has_reaction(being) else tuple([EFFORT + name for name in found])


def ways_as_it_leaves(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """The step that is to come leads out of reach; moving within reach provokes nobody."""
    mover = scene.beings[event.who]
    if not can_punish(scene, being, mover):
        return ()
    there = cast(Spot, (event.get("to"), event.get("height")))
    spaces = reach(scene, being)
    leaves = apart(scene, being, spot_of(scene, mover)) <= spaces < apart(scene, being, there)
    return attacks_for(scene, being, mover) if leaves else ()


def ways_when_vulnerable(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    target = scene.beings[event.who]
    if not can_punish(scene, being, target) or apart(scene, being, spot_of(scene, target)) > reach(scene, being):
        return ()
    return attacks_for(scene, being, target)


def punishing(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    """It costs the Reaction, or an Effort."""
    attack = str(way)
    if attack.startswith(EFFORT):
        spend(scene, being, "vt.effort.extra_action")
    else:
        spend_reaction(scene, being)
    return punishes(being, scene.beings[event.who], attack.removeprefix(EFFORT))


@step(RULE)
async def punishes(scene: Scene, being: Being, target: Being, attack: str) -> None:
    if attack in attacks_on(scene, being, target):
        scene.record("punishes", RULE, who=being.id, target=target.id, attack=attack)
        declare(scene, blow_at(scene, being, attack, target, "punish"))


PUNISH = (
    Reaction("interrupt", "leaves_reach", RULE, ways_as_it_leaves, punishing, opponents),
    Reaction("interrupt", "vulnerable", RULE, ways_when_vulnerable, punishing, opponents),
)
