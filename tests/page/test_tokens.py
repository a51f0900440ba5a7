"""An enemy with a picture of its own: chosen and cut by the game master, seen on the board and in the order of turns by
those who see the enemy, and by nobody else."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, Request, expect

from tests.page.drawer import place, tool, whom
from tests.page.house import House, People, about
from tests.page.playing import token
from tests.page.scenes import LEDGE, THING
from tests.pictures import png

WALLED = LEDGE.replace("q = [0, 5], r = [0, 3]", "q = [0, 9], r = [0, 4], walls = [[7, 4], [8, 3], [9, 2]]")

WIDTH = """async (image) => {
  const loaded = new Image();
  loaded.src = image.href.baseVal;
  await loaded.decode();
  return loaded.width;
}"""


def drawn(page: Page) -> list[Locator]:
    """Pictures on the board, and in the order of turns."""
    return [page.locator("[data-being] image"), page.get_by_role("navigation", name="Order of turns").locator("image")]


def test_an_enemy_with_a_picture_is_spawned_and_seen_by_those_who_see_it(
    house: House, people: People, tmp_path: Path
) -> None:
    master = house.found(scenes=[{"toml": WALLED}], content=[{"name": "mine", "toml": THING}])
    seat = house.seat(master, "Ann", "onuri")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    house.do(master, {"do": "open_scene", "scene": scene})
    ann, gm = people.sit(seat), people.sit(master)
    asked: list[str] = []
    ann.on("request", lambda request: heard(asked, request))
    gm.get_by_role("button", name="Game master").click()
    place(gm, "Beings")
    spawn = tool(gm, "Bring somebody in")
    spawn.get_by_label("Search the content").fill("pit thing")
    spawn.get_by_label("Called").fill("Grimm")
    spawn.get_by_label("hidden from the players").check()
    spawn.get_by_role("button", name="Bring in: Grimm").click()
    expect(token(gm, "Grimm")).to_be_visible()

    whom(gm).select_option(label="Grimm")
    picture = tool(gm, "Picture")
    face = tmp_path / "face.png"
    face.write_bytes(png(300, 400, shade=120))
    picture.get_by_label("Choose a picture").set_input_files(face)
    frame = picture.get_by_role("application")
    frame.focus()
    for key in ("+", "+", "ArrowUp"):
        gm.keyboard.press(key)
    expect(picture.get_by_text("117%")).to_be_attached()
    for pictures in drawn(gm):
        expect(pictures).to_have_count(0)  # nothing is changed yet
    picture.get_by_role("button", name="Use this one").click()
    for pictures in drawn(gm):
        expect(pictures).to_have_count(1)

    expect(token(ann, "Vahki")).to_be_visible()
    expect(token(ann, "Grimm")).to_have_count(0)
    assert [pictures.count() for pictures in drawn(ann)] == [0, 0]
    assert asked == []
    gm.get_by_role("button", name=about("Reveal", "Grimm")).click()
    for pictures in drawn(ann):
        expect(pictures).to_have_count(1)
    assert len(asked) == 1
    loaded = (
        "image => { const one = new Image(); one.src = image.href.baseVal; return one.decode().then(() => one.width) }"
    )
    assert drawn(ann)[0].evaluate(loaded) == 256
    gm.goto(f"{house.address}/lab/{master['table']}")
    expect(gm.get_by_role("region", name="The sides").locator("image")).to_have_count(1)
    gm.get_by_role("button", name="Run it").click()
    expect(gm.locator("section.down image")).to_have_count(1)


def heard(asked: list[str], request: Request) -> None:
    if "/pictures/" in request.url:
        asked.append(request.url)
