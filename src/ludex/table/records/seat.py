"""Seats: who sits at a table, and with which right."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ludex.core.kernel.ruling import Refusal, Refused

TABLE = "table"  # the rule by which the table itself refuses


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


NOBODY = "The machine"  # who sits as the game master where no person does
SPECTATOR = Seat(id="", role=Role.SPECTATOR, name="", token_hash="")  # nobody's, who sees what all players may see


def refuse(reason: str) -> Refused:
    """The table itself refuses: no right, not now."""
    return Refused(Refusal(reason, TABLE))


def master_only(seat: Seat) -> None:
    if seat.role is not Role.GM:
        raise refuse("only the game master may do that")
