"""What those with one knowledge see of the scene on the table, and what they have read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Ruling
from ludex.table.campaign.deeds import Doing
from ludex.table.campaign.log import Log, Told
from ludex.table.know.rolls import LineTold, lines_of, roll
from ludex.table.know.seen import Seen
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


class Watched:
    """What those with one knowledge see of the scene, and the log as they have read it."""

    def __init__(self, seen: Seen, log: Log) -> None:
        self.seen = seen
        self.log = log
        self.untold: set[int] = set()  # entries of doings that count no more, or again, without a word of it here

    def read(self, doing: Doing, rulings: Iterable[Ruling], turned: AbstractSet[int], void: AbstractSet[int]) -> None:
        """What a doing has brought. Those in `turned` were taken back by it, and are in `void` from now on, or count
        again."""
        self.untold ^= {number for number in turned if self.log.here(number)}
        readable = self.seen.readable(rulings)
        lines = lines_of(self.seen.face, self.seen.scene, readable, doing.actor)
        if lines:  # nothing to read is no line, not an empty one: that something happened may be a secret
            rolls = [roll(self.seen, readable, at) for at, ruling in enumerate(readable) if ruling.kind == "roll"]
            blurred = self.seen.blurred(readable)
            rough = lines if blurred is readable else lines_of(self.seen.face, self.seen.scene, blurred, doing.actor)
            undoes, redoes = tuple(sorted(self.untold & void)), tuple(sorted(self.untold - void))
            self.untold = set()
            by_hand = doing.by_master and not rolls
            told = lines, rough, rolls, undoes, redoes, doing.deed, by_hand, doing.goes_on
            self.log.append(Told(doing.entry.number, doing.entry.at, doing.entry.by, *told))

    def hear(self, words: Words) -> None:
        for told in words.told(self.seen):
            self.log.append(told)
