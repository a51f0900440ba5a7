"""Making a character of any game by luck: every step knows what it offers, and the walk comes to an end. A game without
rules for making characters has no steps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludex.core.creation import Draft, Step, next_step
from ludex.core.game import Game
from ludex.core.kernel.plain import Plain
from tests.conformance.playing import KNOWN, named

MANY = 30  # steps, after which no more is wanted where that can be said
MOST = 100


def walk(game: Game[Any], seed: int) -> Iterator[tuple[Step, Plain, Draft]]:
    """Every step, a choice in it whatever the table has to allow, and the draft with it."""
    luck, draft, creation = Random(f"{game.name} {seed}"), Draft(game.library()), game.creation
    while creation is not None and (step := next_step(creation, draft)) is not None:
        assert len(draft.chosen) < MOST
        choice = any_choice(step, luck, len(draft.chosen) > MANY)
        draft = draft.take(step.name, choice, [refusal.rule for refusal in step.refusals(choice)])
        yield step, choice, draft


def any_choice(step: Step, luck: Random, enough: bool) -> Plain:
    offered = step.options()
    legal = [option.value for option in offered if option.refusal is None]
    if step.kind == "one":
        return "" if enough and "" in [option.value for option in offered] else luck.choice(legal)
    if step.kind == "text":
        return "Nobody Else"
    if step.default is not None:
        return step.default
    return tuple(legal[:1]) if step.kind == "several" else (1,) * max(1, len(step.fields))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_a_walk_by_luck_comes_to_a_character(game: Game[Any], seed: int) -> None:
    creation = game.creation
    for step, _, draft in walk(game, seed):
        assert creation is not None
        assert creation.sheet(draft)
        made = creation.finish(draft)["character"][-1]
        if step.name == "name":
            assert made.name == "Nobody Else"
            assert made.id in creation.first_scene(made)["beings"]


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_the_first_rule_against_a_choice_stands_beside_it(game: Game[Any]) -> None:
    rules = {*game.rulebook.rules, *game.rulebook.gaps}
    for step, choice, _ in walk(game, 1):
        refused = step.refusals(choice)
        assert {step.rule, *[refusal.rule for refusal in refused]} <= rules
        if step.kind == "one":
            reason = next(option.refusal for option in step.options() if option.value == choice)
            assert refused[:1] == ([reason] if reason else [])


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_no_step_takes_what_it_does_not_offer(game: Game[Any]) -> None:
    for step, _, _ in walk(game, 2):
        if step.kind in ("one", "several"):
            odd: Plain = "no such thing" if step.kind == "one" else ("no such thing",)
            assert [refusal.rule for refusal in step.refusals(odd)] == [step.rule]
