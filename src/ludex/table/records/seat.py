"""Seats: who sits at a table, and with which right."""

from __future__ import annotations

from enum import StrEnum

import msgspec


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
