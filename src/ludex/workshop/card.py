"""An entry as players will see it: somebody by their sheet, anything else by what its fields say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from ludex.core.content.content import Entry, Library
from ludex.core.content.forms import Forms
from ludex.core.content.said import BLANK, Words, default_of
from ludex.core.files.scenefile import scene_from
from ludex.core.game import Game
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.scene.shape import PEOPLE

HIDDEN = ("id", "name", "text", "look")  # told elsewhere on a card, or not at all


class CardLine(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    value: str


class CardPart(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    lines: list[str]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """`lines`: at a glance. `parts`: what it says of itself, under an empty title, and the rest."""

    name: str
    look: str
    lines: list[CardLine]
    parts: list[CardPart]


def card_of(game: Game[Any], library: Library, kind: str, raw: Mapping[str, Any], sound: bool) -> Card | None:
    """Nothing where it cannot be told what it is. `sound`: the library has it, and it can be used."""
    name, text, look = raw.get("name", ""), raw.get("text", ""), raw.get("look", "")
    if not isinstance(name, str) or not isinstance(text, str) or not isinstance(look, str):
        return None
    told = [CardPart(title="", lines=[text])] if text else []
    lines: list[CardLine] = []
    parts: list[CardPart] = []
    if sound and kind in (*PEOPLE, "object"):
        with suppress(Exception):  # whatever somebody has written, the rest of the draft is told
            lines, parts = _of_somebody(game, library, raw)
    if not lines:
        lines, parts = _of_fields(Words(game.forms, library), library.shelves[kind].record, raw)
    return Card(name=name, look=look, lines=lines, parts=[*told, *parts])


def _of_somebody(game: Game[Any], library: Library, raw: Mapping[str, Any]) -> tuple[list[CardLine], list[CardPart]]:
    """As their sheet has them before anything has happened."""
    scene = alone(game, library, raw["id"])
    being = scene.beings["them"]
    lines = [CardLine(label=label, value=value) for label, value in game.summary(scene, being)]
    parts = [
        CardPart(title=section.title, lines=[f"{row.label}: {row.words}" for row in section.rows])
        for section in game.face().sheet(scene, being)
        if section.rows and section.kind != "now"
    ]
    return lines, parts


def alone(game: Game[Any], library: Library, id: str) -> Scene[Any]:
    """A scene with somebody alone in it, called `them`; `BadInput` where they cannot be made."""
    found = next(_scenes(game, library, id), None)
    if found is not None:
        return found
    tables = {"beings": {"them": {"from": id}}, "options": game.rulebook.check_options({})}
    crowded: Scene[Any] = game.set_up(tables, id, library)  # whether or not they have room
    return crowded


def _scenes(game: Game[Any], library: Library, id: str) -> Iterator[Scene[Any]]:
    """With them alone: nowhere in particular, or on a board on which they have room."""
    for where in ({}, *({"board": board.id} for board in library.all("board"))):
        with suppress(BadInput):
            yield scene_from({"game": game.name, "beings": {"them": {"from": id}}, **where}, "", library).scene


def _of_fields(words: Words, record: type[Any], raw: Mapping[str, Any]) -> tuple[list[CardLine], list[CardPart]]:
    lines, parts = [], []
    for field, (_, advanced) in words.forms.placed(record).items():
        if advanced or field in HIDDEN or field not in raw or raw[field] == default_of(record, field):
            continue
        title = words.forms.field_title(record, field)
        if said := list(_told_apart(words, record, raw, field)):
            parts.append(CardPart(title=title, lines=said))
        elif (value := words.with_unit(record, raw, field)) != BLANK:
            lines.append(CardLine(label=title, value=value))
    return lines, parts


def _told_apart(words: Words, record: type[Any], raw: Mapping[str, Any], field: str) -> Iterator[str]:
    """Each table of a list as a sentence of its own; nothing of what is no such list."""
    value = raw[field]
    if isinstance(value, list) and any(isinstance(part, Mapping) for part in value):
        for number in range(len(value)):
            yield from _one(words, record, raw, field, number)


def _one(words: Words, record: type[Any], raw: Mapping[str, Any], field: str, number: int) -> Iterator[str]:
    part = raw[field][number]
    name = part.get("name") if isinstance(part, Mapping) else None
    said = words.value(record, {**raw, field: [part]}, field)
    yield name if isinstance(name, str) and said == BLANK else said


def group_of(forms: Forms, library: Library, kind: str, raw: Mapping[str, Any]) -> str:
    """Under which heading an entry stands where one is chosen."""
    record = library.shelves[kind].record
    field = forms.grouped(record)
    said = Words(forms, library).value(record, raw, field) if field else ""
    said = f"{forms.field_title(record, field)} {said}" if said.isdigit() else said  # of what, a number does not say
    return said[:1].upper() + said[1:]


def price_of(game: Game[Any], library: Library, kind: str, entry: Entry) -> tuple[int | None, str]:
    """What an entry costs in all, and in what; nothing where it has no price."""
    bill = None
    if kind in game.bills:
        with suppress(Exception):  # whatever a rule does with what is wrong
            bill = game.bills[kind](library, entry)
    return (bill.total, bill.unit) if bill is not None else (None, "")
