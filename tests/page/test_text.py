"""The table in words: a fight is won with the board hidden, by role and accessible name alone; keys that can be
switched off; and what is announced."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.house import House, People
from tests.page.playing import play_on

FOUR_TO_ONE = """
game = "bluebox"
title = "Four to one"

[board]
q = [0, 8]
r = [0, 4]
terrain = { water = [[3, 3], [4, 3]] }

[beings.onuri]
at = [5, 2]

[beings.tahra]
at = [4, 2]

[beings.kailani]
at = [3, 2]

[beings.vhor]
at = [6, 1]

[beings.vahki]
from = "vahki_patroller"
at = [6, 2]
hp = 6
ac = 1
plating = 0
"""
PARTY = ("onuri", "tahra", "kailani", "vhor")


def opened(house: House, toml: str, game: str = "bluebox") -> dict[str, str]:
    """A table with this scene, whose enemies and questions of the game master are a machine's."""
    master = house.found(game, scenes=[{"toml": toml}], settings={"pause": 0.0})
    machines = [{"do": "hand_over", "who": who, "policy": "simple"} for who in ("foes", "gm")]
    scenes = house.do(master, *machines)["master"]["scenes"]
    house.do(master, {"do": "open_scene", "scene": next(iter(scenes))})
    return master


def blind(house: House, people: People) -> Page:
    page = people.sit(house.seat(opened(house, FOUR_TO_ONE), "Ann", *PARTY))
    expect(page.get_by_role("navigation", name="Order of turns")).to_contain_text("Onuri")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play without the board")).to_be_focused()
    page.evaluate("addEventListener('focusin', event => (window.passed ??= []).push(event.target.id))")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Text view")).to_be_focused()
    assert page.evaluate("passed") == ["text-view"], "something else is read out on the way"
    return page


def test_a_fight_is_won_with_the_board_hidden(house: House, people: People) -> None:
    page = blind(house, people)
    text = page.get_by_role("article", name="Text view")
    expect(page.get_by_role("gridcell")).to_have_count(0)
    others = text.get_by_role("table", name="The others")
    expect(others.get_by_role("row", name=re.compile("Vahki"))).to_contain_text(
        re.compile("(of|between|next to) (Onuri|Tahra|Kailani|Vhor)")
    )  # it may have acted already
    play_on([page])
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    page.get_by_role("button", name="Show the board").click()
    expect(others.get_by_role("row", name=re.compile("Vahki"))).to_contain_text(
        re.compile("down|dead|out of it|has left")
    )
    ours = (
        text.get_by_role("table", name="Your side")
        .get_by_role("row")
        .filter(has_not_text=re.compile("down|dead|out of it"))
    )
    assert ours.count() > 1, "nobody of the party is left standing"  # the first row is the head of the table


def test_single_keys_can_be_switched_off(house: House, people: People) -> None:
    page = blind(house, people)
    text = page.get_by_role("article", name="Text view")
    page.keyboard.press("t")
    expect(text).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard").get_by_role("checkbox", name="Single keys do things").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(text).to_have_count(0)


def test_turns_are_announced_at_once_and_the_title_says_so(house: House, people: People) -> None:
    page = people.sit(house.seat(opened(house, FOUR_TO_ONE), "Ann", *PARTY))
    expect(page.get_by_role("status").filter(has_text=re.compile("Your turn|Question for"))).to_have_count(1)
    expect(page).to_have_title(re.compile("^● (Your turn|You are asked)"))
