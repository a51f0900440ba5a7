"""What was built is small, and asks nothing of anybody else."""

from __future__ import annotations

import gzip
import re

from ludex.server.http.page import FOLDER, KINDS

MOST = 400_000  # bytes of the whole page, squeezed, without its fonts; each screen is loaded when somebody goes there


def test_the_whole_page_is_small() -> None:
    sizes = {
        file.name: len(gzip.compress(file.read_bytes()))
        for file in FOLDER.rglob("*")
        if file.suffix in (".html", ".js", ".css", ".svg")
    }
    assert sum(sizes.values()) < MOST, sizes


def test_every_file_of_it_is_served() -> None:
    assert {file.suffix for file in FOLDER.rglob("*") if file.is_file()} <= KINDS.keys()


def test_it_names_no_address_to_load_from() -> None:
    known = ("http://www.w3.org/", "https://svelte.dev/e/", "http://127.0.0.1", "https://example", "http://www.example")
    for file in FOLDER.rglob("*"):
        if file.suffix in (".html", ".js", ".css"):
            found = re.findall(r"https?://[\w.-]+[^\s\"'`)]*", file.read_text(encoding="utf-8"))
            assert [one for one in found if not one.startswith(known)] == [], file.name
