"""What a seat may not know is nowhere in its browser: not in what is sent to it, not in what it shows or keeps, and not
in the memory of its scripts. Each secret has a word of its own, which the game master's browser must have."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, WebSocket, expect

from tests.page.drawer import place, tool
from tests.page.house import House, People, about
from tests.page.playing import answer, answers, cell, follow_advice, goes, pass_turn, record, suggest, token
from tests.page.scenes import THING

LEDGE = """
game = "bluebox"
title = "On the ledge"
turn = "onuri"
board = { q = [0, 9], r = [0, 4], walls = [[7, 4], [8, 3], [9, 2]] }

[beings.onuri]
at = [1, 1]

[beings.vahki]
from = "vahki_patroller"
at = [4, 2]

[beings.zwyndra]
from = "vahki_patroller"
name = "Quorvex"
at = [9, 4]
conditions = ["Hidden"]
seen = false
"""
LATER = LEDGE.replace("On the ledge", "Brimwhistle Deep").replace("zwyndra", "yuldrane").replace("Quorvex", "Hasprick")
SECRETS = {
    "the name of a hidden being": "quorvex",
    "a scene that is prepared": "brimwhistle",
    "a note of the game master": "ulmfennic",
    "a handout that is not shown": "tarnovash",
    "what a secret roll is for": "pelkitude",
    "content of the table's own": "drovenmark",
}
KNOWN = "vahki"  # to everybody
WRITTEN = "zwyndra"  # the id of the hidden being in the file of the scene; on the table it has another
ENEMY = THING.replace("pit_thing", "drovenmark").replace("Pit Thing", "Drovenmark")


@pytest.fixture
def free_pages() -> None:
    """All that is in these pages is looked at: nothing of anybody else may be there."""


class Heard:
    """All that comes over the net to one browser, from before it opens the table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.bodies: list[str] = []
        page.on("websocket", self._opened)
        page.route("**/api/**", self._asked)

    def _opened(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _asked(self, route: Route) -> None:
        response = route.fetch()
        self.bodies.append(response.text())
        route.fulfill(response=response)


def sits(house: House, people: People, seat: dict[str, str]) -> Heard:
    heard = Heard(people.come("/"))
    heard.page.goto(house.link(seat))
    heard.page.wait_for_url(f"**/t/{seat['table']}")
    return heard


def memory(page: Page) -> str:
    """Everything that scripts of the page can reach: the snapshot of the heap as text."""
    line = page.context.new_cdp_session(page)
    chunks: list[str] = []
    line.on("HeapProfiler.addHeapSnapshotChunk", lambda part: chunks.append(part["chunk"]))
    line.send("HeapProfiler.takeHeapSnapshot")
    line.detach()
    return "".join(chunks)


def places(heard: Heard) -> dict[str, str]:
    """Where a word can be in a browser."""
    stored = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
    return {
        "frames": "\n".join(heard.frames),
        "HTTP": "\n".join(heard.bodies),
        "DOM": heard.page.content(),
        "storage": heard.page.evaluate(stored),
        "memory": memory(heard.page),
    }


def words_in(text: str, words: list[str]) -> list[str]:
    text = text.lower()  # a heap is long: it is made small once, not for each word
    return [word for word in words if word in text]


def plays_a_turn(ann: Page, gm: Page) -> None:
    """Ann does what the machine would, whoever is asked about it answers, and her turn ends."""
    follow_advice(ann)
    while not suggest(ann).count():
        for page, chosen in ((ann, answers(ann).last), (gm, answers(gm).first)):
            if chosen.count():
                answer(page, chosen)
        ann.wait_for_timeout(50)
    pass_turn(ann)


def looks_about(page: Page) -> None:
    """What a player can open: the text view, a sheet, the search of the record; and all of it anew."""
    page.get_by_role("button", name="Text view").click()
    expect(page.get_by_role("article", name="Text view")).to_contain_text("Vahki")
    page.get_by_role("button", name="Sheets").click()
    expect(page.get_by_role("dialog")).to_contain_text("Onuri")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Search and keep the record").click()
    page.get_by_role("searchbox", name="Search the record").fill("turn")
    page.reload()
    expect(record(page)).to_contain_text("Vahki")


def test_hidden_things_are_in_no_page_that_may_not_know_them(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}, {"toml": LATER}])
    gm = sits(house, people, master)
    ann = sits(house, people, house.seat(master, "Ann", "onuri"))
    eve = sits(house, people, house.seat(master, "Eve", role="spectator"))
    house.ask("POST", f"/api/tables/{master['table']}/content", master["token"], {"name": "own", "toml": ENEMY})
    house.do(
        master,
        {"do": "note", "title": "Ulmfennic", "text": "The ulmfennic breaks in round 3.", "whose": "gm"},
        {"do": "handout", "title": "Tarnovash", "text": "A map of the tarnovash."},
    )
    gm.page.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    shown = house.do(master, {"do": "gm", "name": "roll", "args": {"dice": "2d6", "for": "the pelkitude"}})
    hidden = next(id_ for id_, being in shown["beings"].items() if being["name"] == "Quorvex")
    expect(record(gm.page)).to_contain_text("pelkitude")

    for step in ((9, 3), (9, 4)):
        plays_a_turn(ann.page, gm.page)
        pass_turn(gm.page)  # the Vahki's
        expect(token(gm.page, "Quorvex")).to_have_accessible_name(re.compile("acting now"))
        goes(gm.page, cell(gm.page, *step))
        pass_turn(gm.page)
        expect(suggest(ann.page)).to_be_visible()
    gm.page.get_by_role("button", name="Game master", exact=True).click()
    place(gm.page, "Beings")
    tool(gm.page, "Bring somebody in").get_by_label("Search the content").fill("drovenmark")
    expect(gm.page.get_by_role("button", name="Bring in: Drovenmark")).to_be_visible()
    looks_about(ann.page)
    expect(record(eve.page)).to_contain_text("Vahki")
    found = {"Mara": places(gm), "Ann": places(ann), "Eve": places(eve)}
    eve.page.goto(f"{house.address}/t/{master['table']}/display")
    expect(eve.page.get_by_role("region", name="The record")).to_contain_text("Vahki")
    found["the display"] = places(eve)

    words = [hidden, *SECRETS.values()]
    knows = found.pop("Mara")
    assert words_in(knows["frames"] + knows["HTTP"], words) == words
    assert words_in(knows["memory"], words) == words
    for who, texts in found.items():
        for where in ("frames", "DOM", "memory"):
            assert words_in(texts[where], [KNOWN]), f"{where} of {who}: nothing was searched"
        leaks = {where: words_in(text, [*words, WRITTEN]) for where, text in texts.items()}
        assert not any(leaks.values()), f"{who} knows {leaks}"
