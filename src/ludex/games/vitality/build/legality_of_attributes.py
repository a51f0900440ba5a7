"""Level and attributes: how many points there are, and how they may be spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.records.kinds import Person
from ludex.games.vitality.state import COMBAT, TIERS, UTILITY

RULES = ("vt.tier.table", "vt.attr.combat_points", "vt.attr.utility_points")


def about_level(level: int) -> Iterator[Refusal]:
    if not 0 <= level < len(TIERS):
        yield Refusal(f"level {level}; there are 0 to {len(TIERS) - 1}", "vt.tier.table")


def combat_points(level: int) -> int:
    """vt.attr.combat_points: twice the Tier."""
    return 2 * TIERS[level]


def utility_attribute_points(level: int) -> int:
    """vt.attr.utility_points: the Tier."""
    return TIERS[level]


def about_combat(values: Sequence[int], level: int) -> Iterator[Refusal]:
    yield from _about_points(COMBAT, values, level, combat_points(level), "vt.attr.combat_points")


def about_utility(values: Sequence[int], level: int) -> Iterator[Refusal]:
    yield from _about_points(UTILITY, values, level, utility_attribute_points(level), "vt.attr.utility_points")


def _about_points(names: Sequence[str], values: Sequence[int], level: int, points: int, rule: str) -> Iterator[Refusal]:
    """Whole numbers from 0 to the Tier, and no more of them than there are points."""
    tier = TIERS[level]
    for name, value in zip(names, values, strict=True):
        if not 0 <= value <= tier:
            yield Refusal(f"{name.capitalize()} {value}; at level {level} it is 0 to {tier}", rule)
    if sum(values) > points:
        yield Refusal(f"{sum(values)} points are spent; at level {level} there are {points}", rule)


def about_attributes(entry: Person) -> Iterator[Refusal]:
    values = {str(name): rank for name, rank in entry.attributes.items()}
    yield from about_combat([values.get(name, 0) for name in COMBAT], entry.level)
    yield from about_utility([values.get(name, 0) for name in UTILITY], entry.level)


def points_of(entry: Person, names: Sequence[str]) -> tuple[int, int]:
    """The points that are spent on the attributes of one kind, and those there are."""
    values = {str(name): rank for name, rank in entry.attributes.items()}
    points = combat_points(entry.level) if names == COMBAT else utility_attribute_points(entry.level)
    return sum([values.get(name, 0) for name in names]), points


def spent(entry: Person, names: Sequence[str]) -> str:
    """`7/9`: the points that are spent on these, of those there are."""
    used, points = points_of(entry, names)
    return f"{used}/{points}"
