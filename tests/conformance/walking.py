"""Making a character of any game over the data alone, every choice by luck and every one legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludex.core.content.content import Library
from ludex.core.creation import Chosen, Creation, Draft, Step, Stepwise, next_step
from ludex.core.kernel.plain import Plain

Pick = Callable[[int], int]  # a number below this one

MOST = 80  # choices, after which a walk is given up
MANY = 14  # after which no more of the same is wanted
MOST_TRIED = 12  # numbers and sets of things, until one is legal
ARRAYS = {  # numbers in any order, where a book says which there are
    "stats": (2, 2, 1, 0, -1),
    "points": (25, 25, 25),
    "attributes": (2, 1, 1, 0, 0, 0),
    "hp": (4, 3, 2, 4, 3, 2, 4),
}


def walked(creation: Stepwise, library: Library, pick: Pick) -> Draft | None:
    """A whole draft, or none where luck has led into a corner."""
    draft = Draft(library)
    while (step := next_step(creation, draft)) is not None:
        choice = legal_choice(step, pick, len(draft.chosen))
        if choice is None or len(draft.chosen) > MOST:
            return None
        draft = draft.take(step.name, choice)
    return draft


def legal_choice(step: Step, pick: Pick, before: int) -> Plain:
    """Something that no rule is against; None where nothing is found."""
    if step.kind == "text":
        return f"Somebody {step.name} {pick(3)}"
    if step.kind == "one":
        legal = [option.value for option in step.options() if option.refusal is None]
        if before > MANY and "" in legal:
            return ""
        return legal[pick(len(legal))] if legal else None
    legal = [option.value for option in step.options() if option.refusal is None]
    for _ in range(MOST_TRIED):
        choice = several(step, legal, pick) if step.kind == "several" else numbers(step, pick)
        if not step.refusals(choice):
            return choice
    return step.default if step.default is not None and not step.refusals(step.default) else None


def several(step: Step, legal: Sequence[Plain], pick: Pick) -> tuple[Plain, ...]:
    most = step.most if step.most is not None else 3
    wanted = step.least + pick(max(0, most - step.least) + 1)
    return tuple(shuffled(legal, pick)[:wanted])


def numbers(step: Step, pick: Pick) -> tuple[Plain, ...]:
    array = ARRAYS.get(step.name)
    if array is not None and len(array) >= len(step.fields) > 1:
        return tuple(shuffled(array, pick))
    if array is not None and step.kind == "faces":
        return array
    if isinstance(step.default, tuple):
        return step.default
    return tuple([pick(3) for _ in step.fields])


def shuffled(values: Sequence[Any], pick: Pick) -> list[Any]:
    rest, found = list(values), []
    while rest:
        found.append(rest.pop(pick(len(rest))))
    return found


def otherwise(creation: Creation, draft: Draft, place: int, pick: Pick) -> list[Chosen] | None:
    """The choices of a draft with one of them made otherwise; None where there is no other."""
    made = draft.chosen[place]
    step = next(step for step in creation.steps(draft.before(made.step)) if step.name == made.step)
    choice = legal_choice(step, pick, 0)
    if choice is None or choice == made.choice:
        return None
    return [made._replace(choice=choice) if other is made else other for other in draft.chosen]
