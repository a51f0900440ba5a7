"""Small files in which there is much, each made into a table by a process of its own that says how much memory it took:

python -m tests.table.bombs KIND SIZE
"""

from __future__ import annotations

import json
import resource
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.kernel.ruling import BadInput
from ludex.table.desk.portable import unpack
from tests.table.desks import opened
from tests.table.tables import Kept

Bodies = Iterator[tuple[str, dict[str, Any]]]


def chat(size: int) -> Bodies:
    for _ in range(19_000 * size):
        yield "chat", {"words": "x" * 900}


def notes(size: int) -> Bodies:
    for n in range(190 * size):
        yield "note", {"id": f"n{n % 400}", "whose": "own", "title": "A note", "text": "x" * 100_000}


def play(size: int) -> Bodies:
    for _ in range(1_000 * size):
        yield "play", {"lists": [[]] * 1_500}


def content(size: int) -> Bodies:
    for n in range(30 * size):
        yield "content", {"name": f"file {n % 40}", "tables": {"lists": [[]] * 20_000}}


KINDS: dict[str, Callable[[int], Bodies]] = {"chat": chat, "notes": notes, "play": play, "content": content}


def write(path: Path, bodies: Bodies) -> None:
    """A table that was played honestly, and then this."""
    kept = Kept("bluebox")
    kept.open()
    number = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        with file.open("entries.jsonl", "w") as lines:
            told = [(entry.at, entry.by, entry.kind, entry.body) for entry in kept.entries]
            more = ((kept.fake.now, kept.gm, kind, body) for kind, body in bodies)
            for whose in (told, more):
                for at, by, kind, body in whose:
                    number += 1
                    line = {"number": number, "at": at, "by": by, "kind": kind, "body": body}
                    lines.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        manifest = {"ludex_table": 1, "game": "bluebox", "title": "A bomb", "rules": 1, "entries": number}
        file.writestr("table.json", json.dumps(manifest))


def peak() -> int:
    """The most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main(kind: str, size: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bomb.zip"
        store = opened(f"sqlite:///{folder}/tables.sqlite")
        write(path, KINDS[kind](size))
        before, came = peak(), "a table"
        with path.open("rb") as file:
            try:
                unpack(store, file, "Mara", "a key")
            except BadInput as fault:
                came = str(fault)
        store.close()
        print(json.dumps({"grew": peak() - before, "packed": path.stat().st_size, "came": came}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
