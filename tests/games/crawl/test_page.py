"""The page of the game lists every priced part with its fields and worths, and every event to wait for."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from ludex.games.crawl.book.turns.ready_actions import TRIGGERS
from ludex.games.crawl.build.own_aspects import EVERY
from ludex.games.crawl.records.parts import Chosen, On, Stepped
from tests.pages import PAGES, fields

PAGE = next(page for page in PAGES if page.name == "crawl")
TITLE = "### Every part"


def test_every_part_is_listed_and_no_other() -> None:
    assert set(PAGE.listed(TITLE)) == set(EVERY)


@pytest.mark.parametrize("tag", EVERY)
def test_the_row_of_a_part_tells_its_fields_and_what_it_can_be_worth(tag: str) -> None:
    row, kind = PAGE.row(TITLE, tag).replace("−", "-"), EVERY[tag]
    assert [name for name in fields(kind) if f"`{name}`" not in row] == []
    numbers = [int(number) for number in re.findall(r"-?\d+", row)]
    if issubclass(kind, Stepped) and tag != "failure_chance":
        assert {min(kind.PRICES), max(kind.PRICES)} <= {*numbers, 1, -5}
    if issubclass(kind, Chosen):
        assert [option for option in kind.OPTIONS if option not in row] == []
        assert {abs(price) for price in kind.OPTIONS.values()} <= {abs(number) for number in numbers}


def test_everything_a_modifier_can_be_on_is_told() -> None:
    section = PAGE.section("### What a modifier is on")
    assert [word for word in get_args(On) if not re.search(rf"\b{word}\b", section)] == []


def test_every_event_that_an_action_can_be_readied_for_is_told() -> None:
    row = PAGE.row("## Commands of beings", "ready")
    assert [event for event in TRIGGERS if not re.search(rf"\b{event}\b", row)] == []
