"""What the game master does, as others see it or do not: somebody hidden, a ruling on a roll, what was improvised, what
is theirs to decide; and a table without a scene."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.drawer import place, record, see_as, tool, whom
from tests.page.house import House, People, about
from tests.page.playing import say_the_same
from tests.page.scenes import LEDGE

WALLED = LEDGE.replace("r = [0, 3] }", "r = [0, 3], walls = [[4, 0], [4, 1], [4, 2], [4, 3]] }")  # to hide behind


def laid(house: House, people: People) -> tuple[dict[str, str], Page, Page]:
    """Mara with her drawer open and Ann, who plays Onuri, at a scene; Mara's link first."""
    master = house.found(scenes=[{"toml": WALLED}])
    seat = house.seat(master, "Ann", "onuri")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    ann, gm = people.sit(seat), people.sit(master)
    gm.get_by_role("button", name="Game master", exact=True).click()
    return master, gm, ann


def test_somebody_comes_in_hidden_in_one_step(house: House, people: People) -> None:
    _, gm, ann = laid(house, people)
    before = ann.get_by_role("main", name="The board").inner_text()
    place(gm, "Beings")
    spawn = tool(gm, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("vahki patroller")
    spawn.get_by_label("Called").fill("Lurker")
    spawn.get_by_label("hidden from the players").check()
    spawn.get_by_role("button", name="Bring in: Lurker").click()
    expect(whom(gm).locator("option", has_text="Lurker")).to_have_count(1)
    expect(spawn.get_by_label("hidden from the players")).not_to_be_checked()
    spawn.get_by_label("Called").fill("Brute")
    spawn.get_by_role("button", name="Bring in: Brute").click()
    expect(record(ann)).to_contain_text("Brute comes in")
    expect(ann.get_by_text("Lurker")).to_have_count(0)
    assert ann.get_by_role("main", name="The board").inner_text() != before


def test_a_ruling_is_seen_while_it_waits_and_on_the_roll(house: House, people: People) -> None:
    master, gm, ann = laid(house, people)
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    ruling = tool(gm, "A ruling")
    ruling.get_by_label("Why").fill("higher ground")
    ruling.get_by_label("How much").fill("2")
    ruling.get_by_role("button", name="Do it").click()
    waits = ann.get_by_role("list", name="What the game master has put on a roll")
    expect(waits).to_have_text(re.compile(r"^\s*Next roll of Onuri: \+2 higher ground \(game master\)\s*$"))
    expect(record(ann)).to_contain_text("Next roll of Onuri: +2 higher ground (game master)")
    house.do(master, {"do": "gm", "name": "check", "args": {"being": "onuri", "stat": "DEX", "dc": 5}})
    expect(waits).to_have_count(0)
    expect(record(ann)).to_contain_text(re.compile(r"Onuri, .*2\s+higher\s+ground\s+\(game master\)", re.DOTALL))


def test_what_was_improvised_stands_in_the_record(house: House, people: People) -> None:
    _, gm, ann = laid(house, people)
    ann.get_by_role("button", name="Improvise").click()
    form = ann.locator("form", has=ann.get_by_role("textbox", name=re.compile("Onuri")))
    form.get_by_role("textbox").fill("I kick dust into its visor")
    form.get_by_role("button").click()
    settle = tool(gm, "To settle")
    settle.get_by_label("What you say to it").fill("It is blind for a moment")
    settle.get_by_role("button", name="Say it and close").click()
    for page in (ann, gm):
        expect(record(page)).to_contain_text("Onuri tries: I kick dust into its visor")
        expect(record(page)).to_contain_text("The game master, to Onuri: It is blind for a moment")


def test_what_is_a_players_to_decide_does_not_ring_at_the_game_master(house: House, people: People) -> None:
    master, gm, ann = laid(house, people)
    house.do(master, {"do": "settings", "settings": {"dice": "typed"}})
    house.do(master, {"do": "gm", "name": "check", "args": {"being": "onuri", "stat": "DEX", "dc": 5}})
    expect(ann).to_have_title(re.compile("^● "))
    expect(gm.get_by_text("Onuri throws the dice")).to_contain_text("Ann")
    expect(gm).not_to_have_title(re.compile("●"))
    house.do(master, {"do": "withdraw"})
    house.do(master, {"do": "gm", "name": "check", "args": {"being": "vahki", "stat": "DEX", "dc": 5}})
    expect(gm).to_have_title(re.compile("^● "))


def test_a_check_is_called_for_in_the_words_of_the_game(house: House, people: People) -> None:
    _, gm, _ = laid(house, people)
    place(gm, "Commands")
    gm.get_by_role("searchbox", name="Search the commands").fill("ability check")
    check = tool(gm, "Check")
    check.locator("details summary").click()
    for label in ("DC", "Edge (below 0: Flaw)", "EP that it costs"):
        expect(check.get_by_label(label, exact=True)).to_be_visible()


def test_at_a_table_without_a_scene_people_talk_and_the_game_master_sees_as_a_seat(
    house: House, people: People
) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    ann, gm = people.sit(house.seat(master, "Ann", "onuri")), people.sit(master)
    ann.get_by_role("textbox", name="Say something").fill("Good evening")
    ann.keyboard.press("Enter")
    expect(gm.get_by_role("log", name="Said at the table")).to_contain_text("Good evening")
    seen = see_as(gm, "Ann")
    say_the_same(gm.get_by_role("main"), ann.get_by_role("main"))
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    expect(gm.get_by_role("main", name="The board")).to_be_visible()
    house.do(master, {"do": "close_scene"})
    expect(gm.get_by_role("main", name="The board")).to_have_count(0)
    seen.get_by_role("button", name="Back to your own view").click()
    expect(gm.get_by_role("button", name=about("Put it on the table", "On the ledge"))).to_be_visible()
