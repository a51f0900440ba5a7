"""What people and tables are called: in letters that can be seen, and so that two are not taken for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, count
from unicodedata import category, normalize

from ludex.core.kernel.letters import seen, unseen
from ludex.core.kernel.ruling import BadInput

MOST_NAME = 60
MOST_TITLE = 120
# Letters of other scripts, and digits, that look like a Latin one. Not all there are, but those that make up words
ALIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏ" "αεικνορτυχωϲ" "01|!$5@",
    "abekmhopctyxijsdqwhl" "aeiknoptuxwc" "olllssa",
)  # fmt: skip


def name_of(words: str) -> str:
    """Of somebody."""
    return _seen(" ".join(words.split()), "name", MOST_NAME)


def title_of(words: str) -> str:
    """Of a table."""
    return _seen(words.strip(), "title", MOST_TITLE)


def mended(words: str, most: int, otherwise: str) -> str:
    """A name or title that was never checked, with all that is wrong taken out."""
    return " ".join(seen(normalize("NFC", " ".join(words.split()))).split())[:most] or otherwise


def told_apart(found: str, others: Iterable[str]) -> str:
    """The name itself, or with a number where it looks like that of somebody else."""
    taken = {looks(other) for other in others}
    return numbered(found, MOST_NAME, lambda one: looks(one) not in taken)


def numbered(found: str, most: int, free: Callable[[str], bool]) -> str:
    """The words themselves where they are free, or with the first number behind them with which they are."""
    tails = chain(("",), map(" ({})".format, count(2)))
    return next(one for tail in tails if free(one := f"{found[: most - len(tail)]}{tail}"))


def looks(words: str) -> str:
    """The same for all names that look alike."""
    plain = normalize("NFKD", words).casefold()
    return "".join(letter for letter in plain if category(letter) != "Mn").translate(ALIKE).replace("i", "l")


def _seen(words: str, field: str, most: int) -> str:
    found = normalize("NFC", words)
    if not found or len(found) > most:
        raise BadInput(f"{field}: expected 1 to {most} characters, not {len(found)}")
    if wrong := unseen(found):
        raise BadInput(f"{field}: expected letters that can be seen, not {wrong!r}")
    return found
