"""Playing a book at once: alone with the machine, which others may join, and two of us on one screen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.house import House, People, about
from tests.page.playing import action, answers, record
from tests.page.test_listening import its_turn

CLICKS = """() => {
  window.clicks = 0;
  addEventListener("click", (event) => event.isTrusted && window.clicks++, true);
}"""
HELD = 'JSON.parse(localStorage.getItem("ludex.seats"))'


def decides(page: Page) -> None:
    """There is something to decide for who sits there."""
    expect(action(page, ".").or_(answers(page)).first).to_be_visible()


def held(page: Page, name: str) -> dict[str, str]:
    """A seat that the browser has at its table."""
    seats: list[dict[str, str]] = page.evaluate(HELD)
    return next(seat for seat in seats if seat["name"] == name)


def test_from_the_lobby_to_the_first_own_decision_are_two_clicks_and_others_may_join(
    house: House, people: People
) -> None:
    page = people.come("/")
    page.evaluate(CLICKS)
    page.get_by_role("link", name=re.compile("^Vitality")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("I play Ilse Brandt,\nthe machine plays the rest")
    page.get_by_role("button", name="Play Ilse Brandt in Back Alley").click()
    decides(page)
    assert page.evaluate("window.clicks") == 2
    assert held(page, "Player 1")["role"] == "player"

    page.get_by_role("button", name="Others may join").click()
    page.get_by_role("button", name=about("Offer it", "Kestrel")).click()
    ben = people.come(page.get_by_role("textbox", name="Link for Kestrel").input_value())
    expect(ben.get_by_role("radio", name=re.compile("^Kestrel"))).to_be_checked()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_role("main", name="The board")).to_be_visible()
    expect(page.get_by_text("plays Kestrel", exact=True)).to_be_visible()
    table = held(page, "Player 1")["table"]
    assert house.ask("GET", f"/api/tables/{table}", held(ben, "Ben")["token"])["beings"] == ["kestrel"]

    page.goto(house.address)
    expect(page.get_by_role("link", name=re.compile("^Sit down"))).to_have_count(1)  # not the game master's seat, too


def test_two_on_one_screen_see_each_what_they_may(house: House, people: People) -> None:
    page = people.come("/new/vitality")
    page.get_by_role("radio", name="Two of us, one screen").check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Name of the second player").fill("Ben")
    page.get_by_role("group", name="Hero of Ben").get_by_role("radio", name="Kestrel").check()
    page.get_by_role("button", name="Play Ilse Brandt and Kestrel in Back Alley").click()
    bar = page.get_by_role("region", name="One screen, played by")
    expect(bar.get_by_role("button", name=re.compile("^Ada"), pressed=True)).to_be_visible()
    decides(page)

    # One of them has a letter: the screen is handed over, with nothing on it
    ada, ben, master = (held(page, name) for name in ("Ada", "Ben", "The machine"))
    house.do(master, {"do": "handout", "title": "A letter", "text": "Trust nobody."})
    letter = next(iter(house.do(master)["handouts"]))
    house.do(master, {"do": "show_handout", "id": letter, "seats": [ben["seat"]]})
    (entries,) = (offered["entries"] for offered in house.do(ada)["offers"].values())
    ends = next(one["command"] for one in entries if one["group"] == "passes" and one["command"])
    house.do(ada, {"do": "command", **ends})
    expect(page.get_by_role("heading", name="Hand the screen to Ben")).to_be_visible()
    expect(page.get_by_role("main", name="The board")).to_have_count(0)
    expect(page.get_by_text("A letter")).to_have_count(0)
    page.get_by_role("button", name="I am Ben").press("Enter")
    decides(page)
    expect(page.get_by_text("A letter").first).to_be_visible()


def test_who_plays_alone_says_when_a_rest_is_over(house: House, people: People) -> None:
    page = people.come("/new/cloudbreaker")
    page.get_by_role("button", name=re.compile("^Play Marrow Vance")).click()
    its_turn(page)
    house.do(held(page, "The machine"), {"do": "gm", "name": "end_situation", "args": {"outcome": "won"}})
    page.get_by_role("button", name=about("Rest", "")).click()
    rest = page.get_by_role("region", name="Rest", exact=True)
    rest.get_by_role("combobox").select_option("long")
    rest.get_by_role("button", name="Rest", exact=True).click()
    page.get_by_role("button", name="Finish rest", exact=True).click()
    rest.locator("form").get_by_role("button").last.click()
    expect(record(page)).to_contain_text("The long break ends")
