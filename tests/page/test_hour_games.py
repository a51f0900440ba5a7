"""Navy Blue, The Crawl and Vitality: a table each, founded and played in one browser by clicking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.house import House, People
from tests.page.house import house as serving
from tests.page.playing import (
    LONGEST,
    aimed,
    answer,
    answers,
    deed,
    hand_over_the_enemies,
    lead,
    pass_turn,
    record,
    suggest,
    token,
)

NAVYBLUE = """
game = "navyblue"
title = "Tar and rope"
turn = "marlow"
board = "ropewalk"

[beings.marlow]
at = "vat"

[beings.ione]
at = "vat"

[beings.wrecker]
at = "vat"
vigor = 30
"""
CRAWL = """
game = "crawl"
title = "A mace and a wall"
turn = "brannoc"
board = { width = 9, height = 5, walls = [[4, 1]] }

[beings.brannoc]
from = "brannoc_ironway"
at = [1, 1]

[beings.sefa]
from = "sefa_quickwater"
at = [2, 2]

[beings.scavenger]
from = "crawl_scavenger"
name = "Scavenger"
at = [2, 1]
hp = 60
"""
VITALITY = """
game = "vitality"
title = "A back alley"
turn = "ilse_brandt"
board = { width = 8, height = 5 }

[beings.ilse_brandt]
at = [2, 1]

[beings.vesper]
at = [2, 3]

[beings.tough]
from = "alley_tough"
name = "Tough"
at = [3, 1]
hp_max = 90
hp = 90
"""
SCENES = {"navyblue": (NAVYBLUE, "Wrecker"), "crawl": (CRAWL, "Scavenger"), "vitality": (VITALITY, "Tough")}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with serving(luck="two rounds") as found:
        yield found


def founded(people: People, game: str, toml: str, folder: Path) -> Page:
    """A table with this scene on it, whose enemies are the machine's; the party is left to its game master."""
    file = folder / "scene.toml"
    file.write_text(toml, encoding="utf-8")
    page = people.come(f"/new/{game}")
    lead(page)
    page.get_by_role("radio", name=re.compile("A scene from a file")).check()
    page.locator("fieldset").get_by_label("A scene from a file").last.set_input_files(file)
    page.get_by_label("Your name").fill("Mara")
    page.get_by_role("button", name="Start the table").click()
    page.get_by_role("button", name=re.compile("Put it on the table")).click()
    hand_over_the_enemies(page)
    return page


def round_of(page: Page) -> int:
    order = page.get_by_role("navigation", name="Order of turns").get_by_role("listitem")
    return int(re.sub(r"\D", "", order.first.inner_text()))


def now(page: Page) -> str:
    """Whose turn it is, in which round."""
    order = page.get_by_role("navigation", name="Order of turns")
    return f"{round_of(page)} {order.locator('[aria-current=step] .name').all_inner_texts()}"


def attack(page: Page) -> Locator:
    """The first attack of the bar that can be made now."""
    attacks = page.get_by_role("toolbar", name="What you can do").get_by_role("region", name="Attacks")
    return attacks.get_by_role("button").first


def strikes(page: Page) -> None:
    """What is aimed at is done, once the odds are read."""
    odds = page.get_by_role("region", name="Odds")
    expect(odds).to_contain_text(re.compile(r"\d\s?%"))
    deed(page).click()
    expect(odds).to_have_count(0)


@pytest.mark.parametrize("rounds", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", SCENES)
def test_rounds_are_played_by_clicking(people: People, tmp_path: Path, game: str, rounds: int) -> None:
    toml, foe = SCENES[game]
    page = founded(people, game, toml, tmp_path)
    assert aimed(page, attack(page), token(page, foe)), "the enemy stands beside whoever begins"
    strikes(page)
    struck = {now(page)}
    until = monotonic() + LONGEST
    while round_of(page) <= rounds:
        assert monotonic() < until, "the rounds do not come to an end"
        if answers(page).count():
            answer(page, answers(page).last)
        elif not suggest(page).count():
            page.wait_for_timeout(50)  # the machine plays
        elif now(page) not in struck and attack(page).count() and aimed(page, attack(page), token(page, foe)):
            struck.add(now(page))
            strikes(page)
        else:
            pass_turn(page)
    expect(record(page)).to_contain_text(foe)
