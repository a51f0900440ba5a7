"""Damage, healing and defeat: what HP do, and who is out at 0.

vt.hp.max: HP of player characters go below 0, and each loss there brings a Survival Check; vt.npc.defeat: all others
are defeated at 0.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.ruling import Modifier
from ludex.games.vitality.book.characters.features import boon_effect
from ludex.games.vitality.book.characters.scores import durability, total_of
from ludex.games.vitality.book.conditions import go_down, reveal
from ludex.games.vitality.book.dice import DAMAGE, Throw
from ludex.games.vitality.book.effort.on_rolls import consider, end_raised_scores, next_to_look, outcome
from ludex.games.vitality.book.health.survival import has_defeated, makes_checks, survive, wake_if_able
from ludex.games.vitality.records.boon_effects import Mechanical
from ludex.games.vitality.state import Being, Scene


class Harm(NamedTuple):
    """Damage after Durability; `bear` fills in how much."""

    amount: int = 0
    by: str = ""  # a being
    source: str = ""  # what did it, where that is no attack of somebody
    rule: str = "vt.formula.damage"
    off: int = 0  # what Durability has taken off, to be told


def less_durability(scene: Scene, target: Being, amount: int, *, pierced: bool = False, times: int = 1) -> int:
    """vt.formula.damage: what Durability leaves of an amount. `times`: how often it counts (vt.fall.heroic)."""
    return max(0, amount - times * total_of(durability(scene, target, pierced=pierced)))


# ---------------------------------------------------------------- losing HP


def hurt(scene: Scene, target: Being, harm: Harm) -> int:
    """Damage to somebody; what follows of it is put on the agenda. Gives the HP lost."""
    if not target.here:
        return 0
    if harm.amount <= 0:
        scene.record("unharmed", harm.rule, who=target.id, by=harm.by, source=harm.source, off=harm.off)
        return 0
    lost = harm.amount if makes_checks(scene, target) else min(harm.amount, target.hp)
    if target.hp <= 0:
        scene.cite("vt.survival.again")
    target.hp -= lost
    scene.harmed(target.id, "HP", lost, harm.by, harm.source or harm.rule)
    target.befalls("damaged")
    if harm.by and harm.by == scene.turns.current and scene.beings[harm.by].own_side != target.own_side:
        scene.beings[harm.by].note("damage")
    scene.record(
        "damage", harm.rule, who=target.id, amount=lost, by=harm.by, source=harm.source, hp=target.hp, off=harm.off
    )
    at_zero(scene, target, harm.by)
    return lost


def bear(scene: Scene, target: Being, amount: int, harm: Harm, times: int = 1) -> None:
    """Damage that nobody rolls: of a fall, a collision, an aura or a ward, as `harm` says. Durability is taken off,
    which the target may raise before (vt.effort.add_tier_score)."""
    left = max(1, target.hp)
    fells = times * total_of(durability(scene, target)) + left
    throw = Throw(
        DAMAGE, "", harm.rule, (Modifier(amount, harm.source, harm.rule),), d20s=0, number=fells, against=target.id,
        score="durability", about=(("target", target.id), ("source", harm.source), ("times", times)), fallen=True,
        diceless=True, times=times, left=left,
    )  # fmt: skip
    if next_to_look(scene, throw, 0, ()) is None:
        take(scene, target, amount, harm, times)
    else:
        consider(scene, throw, 0, borne(target, amount, harm, times))


@outcome("vt.formula.damage")
async def borne(scene: Scene, target: Being, amount: int, harm: Harm, times: int, natural: int, throw: Throw) -> None:
    take(scene, target, amount, harm, times)
    end_raised_scores(scene, throw.by)


def take(scene: Scene, target: Being, amount: int, harm: Harm, times: int) -> None:
    left = less_durability(scene, target, amount, times=times)
    hurt(scene, target, harm._replace(amount=left, off=amount - left))


def lose_hp(scene: Scene, being: Being, amount: int, rule: str) -> None:
    """HP that somebody pays: no damage, but with the same end."""
    lost = amount if makes_checks(scene, being) else min(amount, being.hp)
    if lost <= 0:
        return
    being.hp -= lost
    scene.harmed(being.id, "HP", lost, being.id, rule)
    scene.record("pays_hp", rule, who=being.id, amount=lost, hp=being.hp)
    at_zero(scene, being, "")


def at_zero(scene: Scene, being: Being, by: str) -> None:
    if being.hp > 0:
        return
    if makes_checks(scene, being):
        scene.cite("vt.hp.max")
        scene.next(survive(being, by))
    else:
        defeat(scene, being, "vt.npc.defeat", by)


# ---------------------------------------------------------------- defeat


def defeat(scene: Scene, being: Being, rule: str, by: str = "") -> None:
    """Somebody is out at once: a wall is gone, and whoever makes Survival Checks is brought to 0 HP and makes one."""
    if not being.here:
        return
    scene.harmed(being.id, "HP", being.hp, by, rule)
    if makes_checks(scene, being):
        if being.hp > 0:
            being.hp = 0
            scene.record("brought_down", rule, who=being.id, by=by)
            scene.next(survive(being, by))
        return
    being.hp = 0
    if being.is_wall:
        dismiss(scene, being, "vt.ability.wall")
    else:
        go_down(scene, being, "Defeated")
        scene.cite("vt.feature.familiar" if being.is_familiar else "vt.npc.defeat")
        scene.record("defeated", rule, who=being.id, by=by)
    has_defeated(scene, by, being)


def dismiss(scene: Scene, being: Being, rule: str) -> None:
    """A wall or a companion is gone; whoever was Hidden behind a wall may be in plain view (vt.act.hide)."""
    if being.here:
        go_down(scene, being, "Dismissed")
        scene.record("gone", rule, who=being.id)
        if being.is_wall:
            reveal(scene)


# ---------------------------------------------------------------- regaining HP


def heal(scene: Scene, being: Being, amount: int, rule: str, *, outside: bool = True) -> int:
    """HP come back, never above the maximum (vt.hp.max), and from 1 HP on somebody wakes; the dead gain nothing.
    `outside`: by others, to whom a Robot is an object (vt.trait.robot); what one heals oneself wakes nobody."""
    if not being.here or being.is_wall:
        return 0
    if outside and boon_effect(scene, being, Mechanical) is not None:
        scene.record("not_healed", "vt.trait.robot", who=being.id)
        return 0
    gained = max(0, min(amount, being.sheet.hp - being.hp))
    if gained:
        being.hp += gained
        scene.cite("vt.hp.max")
        scene.record("heals", rule, who=being.id, amount=gained, hp=being.hp)
    if outside:
        wake_if_able(scene, being, rule)
    return gained
