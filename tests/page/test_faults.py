"""What goes wrong is told: a server that does not answer, a part of the page that does not come, a rule that refuses.
Going from page to page is told as well."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.page.house import House, People
from tests.page.playing import BEGUN


@pytest.fixture
def free_pages() -> None:
    """Requests are held up here: nobody else gets these pages."""


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.tagName + ' ' + document.activeElement.textContent.trim()"))


def first_rule(page: Page) -> Locator:
    contents = page.get_by_role("navigation")
    contents.get_by_role("button", expanded=False).first.click()
    return contents.get_by_role("link").first


def let_go(page: Page, held: list[Route]) -> None:
    """What was held up gets its answer, once the page has asked, which it does in its own time."""
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()


def test_a_server_that_does_not_answer_is_told_where_it_was_asked(people: People) -> None:
    page = people.come("/join")
    page.route("**/api/knock", lambda route: route.abort())
    page.get_by_role("textbox", name=re.compile("six letters")).fill("ABCDEF")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Knock").click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    people.faults.clear()  # the browser itself complains about what was broken off


def test_a_page_that_does_not_come_says_so_and_is_tried_again(people: People) -> None:
    page = people.come("/")
    page.route("**/assets/Lab-*.js", lambda route: route.abort())
    page.get_by_role("link", name="Lab").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be loaded.")
    page.route("**/api/house", lambda route: route.abort())
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.unroute("**/assets/Lab-*.js")
    page.unroute("**/api/house")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Run it")).to_be_visible()
    people.faults.clear()


def test_going_to_another_page_moves_the_focus_to_its_heading_and_is_announced(people: People) -> None:
    page = people.come("/")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert focused(page).startswith("BODY"), "who has just come is left alone"
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Rules")).to_have_count(1)
    page.get_by_role("link", name=re.compile("^Blue Box")).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    first_rule(page).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    title = page.get_by_role("heading", level=1).inner_text()
    expect(page.get_by_role("status").filter(has_text=title)).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_the_focus_goes_on_from_the_heading_of_a_page_that_is_being_loaded(people: People) -> None:
    page = people.come("/")
    held: list[Route] = []
    page.route("**/api/games/bluebox", lambda route: held.append(route))
    page.get_by_role("link", name=re.compile("^Blue Box")).click()
    expect(page.get_by_role("heading", name="Start a table")).to_be_focused()
    let_go(page, held)
    expect(page.get_by_role("heading", name=re.compile("^I play"))).to_be_focused()


def test_who_goes_on_elsewhere_keeps_the_focus(people: People) -> None:
    page = people.come("/rules/bluebox")
    held: list[Route] = []
    page.route(re.compile(r"/api/games/bluebox/rules/bb"), lambda route: held.append(route))
    first_rule(page).click()
    page.get_by_role("searchbox").focus()
    let_go(page, held)
    expect(page.locator("main h1")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_a_display_never_shows_what_a_player_sees(house: House, people: People) -> None:
    master = house.found()
    people.sit(master).get_by_role("button", name=re.compile("Put it on the table")).click()
    page = people.sit(house.seat(master, "Ann", "tahra"))
    expect(page.get_by_role("log", name="The record")).to_contain_text(BEGUN)
    page.goto(f"{house.address}/t/{master['table']}/display")
    expect(page.get_by_text("You have no spectator's seat at this table in this browser.")).to_be_visible()
    expect(page.get_by_role("region", name="The record")).to_have_count(0)
