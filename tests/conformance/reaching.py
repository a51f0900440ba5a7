"""A drawn scene and a few commands in it, by anybody and by the game master; and what has come up so far."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.core.files.codec import encode
from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.simulated import Simulated
from ludex.opponents.random import RandomPolicy
from tests.conformance.playing import Broken, Meddled, check, check_saving, drawn, in_mode

COMMANDS = 6  # in each scene
CALLS = 2  # of them by the game master


class Reached:
    """What has come up so far."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.actions: set[str] = set()
        self.conditions: set[str] = set()
        self.options: set[tuple[str, object]] = set()

    def note(self, scene: Any, given: Command) -> None:
        """This is about to be done."""
        if given.actor != GM:
            self.actions.add(given.name)
        self.conditions.update(*(being.states for being in scene.beings.values()))
        self.options.update(scene.options.items())

    def missing(self) -> list[str]:
        options = [(option.name, value) for option in self.game.rulebook.options.values() for value in option.values]
        return [
            *(f"action {name}" for name in self.game.actions if name not in self.actions),
            *(f"condition {name}" for name in self.game.conditions if name not in self.conditions),
            *(f"option {name} = {value}" for name, value in options if (name, value) not in self.options),
        ]


class Noting(Meddled):
    """Answers by luck, and notes which conditions are there in the middle of a command."""

    def __init__(self, luck: Random, reached: Reached) -> None:
        super().__init__(RandomPolicy(luck.randrange(1 << 30)), luck)
        self.reached = reached

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        self.reached.conditions.update(*(being.states for being in scene.beings.values()))
        return super().answer(scene, question)


def something(scene: Any, luck: Random, reached: Reached) -> Command | None:
    """A command that somebody may give now, before all one that nobody has given yet."""
    game = reached.game
    beings = list(scene.beings.values())
    luck.shuffle(beings)
    actions = in_mode(scene, game.actions.values())
    luck.shuffle(actions)
    actions.sort(key=lambda action: action.name in reached.actions)
    for action in actions:
        for being in beings:
            if game.refused_at_all(scene, being, action) is None:
                given = game.sample(scene, being, action, luck.randrange) or in_words(game, scene, being, action)
                if given is not None:
                    return given
    return None


def in_words(game: Game[Any], scene: Any, being: Any, action: Action) -> Command | None:
    """An action whose arguments are in the table's own words, which nothing lists."""
    if not action.args or any(list(arg.values(scene, being)) for arg in action.args[:1]):
        return None
    given = Command(being.id, action.name, sorted((arg.name, "something") for arg in action.args))
    try:
        return given if game.refusal(scene, given) is None else None
    except BadInput:
        return None


def call(scene: Any, luck: Random, game: Game[Any]) -> Command:
    """A command of the game master, as far as its arguments can be listed or left out."""
    able: list[Action] = [
        action
        for action in game.gm_actions.values()
        if all(arg.default is not None or list(arg.values(scene, None)) for arg in action.args)
    ]
    action = luck.choice(able)
    chosen = [(arg.name, luck.choice(values)) for arg in action.args if (values := list(arg.values(scene, None)))]
    return Command(GM, action.name, sorted(chosen))


def perform(scene: Any, given: Command, simulated: Simulated, seed: int) -> None:
    """Do it, if it may be done, and look whether all is as it should be."""
    before = encode(scene)
    try:
        simulated.perform(scene, given)
    except (Refused, BadInput):
        if given.actor != GM:
            raise
        if encode(scene) != before:
            raise Broken(f"drawn with {seed}: the refusal of {given} has changed the scene") from None
    check(scene, f"drawn with {seed}, after {given}")


def exercise(library: Any, seed: int, reached: Reached) -> None:
    """Draw a scene, do something in it, and note what has come up."""
    luck = Random(seed)
    scene = drawn(reached.game, luck, library)
    check(scene, f"drawn with {seed}")
    simulated = Simulated({GM: Noting(luck, reached)}, seed)
    for number in range(COMMANDS):
        by_gm = number >= COMMANDS - CALLS
        given = call(scene, luck, reached.game) if by_gm else something(scene, luck, reached)
        if given is not None:
            reached.note(scene, given)
            perform(scene, given, simulated, seed)
    check_saving(scene)
