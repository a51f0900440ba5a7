"""What is seen of what happens: dice that fall with the faces of the server, a blow, what comes of it, all of it gone
after a moment; how dice are shown is chosen and kept; nothing of a scene stays on the board when it is over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.house import House, People
from tests.page.playing import action, aimed, cell, deed, middle, over, token

SCENE = """
game = "bluebox"
title = "{title}"
turn = "kailani"
board = {{ q = [0, 9], r = [0, 4] }}
beings.kailani.at = [1, 2]
beings.{foe} = {{ from = "vahki_patroller", at = [7, 2] }}
"""
# All that has ever been drawn of what happens, however short it was there
WATCH = """() => {
  const all = [];
  const note = (node) => {
    if (node.nodeType !== 1) return;
    for (const one of [node, ...node.querySelectorAll(".throws text")]) {
      if (one.closest(".happened")) all.push(one.classList[0]);
      else if (one.matches(".throws text")) all.push(`die-${one.textContent}`);
    }
  };
  const seen = (changes) => {
    changes.forEach((change) => change.addedNodes.forEach(note));
    document.documentElement.dataset.seen = all.join(" ");
  };
  new MutationObserver(seen).observe(document.querySelector("main"), { childList: true, subtree: true });
}"""
BEHIND = """() => {
  const line = document.querySelector(".sight .line"), name = document.querySelector("[data-being] .name");
  return Boolean(line.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""


@pytest.fixture
def free_pages() -> None:
    """These pages move: nobody takes them over."""


def test_a_blow_is_seen_with_its_dice_and_nothing_stays_behind(house: House, people: People) -> None:
    scenes = [{"toml": SCENE.format(title=title, foe=foe)} for title, foe in (("One", "first"), ("Other", "second"))]
    master = house.found(scenes=scenes, settings={"pause": 0})
    one, other = house.do(master)["master"]["scenes"]
    house.do(master, {"do": "open_scene", "scene": one})
    seat = house.seat(master, "Ann", "kailani")
    page = people.sit(seat)
    page.emulate_media(reduced_motion="no-preference")

    assert aimed(page, action(page, "^Reef Bow"), token(page, "Vahki"))
    expect(page.locator(".sight .line")).to_be_attached()
    assert page.evaluate(BEHIND)  # the line goes through nobody's name
    page.evaluate(WATCH)
    deed(page).first.click()
    expect(page.locator("html")).to_have_attribute("data-seen", re.compile(r"\b(hit|miss)\b"))
    expect(page.locator(".happened > *, .throws")).to_have_count(0)
    seen = (page.locator("html").get_attribute("data-seen") or "").split()
    assert "shot" in seen  # they stand apart
    told = page.locator("#record .die text").all_text_contents()
    assert {one for one in seen if one.startswith("die")} == {f"die-{face}" for face in told}

    ways = page.get_by_role("button", name=re.compile("^Dice on the board: "))
    for style in ("quick", "not shown"):
        ways.click()
        expect(ways).to_have_accessible_name(f"Dice on the board: {style}")
    page.reload()
    expect(ways).to_have_accessible_name("Dice on the board: not shown")

    page.get_by_role("button", name="Ruler").click()
    ends = [middle(cell(page, *at)) for at in ((2, 3), (4, 3))]
    for end, then in zip(ends, (page.mouse.down, page.mouse.up), strict=True):
        page.mouse.move(*end, steps=3)
        then()
    expect(page.locator(".ruler")).to_be_attached()
    house.do(master, {"do": "gm", "name": "remove", "args": {"being": "first"}})
    expect(over(page)).to_be_attached()
    expect(page.locator(".reach-rim")).to_have_count(0)
    house.do(master, {"do": "open_scene", "scene": other})
    expect(page.locator("[data-being=second]")).to_be_attached()
    expect(page.locator(".ruler")).to_have_count(0)
