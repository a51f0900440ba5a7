"""The editor of entries: a weapon with an effect is begun from another, changed, priced, checked and kept; then its
pack is brought to a table, and somebody fights with it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.packs import manifest
from tests.page.drawer import place, tool
from tests.page.house import House, People, about
from tests.page.playing import action, deed, record
from tests.page.test_library import begin, bring_in, written

SHORE = """
game = "bluebox"
title = "On the shore"
turn = "onuri"
board = { q = [0, 5], r = [0, 3] }

[beings.onuri]
at = [1, 1]
weapons = ["reef_harpoon"]

[beings.vahki]
from = "vahki_patroller"
at = [5, 1]
"""


def begun(page: Page, kind: str, name: str, origin: str) -> None:
    """A new entry of the pack that lies open in the library."""
    page.get_by_label("Make something new").select_option(label=kind)
    page.get_by_role("link", name="Begin", exact=True).click()
    page.get_by_label("What is it called?").fill(name)
    page.get_by_role("radio", name=re.compile(rf"^{origin}")).check()
    page.get_by_role("button", name=f"Begin from {origin}").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(page.get_by_text(f"begun from {origin}")).to_be_visible()


def worth(page: Page) -> Locator:
    return page.get_by_role("region", name="What is it worth?")


def kept(page: Page) -> Locator:
    return page.locator("[data-keeping=kept]")


def test_a_weapon_is_made_from_another_and_fought_with(house: House, people: People, tmp_path: Path) -> None:
    master = house.found(title="Tide Pit")
    page = people.sit(master)
    page.goto(f"{house.address}/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode()})
    begun(page, "Weapon", "Reef Harpoon", "Harpoon Gun")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # only its panes scroll
    change(page)
    mistake(page)
    expect(page.get_by_text("three things changed")).to_be_visible()
    expect(page.get_by_text("Everything it needs is there")).to_be_visible()
    expect(kept(page)).to_be_visible()

    page.get_by_role("link", name="Library").click()
    side = page.get_by_role("complementary", name="The Drowned Coast")
    side.get_by_role("button", name=re.compile("Weapon")).click()
    expect(side.get_by_role("link", name="Reef Harpoon")).to_be_visible()
    side.get_by_label("Put files in").set_input_files(written(tmp_path, "shore.toml", SHORE))
    side.get_by_role("button", name="Bring it", exact=True).click()
    expect(side.get_by_text("It is on Tide Pit now.")).to_be_visible()
    side.get_by_role("link", name="Tide Pit").click()
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Table")
    tool(page, "Packs").get_by_role("button", name=about("Prepare", "On the shore")).click()
    expect(page.get_by_text("On the shore is prepared.")).to_be_visible()
    fight(house, people, master)


def change(page: Page) -> None:
    """Another condition in the sentence, and a module, which has its price."""
    page.get_by_role("button", name="Condition: Pinned").click()
    page.get_by_role("combobox", name="Search condition").fill("bleed")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Condition: Bleeding")).to_be_focused()
    page.get_by_role("combobox", name="Add to modules").fill("steady")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Modules")).to_contain_text("Steady Sight")
    expect(worth(page)).to_contain_text("Steady Sight")
    expect(page.get_by_role("region", name="Exact odds")).to_contain_text("Bleeding")


def mistake(page: Page) -> None:
    """In the file: the form waits until it is undone."""
    page.get_by_role("button", name="File", exact=True).click()
    file = page.get_by_label("The entry as text")
    expect(file).to_have_value(re.compile('condition = "Bleeding"'))
    file.fill(file.input_value().replace("stat = ", "stat = = "))
    expect(page.get_by_role("button", name="1 thing is wrong")).to_be_visible()
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.get_by_text(re.compile(r"mistake in line \d+\. The form waits"))).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The form waits")).to_be_hidden()


def fight(house: House, people: People, master: dict[str, str]) -> None:
    scenes = house.do(master, {"do": "hand_over", "who": "foes", "policy": "simple"})["master"]["scenes"]
    shore = next(scene for scene, told in scenes.items() if "On the shore" in str(told))
    house.do(master, {"do": "open_scene", "scene": shore})
    page = people.sit(house.seat(master, "Ann", "onuri"))
    action(page, "^Reef Harpoon").click()
    expect(page.get_by_role("region", name="Odds")).to_contain_text("Bleeding")
    deed(page).filter(has_text="Reef Harpoon").click()
    expect(record(page)).to_contain_text("Reef Harpoon")
