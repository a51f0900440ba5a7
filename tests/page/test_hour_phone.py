"""An evening on a phone: from a link to a character, a way walked by two taps, a question answered, a page reloaded in
the middle of it, and a screen that was locked while the others played on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.house import House, People
from tests.page.playing import Line, answers, cell

FIELD = """
game = "bluebox"
title = "An open field"
turn = "tahra"
board = { q = [0, 8], r = [0, 4] }

[beings.tahra]
at = [1, 2]

[beings.onuri]
at = [0, 4]

[beings.vahki]
from = "vahki_patroller"
at = [7, 1]
hp = 60  # no blow fells it
"""
MASTERS = [{"do": "hand_over", "who": who} for who in ("foes", "gm")]  # no machine plays: Mara does
PASSES_BY = [[6, 1], [5, 1], [4, 1], [3, 1], [2, 2]]  # the second metre within her reach lets Tahra strike
MOST_QUESTIONS = 4  # that follow from a hit


@pytest.fixture
def free_pages() -> None:
    """The clock of the phone is stopped here, and its line cut: nobody else gets it."""


def test_an_evening_on_a_phone(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": FIELD}])
    scene = next(iter(house.do(master, *MASTERS)["master"]["scenes"]))
    link = house.link(house.seat(master, "Somebody"))

    phone = people.come("/", phone=True)
    lock = Lock(phone)
    phone.goto(link)
    take_up(phone, "Ann", "Tahra")
    expect(phone.get_by_text("No scene is on the table")).to_be_visible()
    house.do(master, {"do": "open_scene", "scene": scene})
    walk(phone, (1, 2), (3, 2))
    end_the_turn(phone)

    house.do(master, command("onuri", "end_turn"))
    house.do(master, command("vahki", "move", to=PASSES_BY))
    expect(question(phone)).to_be_visible()
    phone.reload()
    expect(question(phone)).to_be_visible()
    strike(phone)

    lock.turn()
    house.do(master, {"do": "chat", "words": "Are you still there?"}, command("vahki", "end_turn"))
    lock.open()
    expect(phone).to_have_title(re.compile("^● Your turn"))
    sheet(phone, "The record")
    expect(phone.get_by_role("region", name="Said at the table")).to_contain_text("Are you still there?")
    sheet(phone, "What you can do")
    end_the_turn(phone)
    people.faults.clear()  # the browser itself complains about lines that were closed


# ---------------------------------------------------------------- what a finger does


def take_up(phone: Page, name: str, character: str) -> None:
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("radio", name=re.compile(character)).tap()
    phone.get_by_role("button", name="Sit down").tap()
    phone.wait_for_url("**/t/*")


def walk(phone: Page, start: tuple[int, int], goal: tuple[int, int]) -> None:
    """The first tap shows the way and what it costs, the second goes it."""
    here = re.compile("here: Tahra")
    expect(cell(phone, *goal)).to_have_accessible_name(re.compile("in reach"))
    cell(phone, *goal).tap()
    about = phone.get_by_role("group", name="What you are about to do")
    expect(about.get_by_role("button", name=re.compile("^Move"))).to_be_visible()
    expect(cell(phone, *start)).to_have_accessible_name(here)
    cell(phone, *goal).tap()
    expect(cell(phone, *goal)).to_have_accessible_name(here)


def end_the_turn(phone: Page) -> None:
    about = phone.get_by_role("group", name="What you are about to do")
    for _ in range(2):  # the first tap chooses it, the second does it
        about.get_by_role("button", name=re.compile("^End turn")).tap()
    expect(deciding(phone, "Onuri")).to_be_visible()


def deciding(phone: Page, who: str) -> Locator:
    return phone.get_by_text(re.compile(rf"{who}\s+is deciding"))


def question(phone: Page) -> Locator:
    return phone.get_by_role("region", name=re.compile("Opportunity Attack"))


def strike(phone: Page) -> None:
    """The question says how likely a hit is. Where it is one, the dice ask further."""
    expect(question(phone)).to_contain_text(re.compile(r"\d\s%"))
    question(phone).get_by_role("list", name="Answers").get_by_role("button", name=re.compile("Cinder Hook")).tap()
    expect(question(phone)).to_be_hidden()
    decides = deciding(phone, "Vahki Patroller")
    for _ in range(MOST_QUESTIONS):
        expect(decides.or_(answers(phone)).first).to_be_visible()
        if answers(phone).count():
            answers(phone).last.tap()
            expect(answers(phone).and_(phone.locator(":disabled"))).to_have_count(0)
    expect(decides).to_be_visible()
    sheet(phone, "The record")
    told = phone.get_by_role("region", name="The record")
    told.get_by_role("button", name=re.compile("Vahki Patroller moves")).tap()
    expect(told).to_contain_text(re.compile("Tahra .*Cinder Hook"))
    sheet(phone, "What you can do")


def sheet(phone: Page, name: str) -> None:
    """The side of the sheet with this name is turned up."""
    phone.get_by_role("button", name=name, exact=True).last.tap()


def command(actor: str, name: str, **args: object) -> dict[str, object]:
    return {"do": "command", "actor": actor, "name": name, "args": args}


class Lock:
    """The lock of a phone's screen: the page is told that nobody looks, its clock stands still, its line is cut."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone
        self.line = Line(phone)
        phone.clock.install()

    def turn(self) -> None:
        self._look("hidden")
        self.phone.clock.pause_at(self.phone.evaluate("Date.now() + 60_000"))  # it has not come to that by then
        self.line.cut()
        expect(self.phone.get_by_text("The connection is lost")).to_be_visible()

    def open(self) -> None:
        """The clock stands still yet: it is the look at the page that brings the line back."""
        self.line.mend()
        self._look("visible")
        expect(self.phone.get_by_text("The connection is lost")).to_be_hidden()
        self.phone.clock.resume()

    def _look(self, state: str) -> None:
        self.phone.evaluate(
            """(state) => {
              Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
              document.dispatchEvent(new Event("visibilitychange"));
            }""",
            state,
        )
