"""Several processes behind one address. Each holds the tables that fall to it by their ids. A line on which a table of
another process is asked for is handed over to that one, as it is, before anything of it was answered. Any of them could
answer; but a table in the memory of several is kept up to date in each."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple
from zlib import crc32

ASKED = re.compile(rb"[A-Z]{1,10} /api/tables/([^/?# ]+)")
LINE, NOTICE, FIGURES = b"L", b"N", b"F"  # what is sent: a line, a notice, a wish for figures
MOST = 128 * 1024  # bytes at once; a line that has said more is answered where it is
PATIENCE = 3.0  # seconds in which the others must tell their figures


class Way(NamedTuple):
    """A way to one of the processes. It is there before the process is, and when another takes its place."""

    inbox: socket.socket
    outbox: socket.socket


def new_way() -> Way:
    found = Way(*socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    for end in found:
        end.setblocking(False)
    return found


class Share:
    """Which of the processes this is, and the ways to all of them."""

    def __init__(self, mine: int, ways: Sequence[Way]) -> None:
        self.mine, self._ways = mine, ways

    def whose(self, table: bytes) -> int:
        return crc32(table) % len(self._ways)

    def hand_over(self, said: bytes, line: int) -> bool:
        """Give a line, by its number, and what was said on it to the process whose table is asked for; not where that
        is this one, or cannot take it: then it is answered here."""
        asked = ASKED.match(said)
        if asked is None or (whose := self.whose(asked[1])) == self.mine or len(said) > MOST:
            return False
        return self._send(whose, LINE + said, line)

    def announce(self, table: str, notice: bytes) -> None:
        """Tell whoever holds a table what was done with it here."""
        if (whose := self.whose(table.encode())) != self.mine:
            self._send(whose, NOTICE + notice)

    async def figures(self) -> dict[int, bytes]:
        """Those of all other processes that tell theirs in time."""
        others = [number for number in range(len(self._ways)) if number != self.mine]
        told = await asyncio.gather(*map(self._figures_of, others))
        return {number: figures for number, figures in zip(others, told, strict=True) if figures}

    async def _figures_of(self, number: int) -> bytes:
        ours, theirs = socket.socketpair()
        with ours:
            ours.setblocking(False)
            with theirs:
                if not self._send(number, FIGURES, theirs.fileno()):
                    return b""
            reader, writer = await asyncio.open_connection(sock=ours)
            try:
                async with asyncio.timeout(PATIENCE):
                    return await reader.read()
            except TimeoutError:
                return b""
            finally:
                writer.close()

    def _send(self, whose: int, said: bytes, line: int | None = None) -> bool:
        """Whoever does not take what is sent for long has a full inbox."""
        outbox = self._ways[whose].outbox
        try:
            socket.send_fds(outbox, [said], [line] if line is not None else [])
        except OSError:
            return False
        return True

    # -- what others send -------------------------------------------------------------------------------------

    def listen(
        self,
        let_in: Callable[[socket.socket, bytes], Awaitable[object]],
        hear: Callable[[bytes], Awaitable[object]],
        figures: Callable[[], bytes],
    ) -> Callable[[], object]:
        """Take from now on what others send; gives how to end that."""
        loop = asyncio.get_running_loop()
        inbox, tasks = self._ways[self.mine].inbox, set[asyncio.Future[object]]()

        def take() -> None:
            with suppress(BlockingIOError):
                said, lines, _, _ = socket.recv_fds(inbox, len(LINE) + MOST, 1)
                kind, rest = said[:1], said[1:]
                line = socket.socket(fileno=lines[0]) if lines else None
                if line is not None:
                    line.setblocking(False)
                if kind == NOTICE:
                    doing = hear(rest)
                elif line is not None:
                    doing = let_in(line, rest) if kind == LINE else tell(line, figures())
                else:
                    return  # this process has no room for one more line
                task = asyncio.ensure_future(doing)
                tasks.add(task)
                task.add_done_callback(tasks.discard)

        loop.add_reader(inbox.fileno(), take)
        return partial(loop.remove_reader, inbox.fileno())


async def tell(line: socket.socket, words: bytes) -> None:
    with line, suppress(OSError):
        await asyncio.get_running_loop().sock_sendall(line, words)
