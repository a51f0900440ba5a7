"""A map under the board, fog over it and drawings on it: the game master lays, covers and uncovers, a player sees what
they may and draws, and the display shows it all."""

from __future__ import annotations

from hashlib import sha256

from playwright.sync_api import FilePayload, Page, expect

from tests.page.axe import AXE, Axe
from tests.page.house import House, People
from tests.page.playing import cell, middle, token
from tests.page.scenes import LEDGE
from tests.pictures import png

PICTURE = png(60, 40, shade=150)
UNDER = f'picture = "{sha256(PICTURE).hexdigest()}", spots = [[0, 0], [1, 0.6]], onto = [[0, 0], [6, 3]], strength = 80'
MAPPED = LEDGE.replace("r = [0, 3] }", f"r = [0, 3], map = {{ {UNDER} }} }}")


def bar(page: Page, name: str) -> None:
    page.get_by_role("region", name="Drawing on the board").get_by_role("button", name=name, exact=True).click()


def drag(page: Page, one: tuple[int, int], other: tuple[int, int]) -> None:
    """From the middle of a hex to that of another."""
    ends = [middle(cell(page, *at)) for at in (one, other)]
    for end, then in zip(ends, (page.mouse.down, page.mouse.up), strict=True):
        page.mouse.move(*end, steps=4)
        then()


def test_a_map_is_laid_fog_is_drawn_and_somebody_draws_on_the_board(house: House, people: People) -> None:
    master = house.found(scenes=[{"toml": MAPPED}])
    seat, watching = house.seat(master, "Ann", "onuri"), house.seat(master, "TV", role="spectator")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    gm = people.sit(master)
    kept = gm.request.post(
        f"{house.address}/api/tables/{master['table']}/pictures",
        headers={"Authorization": f"Bearer {master['token']}"},
        multipart={"file": FilePayload(name="map.png", mimeType="image/png", buffer=PICTURE)},
    )
    assert kept.ok
    house.do(master, {"do": "open_scene", "scene": scene})
    ann = people.sit(seat)
    expect(token(ann, "Vahki")).to_be_visible()
    expect(gm.locator("svg.ground image")).to_be_attached()
    expect(ann.locator("svg.ground image")).not_to_be_attached()

    gm.get_by_role("button", name="Draw on the board").click()
    bar(gm, "Cover")
    drag(gm, (2, 1), (3, 1))
    expect(token(ann, "Vahki")).not_to_be_visible()
    expect(cell(ann, 2, 1)).not_to_be_attached()
    expect(token(gm, "Vahki")).to_be_visible()
    gm.get_by_role("region", name="Drawing on the board").get_by_label("Seen by").select_option("everybody")
    expect(ann.locator("svg.ground image")).to_be_attached()
    gm.evaluate(AXE.read_text(encoding="utf-8"))
    axe = Axe(all_of_it=False)
    axe.look(gm, "the bar for drawing", "section[aria-label='Drawing on the board']")
    assert axe.found == []

    ann.get_by_role("button", name="Draw on the board").click()
    bar(ann, "Arrow")
    drag(ann, (0, 0), (0, 2))
    bar(ann, "Words")
    ann.get_by_label("Words to put on the board").fill("over here")
    cell(ann, 1, 0).focus()
    ann.keyboard.press("Enter")
    expect(gm.locator(".sketch")).to_have_count(2)
    tv = people.sit(watching)
    tv.goto(f"{house.address}/t/{master['table']}/display")
    expect(tv.get_by_text("over here")).to_be_attached()
    bar(ann, "Undo mine")
    expect(gm.locator(".sketch")).to_have_count(1)
    bar(gm, "Wipe all")
    expect(tv.locator(".sketch")).to_have_count(0)
    bar(gm, "Uncover all")
    expect(token(ann, "Vahki")).to_be_visible()
