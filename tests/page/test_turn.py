"""One's turn: how many clicks things take."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.house import House, People
from tests.page.playing import action, answer, answers, deed, record, token

ALLEY = """
game = "bluebox"
title = "In the alley"
turn = "vahki"
board = { q = [0, 6], r = [0, 0] }

[beings.vahki]
from = "vahki_patroller"
side = "party"
at = [0, 0]

[beings.raider]
from = "skakdi_raider"
at = [2, 0]

[beings.onuri]
at = [3, 0]
"""


def settle(page: Page) -> None:
    """Whatever the dice have brought to decide is answered."""
    expect(deed(page)).to_have_count(0)
    while answers(page).count():
        answer(page, answers(page).last)


def test_attacks_take_two_clicks_or_three_by_another_weapon_and_the_end_one(house: House, people: People) -> None:
    """The Vahki has two weapons that reach the raider, each a card of its own; Onuri one."""
    for who, other in (("vahki", "Disk Launcher"), ("vahki", ""), ("onuri", "")):
        master = house.found(scenes=[{"toml": ALLEY.replace('turn = "vahki"', f'turn = "{who}"')}])
        seat = house.seat(master, "Ann", "vahki", "onuri")
        house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
        raider = {"do": "gm", "name": "set", "args": {"what": "raider", "field": "hp", "value": 40}}
        house.do(master, raider)  # it is not to fall
        page = people.sit(seat)
        attack(page, other)
        spent = [
            {"do": "gm", "name": "set", "args": {"what": who, "field": field, "value": 0}} for field in ("ap", "moves")
        ]
        end = page.get_by_role("button", name=re.compile("^End turn"))
        house.do(master, spent[1])
        expect(record(page)).to_contain_text("sets Move Actions left of")  # the page has heard of it
        end.click()
        expect(deed(page)).to_contain_text("You could still spend 1 AP.")
        page.keyboard.press("Escape")
        expect(deed(page)).to_have_count(0)
        house.do(master, spent[0])
        expect(record(page)).to_contain_text("sets AP left of")
        end.click()
        expect(record(page)).to_contain_text(re.compile("(Skakdi Raider|Vahki Patroller|Onuri)['’]s turn"))


def attack(page: Page, other: str) -> None:
    """Whoever acts attacks the raider: at whom, with another weapon than is meant first, and that is it."""
    token(page, "Skakdi Raider").click()
    if other:
        expect(deed(page)).to_have_text(re.compile("^Strike Skakdi Raider with the Stun Staff"))
        expect(action(page, "^Stun Staff")).to_have_attribute("aria-pressed", "true")
        action(page, f"^{other}").click()
        expect(deed(page)).to_have_text(re.compile(f"^Shoot Skakdi Raider with the {other}"))
        expect(action(page, f"^{other}")).to_have_attribute("aria-pressed", "true")
    expect(deed(page)).to_have_text(re.compile(r"^(Shoot|Strike) Skakdi Raider with the "))
    deed(page).click()
    settle(page)


def test_who_waits_sees_what_they_could_react_with_and_plans_what_they_do_next(house: House, people: People) -> None:
    """Once their turn comes one key does what was planned."""
    master = house.found(scenes=[{"toml": ALLEY}])
    document = house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(house.seat(master, "Ann", "onuri"))
    reaction = page.get_by_role("region", name="You can react with").get_by_role("link").first
    expect(reaction).to_have_attribute("href", re.compile("^/rules/bluebox/"))
    plan = page.get_by_role("region", name="Plan the next turn of Onuri").get_by_role("button").first
    expect(plan).to_contain_text("Skakdi Raider")
    plan.click()
    expect(plan).to_contain_text("Planned: one key does it when the turn comes.")
    while document["turn"]["of"] != "onuri":
        ends = {"do": "command", "actor": document["turn"]["of"], "name": "end_turn", "args": {}}
        document = house.do(master, ends)
    expect(deed(page)).to_contain_text("Skakdi Raider")
    page.keyboard.press("Enter")
    expect(record(page)).to_contain_text(re.compile("Onuri (attacks|strikes|shoots|hits|misses).*Skakdi Raider"))
