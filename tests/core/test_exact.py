"""The exact referee, on the toy game: all weights, merged states, budgets, and agreement with simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question, next_step
from ludex.core.referee import exact
from ludex.core.referee.exact import Foreseen, foresee
from ludex.core.referee.simulated import Simulated
from tests.core.toy import Cautious, Scene, duel

STRIKE = command("cid", "strike", target="ann")


class Striking(Cautious):
    """Strikes back whenever it can."""

    def answer(self, scene: Scene, question: Question) -> Plain:
        return "strike back" if question.rule == "toy.riposte" else question.default


def whole(foreseen: Foreseen[Scene]) -> Fraction:
    return sum((weight for _, weight in foreseen.scenes), foreseen.unexplored)


def chances(foreseen: Foreseen[Scene], name: str) -> dict[int, Fraction]:
    found: Counter[int] = Counter()
    for scene, weight in foreseen.scenes:
        found[scene.beings[name].health] += weight  # type: ignore[assignment]  # weights are fractions
    return dict(found)  # type: ignore[arg-type]  # weights are fractions


def test_every_reading_has_its_weight() -> None:
    foreseen = foresee(duel(), STRIKE, Cautious())
    brute: Counter[int] = Counter(max(0, 10 - one - two) for one, two in product(range(1, 7), repeat=2))
    assert chances(foreseen, "ann") == {health: Fraction(count, 36) for health, count in brute.items()}
    assert whole(foreseen) == 1
    assert foreseen.unexplored == 0


def test_equal_states_are_one() -> None:
    """2d6 has 11 readings; the three that leave no health lead to the same scene."""
    foreseen = foresee(duel(), STRIKE, Cautious())
    assert len(foreseen.scenes) == 9
    assert len({scene.key() for scene, _ in foreseen.scenes}) == 9


def test_paths_that_meet_again_are_merged_on_the_way() -> None:
    """Each strikes back once: 11 · 6 · 6 ways leave cid 4 to 9 and ann 0 to 7, unless she falls at the first blow."""
    foreseen = foresee(duel(), STRIKE, Striking())
    assert len(foreseen.scenes) == 6 * 8 + 1
    assert whole(foreseen) == 1
    struck = {4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}
    falls = Fraction(6, 36)
    assert chances(foreseen, "cid") == {
        **{health: (1 - falls) * Fraction(part, 6) for health, part in struck.items()}, 10: falls,
    }  # fmt: skip


def test_what_others_answer_is_stated() -> None:
    assert foresee(duel(), STRIKE, Striking()).assumed == {
        "ask toy.ward of ann": [0], "ask toy.riposte of ann": ["strike back"],
        "ask toy.ward of cid": [0], "ask toy.riposte of cid": ["strike back"],
    }  # fmt: skip


def test_foreseeing_changes_nothing() -> None:
    scene = duel()
    before = encode(scene)
    foresee(scene, STRIKE, Striking())
    assert encode(scene) == before


@pytest.mark.parametrize("budget", [0, 1, 5, 12])
def test_what_a_budget_leaves_out_is_told(budget: int) -> None:
    foreseen = foresee(duel(), STRIKE, Striking(), budget)
    assert foreseen.unexplored > 0
    assert whole(foreseen) == 1


@pytest.mark.parametrize("budget", [1, 40, 300])
@pytest.mark.parametrize("given", [STRIKE, command("cid", "juggle")])
def test_no_more_steps_are_run_than_the_budget_says(
    budget: int, given: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor where every way through a step is too unlikely to be followed to its end."""
    run = 0

    def counted(scene: Scene) -> Any:
        nonlocal run
        run += 1
        assert run <= budget
        return next_step(scene)

    monkeypatch.setattr(exact, "next_step", counted)
    assert whole(foresee(duel(), given, Striking(), budget)) == 1


def eighteen() -> Fraction:
    """Three dice that bring more on a six, 18 in all: counted die by die."""
    return sum((_sums(3 + more, more) for more in range(3)), Fraction(0))


def _sums(thrown: int, sixes: int) -> Fraction:
    """So many dice with so many sixes, the last of them none, that show 18."""
    ways = [faces for faces in product(range(1, 7), repeat=thrown) if sum(faces) == 18 and faces.count(6) == sixes]
    return Fraction(sum(faces[-1] != 6 for faces in ways), 6**thrown)


def test_what_dice_without_end_leave_out_is_told() -> None:
    foreseen = foresee(duel(), command("cid", "hew", target="ann"), Cautious())
    assert whole(foreseen) == 1
    assert 0 < foreseen.unexplored < Fraction(1, 10**9)
    assert chances(foreseen, "ann")[10 - 18] == eighteen()


def test_the_first_roll_is_told_with_its_readings() -> None:
    first = foresee(duel(), STRIKE, Cautious()).first_roll()
    assert first is not None
    assert dict(first.weights) == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert first.total == 36


@pytest.mark.slow
def test_simulation_agrees_with_the_exact_odds() -> None:
    runs = 4000
    foreseen = chances(foresee(duel(), STRIKE, Striking()), "cid")
    simulated = Simulated({"us": Striking(), "them": Striking(), "gm": Striking()}, 7)
    found: Counter[int] = Counter()
    for _ in range(runs):
        scene = duel()
        simulated.perform(scene, STRIKE)
        found[scene.beings["cid"].health] += 1
    for health, chance in foreseen.items():
        off = 4.5 * sqrt(float(chance) * (1 - float(chance)) / runs)
        assert abs(found[health] / runs - float(chance)) < off, health
