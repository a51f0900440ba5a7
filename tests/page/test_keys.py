"""Played with Tab, arrows and Enter: the focus goes from an action to its next decision and comes back, and is taken
from nobody who went elsewhere."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.house import House, People
from tests.page.playing import action, cell, deed, record, suggest
from tests.page.test_text import opened

ONE_TO_ONE = """
game = "bluebox"
title = "One to one"
turn = "onuri"

[board]
q = [0, 8]
r = [0, 4]

[beings.onuri]
at = [5, 2]

[beings.vahki]
from = "vahki_patroller"
at = [6, 2]
"""


CURS = """
game = "crawl"
title = "Curs"
turn = "brannoc"
board = { width = 6, height = 4 }

[beings.brannoc]
from = "brannoc_ironway"
at = [1, 1]

[beings.cur]
from = "tunnel_cur"
at = [2, 1]
"""


def sat_down(house: House, people: People) -> tuple[dict[str, str], Page]:
    """Onuri, played by Ann, whose turn it is, beside an enemy."""
    master = opened(house, ONE_TO_ONE)
    page = people.sit(house.seat(master, "Ann", "onuri"))
    expect(action(page, "Unarmed attack")).to_be_visible()
    return master, page


def test_an_attack_is_made_without_hunting_for_the_focus(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    page.keyboard.press("a")
    page.keyboard.press("ArrowRight")
    expect(action(page, "Unarmed attack")).to_be_focused()
    page.keyboard.press("Enter")
    stat = page.locator("#choices").get_by_role("button", name="FOR")
    expect(stat).to_be_focused()
    page.keyboard.press("Escape")
    expect(action(page, "Unarmed attack")).to_be_focused()
    page.keyboard.press("Enter")
    expect(stat).to_be_focused()
    page.keyboard.press("Enter")
    expect(deed(page)).to_be_focused()  # there is but one to attack
    page.keyboard.press("Enter")
    expect(record(page)).to_contain_text("Onuri attacks")
    hit = page.locator("#question")  # how much of the damage to give up
    expect(hit.or_(action(page, "Unarmed attack"))).to_be_focused()


def test_what_was_clicked_is_done_by_enter(house: House, people: People) -> None:
    page = people.sit(house.seat(opened(house, CURS, "crawl"), "Ann", "brannoc"))
    suggest(page).click()
    expect(deed(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(deed(page)).to_have_count(0)
    action(page, "^Bludgeon").click()
    expect(deed(page)).to_contain_text("Tunnel Cur")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")  # whoever goes on by keys does it where it is said that Enter does
    expect(action(page, "^Bludgeon")).to_be_focused()
    page.keyboard.press("Enter")
    expect(deed(page)).to_have_count(0)
    action(page, "^Bludgeon").click()
    expect(deed(page)).to_contain_text("Tunnel Cur")
    page.keyboard.press("Enter")
    expect(record(page)).to_contain_text("Brannoc Ironway attacks")


def test_a_place_that_is_typed_is_said_as_it_was_understood(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    page.keyboard.press("t")
    place = page.get_by_role("textbox", name="Go to a place")
    place.fill("4 m west")
    place.press("Enter")
    expect(page.get_by_role("status").filter(has_text="4 m west, ")).to_have_count(1)


def test_after_what_somebody_else_answers_the_focus_is_at_the_actions_again(house: House, people: People) -> None:
    master = opened(house, CURS, "crawl")
    page = people.sit(house.seat(master, "Ann", "brannoc"))
    action(page, "Bludgeon").press("Enter")
    expect(deed(page)).to_be_focused()
    page.keyboard.press("Enter")  # a machine is asked how the other defends
    expect(record(page)).to_contain_text("Brannoc Ironway attacks")
    expect(page.locator("[data-action]:focus, #question:focus")).to_have_count(1)


def test_what_is_done_at_once_is_come_back_from(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    action(page, "Defensive stance").press("Enter")
    expect(deed(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(record(page)).to_contain_text("Defensive Stance")
    expect(page.locator("[data-action]:focus")).to_have_count(1)


def test_what_is_to_be_chosen_has_the_focus_and_arrows_go_through_it(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    action(page, "Hold an action").press("Enter")
    listed = page.locator("#choices").get_by_role("list").get_by_role("button")
    expect(listed.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(listed.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(listed.last).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(action(page, "Hold an action")).to_be_focused()


def test_the_number_of_an_action_leads_to_it_from_anywhere(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    number = action(page, "Unarmed attack").locator(".key").inner_text()
    page.get_by_role("button", name="Sheets").focus()
    page.keyboard.press(number)
    expect(page.locator("#choices").get_by_role("button", name="FOR")).to_be_focused()


def test_a_move_begins_on_the_board_where_one_stands(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    move = action(page, r"Move\b.* up to")
    move.press("Enter")
    expect(cell(page, 5, 2)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(cell(page, 4, 2)).to_be_focused()
    expect(deed(page)).to_be_visible()
    page.keyboard.press("Enter")
    expect(cell(page, 4, 2)).to_have_accessible_name(re.compile("here: Onuri"))
    expect(move).to_be_focused()


def test_who_writes_to_the_others_is_left_there(house: House, people: People) -> None:
    master, page = sat_down(house, people)
    action(page, "Hold an action").press("Enter")
    expect(page.locator("#choices")).to_be_visible()
    chat = page.locator("#say")
    chat.focus()
    page.keyboard.type("wait")
    house.do(master, {"do": "gm", "name": "place", "args": {"being": "vahki", "at": [7, 2]}})
    expect(cell(page, 7, 2)).to_have_accessible_name(re.compile("Vahki"))
    page.keyboard.type(" a moment")
    expect(chat).to_be_focused()
    expect(chat).to_have_value("wait a moment")
