"""The shortest way from nothing to a blow: found a table, sit down by links, strike by clicking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.house import House, People
from tests.page.playing import BEGUN, lead
from tests.page.scenes import LEDGE


def test_a_table_is_founded_and_a_scene_opened_by_clicking(people: People) -> None:
    page = people.come("/")
    page.get_by_role("link", name=re.compile("^Blue Box")).click()
    lead(page)
    page.get_by_label("Your name").fill("Mara")
    page.get_by_role("radio", name=re.compile("Broken Causeway: patrol")).check()
    page.get_by_role("button", name="Start the table").click()
    page.get_by_role("button", name=re.compile("Put it on the table")).click()
    expect(page.get_by_role("log").first).to_contain_text(BEGUN)


def test_the_token_leaves_the_address_and_the_seat_is_kept(house: House, people: People) -> None:
    master = house.found()
    page = people.sit(house.seat(master, "Ann", "vhor"))
    assert "#" not in page.url
    page.reload()
    expect(page.get_by_text("No scene is on the table")).to_be_visible()
    page.goto(house.address)
    page.get_by_role("link", name=re.compile("Sit down")).click()
    expect(page.get_by_text("No scene is on the table")).to_be_visible()


def test_a_link_that_opens_nothing_says_so(house: House, people: People) -> None:
    master = house.found()
    page = people.come(f"{house.address}/join/{master['table']}#nonsense")
    expect(page.get_by_role("heading", name="This link opens no seat.")).to_be_visible()
    people.faults.clear()  # the browser itself complains about the answer 403


def on_the_ledge(house: House, people: People, **more: bool) -> Page:
    """Onuri, played by Ann, whose turn it is; a Vahki beside him, played by the machine."""
    master = house.found(scenes=[{"toml": LEDGE}])
    ann = house.seat(master, "Ann", "onuri")
    page = people.sit(master)
    page.get_by_role("button", name=re.compile("Put it on the table")).click()
    expect(page.get_by_role("navigation", name="Order of turns")).to_contain_text("Onuri")
    return people.sit(ann, **more)


@pytest.mark.parametrize("phone", [False, True])
def test_a_blow_is_struck_by_clicking_through_the_lists(house: House, people: People, phone: bool) -> None:
    page = on_the_ledge(house, people, phone=phone)
    page.get_by_role("button", name=re.compile(r"\bShove\b")).click()
    page.get_by_role("region", name="Choose").get_by_role("button", name=re.compile("Quake Maul")).click()
    expect(page.get_by_role("region", name="Odds")).to_contain_text("%")
    page.get_by_role("button", name=re.compile("^Shove Vahki Patroller with the Quake Maul")).click()
    if phone:
        page.get_by_role("button", name="The record").click()
    expect(page.get_by_role("region", name="The record")).to_contain_text("Onuri shoves Vahki")


def test_a_blow_is_struck_by_two_taps_on_the_board(house: House, people: People) -> None:
    page = on_the_ledge(house, people)
    page.get_by_role("button", name=re.compile(r"\bShove\b")).click()
    token = page.get_by_role("main", name="The board").get_by_role("button", name=re.compile("^Vahki"))
    page.get_by_role("region", name="Choose").get_by_role("button", name=re.compile("Quake Maul")).click()
    token.click()
    expect(page.get_by_role("region", name="Odds")).to_contain_text("%")
    token.click()
    expect(page.get_by_role("region", name="The record")).to_contain_text("Onuri shoves Vahki")


def test_who_plays_somebody_elsewhere_or_nobody_is_told_so(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    seat = house.seat(master, "Ann", "vhor")
    ann = people.sit(seat)
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene, "without": ["vhor"]})
    expect(ann.get_by_text("Your character is not in this scene.")).to_be_visible()
    house.do(master, {"do": "reseat", "seat": seat["seat"], "beings": []})
    expect(ann.get_by_text("You have no character yet.")).to_be_visible()


def test_a_boss_stands_twice_in_the_order_of_turns(house: House, people: People) -> None:
    master = house.found("cloudbreaker", "colossus_at_the_gate")
    seat = house.seat(master, "Ann", "marrow")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat)
    order = page.get_by_role("navigation", name="Order of turns")
    expect(order.get_by_role("button", name=re.compile("^Colossus"))).to_have_count(2)
