"""What is wrong with the arguments of a tool is said in our words, by every tool."""

from __future__ import annotations

import pytest
from mcp import Client

from ludex.assistants.seats import Seats
from ludex.assistants.server import in_a_house, on_own_machine
from ludex.core.files.version import version_here
from tests.assistants.asking import assistant, refused
from tests.server.serving import run

OF_THE_LIBRARY = ("pydantic", "validation error", "input_type", "Input should", "Error executing", "type=")


@pytest.mark.parametrize("at_home", [True, False])
def test_every_tool_says_plainly_what_it_takes(at_home: bool) -> None:
    async def test() -> None:
        server = on_own_machine(Seats("")) if at_home else in_a_house(Seats(""), "http://127.0.0.1:1")
        async with Client(server) as client:
            tools = (await client.list_tools()).tools
            assert len(tools) > 15
            for tool in tools:
                takes, needed = tool.input_schema.get("properties", {}), tool.input_schema.get("required", [])
                told = [(await refused(client, tool.name, nonsense=1), "there is no argument 'nonsense'")]
                if needed:
                    told.append((await refused(client, tool.name), f"{needed[0]} is missing: expected "))
                for one in takes.keys() - {"value"}:  # any value will do
                    given = dict.fromkeys(needed, "x") | {one: 7777 if takes[one].get("type") == "string" else "7777 x"}
                    told.append((await refused(client, tool.name, **given), f"{one}: expected "))
                for said, expected in told:
                    assert said.startswith(f"{tool.name}: "), said
                    assert expected in said
                    assert not [words for words in OF_THE_LIBRARY if words in said], said
                    assert "7777" not in said, "what was given may be a secret"

    run(test())


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        (
            "search_rules",
            {"game": "crawl", "word": "energy"},
            "there is no argument 'word'; did you mean words? there are: game, words",
        ),
        ("search_rules", {"game": "crawl"}, "words is missing: expected text of at most 200 characters"),
        ("games", {"game": "crawl"}, "there is no argument 'game'; it takes none"),
        ("simulate", {"scene": "x", "fights": 0}, "fights: expected a whole number from 1 to 1,000"),
        ("seat_view", {"parts": [1]}, "parts: expected a list, each text of at most 200 characters"),
        ("seat_simulate", {"deeds": [1]}, "deeds: expected a list of at most 4, each an object, {…}"),
        (
            "seat_log",
            {"before": "x", "most": 300},
            "before: expected a whole number; most: expected a whole number from 1 to 200",
        ),
    ],
)
def test_it_says_what_was_expected(tool: str, given: dict[str, object], said: str) -> None:
    async def test() -> None:
        async with assistant() as client:
            assert await refused(client, tool, **given) == f"{tool}: {said}"

    run(test())


def test_a_tool_that_is_none_is_told_with_what_was_meant() -> None:
    async def test() -> None:
        async with assistant() as client:
            said = await refused(client, "serch_rules")
            assert said == "there is no tool 'serch_rules'; did you mean search_rules or read_rule?"

    run(test())


def test_it_says_which_ludex_it_is() -> None:
    async def test() -> None:
        async with assistant() as client:
            assert client.server_info is not None
            assert client.server_info.version == version_here() != ""

    run(test())
