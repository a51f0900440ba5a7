"""What is told of the games, kept in a file beside the tables. Reading five games takes longer than all else that a
server does when it starts; one that starts again tells of them before it has read them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

import ludex
from ludex.core.kernel.reading import read_json

SHELF_FILE = "games.json"
PACKAGE = Path(ludex.__file__).parent
NOT_READ = {"__pycache__", "page"}  # what is compiled, and the page: nothing of them is told of games
READ = (".py", ".toml")

T = TypeVar("T")


class Kept(msgspec.Struct, Generic[T]):
    made_of: str
    told: T


def kept_or_made(path: Path | None, kind: type[Kept[T]], make: Callable[[], T]) -> T:
    """What is kept there, where it was made of just the files that there are; otherwise it is made, and kept."""
    if path is None:
        return make()
    made_of = files_now()
    with suppress(OSError, msgspec.DecodeError):
        kept = read_json(path.read_bytes(), kind)
        if kept.made_of == made_of:
            return kept.told
    told = make()
    new = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):  # then it is made again the next time
        new.write_bytes(msgspec.json.encode(Kept(made_of, told)))
        new.replace(path)
    return told


def files_now() -> str:
    """A sign of all that Ludex is made of: another one when a file is changed, added or gone."""
    found = sha256()
    for line in sorted(_files(str(PACKAGE))):
        found.update(line.encode())
    return found.hexdigest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in NOT_READ:
                    yield from _files(entry.path)
            elif entry.name.endswith(READ):
                is_now = entry.stat()
                yield f"{entry.path} {is_now.st_size} {is_now.st_mtime_ns}\n"
