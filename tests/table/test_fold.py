"""All entries fold to the same state: whatever anybody does at a table, its entries tell all of it."""

from __future__ import annotations

from collections import Counter

import pytest

from ludex.table.campaign import Campaign
from tests.table.meddling import some
from tests.table.tables import SCENES, differing


@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("seed", range(3))
def test_after_each_doing_the_entries_fold_to_what_the_table_is(game: str, seed: int) -> None:
    done: Counter[str] = Counter()
    twin: Campaign | None = None
    for at, what in some(game, seed, 60):
        done[what] += 1
        assert at.kept.table.take() == []
        twin = twin or Campaign(at.kept.fake.outside())
        for entry in at.kept.entries[twin.number :]:
            twin.fold(entry)
        assert not differing(at.kept.table, twin), f"after {what}, with {seed}"
    assert not differing(at.kept.table, at.kept.folded())
    assert done["step"] + done["Command"] + done["Answer"] > 10, done
