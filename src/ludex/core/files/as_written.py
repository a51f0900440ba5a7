"""An entry of the content as the TOML in which it is written, to read, to copy and to change."""

from __future__ import annotations

from pathlib import Path

from ludex.core.content.content import Library
from ludex.core.files.lines import entry_text
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.reading import text_at

SCENE = "scene"  # is no kind of content, but lies beside it


def kinds_in(library: Library) -> list[str]:
    """The kinds of which there are any."""
    return [*[kind for kind, shelf in library.shelves.items() if shelf.entries], *([SCENE] if library.scenes else [])]


def names_in(library: Library, kind: str) -> list[str]:
    return list(library.scenes if kind == SCENE else library.shelves[kind].entries)


def as_written(library: Library, kind: str, name: str) -> str:
    """The entry of a content file, or a scene file, as it stands there."""
    if kind == SCENE:
        return f"# A scene file\n{text_at(library.scenes[name])}"
    file = Path(library.shelves[kind].places[name].removesuffix(f": {kind} {name!r}"))
    written = entry_text(text_at(file), kind, name)
    if not written:
        raise BadInput(f"{kind} {name!r} stands in {file} in a way that cannot be shown by itself")
    return f"# In a content file; in a scene file [[content.{kind}]]\n{written}"
