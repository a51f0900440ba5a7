"""What else could be chosen on the way of a deed: each question that its side would be asked, and what each answer
comes to. Others' questions stay theirs, unless all they have left is known: what they could answer tells that."""

from __future__ import annotations

from collections.abc import Iterator
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
from ludex.table.know.underway import Working, each_step
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


class Choosing(Working):
    """The questions on the way that make a difference, those first that come first; nothing where the deed has more
    ways to go than can be told."""

    def __init__(self, seen: Seen, settings: Settings, command: Command) -> None:
        super().__init__()
        self.seen = seen
        self.settings = settings
        self.command = command
        self._found: list[Document] = []

    def told(self) -> Document:
        return {"questions": self._found, "done": self.done}

    def work(self) -> Iterator[None]:
        noting = Noting(self.seen.adviser)
        plain = self.seen.weigh(self.command, policy=noting)
        if plain is None:
            return
        may = yield from each_step(plain)
        if not may or plain.odds().unexplored:
            return
        actor = self.command.actor
        own = [each for each in noting.asked.values() if tellable(self.seen, self.settings, actor, each[0].who)]
        for question, assumed in own[:MOST_QUESTIONS]:
            yield from self._compare(question, assumed)

    def _compare(self, question: Question, assumed: list[Plain | Interject]) -> Iterator[None]:
        """Each answer as if it were given whenever this is asked. Where it depends on how it goes which is assumed,
        none of them is what the odds count."""
        seen, found = self.seen, []
        for value in _values(seen, question, assumed):
            told = Told(seen.adviser, {f"{question.rule}@{question.who}": value})
            weighing = seen.weigh(self.command, budget=BUDGET, policy=told)
            if weighing is not None and (yield from each_step(weighing)):
                found.append((value, weighing.odds()))
        lines = _lines(seen, [odds for _, odds in found])
        if len(set(lines)) > 1:
            values = [value for value, _ in found]
            self._found.append(_document(seen, question, assumed, list(zip(values, lines, strict=True))))


def _document(
    seen: Seen, question: Question, assumed: list[Plain | Interject], answers: list[tuple[Plain, str]]
) -> Document:
    return {
        "rule": question.rule,
        "title": oddsline.short_title(seen.game, question.rule),
        "being": question.who,
        "answers": [
            {
                "value": listed(value),
                **told_apart(seen.face.answer(seen.scene, question, value)),
                "line": line,
                "assumed": len(assumed) == 1 and _same(value, assumed[0]),
            }
            for value, line in answers
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
