"""Tables and characters as files, to be taken elsewhere. A table is a zip file (`zipped` says what is in it), without a
secret of the dice and without a key of a seat; a character is a TOML file."""

from __future__ import annotations

import re
import time
import zipfile
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from typing import IO, Any, NamedTuple

import msgspec

from ludex.core.content.content import parse_toml
from ludex.core.files.codec import Boundary
from ludex.core.kernel.bounds import DEPTH, check_depth, check_text
from ludex.core.kernel.reading import read, read_json
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import toml_key, toml_lines
from ludex.core.kernel.zips import part_of
from ludex.table import doings
from ludex.table.campaign import snapshot
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.characters import FORM as CHARACTER_FORM
from ludex.table.campaign.characters import MOST_CHARACTERS, CharacterFile
from ludex.table.campaign.evenings import begin_evening
from ludex.table.campaign.flags import MOST_FLAGS
from ludex.table.campaign.likenesses import MOST_LIKENESSES
from ludex.table.campaign.names import MOST_NAME, MOST_TITLE, mended, name_of, numbered, told_apart
from ludex.table.campaign.notes import MOST_NOTES, MOST_WRITTEN, written
from ludex.table.campaign.pictures import NAME as PICTURE
from ludex.table.campaign.pictures import kind_of
from ludex.table.campaign.scenes import MOST_SCENES
from ludex.table.campaign.settings import MOST_CONTENT
from ludex.table.campaign.snapshot import Snapped, Unusable
from ludex.table.desk.coming import Coming
from ludex.table.desk.quota import Quota
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import blob_of
from ludex.table.desk.zipped import BLOBS, BOUNDARY, ENTRIES, MANIFEST, Zipped, reading
from ludex.table.records.entry import PLAY, Deleting, Entry, Renamed, Reseated
from ludex.table.records.seat import Role, Seat

FORM = 1  # of the files
AT_ONCE = 100  # entries that are read from the store
LONG = 120.0  # seconds after which no more is made of a file
MOST_OF = {
    "seats": 1_000, "characters": MOST_CHARACTERS, "scenes": MOST_SCENES, "notes": MOST_NOTES, "handouts": MOST_NOTES,
    "flags": MOST_FLAGS, "content": MOST_CONTENT, "likenesses": MOST_LIKENESSES, "policies": 1_000,
    "knocked": 1_000, "nights": 10_000,
}  # fmt: skip
# Bytes of what is kept as plain data; of play, only that of the last scene. Content is never compacted
HEAVY = {
    PLAY: 16_000_000,
    "prepared": 16_000_000,
    "character": 16_000_000,
    "content": 48_000_000,
    "adventure": 16_000_000,
}
# What is told to everybody who comes; no table has longer ones
SHORT = frozenset(("founded", "renamed", "seated", "reseated", "knocked", "chat", "flag", "likeness"))
MOST_SHORT = 64_000  # bytes of each
DEEP = 2 * DEPTH  # lists and tables within each other: what was brought once stands in an entry
SEAL = re.compile(r"[0-9a-f]{0,64}")
MOST_VERSION = 1_000_000  # of rules and of shapes of state


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ludex_table: int = FORM
    game: str
    title: str
    rules: int  # the version of the game's rules by which it was played last
    entries: int


# ---------------------------------------------------------------- out


class Facts(NamedTuple):
    """How a table stands at one of its entries, as far as that is in its file."""

    manifest: Manifest
    boundary: Boundary | None


def facts_of(store: Store, id: str, table: Campaign) -> Facts:
    """How a table stands now, between two doings."""
    manifest = Manifest(game=table.game.name, title=table.title, rules=table.game.version, entries=table.number)
    return Facts(manifest, store.boundary(id))


