"""A question in the middle of a command, for whoever looks ahead from there. A coroutine cannot be copied; so they
begin once more at the last boundary, with the command and all that was given for it since."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

from ludex.core.foe import deciding
from ludex.core.foe.deciding import Policy
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.rules import Rules
from ludex.core.kernel.scene import Scene
from ludex.core.referee.live import Done, Given


class Midway(NamedTuple):
    """The last boundary, the command that is under way since, and the faces and answers that were given for it."""

    scene: Scene[Any]
    done: Done
    given: list[Given]


@runtime_checkable
class LooksOn(Protocol):
    """A policy that looks ahead from the middle of a command too."""

    def answer_midway(self, scene: Any, question: Any, midway: Midway) -> Plain | Interject: ...


def answer(
    game: Rules[Any], scene: Scene[Any], side: str, question: Question, policy: Policy, midway: Midway | None
) -> Plain | Interject:
    """What the policy answers, by what its side may know: of the scene, and of the way there."""
    if midway is None or not isinstance(policy, LooksOn):
        return deciding.answer(game, scene, side, question, policy)
    shown = game.view(scene, side)
    if deciding.about_unknown(shown, scene, question):
        return question.default
    return policy.answer_midway(shown, question, midway._replace(scene=game.view(midway.scene, side)))


def passed_on(policy: Policy, shown: Scene[Any], question: Question, midway: Midway) -> Plain | Interject:
    """For a policy that stands before another one: what that answers."""
    if isinstance(policy, LooksOn):
        return policy.answer_midway(shown, question, midway)
    return policy.answer(shown, question)
