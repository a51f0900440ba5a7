"""Doings: what a seat can do at a table, each a struct with its arguments, and the function that does it.

@does(Rename, Role.GM)
def rename(table: Campaign, seat: Seat, what: Rename) -> None: ...

A doing checks, then adds entries; what cannot be done raises `Refused` or `BadInput` and has changed nothing. What an
entry changes is told by a function that is registered for the kind of its body.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from ludex.table.records.entry import Body, Entry
from ludex.table.records.seat import Role, Seat


class Doing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What a seat wants done. The tag, `do`, is its kind."""


D = TypeVar("D", bound=Doing)
B = TypeVar("B", bound=Body)
C = TypeVar("C")  # `Campaign`, which this file does not know


class Done(NamedTuple):
    roles: tuple[Role, ...]
    function: Callable[[Any, Seat, Any], Any]
    tried: bool = False  # it reads whole files, and is tried out apart before it is done


DOINGS: dict[type[Doing], Done] = {}
FOLDS: dict[type[Body], Callable[[Any, Entry, Any], None]] = {}
EVERYBODY = (Role.GM, Role.PLAYER, Role.SPECTATOR)
PLAYERS = (Role.GM, Role.PLAYER)


def does(
    kind: type[D], *roles: Role, tried: bool = False
) -> Callable[[Callable[[C, Seat, D], Any]], Callable[[C, Seat, D], Any]]:
    """Register the function that does this; seats of these roles have the right to it. `tried`: it reads a whole file,
    and is tried out apart first."""

    def register(function: Callable[[C, Seat, D], Any]) -> Callable[[C, Seat, D], Any]:
        DOINGS[kind] = Done(roles, function, tried)
        return function

    return register


def folds(
    kind: type[B],
) -> Callable[[Callable[[C, Entry, B], None]], Callable[[C, Entry, B], None]]:
    """Register what an entry of this kind changes. It may not fail: whoever adds the entry has checked."""

    def register(function: Callable[[C, Entry, B], None]) -> Callable[[C, Entry, B], None]:
        FOLDS[kind] = function
        return function

    return register
