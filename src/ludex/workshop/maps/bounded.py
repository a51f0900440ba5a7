"""Files from anywhere, read within bounds: how large, how deep and how many is looked at before anything is made of
them, and whatever is packed is unpacked no further than it may be large."""

from __future__ import annotations

import binascii
import zlib
from typing import Annotated, Any, TypeVar

import msgspec

from ludex.core.kernel.bounds import CELLS, DEPTH, check_depth
from ludex.core.kernel.reading import read_json
from ludex.core.kernel.ruling import BadInput

T = TypeVar("T")

MOST_FILE = 24_000_000  # bytes
MOST_TABLES = 120_000  # of the file: points, tiles, objects
MOST_VALUES = 1_200_000  # in lists and tables
MOST_UNPACKED = 4_000_000  # bytes of one layer of tiles
FARTHEST = 20_000.0  # pixels or cells

Number = Annotated[float, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
Words = Annotated[str, msgspec.Meta(max_length=4_000)]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A part of somebody's file. What we do not know in it is passed over."""


def checked(data: bytes) -> bytes:
    """A file that is small enough to be read at all; what stands before its beginning in some files is taken away."""
    if len(data) > MOST_FILE:
        raise BadInput(
            f"this file is too large: {_millions(len(data))} MB, and at most {_millions(MOST_FILE)} are read"
        )
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not data.startswith(b"{"):
        raise BadInput("this is no map that can be read here: it is no JSON, as Universal VTT, Tiled and dungeons are")
    if (tables := data.count(b"{")) > MOST_TABLES:
        raise BadInput(
            f"there is too much in this file: {tables:,} points and things, and at most {MOST_TABLES:,} are read"
        )
    if (values := data.count(b",")) > MOST_VALUES:
        raise BadInput(f"there is too much in this file: {values:,} values, and at most {MOST_VALUES:,} are read")
    try:
        check_depth(data.decode())
    except UnicodeDecodeError:
        raise BadInput("this is no map that can be read here: its text is not in UTF-8") from None
    except BadInput:
        raise BadInput(
            f"this file is too deep: lists stand in lists, and more than {DEPTH} within each other are not read"
        ) from None
    return data


def read_map(data: bytes, kind: type[T], what: str) -> T:
    """The file as a record; in words what of it is not as such files are."""
    try:
        return read_json(data, kind)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"this is no {what} file as it should be: {_plainly(str(wrong))}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise BadInput(f"this {what} file cannot be read: it breaks off, or something in it is mistyped") from None


def _plainly(wrong: str) -> str:
    problem = wrong.partition(" - at ")[0]
    return f"{problem[:1].lower()}{problem[1:]}"


def _millions(size: int) -> str:
    return f"{size / 1_000_000:.1f}".removesuffix(".0")


def check_cells(wide: int, high: int) -> None:
    if wide * high > CELLS or max(wide, high) > 500:
        raise BadInput(
            f"this map is too large: {wide:,} by {high:,} cells, and a board has at most {CELLS:,}, 500 in a row"
        )


# ---------------------------------------------------------------- what is packed


def from_base64(text: str, most: int) -> bytes:
    """`ValueError` where it is none. No more than so many bytes come of it."""
    return binascii.a2b_base64(text[: (most + 2) // 3 * 4].encode("ascii"))


def unpacked(data: bytes, way: str) -> bytes:
    """Packed by zlib or gzip; `ValueError` where it is not, or becomes too large."""
    packing = zlib.decompressobj(zlib.MAX_WBITS | 32)  # tells one from the other by its head
    try:
        found = packing.decompress(data, MOST_UNPACKED + 1)
    except zlib.error:
        raise ValueError(f"it is not packed as it says, by {way}") from None
    if len(found) > MOST_UNPACKED:
        raise ValueError(f"unpacked it has more than {MOST_UNPACKED:,} bytes")
    return found


def said(value: Any, most: int = 80) -> str:
    """Words of a file in one line and not too many: they stand on the page and in texts."""
    line = " ".join(str(value).split())
    kept = "".join(letter for letter in line if letter.isprintable())
    return kept if len(kept) <= most else kept[: most - 1].rstrip() + "…"
