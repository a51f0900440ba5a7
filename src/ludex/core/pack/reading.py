"""Packs on the disk: a folder with a pack.toml, or the same in one file NAME.ludex, which is a zip file. Both are read
within bounds, and written so that the same pack is always the same bytes.

A path may lead into a pack that is one file: `coast.ludex/scenes/toll.toml`.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.zips import WRONG, NotSo, check_list, open_part, part_of
from ludex.core.pack.parts import (
    ENDING,
    MANIFEST,
    MOST_FILE,
    MOST_PARTS,
    MOST_TEXT,
    NAME,
    SCENES,
    Parts,
    Room,
    check_names,
    is_content,
    is_scene,
    ordered,
)

FOLDERS = ("", "scenes", "days", "pictures")
MOST_LISTED = 200 * MOST_PARTS  # bytes of the list of parts of a zip file


# ---------------------------------------------------------------- what is there


def is_file(path: Path) -> bool:
    """Is it a pack in one file?"""
    return path.suffix == ENDING and path.is_file()


def is_pack(path: Path) -> bool:
    return is_file(path) or (path / MANIFEST).is_file()


def content_in(folder: Path) -> list[Path]:
    """The files of content of a folder, or of a pack."""
    if is_file(folder):
        return [folder / name for name in names_in(folder) if is_content(name)]
    return [path for path in sorted(folder.glob("*.toml")) if is_content(path.name)]


def scenes_in(folder: Path) -> dict[str, Path]:
    """The scene files of a folder of content, or of a pack, by their names."""
    if is_file(folder):
        return {Path(name).stem: folder / name for name in names_in(folder) if is_scene(name)}
    return {path.stem: path for path in sorted((folder / SCENES).glob("*.toml"))}


def names_in(file: Path) -> list[str]:
    with file.open("rb") as data, _opened(data, str(file)) as found:
        return ordered(found)


def is_there(path: Path) -> bool:
    """Is there such a file, or such a part of a pack?"""
    inside = _inside(path)
    return path.exists() if inside is None else inside[1] in names_in(inside[0])


def first_bytes(path: Path, most: int) -> bytes:
    """The beginning of a file, or of a part of a pack."""
    inside = _inside(path)
    if inside is None:
        with path.open("rb") as file:
            return file.read(most)
    pack, name = inside
    with pack.open("rb") as data, _opened(data, str(pack)) as found:
        if name not in found:
            raise BadInput(f"{path}: there is no such file in the pack")
        with open_part(found[name][0], found[name][1]) as part:
            return part.read(most)


def text_at(path: Path) -> str:
    """A file, or a part of a pack, whose text was read before."""
    return first_bytes(path, MOST_TEXT).decode()


def _inside(path: Path) -> tuple[Path, str] | None:
    """The pack into which a path leads, and the part there."""
    for pack in path.parents:
        if pack.suffix == ENDING and pack.is_file():
            return pack, path.relative_to(pack).as_posix()
    return None


# ---------------------------------------------------------------- in


def parts_at(path: Path) -> dict[str, bytes]:
    """All parts of a pack, whichever it is."""
    try:
        if path.is_dir():
            return _of_folder(path)
        if path.stat().st_size > MOST_FILE:
            raise BadInput(f"{path}: it is too large: a pack has at most {MOST_FILE:,} bytes")
        with path.open("rb") as file:
            return unpacked(file, str(path))
    except OSError as fault:
        raise BadInput(f"{path}: cannot be read: {fault.strerror}") from None


def strangers_in(folder: Path) -> list[str]:
    """Files of a folder that have no place in a pack."""
    there = [path for inside in FOLDERS for path in sorted((folder / inside).glob("*"))]
    names = [path.relative_to(folder).as_posix() for path in there if path.is_file()]
    return [name for name in names if not NAME.fullmatch(name) and not Path(name).name.startswith(".")]


def _of_folder(folder: Path) -> dict[str, bytes]:
    """What has no place in a pack is left out: a folder is somebody's own, and may have notes in it."""
    there = [path for inside in FOLDERS for path in (folder / inside).glob("*") if path.is_file()]
    paths = {path.relative_to(folder).as_posix(): path for path in there}
    names = ordered(name for name in paths if NAME.fullmatch(name))
    check_names(names)
    room, parts = Room(), {}
    for name in names:
        with paths[name].open("rb") as file:
            parts[name] = file.read(room.for_one(name))
        room.take(name, parts[name])
    return parts


def unpacked(file: IO[bytes], where: str) -> dict[str, bytes]:
    """All parts of a pack that is one file."""
    room, parts = Room(), {}
    with _opened(file, where) as found:
        for name in ordered(found):
            with open_part(*found[name]) as part:
                parts[name] = part.read(room.for_one(name))
            room.take(name, parts[name])
    return parts


@contextmanager
def _opened(file: IO[bytes], where: str) -> Iterator[dict[str, tuple[zipfile.ZipFile, zipfile.ZipInfo]]]:
    """The parts of a zip file by their names in the pack; whatever is wrong with it is told in words."""
    try:
        check_list(file, MOST_PARTS + len(FOLDERS) + 1, MOST_LISTED)
        with zipfile.ZipFile(file) as opened:
            parts = [part for part in opened.infolist() if not part.is_dir()]
            top = _top([part.filename for part in parts])
            names = [part.filename.removeprefix(top) for part in parts]
            check_names(names)
            yield {name: (opened, part) for name, part in zip(names, parts, strict=True)}
    except BadInput as fault:
        raise BadInput(f"{where}: {str(fault).removeprefix(f'{where}: ')}") from None
    except (NotSo, *WRONG) as fault:
        raise BadInput(f"{where}: expected a pack, a zip file with a pack.toml in it: {fault}") from None


def _top(names: list[str]) -> str:
    """The folder in which all of them lie, where somebody has packed the folder itself."""
    tops = {name.partition("/")[0] for name in names}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    return top if f"{top}{MANIFEST}" in names else ""


# ---------------------------------------------------------------- out


def packed(parts: Parts) -> bytes:
    """A pack as one file."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in ordered(parts):
            file.writestr(part_of(name), parts[name], compresslevel=9)
    return out.getvalue()


def write_folder(parts: Parts, folder: Path) -> None:
    """A pack as a folder, which must not have anything in it yet."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{folder}: it is there already")
        for name in ordered(parts):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(parts[name])
    except OSError as fault:
        raise BadInput(f"{folder}: it cannot be written: {fault.strerror}") from None
