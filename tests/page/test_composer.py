"""The composer of scenes: a game master puts enemies of their own on a board of their own, reads what the fight will
cost, follows a suggestion and plays it; and what is on a table becomes a scene of a pack, for others too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.packs import manifest
from tests.page.drawer import place, tool
from tests.page.house import House, People
from tests.page.playing import at_rest, until
from tests.page.test_library import begin, bring_in

COAST = """
[[enemy]]
id = "silt_crab"
name = "Silt Crab"
stats = { FOR = 0, DEX = 0, SPI = 0, CHA = -1, KNO = -1 }
hp = 9
weapons = ["claws"]
text = "Weak alone."

[[weapon]]
id = "claws"
name = "Claws"
class = "melee"
stat = "FOR"
distance = [1, 1]
natural = true

[[board]]
id = "ford"
name = "The ford"
q = [0, 4]
r = [0, 2]
"""


# What of the words that are to be seen is cut off, by what they stand in or at the edge of the page
CUT = """() => {
  const cut = [];
  const pen = document.createElement("canvas").getContext("2d");
  const arrow = 20; // of a closed list
  for (const one of document.querySelectorAll("main *")) {
    const { right, width, height } = one.getBoundingClientRect();
    if (!one.checkVisibility() || width < 2 || height < 2 || one.closest("svg, .unseen, select select")) continue;
    const own = [...one.childNodes].some(part => part.nodeType === Node.TEXT_NODE && part.textContent.trim());
    const style = getComputedStyle(one);
    if (one.matches("select")) {
      pen.font = style.font;
      const words = one.selectedOptions[0]?.text ?? "";
      const room = width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
      if (pen.measureText(words).width > room) cut.push(words);
    } else if (own && !one.matches("option")) {
      const room = Math.max(one.clientWidth, width);
      if (right > innerWidth + 1 || one.scrollWidth > room + 1) cut.push(one.textContent.trim());
    }
  }
  return cut;
}"""


def few_fights(page: Page) -> None:
    """The gauge is content with few of them here: what it shows is looked at, not how well it knows."""

    def fewer(route: Route) -> None:
        asked: dict[str, Any] = route.request.post_data_json or {}
        route.continue_(post_data={**asked, "fights": 20})

    page.route("**/gauge", fewer)
    page.route("**/gauge/ways", fewer)


def gauge(page: Page) -> Locator:
    return page.get_by_role("complementary", name="The gauge")


def cell(page: Page, q: int, r: int) -> Locator:
    return page.locator(f'[data-place="{q},{r}"]')


def drag(page: Page, what: Locator, to: Locator) -> None:
    """By the mouse, in two moves, as a hand would."""
    what.hover()
    page.mouse.down()
    spot = at_rest(to)
    page.mouse.move(spot["x"] + 8, spot["y"] + spot["height"] / 2)
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    page.mouse.up()


def test_a_scene_of_own_enemies_is_composed_gauged_and_played(house: House, people: People, tmp_path: Path) -> None:
    master = house.found(title="Tide Pit")
    page = people.sit(master)
    few_fights(page)
    page.goto(f"{house.address}/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode(), "coast.toml": COAST.encode()})
    page.get_by_role("complementary", name="The Drowned Coast").get_by_role("link", name="New scene").click()
    page.get_by_label("What is it called?").fill("Crabs at the ford")
    page.get_by_role("radio", name=re.compile("The ford")).check()
    page.get_by_role("button", name="Begin").click()
    expect(gauge(page)).to_contain_text("Nobody is there to fight")

    compose(page)
    expect(gauge(page).locator("[data-fights]")).to_contain_text("HP are left")
    follow(page)

    page.get_by_role("button", name="Put it on the table").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Tide Pit")).to_be_checked()
    dialog.get_by_role("button", name="Put it there").click()
    page.wait_for_url(f"**/t/{master['table']}")
    expect(page.get_by_role("heading", name="Crabs at the ford", level=2)).to_be_visible()
    until(house, master, "second round", lambda client, _: is_second_round(client.document))


def test_a_table_where_a_fight_goes_on_says_so_and_is_not_chosen_beforehand(
    house: House, people: People, tmp_path: Path
) -> None:
    fights = house.found(title="In the middle")
    scene = next(iter(house.do(fights)["master"]["scenes"]))
    title = house.do(fights, {"do": "open_scene", "scene": scene})["scene"]["title"]
    page = people.sit(house.found(title="Tide Pit"))
    page.goto(house.link(fights))  # the seat used last
    page.wait_for_url(f"**/t/{fights['table']}")
    few_fights(page)
    page.goto(f"{house.address}/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode(), "coast.toml": COAST.encode()})
    page.get_by_role("complementary", name="The Drowned Coast").get_by_role("link", name="New scene").click()
    page.get_by_label("What is it called?").fill("Crabs at the ford")
    page.get_by_role("radio", name=re.compile("The ford")).check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Put it on the table").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name=f"In the middle “{title}” is going on there")).not_to_be_checked()
    expect(dialog.get_by_role("radio", name="Tide Pit")).to_be_checked()


def test_the_table_that_is_meant_stays_when_others_answer_late(house: House, people: People, tmp_path: Path) -> None:
    page = people.sit(house.found(title="Tide Pit"))
    few_fights(page)
    page.goto(f"{house.address}/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode(), "coast.toml": COAST.encode()})
    page.get_by_role("complementary", name="The Drowned Coast").get_by_role("link", name="New scene").click()
    page.get_by_label("What is it called?").fill("Crabs at the ford")
    page.get_by_role("radio", name=re.compile("The ford")).check()
    page.get_by_role("button", name="Begin").click()
    late: list[Route] = []
    page.route("**/api/tables/*", lambda route: late.append(route))
    with page.expect_request("**/api/tables/*"):
        page.get_by_role("button", name="Put it on the table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What is the table called?").fill("The ford")
    with page.expect_response("**/api/tables/*"):
        for one in late:
            one.continue_()
    expect(dialog.get_by_role("radio", name="A new table")).to_be_checked()
    expect(dialog.get_by_label("What is the table called?")).to_have_value("The ford")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_nothing_in_the_composer_is_cut_off(
    house: House, people: People, tmp_path: Path, width: int, height: int
) -> None:
    page = people.come("/workshop")
    few_fights(page)
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode(), "coast.toml": COAST.encode()})
    page.get_by_role("complementary", name="The Drowned Coast").get_by_role("link", name="New scene").click()
    page.get_by_label("What is it called?").fill("Crabs at the ford")
    page.get_by_role("radio", name=re.compile("The ford")).check()
    page.get_by_role("button", name="Begin").click()
    compose(page)
    page.set_viewport_size({"width": width, "height": height})
    if width < 700:
        page.get_by_role("button", name="Scene", exact=True).click()
    first = page.get_by_label("First turn")
    for value in ("", "*", *first.locator("option").evaluate_all("all => all.slice(2).map(one => one.value)")):
        first.select_option(value)
        expect(first).to_have_value(value)
        assert page.evaluate(CUT) == []


def is_second_round(told: dict[str, Any]) -> bool:
    """Or is it over by then?"""
    return bool(told["scene"]["over"] or told["turn"]["round"] > 1)


def compose(page: Page) -> None:
    """One of the party is dragged in, an enemy put in by keys; they are chosen, hidden and shown again, and undone."""
    page.get_by_role("button", name="Party", exact=True).first.click()
    onuri = page.get_by_role("button", name=re.compile(r"^Onuri\W+none in the scene"))
    drag(page, onuri, cell(page, 0, 1))
    expect(page.locator("[data-chosen]").get_by_role("heading", name="Onuri")).to_be_visible()
    page.get_by_role("button", name="Beings", exact=True).first.click()
    page.get_by_role("button", name=re.compile(r"^Silt Crab\W+none")).press("Enter")
    expect(page.get_by_text("Where does Silt Crab stand?").first).to_be_visible()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    chosen = page.locator("[data-chosen]")
    expect(chosen.get_by_role("heading", name="Silt Crab")).to_be_visible()
    page.keyboard.press("Control+d")
    expect(page.get_by_role("button", name=re.compile(r"^Silt Crab\W+two in the scene"))).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name=re.compile(r"^Silt Crab\W+one in the scene"))).to_be_visible()


def follow(page: Page) -> None:
    """A wish, a way to it, and what it has changed."""
    gauge(page).get_by_role("button", name="hard", exact=True).click()
    way = gauge(page).get_by_role("button", name=re.compile("^Do it: .* more Silt Crab")).first
    expect(way).to_be_visible()
    before = page.locator("g.token").count()
    way.focus()
    expect(page.locator("[data-ghost]")).to_be_visible()
    way.press("Enter")
    expect(page.locator("g.token")).not_to_have_count(before)
    expect(page.locator("[data-keeping=kept]")).to_be_visible()


def test_what_is_on_the_table_becomes_a_scene_and_goes_elsewhere(house: House, people: People, tmp_path: Path) -> None:
    master = house.found(title="Tide Pit")
    (scene,) = house.do(master)["master"]["scenes"]
    moved = {"do": "gm", "name": "place", "args": {"being": "onuri", "at": [4, 4]}}
    house.do(master, {"do": "open_scene", "scene": scene, "begin": False}, moved)
    page = people.sit(master)
    few_fights(page)
    page.goto(f"{house.address}/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode()})
    expect(page.get_by_role("complementary", name="The Drowned Coast")).to_be_visible()
    page.goto(f"{house.address}/t/{master['table']}")
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Scenes")
    tool(page, "Compose").get_by_role("button", name="Save what is on the table as a scene").click()
    expect(gauge(page)).to_be_visible()
    page.get_by_role("link", name="Library").click()
    side = page.get_by_role("complementary", name="The Drowned Coast")
    with page.expect_download() as saved:
        side.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "taken.ludex"
    saved.value.save_as(file)

    other = people.come("/workshop")
    begin(other, "Ben")
    other.get_by_label("Bring in a file").set_input_files(file)
    side = other.get_by_role("complementary", name="The Drowned Coast")
    side.get_by_role("button", name=re.compile("^Scenes")).click()
    side.get_by_role("link", name="The Broken Causeway: patrol").click()
    other.get_by_role("button", name="File", exact=True).click()
    expect(other.get_by_label("The entry as text")).to_have_value(re.compile(r"\[beings\.onuri\][^\[]*at = \[4, 4\]"))
    other.get_by_role("button", name="Put it on the table").click()
    other.get_by_role("dialog").get_by_role("button", name="Put it there").click()  # a new one: Ben has none
    expect(other.get_by_role("button", name=re.compile("^Put it on the table"))).to_be_visible()  # others come first
    expect(other.get_by_role("toolbar", name="What you can do")).to_have_count(0)
