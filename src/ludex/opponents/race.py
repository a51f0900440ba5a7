"""Ideas against each other, while there are look-aheads left: the worse half is dropped again and again, so that most
dice are thrown for the best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice
from math import ceil, log2
from time import perf_counter
from typing import Generic

from ludex.opponents.comparing import I, Looked, better, hopeful, is_clear
from ludex.opponents.doubles import Doubles


class Budget:
    """What there is for a decision: so many look-aheads, and so many seconds where people wait."""

    def __init__(self, looks: int, seconds: float = 0.0) -> None:
        self.most, self.seconds = looks, seconds
        self.looks = 0  # that were spent
        self._began = perf_counter()

    @property
    def spent(self) -> float:
        """The share of it that is spent."""
        spent = self.looks / self.most
        return max(spent, (perf_counter() - self._began) / self.seconds) if self.seconds else spent


class Race(Generic[I]):
    """With `doubles` each of these ideas is looked at: the n-th time with the same dice for all."""

    def __init__(self, budget: Budget, doubles: Doubles[I], first: I, others: Sequence[I]) -> None:
        self.budget, self.doubles = budget, doubles
        self.first = Looked(first)
        self.others = [Looked(other) for other in others]

    @property
    def best(self) -> Looked[I]:
        """The idea to take, as far as is known."""
        lead = max(self.others, key=self._promise, default=self.first)
        return lead if better(lead, self.first) else self.first

    @property
    def next(self) -> Looked[I]:
        """What the best was compared with: the first, or the one that came nearest to it."""
        return self.first if self.best is not self.first else max(self.others, key=self._promise)

    def _promise(self, looked: Looked[I]) -> tuple[int, float]:
        """Whoever was looked at most often has held out longest."""
        return len(looked.seen), looked.gain(self.first)[0]

    def run(self, left: Sequence[Looked[I]], until: float = 1.0) -> list[Looked[I]]:
        """These ideas, until this share of all is spent or it is clear which is the best; gives those that are left."""
        left = [*left]
        stages = 1 + ceil(log2(max(1, len(left))))
        began = self.budget.spent
        for stage in range(1, stages + 1):
            while left and self.budget.spent < began + (until - began) * stage / stages:
                self._look(self.first, *left)
                if self._is_clear(left):
                    return hopeful(left, self.first, 1)
            left = hopeful(left, self.first, 1 if stage == stages else ceil(len(left) / 2))
        return left

    def join(self, ideas: Sequence[I]) -> list[Looked[I]]:
        """More ideas, which come later."""
        joined = [Looked(idea) for idea in ideas]
        self.others += joined
        return joined

    def _is_clear(self, left: Sequence[Looked[I]]) -> bool:
        best = max((self.first, *left), key=lambda looked: looked.mean)
        return is_clear(best, (self.first, *left))

    def _look(self, *ideas: Looked[I]) -> None:
        """Once more at each, or as often as there are cores for it; first at those that were seen less often than
        others."""
        least = min(len(looked.seen) for looked in ideas)
        behind = [looked for looked in ideas if len(looked.seen) == least]
        times = ((looked, number) for number in count(least) for looked in behind)
        left = max(len(behind), self.doubles.cores)
        while left and self.budget.spent < 1:
            now = list(islice(times, min(left, self.doubles.cores)))
            found = self.doubles.looked([(looked.idea, number) for looked, number in now])
            for (looked, _), outlook in zip(now, found, strict=True):
                looked.seen.append(outlook)
            self.budget.looks += len(now)
            left -= len(now)
