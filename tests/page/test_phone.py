"""On a phone: everything that is not play itself is one tap away, and so is what is play."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.house import House, People
from tests.page.playing import fought, looking_back, token
from tests.page.scenes import LEDGE

STEPS = ("To the beginning", "One round back", "One deed back", "Play", "One deed on", "One round on", "To the end")
FAR_FIELD = (
    LEDGE.replace("[0, 5]", "[0, 25]")
    + """
[beings.vhor]
at = [0, 2]
"""
)


def on_a_phone(house: House, people: People) -> Page:
    master = house.found()
    seat = house.seat(master, "Ann", "vhor")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat, phone=True)
    expect(page.get_by_role("navigation", name="Order of turns")).to_be_visible()
    return page


def test_the_sheet_of_more_has_all_that_the_head_has_elsewhere(house: House, people: People) -> None:
    page = on_a_phone(house, people)
    more = page.get_by_role("dialog", name="More")

    def open_more() -> None:
        page.get_by_role("button", name=re.compile("^More")).tap()
        expect(more).to_be_visible()

    open_more()
    table = page.url.rpartition("/")[2]
    for name, address in (
        ("Rules", "/rules/bluebox"), ("Lab", f"/lab/{table}"), ("Check the dice", f"/verify/{table}"),
        ("Leave the table", "/"),
    ):  # fmt: skip
        expect(more.get_by_role("link", name=name)).to_have_attribute("href", address)
    expect(more).to_contain_text("Escalation Counter")
    expect(more).to_contain_text("Mara (GM)")
    for name in ("Sound", "Animations", "Notes for beginners", "Dark paper"):
        switch = more.get_by_role("switch", name=name)
        expect(switch).to_be_checked()
        switch.tap()
        expect(switch).not_to_be_checked()
    root = page.locator("html")
    expect(root).to_have_attribute("data-motion", "off")
    expect(root).to_have_attribute("data-theme", "day")
    more.get_by_role("button", name="Sheets").tap()
    sheet = page.get_by_role("dialog", name="Sheet of Vhor")
    sheet.get_by_role("button", name="Close").tap()
    open_more()
    more.get_by_role("button", name="Keys").tap()
    page.get_by_role("dialog", name="Keyboard").get_by_role("button", name="Close").tap()
    open_more()
    more.get_by_role("switch", name=re.compile("^Text view")).tap()
    expect(page.get_by_role("article", name="Text view")).to_be_visible()
    page.reload()
    expect(root).to_have_attribute("data-motion", "off")
    open_more()
    expect(more.get_by_role("switch", name="Animations")).not_to_be_checked()
    more.get_by_role("link", name="Leave the table").tap()
    page.wait_for_url(house.address + "/")


def test_who_comes_back_finds_their_tables_above_the_books(house: House, people: People) -> None:
    page = on_a_phone(house, people)
    page.goto(house.address)
    expect(page.get_by_role("heading", level=2).first).to_have_text("your tables", ignore_case=True)
    expect(page.get_by_role("link", name=re.compile("^Sit down")).first).to_be_in_viewport()


def test_the_steps_of_looking_back_stand_in_a_row(house: House, people: People) -> None:
    page = people.sit(fought(house)[0], phone=True)
    page.get_by_role("button", name=re.compile("^The record")).tap()
    looking_back(page)
    steps = [page.get_by_role("button", name=name, exact=True) for name in STEPS]
    boxes = [step.bounding_box() for step in steps]
    assert len({box["y"] for box in boxes if box is not None}) == 1
    assert all(box is not None and box["width"] >= 44 for box in boxes)


def test_a_finger_finds_what_else_is_done_with_the_record(house: House, people: People) -> None:
    page = people.sit(fought(house)[0], phone=True)
    page.get_by_role("button", name=re.compile("^The record")).tap()
    page.get_by_role("button", name="Search and keep the record").tap()
    links = [page.get_by_role("link", name=name) for name in ("Check the dice", "For a TV")]
    boxes = [link.bounding_box() for link in links]
    looking_back(page)
    boxes += [label.bounding_box() for label in page.locator("label", has=page.get_by_role("radio")).all()]
    assert len(boxes) == 5
    assert all(box is not None and box["height"] >= 44 for box in boxes)


def when_a_turn_begins(house: House, people: People, master: dict[str, str] | None = None) -> Page:
    """Vhor's player has looked to the far end of the board and of the sheet, while others had theirs."""
    master = master or house.found(scenes=[{"toml": FAR_FIELD}])
    seat = house.seat(master, "Ann", "vhor")
    house.do(master, *({"do": "hand_over", "who": who} for who in ("foes", "gm")))
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat, phone=True)
    expect(token(page, "Vhor")).to_be_visible()
    look_away(page)
    page.locator(".sheet .scroll").evaluate("sheet => (sheet.scrollTop = sheet.scrollHeight)")
    house.do(master, *({"do": "command", "actor": who, "name": "end_turn", "args": {}} for who in ("onuri", "vahki")))
    expect(page).to_have_title(re.compile("^● Your turn"))
    return page


