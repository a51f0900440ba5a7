"""What something costs, and what somebody has left to spend: amounts of a unit, each with its words; and what an entry
of content costs whoever has it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

REACTION = "Reaction"  # the unit of what is for others' turns


class Paid(NamedTuple):
    """`2 AP`, `3 of 8 spaces`, `free`."""

    amount: int  # 0: nothing that is counted
    unit: str  # what is paid, one of it: AP, Major, space
    words: str
    of: int | None = None  # so many there are
    rest: str = ""  # what the amount and the unit do not say
    joined: str = ", "  # to what stands before it


class Bill(NamedTuple):
    """What an entry of content costs whoever has it, part by part."""

    unit: str  # AP, money, points
    parts: tuple[tuple[str, int], ...]  # each with its name; below nothing where it gives some back

    @property
    def total(self) -> int:
        return sum([amount for _, amount in self.parts])


Price = tuple[Paid, ...]
NOTHING: Price = ()


def words(said: str) -> Price:
    """What is said and not counted: `free`."""
    return (Paid(0, "", said, rest=said),) if said else ()


def some(amount: int, unit: str, said: str = "", rest: str = "", of: int | None = None) -> Price:
    """`some(2, "AP")` is `2 AP`; `said` where it is called otherwise, `rest` for what stands behind it."""
    called = said or f"{amount} {unit}"
    more = rest if of is None else f"of {of} {rest}".strip()
    return (Paid(amount, unit, f"{called} {rest}" if rest else called, of, more),)


def linked(parts: Iterable[Price]) -> Price:
    """Several, the last with `and`: `Primary, 2 HP and an Effort`."""
    found = [paid for part in parts for paid in part]
    return (*found[:-1], found[-1]._replace(joined=" and ")) if len(found) > 1 else tuple(found)


def price_words(price: Price) -> str:
    """All of it in words."""
    return "".join(f"{paid.joined if place else ''}{paid.words}" for place, paid in enumerate(price))


def as_paid(price: Price) -> list[dict[str, Any]]:
    """As it is sent."""
    return [
        {"amount": paid.amount, "unit": paid.unit, "words": paid.words, "of": paid.of, "rest": paid.rest}
        for paid in price
    ]
