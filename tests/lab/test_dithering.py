"""A turn of the search is as good as the best of its ideas, also where all is decided; bouts go on where they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.bouts import Came, fought, jobs, keep, kept, said, sum_of
from bench.dithering import Found, judge

from ludex.core.game import GAMES

FEW = (1, 24, 4.0)  # turns, look-aheads by which they are compared, and standard errors that are too many
MANY = (200, 400, 2.0)
BY_LUCK = 0.05  # of turns, where both ideas are worth the same: 2 in 100 are beyond two standard errors


@pytest.mark.slow
@pytest.mark.parametrize(("many", "looks", "errors"), [FEW, pytest.param(*MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_turn_is_worse_than_the_best_idea(game: str, many: int, looks: int, errors: float) -> None:
    few = many == FEW[0]
    found = list(judge(game, many, looks, 3, 18, (6, 12)) if few else judge(game, many, looks, 3))
    worse = [one for one in found if one.gain > errors * one.error]
    assert len(worse) <= (0 if few else BY_LUCK * many), "\n".join(f"{one.where}: {one.words}" for one in worse)


def test_a_turn_is_worse_where_the_best_is_better_beyond_doubt() -> None:
    assert Found("here", 0.5, 0.05, 0.02, "").worse
    assert not Found("here", 0.5, 0.05, 0.03, "").worse
    assert Found("here", 0.99, 0.0, 0.0, "").decided
    assert not Found("here", 0.5, 0.0, 0.0, "").decided


def test_a_bout_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    plan, pairs = said()
    pair = next(pair for pair in pairs if pair.name == "random")
    first, *others = jobs("bluebox", pair, 1, plan)
    assert len({job.key for job in (first, *others)}) == 4
    assert next(jobs("bluebox", pair._replace(second="hard"), 1, plan)).key != first.key
    came = fought(first)
    keep(tmp_path / "kept.jsonl", came)
    assert kept(tmp_path / "kept.jsonl") == {first.key: came}
    assert next(jobs("bluebox", pair, 1, plan)).key in kept(tmp_path / "kept.jsonl")


def test_seeds_are_summed_fight_by_fight_and_pair_by_pair() -> None:
    def came(won: tuple[int, int], margins: tuple[float, float]) -> Came:
        return Came("key", "bluebox", "here", "pair", 1, won, margins, 10, 60.0)

    it = sum_of([came((1, 1), (0.5, 0.3)), came((1, -1), (0.2, -0.2)), came((1, 0), (0.1, 0.0))])
    assert (it.won, it.nobody, it.seeds, it.minutes) == ("4 of 5", 1, 3, 3.0)
    assert it.ahead.mean == pytest.approx((1 + 0 + 0.5) / 3)
    assert it.margin.mean == pytest.approx((0.4 + 0.0 + 0.05) / 3)
