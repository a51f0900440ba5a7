"""Three browsers at one table, two players and a game master, from the link to victory: reactions, a refusal, a step
taken back and one undone, a line that breaks. What must come about does so whatever the dice show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.house import House, People
from tests.page.house import house as serving
from tests.page.playing import (
    Line,
    action,
    answer,
    cell,
    deed,
    goes,
    hand_over_the_enemies,
    joined,
    over,
    pass_turn,
    play_on,
    record,
    zone,
)  # fmt: skip

# Enemies who are hit by any throw but a fumble, hardly hurt, and are out at 0 HP: whoever is lucky, the party wins soon
CAUSEWAY = """
game = "bluebox"
title = "Two on the causeway"
turn = "tahra"
board = { q = [0, 8], r = [0, 4] }
options = { opt_minions_out_at_zero = true }

[beings.tahra]
at = [2, 2]
hp = 60

[beings.onuri]
at = [0, 4]
hp = 60

[beings.vahki]
from = "vahki_patroller"
name = "Vahki"
at = [3, 2]
hp = 5
plating = 0
ac = 1
bac = 1
speed = 2
minion = true

[beings.sentry]
from = "vahki_patroller"
name = "Sentry"
at = [6, 2]
hp = 1
plating = 0
ac = 1
bac = 1
speed = 2
minion = true
"""
WOLVES = """
game = "cloudbreaker"
title = "Wolves on the dam"
turn = "pip"
board = "causeway"

[beings.pip]
at = "landing"
hp = 80

[beings.marrow]
at = "span"
hp = 80

[beings.wolf]
from = "balewolf"
name = "Balewolf"
at = "span"

[beings.cub]
from = "balewolf"
name = "Cub"
at = "far_bank"
hp = 4
"""


@pytest.fixture
def free_pages() -> None:
    """A line is cut here: nobody else gets these pages."""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with serving(luck="three browsers") as found:
        yield found


def gathered(house: House, people: People, game: str, toml: str, ann: str, bea: str) -> tuple[Page, Page, Page, Line]:
    """The game master, and Ann and Bea, who came by links; the scene is on the table, and Bea's line can be cut."""
    master = house.found(game, scenes=[{"toml": toml}], settings={"pause": 0.0})
    gm = people.sit(master)
    first = joined(house, people, master, "Ann", ann)
    second = joined(house, people, master, "Bea", bea)
    line = Line(second)
    second.reload()
    gm.get_by_role("button", name=re.compile("Put it on the table")).click()
    for page in (gm, first, second):
        expect(page.get_by_role("main", name="The board")).to_be_visible()
    return gm, first, second, line


def reads_refusal(page: Page, why: str, rule: str) -> Locator:
    """What somebody is about to do is refused: the page says why; gives the link to the rule."""
    refusal = page.get_by_role("group", name="What you are about to do").get_by_role("alert")
    expect(refusal).to_contain_text(re.compile(why))
    expect(deed(page)).to_have_count(0)
    link = refusal.get_by_role("link")
    expect(link).to_have_attribute("href", re.compile(f"/{rule}$"))
    return link


def reads_rule(page: Page, link: Locator) -> None:
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", name=link.inner_text(), exact=True, level=1)).to_be_visible()
    opened.value.close()


def all_see_victory(pages: Sequence[Page], ours: Sequence[str], theirs: Sequence[str]) -> None:
    for page in pages:
        expect(over(page)).to_be_visible()
        order = page.get_by_role("navigation", name="Order of turns").get_by_role("listitem")
        for name in theirs:
            expect(order.filter(has_text=name)).to_contain_text(re.compile("out|gone|down|dead"))
        for name in ours:
            expect(order.filter(has_text=name)).not_to_contain_text(re.compile("out|gone|down|dead"))
        expect(record(page)).to_contain_text(re.compile("the party has won", re.IGNORECASE))
        expect(page.get_by_role("button", name="To the newest")).to_have_count(0)  # nobody has scrolled it away


