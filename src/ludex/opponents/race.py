"""Ideas against each other, while there are look-aheads left: the worse half is dropped again and again, so that most
dice are thrown for the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from time import perf_counter
from typing import Generic

from ludex.opponents.comparing import I, Looked, Outlook, better, hopeful, is_clear


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
    """`look` is the n-th look-ahead at an idea: with the same n, with the same dice."""

    def __init__(self, budget: Budget, look: Callable[[I, int], Outlook], first: I, others: Sequence[I]) -> None:
        self.budget, self.look = budget, look
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
        """Once more at each; first at those that were seen less often than others."""
        least = min(len(looked.seen) for looked in ideas)
        for looked in ideas:
            if len(looked.seen) == least and self.budget.spent < 1:
                self.budget.looks += 1
                looked.seen.append(self.look(looked.idea, least))
