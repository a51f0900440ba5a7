"""axe-core finds nothing wrong on any screen, by night and by day, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect
from press.__main__ import write

from ludex.client.client import Client
from tests.packs import SCENE, manifest, parts
from tests.page.axe import AXE, Axe, open_all
from tests.page.conftest import keep_what_failed
from tests.page.drawer import place
from tests.page.house import CHROMIUM, FLAGS, PHONE, WIDE, House, People
from tests.page.house import house as serving
from tests.page.making import clicked, decide, is_whole, kind_of, settled, tapped
from tests.page.playing import Plan, answers, lead, reachable, seats_by_link, suggest, until
from tests.page.test_composer import few_fights
from tests.page.test_library import begin, bring_in
from tests.workshop.maps.samples import uvtt
from tests.workshop.maps.samples import written as map_file

SCENES = {  # in each somebody whose turn it is stands beside an enemy
    "bluebox": """
        turn = "tahra"
        board = { q = [0, 6], r = [0, 4] }
        beings.tahra.at = [2, 2]
        beings.onuri.at = [1, 3]
        beings.vahki = { from = "vahki_patroller", at = [3, 2], hp = 40 }
    """,
    "cloudbreaker": """
        turn = "pip"
        board = "causeway"
        beings.pip.at = "span"
        beings.marrow.at = "landing"
        beings.wolf = { from = "balewolf", at = "span" }
        beings.grey = { from = "balewolf", at = "span" }
        beings.old = { from = "balewolf", at = "span" }
    """,
    "crawl": """
        turn = "brannoc"
        board = { width = 6, height = 4, walls = [[4, 1]] }
        beings.brannoc = { from = "brannoc_ironway", at = [1, 1] }
        beings.sefa = { from = "sefa_quickwater", at = [2, 2] }
        beings.scavenger = { from = "crawl_scavenger", at = [2, 1], hp = 60 }
    """,
    "navyblue": """
        turn = "marlow"
        board = "ropewalk"
        beings.marlow.at = "vat"
        beings.ione.at = "vat"
        beings.wrecker = { at = "vat", vigor = 30 }
    """,
    "vitality": """
        turn = "ilse_brandt"
        board = { width = 6, height = 4 }
        beings.ilse_brandt = { at = [2, 1], asks = "all" }
        beings.vesper.at = [2, 3]
        beings.tough = { from = "alley_tough", at = [3, 1], hp_max = 300, hp = 300 }
    """,
}
GAMES = list(SCENES)
MACHINES = [{"do": "hand_over", "who": who, "policy": "simple"} for who in ("foes", "gm")]
DRAWER = ["Now", "Beings", "Commands", "Scenes", "People", "Papers", "Table"]
MOST_OF_IT = ["Now", "Beings"]  # places of the drawer with all that is around it


def games(*now: tuple[str, bool]) -> pytest.MarkDecorator:
    """The games, on a desk and on a phone, to look at now; the others with `--long`."""
    every = [(game, phone) for game in GAMES for phone in (False, True)]
    cases = [pytest.param(*case, marks=() if case in now else pytest.mark.long) for case in every]
    return pytest.mark.parametrize(("game", "phone"), cases, ids=lambda one: "phone" if one is True else one or "desk")


one_game = games(("bluebox", False), ("bluebox", True))  # where a game has nothing of its own but colours and words
on_a_desk = games(("bluebox", False))
plain = pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.long)], ids=["desk", "phone"])
"""Words and forms one below the other, which lie no otherwise on a phone; that is looked at with `--long`."""


@pytest.fixture(scope="module")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Without our fonts, which make no difference to axe: each page would read ten of them."""
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--disable-remote-fonts"])
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with serving("the same every time") as found:
        yield found


class Guests(People):
    """People who share two pages, one on a desk and one on a phone; whoever comes finds nothing kept there."""

    def _taken(self, phone: bool = False, day: bool = False, **more: Any) -> Page:
        page = next((page for page in self.pages if page.viewport_size == (PHONE if phone else WIDE)), None)
        if page is None:
            return super()._taken(phone, day, **more)
        page.unroute_all()
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.goto(self.house.nowhere)
        return page

    def _new(self, phone: bool, day: bool, **more: Any) -> Page:
        page = super()._new(phone, day, **more)
        page.add_init_script(path=AXE)  # half a megabyte, which each page would otherwise be sent anew
        return page


@pytest.fixture(scope="module")
def guests(browser: Browser, house: House) -> Iterator[Guests]:
    found = Guests(browser, house)
    yield found
    found.leave()


