"""Dice to which browsers add: each answers without a click, and the page of the dice shows who did."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ludex.server import limits
from ludex.table.desk import desk
from ludex.table.play import linking
from tests.page.house import House, People
from tests.server.serving import LONG

ROLL = {"do": "gm", "name": "roll", "args": {"dice": "2d6", "secret": False}}


@pytest.fixture(autouse=True)
def chains(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here browsers add to the dice, however busy the machine is."""
    monkeypatch.setattr(linking, "MOST_CHAINS", 100)
    monkeypatch.setattr(desk, "LINK", LONG)


def throw(house: House, master: dict[str, str], fallen: int) -> None:
    """The game master throws; until so many dice lie."""
    house.do(master, ROLL)
    house.wait(master, lambda seen: bool(seen["dice"]["fallen"] == fallen), 60)


def test_browsers_add_to_the_dice_of_others_and_the_page_shows_who_did(house: House, people: People) -> None:
    master = house.found(settings={"pause": 0})
    ann, ben = house.seat(master, "Ann", "tahra"), house.seat(master, "Ben", "vhor")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    pages = [people.sit(seat) for seat in (ann, ben)]
    house.wait(master, lambda seen: len(seen["dice"]["links"]) == 2, 60)
    throw(house, master, fallen=2)
    throw(house, master, fallen=4)
    house.do(master, {"do": "undo"})
    throw(house, master, fallen=6)
    page = pages[0]
    page.get_by_role("button", name="Search and keep").click()
    expect(page.get_by_text("You and Ben add to your dice.")).to_be_visible()

    house.do(master, {"do": "close_evening"})
    page.goto(f"{house.address}/verify/{master['table']}")
    evening = page.get_by_role("region", name="Evening 1")
    expect(evening).to_contain_text("All 3 throws are right: 6 dice fell as the seed gives them.")
    expect(evening).to_contain_text("Every link is the next one of a chain that was told before")
    expect(evening).to_contain_text("1 throw was taken back.")
    expect(evening).to_contain_text("1 throw was made after something had been taken back.")
    evening.get_by_text("All throws").click()
    rows = evening.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(2)).to_contain_text("undone")
    expect(rows.nth(3)).to_contain_text("thrown again")
    named = {name for name in ("Ann", "Ben") if name in evening.inner_text()}
    assert named == {"Ann", "Ben"}


def test_who_closes_the_browser_is_passed_over_and_it_is_told(
    house: House, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    master = house.found(settings={"pause": 0})
    ann = house.seat(master, "Ann", "tahra")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    gm, page = people.sit(master), people.sit(ann)
    house.wait(master, lambda seen: len(seen["dice"]["links"]) == 2, 60)
    monkeypatch.setattr(limits, "GRACE", 0.1)  # nobody waits for who does not come back to their line
    page.goto(house.nowhere)
    house.wait(master, lambda seen: not seen["seats"][ann["seat"]]["here"], 60)
    # Who is gone is waited for as long as who only loads the page anew: not at all here
    monkeypatch.setattr(desk, "patience", lambda table, seat: float(seat != ann["seat"]))
    house.do(master, ROLL)
    record = gm.get_by_role("log", name="The record")
    expect(record).to_contain_text("Ann was away: Mara adds to these dice.")
