"""What a character costs: points of HP, MP and Resolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.content.content import Library
from ludex.core.show.price import Bill
from ludex.games.cloudbreaker.build.spending import POOLS
from ludex.games.cloudbreaker.records.kinds import Character


def _character(library: Library, entry: Character) -> Bill:
    """cb.creation.starter: points for the three pools."""
    return Bill("points", tuple(zip(POOLS, (entry.hp, entry.mp, entry.resolve), strict=True)))


BILLS: dict[str, Callable[[Library, Any], Bill]] = {"character": _character}
