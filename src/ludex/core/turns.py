"""Orders of turn: from first to last, round after round. Somebody may stand in the order more than once, the order
may be changed while a round goes on, and a turn can be put off to the round's end."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Turns:
    order: tuple[str, ...] = ()
    round: int = 0
    current: str = ""  # whose turn it is
    acted: tuple[str, ...] = ()  # who has had a turn in this round, as often as they had one
    late: tuple[str, ...] = ()  # whose turn comes at the end of the round
    broken_off: tuple[str, ...] = ()  # of those, who had begun it
    over: bool = False  # the current turn is to end

    def upcoming(self) -> str:
        """Who is next in this round; nobody when it is over."""
        acted = list(self.acted)
        for name in self.order:
            if name in acted:
                acted.remove(name)
            elif name not in self.late:
                return name
        for name in self.order:
            if name in self.late and (name not in self.acted or name in self.broken_off):
                return name
        return ""

    def begin(self, name: str) -> Turns:
        """It is this one's turn."""
        acted = self.acted if name in self.broken_off else (*self.acted, name)
        late = tuple([other for other in self.late if other != name])
        broken_off = tuple([other for other in self.broken_off if other != name])
        return Turns(self.order, self.round, name, acted, late, broken_off)

    def end(self) -> Turns:
        """The current turn is to end as soon as all that is under way is done."""
        return Turns(self.order, self.round, self.current, self.acted, self.late, self.broken_off, over=True)

    def pass_on(self) -> Turns:
        """The current turn has ended, and it is nobody's."""
        return Turns(self.order, self.round, "", self.acted, self.late, self.broken_off)

    def next_round(self) -> Turns:
        return Turns(self.order, self.round + 1, "", (), self.late, self.broken_off)

    def put_off(self, name: str, begun: bool) -> Turns:
        """This turn comes at the end of the round, or what is left of it when it has begun."""
        if name in self.late:
            return self
        broken_off = (*self.broken_off, name) if begun else self.broken_off
        return replace(self, late=(*self.late, name), broken_off=broken_off)
