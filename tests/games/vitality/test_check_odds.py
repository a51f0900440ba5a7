"""Exact odds of Survival Checks, skill checks and Hide, against counting by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.referee.exact import foresee
from ludex.games.vitality.state import Being, Scene

VITALITY = pytest.importorskip("ludex.games.vitality.game", exc_type=ImportError).VITALITY
NOTHING = Fraction(1, 10**9)  # what exploding dice leave unexplored


class Usual:
    """Takes the default of every question."""

    checked = False

    def choose(self, scene: Scene, being: Being) -> Command:
        raise NotImplementedError

    def answer(self, scene: Scene, question: Question) -> Plain:
        return question.default


def build(options: dict[str, Any], **tables: Any) -> Scene:
    chosen = VITALITY.rulebook.check_options(options)
    scene: Scene = VITALITY.build({"options": chosen, **tables}, "test", VITALITY.library())
    return scene


def counted(scene: Scene, given: Command, what: Any) -> dict[Any, Fraction]:
    """The chance of each value that `what` finds in the scenes that come of it."""
    foreseen = foresee(scene, given, Usual())
    assert sum((weight for _, weight in foreseen.scenes), foreseen.unexplored) == 1
    assert foreseen.unexplored < NOTHING
    found: Counter[Any] = Counter()
    for after, weight in foreseen.scenes:
        found[what(after)] += weight  # type: ignore[assignment]  # weights are fractions
    return dict(found)


def fate(scene: Scene) -> str:
    hero = scene.beings["hero"]
    if hero.hp == 1:
        return "1 HP"
    return next((name for name in ("Dead", "Unconscious") if name in hero.states), "up")


def by_hand(face: int, endurance: int, below: int, tie: bool) -> str:
    if face == 20:
        return "1 HP"
    total = face + endurance - (5 if face == 1 else 0)
    if total > below or (tie and total == below):
        return "up"
    return "Dead" if below - total >= 20 else "Unconscious"


@pytest.mark.parametrize("tie", [False, True])
@pytest.mark.parametrize("endurance", [0, 2, 5])
def test_every_face_of_a_survival_check(endurance: int, tie: bool) -> None:
    for below in (0, 1, 4, 14, 18, 19, 20, 24, 35, 40, 44, 60):
        hero = {"hp": 1, "attributes": {"endurance": endurance}}
        scene = build({"opt_survival_tie_succeeds": tie}, board="test_range", beings={"hero": hero})
        found = counted(scene, command("gm", "damage", target="hero", amount=below + 1), fate)
        faces = Counter(by_hand(face, endurance, below, tie) for face in range(1, 21))
        assert found == {name: Fraction(count, 20) for name, count in faces.items()}


# ---------------------------------------------------------------- 3d6 that explode

MOST = 150


@cache
def exploding(dice: int) -> list[Fraction]:
    """The chance of each sum below MOST."""
    one = [Fraction(0)] * MOST
    for face in range(1, 6):
        one[face] = Fraction(1, 6)
    for total in range(7, MOST):
        one[total] = one[total - 6] / 6
    if dice == 1:
        return one
    rest = exploding(dice - 1)
    return [sum((one[n] * rest[total - n] for n in range(total + 1)), Fraction(0)) for total in range(MOST)]


def at_least(number: int) -> Fraction:
    return 1 - sum(exploding(3)[: max(0, number)], Fraction(0))


def test_a_single_exploding_die() -> None:
    one = exploding(1)
    assert (one[6], one[7]) == (Fraction(0), Fraction(1, 36))


@pytest.mark.parametrize("stealth", [2, 3, 9, 14, 17, 30])
def test_the_odds_of_finding_a_hider(stealth: int) -> None:
    watcher = {"from": "alley_tough", "attributes": {"awareness": 4}}
    hero = {"conditions": [{"name": "Hidden", "value": stealth}]}
    scene = build({}, board="test_range", beings={"hero": hero, "watcher": watcher}, turn="watcher")
    found = counted(scene, command("watcher", "search", target="hero"), lambda s: "Hidden" in s.beings["hero"].states)
    assert found.get(False, 0) == at_least(stealth + 1 - 4)


def test_the_odds_of_hiding_from_two() -> None:
    hidden = {"conditions": [{"name": "Invisible", "source": "hero"}], "attributes": {"mobility": 2}}
    foes = {name: {"from": "alley_tough", "attributes": {"awareness": 1}} for name in ("one", "two")}
    scene = build({}, board="test_range", beings={"hero": hidden, **foes}, turn="hero")
    found = counted(scene, command("hero", "hide"), lambda s: "Hidden" in s.beings["hero"].states)
    sums = exploding(3)
    expected = sum((chance * (1 - at_least(total + 2)) ** 2 for total, chance in enumerate(sums)), Fraction(0))
    assert abs(found[True] - expected) < NOTHING
