"""Writing together: what many threads want to write at once is written by the first of them for all, in one transaction
that reaches the disk once. Nobody comes back before their own part is kept, or was refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

from ludex.core.files.codec import Boundary
from ludex.table.campaign.snapshot import Snapped
from ludex.table.records.entry import Entry


class Part:
    """What one thread wants to write of a table, and what has come of it."""

    def __init__(
        self, table: str, entries: Sequence[Entry], boundary: Boundary | None, snapshot: Snapped | None
    ) -> None:
        self.table = table
        self.entries = entries
        self.boundary = boundary
        self.snapshot = snapshot
        self.done = False
        self.fault: Exception | None = None


class Together:
    def __init__(self, write: Callable[[Sequence[Part]], None]) -> None:
        """`write` keeps all parts at once; it sets the fault of a part that is refused, and raises where nothing was
        kept."""
        self._write = write
        self._writing = Lock()
        self._queue: list[Part] = []
        self._queueing = Lock()

    def keep(
        self,
        table: str,
        entries: Sequence[Entry],
        boundary: Boundary | None = None,
        snapshot: Snapped | None = None,
    ) -> None:
        part = Part(table, entries, boundary, snapshot)
        with self._queueing:
            self._queue.append(part)
        with self._writing:  # whoever comes in writes for all who have come meanwhile
            if not part.done:
                self._keep_all()
        if part.fault is not None:
            raise part.fault

    def _keep_all(self) -> None:
        with self._queueing:
            parts, self._queue = self._queue, []
        try:
            self._write(parts)
        except Exception as fault:
            for part in parts:
                part.fault = part.fault or fault
        finally:
            for part in parts:
                part.done = True
