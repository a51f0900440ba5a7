"""The game master deletes a table on the page; all see when, and until then it can be kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ludex.client.http import Answer
from tests.page.drawer import place, tool
from tests.page.house import House, People

SOON = re.compile("This table will be deleted for good on")


def choose(page: Page, grace: str) -> None:
    place(page, "Table")
    deleting = tool(page, "Delete this table")
    deleting.get_by_label("When").select_option(label=grace)
    deleting.get_by_role("button", name="Delete …").click()
    deleting.get_by_role("button", name="Delete for good").click()


def test_a_table_is_kept_after_all_and_then_deleted_at_once(house: House, people: People) -> None:
    master = house.found()
    ann = house.seat(master, "Ann", "tahra")
    gm, player = people.sit(master), people.sit(ann, phone=True)
    gm.get_by_role("button", name="Game master", exact=True).click()
    choose(gm, "In a month")
    told = player.get_by_role("status").filter(has_text=SOON)
    expect(told).to_be_visible()
    expect(told.get_by_role("button")).to_have_count(0)
    gm.get_by_role("status").filter(has_text=SOON).get_by_role("button", name="Keep it after all").click()
    expect(told).to_have_count(0)
    choose(gm, "At once")
    for page in (gm, player):
        expect(page.get_by_text("this table was deleted")).to_be_visible()
    with pytest.raises(Answer, match="410") as fault:
        house.ask("GET", f"/api/tables/{ann['table']}", ann["token"])
    assert fault.value.reason == "this table was deleted"
    late = people.come(house.link(ann))
    expect(late.get_by_text("this table was deleted")).to_be_visible()
    people.faults[:] = [one for one in people.faults if "410 (Gone)" not in one]  # the browser says so, too
