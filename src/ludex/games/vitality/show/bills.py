"""What entries cost: upgrades, limits and attacks in points, what a boon buys in boons, features in utility points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.content.content import Library
from ludex.core.show.price import Bill
from ludex.games.vitality.book.attacks.built import price_of
from ludex.games.vitality.records.kinds import Person

POINTS, BOONS, UTILITY = "points", "boons", "utility points"


def _costs(unit: str) -> Callable[[Library, Any], Bill]:
    return lambda library, entry: Bill(unit, ((entry.name, entry.cost),))


def _bonus(library: Library, entry: Any) -> Bill:
    """vt.boon.passive, vt.boon.conditional: each is one boon."""
    return Bill(BOONS, ((entry.name, 1),))


def _person(library: Library, entry: Person) -> Bill:
    """vt.attack.build: the attacks of somebody, each by the points it takes."""
    return Bill(POINTS, tuple([(attack.name, price_of(library, attack)) for attack in entry.attacks]))


BILLS: dict[str, Callable[[Library, Any], Bill]] = {
    "upgrade": _costs(POINTS),
    "limit": _costs(POINTS),
    "passive": _bonus,
    "conditional": _bonus,
    "trait": _costs(BOONS),
    "ability": _costs(BOONS),
    "feature": _costs(UTILITY),
    "character": _person,
    "enemy": _person,
}
