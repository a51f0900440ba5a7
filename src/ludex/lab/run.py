"""Batches of fights over workers, consumed in the order of the seeds, until the answer is tight enough.

The result does not depend on how many workers there are: whatever they have fought beyond the end is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from ludex.core.ruling import BadInput
from ludex.lab.pool import cores, workers
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
    def crew(self) -> int:
        """How many processes work here; 0: none, since a cluster does."""
        return 0 if self.cluster else self.workers or cores()

    @property
    def most(self) -> int:
        return self.fights or MOST

    @property
    def wanted(self) -> float:
        """The width at which it ends; 0: it does not end by that."""
        return self.width or (0.0 if self.fights else USUAL_WIDTH)

    def enough(self, fights: int, width: float) -> bool:
        """Is the answer tight enough?"""
        return bool(self.wanted) and fights >= min(LEAST, self.most) and width <= self.wanted

    def fight_seed(self, number: int) -> int:
        """The seed of a fight, by its number from 0 on: two runs with different seeds share no fight."""
        return self.seed * SEEDS + number


class Batch(NamedTuple):
    starts: tuple[Start, ...]
    seeds: tuple[int, ...]
    looked: int  # seeds below this are looked at closely


def fight_all(batch: Batch) -> list[tuple[Fight, ...]]:
    """Each seed for every variant."""
    return [tuple([fight(start, seed, seed < batch.looked) for start in batch.starts]) for seed in batch.seeds]


class Stopped(Exception):
    """A run that ended before its time. What is known so far is in `so_far`."""

    def __init__(self, why: str, interrupted: bool = False) -> None:
        super().__init__(why)
        self.interrupted = interrupted
        self.so_far: object = None


def fights(
    starts: Sequence[Start], plan: Plan, tell: Callable[[tuple[Fight, ...]], object], width: Callable[[], float]
) -> None:
    """Fight until it is enough: `tell` is given the fights of each seed in order; `width` is asked after a batch."""
    told = 0
    looked = plan.fight_seed(LOOKED_AT)
    jobs = (Batch(tuple(starts), seeds, looked) for seeds in batches(plan, max(1, BATCH // len(starts))))
    with hold_out(lambda: told), workers(plan.workers, plan.cluster) as pool:
        for done in pool.ordered(fight_all, jobs):
            for each in done:
                tell(each)
            told += len(done)
            if plan.enough(told, width()):
                return


@contextmanager
def hold_out(told: Callable[[], int]) -> Iterator[None]:
    """Whatever ends a run before its time ends it as `Stopped`; `told` is how many fights there have been."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(f"interrupted after {told()} fights", interrupted=True) from None
    except LabError as fault:
        raise Stopped(str(fault)) from fault


def batches(plan: Plan, size: int) -> Iterator[tuple[int, ...]]:
    """The seeds of each job, in order. Their size does not depend on who works."""
    for first in range(0, plan.most, size):
        yield tuple(plan.fight_seed(number) for number in range(first, min(first + size, plan.most)))
