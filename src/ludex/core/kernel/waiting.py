"""Actions that are paid for now and done later, when an event comes: held, readied, prepared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import near, there_are
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain, are_pairs, plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Scene
from ludex.core.kernel.toml import spelled

Pairs = tuple[tuple[str, Plain], ...]

TARGET = "target"  # need not be said: then it is whoever brings the event about


def read_pairs(value: Plain) -> Pairs:
    """The arguments of what is to wait, as somebody writes them."""
    pairs = plain(value) or ()
    if not isinstance(pairs, tuple) or not are_pairs(pairs):
        raise BadInput(f"with: expected a table, not {spelled(value)}")
    return cast(Pairs, pairs)


def unsaid(action: Action, given: Iterable[str]) -> bool:
    """Has an argument to be said beside these before the event comes?"""
    return any([arg.default is None and arg.name not in (TARGET, *given) for arg in action.args])


def aim(command: Command, target: str) -> Command:
    return Command(command.actor, command.name, (*command.args, (TARGET, target)))


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a game lets wait, and for what: `hold` and `held` are its words for it."""

    actions: Mapping[str, Action]
    can_wait: Callable[[Action], bool]
    events: Mapping[str, str]  # a closed vocabulary
    rule: str
    hold: str
    held: str

    def action(self, command: Command) -> Action:
        if command.name not in self.actions:
            meant = near(command.name, self.actions)
            raise BadInput("; ".join(filter(None, (f"there is no action {command.name!r} to {self.hold}", meant))))
        return self.actions[command.name]

    def refusal(self, scene: Scene[Any], command: Command, event: str, who: str) -> Refusal | None:
        """Why this cannot wait for that event, brought about by this one."""
        action = self.action(command)
        if not self.can_wait(action):
            return Refusal(f"{action.label} cannot be {self.held}", self.rule)
        if unsaid(action, [name for name, _ in command.args]):
            return Refusal(f"{action.label} cannot be {self.held} before it is said what exactly is done", self.rule)
        if event not in self.events:
            raise BadInput(f"there is no event {event!r}; {there_are(event, self.events)}")
        if who:
            scene.being(who)
        return None

    def wants_target(self, command: Command) -> bool:
        """Is it done to somebody, and nobody is named?"""
        return TARGET in self.action(command).names and command.arg(TARGET) is None

    def hindrance(self, scene: Scene[Any], command: Command) -> Refusal | None:
        """Why it cannot be done now, though it has been paid for."""
        game = game_of(scene)
        try:
            action, being, chosen = game.read(scene, command)
            refusal: Refusal | None = action.may(scene, being) if action.may is not None else None
            if refusal is None and action.fits is not None:
                refusal = action.fits(scene, being, *game.resolve(scene, action, chosen))
        except BadInput as fault:  # whom or what it was to be done with is gone; what else there is is not looked for
            return Refusal(str(fault.args[0]), self.rule)
        return refusal
