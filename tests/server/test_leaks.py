"""For every game: two tables that differ only in what a seat may not know send it the same bytes, through random play
over real sockets; and an assistant at that seat the same words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count, zip_longest
from random import Random
from typing import Any

import msgspec
import pytest
from mcp import Client as Assistant
from websockets.asyncio.client import ClientConnection

from ludex.client.client import Client
from ludex.core.files.codec import as_plain, encode
from ludex.core.game import GAMES, Game
from ludex.server import limits
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing
from ludex.table.document.looking import Look
from ludex.table.play.deciding import waiting
from ludex.table.records.seat import Seat
from tests.assistants.asking import assistant, link_of, read
from tests.conformance.playing import SECRETIVE, drawn, named
from tests.server.serving import Serving, run, served
from tests.table.secrets import MOST_UNKNOWN, fewer, looks, next_doing
from tests.table.tables import Fake

FEW, MANY = 4, 24  # scenes; at least a third as many times both are compared
MORE = 5  # times as many scenes are looked through where too few hide something
STEPS = 4


class Side:
    """One of the two servers: its world, and a table in it with a game master and the player who is listened to."""

    def __init__(self, serving: Serving, fake: Fake) -> None:
        self.serving = serving
        self.fake = fake
        serving.house.founding = serving.house.requests
        self.heard: list[str] = []  # every message to the player, as it came
        self.table: Campaign
        self.gm: Client
        self.line: ClientConnection
        self.assistant: Assistant  # of the same seat
        self.player = ""
        self.number = 0

    @asynccontextmanager
    async def playing(self, seed: int, scene: Any, own: list[str]) -> AsyncIterator[None]:
        self.fake.now, self.fake.numbers = 1_000.0 + seed, count(1_000_000 * (seed + 1))
        self.heard, self.number = [], 0
        master = await self.serving.ask(
            "POST", "/api/tables", data={"game": scene.game, "title": f"With {seed}", "name": "Mara"}
        )
        player = await self.serving.seat(master, "Ann", *own)
        self.player = player["seat"]
        first = {"do": "hello", "token": player["token"]}
        async with (
            self.serving.at(master) as self.gm,
            self.serving.raw(player["table"], **first) as self.line,
            assistant(link_of(self.serving.address, player), adds_to_dice=False) as self.assistant,
        ):
            self.heard.append(str(await self.line.recv()))
            state, game = msgspec.json.encode(as_plain(scene)).decode(), scene.game
            tables = {"game": game, "state": state, "shape": len(GAMES[game].migrations)}
            prepared = await self.gm.do("prepare", title="A scene", tables=tables)
            await self.gm.do("open_scene", scene=prepared["scene"], begin=False, carry=False)
            self.table = await self.serving.truth(master)
            yield

    # -- what the other parts of the test look at -------------------------------------------------------------

    @property
    def kept(self) -> Any:
        return self

    @property
    def live(self) -> Any:
        assert self.table.playing is not None
        return self.table.playing.live

    @property
    def seat(self) -> Seat:
        return self.table.seats[self.player]

    @property
    def seen(self) -> Any:
        return self.table.seen(self.seat)

    def known(self) -> object:
        request = self.live.open
        return encode(self.seen.scene), request.key if request is not None else ""

    # -- doing ------------------------------------------------------------------------------------------------

    async def by_player(self, what: Doing | Look) -> None:
        """The player does or asks something; all that is said until it is answered is written down."""
        self.number += 1
        await self.line.send(json.dumps({"n": self.number, **msgspec.to_builtins(what)}))
        while True:
            self.heard.append(str(await self.line.recv()))
            message = json.loads(self.heard[-1])
            if message["is"] == "reply" and message["n"] == self.number:
                return

    async def by_assistant(self, what: Look) -> None:
        """An assistant at the seat of the player looks at the table, and asks something: all that it is told."""
        asked = msgspec.to_builtins(what)
        do = asked.pop("do")
        for tool, given in (("seat_view", {}), ("seat_log", {}), ("seat_ask", {"do": do, "what": asked})):
            found = await self.assistant.call_tool(tool, given)
            assert tool == "seat_ask" or not found.is_error, found.content
            self.heard.append(found.model_dump_json())
        self.heard.append(await read(self.assistant, "ludex://seat/record"))

    async def by_master(self, what: Doing) -> dict[str, Any]:
        return await self.gm.send(msgspec.to_builtins(what))

    async def pass_the_unknown(self) -> bool:
        """Whoever the player does not know to be there lets its turn pass."""
        from ludex.table.play.commands import Command

        for _ in range(MOST_UNKNOWN):
            who = waiting(self.table).who
            if who not in self.seen.unknown:
                return True
            passing = self.table.game.passing(self.live.scene, self.live.scene.beings[who])
            if self.live.open is not None or passing is None:
                return False
            reply = await self.by_master(Command(actor=who, name=passing.name, args=dict(passing.args)))
            if not reply["ok"] or reply.get("result"):
                return False
        return False


def differing(one: list[str], other: list[str]) -> str:
    """Where two lists of messages part, with what stands there."""
    for number, (here, there) in enumerate(zip_longest(one, other, fillvalue="")):
        if here != there:
            at = next(place for place, pair in enumerate(zip_longest(here, there)) if pair[0] != pair[1])
            return f"message {number}: {here[max(0, at - 200) : at + 100]!r} and {there[max(0, at - 200) : at + 100]!r}"
    return ""


async def compared(one: Side, other: Side, seed: int, luck: Random) -> int:
    """Play both side by side, as long as the player knows the same; tells how often they were compared."""
    times = 0
    for step in range(STEPS):
        for side in (one, other):
            side.fake.now += 10
        if not (await one.pass_the_unknown() and await other.pass_the_unknown()) or one.known() != other.known():
            return times  # the secret has come out
        asked = list(looks(one, luck))  # type: ignore[arg-type]  # it is asked like one table
        for what in asked:
            await asyncio.gather(one.by_player(what), other.by_player(what))
        for what in asked[:1]:
            await asyncio.gather(one.by_assistant(what), other.by_assistant(what))
        differs = differing(one.heard, other.heard)
        assert not differs, f"drawn with {seed}, after {step} doings: {differs}"
        times += 1
        doing, mine = next_doing(one, luck)  # type: ignore[arg-type]  # it is asked like one table
        if mine:
            await asyncio.gather(one.by_player(doing), other.by_player(doing))
        else:
            await asyncio.gather(one.by_master(doing), other.by_master(doing))
    return times


@asynccontextmanager
async def side() -> AsyncIterator[Side]:
    fake, tokens = Fake(), count(1)
    names = lambda: f"token {next(tokens)}"  # noqa: E731
    async with served(outside=fake.outside(), token=names, session=names) as serving:
        yield Side(serving, fake)


async def play(game: Game[Any], scenes: int) -> int:
    times = 0
    async with side() as one, side() as other:
        for seed in range(MORE * scenes):
            if seed >= scenes and times >= scenes // 3:
                break
            luck = Random(seed)
            scene = drawn(game, luck, game.library())
            sides = list(dict.fromkeys(being.side for being in scene.beings.values()))
            for own_side in luck.sample(sides, len(sides)):
                others = [*game.worlds(scene, own_side, luck.randrange), *fewer(game, scene, own_side)]
                if others:
                    own = [being.id for being in scene.beings.values() if being.side == own_side]
                    async with AsyncExitStack() as both:
                        await both.enter_async_context(one.playing(seed, scene, own))
                        await both.enter_async_context(other.playing(seed, luck.choice(others), own))
                        times += await compared(one, other, seed, luck)
                    break
    return times


@pytest.mark.parametrize("scenes", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", SECRETIVE, ids=named)
def test_what_a_seat_may_not_know_changes_no_byte_that_it_is_sent(
    game: Game[Any], scenes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the bytes tell is compared over many more scenes by `tests/table/test_leaks.py`."""
    monkeypatch.setattr(limits, "MESSAGES", (1e9, 1e9))  # however fast the two are
    assert run(play(game, scenes)) >= scenes // 3
