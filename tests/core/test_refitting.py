"""A draft put together anew: what stays, what falls out and why, and how those that are numbered move up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ludex.core.content.content import Library
from ludex.core.creation import Budget, Chosen, Draft, Option, Price, Remark, Spent, Step, left_over
from ludex.core.kernel.ruling import Refusal
from ludex.core.refitting import closed_up, refit

NOTHING = Library({})


class Market:
    """A basket, as many fruits as fit into it, one after the other, and for a plum whether it is ripe."""

    def steps(self, draft: Draft) -> Iterator[Step]:
        baskets = [Option(2, "Small"), Option(3, "Large")]
        yield Step("basket", "Basket", "t.basket", "one", "", lambda: baskets)
        fruits = [Option(name, name.capitalize()) for name in ("apple", "plum", "pear")]
        for number in range(1, draft.get("basket", 0) + 1):
            name = f"fruit {number}"
            taken = [draft.get(f"fruit {other}") for other in range(1, number)]
            yield Step(name, "Fruit", "t.fruit", "one", "", lambda: fruits, partial(twice, taken))
            if draft.get(name) == "plum":
                yield Step(f"{name} ripe", "Ripe", "t.ripe", "one", "", lambda: [Option("yes", "Yes")])
            if not draft.has(name):
                return

    def sheet(self, draft: Draft) -> list[tuple[str, str]]:
        return []

    def budgets(self, draft: Draft) -> list[Budget]:
        return []

    def warnings(self, draft: Draft) -> list[Remark]:
        return []


def twice(taken: list[Any], choice: Any) -> Iterator[Refusal]:
    if choice in taken:
        yield Refusal("one of each is enough", "t.once")


def chosen(**choices: Any) -> list[Chosen]:
    return [Chosen(step.replace("_", " "), choice) for step, choice in choices.items()]


def kept(draft: Draft) -> dict[str, Any]:
    return {made.step: made.choice for made in draft.chosen}


def test_choices_may_come_in_any_order() -> None:
    given = chosen(fruit_1_ripe="yes", fruit_1="plum", basket=2, fruit_2="pear")
    found = refit(Market(), NOTHING, given)
    assert list(kept(found.draft)) == ["basket", "fruit 1", "fruit 1 ripe", "fruit 2"]
    assert found.fell == ()


def test_what_is_given_back_takes_along_what_came_with_it_and_the_others_move_up() -> None:
    found = refit(Market(), NOTHING, chosen(basket=3, fruit_1_ripe="yes", fruit_2="pear", fruit_3="apple"))
    assert kept(found.draft) == {"basket": 3, "fruit 1": "pear", "fruit 2": "apple"}
    assert found.fell == ()


def test_what_is_refused_falls_out_with_its_rule_and_the_others_move_up() -> None:
    found = refit(Market(), NOTHING, chosen(basket=3, fruit_1="pear", fruit_2="pear", fruit_3="apple"))
    assert kept(found.draft) == {"basket": 3, "fruit 1": "pear", "fruit 2": "apple"}
    assert [(fallen.told, fallen.refusals[0].rule) for fallen in found.fell] == [("Pear", "t.once")]


def test_what_is_not_asked_any_more_falls_out_by_the_rule_of_its_like() -> None:
    given = chosen(basket=2, fruit_1="pear", fruit_2="apple", fruit_3="plum", fruit_3_ripe="yes")
    found = refit(Market(), NOTHING, given)
    assert [(fallen.made.step, fallen.told, fallen.refusals[0].rule) for fallen in found.fell] == [
        ("fruit 3", "plum", "t.fruit")
    ]


def test_a_step_that_is_left_open_keeps_none_after_it_from_being_decided() -> None:
    given = [Chosen("fruit 1 ripe", "no"), *chosen(basket=2, fruit_1="plum", fruit_2="pear")]
    found = refit(Market(), NOTHING, given)
    assert kept(found.draft) == {"basket": 2, "fruit 1": "plum", "fruit 2": "pear"}
    assert [fallen.made.step for fallen in found.fell] == ["fruit 1 ripe"]


def test_a_rule_that_was_waived_is_kept_with_the_choice_and_no_other() -> None:
    given = [*chosen(basket=2, fruit_1="pear"), Chosen("fruit 2", "pear", ("t.once", "t.elsewhere"))]
    found = refit(Market(), NOTHING, given)
    assert found.fell == ()
    assert found.draft.allowed == ("t.once",)


def test_rows_within_rows_are_closed_up() -> None:
    given = [Chosen(step, "") for step in ("a 2", "a 2 part 3", "a 2 part 3 worth", "a 5", "a 4 part 1")]
    assert [made.step for made in closed_up(given)] == ["a 1", "a 1 part 1", "a 1 part 1 worth", "a 2"]


def test_prices_and_what_is_left_are_told_in_words() -> None:
    assert [Price(1, "boons").words, Price(2, "boons").words, Price(1, "AP").words] == ["1 boon", "2 boons", "1 AP"]
    assert Price(1, "AP", 9).words == "1 to 9 AP"
    budget = Budget("Points", "points", 5, (Spent("A pear", 4, "fruit 1"),))
    assert budget.free == 1
    assert left_over(budget, "t.fruit") == [Remark("Points: 1 point of 5 is left", "t.fruit")]
    assert left_over(budget._replace(total=4), "t.fruit") == []
