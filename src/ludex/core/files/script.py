"""What a script of a scene file may list: steps with their dice and answers, and what is expected of them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludex.core.content.content import Record

Unlisted = Literal["fail", "decline"]


class Dice(Record, frozen=True, eq=False, kw_only=True):
    faces: tuple[int, ...]
    rule: str = ""


class Interjected(Record, frozen=True, eq=False, kw_only=True):
    """What somebody else does while a question is open."""

    actor: str
    do: str
    args: dict[str, Any] = msgspec.field(name="with", default_factory=dict)
    refused: bool | str | tuple[str, ...] = False  # it may not be done now; by a rule, or by one of several


class Given(Record, frozen=True, eq=False, kw_only=True):
    """An answer, or what becomes of a question in place of one."""

    rule: str
    answer: Any = msgspec.UNSET
    who: str = ""
    may: list[Any] | None = None  # exactly what there is to choose from
    first: tuple[Interjected, ...] = ()
    refused: bool = False  # it is no answer that may be given now; the question stays open
    withdrawn: bool = False  # after what is done first it is not asked again


class Offered(Record, frozen=True, eq=False, kw_only=True):
    """A command that may be given, with whatever arguments are not named."""

    do: str
    actor: str = ""  # empty: that of the step
    args: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class NotOffered(Offered, frozen=True, eq=False, kw_only=True):
    """A command that may not be given, and why."""

    rule: str = ""
    reason: str = ""  # some of its words


class ScriptStep(Record, frozen=True, eq=False, kw_only=True):
    """One command with its dice, answers and what is expected afterwards; or a look at the scene as it is, at the odds
    of a command, at an entry of the content."""

    do: str = ""  # empty: nothing is done
    actor: str = "gm"
    args: dict[str, Any] = msgspec.field(name="with", default_factory=dict)
    dice: tuple[int | Dice, ...] = ()
    answers: dict[str, Any] | tuple[Given, ...] = ()
    expect: dict[str, Any] = {}
    rulings: tuple[dict[str, Any], ...] = ()
    not_rulings: tuple[dict[str, Any], ...] = ()
    asked: tuple[str, ...] | None = None
    not_asked: tuple[str, ...] = ()
    unlisted: Unlisted | dict[str, Unlisted] = {}
    offered: tuple[Offered, ...] = ()
    not_offered: tuple[NotOffered, ...] = ()
    odds: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    entry: str = ""
    illegal: str = ""
    refused: str | tuple[str, ...] = ""  # by a rule, or by one of several
    force: bool = False
    waive: bool = False
    note: str = ""

    @property
    def chances(self) -> dict[str, Any] | None:
        """The odds that it lists; nothing where it is no step about odds."""
        return self.odds if isinstance(self.odds, dict) else None

    @property
    def empty(self) -> bool:
        """Does it neither do nor look at nor say anything?"""
        said: dict[str, Any] = msgspec.to_builtins(self)
        return said.keys() <= {"actor", "unlisted"}

    @property
    def refused_by(self) -> tuple[str, ...]:
        """The rules of which one refuses it."""
        return rules_of(self.refused)


def rules_of(refused: bool | str | tuple[str, ...]) -> tuple[str, ...]:
    """One rule, or several; none where it is only said that something is refused."""
    if isinstance(refused, tuple):
        return refused
    return (refused,) if isinstance(refused, str) and refused else ()


EMPTY_STEP = "nothing is in it; expected do, entry, expect, offered or not_offered"
EMPTY_CASE = "nothing is in it; expected a script or an expect"


class Case(Record, frozen=True, eq=False, kw_only=True):
    """A script of its own that begins where the file is set up and its script, if it has one, has ended."""

    title: str = ""  # empty: its number
    expect: dict[str, Any] = {}
    unlisted: Unlisted | dict[str, Unlisted] = {}
    script: tuple[ScriptStep, ...] = ()
