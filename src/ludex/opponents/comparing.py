"""Which of several ideas is the best, by look-aheads with the same dice for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Generic, NamedTuple, TypeVar

I = TypeVar("I")  # noqa: E741  # a turn, or an answer

LEAST = 4  # look-aheads from which something is concluded
BETTER = 0.5  # standard errors by which another idea must be better than the first, where there are many of them,
AND_FEW = 2.0  # and with so few more that they are taken for so many standard errors, over their number
GAIN = 0.004  # and at the least: what is better by less is not worth a change of mind
CLEAR = 3.0  # standard errors by which an idea is so much better than all others that no more is looked at
SURE = 8  # look-aheads from which that is believed


class Outlook(NamedTuple):
    """How a look-ahead ended, for a side."""

    chance: float  # to win
    worth: float  # the same, and how dear it was: by this ideas are compared


@dataclass(slots=True)
class Looked(Generic[I]):
    """An idea, and what was seen of it: the n-th look-ahead of all ideas has the same dice."""

    idea: I
    seen: list[Outlook] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(each.worth for each in self.seen) / len(self.seen) if self.seen else 0.0

    @property
    def chance(self) -> float:
        return sum(each.chance for each in self.seen) / len(self.seen) if self.seen else 0.0

    def gain(self, other: Looked[I]) -> tuple[float, float]:
        """By how much it is better than another with the same dice, and the standard error of that."""
        gains = [mine.worth - its.worth for mine, its in zip(self.seen, other.seen, strict=False)]
        if not gains:
            return 0.0, 0.0
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
        return mean, sqrt(spread / len(gains))


def better(looked: Looked[I], other: Looked[I]) -> bool:
    """Better with the same dice beyond doubt, which is greater where there were few, and not by next to nothing."""
    dice = min(len(looked.seen), len(other.seen))
    mean, error = looked.gain(other)
    return dice >= LEAST and mean > max(GAIN, (BETTER + AND_FEW / dice) * error)


def hopeful(left: Sequence[Looked[I]], first: Looked[I], most: int) -> list[Looked[I]]:
    """The best of these ideas, without those that have come to the same as the first, whatever the dice."""
    other = [looked for looked in left if len(looked.seen) < LEAST or looked.gain(first) != (0.0, 0.0)]
    return sorted(other, key=lambda looked: looked.gain(first)[0], reverse=True)[:most]


def is_clear(best: Looked[I], others: Sequence[Looked[I]]) -> bool:
    """Is one idea so much better than each of the others that more look-aheads would tell nothing new?"""

    def beaten(other: Looked[I]) -> bool:
        mean, error = best.gain(other)
        return min(len(best.seen), len(other.seen)) >= SURE and (mean > CLEAR * error > 0 or (mean, error) == (0, 0))

    return len(best.seen) >= SURE and all(beaten(other) for other in others if other is not best)
