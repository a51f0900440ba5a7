"""The parts of a pack by their names, and how much of it is read.

    pack.toml            what it is
    adventure.toml       chapter after chapter, for who leads it
    *.toml               content
    scenes/*.toml        scene files
    days/*.toml          scenes, rests and travel in a row
    pictures/*.png       also .jpg and .webp

Anything else has no place in a pack. A name leads nowhere else, whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256

from ludex.core.kernel.bounds import TEXT
from ludex.core.kernel.ruling import BadInput

MANIFEST, ADVENTURE = "pack.toml", "adventure.toml"
SCENES, DAYS, PICTURES = "scenes/", "days/", "pictures/"
ENDING = ".ludex"  # of a pack in one file

MOST_FILE = 32_000_000  # bytes of a pack in one file
MOST_PARTS = 400
MOST_TEXT = 4 * TEXT  # bytes of one part of text: more are always too many characters
MOST_TEXTS = 4_000_000  # bytes of all of them
MOST_ALL = 48_000_000  # bytes of everything, when unpacked

_NAME = r"[A-Za-z0-9][A-Za-z0-9_. -]{0,79}"
NAME = re.compile(rf"(?:{SCENES}|{DAYS})?{_NAME}\.toml|{PICTURES}{_NAME}\.(?:png|jpg|jpeg|webp)")

FOR_TOKEN = re.compile(rf"{PICTURES}{_NAME}\.token\.(?:jpg|webp)")  # as the editor calls them

Parts = Mapping[str, bytes]  # by name, in order


def is_text(name: str) -> bool:
    return name.endswith(".toml")


def is_scene(name: str) -> bool:
    return name.startswith(SCENES)


def is_day(name: str) -> bool:
    return name.startswith(DAYS)


def is_picture(name: str) -> bool:
    return name.startswith(PICTURES)


def left_over(parts: Parts) -> set[str]:
    """Pictures that the editor has made for tokens, as their names say, and that no text of the pack names any more."""
    texts = [data for name, data in parts.items() if is_text(name)]
    made = [name for name in parts if FOR_TOKEN.fullmatch(name)]
    return {name for name in made if not any(name.removeprefix(PICTURES).encode() in text for text in texts)}


def is_content(name: str) -> bool:
    return is_text(name) and not is_scene(name) and not is_day(name) and name not in (MANIFEST, ADVENTURE)


def check_names(names: Iterable[str]) -> None:
    """Have all of them a place in a pack, and can they stand beside each other on every disk?"""
    seen: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        if not NAME.fullmatch(name):
            raise BadInput(f"{name[:80]!r} has no place in a pack: expected {PLACES}")
        if number > MOST_PARTS:
            raise BadInput(f"it has too many files: at most {MOST_PARTS} are read")
        if other := seen.get(name.lower()):
            raise BadInput(f"{name!r} stands there twice" if name == other else f"{name!r} and {other!r} are one name")
        seen[name.lower()] = name


PLACES = (
    "pack.toml, adventure.toml, NAME.toml, scenes/NAME.toml, days/NAME.toml and pictures/NAME.png, .jpg or .webp, "
    "of letters, digits, _ - . and blanks"
)


class Room:
    """How much of a pack may still come."""

    def __init__(self) -> None:
        self._texts, self._all = MOST_TEXTS, MOST_ALL

    def for_one(self, name: str) -> int:
        """The bytes that this part may have, and one more by which it is found to have too many."""
        return min(MOST_TEXT, self._texts, self._all) + 1 if is_text(name) else self._all + 1

    def take(self, name: str, data: bytes) -> None:
        self._all -= len(data)
        self._texts -= len(data) if is_text(name) else 0
        if is_text(name) and len(data) > MOST_TEXT:
            raise BadInput(f"{name}: expected at most {MOST_TEXT:,} bytes")
        if self._texts < 0:
            raise BadInput(f"it has too much text: at most {MOST_TEXTS:,} bytes in all files together are read")
        if self._all < 0:
            raise BadInput(f"it is too large: at most {MOST_ALL:,} bytes in all, when unpacked, are read")


def checked(parts: Parts) -> dict[str, bytes]:
    """Parts that somebody gives as they are: by name, if they are within all bounds."""
    check_names(parts)
    room = Room()
    for name, data in parts.items():
        room.take(name, data)
    return {name: parts[name] for name in ordered(parts)}


def ordered(names: Iterable[str]) -> list[str]:
    """What it is first, then its adventure, content, scenes, days and pictures, each by name."""
    first = (MANIFEST, ADVENTURE)
    return sorted(names, key=lambda name: (name not in first, is_picture(name), is_day(name), is_scene(name), name))


def seal_of(parts: Parts) -> str:
    """A digest of all parts: the same pack has the same seal, as a folder and as a file."""
    told = sha256()
    for name in ordered(parts):
        told.update(f"{name} {len(parts[name])}\n".encode() + parts[name])
    return told.hexdigest()
