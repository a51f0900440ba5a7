"""The client is also the bot kit: a bot plays a side of every game to its end, and anybody can recompute the dice."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ludex.client.client import Client, Gone, NotNow, NotUnderstood
from ludex.client.verify import face, verify
from ludex.core.referee.live import SealedDice
from ludex.core.referee.mixed import chain_of
from ludex.server import limits
from tests.server.serving import Serving, run, served, until
from tests.table.tables import SCENES

HOME = Path(__file__).parent.parent.parent
VECTORS = HOME / "docs" / "dice-vectors.json"


def bot() -> Any:
    spec = importlib.util.spec_from_file_location("bot", HOME / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    found.PAUSE = 0.0  # type: ignore[attr-defined]  # of the example
    return found


FEW = ("crawl", "vitality")  # a bot knows no game: it does what it is offered


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game in FEW else pytest.mark.long) for game in SCENES])
def test_bots_play_a_fight_to_its_end_and_the_dice_can_be_recomputed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (1e9, 1e9))

    async def test() -> None:
        async with served() as serving:
            master = await serving.found(game, settings={"pause": 0})
            async with serving.at(master) as gm:
                await gm.do("open_scene", scene=next(iter(gm.document["master"]["scenes"])))
                seal = gm.document["dice"]["seal"]
                beings = gm.document["beings"].items()
                links = [
                    await serving.seat(master, side, *[id for id, being in beings if being["side"] == side])
                    for side in ("party", "foes")
                ]
                async with asyncio.TaskGroup() as group:
                    for link in (*links, master):  # the game master has those who come along during the fight
                        _ = group.create_task(bot().main(serving.address, link["table"], link["token"]))
                await until(gm, lambda: gm.document["scene"]["over"])
                before = await serving.ask("GET", f"/api/tables/{master['table']}/dice", links[0]["token"])
                assert (before[0]["seal"], before[0]["closed"], before[0]["seed"]) == (seal, False, "")
                assert not before[0]["rolls"]
                assert not before[0]["links"]
                await gm.do("close_evening")
            evening = (await serving.ask("GET", f"/api/tables/{master['table']}/dice", links[0]["token"]))[0]
            assert len(evening["rolls"]) > 5
            assert verify(evening, seal) == []
            first, sides, faces = evening["rolls"][3]
            told = [faces[0] % sides[0] + 1, *faces[1:]]
            cheated = {**evening, "rolls": [*evening["rolls"][:3], [first, sides, told], *evening["rolls"][4:]]}
            assert [(fault.told, fault.should_be) for fault in verify(cheated)] == [(told, faces)]

    run(test())


# ---------------------------------------------------------------- a line that breaks


class Line:
    """A line between a client and a server that swallows what goes one way, and breaks when it is told to."""

    def __init__(self, serving: Serving) -> None:
        host, port = serving.address.removeprefix("http://").split(":")
        self.to = host, int(port)
        self.address = ""
        self.swallowed = asyncio.Event()
        self._swallows = ""
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> Line:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    def swallow(self, way: str) -> None:
        """What goes this way from now on is lost, until the line breaks."""
        self._swallows = way
        self.swallowed.clear()

    def cut(self) -> None:
        self._swallows = ""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self.to)
        self._writers += [writer, back]
        await asyncio.gather(self._one_way("out", reader, back), self._one_way("in", there, writer))

    async def _one_way(self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                if self._swallows == way:
                    self.swallowed.set()
                else:
                    writer.write(data)
        except OSError:
            pass
        writer.close()


@pytest.mark.parametrize("way", ["out", "in"])
def test_what_was_on_the_way_when_the_line_broke_is_done_once(way: str) -> None:
    """Whether the message was lost, or the reply."""

    async def test() -> None:
        async with served() as serving, Line(serving) as line:
            master = await serving.found()
            async with Client.at(line.address, master["table"], master["token"]) as mara:
                await mara.do("chat", words="Before")
                session = mara.session
                line.swallow(way)
                sent = [asyncio.create_task(mara.do("chat", words=f"number {number}")) for number in range(3)]
                await line.swallowed.wait()
                line.cut()
                await asyncio.gather(*sent)
                await mara.do("chat", words="After")
                words = ["Before", "number 0", "number 1", "number 2", "After"]
                assert [said["words"] for said in mara.chat] == words
                assert mara.session == session
            assert [said.words for said in (await serving.truth(master)).chat] == words

    run(test())


def test_where_the_session_is_forgotten_what_was_sent_is_gone_and_all_is_told_anew() -> None:
    async def test() -> None:
        async with served() as serving, Line(serving) as line:
            master = await serving.found()
            async with Client.at(line.address, master["table"], master["token"]) as mara:
                line.swallow("in")
                sent = asyncio.create_task(mara.do("chat", words="Perhaps"))
                await line.swallowed.wait()
                mara.session = "one that is not known"
                line.cut()
                with pytest.raises(Gone, match="it may have been done or not"):
                    await sent
                await mara.do("chat", words="Here")
                assert [said["words"] for said in mara.chat] == ["Perhaps", "Here"]

    run(test())


def test_a_line_that_cannot_be_mended_is_given_up() -> None:
    async def test() -> None:
        async with served() as serving, Line(serving) as line:
            master = await serving.found()
            async with Client.at(line.address, master["table"], master["token"], patience=0.3) as mara:
                line.swallow("out")
                sent = asyncio.create_task(mara.do("chat", words="Lost"))
                await line.swallowed.wait()
                line._server.close()
                line.cut()
                with pytest.raises(Gone):
                    await sent
                with pytest.raises(Gone):
                    await mara.do("chat", words="Lost too")

    run(test())


def test_who_comes_back_while_the_store_is_away_is_there_when_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with served() as serving, Line(serving) as line:
            master = await serving.found()
            async with Client.at(line.address, master["table"], master["token"]) as mara:
                tried = asyncio.Queue[None]()
                loop = asyncio.get_running_loop()

                def away(*_: Any) -> Any:
                    loop.call_soon_threadsafe(tried.put_nowait, None)
                    raise OperationalError("SELECT", {}, Exception("the store is away"))

                with monkeypatch.context() as broken:
                    for name in ("entries", "load", "append"):
                        broken.setattr(serving.house.desk.store, name, away)
                    with pytest.raises(NotUnderstood, match="may not be kept"):
                        await mara.do("chat", words="Lost")
                    mara.session = "one that is not known"
                    line.cut()
                    for _ in range(tried.qsize() + 3):
                        await tried.get()
                    with pytest.raises(NotNow, match="may not be kept"):
                        await Client(serving.address, master["table"], master["token"]).open()
                await mara.do("chat", words="Here")
                assert [said["words"] for said in mara.chat] == ["Here"]

    run(test())


# ---------------------------------------------------------------- the dice


def test_a_seed_that_was_not_sealed_or_dice_that_were_left_out_are_noticed() -> None:
    dice = SealedDice(b"a seed")
    rolls = [[1, [6, 6], [dice.face(1, 6), dice.face(2, 6)]], [3, [20], [dice.face(3, 20)]]]
    evening = {"seed": dice.seed.hex(), "seal": dice.seal, "rolls": rolls}
    assert verify(evening, dice.seal) == []
    with pytest.raises(ValueError, match="not that of the seal"):
        verify({**evening, "seed": b"another".hex()})
    with pytest.raises(ValueError, match="not that of the seal"):
        verify(evening, SealedDice(b"another").seal)
    with pytest.raises(ValueError, match="expected face 1 next, not 3"):
        verify({**evening, "rolls": rolls[1:]})
    with pytest.raises(ValueError, match="when the evening is closed"):
        verify({**evening, "seed": ""})


def test_the_published_vectors_are_what_the_dice_show() -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert len(vectors["faces"]) >= 100
    dice = SealedDice(bytes.fromhex(vectors["seed"]))
    assert dice.seal == vectors["seal"]
    for number, sides, shown in vectors["faces"]:
        assert face(dice.seed, number, sides) == dice.face(number, sides) == shown
    assert chain_of(bytes.fromhex(vectors["chain"]["secret"]), 3) == vectors["chain"]["links"]
    for number, sides, link, shown in vectors["with_links"]:
        assert face(dice.seed, number, sides, link) == dice.face(number, sides, link) == shown
