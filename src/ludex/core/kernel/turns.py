"""Orders of turn: from first to last, round after round. Somebody may stand in the order more than once, and the order
may be changed while a round goes on. A game with more to say about turns makes its own kind of this one."""

from __future__ import annotations

from typing import Any, Self

from ludex.core.kernel.named import BeingId
from ludex.core.kernel.plain import fixed


@fixed
class Turns:
    order: tuple[BeingId, ...] = ()
    round: int = 0
    current: BeingId = ""  # whose turn it is
    acted: tuple[BeingId, ...] = ()  # who has had a turn in this round, as often as they had one
    over: bool = False  # the current turn is to end

    @property
    def round_now(self) -> int:
        """The round under way; 0 where nobody has a place in the order, as after a fight."""
        return self.round if self.order else 0

    def upcoming(self) -> str:
        """Who is next in this round; nobody when it is over."""
        acted = list(self.acted)
        for name in self.order:
            if name not in acted:
                return name
            acted.remove(name)
        return ""

    def begin(self, name: str) -> Self:
        """It is this one's turn."""
        return self._but(current=name, acted=(*self.acted, name), over=False)

    def end(self) -> Self:
        """The current turn is to end as soon as all that is under way is done."""
        return self._but(over=True)

    def pass_on(self) -> Self:
        """The current turn has ended, and it is nobody's."""
        return self._but(current="", over=False)

    def next_round(self) -> Self:
        return self._but(round=self.round + 1, current="", acted=(), over=False)

    def _but(self, **changed: Any) -> Self:
        """The same but for this; at a third of the price of `dataclasses.replace`."""
        for name in self.__match_args__:
            if name not in changed:
                changed[name] = getattr(self, name)
        return type(self)(**changed)
