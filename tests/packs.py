"""Packs for tests."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from ludex.core.pack.reading import packed, write_folder

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
ITEM = '[[item]]\nid = "tin_whistle"\nname = "Tin Whistle"\n'
SCENE = """game = "bluebox"
title = "A bare ledge"
board = { q = [0, 5], r = [0, 3] }

[beings.onuri]
at = [1, 1]
"""


def manifest(id: str = "coast", version: str = "1.0", game: str = "bluebox", needs: str = "", **more: str) -> str:
    lines = {"id": id, "title": "The Drowned Coast", "game": game, "version": version, **more}
    told = "".join(f'{key} = "{value}"\n' for key, value in lines.items())
    return told + (f"needs = [{needs}]\n" if needs else "")


def parts(id: str = "coast", more: Mapping[str, str | bytes] | None = None) -> dict[str, bytes]:
    """A whole pack, and more parts by name, or others in their place; empty ones are left out."""
    found: dict[str, str | bytes] = {
        "pack.toml": manifest(id),
        "things.toml": ITEM,
        "scenes/ledge.toml": SCENE,
        "pictures/map.png": PNG,
        **(more or {}),
    }
    return {name: data if isinstance(data, bytes) else data.encode() for name, data in found.items() if data}


def file_of(folder: Path, given: dict[str, bytes], name: str = "coast") -> Path:
    path = folder / f"{name}.ludex"
    path.write_bytes(packed(given))
    return path


def folder_of(folder: Path, given: dict[str, bytes], name: str = "coast") -> Path:
    write_folder(given, folder / name)
    return folder / name


def zipped(given: dict[str, bytes]) -> bytes:
    """Any zip file, whatever is in it."""
    out = BytesIO()
    with ZipFile(out, "w") as file:
        for name, data in given.items():
            file.writestr(name, data)
    return out.getvalue()
