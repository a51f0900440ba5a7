"""Zip files from anywhere, read with bounds: nothing that they say of themselves is believed."""

from __future__ import annotations

import zipfile
import zlib
from io import SEEK_END
from struct import unpack_from
from typing import IO

from ludex.core.kernel.ruling import BadInput

# The end of a zip file: its mark, numbers of disks, of parts here and in all, bytes of their list
_END, _MARK, _LARGE, _LARGE_MARK = 22, b"PK\5\6", 20, b"PK\6\7"
WRONG = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)
FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # for all parts, so that the same things are the same bytes


class NotSo(Exception):
    """Why a file is not the zip file that was expected."""


def check_list(file: IO[bytes], most_parts: int, most_listed: int) -> None:
    """Is the list of parts short enough to be read at all? Python reads all of it at once. It stands at the end, where
    neither words nor the marks of larger files come along."""
    size = file.seek(0, SEEK_END)
    file.seek(max(0, size - _END - _LARGE))
    end = file.read()
    if len(end) < _END or not end[-_END:].startswith(_MARK) or end[:-_END].startswith(_LARGE_MARK):
        raise NotSo("it does not end as such a zip file does")
    parts, listed = unpack_from("<HL", end[-_END:], 10)
    if parts > most_parts or listed > most_listed:
        raise NotSo(f"there are too many parts in it: {parts:,}, and at most {most_parts} are read")


def open_part(file: zipfile.ZipFile, part: zipfile.ZipInfo) -> IO[bytes]:
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadInput(f"{part.filename}: it is packed in a way that is not read here")
    return file.open(part)


def part_of(name: str) -> zipfile.ZipInfo:
    """A part to be written, the same on every machine."""
    info = zipfile.ZipInfo(name, FIRST_DAY)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system, info.external_attr = 3, 0o600 << 16
    return info
