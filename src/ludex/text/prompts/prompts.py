"""Questions in the middle of a command, and dice that somebody throws by hand."""

from __future__ import annotations

import re
from functools import partial

from ludex.core.kernel.dice import Faces, Pool
from ludex.core.kernel.domain import Amount, Domain, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question, Roll
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.face import Place
from ludex.table.know import oddsline
from ludex.text.prompts import others, targets
from ludex.text.prompts.answers import typed_answer
from ludex.text.prompts.choosing import choose, obey, tell_fault
from ludex.text.style import GOLD, QUIET
from ludex.text.table import board
from ludex.text.table.prompt import Choice, Prompt
from ludex.text.table.table import Table

MOST_LISTED = 24  # answers of a domain that does not list all of them
MOST_BESIDE = 6  # interjections that stand beside the answers; the others stand behind the word `meanwhile`
MOST_ODDS = 12


def answer(table: Table, question: Question) -> None:
    """Ask, and give the answer to the referee."""
    prompt = _prompt(table, question)
    labels = _labels(table, question, prompt)
    board.show(table, question.who if question.who in table.scene.beings else "", labels)
    screen = table.screen
    asked = oddsline.heading(table.game, question.rule)
    screen.say()
    screen.heading(
        f"{table.seen.called(question.who)}: {asked}" + ("" if screen.plain else f"  {question.rule}"), f"bold {GOLD}"
    )
    for line in table.seen.question_words(question):
        screen.say(line)
    chosen = choose(table, prompt)
    assert chosen is not None
    table.live.answer(chosen.value)


def passed_by(table: Table, question: Question) -> bool:
    """Is this no longer asked? Then it has its default; that is said once."""
    if question.rule not in table.muted or question.domain.fault(question.default):
        return False
    if not table.muted[question.rule]:
        table.muted[question.rule] = True
        title = oddsline.short_title(table.game, question.rule)
        said = table.face.value(table.scene, question.rule, question.default)
        table.screen.say(f"Not asked: {title}, {said}. `ask` lets it be asked again.", QUIET)
    table.live.answer(question.default)
    return True


def _prompt(table: Table, question: Question) -> Prompt:
    domain = question.domain
    values = table.seen.known_among(domain.some())
    choices = [Choice(table.face.answer(table.scene, question, value), value) for value in _listed(domain, values)]
    if len(choices) <= MOST_ODDS:
        _tell_odds(table, choices)
    for choice in choices:
        choice.odds = partial(table.seen.odds_of_answer, choice.value)
    hint, typed = typed_answer(table, question, all_listed=len(choices) == len(values))
    first = others.interjections(table, question)
    helping = [choice for choice in first if choice.command and others.concerns(choice.command, question)]
    beside = helping[:MOST_BESIDE] if choices else []
    choices += beside
    more = f"`meanwhile` others act first ({len(first)})" if len(beside) < len(first) else ""
    also = "  ".join(part for part in (more, "`never` asks no more") if part)
    first_number = domain.least if isinstance(domain, Amount) else 1  # what is typed for an amount is the amount
    return Prompt(choices, hint=hint, also=also, typed=typed, back=False, first=first_number)


def _listed(domain: Domain, values: list[Plain]) -> list[Plain]:
    """All where one has to choose from a list; a long range of numbers is not listed at all."""
    if isinstance(domain, OneOf) or len(values) <= MOST_LISTED:
        return values
    return [] if isinstance(domain, Amount) else values[:MOST_LISTED]


def _labels(table: Table, question: Question, prompt: Prompt) -> dict[Place, str]:
    """Where the answers are places of a map that takes numbers, those stand on it."""
    ground = targets.ground_of(table)
    if ground is None or not ground.numbered or not all(map(ground.is_place, question.domain.some())):
        return {}
    return {
        choice.value: str(n) for n, choice in enumerate(prompt.choices, prompt.first) if ground.is_place(choice.value)
    }


def _tell_odds(table: Table, choices: list[Choice]) -> None:
    """What follows from each answer, as far as it does not follow from all of them."""
    found = [(choice, odds) for choice in choices if (odds := table.seen.odds_of_answer(choice.value)) is not None]
    every = [odds for _, odds in found]
    for (choice, _), odds in zip(found, oddsline.differing(every) if len(every) > 1 else every, strict=True):
        line = oddsline.short(table.game, table.scene, odds)
        assumed = oddsline.assumed(table.game, table.scene, odds) if line else ""
        choice.note = "\n".join(part for part in (line, assumed) if part)
        choice.heard = oddsline.heard(table.game, table.scene, odds)


def throw(table: Table, request: Roll[object]) -> None:
    """Faces of real dice, in the order in which they fell."""
    if table.fresh:
        table.screen.lines(table.fresh)
        table.fresh = []
    pool = " + ".join(map(str, request.pool))
    name = table.face.value(table.scene, "source", table.seen.veiled(request.by))  # somebody, or a thing such as a trap
    again = {face for die in request.pool for face in die.again}
    extra = f" ({', '.join(map(str, sorted(again)))} is thrown again: type both faces)" if again else ""
    more = {face for die in request.pool for face in die.more}
    if more:
        extra += f" (each {' or '.join(map(str, sorted(more)))} brings one more die: type those after the others)"
    what = ", ".join(part for part in (name, oddsline.title(table.game, request.rule)) if part)
    table.screen.say(f"{what}: throw {pool} and type the faces{extra}")
    empty = Prompt((), back=False)
    while True:
        words = table.screen.read("dice> ")
        try:
            if obey(table, words, empty):
                continue
            table.live.fell(read_faces(request.pool, words))
            return
        except BadInput as fault:
            tell_fault(table, fault, words)


def read_faces(pool: Pool, words: str) -> Faces:
    """Faces as somebody types them; `34` are 3 and 4 where no die has more sides than a digit can tell."""
    parts = [part for part in re.split(r"[\s,]+", words) if part]
    if len(parts) == 1 and all(die.sides < 10 for die in pool):
        parts = list(parts[0])
    if not parts or not all(part.isdigit() for part in parts):
        such = " ".join(["3"] * len(pool))
        raise BadInput(f"expected the faces of {' + '.join(map(str, pool))}, such as {such}, not {words!r}")
    return tuple(int(part) for part in parts)
