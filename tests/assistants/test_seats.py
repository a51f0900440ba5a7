"""The seat of an assistant: it sees, asks and does as that seat, and no more; by the official client."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Any

import examples.assistant
import pytest
from mcp import Client, MCPError

from ludex.assistants import seat_tools
from ludex.assistants import seats as sitting
from ludex.assistants.seats import Seat, Seats, read_link
from ludex.client import http
from ludex.core.kernel.ruling import BadInput
from ludex.server import limits
from tests.assistants.asking import assistant, link_of, read, refused, told
from tests.server.serving import Serving, run, served, until
from tests.table.tables import SCENES

HEROES = ("tahra", "onuri", "kailani", "vhor")


async def opened(serving: Serving, client: Client) -> None:
    """The prepared scene is put on the table by the game master's assistant, who answers what is asked at once."""
    scene = next(iter((await told(client, "seat_view", parts=["master"]))["master"]["scenes"]))
    now = await told(client, "seat_do", do="open_scene", what={"scene": scene})
    while now["question"]:
        key, value = now["question"]["key"], now["question"]["default"]
        now = await told(client, "seat_answer", key=key, value=value)


def test_an_assistant_sees_asks_and_does_as_its_seat() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann", *HEROES)
            async with (
                assistant(link_of(serving.address, master), adds_to_dice=False) as client,
                assistant(link_of(serving.address, player), adds_to_dice=False) as ann,
            ):
                await opened(serving, client)
                await told(client, "seat_do", do="hand_over", what={"who": "foes", "policy": "simple"})
                while not (now := await told(ann, "seat_wait", seconds=20))["yours"]:
                    pass
                who = now["waiting"]["who"]
                await look_around(ann, who)
                await told(ann, "seat_say", words="I think about it")
                assert (await told(client, "seat_log"))["chat"][-1]["words"] == "I think about it"
                done = await told(ann, "seat_act", being=who, action="end_turn")
                assert (done["waiting"] or {}).get("who") != who or done["question"]
                await as_no_more(ann)

    run(test())


async def look_around(client: Client, who: str) -> None:
    seen = await told(client, "seat_view")
    assert seen["you"]["name"] == "Ann"
    assert {"board", "offers"} <= set(seen["parts_there_are"])
    assert (await told(client, "seat_view", parts=["board"]))["board"]["kind"] == "hexes"
    assert (await told(client, "seat_offers", being=who))["answer"]
    assert (await told(client, "seat_choices", being=who, action="move"))["answer"]
    command = (await told(client, "seat_suggest", being=who))["answer"]["command"]
    assert (await told(client, "seat_odds", being=who, action=command["name"], args=command["args"]))["answer"]
    assert (await told(client, "seat_sheet", being=who))["answer"]
    assert (await told(client, "seat_ask", do="far", what={"being": who}))["answer"]
    assert json.loads(await read(client, f"ludex://seat/sheets/{who}"))
    assert "nitiative" in await read(client, "ludex://seat/record")
    assert json.loads(await read(client, "ludex://seat/you"))["name"] == "Ann"
    with pytest.raises(MCPError, match="there is no 'pockets'"):
        await read(client, "ludex://seat/pockets")


async def as_no_more(ann: Client) -> None:
    assert "only the game master may do that" in await refused(ann, "seat_do", do="undo")
    assert "is not for assistants" in await refused(ann, "seat_do", do="delete_table")
    assert "there is no field 'n'" in await refused(ann, "seat_do", do="chat", what={"words": "x", "n": 1})
    assert "expected one of" in await refused(ann, "seat_ask", do="undo")
    assert (await told(ann, "seat_view", parts=["master"]))["master"] is None
    assert "refused" in await refused(ann, "seat_act", being="vahki_1", action="end_turn")
    assert "the lab of this table is the game master's" in await refused(ann, "seat_simulate", fights=2)


