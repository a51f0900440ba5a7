"""A map of another program: it is looked at, a question is answered, and it becomes a board of a pack."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.packs import manifest
from tests.page.house import House, People
from tests.page.test_library import begin, bring_in
from tests.workshop.maps.samples import uvtt, written


def test_a_map_of_squares_is_looked_at_answered_and_taken(house: House, people: People, tmp_path: Path) -> None:
    page = people.come("/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest(game="crawl").encode()})
    page.get_by_role("link", name="A map from another program").click()
    store = tmp_path / "the_bonded_store.dd2vtt"
    store.write_bytes(written(uvtt()))
    page.get_by_label("Choose a map").set_input_files(store)
    expect(page.get_by_role("heading", name="The bonded store", level=1)).to_be_visible()
    expect(page.get_by_role("complementary")).to_contain_text("21 edges")
    question = page.get_by_role("region", name="Question")
    expect(question).to_contain_text("A slanting wall in the north-east")
    page.keyboard.press("2")
    blocked = question.get_by_role("button", name=re.compile("^Block 4 squares"))
    expect(blocked).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("n")
    expect(question).to_contain_text("A thing that stands about")
    page.keyboard.press("3")
    page.get_by_role("button", name="Take it", exact=True).click()
    page.wait_for_url(re.compile("/board/the_bonded_store$"))
    expect(page.get_by_role("heading", name="The bonded store", level=1)).to_be_attached()
    assert "walls = [[9, 1], [9, 2], [10, 2], [10, 3]]" in kept(house, page)


def kept(house: House, page: Page) -> str:
    """The board as it stands in the pack."""
    pack = page.url.split("/")[-3]
    token = str(page.evaluate("localStorage.getItem('ludex.maker')"))
    files = house.ask("GET", f"/api/packs/{pack}", token)["files"]
    assert "pictures/the_bonded_store.png" in [file["name"] for file in files]
    text: str = next(file["text"] for file in files if file["name"] == "board.toml")
    return text
