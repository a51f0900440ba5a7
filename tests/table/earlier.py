"""Tables and text games as an earlier version has kept them, each in the middle of a fight: whatever came later must
open them where they stood, and go on.

A folder for each version, named after its commit. `python -m tests.table.earlier NAME` writes one with the code of the
day: for every game a store (as SQL) with two tables, one that stands between two commands and one at an open question,
two journals of the same kind, and how each of the four stood.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from contextlib import closing
from hashlib import blake2b
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from ludex.core.files.codec import as_plain
from ludex.core.files.journal import Journal, header_of
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.procedure import GM, Question
from ludex.core.referee.live import Live, SealedDice
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.notes import Say
from ludex.table.campaign.seating import HandOver
from ludex.table.desk.store import Store
from ludex.table.play.commands import Hold, Release
from ludex.table.play.mastering import Call, Redo, Undo
from ludex.text.play.kept import policies_for
from ludex.text.screen import Screen, console_for
from ludex.text.table.table import Table
from tests.conformance.playing import KNOWN
from tests.table.tables import SCENES, Kept

HOME = Path(__file__).parent / "earlier"
BETWEEN, ASKED = "between", "asked"  # how a fight stands: between two commands, or at an open question
LEAST = 20  # things that have been done
LONGER = {"vitality": "the_kings_guard"}  # scenes for games whose small ones are over by then


def stands(live: Live[Any]) -> str:
    return ASKED if isinstance(live.open, Question) else BETWEEN if live.open is None else ""


# ---------------------------------------------------------------- tables


def table_of(game: str, how: str) -> Kept:
    """A table with talk, something undone and done again, and somebody who holds it; machines play."""
    kept = Kept(game)
    kept.open(LONGER.get(game, ""))
    own = next(being.id for being in kept.live.scene.side_of("party"))
    ann = kept.seat("Ann", own)
    for side in (own, "party", "foes", GM):
        kept.do(HandOver(who=side, policy="simple"))
    kept.do(Say(words="Here they come!"), ann)
    for number in range(200):
        if number >= LEAST and stands(kept.live) == how and kept.table.game.to_act(kept.live.scene):
            break
        kept.step()
        if number == LEAST // 2:
            while kept.live.open is not None:
                kept.step()
            kept.do(Call(name="tell", args={"words": "It is getting dark."}))
            kept.do(Undo())
            kept.do(Redo())
            kept.do(Call(name="modify", args={"being": own, "name": "high ground", "amount": 1}))
            while kept.live.holds:
                kept.do(Release(seat=kept.live.holds[0]))
    if how == BETWEEN:
        kept.do(Hold(), ann)
    assert stands(kept.live) == how
    return kept


def as_sql(tables: dict[str, Kept]) -> str:
    with TemporaryDirectory() as folder:
        place = Path(folder) / "tables.sqlite"
        store = Store(f"sqlite:///{place}")
        store.migrate()
        for id, kept in tables.items():
            store.create(id, kept.entries, (), kept.table.take_boundary())
        store.close()
        with closing(sqlite3.connect(place)) as connection:
            return "\n".join(connection.iterdump()) + "\n"


# ---------------------------------------------------------------- journals


def journal_of(game: str, how: str, place: Path) -> Table:
    """A fight in the terminal; machines play, and it is left in the middle."""
    return next(table for seed in count() if (table := _left(game, how, place, f"seed {seed}".encode())) is not None)


def _left(game: str, how: str, place: Path, seed: bytes) -> Table | None:
    """The same with these dice, if it does not end before."""
    found = next(each for each in KNOWN if each.name == game)
    file = load_scene(found.library().scenes[SCENES[game]], found.library())
    header = header_of(
        found, file.scene, seed, title=file.header.title, sides=["party"], opponent="simple", folders=[],
        content=file.header.content, plain=True, text=file.header.text,
    )  # fmt: skip
    with closing(Journal.create(place, header)) as journal:
        live: Live[Any] = Live(found, file.scene, SealedDice(seed), journal.note)
        table = Table(
            found, live, Screen(console_for(plain=True), plain=True), file.header.title, ("party",),
            policies_for(found, file.scene, (), "simple"), found.policy("simple"), place,
        )  # fmt: skip
        opening = found.opening(live.scene)
        if opening is not None:
            live.perform(opening)
        number = 0
        while not table.over:
            if number >= LEAST and stands(live) == how:
                return table
            table.decide()
            table.catch_up()
            table.keep()
            number += 1
    return None


# ---------------------------------------------------------------- all of it


class Stood(msgspec.Struct, frozen=True):
    """How a game stood when it was kept."""

    boundary: str  # the digest of the scene
    shown: str  # and of what lay on the table, in the middle of a command too
    open: str  # the key of the question
    log: dict[str, list[str]] = {}  # the words that were read, by who may read them


LATER = {"bluebox": ("pace",)}  # fields of beings that came after the tables that are kept here


def as_it_was_kept(scene: Any) -> str:
    """The digest of a scene without what came later."""
    plain = as_plain(scene)
    for being in plain["beings"].values():
        for name in LATER.get(scene.game, ()):
            del being[name]
    return blake2b(msgspec.json.encode(plain), digest_size=8).hexdigest()


def stood(live: Live[Any], log: dict[str, list[str]]) -> Stood:
    key = live.open.key if live.open is not None else ""
    return Stood(as_it_was_kept(live.scene), as_it_was_kept(live.shown), key, log)


def but_for_places(words: str) -> str:
    """What was read, but for where that was: places were told by their coordinates once."""
    return re.sub(r" (moves|leaps|calls)\b.*", r" \1", words)


def logs_of(table: Campaign) -> dict[str, list[str]]:
    assert table.playing is not None
    told = {side: table.playing.watched(side).log for side in (GM, *table.game.sides)}
    return {side: [but_for_places(line.words) for each in log for line in each.lines] for side, log in told.items()}


def main(name: str) -> None:
    home = HOME / name
    home.mkdir(parents=True)
    for game in KNOWN:
        tables = {how: table_of(game.name, how) for how in (BETWEEN, ASKED)}
        (home / f"{game.name}.sql").write_text(as_sql(tables), encoding="utf-8")
        how_they_stood = {f"table {how}": stood(kept.live, logs_of(kept.table)) for how, kept in tables.items()}
        for how in (BETWEEN, ASKED):
            played = journal_of(game.name, how, home / f"{game.name}.{how}.journal")
            how_they_stood[f"journal {how}"] = stood(played.live, {"party": [line.words for line in played.log]})
        told = msgspec.json.format(msgspec.json.encode(how_they_stood))
        (home / f"{game.name}.json").write_bytes(told + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
