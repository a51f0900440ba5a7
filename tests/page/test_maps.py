"""Maps of other programs: one is looked at and answered, becomes a board of a pack, its picture is aligned, it is
mended by hand, and a round is fought on it. One of cells and one of rooms; with `--long` one of each format."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from ludex.core.game import GAMES
from ludex.core.kernel.toml import toml_lines
from tests.packs import manifest
from tests.page.house import House, People
from tests.page.playing import middle, until
from tests.page.test_composer import is_second_round
from tests.page.test_drawing import choose, strokes
from tests.page.test_editor import kept
from tests.page.test_library import begin, bring_in
from tests.workshop.maps.samples import hexagonal, one_page, tiled, uvtt, written

TILESET = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="cellar" tilewidth="28" tileheight="32" tilecount="3" columns="3">
 <tile id="0" type="floor"/>
 <tile id="1" class="River"/>
 <tile id="2"><properties><property name="terrain" value="stone wall"/></properties></tile>
</tileset>
"""  # as the TMX map format of Tiled's manual has it
PULLED = 17  # pixels by which a corner of the picture is dragged


class Map(NamedTuple):
    """A file of another program, what is told of it, how it is answered and mended, and what the board has then."""

    game: str
    file: str
    data: Any
    told: str
    answered: Callable[[Page], None]
    mended: Callable[[Page], None]
    has: tuple[str, ...]
    named: str
    pictured: bool = False


# ---------------------------------------------------------------- answering


def question(page: Page) -> Locator:
    return page.get_by_role("region", name="Question")


def walls_and_a_thing(page: Page) -> None:
    """Of a map of squares: the slanting wall blocks squares, and the thing that stands about is left out."""
    expect(question(page)).to_contain_text("A slanting wall in the north-east")
    page.keyboard.press("2")
    blocked = question(page).get_by_role("button", name=re.compile("^Block 4 squares"))
    expect(blocked).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("n")
    expect(question(page)).to_contain_text("A thing that stands about")
    page.keyboard.press("3")
    page.get_by_role("button", name="Take it", exact=True).click()


def on_hexes(page: Page) -> None:
    """The same map on hexes: nothing is set that was not asked, and all is taken as proposed."""
    page.get_by_role("navigation", name="Steps").get_by_role("button", name=re.compile("The grid")).click()
    page.get_by_role("button", name="Hexes", exact=True).click()
    expect(page.get_by_role("complementary")).to_contain_text("now hexes")
    expect(page.get_by_role("complementary").get_by_text(re.compile("^Walls that fit"))).to_have_count(0)
    page.get_by_role("button", name="Accept all as proposed").click()


def tiles(page: Page) -> None:
    """The river is no river but a wall."""
    page.get_by_label("What River means").select_option(label="Wall")
    expect(page.get_by_label("What River means")).to_be_enabled()
    page.get_by_role("button", name="Take it", exact=True).click()


def as_proposed(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^(Take it|Accept all as proposed)$")).click()


# ---------------------------------------------------------------- mending


def starts(*party: str, enemies: tuple[str, ...]) -> Callable[[Page], None]:
    """Where both sides begin is drawn by keys. The first one frames the first cell of the board, the others lead to
    where the party begins, and on to the enemies."""

    def mended(page: Page) -> None:
        for paint, keys in (("Start, the party", (DOWN, *party)), ("Start, enemies", enemies)):
            choose(page, paint)
            page.get_by_role("application", name="The board").focus()
            for key in (*keys, "Enter"):
                page.keyboard.press(key)
            expect(strokes(page).last).to_contain_text(paint)

    return mended


def rooms(party: str, enemies: str) -> Callable[[Page], None]:
    def mended(page: Page) -> None:
        for room, paint in ((party, "Start, the party"), (enemies, "Start, enemies")):
            page.get_by_role("region", name="Rooms").get_by_role("button", name=re.compile(rf"^{room}\b")).click()
            page.get_by_label("Starts", exact=True).select_option(label=paint)
            expect(strokes(page).last).to_contain_text(paint)

    return mended


def pull(page: Page) -> None:
    """One corner of the picture is dragged."""
    x, y = middle(page.locator("g.spot").last)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - PULLED, y, steps=2)
    page.mouse.up()
    expect(page.get_by_role("group", name="Strokes").get_by_role("button", name="Undo")).to_be_enabled()


# ---------------------------------------------------------------- the journey

