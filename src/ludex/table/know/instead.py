"""What else could be chosen on the way of a deed: each question that its side would be asked, and what each answer
comes to. Others' questions stay theirs, unless all they have left is known: what they could answer tells that."""

from __future__ import annotations

from itertools import islice
from typing import Any

from ludex.core.foe.deciding import Policy
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import spread
from ludex.core.kernel.plain import Plain, same
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.show.odds import Odds, Told
from ludex.table.know import oddsline
from ludex.table.know.asked import told_apart
from ludex.table.know.foreseen import tellable
from ludex.table.know.offers import listed
from ludex.table.know.seen import Seen
from ludex.table.records.settings import Settings

MOST_QUESTIONS = 3
MOST_ANSWERS = 5
MANY = 64  # answers of which some are picked
BUDGET = 2_000  # steps, for each answer

Document = dict[str, Any]


class Noting:
    """A policy that notes what each was asked first, by each rule, and all that it has answered to that."""

    checked = False

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.asked: dict[tuple[str, str], tuple[Question, list[Plain | Interject]]] = {}

    def choose(self, scene: Any, being: Any) -> Command:
        return self.policy.choose(scene, being)

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        found = self.policy.answer(scene, question)
        _, answers = self.asked.setdefault((question.rule, question.who), (question, []))
        if found not in answers:
            answers.append(found)
        return found


def of_command(seen: Seen, settings: Settings, command: Command) -> list[Document]:
    """The questions on the way that make a difference; nothing where the deed has more ways to go than can be told."""
    noting = Noting(seen.adviser)
    plain = seen.odds(command, policy=noting)
    if plain is None or plain.unexplored:
        return []
    own = [each for each in noting.asked.values() if tellable(seen, settings, command.actor, each[0].who)]
    found = [_told(seen, command, question, answers) for question, answers in own[:MOST_QUESTIONS]]
    return [told for told in found if told is not None]


def _told(seen: Seen, command: Command, question: Question, assumed: list[Plain | Interject]) -> Document | None:
    """Each answer as if it were given whenever this is asked. Where it depends on how it goes which is assumed, none
    of them is what the odds count."""
    scene, face = seen.scene, seen.face
    key = f"{question.rule}@{question.who}"
    found = [
        (value, odds)
        for value in _values(seen, question, assumed)
        if (odds := seen.odds(command, budget=BUDGET, policy=Told(seen.adviser, {key: value}))) is not None
    ]
    lines = _lines(seen, [odds for _, odds in found])
    if len(set(lines)) < 2:
        return None
    return {
        "rule": question.rule,
        "title": oddsline.short_title(seen.game, question.rule),
        "being": question.who,
        "answers": [
            {
                "value": listed(value),
                **told_apart(face.answer(scene, question, value)),
                "line": line,
                "assumed": len(assumed) == 1 and _same(value, assumed[0]),
            }
            for (value, _), line in zip(found, lines, strict=True)
        ],
    }


def _same(value: Plain, assumed: Plain | Interject) -> bool:
    return not isinstance(assumed, Interject) and same(value, assumed)


def _values(seen: Seen, question: Question, assumed: list[Plain | Interject]) -> list[Plain]:
    """A few answers, among them those that are assumed."""
    every = seen.known_among(islice(question.domain.some(), MANY))
    some = list(spread(every, MOST_ANSWERS))
    missing = [said for said in assumed if not isinstance(said, Interject) and not any(same(v, said) for v in some)]
    return [*some[: len(some) - len(missing)], *missing]


def _lines(seen: Seen, every: list[Odds]) -> list[str]:
    """What each comes to, without what is the same for all."""
    if not every or any(odds.unexplored for odds in every):
        return []
    game, scene = seen.game, seen.scene
    own = oddsline.differing(every)
    if any(odds.readings != every[0].readings for odds in every):
        return [oddsline.short(game, scene, odds, oddsline.LISTED) for odds in own]
    changes = [oddsline.changes_of(game, scene, odds) for odds in own]
    between = oddsline.LISTED
    return [between.join(change.line(between) for change in each) or "nothing more" for each in changes]
