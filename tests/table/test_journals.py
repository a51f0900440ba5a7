"""What an older version has kept of play is played again to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.table import doings
from tests.conformance.playing import KNOWN
from tests.table.journals import HOME, kept_as, read
from tests.table.tables import Fake


@pytest.mark.parametrize("place", [kept_as(game.name) for game in KNOWN], ids=lambda place: place.stem)
def test_a_journal_that_was_kept_is_played_to_its_end(place: Path) -> None:
    entries = read(place)
    assert [e.body["command"]["name"] for e in entries if "command" in e.body].count("modify") == 2
    table = doings.folded(entries, Fake().outside())
    assert table.playing is not None
    assert table.playing.live.scene.adjustments == ()
    assert table.playing.cut == ""


def test_every_journal_is_of_a_game() -> None:
    assert {place.stem for place in HOME.glob("*.jsonl")} == {game.name for game in KNOWN}
