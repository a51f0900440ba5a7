"""What of a table's record goes to its chat room: each line as a spectator may read it, once, by the process in which
it happened."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ludex.table.campaign.campaign import Campaign
from ludex.table.document.log import told_lines
from ludex.table.document.show import Documents
from ludex.table.know.rolls import LineTold
from ludex.table.records.seat import SPECTATOR


class RecordLine(NamedTuple):
    """A line of the record: what it says, at which table, and what it is: `scene`, `round`, `turn`, `end`, `aside` for
    what only goes with a deed, or `deed`."""

    text: str
    table: str
    kind: str


class Outbox(Protocol):
    """Takes lines to the address of a table, whenever that is possible. It does not keep anybody waiting."""

    def put(self, table: str, address: str, lines: list[RecordLine]) -> None: ...


class Webhook:
    """How far the record of a table has gone out."""

    def __init__(self, table: Campaign) -> None:
        self._number = table.number  # of the last entry that was looked at

    def fresh(self, documents: Documents) -> list[RecordLine]:
        """What has come since the last time; nothing while somebody unseen is about to act: it comes with what
        follows."""
        table = documents.table
        if not table.webhook:
            self._number = table.number
            return []
        if documents.silent(SPECTATOR):
            return []
        after, self._number = self._number, table.number
        watched = table.watched(SPECTATOR)
        if watched is None:
            return []
        found: list[RecordLine] = []
        for place in range(len(watched.log) - 1, -1, -1):
            told = watched.log[place]
            if told.entry <= after:
                break
            found = [*(line_of(table, line) for line in told_lines(table, told)), *found]
        return found


def line_of(table: Campaign, line: LineTold) -> RecordLine:
    return RecordLine(line.words, table.title, "aside" if line.aside else line.rank or "deed")
