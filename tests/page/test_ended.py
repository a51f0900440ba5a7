"""The end of a fight: the plate turns to who did what, leads into the record and back to the board, and on to the same
fight again; whoever does not lead the game asks for it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.axe import AXE, Axe
from tests.page.house import PHONE, WIDE, House, People
from tests.page.playing import record, token
from tests.page.scenes import LEDGE

LAST_FOE = f"""{LEDGE}
[[lying]]
kind = "weapon"
id = "harpoon_gun"
at = [1, 2]
"""


BESIDE = """master => {
  const seats = JSON.parse(localStorage.getItem("ludex.seats"));
  localStorage.setItem("ludex.seats", JSON.stringify([...seats, master]));
}"""


def test_a_fight_that_is_over_shows_who_did_what_and_what_comes_next(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LAST_FOE}])
    scene = next(iter(house.do(master)["master"]["scenes"]))
    seen = house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    foe = next(who for who, being in seen["beings"].items() if not being["ally"])
    harm = {"pure": True, "source": "onuri", "target": foe}
    blow: dict[str, Any] = {"do": "gm", "name": "damage", "args": {**harm, "amount": 1}}
    first = {**blow, "args": {**harm, "amount": 14}}
    back = {**blow, "args": {"pure": True, "source": foe, "target": "onuri", "amount": 17}}
    house.do(master, back, first, blow, blow)  # who lies there is out with one more
    page = people.sit(house.seat(master, "Ann", "onuri"))
    expect(token(page, "Vahki")).to_be_visible()
    plate = page.get_by_role("region", name="You have won")
    expect(plate).to_have_count(0)
    house.do(master, blow)

    expect(plate).to_be_visible()
    row = plate.get_by_role("row", name=re.compile("^Onuri 17 17 1 HP 7 of 24"))  # dealt, taken, felled, left
    expect(row).to_be_visible()
    plate.get_by_role("button", name=re.compile(r"^7\s*HP left for Onuri")).click()  # of 24
    expect(record(page).locator("li.wanted [aria-expanded=true]")).to_contain_text("Onuri")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    axe = Axe(all_of_it=False)
    row.get_by_role("button").click()
    expect(page.get_by_role("searchbox")).to_have_value("Onuri")
    axe.look(page, "the end of a fight", within="main")
    axe.look(page, "what comes next", within=".bar")
    taking = page.get_by_role("combobox", name="Harpoon Gun: who takes it?")
    taking.select_option("to Onuri")
    expect(taking).to_have_count(0)
    expect(page.get_by_role("region", name="What you won")).to_contain_text(re.compile(r"Harpoon Gun\s*to Onuri"))
    page.set_viewport_size(PHONE)
    expect(plate).to_be_visible()
    axe.look(page, "the end of a fight on a phone")
    assert axe.found == []
    page.set_viewport_size(WIDE)

    page.keyboard.press("Escape")
    expect(token(page, "Vahki")).to_be_visible()
    page.get_by_role("button", name="How it ended").click()
    watch(page)
    rematch = page.get_by_role("button", name=re.compile("^Rematch"))
    rematch.click()
    expect(rematch).to_contain_text("Mara was asked")

    gm = people.sit(master)
    expect(gm.get_by_text("Let us fight that again.").first).to_be_visible()
    gm.get_by_role("button", name="How it ended").click()  # more was told since
    expect(gm.get_by_role("region", name="The party has won")).to_be_visible()
    expect(gm.get_by_role("button", name=re.compile("^Rest"))).to_be_enabled()
    again = gm.get_by_role("button", name=re.compile("^Rematch"))
    gm.keyboard.press("3")  # which may have been meant for the action bar that lay there
    expect(again).to_be_focused()
    expect(again).to_contain_text("This cannot be undone.")
    gm.keyboard.press("3")
    for each in (gm, page):
        expect(token(each, "Vahki")).to_be_visible()
        expect(each.get_by_role("button", name=re.compile("^Rematch"))).to_have_count(0)


def test_beside_the_game_masters_drawer_nothing_of_the_end_is_cut(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LAST_FOE}])
    scene = next(iter(house.do(master)["master"]["scenes"]))
    seen = house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    foe = next(who for who, being in seen["beings"].items() if not being["ally"])
    blow = {"do": "gm", "name": "damage", "args": {"pure": True, "source": "onuri", "target": foe, "amount": 14}}
    while not house.do(master, blow)["ended"]:
        pass
    gm = people.sit(master)
    gm.set_viewport_size({"width": 1280, "height": 800})
    plate = gm.get_by_role("region", name="The party has won")
    how = gm.get_by_role("button", name="How it ended")
    expect(plate.or_(how).first).to_be_visible()
    if how.count():
        how.click()
    gm.get_by_role("button", name="Game master", exact=True).click()
    expect(plate).to_be_visible()
    for width, height in ((1280, 800), (1366, 768), (1440, 900)):
        gm.set_viewport_size({"width": width, "height": height})
        for cut in (".ending", ".bar .ended", ".ending table"):
            part = gm.locator(cut)
            expect(part).to_be_visible()
            assert part.evaluate("one => one.scrollWidth - one.clientWidth") <= 0, cut
        for choice in ("Rest", "Next scene", "Rematch", "Watch again"):
            card = gm.get_by_role("group", name="What comes next").get_by_role("button", name=re.compile(f"^{choice}"))
            expect(card).to_be_in_viewport(ratio=1)
        for text in gm.locator(".bar .card .name").all():
            assert text.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_a_party_that_nobody_leads_goes_on_to_any_scene_of_the_book(house: House, people: People) -> None:
    """Who plays with the machine has the game master's seat in the same browser, and comes along as they are."""
    master = house.found(scenes=[{"toml": LAST_FOE}])
    ann = house.seat(master, "Ann", "onuri")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    seen = house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    foe = next(who for who, being in seen["beings"].items() if not being["ally"])
    args = {"pure": True, "source": "onuri", "target": foe, "amount": 14}
    harm: dict[str, Any] = {"do": "gm", "name": "damage", "args": args}
    house.do(master, {**harm, "args": {**args, "target": "onuri", "amount": 5}})
    while not house.do(master, harm)["ended"]:
        pass
    page = people.sit(ann, phone=True)
    page.evaluate(BESIDE, {**master, "role": "gm", "game": "bluebox", "seat": "", "beside": ann["token"], "at": 1})
    page.reload()
    following = page.get_by_role("button", name=re.compile("^Next scene"))
    how = page.get_by_role("button", name="How it ended")
    expect(how.or_(following).first).to_be_visible()
    if how.count():
        how.tap()
    expect(following).to_contain_text("you choose which")
    following.tap()
    page.get_by_role("button", name=re.compile("^The Broken Causeway: raid")).tap()
    expect(token(page, "Vhor")).to_be_visible()
    expect(token(page, "Onuri")).to_have_accessible_name(re.compile("HP 19 of 24"))


