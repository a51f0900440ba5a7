"""Shares with Wilson intervals, paired differences, quantiles. All intervals are of 95 %."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the interval in which the true rate probably lies."""

    count: int
    of: int
    rate: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def share(count: int, of: int, z: float = Z) -> Share:
    """The Wilson score interval: sound for few fights and for rates near 0 and 1, where the usual one is not."""
    if not of:
        return Share(0, 0, 0.0, 0.0, 1.0)
    rate, square = count / of, z * z
    middle = (rate + square / (2 * of)) / (1 + square / of)
    half = z * sqrt(rate * (1 - rate) / of + square / (4 * of * of)) / (1 + square / of)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == of else min(1.0, middle + half)
    return Share(count, of, rate, low, high)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more the second has than the first, of fights with the same seeds."""

    mean: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    @property
    def sign(self) -> int:
        """1 or −1 where the interval leaves no doubt about the direction, else 0."""
        return (self.low > 0) - (self.high < 0)


def difference_of_shares(first: Sequence[bool], second: Sequence[bool]) -> Difference:
    """Of paired yes and no. The interval is Agresti and Min's of 2005, which adds half a pair to each of the four
    cells: it holds where few pairs differ, and is never of no width."""
    count = len(first)
    if not count:
        return Difference(0.0, -1.0, 1.0)
    gained = sum(not a and b for a, b in zip(first, second, strict=True))
    lost = sum(a and not b for a, b in zip(first, second, strict=True))
    adjusted = count + 2
    middle = (gained - lost) / adjusted
    half = Z * sqrt(max(0.0, gained + lost + 1 - (gained - lost) ** 2 / adjusted)) / adjusted
    return Difference((gained - lost) / count, max(-1.0, middle - half), min(1.0, middle + half))


def difference_of_means(first: Sequence[float], second: Sequence[float]) -> Difference:
    """Of paired numbers, with a normal interval."""
    changes = [b - a for a, b in zip(first, second, strict=True)]
    count = len(changes)
    if not count:
        return Difference(0.0, 0.0, 0.0)
    mean = sum(changes) / count
    spread = sum((change - mean) ** 2 for change in changes) / max(1, count - 1)
    half = Z * sqrt(spread / count)
    return Difference(mean, mean - half, mean + half)


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers at a glance: their mean and some quantiles."""

    mean: float
    quantiles: dict[str, float]  # by percent: "5", "25", "50", "75", "95"


def spread(numbers: Sequence[float]) -> Spread:
    ordered = sorted(numbers)
    if not ordered:
        return Spread(0.0, {})
    return Spread(sum(ordered) / len(ordered), {f"{q:.0%}"[:-1]: ordered[place(q, len(ordered))] for q in QUANTILES})


def place(quantile: float, count: int) -> int:
    """Where in an ordered list of so many a quantile stands."""
    return min(count - 1, int(quantile * count))


def ranked(quantile: float) -> str:
    """What stands there in words: `the worst`, `better than 25 % of fights`, `the best`."""
    ends = {0.0: "the worst", 1.0: "the best"}
    return ends.get(quantile) or f"better than {100 * quantile:.0f} % of fights"
