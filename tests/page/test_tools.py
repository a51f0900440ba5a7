"""Tools of the table: the order of turns, clocks, notes on the board, buttons of one's own, a sheet as a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.axe import AXE, Axe
from tests.page.house import House, People
from tests.page.playing import cell, deed, record, token
from tests.page.test_turn import ALLEY, settle


def opened(house: House) -> tuple[dict[str, str], dict[str, str]]:
    """Onuri's turn, of whom one weapon reaches the raider; it is not to fall."""
    master = house.found(scenes=[{"toml": ALLEY.replace('turn = "vahki"', 'turn = "onuri"')}])
    ann = house.seat(master, "Ann", "vahki", "onuri")
    raider = {"do": "gm", "name": "set", "args": {"what": "raider", "field": "hp", "value": 40}}
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))}, raider)
    return master, ann


def tools(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Tools of the table")


def test_what_a_table_has_beside_the_rules(house: House, people: People, tmp_path: Path) -> None:
    master, seat = opened(house)
    ann = people.sit(seat)
    spent = {"do": "gm", "name": "set", "args": {"what": "onuri", "field": "ap", "value": 0}}
    axe = Axe(all_of_it=False)
    button_of_ones_own(ann, lambda: house.do(master, spent))
    note_on_the_board(ann)
    ann.evaluate(AXE.read_text(encoding="utf-8"))
    axe.look(ann, "a button of one's own, and a note on the board")
    gm = people.sit(master)
    clocks(gm, ann)
    gm.evaluate(AXE.read_text(encoding="utf-8"))
    axe.look(gm, "the tools of the table")
    seen_as(gm)
    sheet_as_a_file(ann, tmp_path)
    assert not axe.found, "\n".join(axe.found)


def button_of_ones_own(ann: Page, spend: Callable[[], object]) -> None:
    """It is kept, done by its key, and says why it cannot be done any more."""
    token(ann, "Skakdi Raider").click()
    expect(deed(ann)).to_have_text(re.compile("Skakdi Raider with the "))
    ann.get_by_role("button", name="Keep as a button").click()
    ann.keyboard.press("Escape")
    own = ann.get_by_role("region", name="Your own").get_by_role("button", name=re.compile("Skakdi Raider with the"))
    expect(deed(ann)).to_have_count(0)
    ann.keyboard.press("Shift+Digit1")
    expect(own.first).to_have_attribute("aria-pressed", "true")
    deed(ann).click()
    settle(ann)
    spend()
    expect(own.first).to_have_attribute("aria-disabled", "true")
    ann.keyboard.press("Shift+Digit1")
    expect(ann.get_by_role("group", name="What you are about to do")).to_contain_text(re.compile(r"\bAP\b"))
    ann.reload()
    expect(own.first).to_be_visible()


def note_on_the_board(ann: Page) -> None:
    """Written with the pen in hand, seen as a sign, and read by it."""
    ann.get_by_role("button", name="Draw on the board").click()
    ann.get_by_role("button", name="Note", exact=True).click()
    cell(ann, 5, 0).focus()
    ann.keyboard.press("Enter")
    form = ann.get_by_role("form", name="Write a note")
    form.get_by_label("Title").fill("A loose stone")
    form.get_by_role("button", name="Keep").click()
    expect(ann.get_by_role("dialog", name="Papers")).to_have_count(0)
    ann.keyboard.press("Escape")
    expect(cell(ann, 5, 0)).to_have_accessible_name(re.compile("note: A loose stone"))
    cell(ann, 5, 0).focus()
    ann.keyboard.press("n")
    papers = ann.get_by_role("dialog", name="Papers")
    expect(papers.get_by_role("heading", name="A loose stone")).to_be_visible()
    expect(papers.get_by_role("button", name="Take it off the board")).to_be_visible()
    papers.get_by_role("button", name="Close").click()


def clocks(gm: Page, ann: Page) -> None:
    """One that the game master alone sees is ticked, shown, and undone."""
    gm.get_by_role("button", name="Tools", exact=True).click()
    expect(tools(gm).get_by_role("listitem").filter(has_text="Onuri")).to_have_attribute("aria-current", "step")
    expect(tools(gm).get_by_role("link", name="Check the dice")).to_be_visible()
    expect(tools(gm).get_by_role("link", name="For a TV")).to_be_visible()
    form = tools(gm).get_by_role("form", name="New clock")
    form.get_by_label("Name").fill("The guards come")
    form.get_by_label("Parts").fill("4")
    form.get_by_label("Seen by").select_option("you alone")
    form.get_by_role("button", name="Begin it").click()
    tools(gm).get_by_role("button", name="Tick The guards come").click()
    expect(tools(gm)).to_contain_text("1 of 4, only you see it")
    strip = ann.get_by_role("region", name="Clocks")
    expect(strip).to_have_count(0)
    tools(gm).get_by_role("button", name="Show The guards come to all").click()
    expect(strip).to_contain_text("The guards come 1 of 4")
    expect(record(ann)).to_contain_text("A clock begins: The guards come, 1 of 4.")
    tools(gm).get_by_role("button", name="Close").click()
    gm.get_by_role("button", name="Tick The guards come").click()
    expect(strip).to_contain_text("2 of 4")
    gm.get_by_role("button", name="Undo", exact=True).click()
    expect(strip).to_contain_text("1 of 4")
    gm.keyboard.press("o")
    expect(tools(gm)).to_be_visible()


def seen_as(gm: Page) -> None:
    tools(gm).get_by_role("button", name="See as Ann").click()
    expect(tools(gm)).to_have_count(0)
    expect(gm.get_by_text("You see what Ann sees")).to_be_visible()


def sheet_as_a_file(ann: Page, tmp_path: Path) -> None:
    ann.get_by_role("button", name=re.compile(r"^Onuri\s*, Sheet")).click()
    paper: Any = ann.get_by_role("dialog", name=re.compile("^Sheet of Onuri"))
    expect(paper.get_by_role("heading", name="Onuri")).to_be_visible()
    with ann.expect_download() as coming:
        paper.get_by_role("button", name="Download", exact=True).click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.suffix == ".html"
    text = file.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "<button" not in text
    assert not re.search(r'(?:src|href)="(?!data:|#)', text), "it needs nothing else"
    assert "Onuri" in text
