"""The types of what rulings tell, as the pages of docs/ state them: which there are, and does a value have one?

A type is written as `number`, `list of being`, `[text, number]`, or `being or empty`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from ludex.core.content.content import Library
from ludex.core.files.ruling_values import fits
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.ruling import Ruling
from ludex.core.kernel.scene import Scene
from tests.pages import DOCS, PAGES, Page

TITLE = "### Types of values"
BY_GAME = "by the game"  # what the page of scene files says where the pages of the games say it


class World(NamedTuple):
    """The names that a ruling can mean."""

    beings: frozenset[str]
    zones: frozenset[str]
    entries: frozenset[str]
    conditions: frozenset[str]
    sides: frozenset[str]
    rules: frozenset[str]


def world(page: Page, *scenes: Scene[Any]) -> World:
    """What there is in a scene before and after something has happened."""
    return World(
        frozenset(name for scene in scenes for name in scene.beings),
        frozenset(zone for scene in scenes for zone in getattr(getattr(scene, "board", None), "zones", ())),
        _entries(scenes[0].library),
        frozenset(page.conditions),
        frozenset(page.game.sides),
        frozenset((*page.game.rulebook.rules, *page.game.rulebook.gaps)),
    )


def _entries(library: Library) -> frozenset[str]:
    return frozenset(name for shelf in library.shelves.values() for name in shelf.entries)


# ---------------------------------------------------------------- types

NAMES = ("being", "zone", "entry", "condition", "side", "rule")
ATOMS = ("number", "true/false", "text", "empty", "nothing", "cell", "hex", "edge", "anything", *NAMES)


def _is(there: World, name: str, value: Plain) -> bool:
    among: dict[str, frozenset[str]] = dict(
        zip(NAMES, (there.beings, there.zones, there.entries, there.conditions, there.sides, there.rules), strict=True)
    )
    return isinstance(value, str) and value in among[name]


def atoms(type: str) -> list[str]:
    """The names of which a type is made."""
    return re.split(r" or |, ", re.sub(r"list of |[\[\]]", "", type))


# ---------------------------------------------------------------- what the pages say


class Types:
    """The types that the page of a game, and the one of scene files, state."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.of: dict[str, str] = {}  # by the name of a value
        self.of_kind = of_every_game()  # and where a kind of ruling has another
        self.stated: list[tuple[str, str]] = []  # each kind, or "", with the value; as the page of the game has them
        for type, values in page.rows(TITLE):
            for name, kinds in re.findall(r"`(\w+)`(?: \(([^)]*)\))?", values):
                for kind in re.findall(r"`(\w+)`", kinds) or ("",):
                    self._state(kind, name, type)

    def _state(self, kind: str, name: str, type: str) -> None:
        self.stated.append((kind, name))
        if kind:
            self.of_kind[kind, name] = type
        else:
            self.of[name] = type

    def type(self, kind: str, value: str) -> str:
        return self.of_kind.get((kind, value), self.of.get(value, ""))


def of_every_game() -> dict[tuple[str, str], str]:
    """What the page of scene files says, by kind and value."""
    text = (DOCS / "scenes.md").read_text(encoding="utf-8")
    table = text.partition(f"\n{TITLE}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*?) \|", table, re.MULTILINE)
    return {(kind, value): type for kind, value, type in rows if type != BY_GAME}


@cache
def types(game: str) -> Types:
    return Types(next(page for page in PAGES if page.name == game))


def untypical(game: str, rulings: Iterable[Ruling], *scenes: Scene[Any]) -> list[str]:
    """What in these rulings is not as the page of the game says."""
    stated = types(game)
    there = world(stated.page, *scenes)
    return [
        f"{ruling.kind}, {name}: {value!r} is not {stated.type(ruling.kind, name) or 'listed'}"
        for ruling in rulings
        for name, value in _plain(ruling.values).items()
        if name not in stated.page.game.ruling_values[ruling.kind]
        or not (type := stated.type(ruling.kind, name))
        or not fits(type, value, partial(_is, there))
    ]


def _plain(values: Mapping[str, object]) -> dict[str, Plain]:
    return {name: plain(value) for name, value in values.items()}
