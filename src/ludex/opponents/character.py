"""A policy with a character: the ideas of one that knows the game, as a style prefers them.

The style is one that was chosen, or else that of the entry from which somebody was made; who has none does what the
policy does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ludex.core.content.content import StyleName
from ludex.core.foe.deciding import Considerate, Idea
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.opponents.styles import BREAKS, FADES, STYLES, Weighing, because, of_style

YIELDS = "yields"  # the tag of what somebody does who surrenders


class Character:
    """A policy that knows its game, with a style."""

    def __init__(self, game: Game[Any], plain: Considerate, style: StyleName = "") -> None:
        self.game, self.plain, self.style = game, plain, style
        self.checked = plain.checked
        self._shelves = [kind for kind, record in game.kinds.items() if "style" in record.__struct_fields__]

    def choose(self, scene: Any, being: Any) -> Command:
        style = self.style or self.born(scene, being)
        return self.plain.choose(scene, being) if not style else self._best(scene, being, style).command

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.plain.answer(scene, question)

    def ideas(self, scene: Any, being: Any) -> Iterable[Idea]:
        """What it thinks of, as it prefers it."""
        style = self.style or self.born(scene, being)
        if not style:
            return self.plain.ideas(scene, being)
        return self._preferred(scene, being, self._weighing(scene, being, style))

    def away(self, scene: Any, being: Any) -> Iterable[Idea]:
        """How they get out of a fight."""
        return self.plain.away(scene, being)

    def explain(self, scene: Any, command: Command) -> str:
        """One line why: the style is told where it has decided."""
        being = scene.beings[command.actor]
        style = self.style or self.born(scene, being)
        if not style:
            return self.plain.explain(scene, command)
        idea, first = self._best(scene, being, style), self.plain.consider(scene, being)
        if idea.command != command or idea.command == first.command:
            return self.plain.explain(scene, command)
        weighing = self._weighing(scene, being, style)
        if weighing.breaks:
            return f"{of_style(style)} they {BREAKS}: {idea.words(scene)}"
        why = because(style, weighing.reasons(command), weighing.reasons(first.command))
        return f"{why}: {idea.words(scene)}"

    def suits(self, scene: Any, being: Any, first: Command) -> Callable[[Command], bool]:
        """Is an idea as much in character as the first one is?"""
        style = self.style or self.born(scene, being)
        if not style:
            return lambda idea: True
        weighing = self._weighing(scene, being, style)
        if weighing.breaks and any(idea.command == first for idea in self._out(scene, being, weighing)):
            return lambda idea: False
        least = weighing.weight(first)
        return lambda idea: weighing.weight(idea) >= least

    def born(self, scene: Any, being: Any) -> StyleName:
        """The style of the entry from which somebody was made; empty: none."""
        for kind in self._shelves:
            entry = scene.library.shelves[kind].entries.get(being.sheet.kind)
            if entry is not None:
                style: StyleName = entry.style
                return style
        return ""

    # -- as a style has it

    def _weighing(self, scene: Any, being: Any, style: StyleName) -> Weighing:
        return Weighing(self.game, scene, being, STYLES[style])

    def _best(self, scene: Any, being: Any, style: StyleName) -> Idea:
        """The first that the game allows of what they prefer."""
        for idea in self._preferred(scene, being, self._weighing(scene, being, style)):
            if self.game.refusal(scene, idea.command) is None:
                return idea
        passing = self.game.passing(scene, being)
        if passing is None:
            return self.plain.consider(scene, being)
        return Idea(0.0, passing, "Nothing more is worth doing.")

    def _preferred(self, scene: Any, being: Any, weighing: Weighing) -> Iterator[Idea]:
        if weighing.breaks:
            yield from self._out(scene, being, weighing)
        first = self.plain.consider(scene, being)
        others = [idea for idea in self.plain.ideas(scene, being) if idea.worth > 0 and idea.command != first.command]
        ideas = list({idea.command: idea for idea in (first, *others)}.values())
        counts = [FADES**place * weighing.weight(idea.command) for place, idea in enumerate(ideas)]
        for place in sorted(range(len(ideas)), key=lambda place: -counts[place]):
            if counts[place]:
                yield ideas[place]

    def _out(self, scene: Any, being: Any, weighing: Weighing) -> Iterator[Idea]:
        """The way out of the fight; or to yield, where there is none."""
        ways = [idea for idea in self.plain.away(scene, being) if idea.worth > 0]
        yield from ways
        if not ways and weighing.yields:
            for action in self.game.actions.values():
                if YIELDS in action.tags:
                    yield Idea(1.0, Command(being.id, action.name), "There is no way out.")
