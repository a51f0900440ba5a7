"""So many at once, and so many more each second."""

from __future__ import annotations

from collections.abc import Callable


class Bucket:
    def __init__(self, most: float, each_second: float, clock: Callable[[], float]) -> None:
        self.most, self.each_second, self.clock = most, each_second, clock
        self._left, self._at = most, clock()

    @property
    def left(self) -> float:
        """How much can be taken now; less than nothing where somebody is in debt."""
        now = self.clock()
        passed = max(0.0, now - self._at)  # a clock that was turned back takes nothing away
        self._left = min(self.most, self._left + passed * self.each_second)
        self._at = now
        return self._left

    def take(self, amount: float = 1.0) -> bool:
        if self.left < amount:
            return False
        self._left -= amount
        return True

    def owe(self, amount: float) -> None:
        """Take what was used already, be it more than there is."""
        self._left = self.left - amount

    def wait(self, amount: float = 1.0) -> float:
        """Seconds until so much can be taken."""
        return max(0.0, (amount - self.left) / self.each_second)