@pytest.mark.slow
def test_a_game_master_has_the_scene_on_the_table_fought() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found("crawl")
            async with assistant(link_of(serving.address, master)) as client:
                await opened(serving, client)
                found = await told(client, "seat_simulate", fights=2)
                assert found["result"]["fights"] == 2
                said = await refused(client, "seat_simulate", fights=1, prepared="nothing")
                assert "there is no prepared scene 'nothing'" in said

    run(test())


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([b'{"done": false, "of": 9}\n'], seat_tools.CUT_OFF),
        ([b'{"done": false, "of": 9}\n', b'{"done": tr'], seat_tools.CUT_OFF),
        ([], seat_tools.CUT_OFF),
        ([b'{"done": true, "fault": "it was too long"}\n'], "it was too long"),
    ],
)
def test_a_simulation_that_ends_early_is_not_told_as_finished(
    said: list[bytes], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "_opened", lambda *asked: nullcontext(said))
    with pytest.raises(BadInput, match=words):
        seat_tools.fought("http://table.example.org", "token", {}, {})


def test_a_seat_that_is_taken_away_or_that_never_was_is_told_so() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann", "vhor")
            link = link_of(serving.address, player)
            async with assistant(link) as client, serving.at(master) as gm:
                await told(client, "seat_view")
                assert "cannot be reached" in await refused(client, "seat_view", link=link[:-3])
                nowhere = f"{serving.address}/join/nowhere#token"
                assert "cannot be reached" in await refused(client, "seat_view", link=nowhere)
                await gm.do("reseat", seat=player["seat"], removed=True)
                assert "cannot be reached" in await refused(client, "seat_say", words="Still here")
                assert "cannot be reached" in await refused(client, "seat_say", words="And now?")

    run(test())


def test_assistants_are_held_to_the_rates_of_their_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (5.0, 0.0))

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            async with assistant(link_of(serving.address, master)) as client:
                said = [await client.call_tool("seat_say", {"words": "Hello"}) for _ in range(6)]
                assert said[0].is_error is False
                assert "too often" in str(said[-1].content)

    run(test())


def test_of_too_many_seats_the_one_used_longest_ago_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting, "MOST", 1)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann", "vhor")
            seats = Seats()
            first = await seats.at(seats.meant(link_of(serving.address, master)))
            second = await seats.at(seats.meant(link_of(serving.address, player)))
            await until(second, lambda: bool(first.why))
            assert await seats.at(seats.meant(link_of(serving.address, player))) is second
            await seats.close()
            assert second.why

    run(test())


def test_a_link_may_offer_somebody() -> None:
    there = Seat("https://table.example.org", "TABLE", "TOKEN")
    assert read_link("https://table.example.org/join/TABLE?as=Nia%20Calloway#TOKEN") == there
    with pytest.raises(BadInput, match="expected the link of a seat"):
        read_link("https://table.example.org/join/TABLE?as=Nia Calloway#TOKEN")


def test_the_example_puts_the_link_where_others_do_not_read_it() -> None:
    started = examples.assistant.ludex("http://127.0.0.1:8765/join/TABLE#TOKEN")
    assert "TOKEN" not in " ".join([started.command, *started.args])
    assert started.env == {"LUDEX_SEAT": "http://127.0.0.1:8765/join/TABLE#TOKEN"}


def test_the_example_cites_a_rule() -> None:
    async def test() -> None:
        async with assistant() as client:
            said = await examples.assistant.cite(client, "bluebox", "shove")
            assert said.startswith("Shove (1 AP) (Blue Box, Attacks): ")
            assert "Back-footed" in said
            assert (
                await examples.assistant.cite(client, "bluebox", "xyzzy")
                == "I find no rule about 'xyzzy' in 'bluebox'."
            )

    run(test())


OTHERS = [pytest.param(game, marks=pytest.mark.long) for game in SCENES if game != "crawl"]


@pytest.mark.parametrize("game", ["crawl", *OTHERS])
def test_the_example_plays_a_fight_to_its_end(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (1e9, 1e9))
    monkeypatch.setattr(examples.assistant, "PAUSE", 0.0)

    async def test() -> None:
        async with served() as serving:
            master: dict[str, Any] = await serving.found(game)
            async with assistant(link_of(serving.address, master), adds_to_dice=False) as client:  # without luck
                await opened(serving, client)
                await examples.assistant.play(client)
                assert (await told(client, "seat_view"))["over"]

    run(test())
