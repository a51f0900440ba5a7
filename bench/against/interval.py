"""The median of some ratios, and how sure of it one can be, whatever they are spread like."""

from __future__ import annotations

from math import comb
from statistics import median
from typing import NamedTuple

SURE = 0.997  # of each interval: of the fifteen of a run all hold the true median in 95 runs of 100


class Interval(NamedTuple):
    middle: float
    low: float
    high: float


def interval(ratios: list[float], sure: float = SURE) -> Interval:
    """The median with two of the ratios around it, as near to it as they may be: the true median lies outside of the
    k-th from either end only if fewer than k of all lie on one side of it, as with a coin that is thrown."""
    ordered = sorted(ratios)
    outside = _outside(len(ordered), sure)
    if outside == 0:
        raise ValueError(f"{len(ordered)} are too few to be so sure; at least {fewest(sure)} are needed")
    return Interval(median(ordered), ordered[outside - 1], ordered[-outside])


def fewest(sure: float = SURE) -> int:
    """How many ratios it takes to be so sure."""
    number = 1
    while _outside(number, sure) == 0:
        number += 1
    return number


def _outside(number: int, sure: float) -> int:
    """Which from either end of so many bounds the interval; 0: none does."""
    outside = 0
    tail = 0
    while outside < number / 2:
        tail += comb(number, outside)
        if 2 * tail > (1 - sure) * 2**number:
            break
        outside += 1
    return outside


def verdict(found: Interval, limit: float) -> str:
    """What an interval says of this checkout."""
    within = f"within {limit:g}"
    if found.high < 1:
        return "faster"
    if found.low > 1:
        return f"slower, {within}" if found.high <= limit else "slower"
    return f"no difference to be told, {within}" if found.high <= limit else "too noisy to tell: take more pairs"
