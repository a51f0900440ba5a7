"""The game master's drawer: every tool works by its name and its labels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ludex.client.http import Answer
from tests.page.drawer import drawn, not_over, pick, place, record, see_as, tool, whom
from tests.page.house import WIDE, House, People, about
from tests.page.playing import action, say_the_same, token
from tests.page.scenes import FURTHER_UP, LEDGE, STAIR, THING


def drawer_of_mara(house: House, people: People) -> Page:
    """Mara at a table with a scene on it and another prepared, and her drawer open."""
    page = people.sit(house.found(scenes=[{"toml": LEDGE}, {"toml": FURTHER_UP}]))
    page.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    page.get_by_role("button", name="Game master", exact=True).click()
    return page


@pytest.fixture
def gm(house: House, people: People) -> Page:
    return drawer_of_mara(house, people)


@pytest.fixture(scope="module")
def drawer_of_all(house: House, stayers: People) -> Page:
    return drawer_of_mara(house, stayers)


@pytest.fixture
def mara(drawer_of_all: Page, staying: People) -> Page:
    """The same at one table for all who do nothing there that another would stumble on, with the drawer open."""
    drawer_of_all.set_viewport_size(WIDE)
    expect(drawer_of_all.get_by_role("tabpanel")).to_be_visible()
    return drawer_of_all


def test_a_ruling_of_plus_two_and_a_forced_action(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    ruling = tool(gm, "A ruling")
    ruling.get_by_label("Why").fill("higher ground")
    ruling.get_by_role("button", name="Do it").click()
    expect(ruling.get_by_text("Done.")).to_be_visible()
    force = tool(gm, "Force or waive")
    force.get_by_label("Action").select_option(label="Shove")
    choice, do = force.get_by_role("combobox").nth(1), force.get_by_role("button")
    expect(choice.or_(do).first).to_be_visible()
    while not do.count():
        chosen = force.locator("p b").count()
        expect(choice).to_have_value("")  # so that the first can be chosen as well
        choice.select_option(index=1)
        expect(force.locator("p b")).not_to_have_count(chosen)  # the next is asked, or all is chosen
    force.get_by_label("at no cost").check()
    do.last.click()
    expect(record(gm)).to_contain_text("higher ground")


@pytest.mark.parametrize("width", [720, 900, 1090])
def test_between_phone_and_desk_the_drawer_covers_neither_the_head_nor_the_board(mara: Page, width: int) -> None:
    mara.set_viewport_size({"width": width, "height": 800})
    drawer = mara.get_by_role("region", name="Game master's drawer")
    expect(drawer).to_be_visible()
    inside = """width => {
      const place = document.querySelector('.drawer')?.getBoundingClientRect();
      return place && place.right <= width && place.top > 0;
    }"""
    mara.wait_for_function(inside, arg=width)  # it slides in, below the head
    found = [each.bounding_box() for each in (drawer, mara.locator(".table > header"), mara.get_by_role("main"))]
    own, head, board = [box for box in found if box]
    assert own["y"] >= head["y"] + head["height"]
    assert own["x"] >= board["x"] + board["width"]
    assert own["x"] + own["width"] <= width
    assert board["width"] > 350


def test_any_field_is_set_in_place(mara: Page) -> None:
    place(mara, "Beings")
    whom(mara).select_option("vahki")
    fields = tool(mara, "Set by hand")
    fields.get_by_label("HP", exact=True).fill("5")
    fields.get_by_label("HP", exact=True).press("Enter")
    expect(record(mara)).to_contain_text(re.compile("sets .* to 5"))
    fields.get_by_role("searchbox").fill("immun")
    immunities = fields.get_by_role("group", name="Immunities")
    immunities.get_by_label("Choose one more").select_option("Fire")
    immunities.get_by_role("button", name="Add").click()
    expect(record(mara)).to_contain_text(re.compile("sets immunities .*Fire"))
    fields.get_by_role("searchbox").fill("speed")
    fields.get_by_label("Speed m", exact=True).fill("-2")
    fields.get_by_label("Speed m", exact=True).press("Enter")
    expect(fields.get_by_role("alert")).to_contain_text("expected")


def test_who_sets_more_than_the_most_is_told_that_the_most_rises(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("vahki")
    hp = tool(gm, "Set by hand").get_by_label("HP", exact=True)
    most = int(hp.input_value())
    asked = gm.get_by_role("group", name=f"That is above their most of {most}.")
    hp.fill(str(most + 30))
    hp.press("Enter")
    asked.get_by_role("button", name="Leave it").click()
    expect(asked).to_have_count(0)
    expect(hp).to_have_value(str(most))
    hp.fill(str(most + 30))
    hp.press("Enter")
    asked.get_by_role("button", name=f"Set it, and make {most + 30} the most").click()
    expect(record(gm)).to_contain_text(re.compile(f"sets .* to {most + 30}"))
    expect(gm.get_by_role("tabpanel").get_by_text(re.compile(rf"HP {most + 30}/{most + 30}"))).to_be_visible()


def test_conditions_are_given_and_ended(mara: Page) -> None:
    place(mara, "Beings")
    whom(mara).select_option("vahki")
    conditions = tool(mara, "Conditions")
    conditions.get_by_role("combobox", name="Condition").select_option("Prone")
    conditions.get_by_role("button", name="Add condition").click()
    end = conditions.get_by_role("button", name=about("End", "Prone"))
    end.click()
    expect(end).to_have_count(0)
    conditions.get_by_role("combobox", name="Condition").select_option("Slowed")
    conditions.get_by_label("Metres slower").fill("2")
    conditions.get_by_role("button", name="Add condition").click()
    conditions.get_by_role("button", name=about("End", "Slowed")).click()
    expect(conditions.get_by_text("No conditions.")).to_be_visible()
    conditions.get_by_role("combobox", name="Condition").select_option("Resistance")
    expect(conditions.get_by_role("combobox", name="Damage type")).to_have_value("")


def test_what_goes_with_a_condition_is_chosen_and_fields_are_sought_by_names_of_the_game(
    house: House, people: People
) -> None:
    master = house.found("navyblue", "the_ropewalk")
    page = people.sit(master)
    page.get_by_role("button", name=re.compile("^Put it on the table")).click()
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Beings")
    search = tool(page, "Set by hand").get_by_role("searchbox")
    expect(search).to_have_attribute("placeholder", "Search, such as Vigor")
    conditions = tool(page, "Conditions")
    add = conditions.get_by_role("button", name="Add condition")
    which = conditions.get_by_role("combobox", name="Condition", exact=True)
    which.select_option("Guarded")
    expect(add).to_be_disabled()
    expect(conditions.get_by_text("Tick at least one under “Attributes to defend with” first.")).to_be_visible()
    for attribute in ("Brawn", "Vibe"):
        conditions.get_by_role("checkbox", name=attribute).check()
    conditions.get_by_role("combobox", name="Only against what has this trait").select_option("Magic")
    add.click()
    expect(conditions.get_by_text("Guarded (Brawn and Vibe against Magic)", exact=True)).to_be_visible()
    which.select_option("Hindered")
    expect(conditions.get_by_role("combobox", name="By how much")).to_have_value("-1")
    which.select_option("Prone")
    expect(conditions.get_by_text("By how much")).to_have_count(0)


def test_an_enemy_of_ones_own_comes_in_from_a_file(mara: Page, tmp_path: Path) -> None:
    file = tmp_path / "things.toml"
    file.write_text(THING, encoding="utf-8")
    place(mara, "Table")
    tool(mara, "Content of your own").get_by_label("Add a content file").set_input_files(file)
    expect(tool(mara, "Content of your own").get_by_text("Done.")).to_be_visible()
    place(mara, "Beings")
    spawn = tool(mara, "Bring somebody in")
    expect(
        spawn.get_by_role("listbox", name=re.compile("^Bring somebody in: [1-9][0-9]+ to choose from$"))
    ).to_be_visible()
    spawn.get_by_label("Search the content").fill("pit thing")
    expect(spawn.get_by_text("1 to choose from")).to_be_visible()
    spawn.get_by_role("button", name="Bring in: Pit Thing").click()
    expect(whom(mara).locator("option", has_text="Pit Thing")).to_have_count(1)
    whom(mara).select_option(label="Pit Thing")
    tool(mara, "Take off the board").get_by_role("button").click()
    expect(whom(mara).locator("option", has_text="Pit Thing")).to_have_count(0)


def test_somebody_is_put_somewhere_by_picking_the_place_on_the_board(mara: Page) -> None:
    place(mara, "Beings")
    whom(mara).select_option("vahki")
    put = tool(mara, "Put at a place")
    pick(put, "3,2")
    put.get_by_role("button", name="Do it").click()
    expect(put.get_by_text("Done.")).to_be_visible()


def test_every_command_of_the_game_has_a_form(mara: Page) -> None:
    calls = place(mara, "Commands")
    mara.get_by_role("searchbox", name="Search the commands").fill("heal")
    heal = tool(mara, "Heal")
    expect(heal.get_by_role("link", name="What counts as receiving healing")).to_be_visible()
    heal.get_by_label("Who").select_option("onuri")
    heal.get_by_label("How much").fill("1")
    heal.get_by_role("button", name="Heal").click()
    expect(heal.get_by_text("Done.")).to_be_visible()
    mara.get_by_role("searchbox", name="Search the commands").fill("check stat")
    check = tool(mara, "Check")
    check.get_by_label("Who").select_option("onuri")
    check.locator("summary.secondary").click()
    check.get_by_label("Stat").select_option("FOR")
    check.get_by_role("button", name="Check").click()
    expect(calls.get_by_text("Done.").last).to_be_visible()


def test_back_and_forth_and_other_faces(gm: Page) -> None:
    place(gm, "Now")
    roll = tool(gm, "Roll")
    roll.get_by_label("Dice").fill("2d6")
    roll.get_by_role("button", name="Roll").click()
    expect(roll.get_by_text("Done.")).to_be_visible()
    last = tool(gm, "The last command")
    last.get_by_label(re.compile("^Faces of")).fill("6, 6")
    last.get_by_role("button", name="Replace the faces").click()
    expect(last.get_by_text("6, 6")).to_be_visible()
    reveal = tool(gm, "Reveal a line")
    reveal.get_by_role("button").first.click()
    expect(reveal.get_by_text("Done.")).to_be_visible()
    back = tool(gm, "Back and forth")
    back.get_by_role("button", name="Undo 1 step").click()
    expect(back.get_by_role("button", name="Redo 1 step")).to_be_enabled()
    struck = record(gm).get_by_role("button", name=re.compile("^undone: "))
    expect(struck).to_have_count(2)  # and what was thrown first
    back.get_by_role("button", name="Redo 1 step").click()
    expect(back.get_by_role("button", name="Redo 1 step")).to_be_disabled()
    expect(struck).to_have_count(1)


def test_the_second_scene_keeps_the_wounds_of_the_first(gm: Page) -> None:
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    hp = tool(gm, "Set by hand").get_by_label("HP", exact=True)
    hp.fill("7")
    hp.press("Enter")
    expect(record(gm)).to_contain_text(re.compile("sets .* to 7"))
    place(gm, "Scenes")
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    expect(not_over(gm, "On the ledge")).to_contain_text("It would begin from its start.")
    gm.keyboard.press("Escape")
    expect(not_over(gm, "On the ledge")).to_have_count(0)
    gm.get_by_role("button", name=about("Put it on the table", "Further up")).click()
    expect(not_over(gm, "On the ledge")).to_contain_text("you can go on where it was left")
    not_over(gm, "On the ledge").get_by_role("button", name="Leave it there").click()
    expect(gm.get_by_role("heading", level=1, name="Further up")).to_be_visible()
    place(gm, "Beings")
    whom(gm).select_option("onuri")
    expect(gm.get_by_role("tabpanel").get_by_text(re.compile(r"HP 7/"))).to_be_visible()


def test_what_somebody_improvises_is_settled_by_a_check(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    ann = people.sit(house.seat(master, "Ann", "onuri"))
    gm = people.sit(master)
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    expect(ann.get_by_role("main", name="The board")).to_be_visible()
    improvise(ann, "I kick dust into its visor")
    waits = gm.get_by_role("region", name="What players try, for you to settle")
    expect(waits).to_contain_text("Yours to answer")
    expect(waits).to_contain_text("I kick dust into its visor")
    waits.get_by_role("button", name=about("Settle it", "Onuri")).click()
    expect(waits).to_have_count(0)
    expect(tool(gm, "To settle")).to_contain_text("I kick dust into its visor")
    gm.keyboard.press("Escape")
    expect(gm.get_by_role("tabpanel")).to_have_count(0)
    expect(waits).to_be_visible()
    expect(gm.get_by_role("status").filter(has_text="Game master, 1 to settle.")).to_have_count(1)
    gm.get_by_role("button", name=re.compile(r"^Game master\s?, 1 to settle$")).click()
    settle = tool(gm, "To settle")
    expect(settle).to_contain_text("I kick dust into its visor")
    settle.get_by_label("What you say to it").fill("Roll for it")
    settle.get_by_role("button", name="Say it and close").click()
    expect(settle).to_contain_text("Nothing to settle")


def test_who_hides_is_a_ghost_on_the_game_masters_board_until_it_is_revealed(house: House, people: People) -> None:
    master = house.found("navyblue", "the_ropewalk")
    ann = people.sit(house.seat(master, "Ann", "marlow"))
    gm = people.sit(master)
    gm.get_by_role("button", name=re.compile("^Put it on the table")).click()
    house.do(master, {"do": "gm", "name": "spawn", "args": {"from": "bilge_rat_pack", "hidden": True, "at": "loft"}})
    ghost = token(gm, "Bilge Rat Pack")
    expect(ghost).to_have_accessible_name(re.compile("hidden from the players"))
    gm.get_by_role("button", name="Game master", exact=True).click()
    panel = place(gm, "Beings")
    whom(gm).select_option(label="Bilge Rat Pack (unseen)")
    expect(panel).to_contain_text("Hidden from the players")
    expect(token(ann, "Bilge Rat Pack")).to_have_count(0)
    panel.get_by_role("button", name=about("Reveal", "Bilge Rat Pack")).click()
    expect(panel).not_to_contain_text("Hidden from the players")
    expect(token(ann, "Bilge Rat Pack")).to_be_visible()
    expect(record(ann)).to_contain_text(re.compile("Bilge Rat Pack (appears|comes in)"))


def test_when_a_scene_is_over_the_game_master_is_told_how_to_go_on(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}, {"toml": FURTHER_UP}])
    ann = people.sit(house.seat(master, "Ann", "onuri"))
    gm = people.sit(master)
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    expect(ann.get_by_role("main", name="The board")).to_be_visible()
    house.do(master, {"do": "gm", "name": "end_combat", "args": {"winner": "party"}})
    for page in (ann, gm):
        page.get_by_role("button", name="Show the board").click()
    expect(ann.get_by_text("The scene is over. The game master decides what comes next.")).to_be_visible()
    after = gm.get_by_role("region", name="What comes next")
    after.get_by_role("button", name="Rest", exact=True).click()
    expect(drawn(gm, "Rest").get_by_role("button", name="Rest", exact=True)).to_be_visible()
    after.get_by_role("button", name="Prepare a scene").click()
    expect(gm.get_by_role("button", name="Prepare", exact=True)).to_be_visible()
    after.get_by_role("button", name="Close the evening").click()
    expect(drawn(gm, "Close the evening").get_by_text("Evening 1")).to_be_visible()
    after.get_by_role("button", name="Open Further up").click()
    expect(ann.get_by_role("heading", name="Further up").first).to_be_attached()


def improvise(page: Page, words: str) -> None:
    page.get_by_role("button", name="Improvise").click()
    form = page.locator("form", has=page.get_by_role("textbox", name=re.compile("Onuri")))
    form.get_by_role("textbox").fill(words)
    form.get_by_role("button").click()


def test_notes_handouts_and_a_picture_reach_whom_they_are_shown(house: House, people: People, tmp_path: Path) -> None:
    master = house.found()
    house.seat(master, "Ann", "vhor")
    gm = people.sit(master)
    gm.get_by_role("button", name="Game master", exact=True).click()
    place(gm, "Papers")
    notes = tool(gm, "Notes")
    notes.get_by_label("Title").fill("The bridge")
    notes.get_by_label("Text").fill("It breaks in round 3.")
    notes.get_by_role("button", name="Keep").click()
    expect(notes.get_by_text("It breaks in round 3.")).to_be_visible()
    picture = tmp_path / "map.png"
    picture.write_bytes(gm.screenshot())
    handouts = tool(gm, "Handouts")
    handouts.get_by_label("Title").fill("A map")
    handouts.get_by_label(re.compile("^Picture")).set_input_files(picture)
    handouts.get_by_label("Describe the picture").fill("Three islands and a rope")
    handouts.get_by_role("button", name="A new handout").click()
    expect(handouts.get_by_text("Three islands and a rope")).to_be_visible()
    expect(handouts.get_by_label("Title")).to_have_value("")
    expect(handouts.get_by_label(re.compile("^Picture"))).to_have_value("")
    handouts.get_by_role("checkbox", name="Ann").click()
    expect(handouts.get_by_role("checkbox", name="Ann")).to_be_checked()  # when the server has said so
    expect(handouts.get_by_text("Done.")).to_be_visible()
    (shown,) = house.do(master)["handouts"].values()
    where = f"/api/tables/{master['table']}/pictures/{shown['picture']}"
    assert house.ask("GET", where, master["token"]) == picture.read_bytes()
    handouts.get_by_role("button", name=about("Take away for good", "A map")).click()
    expect(handouts.get_by_text("Three islands and a rope")).to_be_visible()
    handouts.get_by_role("button", name="Yes, A map is gone for good").click()
    expect(handouts.get_by_text("Three islands and a rope")).to_have_count(0)
    with pytest.raises(Answer, match="404"):
        house.ask("GET", where, master["token"])


def test_seats_are_changed_sides_handed_over_and_seen(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    ann = people.sit(house.seat(master, "Ann", "onuri"))
    gm = people.sit(master)
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).click()
    gm.get_by_role("button", name="Game master", exact=True).click()
    gm.get_by_role("region", name="Waiting for Ann").get_by_role("button", name="Who decides").click()
    who = drawn(gm, "Who decides")
    expect(who.locator("summary")).to_be_focused()
    expect(who.get_by_label("Hand over: Onuri")).to_be_in_viewport()
    seen = see_as(gm, "Ann")
    expect(seen).to_contain_text("Nothing can be done meanwhile.")
    seen.get_by_role("button", name="Back to your own view").click()
    place(gm, "People")
    sides = tool(gm, "Sides and machines")
    foes = sides.get_by_role("combobox", name="foes", exact=True)
    foes.select_option(label="The machine: beginner")
    expect(sides.get_by_text("Done.")).to_be_visible()
    sides.get_by_label("In which style: foes").select_option(label="like a beast")
    expect(sides.get_by_text("They go for the weakest, and run when badly hurt.")).to_be_visible()
    assert house.do(master)["master"]["policies"]["foes"] == "beginner+beast"
    foes.select_option(label="The machine: by chance")
    expect(sides.get_by_label("In which style: foes")).to_have_count(0)
    assert house.do(master)["master"]["policies"]["foes"] == "random"
    seats = tool(gm, "Change a seat")
    seats.get_by_role("button", name=about("Mute", "Ann")).click()
    expect(seats.get_by_role("button", name=about("Let speak", "Ann"))).to_be_visible()
    seats.get_by_role("button", name=about("Take the seat away", "Ann")).click()
    seats.get_by_role("button", name="Yes, Ann leaves").click()
    expect(ann.get_by_text("You are no longer at this table")).to_be_visible()


def test_the_game_master_sees_the_very_board_of_a_seat_and_does_nothing_there(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    seat = house.seat(master, "Ann", "onuri")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    ann, gm = people.sit(seat), people.sit(master)
    gm.get_by_role("button", name="Game master", exact=True).click()
    seen = see_as(gm, "Ann")
    expect(seen).to_be_focused()
    for region in ("The board", "What you can do"):
        say_the_same(*[page.get_by_label(region, exact=True).first for page in (gm, ann)])
    for own in ("Game master", "Others may join"):
        expect(gm.get_by_role("button", name=own, exact=True)).to_have_count(0)
    actions = gm.get_by_role("region", name="What you can do").get_by_role("button")
    assert actions.count() > 3
    assert all(actions.nth(number).is_disabled() for number in range(actions.count()))
    gm.get_by_role("textbox", name="Say something").fill("Hello")
    gm.keyboard.press("Enter")
    expect(gm.get_by_role("alert").filter(has_text="You only look through somebody's eyes")).to_be_visible()
    ann.get_by_role("textbox", name="Say something").fill("Who looks at me?")
    ann.keyboard.press("Enter")
    house.do(master, {"do": "gm", "name": "tell", "args": {"words": "The bell rings"}})
    expect(gm.get_by_role("log", name="The record")).to_contain_text("The bell rings")
    seen.get_by_role("button", name="Back to your own view").click()
    expect(gm.get_by_role("button", name="Game master", exact=True)).to_be_visible()
    expect(gm.get_by_text("Who looks at me?")).to_be_visible()


def test_the_table_itself_is_changed(gm: Page) -> None:
    place(gm, "Table")
    name = tool(gm, "Name of the table")
    name.get_by_label("Name of the table").fill("Thursday")
    name.get_by_label("Name of the table").press("Enter")
    expect(name.get_by_text("Done.")).to_be_visible()
    settings = tool(gm, "How you play")
    settings.get_by_role("radio", name=re.compile("goes to the game master")).check()
    expect(settings.get_by_text("Done.")).to_be_visible()
    options = tool(gm, "Options")
    options.get_by_text("In the scene on the table").click()
    options.get_by_role("searchbox").first.fill("plating round")
    options.get_by_role("combobox", name="Plating round up").first.select_option("true")
    expect(options.get_by_text("1 changed").first).to_be_visible()
    evening = tool(gm, "Close the evening")
    evening.get_by_role("button").click()
    expect(evening.get_by_text("Evening 2")).to_be_visible()
    archive = tool(gm, "Put the table away")
    archive.get_by_role("button").click()
    expect(archive.get_by_role("button", name="Take it up again")).to_be_visible()


def aim_and_escape(gm: Page) -> None:
    """What is aimed at is let go of, and the drawer stays open."""
    action(gm, "Unarmed attack").click()
    choices = gm.get_by_role("region", name="Choose")
    expect(choices).to_be_visible()
    gm.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    expect(gm.get_by_role("tabpanel")).to_be_visible()


def test_escape_takes_back_one_thing_at_a_time(gm: Page) -> None:
    aim_and_escape(gm)
    gm.keyboard.press("Escape")
    expect(gm.get_by_role("tabpanel")).to_have_count(0)


def test_escape_takes_back_the_same_where_the_drawer_was_open_before_the_scene(house: House, people: People) -> None:
    gm = people.sit(house.found(scenes=[{"toml": LEDGE}]))
    gm.get_by_role("button", name="Game master", exact=True).click()
    expect(gm.get_by_role("tabpanel")).to_be_visible()
    gm.get_by_role("button", name=about("Put it on the table", "On the ledge")).first.click()
    aim_and_escape(gm)


def test_a_machine_whose_step_was_undone_goes_on_when_it_is_told_to(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}], settings={"pause": 0.0})
    machines = [{"do": "hand_over", "who": who, "policy": "simple"} for who in ("foes", "gm")]
    scenes = house.do(master, *machines)["master"]["scenes"]
    house.do(master, {"do": "open_scene", "scene": next(iter(scenes))})
    house.do(master, {"do": "command", "actor": "onuri", "name": "end_turn", "args": {}})
    gm = people.sit(master)
    expect(token(gm, "Onuri")).to_have_accessible_name(re.compile("acting now"))
    house.do(master, {"do": "undo", "steps": 1})
    held = gm.get_by_role("status").filter(has_text="Go on")
    held.get_by_role("button", name="Go on").click()
    expect(held).to_have_count(0)
    expect(token(gm, "Onuri")).to_have_accessible_name(re.compile("acting now"))


def test_what_somebody_is_asked_waits_for_them_and_beside_the_drawer_all_answers_are_read(
    house: House, people: People
) -> None:
    master = house.found("crawl", scenes=[{"toml": STAIR}])
    house.seat(master, "Ann", "brannoc")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    bite = {"do": "command", "actor": "cur", "name": "attack", "force": True}
    house.do(
        master,
        {"do": "open_scene", "scene": scene},
        {**bite, "args": {"skill": "tunnel_bite", "target": "brannoc"}},
    )
    gm = people.sit(master)
    gm.set_viewport_size({"width": 1366, "height": 768})
    gm.get_by_role("button", name="Game master", exact=True).click()
    prompt = gm.locator("section.prompt")
    expect(prompt).to_contain_text("Waiting for Ann")
    expect(prompt.get_by_role("group", name="When this is asked again")).to_have_count(0)  # that is Ann's to say
    expect(gm.get_by_text("Everything else waits for the answer.")).to_be_visible()
    prompt.get_by_role("button", name="Answer for Ann").click()
    expect(prompt.get_by_role("list", name="Answers").get_by_role("button").first).to_be_visible()
    expect(prompt.get_by_text("Working out what follows")).to_have_count(0)
    assert prompt.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
