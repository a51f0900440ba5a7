"""A replay as one page: opened from the disk, without a server, it plays by itself, tells what happened in words, asks
nobody anything, and runs nothing that somebody is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ludex.server.http.replay_page import page_of
from ludex.table.campaign.seating import HandOver
from ludex.table.past.chosen import Wanted
from ludex.table.past.replay_file import Replay, read_replay, written
from ludex.table.past.replays import replay_of
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call
from tests.page.axe import AXE, Axe
from tests.page.drawer import place, tool
from tests.page.house import PATIENCE, PHONE, WIDE, House, People
from tests.page.playing import token
from tests.page.scenes import LEDGE
from tests.table.played import Played
from tests.table.test_past import looking_back

MOST = 2_000_000  # bytes of a page of a long fight
LONG = 300  # commands
EVIL = "</script><img src=x onerror=alert(1)>"


def fought(commands: int) -> Replay:
    """A fight of machines of so many commands, as the player saw it. The game master sees to it that nobody falls."""
    played = Played("bluebox")
    for side in (*played.table.game.sides, "gm"):
        played.do(HandOver(who=side, policy="simple"))
    scene = played.table.scene
    assert scene is not None
    hp = {being.id: being.hp for being in scene.beings.values()}
    for number in range(commands):
        assert played.step() or deputise(played.table), f"it is over after {number}"
        played.entries += played.table.take()
        for who in hp if number % 8 == 7 and played.live.open is None else ():
            played.do(Call(name="set", args={"what": who, "field": "hp", "value": hp[who]}))
    return replay_of(looking_back(played), played.table.seats[played.ann], Wanted())


@pytest.fixture(scope="module")
def long_fight() -> Replay:
    return fought(LONG)


class Opened:
    """Pages opened from the disk, and whatever they complain about or ask for."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.faults: list[str] = []
        self._folder = folder
        self._context = browser.new_context(viewport=WIDE, reduced_motion="reduce", color_scheme="dark")
        self._context.set_default_timeout(PATIENCE)

    def open(self, replay: Replay) -> Page:
        path = self._folder / "replay.html"
        path.write_bytes(page_of(replay))
        page = self._context.new_page()
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        page.on("request", lambda asked: self._asked(asked.url, path))
        page.goto(path.as_uri())
        return page

    def _asked(self, address: str, path: Path) -> None:
        if not address.startswith((path.as_uri(), "data:", "blob:")):
            self.faults.append(f"asked for {address}")

    def close(self) -> None:
        self._context.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    found = Opened(browser, tmp_path)
    yield found
    found.close()
    assert found.faults == []


def test_a_long_fight_plays_from_the_disk_and_is_small(long_fight: Replay, opened: Opened) -> None:
    assert len(page_of(long_fight)) < MOST
    page = opened.open(long_fight)
    moments = len(long_fight.chapters[0].moments)
    place, said = page.get_by_text(re.compile(r"^moment \d+ of")), page.get_by_role("status")
    expect(place).to_have_text(f"moment 1 of {moments}")
    expect(page).to_have_title(re.compile("The Broken Causeway"))
    expect(token(page, "Tahra")).to_be_visible()
    expect(page.get_by_role("button", name="Back to now")).to_have_count(0)
    page.get_by_role("button", name="One deed on", exact=True).click()
    expect(place).to_have_text(f"moment 2 of {moments}")
    expect(said).to_contain_text(f"moment 2 of {moments}")
    page.keyboard.press("End")
    expect(said).to_have_text(re.compile(r"Onuri: .*Plating 0 of 7"))  # what has changed
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    expect(said).to_contain_text("moment 3 of")
    page.keyboard.press("Shift+ArrowRight")
    expect(said).to_contain_text(re.compile(r"Escalation Counter: [2-9] of 10\."))
    expect(page.get_by_role("heading", name=re.compile("^Replay: Round"))).to_be_attached()
    page.keyboard.press("End")
    expect(place).to_have_text(f"moment {moments} of {moments}")
    page.keyboard.press("Home")
    expect(said).to_have_text(f"The scene begins. moment 1 of {moments}")  # and not all that has come since
    page.clock.install()
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(30_000)
    expect(place).not_to_have_text(f"moment 1 of {moments}")
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_text("In numbers").click()
    row = page.get_by_role("row", name=re.compile("^Tahra"))
    did = next(one.did for one in long_fight.statistics.party if one.name == "Tahra")
    expect(row).to_contain_text(str(did.dealt))
    assert page.locator("aside").evaluate("aside => aside.scrollWidth <= aside.clientWidth"), "all of it can be read"


def test_axe_finds_nothing_wrong_with_it(long_fight: Replay, opened: Opened) -> None:
    page, axe = opened.open(long_fight), Axe(all_of_it=True)
    expect(token(page, "Tahra")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text(re.compile(r"^moment (\d+) of \1$"))).to_be_visible()
    page.get_by_text("In numbers").click()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    axe.look(page, "a replay")
    page.set_viewport_size(PHONE)
    axe.look(page, "a replay on a phone")
    assert axe.found == []


