"""Damage. A placeholder with the agreed names, so that the package runs: V4 writes this file anew."""

from __future__ import annotations

from typing import NamedTuple

from ludex.games.vitality.being import Being, Scene
from ludex.games.vitality.conditions import afflict
from ludex.games.vitality.scores import durability, total_of


class Harm(NamedTuple):
    amount: int
    by: str = ""
    source: str = ""
    rule: str = "vt.formula.damage"


def hurt(scene: Scene, target: Being, harm: Harm) -> int:
    target.hp -= harm.amount
    scene.record("damage", harm.rule, who=target.id, amount=harm.amount, by=harm.by)
    if target.hp <= 0 and not target.beaten:
        afflict(scene, target, "Unconscious" if target.pc else "Defeated")
        scene.maybe_over = True
    target.hp = target.hp if target.pc else max(0, target.hp)
    return harm.amount


def less_durability(scene: Scene, target: Being, amount: int, *, pierced: bool = False, times: int = 1) -> int:
    return max(0, times * (amount - total_of(durability(scene, target, pierced=pierced))))


def heal(scene: Scene, being: Being, amount: int, rule: str, *, outside: bool = True) -> int:
    before = being.hp
    being.hp = min(being.sheet.hp, being.hp + amount)
    if outside and being.hp > 0:
        being.relieve("Unconscious")
    scene.record("heals", rule, who=being.id, amount=being.hp - before)
    return being.hp - before


def dismiss(scene: Scene, being: Being, rule: str) -> None:
    afflict(scene, being, "Dismissed")


def lose_hp(scene: Scene, being: Being, amount: int, rule: str) -> None:
    being.hp -= amount


def defeat(scene: Scene, being: Being, rule: str, by: str = "") -> None:
    afflict(scene, being, "Defeated")
    scene.maybe_over = True
