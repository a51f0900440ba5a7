"""Tables and characters as files: taken out, brought in elsewhere, and nothing secret in them."""

from __future__ import annotations

import io
import json
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput
from ludex.table import doings
from ludex.table.campaign.campaign import Outside
from ludex.table.campaign.characters import Bring, CharacterFile, character_file
from ludex.table.campaign.notes import Say, WriteNote
from ludex.table.campaign.playing import Playing
from ludex.table.desk.held import Held
from ludex.table.desk.portable import HEAVY, MOST_OF, character_from, character_toml
from ludex.table.desk.store import Store
from ludex.table.desk.telling import read_log
from ludex.table.desk.zipped import Zipped
from ludex.table.play.mastering import Call
from ludex.table.records.entry import Entry
from tests.table.bombs import KINDS as BOMBS
from tests.table.desks import opened
from tests.table.meddling import Meddler
from tests.table.tables import SCENES, Kept, state
from tests.table.zips import packed, unpacked

PNG = b"\x89PNG\r\n\x1a\n and what comes after"


@pytest.fixture
def kept() -> Kept:
    kept = Kept("bluebox")
    kept.open()
    ann = kept.seat("Ann", "vhor")
    kept.do(Say(words="Good evening."))
    kept.do(WriteNote(title="Mine", text="I suspect the mayor."), ann)
    kept.do(WriteNote(title="Truth", text="It is the mayor.", whose="gm"))
    return kept


def stored(store: Store, kept: Kept) -> None:
    store.create("t", kept.entries)


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return out.getvalue()


def test_a_table_goes_out_and_in(store: Store, kept: Kept) -> None:
    stored(store, kept)
    picture = store.put_blob("t", "image/png", PNG)
    data = packed(store, "t", kept.table)
    assert data == packed(store, "t", kept.table)
    id, seat = unpacked(store, data, "Nora", "key of nora")
    table = doings.folded(store.entries(id))
    assert table.seats[seat].name == "Nora"
    assert table.seat_of("key of nora") == table.seats[seat]
    assert table.seat_of("hash of mara") is None
    assert table.seat_of("hash of Ann") is None
    found = store.blob(id, picture)
    assert found is not None
    assert found.data == PNG
    old, new = state(kept.table), state(table)
    assert new["title"] == f"{old['title']} (2)", "there is a table of that name already"
    for same in ("scenes", "notes", "chat", "boundaries", "shown", "logs", "opened", "policies"):
        assert old[same] == new[same], same


