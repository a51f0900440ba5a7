"""What is done with somebody on the token itself."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.page.drawer import place, tool, whom
from tests.page.house import House, People
from tests.page.playing import action, token
from tests.page.scenes import LEDGE

COUNTED = "window.clicks = 0; addEventListener('pointerdown', () => window.clicks++, true)"


def menu(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=f"What to do with {name}")


def test_everything_is_on_the_token_and_who_acts_keeps_their_actions(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    ann = house.seat(master, "Ann", "tahra")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene}, {"do": "hand_over", "who": "foes", "policy": ""})
    gm = people.sit(master)
    foe = token(gm, "Vahki")

    # A click on an enemy of one's own aims at them while a hero acts: the actions stay
    expect(action(gm, "Shove")).to_be_visible()
    foe.click()
    expect(action(gm, "Shove")).to_be_visible()
    gm.keyboard.press("Escape")
    expect(gm.get_by_role("region", name="What you can do").get_by_role("heading", name="Onuri")).to_be_visible()

    # The HP of a monster: a click and a number, of which it is seen before what it comes to
    gm.evaluate(COUNTED)
    foe.click(button="right")
    own = menu(gm, "Vahki Patroller")
    expect(own.get_by_role("textbox", name=re.compile("^HP"))).to_be_focused()
    gm.keyboard.type("-3")
    expect(own.get_by_role("button", name="Set HP to 11")).to_contain_text("14 → 11")
    gm.keyboard.press("Enter")
    expect(own).to_have_count(0)
    expect(foe).to_have_accessible_name(re.compile("HP 11"))
    assert gm.evaluate("window.clicks") <= 2

    # By keyboard: the key of a full stop opens it, a condition is found by typing, Escape closes it where it was
    foe.press(".")
    expect(own.get_by_role("textbox", name=re.compile("^HP"))).to_be_focused()
    search = own.get_by_role("searchbox", name="Find a condition")
    search.fill("pron")
    expect(own.get_by_role("button", name="Prone", pressed=False)).to_be_visible()
    search.press("Enter")
    expect(own.get_by_role("button", name="Prone", pressed=True)).to_be_visible()
    own.get_by_role("button", name="Prone").click()
    expect(own.get_by_role("button", name="Prone", pressed=True)).to_have_count(0)
    gm.keyboard.press("Escape")
    expect(foe).to_be_focused()
    nobody_is_covered(gm, foe)

    # The drawer is about whom one chooses, until it is pinned
    gm.get_by_role("button", name="Game master", exact=True).click()
    place(gm, "Beings")
    expect(tool(gm, "Conditions")).to_be_visible()
    gm.get_by_role("button", name="Stay with Vahki Patroller").click()
    token(gm, "Onuri").click()
    expect(gm.get_by_role("button", name="Stay with Vahki Patroller", pressed=True)).to_be_visible()

    # A condition of which there is more to say is chosen there, about them and nobody else
    token(gm, "Onuri").press(".")
    expect(menu(gm, "Onuri").get_by_role("textbox", name=re.compile("^HP"))).to_be_focused()
    search = menu(gm, "Onuri").get_by_role("searchbox", name="Find a condition")
    search.fill("slow")
    search.press("Enter")
    expect(whom(gm)).to_have_value("onuri")
    conditions = tool(gm, "Conditions")
    expect(conditions.get_by_role("combobox", name="Condition")).to_have_value("Slowed")
    expect(conditions.get_by_label("Metres slower")).to_be_visible()

    # A player is offered what the seat may do, and nothing else
    page = people.sit(ann)
    token(page, "Vahki").click(button="right")
    expect(menu(page, "Vahki Patroller").get_by_role("button")).to_have_text(
        [re.compile("Sheet"), re.compile("Point at")]
    )

    # It asks once before somebody is gone
    foe.press(".")
    own.get_by_role("button", name="Remove").click()
    own.get_by_role("button", name="Remove").click()
    expect(foe).to_have_count(0)


def nobody_is_covered(page: Page, foe: Locator) -> None:
    foe.click(button="right")
    expect(menu(page, "Vahki Patroller").get_by_role("searchbox", name="Find a condition")).to_be_visible()
    page.wait_for_function("""() => {
      const menu = document.querySelector('.menu').getBoundingClientRect();
      return [...document.querySelectorAll('g[data-being]')].every((one) => {
        const box = one.getBoundingClientRect();
        return box.left >= menu.right || menu.left >= box.right || box.top >= menu.bottom || menu.top >= box.bottom;
      });
    }""")
    page.keyboard.press("Escape")
