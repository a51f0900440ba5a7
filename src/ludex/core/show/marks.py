"""Names that stay known in a sentence for what they are: marks around them, which nobody sees.

A sentence is a string, and whoever reads it in the log wants to know where it names a being, a thing or a place. So a
scene can be had in which every being has its name with a mark around it. Sentences are made of it as ever, and taken
apart at the marks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

OPENS, PARTS, ENDS = "\x02", "\x1f", "\x03"
MARKED = re.compile(f"{OPENS}([^{PARTS}{ENDS}]*){PARTS}([^{PARTS}{ENDS}]*){PARTS}([^{ENDS}]*){ENDS}")
SUM = "sum"  # the kind of mark around dice and numbers that lead to a result
SUMS = re.compile(f"{OPENS}{SUM}{PARTS}{PARTS}([^{ENDS}]*){ENDS}")


class Part(NamedTuple):
    """A part of a sentence: words, or the name of a being, a thing or a place."""

    words: str
    kind: str = ""  # being, thing or place
    id: str = ""


class Called(str):
    """What a thing or place is called: plain words, which take on their mark where a sentence is made of them."""

    marked: str

    def __format__(self, how: str) -> str:
        return self.marked


def called(kind: str, name: str, words: str) -> Called:
    found = Called(words)
    found.marked = mark(kind, name, words)
    return found


class Marked(dict[str, Any]):
    """The beings of a scene with marks around their names."""


def marked(scene: Any) -> Any:
    """The scene with names that stay known in sentences."""
    known = scene.fork()
    for who, being in known.beings.items():
        being.name = _known(who, being.name)
    known.beings = Marked(known.beings)
    return known


@lru_cache(maxsize=1 << 12)
def _known(who: str, name: str) -> str:
    return mark("being", who, name)


def mark(kind: str, name: str, words: str) -> str:
    return f"{OPENS}{kind}{PARTS}{name}{PARTS}{unmarked(words)}{ENDS}" if words else words


def summed(scene: Any, words: str) -> str:
    """The part of a sentence that tells how a result has come about: `d12 9 + 2 FOR = 11 against AC 6, `. Who sees the
    dice beside it can do without."""
    return mark(SUM, "", words) if isinstance(scene.beings, Marked) else words


def in_full(words: str) -> str:
    """Without the marks around sums, which are plain words then."""
    return SUMS.sub(r"\1", words)


def in_short(words: str) -> str:
    """Without the sums themselves: `Onuri attacks Ash Bear with Quake Maul: a hit`."""
    left = SUMS.sub("", words)
    return re.sub(r"[:,;]?\s*$", "", re.sub(r": *[,.;] ", ": ", left)) if left != words else words


def unmarked(words: str) -> str:
    """The words alone."""
    return MARKED.sub(r"\3", words) if OPENS in words else words


def parts(words: str) -> list[Part]:
    """A sentence, taken apart at its marks."""
    first, *found = MARKED.split(words)
    told = [Part(first)]
    for kind, name, called, rest in zip(found[::4], found[1::4], found[2::4], found[3::4], strict=True):
        told += [Part(called, kind, name), Part(rest)]
    return [part for part in told if part.words]


def capital(words: str) -> str:
    """With a capital letter at the beginning."""
    at = MARKED.match(words)
    start = at.start(3) if at is not None else 0
    return words[:start] + words[start : start + 1].upper() + words[start + 1 :]
