"""What rules and policies keep of what they have worked out must change nothing that anybody decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.files.scenefile import load_scene
from ludex.core.foe.deciding import Policy
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Kept
from ludex.core.referee.simulated import Simulated

Forget = Callable[[Any], None]


def nothing(being: Any) -> None:
    """Somebody keeps nothing but what is kept with all beings."""


def decides_as_afresh(
    game: Game[Any], file: str, policy: Callable[[], Policy], decisions: int, forget: Forget = nothing
) -> None:
    """So many decisions in a ready-made scene are those of somebody who has worked out nothing yet. `forget`: what a
    being of this game keeps beside that."""
    scene: Any = load_scene(game.home / "content" / "scenes" / f"{file}.toml").scene
    referee = Simulated(dict.fromkeys((*game.sides, GM), policy()), 3)
    opening = game.opening(scene)
    assert opening is not None
    referee.perform(scene, opening)
    for _ in range(decisions):
        actor = game.to_act(scene)
        wanted = _afresh(game.view(scene, scene.beings[actor].side), actor, policy(), forget)
        assert referee.act(scene, scene.beings[actor]) == wanted


def _afresh(scene: Any, actor: str, policy: Policy, forget: Forget) -> Command:
    forgetful, kept = scene.fork(), scene.library.worked_out.copy()
    scene.library.worked_out.clear()
    forgetful.derived = Kept()
    for being in forgetful.beings.values():
        being.derived = Kept()
        forget(being)
    given = policy.choose(forgetful, forgetful.beings[actor])
    scene.library.worked_out.update(kept)
    return given
