"""Tables on their way out: each once at a time, not many at once, and none for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from tempfile import SpooledTemporaryFile
from typing import IO

from litestar.exceptions import TooManyRequestsException

from ludex.server import limits

AT_ONCE = 64 * 1024  # bytes of a file that are sent


class Exports:
    """The files of tables that are being packed or sent."""

    def __init__(self) -> None:
        self._files: dict[str, IO[bytes]] = {}  # by table

    def begin(self, table: str) -> IO[bytes]:
        """A file for a table, until its `end`."""
        if table in self._files:
            raise _later("this table is being exported already: wait until that is done")
        if len(self._files) >= limits.EXPORTS:
            raise _later(f"{limits.EXPORTS} tables are being exported already: wait a little")
        file = self._files[table] = SpooledTemporaryFile(limits.BODY)  # noqa: SIM115  # closed in the end
        return file

    def end(self, table: str, file: IO[bytes]) -> None:
        """Whatever has become of it; once or more."""
        file.close()
        if self._files.get(table) is file:
            del self._files[table]

    def send(self, table: str, file: IO[bytes]) -> AsyncIterator[bytes]:
        """The file from its beginning. Who has not taken it in time does without the rest, even who takes nothing."""
        late = asyncio.get_running_loop().call_later(limits.EXPORT_SECONDS, self.end, table, file)
        return self._read(table, file, late)

    async def _read(self, table: str, file: IO[bytes], late: asyncio.TimerHandle) -> AsyncIterator[bytes]:
        try:
            file.seek(0)
            while data := await asyncio.to_thread(file.read, AT_ONCE):
                yield data
        finally:
            late.cancel()
            self.end(table, file)


def _later(why: str) -> TooManyRequestsException:
    return TooManyRequestsException(why, headers={"Retry-After": "10"})
