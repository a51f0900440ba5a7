"""Every kind of every game: what the book has goes through edits and comes back as it was, comments, order and all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.workshop.drafted import Draft, drafted
from ludex.workshop.editing import Edit, edited, raw_entry
from ludex.workshop.ground import ground_of_game, starter_texts
from tests.conftest import GAMES as NAMES

FEW, ALL = 2, 10_000  # entries of a kind that go through edits, of each twice as many fields
MOST = pytest.mark.parametrize("most", [FEW, pytest.param(ALL, marks=pytest.mark.long)])
KINDS = [(game, kind) for game in NAMES for kind in GAMES[game].kinds]


def fields(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all that has no parts."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield from fields(part, (*way, step)) if isinstance(part, dict | list) and part else [(*way, step)]


def at(value: Any, way: tuple[str | int, ...]) -> Any:
    for step in way:
        value = value[step]
    return value


def other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else f"{value} and more" if isinstance(value, str) else value


def some(ids: list[str], most: int) -> list[str]:
    """Of many a few, from all over."""
    return ids[:: max(1, -(-len(ids) // most))]


@MOST
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_an_entry_is_changed_field_by_field_and_comes_back_as_it_was(game: str, kind: str, most: int) -> None:
    texts = {id: text for (each, id), text in starter_texts(game).items() if each == kind}
    assert list(texts) == list(GAMES[game].starter.shelves[kind].entries)
    for id in some(list(texts), most):
        text = commented(texts[id])
        raw = raw_entry(kind, text)
        ways = list(fields(raw))
        there = [Edit(path=list(way), value=other(at(raw, way))) for way in ways]
        back = [Edit(path=list(way), value=at(raw, way)) for way in ways]
        step = max(1, len(ways) // (2 * most))
        changed = edited(kind, text, there[::step])
        assert changed != text
        assert edited(kind, changed, back[::step]) == text
        unknown = edited(kind, text, [Edit(path=["of_no_rule"], value=[1])])
        assert edited(kind, unknown, [Edit(path=["of_no_rule"])]) == text


def commented(text: str) -> str:
    """With a comment above it and one behind every other line that has a field of one line."""
    lines = text.rstrip("\n").split("\n")
    plain = re.compile(r"\w+ = [^\[{]*$")
    told = [f"{line}  # as it is" if number % 2 and plain.match(line) else line for number, line in enumerate(lines)]
    return "\n".join(["# What is said of it.", *told, ""])


@MOST
@pytest.mark.parametrize("game", NAMES)
def test_the_book_has_no_faults_and_reads_as_a_card(game: str, most: int) -> None:
    ground = ground_of_game(game)
    for kind, shelf in ground.library.shelves.items():
        for id in some(list(shelf.entries), most):
            text = ground.text(kind, id)
            told = drafted(ground, Draft(kind, text, origin=id))
            assert (told.text, told.differs) == (text, []), (kind, id)
            assert not [fault.text for fault in told.faults if fault.severe], (kind, id)
            assert told.card is not None
            assert told.card.name == shelf.entries[id].name
            written = drafted(ground, Draft(kind, entry=told.entry))
            assert (written.entry, written.sentences) == (told.entry, told.sentences), (kind, id)
