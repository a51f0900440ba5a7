"""The slots of Navy Blue: things and wounds are laid from place to place, by pointer and by keys."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.page.house import House, People
from tests.page.playing import at_rest, middle, record

SCENE = """
game = "navyblue"
title = "Tar and rope"
turn = "marlow"
board = "ropewalk"

[beings.marlow]
at = "vat"

[beings.wrecker]
at = "vat"
vigor = 30
"""


def place(page: Page, name: str) -> Locator:
    """A place of the tray, by what it is called and what is in it."""
    return page.get_by_role("region", name="What Marlow Tarn carries").get_by_role("button", name=name)


def carry(page: Page, what: Locator, over: Locator) -> None:
    """By pointer: it is held there, and not let go of yet."""
    start, end = at_rest(what), middle(over)
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 20)
    page.mouse.move(*end)


def test_things_and_wounds_are_laid_from_slot_to_slot(house: House, people: People) -> None:
    master = house.found("navyblue", scenes=[{"toml": SCENE}])
    ann = house.seat(master, "Ann", "marlow")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(ann)

    # By pointer: the price is told before it is let go of
    carry(page, place(page, "in hand, Boarding Axe"), place(page, "slot 10, empty"))
    expect(place(page, "slot 10, empty, can take it")).to_be_visible()
    expect(page.get_by_text("Boarding Axe → slot 10. Stow, 1 MP")).to_be_visible()
    page.mouse.up()
    expect(place(page, "slot 10, Boarding Axe")).to_be_visible()
    expect(record(page)).to_contain_text("stows Boarding Axe")

    # By keys: Escape puts back what Enter has lifted, and arrows carry it to where it may lie
    knives = place(page, "slot 6, Throwing Knives")
    knives.focus()
    page.keyboard.press("Enter")
    expect(place(page, "in hand, empty, can take it")).to_be_visible()
    page.keyboard.press("Escape")
    expect(place(page, "in hand, empty, can take it")).to_have_count(0)
    expect(knives).to_be_focused()
    page.keyboard.press("Enter")
    expect(place(page, "in hand, empty, can take it")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Throwing Knives → in hand. Clutch, 1 MP")).to_be_visible()
    page.keyboard.press("Enter")
    expect(place(page, "in hand, Throwing Knives")).to_be_visible()

    # A wound is dragged while it is asked where it goes
    house.do(master, {"do": "gm", "name": "injure", "args": {"target": "marlow", "amount": 1}})
    asked = place(page, "here?")
    expect(asked).to_have_count(1)
    carry(page, asked, place(page, "slot 14, empty"))
    page.mouse.up()
    expect(place(page, "slot 14, empty, here?")).to_be_visible()
    page.get_by_role("button", name="Mark slot 14").click()
    expect(place(page, "slot 14, Injury")).to_be_visible()
