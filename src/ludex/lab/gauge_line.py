"""What the gauge tells: all that is known so far, most important first."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Grade = Literal["easy", "fair", "hard", "deadly"]  # how hard a fight is; `gauge/grades.py` says when


class GaugeHealth(msgspec.Struct, frozen=True):
    """What the party has left of its health when it is over, on average, with the interval of that; and how often so
    much: parts from one number up to the next, with their share of all fights."""

    pool: str  # what the game calls it
    left: float
    of: int
    low: float
    high: float
    spread: list[tuple[int, int, float]]


class GaugeResource(msgspec.Struct, frozen=True):
    """Something else that the fight uses up, of the whole party."""

    name: str
    left: float
    of: int


class GaugeWorst(msgspec.Struct, frozen=True):
    """The worst of twenty fights: what is left of the party's health, and how many of it are down."""

    health: int
    down: int


class GaugeMean(msgspec.Struct, frozen=True):
    """A number on average. Of those who go down, `low` and `high` are the interval of that; of rounds, nine of ten
    fights are between them."""

    mean: float
    low: float
    high: float


class GaugeShare(msgspec.Struct, frozen=True):
    share: float
    low: float
    high: float


class GaugeWho(msgspec.Struct, frozen=True):
    """Somebody of the party: in how many fights they go down at all, and as the first."""

    id: str
    name: str
    ever: float
    first: float
    low: float  # of ever
    high: float


class GaugeUnused(msgspec.Struct, frozen=True):
    """Something that somebody could have used and never did."""

    who: str  # their name
    what: str


class GaugeTold(msgspec.Struct, frozen=True):
    """What a scene comes to, of so many fights. `endless`: fights that did not end; they count as won by nobody.
    `peaceful`: times that nobody fought; they count as won. `unused` is nothing before it has been looked at."""

    fights: int
    endless: int
    peaceful: int
    hp: GaugeHealth
    resources: list[GaugeResource]
    worst: GaugeWorst
    down: GaugeMean
    of_party: int  # how many there are who can go down
    rounds: GaugeMean
    who: list[GaugeWho]
    wins: GaugeShare
    anybody_down: GaugeShare
    grade: Grade | None  # nothing where fights do not end, or nobody fought
    unused: list[GaugeUnused] | None
    policies: dict[str, str]  # by side
    notes: list[str]  # what was done to be able to fight it: who stands in for the party


class GaugeStage(msgspec.Struct, frozen=True):
    """A part of a day, a scene or a rest: in how many days the party comes to it and through it, how many of it are
    down then, and what it has left of each pool, as a share of what it can have."""

    name: str
    kind: str
    reached: GaugeShare
    passed: GaugeShare
    rounds: float
    down: float
    left: dict[str, float]


class GaugeDay(msgspec.Struct, frozen=True):
    """What a day comes to, of so many. `through`: the party has come through all of it. `endless`: days with a fight
    that did not end."""

    days: int
    endless: int
    through: GaugeShare
    stages: list[GaugeStage]
    policies: dict[str, str]
    notes: list[str]


class GaugeGhost(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who would come in, or stand elsewhere."""

    of: str = msgspec.field(name="from")
    at: Any


class GaugeLess(msgspec.Struct, frozen=True):
    """How much less, or more, than in the scene as it is, with the same dice."""

    less: float
    low: float
    high: float


class GaugeEdit(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the scene by the way to it, and what it is then; without a value it is taken away."""

    path: list[str | int]
    value: Any = msgspec.UNSET


class GaugeWay(msgspec.Struct, frozen=True):
    """Something that could be changed, and what that does: fought with the same dice as the scene as it is. `id`: the
    being that is concerned, where it is there already. `fits`: with it the scene is as wished."""

    words: str
    effect: str  # in words
    edits: list[GaugeEdit]
    id: str
    ghost: GaugeGhost | None
    hp: GaugeLess
    down: GaugeMean  # how many more go down
    wins: GaugeShare
    grade: Grade
    fits: bool
    fights: int