@pytest.fixture
def people(guests: Guests, request: pytest.FixtureRequest) -> Iterator[People]:
    yield guests
    keep_what_failed(guests, request)
    faults = guests.faults.copy()
    guests.faults.clear()
    assert faults == []


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def phone(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def axe(pytestconfig: pytest.Config) -> Iterator[Axe]:
    found = Axe(all_of_it=pytestconfig.option.long)
    yield found
    assert not found.found, "\n".join(found.found)


def at_play(house: House, game: str) -> tuple[dict[str, str], dict[str, str]]:
    """The game master's seat, and that of Ann who plays the whole party, with a scene on the table."""
    toml = f'game = "{game}"\ntitle = "Beside the enemy"\n{dedent(SCENES[game])}'
    master = house.found(game, settings={"pause": 0.0}, title="The long road", scenes=[{"toml": toml}])
    scene = next(iter(house.do(master, *MACHINES)["master"]["scenes"]))
    roll = {"do": "gm", "name": "roll", "args": {"dice": "2d6", "secret": False}}
    beings = house.do(master, {"do": "open_scene", "scene": scene}, roll)["beings"]
    ours = house.ask("GET", f"/api/games/{game}")["sides"][0]
    ann = house.seat(master, "Ann", *(who for who, being in beings.items() if being["side"] == ours))
    house.do(ann, {"do": "chat", "words": "We should have brought rope."})
    return master, ann


# ---------------------------------------------------------------- before the table


def test_lobby(house: House, people: People, axe: Axe, phone: bool) -> None:
    page = people.come("/", phone=phone)
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    axe.look(page, "lobby, no table yet")
    master, _ = at_play(house, "bluebox")
    page.goto(house.link(master))
    page.wait_for_url("**/t/*")
    page.goto(f"{house.address}/host#{'x' * 20}")
    expect(page.get_by_role("link", name=re.compile("^Sit down"))).to_be_visible()
    open_all(page)
    axe.look(page, "lobby of a host with a table")


@on_a_desk
def test_new_table(people: People, axe: Axe, phone: bool, game: str) -> None:
    page = people.come(f"/new/{game}", phone=phone)
    expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_visible()
    open_all(page)
    axe.look(page, f"a book of {game} to play at once")
    lead(page)
    axe.look(page, f"new table of {game}")


@plain
def test_join_and_waiting_room(house: House, people: People, axe: Axe, phone: bool) -> None:
    master = house.found()
    page = people.come(house.link(house.seat(master, "Somebody")), phone=phone)
    expect(page.get_by_role("radio", name=re.compile("Vhor"))).to_be_visible()
    axe.look(page, "join")
    page.goto(f"{house.address}/join")
    expect(page.get_by_role("button", name="Knock")).to_be_visible()
    axe.look(page, "join by a code")
    code = reachable(house, page, master)
    axe.look(page, "waiting room of the game master, with a code")
    other = people.come(f"/join#{code}", phone=phone)
    other.get_by_label("Your name").fill("Ben")
    other.get_by_role("button", name="Knock").click()
    expect(other.get_by_text("You are in the waiting room")).to_be_visible()
    axe.look(other, "waiting room")
    gm = people.sit(master, phone=phone)
    expect(gm.get_by_text("Ben knocks")).to_be_visible()
    axe.look(gm, "waiting room of the game master, with somebody at the door")


@plain
def test_error_pages(house: House, people: People, axe: Axe, phone: bool) -> None:
    master = house.found()
    page = people.come("/no/such/page/at/all", phone=phone)
    expect(page.get_by_role("heading")).to_be_visible()
    axe.look(page, "no such page")
    for address, said in [
        (f"/join/{master['table']}#nonsense", "This link opens no seat."),
        ("/t/nonsense", "You have no seat at this table in this browser."),
        ("/t/nonsense/display", "You have no spectator's seat at this table in this browser."),
        ("/verify/nonsense", "You have no seat there in this browser."),
        ("/lab/nonsense", "You have no seat at this table in this browser."),
        ("/rules/bluebox/bb.no.such.rule", "bb.no.such.rule"),
    ]:
        page.goto(house.address + address)
        expect(page.get_by_text(said).first).to_be_visible()
        if axe.all_of_it or address.startswith(("/join", "/rules")):  # the others are one page with other words
            axe.look(page, address)
    ann = house.seat(master, "Ann", "vhor")
    page.goto(house.link(ann))
    expect(page.get_by_text("No scene is on the table")).to_be_visible()
    axe.look(page, "no scene yet")
    house.ask("POST", f"/api/tables/{master['table']}/seats/{ann['seat']}/token", master["token"])
    expect(page.get_by_role("heading", name="You are no longer at this table.")).to_be_visible()
    axe.look(page, "seat taken away")
    page.goto(house.nowhere)  # nothing of it is still under way
    people.faults.clear()  # the browser itself complains about the answers 403 and 404


@on_a_desk
def test_builder(people: People, axe: Axe, phone: bool, game: str) -> None:
    page = people.come(f"/make/{game}", phone=phone)
    act = tapped if phone else clicked
    seen = set()
    while not is_whole(page):
        settled(page)
        kind = "cards refused" if page.locator("[data-card][aria-disabled]").count() else kind_of(page)
        if kind not in seen:
            seen.add(kind)
            if not phone and page.locator("[data-card]").count():
                page.locator("[data-card]").first.hover()
            axe.look(page, f"making a character of {game}: {kind}")
        decide(page, "Wren", act, phone=phone)
        settled(page)
    axe.look(page, f"a character of {game} that is whole")
    page.get_by_role("button", name="Your drafts").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    axe.look(page, f"drafts of {game}", within="dialog[open]")


# ---------------------------------------------------------------- at the table


def tables() -> list[Any]:
    """One game in all that may be seen of it; the others in their colours, and with `--long` whole."""
    whole = [(game, phone, True) for game in GAMES for phone in (False, True)]
    now = [("bluebox", False, True), ("bluebox", True, True)]
    few = [(game, False, False) for game in GAMES if game != "bluebox"]
    later = [pytest.param(*case, marks=pytest.mark.long) for case in whole if case not in now]
    return [*now, *few, *later]


@pytest.mark.parametrize(("game", "phone", "whole"), tables())
def test_table(house: House, people: People, axe: Axe, phone: bool, game: str, whole: bool) -> None:
    _, ann = at_play(house, game)
    until(house, ann, "attack that is advised", attacks)
    page = people.sit(ann, phone=phone)
    page.get_by_role("button", name="Sheets").click()
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_be_visible()
    axe.look(page, f"sheet of {game}", within="dialog[open]")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    if whole:
        page.get_by_role("toolbar", name="What you can do").get_by_role("button").first.click()
        expect(page.get_by_role("region", name="Choose")).to_be_visible()
        axe.look(page, f"{game}, an action chosen")
        page.keyboard.press("Escape")
    suggest(page).click()
    expect(page.get_by_role("region", name="The machine would")).to_be_visible()
    expect(page.get_by_role("region", name="Odds")).to_contain_text("%")
    open_all(page)
    if phone:
        axe.look(page, f"{game}, odds")
        page.get_by_role("button", name="Back", exact=True).tap()
        page.get_by_role("button", name="The record", exact=True).tap()
    page.get_by_role("button", name="Search and keep the record").click()
    record = page.get_by_role("log", name="The record")
    record.get_by_role("button").last.click()
    expect(record.get_by_role("button", name="Doubt this ruling")).to_be_visible()
    axe.look(page, f"{game}, odds, the record and what is said")
    if whole:
        until(house, ann, "question", asked)
        expect(answers(page).first).to_be_visible()
        expect(page.get_by_text("Working out what follows")).to_have_count(0)
        open_all(page)
        axe.look(page, f"{game}, a question")


def asked(client: Client, plan: Plan | None) -> bool:
    return client.document["question"] is not None


def attacks(client: Client, plan: Plan | None) -> bool:
    if plan is None:
        return False
    entries = client.document["offers"][plan["command"]["actor"]]["entries"]
    return any(one["group"] == "attack" for one in entries if one["action"] == plan["command"]["name"])


@on_a_desk
def test_text_view(house: House, people: People, axe: Axe, phone: bool, game: str) -> None:
    _, ann = at_play(house, game)
    page = people.sit(ann, phone=phone)
    page.get_by_role("button", name="Play without the board").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Text view")).to_be_visible()
    open_all(page)
    axe.look(page, f"text view of {game}")


def test_keyboard_help_and_looking_back(house: House, people: People, axe: Axe) -> None:
    page = people.sit(at_play(house, "bluebox")[1])
    expect(page.get_by_role("main", name="The board")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    axe.look(page, "keyboard help", within="dialog[open]")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("b")
    expect(page.get_by_role("complementary", name="This moment")).to_contain_text("The game master: ")
    axe.look(page, "looking back")


@plain
def test_dice_to_be_typed(house: House, people: People, axe: Axe, phone: bool) -> None:
    master = house.found(settings={"dice": "typed"})
    page = people.sit(master, phone=phone)
    seats_by_link(page)
    page.get_by_label("Name", exact=True).fill("Ann")
    page.get_by_role("button", name="Make a seat").click()
    expect(page.get_by_role("textbox", name="Link for Ann")).to_be_visible()
    axe.look(page, "prepared scenes, and a seat with its link")
    page.get_by_role("button", name=re.compile("Put it on the table")).click()
    expect(page.get_by_role("region", name="Throw the dice")).to_be_visible()
    axe.look(page, "dice to be thrown")


@one_game
def test_drawer(house: House, people: People, axe: Axe, phone: bool, game: str) -> None:
    master, ann = at_play(house, game)
    house.do(ann, {"do": "improvise", "being": whose(house, ann), "words": "I kick dust into its visor"})
    house.do(master, {"do": "gm", "name": "roll", "args": {"dice": "2d6", "secret": True}})
    house.ask("POST", f"/api/tables/{master['table']}/door", master["token"], {})
    page = people.sit(master, phone=phone)
    page.get_by_role("button", name=re.compile("^Game master")).click()
    every = DRAWER if axe.all_of_it or not phone else MOST_OF_IT  # forms lie no otherwise on a phone
    for name in every if game == "bluebox" else ("Beings",):
        place(page, name)
        open_all(page)
        axe.look(page, f"drawer of {game}: {name}", within="" if name in MOST_OF_IT else ".master")
    if not phone:  # there it lies below the drawer
        page.locator("g[data-being] > [role=button]").last.press(".")
        expect(
            page.get_by_role("dialog", name=re.compile("^What to do with")).get_by_role("button", name="Remove")
        ).to_be_visible()
        axe.look(page, f"menu of a token of {game}", within=".menu")


def whose(house: House, seat: dict[str, str]) -> str:
    return str(house.do(seat)["you"]["beings"][0])


# ---------------------------------------------------------------- beside the table


@one_game
def test_rulebook(house: House, people: People, axe: Axe, phone: bool, game: str) -> None:
    page = people.come(f"/rules/{game}", phone=phone)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    search = page.get_by_role("searchbox", name="Search the rules")
    if game == "bluebox":
        open_all(page)
        axe.look(page, "contents of the rules")
    search.fill("attack")
    margin = page.get_by_role("search" if phone else "complementary", name="Search the rules")
    expect(margin.get_by_role("link", name=re.compile("attack", re.IGNORECASE)).first).to_be_visible()
    if game == "bluebox":
        axe.look(page, "search in the rules")
    search.press("Enter")
    expect(page.get_by_role("heading", name="How we read it")).to_be_visible()
    open_all(page)
    axe.look(page, f"a rule of {game}")


@plain
def test_rules_of_all_games(people: People, axe: Axe, phone: bool) -> None:
    page = people.come("/rules", phone=phone)
    expect(page.get_by_text("Whose rules?")).to_be_visible()
    axe.look(page, "whose rules")


@one_game
def test_lab(house: House, people: People, axe: Axe, phone: bool, game: str) -> None:
    master, _ = at_play(house, game)
    page = people.sit(master, phone=phone)
    page.goto(f"{house.address}/lab/{master['table']}")
    page.get_by_label("Fights").select_option("100")
    expect(page.locator("ul[aria-label='First deeds to compare']")).to_be_attached()  # it is folded up
    open_all(page)
    deeds = page.get_by_role("list", name="First deeds to compare").get_by_role("checkbox")
    deeds.first.check()
    axe.look(page, f"lab of {game}, set up")
    page.get_by_role("button", name="Run it").click()
    expect(page.get_by_role("heading", name=re.compile("this turn"))).to_be_visible()
    stop = page.get_by_role("button", name="Stop")
    stop.or_(page.get_by_role("button", name="Run again")).click()
    open_all(page)
    axe.look(page, f"lab of {game}, a result and what if")


@plain
def test_verify_and_display(house: House, people: People, axe: Axe, phone: bool) -> None:
    master, _ = at_play(house, "bluebox")
    page = people.sit(master, phone=phone)
    page.goto(f"{house.address}/verify/{master['table']}")
    expect(page.get_by_text("still open")).to_be_visible()
    axe.look(page, "dice of an evening that is open")
    house.do(master, {"do": "close_evening"})
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_text("The seed is that of the seal.")).to_be_visible()
    open_all(page)
    axe.look(page, "dice of an evening that is closed")
    page.goto(f"{house.address}/t/{master['table']}/display")
    take = page.get_by_role("button", name="Take a spectator's seat for the display")
    expect(take).to_be_visible()
    axe.look(page, "a seat for the display")
    take.click()
    expect(page.get_by_role("region", name="The record")).to_be_visible()
    axe.look(page, "display")


def test_the_library(people: People, axe: Axe, tmp_path: Path, phone: bool) -> None:
    page = people.come("/workshop", phone=phone)
    expect(page.get_by_role("heading", name="Make packs here")).to_be_visible()
    axe.look(page, "who makes packs")
    begin(page)
    bring_in(page, tmp_path, parts())
    side = page.get_by_role("complementary", name="The Drowned Coast")
    broken = tmp_path / "more.toml"
    broken.write_text("[[item]]\nid = 3\n", encoding="utf-8")
    side.get_by_label("Put files in").set_input_files(broken)
    expect(side.get_by_text("more.toml, line 1").first).to_be_visible()
    side.get_by_role("button", name=re.compile("^Compare")).click()
    side.get_by_role("button", name="Delete it").click()
    axe.look(page, "a pack")
    if phone:
        page.get_by_role("button", name="All packs").click()
        axe.look(page, "the library")
    page.get_by_role("button", name="New pack").click()
    axe.look(page, "a new pack", within="aside")


def test_the_editor(people: People, axe: Axe, tmp_path: Path, phone: bool) -> None:
    page = people.come("/workshop", phone=phone)
    begin(page)
    bring_in(page, tmp_path, parts())
    page.get_by_label("Make something new").select_option(label="Power")
    page.get_by_role("link", name="Begin", exact=True).click()
    page.get_by_label("What is it called?").fill("Ash Ring")
    page.get_by_role("radio", name=re.compile("^Fire Zone")).check()
    axe.look(page, "a new entry")
    page.get_by_role("button", name="Begin from Fire Zone").click()
    for fold in page.get_by_role("main").locator("h2 [aria-expanded=false]").all():
        fold.click()
    page.get_by_role("button", name="Show the changes").click()
    page.get_by_role("button", name=re.compile("^Until: ")).click()
    expect(page.get_by_role("region", name="Is it right?")).to_be_visible()
    axe.look(page, "an entry")
    page.locator("[data-blank=dice]").click()
    page.keyboard.type("2")  # goes into the blank that was opened
    expect(page.locator("[data-blank=dice]")).to_have_text("2")
    page.get_by_role("button", name="File", exact=True).click()
    page.get_by_label("The entry as text").fill("[[power]]\nid = = 3\n")
    expect(page.get_by_role("button", name="1 thing is wrong")).to_be_visible()
    axe.look(page, "an entry as text")


@plain
def test_a_map_of_another_program(people: People, axe: Axe, tmp_path: Path, phone: bool) -> None:
    page = people.come("/workshop", phone=phone)
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest(game="crawl").encode()})
    page.get_by_role("link", name="A map from another program").click()
    store = tmp_path / "store.uvtt"
    store.write_bytes(map_file(uvtt()))
    expect(page.get_by_role("heading", name="A map from another program")).to_be_visible()
    axe.look(page, "a map to be chosen")
    page.get_by_label("Choose a map").set_input_files(store)
    expect(page.get_by_role("region", name="Question")).to_be_visible()
    axe.look(page, "a map")
    page.get_by_role("button", name=re.compile("The grid")).click()
    axe.look(page, "the grid of a map", within="main")


