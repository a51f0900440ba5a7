"""An assistant for tests: the official client, with a server of the protocol in the same process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client

from ludex.assistants.seats import Seats
from ludex.assistants.server import on_own_machine


def link_of(address: str, seat: dict[str, str]) -> str:
    return f"{address}/join/{seat['table']}#{seat['token']}"


@asynccontextmanager
async def assistant(link: str = "", adds_to_dice: bool = True) -> AsyncIterator[Client]:
    seats = Seats(link, adds_to_dice=adds_to_dice)
    try:
        async with Client(on_own_machine(seats)) as client:
            yield client
    finally:
        await seats.close()


async def told(client: Client, tool: str, **what: Any) -> dict[str, Any]:
    """What a tool says that does not refuse."""
    result = await client.call_tool(tool, what)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **what: Any) -> str:
    """In which words it refuses."""
    result = await client.call_tool(tool, what)
    assert result.is_error, result.content
    return str(getattr(result.content[0], "text", ""))


async def read(client: Client, uri: str) -> str:
    return str(getattr((await client.read_resource(uri)).contents[0], "text", ""))
