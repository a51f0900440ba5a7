"""Markup that cannot be broken by what people call their beings: text is escaped unless it is markup already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

WIDE = 4  # columns that fit on a phone
PERCENT = "\N{NO-BREAK SPACE}%"


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def join(parts: Iterable[str]) -> Html:
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def tag(name: str, *inside: str, **attributes: object) -> Html:
    """`tag("p", "Fish & chips", class_="dish")`. An attribute that is None is left out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{told}>{join(inside)}</{name}>")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], class_: str | None = None) -> Html:
    """The first cell of a row says what it is about. A wide one scrolls by itself, with the keyboard too."""
    head = tag("tr", *(tag("th", each, scope="col") if each else tag("td") for each in heads))
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    made = tag("table", tag("thead", head), tag("tbody", *body), class_=class_)
    told = ", ".join(each for each in heads if each)
    by_key = {"tabindex": "0", "role": "group", "aria_label": told} if len(heads) > WIDE else {}
    return tag("div", made, class_="wide", **by_key)


def more(summary: str, *inside: str) -> Html:
    """What is opened by those who want to know."""
    return tag("details", tag("summary", summary), *inside)


def section(title: str, note: str, *inside: str, class_: str | None = None) -> Html:
    """A part of the page: its heading, what its numbers mean, and what is in it."""
    head = tag("header", tag("h2", title), *([tag("p", note)] if note else []))
    return tag("section", head, *inside, class_=class_)


# ---------------------------------------------------------------- numbers in words


def number(value: float, digits: int = 1) -> str:
    """With a true minus; whole numbers without a fraction; what is not nothing is not told as 0.0."""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    least = 10.0**-digits
    return f"<{least:.{digits}f}" if 0 < value < least / 2 else f"{value:.{digits}f}".replace("-", "−")


def percent(rate: float, digits: int = 1) -> str:
    """Neither hides that something happens, nor that it sometimes does not."""
    least = 10.0**-digits
    if 0 < 100 * rate < least / 2:
        return f"<{least:.{digits}f}{PERCENT}"
    if 0 < 100 * (1 - rate) < least / 2:
        return f">{100 - least:.{digits}f}{PERCENT}"
    return f"{100 * rate:.{digits}f}{PERCENT}"


def signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def counted(count: int, noun: str) -> str:
    """`1 fight`, `10 000 fights`"""
    return f"{count:,} {noun}{'' if count == 1 else 's'}".replace(",", "\N{NARROW NO-BREAK SPACE}")
