"""What was built is small, and asks nothing of anybody else."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from ludex.server.http.page import FOLDER, KINDS

# Bytes, squeezed, without fonts. Each screen is loaded when somebody goes there: a table is the largest of them
MOST_OF_ALL = 690_000
MOST_OF_A_SCREEN = 225_000  # scripts
REPLAY = 460_000  # what a replay is put into, with fonts: nobody loads it, it is taken home
FIRST = 55_000  # of the lobby, which most see first


def squeezed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes()))


def loaded(name: str) -> set[Path]:
    """The scripts that are loaded for a screen: the first of the page, its own, and what these import."""
    (screen,) = FOLDER.glob(f"assets/{name}-*.js")
    (first,) = re.findall(
        r'<script type="module"[^>]* src="/([^"]+)"', (FOLDER / "index.html").read_text(encoding="utf-8")
    )
    found: set[Path] = set()
    waiting = [FOLDER / first, screen]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            imports = re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', file.read_text(encoding="utf-8"))
            waiting += [file.parent / each for each in imports]
    return found


def test_the_whole_page_is_small() -> None:
    files = {file for file in FOLDER.rglob("*") if file.suffix in (".html", ".js", ".css", ".svg")}
    replay = FOLDER / "replay.html"
    assert squeezed(replay) < REPLAY
    assert sum(map(squeezed, files - {replay})) < MOST_OF_ALL


def test_nobody_loads_what_they_do_not_look_at() -> None:
    sizes = {
        name: sum(map(squeezed, loaded(name))) for name in ("TablePage", "BoardEditor", "Composer", "Lobby", "Lab")
    }
    assert max(sizes.values()) < MOST_OF_A_SCREEN, sizes
    assert sizes["Lobby"] < FIRST, sizes
    editors = {file.name.partition("-")[0] for file in loaded("TablePage")} & {"BoardEditor", "Composer", "Builder"}
    assert editors == set()


def test_every_file_of_it_is_served() -> None:
    assert {file.suffix for file in FOLDER.rglob("*") if file.is_file()} <= KINDS.keys()


def test_it_names_no_address_to_load_from() -> None:
    known = ("http://www.w3.org/", "https://svelte.dev/e/", "http://127.0.0.1", "https://example", "http://www.example")
    for file in FOLDER.rglob("*"):
        if file.suffix in (".html", ".js", ".css"):
            found = re.findall(r"https?://[\w.-]+[^\s\"'`)]*", file.read_text(encoding="utf-8"))
            assert [one for one in found if not one.startswith(known)] == [], file.name
