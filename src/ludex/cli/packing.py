"""`ludex pack` and `ludex unpack`: a folder of content as one file, and back."""

from __future__ import annotations

from pathlib import Path

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.packs import Pack, faults_of, holds, pack_findings
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.parts import ENDING, MANIFEST, MOST_FILE
from ludex.core.pack.reading import is_file, is_pack, packed, parts_at, strangers_in, write_folder
from ludex.text.terminal import Console

UNUSABLE = 2
EXAMPLE = '''{folder}: there is no pack.toml, which says what it is. It begins with

id = "drowned_coast"
title = "The Drowned Coast"
game = "bluebox"
version = "1.0"
author = "Ada"
licence = "CC BY 4.0"'''


def pack(folder: Path, out: Path | None, needed: tuple[Path, ...], console: Console) -> int:
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder")
    if not is_pack(folder):
        raise BadInput(EXAMPLE.format(folder=folder))
    found = Pack(parts_at(folder), str(folder))
    findings = pack_findings(found, [Pack(parts_at(path), str(path)) for path in needed])
    for finding in findings:
        console.print(str(finding), soft_wrap=True, highlight=False, markup=False)
    if faults := faults_of(findings):
        console.print(f"Nothing was written: {count(len(faults), 'fault')} to mend.", highlight=False)
        return UNUSABLE
    target = out or folder.resolve().with_name(f"{folder.resolve().name}{ENDING}")
    data = packed(found.parts)
    if len(data) > MOST_FILE:
        raise BadInput(f"{folder}: it is too large: a pack has at most {MOST_FILE:,} bytes, and this one {len(data):,}")
    try:
        target.write_bytes(data)
    except OSError as fault:
        raise BadInput(f"{target}: it cannot be written: {fault.strerror}") from None
    for name in strangers_in(folder):
        console.print(f"{name} has no place in a pack, and was left out.", soft_wrap=True, markup=False)
    told = f"{target}: {found.manifest.title} {found.manifest.version}, {told_of(found)}"
    console.print(told, soft_wrap=True, highlight=False, markup=False)
    return 0


def unpack(file: Path, out: Path | None, console: Console) -> int:
    if not is_file(file):
        raise BadInput(f"{file}: expected a pack in one file, NAME{ENDING}")
    found = Pack(parts_at(file), str(file))
    if MANIFEST not in found.parts:
        raise BadInput(f"{file}: there is no {MANIFEST} in it")
    folder = out or file.with_suffix("")
    write_folder(found.parts, folder)
    console.print(f"{folder}: {count(len(found.parts), 'file')}", soft_wrap=True, highlight=False, markup=False)
    return 0


def told_of(pack: Pack) -> str:
    """`2 scenes, 3 weapons and 1 board`."""
    counts = holds(pack).counts
    return listed([count(number, kind.replace("_", " ")) for kind, number in counts.items()]) or "nothing in it yet"
