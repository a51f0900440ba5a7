"""Fear that the fall of an enemy spreads: Intimidating Presence and Terrifying Display.

A Condition Check against everybody near the fallen, without an Accuracy Check.
"""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.games.vitality.book.attacks.built import Built
from ludex.games.vitality.book.attacks.condition_checks import condition_check, inflict
from ludex.games.vitality.book.attacks.rolls import assisted, readied
from ludex.games.vitality.book.characters.scores import roll_parts
from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.book.dice import CONDITION, Throw, reaches
from ludex.games.vitality.book.effort.on_rolls import outcome
from ludex.games.vitality.records.attack_effects import Panic
from ludex.games.vitality.state import Being, Scene

RULES = {"taunt": "vt.up.intimidating_presence", "frighten": "vt.up.terrifying_display"}


def spread_terror(scene: Scene, attacker: Being, attack: Built, fallen: list[Being]) -> None:
    for effect in attack.effects:
        if isinstance(effect, Panic):
            for target in fallen:
                scene.next(may_terrify(attacker, target, effect.condition, effect.versus, effect.radius))


def near(scene: Scene, attacker: Being, fallen: Being, radius: int) -> tuple[str, ...]:
    there = [enemy for enemy in scene.opponents(attacker) if enemy is not fallen]
    return tuple([enemy.id for enemy in there if distance(scene, fallen, enemy) <= radius])


@step()
async def may_terrify(scene: Scene, attacker: Being, fallen: Being, effect: str, versus: str, radius: int) -> None:
    """Whoever has defeated an enemy says whether all others near it are to be afraid."""
    rule = RULES[effect]
    targets = near(scene, attacker, fallen, radius)
    if not targets or attacker.senseless:
        return
    about: dict[str, Plain] = {"by": attacker.id, "fallen": fallen.id, "targets": targets, "effect": effect}
    if await ask(scene, attacker.id, YES_NO, rule=rule, about=about, default=True):
        scene.next(terrify(attacker, near(scene, attacker, fallen, radius), effect, versus))


@step()
async def terrify(scene: Scene, attacker: Being, targets: tuple[str, ...], effect: str, versus: str) -> None:
    """One Condition Check after the other: T + P, and what is added to such checks."""
    left = tuple([name for name in targets if not scene.beings[name].beaten])
    if not left or attacker.senseless:
        return
    scene.cite(RULES[effect])
    target = scene.beings[left[0]]
    modifiers = await assisted(scene, attacker, CONDITION, target.id)
    modifiers += [*readied(scene, attacker, CONDITION), *roll_parts(scene, attacker, CONDITION, target)]
    condition_check(scene, attacker, target, modifiers, effect, versus, terrified(attacker, left, effect, versus))


@outcome("vt.formula.condition")
async def terrified(
    scene: Scene, attacker: Being, targets: tuple[str, ...], effect: str, versus: str, natural: int, throw: Throw
) -> None:
    target = scene.beings[targets[0]]
    if reaches(scene, natural, throw):
        inflict(scene, attacker, target, effect, None, versus=versus)
    else:
        scene.record("resists", RULES[effect], who=target.id, by=attacker.id, effect=effect)
    if targets[1:]:
        scene.next(terrify(attacker, targets[1:], effect, versus))
