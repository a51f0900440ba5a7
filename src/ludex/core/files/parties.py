"""Parties of another number than a scene was made for: who else stands against them, and who stays away.

    [parties.3]
    without = ["tough_7", "tough_8"]

    [parties.5.beings.tough_9]
    from = "alley_tough"
    at = [7, 4]

A scene is made for as many as are of the party in it. What stands here is of everybody else: whoever is of the party
comes as they are, and where nobody else does, ready characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from ludex.core.content.content import ContentError, Library, Record
from ludex.core.files.heroes import heroes, is_hero
from ludex.core.game import Game
from ludex.core.kernel.bounds import BEINGS
from ludex.core.kernel.english import count, no_such

MOST_PARTY = 12
SIZES = (3, 4, 5)  # for which it is told of a scene that comes with a game how hard it is

BESIDE_PLAY = ("parties", "script", "case", "expect")  # of a scene file, where it is looked at as for one party


class ForParty(Record, frozen=True, eq=False, kw_only=True):
    """How a scene is for a party of another number. `without`: beings who are not there then. `beings`: more of them,
    or other fields of those who are there."""

    without: Annotated[tuple[str, ...], msgspec.Meta(max_length=BEINGS)] = ()
    beings: Annotated[dict[str, dict[str, Any]], msgspec.Meta(max_length=BEINGS)] = {}


class Fitted(NamedTuple):
    """The tables of a scene for a party, and for how many they were made."""

    tables: dict[str, Any]
    size: int


def check_parties(
    game: Game[Any], library: Library, tables: Mapping[str, Any], parties: Mapping[str, ForParty], where: str
) -> None:
    """Who is left out or changed is there, and nobody of them is of the party."""
    if not parties:
        return
    beings = tables.get("beings", {})
    own = {hero.id for hero in heroes(game, library, tables)}
    if str(len(own)) in parties:
        raise ContentError(f"{where}, field parties.{len(own)}: the scene is made for as many; leave this out")
    for size, one in parties.items():
        if size not in map(str, range(1, MOST_PARTY + 1)):
            raise ContentError(f"{where}, field parties.{size}: expected a number of characters from 1 to {MOST_PARTY}")
        for number, name in enumerate(one.without):
            spot = f"{where}, field parties.{size}.without[{number}]"
            if name not in beings:
                raise ContentError(f"{spot}: {no_such('being', name, beings)}")
            if name in own:
                raise ContentError(f"{spot}: {name!r} is of the party, who comes as it is")
        for name, raw in one.beings.items():
            spot = f"{where}, field parties.{size}.beings.{name}"
            if name in one.without:
                raise ContentError(f"{spot}: {name!r} is left out for a party of {size}")
            if name in own or is_hero(game, library, name, {**beings.get(name, {}), **raw}):
                raise ContentError(f"{spot}: {name!r} is of the party, who comes as it is")


def fitted(game: Game[Any], library: Library, tables: Mapping[str, Any], size: int) -> Fitted:
    """The tables as they are against a party of so many: as they say it for this number, or else for the nearest one.
    The party stays as it is."""
    rest = {key: value for key, value in tables.items() if key != "parties"}
    parties = tables.get("parties") or {}
    own = len(heroes(game, library, tables))
    nearest = min({own, *map(int, parties)}, key=lambda number: (abs(number - size), number))
    if nearest == own:
        return Fitted(rest, own)
    return Fitted(against(rest, parties[str(nearest)]), nearest)


def said_of(size: int, made_for: int) -> str:
    """What people are told of it."""
    so_many = count(size, "character")
    return f"Set up for {so_many}." if made_for == size else f"Set up for {so_many}; the others are as for {made_for}."


def against(tables: Mapping[str, Any], one: Mapping[str, Any]) -> dict[str, Any]:
    gone = set(one.get("without", ()))
    beings = {name: raw for name, raw in tables.get("beings", {}).items() if name not in gone}
    for name, raw in one.get("beings", {}).items():
        beings[name] = {**beings.get(name, {}), **raw}
    return {**tables, "beings": beings}


def each_party(tables: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The scene for each number it tells of beside its own, as one by itself, without its script."""
    rest = {key: value for key, value in tables.items() if key not in BESIDE_PLAY}
    parties = tables.get("parties")
    for size, one in parties.items() if isinstance(parties, Mapping) else ():
        yield size, against(rest, one)
