"""Rulebook, lab, sheets and the coach, in a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.house import House, People
from tests.page.playing import BEGUN
from tests.page.scenes import LEDGE


def test_a_rule_is_found_read_and_replayed_without_a_table(house: House, people: People) -> None:
    page = people.come(f"{house.address}/rules/bluebox")
    field = page.get_by_role("searchbox", name="Search the rules")
    expect(field).to_be_visible()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("sacrifice")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"Rules \d+\. Sacrifice"))).to_have_count(1)
    page.get_by_role("link", name=re.compile("^Sacrifice Power Dice to destroy Plating")).first.click()
    expect(page.get_by_role("heading", name="Sacrifice Power Dice to destroy Plating")).to_be_visible()
    assert page.url.endswith("/rules/bluebox/bb.plating.sacrifice")
    expect(page.get_by_role("heading", name="How we read it")).to_be_visible()
    page.get_by_role("button", name="Step on").click()
    expect(page.get_by_text("step 1 of")).to_be_visible()
    page.get_by_role("link", name="The next rule").click()
    expect(page.get_by_role("heading", name="Sacrificing every die means no damage roll")).to_be_visible()


def test_the_game_master_switches_a_reading_from_the_book(house: House, people: People) -> None:
    master = house.found()
    page = people.sit(master)
    page.goto(f"{house.address}/rules/bluebox/bb.plating.sacrifice")
    page.get_by_role("button", name="on", exact=True).click()
    expect(page.get_by_text("It holds from the next scene on.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="on", exact=True)).to_have_attribute("aria-pressed", "true")


def test_the_book_says_what_was_used_tonight_at_the_table(house: House, people: People) -> None:
    master = house.found()
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(master)
    expect(page.get_by_role("log", name="The record")).to_contain_text(BEGUN)
    page.goto(f"{house.address}/rules/bluebox/bb.init.roll")
    tonight = page.get_by_role("region", name="Tonight at this table")
    expect(tonight).to_contain_text(re.compile(r"This rule was used \d+ times"))
    expect(tonight.get_by_role("link", name="Initiative", exact=True)).to_have_attribute("aria-current", "page")


def test_a_ready_made_scene_is_simulated_and_one_fight_watched(house: House, people: People) -> None:
    page = people.come(f"{house.address}/lab?game=bluebox")
    page.get_by_label("Fights").select_option("100")
    page.get_by_role("button", name="Run it").click()
    expect(page.get_by_role("heading", name="The party wins")).to_be_visible()
    page.get_by_role("button", name="Stop").or_(page.get_by_role("button", name="Run again")).click()
    page.get_by_role("button", name=re.compile("^Watch it")).first.click()
    expect(page.get_by_role("heading", name=re.compile("The fight with seed"))).to_be_visible()


def test_a_sheet_is_opened_rolled_on_and_closed(house: House, people: People) -> None:
    master = house.found()
    page = people.sit(master)
    page.get_by_role("button", name=re.compile("Put it on the table")).first.click()
    page.get_by_role("button", name="Sheets").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Whose sheet").select_option("tahra")
    expect(sheet.get_by_role("heading", name="Tahra")).to_be_visible()
    expect(sheet.get_by_text("Flame Lash")).to_be_visible()
    sheet.get_by_role("button", name="Roll FOR").click()
    sheet.get_by_role("spinbutton").fill("8")
    sheet.get_by_role("spinbutton").press("Enter")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("log").first).to_contain_text("FOR")


def test_who_is_brought_from_a_file_is_put_on_the_board(house: House, people: People, tmp_path: Path) -> None:
    tahra = house.ask("GET", "/api/games/bluebox/content/character")[0]
    assert isinstance(tahra, dict)
    file = tmp_path / "nixie.json"
    file.write_text(json.dumps({"character": [{**tahra, "id": "nixie", "name": "Nixie"}]}), encoding="utf-8")
    page = people.sit(house.found())
    page.get_by_role("button", name=re.compile("Put it on the table")).first.click()
    page.get_by_role("button", name="Sheets").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Bring a character from a file").set_input_files(file)
    expect(sheet.get_by_role("status")).to_have_text("Nixie belongs to the table now. Nixie is not on the board yet.")
    sheet.get_by_role("button", name="Put Nixie on the board").click()
    expect(sheet.get_by_role("status")).to_have_text("Nixie belongs to the table now. Nixie is on the board.")
    expect(sheet.get_by_label("Whose sheet")).to_contain_text("Nixie")


@pytest.mark.parametrize("phone", [False, True])
def test_a_check_on_a_players_sheet_is_put_to_the_game_master(house: House, people: People, phone: bool) -> None:
    master = house.found()
    seat = house.seat(master, "Ann", "tahra")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat, phone=phone)
    if phone:
        page.get_by_role("button", name=re.compile("^More")).tap()
    page.get_by_role("button", name="Sheets", exact=True).click()
    page.get_by_role("dialog", name="Sheet of Tahra").get_by_role("button", name="Ask for a check: FOR").click()
    words = page.get_by_role("textbox", name="What does Tahra try?")
    expect(words).to_be_focused()
    expect(words).to_have_value("A check with FOR")
    words.fill("A check with FOR to lift the gate")
    page.get_by_role("button", name="Ask the game master").click()
    expect(words).to_have_count(0)
    assert [wish["words"] for wish in house.do(master)["improvised"]] == ["A check with FOR to lift the gate"]


def test_the_coach_speaks_once_and_can_be_sent_away(house: House, people: People) -> None:
    scene = LEDGE.replace("[2, 1]", "[4, 1]")  # nobody is near
    page = people.sit(house.found(scenes=[{"toml": scene}]))
    page.get_by_role("button", name=re.compile("Put it on the table")).first.click()
    note = page.get_by_label("A note for your first evening")
    expect(note).to_contain_text("two Action Points")
    note.get_by_role("button", name=re.compile("First evening")).click()
    note.get_by_role("button", name="Got it").click()
    expect(note).to_contain_text("worth a die")
    note.get_by_role("button", name=re.compile("First evening")).click()
    note.get_by_role("button", name="No more notes").click()
    expect(note).to_be_hidden()
    page.reload()
    expect(page.get_by_role("log").first).to_be_visible()
    expect(note).to_be_hidden()
