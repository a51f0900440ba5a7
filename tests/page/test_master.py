"""The game master's drawer: every tool works by its name and its labels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.house import House, People, about

LEDGE = """
game = "bluebox"
title = "On the ledge"
turn = "onuri"
board = { q = [0, 5], r = [0, 3] }

[beings.onuri]
at = [1, 1]

[beings.vahki]
from = "vahki_patroller"
at = [2, 1]
"""
OTHER = LEDGE.replace("On the ledge", "Further up").replace("[1, 1]", "[0, 0]")
THING = """
[[enemy]]
id = "pit_thing"
name = "Pit Thing"
difficulty = 1
tags = ["being", "creature"]
stats = { FOR = 1, DEX = 1, SPI = 0, CHA = -1, KNO = -1 }
hp = 9
weapons = ["bite"]
"""


@pytest.fixture
def gm(house: House, people: People) -> Page:
    """Mara at a table with a scene on it and another prepared, and her drawer open."""
    page = people.sit(house.found(scenes=[{"toml": LEDGE}, {"toml": OTHER}]))
    page.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    page.get_by_role("button", name="Game master", exact=True).click()
    return page


def place(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name=re.compile(f"^{name}")).click()
    return page.get_by_role("tabpanel")


def whom(page: Page) -> Locator:
    """Where somebody of the scene is chosen."""
    return page.get_by_role("combobox", name=re.compile("^Somebody"))


def tool(page: Page, name: str) -> Locator:
    """A tool by its name, opened."""
    found = page.locator("details.tool", has=page.locator(f"summary:has-text('{name}')")).first
    if found.get_attribute("open") is None:
        found.locator("summary").first.click()
    return found


def record(page: Page) -> Locator:
    return page.get_by_role("region", name="The record")


def test_a_ruling_of_plus_two_and_a_forced_action(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    ruling = tool(gm, "A ruling")
    ruling.get_by_label("Why").fill("higher ground")
    ruling.get_by_role("button", name="Do it").click()
    expect(ruling.get_by_text("Done.")).to_be_visible()
    force = tool(gm, "Force or waive")
    force.get_by_label("Action").select_option(label="Shove")
    while force.get_by_role("button").count() == 0:
        choice = force.get_by_role("combobox").nth(1)
        choice.select_option(index=1)
        gm.wait_for_timeout(300)
    force.get_by_label("at no cost").check()
    force.get_by_role("button").last.click()
    expect(record(gm)).to_contain_text("higher ground")


def test_any_field_is_set_in_place(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("vahki")
    fields = tool(gm, "Edit any field")
    fields.get_by_label("HP", exact=False).first.fill("5")
    fields.get_by_label("HP", exact=False).first.press("Enter")
    expect(record(gm)).to_contain_text(re.compile("sets .* to 5"))
    fields.get_by_role("searchbox").fill("immune")
    fields.get_by_label("immune").fill('["Fire"]')
    fields.get_by_label("immune").press("Enter")
    expect(record(gm)).to_contain_text("Fire")
    fields.get_by_label("immune").fill("7")
    fields.get_by_label("immune").press("Enter")
    expect(fields.get_by_role("alert")).to_contain_text("expected")


def test_conditions_are_given_and_ended(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("vahki")
    conditions = tool(gm, "Conditions")
    conditions.get_by_role("combobox", name="Condition").select_option("Prone")
    conditions.get_by_role("button", name="Inflict").click()
    end = conditions.get_by_role("button", name=about("End", "Prone"))
    end.click()
    expect(end).to_have_count(0)


def test_an_enemy_of_ones_own_comes_in_from_a_file(gm: Page, tmp_path: Path) -> None:
    file = tmp_path / "things.toml"
    file.write_text(THING, encoding="utf-8")
    place(gm, "Table")
    tool(gm, "Content of your own").get_by_label("Add a content file").set_input_files(file)
    expect(tool(gm, "Content of your own").get_by_text("Done.")).to_be_visible()
    place(gm, "Beings")
    spawn = tool(gm, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("pit thing")
    spawn.get_by_role("button", name="Bring in: Pit Thing").click()
    expect(whom(gm).locator("option", has_text="Pit Thing")).to_have_count(1)
    whom(gm).select_option(label="Pit Thing")
    tool(gm, "Take off the board").get_by_role("button").click()
    expect(whom(gm).locator("option", has_text="Pit Thing")).to_have_count(0)


def test_somebody_is_put_somewhere_by_picking_the_place_on_the_board(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("vahki")
    put = tool(gm, "Put at a place")
    put.get_by_label("Where").fill("3, 2")
    put.get_by_role("button", name="Do it").click()
    expect(put.get_by_text("Done.")).to_be_visible()


def test_every_command_of_the_game_has_a_form(gm: Page) -> None:
    calls = place(gm, "Commands")
    gm.get_by_role("searchbox", name="Search the commands").fill("heal")
    heal = tool(gm, "Heal")
    heal.get_by_label("Target").select_option("onuri")
    heal.get_by_label("Amount").fill("1")
    heal.get_by_role("button", name="Heal").click()
    expect(heal.get_by_text("Done.")).to_be_visible()
    gm.get_by_role("searchbox", name="Search the commands").fill("check stat")
    check = tool(gm, "Check")
    check.get_by_label("Being").select_option("onuri")
    check.locator("summary.secondary").click()
    check.get_by_label("Stat").fill("FOR")
    check.get_by_role("button", name="Check").click()
    expect(calls.get_by_text("Done.").last).to_be_visible()


def test_back_and_forth_and_other_faces(gm: Page) -> None:
    place(gm, "Now")
    roll = tool(gm, "Roll")
    roll.get_by_label("Dice").fill("2d6")
    roll.get_by_role("button", name="Roll").click()
    expect(roll.get_by_text("Done.")).to_be_visible()
    last = tool(gm, "The last command")
    last.get_by_label(re.compile("^Faces of")).fill("6, 6")
    last.get_by_role("button", name="Replace the faces").click()
    expect(last.get_by_text("6, 6")).to_be_visible()
    reveal = tool(gm, "Reveal a line")
    reveal.get_by_role("button").first.click()
    expect(reveal.get_by_text("Done.")).to_be_visible()
    back = tool(gm, "Back and forth")
    back.get_by_role("button", name="Undo 1 step").click()
    expect(back.get_by_role("button", name="Redo 1 step")).to_be_enabled()
    back.get_by_role("button", name="Redo 1 step").click()
    expect(back.get_by_role("button", name="Redo 1 step")).to_be_disabled()


def test_the_second_scene_keeps_the_wounds_of_the_first(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    hp = tool(gm, "Edit any field").get_by_label("HP", exact=False).first
    hp.fill("7")
    hp.press("Enter")
    expect(record(gm)).to_contain_text(re.compile("sets .* to 7"))
    place(gm, "Scenes")
    gm.get_by_role("button", name=about("Put it on the table", "Further up")).click()
    expect(gm.get_by_role("banner").get_by_text("Further up")).to_be_visible()
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    expect(gm.get_by_role("tabpanel").get_by_text(re.compile(r"HP 7/"))).to_be_visible()


def test_what_somebody_improvises_is_settled_by_a_check(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    ann = people.sit(house.seat(master, "Ann", "onuri"))
    gm = people.sit(master)
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    expect(ann.get_by_role("main", name="The board")).to_be_visible()
    improvise(ann, "I kick dust into its visor")
    gm.get_by_role("button", name="Game master", exact=True).click()
    settle = tool(gm, "To settle")
    expect(settle).to_contain_text("I kick dust into its visor")
    settle.get_by_label("What you say to it").fill("Roll for it")
    settle.get_by_role("button", name="Say it and close").click()
    expect(settle).to_contain_text("Nothing is to be settled")


def improvise(page: Page, words: str) -> None:
    page.get_by_role("button", name="Improvise").click()
    form = page.locator("form", has=page.get_by_role("textbox", name=re.compile("Onuri")))
    form.get_by_role("textbox").fill(words)
    form.get_by_role("button").click()


def test_notes_handouts_and_a_picture_reach_whom_they_are_shown(house: House, people: People, tmp_path: Path) -> None:
    master = house.found()
    house.seat(master, "Ann", "vhor")
    gm = people.sit(master)
    gm.get_by_role("button", name="Game master", exact=True).click()
    place(gm, "Papers")
    notes = tool(gm, "Notes")
    notes.get_by_label("Title").fill("The bridge")
    notes.get_by_label("Text").fill("It breaks in round 3.")
    notes.get_by_role("button", name="Keep").click()
    expect(notes.get_by_text("It breaks in round 3.")).to_be_visible()
    picture = tmp_path / "map.png"
    picture.write_bytes(gm.screenshot())
    handouts = tool(gm, "Handouts")
    handouts.get_by_label("Title").fill("A map")
    handouts.get_by_label(re.compile("^Picture")).set_input_files(picture)
    handouts.get_by_label("What is to be seen").fill("Three islands and a rope")
    handouts.get_by_role("button", name="A new handout").click()
    expect(handouts.get_by_text("Three islands and a rope")).to_be_visible()
    handouts.get_by_label("Ann").check()
    expect(handouts.get_by_text("Done.")).to_be_visible()


def test_seats_are_changed_sides_handed_over_and_seen(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    ann = people.sit(house.seat(master, "Ann", "onuri"))
    gm = people.sit(master)
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    gm.get_by_role("button", name="Game master", exact=True).click()
    place(gm, "People")
    see = tool(gm, "See as somebody")
    see.get_by_label("Somebody").select_option(label="Ann")
    see.get_by_role("button", name="Look").click()
    expect(see.get_by_role("region", name="What Ann sees")).to_contain_text("Onuri")
    sides = tool(gm, "Sides and machines")
    sides.get_by_label("foes").select_option("simple")
    expect(sides.get_by_text("Done.")).to_be_visible()
    seats = tool(gm, "Change a seat")
    seats.get_by_role("button", name=about("Mute", "Ann")).click()
    expect(seats.get_by_role("button", name=about("Let speak", "Ann"))).to_be_visible()
    seats.get_by_role("button", name=about("Take the seat away", "Ann")).click()
    seats.get_by_role("button", name="Yes, Ann leaves").click()
    expect(ann.get_by_text("You are no longer at this table")).to_be_visible()


def test_the_table_itself_is_changed(gm: Page) -> None:
    place(gm, "Table")
    name = tool(gm, "Name of the table")
    name.get_by_label("Name of the table").fill("Thursday")
    name.get_by_label("Name of the table").press("Enter")
    expect(name.get_by_text("Done.")).to_be_visible()
    settings = tool(gm, "How you play")
    settings.get_by_role("radio", name=re.compile("goes to the game master")).check()
    expect(settings.get_by_text("Done.")).to_be_visible()
    options = tool(gm, "Options")
    options.get_by_text("In the scene on the table").click()
    options.get_by_role("searchbox").first.fill("plating round")
    options.get_by_role("combobox", name="Plating round up").first.select_option("true")
    expect(options.get_by_text("1 changed").first).to_be_visible()
    evening = tool(gm, "Close the evening")
    evening.get_by_role("button").click()
    expect(evening.get_by_text("Evening 2")).to_be_visible()
    archive = tool(gm, "Put the table away")
    archive.get_by_role("button").click()
    expect(archive.get_by_role("button", name="Take it up again")).to_be_visible()
