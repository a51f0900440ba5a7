"""The page reads data, not English: with every sentence of the server replaced by nonsense it shows the same cards,
dice, prices, verdicts, signs and pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, Route, WebSocketRoute, expect

from tests.page.house import House, People
from tests.page.playing import LONGEST, over
from tests.table.tables import SCENES

SAID = frozenset({  # what is said in words; all else is data
    "about", "asks", "assumed", "derived", "description", "dice", "game_title", "label", "line", "meaning", "note",
    "notes", "pitch", "prose", "reason", "rest", "ruling", "said", "says", "short", "situation", "source", "strikers",
    "summary", "text", "title", "until", "warning", "what", "why", "word", "words",
})  # fmt: skip
NAMED = ("mark", "modifiers", "furniture", "sections", "key", "look")  # of what has one of these, the name is words
OTHER = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,:;.=()+−/✦",
    "zqjxkvbpwgyfmculdrhsnioateZQJXKVBPWGYFMCULDRHSNIOATEzqjxkvbpwg·······oxuv",
)


@pytest.fixture
def free_pages() -> None:
    """What is said to these pages is changed: nobody else gets them."""


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
        page.route(re.compile("/api/"), self._asked)

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

    def _asked(self, route: Route) -> None:
        if self.plain:
            route.continue_()
            return
        try:
            answer = route.fetch()
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
            if not self._open and not self.page.locator("[aria-busy=true]").count():
                return
            self.page.wait_for_timeout(20)

    def both(self, seen: Callable[[Hearing], dict[str, list[str]]], address: str) -> dict[str, list[str]]:
        """What is seen of the page there; the same of one that understands no word."""
        found = []
        for plain in (True, False):
            self.plain = plain
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
  const styled = [...each.classList].filter(name => !name.startsWith('svelte-')).sort();
  const shaped = ['d', 'r', 'rx', 'ry', 'points', 'transform', 'aria-pressed', 'aria-disabled', 'href'].map(name =>
    each.getAttribute(name) ?? '');
  return `${each.tagName} ${styled.join('.')} ${shaped.join(' ')}`.trim();
})"""
FIGURES = "within => [...document.querySelectorAll(within)].map(each => each.textContent.trim())"
OPEN = """() => document.querySelectorAll('[role=log] .card:has(.sign) > button').forEach(
  card => card.click())"""
COUNTED = ", ".join((  # numbers that the page sets itself: faces, what is added, totals, pools
    ".rolled .dice", ".rolled .term b", ".rolled .total .figure", ".token .plate text", ".token .tier text",
    ".token .number text",
))  # fmt: skip


def drawn(page: Page, *within: str) -> list[str]:
    """These and all that is in them: what it is, how it is set and how it is shaped, without a word."""
    found: list[str] = page.evaluate(DRAWN, ", ".join(f"{one}, {one} *" for one in within))
    return found


def figures(page: Page, which: str) -> list[str]:
    found: list[str] = page.evaluate(FIGURES, which)
    return found


def turn(hearing: Hearing) -> dict[str, list[str]]:
    """On the turn of one's own: the bar with its prices, who is there and comes next, and the board."""
    page = hearing.page
    expect(page.get_by_role("toolbar", name="What you can do").get_by_role("button").first).to_be_visible()
    hearing.settle()
    found = {
        "prices": drawn(page, "[role=toolbar] .price"), "bar": drawn(page, "[role=toolbar]"),
        "order": drawn(page, "nav"),
        "tokens": drawn(page, "main .token"), "board": drawn(page, "main svg"), "counted": figures(page, COUNTED),
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
    log = "[role=log]"
    return {
        "cards": drawn(page, f"{log} .card > button"), "rolls": drawn(page, f"{log} .rolled"),
        "dice": drawn(page, f"{log} .rolled .dice"), "tokens": drawn(page, "main .token"),
        "counted": figures(page, COUNTED),
    }  # fmt: skip


def comes(house: House, ann: dict[str, str]) -> dict[str, Any]:
    """What Ann sees when it is hers to answer or to act."""
    house.wait(ann, lambda told: told["question"] or (told["waiting"]["for"] == "command" and told["offers"]), LONGEST)
    return house.do(ann)


@pytest.mark.parametrize("game", SCENES)
def test_a_page_that_understands_no_word_shows_the_same(house: House, people: People, game: str) -> None:
    master = house.found(game, settings={"pause": 0.0})
    (scene,) = house.do(master)["master"]["scenes"]
    told = house.do(master, {"do": "open_scene", "scene": scene})
    own = [who for who, being in told["beings"].items() if being["ally"]]
    others = [who for who in told["beings"] if who not in own]
    ann = house.seat(master, "Ann", *own)
    house.do(master, *({"do": "hand_over", "who": who, "policy": "simple"} for who in ("gm", *others)))
    while question := comes(house, ann)["question"]:
        house.do(ann, {"do": "answer", "key": question["key"], "value": question["default"]})
    hearing = Hearing(people.come("/ludex.svg"))
    seen = hearing.both(turn, house.link(ann))
    assert seen["prices"]
    assert len(seen["tokens"]) > 10
    assert told["beings"][own[0]]["name"] not in board(hearing.page).inner_text()
    hearing.page.goto(house.nowhere)  # it need not watch
    house.do(master, *({"do": "hand_over", "who": who, "policy": "simple"} for who in own))
    house.wait(master, lambda document: document["scene"]["over"], LONGEST)
    seen = hearing.both(fought, house.link(ann))
    hearing.page.unroute_all(behavior="ignoreErrors")
    assert {"SPAN bad.outcome", "SPAN good.outcome"} <= {*seen["rolls"]}
