"""A snapshot is the table: whoever resumes it is shown what the fold of all entries shows, and what follows is the
same."""

from __future__ import annotations

import pytest

from tests.table.meddling import Meddler
from tests.table.snapshots import Shelf, unlike
from tests.table.tables import SCENES

SOON, LATE = 3, 25  # doings from one snapshot to the next


@pytest.mark.slow
@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_whatever_was_done_a_snapshot_and_the_entries_since_are_the_fold(game: str, seed: int) -> None:
    at = Meddler(game, seed)
    shelf = Shelf(at.kept.entries)
    for number in range(75):
        if number % (SOON if number % 50 < 25 else LATE) == 0:
            shelf.take(at.kept.table)
        what = at.meddle()
        found = unlike(shelf.resumed(at.kept.fake), at.kept.folded())
        assert not found, f"{game}, with {seed}: after {what}, {number}, these differ: {found}"
