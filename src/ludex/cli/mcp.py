"""`ludex mcp`: assistants on this machine ask and play, over standard input and output."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path

from ludex.core.kernel.ruling import BadInput

NOT_INSTALLED = "assistants need the package mcp, which is not installed: pip install 'ludex[mcp]'"


def check_installed() -> None:
    if find_spec("mcp") is None:
        raise BadInput(NOT_INSTALLED)


def serve_assistant(link: str, folders: tuple[Path, ...]) -> int:
    check_installed()
    from ludex.assistants.seats import Seats, read_link
    from ludex.assistants.server import on_own_machine
    from ludex.assistants.stdio import serve

    if link:
        read_link(link)
    seats = Seats(link)
    asyncio.run(serve(on_own_machine(seats, folders), seats))
    return 0
