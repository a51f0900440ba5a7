"""Papers: what is handed out reaches whom it is for, is read with its picture, and notes are written and shared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.house import House, People, about


def heard(page: Page) -> None:
    expect(page.get_by_role("status").filter(has_text="The game master gives you a paper: A letter")).to_have_count(1)


def upload_picture(page: Page, house: House, master: dict[str, str], tmp_path: Path) -> None:
    """The game master makes a handout with a picture in the drawer, and shows it to Ann."""
    picture = tmp_path / "map.png"
    picture.write_bytes(page.screenshot())
    page.get_by_role("button", name="Game master", exact=True).click()
    page.get_by_role("tab", name=re.compile("^Papers")).click()
    page.locator("summary", has_text="Handouts").click()
    form = page.get_by_role("form", name="A new handout")
    form.get_by_label("Title").fill("A map")
    form.get_by_label(re.compile("^Picture")).set_input_files(picture)
    form.get_by_label("Describe the picture").fill("Three islands and a rope")
    form.get_by_role("button", name="A new handout").click()
    expect(page.get_by_role("img", name="Three islands and a rope")).to_be_visible()  # it moves what stands below it
    page.get_by_role("checkbox", name="Ann").click()
    expect(page.get_by_role("checkbox", name="Ann")).to_be_checked()  # when the server has said so


def test_a_picture_is_seen_large_with_its_description(house: House, people: People, tmp_path: Path) -> None:
    master = house.found()
    ann = people.sit(house.seat(master, "Ann", "vhor"))
    upload_picture(people.sit(master), house, master, tmp_path)
    ann.get_by_role("button", name=about("Read it", "A map")).click()
    papers = ann.get_by_role("dialog", name="Papers")
    expect(papers.get_by_role("article", name="A map")).to_be_focused()
    picture = papers.get_by_role("img", name="Three islands and a rope")
    expect(picture).to_be_visible()
    ann.wait_for_function("image => image.naturalWidth > 0", arg=picture.element_handle())


@pytest.mark.parametrize("phone", [False, True])
def test_a_handout_is_announced_marked_as_new_and_read(house: House, people: People, phone: bool) -> None:
    master = house.found()
    seat = house.seat(master, "Ann", "vhor")
    ann, ben = people.sit(seat, phone=phone), people.sit(house.seat(master, "Ben", "tahra"))
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene})
    expect(ann.get_by_role("navigation", name="Order of turns")).to_be_visible()
    house.do(master, {"do": "handout", "title": "A letter", "text": "Come alone.\nBring the rope."})
    letter = next(iter(house.do(master)["handouts"]))
    house.do(master, {"do": "show_handout", "id": letter, "seats": [seat["seat"]]})
    heard(ann)
    given = ann.get_by_role("region", name="A paper for you")
    expect(given).to_contain_text("A letter")
    given.get_by_role("button", name="Later").click()
    expect(given).to_have_count(0)
    if phone:
        ann.get_by_role("button", name=re.compile("^More.*1 new")).tap()
        ann.get_by_role("dialog", name="More").get_by_role("button", name=re.compile("^Papers")).tap()
        ann.get_by_role("dialog", name="Papers").get_by_role("button", name=re.compile("^A letter")).tap()
    else:
        margin = ann.get_by_role("region", name="Papers: handouts and notes")
        expect(margin).to_contain_text("1 new")
        margin.get_by_role("button", name=re.compile("^A letter")).click()
    papers = ann.get_by_role("dialog", name="Papers")
    expect(papers).to_contain_text("Bring the rope.")
    papers.get_by_role("button", name="Close").click()
    ann.reload()
    if not phone:
        expect(ann.get_by_role("region", name="Papers: handouts and notes")).to_contain_text("A letter")
    expect(ann.get_by_text(re.compile("1 new"))).to_have_count(0)
    expect(ben.get_by_text("A letter")).to_have_count(0)


def test_notes_are_written_by_key_shared_changed_and_torn_up(house: House, people: People) -> None:
    master = house.found()
    ann = people.sit(house.seat(master, "Ann", "vhor"))
    eve = people.sit(house.seat(master, "Eve", role="spectator"))
    ann.get_by_role("heading", name="A table").wait_for()
    ann.keyboard.press("n")
    papers = ann.get_by_role("dialog", name="Papers")
    papers.get_by_role("button", name="Write a note").click()
    papers.get_by_label("Title").fill("Clues")
    papers.get_by_label("Text").fill("The bell rings twice.")
    papers.get_by_role("radio", name="All at the table").check()
    papers.get_by_role("button", name="Keep").click()
    expect(papers.get_by_role("article")).to_contain_text("The bell rings twice.")
    eve.get_by_role("button", name=re.compile("^Clues")).click()
    theirs = eve.get_by_role("dialog", name="Papers")
    expect(theirs.get_by_role("article")).to_contain_text("written by Ann")
    expect(theirs.get_by_role("button", name="Change it")).to_have_count(0)
    eve.keyboard.press("Escape")
    eve.get_by_role("region", name="Papers").get_by_role("button", name="Write a note").click()
    expect(theirs.get_by_label("Title")).to_be_focused()
    expect(theirs.get_by_role("radio", name="All at the table")).to_have_count(0)
    papers.get_by_role("button", name="Change it").click()
    papers.get_by_label("Text").fill("The bell rings thrice.")
    papers.get_by_role("button", name="Keep").click()
    expect(papers.get_by_role("article")).to_contain_text("thrice")
    papers.get_by_role("button", name="Tear it up").click()
    papers.get_by_role("button", name="Yes, tear it up").click()
    expect(papers.get_by_text("Nobody has given you anything yet.")).to_be_visible()