def test_a_blue_box_fight_from_link_to_victory(house: House, people: People) -> None:
    gm, ann, bea, line = gathered(house, people, "bluebox", CAUSEWAY, "Tahra", "Onuri")

    cell(ann, 8, 4).click()
    reads_rule(ann, reads_refusal(ann, r"\d m", "bb.move.general"))
    goes(ann, cell(ann, 1, 2))
    expect(cell(bea, 1, 2)).to_have_accessible_name(re.compile("here: Tahra"))
    ann.get_by_role("button", name="Take back").click()
    for page in (gm, ann, bea):
        expect(cell(page, 2, 2)).to_have_accessible_name(re.compile("here: Tahra"))
    pass_turn(ann)
    pass_turn(bea)

    line.cut()
    expect(bea.get_by_text("The connection is lost").first).to_be_visible()
    goes(gm, cell(gm, 4, 2))
    expect(cell(ann, 4, 2)).to_have_accessible_name(re.compile("here: Vahki"))
    gm.get_by_role("button", name="Undo", exact=True).click()
    expect(cell(ann, 3, 2)).to_have_accessible_name(re.compile("here: Vahki"))
    goes(gm, cell(gm, 2, 1))
    question = ann.get_by_role("region", name=re.compile("Opportunity"))
    answer(ann, question.get_by_role("list", name="Answers").get_by_role("button", name=re.compile("Cinder Hook")))
    expect(record(ann)).to_contain_text(re.compile("Tahra .*Vahki"))
    line.mend()
    expect(record(bea)).to_contain_text(re.compile("Tahra .*Vahki"))

    hand_over_the_enemies(gm)
    play_on((ann, bea))
    all_see_victory((gm, ann, bea), ours=("Tahra", "Onuri"), theirs=("Vahki", "Sentry"))
    people.faults.clear()  # the browser itself complains about lines that were closed


@pytest.mark.long  # the same with zones and questions that wait
def test_a_cloudbreaker_situation_from_link_to_victory(house: House, people: People) -> None:
    gm, ann, bea, line = gathered(house, people, "cloudbreaker", WOLVES, "Pip", "Marrow")

    action(ann, "^Attack").click(force=True)  # it can be pressed, though it says that it cannot be done
    rule = reads_refusal(ann, "Balewolf is not in the same zone", "cb.move.melee_same_zone")
    reads_rule(ann, rule)
    goes(ann, zone(ann, "Span"))
    expect(zone(bea, "Span")).to_have_accessible_name(re.compile("here: .*Pip"))
    ann.get_by_role("button", name="Take back").click()
    for page in (gm, ann, bea):
        expect(zone(page, "Landing")).to_have_accessible_name(re.compile("here: .*Pip"))
    pass_turn(ann)

    line.cut()
    expect(bea.get_by_text("The connection is lost").first).to_be_visible()
    goes(gm, zone(gm, "Far bank"))
    expect(ann.get_by_text("has a question to answer")).to_be_visible()
    line.mend()
    question = bea.get_by_role("region", name=re.compile("Opportunity"))
    answer(bea, question.get_by_role("list", name="Answers").get_by_role("button", name="No", exact=True))
    expect(zone(bea, "Far bank")).to_have_accessible_name(re.compile("here: .*Balewolf"))
    gm.get_by_role("button", name="Undo", exact=True).click()
    for page in (gm, ann, bea):
        expect(zone(page, "Span")).to_have_accessible_name(re.compile("here: .*Balewolf"))
    goes(gm, zone(gm, "Far bank"))
    answer(bea, question.get_by_role("list", name="Answers").get_by_role("button").last)
    expect(record(ann)).to_contain_text(re.compile("Marrow Vance .*Balewolf"))

    hand_over_the_enemies(gm)
    play_on((ann, bea))
    all_see_victory((gm, ann, bea), ours=("Pip", "Marrow"), theirs=("Balewolf", "Cub"))
    people.faults.clear()  # the browser itself complains about lines that were closed
