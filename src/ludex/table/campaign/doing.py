"""Doings: what a seat can do at a table, each a struct with its arguments, and the function that does it.

@does(Rename, Role.GM)
def rename(table: Campaign, seat: Seat, what: Rename) -> None: ...

A doing checks, then adds entries; what cannot be done raises `Refused` or `BadInput` and has changed nothing. What an
entry changes is told by a function that is registered for the kind of its body.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from ludex.core.kernel.ruling import Refusal, Refused
from ludex.table.records.entry import Body, Entry
from ludex.table.records.seat import Role, Seat

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign

TABLE = "table"  # the rule by which the table itself refuses


class Doing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What a seat wants done. The tag, `do`, is its kind."""


D = TypeVar("D", bound=Doing)
B = TypeVar("B", bound=Body)


class Done(NamedTuple):
    roles: tuple[Role, ...]
    function: Callable[[Any, Seat, Any], Any]


DOINGS: dict[type[Doing], Done] = {}
FOLDS: dict[type[Body], Callable[[Any, Entry, Any], None]] = {}
EVERYBODY = (Role.GM, Role.PLAYER, Role.SPECTATOR)
PLAYERS = (Role.GM, Role.PLAYER)


def does(
    kind: type[D], *roles: Role
) -> Callable[[Callable[[Campaign, Seat, D], Any]], Callable[[Campaign, Seat, D], Any]]:
    """Register the function that does this; seats of these roles have the right to it."""

    def register(function: Callable[[Campaign, Seat, D], Any]) -> Callable[[Campaign, Seat, D], Any]:
        DOINGS[kind] = Done(roles, function)
        return function

    return register


def folds(
    kind: type[B],
) -> Callable[[Callable[[Campaign, Entry, B], None]], Callable[[Campaign, Entry, B], None]]:
    """Register what an entry of this kind changes. It may not fail: whoever adds the entry has checked."""

    def register(function: Callable[[Campaign, Entry, B], None]) -> Callable[[Campaign, Entry, B], None]:
        FOLDS[kind] = function
        return function

    return register


def refuse(reason: str) -> Refused:
    """The table itself refuses: no right, not now."""
    return Refused(Refusal(reason, TABLE))


def master_only(seat: Seat) -> None:
    if seat.role is not Role.GM:
        raise refuse("only the game master may do that")
