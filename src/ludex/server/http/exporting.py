"""Tables and packs on their way out: each once at a time, not many at once, and none for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO

from litestar.exceptions import TooManyRequestsException

from ludex.server import limits
from ludex.server.unread import AllUnread

AT_ONCE = 64 * 1024  # bytes of a file that are sent


class Exports:
    """The files that are being packed or sent, each under a name for what it is: a table, or the packs of a maker. To
    pack one takes long and has threads of its own, which nothing else waits for. A file that is sent takes room on the
    disk alone; of these there are so many bytes for one address and so many in all, and where more come, whoever has
    been taking theirs longest does without the rest."""

    def __init__(self) -> None:
        self._files: dict[str, IO[bytes]] = {}
        self._packing: set[str] = set()
        self._taken = AllUnread(*limits.EXPORTED)
        self._threads = ThreadPoolExecutor(limits.EXPORTS, "export")

    async def packed(self, name: str, write: Callable[[IO[bytes]], object]) -> IO[bytes]:
        """A file, until its `end`, with what is written to it."""
        file = self.begin(name)
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, write, file)
        except BaseException:
            self._end(name, file)
            raise
        self._packing.discard(name)
        return file

    def check(self, name: str) -> None:
        """May it be packed now? Whoever asks that first asks the store nothing for what is refused."""
        if name in self._files:
            raise _later("this is being exported already: wait until that is done")
        if len(self._packing) >= limits.EXPORTS:
            raise _later(f"{limits.EXPORTS} tables or packs are being packed already: wait a little")

    def begin(self, name: str) -> IO[bytes]:
        self.check(name)
        self._packing.add(name)
        file = self._files[name] = SpooledTemporaryFile(limits.BODY)  # noqa: SIM115  # closed in the end
        return file

    async def end(self, name: str, file: IO[bytes]) -> None:
        """Whatever has become of it; once or more. It is `async` since Litestar calls anything else in a thread."""
        self._end(name, file)

    def _end(self, name: str, file: IO[bytes]) -> None:
        file.close()
        self._taken.remove(file)
        self._packing.discard(name)
        if self._files.get(name) is file:
            del self._files[name]

    def send(self, name: str, file: IO[bytes], address: str = "") -> AsyncIterator[bytes]:
        """The file from its beginning, to somebody at this address. Who has not taken it in time does without the rest,
        even who takes nothing."""
        late = asyncio.get_running_loop().call_later(limits.EXPORT_SECONDS, self._end, name, file)
        self._taken.add(file, address, file.tell(), lambda: self._end(name, file))
        return self._read(name, file, late)

    async def _read(self, name: str, file: IO[bytes], late: asyncio.TimerHandle) -> AsyncIterator[bytes]:
        try:
            file.seek(0)
            while data := await asyncio.to_thread(file.read, AT_ONCE):
                yield data
        finally:
            late.cancel()
            self._end(name, file)

    def close(self) -> None:
        self._threads.shutdown(wait=False)


def _later(why: str) -> TooManyRequestsException:
    return TooManyRequestsException(why, headers={"Retry-After": "10"})
