"""The editor of adventures: a game master writes one of two chapters, plays it from the table to its end, and copies
one that comes with the game."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.packs import PNG, manifest
from tests.page.drawer import not_over
from tests.page.house import House, People
from tests.page.test_library import begin, bring_in

COAST = manifest(game="vitality").encode()


def opened(people: People, tmp_path: Path, **more: bool) -> Page:
    """The editor of a pack that has no adventure yet."""
    page = people.come("/workshop", **more)
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": COAST})
    page.get_by_role("link", name=re.compile("^Write one")).click()
    expect(page.get_by_role("heading", name="A new adventure")).to_be_visible()
    return page


def begun(page: Page, title: str) -> None:
    page.get_by_label("What is it called?").fill(title)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()


def part(page: Page, group: str, number: int) -> Locator:
    """One of the ways, handouts or notes of the chapter that lies open."""
    return page.locator("section.group", has=page.get_by_role("heading", name=group)).locator("ol > li").nth(number)


def kept(page: Page) -> None:
    expect(page.locator("[data-keeping]")).to_have_attribute("data-keeping", "kept")


def test_an_adventure_of_two_chapters_is_written_and_led_to_its_end(
    house: House, people: People, tmp_path: Path
) -> None:
    page = opened(people, tmp_path)
    begun(page, "The Salt Clock")
    chapters = page.get_by_role("navigation", name="Chapters")
    page.get_by_label("Title", exact=True).fill("On the quay")
    page.get_by_role("combobox", name="Scene").select_option(label="Night Market (of the game)")
    page.get_by_role("textbox", name="Read aloud").fill("Fog lies on the harbour.\n\nA bell is struck.")
    page.get_by_role("textbox", name="For the game master alone").fill("The ferryman lies.")
    page.get_by_role("combobox", name="Rests and travel afterwards: add a rest").select_option(label="breather")
    page.get_by_role("button", name="Add a handout").click()
    expect(part(page, "Handouts", 0).get_by_label("Title")).to_be_focused()
    part(page, "Handouts", 0).get_by_label("Title").fill("A wet ticket")
    check = page.get_by_role("region", name="Is it right?")
    expect(check.get_by_role("button", name=re.compile("Expected a text or a picture"))).to_be_visible()
    expect(part(page, "Handouts", 0).get_by_text("Expected")).to_have_count(0)
    page.get_by_label("Title", exact=True).first.focus()
    expect(part(page, "Handouts", 0).get_by_text("Expected a text or a picture")).to_be_visible()
    part(page, "Handouts", 0).get_by_label("Words").fill("Not before the ebb.")
    expect(page.get_by_text("Expected a text or a picture")).to_have_count(0)

    # The second chapter; the first leads there at once
    chapters.get_by_label("The next chapter is called").fill("Under the tide")
    chapters.get_by_label("The next chapter is called").press("Enter")
    expect(page.get_by_role("heading", name="Chapter 2 of 2")).to_be_visible()
    page.get_by_role("textbox", name="Read aloud").fill("It is dry down here.")
    leads = page.get_by_role("region", name="How they lead on")
    expect(leads.get_by_text("They go on. → 2 Under the tide")).to_be_visible()

    # What is wrong is said beside its field, and leads there
    chapters.get_by_role("button", name=re.compile("^1 On the quay")).click()
    part(page, "Where it goes on", 0).get_by_label("In words").fill("")
    expect(part(page, "Where it goes on", 0).get_by_text("Nothing is written here yet")).to_be_visible()
    chapters.get_by_role("button", name=re.compile("^2 Under the tide")).click()
    page.get_by_role("button", name=re.compile("Nothing is written here yet")).click()
    expect(part(page, "Where it goes on", 0).get_by_label("In words")).to_be_focused()
    part(page, "Where it goes on", 0).get_by_label("In words").fill("They follow the bell.")
    part(page, "Where it goes on", 0).get_by_role("button", name="they won").click()
    expect(leads.get_by_text("They follow the bell. (if they won) → 2 Under the tide")).to_be_visible()
    part(page, "Where it goes on", 0).get_by_role("button", name="always").click()
    expect(page.get_by_text("Everything it needs is there")).to_be_visible()
    kept(page)

    page.get_by_role("button", name="Play it at a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Mara")
    dialog.get_by_role("button", name="Lead it there").click()
    page.wait_for_url("**/t/*")
    led(page)


def led(page: Page) -> None:
    """From the first chapter to the end, as the game master reads and chooses."""
    expect(page.get_by_role("heading", name="On the quay")).to_be_visible()
    page.get_by_role("button", name="Begin: Night Market").click()
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Game master")).first.click()
    page.get_by_role("tab", name="Story").click()
    expect(page.get_by_text("A bell is struck.")).to_be_visible()
    expect(page.get_by_text("The ferryman lies.")).to_be_visible()
    expect(page.get_by_text("A wet ticket", exact=True)).to_be_visible()
    page.get_by_role("button", name=re.compile("^They follow the bell")).click()
    not_over(page, "Night Market").get_by_role("button", name="Go on to the chapter").click()
    expect(page.get_by_role("heading", name="Under the tide")).to_be_visible()
    expect(page.get_by_text("It is dry down here.")).to_be_visible()
    expect(page.get_by_text("Here the adventure ends.")).to_be_visible()


def test_one_that_comes_with_the_game_is_copied_and_changed_by_keys(people: People, tmp_path: Path) -> None:
    page = opened(people, tmp_path)
    page.get_by_role("radio", name=re.compile("^The Last Ferry")).check()
    page.get_by_role("button", name="Copy The Last Ferry").click()
    expect(page.get_by_role("heading", name="The Last Ferry", level=1)).to_be_visible()
    expect(page.get_by_text("Everything it needs is there")).to_be_visible()
    chapters = page.get_by_role("navigation", name="Chapters")
    first, second = chapters.locator("li").nth(0), chapters.locator("li").nth(1)
    title = first.locator(".name").inner_text()
    assert title.startswith("1 A parcel for Nia")
    first.get_by_role("button", name=re.compile("^Move A parcel for Nia")).press("ArrowDown")
    expect(second.get_by_role("button", name=re.compile("^Move A parcel for Nia"))).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(first.get_by_role("button", name=re.compile("^Move A parcel for Nia"))).to_be_focused()
    expect(page.get_by_role("combobox", name="Scene")).to_be_visible()

    # A chapter goes with every way to it, and comes back whole
    page.get_by_role("button", name="Take this chapter out").click()
    expect(chapters.get_by_role("button", name=re.compile("A parcel for Nia"))).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(chapters.get_by_role("button", name=re.compile("^1 A parcel for Nia"))).to_be_visible()
    expect(page.get_by_text("Everything it needs is there")).to_be_visible()
    kept(page)

    # As a text: a mistake in it is told with its line, and nothing is lost
    page.get_by_role("button", name="File", exact=True).click()
    text = page.get_by_label("The entry as text")
    text.fill(text.input_value().replace('title = "The Last Ferry"', 'title = "The Last Ferry'))
    expect(page.locator("[data-keeping]")).to_have_attribute("data-keeping", "mistaken")
    page.keyboard.press("Control+z")
    kept(page)


def test_on_a_phone_a_picture_is_brought_in_and_chosen(people: People, tmp_path: Path) -> None:
    page = opened(people, tmp_path, phone=True)
    begun(page, "The Salt Clock")
    page.get_by_role("button", name="The adventure", exact=True).tap()
    expect(page.get_by_role("heading", name="The adventure", level=2)).to_be_in_viewport()
    page.get_by_role("button", name=re.compile("^1 The beginning")).first.tap()
    expect(page.get_by_role("heading", name="Chapter 1 of 1")).to_be_in_viewport()
    page.get_by_role("button", name="Add a handout").tap()
    part(page, "Handouts", 0).get_by_label("Title").fill("A map")
    drawn = tmp_path / "the_way.png"
    drawn.write_bytes(PNG)
    page.get_by_label("Bring in a picture").set_input_files(drawn)
    expect(page.get_by_text("It can be chosen now.")).to_be_visible()
    part(page, "Handouts", 0).get_by_role("button", name="the way").tap()
    part(page, "Handouts", 0).get_by_label("What is to be seen").fill("A dotted line.")
    expect(page.get_by_text("Everything it needs is there")).to_be_visible()
    kept(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
