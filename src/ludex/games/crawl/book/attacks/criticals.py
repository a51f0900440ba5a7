"""The critical tables: what a natural 20 adds to a hit, and what a natural 1 does to the attacker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces
from ludex.core.kernel.procedure import roll
from ludex.games.crawl.book.dice import D20
from ludex.games.crawl.book.health.damage import amount, lose_hp
from ludex.games.crawl.book.health.wounds import bleed, damage_senses, incapacitate
from ludex.games.crawl.state import Being, Scene


class Row(NamedTuple):
    """Up to which face it counts, what it does, and the sides of the die that says how much."""

    to: int
    effect: str  # bleed_turns, bleed_damage, senses_turns, or the limb that cannot be used any more
    sides: int = 0
    times: int = 1  # by how much the damage of the attack is multiplied


SHARED = (
    Row(1, "bleed_turns", 4),
    Row(4, "left leg"),
    Row(7, "right leg"),
    Row(10, "right arm"),
    Row(13, "left arm"),
    Row(16, "bleed_damage", 4),
    Row(19, "senses_turns", 6),
)
HIT_TABLE = (*SHARED, Row(20, "bleed_damage", 4, times=2))  # tc.crit.hit_table
FAIL_TABLE = (*SHARED, Row(20, "bleed_turns", 4))  # tc.crit.fail_table


@dataclass(frozen=True, slots=True)
class OnTable:
    """The row of a table by its number."""

    table: tuple[Row, ...]

    def total(self, faces: Faces) -> int:
        return faces[0]

    def __call__(self, faces: Faces) -> int:
        return next(number for number, row in enumerate(self.table) if faces[0] <= row.to)


async def roll_table(
    scene: Scene, attacker: Being, victim: Being, table: tuple[Row, ...], rule: str
) -> tuple[int, int]:
    """Roll on a table and let the row befall the victim. Gives by how much the damage is multiplied and how much the
    victim is to lose at once beside it."""
    row = table[await roll(D20, OnTable(table), by=attacker.id, rule=rule, about={"target": victim.id})]
    much = await amount(scene, attacker, 1, row.sides, rule=rule, target=victim.id) if row.sides else 0
    scene.record("critical", rule, who=victim.id, by=attacker.id, effect=row.effect, amount=much, times=row.times)
    if row.effect == "bleed_turns":
        bleed(scene, victim, much)
    elif row.effect == "senses_turns":
        damage_senses(scene, victim, much)
    elif row.effect != "bleed_damage":
        incapacitate(scene, victim, row.effect)
    return row.times, much if row.effect == "bleed_damage" else 0


@step("tc.crit.fail_table")
async def botch(scene: Scene, attacker: Being) -> None:
    """The attacker suffers what the table says."""
    _, lost = await roll_table(scene, attacker, attacker, FAIL_TABLE, "tc.crit.fail_table")
    if lost:
        lose_hp(scene, attacker, lost, by=attacker.id, rule="tc.bleed")
