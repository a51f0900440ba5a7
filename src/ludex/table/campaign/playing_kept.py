"""The scene on the table as it is kept with a snapshot."""

from __future__ import annotations

import msgspec

from ludex.core.files.codec import Boundary
from ludex.core.files.referee import RefereeKept
from ludex.table.campaign.counting import CountingKept
from ludex.table.campaign.log import LogKept
from ludex.table.records.entry import Entry, Opened
from ludex.table.records.fog import Fog, FogChange


class LogUntil(msgspec.Struct, frozen=True):
    """A log as it is kept with a snapshot."""

    log: LogKept
    untold: list[int] = []


class PlayingKept(msgspec.Struct, frozen=True):
    """Its last boundaries, the entries that have led from one to the next and on, and the end of each log."""

    opened: Opened  # without its state
    number: int  # of the entry by which it was opened
    at: float
    by: str
    began: int  # that of the entry by which it came on the table
    base: int  # that of the last entry of play before these, or by which it was opened
    since: float  # when that was made
    held: tuple[str, ...]  # who held the table then
    entries: list[Entry]
    reached: list[int]  # so many of them had led to each boundary
    referee: RefereeKept
    counting: CountingKept
    logs: dict[str, LogUntil]
    fogs: list[tuple[int, Fog]] = []  # after the entries with these numbers; those of earlier versions have none
    fog_changes: list[FogChange] = []  # after those; in earlier versions each was whole

    def boundary(self, version: int, shape: int, seal: str) -> Boundary:
        """The last one."""
        stood = self.entries[self.reached[-1] - 1].number if self.reached[-1] else self.base
        return Boundary(stood, version, shape, seal, self.referee.boundaries[-1])
