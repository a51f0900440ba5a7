"""Numbers of namesakes."""

from __future__ import annotations

import pytest

from ludex.core.scene.namesakes import next_name


@pytest.mark.parametrize(
    ("taken", "found"),
    [
        ([], "Crab"),
        (["Crabapple", "Crab (unseen)", "Pit Crab 4"], "Crab"),
        (["Crab"], "Crab 2"),
        (["Crab 1", "Crab 2"], "Crab 3"),
        (["Crab 1", "Crab 7"], "Crab 8"),
        (["Crab", f"Crab {'9' * 5_000}"], "Crab 2"),
        (["Crab 9999", "Crab 10000"], "Crab 10001"),
    ],
)
def test_a_namesake_has_the_number_after_the_last(taken: list[str], found: str) -> None:
    assert next_name("Crab", taken) == found
