"""Nothing that people read has a coordinate, an id or the print of a program in it: documents, the record and sheets of
fights that machines play, as a player and as the game master."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludex.core.game import GAMES as known
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.play.deciding import deputise, waiting
from tests.table.played import GAMES, by_machines
from tests.table.tables import SCENES

STEPS = 40
FEW = 6  # of the scenes that are not the small one of a game
FAR = 120
# Parts that are for the page alone, which never writes them: ids, kinds and looks, values that are sent back
UNREAD = frozenset({
    "acted", "action", "actor", "among", "args", "at", "being", "by", "cells", "closed", "colour", "command", "commit",
    "default", "dice", "draws", "fate", "fixed", "floor", "free", "furniture", "group", "hash", "id", "joins", "key",
    "kind", "lights", "links", "look", "of", "order", "parts", "picture", "policies", "policy", "rank", "role", "rule",
    "seal",
    "shape", "shut", "side", "sides", "things", "value", "values", "who",
})  # fmt: skip
BY_ID = frozenset({"beings", "zones", "seats", "offers", "marks", "characters", "notes", "handouts"})
NOT_READ = {
    "a coordinate": r"(?<![\d.])-?\d+,-?\d+(?!\d)|\(-?\d+, -?\d+\)",
    "an id": r"\b[a-z]+[0-9]*(?:_[a-z0-9]+)+\b",
    "the print of a program": r"\bNone\b|\bTrue\b|\bFalse\b|[\[{]['\"\d]|<[a-z]+ ",
}


def read(told: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string that somebody may read, and where it stands."""
    if isinstance(told, dict):
        for key, part in told.items():
            if key in BY_ID and isinstance(part, dict):
                yield from read(list(part.values()), f"{path}.{key}")
            elif path.endswith(".terrain") and key == "name":  # its words stand beside it
                continue
            elif key not in UNREAD and not (key in BY_ID and isinstance(part, list)):
                yield from read(part, f"{path}.{key}")
    elif isinstance(told, list | tuple):
        for part in told:
            yield from read(part, path)
    elif isinstance(told, str):
        yield path, told


def scenes(game: str) -> list[str]:
    """The one that is walked farthest comes first."""
    found = sorted(path.stem for path in (known[game].home / "content" / "scenes").glob("*.toml"))
    return sorted(found, key=lambda scene: scene != SCENES[game])


@pytest.mark.parametrize(("first", "others"), [(STEPS, FEW), pytest.param(FAR, FAR, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_reads_coordinates_ids_or_prints(game: str, first: int, others: int) -> None:
    """In every scene that comes with the games, from its beginning, as far as that."""
    wrong: set[tuple[str, ...]] = set()
    for scene in scenes(game):
        found = walked(game, scene, first if scene == SCENES[game] else others)
        assert len({words for _, words in found}) > 100, scene
        wrong |= {(what, *one) for one in found for what, how in NOT_READ.items() if re.search(how, one[1])}
    assert not wrong


def walked(game: str, scene: str, steps: int) -> list[tuple[str, str]]:
    """All that a player and the game master may read while machines play."""
    played = by_machines(game, scene)
    found: list[tuple[str, str]] = []
    for step in range(steps):
        for seat in (played.ann, played.gm):
            found += read(played.of(seat), "document")
        if waiting(played.table).kind == "nobody":
            break
        if step % 10 == 0:
            sheets = [
                look(played.documents, played.ann, looking.Sheet(being=who)) for who in played.of(played.ann)["beings"]
            ]
            found += read(msgspec.to_builtins(sheets), "sheet")
        if (next_up := waiting(played.table)).kind == "command":
            told = look(played.documents, played.gm, looking.Suggest(being=next_up.who))
            found += read(msgspec.to_builtins(told), "suggestion")
            assert not re.search(r"\d ?%", told["why"]), "the odds stand beside it"
        assert played.step() or deputise(played.table)
        played.entries += played.table.take()
    for seat in (played.ann, played.gm):
        found += read(msgspec.to_builtins(look(played.documents, seat, looking.Log(most=400))), "record")
    return found
