"""Assistants and books: rules with citations, content, drafts, odds and fights; by the official client."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError

from ludex.core.game import GAMES
from tests.assistants.asking import assistant, read, refused, told
from tests.server.serving import run

SCENE = "broken_causeway_patrol"
ATTACK = {"weapon": "reef_bow", "target": "vahki_1"}


def test_rules_are_found_read_and_cited() -> None:
    async def test() -> None:
        async with assistant() as client:
            found = await told(client, "games")
            assert {game["game"] for game in found["games"]} == set(GAMES)
            assert all(game["title"] and game["scenes"] for game in found["games"])
            rules = (await told(client, "search_rules", game="bluebox", words="shove"))["rules"]
            assert rules[0]["id"] == "bb.action.shove"
            assert (rules[0]["book"], rules[0]["where"]) == ("Blue Box", "Attacks")
            rule = await told(client, "read_rule", game="bluebox", rule="bb.action.shove")
            assert rule["rule"]["says"] == rules[0]["says"]
            assert "did you mean" in (await refused(client, "read_rule", game="bluebox", rule="bb.action.shov")).lower()
            assert "there is no game 'chess'" in await refused(client, "search_rules", game="chess", words="rook")

    run(test())


def test_content_is_read_as_it_is_written() -> None:
    async def test() -> None:
        async with assistant() as client:
            assert (await told(client, "content", game="bluebox"))["kinds"]["weapon"] > 5
            assert "wind_staff" in (await told(client, "content", game="bluebox", kind="weapon"))["names"]
            entry = await told(client, "content", game="bluebox", kind="weapon", name="wind_staff")
            assert 'id = "wind_staff"' in entry["text"]
            assert "there is no kind 'spoon'" in await refused(client, "content", game="bluebox", kind="spoon")

    run(test())


def test_a_draft_is_checked() -> None:
    async def test() -> None:
        async with assistant() as client:
            written = (await told(client, "content", game="bluebox", kind="weapon", name="wind_staff"))["text"]
            own = written.replace('"wind_staff"', '"my_staff"')
            assert (await told(client, "check_draft", game="bluebox", text=own))["fits"]
            wrong = await told(client, "check_draft", game="bluebox", text=own.replace('"long"', '"endless"'))
            assert not wrong["fits"]
            assert "endless" in wrong["findings"][0]["problem"]
            scene = (await told(client, "content", game="bluebox", kind="scene", name=SCENE))["text"]
            assert (await told(client, "check_draft", game="bluebox", text=scene))["fits"]
            assert "not valid TOML" in await refused(client, "check_draft", game="bluebox", text="[[")

    run(test())


def test_odds_and_fights_are_worked_out() -> None:
    async def test() -> None:
        async with assistant() as client:
            odds = await told(client, "odds", scene=SCENE, actor="kailani", action="attack", args=ATTACK)
            assert odds["total"] == "1"
            assert odds["roll"]["rule"] == "bb.roll.attack"
            fought = await told(client, "simulate", scene=SCENE, fights=2)
            assert fought["fights"] == 2
            assert fought["sides"][0]["side"] == "party"
            change = await told(client, "compare", scene=SCENE, settings={"beings.vahki_1.hp": 1}, fights=2)
            assert set(change["second_minus_first"]) == {"won", "rounds", "health", "down"}
            assert "nothing to compare" in await refused(client, "compare", scene=SCENE)

    run(test())


@pytest.mark.parametrize(
    ("tool", "what", "words"),
    [
        ("simulate", {"scene": "/etc/passwd"}, "not valid TOML"),
        ("simulate", {"scene": "pyproject"}, "there is no scene"),
        ("simulate", {"scene": SCENE, "policy": "os:system"}, "expected a name"),
        ("compare", {"scene": SCENE, "settings": {"policy.foes": "os:system"}}, "expected a name"),
        ("simulate", {"scene": SCENE, "fights": 10_000_000}, "expected a whole number from 1 to 1,000"),
        (
            "odds",
            {"scene": SCENE, "actor": "kailani", "action": "attack", "args": {"content": "/etc"}},
            "no action has",
        ),
        ("search_rules", {"game": "bluebox", "words": "a" * 201}, "at most 200"),
        ("check_draft", {"game": "bluebox", "text": "x = " + "[" * 5_000}, "too deep"),
        ("seat_view", {}, "expected the link of a seat"),
        ("seat_view", {"link": "file:///etc/passwd"}, "expected the link of a seat"),
    ],
)
def test_hostile_input_is_refused_in_words(tool: str, what: dict[str, Any], words: str) -> None:
    """No file is read, nothing imported and nothing begun that has no end."""

    async def test() -> None:
        async with assistant() as client:
            assert words in await refused(client, tool, **what)

    run(test())


def test_rulebooks_and_entries_are_there_to_read() -> None:
    async def test() -> None:
        async with assistant() as client:
            listed = {str(one.uri) for one in (await client.list_resources()).resources}
            assert listed == {f"ludex://rules/{game}" for game in GAMES}
            book = await read(client, "ludex://rules/bluebox")
            assert book.startswith("# Blue Box")
            assert "`bb.action.shove`" in book
            assert "wind_staff" in await read(client, "ludex://content/bluebox/weapon/wind_staff")
            with pytest.raises(MCPError, match="there is no weapon"):
                await read(client, "ludex://content/bluebox/weapon/spoon")

    run(test())


def test_prompts_name_tools_that_are_there() -> None:
    async def test() -> None:
        async with assistant() as client:
            given = {"run_this_scene": {}, "teach_me": {"game": "crawl"}}
            given["review_my_homebrew"] = {"game": "crawl", "draft": "[[weapon]]"}
            assert {one.name for one in (await client.list_prompts()).prompts} == set(given)
            tools = {one.name for one in (await client.list_tools()).tools}
            for name, what in given.items():
                text = str(getattr((await client.get_prompt(name, what)).messages[0].content, "text", ""))
                assert any(tool in text for tool in tools)
                named = {word.strip("`.,;:()") for word in text.split() if "_" in word}
                assert {word for word in named if word.startswith(("seat_", "search_", "read_", "check_"))} <= tools

    run(test())


def test_every_tool_is_called_by_a_test() -> None:
    async def test() -> None:
        async with assistant() as client:
            tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
            for tool in (await client.list_tools()).tools:
                assert re.search(rf'told\(\w+, "{tool.name}"', tests), tool.name
                assert tool.description

    run(test())
