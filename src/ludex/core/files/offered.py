"""What a script says is offered: may a command be given now, with some choice of the arguments that are not named?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from ludex.core.game import Game
from ludex.core.kernel.action import Action, Arg
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Scene


def refusals(game: Game[Any], scene: Scene[Any], command: Command) -> list[Refusal] | None:
    """Why it may not be given, with every choice that there is for what it does not name; nothing where it may."""
    command = game.as_known(scene, command)
    action, actor = game.action_of(command), game.actor_of(scene, command)
    given = dict(command.args)
    if given.keys() >= action.names:
        refusal = game.refusal(scene, command)
        return None if refusal is None else [refusal]
    _sound(game, scene, action, given)
    if (barred := game.barred(scene, actor, action)) is not None:
        return [barred]
    found = dict.fromkeys(game.refusals_at_all(scene, actor, action))
    legal = not found
    for chosen in _choices(scene, actor, action, given):
        with suppress(BadInput):  # what is meant by default may be nobody
            against = game.refusals_of(scene, actor, action, chosen)
            if legal and not against:
                return None
            found.update(dict.fromkeys(against))
    return list(found) or [Refusal("nothing comes into question", action.rule)]


def _sound(game: Game[Any], scene: Scene[Any], action: Action, given: Mapping[str, Plain]) -> None:
    """Raise where an argument is named that there is not, or somebody who is not there."""
    game.check_names(action, given)
    places = [number if action.by_gm else number - 1 for number in action.step.beings]
    for place in places:
        if place >= 0 and (name := action.args[place].name) in given and given[name] is not None:
            scene.being(given[name])


def _choices(
    scene: Scene[Any], actor: Any, action: Action, given: Mapping[str, Plain], chosen: tuple[Plain, ...] = ()
) -> Iterator[tuple[Plain, ...]]:
    """Every choice of arguments with those that are given."""
    if len(chosen) == len(action.args):
        yield chosen
        return
    arg = action.args[len(chosen)]
    for value in _given(scene, actor, arg, given, chosen) if arg.name in given else _open(scene, actor, arg, chosen):
        yield from _choices(scene, actor, action, given, (*chosen, value))


def _given(
    scene: Scene[Any], actor: Any, arg: Arg, given: Mapping[str, Plain], chosen: tuple[Plain, ...]
) -> tuple[Plain, ...]:
    value = arg.read(given[arg.name]) if arg.read is not None else given[arg.name]
    if arg.closed and OneOf(tuple(arg.values(scene, actor, *chosen))).fault(value):
        return ()
    return (value,)


def _open(scene: Scene[Any], actor: Any, arg: Arg, chosen: tuple[Plain, ...]) -> Iterator[Plain]:
    """What comes into question, and what is meant where nothing is said."""
    values = tuple(arg.values(scene, actor, *chosen))
    yield from values
    if arg.default is not None:
        with suppress(BadInput):
            usual = arg.default(scene, actor, *chosen)
            if usual not in values:
                yield usual
