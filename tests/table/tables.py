"""Tables for tests: entries in a list, ids and time that can be foreseen, and the whole state of a table to compare."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import ludex.games.known  # registers the games
from ludex.core.files.codec import digest
from ludex.table import doings
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import AddSeat
from ludex.table.play.deciding import step
from ludex.table.records.entry import Entry

STARTERS = sorted(Path(ludex.games.__path__[0]).glob("*/content/scenes/*.toml"), reverse=True)
SCENES = {  # one of each game, small and quick; of a new one the first
    "bluebox": "broken_causeway_patrol",
    "cloudbreaker": "wolves_on_the_causeway",
    "crawl": "kennel_gallery",
    "navyblue": "small_eyes_in_the_hold",
    "vitality": "the_kennels",
}
SCENES |= {path.parts[-4]: path.stem for path in STARTERS if path.parts[-4] not in SCENES}


class Fake:
    """A world in which time passes when somebody says so, and ids and seeds are counted."""

    def __init__(self, seed: int = 0) -> None:
        self.now = 1_000.0
        self.seed = seed
        self.numbers: Iterator[int] = count(1)

    def outside(self) -> Outside:
        secret = sha256(f"{self.seed} in secret".encode()).digest()
        return Outside(lambda: self.now, lambda: f"id{next(self.numbers)}", self.fresh_seed, lambda: secret)

    def fresh_seed(self) -> bytes:
        return sha256(f"{self.seed} {next(self.numbers)}".encode()).digest()


class Kept:
    """A table whose entries are kept in a list."""

    def __init__(self, game: str, seed: int = 0) -> None:
        self.fake = Fake(seed)
        self.table = doings.found(game, "A table", "Mara", "hash of mara", self.fake.outside())
        self.entries: list[Entry] = self.table.take()
        self.gm = next(iter(self.table.seats))

    def do(self, what: Doing, seat: str = "") -> Any:
        try:
            return self.table.do(seat or self.gm, what)
        finally:
            self.entries += self.table.take()

    def step(self) -> bool:
        stepped = step(self.table)
        self.entries += self.table.take()
        return stepped

    def run(self, most: int = 500) -> None:
        """Let the machine do all that is its to do."""
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError(f"the machine does not come to an end within {most} steps")

    def folded(self) -> Campaign:
        return doings.folded(self.entries, self.fake.outside())

    def seat(self, name: str, *beings: str, role: str = "player") -> str:
        found = self.do(AddSeat(role=role, name=name, token_hash=f"hash of {name}", beings=beings))
        return str(found["seat"])

    def open(self, scene: str = "", **more: Any) -> str:
        """Prepare a ready-made scene and put it on the table; gives its id."""
        prepared = self.do(Prepare(ready=scene or SCENES[self.table.game.name]))["scene"]
        self.do(OpenScene(scene=prepared, **more))
        return str(prepared)

    @property
    def live(self) -> Any:
        assert self.table.playing is not None
        return self.table.playing.live


def called(kept: Kept, name: str) -> str:
    """The id of the one who has this name in the scene on the table."""
    return next(str(being.id) for being in kept.live.shown.beings.values() if being.name == name)


def state(table: Campaign) -> dict[str, Any]:
    """All that a table is, for comparison."""
    kept = [
        "number",
        "changed",
        "title",
        "branch",
        "archived",
        "gone_at",
        "webhook",
        "settings",
        "options",
        "content",
        "packs",
        "retired",
        "lost",
        "set_aside",
        "seats",
        "policies",
        "door",
        "knocked",
        "characters",
        "likenesses",
        "fogs",
        "maps",
        "drawings",
        "scenes",
        "left",
        "asked",
        "notes",
        "handouts",
        "flags",
        "crashes",
        "stuck",
    ]
    found = {name: getattr(table, name) for name in kept}
    found["chat"] = (len(table.chat), list(table.chat))
    found["nights"] = [night.to_kept() for night in table.nights]
    found["books"] = [vars(night.book) for night in table.nights_whole()]
    found["written"] = table.written
    playing = table.playing
    if playing is not None:
        live = playing.live
        found["opened"] = playing.opened
        found["cut"] = playing.cut
        found["boundaries"] = [digest(scene) for scene in live.boundaries]
        found["undone"] = [digest(scene) for scene in live.undone]
        found["shown"] = digest(live.shown)
        found["open"] = live.open.key if live.open is not None else ""
        found["given"] = [(given.key, given.value) for given in live.given]
        found["holds"] = live.holds
        found["logs"] = {side: list(playing.watched(side).log) for side in ("gm", *table.game.sides)}
        found["dice"] = getattr(live.dice, "fallen", None)
    return found


def differing(one: Campaign, other: Campaign) -> dict[str, Any]:
    here, there = state(one), state(other)
    return {key: (here[key], there.get(key)) for key in here if here[key] != there.get(key)}
