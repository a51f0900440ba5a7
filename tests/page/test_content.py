"""Content of a table's own on the page: what is in use is asked about, treasure is given by choosing, and a place is
one of the board."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from ludex.table.records.entry import Content
from tests.page.axe import AXE, Axe
from tests.page.drawer import pick, place, record, tool, whom
from tests.page.house import House, People, about
from tests.page.scenes import LEDGE, THING
from tests.table.desks import opened
from tests.table.own_things import with_own_things
from tests.table.zips import packed


@pytest.fixture
def gm(house: House, people: People) -> Page:
    """Mara with content of her own in a file `pit`, somebody of it on the board, and her drawer open."""
    page = people.sit(house.found(scenes=[{"toml": LEDGE}], content=[{"name": "pit", "toml": THING}]))
    page.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Beings")
    spawn = tool(page, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("pit thing")
    pick(spawn, "4,2")
    expect(spawn.get_by_text(re.compile(r"the hex .*\b(of|between|next to)\b"))).to_be_visible()
    spawn.get_by_role("button", name="Bring in: Pit Thing").click()
    expect(whom(page).locator("option", has_text="Pit Thing")).to_have_count(1)
    return page


def test_what_is_in_use_is_asked_about_before_it_is_taken_away(gm: Page) -> None:
    place(gm, "Table")
    content = tool(gm, "Content of your own")
    content.get_by_role("button", name=about("Take away for good", "pit")).click()
    rehearsal = content.get_by_role("region", name="What it comes to")
    expect(rehearsal).to_contain_text("Pit Thing, taken away")
    expect(rehearsal).to_contain_text("Used by Pit Thing")
    axe = Axe(all_of_it=True)
    gm.evaluate(AXE.read_text(encoding="utf-8"))
    axe.look(gm, "a rehearsal")
    assert axe.found == []
    change = rehearsal.get_by_role("button", name="Change the content")
    expect(change).to_be_disabled()
    rehearsal.get_by_label("They keep a copy as it was").check()
    change.click()
    expect(content.get_by_text("Done.")).to_be_visible()
    expect(content.get_by_role("button", name=about("Take away for good", "pit"))).to_have_count(0)
    place(gm, "Beings")
    expect(whom(gm).locator("option", has_text="Pit Thing")).to_have_count(1)
    spawn = tool(gm, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("pit thing")
    expect(spawn.get_by_role("option", name=re.compile("Pit Thing"))).to_have_count(0)


def test_somebody_who_cannot_be_hidden_there_comes_in_openly(gm: Page) -> None:
    place(gm, "Beings")
    spawn = tool(gm, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("venom spider")
    pick(spawn, "3,1")
    spawn.get_by_label("hidden from the players").check()
    spawn.get_by_role("button", name="Bring in: ").click()
    expect(spawn.get_by_text("would be seen there")).to_be_visible()
    expect(spawn.get_by_role("button", name="Hide them where nobody sees them")).to_be_visible()
    spawn.get_by_role("button", name="Bring them in openly").click()
    expect(whom(gm).locator("option", has_text="Venom Spider")).to_have_count(1)


def test_treasure_is_given_by_choosing_and_told_in_words(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    tool(gm, "Set by hand")
    items = tool(gm, "What they have").get_by_role("group", name="Items", exact=True)
    items.get_by_label("Choose one more").select_option(label="Air Bladder")
    items.get_by_role("button", name="Add").click()
    expect(record(gm)).to_contain_text("Air Bladder")
    count = items.get_by_label("How many: Air Bladder")
    count.fill("3")
    count.blur()
    expect(record(gm)).to_contain_text("Air Bladder (count 3)")


def test_a_character_of_the_tables_own_is_among_the_ready_made_ones(
    house: House, people: People, tmp_path: Path
) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    tahra = house.ask("GET", "/api/games/bluebox/content/character")[0]
    assert isinstance(tahra, dict)
    file = tmp_path / "nixie.json"
    file.write_text(json.dumps({"character": [{**tahra, "id": "nixie", "name": "Nixie"}]}), encoding="utf-8")
    house.do(
        master, {"do": "content", "name": "own", "tables": {"character": [{**tahra, "id": "brine", "name": "Brine"}]}}
    )
    page = people.sit(master)
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Table")
    characters = tool(page, "Characters")
    characters.get_by_label("Add a ready-made one").select_option(label="Brine")
    characters.get_by_role("button", name="Add to the table").click()
    expect(characters.get_by_role("button", name=about("Send home", "Brine"))).to_be_visible()
    characters.get_by_label("Add one from a file").set_input_files(file)
    expect(characters.get_by_role("button", name=about("Send home", "Nixie"))).to_be_visible()


def broken_table(folder: Path) -> bytes:
    """The file of a table at which somebody has a thing that an earlier version took away and asked nobody."""
    kept = with_own_things("crawl")
    kept.table.begin(kept.gm)
    kept.table.add(Content(name="mine", tables={}))
    kept.entries += kept.table.take()
    store = opened(f"sqlite:///{folder}/tables.sqlite")
    store.create("t", kept.entries)
    data = packed(store, "t", kept.table)
    store.close()
    return data


def test_what_is_missing_is_told_and_mended(house: House, people: People, tmp_path: Path) -> None:
    page = people.sit(house.found())
    file: FilePayload = {"name": "table.zip", "mimeType": "application/zip", "buffer": broken_table(tmp_path)}
    found = page.request.post(f"{house.address}/api/tables/import", multipart={"file": file, "name": "Mara"})
    gm = people.sit(found.json())
    gm.get_by_role("button", name="Game master", exact=True).click()
    place(gm, "Now")
    missing = tool(gm, "What is missing")
    lines = missing.get_by_role("listitem").filter(
        has_text="Leather Jerkin is gone from the content, and is used by Nixie"
    )
    expect(lines).to_have_count(1)
    lines.get_by_role("button", name="They keep a copy as it was").click()
    expect(lines).to_have_count(0)