def test_who_came_to_a_party_that_nobody_leads_asks_whoever_began_it(house: House, people: People) -> None:
    master = house.found(name="The machine", scenes=[{"toml": f"{LAST_FOE}\n[beings.vhor]\nat = [0, 2]\n"}])
    ann, ben = house.seat(master, "Ann", "onuri"), house.seat(master, "Ben", "vhor")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    seen = house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    foe = next(who for who, being in seen["beings"].items() if not being["ally"])
    harm = {"do": "gm", "name": "damage", "args": {"pure": True, "source": "onuri", "target": foe, "amount": 14}}
    while not house.do(master, harm)["ended"]:
        pass
    page = people.sit(ben)
    rest, how = page.get_by_role("button", name=re.compile("^Rest")), page.get_by_role("button", name="How it ended")
    expect(how.or_(rest).first).to_be_visible()
    if how.count():
        how.click()
    expect(rest).to_contain_text("Ann chooses")
    rest.click()
    expect(rest).to_contain_text("Ann was asked")
    expect(people.sit(ann).get_by_text("Let us rest.").first).to_be_visible()


def watch(page: Page) -> None:
    """The fight from its beginning: it waits where nothing is to move by itself, and plays to its end by one key."""
    again = page.get_by_role("button", name=re.compile("^Watch again"))
    expect(again).to_be_visible()
    page.keyboard.press("4")  # which may have been meant for the action bar that lay there
    expect(again).to_be_focused()
    page.keyboard.press("4")
    moments, play = page.get_by_role("slider"), page.get_by_role("button", name="Play", exact=True)
    expect(moments).to_have_value("0")
    page.get_by_role("button", name=re.compile("^2×")).click()
    expect(play).to_be_visible()
    page.locator("header.head").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Onuri")).to_be_attached()  # each moment is told
    expect(moments).to_have_value(str(moments.get_attribute("max")))
    expect(play).to_be_visible()  # and it stops
    page.keyboard.press("Escape")
    page.get_by_role("button", name="How it ended").click()
