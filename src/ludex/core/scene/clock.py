"""Time in intervals: how a day is divided, which die is due when, and what a die finds in a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludex.core.kernel.dice import Faces


@dataclass(frozen=True, slots=True)
class Day:
    """A day in blocks of equal intervals; blocks and intervals are counted from 1 on."""

    seconds: int  # of an interval
    intervals: int  # in a block
    blocks: int  # in a day
    dice: Mapping[tuple[int, int], int] = field(default_factory=dict)  # block and interval: the sides of the die due

    def after(self, block: int, interval: int) -> tuple[int, int]:
        """The block and interval that come next; the first of the next day after the last."""
        if interval < self.intervals:
            return block, interval + 1
        return block % self.blocks + 1, 1

    def ends_block(self, interval: int) -> bool:
        return interval == self.intervals

    def ends_day(self, block: int, interval: int) -> bool:
        return block == self.blocks and interval == self.intervals

    def die(self, block: int, interval: int) -> int:
        """The sides of the die that is rolled in this interval; 0 for none."""
        return self.dice.get((block, interval), 0)


@dataclass(frozen=True, slots=True)
class Shows:
    """Does the die show this face?"""

    face: int

    def total(self, faces: Faces) -> int:
        return sum(faces)

    def __call__(self, faces: Faces) -> bool:
        return faces[0] == self.face


@dataclass(frozen=True, slots=True)
class Drawn:
    """What stands in a table beside the sum of the faces. Each row has the most that it stands for."""

    rows: tuple[tuple[int, str], ...]

    def total(self, faces: Faces) -> int:
        return sum(faces)

    def __call__(self, faces: Faces) -> str:
        return self.of_sum(sum(faces))

    def of_sum(self, total: int) -> str:
        return next((name for most, name in self.rows if total <= most), self.rows[-1][1])
