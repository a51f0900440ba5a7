"""The board under mouse, finger and keyboard: moving by taps, by dragging and by keys, looking closer, measuring."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.page.house import WIDE, House, People
from tests.page.playing import action, at_rest, cell, deed, middle, pings_are, record, token, watch_pings

FIELD = """
game = "bluebox"
title = "An open field"
turn = "onuri"

[board]
q = [0, 8]
r = [0, 4]
walls = [[4, 0]]
heights = [{ hexes = [[6, 0]], m = 3 }]
terrain = { water = [[3, 3], [4, 3]] }

[beings.onuri]
at = [1, 2]

[beings.vahki]
from = "vahki_patroller"
at = [8, 2]
"""

TRIES = 50  # in which something comes to rest


def on_the_field(house: House, people: People, **more: bool) -> Page:
    """Onuri, played by Ann, whose turn it is, on open ground."""
    master = house.found(scenes=[{"toml": FIELD}])
    ann = house.seat(master, "Ann", "onuri")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(ann, **more)
    expect(cell(page, 2, 2)).to_have_accessible_name(re.compile("in reach"))
    return page


@pytest.fixture(scope="module")
def field_of_all(house: House, stayers: People) -> Page:
    return on_the_field(house, stayers)


@pytest.fixture
def field(field_of_all: Page, staying: People) -> Page:
    """The same for all who only look, with nothing under the mouse. Whoever looks closer looks back in the end."""
    field_of_all.set_viewport_size(WIDE)
    field_of_all.mouse.move(0, 0)
    stands_at(field_of_all, 1, 2)
    expect(field_of_all.get_by_role("button", name="Whole board")).to_be_hidden()
    return field_of_all


def box(found: Locator) -> FloatRect:
    rect = found.bounding_box()
    assert rect is not None
    return rect


def comes_to_rest(found: Locator) -> bool:
    """Does it stand still at last?"""
    for _ in range(TRIES):
        if len({str(box(found)) for _ in range(6)}) == 1:
            return True
        found.page.wait_for_timeout(60)
    return False


def stands_at(page: Page, q: int, r: int) -> None:
    expect(cell(page, q, r)).to_have_accessible_name(re.compile("here: Onuri"))


# ---------------------------------------------------------------- moving


def test_cells_say_what_they_are_and_what_it_costs_to_go_there(field: Page) -> None:
    expect(cell(field, 3, 2)).to_have_accessible_name(re.compile(r"in reach: 2 of \d m"))
    expect(cell(field, 4, 0)).to_have_accessible_name(re.compile("wall"))
    expect(cell(field, 6, 0)).to_have_accessible_name(re.compile("height 3 m"))
    expect(cell(field, 3, 3)).to_have_accessible_name(re.compile("water"))
    expect(token(field, "Onuri")).to_have_accessible_name(
        re.compile("ally, acting now, yours, HP 24 of 24, Plating 7 of 7")
    )


def test_who_hears_a_row_of_cells_or_an_action_hears_its_parts_apart(field: Page) -> None:
    rows = field.get_by_role("grid", name="Cells of the board").aria_snapshot()
    assert re.search(r"of 6 m\. open ground", rows)
    assert not re.search(r"\wopen ground", rows)
    expect(action(field, "^Tremor")).to_have_accessible_name(re.compile(r"^Tremor ?, 1 AP ?, 1 EP ?: "))
    expect(action(field, "^Surrender")).to_have_accessible_name(re.compile(r"^Surrender ?, free"))


@pytest.mark.parametrize("phone", [False, True])
def test_the_first_tap_shows_the_way_and_the_second_goes_it(house: House, people: People, phone: bool) -> None:
    page = on_the_field(house, people, phone=phone)
    press = Locator.tap if phone else Locator.click
    press(cell(page, 3, 2))
    expect(page.locator(".tag:visible").first).to_contain_text(re.compile(r"2 of \d m"))
    stands_at(page, 1, 2)
    press(cell(page, 3, 2))
    stands_at(page, 3, 2)


def test_a_token_is_dragged_and_the_way_is_shown_meanwhile(house: House, people: People) -> None:
    page = on_the_field(house, people)
    page.mouse.move(*middle(token(page, "Onuri")))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, 2, 2)), steps=4)
    page.mouse.move(*middle(cell(page, 3, 2)), steps=4)
    expect(page.locator(".tag:visible").first).to_contain_text(re.compile(r"2 of \d m"))
    page.mouse.up()
    stands_at(page, 3, 2)


def test_a_place_out_of_reach_says_why(field: Page) -> None:
    field.mouse.move(*middle(cell(field, 7, 4)))
    expect(field.locator(".tag.refused:visible").first).to_contain_text(re.compile(r"\d+ m"))


def test_the_board_is_walked_by_keys_alone(house: House, people: People) -> None:
    page = on_the_field(house, people)
    cell(page, 1, 2).focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 2, 2)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[role=gridcell]:focus")).to_have_attribute("data-place", re.compile(r"^\d,3$"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".tag:visible").first).to_contain_text(re.compile(r"1 of \d m"))
    page.keyboard.press("Enter")
    stands_at(page, 2, 2)


def test_keys_go_from_one_being_to_the_next(field: Page) -> None:
    token(field, "Onuri").focus()
    field.keyboard.press("ArrowRight")
    expect(token(field, "Vahki")).to_be_focused()


# ---------------------------------------------------------------- looking


def test_the_wheel_and_keys_look_closer_and_back(field: Page) -> None:
    before = at_rest(cell(field, 4, 2))["width"]
    field.mouse.move(*middle(cell(field, 4, 2)))
    field.mouse.wheel(0, -400)
    expect(field.get_by_role("button", name="Whole board")).to_be_visible()
    assert at_rest(cell(field, 4, 2))["width"] > before * 1.3
    field.get_by_role("button", name="Whole board").click()
    expect(field.get_by_role("button", name="Whole board")).to_be_hidden()
    assert at_rest(cell(field, 4, 2))["width"] == pytest.approx(before, abs=1)
    cell(field, 4, 2).focus()
    field.keyboard.press("+")
    assert at_rest(cell(field, 4, 2))["width"] > before * 1.1
    field.keyboard.press("0")
    expect(field.get_by_role("button", name="Whole board")).to_be_hidden()


def test_two_fingers_look_closer(house: House, people: People) -> None:
    page = on_the_field(house, people, phone=True)
    before = at_rest(cell(page, 2, 2))["width"]
    x, y = middle(cell(page, 2, 2))
    line = page.context.new_cdp_session(page)
    for apart in (30, 50, 80, 110):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        line.send(
            "Input.dispatchTouchEvent", {"type": "touchStart" if apart == 30 else "touchMove", "touchPoints": points}
        )
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert at_rest(cell(page, 2, 2))["width"] > before * 1.5


def test_the_board_is_panned_by_dragging_the_ground(field: Page) -> None:
    field.mouse.move(*middle(cell(field, 4, 2)))
    field.mouse.wheel(0, -500)
    expect(field.get_by_role("button", name="Whole board")).to_be_visible()
    assert comes_to_rest(cell(field, 4, 2))
    x, y = middle(cell(field, 4, 2))
    field.mouse.move(x, y)
    field.mouse.down()
    field.mouse.move(x - 60, y + 30, steps=5)
    field.mouse.up()
    after = middle(cell(field, 4, 2))
    assert after == pytest.approx((x - 60, y + 30), abs=2)
    stands_at(field, 1, 2)
    field.get_by_role("button", name="Whole board").click()


def test_the_board_stands_still_at_every_width(field: Page) -> None:
    for width in range(600, 680, 5):  # where the frame goes for want of room, which leaves more room
        field.set_viewport_size({"width": width, "height": 844})
        field.wait_for_timeout(60)
        assert comes_to_rest(cell(field, 4, 2)), f"at {width} pixels it stands now here, now there"


def test_the_ruler_measures(field: Page) -> None:
    field.get_by_role("button", name="Ruler").click()
    field.mouse.move(*middle(cell(field, 2, 3)))
    field.mouse.down()
    field.mouse.move(*middle(cell(field, 5, 3)), steps=3)
    expect(field.locator(".ruler text")).to_have_text("3 cells, 3 m")
    field.mouse.up()
    field.get_by_role("button", name="Ruler").click()


def test_the_board_can_be_hidden(field: Page) -> None:
    field.get_by_role("button", name="Hide the board").click()
    expect(field.get_by_role("grid")).to_be_hidden()
    field.get_by_role("button", name="Show the board").click()
    expect(field.get_by_role("grid")).to_be_visible()


# ---------------------------------------------------------------- pings


def test_what_one_points_at_all_see_and_hear(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": FIELD}])
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    mara, ann = people.sit(master), people.sit(house.seat(master, "Ann", "onuri"))
    eve = people.sit(house.seat(master, "Eve", role="spectator"))
    expect(cell(ann, 2, 2)).to_have_accessible_name(re.compile("in reach"))
    expect(cell(eve, 2, 2)).to_be_visible()
    watch_pings(mara, ann, eve)
    ann.mouse.move(*middle(cell(ann, 5, 2)))
    ann.keyboard.down("Alt")
    ann.mouse.click(*middle(cell(ann, 5, 2)))
    ann.keyboard.up("Alt")
    for page in (mara, ann, eve):
        pings_are(page, "Ann")
    heard = re.compile(r"Ann points at the hex \d m \w+ of \w+")
    expect(mara.get_by_role("status").filter(has_text=heard)).to_have_count(1)
    stands_at(ann, 1, 2)  # and nothing was tapped
    expect(mara.locator(".ping")).to_have_count(0)
    token(mara, "Vahki").focus()
    mara.keyboard.press("p")
    pings_are(ann, "Ann", "Mara")
    expect(
        ann.get_by_role("status").filter(has_text=re.compile(r"Mara points at the hex where Vahki.* is"))
    ).to_have_count(1)
    expect(ann.locator(".ping")).to_have_count(0)
    cell(eve, 2, 2).focus()
    eve.keyboard.press("p")
    expect(cell(eve, 2, 2)).to_be_focused()
    expect(eve.locator(".ping")).to_have_count(0)
    pings_are(eve, "Ann", "Mara")


def test_a_long_press_points_and_is_a_tap_but_does_nothing(house: House, people: People) -> None:
    page = on_the_field(house, people, phone=True)
    x, y = middle(cell(page, 3, 2))
    line = page.context.new_cdp_session(page)

    watch_pings(page)

    def press(*pinged: str) -> None:
        line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        pings_are(page, *pinged)
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    press("Ann")
    expect(page.locator(".tag:visible").first).to_contain_text(re.compile(r"2 of \d m"))
    expect(page.locator(".ping")).to_have_count(0)
    press("Ann", "Ann")
    expect(page.locator(".ping")).to_have_count(0)
    stands_at(page, 1, 2)
    page.touchscreen.tap(x, y)
    stands_at(page, 3, 2)


# ---------------------------------------------------------------- outside fights


def test_outside_fights_people_act_in_their_own_time(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": FIELD.replace('turn = "onuri"\n', "")}])
    seat = house.seat(master, "Ann", "onuri")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    ann = people.sit(seat)
    expect(ann.get_by_role("region", name="Onuri", exact=True).get_by_text("in your own time")).to_be_visible()
    where = ann.get_by_text("Where does Onuri go?").first
    token(ann, "Onuri").click()
    expect(where).to_be_visible()
    ann.keyboard.press("Escape")
    expect(where).to_have_count(0)
    token(ann, "Onuri").click()
    action(ann, "Defensive stance").click()
    expect(where).to_have_count(0)
    deed(ann).click()
    expect(record(ann).get_by_text(re.compile("Onuri .*Defensive"))).to_be_visible()


def test_outside_fights_pieces_are_moved_freely(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": FIELD.replace('turn = "onuri"\n', "")}])
    seat = house.seat(master, "Ann", "onuri")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    ann, mara = people.sit(seat), people.sit(master)
    expect(cell(ann, 2, 2)).to_be_visible()
    ann.mouse.move(*middle(token(ann, "Onuri")))
    ann.mouse.down()
    ann.mouse.move(*middle(cell(ann, 5, 2)), steps=4)
    ann.mouse.up()
    stands_at(ann, 5, 2)
    stands_at(mara, 5, 2)
    token(ann, "Onuri").click()  # the same without dragging
    expect(ann.get_by_text("Where does Onuri go?").first).to_be_visible()
    cell(ann, 2, 3).click()
    stands_at(ann, 2, 3)
    token(ann, "Onuri").press("Enter")  # and by keys
    cell(ann, 4, 0).press("Enter")
    expect(ann.get_by_role("alert").filter(has_text="no way leads there")).to_be_visible()
    ann.get_by_role("button", name="Take back").click()
    stands_at(ann, 5, 2)
    mara.mouse.move(*middle(token(mara, "Vahki")))
    mara.mouse.down()
    mara.mouse.move(*middle(cell(mara, 3, 1)), steps=4)
    mara.mouse.up()
    expect(cell(ann, 3, 1)).to_have_accessible_name(re.compile("here: Vahki"))
    ann.mouse.move(*middle(token(ann, "Vahki")))
    ann.mouse.down()
    ann.mouse.move(*middle(cell(ann, 1, 1)), steps=4)
    ann.mouse.up()
    ann.keyboard.press("t")
    walk = ann.get_by_role("region", name="Move a piece freely")
    walk.get_by_label("Go to a place").fill("2 m east-south-east of Onuri")
    walk.get_by_role("button", name="Go there").click()
    ann.keyboard.press("Escape")
    ann.get_by_role("button", name="Show the board").click()
    stands_at(ann, 6, 3)
    expect(cell(ann, 3, 1)).to_have_accessible_name(re.compile("here: Vahki"))