def pack(store: Store, id: str, facts: Facts, out: IO[bytes], seat: Seat | None = None) -> None:
    """Write a table as a file, as it stood. For a seat, what others have noted for themselves is left out; for nobody,
    it is all there. Of the entries only some are in memory at a time. The table may go on meanwhile; what is written
    anew or taken away then may be in the file without its words."""
    manifest, boundary = facts
    seeds = Seeds(set(), set())
    for kind in ("evening_closed", "secrets_opened"):
        for entry in store.some(id, kind, 0, manifest.entries):
            if entry.number <= manifest.entries:
                seeds.follow(entry)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        _write(file, MANIFEST, msgspec.json.encode(manifest))
        with file.open(part_of(ENTRIES), "w") as lines:
            for entry in kept_entries(store, id, manifest.entries):
                bare = seeds.hidden(_bare(entry, "not here"))
                lines.write(msgspec.json.encode(_private(bare, seat) if seat is not None else bare) + b"\n")
        if boundary is not None:
            _write(file, BOUNDARY, msgspec.json.encode(boundary))
        for name in store.blobs(id):
            blob = store.blob(id, name)
            if blob is not None:  # else its handout has gone meanwhile
                _write(file, BLOBS + name, blob.data)


def kept_entries(store: Store, id: str, last: int) -> Iterator[Entry]:
    """The entries of a table up to a number, as they are read from the store."""
    for after in range(0, last, AT_ONCE):
        yield from store.entries(id, after, min(after + AT_ONCE, last))


