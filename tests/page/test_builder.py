"""Making a character on the page: from the first step to the table and a turn, on a phone and by keys alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import GAMES
from tests.page.house import House, People
from tests.page.making import Act, by_key, card, clicked, decide, done, make, open_step, settled, tapped, title
from tests.page.playing import answers, deed, lead, record, suggest

SPAN = """
game = "cloudbreaker"
title = "On the span"
board = "causeway"
beings.pip.at = "span"
beings.wolf = { from = "balewolf", at = "span" }
"""
IN_TOWN = """
game = "crawl"
title = "In town"
board = "kennel_gallery"
mode = "downtime"
[beings.brannoc_ironway]
at = [0, 3]
ap = 12
money = 900
"""
EVENING = """
game = "vitality"
title = "{}"
mode = "story"
beings.ilse_brandt = {{}}
"""
MACHINES = [{"do": "hand_over", "who": who, "policy": "simple"} for who in ("foes", "gm")]
NOW = {"bluebox": "phone", "crawl": "keys"}  # the others with `--long`


def cases() -> list[object]:
    every = [(game, how) for game in GAMES for how in ("desk", "phone", "keys")]
    return [pytest.param(*case, marks=() if NOW.get(case[0]) == case[1] else pytest.mark.long) for case in every]


def builder(people: People, game: str, **more: bool) -> Page:
    page = people.come(f"/make/{game}", **more)
    settled(page)
    return page


def plays_a_turn(page: Page) -> None:
    """Whatever is asked first is answered; then Wren does what the machine would do, and it stands in the record."""
    asked = answers(page).and_(page.locator(":enabled"))
    expect(suggest(page).or_(asked).first).to_be_visible()
    while asked.count():
        asked.last.click()
        expect(suggest(page).or_(asked).first).to_be_visible()
    suggest(page).click()
    expect(page.get_by_role("region", name="The machine would")).to_be_visible()
    deed(page).click()
    expect(record(page).or_(page.get_by_role("region", name="What happened last")).first).to_contain_text("Wren")


@pytest.mark.parametrize(("game", "how"), cases())
def test_somebody_makes_a_character_and_plays_a_turn_with_it(people: People, game: str, how: str) -> None:
    act: Act = {"desk": clicked, "phone": tapped, "keys": by_key}[how]
    phone = how == "phone"
    page = builder(people, game, phone=phone)
    make(page, "Wren", act, phone=phone)
    expect(page.get_by_role("heading", name="Wren")).to_be_visible()
    act(page.get_by_role("button", name="Play a first fight"))
    page.wait_for_url("**/t/*")
    plays_a_turn(page)


def test_a_player_brings_a_character_to_the_table_from_which_they_came_and_plays_it(
    house: House, people: People
) -> None:
    master = house.found("cloudbreaker", settings={"pause": 0.0}, scenes=[{"toml": SPAN}])
    page = people.come(house.link(house.seat(master, "Ann")))
    page.get_by_role("link", name="Make a new character").click()
    page.wait_for_url(f"**/make/cloudbreaker/{master['table']}")
    make(page, "Wren")
    page.get_by_role("button", name="Bring them to A table").click()
    page.get_by_role("link", name="Go to A table").click()
    page.wait_for_url(f"**/t/{master['table']}")
    expect(page.get_by_text("No scene is on the table")).to_be_visible()
    scene = next(iter(house.do(master, *MACHINES)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene, "party": {"wren": {"instead": "pip"}}})
    plays_a_turn(page)


def test_a_character_goes_into_a_pack_is_brought_as_a_file_and_comes_along_to_a_new_table(
    house: House, people: People, tmp_path: Path
) -> None:
    ada = house.ask("POST", "/api/makers", data={"name": "Ada"})["token"]
    house.ask("POST", "/api/packs", ada, {"id": "coast", "title": "The Drowned Coast", "game": "cloudbreaker"})
    page = builder(people, "cloudbreaker")
    page.evaluate("token => localStorage.setItem('ludex.maker', token)", ada)
    make(page, "Wren")
    page.get_by_role("button", name="Put them into The Drowned Coast").click()
    expect(page.get_by_role("link", name="They are in the pack")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save it as a file").click()
    file = tmp_path / "wren.toml"
    coming.value.save_as(file)
    master = house.found("cloudbreaker")
    ann = people.come(house.link(house.seat(master, "Ann")))
    ann.get_by_label("My own, from a file").set_input_files(file)
    expect(ann.get_by_text("You play Wren.")).to_be_visible()
    page.goto(f"{house.address}/new/cloudbreaker")
    lead(page)
    page.get_by_text("those of the scene").click()
    page.get_by_role("checkbox", name=re.compile("^Wren")).check()
    page.get_by_label("Your name").fill("Mara")
    page.get_by_role("button", name="Start the table").click()
    page.wait_for_url("**/t/**")


def test_going_back_to_an_early_step_names_what_falls_out_before_anything_is_lost(people: People) -> None:
    page = builder(people, "crawl")
    while not title(page).startswith("Aspect"):
        decide(page, "Wren")
        settled(page)
    for name in ("Fit", "Grapple"):
        page.get_by_role("searchbox").fill(name)
        card(page, name).click()
        settled(page)
    page.get_by_role("searchbox").fill("Fit")
    card(page, "Fit").click()
    box = page.get_by_role("alertdialog", name="Falls out")
    expect(box).to_contain_text("Grapple")
    box.get_by_role("button", name="Leave").click()
    expect(box).to_have_count(0)
    expect(card(page, "Fit")).to_have_attribute("aria-pressed", "true")
    card(page, "Fit").click()
    box.get_by_role("button", name="Change").click()
    expect(card(page, "Fit")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Undo").click()
    expect(card(page, "Fit")).to_have_attribute("aria-pressed", "true")


def test_a_refused_card_tells_why_and_by_which_rule_and_is_not_taken(people: People) -> None:
    page = builder(people, "crawl")
    while not title(page).startswith("Aspect"):
        decide(page, "Wren")
        settled(page)
    page.get_by_role("searchbox").fill("Grapple")
    grapple = card(page, "Grapple")
    expect(grapple).to_have_attribute("aria-disabled", "true")
    expect(grapple).to_contain_text(re.compile("needs|requires", re.IGNORECASE))
    expect(page.locator("li", has=grapple).get_by_role("link")).to_have_attribute("href", re.compile("/rules/crawl/tc"))
    chosen = page.locator("main").get_attribute("data-chosen") or ""
    grapple.press("Enter")
    settled(page)
    expect(page.locator("main")).to_have_attribute("data-chosen", chosen)
    page.get_by_role("checkbox", name="Only what I may take").check()
    expect(page.get_by_text("1 is hidden by the filter")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(grapple).to_be_visible()


def test_what_is_pointed_at_shows_on_the_sheet_and_leaves_it_again(people: People) -> None:
    page = builder(people, "bluebox")
    sheet = page.get_by_role("complementary")
    card(page, "Toa").hover()
    expect(sheet).to_contain_text("If you take Toa")
    expect(sheet.locator(".other, .rises").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(sheet).to_contain_text("Point at something")
    expect(sheet.locator(".other, .rises")).to_have_count(0)


def test_a_draft_outlives_a_reload_with_what_is_put_together(people: People) -> None:
    page = builder(people, "bluebox")
    while title(page) != "Abilities":
        decide(page, "Wren")
        settled(page)
    for name in ("Strength", "Stealth"):
        card(page, name).click()
    expect(card(page, "Stealth")).to_have_attribute("aria-pressed", "true")
    settled(page)
    page.reload()
    settled(page)
    expect(page.get_by_role("heading", name="Abilities")).to_be_visible()
    expect(card(page, "Stealth")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Your drafts").click()
    page.get_by_role("button", name="Begin another one").click()
    expect(page.get_by_role("heading", name="Species")).to_be_visible()
    open_step(page, "Species")


def test_the_lobby_leads_there(people: People) -> None:
    page = people.come("/")
    page.get_by_role("link", name="Make a character : Navy Blue").or_(
        page.get_by_role("link", name="Make a character: Navy Blue")
    ).click()
    page.wait_for_url("**/make/navyblue")
    settled(page)


def test_only_the_game_master_waives_a_rule_and_a_player_asks(house: House, people: People) -> None:
    master = house.found("crawl")
    ann = people.come(house.link(house.seat(master, "Ann")))
    expect(ann.get_by_role("button", name="Sit down")).to_be_visible()
    gm = people.sit(master)
    for page in (ann, gm):
        page.goto(f"{house.address}/make/crawl/{master['table']}")
        settled(page)
        while not title(page).startswith("Aspect"):
            decide(page, "Wren")
            settled(page)
        page.get_by_role("searchbox").fill("Grapple")
    ann.get_by_role("button", name=re.compile("^Ask Mara to waive it")).click()
    expect(ann.get_by_text("The game master is asked for Grapple")).to_be_visible()
    house.do(master, {"do": "settle", "id": house.do(master)["improvised"][0]["id"]})
    expect(ann.get_by_text("The game master allows Grapple")).to_be_visible()
    ann.get_by_role("button", name=re.compile("^The game master allows it")).click()
    expect(card(ann, "Grapple")).to_have_attribute("aria-pressed", "true")
    gm.get_by_role("button", name=re.compile("^Waive it")).click()
    expect(card(gm, "Grapple")).to_have_attribute("aria-pressed", "true")
    expect(gm.get_by_role("complementary")).to_contain_text("Waived by the table")


def test_somebody_who_is_there_already_learns_and_buys_on_the_same_screen(house: House, people: People) -> None:
    master = house.found("crawl", scenes=[{"toml": IN_TOWN}])
    house.seat(master, "Ann", "brannoc_ironway")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(master)  # who may do it for them
    page.get_by_role("region", name="Level up, learn and buy").get_by_role("link", name="Brannoc Ironway").click()
    settled(page)
    expect(page.get_by_role("heading", name="Brannoc Ironway")).to_be_visible()
    fit = page.get_by_role("navigation", name="Steps").get_by_role("button", name=re.compile("^Fit"))
    expect(fit).to_be_disabled()  # learned before
    page.get_by_role("searchbox").fill("Blood Soaked Life")
    card(page, "Blood Soaked Life").click()
    settled(page)
    while not page.get_by_role("button", name="Do it at A table").count():
        done(page).click()
        settled(page)
    page.get_by_role("button", name="Do it at A table").click()
    page.wait_for_url(f"**/t/{master['table']}")
    expect(record(page)).to_contain_text("Blood Soaked Life")


def test_a_party_levels_up_between_two_scenes_and_buys_a_thing(house: House, people: People) -> None:
    scenes = [{"toml": EVENING.format(title)} for title in ("Before", "After")]
    master = house.found("vitality", scenes=scenes)
    ann = house.seat(master, "Ann", "ilse_brandt")
    before, after = house.do(master)["master"]["scenes"]
    house.do(master, {"do": "open_scene", "scene": before})
    gm, page = people.sit(master), people.sit(ann)
    page.goto(f"{house.address}/make/vitality/{master['table']}/ilse_brandt")
    settled(page)
    for name in ("Level 4", "Sickly", "Accuracy"):
        card(page, name).click()
        settled(page)
    done(page).click()  # with the stats
    settled(page)
    card(page, "Something").click()
    page.locator("#named").fill("A camera")
    done(page).click()
    page.get_by_role("spinbutton").fill("150")
    settled(page)
    done(page).click()
    settled(page)
    done(page).click()  # nothing else is bought
    page.get_by_role("button", name="Ask Mara for it").click()
    expect(page.get_by_text("The game master is asked.")).to_be_visible()
    do = page.get_by_role("button", name="Do it at A table")
    expect(do).to_be_disabled()
    gm.get_by_role("button", name=re.compile("^Settle it")).first.click()
    allow = gm.get_by_role("button", name="Allow it")
    allow.last.click()  # the camera
    expect(allow).to_have_count(1)
    allow.click()
    expect(do).to_be_enabled()
    do.click()
    page.wait_for_url(f"**/t/{master['table']}")
    record(page).get_by_role("button", name=re.compile("reaches level 4")).click()
    for told in ("A camera", "Sickly", "level 4"):
        expect(record(page)).to_contain_text(told)
    house.do(master, {"do": "open_scene", "scene": after})
    assert house.do(ann)["beings"]["ilse_brandt"]["name"] == "Ilse Brandt"
    page.get_by_role("button", name="Sheets").click()
    expect(page.get_by_role("dialog")).to_contain_text("Sickly")
