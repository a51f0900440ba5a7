"""What fields mean, on the pages of the games: the words of `forms.toml`. A cell that has code in it says more, for
those who write files.

python -m tests.meanings writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.forms import Forms, all_records
from ludex.core.game import GAMES, Game

HEAD = "| field | type | default | meaning |"
BELOW = ", see below"  # a table of its own follows
WORDS = {
    "Plating",
    "Edge",
    "Escalation",
    "Action",
    "Dangerous",
    "Cover",
    "Flaw",
    "Motion",
    "Morale",
    "Resolve",
    "Tiers",
}
PAGES = Path(__file__).parent.parent / "docs" / "games"


def lines(game: Game[Any], text: str) -> Iterator[str]:
    """The lines of a page, with each meaning as the game's forms have it."""
    heading, rows = "", []
    for line in [*text.split("\n"), "\n"]:
        if line.startswith("|"):
            rows.append(line)
            continue
        yield from _told(game, heading, rows) if rows and rows[0] == HEAD else rows
        rows = []
        heading = line if line.startswith("#") else heading
        if line != "\n":
            yield line


def _told(game: Game[Any], heading: str, rows: list[str]) -> Iterator[str]:
    names = [name for row in rows[2:] for name in _names(row)]
    record = _meant(game, heading.strip("# ").lower(), names)
    yield from rows[:2]
    for row in rows[2:]:
        *cells, meaning = re.split(r"(?<!\\)\|", row)[1:-1]
        said = [_said(game.forms, record, name) for name in _names(row)]
        if "`" not in meaning and all(said):
            meaning = f" {_joined(said)}{BELOW if meaning.rstrip().endswith(BELOW.strip(', ')) else ''} "
        yield "|".join(["", *cells, meaning, ""])


def _names(row: str) -> list[str]:
    return re.findall(r"`([\w-]+)`", re.split(r"(?<!\\)\|", row)[1])


def _meant(game: Game[Any], heading: str, names: list[str]) -> type[Any]:
    """The record of which a table tells: the one that has most of these fields, and no others."""
    kinds = {record: kind for kind, record in game.kinds.items()}

    def fits(record: type[Any]) -> tuple[int, bool, int]:
        own = set(record.__struct_encode_fields__)
        return len(own & set(names)), kinds.get(record) == heading, -len(own)

    return max(all_records(game.kinds.values()), key=fits)


def _said(forms: Forms, record: type[Any], field: str) -> str:
    """What a field means, as the pages have it: without a full stop, and with the unit where its name has none."""
    text, unit = forms.field(record, field).rstrip("."), forms.unit(record, field)
    counted = f" ({unit})" if unit and unit not in re.split(r"\W+|_", f"{field} {text}") else ""
    return f"{_begun(text)}{counted}"


def _joined(said: list[str]) -> str:
    return "; ".join(dict.fromkeys(said))


def _begun(text: str) -> str:
    """With a small letter, but for words of the book."""
    first = text.split(" ")[0].rstrip(",:")
    kept = first in WORDS or first[1:] != first[1:].lower()
    return text if kept else text[:1].lower() + text[1:]


def page_of(game: Game[Any]) -> Path:
    return PAGES / f"{game.name}.md"


if __name__ == "__main__":
    for each in GAMES.values():
        page = page_of(each)
        page.write_text("\n".join(lines(each, page.read_text(encoding="utf-8"))), encoding="utf-8")
