"""A seat for an assistant: what it sees, may do and might come of it; doing, answering, saying. All of it goes over the
line of that seat, so that the table knows of no difference to a person, and tells no more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from json import JSONDecodeError
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import ToolAnnotations
from pydantic import Field

from ludex.assistants.bounds import Fights, Link, Name, Seconds, Seed, Words, told_in_words
from ludex.assistants.seats import Seat, Seats, is_over, parts_of, standing, words_of
from ludex.client.client import Client, answer_of
from ludex.client.http import lines, passed_on
from ludex.core.kernel.ruling import BadInput
from ludex.table.document.looking import LOOKS

LOOKING = ToolAnnotations(read_only_hint=True)
DOING = ToolAnnotations(read_only_hint=False)
# Chains and links are the client's own; a table is deleted by people
NOT_FOR_ASSISTANTS = frozenset(("chain", "link", "delete_table"))
ASKED = frozenset(str(look.__struct_config__.tag) for look in LOOKS)  # by which nothing happens
DICE_FALL = 3.0  # seconds
CUT_OFF = "the server stopped before the simulation was finished: try again later, or with fewer fights"
Args = dict[str, Any]
Asked = Annotated[str, Field(max_length=40)]
Most = Annotated[int, Field(ge=1, le=200)]


async def in_step(client: Client) -> None:
    """Whatever was done before by anybody has arrived when an answer comes."""
    await client.do("log", most=1)


async def dice_fallen(client: Client) -> None:
    """Dice to which somebody adds fall a moment after what they were thrown for; nobody is waited for long."""
    end = asyncio.get_running_loop().time() + DICE_FALL
    while (client.document["waiting"] or {}).get("for") == "link" and (
        left := end - asyncio.get_running_loop().time()
    ) > 0:
        await client.news(left)


def add_seat_tools(server: MCPServer[Any], seats: Seats) -> None:
    def meant(link: str, ctx: Context[Any, Any]) -> Seat:
        return seats.meant(link, ctx.headers)

    async def seated(link: str, ctx: Context[Any, Any]) -> Client:
        return await seats.at(meant(link, ctx), ctx.headers)

    async def asked(link: str, ctx: Context[Any, Any], do: str, what: Args) -> dict[str, Any]:
        with told_in_words():
            client = await seated(link, ctx)
            return {"answer": answer_of(await client.send({**what, "do": do}))}

    async def done(link: str, ctx: Context[Any, Any], do: str, what: Args) -> dict[str, Any]:
        """What comes of it, what the log says of it, and where things stand then."""
        with told_in_words():
            client = await seated(link, ctx)
            before = list(client.lines)
            result = answer_of(await client.send({**what, "do": do}))
            await dice_fallen(client)
            new = client.lines[len(before) :] if client.lines[: len(before)] == before else client.lines
            return {"result": result, "log": words_of(new), **standing(client)}

    @server.tool(annotations=LOOKING)
    async def seat_view(ctx: Context[Any, Any], parts: list[Name] | None = None, link: Link = "") -> dict[str, Any]:
        """What a seat sees of its table: who is there, the scene, whose turn it is, what is waited for. `parts` of the
        document by name, such as board, offers, notes, handouts, characters; without, what matters most."""
        with told_in_words():
            client = await seated(link, ctx)
            await in_step(client)
            return {**standing(client), **parts_of(client, parts or []), "parts_there_are": list(client.document)}

    @server.tool(annotations=LOOKING)
    async def seat_wait(ctx: Context[Any, Any], seconds: Seconds = 10, link: Link = "") -> dict[str, Any]:
        """Wait until it is this seat's to decide, the scene is over, or so many seconds have passed."""
        with told_in_words():
            client = await seated(link, ctx)
            await in_step(client)
            clock = asyncio.get_running_loop().time
            end = clock() + seconds
            while not (standing(client)["yours"] or is_over(client)) and clock() < end:
                await client.news(max(0.01, end - clock()))
            return standing(client)

    @server.tool(annotations=LOOKING)
    async def seat_log(
        ctx: Context[Any, Any], before: int | None = None, most: Most = 20, link: Link = ""
    ) -> dict[str, Any]:
        """What the log of the scene says, and the chat: the last entries, or those before a number."""
        with told_in_words():
            client = await seated(link, ctx)
            found = await client.do("log", most=most, **({} if before is None else {"before": before}))
            return {"log": found, "chat": client.chat[-most:]}

    @server.tool(annotations=LOOKING)
    async def seat_offers(being: Name, ctx: Context[Any, Any], link: Link = "") -> dict[str, Any]:
        """All that a being of this seat may do now with its price, and what it may not, with the reason and rule."""
        return await asked(link, ctx, "offers", {"being": being})

    @server.tool(annotations=LOOKING)
    async def seat_choices(
        being: Name, action: Name, ctx: Context[Any, Any], chosen: list[Any] | None = None, link: Link = ""
    ) -> dict[str, Any]:
        """What may be chosen for the next argument of an action, after those that are chosen."""
        return await asked(link, ctx, "choices", {"being": being, "action": action, "chosen": chosen or []})

    @server.tool(annotations=LOOKING)
    async def seat_odds(
        being: Name, action: Name, ctx: Context[Any, Any], args: Args | None = None, link: Link = ""
    ) -> dict[str, Any]:
        """What would come of an action, with its exact odds, as far as this seat may know."""
        return await asked(link, ctx, "odds", {"actor": being, "name": action, "args": args or {}})

    @server.tool(annotations=LOOKING)
    async def seat_suggest(being: Name, ctx: Context[Any, Any], link: Link = "") -> dict[str, Any]:
        """What the machine would do in a being's place: a command for `seat_act`."""
        return await asked(link, ctx, "suggest", {"being": being})

    @server.tool(annotations=LOOKING)
    async def seat_sheet(being: Name, ctx: Context[Any, Any], link: Link = "") -> dict[str, Any]:
        """All that this seat may know about a being."""
        return await asked(link, ctx, "sheet", {"being": being})

    @server.tool(annotations=LOOKING)
    async def seat_ask(do: Asked, ctx: Context[Any, Any], what: Args | None = None, link: Link = "") -> dict[str, Any]:
        """Anything else that a seat may ask, as docs/protocol.md lists it: path, reach, sight, why, calls, fields, …
        Nothing happens by it."""
        with told_in_words():
            if do not in ASKED:
                raise BadInput(f"do: expected one of {', '.join(sorted(ASKED))}")
            fields(what)
        return await asked(link, ctx, do, what or {})

    @server.tool(annotations=DOING)
    async def seat_act(
        being: Name, action: Name, ctx: Context[Any, Any], args: Args | None = None, link: Link = ""
    ) -> dict[str, Any]:
        """A being of this seat does something; tells what the log says of it and where things stand then."""
        return await done(link, ctx, "command", {"actor": being, "name": action, "args": args or {}})

    @server.tool(annotations=DOING)
    async def seat_answer(key: Words, value: Any, ctx: Context[Any, Any], link: Link = "") -> dict[str, Any]:
        """Answer the open question: its key, and one of its answers."""
        return await done(link, ctx, "answer", {"key": key, "value": value})

    @server.tool(annotations=DOING)
    async def seat_say(words: Words, ctx: Context[Any, Any], link: Link = "") -> dict[str, Any]:
        """Say something to all at the table."""
        return await done(link, ctx, "chat", {"words": words})

    @server.tool(annotations=DOING)
    async def seat_do(do: Asked, ctx: Context[Any, Any], what: Args | None = None, link: Link = "") -> dict[str, Any]:
        """Anything else that a seat may do, as docs/protocol.md lists it: hold, walk, note, take_up; for the game
        master open_scene, prepare, gm, settle, hand_over, undo, … The table refuses what is not for this seat."""
        with told_in_words():
            if do in NOT_FOR_ASSISTANTS:
                raise BadInput(f"{do} is not for assistants")
            fields(what)
        return await done(link, ctx, do, what or {})

    @server.tool(annotations=LOOKING)
    async def seat_simulate(
        ctx: Context[Any, Any],
        fights: Fights = 100,
        seed: Seed = 1,
        deeds: Annotated[list[Args], Field(max_length=4)] | None = None,
        prepared: Name = "",
        against: Name = "",
        vary: Args | None = None,
        link: Link = "",
    ) -> dict[str, Any]:
        """Fight the scene on the table many times as this seat knows it, and compare up to four first deeds, each a
        command with actor, name and args. For a game master also a prepared scene by its id, `against` another, or
        with one field changed: `vary` has its path and its values."""
        with told_in_words():
            seat = meant(link, ctx)
            data: dict[str, Any] = {"fights": fights, "seed": seed, "deeds": deeds or []}
            path = f"{seat.address}/api/tables/{seat.table}/lab"
            if prepared:
                path += "/prepared"
                data |= {"scene": prepared, "against": against, **({"vary": vary} if vary else {})}
            return await asyncio.to_thread(fought, path, seat.token, data, passed_on(ctx.headers))


def fields(what: Args | None) -> None:
    """What a message is, and its number, is not said in its fields."""
    if taken := {"do", "n"}.intersection(what or {}):
        raise BadInput(f"what: there is no field {sorted(taken)[0]!r}")


def fought(url: str, token: str, data: Any, headers: Mapping[str, str]) -> dict[str, Any]:
    """The last line of a simulation, which says that it is done."""
    last: dict[str, Any] = {}
    try:
        for line in lines(url, token, data, headers):
            last = line
    except JSONDecodeError as fault:  # half a line
        raise BadInput(CUT_OFF) from fault
    if last.get("fault"):
        raise BadInput(last["fault"])
    if not last.get("done"):
        raise BadInput(CUT_OFF)
    return {"fights": last.get("of", 0), "result": last.get("result"), "deeds": last.get("deeds", [])}
