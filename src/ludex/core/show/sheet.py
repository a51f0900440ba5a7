"""A sheet: sections of rows, each a label with what stands there, as words and, where it is a number, as that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple


class Row(NamedTuple):
    """`HP 23 of 30`, `FOR +2, Save DC 8`, `Wind Staff melee, 1 to 3 m`."""

    label: str
    words: str
    number: int | None = None  # with which the words begin, where they do
    of: int | None = None  # so many at most
    signed: bool = False  # a bonus: with its sign
    rest: str = ""  # what the words say beside the number
    things: tuple[str, ...] = ()  # ids of what it is about
    note: str = ""  # the words where the price, or what it is, stands beside them already; empty: the same


Kind = Literal["", "who", "now", "numbers", "arms"]  # under the name; what changes; bonuses; what one strikes with


class Section(NamedTuple):
    title: str
    rows: list[Row]
    kind: Kind = ""


Pair = tuple[str, str] | Row


def section(title: str, pairs: Iterable[tuple[Any, ...]], kind: Kind = "") -> Section:
    """Rows, and plain labels with words among them."""
    return Section(title, [Row(*pair) for pair in pairs], kind)


def figure(label: str, number: int, words: str, rest: str = "", signed: bool = False, of: int | None = None) -> Row:
    return Row(label, words, number, of, signed, rest)


def out_of(label: str, number: int, most: int, more: str = "") -> Row:
    """`23 of 30`"""
    return Row(label, f"{str(number).replace('-', '−')} of {most}{more}", number, most, rest=f"of {most}{more}")
