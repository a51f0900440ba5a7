"""The pictures of the README: `make screenshots`. Beside the tests of the page, since it uses their server and people.

Machines play each fight, with dice that are always the same, up to somebody's turn; whoever plays them then aims at an
enemy by clicking, and the page is taken as it stands. Written as WebP, which Chromium makes small by itself.
"""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from playwright.sync_api import Page, expect, sync_playwright

from ludex.server.keys import hashed
from ludex.server.run.serve import database_in
from ludex.table.campaign.seating import AddSeat, HandOver, Reseat
from ludex.table.desk.store import Store
from ludex.table.document.looking import Suggest, look
from ludex.table.document.show import Documents
from ludex.table.play import linking
from ludex.table.play.deciding import deputise
from tests.page.house import CHROMIUM, FLAGS, People, house
from tests.page.playing import action, deed
from tests.table.tables import Kept

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
MOST = 300_000  # bytes of a picture
QUALITY = 92
MOST_LUCK = 30


class Moment(NamedTuple):
    game: str
    scene: str
    round: int
    who: str  # whose turn it is
    action: str
    foe: str
    day: bool = False


MOMENTS = [
    Moment("bluebox", "broken_causeway_raid", 2, "onuri", "^Quake Maul", "Skakdi Raider"),
    Moment("cloudbreaker", "the_fog_choir", 2, "tal", "^Attack", "Fogcaller", day=True),
    Moment("navyblue", "the_ropewalk", 2, "marlow", "^Attack", "Wrecker 1"),
    Moment("crawl", "kennel_gallery", 2, "marrow", "^Archery", "Tunnel Cur 2", day=True),
    Moment("vitality", "night_market", 2, "ilse_brandt", "^Basic ranged", "Alley Tough 2", day=True),
]


def played(moment: Moment) -> tuple[Kept, dict[str, dict[str, str]]]:
    """The table at that moment, with the first luck that leads to it, and the seats of those who sit at it."""
    for luck in range(MOST_LUCK):
        if found := led_to(moment, luck):
            return found
    raise AssertionError(f"{moment.game}: the moment does not come")


def led_to(moment: Moment, luck: int) -> tuple[Kept, dict[str, dict[str, str]]] | None:
    kept = Kept(moment.game, luck)
    kept.open(moment.scene)
    assert kept.table.scene is not None
    ours, *others = kept.table.game.sides
    party = [being.id for being in kept.table.scene.beings.values() if being.side == ours]
    for side in (*others, "gm"):
        kept.do(HandOver(who=side, policy="simple"))
    beside = party[(party.index(moment.who) + 1) % len(party)]
    kept.do(Reseat(seat=kept.gm, token_hash=hashed("Mara")))
    seats = {
        "Mara": kept.gm,
        "Ann": seated(kept, "Ann", moment.who, beside),
        "Ben": seated(kept, "Ben", *(who for who in party if who not in (moment.who, beside))),
    }
    documents = Documents(kept.table)
    while not is_now(documents, seats["Ann"], moment):
        if documents.of(kept.table.seats[seats["Ann"]])["turn"]["round"] > moment.round:
            return None
        if not (kept.step() or deputise(kept.table)):
            return None
    kept.entries += kept.table.take()
    return kept, {name: {"table": moment.game, "token": name, "seat": seat} for name, seat in seats.items()}


def seated(kept: Kept, name: str, *beings: str) -> str:
    return str(kept.do(AddSeat(role="player", name=name, token_hash=hashed(name), beings=beings))["seat"])


def is_now(documents: Documents, seat: str, moment: Moment) -> bool:
    """Is it somebody's turn, and would a machine do that to that enemy?"""
    seen = documents.of(documents.table.seats[seat])
    if seen["turn"]["round"] != moment.round or seen["turn"]["of"] != moment.who or not seen["offers"]:
        return False
    advised = look(documents, seat, Suggest(being=moment.who))
    entries = seen["offers"][moment.who]["entries"]
    ways = [one["action"] for one in entries if re.search(moment.action, one["label"])]
    return moment.foe in advised["words"] and advised["command"]["name"] in ways


def taken(page: Page, name: str) -> None:
    """The page as a picture."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(600)  # what moves has come to rest
    line = page.context.new_cdp_session(page)
    clip = {"x": 0, "y": 0, **(page.viewport_size or {}), "scale": page.evaluate("devicePixelRatio")}
    asked = {"format": "webp", "quality": QUALITY, "clip": clip}
    picture = b64decode(line.send("Page.captureScreenshot", asked)["data"])
    assert len(picture) < MOST, f"{name}: {len(picture)} bytes are too many"
    (PICTURES / f"{name}.webp").write_bytes(picture)
    print(f"{name}.webp: {len(picture) // 1000} kB")


def aim(page: Page, moment: Moment) -> None:
    """The action is chosen, and then in its lists the enemy, or what comes first."""
    page.get_by_role("button", name=re.compile("First evening")).click()
    page.get_by_role("button", name="No more notes").click()
    action(page, moment.action).click()
    choices = page.get_by_role("region", name="Choose").locator("[aria-pressed]:not([aria-disabled])")
    foe = choices.filter(has_text=moment.foe)
    while not deed(page).filter(has_text=moment.foe).count():
        expect(choices.first).to_be_visible()
        (foe if foe.count() else choices).first.click()
        page.wait_for_timeout(300)
    expect(page.get_by_role("region", name="Odds")).to_contain_text("%")
    page.locator(".upper").evaluate_all("parts => parts.forEach(part => (part.scrollTop = 0))")  # where the odds are
    page.mouse.move(0, 0)


def phone(people: People, seat: dict[str, str], moment: Moment) -> None:
    page = people.sit(seat, phone=True, device_scale_factor=2)
    aim(page, moment)
    page.get_by_role("region", name="Odds").evaluate("card => card.scrollIntoView({ block: 'start' })")
    taken(page, "phone")
    people.leave()


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = database_in(Path(folder))
        store = Store(database)
        store.migrate()
        seats = {}
        for moment in MOMENTS:
            kept, seats[moment.game] = played(moment)
            store.create(moment.game, kept.entries)
        store.close()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        own_luck = patch.object(linking, "MOST_CHAINS", 0)  # no browser adds to the dice
        with own_luck, house(database=database) as serving:
            for moment in MOMENTS:
                people = People(browser, serving)
                pages = {name: people.sit(seat, day=moment.day) for name, seat in seats[moment.game].items()}
                aim(pages["Ann"], moment)
                taken(pages["Ann"], moment.game)
                people.leave()
            phone(People(browser, serving), seats[MOMENTS[0].game]["Ann"], MOMENTS[0])
        browser.close()


if __name__ == "__main__":
    main()
