"""The end of a fight: the plate turns to who did what, leads into the record and back to the board, and on to the same
fight again; whoever does not lead the game asks for it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.axe import Axe
from tests.page.house import PHONE, House, People
from tests.page.playing import record, token
from tests.page.scenes import LEDGE


def test_a_fight_that_is_over_shows_who_did_what_and_what_comes_next(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    scene = next(iter(house.do(master)["master"]["scenes"]))
    seen = house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    foe = next(who for who, being in seen["beings"].items() if not being["ally"])
    page = people.sit(house.seat(master, "Ann", "onuri"))
    expect(token(page, "Vahki")).to_be_visible()
    blows = (("onuri", 17, foe), (foe, 9, "onuri"))
    harm = [{"target": target, "amount": amount, "pure": True, "source": by} for target, amount, by in blows]
    calls = [{"do": "gm", "name": "damage", "args": args} for args in harm]
    house.do(master, *calls, {"do": "gm", "name": "end_combat", "args": {"winner": "party"}})

    plate = page.get_by_role("region", name="It is over")
    expect(plate).to_be_visible()
    expect(plate.get_by_role("row", name=re.compile("^Onuri"))).to_contain_text(re.compile(r"9\s*17"))
    plate.get_by_role("button", name=re.compile("^7\\s*HP left for Onuri")).click()  # of 24
    opened = record(page).locator("li.wanted [aria-expanded=true]")
    expect(opened).to_contain_text("Onuri")
    axe = Axe(all_of_it=False)
    plate.get_by_role("row", name=re.compile("^Onuri")).get_by_role("button").click()
    expect(page.get_by_role("searchbox")).to_have_value("Onuri")
    axe.look(page, "the end of a fight")
    page.set_viewport_size(PHONE)
    expect(plate).to_be_visible()
    axe.look(page, "the end of a fight on a phone")
    page.set_viewport_size({"width": 1440, "height": 900})

    page.keyboard.press("Escape")
    expect(token(page, "Vahki")).to_be_visible()
    page.get_by_role("button", name="How it ended").click()
    page.get_by_role("button", name=re.compile("^Rematch")).click()
    expect(page.get_by_role("button", name=re.compile("^Rematch"))).to_contain_text("Mara was asked")

    gm = people.sit(master)
    expect(gm.get_by_text("Let us fight that again.").first).to_be_visible()
    expect(gm.get_by_role("region", name="It is over")).to_be_visible()
    expect(gm.get_by_role("button", name=re.compile("^Rest"))).to_be_enabled()
    gm.keyboard.press("3")
    for each in (gm, page):
        expect(token(each, "Vahki")).to_be_visible()
        expect(each.get_by_role("region", name="It is over")).to_have_count(0)
