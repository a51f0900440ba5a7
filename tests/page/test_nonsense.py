"""The page reads data, not English: with every sentence of the server replaced by nonsense it shows the same cards,
dice, prices, verdicts, signs and pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, Route, WebSocketRoute, expect

from ludex.client.client import Client
from tests.page.house import House, People
from tests.page.playing import LONGEST, Plan, over, until
from tests.table.tables import SCENES

SAID = frozenset({  # what is said in words; all else is data
    "about", "asks", "assumed", "derived", "description", "dice", "game_title", "label", "line", "meaning", "note",
    "notes", "pitch", "prose", "reason", "rest", "ruling", "said", "says", "short", "situation", "source", "strikers",
    "summary", "text", "title", "until", "warning", "what", "why", "word", "words",
})  # fmt: skip
NAMED = ("mark", "modifiers", "furniture", "sections", "key", "look")  # of what has one of these, the name is words
ASKED = re.compile("/api/")
OTHER = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,:;.=()+−/✦",
    "zqjxkvbpwgyfmculdrhsnioateZQJXKVBPWGYFMCULDRHSNIOATEzqjxkvbpwg·······oxuv",
)


@pytest.fixture(scope="module")
def free_pages() -> None:
    """What is said to the page is changed: nobody else gets it."""


@pytest.fixture(scope="module")
def page_of_all(stayers: People, house: House) -> Hearing:
    return Hearing(stayers.come(house.nowhere))


@pytest.fixture
def hearing(page_of_all: Hearing, staying: People, house: House) -> Iterator[Hearing]:
    """One page for all, which is away from the table again when a test is done."""
    yield page_of_all
    page_of_all.hear(plain=True)
    page_of_all.page.goto(house.nowhere)


def nonsense(value: Any, key: str = "") -> Any:
    """What the server says, without a word that can be understood."""
    if isinstance(value, str):
        return value.translate(OTHER) if key in SAID else value
    if isinstance(value, list):
        return [nonsense(part, key) for part in value]
    if isinstance(value, dict):
        found = {name: nonsense(part, name) for name, part in value.items()}
        if "changes" in value and value.get("is") == "change":
            found["changes"] = [changed(*change) for change in value["changes"]]
        if "name" in value and "words" not in value and any(name in value for name in NAMED):
            found["name"] = value["name"].translate(OTHER)
        return found
    return value


def changed(path: list[str | int], *now: Any) -> list[Any]:
    """A change of the document: its path, and what stands there now."""
    names = [part for part in path if isinstance(part, str)]
    of_being = names[0] == "beings" and names[2:] == ["name"]
    return [path, *(part.translate(OTHER) if of_being else nonsense(part, names[-1]) for part in now)]


class Hearing:
    """A page that hears the server as it is, or nothing but nonsense."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.plain = True
        self._open: set[int] = set()  # messages of the page that the server has not answered
        page.route_web_socket(re.compile("/socket$"), self._socket)

    def _socket(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        waits = self._open = set()

        def asks(message: str | bytes) -> None:
            if (number := json.loads(message).get("n")) is not None:
                waits.add(number)
            server.send(message)

        def tells(said: str | bytes) -> None:
            message = json.loads(said)
            line.send(json.dumps(message if self.plain else nonsense(message)))
            waits.discard(message.get("n"))

        line.on_message(asks)
        server.on_message(tells)

    def hear(self, plain: bool) -> None:
        """From now on. While what it asks for passes through here, a browser keeps nothing that it has read."""
        self.plain = plain
        if plain:
            self.page.unroute_all(behavior="ignoreErrors")
        else:
            self.page.route(ASKED, self._asked)

    def _asked(self, route: Route) -> None:
        try:
            answer = route.fetch(max_retries=3)  # a line that was kept for long may just have been closed
        except Error:  # the table is over, and nobody waits for it any more
            return
        told = answer.body()
        if "json" in answer.headers.get("content-type", ""):
            told = json.dumps(nonsense(json.loads(told))).encode()
        route.fulfill(response=answer, body=told)

    def settle(self) -> None:
        """Until the page has heard all that it wants to know, and has shown it."""
        while True:
            self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            if not self._open and not self.page.locator(WORKING).count():
                return
            self.page.wait_for_timeout(20)

    def both(self, seen: Callable[[Hearing], dict[str, list[str]]], address: str) -> dict[str, list[str]]:
        """What is seen of the page there; the same of one that understands no word."""
        found = []
        for plain in (True, False):
            self.hear(plain)
            self.page.goto(address)
            expect(board(self.page)).to_be_visible()
            found.append(seen(self))
        for part, told in found[0].items():
            assert "\n".join(found[1][part]) == "\n".join(told), part
        return found[0]


def board(page: Page) -> Locator:
    return page.get_by_role("main", name="The board")


# ---------------------------------------------------------------- what is seen

DRAWN = """which => [...document.querySelectorAll(which)].map(each => {
  const styled = [...each.classList].filter(name => !name.startsWith('s-')).sort();
  const shaped = ['d', 'r', 'rx', 'ry', 'points', 'transform', 'aria-pressed', 'aria-disabled', 'href'].map(name =>
    each.getAttribute(name) ?? '');
  return `${each.tagName} ${styled.join('.')} ${shaped.join(' ')}`.trim();
})"""
FIGURES = "within => [...document.querySelectorAll(within)].map(each => each.textContent.trim())"
OPEN = """() => document.querySelectorAll('[role=log] .card:not(.open) > button').forEach(
  card => card.click())"""
COUNTED = ", ".join((  # numbers that the page sets itself: faces, what is added, totals, pools
    ".rolled .dice", ".rolled .term b", ".rolled .total .figure", ".token .plate text", ".token .tier text",
    ".token .number text",
))  # fmt: skip


WORKING = '[aria-busy=true], #odds .secondary:has-text("is still being worked out")'  # it will ask for more
OUTCOMES = {"SPAN bad.outcome", "SPAN good.outcome"}


def drawn(page: Page, *within: str) -> list[str]:
    """These and all that is in them: what it is, how it is set and how it is shaped, without a word."""
    found: list[str] = page.evaluate(DRAWN, ", ".join(f"{one}, {one} *" for one in within))
    return found


def figures(page: Page, which: str) -> list[str]:
    found: list[str] = page.evaluate(FIGURES, which)
    return found


def laid_open(page: Page) -> dict[str, list[str]]:
    """The record, in which every roll is laid open, and how all stand."""
    log = "[role=log]"
    return {
        "cards": drawn(page, f"{log} .card > button"), "rolls": drawn(page, f"{log} .rolled"),
        "dice": drawn(page, f"{log} .rolled .dice"), "tokens": drawn(page, "main .token"),
        "counted": figures(page, COUNTED),
    }  # fmt: skip


def turn(hearing: Hearing) -> dict[str, list[str]]:
    """On the turn of one's own: the bar with its prices, who is there and comes next, the board and the record."""
    page = hearing.page
    expect(page.get_by_role("toolbar", name="What you can do").get_by_role("button").first).to_be_visible()
    page.evaluate(OPEN)
    hearing.settle()
    found = laid_open(page) | {
        "prices": drawn(page, "[role=toolbar] .price"), "bar": drawn(page, "[role=toolbar]"),
        "order": drawn(page, "nav"),
        "board": drawn(page, "main svg"),
    }  # fmt: skip
    page.get_by_role("button", name="Suggest", exact=True).click()
    expect(page.get_by_role("region", name="The machine would")).to_be_visible()
    hearing.settle()
    found |= {"odds": drawn(page, "[aria-label=Odds]"), "chances": figures(page, "[aria-label=Odds] .figure")}
    page.get_by_role("button", name="Sheets").click()
    expect(page.locator("dialog[open] article")).to_be_visible()
    return found | {"sheet": drawn(page, "dialog[open] article")}


def fought(hearing: Hearing) -> dict[str, list[str]]:
    """After the fight: the record with every roll laid open, and how all stand."""
    page = hearing.page
    expect(over(page)).to_be_visible()
    page.evaluate(OPEN)
    hearing.settle()
    return laid_open(page)


def fighting(house: House, game: str) -> tuple[dict[str, str], list[str]]:
    """The game master's seat at a table with a fight, and who the party are; machines play the others."""
    master = house.found(game, settings={"pause": 0.0})
    (scene,) = house.do(master)["master"]["scenes"]
    told = house.do(master, {"do": "open_scene", "scene": scene})
    own = [who for who, being in told["beings"].items() if being["ally"]]
    others = [who for who in told["beings"] if who not in own]
    house.do(master, *({"do": "hand_over", "who": who, "policy": "simple"} for who in ("gm", *others)))
    return master, own


def of_games(*now: str) -> pytest.MarkDecorator:
    """These games now, the others with `--long`."""
    cases = [pytest.param(game, marks=() if game in now else pytest.mark.long) for game in SCENES]
    return pytest.mark.parametrize("game", cases)


@of_games("bluebox", "navyblue")
def test_a_page_that_understands_no_word_shows_the_same(house: House, hearing: Hearing, game: str) -> None:
    master, own = fighting(house, game)

    def rolled_both(client: Client, plan: Plan | None) -> bool:
        """Is it somebody's of the party to act, after rolls that went well and rolls that did not?"""
        rolls = [roll for told in client.lines for roll in told["rolls"] if roll["outcome"]]
        return bool(
            plan and plan["command"]["actor"] in own and {roll["outcome"]["good"] for roll in rolls} >= {True, False}
        )

    until(house, master, "turn after good and bad rolls", rolled_both)
    ann = house.seat(master, "Ann", *own)
    seen = hearing.both(turn, house.link(ann))
    assert seen["prices"]
    assert len(seen["tokens"]) > 10
    assert {*seen["rolls"]} >= OUTCOMES
    assert house.do(ann)["beings"][own[0]]["name"] not in board(hearing.page).inner_text()


@of_games("navyblue")
def test_it_shows_the_same_when_the_fight_is_over(house: House, hearing: Hearing, game: str) -> None:
    master, own = fighting(house, game)
    ann = house.seat(master, "Ann", *own)
    hearing.page.goto(house.link(ann))
    hearing.page.wait_for_url(f"**/t/{ann['table']}")
    hearing.page.goto(house.nowhere)  # it need not watch
    house.do(master, *({"do": "hand_over", "who": who, "policy": "simple"} for who in own))
    house.wait(master, lambda document: document["scene"]["over"], LONGEST)
    assert {*hearing.both(fought, house.link(ann))["rolls"]} >= OUTCOMES
