"""Tools about books: games, rules, content; and what is worked out of them, on this machine or by a server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import ToolAnnotations

from ludex.assistants import book, works
from ludex.assistants.book import Folders
from ludex.assistants.bounds import Draft, Fights, Name, SceneGiven, Seed, told_in_words
from ludex.assistants.seat_tools import fought
from ludex.client.http import ask, passed_on
from ludex.core.content.content import parse_toml
from ludex.core.kernel.ruling import BadInput

LOOKING = ToolAnnotations(read_only_hint=True)
MOST_ENTRIES = 20  # of a draft that a server looks at
Settings = dict[str, Any]


def add_book_tools(server: MCPServer[Any], folders: Folders) -> None:
    @server.tool(annotations=LOOKING)
    async def games() -> dict[str, Any]:
        """The games there are, and the scenes that come with them."""
        return await asyncio.to_thread(book.games)

    @server.tool(annotations=LOOKING)
    async def search_rules(game: Name, words: Name) -> dict[str, Any]:
        """Rules of a game in which the words stand, in our own words, each with its id and where it stands in the
        book: cite both."""
        with told_in_words():
            return await asyncio.to_thread(book.search_rules, game, words)

    @server.tool(annotations=LOOKING)
    async def read_rule(game: Name, rule: Name) -> dict[str, Any]:
        """One rule in full by its id: what it says, how we read it where the book is unclear, examples, options."""
        with told_in_words():
            return await asyncio.to_thread(book.read_rule, game, rule)

    @server.tool(annotations=LOOKING)
    async def content(game: Name, kind: Name = "", name: Name = "") -> dict[str, Any]:
        """Characters, enemies, weapons, powers, scenes: without a kind the kinds, without a name the names, else the
        entry as it is written in TOML, to learn from or to change."""
        with told_in_words():
            return await asyncio.to_thread(book.content, game, kind, name, folders)


def add_own_tools(server: MCPServer[Any], folders: Folders) -> None:
    """What is worked out on this machine, for whoever it belongs to."""

    @server.tool(annotations=LOOKING)
    async def check_draft(game: Name, text: Draft) -> dict[str, Any]:
        """Check the text of a content file or a scene file: all that is wrong with it, with lines and rules."""
        with told_in_words():
            return await asyncio.to_thread(works.check_draft, game, text, folders)

    @server.tool(annotations=LOOKING)
    async def odds(
        scene: SceneGiven, actor: Name, action: Name, args: Settings | None = None, answers: Settings | None = None
    ) -> dict[str, Any]:
        """The exact odds of an action in a scene as it is set up, in the actor's turn. `args` are those of the action,
        such as weapon and target; `answers` by rule are assumed for questions on the way."""
        with told_in_words():
            return await asyncio.to_thread(works.odds_of, scene, actor, action, args or {}, answers or {}, folders)

    @server.tool(annotations=LOOKING)
    async def simulate(
        scene: SceneGiven, fights: Fights = 100, seed: Seed = 1, policy: Name = "", settings: Settings | None = None
    ) -> dict[str, Any]:
        """Fight a scene many times: who wins, how often, who goes down. `settings` change fields of it by their paths,
        such as beings.golem.vigor."""
        with told_in_words():
            return await asyncio.to_thread(works.simulated, scene, fights, seed, policy, settings or {}, folders)

    @server.tool(annotations=LOOKING)
    async def compare(
        scene: SceneGiven,
        other: SceneGiven = "",
        settings: Settings | None = None,
        fights: Fights = 100,
        seed: Seed = 1,
        policy: Name = "",
    ) -> dict[str, Any]:
        """Two scenes, or a scene and the same with `settings` changed, fought with the same dice: the difference."""
        with told_in_words():
            return await asyncio.to_thread(works.compared, scene, other, settings or {}, fights, seed, policy, folders)


# ---------------------------------------------------------------- by a server


def add_house_tools(server: MCPServer[Any], own: str) -> None:
    """The same as far as a server does it for others: asked of its own interface, with the token of who asks."""

    @server.tool(annotations=LOOKING)
    async def check_draft(game: Name, text: Draft, ctx: Context[Any, Any]) -> dict[str, Any]:
        """Check the entries of a content file, each by itself, or a scene file: all that is wrong, with the rules."""
        with told_in_words():
            at = f"{own}/api/games/{quote(game, safe='')}"
            return await asyncio.to_thread(checked_there, at, text, passed_on(ctx.headers))

    @server.tool(annotations=LOOKING)
    async def simulate(
        game: Name, scene: Name, ctx: Context[Any, Any], fights: Fights = 100, seed: Seed = 1
    ) -> dict[str, Any]:
        """Fight a scene that comes with a game many times. For the host of this server: set the assistant up with the
        host's token, as Authorization: Bearer TOKEN. At a table `seat_simulate` does it for a seat."""
        with told_in_words():
            data = {"scene": scene, "fights": fights, "seed": seed}
            url = f"{own}/api/games/{quote(game, safe='')}/lab"
            return await asyncio.to_thread(fought, url, bearer(ctx.headers), data, passed_on(ctx.headers))


def bearer(headers: Mapping[str, str] | None) -> str:
    scheme, _, token = (headers or {}).get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def checked_there(at: str, text: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """By the address at which others check theirs, once for each entry."""
    tables = parse_toml(text)
    if "game" in tables:
        faults = ask("POST", f"{at}/scenes", data={"text": text}, headers=headers)["faults"]
        return {"fits": not faults, "findings": faults}
    entries = [(kind, one) for kind, many in tables.items() if isinstance(many, list) for one in many]
    if not entries or len(entries) > MOST_ENTRIES:
        raise BadInput(f"expected up to {MOST_ENTRIES} entries, each as [[KIND]], or a scene with its game")
    found = [
        {"entry": f"{kind} {one.get('id', '')!r}", **fault}
        for kind, one in entries
        if isinstance(one, dict)
        for fault in ask("POST", f"{at}/entries", data={"kind": kind, "entry": one}, headers=headers)["faults"]
    ]
    return {"fits": not found, "findings": found}
