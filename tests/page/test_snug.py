"""On a desk of 1366 × 768, and on a phone, nothing that is to be read is cut, covered or out of view."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from tests.page.house import House, People
from tests.page.playing import answers, at_rest, over, token, until
from tests.page.test_board import FIELD
from tests.page.test_own_to_a_game import scene_of, seated
from tests.page.test_turn import ALLEY

SNUG = ViewportSize(width=1366, height=768)
HIGHER = "document.documentElement.scrollHeight - innerHeight"
# Is each name that is seen at the next frame wholly in view, and is there one for all tokens that are?
NAMED = """view => new Promise(done => requestAnimationFrame(() => {
  const box = (one) => one.getBoundingClientRect();
  const { left, right, top, bottom } = box(view);
  const within = (one) => one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom;
  const seen = (one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top;
  const wrong = [...view.querySelectorAll("[data-being]")].filter((token) => {
    const name = token.querySelector("text.name");
    return name ? seen(box(name)) && !within(box(name)) : within(box(token.querySelector("[role=button]")));
  });
  done(wrong.map((one) => one.dataset.being));
}))"""

# What is written on a board of zones: lines that are cut or too small to be read, and pairs that lie over each other
WRITTEN = """view => {
  const box = (one) => one.getBoundingClientRect();
  const core = (one) => {
    const { left, right, top, bottom } = box(one), high = (bottom - top) / 4;
    return { left: left + 1, right: right - 1, top: top + high, bottom: bottom - high };
  };
  const shown = (one) => one.textContent.trim() && getComputedStyle(one).display !== "none";
  const lines = [...view.querySelectorAll(".live text:not(:has(tspan)), .live tspan")].filter(shown);
  const { left, right, top, bottom } = box(view);
  const within = (one) => one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom;
  const letters = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const above = (one, i) => lines.slice(0, i).filter((other) => meet(core(one), core(other)));
  const over = lines.flatMap((one, i) => above(one, i).map((other) => [other, one]));
  return {
    lines: lines.length,
    wrong: [
      ...lines.filter((one) => !within(box(one))).map((one) => `${one.textContent} is cut`),
      ...lines.filter((one) => letters(one) < 11).map((one) => `${one.textContent} is too small`),
      ...over.map((pair) => pair.map((one) => one.textContent).join(" lies over ")),
    ],
  };
}"""


def snug(page: Page) -> Page:
    page.set_viewport_size(SNUG)
    return page


def at_the_table(house: House, people: People, game: str, scene: str, *whom: str) -> tuple[dict[str, str], Page]:
    """The game master's seat and the page of Ann, who plays these in a scene that comes with the game, as it begins."""
    master = house.found(game, scene)
    hands = [{"do": "hand_over", "who": who, "policy": "simple"} for who in ("foes", "gm")]
    prepared = next(iter(house.do(master, *hands)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": prepared})
    return master, snug(people.sit(house.seat(master, "Ann", *whom)))


def in_the_drawer(people: People, master: dict[str, str]) -> Page:
    page = snug(people.sit(master))
    page.get_by_role("button", name=re.compile("^Game master")).first.click()
    expect(page.get_by_role("tablist", name="Game master's drawer")).to_be_visible()
    return page


def within(inner: Locator, outer: Locator) -> bool:
    one, other = at_rest(inner), at_rest(outer)
    right, bottom = other["x"] + other["width"], other["y"] + other["height"]
    return (
        one["x"] >= other["x"] - 1
        and one["y"] >= other["y"] - 1
        and one["x"] + one["width"] <= right + 1
        and one["y"] + one["height"] <= bottom + 1
    )


def seen(found: Locator) -> FloatRect:
    rect = found.bounding_box()
    assert rect is not None
    return rect


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_table_is_as_high_as_the_screen_and_only_its_parts_scroll(
    house: House, people: People, phone: bool
) -> None:
    """What is only heard stands within what scrolls, however long that is."""
    _, page = seated(house, people, ALLEY, "vahki", phone=phone)
    if not phone:
        snug(page)
    attack = page.get_by_role("toolbar", name="What you can do").locator("[data-action]").first
    expect(attack).to_be_visible()
    assert page.evaluate(HIGHER) == 0
    attack.click()
    expect(page.get_by_role("region", name="Odds")).to_contain_text("%")
    assert page.evaluate(HIGHER) == 0


# ---------------------------------------------------------------- the board


def test_the_name_of_who_stands_at_the_edge_of_what_is_seen_is_whole_while_it_moves(
    house: House, people: People
) -> None:
    long = FIELD.replace('from = "vahki_patroller"', 'from = "vahki_patroller"\nname = "Stormhammersmith"')
    master, _ = seated(house, people, long, "onuri")
    page = in_the_drawer(people, master)
    view = page.locator(".plate .view")
    at_rest(token(page, "Stormhammersmith"))
    for key in (
        ["ArrowLeft"] * 3 + ["ArrowRight"] * 9 + ["ArrowUp"] * 4 + ["+"] * 3 + ["ArrowDown"] * 6 + ["ArrowLeft"] * 9
    ):
        view.dispatch_event("keydown", {"key": key, "bubbles": True})
        assert view.evaluate(NAMED) == [], key


@pytest.mark.parametrize("game", ["bluebox", "cloudbreaker"])
def test_all_of_the_board_is_seen_beside_the_drawer(house: House, people: People, game: str) -> None:
    scene, whom = {"bluebox": ("broken_causeway_raid", "tahra"), "cloudbreaker": ("the_fog_choir", "pip")}[game]
    master, _ = at_the_table(house, people, game, scene, whom)
    page = in_the_drawer(people, master)
    for width in (1366, 1920, 1280):
        page.set_viewport_size({"width": width, "height": 768})
        view = page.locator(".plate .view")
        for place in page.locator("[role=gridcell]").all():
            assert within(place, view), f"{place.get_attribute('aria-label')} at {width}"


@pytest.mark.parametrize(
    "scene", ["the_fog_choir", "colossus_at_the_gate", "the_bell_of_low_harbour", "planks_over_black_water"]
)
def test_all_that_is_written_on_islands_can_be_read_beside_the_drawer(house: House, people: People, scene: str) -> None:
    master = house.found("cloudbreaker", scene)
    told = house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    while question := told["question"]:  # the formation, and who delays
        told = house.do(master, {"do": "answer", "key": question["key"], "value": question["default"]})
    page = in_the_drawer(people, master)
    expect(page.locator("path.reach")).to_be_attached()
    view = page.locator(".plate .view")
    at_rest(token(page, "Pip Underlark"))
    written = view.evaluate(WRITTEN)
    assert written["lines"] > 2 * page.locator("[data-being]").count()  # names, pools and places
    assert written["wrong"] == []


def test_who_acts_comes_into_view_in_the_order_of_turns_where_it_has_less_room(house: House, people: People) -> None:
    master, _ = at_the_table(house, people, "bluebox", "broken_causeway_raid", "tahra")
    page = in_the_drawer(people, master)
    strip = page.get_by_role("navigation", name="Order of turns")
    acting = strip.locator("[aria-current=step]")
    strip.evaluate("one => (one.scrollLeft = one.scrollWidth)")
    assert not within(acting, strip)
    page.set_viewport_size({"width": 1280, "height": 768})
    expect(acting).to_be_in_viewport()
    assert within(acting, strip)


# ---------------------------------------------------------------- the bar


def test_everybody_of_the_party_has_a_card_and_what_can_be_done_has_room(house: House, people: People) -> None:
    scene = scene_of("cloudbreaker").replace(
        'beings.marrow.at = "landing"',
        'beings.marrow.at = "landing"\nbeings.ione.at = "landing"\nbeings.tal.at = "landing"',
    )
    _, page = seated(house, people, scene, "marrow")
    snug(page)
    cards = page.get_by_role("list", name="The party").get_by_role("listitem")
    expect(cards).to_have_count(3)
    for card in cards.all():
        assert within(card, page.get_by_role("list", name="The party"))
    bar = page.get_by_role("region", name="What you can do")
    names = page.get_by_role("list", name="The party").get_by_role("heading").all_inner_texts()
    assert len(names) == 3
    assert "Marrow" not in " ".join(names)  # who stands beside them, whole
    waiting = bar.get_by_role("region", name=re.compile("^Waiting for"))
    assert seen(waiting)["width"] > 150
    assert within(waiting, bar)


MORE = """
beings.ione.at = "landing"
beings.tal.at = "landing"
beings.fen = { from = "tal", at = "landing", name = "Fenwick" }"""


@pytest.mark.parametrize("phone", [False, True])
def test_of_a_party_of_five_each_has_a_row_that_is_whole(house: House, people: People, phone: bool) -> None:
    scene = scene_of("cloudbreaker").replace('beings.marrow.at = "landing"', 'beings.marrow.at = "landing"' + MORE)
    _, page = seated(house, people, scene, "marrow", "ione", "tal", "fen", phone=phone)
    if not phone:
        snug(page)
    party = page.get_by_role("list", name="The party")
    rows = party.get_by_role("listitem")
    expect(rows).to_have_count(4)
    for row in rows.all():
        row.scroll_into_view_if_needed()
        assert within(row, party)
        for part in ("heading", "definition"):
            assert all(within(one, row) for one in row.get_by_role(part).all())
    if not phone:
        assert party.evaluate("list => list.scrollHeight <= list.clientHeight")


def test_a_game_master_sees_whom_the_table_waits_for(house: House, people: People) -> None:
    master, _ = at_the_table(house, people, "bluebox", "broken_causeway_raid", "tahra", "kailani", "vhor", "onuri")
    page = snug(people.sit(master))
    expect(page.get_by_role("region", name="Waiting for Ann").get_by_text(re.compile("has 2 AP"))).to_be_visible()


def test_what_somebody_carries_lies_in_its_slot(house: House, people: People) -> None:
    _, page = at_the_table(house, people, "navyblue", "the_ropewalk", "pell")
    tray = page.get_by_role("region", name=re.compile("^What Pell"))
    expect(tray).to_be_visible()
    spilt = """tray => [...tray.querySelectorAll("button:has(.thing)")].filter((slot) => {
      const run = Number(getComputedStyle(slot.parentElement).getPropertyValue("--run")) || 1;
      const [thing, own] = [slot.querySelector(".thing").getBoundingClientRect(), slot.getBoundingClientRect()];
      const beside = thing.right > own.left + own.width * (run + 0.2);
      return beside || thing.top < own.top - 1 || thing.bottom > own.bottom + 1;
    }).map((slot) => slot.textContent.trim())"""
    assert tray.evaluate(spilt) == []


def test_armour_is_seen_from_head_to_foot(house: House, people: People) -> None:
    _, page = seated(house, people, scene_of("crawl"), "brannoc", "sefa")
    snug(page)
    armour = page.locator(".armour")
    for part in ("head", "torso", "legs"):
        assert within(armour.get_by_text(part, exact=True), armour)


def test_what_one_can_still_do_fits_the_row_of_a_phone(house: House, people: People) -> None:
    master, _ = seated(house, people, scene_of("crawl"), "brannoc")
    page = people.sit(house.seat(master, "Ben", "brannoc"), phone=True)
    row = page.get_by_role("region", name=re.compile("^Brannoc"))
    left = row.get_by_label("Left")
    expect(left).to_contain_text("movement free")
    assert within(left, row)


# ---------------------------------------------------------------- the drawer, questions and the end


def test_the_places_of_the_drawer_stand_in_one_line(house: House, people: People) -> None:
    master, _ = at_the_table(house, people, "cloudbreaker", "the_fog_choir", "pip", "tal", "ione", "marrow")
    tabs = in_the_drawer(people, master).get_by_role("tab")
    expect(tabs).to_have_count(7)
    assert len({seen(tab)["y"] for tab in tabs.all()}) == 1


@pytest.mark.parametrize("phone", [False, True])
def test_all_places_of_the_drawer_are_seen_where_an_adventure_is_led(house: House, people: People, phone: bool) -> None:
    data = {"game": "vitality", "title": "An evening", "name": "Mara", "adventure": "the_last_ferry"}
    master = house.ask("POST", "/api/tables", data=data)
    ann = house.seat(master, "Ann", "nia_calloway")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    house.do(ann, {"do": "improvise", "being": "nia_calloway", "words": "I whistle"})
    page = people.sit(master, phone=phone)
    if not phone:
        snug(page)
    page.get_by_role("button", name=re.compile("^Game master")).first.click()
    tablist = page.get_by_role("tablist", name="Game master's drawer")
    tabs = tablist.get_by_role("tab")
    expect(tabs).to_have_count(8)
    expect(tabs.filter(has_text="Now")).to_contain_text("1")
    for tab in tabs.all():
        assert within(tab, tablist), tab.inner_text()
        assert not phone or (seen(tab)["height"] >= 44 and seen(tab)["width"] >= 44)
    assert len({seen(tab)["y"] for tab in tabs.all()}) == (2 if phone else 1)


def test_all_answers_of_a_question_are_seen_at_once(house: House, people: People) -> None:
    master, page = at_the_table(house, people, "bluebox", "broken_causeway_raid", "tahra", "kailani", "vhor", "onuri")
    ann = {"table": master["table"], "token": page.evaluate("JSON.parse(localStorage['ludex.seats'])[0].token")}
    until(
        house,
        ann,
        "question with three answers",
        lambda client, plan: len((client.document["question"] or {"choices": ""})["choices"]) > 2,
    )
    expect(answers(page).first).to_be_visible()
    expect(page.get_by_text("Working out what follows")).to_have_count(0)
    asks = page.locator(".upper")
    for answer in page.get_by_role("list", name="Answers").get_by_role("listitem").all():
        assert within(answer, asks), answer.inner_text()


def test_what_comes_after_a_fight_is_seen_whole(house: House, people: People) -> None:
    master, page = seated(house, people, FIELD, "onuri")
    snug(page)
    house.do(master, {"do": "gm", "name": "remove", "args": {"being": "vahki"}})
    expect(over(page)).to_be_attached()
    cards = page.get_by_role("group", name="What comes next").get_by_role("button")
    expect(cards).to_have_count(4)
    bar = page.get_by_role("region", name="What you can do")
    for card in cards.all():
        assert within(card, bar), card.inner_text()
