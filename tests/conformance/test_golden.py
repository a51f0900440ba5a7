"""The golden playthroughs are told as they were; what has changed is shown."""

from __future__ import annotations

from difflib import unified_diff
from typing import Any

import pytest

from ludex.core.game import Game
from tests.conformance.golden import FOLDER, tell
from tests.conformance.playing import KNOWN, named


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_the_golden_playthrough_is_told_as_it_was(game: Game[Any]) -> None:
    path = FOLDER / f"{game.name}.txt"
    kept = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    told = tell(game).splitlines()
    changes = "\n".join(unified_diff(kept, told, "as it was", "as it is now", lineterm="", n=2))
    assert not changes, f"if this is as it should be: python -m tests.conformance.golden\n{changes[:6000]}"


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_every_line_names_a_rule_that_there_is(game: Game[Any]) -> None:
    for line in (FOLDER / f"{game.name}.txt").read_text(encoding="utf-8").splitlines():
        if line.endswith("]") and "[" in line:
            rule = line.rpartition("[")[2][:-1]
            assert rule in game.rulebook.rules or rule in game.rulebook.gaps, line
