"""What was decided and why: modifiers, refusals, rulings, and the recorder that collects them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludex.core.book.rulebook import cite


class Modifier(NamedTuple):
    """A number that reaches a die, with where it comes from."""

    amount: int
    source: str
    rule: str
    kind: str = ""  # what is modified, where a roll has more than one thing to modify


class Refusal(NamedTuple):
    """Why something may not be done now."""

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

    def record(self, kind: str, rule: str, /, seen_by: str = "", **values: object) -> None:
        cite(rule)
        self.rulings.append(Ruling(kind, rule, values, seen_by))

    def take(self) -> list[Ruling]:
        """All rulings since the last time."""
        taken, self.rulings = self.rulings, []
        return taken
