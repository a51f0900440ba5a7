"""What a script of a scene file may list: steps with their dice and answers, and what is expected of them."""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.core.content.content import Record


class Dice(Record, frozen=True, eq=False, kw_only=True):
    faces: tuple[int, ...]
    rule: str = ""


class Interjected(Record, frozen=True, eq=False, kw_only=True):
    """What somebody else does while a question is open."""

    actor: str
    do: str
    args: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class Given(Record, frozen=True, eq=False, kw_only=True):
    rule: str
    answer: Any
    who: str = ""
    first: tuple[Interjected, ...] = ()


class ScriptStep(Record, frozen=True, eq=False, kw_only=True):
    """One command with its dice, answers and what is expected afterwards."""

    do: str = ""  # empty: nothing is done, only expectations are checked
    actor: str = "gm"
    args: dict[str, Any] = msgspec.field(name="with", default_factory=dict)
    dice: tuple[int | Dice, ...] = ()
    answers: dict[str, Any] | tuple[Given, ...] = ()
    expect: dict[str, Any] = {}
    rulings: tuple[dict[str, Any], ...] = ()
    not_rulings: tuple[dict[str, Any], ...] = ()
    asked: tuple[str, ...] | None = None
    refused: str = ""
    force: bool = False
    waive: bool = False
    note: str = ""
