"""The margin: the record with its dice and rules, real dice; the page that checks the dice, and the display for all."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.drawer import place, tool
from tests.page.house import House, People
from tests.page.playing import BEGUN, action, aimed, deed, token
from tests.page.test_turn import ALLEY


def at_table(house: House, people: People, **settings: str) -> tuple[dict[str, str], Page]:
    """The game master of a Blue Box table, with the scene on it."""
    master = house.found(settings=settings)
    page = people.sit(master)
    page.get_by_role("button", name=re.compile("Put it on the table")).click()
    return master, page


def test_a_line_of_the_record_opens_to_its_dice_and_its_rule_and_can_be_doubted(house: House, people: People) -> None:
    _, page = at_table(house, people)
    record = page.get_by_role("log", name="The record")
    record.get_by_role("button", name=BEGUN).first.click()
    expect(record).to_contain_text(re.compile(r"d12 shows \d+"))
    record.get_by_role("button", name="Initiative", exact=True).click()
    expect(record.get_by_role("link", name=re.compile("^Initiative"))).to_have_attribute(
        "href", "/rules/bluebox/bb.init.roll"
    )
    record.get_by_role("button", name="Doubt this ruling").click()
    record.get_by_role("textbox").fill("Is the bonus right?")
    record.get_by_role("button", name="Say so").click()
    expect(record).to_contain_text("Noted.")
    page.get_by_role("button", name="Search and keep the record").click()
    page.get_by_role("searchbox", name="Search the record").fill("vhor initiative")
    expect(record.get_by_role("listitem")).to_have_count(1)


def test_real_dice_are_thrown_and_typed(house: House, people: People) -> None:
    _, page = at_table(house, people, dice="typed")
    throw = page.get_by_role("region", name="Throw the dice")
    expect(throw).to_contain_text("Tahra: Initiative")
    throw.get_by_role("spinbutton", name="Die 1, a d12").fill("13")
    expect(throw.get_by_role("button", name="That fell")).to_be_disabled()
    throw.get_by_role("spinbutton", name="Die 1, a d12").fill("7")
    throw.get_by_role("button", name="That fell").click()
    expect(page.get_by_role("log", name="The record")).to_contain_text("Tahra, initiative: 8")


def test_the_page_of_the_dice_checks_every_throw_when_the_evening_is_closed(house: House, people: People) -> None:
    master, page = at_table(house, people)
    expect(page.get_by_role("log", name="The record")).to_contain_text(BEGUN)
    page.goto(f"{house.address}/verify/{master['table']}")
    evening = page.get_by_role("region", name="Evening 1")
    expect(evening).to_contain_text("still open")
    house.do(master, {"do": "close_evening"})
    page.get_by_role("button", name="Ask again").click()
    expect(evening).to_contain_text(re.compile(r"All \d+ throws are right: \d+ dice fell"))
    expect(evening).to_contain_text("The seed is that of the seal.")
    expect(evening).to_contain_text("This browser saw the same seal")


def test_a_display_for_all_takes_a_spectators_seat(house: House, people: People) -> None:
    master, page = at_table(house, people)
    expect(page.get_by_role("log", name="The record")).to_contain_text(BEGUN)
    page.goto(f"{house.address}/t/{master['table']}/display")
    page.get_by_role("button", name="Take a spectator's seat for the display").click()
    expect(page.get_by_role("region", name="The record")).to_contain_text(BEGUN)
    expect(page.get_by_role("toolbar")).to_have_count(0)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body"), "something can be pressed"


def test_a_handout_stands_on_the_display_until_it_is_taken_away(house: House, people: People, tmp_path: Path) -> None:
    master, gm = at_table(house, people)
    tv = house.seat(master, "TV", role="spectator")
    screen = people.sit(tv)
    screen.goto(f"{house.address}/t/{master['table']}/display")
    picture = tmp_path / "map.png"
    picture.write_bytes(gm.screenshot())
    gm.get_by_role("button", name="Game master", exact=True).click()
    place(gm, "People")
    expect(
        gm.get_by_role("listitem").filter(has_text="TV").get_by_role("link", name="open the display")
    ).to_be_visible()
    place(gm, "Papers")
    handouts = tool(gm, "Handouts")
    form = gm.get_by_role("form", name="A new handout")
    form.get_by_label("Title").fill("A map")
    form.get_by_label(re.compile("^Picture")).set_input_files(picture)
    form.get_by_label(re.compile("^Describe the picture")).fill("Three islands and a rope")
    form.get_by_role("button", name="A new handout").click()
    expect(handouts.get_by_role("img", name="Three islands and a rope")).to_be_visible()
    expect(screen.get_by_text("A map")).to_have_count(0)
    handouts.get_by_label("TV").check()
    shown = screen.get_by_role("region", name="Shown to all")
    expect(shown.get_by_role("img", name="Three islands and a rope")).to_be_visible()
    expect(shown).to_contain_text("Three islands and a rope")
    place(gm, "Now")
    place(gm, "Papers")
    expect(handouts.get_by_label("TV")).to_be_checked()  # still open
    handouts.get_by_label("TV").uncheck()
    expect(shown).to_have_count(0)


def test_a_die_of_flaw_has_its_minus_and_every_row_of_dice_what_is_added(house: House, people: People) -> None:
    """A shot beyond the range of its weapon."""
    far = ALLEY.replace("q = [0, 6]", "q = [0, 12]").replace("at = [2, 0]", "at = [10, 0]")
    master = house.found(scenes=[{"toml": far}])
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(house.seat(master, "Ann", "vahki"))
    assert aimed(page, action(page, "^Beyond range"), token(page, "Skakdi Raider"))
    deed(page).click()
    row = page.get_by_role("log", name="The record").locator(".rolled").first
    flaw = row.locator(".fell").filter(has_text="taken away")
    expect(flaw).to_have_count(1)
    expect(flaw.locator("b")).to_have_text("−")
    expect(row.locator(".term").filter(has_text="+ 1")).to_contain_text("DEX")
