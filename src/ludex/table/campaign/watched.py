"""What those with one knowledge see of the scene on the table, and what they have read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, NamedTuple

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.marks import in_short
from ludex.table.campaign.deeds import Doing
from ludex.table.campaign.log import Log, Told
from ludex.table.know.rolls import LineTold, lines_of, roll
from ludex.table.know.seen import BACK_OR_FORTH, Seen
from ludex.table.records.entry import Entry


class Words(NamedTuple):
    """What somebody said that stands in the log, though no rule has made it."""

    place: int  # after so many entries of play
    entry: Entry
    line: Callable[[Seen], str]  # as those who know this may read it; empty where they may not
    rank: str = ""  # how it stands out

    def told(self, seen: Seen) -> list[Told]:
        """As those who know this read it, if they may."""
        lines = [LineTold(words, GM, self.rank)] if (words := self.line(seen)) else []
        return [Told(self.entry.number, self.entry.at, self.entry.by, lines, lines, [])] if lines else []


class AsRead:
    """What rulings are in words, once for all who see the same scene and read the same rulings of it."""

    def __init__(self, actor: str) -> None:
        self._actor = actor  # whose deed it is
        self._lines: dict[tuple[int, ...], list[LineTold]] = {}
        self._rolls: dict[tuple[int, ...], list[dict[str, Any]]] = {}
        self._read: list[object] = []  # as long as they are kept nothing else has their ids

    def lines(self, seen: Seen, rulings: Sequence[Ruling]) -> list[LineTold]:
        known = self._same(seen, rulings)
        if known not in self._lines:
            self._lines[known] = lines_of(seen.face, seen.scene, rulings, self._actor)
        return self._lines[known]

    def rolls(self, seen: Seen, rulings: Sequence[Ruling]) -> list[dict[str, Any]]:
        known = self._same(seen, rulings)
        if known not in self._rolls:
            self._rolls[known] = [roll(seen, rulings, at) for at, one in enumerate(rulings) if one.kind == "roll"]
        return self._rolls[known]

    def _same(self, seen: Seen, rulings: Sequence[Ruling]) -> tuple[int, ...]:
        self._read += (seen.scene, rulings)
        return (id(seen.scene), *map(id, rulings))


class Watched:
    """What those with one knowledge see of the scene, and the log as they have read it."""

    def __init__(self, seen: Seen, log: Log) -> None:
        self.seen = seen
        self.log = log
        self.untold: set[int] = set()  # entries of doings that count no more, or again, without a word of it here

    def read(
        self,
        doing: Doing,
        rulings: Iterable[Ruling],
        turned: AbstractSet[int],
        void: AbstractSet[int],
        as_read: AsRead,
    ) -> None:
        """What a doing has brought. Those in `turned` were taken back by it, and are in `void` from now on, or count
        again."""
        self.untold ^= {number for number in turned if self.log.here(number)}
        readable = self.seen.readable(rulings)
        blurred = self.seen.blurred(readable)
        if any(ruling.kind in BACK_OR_FORTH for ruling in readable) and (way := self.log.at_hand(turned)):
            own = all(told.by == doing.entry.by for told in way)
            readable, blurred = _naming(readable, way[0].lines, own), _naming(blurred, way[0].rough, own)
        lines = as_read.lines(self.seen, readable)
        if lines:  # nothing to read is no line, not an empty one: that something happened may be a secret
            rolls = as_read.rolls(self.seen, readable)
            rough = lines if blurred is readable else as_read.lines(self.seen, blurred)
            undoes, redoes = tuple(sorted(self.untold & void)), tuple(sorted(self.untold - void))
            self.untold = set()
            by_hand = doing.by_master and not rolls
            told = lines, rough, rolls, undoes, redoes, doing.deed, by_hand, doing.goes_on
            self.log.append(Told(doing.entry.number, doing.entry.at, doing.entry.by, *told))

    def hear(self, words: Words) -> None:
        for told in words.told(self.seen):
            self.log.append(told)


def _naming(rulings: Iterable[Ruling], deed: Sequence[LineTold], own: bool) -> list[Ruling]:
    """A way back or forth is told with the first deed on it, as that was read, and with whether whoever takes that way
    did all of it."""
    head = next((line for line in deed if not line.aside and not line.rank), deed[0])
    values = {"deed": in_short(head.marked), "own": own}
    return [replace(each, values={**each.values, **values}) if each.kind in BACK_OR_FORTH else each for each in rulings]