def _write(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    file.writestr(part_of(name), data)


def _bare(entry: Entry, salt: str) -> Entry:
    """Without the hashes of tokens and codes: a link to one table opens no other. Who had the same still has. Nor with
    the address of a chat room: who knows it can write there. Nor with the table of which this one is a branch, which is
    not where the file is taken to."""
    if entry.kind == "webhook":
        return msgspec.structs.replace(entry, body={"address": ""})
    if entry.kind == "founded":
        return msgspec.structs.replace(entry, body={k: v for k, v in entry.body.items() if k != "branch"})
    hidden = {
        field: sha256(f"{salt} {entry.body[field]}".encode()).hexdigest()
        for field in ("token_hash", "code_hash")
        if entry.kind in ("seated", "reseated", "knocked", "door") and entry.body.get(field)
    }
    return msgspec.structs.replace(entry, body={**entry.body, **hidden})


class Seeds(NamedTuple):
    """The evenings whose seeds were told, and those of which what was rolled in secret was told too."""

    told: set[str]
    secrets: set[str]

    def follow(self, entry: Entry) -> None:
        for kind, evenings in (("evening_closed", self.told), ("secrets_opened", self.secrets)):
            if entry.kind == kind:
                evenings.add(str(entry.body.get("number")))

    def hidden(self, entry: Entry) -> Entry:
        """Without the seeds that have not been told: who holds the file could foresee the dice, or read what was rolled
        in secret."""
        if entry.kind != "evening":
            return entry
        told = (("seed", self.told), ("secret_seed", self.told & self.secrets))
        secret = [field for field, evenings in told if str(entry.body.get("number")) not in evenings]
        body = {field: value for field, value in entry.body.items() if field not in secret}
        return msgspec.structs.replace(entry, body=body)


def _private(entry: Entry, seat: Seat) -> Entry:
    """A note that somebody else keeps for themselves, without its words."""
    if entry.kind != "note" or entry.body["whose"] != "own" or entry.by == seat.id:
        return entry
    return msgspec.structs.replace(entry, body={**entry.body, "title": "A note", "text": ""})


# ---------------------------------------------------------------- in


def unpack(
    store: Store, file: IO[bytes], name: str, key: str, outside: Outside | None = None, most: int = Quota().table
) -> tuple[str, str]:
    """A table from a file, with a game master of this name and key: its id, and that of the seat. The other seats
    are given new tokens by the game master. It has at most so many bytes.

    The entries are read three times, so that they need not be in memory: to see whether they are sound, for the table
    that they make, which is opened once, and as they will be stored. Only when all that is done is the store written
    to."""
    outside = outside if outside is not None else Outside()
    salt = outside.seed().hex()  # else the hashes in the file would say which tokens open the seats
    with reading(file) as found:
        manifest = _manifest(found)
        until = time.monotonic() + LONG
        seeds = _looked_through(found, manifest.entries, until)

        def entries() -> Iterator[Entry]:
            return (seeds.hidden(_bare(_entry(line), salt)) for line in found.lines())

        table = _folded(entries(), outside, until)
        master = next((seat for seat in table.seats.values() if seat.role is Role.GM and not seat.removed), None)
        if master is None:
            raise BadInput(f"{ENTRIES}: the table has no game master")
        table.add(Reseated(id=master.id, name=name_of(name), token_hash=key))
        _mend_names(table)
        taken = {head.title for head in store.tables()}
        title = numbered(mended(table.title, MOST_TITLE, "A table"), MOST_TITLE, lambda one: one not in taken)
        if title != table.title:
            table.add(Renamed(title=title))
        if table.gone_at:  # the one that it was taken from
            table.add(Deleting(at=0.0))
        boundary = found.boundary()
        kept = _boundary(boundary, manifest.entries) if boundary is not None else None
        snapped = _opened_once(table, kept)
        kept = table.take_boundary() or kept
        with Coming(outside.fresh(), most) as coming:
            for entry in chain(entries(), table.take()):
                _check_time(until)
                coming.add(entry)
            for data in found.blobs():
                _check_time(until)
                coming.add_picture(blob_of(kind_of(data), data))
            if snapped is not None:
                coming.add_snapshot(snapped)
            # The file does not say which of its pictures the game master has uploaded: none of them is lost by others
            store.create_from(coming.head, coming.rows(), coming.blobs(), kept, coming.snapshot, uploaded=True)
    return coming.head.id, master.id


def _manifest(found: Zipped) -> Manifest:
    try:
        data = found.manifest()
        form = msgspec.json.decode(data, type=dict[str, Any]).get("ludex_table")
        if form != FORM:
            raise BadInput(f"{MANIFEST}: this version of Ludex reads tables of form {FORM}, not {form!r}")
        return read_json(data, Manifest)
    except (msgspec.DecodeError, RecursionError, ValueError) as fault:
        raise BadInput(f"{MANIFEST}: {fault}") from None


def _looked_through(found: Zipped, expected: int, until: float) -> Seeds:
    """The evenings whose seeds were told. All entries are looked at for it, one by one: there are as many as was said,
    and of what is kept as plain data there is not too much."""
    seeds, heavy, number = Seeds(set(), set()), Counter[str](), 0
    for number, line in enumerate(found.lines(), 1):
        _check_time(until)
        check_depth(line.decode(), DEEP)
        entry = _entry(line)
        if number == 1 and entry.kind != "founded":
            raise BadInput(f"{ENTRIES}: expected an entry first that founds the table")
        seeds.follow(entry)
        if entry.kind == "opened":
            heavy[PLAY] = 0
        if entry.kind in SHORT and len(line) > MOST_SHORT:
            raise BadInput(f"{ENTRIES}, line {number}: expected at most {MOST_SHORT:,} bytes of {entry.kind}")
        heavy[entry.kind] += len(line)
        if entry.kind in HEAVY and heavy[entry.kind] > HEAVY[entry.kind]:
            raise BadInput(f"{ENTRIES}: expected at most {HEAVY[entry.kind]:,} bytes of {entry.kind}")
    if number != expected or not expected:
        raise BadInput(f"{ENTRIES}: expected {expected} entries, not {number}")
    return seeds


def _entry(line: bytes) -> Entry:
    try:
        return read_json(line, Entry)
    except (msgspec.DecodeError, RecursionError, ValueError) as fault:
        raise BadInput(f"{ENTRIES}: {fault}") from None


def _check_time(until: float) -> None:
    if time.monotonic() > until:
        raise BadInput(f"{ENTRIES}: it takes too long to make a table of it")


def _folded(entries: Iterator[Entry], outside: Outside, until: float) -> Campaign:
    """The table that entries make which were never checked by one. It has no more than a table may have,
    and a new evening."""
    table = Campaign(outside)
    try:
        for entry in entries:
            _check_time(until)
            table.fold(entry)
            for what, most in MOST_OF.items():
                if len(getattr(table, what)) > most:
                    raise BadInput(f"{ENTRIES}: the table has more than {most} {what}")
        if written(table) > MOST_WRITTEN:
            raise BadInput(f"{ENTRIES}: notes and handouts have more than {MOST_WRITTEN:,} characters")
        table.begin("")
        begin_evening(table)  # with a seed of this house
    except BadInput:
        raise
    except Exception as fault:  # whatever entries make of a table
        raise BadInput(f"{ENTRIES}: the table cannot be made of it ({type(fault).__name__})") from fault
    return table


def _mend_names(table: Campaign) -> None:
    """Nobody has checked what people in the file are called: it is printed for whoever runs the server."""
    for seat in list(table.seats.values()):
        if (name := mended(seat.name, MOST_NAME, "Somebody")) != seat.name:
            others = [other.name for other in table.seats.values() if other.id != seat.id]
            table.add(Reseated(id=seat.id, name=told_apart(name, others)))


def _opened_once(table: Campaign, kept: Boundary | None) -> Snapped | None:
    """What is needed to open it: with that whoever comes first need not wait until all of its scene was played again,
    however long that takes. Nothing where the scene cannot be played; then that is told at the table."""
    playing = table.playing
    try:
        if playing is not None and kept is not None:
            playing.use_kept(kept)
        doings.wake(table)
        for seat in table.seats.values():
            table.watched(seat)  # their logs are kept with it
        return snapshot.take(table) if playing is None or table.playing is not None else None
    except Unusable:
        return None
    except BadInput:
        raise
    except Exception as fault:  # whatever entries make of a scene
        raise BadInput(f"{ENTRIES}: the scene on the table cannot be opened ({type(fault).__name__})") from fault


def _boundary(data: bytes, entries: int) -> Boundary:
    try:
        check_depth(data.decode(), DEEP)
        found = read_json(data, Boundary)
        msgspec.json.decode(found.state, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, ValueError) as fault:
        raise BadInput(f"{BOUNDARY}: {fault}") from None
    if not 0 < found.number <= entries:
        raise BadInput(f"{BOUNDARY}: expected the number of one of the {entries} entries, not {found.number}")
    if not all(0 <= number <= MOST_VERSION for number in (found.version, found.shape)):
        raise BadInput(f"{BOUNDARY}: expected versions from 0 to {MOST_VERSION}")
    if not SEAL.fullmatch(found.seal):
        raise BadInput(f"{BOUNDARY}: expected a seal of letters and digits")
    return found


# ---------------------------------------------------------------- characters


def with_picture(store: Store, table: str, file: CharacterFile) -> CharacterFile:
    """A character's file with the picture in it that their entry names, where the table still has it."""
    name = str(file.character.get("picture", ""))
    blob = store.blob(table, name) if PICTURE.fullmatch(name) else None
    character = {field: value for field, value in file.character.items() if field != "picture"}
    picture = b64encode(blob.data).decode() if blob is not None else ""
    return msgspec.structs.replace(file, character=character, picture=picture)


def character_toml(file: CharacterFile) -> str:
    told = {"ludex_character": file.ludex_character, "game": file.game}
    told |= {"picture": file.picture} if file.picture else {}
    stands = {"shape": file.shape, "state": file.state} if file.state else {}
    along = [
        f"\n[[content.{toml_key(kind)}]]\n{toml_lines(raw)}"
        for kind, entries in file.content.items()
        for raw in entries
    ]
    return f"{toml_lines({**told, **stands})}\n[character]\n{toml_lines(file.character)}{''.join(along)}"


def character_from(text: str, game: str = "") -> CharacterFile:
    """A character out of a file: as a table gives it, in TOML or in JSON, or a content file with one character and
    whatever they were made with, as `ludex create` writes it. Such a file does not say for which `game` it is."""
    tables = _read(text)
    if "ludex_character" not in tables and isinstance(tables.get("character"), list):
        return created(tables, game)
    form = tables.get("ludex_character")
    if form != CHARACTER_FORM:
        raise BadInput(f"ludex_character: expected {CHARACTER_FORM}, the form of these files, not {form!r}")
    try:
        return read(tables, CharacterFile)
    except msgspec.ValidationError as fault:
        raise BadInput(f"the character: {fault}") from None


def _read(text: str) -> dict[str, Any]:
    try:
        if not text.lstrip().startswith("{"):
            return parse_toml(text)
        check_text(text)
        return read_json(text.encode(), dict[str, Any])
    except (BadInput, msgspec.DecodeError) as fault:
        raise BadInput(f"the character: {fault}") from None


def created(tables: dict[str, Any], game: str) -> CharacterFile:
    """A content file in which there is one character: all else in it came along with them."""
    characters = tables["character"]
    if len(characters) != 1 or not isinstance(characters[0], dict):
        raise BadInput(f"the character: expected one [[character]] in the file, not {len(characters)}")
    along = {kind: entries for kind, entries in tables.items() if kind != "character"}
    try:
        return read({"game": game, "character": characters[0], "content": along}, CharacterFile)
    except msgspec.ValidationError as fault:
        raise BadInput(f"the character: {fault}") from None
