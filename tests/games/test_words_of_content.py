"""What scenes and boards that come with the games say of themselves, as somebody hears it who sees no board."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.playing import KNOWN

BY_NUMBER = re.compile(
    r"\b(?:rows?|columns?|cells?|hex(?:es)?|squares?)\s+-?\d|\(?-?\d+\s*,\s*-?\d+\)|\b(?:first|last) cells?\b"
)
SAID = ("title", "name", "text")


def _said(value: Any) -> Iterator[str]:
    """All words of tables in tables that are read as they stand."""
    if isinstance(value, dict):
        yield from (words for key, words in value.items() if key in SAID and isinstance(words, str))
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _said(part)


@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.name)
def test_no_scene_and_no_board_speaks_of_rows_or_cells_by_number(game: Any) -> None:
    content = game.home / "content"
    files = [*content.glob("scenes/*.toml"), *content.glob("**/boards.toml")]
    assert files
    said = {words for file in files for words in _said(tomllib.loads(file.read_text(encoding="utf-8")))}
    assert [words for words in said if BY_NUMBER.search(words)] == []
