"""A snapshot: all that a table is after an entry, so that nothing before it has to be folded or played again.

While rules and content are those it was made with, it is only a cache: the entries are what is true, and whoever cannot
read it folds them. When they are not, the table goes on from it, and what came before is read as it was told.
"""

from __future__ import annotations

import zlib
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from ludex.core.files.codec import seal_of
from ludex.core.kernel.reading import read_json
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign, Outside, Retired, Shelves, Tables
from ludex.table.campaign.clock_changes import Clocks
from ludex.table.campaign.log import Page, Whose
from ludex.table.campaign.night import Night, NightKept
from ludex.table.campaign.past import Past
from ludex.table.campaign.playing import Earlier, Pages, Playing
from ludex.table.campaign.playing_kept import PlayingKept
from ludex.table.campaign.reopening import library_for
from ludex.table.campaign.state import Crash, Kept, Knocking, Led, Left, Raised, Said, Shown, Sketch, Wish
from ludex.table.records.entry import Branch, Character, Entry, Likeness, MapLaid, PackLabel, Pinned, Prepared
from ludex.table.records.fog import Fog
from ludex.table.records.seat import Seat
from ludex.table.records.settings import Settings

FORM = 4  # of what is in a snapshot: whatever changes in it has the next number, and older ones are thrown away
EVERY = 60  # entries at least, from one to the next
SHARE = 4  # and in bytes a quarter of the one before: else a large table would be written over and over for a few words
MOST_BYTES = 64_000_000  # of one when it is unpacked; it has fewer
SWIFT = 1  # how hard it is packed: it is made between two doings


class Snapshot(NamedTuple):
    """A table after an entry, and with what it was made."""

    number: int  # of that entry
    form: int
    version: int  # of the rules
    shape: int  # of the state
    seal: str  # of the content
    digest: str  # of its bytes
    body: bytes

    def sound(self) -> bool:
        """Can it be read here, and is it as it was written?"""
        return self.form == FORM and self.digest == digest_of(self.body)


class PagePacked(NamedTuple):
    """A page of a log as it is kept beside snapshots."""

    whose: Whose
    number: int
    body: bytes


class Snapped(NamedTuple):
    """What is to be kept of a table besides its entries, now and then."""

    snapshot: Snapshot
    pages: list[PagePacked]
    scene: int  # whose pages they are; those of others are not needed any more


class Unusable(Exception):
    """A snapshot from which the table cannot be had: its entries are folded in place of it."""


# ---------------------------------------------------------------- what is in it


class LeftKept(msgspec.Struct, frozen=True):
    shape: int
    state: msgspec.Raw
    until: int = 0


class TableKept(msgspec.Struct, frozen=True):
    """A campaign as plain data. What it has in pages and entries alone is not in it."""

    game: str
    number: int
    changed: float
    title: str
    archived: bool
    gone_at: float
    webhook: str
    settings: Settings
    options: dict[str, bool | int | str]
    content: dict[str, Tables]
    packs: dict[str, PackLabel]
    retired: Retired
    lost: frozenset[tuple[str, str]]
    set_aside: dict[str, str]
    seats: dict[str, Seat]
    policies: dict[str, str]
    door: tuple[str, float]
    knocked: dict[str, Knocking]
    characters: dict[str, Character]
    scenes: dict[str, Prepared]
    left: dict[str, LeftKept]
    nights: list[NightKept]
    asked: dict[str, Wish]
    notes: dict[str, Kept]
    handouts: dict[str, Shown]
    said: list[Said]  # the last of it
    said_in_all: int
    flags: dict[str, Raised]
    written: list[tuple[str, str, int]]
    crashes: list[Crash]
    stuck: int
    playing: PlayingKept | None
    opened_with: Shelves | None  # none: what the table has now
    likenesses: dict[str, Likeness] = {}  # those of earlier versions have none, nor what follows
    fogs: dict[str, Fog] = {}
    maps: dict[str, MapLaid] = {}
    drawings: dict[str, Sketch] = {}
    dropped: frozenset[str] = frozenset()
    pins: dict[str, Pinned] = {}
    clocks: Clocks = Clocks()
    adventure: Led | None = None
    branch: Branch | None = None


AS_IT_IS = (
    "number", "changed", "title", "archived", "gone_at", "webhook", "settings", "options", "content", "packs",
    "retired", "lost", "set_aside", "seats", "policies", "door",
    "knocked", "characters", "scenes", "asked", "notes", "handouts", "flags", "crashes", "stuck",
    "likenesses", "fogs", "maps", "drawings", "dropped", "pins", "clocks", "adventure",
    "branch",
)  # fmt: skip


