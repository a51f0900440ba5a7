"""From nothing to a seat: starting a table with what it has, links, the door, taking a table to another place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import GAMES
from tests.page.drawer import place
from tests.page.house import House, People, about
from tests.page.playing import code_on, lead, reachable, seats_by_link

SCENE = """
game = "bluebox"
title = "A bare ledge"
board = { q = [0, 5], r = [0, 3] }

[beings.onuri]
at = [1, 1]
"""


def start(page: Page, name: str = "Mara") -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Start the table").click()
    page.wait_for_url("**/t/**")


def test_a_table_starts_with_a_scene_of_ones_own_and_other_options(people: People, tmp_path: Path) -> None:
    file = tmp_path / "ledge.toml"
    file.write_text(SCENE, encoding="utf-8")
    page = people.come("/new/bluebox")
    lead(page)
    page.get_by_role("radio", name=re.compile("A scene from a file")).check()
    page.locator("fieldset").get_by_label("A scene from a file").last.set_input_files(file)
    expect(page.get_by_text("ledge is added.")).to_be_visible()
    page.get_by_text("all as the book has them").click()
    page.get_by_role("searchbox", name="Search the options").fill("plating round")
    page.get_by_role("combobox", name="Plating round up").select_option("true")
    expect(page.get_by_text("1 changed")).to_be_visible()
    page.get_by_text("How you play", exact=True).click()
    page.get_by_role("radio", name=re.compile("real ones, typed in")).check()
    start(page)
    expect(page.get_by_role("button", name=about("Put it on the table", "A bare ledge"))).to_be_visible()


def test_what_is_wrong_with_a_file_is_said(people: People, tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("game = ", encoding="utf-8")
    page = people.come("/new/bluebox")
    lead(page)
    page.get_by_role("radio", name=re.compile("A scene from a file")).check()
    page.locator("fieldset").get_by_label("A scene from a file").last.set_input_files(file)
    page.get_by_label("Your name").fill("Mara")
    page.get_by_role("button", name="Start the table").click()
    expect(page.get_by_role("alert")).to_contain_text("not valid TOML")
    people.faults.clear()  # the browser itself complains about the answer 400


@pytest.mark.parametrize("phone", [False, True])
def test_from_a_link_to_a_seat_with_a_name_and_a_character(house: House, people: People, phone: bool) -> None:
    master = house.found()
    link = house.seat(master, "Somebody")
    page = people.come(house.link(link), phone=phone)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name=re.compile("Vhor")).check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(f"**/t/{master['table']}")
    assert "#" not in page.url
    told = house.ask("GET", f"/api/tables/{master['table']}", link["token"])
    assert (told["name"], told["beings"]) == ("Ann", ["vhor"])


def test_a_seat_has_a_link_to_copy_and_tells_how_to_let_phones_in(house: House, people: People) -> None:
    page = people.sit(house.found())
    expect(page.get_by_text("Only this machine can reach the table so far.")).to_be_visible()
    page.get_by_text("Open it to your network").click()
    seats_by_link(page)
    page.get_by_label("Name", exact=True).fill("Ann")
    page.get_by_label("Plays").select_option(label="Vhor")
    page.get_by_role("button", name="Make a seat").click()
    expect(page.get_by_text("ludex play --lan")).to_have_count(1)  # said once, however many links there are
    expect(page.get_by_text("This link works on this machine only.")).to_be_visible()  # nothing for a phone to scan
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)
    link = page.get_by_role("textbox", name="Link for Ann").input_value()
    ann = people.come(link)
    expect(ann.get_by_text("No scene is on the table")).to_be_visible()
    page.get_by_role("button", name=about("Copy the link", "Ann")).click()
    expect(page.get_by_role("button", name=about("Copied", "Ann"))).to_be_visible()
    page.get_by_role("button", name=about("Hide the link", "Ann")).click()
    page.get_by_role("button", name=about("New link", "Ann")).click()
    expect(page.get_by_role("textbox", name="Link for Ann")).not_to_have_value(link)
    expect(ann.get_by_text("You are no longer at this table")).to_be_visible()


def test_a_code_lets_in_another_browser_of_this_machine_where_nobody_else_gets_through(
    house: House, people: People
) -> None:
    gm = people.sit(house.found("crawl"))
    code = code_on(gm)
    expect(gm.get_by_text(f"comes in with it at {house.address}/join")).to_be_visible()
    page = people.come("/join")
    page.get_by_label("The six letters").fill(code)
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Knock").click()
    gm.get_by_role("button", name=about("Let in", "Ben")).click()
    expect(page.get_by_text("No scene is on the table")).to_be_visible()


def test_wherever_others_are_let_in_there_is_the_way_to_the_display(house: House, people: People) -> None:
    master = house.found()
    gm = people.sit(master)
    link = gm.get_by_role("link", name="For a TV")
    expect(link).to_have_attribute("href", f"/t/{master['table']}/display")
    gm.get_by_role("button", name="Game master").first.click()
    place(gm, "People")
    expect(gm.get_by_role("tabpanel").get_by_role("link", name="For a TV")).to_be_visible()
    house.do(master, {"do": "settings", "settings": {"spectators": False}})
    expect(link).to_have_count(0)


def test_the_game_master_comes_back_from_another_browser_by_their_own_link(house: House, people: People) -> None:
    page = people.sit(house.found(title="The long road"))
    seats_by_link(page)
    page.get_by_role("button", name="Show my link").click()
    link = page.get_by_role("textbox", name=re.compile("^Link for ")).input_value()
    other = people.come(link)
    expect(other.get_by_role("button", name="Game master", exact=True)).to_be_visible()


def test_whoever_has_the_code_waits_until_the_game_master_opens(house: House, people: People) -> None:
    master = house.found("crawl")
    gm = people.come("/")
    code = reachable(house, gm, master)
    expect(gm.get_by_role("img", name="QR code of the way into the waiting room")).to_be_visible()
    page = people.come("/")
    page.get_by_label("The six letters").fill(code)
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Knock").click()
    expect(page.get_by_text("You are in the waiting room")).to_be_visible()
    gm.get_by_label("would play").select_option(label="Sefa Quickwater")
    gm.get_by_role("button", name=about("Let in", "Ben")).click()
    expect(page.get_by_text("No scene is on the table")).to_be_visible()
    expect(gm.get_by_text("plays Sefa Quickwater", exact=True)).to_be_visible()
    gm.reload()
    assert code_on(gm) == code  # it is good for a while, and the same


def test_who_is_let_in_chooses_whom_to_play_unless_the_game_master_has_chosen(house: House, people: People) -> None:
    master = house.found("vitality")
    gm = people.come("/")
    code = reachable(house, gm, master)
    page = people.come(f"/join#{code}", phone=True)
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Knock").click()
    gm.get_by_role("button", name=about("Let in", "Ben")).click()
    choice = page.get_by_role("group", name="Whom will you play?")
    expect(choice.get_by_role("radio")).to_have_count(4)  # Bram, Vesper and Nia of the scene that comes, or later
    expect(choice.get_by_role("button", name="Read the sheet").first).to_be_visible()
    choice.get_by_role("radio", name=re.compile("Nia Calloway")).check()
    page.get_by_role("button", name=re.compile("^Play ")).click()
    expect(page.get_by_text(re.compile("^You play "))).to_be_visible()


def test_who_waits_at_the_door_sees_where_and_goes_back_to_mend_their_name(house: House, people: People) -> None:
    master = house.found("crawl", title="The long road")
    gm = people.come("/")
    code = reachable(house, gm, master)
    page = people.come(f"/join#{code}", phone=True)
    page.get_by_label("Your name").fill("Bem")
    page.get_by_role("button", name="Knock").click()
    expect(page.get_by_role("heading", name="The long road")).to_be_visible()
    expect(page.get_by_text("You knocked as Bem.")).to_be_visible()
    expect(gm.get_by_text("Bem knocks")).to_be_visible()
    page.get_by_role("button", name="Change the name, or leave").click()
    expect(gm.get_by_text("Bem knocks")).to_have_count(0)
    expect(page.get_by_label("The six letters")).to_have_value(code)
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Knock").click()
    expect(gm.get_by_text("Ben knocks")).to_be_visible()


def test_where_somebody_plays_each_of_the_party_nobody_is_asked_whom_a_guest_shall_play(
    house: House, people: People
) -> None:
    master = house.found(scenes=[{"toml": SCENE}])
    house.seat(master, "Ann", "onuri")
    gm = people.come("/")
    code = reachable(house, gm, master)
    page = people.come(f"/join#{code}", phone=True)
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Knock").click()
    expect(gm.get_by_role("listitem").filter(has_text="Ben knocks")).to_contain_text("chooses whom to play")
    expect(gm.get_by_label("would play")).to_have_count(0)


def test_a_table_goes_on_elsewhere_from_its_file(house: House, people: People, tmp_path: Path) -> None:
    page = people.sit(house.found(title="The long road"))
    page.get_by_role("button", name="Game master", exact=True).click()
    page.get_by_role("tab", name="Table").click()
    page.get_by_text("Export the table", exact=True).click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export", exact=True).click()
    file = tmp_path / "table.zip"
    coming.value.save_as(file)
    other = people.come("/")
    other.get_by_text("A table from a file").click()
    other.get_by_label("Exported table").set_input_files(file)
    other.get_by_label("Name of the game master").fill("Nele")
    other.get_by_role("button", name="Set it up").click()
    expect(other.get_by_role("heading", name="The long road")).to_be_visible()
    other.goto(house.address)
    expect(other.get_by_role("link", name=about("Sit down", "The long road"))).to_be_visible()


def test_the_frame_of_every_cover_is_whole_at_every_width(people: People) -> None:
    page = people.come("/")
    expect(page.get_by_text("Vitality").first).to_be_visible()
    cut = """() => [...document.querySelectorAll(".cover")].filter((cover) => {
      const { left, right } = cover.querySelector(".frame").getBoundingClientRect();
      const around = cover.getBoundingClientRect();
      return left < around.left || right > around.right || cover.scrollWidth > cover.clientWidth;
    }).map((cover) => cover.dataset.game)"""
    expect(page.locator(".cover")).to_have_count(len(GAMES))
    for width in (360, 720, 800, 1024, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(cut) == [], width


def test_who_has_lost_what_the_browser_kept_is_told_by_what_they_come_back(house: House, people: People) -> None:
    table = house.found(title="Lost by its players")["table"]
    page = people.come(f"/t/{table}")
    by_title = re.compile("there is nobody to ask.*ludex link with the title of the table.*--data and that folder")
    expect(page.get_by_text(by_title)).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text(table)
    page.goto(house.address)
    page.get_by_text("Other tables on this server").click()
    expect(page.get_by_text(by_title)).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Lost by its players")).not_to_contain_text(table)
