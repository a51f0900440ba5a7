"""The order of turns of The Crawl, in which somebody may hold its turn and rejoin later in the round (tc.hold)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludex.core.kernel import turns


@dataclass(frozen=True, slots=True)
class Turns(turns.Turns):
    waiting: tuple[str, ...] = ()  # who holds its turn; when all others are done, in the order in which they act
    called: tuple[str, ...] = ()  # of those, who rejoins as soon as the current turn has ended
    held: tuple[str, ...] = ()  # who has held its turn in this round
    lost: bool = False  # the current turn was forfeited

    def upcoming(self) -> str:
        """Who rejoins first; then the order; then whoever still waits."""
        if self.called:
            return self.called[0]
        for name in self.order:
            if name not in self.acted and name not in self.waiting:
                return name
        return self.waiting[0] if self.waiting else ""

    @property
    def only_waiting(self) -> bool:
        """Are all done but those who hold their turns?"""
        left = [name for name in self.order if name not in self.acted and name not in self.waiting]
        return not left and not self.called and len(self.waiting) > 0

    def begin(self, name: str) -> Turns:
        waiting = tuple([other for other in self.waiting if other != name])
        called = tuple([other for other in self.called if other != name])
        acted = (*self.acted, name)
        return replace(self, current=name, acted=acted, over=False, lost=False, waiting=waiting, called=called)

    def forfeit(self) -> Turns:
        """It is to end at once: what its owner was about to do is not done (tc.staggered, tc.slowed)."""
        return replace(self, over=True, lost=True)

    def pass_on(self) -> Turns:
        return replace(self, current="", over=False, lost=False)

    def hold(self, name: str) -> Turns:
        """Its turn comes later; it is nobody's now."""
        acted = tuple([other for other in self.acted if other != name])
        waiting, held = (*self.waiting, name), (*self.held, name)
        return replace(self, current="", acted=acted, over=False, waiting=waiting, held=held)

    def rejoin(self, name: str) -> Turns:
        """It acts when the current turn has ended."""
        return replace(self, called=(*self.called, name))

    def next_round(self) -> Turns:
        """tc.hold.new_order: who has held stands from now on behind whoever acted before it."""
        order = [name for name in self.order if name not in self.held]
        for place, name in enumerate(self.acted):
            if name in self.held:
                before = self.acted[place - 1] if place else ""
                order.insert(order.index(before) + 1 if before in order else 0, name)
        return Turns(order=tuple(order), round=self.round + 1)
