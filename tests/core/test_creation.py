"""Making characters: what a step offers and refuses, whatever the game, and what a draft keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludex.core.content.content import Library
from ludex.core.creation import Draft, Option, Step
from ludex.core.kernel.ruling import Refusal, listening


def fruit() -> list[Option]:
    return [Option("apple", "Apple"), Option("plum", "Plum")]


def not_a_plum(choice: str) -> Iterator[Refusal]:
    if choice == "plum":
        yield Refusal("plums are out of season", "t.season")


def not_two(choice: Sequence[str]) -> Iterator[Refusal]:
    for _ in choice[1:]:
        yield Refusal("one is enough", "t.enough")


def reasons(step: Step, choice: Any) -> list[str]:
    return [refusal.reason for refusal in step.refusals(choice)]


ONE = Step("fruit", "Fruit", "t.fruit", "one", "", fruit, not_a_plum)
SEVERAL = Step("fruits", "Fruits", "t.fruit", "several", "", fruit, not_two, not_a_plum)


def test_what_is_not_legal_is_offered_with_the_rule_against_it() -> None:
    for step in (ONE, SEVERAL):
        assert [option.refusal and option.refusal.rule for option in step.options()] == [None, "t.season"]


def test_what_is_not_offered_is_refused_before_any_other_rule_sees_it() -> None:
    assert ONE.refusals("stone") == [Refusal("'stone' is not offered", "t.fruit")]
    assert reasons(SEVERAL, ("apple", "stone", "stone")) == ["'stone' is not offered"]


def test_every_rule_against_a_choice_is_told_once() -> None:
    assert reasons(ONE, "plum") == ["plums are out of season"]
    assert reasons(SEVERAL, ("apple", "apple", "apple")) == ["one is enough"]
    assert reasons(SEVERAL, ("plum",)) == []  # the rule about each is for who chooses; `against` says what holds of all


def test_a_step_cites_its_rule_and_those_against_the_choice() -> None:
    with listening() as heard:
        ONE.refusals("plum")
    assert heard == {"t.fruit", "t.season"}


def test_a_name_is_of_letters_that_can_be_printed() -> None:
    step = Step("name", "Name", "t.name", "text")
    assert [bool(step.refusals(name)) for name in ("Ann", " ", "An\nn")] == [False, True, True]


def test_a_draft_tells_what_was_chosen_along_with_a_step() -> None:
    draft = Draft(Library({})).take("boon 1", "claws").take("boon 1 stats", ("reach",)).take("boon 10 stats", ())
    assert draft.under("boon 1") == {"stats": ("reach",)}
