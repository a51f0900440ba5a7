"""The table for who listens and plays by keys alone: what is said, in which order, and where the focus goes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.house import House, People
from tests.page.playing import action, answer, answers, deed, over, record, suggest
from tests.page.test_keys import ONE_TO_ONE, sat_down
from tests.page.test_text import opened
from tests.table.tables import SCENES

STEPS = 5  # of a turn, at most, before it is ended

# What has the focus: its role and its name; nothing where a listener would not know where they are
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return "";
  const roles = { BUTTON: "button", A: "link", INPUT: "field", SECTION: "region", H1: "heading", H2: "heading" };
  const role = one.getAttribute("role") ?? roles[one.tagName];
  const label = document.getElementById(one.getAttribute("aria-labelledby") ?? "");
  const name = one.getAttribute("aria-label") || (label ?? one).textContent.trim();
  return role && name ? `${role}: ${name}` : "";
}"""
# All that is said politely from now on, in order
LISTEN = """() => {
  window.heard = [];
  const said = document.querySelector("[aria-live=polite]");
  new MutationObserver(() => said.textContent && window.heard.push(said.textContent)).observe(said, {
    childList: true, characterData: true, subtree: true,
  });
}"""


# The deed that was chosen has the focus, or is done already, since there was nothing to think twice about
FOCUSED_OR_DONE = """() => {
  const deeds = [...document.querySelectorAll('[role=group][aria-label="What you are about to do"] button')];
  return !deeds.length || deeds.includes(document.activeElement);
}"""


def listen(page: Page) -> None:
    page.evaluate(LISTEN)


def heard(page: Page, words: str) -> list[str]:
    """All that was said, as soon as this is among it."""
    page.wait_for_function("words => window.heard.some((said) => new RegExp(words).test(said))", arg=words)
    found: list[str] = page.evaluate("window.heard")
    return found


def knows_where(page: Page) -> None:
    """Whoever listens comes to a place that has a name."""
    page.wait_for_function(FOCUSED)


def in_words(page: Page) -> Page:
    page.keyboard.press("t")
    expect(page.get_by_role("article", name="Text view")).to_be_visible()
    return page


def party_at(house: House, people: People, game: str) -> Page:
    """Somebody plays the whole party by keys, machines all others."""
    master = house.found(game, settings={"pause": 0.0})
    scene = next(iter(house.do(master)["master"]["scenes"]))
    beings = house.do(master, {"do": "open_scene", "scene": scene})["beings"]
    party = [who for who, being in beings.items() if being["ally"]]
    others = {being["side"] for being in beings.values() if not being["ally"]}
    page = people.sit(house.seat(master, "Ann", *party))
    house.do(master, *[{"do": "hand_over", "who": who, "policy": "simple"} for who in (*others, "gm")])
    expect(record(page)).to_be_visible()
    return in_words(page)


def its_turn(page: Page) -> None:
    """Until one can do something: what is asked before is answered, by keys."""
    while True:
        expect(answers(page).or_(suggest(page)).or_(over(page)).first).to_be_visible()
        if not answers(page).count():
            return
        answered(page)


def answered(page: Page) -> None:
    asked = page.locator("#question")
    key = asked.element_handle()
    page.keyboard.press("q")
    expect(asked).to_be_focused()
    answers(page).last.press("Enter")
    page.wait_for_function("asked => !asked.isConnected", arg=key)
    knows_where(page)


@pytest.mark.parametrize("game", list(SCENES))
def test_who_plays_by_keys_knows_where_they_are_for_a_whole_turn(house: House, people: People, game: str) -> None:
    page = party_at(house, people, game)
    for _ in range(STEPS):
        its_turn(page)
        suggest(page).press("Enter")
        plan = page.get_by_role("region", name="The machine would")
        expect(plan).to_be_visible()
        expect(deed(page)).to_be_focused()
        page.keyboard.press("Enter")
        expect(plan).to_have_count(0)
        knows_where(page)
    its_turn(page)
    if suggest(page).count():
        page.keyboard.press("e")
        page.wait_for_function(FOCUSED_OR_DONE)
        if deed(page).count():
            page.keyboard.press("Enter")
            expect(deed(page)).to_have_count(0)
        knows_where(page)


