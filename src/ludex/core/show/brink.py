"""What lies ahead of somebody who may go down: a check that decides it, and how likely each end of it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple


class End(NamedTuple):
    words: str
    fate: Literal["up", "down", "dead"]
    chance: Fraction


class Brink(NamedTuple):
    """What brings it about, and its ends, the best of them first."""

    words: str
    ends: tuple[End, ...]
