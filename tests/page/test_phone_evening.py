"""What a new player on a phone stumbled over in an evening, each mended: they find what they need where they are."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.house import House, People
from tests.page.playing import answer, answers, reachable, token
from tests.page.scenes import LEDGE

FIELD = """
game = "bluebox"
title = "An open field"
turn = "tahra"
board = { q = [0, 8], r = [0, 4] }

[beings.tahra]
at = [1, 2]

[beings.vahki]
from = "vahki_patroller"
at = [2, 2]
hp = 60
"""
WITHIN = """() => {
  const list = document.querySelector("#choices .values"), one = list.querySelector("[aria-pressed=true]");
  const [box, row] = [list.getBoundingClientRect(), one.getBoundingClientRect()];
  return row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
}"""
OURS = [{"do": "hand_over", "who": who} for who in ("foes", "gm")]  # no machine plays: Mara does


def begun(house: House, people: People, who: str, toml: str = "", **more: Any) -> tuple[dict[str, str], Page]:
    """A table with a scene on it, led by Mara, and somebody on a phone."""
    given: dict[str, Any] = {"scenes": [{"toml": toml}], **more} if toml else more
    master = house.found(**given)
    seat = house.seat(master, "Ann", who)
    house.do(master, *OURS)
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    return master, people.sit(seat, phone=True)


def blow(by: str, who: str, amount: int) -> dict[str, Any]:
    return {"do": "gm", "name": "damage", "args": {"pure": True, "source": by, "target": who, "amount": amount}}


def seen_whole(one: Locator) -> None:
    expect(one).to_be_in_viewport(ratio=1)


def opened_sheet(page: Page) -> Locator:
    page.locator(".sheet").get_by_role("button", name=re.compile("Sheet$")).tap()
    sheet = page.get_by_role("dialog", name=re.compile("^Sheet of"))
    expect(sheet).to_be_visible()
    return sheet


# ---------------------------------------------------------------- at the table


def test_the_moment_before_the_first_turn_is_not_called_a_turn(house: House, people: People) -> None:
    _, page = begun(house, people, "ilse_brandt", game="vitality", scene="back_alley")
    expect(page.get_by_text("Before the fight: move once")).to_be_visible()
    expect(page).to_have_title(re.compile("^● Before the fight"))
    expect(page.locator(".sheet")).not_to_contain_text("your turn")
    expect(page.get_by_label("A note for your first evening")).to_have_count(0)
    page.get_by_role("button", name="Ready", exact=True).tap()
    page.get_by_role("group", name="What you are about to do").get_by_role("button").tap()
    expect(page.get_by_text("Before the fight: move once")).to_have_count(0)


def test_a_blow_is_seen_over_the_sheet_that_lies_open(house: House, people: People) -> None:
    master, page = begun(house, people, "tahra", FIELD)
    sheet = opened_sheet(page)
    note = page.locator(".struck")
    expect(note).to_be_hidden()
    house.do(master, blow("vahki", "tahra", 9))
    expect(note).to_be_visible()
    expect(note).to_contain_text(re.compile(r"Tahra −\d+ (HP|Plating)"))
    expect(sheet).to_be_visible()


def test_the_answers_of_a_question_are_seen_at_once(house: House, people: People) -> None:
    """In Navy Blue all of the party can be chosen, and much is told of each."""
    master = house.found(game="navyblue", scene="small_eyes_in_the_hold")
    heroes = ["marlow", "ione", "pell", "oriel"]
    seat = house.seat(master, "Ann", *heroes)
    house.do(master, *({"do": "hand_over", "who": who, "policy": "simple"} for who in ("foes", "gm")))
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat, phone=True)
    while answers(page).count() != len(heroes):  # what the enemies do is answered first
        seen_whole(answers(page).first)
        seen_whole(answers(page).nth(1))
        answer(page, answers(page).first)
        expect(answers(page).first).to_be_visible()
    seen_whole(answers(page).nth(1))
    told = page.locator("#question .told")
    expect(told).not_to_have_attribute("open", "")
    assert told.locator("summary").evaluate("one => one.scrollHeight <= one.clientHeight + 1")  # none of it is cut off
    told.locator("summary").tap()
    expect(told).to_contain_text("After that the enemy chooses")


def test_the_note_of_a_first_evening_stands_above_the_buttons(house: House, people: People) -> None:
    _, page = begun(house, people, "onuri", LEDGE)
    note = page.get_by_label("A note for your first evening")
    seen_whole(note)
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    note.get_by_role("button", name=re.compile("First evening")).tap()
    note.get_by_role("button", name="No more notes").tap()
    expect(note).to_have_count(0)


def test_what_somebody_is_under_is_named_and_a_tap_opens_the_sheet(house: House, people: People) -> None:
    master, page = begun(house, people, "tahra", FIELD)
    under = page.get_by_role("button", name=re.compile("^Tahra is under"))
    expect(under).to_have_count(0)
    house.do(master, {"do": "gm", "name": "inflict", "args": {"being": "tahra", "condition": "Prone"}})
    expect(under).to_contain_text("Prone")
    under.tap()
    expect(page.get_by_role("dialog", name="Sheet of Tahra")).to_contain_text("Prone")


def test_whom_one_taps_on_the_board_is_seen_in_a_list_that_was_scrolled(house: House, people: People) -> None:
    foes = "".join(f'\n[beings.foe_{n}]\nfrom = "vahki_patroller"\nat = [{3 + n % 5}, {n % 4}]\n' for n in range(10))
    _, page = begun(house, people, "tahra", FIELD + foes)
    page.get_by_role("toolbar", name="What you can do").get_by_role("button", name=re.compile("Flash shot")).tap()
    listed = page.get_by_role("region", name="Choose").locator(".values")
    expect(listed).to_be_visible()
    last = listed.get_by_role("button").last
    expect(last).to_contain_text("Patroller")  # and no weapon, before it is chosen by itself
    name = (last.locator(".name").text_content() or "").strip()
    listed.evaluate("list => (list.scrollTop = 0)")
    expect(last).not_to_be_in_viewport()
    token(page, name).dispatch_event("click")
    expect(listed.locator("[aria-pressed=true]")).to_contain_text(name)
    page.wait_for_function(WITHIN)


def test_back_from_the_record_is_where_one_was(house: House, people: People) -> None:
    _, page = begun(house, people, "tahra", FIELD)
    scroll = page.locator(".sheet .scroll")
    page.get_by_role("button", name="show all").tap()
    page.get_by_role("button", name="show fewer").scroll_into_view_if_needed()
    before = scroll.evaluate("sheet => (sheet.scrollTop = 40, sheet.scrollTop)")
    assert before == 40
    page.get_by_role("button", name="The record", exact=True).tap()
    page.get_by_role("button", name="What you can do", exact=True).last.tap()
    expect(page.get_by_role("toolbar", name="What you can do")).to_be_visible()
    assert scroll.evaluate("sheet => sheet.scrollTop") == before


def test_what_cannot_be_done_now_is_one_line(house: House, people: People) -> None:
    _, page = begun(house, people, "onuri", LEDGE)
    bar = page.get_by_role("toolbar", name="What you can do")
    expect(bar.get_by_role("button", name=re.compile("^Quake Maul"))).to_be_visible()
    expect(bar.locator("[data-action][aria-disabled]")).to_have_count(0)
    expect(bar).to_contain_text(re.compile(r"\d+ more, not now"))
    bar.get_by_role("button", name="show all").tap()
    expect(bar.locator("[data-action][aria-disabled]").first).to_be_visible()


def test_the_end_says_how_it_ended_and_what_was_won(house: House, people: People) -> None:
    master, page = begun(house, people, "tahra", FIELD.replace("hp = 60", "hp = 1"))
    while not house.do(master, blow("tahra", "vahki", 99))["ended"]:
        pass  # who lies there is out with one more
    plate = page.get_by_role("region", name=re.compile("You have won"))
    expect(plate).to_contain_text("The enemy is down.")
    prize = page.get_by_role("region", name="What you won")
    seen_whole(prize)
    board = plate.get_by_role("button", name="Show the board").bounding_box()
    title = plate.get_by_role("heading", name="You have won").bounding_box()
    assert board is not None
    assert title is not None
    assert board["y"] + board["height"] <= title["y"] + 2


def test_the_rules_are_searched_from_the_table(house: House, people: People) -> None:
    _, page = begun(house, people, "tahra", FIELD)
    page.get_by_role("button", name=re.compile("^More")).tap()
    more = page.get_by_role("dialog", name="More")
    more.get_by_role("searchbox", name="Search the rules").fill("plating")
    more.get_by_role("button", name="Find").tap()
    field = page.get_by_role("searchbox", name="Search the rules")
    seen_whole(field)
    expect(field).to_have_value("plating")
    found = page.get_by_role("region", name="Search the rules").get_by_role("link")
    seen_whole(found.first)
    found.first.tap()
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    seen_whole(field)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_an_action_is_is_told_where_it_is_aimed(house: House, people: People) -> None:
    _, page = begun(house, people, "tahra", FIELD)
    page.get_by_role("toolbar", name="What you can do").get_by_role("button", name=re.compile("^Move")).tap()
    choose = page.get_by_role("region", name="Choose")
    button = choose.get_by_role("button", name="What is it? : Move")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    button.tap()
    expect(choose.locator("#explained a")).to_have_attribute("href", re.compile("^/rules/bluebox/"))
    button.tap()
    expect(choose.locator("#explained")).to_have_count(0)


def test_nothing_of_a_sheet_lies_over_what_closes_it(house: House, people: People) -> None:
    _, page = begun(house, people, "marlow", game="navyblue", scene="small_eyes_in_the_hold")
    page.get_by_role("button", name=re.compile("^More")).tap()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Sheets").tap()
    sheet = page.get_by_role("dialog", name=re.compile("^Sheet of"))
    expect(sheet.get_by_role("heading", name="Marlow Tarn")).to_be_in_viewport()  # no rows of buttons before it
    expect(sheet.get_by_text("Drag a thing, or tap it and then its new place.")).to_be_in_viewport()  # or why not
    close = sheet.get_by_role("button", name="Close")
    for down in range(250, 600, 50):  # hands and slots go below it
        sheet.evaluate("(one, down) => one.scrollTo(0, down)", down)
        close.tap(trial=True)
    close.tap()
    expect(sheet).to_have_count(0)


# ---------------------------------------------------------------- before it


@pytest.fixture
def hosted(people: People) -> Page:
    """A phone that came to a server whose host alone starts tables."""
    page = people.come("/rules", phone=True)
    told = json.dumps({"address": "http://192.168.1.20:8765", "open": False})
    page.route("**/api/house", lambda asked: asked.fulfill(body=told, content_type="application/json"))
    return page


def test_who_may_not_start_tables_is_told_before_choosing(house: House, hosted: Page) -> None:
    for path in ("/", "/new/bluebox"):
        hosted.goto(house.address + path)
        note = hosted.get_by_role("note").filter(has_text="Only the host of this server can start tables")
        expect(note).to_be_in_viewport()
        elsewhere = note.get_by_role("link", name="Join a table with a code")
        if path == "/":
            expect(hosted.get_by_role("button", name="Knock")).to_be_in_viewport()  # before all covers
            expect(elsewhere).to_have_count(0)
            expect(hosted.get_by_text("No table yet. Join one with a code.")).to_be_visible()
            expect(hosted.get_by_text("A table from a file")).to_have_count(0)
        else:
            expect(elsewhere).to_have_attribute("href", "/join")
            expect(hosted.locator("form .button.solid")).to_be_disabled()


def test_a_sheet_is_read_before_a_character_is_chosen_and_the_choice_is_confirmed(house: House, people: People) -> None:
    master = house.found(game="crawl")
    page = people.come(house.link(house.seat(master, "Somebody")), phone=True)
    page.get_by_role("button", name=re.compile("Read the sheet.*Sefa Quickwater")).tap()
    sheet = page.get_by_role("dialog", name="Sheet of Sefa Quickwater")
    expect(sheet).to_contain_text("HP")
    sheet.get_by_role("button", name="Close").tap()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name=re.compile("Sefa Quickwater")).tap()
    expect(page.get_by_text("You will play Sefa Quickwater.")).to_be_visible()
    page.get_by_role("button", name="Sit down as Sefa Quickwater").tap()
    expect(page.get_by_text("You play Sefa Quickwater.")).to_be_visible()


def test_whom_one_takes_up_at_the_table_is_confirmed_where_one_is(house: House, people: People) -> None:
    master = house.found(game="vitality")
    page = people.come(house.link(house.seat(master, "Ann")), phone=True)
    page.get_by_role("button", name="Sit down").tap()
    page.wait_for_url("**/t/*")
    page.get_by_role("radio", name=re.compile("Nia Calloway")).tap()
    seen_whole(page.get_by_role("button", name="Play Nia Calloway"))


def test_an_offered_seat_is_taken_back(house: House, people: People) -> None:
    master = house.found()
    gm = people.come("/", phone=True)
    reachable(house, gm, master)
    offer = gm.get_by_role("button", name=re.compile("^Offer it.*Tahra"))
    offer.tap()
    back = gm.get_by_role("button", name=re.compile("^Take it back.*Tahra"))
    expect(back).to_be_visible()
    assert len(house.do(master)["seats"]) == 2
    back.tap()
    expect(offer).to_be_visible()
    assert len(house.do(master)["seats"]) == 1
