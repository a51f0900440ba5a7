"""The lab in a browser: charts that tell their figures, and first deeds that are compared, in every game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.house import House, People
from tests.page.scenes import LEDGE
from tests.table.tables import SCENES


def test_a_chart_tells_its_figures_bar_by_bar(house: House, people: People) -> None:
    page = people.come(f"{house.address}/lab?game=cloudbreaker")
    page.get_by_label("Fights").select_option("100")
    page.get_by_role("button", name="Run it").click()
    chart = page.get_by_role("toolbar", name=re.compile(r"^Rounds to go: most often Rounds \d+"))
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    bars = chart.get_by_role("button")
    told = re.compile(r"^Rounds \S+: [\d.<]+% of all fights \((won|lost|nobody won) \d+")
    expect(bars.first).to_have_accessible_name(told)
    for bar in bars.all():
        box = bar.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    chart.locator("button[tabindex='0']").focus()
    page.keyboard.press("Home")
    expect(bars.first).to_be_focused()
    expect(page.locator("figure").filter(has=chart).locator("p.told")).to_have_text(told)  # seen, besides being said


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in ("bluebox", "cloudbreaker") else pytest.mark.long) for game in SCENES],
)  # cells and zones stand for all
def test_first_deeds_are_compared_by_what_is_won_and_what_is_kept(house: House, people: People, game: str) -> None:
    master = house.found(game)
    scene = next(iter(house.do(master)["master"]["scenes"]))
    document = house.do(master, {"do": "open_scene", "scene": scene})
    for _ in range(20):  # until somebody is to act: what is asked before is answered as it usually is
        question = document["question"]
        if question is None:
            break
        document = house.do(master, {"do": "answer", "key": question["key"], "value": question["default"]})
    page = people.sit(master)
    expect(page.get_by_role("log", name="The record")).to_be_visible()
    page.goto(f"{house.address}/lab/{master['table']}")
    page.get_by_label("Fights").select_option("100")
    page.get_by_text("Compare up to four first deeds").click()
    deeds = page.get_by_role("list", name="First deeds to compare").get_by_role("checkbox")
    deeds.first.check()
    deeds.nth(1).check()
    page.get_by_role("button", name="Run it").click()
    compared = page.get_by_role("table").filter(has_text="as the tactics have it")
    expect(compared.get_by_role("row")).to_have_count(4)  # its head, what is usual, and two deeds
    expect(compared).to_contain_text(re.compile(r"kept, ± [\d.]+"))
    page.get_by_role("button", name="Stop").or_(page.get_by_role("button", name="Run again")).click()


def test_a_prepared_scene_is_fought_with_a_number_changed(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": f"{LEDGE}hp = 8\n"}])
    page = people.sit(master)
    expect(page.get_by_role("heading", name="A table")).to_be_attached()
    page.goto(f"{house.address}/lab/{master['table']}")
    page.get_by_label("What is fought").select_option(label="On the ledge")
    page.get_by_label("Or change a number").select_option(label="Vahki Patroller: hp")
    page.get_by_label("to each of").fill("4, 12")
    page.get_by_label("Fights").select_option("100")
    page.get_by_role("button", name="Run it").click()
    compared = page.get_by_role("table").filter(has_text="On the ledge")
    expect(compared.get_by_role("row")).to_have_count(4)  # its head, as it is, and two variants
    page.get_by_role("button", name="Stop").or_(page.get_by_role("button", name="Run again")).click()
    people.faults.clear()  # the browser itself complains that no scene is on the table


def test_who_has_to_wait_is_told_the_place_and_comes_next(house: House, people: People) -> None:
    first, second = (people.come(f"{house.address}/lab?game=cloudbreaker") for _ in range(2))
    first.get_by_label("Fights").select_option("10000")
    first.get_by_role("button", name="Run it").click()
    expect(first.get_by_role("status").filter(has_text=re.compile(r"\d+ of 10000 fights"))).to_be_visible()
    second.get_by_label("Fights").select_option("100")
    second.get_by_role("button", name="Run it").click()
    expect(second.get_by_role("status").filter(has_text="You are next")).to_be_visible()
    first.get_by_role("button", name="Stop").click()
    expect(second.get_by_role("button", name="Run again")).to_be_visible()