# ---------------------------------------------------------------- out


def take(table: Campaign) -> Snapped:
    """All that a table is, between two doings, and the pages of logs that have been filled since the last time.
    `Unusable` where it is more than is read."""
    playing, pages, scene = None, Pages(), 0
    library = table.library
    if table.playing is not None:
        playing, pages = table.playing.to_kept()
        library, scene = table.playing.library, table.playing.began
    kept = TableKept(
        game=table.game.name,
        left={id: LeftKept(left.shape, msgspec.Raw(left.state), left.until) for id, left in table.left.items()},
        nights=[night.to_kept() for night in table.nights],
        said=list(table.chat),
        said_in_all=len(table.chat),
        written=[(kind, id, number) for (kind, id), number in table.written.items()],
        playing=playing,
        opened_with=None if playing is None or table.opened_with == table.shelves else table.opened_with,
        **{name: getattr(table, name) for name in AS_IT_IS},
    )
    data = msgspec.json.encode(kept)
    if len(data) >= MOST_BYTES:
        table.snapped_bytes = MOST_BYTES  # until it is tried again
        raise Unusable(f"it has {len(data)} bytes, and fewer than {MOST_BYTES} are read")
    body = zlib.compress(data, SWIFT)
    game = table.game
    table.snapped, table.snapped_bytes = table.number, len(body)
    snapshot = Snapshot(table.number, FORM, game.version, len(game.migrations), seal_of(library), digest_of(body), body)
    packed = [PagePacked(whose, number, pack(page)) for whose, by in pages.items() for number, page in by.items()]
    return Snapped(snapshot, packed, scene)


def digest_of(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()


def pack(page: Page) -> bytes:
    return zlib.compress(msgspec.json.encode(page))


def unpack(body: bytes) -> Page:
    """A page as it was packed; `LookupError` where these bytes are none."""
    try:
        return read_json(_unpacked(body), Page)
    except (msgspec.DecodeError, zlib.error, BadInput) as fault:
        raise LookupError(f"the page cannot be read: {fault}") from None


def _unpacked(body: bytes) -> bytes:
    packed = zlib.decompressobj()
    found = packed.decompress(body, MOST_BYTES)
    if not packed.eof:
        raise BadInput(f"expected at most {MOST_BYTES} bytes, and all of them")
    return found


# ---------------------------------------------------------------- in


def resumed(snapshot: Snapshot, outside: Outside | None, past: Past) -> Campaign:
    """The table as it was then. `Unusable` where it cannot be had so."""
    try:
        return _resumed(snapshot, outside, past)
    except Exception as fault:  # whatever bytes do that this version has not written
        raise Unusable(f"{type(fault).__name__}: {fault}") from fault


def _resumed(snapshot: Snapshot, outside: Outside | None, past: Past) -> Campaign:
    kept = read_json(_unpacked(snapshot.body), TableKept)
    table = Campaign(outside)
    table.found_game(kept.game)
    for name in AS_IT_IS:
        setattr(table, name, getattr(kept, name))
    table.left = {id: Left(left.shape, bytes(left.state), left.until) for id, left in kept.left.items()}
    table.nights = [Night.resumed(night) for night in kept.nights]
    table.chat.go_on(kept.said, kept.said_in_all)
    table.written = {(kind, id): number for kind, id, number in kept.written}
    table.past, table.snapped, table.snapped_bytes = past, snapshot.number, len(snapshot.body)
    table.opened_with = kept.opened_with if kept.opened_with is not None else table.shelves
    table.shelve()
    if kept.playing is not None:
        _put_on(table, kept.playing, snapshot)
    return table


def _put_on(table: Campaign, kept: PlayingKept, snapshot: Snapshot) -> None:
    """The scene on the table, with the content that it was opened with."""
    library = library_for(table.library_of(table.opened_with), kept.opened.content)
    entry = Entry(kept.number, kept.at, kept.by, "opened", {})
    playing = Playing(table.game, library, kept.opened, entry, table.note, None, table.readers)
    earlier = Earlier(snapshot.number, table.from_beginning, table.past.page)
    table.playing = playing
    table.hand_out_dice()
    playing.resume(kept, kept.boundary(snapshot.version, snapshot.shape, snapshot.seal), earlier)
