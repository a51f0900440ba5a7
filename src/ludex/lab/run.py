"""Batches of fights over workers, consumed in the order of the seeds, until the answer is tight enough.

The result does not depend on how many workers there are: whatever they have fought beyond the end is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput
from ludex.lab.pool import cores, no_interrupt, workers
from ludex.lab.trial import Fight, LabError, Start, fight
from ludex.opponents import thinks

R = TypeVar("R")

BATCH = 8  # fights between two looks at the interval, and of a job where they are quick
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


class Done(NamedTuple, Generic[R]):
    """What came of a job, as far as it went."""

    found: list[R]
    fault: LabError | None  # why it could not go on


def as_far_as_it_goes(work: Callable[[int], R], seeds: Iterable[int]) -> Done[R]:
    """A fault does not lose what came before it."""
    found: list[R] = []
    for seed in seeds:
        try:
            found.append(work(seed))
        except LabError as fault:
            return Done(found, fault)
    return Done(found, None)


def fight_all(batch: Batch) -> Done[tuple[Fight, ...]]:
    """Each seed for every variant."""

    def all_of(seed: int) -> tuple[Fight, ...]:
        return tuple([fight(start, seed, seed < batch.looked) for start in batch.starts])

    return as_far_as_it_goes(all_of, batch.seeds)


class Stopped(Exception):
    """A run that ended before its time. What is known so far is in `so_far`."""

    def __init__(self, why: str, interrupted: bool = False) -> None:
        super().__init__(why)
        self.interrupted = interrupted
        self.so_far: object = None


def fights(
    starts: Sequence[Start], plan: Plan, tell: Callable[[tuple[Fight, ...]], object], width: Callable[[], float]
) -> None:
    """Fight until it is enough: `tell` is given the fights of each seed in order; `width` is asked now and then, after
    as many fights whoever works. The self-check of every run: the first fight of all, fought again after all others,
    comes out the same."""
    looked = plan.fight_seed(LOOKED_AT)
    step = max(1, BATCH // len(starts))
    jobs = (Batch(tuple(starts), seeds, looked) for seeds in batches(plan, job_size(plan, starts, step)))
    told = 0
    first: Fight | None = None
    with hold_out(lambda: told):
        with workers(plan.workers, plan.cluster) as pool:
            for each in one_by_one(pool.ordered(fight_all, jobs)):
                first = each[0] if first is None else first
                with no_interrupt():
                    told += 1
                    tell(each)
                if told % step == 0 and plan.enough(told, width()):
                    break
        if first is not None:
            check_repeats(starts[0], first)


def job_size(plan: Plan, starts: Iterable[Start], usual: int) -> int:
    """One at a time where each takes long, or where nothing has to be sent: so progress shows, and an interrupt loses
    little."""
    slow = any(thinks(name) or ":" in name for start in starts for _, name in start.policies)
    return 1 if slow or plan.crew == 1 else usual


def one_by_one(jobs: Iterable[Done[R]]) -> Iterator[R]:
    for done in jobs:
        yield from done.found
        if done.fault is not None:
            raise done.fault


def check_repeats(start: Start, first: Fight) -> None:
    if fight(start, first.seed) != replace(first, look=None):
        raise not_repeated(start.where, "fight", first.seed)


def not_repeated(where: str, what: str, seed: int) -> LabError:
    why = f"{where}: the {what} with seed {seed} came out differently when it was repeated"
    return LabError(f"{why}; something is kept from one to the next, or the policy's luck is not of its seed")


@contextmanager
def hold_out(told: Callable[[], int], what: str = "fight") -> Iterator[None]:
    """Whatever ends a run before its time ends it as `Stopped`; `told` is how many fights there have been."""
    try:
        yield
    except KeyboardInterrupt:
        there = f"after {count(told(), what)}" if told() else f"before the first {what} was over"
        raise Stopped(f"interrupted {there}", interrupted=True) from None
    except LabError as fault:
        raise Stopped(str(fault)) from fault


def batches(plan: Plan, size: int) -> Iterator[tuple[int, ...]]:
    """The seeds of each job, in order."""
    for first in range(0, plan.most, size):
        yield tuple(plan.fight_seed(number) for number in range(first, min(first + size, plan.most)))
