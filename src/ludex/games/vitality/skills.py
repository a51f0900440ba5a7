"""Skill checks. A placeholder with the agreed names, so that the package runs: V4 writes this file anew."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.ruling import Modifier
from ludex.core.scene import Entry
from ludex.games.vitality.being import Being, Scene
from ludex.games.vitality.rolls import SKILL, Throw
from ludex.games.vitality.scores import skill_parts
from ludex.games.vitality.throws import cast


def skill_check(
    scene: Scene,
    being: Being,
    attribute: str,
    number: int | None,
    then: Entry,
    *,
    rule: str = "vt.skill.check",
    extra: Iterable[Modifier] = (),
) -> None:
    modifiers = (*skill_parts(scene, being, attribute), *extra)
    cast(scene, Throw(SKILL, being.id, rule, modifiers, d20s=0, number=number), then)


def passed(natural: int, throw: Throw) -> bool:
    return throw.number is not None and natural + throw.bonus >= throw.number
