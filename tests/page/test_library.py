"""The library: a pack is begun, mended, shared and saved as a file, goes to another server, and is used at a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ludex.core.pack.reading import packed
from tests.packs import ITEM, PNG, SCENE, manifest, parts
from tests.page.drawer import place, tool
from tests.page.house import PHONE, WIDE, House, People, about
from tests.page.house import house as serving


def begin(page: Page, name: str = "Ada") -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("heading", name="Packs")).to_be_visible()


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def bring_in(page: Page, folder: Path, given: dict[str, bytes], name: str = "coast.ludex") -> None:
    path = folder / name
    path.write_bytes(packed(given))
    page.get_by_label("Bring in a file").set_input_files(path)


def card(page: Page, title: str) -> Locator:
    return page.locator("article", has=page.get_by_role("button", name=title, exact=True))


@pytest.fixture
def first_ones(browser: Browser) -> Iterator[People]:
    """People at a server of their own, where nobody has shared a pack."""
    with serving() as elsewhere:
        found = People(browser, elsewhere)
        yield found
        found.leave()
        assert found.faults == []


def test_a_pack_is_begun_mended_and_told_what_is_wrong(first_ones: People, tmp_path: Path) -> None:
    page = first_ones.come("/workshop")
    begin(page)
    expect(page.get_by_text("No packs yet.")).to_be_visible()
    page.get_by_role("button", name="New pack").click()
    page.get_by_label("Title", exact=True).fill("The Drowned Coast")
    page.get_by_role("combobox", name="Game").select_option(label="Blue Box")
    page.get_by_label("Licence").fill("CC BY 4.0")
    page.get_by_role("button", name="Begin the pack").click()
    side = page.get_by_role("complementary", name="The Drowned Coast")
    expect(side.get_by_text("by Ada, CC BY 4.0")).to_be_visible()
    broken = written(tmp_path, "things.toml", ITEM.replace('"Tin Whistle"', "3"))
    side.get_by_label("Put files in").set_input_files(broken)
    expect(side.get_by_text("things.toml, line 3, field name")).to_be_visible()
    expect(side.get_by_text("expected text, not the number 3")).to_be_visible()
    expect(card(page, "The Drowned Coast").get_by_text("1 fault, not usable yet")).to_be_visible()
    expect(side.get_by_role("button", name="Share it")).to_be_disabled()
    drawn = tmp_path / "map.png"
    drawn.write_bytes(PNG)
    sound = [written(tmp_path, "things.toml", ITEM), written(tmp_path, "ledge.toml", SCENE), drawn]
    side.get_by_label("Put files in").set_input_files(sound)
    expect(card(page, "The Drowned Coast").get_by_text("All checked")).to_be_visible()
    expect(card(page, "The Drowned Coast").get_by_text("1 scene, 1 item, 1 picture")).to_be_visible()
    page.get_by_label("Search titles and contents").fill("whistle")
    things = page.get_by_role("region", name="One thing in them")
    expect(things.get_by_role("link", name="Tin Whistle")).to_be_visible()
    expect(things.get_by_text("named nowhere in its pack")).to_be_visible()
    page.get_by_label("Search titles and contents").fill("")
    side.get_by_role("textbox", name="Tags").fill("coast, sea")
    side.get_by_role("button", name="Save tags").click()
    expect(card(page, "The Drowned Coast").get_by_role("list", name="Tags")).to_have_text("coastsea")
    side.get_by_role("button", name=about("Compare", "0.1, save 1")).click()
    expect(side.get_by_role("heading", name=re.compile(r"From 0.1 \(.*\) to what is saved now"))).to_be_visible()
    expect(side.get_by_text("A bare ledge, a scene")).to_be_visible()
    side.get_by_role("button", name=about("Restore", "0.1, save 1")).click()
    expect(side.get_by_text("It is as it was in save 1 again.")).to_be_visible()
    expect(side.get_by_text("Nothing in it yet")).to_be_visible()


def test_a_broken_file_is_told_whole(first_ones: People, tmp_path: Path) -> None:
    page = first_ones.come("/workshop")
    begin(page)
    bring_in(page, tmp_path, parts(more={"things.toml": ITEM.replace('"Tin Whistle"', "3"), "torn.toml": "id = ]\n"}))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("things.toml:3, item 'tin_whistle', field name")
    expect(alert).to_contain_text("torn.toml:1: not valid TOML")
    expect(page.get_by_text("No packs yet.")).to_be_visible()
    first_ones.faults.clear()  # the browser itself complains about the answer 400


def test_what_is_shared_is_found_and_copied_by_others(people: People, tmp_path: Path) -> None:
    ada = people.come("/workshop")
    begin(ada)
    bring_in(ada, tmp_path, parts(more={"pack.toml": manifest("reef", title="Reef Gate")}))
    expect(ada.get_by_text("Reef Gate is in the library.")).to_be_visible()
    eve = people.come("/workshop")
    begin(eve, "Eve")
    expect(eve.get_by_role("button", name="Reef Gate")).to_have_count(0)
    ada.get_by_role("button", name="Share it").click()
    expect(ada.get_by_text("Shared with the tables of this host")).to_be_visible()
    eve.reload()
    eve.get_by_role("button", name="Reef Gate").click()
    expect(eve.get_by_text("Shared by Ada")).to_be_visible()
    eve.get_by_role("button", name="Make a copy").click()
    expect(eve.get_by_text("A copy of Reef Gate, by Ada")).to_be_visible()
    eve.get_by_role("button", name="Mine", exact=True).click()
    expect(eve.locator("article")).to_have_count(1)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_pack_goes_to_another_server_and_is_used_at_a_table(
    people: People, browser: Browser, tmp_path: Path, phone: bool
) -> None:
    page = people.come("/workshop", phone=phone)
    begin(page)
    bring_in(page, tmp_path, parts())
    expect(page.get_by_text("Only you see it.")).to_be_visible()
    assert page.evaluate("innerWidth") == (PHONE if phone else WIDE)["width"]  # nothing makes a phone show it smaller
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a file").click()
    taken = tmp_path / coming.value.suggested_filename
    coming.value.save_as(taken)
    assert taken.name == "coast.ludex"
    assert taken.read_bytes() == packed(parts())
    with serving() as elsewhere:
        there = People(browser, elsewhere)
        try:
            use_at_a_table(there, elsewhere, taken, phone)
            assert there.faults == []
        finally:
            there.leave()


def use_at_a_table(people: People, house: House, file: Path, phone: bool) -> None:
    master = house.found(title="Tide Pit")
    page = people.sit(master, phone=phone)
    page.goto(house.nowhere)
    page.goto(f"{house.address}/workshop")
    begin(page)
    page.get_by_label("Bring in a file").set_input_files(file)
    side = page.get_by_role("complementary", name="The Drowned Coast")
    side.get_by_role("button", name="Bring it", exact=True).click()
    expect(side.get_by_text("It is on Tide Pit now.")).to_be_visible()
    expect(side.get_by_text("up to date")).to_be_visible()
    side.get_by_role("link", name="Tide Pit").click()
    page.wait_for_url("**/t/**")
    if phone:
        return
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Table")
    content = tool(page, "Content of your own")
    content.get_by_label("Add a content file").set_input_files(file)
    expect(content.get_by_text("coast.ludex is a pack.")).to_be_visible()
    packs = tool(page, "Packs")
    expect(packs.get_by_text("The Drowned Coast")).to_be_visible()
    packs.get_by_role("button", name=about("Prepare", "A bare ledge")).click()
    expect(packs.get_by_text("A bare ledge is prepared.")).to_be_visible()
    table = house.do(master, {"do": "chat", "words": "A ledge!"})
    assert "A bare ledge" in str(table["master"]["scenes"])


def test_a_table_is_offered_a_later_version_and_takes_it_in_the_middle_of_a_fight(
    house: House, people: People, tmp_path: Path
) -> None:
    master = house.found(title="Thursday")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(master)
    page.goto(house.nowhere)
    page.goto(f"{house.address}/workshop")
    begin(page)
    bring_in(page, tmp_path, parts())
    side = page.get_by_role("complementary", name="The Drowned Coast")
    side.get_by_role("button", name="Bring it", exact=True).click()
    expect(side.get_by_text("up to date")).to_be_visible()
    expect(side.get_by_text("At Thursday")).to_be_visible()
    later = {"pack.toml": manifest(version="1.1"), "things.toml": ITEM.replace("Tin Whistle", "Silver Whistle")}
    bring_in(page, tmp_path, parts(more=later))
    expect(page.get_by_text("A later version for Thursday")).to_be_visible()
    side.get_by_role("button", name=about("Look at 1.1", "Thursday")).click()
    expect(side.get_by_role("region", name="Thursday, from 1.0 to 1.1")).to_be_visible()
    expect(side.get_by_text("Name: Tin Whistle → Silver Whistle")).to_be_visible()
    side.get_by_role("button", name="Upgrade Thursday").click()
    expect(side.get_by_role("region", name="Used by").get_by_text("Thursday has 1.1 now.")).to_be_visible()
    expect(side.get_by_text("up to date")).to_be_visible()
    bring_in(page, tmp_path, parts(more={**later, "things.toml": ITEM}))
    expect(side.get_by_role("button", name=about("See what changes", "Thursday"))).to_be_visible()
    items = house.ask("GET", f"/api/tables/{master['table']}/content/item", master["token"])
    assert "Silver Whistle" in [item["name"] for item in items]
    shown = house.do(master)
    assert (shown["scene"]["mode"], shown["scene"]["over"], shown["turn"]["round"]) == ("combat", False, 1)


def test_by_keyboard_alone(people: People, tmp_path: Path) -> None:
    page = people.come("/workshop")
    begin(page)
    for number, title in enumerate(("First Verse", "Second Verse", "Third Verse")):
        id = f"verse_{number}"
        bring_in(page, tmp_path, parts(id, {"pack.toml": manifest(id, title=title)}), f"{id}.ludex")
        expect(page.get_by_text(f"{title} is in the library.")).to_be_visible()
    page.get_by_role("button", name="Third Verse").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("complementary", name="Second Verse")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("first")
    expect(page.locator("article")).to_have_count(1)
    page.keyboard.type(" nobody")
    expect(page.get_by_text("No pack matches.")).to_be_visible()
