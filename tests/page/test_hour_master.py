"""The game master's first hour by clicking alone: a table, an enemy of one's own, a player with a phone, a ruling, a
forced action, a second scene that keeps the wounds of the first, and the whole table taken elsewhere as a file."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.page.drawer import not_over, place, record, tool, whom
from tests.page.house import People, about
from tests.page.playing import cell, lead, seats_by_link
from tests.page.scenes import FURTHER_UP, LEDGE, THING

TITLE = "Thursdays at Mara's"


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_the_first_hour_of_a_game_master(people: People, tmp_path: Path) -> None:
    gm = people.come("/")
    found_a_table(gm, written(tmp_path, "ledge.toml", LEDGE))
    link = seat_for_somebody(gm)
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    gm.get_by_role("button", name="Game master", exact=True).click()
    bring_an_enemy_of_ones_own(gm, written(tmp_path, "things.toml", THING))

    phone = people.come(link, phone=True)
    take_up(phone, "Ann", "Onuri")
    expect(on_the_board(phone, "Pit Thing")).to_be_visible()

    rule_plus_two(gm, "onuri", "higher ground")
    shove(phone)
    expect(gm.get_by_role("log", name="The record")).to_contain_text("2 higher ground")
    expect(record(phone)).to_contain_text("2 higher ground")

    force_a_shove(gm, "Pit Thing", "Onuri")
    expect(record(gm)).to_contain_text("Pit Thing shoves Onuri")
    expect(record(phone)).to_contain_text("Pit Thing shoves Onuri")

    wound(gm, "onuri", 7)
    open_another_scene(gm, written(tmp_path, "further_up.toml", FURTHER_UP))
    expect(on_the_board(gm, "Onuri")).to_have_accessible_name(re.compile("HP 7 of 24"))
    expect(phone.get_by_role("heading", level=1, name="Further up")).to_be_visible()
    expect(on_the_board(phone, "Onuri")).to_have_accessible_name(re.compile("HP 7 of 24"))

    other = people.come("/")
    set_up_elsewhere(other, exported(gm, tmp_path / "table.zip"))
    expect(other.get_by_role("heading", level=1, name="Further up")).to_be_visible()
    expect(on_the_board(other, "Onuri")).to_have_accessible_name(re.compile("HP 7 of 24"))
    same_table(other)


# ---------------------------------------------------------------- a table, and who comes to it


def found_a_table(gm: Page, scene: Path) -> None:
    gm.get_by_role("link", name=re.compile("^Blue Box")).click()
    lead(gm)
    gm.get_by_role("radio", name=re.compile("A scene from a file")).check()
    gm.locator("fieldset").get_by_label("A scene from a file").last.set_input_files(scene)
    expect(gm.get_by_text("ledge is added.")).to_be_visible()
    gm.get_by_label("Name of the table").fill(TITLE)
    gm.get_by_label("Your name").fill("Mara")
    gm.get_by_role("button", name="Start the table").click()
    expect(gm.get_by_role("heading", name=TITLE)).to_be_visible()


def seat_for_somebody(gm: Page) -> str:
    """Makes a seat; gives its link."""
    seats_by_link(gm)
    gm.get_by_label("Name", exact=True).fill("Somebody")
    gm.get_by_role("button", name="Make a seat").click()
    return gm.get_by_role("textbox", name="Link for Somebody").input_value()


def bring_an_enemy_of_ones_own(gm: Page, file: Path) -> None:
    """The file is added to the table's content, and who is in it brought in at a place picked on the board."""
    place(gm, "Table")
    content = tool(gm, "Content of your own")
    content.get_by_label("Add a content file").set_input_files(file)
    expect(content.get_by_text("Done.")).to_be_visible()
    place(gm, "Beings")
    spawn = tool(gm, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("pit thing")
    spawn.get_by_role("button", name="Pick on the board").click()
    cell(gm, 1, 2).click()
    expect(spawn.get_by_text(re.compile("the hex "))).to_be_visible()
    spawn.get_by_role("button", name="Bring in: Pit Thing").click()
    expect(cell(gm, 1, 2)).to_have_accessible_name(re.compile("here: Pit Thing"))


def take_up(page: Page, name: str, character: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=re.compile(character)).check()
    page.get_by_role("button", name="Sit down").tap()
    page.wait_for_url("**/t/*")


def on_the_board(page: Page, name: str) -> Locator:
    return page.get_by_role("main", name="The board").get_by_role("button", name=re.compile(rf"^{name}\b"))


# ---------------------------------------------------------------- at play


def rule_plus_two(gm: Page, being: str, why: str) -> None:
    whom(gm).select_option(being)
    ruling = tool(gm, "A ruling")
    expect(ruling.get_by_label("How much")).to_have_value("2")
    ruling.get_by_label("Why").fill(why)
    ruling.get_by_role("button", name="Do it").click()
    expect(ruling.get_by_text("Done.")).to_be_visible()


def shove(phone: Page) -> None:
    """Onuri shoves the Vahki; the odds know of the ruling before, the record afterwards."""
    phone.get_by_role("button", name=re.compile(r"\bShove\b")).tap()
    choose = phone.get_by_role("region", name="Choose")
    choose.get_by_role("button", name=re.compile("Quake Maul")).tap()
    choose.get_by_role("button", name=re.compile("Vahki")).tap()
    expect(phone.get_by_role("region", name="Odds")).to_contain_text("higher ground")
    phone.get_by_role("button", name=re.compile("^Shove Vahki Patroller with the Quake Maul")).tap()
    phone.get_by_role("button", name="The record").tap()
    expect(record(phone)).to_contain_text("Onuri shoves Vahki")


def force_a_shove(gm: Page, who: str, target: str) -> None:
    """In the turn of somebody else, which the rules are against."""
    whom(gm).select_option(label=who)
    force = tool(gm, "Force or waive")
    force.get_by_label("Action").select_option(label="Shove (refused now)")
    expect(force).to_contain_text(f"What the rules say against it: it is not {who}'s turn")
    choice = force.get_by_role("combobox").nth(1)
    choice.select_option(choice.locator("option", has_text="Bite").get_attribute("value"))
    for argument in ("Weapon: Bite", f"Target: {target}"):  # there is nobody else
        expect(force).to_contain_text(argument)
    expect(force.get_by_label("whatever the rules say against it")).to_be_checked()
    force.get_by_role("button", name=f"Shove {target} with the Bite").click()
    expect(force.get_by_text("Done.")).to_be_visible()


def wound(gm: Page, being: str, hp: int) -> None:
    whom(gm).select_option(being)
    field = tool(gm, "Set by hand").get_by_label("HP", exact=True)
    field.fill(str(hp))
    field.press("Enter")
    expect(record(gm)).to_contain_text(re.compile(f"sets .* to {hp}"))


def open_another_scene(gm: Page, file: Path) -> None:
    scenes = place(gm, "Scenes")
    prepare = tool(gm, "Prepare a scene")
    prepare.get_by_label("From").select_option(label="A scene from a file")
    prepare.get_by_label("A scene from a file").last.set_input_files(file)
    prepare.get_by_role("button", name="Prepare", exact=True).click()
    expect(scenes.get_by_role("checkbox", name=re.compile("with its wounds"))).to_be_checked()
    scenes.get_by_role("button", name=about("Put it on the table", "Further up")).click()
    not_over(gm, "On the ledge").get_by_role("button", name="Leave it there").click()
    expect(gm.get_by_role("heading", level=1, name="Further up")).to_be_visible()


# ---------------------------------------------------------------- elsewhere


def exported(gm: Page, file: Path) -> Path:
    place(gm, "Table")
    with gm.expect_download() as coming:
        tool(gm, "Export the table").get_by_role("button", name="Export", exact=True).click()
    coming.value.save_as(file)
    return file


def set_up_elsewhere(page: Page, file: Path) -> None:
    page.get_by_text("A table from a file").click()
    page.get_by_label("Exported table").set_input_files(file)
    page.get_by_label("Name of the game master").fill("Nele")
    page.get_by_role("button", name="Set it up").click()


def same_table(page: Page) -> None:
    """It has its name, with a number since the first is there as well, its seats with whom they play, its content and
    its other scene."""
    page.get_by_role("button", name="Game master", exact=True).click()
    seats = place(page, "People").get_by_role("listitem")
    expect(seats.filter(has_text=re.compile("Ann.*player, plays Onuri"))).to_have_count(1)
    expect(seats.filter(has_text="Nele")).to_have_count(1)
    place(page, "Table")
    expect(tool(page, "Name of the table").get_by_label("Name of the table")).to_have_value(f"{TITLE} (2)")
    left = about("Go on where it was left", "On the ledge")
    expect(place(page, "Scenes").get_by_role("button", name=left)).to_be_enabled()
    place(page, "Beings")
    spawn = tool(page, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("pit thing")
    expect(spawn.get_by_role("button", name="Bring in: Pit Thing")).to_be_enabled()