DOWN = "ArrowDown"
MAPS = {
    "uvtt on squares": Map(
        "crawl", "the_bonded_store.dd2vtt", uvtt(), "21 edges", walls_and_a_thing,
        starts(DOWN, enemies=(DOWN, DOWN, DOWN)), ("walls = [[9, 1], [9, 2], [10, 2], [10, 3]]",),
        "The bonded store", pictured=True,
    ),
    "uvtt on hexes": Map(
        "crawl", "the_bonded_store.uvtt", uvtt(), "21 edges", on_hexes,
        starts(enemies=("ArrowRight",)), ("walls = ", "doors"), "The bonded store", pictured=True,
    ),
    "tmj of squares": Map(
        "crawl", "cellar.tmj", tiled(how="zlib"), "Tiled", tiles,
        starts(DOWN, "ArrowRight", enemies=(DOWN,)), ("walls = ",), "Cellar",
    ),
    "tmj of hexes": Map(
        "bluebox", "cellar.tmj", hexagonal("y", "odd", tilesets=[{"firstgid": 1, "source": "sets/cellar.tsx"}]),
        "Tiled", tiles,
        starts(DOWN, "ArrowRight", enemies=("ArrowRight",)), ("walls = ",), "Cellar",
    ),
    "one page dungeon": Map(
        "navyblue", "vault.json", one_page(), "5 rooms and 4 ways", as_proposed,
        rooms("Room 1", "Passage"), ("portcullis",), "Vault of the Drowned Bell",
    ),
}  # fmt: skip
NOW = ("uvtt on squares", "one page dungeon")


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in NOW else pytest.mark.long) for name in MAPS])
def test_a_map_is_brought_aligned_mended_and_fought_on(house: House, people: People, tmp_path: Path, name: str) -> None:
    one = MAPS[name]
    page = people.come("/workshop")
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest(game=one.game).encode()})
    page.get_by_role("link", name="A map from another program").click()
    file = tmp_path / one.file
    file.write_bytes(written(one.data))
    beside = tmp_path / "cellar.tsx"
    beside.write_text(TILESET, encoding="utf-8")
    page.get_by_label("Choose a map").set_input_files([file, beside] if "source" in str(one.data) else file)
    expect(page.get_by_role("heading", name=one.named, level=1)).to_be_visible()
    expect(page.get_by_role("complementary")).to_contain_text(one.told)
    one.answered(page)
    page.wait_for_url(re.compile("/board/"))
    expect(page.get_by_role("heading", name=one.named, level=1)).to_be_attached()
    before = board(house, page)
    if one.pictured:
        pull(page)
    one.mended(page)
    expect(kept(page)).to_be_visible()
    after = board(house, page)
    assert [words for words in (*one.has, "starts") if words not in after] == []
    assert ("starts" in before, laid(before) != laid(after)) == (False, one.pictured)
    assert ("pictures/the_bonded_store.png" in files(house, page)) == one.pictured
    fought_on(house, page, one)


def laid(text: str) -> str:
    """How the picture lies on the board."""
    return next((line for line in text.splitlines() if line.startswith("map = ")), "")


def board(house: House, page: Page) -> str:
    """As it stands in the pack."""
    return files(house, page)["board.toml"]


def files(house: House, page: Page) -> dict[str, str]:
    pack, token = where(page)
    return {file["name"]: file["text"] for file in house.ask("GET", f"/api/packs/{pack}", token)["files"]}


def where(page: Page) -> tuple[str, str]:
    """The pack that lies open, and the token of who makes it."""
    return page.url.split("/")[-3], str(page.evaluate("localStorage.getItem('ludex.maker')"))


def fought_on(house: House, page: Page, one: Map) -> None:
    """A table is founded with a scene on the board, and a round is fought as machines would."""
    pack, token = where(page)
    library = GAMES[one.game].library()
    foes = next(kind for kind in ("enemy", "npc") if kind in library.shelves)
    beings = {
        "hero": {"from": next(iter(library.offered("character"))).id, "side": "party"},
        "foe": {"from": next(iter(library.offered(foes))).id, "side": "foes"},
    }
    scene = {"game": one.game, "title": "On the map", "board": page.url.split("/")[-1], "beings": beings}
    body = {"files": {"scenes/fight.toml": toml_lines(scene)}, "note": ""}
    house.ask("POST", f"/api/packs/{pack}/revisions", token, body)
    house.ask("PATCH", f"/api/packs/{pack}", token, {"shared": True})
    master = house.found(one.game, scenes=[], packs=[{"pack": pack, "scenes": ["fight"]}])
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    until(house, master, "second round", lambda client, _: is_second_round(client.document))
