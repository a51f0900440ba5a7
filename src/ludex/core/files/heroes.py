"""The heroes of a scene file: those of the party who are made from characters, whom somebody can play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludex.core.content.content import Library
from ludex.core.game import Game


class Hero(NamedTuple):
    id: str  # of the being in the scene
    name: str
    character: str  # of which they are made


def is_hero(game: Game[Any], library: Library, name: str, raw: Any) -> bool:
    """Is it somebody of the party who is made from a character?"""
    if not isinstance(raw, Mapping) or raw.get("side", game.sides[0]) != game.sides[0]:
        return False
    return str(raw.get("from", name)) in library.shelves["character"]


def heroes(game: Game[Any], library: Library, tables: Mapping[str, Any]) -> list[Hero]:
    """In the order of the file."""
    beings = tables.get("beings", {})
    if not isinstance(beings, Mapping):
        return []
    there = [(name, raw) for name, raw in beings.items() if is_hero(game, library, name, raw)]
    return [_hero(library, name, raw) for name, raw in there]


def _hero(library: Library, name: str, raw: Mapping[str, Any]) -> Hero:
    entry = library.shelves["character"].get(str(raw.get("from", name)))
    return Hero(name, str(raw.get("name", "")) or entry.name, entry.id)
