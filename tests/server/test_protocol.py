"""docs/protocol.md says what is so: its tables are made of the messages, and its transcript is played with a server."""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from ludex.server.socket.messages import KINDS, SENT, TOKENS, schema
from ludex.table.campaign.doing import DOINGS
from ludex.table.document.looking import LOOKS
from tests.server.pages import PAGE, with_tables
from tests.server.promised import broken, kept, said_now
from tests.server.serving import run, served
from tests.table.tables import Fake

ANYTHING = "…"
LINE = re.compile(r"(?P<who>\w+) (?P<way>[→←]) (?P<said>.*)")


class Line(NamedTuple):
    who: str
    ours: bool
    said: Any


def transcript() -> list[Line]:
    page = PAGE.read_text(encoding="utf-8")
    block = page.partition("```transcript\n")[2].partition("```")[0]
    found = [LINE.fullmatch(line) for line in block.splitlines() if line.strip()]
    assert all(found), "expected lines such as: Mara → {…}"
    return [Line(each["who"], each["way"] == "→", json.loads(each["said"])) for each in found if each is not None]


def alike(shown: Any, said: Any) -> bool:
    """Is this what is shown? `…` is anything; as a key, there may be more."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict) and isinstance(said, dict):
        keys = shown.keys() - {ANYTHING}
        more = ANYTHING in shown or keys == said.keys()
        return more and keys <= said.keys() and all(alike(shown[key], said[key]) for key in keys)
    if isinstance(shown, list) and isinstance(said, list):
        if shown and shown[-1] == ANYTHING:
            shown, said = shown[:-1], said[: len(shown) - 1]
        return len(shown) == len(said) and all(alike(one, other) for one, other in zip(shown, said, strict=True))
    return bool(shown == said)


def test_the_transcript_of_the_page_is_what_a_server_says() -> None:
    lines = transcript()
    assert len(lines) > 20
    kinds = {line.said["is"] for line in lines if not line.ours}
    assert kinds == {str(kind.__struct_config__.tag) for kind in SENT} - {"waiting"}

    async def test() -> None:
        fake = Fake()
        names = {1: "MARA", 2: "ANN"}
        tokens = iter(names.values())
        async with (
            served(outside=fake.outside(), token=lambda: next(tokens), session=fake.outside().fresh) as serving,
            AsyncExitStack() as stack,
        ):
            master = await serving.found("bluebox")
            await serving.seat(master, "Ann", "vhor")
            sockets: dict[str, ClientConnection] = {}
            for number, line in enumerate(lines):
                if line.ours and line.said["do"] in ("hello", "resume"):
                    if line.who in sockets:
                        await sockets[line.who].close()
                    sockets[line.who] = await stack.enter_async_context(serving.raw(master["table"]))
                if line.ours:
                    await sockets[line.who].send(json.dumps(line.said))
                    continue
                said = json.loads(await sockets[line.who].recv())
                assert alike(line.said, said), f"line {number}: {json.dumps(said, ensure_ascii=False)[:2000]}"

    run(test())


def test_a_transcript_that_shows_something_else_is_noticed() -> None:
    assert alike({"a": ANYTHING, ANYTHING: 0}, {"a": 1, "b": 2})
    assert not alike({"a": ANYTHING}, {"a": 1, "b": 2})
    assert not alike({"a": 1, ANYTHING: 0}, {"b": 2})
    assert alike([1, ANYTHING], [1, 2, 3])
    assert not alike([2, ANYTHING], [1, 2, 3])
    assert not alike([1], [1, 2])


def test_the_tables_of_the_page_are_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page), "python -m tests.server.pages writes them anew"


def test_every_doing_and_look_can_be_sent_but_for_those_with_tokens() -> None:
    assert set(KINDS.values()) == {*DOINGS, *LOOKS} - set(TOKENS)
    assert len(KINDS) == len(DOINGS) + len(LOOKS) - len(TOKENS)


@pytest.mark.parametrize("tag", KINDS)
def test_no_field_is_taken_for_the_number_of_the_message(tag: str) -> None:
    assert "n" not in [field.encode_name for field in msgspec.structs.fields(KINDS[tag])]


def test_the_schema_of_the_messages_names_them_all() -> None:
    found = schema()
    assert len(found["from_seat"]["anyOf"]) == len(KINDS)
    assert len(found["to_seat"]["anyOf"]) == len(SENT)
    for ref in (*found["from_seat"]["anyOf"], *found["to_seat"]["anyOf"], *found["first"]["anyOf"]):
        assert ref["$ref"].removeprefix("#/$defs/") in found["$defs"]


def test_what_was_promised_for_this_version_is_kept() -> None:
    assert broken(kept(), said_now()) == []


def test_whatever_is_new_is_promised() -> None:
    assert kept() == said_now(), "python -m tests.server.promised takes it in"


def test_what_looks_are_answered_with_is_promised_too() -> None:
    told = said_now()["answers"]
    assert told.keys() == {str(kind.__struct_config__.tag) for kind in LOOKS}
    assert told["sight"]["clear"], "of what may be nothing"
    assert told["calls"]["label"], "and of each of several"


def test_what_breaks_the_promise_is_noticed() -> None:
    known = {"from_seat": {"chat": {"words": True, "to": False}}, "to_seat": {"bye": {"reason": True}}}
    more = {"from_seat": {"chat": {"words": True, "to": False, "new": False}, "sing": {"song": True}}}
    assert broken(known, {**known, **more}) == []
    asks = {"from_seat": {"chat": {"words": True, "loud": True}}, "to_seat": {"bye": {"reason": False}}}
    assert broken(known, asks) == ["chat: to is gone", "chat: loud must be sent", "bye: reason may be missing"]
    assert broken(known, {"from_seat": {}, "to_seat": {"bye": {}}}) == ["chat is gone", "bye: reason is gone"]
