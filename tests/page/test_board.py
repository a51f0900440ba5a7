"""The board under mouse, finger and keyboard: moving by taps, by dragging and by keys, looking closer, measuring."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.page.house import House, People

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


def on_the_field(house: House, people: People, **more: bool) -> Page:
    """Onuri, played by Ann, whose turn it is, on open ground."""
    master = house.found(scenes=[{"toml": FIELD}])
    ann = house.seat(master, "Ann", "onuri")
    page = people.sit(master)
    page.get_by_role("button", name=re.compile("Put it on the table")).click()
    expect(page.get_by_role("navigation", name="Order of turns")).to_contain_text("Onuri")
    page = people.sit(ann, **more)
    expect(cell(page, 2, 2)).to_have_accessible_name(re.compile("in reach"))
    return page


def cell(page: Page, q: int, r: int) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^{q},{r}\b"))


def token(page: Page, name: str) -> Locator:
    return page.get_by_role("main", name="The board").get_by_role("button", name=re.compile(rf"^{name}\b"))


def box(found: Locator) -> FloatRect:
    rect = found.bounding_box()
    assert rect is not None
    return rect


def middle(found: Locator) -> tuple[float, float]:
    rect = box(found)
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


def stands_at(page: Page, q: int, r: int) -> None:
    expect(cell(page, q, r)).to_have_accessible_name(re.compile("here: Onuri"))


# ---------------------------------------------------------------- moving


def test_cells_say_what_they_are_and_what_it_costs_to_go_there(house: House, people: People) -> None:
    page = on_the_field(house, people)
    expect(cell(page, 3, 2)).to_have_accessible_name(re.compile(r"in reach: 2 of \d m"))
    expect(cell(page, 4, 0)).to_have_accessible_name(re.compile("wall"))
    expect(cell(page, 6, 0)).to_have_accessible_name(re.compile("height 3 m"))
    expect(cell(page, 3, 3)).to_have_accessible_name(re.compile("water"))
    expect(token(page, "Onuri")).to_have_accessible_name(
        re.compile("ally, acting now, yours, HP 24 of 24, Plating 7 of 7")
    )


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


def test_a_place_out_of_reach_says_why(house: House, people: People) -> None:
    page = on_the_field(house, people)
    page.mouse.move(*middle(cell(page, 7, 4)))
    expect(page.locator(".tag.refused:visible").first).to_contain_text(re.compile(r"\d+ m"))


def test_the_board_is_walked_by_keys_alone(house: House, people: People) -> None:
    page = on_the_field(house, people)
    cell(page, 1, 2).focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 2, 2)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[role=gridcell]:focus")).to_have_accessible_name(re.compile(r"^\d,3\b"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".tag:visible").first).to_contain_text(re.compile(r"1 of \d m"))
    page.keyboard.press("Enter")
    stands_at(page, 2, 2)


def test_keys_go_from_one_being_to_the_next(house: House, people: People) -> None:
    page = on_the_field(house, people)
    token(page, "Onuri").focus()
    page.keyboard.press("ArrowRight")
    expect(token(page, "Vahki")).to_be_focused()


# ---------------------------------------------------------------- looking


def test_the_wheel_and_keys_look_closer_and_back(house: House, people: People) -> None:
    page = on_the_field(house, people)
    before = box(cell(page, 4, 2))["width"]
    page.mouse.move(*middle(cell(page, 4, 2)))
    page.mouse.wheel(0, -400)
    expect(page.get_by_role("button", name="Whole board")).to_be_visible()
    assert box(cell(page, 4, 2))["width"] > before * 1.3
    page.get_by_role("button", name="Whole board").click()
    expect(page.get_by_role("button", name="Whole board")).to_be_hidden()
    assert box(cell(page, 4, 2))["width"] == pytest.approx(before, abs=1)
    cell(page, 4, 2).focus()
    page.keyboard.press("+")
    assert box(cell(page, 4, 2))["width"] > before * 1.1


def test_two_fingers_look_closer(house: House, people: People) -> None:
    page = on_the_field(house, people, phone=True)
    before = box(cell(page, 2, 2))["width"]
    x, y = middle(cell(page, 2, 2))
    line = page.context.new_cdp_session(page)
    for apart in (30, 50, 80, 110):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        line.send(
            "Input.dispatchTouchEvent", {"type": "touchStart" if apart == 30 else "touchMove", "touchPoints": points}
        )
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert box(cell(page, 2, 2))["width"] > before * 1.5


def test_the_board_is_panned_by_dragging_the_ground(house: House, people: People) -> None:
    page = on_the_field(house, people)
    page.mouse.move(*middle(cell(page, 4, 2)))
    page.mouse.wheel(0, -500)
    page.wait_for_timeout(400)
    x, y = middle(cell(page, 4, 2))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y + 30, steps=5)
    page.mouse.up()
    after = middle(cell(page, 4, 2))
    assert after == pytest.approx((x - 60, y + 30), abs=2)
    stands_at(page, 1, 2)


def test_the_ruler_measures(house: House, people: People) -> None:
    page = on_the_field(house, people)
    page.get_by_role("button", name="Ruler").click()
    page.mouse.move(*middle(cell(page, 2, 3)))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, 5, 3)), steps=3)
    expect(page.locator(".ruler text")).to_have_text("3 cells, 3 m")
    page.mouse.up()


def test_the_board_can_be_hidden(house: House, people: People) -> None:
    page = on_the_field(house, people)
    page.get_by_role("button", name="Hide the board").click()
    expect(page.get_by_role("grid")).to_be_hidden()
