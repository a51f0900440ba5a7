"""The record as people read it: one card for each deed, the newest in view, and nothing of it lost or out of place."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.page.house import House, People
from tests.page.playing import pings_are, record, watch_pings

AT_END = "log => log.scrollHeight - log.scrollTop - log.clientHeight < 40"
SILENT = "The horn falls silent, and nobody knows whether that is good or bad"


def throw_all(house: House, master: dict[str, str], face: int) -> dict[str, Any]:
    """Real dice, which all show the same."""
    seen = house.do(master)
    while seen["faces"]:
        faces = seen["faces"]
        seen = house.do(master, {"do": "faces", "key": faces["key"], "faces": [face] * len(faces["pool"])})
    return seen


def stays_at_end(log: Locator) -> None:
    expect(log).to_be_visible()
    log.page.wait_for_function(AT_END, arg=log.element_handle())


def told(words: str) -> dict[str, Any]:
    return {"do": "gm", "name": "tell", "args": {"words": words}}


def test_a_record_that_can_be_relied_on(house: House, people: People) -> None:
    master = house.found(
        settings={"dice": "typed"}, scenes=[{"ready": "broken_causeway_patrol"}, {"ready": "ash_bears_den_tahtor"}]
    )
    ann = house.seat(master, "Ann", "tahra")
    first, other = house.do(master)["master"]["scenes"]
    page = people.sit(master)
    house.do(master, {"do": "open_scene", "scene": first})

    # Beside a tie are the dice of those who are tied, with their names
    seen = throw_all(house, master, 6)
    asked = page.get_by_role("region", name="Initiative ties")
    level = [seen["beings"][who]["name"] for who in seen["question"]["default"]]
    names = asked.locator(".rolled .who b")
    expect(names).to_have_count(len(level))
    assert sorted(names.all_inner_texts()) == sorted(level)
    while seen["question"]:
        question = seen["question"]
        seen = house.do(master, {"do": "answer", "key": question["key"], "value": question["default"]})

    # The newest stays in view: dice that fold up, and lines that come meanwhile, take nobody away from it
    log = record(page)
    house.do(master, *[told(f"A horn sounds for the {number}th time") for number in range(4, 24)])
    rolls = log.get_by_role("button", name=re.compile("^The game master: 11"))
    for number in (1, 2):
        house.do(master, {"do": "gm", "name": "roll", "args": {"dice": "2d6+3", "secret": False}})
        throw_all(house, master, 4)
        expect(rolls).to_have_count(number)
        stays_at_end(log)
        house.do(master, *[told(f"{SILENT}: {number}, {line}") for line in range(4)])
        expect(log.get_by_text(f"{SILENT}: {number}, 3")).to_be_in_viewport()
        stays_at_end(log)

    # A deed opens by Enter, with every number that reached its dice; it is shown on the board, and undone once asked
    rolled = rolls.last
    rolled.focus()
    page.keyboard.press("Enter")
    opened = log.locator(".card.open")
    expect(opened).to_contain_text(re.compile(r"\+ 3\s*= 11"))
    rolled.press("Enter")
    house.do(master, {"do": "gm", "name": "set", "args": {"what": "tahra", "field": "hp", "value": 5}})
    by_hand = log.get_by_role("button", name=re.compile("sets .* of Tahra to 5.*by hand"))
    by_hand.click()
    watch_pings(page)
    opened.get_by_role("button", name="Show it").click()
    pings_are(page, "Tahra")
    opened.get_by_role("button", name="Undo to here").click()
    opened.get_by_role("button", name="Take it back").click()
    expect(log.locator(".head.undone")).to_contain_text("Tahra")
    assert house.do(ann)["beings"]["tahra"]["pools"][0]["now"] != 5

    # What the game master answers stands before what it brings
    wish = house.do(ann, {"do": "improvise", "being": "tahra", "words": "I swing from the lamp"})["improvised"][-1][
        "id"
    ]
    check = {"being": "tahra", "stat": "FOR", "dc": 5}
    house.do(master, {"do": "settle", "id": wish, "words": "Hold on tight", "name": "check", "args": check})
    throw_all(house, master, 9)
    expect(log).to_contain_text(re.compile("I swing from the lamp.*Hold on tight.*Tahra, FOR check", re.S))

    # A scene that is gone back to has its record
    house.do(master, {"do": "open_scene", "scene": other, "begin": False})
    expect(log).not_to_contain_text("A horn sounds")
    house.do(master, {"do": "open_scene", "scene": first, "again": True})
    expect(log).to_contain_text("A horn sounds for the 4th time")
    stays_at_end(log)
    expect(log).to_contain_text("gone on with")

    # Every moment of it can be looked at again, while the others play on
    page.get_by_role("button", name="Look back").click()
    page.get_by_role("combobox", name=re.compile("^Scene")).select_option("0")
    past, moments = page.get_by_role("complementary", name="This moment"), page.get_by_role("slider")
    expect(past).to_contain_text("Tahra, FOR check")
    page.keyboard.press("Home")
    expect(past).to_contain_text("Nothing was told yet.")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("heading", name=re.compile("^Looking back: Round 1"))).to_be_attached()
    following = str(int(moments.input_value()) + 1)
    page.keyboard.press("ArrowRight")
    expect(moments).to_have_value(following)
    house.do(master, told("Nobody waits for who looks back"))
    expect(moments).to_have_value(following)
    page.keyboard.press("Escape")
    expect(record(page)).to_contain_text("Nobody waits for who looks back")
