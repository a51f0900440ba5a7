"""The zip file of a table, read with bounds: nothing that it says of itself is believed, and no more than a line or a
picture of it is in memory at a time.

`table.json` says what it is, `entries.jsonl` has the entries, one on each line, `boundary.json` how the scene on the
table stood last between two commands, and `blobs/` the pictures under their hashes. Anything else has no place in it.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BufferedReader
from typing import IO

from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.zips import WRONG, NotSo, check_list, open_part
from ludex.table.campaign.pictures import MOST_ALL, MOST_PICTURE, MOST_PICTURES

MANIFEST, ENTRIES, BOUNDARY, BLOBS = "table.json", "entries.jsonl", "boundary.json", "blobs/"
NAME = re.compile(rf"{MANIFEST}|{ENTRIES}|{BOUNDARY}|{BLOBS}[0-9a-f]{{64}}")
MOST_PARTS = MOST_PICTURES + 3
MOST_LISTED = 200 * MOST_PARTS  # bytes of the list of parts
MOST_TOLD = 10_000  # bytes of the first part
MOST_LINE = 8_000_000  # bytes of an entry, or of the boundary
MOST_ENTRIES = 500_000
MOST_UNPACKED = 200_000_000  # bytes of all entries


class Zipped:
    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self._parts = {part.filename: part for part in file.infolist()}
        for needed in (MANIFEST, ENTRIES):
            if needed not in self._parts:
                raise not_one(f"there is no {needed} in it")

    def manifest(self) -> bytes:
        return self._read(MANIFEST, MOST_TOLD)

    def boundary(self) -> bytes | None:
        return self._read(BOUNDARY, MOST_LINE) if BOUNDARY in self._parts else None

    def lines(self) -> Iterator[bytes]:
        """The entries as they stand there; from the beginning, each time anew."""
        left, number = MOST_UNPACKED, 0
        with self._open(ENTRIES) as part, BufferedReader(part, 1 << 16) as lines:  # type: ignore[type-var]  # it reads
            while line := lines.readline(MOST_LINE + 1):
                left, number = left - len(line), number + 1
                if len(line) > MOST_LINE:
                    raise BadInput(f"{ENTRIES}, line {number}: expected at most {MOST_LINE:,} bytes")
                if left < 0 or number > MOST_ENTRIES:
                    most = f"{MOST_ENTRIES:,} entries and {MOST_UNPACKED:,} bytes when unpacked"
                    raise BadInput(f"{ENTRIES}: expected at most {most}")
                yield line

    def blobs(self) -> Iterator[bytes]:
        left = MOST_ALL
        for name in self._parts:
            if name.startswith(BLOBS):
                data = self._read(name, min(left, MOST_PICTURE))
                left -= len(data)
                if sha256(data).hexdigest() != name.removeprefix(BLOBS):
                    raise BadInput(f"{name}: these are not the bytes that have this hash")
                yield data

    def _read(self, name: str, most: int) -> bytes:
        with self._open(name) as part:
            data = part.read(most + 1)
        if len(data) > most:
            raise BadInput(f"{name}: expected at most {most:,} bytes when unpacked")
        return data

    def _open(self, name: str) -> IO[bytes]:
        return open_part(self._file, self._parts[name])


@contextmanager
def reading(file: IO[bytes]) -> Iterator[Zipped]:
    """A zip file, to be read as a table; whatever is wrong with it is told in words."""
    try:
        check_list(file, MOST_PARTS, MOST_LISTED)
        with zipfile.ZipFile(file) as opened:
            names = opened.namelist()
            wrong = [name for name in names if not NAME.fullmatch(name)]
            if wrong:
                raise not_one(f"there is something in it that belongs to none: {wrong[0][:80]!r}")
            if len(set(names)) != len(names):
                raise not_one("there is something in it twice")
            yield Zipped(opened)
    except BadInput:
        raise
    except (NotSo, *WRONG) as fault:
        raise not_one(str(fault)) from None


def not_one(why: str) -> BadInput:
    return BadInput(f"expected a table that was exported: {why}")
