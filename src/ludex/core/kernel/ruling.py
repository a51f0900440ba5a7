"""What was decided and why: citations, modifiers, refusals, rulings, the recorder that collects them, and the tally of
harm.

A procedure cites the rules it applies; who wants to know listens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct

_listeners: list[set[str]] = []


def cite(*rule_ids: str) -> None:
    """Say that these rules are being applied."""
    if _listeners:
        for heard in _listeners:
            heard.update(rule_ids)


@contextmanager
def listening() -> Iterator[set[str]]:
    """Collects every rule that is cited while it is open. Listeners may be nested: each hears everything."""
    heard: set[str] = set()
    _listeners.append(heard)
    try:
        yield heard
    finally:
        # By identity: two listeners that heard the same are equal sets.
        _listeners[:] = [other for other in _listeners if other is not heard]


class Modifier(NamedTuple):
    """A number that reaches a die, with where it comes from."""

    amount: int
    source: str
    rule: str
    kind: str = ""  # what is modified, where a roll has more than one thing to modify


class Refusal(Struct, frozen=True, gc=False):
    """Why something may not be done now. Several are made for each decision, so it is a record that is made quickly."""

    reason: str
    rule: str


class BadInput(Exception):
    """Something that cannot be understood: an unknown name, a wrong kind of value. Nothing has changed."""


class Refused(Exception):
    """A command or an answer that the rules do not allow. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} [{refusal.rule}]")
        self.refusal = refusal
        cite(refusal.rule)

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal]]:
        return type(self), (self.refusal,)  # for another process


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something that happened, as kind and values. Its sentence is made when somebody reads it."""

    kind: str
    rule: str
    values: Mapping[str, object]
    seen_by: str = ""  # a side; empty for everybody


class Recorder:
    """Collects rulings while a table plays. In simulation and odds there is none, and nothing is built for it."""

    def __init__(self) -> None:
        self.rulings: list[Ruling] = []

    def cite(self, *rules: str) -> None:
        cite(*rules)

    def record(self, kind: str, rule: str, /, seen_by: str = "", **values: object) -> None:
        cite(rule)
        self.rulings.append(Ruling(kind, rule, values, seen_by))

    def take(self) -> list[Ruling]:
        """All rulings since the last time."""
        taken, self.rulings = self.rulings, []
        return taken


class Harm(NamedTuple):
    """Who has lost points of which pool, through whom and by what."""

    who: str
    pool: str  # in the words of the game: HP, Vigor, Injuries
    by: str  # a being; empty: nobody
    source: str  # the name of a weapon, power or hazard, or the id of a rule


class Tally:
    """How much was lost in a fight, by whom and through what. The lab keeps one beside the scene; a table has none."""

    __slots__ = ("lost",)

    def __init__(self) -> None:
        self.lost: dict[Harm, int] = {}

    def harmed(self, who: str, pool: str, amount: int, by: str, source: str) -> None:
        harm = Harm(who, pool, by, source)
        self.lost[harm] = self.lost.get(harm, 0) + amount
