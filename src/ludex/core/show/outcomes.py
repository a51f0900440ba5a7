"""What has come of something for somebody, in short: numbers and conditions that stand beside a deed in the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.core.content.conditions import Conditions
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.face import Came

Changed = Callable[[Mapping[str, Any]], Came | None]  # of the values of a ruling


def lost(what: str, amount: str = "amount") -> Changed:
    """So much less of a pool."""
    return lambda values: Came(values["who"], what, -values[amount]) if values[amount] > 0 else None


def gained(what: str, amount: str = "amount") -> Changed:
    """So much more of it."""
    return lambda values: Came(values["who"], what, values[amount], good=True) if values[amount] > 0 else None


def fell(what: str) -> Changed:
    """Out of the fight, in a word."""
    return lambda values: Came(values["who"], what)


def came_of(
    ruling: Ruling, changes: Mapping[str, Changed], conditions: Conditions, name: Callable[[str], str] = str
) -> Came | None:
    """By its kind; of conditions those that matter in a fight, and those that are the content's own."""
    if ruling.kind in changes:
        return changes[ruling.kind](ruling.values)
    if ruling.kind != "condition":
        return None
    condition = str(ruling.values["condition"])
    kind = conditions.get(condition)
    told_otherwise = kind is not None and kind.fate == "dead" and "dies" in changes
    if told_otherwise or (kind is not None and not kind.worth and not kind.fate):
        return None
    return Came(str(ruling.values["who"]), name(condition))