@pytest.mark.long
def test_the_site_of_the_docs(browser: Browser, axe: Axe, tmp_path: Path) -> None:
    """From a disk, as it is read without a server."""
    write(tmp_path)
    page = browser.new_page()
    page.add_init_script(path=AXE)
    for name in ("index", "protocol", "rules/bluebox/index", "rules/bluebox/options", "scenes/bluebox/plating"):
        page.goto((tmp_path / f"{name}.html").as_uri())
        axe.look(page, name)
    page.goto((tmp_path / "code/examples/bot.py.html").as_uri())
    axe.look(page, "code")
    page.goto((tmp_path / "rules/bluebox/armor--plating.html").as_uri())
    open_all(page)
    page.keyboard.press("/")
    page.keyboard.type("sacrifice plat")
    expect(page.locator("#site-found a").first).to_have_text("Sacrifice Power Dice to destroy Plating")
    axe.look(page, "a chapter, and what is found")
    page.keyboard.press("Enter")
    expect(page.locator("[id='bb.plating.sacrifice'] h2")).to_be_in_viewport()
    page.close()


@plain
def test_the_composer(people: People, axe: Axe, tmp_path: Path, phone: bool) -> None:
    page = people.come("/workshop", phone=phone)
    few_fights(page)
    begin(page)
    foe = '[beings.vahki]\nfrom = "vahki_patroller"\nat = [3, 1]\n'
    bring_in(page, tmp_path, parts(more={"scenes/ledge.toml": f"{SCENE}\n{foe}"}))
    side = page.get_by_role("complementary", name="The Drowned Coast")
    side.get_by_role("button", name=re.compile("^Scenes")).click()
    side.get_by_role("link", name="A bare ledge").click()
    stands = page.get_by_role("group", name="Beings on the board").get_by_role("button", name=re.compile("^Vahki"))
    expect(stands).to_be_visible()
    stands.press("Enter")
    expect(page.locator("[data-chosen]")).to_be_visible()
    page.keyboard.press("h")
    if phone:
        page.get_by_role("button", name="Gauge", exact=True).tap()
    page.get_by_role("button", name="deadly", exact=True).click()
    expect(page.locator(".ways li").first).to_be_visible()
    open_all(page)
    axe.look(page, "a scene that is composed")
    page.get_by_role("button", name="Put it on the table").click()
    axe.look(page, "onto which table", within="dialog")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Doors and hazards").click()
    page.get_by_role("button", name=re.compile("^Add to dangerous ground")).click()
    axe.look(page, "what the scene has", within="#tool-pane")


