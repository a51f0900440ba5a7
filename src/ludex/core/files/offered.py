"""What a script says is offered: may a command be given now, with some choice of the arguments that are not named?"""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import same
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.rules import Needs
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Scene


def refusals(game: Game[Any], scene: Scene[Any], command: Command) -> list[Refusal] | None:
    """Why it may not be given, whatever is chosen for what it does not name; nothing where it may."""
    try:
        refusal = game.refusal(scene, command)
    except Needs:
        if command.actor == GM:
            raise
        return _of_all_choices(game, scene, command)
    return None if refusal is None else [refusal]


def _of_all_choices(game: Game[Any], scene: Scene[Any], command: Command) -> list[Refusal] | None:
    command = game.as_known(scene, command)
    action, actor, given = game.actions[command.name], scene.being(command.actor), dict(command.args)
    refused = game.refused_at_all(scene, actor, action)
    if refused is not None:
        return [refused]
    found: dict[Refusal, None] = {}
    for choice, refusal in game.choices(scene, actor, action):
        chosen = dict(choice.args)
        if all(same(chosen[name], value) for name, value in given.items()):
            if refusal is None:
                return None
            found[refusal] = None
    return list(found)
