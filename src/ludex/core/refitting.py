"""A draft put together anew after something in it was changed: what still fits stays, what does not is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ludex.core.content.content import Library
from ludex.core.creation import Chosen, Draft, Step, Stepwise
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal


class Fallen(NamedTuple):
    """A choice that fits no more: at which step, what it was, and every rule against it."""

    made: Chosen
    title: str
    told: str
    refusals: tuple[Refusal, ...]


class Refitted(NamedTuple):
    draft: Draft
    fell: tuple[Fallen, ...]


def refit(creation: Stepwise, library: Library, chosen: Iterable[Chosen]) -> Refitted:
    """Walk through the steps again with these choices, in whichever order they come. What is refused falls out with
    all that came along with it; a step that is left undecided keeps nothing from being decided that comes later."""
    draft, fell = Draft(library), []
    pending = {made.step: made for made in closed_up(chosen)}
    while (step := _next_of(creation, draft, pending)) is not None:
        made = pending.pop(step.name)
        standing = step.standing(made)
        if not standing:
            draft = draft.take(step.name, made.choice, waived(step, made))
            continue
        fell.append(Fallen(made, step.title, said(step, made.choice, library), tuple(standing)))
        rest = [other for other in pending.values() if not other.step.startswith(f"{step.name} ")]
        taken = len(draft.chosen)
        pending = {other.step: other for other in closed_up((*draft.chosen, *rest))[taken:]}
    return Refitted(draft, (*fell, *_not_asked(creation, draft, pending.values())))


def _next_of(creation: Stepwise, draft: Draft, pending: dict[str, Chosen]) -> Step | None:
    """The first step for which there is a choice."""
    if not pending:
        return None
    return next((step for step in creation.steps(draft) if step.name in pending and not draft.has(step.name)), None)


def waived(step: Step, made: Chosen) -> list[str]:
    """Of the rules that a table has waived for a choice, those that are against it."""
    if not made.allowed:
        return []
    against = [refusal.rule for refusal in step.refusals(made.choice)]
    return [rule for rule in dict.fromkeys(made.allowed) if rule in against]


def _not_asked(creation: Stepwise, draft: Draft, left: Iterable[Chosen]) -> Iterator[Fallen]:
    """Choices for steps that there are no longer; by the rule of the step that is most like it."""
    rest = list(left)
    if not rest:
        return
    steps = list(creation.steps(draft))
    names = {made.step for made in rest}
    for made in rest:
        told = _by_content(draft.library, made.choice)
        if not told or any(made.step.startswith(f"{name} ") for name in names):
            continue  # nothing is lost, or it falls with the one that it came along with
        alike = [step for step in steps if _row(step.name) == _row(made.step)] or steps[-1:]
        reason = "there is nothing to be decided here any more"
        title = made.step[:1].upper() + made.step[1:]
        yield Fallen(made, title, told, (Refusal(reason, alike[0].rule),))


def _row(step: str) -> str:
    word, _, number = step.rpartition(" ")
    return word if number.isdecimal() else step


def step_of(creation: Stepwise, draft: Draft, name: str) -> Step | None:
    """A step as it was before it was decided; one of a row beside all others of the row, since their order says
    nothing."""
    found = next((step for step in creation.steps(draft) if step.name == name), None)
    if found is None or not draft.has(name):
        return found
    row, before = _row(name), draft.before(name)
    if row != name and draft.get(name) != "":
        later = [made for made in draft.chosen[len(before.chosen) :] if made.step.startswith(f"{row} ")]
        others = [made for made in later if not made.step.startswith(f"{name} ") and made.step != name]
        unended = [made for made in others if _row(made.step) != row or made.choice != ""]
        before = replace(draft, chosen=tuple(closed_up((*before.chosen, *unended))))
    open_now = (step for step in creation.steps(before) if _row(step.name) == row and not before.has(step.name))
    if (step := next(open_now, None)) is None:  # the others, of which something was waived, leave no room for it
        step = next(step for step in creation.steps(draft.before(name)) if step.name == name)
    return replace(step, name=name, title=found.title)


def said(step: Step, choice: Plain, library: Library) -> str:
    """What was chosen, whether it is still offered or not; the word for nothing by its name."""
    if step.unmade(choice):
        return _by_content(library, choice)
    nothing = [option.name for option in step.offer() if option.value == choice] if step.offer is not None else []
    return step.told(choice) or "".join(nothing) or "nothing"


def _by_content(library: Library, choice: Plain) -> str:
    """By the names of the entries that are meant: by their ids, or by their kinds and ids."""
    parts = choice if isinstance(choice, tuple) else (choice,)
    names = []
    for part in map(str, parts):
        kind, _, id = part.rpartition(":")
        shelves = [library.shelves[kind]] if kind in library.shelves else list(library.shelves.values())
        there = [shelf.entries[id].name for shelf in shelves if id in shelf.entries]
        names.append(there[0] if there else part.replace("_", " "))
    return ", ".join(name for name in names if name)


def closed_up(chosen: Iterable[Chosen]) -> list[Chosen]:
    """Without gaps in what is numbered: where the second of three was given back, the third is the second now, with all
    that came along with it; and what came along with one that is gone is gone too."""
    every = list(chosen)
    rows: dict[str, list[int]] = {}
    for made in every:
        word, _, number = made.step.rpartition(" ")
        if number.isdecimal():
            rows.setdefault(word, []).append(int(number))
    places = {word: {n: place for place, n in enumerate(sorted(set(row)), 1)} for word, row in rows.items()}
    named = [(_renumbered(made.step, places), made) for made in every]
    return [made._replace(step=name) for name, made in named if name]


def _renumbered(step: str, places: dict[str, dict[int, int]]) -> str:
    """Its name by the places in the rows; empty where what it came along with is gone."""
    words, found = step.split(" "), []
    for at, word in enumerate(words):
        if not word.isdecimal():
            found.append(word)
            continue
        place = places.get(" ".join(words[:at]), {}).get(int(word))
        if place is None:
            return ""
        found.append(str(place))
    return " ".join(found)
