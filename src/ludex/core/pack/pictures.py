"""Pictures: known by what is in them, never by a name."""

from __future__ import annotations

from ludex.core.kernel.ruling import BadInput

MOST_PICTURE = 5_000_000  # bytes of one


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
