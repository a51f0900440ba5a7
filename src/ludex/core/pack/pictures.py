"""Pictures: known by what is in them, never by a name."""

from __future__ import annotations

from ludex.core.kernel.ruling import BadInput

MOST_PICTURE = 5_000_000  # bytes of one
MOST_TOKEN = 100_000  # bytes of one that is drawn on a token: everybody who sees it is sent it
MOST_SIDE = 512  # pixels of its width, and of its height


def kind_of(data: bytes) -> str:
    """The type of a picture, by its first bytes. What could hold a script, as SVG does, is none."""
    if len(data) > MOST_PICTURE:
        raise BadInput(f"picture: expected at most {MOST_PICTURE} bytes, not {len(data)}")
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    raise BadInput("picture: expected PNG, JPEG, GIF or WebP")


# ---------------------------------------------------------------- on tokens


def token_kind(data: bytes) -> str:
    """The type of a picture that is small enough for a token."""
    if len(data) > MOST_TOKEN:
        raise BadInput(f"picture: for a token expected at most {MOST_TOKEN:,} bytes, not {len(data):,}")
    kind = kind_of(data)
    size = SIZES[kind](data) if kind in SIZES else None
    if size is None:
        raise BadInput("picture: for a token expected PNG, JPEG or WebP, and all of it")
    width, height = size
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
        most = f"{MOST_SIDE} × {MOST_SIDE}"
        raise BadInput(f"picture: for a token expected at most {most} pixels, not {width} × {height}")
    return kind


Size = tuple[int, int]  # width and height in pixels, as the head of the file has them


def _png(data: bytes) -> Size | None:
    if data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


NO_FRAME = frozenset({0xC4, 0xC8, 0xCC})  # markers of JPEG among those of frames


def _jpeg(data: bytes) -> Size | None:
    """Segment by segment, up to the frame: each says how long it is."""
    at = 2
    while data[at : at + 1] == b"\xff" and at + 9 <= len(data):
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in NO_FRAME:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        if length < 2:
            return None
        at += 2 + length
    return None


def _webp(data: bytes) -> Size | None:
    chunk, bits = data[12:16], int.from_bytes(data[21:25], "little")
    if len(data) < 30:
        return None
    if chunk == b"VP8 ":
        width, height = (int.from_bytes(data[at : at + 2], "little") & 0x3FFF for at in (26, 28))
        return (width, height) if data[23:26] == b"\x9d\x01\x2a" else None
    if chunk == b"VP8L":
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return None


SIZES = {"image/png": _png, "image/jpeg": _jpeg, "image/webp": _webp}
