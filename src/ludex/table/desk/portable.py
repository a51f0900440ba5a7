"""Tables and characters as files, to be taken elsewhere.

A table is a zip file: `table.json` says what it is, `entries.jsonl` has its entries, one on each line, `boundary.json`
how the scene on the table stood last between two commands, and `blobs/` its pictures under their hashes. No secret of
the dice and no key of a seat is in it. A character is a TOML file.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import parse_toml, toml_lines
from ludex.core.files.codec import Boundary
from ludex.core.kernel.reading import read, read_json
from ludex.core.kernel.ruling import BadInput
from ludex.table import doings
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.characters import FORM as CHARACTER_FORM
from ludex.table.campaign.characters import CharacterFile
from ludex.table.campaign.evenings import begin_evening
from ludex.table.campaign.names import MOST_TITLE, name_of, numbered
from ludex.table.campaign.pictures import kind_of
from ludex.table.desk.store import Blob, Store
from ludex.table.records.entry import Entry, Renamed, Reseated
from ludex.table.records.seat import Role, Seat

FORM = 1  # of the files
MOST_UNPACKED = 200_000_000  # bytes
MANIFEST, ENTRIES, BOUNDARY, BLOBS = "table.json", "entries.jsonl", "boundary.json", "blobs/"
SEAL = re.compile(r"[0-9a-f]{0,64}")
MOST_VERSION = 1_000_000  # of rules and of shapes of state
FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # for all parts, so that the same table is the same bytes


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ludex_table: int = FORM
    game: str
    title: str
    rules: int  # the version of the game's rules by which it was played last
    entries: int


class Unpacked(NamedTuple):
    entries: list[Entry]
    boundary: Boundary | None
    blobs: list[bytes]


# ---------------------------------------------------------------- out


def packed(store: Store, id: str, table: Campaign, seat: Seat | None = None) -> bytes:
    """A table as a file. For a seat, what others have noted for themselves is left out; for nobody, it is all there."""
    loaded = store.load(id, whole=True)
    entries = [_bare(entry, "not here") for entry in _without_seeds(loaded.entries)]
    if seat is not None:
        entries = [_private(entry, seat) for entry in entries]
    manifest = Manifest(game=table.game.name, title=table.title, rules=table.game.version, entries=len(entries))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        _write(file, MANIFEST, msgspec.json.encode(manifest))
        _write(file, ENTRIES, b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
        if loaded.boundary is not None:
            _write(file, BOUNDARY, msgspec.json.encode(loaded.boundary))
        for name in store.blobs(id):
            blob = store.blob(id, name)
            if blob is not None:  # else its handout has gone meanwhile
                _write(file, BLOBS + name, blob.data)
    return out.getvalue()


def _write(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, FIRST_DAY)
    info.compress_type = zipfile.ZIP_DEFLATED
    file.writestr(info, data)


def _bare(entry: Entry, salt: str) -> Entry:
    """Without the hashes of tokens and codes: a link to one table opens no other. Who had the same still has."""
    hidden = {
        field: sha256(f"{salt} {entry.body[field]}".encode()).hexdigest()
        for field in ("token_hash", "code_hash")
        if entry.kind in ("seated", "reseated", "knocked", "door") and entry.body.get(field)
    }
    return msgspec.structs.replace(entry, body={**entry.body, **hidden})


def _without_seeds(entries: list[Entry]) -> list[Entry]:
    """Without the seeds that have not been told: who holds the file could foresee the dice."""
    told = {entry.body["number"] for entry in entries if entry.kind == "evening_closed"}
    found = []
    for entry in entries:
        if entry.kind == "evening" and entry.body.get("number") not in told:
            body = {field: value for field, value in entry.body.items() if field != "seed"}
            entry = msgspec.structs.replace(entry, body=body)
        found.append(entry)
    return found


def _private(entry: Entry, seat: Seat) -> Entry:
    """A note that somebody else keeps for themselves, without its words."""
    if entry.kind != "note" or entry.body["whose"] != "own" or entry.by == seat.id:
        return entry
    return msgspec.structs.replace(entry, body={**entry.body, "title": "A note", "text": ""})


# ---------------------------------------------------------------- in


def unpacked(store: Store, data: bytes, name: str, key: str, outside: Outside | None = None) -> tuple[str, str]:
    """A table from a file, with a game master of this name and key: its id, and that of the seat. The other seats
    are given new tokens by the game master."""
    outside = outside if outside is not None else Outside()
    found = _opened(data)
    salt = outside.seed().hex()  # else the hashes in the file would say which tokens open the seats
    try:
        entries = _without_seeds([_bare(entry, salt) for entry in found.entries])
        table = doings.folded(entries, outside)
        master = next(seat for seat in table.seats.values() if seat.role is Role.GM and not seat.removed)
        table.begin("")
        begin_evening(table)  # with a seed of this house
        table.add(Reseated(id=master.id, name=name_of(name), token_hash=key))
        taken = {head.title for head in store.tables()}
        title = numbered(table.title, MOST_TITLE, lambda one: one not in taken)
        if title != table.title:
            table.add(Renamed(title=title))
    except BadInput:
        raise
    except Exception as fault:  # whatever entries make of a table that were never checked by one
        raise BadInput(f"{ENTRIES}: the table cannot be made of it ({type(fault).__name__})") from fault
    blobs = [Blob(kind_of(data), data) for data in found.blobs]
    id = outside.fresh()
    store.create(id, [*entries, *table.take()], blobs, found.boundary)
    return id, master.id


def _opened(data: bytes) -> Unpacked:
    """What is in a file, checked as far as that can be done without folding it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            if sum(part.file_size for part in file.infolist()) > MOST_UNPACKED:
                raise BadInput(f"expected at most {MOST_UNPACKED} bytes when unpacked")
            parts = {part.filename: file.read(part) for part in file.infolist()}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as fault:
        raise BadInput(f"expected a table that was exported: {fault}") from None
    for needed in (MANIFEST, ENTRIES):
        if needed not in parts:
            raise BadInput(f"expected a table that was exported: there is no {needed} in it")
    try:
        form = msgspec.json.decode(parts[MANIFEST], type=dict[str, Any]).get("ludex_table")
        if form != FORM:
            raise BadInput(f"{MANIFEST}: this version of Ludex reads tables of form {FORM}, not {form!r}")
        manifest = read_json(parts[MANIFEST], Manifest)
        entries = [read_json(line, Entry) for line in parts[ENTRIES].splitlines()]
    except (msgspec.DecodeError, RecursionError, ValueError) as fault:
        raise BadInput(f"expected a table that was exported: {fault}") from None
    if len(entries) != manifest.entries or not entries or entries[0].kind != "founded":
        raise BadInput(f"{ENTRIES}: expected {manifest.entries} entries, of which the first founds the table")
    boundary = _boundary(parts[BOUNDARY], len(entries)) if BOUNDARY in parts else None
    blobs = []
    for name, blob in parts.items():
        if name.startswith(BLOBS):
            if sha256(blob).hexdigest() != name.removeprefix(BLOBS):
                raise BadInput(f"{name}: these are not the bytes that have this hash")
            blobs.append(blob)
    return Unpacked(entries, boundary, blobs)


def _boundary(data: bytes, entries: int) -> Boundary:
    try:
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


def character_toml(file: CharacterFile) -> str:
    told = {"ludex_character": file.ludex_character, "game": file.game}
    stands = {"shape": file.shape, "state": file.state} if file.state else {}
    return f"{toml_lines({**told, **stands})}\n[character]\n{toml_lines(file.character)}"


def character_from(text: str) -> CharacterFile:
    try:
        tables = parse_toml(text)
    except BadInput as fault:
        raise BadInput(f"the character: {fault}") from None
    form = tables.get("ludex_character")
    if form != CHARACTER_FORM:
        raise BadInput(f"ludex_character: expected {CHARACTER_FORM}, the form of these files, not {form!r}")
    try:
        return read(tables, CharacterFile)
    except msgspec.ValidationError as fault:
        raise BadInput(f"the character: {fault}") from None
