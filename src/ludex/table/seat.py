"""Seats: who sits at a table, with which right, and what they may know."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from ludex.core.game import Game
from ludex.core.procedure import GM


class Role(StrEnum):
    GM = "gm"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    role: Role
    name: str
    token_hash: str
    beings: tuple[str, ...] = ()
    muted: bool = False
    removed: bool = False
    standing: dict[str, str] = {}  # by rule: `always` or `never`; all else is asked


def knowledge(game: Game[Any], scene: Any, seat: Seat) -> str:
    """`gm`, or the side that knows what this seat may know: that of its beings; for whoever has none the players'."""
    if seat.role is Role.GM:
        return GM
    beings = scene.beings if scene is not None else {}
    return next((str(beings[name].side) for name in seat.beings if name in beings), game.sides[0])
