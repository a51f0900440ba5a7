"""What an assistant can read: rulebooks, content, and of its seat the record, sheets and parts of the document."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from ludex.assistants import book
from ludex.assistants.book import Folders
from ludex.assistants.bounds import told_in_words
from ludex.assistants.seat_tools import in_step
from ludex.assistants.seats import Seats, parts_of, words_of
from ludex.core.kernel.games import GAMES

MARKDOWN, TOML, JSON = "text/markdown", "application/toml", "application/json"


@contextmanager
def told_to_readers() -> Iterator[None]:
    try:
        with told_in_words():
            yield
    except ToolError as fault:
        raise ResourceError(str(fault)) from fault


def add_resources(server: MCPServer[Any], folders: Folders, seats: Seats) -> None:
    for game in GAMES:
        add_rulebook(server, game)

    @server.resource("ludex://content/{game}/{kind}/{name}", title="An entry of the content", mime_type=TOML)
    async def entry(game: str, kind: str, name: str) -> str:
        """A character, a weapon, a scene, … as it is written."""
        with told_to_readers():
            found = await asyncio.to_thread(book.content, game, kind, name, folders)
            return str(found["text"])

    @server.resource("ludex://seat/sheets/{being}", title="The sheet of a being", mime_type=JSON)
    async def sheet(being: str, ctx: Context[Any, Any]) -> str:
        """All that the seat this assistant was set up with may know about somebody."""
        with told_to_readers():
            client = await seats.at(seats.meant("", ctx.headers), ctx.headers)
            return json.dumps(await client.do("sheet", being=being), ensure_ascii=False)

    @server.resource("ludex://seat/{part}", title="The record of a table, or a part of what a seat sees")
    async def seat(part: str, ctx: Context[Any, Any]) -> str:
        """`record`: the log of the scene as the seat has read it, as text. Else a part of the document, as JSON."""
        with told_to_readers():
            client = await seats.at(seats.meant("", ctx.headers), ctx.headers)
            await in_step(client)
            if part == "record":
                return "\n".join(words_of(client.lines))
            return json.dumps(parts_of(client, [part])[part], ensure_ascii=False)


def add_rulebook(server: MCPServer[Any], game: str) -> None:
    @server.resource(f"ludex://rules/{game}", name=f"The rules of {game}", mime_type=MARKDOWN)
    async def rules() -> str:
        """All rules in our own words, in the order of the book."""
        return await asyncio.to_thread(book.rulebook, game)
