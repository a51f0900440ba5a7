"""The kinds of content: who there is, and where they meet."""

from __future__ import annotations

from ludex.core.content.content import Entry, Record
from ludex.core.plan.entries import ZonesEntry


class Fighter(Entry, frozen=True, eq=False, kw_only=True):
    health: int
    guard: int  # what an attack has to reach
    skill: int = 0


class Character(Fighter, frozen=True, eq=False, kw_only=True):
    """Somebody whom a player plays."""


class Enemy(Fighter, frozen=True, eq=False, kw_only=True):
    """Somebody on the other side."""


class ZoneEntry(Record, frozen=True, eq=False, kw_only=True):
    id: str
    name: str
    at: tuple[int, int]  # x runs east, y runs south; zones side by side are joined


class Board(ZonesEntry, frozen=True, eq=False, kw_only=True):
    zones: tuple[ZoneEntry, ...] = (ZoneEntry(id="here", name="Here", at=(0, 0)),)


KINDS = {"character": Character, "enemy": Enemy, "board": Board}
