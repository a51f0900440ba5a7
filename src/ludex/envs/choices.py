"""What may be chosen in a decision, as a numbered list that is never longer than `MOST`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import spread
from ludex.core.kernel.plain import Plain, same
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.scene import Scene

MOST = 256  # choices of a decision; as many actions has the action space
MOST_OF_ACTION = 64  # choices of the arguments of one action that are judged, spread evenly over all
MOST_ANSWERS = 4096  # answers to a question that are listed, before they are thinned out

Choice = Command | Interject | tuple[Plain]  # an answer is wrapped, since it may be anything


def commands(game: Game[Any], shown: Scene[Any], being: Any) -> list[Choice]:
    """What a being can do, by what its side knows. Where that is too much, every action keeps its fair share. Giving up
    is among it only where nothing else is left."""
    offers = [offer.action for offer in game.offers(shown, being) if offer.refusal is None]
    usual = [action for action in offers if "gives_up" not in action.tags]
    for actions, most in ((usual, MOST_OF_ACTION), (offers, 0)):
        found = [
            [command for command, refusal in game.choices(shown, being, action, most=most) if refusal is None]
            for action in actions
        ]
        if any(found):
            return [command for part in shares(found, MOST) for command in part]
    raise RuntimeError(f"{being.id} has no legal command, not even to pass")


def shares(parts: Sequence[Sequence[Command]], most: int) -> list[Sequence[Command]]:
    """Each part thinned out to the same number at most, so that all together are no more than `most`."""
    share = max((len(part) for part in parts), default=0)
    while share > 1 and sum(min(len(part), share) for part in parts) > most:
        share -= 1
    return [spread(part, share) for part in parts][:most]


def answers(shown: Scene[Any], side: str, question: Question, unknown: frozenset[str]) -> list[Choice]:
    """What can be answered, and what the side can do first while the question is open, with nobody `unknown` to it."""
    values = list(islice(question.domain.some(), MOST_ANSWERS))
    default = question.default
    if not any(same(default, value) for value in values) and (not values or not question.domain.fault(default)):
        values.insert(0, default)
    first: list[Choice] = [
        Interject(command)
        for command in question.meanwhile
        if (being := shown.beings.get(command.actor)) is not None
        and being.side == side
        and not any(value in unknown for _, value in command.args)
    ]
    first = first[: MOST // 2]
    return [*((value,) for value in spread(values, MOST - len(first))), *first]
