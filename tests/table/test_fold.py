"""All entries fold to the same state: whatever anybody does at a table, its entries tell all of it."""

from __future__ import annotations

import sys
from subprocess import run

import pytest

from tests.conformance.playing import KNOWN
from tests.table.meddling import compare_folds
from tests.table.tables import SCENES


@pytest.mark.slow
@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_after_each_doing_the_entries_fold_to_what_the_table_is(game: str, seed: int) -> None:
    done = compare_folds(game, seed, 80)
    assert done["step"] + done["Command"] + done["Answer"] > 10, done


def test_every_game_has_a_scene_for_these_tests() -> None:
    assert set(SCENES) == {game.name for game in KNOWN}


ALL_KNOWN = """
import ludex.table.doings
from ludex.table.campaign.doing import DOINGS, FOLDS, Doing
from ludex.table.records.entry import NAMES
assert FOLDS.keys() == NAMES.keys(), FOLDS.keys() ^ NAMES.keys()
assert {*DOINGS} == {*Doing.__subclasses__()}
import ludex.server.socket.messages
assert {*DOINGS} == {*Doing.__subclasses__()}, "a doing that only the server imports"
"""


def test_whoever_has_a_table_knows_all_that_is_done_at_it() -> None:
    run([sys.executable, "-c", ALL_KNOWN], check=True)  # here others have imported more
