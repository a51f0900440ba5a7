"""Boards of rooms: one is drawn with a locked door, keeps itself, and is fought on."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.packs import manifest
from tests.page.axe import AXE, Axe
from tests.page.drawer import place, tool
from tests.page.house import House, People, about
from tests.page.playing import FREE, action, deed, goes, zone
from tests.page.test_editor import kept
from tests.page.test_library import begin, bring_in, written

CELLAR = """
game = "navyblue"
title = "In the cellar"
turn = "marlow"
board = "lamp_house"

[beings.marlow]
at = "stair"

[beings.rats]
from = "bilge_rat_pack"
at = "oil_store"
"""


def spot(page: Page, name: str) -> Locator:
    return page.get_by_role("grid", name="Rooms and free spots").get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def name_it(page: Page, name: str) -> None:
    """The room where the keys are."""
    page.keyboard.press("F2")
    page.get_by_role("textbox", name=re.compile("^Name of ")).fill(name)
    page.keyboard.press("Enter")
    expect(spot(page, name)).to_be_focused()


def test_a_board_of_rooms_is_drawn_and_fought_on(house: House, people: People, tmp_path: Path) -> None:
    master = house.found("navyblue", title="Tide Pit")
    page = people.sit(master)
    page.goto(f"{house.address}/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest(game="navyblue").encode()})
    page.get_by_label("Make something new").select_option(label="Board")
    page.get_by_role("link", name="Begin", exact=True).click()
    page.get_by_label("What is it called?").fill("Lamp House")
    page.get_by_role("radio", name="From nothing").check()
    page.get_by_role("button", name="Begin from nothing").click()
    draw(page)
    expect(kept(page)).to_be_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    axe = Axe(all_of_it=False)
    axe.look(page, "a board of rooms that is drawn")
    assert not axe.found, "\n".join(axe.found)

    page.get_by_role("link", name="Library").click()
    side = page.get_by_role("complementary", name="The Drowned Coast")
    side.get_by_label("Put files in").set_input_files(written(tmp_path, "cellar.toml", CELLAR))
    expect(side.get_by_text("1 scene")).to_be_visible()
    side.get_by_role("button", name="Bring it", exact=True).click()
    side.get_by_role("link", name="Tide Pit").click()
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Scenes")
    prepare = tool(page, "Prepare a scene")
    prepare.get_by_label("From").select_option(label="In the cellar")
    prepare.get_by_role("button", name="Prepare", exact=True).click()
    expect(page.get_by_role("button", name=about("Put it on the table", "In the cellar")).first).to_be_visible()
    fight(house, people, master)


def draw(page: Page) -> None:
    """Three rooms by keys and mouse: the Stair, the Oil store behind a locked door, the Landing beside."""
    first = page.get_by_role("gridcell").and_(page.locator("[tabindex='0']"))
    first.focus()
    name_it(page, "Stair")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(spot(page, "New room")).to_be_focused()
    name_it(page, "Oil store")
    page.keyboard.press("Shift+ArrowLeft")
    margin = page.get_by_role("region", name="Door")
    margin.get_by_role("button", name="locked", exact=True).click()
    margin.get_by_label("Called").fill("oil door")
    spot(page, "free spot beside Stair").last.click()
    spot(page, "New room").dblclick()
    page.keyboard.type("Landing")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Rooms").get_by_role("button")).to_have_count(3)


def fight(house: House, people: People, master: dict[str, str]) -> None:
    scenes = house.do(master, {"do": "hand_over", "who": "foes", "policy": "simple"})["master"]["scenes"]
    cellar = next(scene for scene, told in scenes.items() if "In the cellar" in str(told))
    house.do(master, {"do": "open_scene", "scene": cellar})
    page = people.sit(house.seat(master, "Ann", "marlow"))
    locked = zone(page, "Oil store")
    locked.click(position=locked.evaluate(FREE))
    expect(page.get_by_role("group", name="What you are about to do").get_by_role("alert")).to_contain_text("door")
    goes(page, zone(page, "Landing"))
    expect(action(page, "^Attack")).to_be_visible()
    assert deed(page).count() == 0
