"""Small words: lists, numbers and plurals as people write them, and what somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

MOST_TOLD = 30  # names that somebody reads before they would rather look them up


def listed(names: Iterable[str], last: str = "and") -> str:
    """`Ann, Ben and Cid`"""
    *first, end = list(names) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def who_sees(names: list[str], whom: str) -> str:
    """`Ann and Ben see Cid`"""
    return f"{listed(names)} {'sees' if len(names) == 1 else 'see'} {whom}"


def count(number: int, what: str) -> str:
    """`1 space`, `2 spaces`, `3 batteries`"""
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what[-1] == "y" and what[-2] not in "aeiou" else f"{number} {what}s"


def a(what: str) -> str:
    """`a weapon`, `an item`, `an npc`: by how it is said, and letters are said one by one"""
    said_so = what[:1] in "aeiou" or what.split()[0].lower() == "npc"
    return f"an {what}" if said_so else f"a {what}"


def number(value: object) -> str:
    """With a true minus where it is below 0."""
    return str(value).replace("-", "−")


def cell_name(cell: Any) -> str:
    return f"{cell[0]},{cell[1]}"


def meant(written: object, known: Iterable[str]) -> str:
    """`did you mean …` for a word that is not known: the known words it is close to, or all of them where it is close
    to none."""
    there = sorted(set(known))
    return near(written, there) or f"expected one of: {some_of(there)}"


def some_of(names: Sequence[str]) -> str:
    """`a, b, c`; of very many the first, and how many more there are."""
    more = len(names) - MOST_TOLD
    if more <= 1:  # to say that there is one more takes as long as to name it
        return ", ".join(names) or "none"
    return f"{', '.join(names[:MOST_TOLD])} and {more} more"


def near(written: object, known: Iterable[str], most: int = 3) -> str:
    """`did you mean …` alone, for lists that are too long to read: empty where no known word is close."""
    found = get_close_matches(str(written), sorted(set(known)), most)
    return f"did you mean {' or '.join(found)}?" if found else ""


def no_such(what: str, written: object, known: Iterable[str]) -> str:
    """`there is no weapon 'pyke'; did you mean pike?`"""
    return "; ".join(filter(None, (f"there is no {what} {written!r}", near(written, known))))


def there_are(written: object, known: Iterable[str]) -> str:
    """`did you mean …? there are: …` for a word of a short list, which is told in full and in its order."""
    names = list(dict.fromkeys(known))
    return f"{near(written, names)} there are: {some_of(names)}".strip()
