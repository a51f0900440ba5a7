"""The order of turns of Blue Box, in which a turn can be put off to the end of the round (bb.cond.dazed)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludex.core.kernel import turns


@dataclass(frozen=True, slots=True)
class Turns(turns.Turns):
    late: tuple[str, ...] = ()  # whose turn comes at the end of the round
    broken_off: tuple[str, ...] = ()  # of those, who had begun it

    def upcoming(self) -> str:
        """Those who are late come last, in the order of turns, or take up a turn that broke off."""
        for name in self.order:
            if name not in self.acted and name not in self.late:
                return name
        for name in self.order:
            if name in self.late and (name not in self.acted or name in self.broken_off):
                return name
        return ""

    def begin(self, name: str) -> Turns:
        acted = self.acted if name in self.broken_off else (*self.acted, name)
        late = tuple([other for other in self.late if other != name])
        broken_off = tuple([other for other in self.broken_off if other != name])
        return Turns(self.order, self.round, name, acted, False, late, broken_off)

    def put_off(self, name: str, begun: bool) -> Turns:
        """This turn comes at the end of the round, or what is left of it when it has begun."""
        if name in self.late:
            return self
        broken_off = (*self.broken_off, name) if begun else self.broken_off
        return replace(self, late=(*self.late, name), broken_off=broken_off)