def look_away(page: Page) -> None:
    """To the far end of the board."""
    page.get_by_role("main", name="The board").locator(".view").hover()
    for _ in range(3):
        page.mouse.move(300, 300)
        page.mouse.down()
        page.mouse.move(20, 300, steps=4)
        page.mouse.up()
    expect(token(page, "Vhor")).not_to_be_in_viewport()


def test_the_board_shows_who_acts_when_their_turn_begins_and_where_they_go(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": FAR_FIELD}])
    page = when_a_turn_begins(house, people, master)
    expect(token(page, "Vhor")).to_be_in_viewport()
    look_away(page)
    house.do(master, {"do": "command", "actor": "vhor", "name": "move", "args": {"to": [[1, 2]]}})
    expect(token(page, "Vhor")).to_be_in_viewport()


def test_a_finger_finds_what_is_written_as_a_link(house: House, people: People) -> None:
    page = when_a_turn_begins(house, people)
    page.get_by_text("First evening").tap()
    found = [page.get_by_role("button", name=name, exact=True) for name in ("Got it", "No more notes", "Hold")]
    boxes = [button.bounding_box() for button in found]
    assert all(box is not None and box["height"] >= 44 for box in boxes)


def test_a_turn_begins_with_eight_actions_that_do_not_move(house: House, people: People) -> None:
    """Nothing stands above them but pools. The first tap shows what comes of it, and Back brings them back."""
    page = when_a_turn_begins(house, people)
    actions = page.locator("[data-action]")
    expect(actions.nth(7)).to_be_in_viewport(ratio=1)
    places = [box for box in (actions.nth(number).bounding_box() for number in range(8)) if box is not None]
    assert page.locator(".sheet .scroll").evaluate("sheet => sheet.scrollTop") == 0
    foot = page.locator(".sheet .foot").bounding_box()
    sheet = page.locator(".sheet").bounding_box()
    board = page.get_by_role("main", name="The board").bounding_box()
    assert foot is not None
    assert sheet is not None
    assert board is not None
    assert all(box["y"] + box["height"] <= foot["y"] for box in places)
    assert all(box["height"] >= 56 and box["width"] >= 160 for box in places)
    assert places[0]["y"] - sheet["y"] <= 76  # pools alone
    assert board["height"] == 312 - 44  # a line of it is the note's for a first evening
    for name in ("Suggest", "End turn"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    actions.filter(has_text="Move").first.tap()
    expect(actions.first).to_be_hidden()
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(actions.first).to_be_visible()
    assert [actions.nth(number).bounding_box() for number in range(8)] == places


def test_nothing_of_it_is_wider_than_the_screen(house: House, people: People) -> None:
    page = on_a_phone(house, people)
    page.get_by_role("button", name=re.compile("^More")).tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    more = page.get_by_role("dialog", name="More")
    for target in more.locator("a, button").all():
        rect = target.bounding_box()
        assert rect is not None
        assert rect["height"] >= 40, target.inner_text()


def test_what_was_said_meanwhile_is_counted_until_it_is_read(house: House, people: People) -> None:
    master = house.found()
    seat = house.seat(master, "Ann", "vhor")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat, phone=True)
    record = page.get_by_role("button", name="The record", exact=True)
    expect(record).to_have_accessible_description("")
    house.do(master, {"do": "chat", "words": "Mind the gap"})
    expect(record).to_have_accessible_description("1 line not read")
    record.tap()
    expect(page.get_by_text("Mind the gap").first).to_be_visible()
    page.get_by_role("button", name="What you can do", exact=True).last.tap()
    expect(record).to_have_accessible_description("")


def test_what_was_rolled_is_seen_with_its_dice_until_it_is_put_away(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    seat = house.seat(master, "Ann", "onuri")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat, phone=True)
    latest = page.get_by_role("region", name="What happened last")
    record = page.get_by_role("button", name="The record", exact=True)
    expect(page.get_by_role("button", name="Suggest", exact=True)).to_be_visible()
    expect(latest).to_have_count(0)  # what was there before is no news
    page.get_by_role("toolbar", name="What you can do").get_by_role("button", name=re.compile("^Quake Maul")).tap()
    about = page.get_by_role("group", name="What you are about to do")
    about.get_by_role("button", name=re.compile("Patroller")).tap()
    expect(latest).to_contain_text("Onuri")
    expect(latest.locator(".die").first).to_be_visible()
    expect(record).to_have_accessible_description(re.compile(r"^\d+ lines? not read$"))
    latest.get_by_role("button", name="Put away").tap()
    expect(latest).to_have_count(0)
    record.tap()
    page.get_by_role("button", name="What you can do", exact=True).last.tap()
    expect(record).to_have_accessible_description("")


def test_a_note_of_the_coach_is_one_line_until_it_is_opened(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    seat = house.seat(master, "Ann", "onuri")
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    page = people.sit(seat, phone=True)
    note = page.get_by_label("A note for your first evening")
    expect(note).to_contain_text("two Action Points")
    expect(note.get_by_role("button", name="Got it")).to_have_count(0)
    note.get_by_role("button", name=re.compile("First evening")).tap()
    note.get_by_role("button", name="Got it").tap()
    expect(note).to_contain_text("worth a die")
    expect(note.get_by_role("button", name="Got it")).to_have_count(0)  # the next is folded again


def heights(page: Page) -> tuple[float, float]:
    boxes = [page.get_by_role("main", name="The board").bounding_box(), page.locator(".sheet").bounding_box()]
    board, sheet = (box["height"] for box in boxes if box is not None)
    return board, sheet


HIGHER = "least => document.querySelector('main').getBoundingClientRect().height > least"
AS_HIGH = "height => document.querySelector('main').getBoundingClientRect().height === height"
REACHED = """() => {
  const boxes = ["main .view", "main path.reach"].map(one => document.querySelector(one)?.getBoundingClientRect());
  const [view, reach] = boxes;
  if (!reach) return false;
  const across = reach.left >= view.left - 1 && reach.right <= view.right + 1;
  return across && reach.top >= view.top - 1 && reach.bottom <= view.bottom + 1;
}"""


def test_where_a_place_is_picked_the_board_has_the_room_and_shows_all_of_them(house: House, people: People) -> None:
    page = when_a_turn_begins(house, people)
    before, sheet = heights(page)
    page.locator("[data-action]").filter(has_text="Move").first.tap()
    expect(page.get_by_text("Pick a place on the board").last).to_be_visible()
    page.wait_for_function(HIGHER, arg=before + 150)
    assert heights(page)[1] < sheet
    page.wait_for_function(REACHED)
    page.get_by_role("button", name="Back", exact=True).tap()
    page.wait_for_function(AS_HIGH, arg=before)


def test_what_needs_little_room_leaves_the_rest_to_the_board(house: House, people: People) -> None:
    page = when_a_turn_begins(house, people)
    page.locator("[data-action]").filter(has_text="Defensive stance").first.tap()
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_visible()
    page.wait_for_function(HIGHER, arg=320)