def test_what_happened_is_said_first_and_then_once_whose_turn_it_is(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    listen(page)
    action(page, "Defensive stance").press("Enter")
    page.keyboard.press("Enter")
    assert any("You could still" in said for said in heard(page, "Defensive Stance.*You could still"))
    page.evaluate("window.heard = []")  # the call to this turn may have come as late as that
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    before: list[str] = []
    while True:
        said = heard(page, "Question for|Your turn")
        if not answers(page).count():
            break
        before += said
        page.evaluate("window.heard = []")
        answer(page, answers(page).last)
    said = [*before, *heard(page, "Your turn")]
    calls = [one for one in said if "Your turn" in one]
    assert len(calls) == 1
    assert "Vahki" in " ".join(said).split("Your turn")[0]
    page.keyboard.press("x")
    told = page.locator("[aria-live=assertive]")
    expect(told).to_have_text(re.compile("Vahki|Onuri"))
    first = told.inner_text()
    page.keyboard.press("x")
    expect(told).not_to_have_text(first)


def test_the_same_fight_anew_says_whose_turn_it_is_again(house: House, people: People) -> None:
    master = opened(house, ONE_TO_ONE.replace('turn = "onuri"', ""))
    page = people.sit(house.seat(master, "Ann", "onuri"))
    expect(action(page, "Unarmed attack")).to_be_visible()
    listen(page)
    house.do(master, {"do": "rematch"})
    # The call to the first fight may have come as late as that
    page.wait_for_function("() => /A new scene.*Your turn, Onuri/.test(window.heard.join(' '))")


def test_what_the_machine_would_do_is_said(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    listen(page)
    suggest(page).press("Enter")
    heard(page, "^The machine would: .*Enter does it")


def test_a_deed_that_is_read_where_the_focus_is_is_not_said_once_more(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    listen(page)
    action(page, "Unarmed attack").press("Enter")
    page.locator("#choices").get_by_role("button", name="FOR").press("Enter")
    expect(deed(page)).to_be_focused()
    assert not any("Vahki" in said for said in heard(page, "Enter does it"))


def test_a_place_is_typed_by_how_far_and_which_way_and_what_is_wrong_is_not_meant(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    in_words(page)
    place = page.get_by_label("Go to a place")
    place.fill("2 m west")
    place.press("Enter")
    expect(deed(page)).to_contain_text("Move 2 m")
    place.fill("nowhere at all")
    place.press("Enter")
    wrong, said = page.locator("#t-wrong"), page.locator("[aria-live=assertive]")
    expect(wrong).to_contain_text("such as “6 m east”")
    expect(said).to_have_text(re.compile("nowhere at all"))
    first = said.text_content()
    place.press("Enter")
    page.wait_for_function("first => document.querySelector('[aria-live=assertive]').textContent !== first", arg=first)
    expect(said).to_have_text(re.compile("nowhere at all"))  # the same is read again
    expect(deed(page)).to_have_count(0)
    place.fill("next to Vahki")
    expect(wrong).to_have_count(0)


def test_odds_stay_where_one_goes_to_them(house: House, people: People) -> None:
    more = "".join(f'[beings.foe{at}]\nfrom = "vahki_patroller"\nat = [{at}, {at % 2}]\n' for at in range(1, 6))
    archer = ONE_TO_ONE.replace("onuri", "kailani")
    page = people.sit(house.seat(opened(house, archer + more), "Ann", "kailani"))
    action(page, "^Reef Bow").press("Enter")
    targets = page.locator("#choices").get_by_role("button", name=re.compile("Vahki"))
    expect(targets.nth(1)).to_be_visible()
    targets.nth(1).focus()
    odds = page.get_by_role("region", name="Odds")
    expect(odds).to_contain_text("%")
    page.keyboard.press("c")
    expect(odds).to_be_focused()
    expect(odds).to_contain_text("%")


def test_the_record_has_headings_and_its_newest_is_one_key_away(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    expect(record(page).get_by_role("heading", name="One to one")).to_be_visible()
    action(page, "Defensive stance").press("Enter")
    page.keyboard.press("Enter")
    expect(record(page)).to_contain_text("Defensive Stance")
    page.keyboard.press("r")
    expect(record(page).get_by_role("button", name=re.compile("Defensive Stance"))).to_be_focused()


def test_whether_one_sees_somebody_is_answered_with_yes_or_no(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    in_words(page)
    page.get_by_role("button", name=re.compile("Do you see it")).press("Enter")
    row = page.get_by_role("table", name="The others").get_by_role("row", name=re.compile("Vahki"))
    expect(row).to_contain_text("Yes, nothing is in the way.")
    expect(page.get_by_role("button", name=re.compile("Do you see it"))).to_be_focused()


def test_an_action_is_one_stop_of_the_tab_key(house: House, people: People) -> None:
    _, page = sat_down(house, people)
    page.get_by_role("button", name="show all").click()
    bar = page.get_by_role("toolbar", name="What you can do")
    expect(bar.get_by_role("link").first).to_be_visible()
    assert bar.locator("a:not([tabindex='-1'])").count() == 0
    refused = bar.locator("[data-action][aria-disabled=true]").first
    refused.press("Enter")
    expect(page.get_by_role("group", name="What you are about to do").get_by_role("link").first).to_be_visible()


def test_the_lobby_can_be_entered_past_its_head(house: House, people: People) -> None:
    page = people.come("/")
    expect(page.get_by_role("heading", name="Open a book")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Skip to the books")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Open a book")).to_be_focused()
