"""The adventures that come with the games: packs in `adventures/` of each."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ludex.core.files.adventurefile import Adventure
from ludex.core.files.packs import Pack
from ludex.core.game import GAMES
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.parts import ADVENTURE
from ludex.core.pack.reading import is_pack, parts_at

FOLDER = "adventures"


class Led(NamedTuple):
    """A pack with an adventure, and where it lies."""

    path: Path
    pack: Pack
    adventure: Adventure


def adventures_of(game: str) -> dict[str, Path]:
    """Those that come with a game, by id; the game need not be imported for it."""
    folder = GAMES.home(game) / FOLDER
    return {path.name: path for path in sorted(folder.glob("*")) if (path / ADVENTURE).is_file()}


def adventure_called(game: str, name: str) -> Led:
    """One that comes with a game, by its id."""
    there = adventures_of(game)
    if name not in there:
        raise BadInput(f"there is no adventure {name!r}; {there_are(name, there)}")
    return adventure_at(there[name])


def adventure_at(path: Path) -> Led:
    """That of a pack, as a folder or as a file."""
    pack = Pack(parts_at(path), str(path)) if is_pack(path) else None
    adventure = pack.adventure if pack is not None else None
    if pack is None or adventure is None:
        raise BadInput(f"{path}: expected a pack with an {ADVENTURE} in it")
    return Led(path, pack, adventure)