def test_a_picture_that_is_lost_while_a_table_goes_out_does_not_come_with_it(
    store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(store, kept)
    picture = store.put_blob("t", "image/png", PNG)
    monkeypatch.setattr(store, "blobs", lambda table: {picture: len(PNG), "0" * 64: 3})
    found = [name for name in parts_of(packed(store, "t", kept.table)) if name.startswith("blobs/")]
    assert found == [f"blobs/{picture}"]


@pytest.mark.parametrize("game", SCENES)
def test_whatever_was_done_at_a_table_it_stands_elsewhere_as_it_did(game: str, tmp_path: Path) -> None:
    """By luck; and it can be played on, with dice that nobody could foresee."""
    at = Meddler(game, 11)
    for _ in range(80):
        at.meddle()
    kept = at.kept
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    store.migrate()
    stored(store, kept)
    id, _ = unpacked(store, packed(store, "t", kept.table), "Nora", "key of nora")
    table = doings.folded(store.entries(id))
    ours = state(kept.table)
    theirs = state(table)
    for own in ("number", "changed", "seats", "knocked", "door", "nights", "books", "dice", "title", "gone_at"):
        ours.pop(own, None)
        theirs.pop(own, None)
    assert theirs == ours
    doings.wake(table)
    assert len(table.nights) == len(kept.table.nights) + 1
    store.close()


def test_the_file_tells_no_seed_that_is_not_told_and_no_key(store: Store, kept: Kept) -> None:
    stored(store, kept)
    parts = parts_of(packed(store, "t", kept.table))
    words = b"".join(parts.values())
    assert kept.table.night.dice is not None
    assert kept.table.night.dice.seed.hex().encode() not in words
    assert b"hash of mara" not in words
    assert b"hash of Ann" not in words


def test_neither_what_goes_out_nor_what_comes_in_names_the_table_of_which_it_is_a_branch(
    store: Store, kept: Kept
) -> None:
    stored(store, kept)
    parts = parts_of(packed(store, "t", kept.table))
    branch = {"table": "t0", "title": "Another", "scene": "The Ford", "round": 2}
    first, *rest = kept.entries
    entries = [msgspec.structs.replace(first, body={**first.body, "branch": branch}), *rest]
    store.create("branched", entries)
    assert b"Another" not in parts_of(packed(store, "branched", doings.folded(entries)))["entries.jsonl"]
    line, *lines = parts["entries.jsonl"].splitlines(keepends=True)
    founded = msgspec.json.decode(line)
    founded["body"]["branch"] = branch
    parts["entries.jsonl"] = b"".join([msgspec.json.encode(founded) + b"\n", *lines])
    id, _ = unpacked(store, zipped(parts), "Nora", "key of nora")
    assert doings.folded(store.entries(id)).branch is None


def test_the_game_master_does_not_read_what_others_keep_for_themselves(store: Store, kept: Kept) -> None:
    stored(store, kept)
    words = parts_of(packed(store, "t", kept.table, kept.table.seats[kept.gm]))["entries.jsonl"]
    assert b"I suspect" not in words
    assert b"It is the mayor" in words
    assert b"I suspect" in parts_of(packed(store, "t", kept.table))["entries.jsonl"]


def test_a_seed_that_somebody_has_put_into_a_file_is_not_used(store: Store, kept: Kept) -> None:
    stored(store, kept)
    parts = parts_of(packed(store, "t", kept.table))
    night = kept.table.nights[0]
    number = kept.entries[-1].number
    closed = Entry(number=number + 1, at=1.0, by="", kind="evening_closed", body={"number": night.number})
    again = next(entry for entry in kept.entries if entry.kind == "evening")
    again = msgspec.structs.replace(again, number=number + 2)
    for entries in ([*kept.entries], [*kept.entries, closed, again]):  # told in time, or once more when it was told
        manifest = msgspec.json.encode(msgspec.json.decode(parts["table.json"]) | {"entries": len(entries)})
        lines = b"\n".join(msgspec.json.encode(entry) for entry in entries)
        id, _ = unpacked(store, zipped({**parts, "table.json": manifest, "entries.jsonl": lines}), "Nora", "a key")
        table = doings.folded(store.entries(id), Outside())
        doings.wake(table)
        assert table.night.dice is not None
        assert night.dice is not None
        assert table.night.dice.seed != night.dice.seed


def test_what_a_table_and_its_people_are_called_in_a_file_is_printed_without_tricks(store: Store, kept: Kept) -> None:
    stored(store, kept)
    parts = parts_of(packed(store, "t", kept.table))
    parts = swap(parts, "entries.jsonl", b'"title":"A table"', b'"title":"\\u001b[2JA\\ntable\\u202e"')
    parts = swap(parts, "entries.jsonl", b'"name":"Ann"', b'"name":"\\u202e"')
    id, _ = unpacked(store, zipped(parts), "Nora", "key of nora")
    table = doings.folded(store.entries(id), Outside())
    assert table.title == "[2JA table"
    assert [seat.name for seat in table.seats.values()][:2] == ["Nora", "Somebody"]


def test_who_has_read_a_file_knows_no_token_of_the_table_that_comes_of_it(store: Store, kept: Kept) -> None:
    stored(store, kept)
    data = packed(store, "t", kept.table)
    told = [msgspec.json.decode(line) for line in parts_of(data)["entries.jsonl"].splitlines()]
    hashes = [entry["body"]["token_hash"] for entry in told if "token_hash" in entry["body"]]
    id, _ = unpacked(store, data, "Nora", "key of nora")
    table = doings.folded(store.entries(id), Outside())
    opened = {seat.token_hash for seat in table.seats.values()}
    assert hashes
    assert opened.isdisjoint(hashes)
    assert opened.isdisjoint(sha256(f"not here {found}".encode()).hexdigest() for found in hashes)


def swap(parts: dict[str, bytes], name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    assert old in parts[name]
    return {**parts, name: parts[name].replace(old, new, 1)}


def test_what_is_no_table_is_refused_and_nothing_is_kept(tmp_path: Path, kept: Kept) -> None:
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    store.migrate()
    stored(store, kept)
    store.put_blob("t", "image/png", PNG)
    data = packed(store, "t", kept.table)
    parts = parts_of(data)
    wrong = sha256(b"<svg/>").hexdigest()
    faults: dict[str, Any] = {
        "expected a table that was exported": b"nothing of the kind",
        "no table.json": zipped({"entries.jsonl": parts["entries.jsonl"]}),
        "no entries.jsonl": zipped({"table.json": parts["table.json"]}),
        "form 1, not 2": zipped(swap(parts, "table.json", b'"ludex_table":1', b'"ludex_table":2')),
        "Expected `int`": zipped(swap(parts, "table.json", b'"rules":', b'"rules":"x","entries":')),
        "expected 1 entries": zipped({**parts, "table.json": _manifest(1)}),
        "there is no kind 'forged'": zipped(swap(parts, "entries.jsonl", b'"kind":"chat"', b'"kind":"forged"')),
        "expected entry 1, not 7": zipped(swap(parts, "entries.jsonl", b'{"number":1,', b'{"number":7,')),
        "there is no game 'chess'": zipped(swap(parts, "entries.jsonl", b'"game":"bluebox"', b'"game":"chess"')),
        "cannot be made of it": zipped(swap(parts, "entries.jsonl", b'"role":"gm"', b'"role":"king"')),
        "not the bytes": zipped({**parts, f"blobs/{wrong}": b"other"}),
        "expected PNG": zipped({**parts, f"blobs/{wrong}": b"<svg/>"}),
        "too deep within each other": zipped({**parts, "entries.jsonl": b'{"number":1,"body":' + b'{"a":' * 5_000}),
        "name: expected": None,
    }
    for why, given in faults.items():
        with pytest.raises(BadInput, match=why):
            unpacked(store, given if given is not None else data, "" if given is None else "Nora", "key of nora")
    assert [head.id for head in store.tables()] == ["t"]
    store.close()


def _manifest(entries: int) -> bytes:
    return msgspec.json.encode({"ludex_table": 1, "game": "bluebox", "title": "x", "rules": 1, "entries": entries})


def test_a_table_whose_pictures_cannot_be_kept_does_not_come_in(
    store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(store, kept)
    for number in range(3):
        store.put_blob("t", "image/png", PNG + bytes([number]))
    file = packed(store, "t", kept.table)
    monkeypatch.setattr("ludex.table.desk.store_rows.MOST_PICTURES", 2)
    with pytest.raises(BadInput, match="2 pictures already"):
        unpacked(store, file, "Mara", "key")
    assert [head.id for head in store.tables()] == ["t"]


def test_a_file_that_swells_when_it_is_unpacked_is_refused(
    store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(store, kept)
    parts = parts_of(packed(store, "t", kept.table))
    entries = parts["entries.jsonl"]
    name = sha256(PNG).hexdigest()
    bounds: list[tuple[str, int, str]] = [
        ("zipped.MOST_TOLD", 10, "table.json: expected at most 10 bytes when unpacked"),
        ("zipped.MOST_LINE", 50, "entries.jsonl, line 1: expected at most 50 bytes"),
        ("portable.MOST_SHORT", 50, "entries.jsonl, line 1: expected at most 50 bytes of founded"),
        ("zipped.MOST_ENTRIES", 5, "at most 5 entries"),
        ("zipped.MOST_UNPACKED", len(entries) - 1, "bytes when unpacked"),
        ("zipped.MOST_PICTURE", 20, "expected at most 20 bytes when unpacked"),
        ("zipped.MOST_ALL", 20, "expected at most 20 bytes when unpacked"),
        ("zipped.MOST_PARTS", 2, "too many parts in it"),
        ("portable.LONG", -1, "it takes too long"),
    ]
    for field, most, why in bounds:
        with monkeypatch.context() as patch:
            patch.setattr(f"ludex.table.desk.{field}", most)
            with pytest.raises(BadInput, match=why):
                unpacked(store, zipped({**parts, f"blobs/{name}": PNG}), "Nora", "key of nora")
    with monkeypatch.context() as patch:
        patch.setitem(HEAVY, "prepared", 10)
        with pytest.raises(BadInput, match="at most 10 bytes of prepared"):
            unpacked(store, zipped(parts), "Nora", "key of nora")
    monkeypatch.setitem(MOST_OF, "notes", 1)
    with pytest.raises(BadInput, match="the table has more than 1 notes"):
        unpacked(store, zipped(parts), "Nora", "key of nora")
    assert [head.id for head in store.tables()] == ["t"]


def test_nothing_else_is_in_the_file_of_a_table_and_nothing_is_in_it_twice(store: Store, kept: Kept) -> None:
    stored(store, kept)
    parts = parts_of(packed(store, "t", kept.table))
    for name in ("/etc/passwd", "../entries.jsonl", "blobs/x", "blobs/../table.json", "table.json/", "more.zip"):
        with pytest.raises(BadInput, match="that belongs to none"):
            unpacked(store, zipped({**parts, name: b""}), "Nora", "key of nora")
    out = io.BytesIO(zipped(parts))
    with zipfile.ZipFile(out, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("entries.jsonl", parts["entries.jsonl"])
    with pytest.raises(BadInput, match="twice"):
        unpacked(store, out.getvalue(), "Nora", "key of nora")
    with pytest.raises(BadInput, match="does not end as"):
        unpacked(store, zipped(parts) + b"and more", "Nora", "key of nora")


def test_what_a_file_says_of_its_sizes_is_not_believed(store: Store, kept: Kept) -> None:
    stored(store, kept)
    data = bytearray(packed(store, "t", kept.table))
    at = data.rindex(b"entries.jsonl") - 46  # its line in the list of parts
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(BadInput, match=r"expected a table that was exported|entries\.jsonl"):
        unpacked(store, bytes(data), "Nora", "key of nora")


def test_a_table_goes_in_and_out_in_parts(store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is in memory at a time, the file is the same."""
    stored(store, kept)
    whole = packed(store, "t", kept.table)
    monkeypatch.setattr("ludex.table.desk.portable.AT_ONCE", 3)
    monkeypatch.setattr("ludex.table.desk.store.AT_ONCE", 2)
    assert packed(store, "t", kept.table) == whole
    id, _ = unpacked(store, whole, "Nora", "key of nora")
    assert [entry.number for entry in store.entries(id)][: len(kept.entries)] == [
        entry.number for entry in kept.entries
    ]


def test_nothing_is_unpacked_while_the_store_is_written_to(
    tmp_path: Path, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    stored(store, kept)
    store.put_blob("t", "image/png", PNG)
    data, looked = packed(store, "t", kept.table), []

    def watched(real: Callable[[Zipped], Iterator[bytes]]) -> Callable[[Zipped], Iterator[bytes]]:
        def reading(found: Zipped) -> Iterator[bytes]:
            for part in real(found):
                with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=0, isolation_level=None)) as other:
                    other.execute("BEGIN IMMEDIATE")  # refused where somebody writes
                    other.execute("ROLLBACK")
                looked.append(part)
                yield part

        return reading

    monkeypatch.setattr(Zipped, "lines", watched(Zipped.lines))
    monkeypatch.setattr(Zipped, "blobs", watched(Zipped.blobs))
    unpacked(store, data, "Nora", "key of nora")
    store.close()
    assert len(looked) == 3 * len(kept.entries) + 1


def test_a_file_that_takes_too_long_is_refused_however_late(
    store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(store, kept)
    data, clock = packed(store, "t", kept.table), count()
    monkeypatch.setattr("ludex.table.desk.portable.time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr("ludex.table.desk.portable.LONG", 2 * len(kept.entries) + 5)  # in the third reading
    with pytest.raises(BadInput, match="it takes too long"):
        unpacked(store, data, "Nora", "key of nora")
    assert len(store.tables()) == 1


def test_whoever_opens_a_table_from_a_file_first_plays_nothing_of_it_again(
    store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That may take as long as whoever has made the file likes; it is opened once where that can be ended."""
    for _ in range(5):
        kept.do(Call(name="tell", args={"words": "Listen"}))
    stored(store, kept)
    id, master = unpacked(store, packed(store, "t", kept.table), "Nora", "key of nora")
    found = store.load(id)
    assert found.snapshot is not None
    assert (found.snapshot.number, found.entries) == (store.numbers([id])[id], [])
    monkeypatch.setattr(Playing, "_begun", lambda playing: pytest.fail("it is played from its beginning"))
    held = Held(id, store, kept.fake.outside())
    table = held.loaded()
    read = [told.lines for told in read_log(table, table.seats[master])]
    assert read == [told.lines for told in read_log(kept.table, kept.table.seats[kept.gm])]


def test_a_table_that_is_larger_than_one_may_be_here_does_not_come_in(store: Store, kept: Kept) -> None:
    stored(store, kept)
    store.put_blob("t", "image/png", PNG)
    data = packed(store, "t", kept.table)
    id, _ = unpacked(store, data, "Nora", "key of nora")
    size = sum(store.brought(id).values()) + len(PNG)
    assert unpacked(store, data, "Nora", "key of nora", most=size + 100)
    with pytest.raises(BadInput, match=r"more than .*, all that a table may have here"):
        unpacked(store, data, "Nora", "key of nora", most=size - len(PNG))
    with pytest.raises(BadInput, match=r"more than .*, all that a table may have here"):
        unpacked(store, data, "Nora", "key of nora", most=1_000)
    assert len(store.tables()) == 3


def test_bytes_by_luck_are_refused(tmp_path: Path, kept: Kept) -> None:
    """A file that was damaged on its way is refused, or it does no harm."""
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    store.migrate()
    stored(store, kept)
    data = packed(store, "t", kept.table)
    luck = Random(3)
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(luck.randint(1, 4)):
            damaged[luck.randrange(len(damaged))] = luck.randrange(256)
        try:
            unpacked(store, bytes(damaged), "Nora", "key of nora")
        except BadInput:
            pass
    for head in store.tables():
        doings.folded(store.entries(head.id))
    store.close()


# ---------------------------------------------------------------- characters


@pytest.mark.parametrize("game", SCENES)
def test_a_character_goes_home_as_a_file_and_comes_to_another_table(game: str) -> None:
    kept = Kept(game)
    kept.open()
    name = next(being.id for being in kept.live.scene.beings.values() if being.side == "party")
    ann = kept.seat("Ann", name)
    file = character_file(kept.table, kept.table.seats[ann], name)
    text = character_toml(file)
    assert character_from(text) == msgspec.json.decode(msgspec.json.encode(file), type=CharacterFile)
    other = Kept(game)
    ben = other.seat("Ben")
    assert other.do(Bring(file=character_from(text)), ben)["character"] == name
    again = character_file(other.table, other.table.seats[ben], name)
    assert character_toml(again) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("= 3", "not valid TOML"),
        ("game = 'bluebox'", "ludex_character: expected 1"),
        ("ludex_character = 2\ngame = 'bluebox'", "expected 1, the form of these files, not 2"),
        ("ludex_character = 1\ngame = 'bluebox'", "missing required field `character`"),
        ("ludex_character = 1\ngame = 'bluebox'\nmore = 1\n[character]", "unknown field `more`"),
        ("a = " + "[" * 5_000, "too deep within each other"),
        ("ludex_character = " + "9" * 5_000, "not valid TOML"),
    ],
)
def test_what_is_no_character_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        character_from(text)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOMBS)
@pytest.mark.parametrize("size", [1, pytest.param(10, marks=pytest.mark.long)])
def test_a_small_file_with_much_in_it_takes_little_memory(kind: str, size: int) -> None:
    command = [sys.executable, "-m", "tests.table.bombs", kind, str(size)]  # nothing in its memory yet
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["packed"] < 10_000_000
    assert found["grew"] < 300_000_000, found
