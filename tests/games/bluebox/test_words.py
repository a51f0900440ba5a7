"""How damage is told in Blue Box."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.ruling import Ruling
from ludex.games.bluebox import BLUEBOX


def told(rolled: int, type_: str, *trace: tuple[str, int, str]) -> list[str]:
    """The line of what somebody takes, and the sentence of the damage alone."""
    tables: dict[str, Any] = {"options": BLUEBOX.rulebook.check_options({}), "beings": {"ann": {"at": [0, 0]}}}
    scene = BLUEBOX.build(tables, "test", BLUEBOX.library())
    damage = Ruling("damage", "bb.action.attack", {"who": "ann", "rolled": rolled, "type": type_, "trace": trace})
    takes = Ruling("takes", "bb.action.attack", {"who": "ann", "amount": 4, "thp": 0, "hp": 7})
    [line] = BLUEBOX.face().lines(scene, [damage, takes])
    return [line.words, BLUEBOX.sentence(scene, damage)]


def test_pure_damage_is_told_as_what_nothing_lowers() -> None:
    assert told(8, "plain", ("Pure", 8, "bb.damage.pure")) == [
        "Ann takes 8 Pure damage, which nothing lowers; 7 HP left",
        "8 Pure damage to Ann, which nothing lowers",
    ]


def test_each_step_from_the_damage_to_the_harm_is_told() -> None:
    steps = (("vulnerable to fire", 16, "bb.damage.vulnerability"), ("Plating", 8, "bb.plating"))
    assert told(8, "fire", *steps) == [
        "Ann takes 8 fire damage, vulnerable to fire: 16, halved by Plating: 8; 7 HP left",
        "8 fire damage to Ann, vulnerable to fire: 16, halved by Plating: 8",
    ]
