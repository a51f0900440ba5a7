"""The board editor: a board of hexes of its own shape is begun from nothing, drawn with walls and heights, looked at as
the rules see it, and kept; then a scene of its pack is fought on it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.packs import manifest
from tests.page.axe import AXE, Axe
from tests.page.house import House, People
from tests.page.playing import cell, goes
from tests.page.test_editor import kept
from tests.page.test_library import begin, bring_in

WEIR = """
game = "bluebox"
title = "At the weir"
turn = "onuri"
board = "the_slag_weir"
beings.onuri = {}
beings.vahki = { from = "vahki_patroller" }
"""
ACROSS, DOWN = 69.282, 60.0  # from hex to hex of a row, and from row to row, as boards are drawn
SPOT = """(drawing, [x, y]) => {
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM());
  return [left, top];
}"""

Hex = tuple[float, float]


def on(page: Page, q: float, r: float) -> Hex:
    """Where a hex is seen."""
    at: list[float] = page.locator("svg.live").evaluate(SPOT, [ACROSS * (q + r / 2), DOWN * r])
    return at[0], at[1]


def stroke(page: Page, *hexes: Hex, button: Any = "left") -> None:
    page.mouse.move(*on(page, *hexes[0]))
    page.mouse.down(button=button)
    for each in hexes[1:]:
        page.mouse.move(*on(page, *each), steps=3)
    page.mouse.up(button=button)


def choose(page: Page, paint: str) -> None:
    page.get_by_role("region", name="What you draw").get_by_role("button", name=paint, exact=True).click()


def draw(page: Page, paint: str, *hexes: Hex) -> None:
    choose(page, paint)
    stroke(page, *hexes)


def strokes(page: Page) -> Locator:
    return page.get_by_role("group", name="Strokes").get_by_role("listitem")


def test_a_board_of_hexes_is_drawn_and_fought_on(house: House, people: People, tmp_path: Path) -> None:
    page = people.come("/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode()})
    begin_board(page)
    drawn_by_hand(page)
    drawn_by_keys(page)
    seen_by_the_rules(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    axe = Axe(all_of_it=False)
    axe.look(page, "a board that is drawn")
    assert not axe.found, "\n".join(axe.found)
    expect(kept(page)).to_be_visible()
    fought_on(house, people, page)


def begin_board(page: Page) -> None:
    page.get_by_label("Make something new").select_option(label="Board")
    page.get_by_role("link", name="Begin", exact=True).click()
    page.get_by_label("What is it called?").fill("The Slag Weir")
    page.get_by_role("radio", name=re.compile("^From nothing")).check()
    page.get_by_role("button", name="Begin from nothing").click()
    expect(page.get_by_text("Draw, or drop a map here")).to_be_visible()
    expect(page.get_by_text("19 hexes, a hex is 1 m across")).to_be_visible()


def drawn_by_hand(page: Page) -> None:
    """A tongue of land to the east, a wall, a rise of 4 m, and where both sides begin; a hole, and one too many."""
    draw(page, "The board itself", (4, 2), (7, 2))
    stroke(page, (2, 4), button="right")
    draw(page, "Wall", (2, 1))
    choose(page, "Height")
    page.keyboard.press("+")
    stroke(page, (3, 2), (4, 2))
    draw(page, "Start, the party", (0, 2))
    draw(page, "Start, enemies", (7, 2))
    stroke(page, (6, 2))
    page.keyboard.press("Control+z")
    expect(strokes(page)).to_have_count(7)
    expect(page.get_by_text("21 hexes, a hex is 1 m across")).to_be_visible()


def drawn_by_keys(page: Page) -> None:
    """Water, one hex to the right of where one is."""
    choose(page, "Water")
    sheet = page.get_by_role("application", name="The board")
    page.mouse.move(*on(page, 1, 3))
    sheet.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(strokes(page).last).to_contain_text("Water")


def seen_by_the_rules(page: Page) -> None:
    page.get_by_role("group", name="As the rules see it").get_by_role("button", name="Sight").click()
    pane = page.get_by_role("region", name="As the rules see it")
    expect(pane).to_contain_text(re.compile(r"\d+\s*of 20 open hexes are in sight of"))


def fought_on(house: House, people: People, page: Page) -> None:
    """The pack is shared, a table is founded with its scene, and somebody goes a step on the board."""
    maker = page.evaluate("localStorage.getItem('ludex.maker')")
    pack = page.url.split("/")[-3]
    text = house.ask("GET", f"/api/games/bluebox/entries/board/the_slag_weir?pack={pack}", maker)["text"]
    assert "rows = [" in text
    house.ask("POST", f"/api/packs/{pack}/revisions", maker, {"files": {"scenes/weir.toml": WEIR}, "note": ""})
    house.ask("PATCH", f"/api/packs/{pack}", maker, {"shared": True})
    master = house.found(scenes=[], packs=[{"pack": pack, "scenes": ["weir"]}])
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    there = people.sit(house.seat(master, "Ann", "onuri"))
    expect(cell(there, 2, 1)).to_have_accessible_name(re.compile("wall"))
    expect(cell(there, 4, 2)).to_have_accessible_name(re.compile("height 4 m"))
    expect(cell(there, 2, 3)).to_have_accessible_name(re.compile("water"))
    expect(cell(there, 7, 2)).to_have_accessible_name(re.compile("Vahki"))
    expect(cell(there, 2, 4)).to_have_count(0)
    goes(there, cell(there, 1, 2))
    expect(cell(there, 1, 2)).to_have_accessible_name(re.compile("here: Onuri"))