def test_nobody_is_called_anything_that_is_run(opened: Opened) -> None:
    """Not even where a file was made by hand: a table takes no such names."""
    replay = fought(12)
    data = re.sub(rb"\b(Tahra|A table)\b", EVIL.encode(), written(replay))
    evil = read_replay(data)
    html = page_of(evil)
    assert EVIL.encode() not in html
    assert html.count(b"<script") == 2, "the moments, and what shows them"
    page = opened.open(evil)
    expect(page.get_by_role("main").get_by_role("button", name=EVIL).first).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text(EVIL).first).to_be_visible()
    assert page.evaluate("document.querySelectorAll('img[onerror]').length") == 0


def test_a_page_that_did_not_come_whole_says_so(long_fight: Replay, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "half.html"
    path.write_bytes(
        re.sub(rb'(id="replay">.{200}).*?</script>', rb"\1</script>", page_of(long_fight), flags=re.DOTALL)
    )
    page = browser.new_page()
    page.goto(path.as_uri())
    expect(page.get_by_role("heading", name=re.compile("This replay cannot be read"))).to_be_visible()
    page.context.close()


def test_chapters_are_chosen_from_a_list(opened: Opened) -> None:
    one, other = fought(5), fought(9)
    first, second = one.chapters[0], other.chapters[0]
    both = Replay(**{name: getattr(one, name) for name in one.__struct_fields__ if name != "chapters"},
                  chapters=[first, second])  # fmt: skip
    page = opened.open(both)
    place = page.get_by_text(re.compile(r"^moment \d+ of"))
    expect(place).to_have_text(f"moment 1 of {len(first.moments)}")
    page.get_by_role("combobox", name="Scene").select_option(index=1)
    expect(place).to_have_text(f"moment 1 of {len(second.moments)}")


# ---------------------------------------------------------------- at a table


def table_with_words(house: House) -> tuple[dict[str, str], dict[str, str]]:
    master = house.found()
    ann = house.seat(master, "Ann", "tahra")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    say: dict[str, Any] = {"do": "gm", "name": "tell", "args": {"words": "A horn sounds."}}
    house.do(master, {"do": "open_scene", "scene": scene, "begin": False}, say)
    return master, ann


def test_a_replay_is_shared_from_where_one_looks_back(
    house: House, people: People, opened: Opened, tmp_path: Path
) -> None:
    _, ann = table_with_words(house)
    page = people.sit(ann)
    page.get_by_role("button", name="Look back").click()
    sharing = page.get_by_role("region", name="Share a replay")
    expect(sharing.get_by_role("combobox", name="Seen by")).to_have_count(0)
    with page.expect_download() as saving:
        sharing.get_by_role("button", name="Save the page").click()
    assert saving.value.suggested_filename.endswith(".html")
    assert Path(saving.value.path()).read_bytes().count(b'id="replay"') == 1
    expect(sharing.get_by_text("Saved.")).to_be_visible()
    with page.expect_download() as saving:
        sharing.get_by_role("button", name="Save the file").click()
    saved = read_replay(Path(saving.value.path()).read_bytes())
    assert saved.seen_by == "Ann"
    expect(opened.open(saved).get_by_text(re.compile("As Ann saw it"))).to_be_visible()
    with page.expect_download() as saving:
        sharing.get_by_role("button", name="Save the journal").click()
    assert "A horn sounds." in Path(saving.value.path()).read_text(encoding="utf-8")
    sharing.get_by_role("radio", name="all that was played").check()
    sharing.get_by_role("button", name="Show it in numbers").click()
    expect(sharing.get_by_text("1 scene on 1 evening")).to_be_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    axe = Axe(all_of_it=False)
    axe.look(page, "sharing a replay")
    assert axe.found == []


def test_the_game_master_chooses_who_saw_it_and_is_told_the_evening_in_numbers(house: House, people: People) -> None:
    master, _ = table_with_words(house)
    page = people.sit(master)
    page.get_by_role("button", name="Look back").click()
    sharing = page.get_by_role("region", name="Share a replay")
    sharing.get_by_role("combobox", name="Seen by").select_option("Ann")
    with page.expect_download() as saving:
        sharing.get_by_role("button", name="Save the file").click()
    assert read_replay(Path(saving.value.path()).read_bytes()).seen_by == "Ann"
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Game master", exact=True).click()
    place(page, "Table")
    tool(page, "Close the evening").get_by_role("button", name="Close the evening").click()
    expect(page.get_by_role("heading", name="Evening 1 in numbers")).to_be_visible()
    expect(page.get_by_text("1 scene on 1 evening")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_the_end_of_a_fight_leads_to_sharing_it(house: House, people: People, phone: bool) -> None:
    master = house.found(scenes=[{"toml": LEDGE}])
    scene = next(iter(house.do(master)["master"]["scenes"]))
    seen = house.do(master, {"do": "open_scene", "scene": scene, "begin": False})
    foe = next(who for who, being in seen["beings"].items() if not being["ally"])
    harm = {"pure": True, "source": "onuri", "target": foe}
    first, blow = ({"do": "gm", "name": "damage", "args": {**harm, "amount": amount}} for amount in (14, 1))
    page = people.sit(house.seat(master, "Ann", "onuri"), phone=phone)
    expect(token(page, "Vahki")).to_be_visible()
    house.do(master, first, blow, blow, blow)  # who lies there is out with one more
    plate = page.get_by_role("region", name="You have won")
    plate.get_by_role("button", name="Share a replay").click()
    expect(page.get_by_role("region", name="Share a replay")).to_be_focused()
