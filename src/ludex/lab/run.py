"""Batches of fights over workers, consumed in the order of the seeds, until the answer is tight enough.

The result does not depend on how many workers there are: whatever they have fought beyond the end is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ludex.core.ruling import BadInput
from ludex.lab.pool import workers
from ludex.lab.trial import Fight, LabError, Start, fight

BATCH = 8  # fights of a job
LEAST = 100  # fights before an interval is believed
MOST = 10_000  # fights, where nobody has said how many
SEEDS = 1_000_000  # each seed of a run has so many fights of its own
LOOKED_AT = 10  # of the first fights of a run, closely
USUAL_WIDTH = 0.05


@dataclass(frozen=True, slots=True)
class Plan:
    """How long it goes on."""

    fights: int = 0  # exactly so many, or at most so many where a width is given; 0: until it is tight enough
    width: float = 0.0  # of the interval; 0 with a number of fights: no matter
    seed: int = 1
    workers: int = 0  # 0: one for each core
    cluster: str = ""

    def __post_init__(self) -> None:
        if self.fights < 0 or self.fights > SEEDS:
            raise BadInput(f"fights: expected a number from 1 to {SEEDS}, not {self.fights}")
        if not 0 <= self.width < 1:
            raise BadInput(f"width: expected a number between 0 and 1, such as 0.02, not {self.width}")
        if self.workers < 0:
            raise BadInput(f"workers: expected a number from 1 on, not {self.workers}")
        if self.seed < 0:
            raise BadInput(f"seed: expected a number from 0 on, not {self.seed}")

    @property
    def most(self) -> int:
        return self.fights or MOST

    @property
    def wanted(self) -> float:
        """The width at which it ends; 0: it does not end by that."""
        return self.width or (0.0 if self.fights else USUAL_WIDTH)

    def fight_seed(self, number: int) -> int:
        """The seed of a fight, by its number from 0 on: two runs with different seeds share no fight."""
        return self.seed * SEEDS + number


class Batch(NamedTuple):
    starts: tuple[Start, ...]
    seeds: tuple[int, ...]
    looked: int  # so many of them, the first ones, are looked at closely


def fight_all(batch: Batch) -> list[tuple[Fight, ...]]:
    """Each seed for every variant."""
    return [
        tuple([fight(start, seed, number < batch.looked) for start in batch.starts])
        for number, seed in enumerate(batch.seeds)
    ]


class Stopped(Exception):
    """A run that ended before its time. What is known so far is in `so_far`."""

    def __init__(self, why: str, interrupted: bool) -> None:
        super().__init__(why)
        self.interrupted = interrupted
        self.so_far: object = None


def fights(
    starts: Sequence[Start], plan: Plan, tell: Callable[[tuple[Fight, ...]], object], enough: Callable[[], bool]
) -> None:
    """Fight until it is enough: `tell` is given the fights of each seed in order; `enough` is asked after a batch."""
    size = max(1, BATCH // len(starts))
    told = 0
    try:
        with workers(plan.workers, plan.cluster) as pool:
            for done in pool.ordered(fight_all, _batches(starts, plan, size)):
                for each in done:
                    tell(each)
                told += len(done)
                if plan.wanted and told >= min(LEAST, plan.most) and enough():
                    return
    except KeyboardInterrupt:
        raise Stopped(f"interrupted after {told} fights", True) from None
    except LabError as fault:
        raise Stopped(str(fault), False) from fault


def _batches(starts: Sequence[Start], plan: Plan, size: int) -> Iterator[Batch]:
    for first in range(0, plan.most, size):
        numbers = range(first, min(first + size, plan.most))
        seeds = tuple(plan.fight_seed(number) for number in numbers)
        yield Batch(tuple(starts), seeds, max(0, LOOKED_AT - first))
