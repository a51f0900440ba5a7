"""Adventures in the page: chosen in the lobby, played where nobody leads, and led from the game master's drawer."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.drawer import not_over
from tests.page.house import House, People, about
from tests.page.test_play_now import held

FERRY = "The Last Ferry"
TALK = "Somebody wants to talk"


def chosen(people: People, **more: bool) -> Page:
    page = people.come("/new/vitality", **more)
    page.get_by_role("radio", name=re.compile(f"^{FERRY} An adventure for 3 to 5")).check()
    return page


def led(house: House) -> tuple[dict[str, str], dict[str, str]]:
    """A table at which the adventure is led, and the seat of a player."""
    data = {"game": "vitality", "title": "An evening", "name": "Mara", "adventure": "the_last_ferry"}
    master = house.ask("POST", "/api/tables", data=data)
    return master, house.seat(master, "Ann", "nia_calloway")


def drawer(page: Page) -> Page:
    page.get_by_role("button", name=re.compile("^Game master")).first.click()
    page.get_by_role("tab", name="Story").click()
    return page


def go_on(page: Page, going_on: str) -> None:
    not_over(page, going_on).get_by_role("button", name="Go on to the chapter").click()


def test_alone_one_reads_chooses_the_way_and_plays(people: People) -> None:
    page = chosen(people)
    page.get_by_role("button", name=f"Begin {FERRY} as Nia Calloway").click()
    expect(page.get_by_role("heading", name="A parcel for Nia")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(FERRY)
    expect(page.get_by_text("The next one is tonight, at midnight.")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^A drawing of the town"))).to_be_visible()
    expect(page.get_by_text("Silas Quill, a gentleman")).to_have_count(0)
    page.get_by_role("button", name="They go to the fish market").click()
    expect(page.get_by_role("heading", name="The fish market")).to_be_visible()
    page.get_by_role("button", name="Begin: The fish market").click()
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    chapter = page.get_by_role("region", name="The adventure")
    chapter.get_by_role("button", name="The fish market").click()
    expect(chapter.get_by_text("First play the scene.")).to_be_visible()


def test_who_goes_on_alone_by_keys_comes_to_the_next_chapter(house: House, people: People) -> None:
    page = chosen(people)
    page.get_by_role("button", name=f"Begin {FERRY} as Nia Calloway").click()
    page.get_by_role("button", name="They go to the fish market").click()
    page.get_by_role("button", name="Begin: The fish market").click()
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    house.do(held(page, "The machine"), {"do": "gm", "name": "end", "args": {"winner": "party"}})
    page.get_by_role("button", name=re.compile("^Go on with the adventure")).press("Enter")
    onward = page.get_by_role("region", name="Go on with the adventure")
    onward.get_by_role("listitem").get_by_role("button").first.press("Enter")
    chapter = page.get_by_role("region", name="The adventure")
    expect(chapter.get_by_role("button", name=re.compile("^Chapter 3"))).to_be_focused()


def test_the_game_master_leads_two_chapters_and_shows_a_handout(house: House, people: People) -> None:
    master, ann = led(house)
    mara, page = people.sit(master), people.sit(ann, phone=True)
    told = page.get_by_role("region", name="The adventure")
    expect(told.get_by_role("button", name="A parcel for Nia")).to_be_visible()
    expect(page.get_by_text("Who did it")).to_have_count(0)

    mara.get_by_role("button", name="They go to the fish market").click()
    expect(told.get_by_role("button", name="The fish market")).to_be_visible()
    mara.get_by_role("button", name="Begin: The fish market").click()
    expect(mara.get_by_role("main", name="The board")).to_be_visible()
    drawer(mara)
    expect(mara.get_by_text("A first fight, in the gritty setting", exact=False)).to_be_visible()
    expect(mara.get_by_text("Its fight is easy.")).to_be_visible()
    mara.get_by_role("button", name="Show these words to the players").click()
    expect(mara.get_by_text("The players can read it.")).to_be_visible()

    # Where it goes on is a choice, asked once more while the fight goes on; and any chapter can be gone to
    onward, going_on = mara.get_by_role("button", name=re.compile("^At dusk after the runner")), "The fish market"
    onward.click()
    not_over(mara, going_on).get_by_role("button", name="Stay with it").click()
    expect(not_over(mara, going_on)).to_have_count(0)
    expect(told.get_by_role("button", name="The fish market")).to_be_visible()
    onward.click()
    go_on(mara, going_on)
    expect(mara.get_by_role("heading", name="Over the roofs")).to_be_visible()
    mara.get_by_text("All chapters").click()
    mara.get_by_role("button", name=about("Go there", "Somebody wants to talk")).click()
    go_on(mara, going_on)
    expect(mara.get_by_role("heading", name="Somebody wants to talk")).to_be_visible()

    # A receipt is shown at once, the order of the first chapter by a click
    mara.get_by_role("button", name=about("Go there", "A parcel for Nia")).click()
    go_on(mara, going_on)
    mara.get_by_role("button", name=about("Show it to all", "The order for the mending")).click()
    expect(mara.get_by_text("Everybody has it.").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("The order for the mending")).first).to_be_attached()


def test_in_a_chapter_of_talk_the_old_fight_is_taken_off_the_table(house: House, people: People) -> None:
    master, ann = led(house)
    scene = next(id for id, title in house.do(master)["master"]["scenes"].items() if title == "The fish market")
    talk = next(one["id"] for one in house.do(master)["master"]["adventure"]["chapters"] if one["title"] == TALK)
    house.do(master, {"do": "open_scene", "scene": scene}, {"do": "chapter", "chapter": talk})
    mara, page = people.sit(master), people.sit(ann)
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    drawer(mara)
    off = mara.get_by_role("button", name="Take the scene off the table")
    expect(mara.get_by_text("“The fish market” is still on the table.")).to_be_visible()
    off.click()
    not_over(mara, "The fish market").get_by_role("button", name="Stay with it").click()
    expect(off).to_be_visible()
    off.click()
    not_over(mara, "The fish market").get_by_role("button", name="Leave it there").click()
    expect(off).to_have_count(0)
    expect(page.get_by_role("main", name="The board")).to_have_count(0)
    expect(page.get_by_role("region", name="The adventure")).to_contain_text(TALK)
