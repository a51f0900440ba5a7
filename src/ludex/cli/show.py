"""`ludex show`: an entry of the content as the TOML in which it is written, to read, to copy and to change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ludex.core.content.content import Library
from ludex.core.files.as_written import as_written, kinds_in, names_in
from ludex.core.game import GAMES
from ludex.core.kernel.english import listed, meant, near
from ludex.core.kernel.ruling import BadInput
from ludex.text.echo import echo


def show(game: str, kind: str, name: str, folders: Iterable[Path]) -> int:
    """Without a name all there are of a kind, without a kind all there are; a name may go without its kind."""
    if game not in GAMES:
        raise BadInput(f"there is no game {game!r}; {meant(game, GAMES)}")
    library = GAMES[game].library(*folders)
    if not kind:
        echo("\n\n".join(_listed(library, each) for each in kinds_in(library)))
    elif not name and kind in kinds_in(library):
        echo(_listed(library, kind))
    else:
        echo("\n".join(_found(game, library, kind if name else "", name or kind)), nl=False)
    return 0


def _listed(library: Library, kind: str) -> str:
    return "\n".join([kind, *[f"  {name}" for name in names_in(library, kind)]])


def _found(game: str, library: Library, kind: str, name: str) -> Iterator[str]:
    """Every entry of that name, of one kind or of any."""
    kinds = kinds_in(library)
    if kind and kind not in kinds:
        raise BadInput(f"there is no kind {kind!r}; {meant(kind, kinds)}")
    among = [kind] if kind else kinds
    there = [each for each in among if name in names_in(library, each)]
    if not there:
        known = [one for each in among for one in names_in(library, each)]
        if kind:
            raise BadInput(f"there is no {kind} {name!r}; {meant(name, known)}")
        every = f"there are the kinds {listed(kinds)}; `ludex show {game}` lists all that is of them"
        raise BadInput(f"there is no entry or kind {name!r}; {near(name, (*kinds, *known)) or every}")
    return (as_written(library, each, name) for each in there)
