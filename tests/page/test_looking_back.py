"""Looking back in a browser: moments that are over, while the others play on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.house import House, People
from tests.page.playing import fought, looking_back, record


def test_who_looks_back_is_told_what_the_others_play_meanwhile(house: House, people: People) -> None:
    master, _ = fought(house)
    page = people.sit(master)
    expect(record(page)).to_be_visible()
    looking_back(page)
    past, moments = page.get_by_role("complementary", name="This moment"), page.get_by_role("slider")
    last = int(moments.get_attribute("max") or 0)
    expect(moments).to_have_value(str(last - 1))
    house.do(master, *[{"do": "gm", "name": "tell", "args": {"words": f"{wave} wave"}} for wave in ("One", "Another")])
    since = page.get_by_role("button", name="2 more moments since")
    expect(since).to_be_visible()
    expect(moments).to_have_attribute("max", str(last + 2))
    expect(moments).to_have_value(str(last - 1))
    expect(past).not_to_contain_text("wave")  # nobody is led away
    page.keyboard.press("End")
    expect(past).to_contain_text("Another wave")
    expect(page.locator(".place")).to_have_text(f"moment {last + 3} of {last + 3}, as it is now")
    expect(since).to_have_count(0)


def test_one_looks_back_from_a_card_of_the_record_to_its_moment(house: House, people: People) -> None:
    master, document = fought(house)
    for hp in (20, 1):
        house.do(master, {"do": "gm", "name": "set", "args": {"what": "tahra", "field": "hp", "value": hp}})
    house.do(master, {"do": "gm", "name": "tell", "args": {"words": "The tide comes in"}})
    page = people.sit(master)
    card = record(page).get_by_role("button", name=re.compile("sets .* of Tahra to 20"))
    card.click()
    record(page).locator(".card.open").get_by_role("button", name="Look back").click()
    past = page.get_by_role("complementary", name="This moment")
    expect(past).to_contain_text("of Tahra to 20")
    names = [being["name"] for being in document["beings"].values()]
    for name in names[:3]:
        expect(page.locator(".past .strip")).to_contain_text(name.split()[0])  # the order of turns, as it was
    expect(page.locator(".past path.close")).to_have_count(1)
    past.get_by_role("button", name=re.compile("^Tahra has 1")).click()
    expect(past).to_contain_text("of Tahra to 1")
