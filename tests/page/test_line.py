"""The line of a seat breaks and comes back: nothing is lost, nothing is done twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.page.house import House, People
from tests.page.playing import BEGUN


@pytest.fixture
def free_pages() -> None:
    """Lines are cut here: nobody else gets these pages."""


def test_what_was_missed_while_the_line_was_broken_is_told_when_it_is_back(house: House, people: People) -> None:
    master = house.found()
    ann = house.seat(master, "Ann", "vhor")
    page = people.come("/")
    lines: list[WebSocketRoute] = []
    broken = False

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        if broken:
            line.close(code=3000)
        else:
            line.connect_to_server()

    page.route_web_socket(re.compile("/socket$"), through)
    page.goto(house.link(ann))
    expect(page.get_by_text("No scene is on the table")).to_be_visible()
    assert len(lines) == 1
    broken = True
    lines[0].close(code=3000)
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    other = people.sit(master)
    other.get_by_role("button", name=re.compile("Put it on the table")).click()
    expect(other.get_by_role("log").first).to_contain_text(BEGUN)
    broken = False
    expect(page.get_by_role("log").first).to_contain_text(BEGUN)
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    people.faults.clear()  # the browser itself complains about lines that were closed


def test_a_seat_that_is_taken_away_says_so_and_is_forgotten(house: House, people: People) -> None:
    master = house.found()
    ann = house.seat(master, "Ann", "vhor")
    page = people.sit(ann)
    expect(page.get_by_text("No scene is on the table")).to_be_visible()
    house.ask("POST", f"/api/tables/{master['table']}/seats/{ann['seat']}/token", master["token"])
    expect(page.get_by_role("heading", name="You are no longer at this table.")).to_be_visible()
    page.goto(house.address)
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Sit down"))).to_be_hidden()
