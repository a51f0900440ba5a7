"""Pictures for tests, of which the heads alone are looked at."""

from __future__ import annotations

import struct
import zlib


def png(width: int = 4, height: int = 4, shade: int = 0) -> bytes:
    """One that every program can read, all of one grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([shade]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def jpeg(width: int, height: int) -> bytes:
    """Its head: a comment, a table, and the frame."""
    comment, table = b"\xff\xfe\x00\x06hill", b"\xff\xc4\x00\x05\x00\x00\x00"
    frame = struct.pack(">HHBHHB", 0xFFC0, 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8" + comment + table + frame + b"\xff\xd9"


def webp(kind: bytes, width: int, height: int) -> bytes:
    """Its head, in one of the three forms that there are."""
    if kind == b"VP8 ":
        body = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height)
    elif kind == b"VP8L":
        body = b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14)
    else:
        body = bytes(4) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = body.ljust(16, b"\0")
    return b"RIFF" + struct.pack("<I", len(body) + 12) + b"WEBP" + kind + struct.pack("<I", len(body)) + body
