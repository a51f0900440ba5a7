"""What if? in a browser: from a moment that is over to a table of its own, or into the lab."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.house import House, People
from tests.page.playing import fought, looking_back, record


def test_a_game_master_goes_on_otherwise_at_a_table_of_its_own(house: House, people: People) -> None:
    master, _ = fought(house)
    page = people.sit(master)
    expect(record(page)).to_be_visible()
    looking_back(page)
    page.get_by_role("button", name="What if it had gone otherwise?").click()
    section = page.get_by_role("region", name="What if?")
    expect(section).to_contain_text("In truth: End turn.")
    first = section.get_by_role("group", name="What is done instead").get_by_role("radio").first
    first.check()
    expect(page.locator("text.branch")).to_contain_text("what if: ")  # the path not taken is drawn
    section.get_by_text("the dice as they fell").click()
    section.get_by_role("button", name="Compare").click()
    expect(section.get_by_role("img", name=re.compile(r"^in truth: \d"))).to_be_visible()
    expect(section.get_by_role("img", name=re.compile(r"^What if\?: \d"))).to_be_visible()
    section.get_by_role("radio", name=re.compile("^Something else")).check()
    section.get_by_role("button", name="Play it on a table of its own").click()
    page.wait_for_url(lambda url: "/t/" in url and master["table"] not in url)
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    expect(page).to_have_title(re.compile("What if: A table, The Broken Causeway: patrol, round 1"))

    # It says where it goes on from, there and in the lobby, and leads back
    moment = "What if, from A table: round 1 of The Broken Causeway: patrol."
    expect(page.get_by_text(moment)).to_be_visible()
    branch = page.url
    page.goto(house.address)
    line = page.get_by_role("listitem").filter(has_text=moment)
    expect(line).to_contain_text("What if: A table, The Broken Causeway: patrol, round 1")
    expect(line.get_by_role("link", name="Back to A table")).to_be_visible()
    page.goto(branch)
    page.get_by_role("link", name="Back to A table").click()
    page.wait_for_url(f"{house.address}/t/{master['table']}")

    # From there one finds the way in its past again
    expect(record(page)).to_be_visible()
    expect(page.get_by_text(moment)).to_have_count(0)
    looking_back(page)
    expect(page.get_by_role("link", name=re.compile("^what if: "))).to_be_visible()

    # The lab begins at the same moment, with what was done then among what is compared
    page.get_by_role("button", name="What if it had gone otherwise?").click()
    page.get_by_role("region", name="What if?").get_by_role("link", name="Lab").click()
    expect(page.get_by_text("Fought on from a moment that is over, with new dice.")).to_be_visible()
    page.get_by_label("Fights").select_option("100")
    page.get_by_role("button", name="Run it").click()
    compared = page.get_by_role("table").filter(has_text="as the tactics have it")
    expect(compared.get_by_role("row")).to_have_count(3)


def test_who_has_no_seat_at_the_first_table_is_not_led_there(house: House, people: People) -> None:
    master, _ = fought(house)
    branch = house.ask("POST", f"/api/tables/{master['table']}/branches", master["token"], {})
    page = people.sit(house.seat(branch, "Ann", "tahra"))
    expect(page.get_by_text("What if, from A table: round 1 of The Broken Causeway: patrol.")).to_be_visible()
    expect(page.get_by_role("link", name="Back to A table")).to_have_count(0)


def test_players_go_on_only_where_branches_are_open(house: House, people: People) -> None:
    master, document = fought(house)
    ann = house.seat(master, "Ann", "tahra")
    page = people.sit(ann)
    expect(record(page)).to_be_visible()
    looking_back(page)
    page.get_by_role("button", name="What if it had gone otherwise?").click()
    section = page.get_by_role("region", name="What if?")
    expect(section).to_contain_text("has not opened “What if?” to players")
    house.do(master, {"do": "settings", "settings": {"branches": True}})
    expect(section).to_contain_text("You play on from here")  # an enemy acts: nothing is to be chosen
    section.get_by_role("button", name="Play it on a table of its own").click()
    page.wait_for_url(lambda url: "/t/" in url and master["table"] not in url)
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    assert document["beings"]["tahra"]["name"] == "Tahra"
    expect(page.get_by_role("navigation", name="Order of turns")).to_contain_text("Tahra")


def test_where_nothing_else_is_offered_there_is_nothing_to_choose(house: House, people: People) -> None:
    """Of what others do a player is told nothing that could be done instead."""
    master, document = fought(house)
    house.do(master, {"do": "settings", "settings": {"branches": True}})
    assert document["turn"]["of"] not in ("tahra", "")
    house.do(master, {"do": "command", "actor": document["turn"]["of"], "name": "end_turn", "args": {}})
    page = people.sit(house.seat(master, "Ann", "tahra"))
    expect(record(page)).to_be_visible()
    looking_back(page)
    page.get_by_role("button", name="What if it had gone otherwise?").click()
    section = page.get_by_role("region", name="What if?")
    expect(section).to_contain_text("You play on from here, and do something else.")
    expect(section.get_by_role("group", name="What is done instead").get_by_role("radio")).to_have_count(0)
    expect(page.locator("text.branch")).to_contain_text("what if: ")
    section.get_by_role("button", name="Play it on a table of its own").click()
    page.wait_for_url(lambda url: "/t/" in url and master["table"] not in url)


def test_what_is_chosen_stays_while_the_others_play_on(house: House, people: People) -> None:
    master, _ = fought(house)
    page = people.sit(master)
    expect(record(page)).to_be_visible()
    looking_back(page)
    page.get_by_role("button", name="What if it had gone otherwise?").click()
    deeds = page.get_by_role("region", name="What if?").get_by_role("group", name="What is done instead")
    deeds.get_by_role("radio").first.check()
    house.do(master, {"do": "gm", "name": "tell", "args": {"words": "A gull cries"}})
    expect(page.get_by_role("button", name="1 more moment since")).to_be_visible()
    expect(deeds.get_by_role("radio").first).to_be_checked()
    expect(page.locator("text.branch")).to_contain_text("what if: ")
