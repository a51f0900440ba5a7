"""How a policy decides: by what its side may know, never by the truth; and the frame of one that weighs ideas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.rules import Rules
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene


class Policy(Protocol):
    """What answers for a side."""

    checked: bool  # it chooses only what the game has said may be chosen

    def choose(self, scene: Any, being: Any) -> Command: ...

    def answer(self, scene: Any, question: Any) -> Plain | Interject: ...


@runtime_checkable
class GetsToKnow(Protocol):
    """A policy that plays better in a scene that it has got to know: as its side knows it, before anything is done."""

    def meet(self, scene: Any, make: bytes) -> None:
        """`make` is the same for all scenes that are the same for this side, and for no others."""


def choose(game: Rules[Any], scene: Scene[Any], being: Any, policy: Policy) -> tuple[Command, bool]:
    """What the policy wants this being to do, and whether that is known to be allowed.

    Who knows less than all may want what in truth cannot be done; then they let the chance pass.
    """
    shown = game.view(scene, being.side)
    if shown is scene:
        return policy.choose(scene, being), policy.checked
    return as_can_be(game, scene, being, policy.choose(shown, shown.beings[being.id]))


def as_can_be(game: Rules[Any], scene: Scene[Any], being: Any, wanted: Command) -> tuple[Command, bool]:
    """What is wanted by a view if it can be done in truth, or else passing; and whether that is known to be allowed."""
    try:
        if game.refusal(scene, wanted) is None:
            return wanted, True
    except BadInput:
        pass
    return game.passing(scene, being) or wanted, False


def answer(game: Rules[Any], scene: Scene[Any], side: str, question: Question, policy: Policy) -> Plain | Interject:
    """What the policy answers. A question about somebody whom its side does not know has its default."""
    shown = game.view(scene, side)
    return question.default if about_unknown(shown, scene, question) else policy.answer(shown, question)


def side_asked(scene: Scene[Any], question: Question) -> str:
    """The side that answers: that of the being which is asked, or the side or game master itself."""
    being = scene.beings.get(question.who)
    return str(being.side) if being is not None else question.who


def about_unknown(shown: Scene[Any], scene: Scene[Any], question: Question) -> bool:
    """Is the question about somebody who is there, and not known to whom this is shown?"""
    return shown is not scene and any(_is_unknown(shown, scene, value) for value in question.about.values())


def _is_unknown(shown: Scene[Any], scene: Scene[Any], value: Plain) -> bool:
    return isinstance(value, str) and value in scene.beings and value not in shown.beings


@runtime_checkable
class Explains(Protocol):
    """A policy that can tell why."""

    def explain(self, scene: Any, command: Command) -> str: ...


def why(game: Rules[Any], scene: Scene[Any], command: Command, policy: Policy) -> str:
    """One line why the policy has just chosen this command; empty where it cannot tell."""
    shown = game.view(scene, scene.beings[command.actor].side)
    return policy.explain(shown, command) if isinstance(policy, Explains) else ""


def reason(scene: Scene[Any], command: Command, policy: Policy) -> str:
    """The same for who reads beside it what is done, at what price and how likely; empty where that says all."""
    idea = policy.consider(scene, scene.beings[command.actor]) if isinstance(policy, Considerate) else None
    return idea.reason(scene) if idea is not None and idea.command == command else ""


# ---------------------------------------------------------------- weighing ideas


class Idea(NamedTuple):
    """Something that could be done, what it is worth, and why in words."""

    worth: float
    command: Command
    why: str = ""  # nothing where the deed and its chance say all
    numbers: tuple[object, ...] = ()  # and names, of the words
    chance: float | None = None
    to: str = ""  # what it is the chance of: `to hit`

    def reason(self, scene: Scene[Any]) -> str:
        """Why, with what is named by its id called as people call it: for who reads what is done, and how likely."""
        face = game_of(scene).face()
        named = [face.value(scene, "", each) if isinstance(each, str | tuple) else each for each in self.numbers]
        return self.why.format(*named)

    def words(self, scene: Scene[Any]) -> str:
        """The whole of it: `Shoot Onuri with the Disk Launcher: 75 % to hit`"""
        said = self.reason(scene) or game_of(scene).face().sentence(scene, self.command)
        if self.chance is None:
            return said
        return f"{said.removesuffix('.')}: {self.chance * 100:.0f} % {self.to}".rstrip()


class Considerate:
    """The frame of a policy that knows its game: the best idea of a being, and answers by the rule that asks."""

    checked = False
    answers: Mapping[str, Callable[[Any, Question], Plain | Interject]] = {}

    def consider(self, scene: Any, being: Any) -> Idea:
        """The best that this being can do now."""
        raise NotImplementedError

    def ideas(self, scene: Any, being: Any) -> Iterable[Idea]:
        """What it thinks of, about the best first, whether or not the game allows it: for who looks farther ahead."""
        return (self.consider(scene, being),)

    def away(self, scene: Any, being: Any) -> Iterable[Idea]:
        """How this being gets out of the fight, the best first; nothing where the rules know no way out of it."""
        return ()

    def choose(self, scene: Any, being: Any) -> Command:
        return self.consider(scene, being).command

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        answer = self.answers[question.rule](scene, question) if question.rule in self.answers else question.default
        return answer if answer is not None else next(iter(question.domain.some()))

    def explain(self, scene: Any, command: Command) -> str:
        """One line why this policy gives the command in this scene."""
        idea = self.consider(scene, scene.beings[command.actor])
        if idea.command == command:
            return idea.words(scene)
        return f"They would rather do something else: {idea.words(scene)}"
