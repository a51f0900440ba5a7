"""What a comparison asks of a commit: to read a scene, to fight it, and to work out odds in the middle of fights.

Both sides of a comparison run the `worker.py` of one checkout, each with the `side.py` and the frozen scenes of its own
commit; a commit from before there were any runs the first versions of them. So a comparison knows nothing of where
another commit keeps its modules and what it calls things. Whoever moves or renames something changes it here as
everywhere else, and mypy says where. What stays as it is are these four functions, what they take and what they give;
and they do the same in every commit, since otherwise the two sides are not asked for the same work.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import Library, read_toml
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES, game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.core.show.odds import odds
from ludex.opponents import policy as policy_of


class Asked(NamedTuple):
    """A command whose odds somebody wants to know."""

    scene: Scene[Any]
    command: Command


def load(folder: Path) -> Scene[Any]:
    """The scene of a folder, with the content of the folder and nothing of what comes with the game."""
    (file,) = (folder / "scenes").glob("*.toml")
    tables = read_toml(file)
    library = Library(GAMES[tables["game"]].kinds)
    library.add_folder(folder)
    return scene_from(tables, str(file), library).scene


def fight(start: Scene[Any], policy: str, seed: int) -> Generator[tuple[int, str], None, str]:
    """A fight with this policy on all sides, command by command: how many decisions each took with all that it led to,
    and who did what; in the end, who has won."""
    scene = start.fork()
    game = game_of(scene)
    referee = _begun(scene, policy, seed)
    before = 0
    while actor := game.to_act(scene):
        command = referee.act(scene, scene.beings[actor])
        yield referee.decisions - before, f"{actor}: {command.name}"
        before = referee.decisions
    return game.winner(scene)


def asked(start: Scene[Any], seed: int, every: int, most: int) -> list[Asked]:
    """What may be done in the middle of a fight of `simple`: each time so many have acted, and of each action at most
    so many choices."""
    scene = start.fork()
    game = game_of(scene)
    referee = _begun(scene, "simple", seed)
    found: list[Asked] = []
    acted = 0
    while actor := game.to_act(scene):
        referee.act(scene, scene.beings[actor])
        acted += 1
        if acted % every == 0 and (next_one := game.to_act(scene)):
            found += _choices(scene.fork(), next_one, most)
    return found


def work_out(one: Asked, budget: int) -> tuple[int, str]:
    """The exact odds of a command, in so many steps at most: how many outcomes, and the chance of the likeliest."""
    found = odds(one.scene, one.command, game_of(one.scene).policy("simple"), budget)
    return len(found.outcomes), str(max([chance for _, chance in found.outcomes], default=0))


def _choices(scene: Scene[Any], actor: str, most: int) -> list[Asked]:
    game, being = game_of(scene), scene.beings[actor]
    actions = [offer.action for offer in game.offers(scene, being) if offer.refusal is None]
    choices = [choice for action in actions for choice in game.choices(scene, being, action, most=most)]
    return [Asked(scene, command) for command, refusal in choices if refusal is None]


def _begun(scene: Scene[Any], policy: str, seed: int) -> Simulated:
    """A fight after its opening."""
    game = game_of(scene)
    referee = Simulated(dict.fromkeys((*game.sides, GM), policy_of(game, policy, seed)), seed)
    opening = game.opening(scene)
    assert opening is not None
    referee.perform(scene, opening)
    return referee