@plain
def test_an_adventure_that_is_written(people: People, axe: Axe, tmp_path: Path, phone: bool) -> None:
    page = people.come("/workshop", phone=phone)
    begin(page)
    bring_in(page, tmp_path, {"pack.toml": manifest().encode()})
    page.get_by_role("link", name=re.compile("^Write one")).click()
    page.get_by_role("radio", name=re.compile("^The Dark Beacon")).check()
    axe.look(page, "a new adventure")
    page.get_by_role("button", name="Copy The Dark Beacon").click()
    chapters = page.get_by_role("navigation", name="Chapters")
    chapters.get_by_role("button", name=re.compile("^3 The toll at Span")).click()
    page.get_by_role("button", name="Show it later").click()
    page.get_by_role("button", name="Add a way on").click()
    page.get_by_role("button", name="Add a handout").click()
    expect(page.get_by_text("Nothing is written here yet").first).to_be_visible()
    axe.look(page, "a chapter with faults")
    page.get_by_role("button", name="Play it at a table").click()
    axe.look(page, "at which table", within="dialog")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="The adventure", exact=True).click()
    axe.look(page, "the adventure as a whole")


# ---------------------------------------------------------------- adventures


def test_adventure(house: House, people: People, axe: Axe, phone: bool) -> None:
    data = {"game": "vitality", "title": "An evening", "name": "Mara", "adventure": "the_last_ferry"}
    master = house.ask("POST", "/api/tables", data=data)
    ann = house.seat(master, "Ann", "nia_calloway")
    page = people.sit(ann, phone=phone)
    expect(page.get_by_role("region", name="The adventure")).to_be_visible()
    axe.look(page, "a chapter, before there is a scene")
    page = people.sit(master, phone=phone)
    expect(page.get_by_role("button", name="They go to the fish market")).to_be_visible()
    axe.look(page, "the waiting room of an adventure")
    seen = house.do(master)["master"]
    market = next(one["id"] for one in seen["adventure"]["chapters"] if one["title"] == "The fish market")
    scene = next(id for id, title in seen["scenes"].items() if title == "The fish market")
    house.do(master, {"do": "chapter", "chapter": market, "tell": True}, {"do": "open_scene", "scene": scene})
    page.get_by_role("button", name=re.compile("^Game master")).first.click()
    page.get_by_role("tab", name="Story").click()
    expect(page.get_by_text("The players can read it.")).to_be_visible()
    axe.look(page, "an adventure in the game master's drawer", within=".drawer")
    page = people.sit(ann, phone=phone)
    page.get_by_role("region", name="The adventure").get_by_role("button", name="The fish market").click()
    axe.look(page, "a chapter in the margin", within=".told")
