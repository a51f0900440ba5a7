"""The protocol over standard input and output, for assistants that start `ludex mcp` themselves."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from typing import Any, BinaryIO

import anyio
from mcp.server import MCPServer
from mcp.server.stdio import stdio_server

from ludex.assistants.bounds import MESSAGE
from ludex.assistants.seats import Seats


class Lines:
    """The messages that come in, each a line; one that is too long ends it all, before the rest of it is read."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await asyncio.to_thread(self._source.readline, MESSAGE + 1):
            if len(line) > MESSAGE:
                print(f"ludex: a message of more than {MESSAGE} bytes: good-bye", file=sys.stderr)
                return
            yield line.decode(errors="replace")


async def serve(server: MCPServer[Any], seats: Seats) -> None:
    """Until nobody is left who could say something. Whatever else is printed meanwhile goes to standard error."""
    taken, given = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    lines: Any = Lines(taken)  # the package asks no more of it than to be walked through
    lowlevel = server._lowlevel_server  # as the package's own `run_stdio_async` does, whose lines have no bounds
    try:
        async with stdio_server(lines, anyio.wrap_file(given)) as (read, write):
            await lowlevel.run(read, write, lowlevel.create_initialization_options())
    except* BrokenPipeError:
        pass  # nobody is left who could hear
    finally:
        await seats.close()
