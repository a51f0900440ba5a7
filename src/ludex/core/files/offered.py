"""What a script says is offered: may a command be given now, with some choice of the arguments that are not named?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from ludex.core.game import Game
from ludex.core.kernel.action import Action, Arg
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.rules import MOST_LISTED
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Scene


class _Choice(NamedTuple):
    args: tuple[Plain, ...]
    listed: bool = True  # what was left open is among what comes into question, and not only meant by default
    fault: str = ""  # why it goes no farther: what is given cannot follow


def refusals(
    game: Game[Any], scene: Scene[Any], command: Command, wanted: Callable[[Refusal], bool] = lambda reason: True
) -> list[Refusal] | None:
    """Why it may not be given, with every choice that there is for what it does not name; nothing where it may. Where
    it may not be given at all, further reasons are looked for only until there is one that is wanted."""
    command = game.as_known(scene, command)
    action, actor = game.action_of(command, scene), game.actor_of(scene, command)
    given = dict(command.args)
    if given.keys() >= action.names:
        refusal = game.refusal(scene, command)
        return None if refusal is None else [refusal]
    _sound(game, scene, action, given)
    if (barred := game.barred(scene, actor, action)) is not None:
        return [barred]
    found = dict.fromkeys(game.refusals_at_all(scene, actor, action))
    legal, judged, unsound = not found, False, None
    for number, choice in enumerate(_choices(scene, actor, action, given, _Choice(()))):
        if number == MOST_LISTED and legal:
            raise BadInput(
                f"{action.name}: more than {MOST_LISTED} choices come into question: name more of its arguments"
            )
        if number == MOST_LISTED:
            break
        if choice.fault:
            unsound = unsound or BadInput(f"{action.name}, {choice.fault}")
        if len(choice.args) < len(action.args):
            continue
        try:
            against = game.refusals_of(scene, actor, action, choice.args)
        except BadInput as fault:  # of what is left open: what is meant by default may be nobody
            if _strange(scene, actor, action, given, choice.args):
                if choice.listed:
                    raise
                unsound = unsound or fault
            continue
        judged = True
        if legal and not against:
            return None
        found.update(dict.fromkeys(against))
        if not legal and any(map(wanted, found)):
            break
    if unsound is not None and not judged:
        raise unsound
    return list(found) or [Refusal("nothing comes into question", action.rule)]


def _sound(game: Game[Any], scene: Scene[Any], action: Action, given: Mapping[str, Plain]) -> None:
    """Raise where an argument is named that there is not, or somebody who is not there."""
    game.check_names(action, given)
    places = [number if action.by_gm else number - 1 for number in action.step.beings]
    for place in places:
        if place >= 0 and (name := action.args[place].name) in given and given[name] is not None:
            scene.being(given[name])


def _strange(
    scene: Scene[Any], actor: Any, action: Action, given: Mapping[str, Plain], chosen: tuple[Plain, ...]
) -> bool:
    """Is something given that does not come into question?"""
    return any(
        chosen[place] not in tuple(arg.values(scene, actor, *chosen[:place]))
        for place, arg in enumerate(action.args)
        if arg.name in given
    )


def _choices(
    scene: Scene[Any], actor: Any, action: Action, given: Mapping[str, Plain], begun: _Choice
) -> Iterator[_Choice]:
    """Every choice of arguments with those that are given, and how far it comes where nothing can follow."""
    if begun.fault or len(begun.args) == len(action.args):
        yield begun
        return
    arg = action.args[len(begun.args)]
    onwards = iter((_given(scene, actor, arg, given, begun),)) if arg.name in given else _open(scene, actor, arg, begun)
    ended = True
    for choice in onwards:
        ended = False
        yield from _choices(scene, actor, action, given, choice)
    if ended:
        yield begun


def _given(scene: Scene[Any], actor: Any, arg: Arg, given: Mapping[str, Plain], begun: _Choice) -> _Choice:
    value = arg.read(given[arg.name]) if arg.read is not None else given[arg.name]
    if arg.closed and (fault := OneOf(tuple(arg.values(scene, actor, *begun.args))).fault(value)):
        return begun._replace(fault=f"{arg.name}: {fault}")
    return begun._replace(args=(*begun.args, value))


def _open(scene: Scene[Any], actor: Any, arg: Arg, begun: _Choice) -> Iterator[_Choice]:
    """What comes into question, and what is meant where nothing is said."""
    values = tuple(islice(arg.values(scene, actor, *begun.args), MOST_LISTED + 1))
    for value in values:
        yield begun._replace(args=(*begun.args, value))
    if arg.default is not None:
        with suppress(BadInput):
            usual = arg.default(scene, actor, *begun.args)
            if usual not in values:
                yield _Choice((*begun.args, usual), listed=False)
