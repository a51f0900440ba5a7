"""Who plays the other side: policies that know no game, and the way to all of them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludex.core.game import Game, Policy
from ludex.core.procedure import GM
from ludex.core.ruling import BadInput
from ludex.core.scene import Scene
from ludex.opponents.random import RandomPolicy
from ludex.opponents.search import SearchPolicy

GENERAL = ("random", "search")  # policies for any game


def policy(game: Game[Any], name: str, seed: int | str = 0, seconds: float = 0.0) -> Policy:
    """A policy by its name: `random`, `search`, or one that the game brings itself. `seconds` is what a search may take
    for a decision; where nothing is given it takes a fixed number of tries, and can be repeated by the seed."""
    if name == "search":
        return SearchPolicy(game, policy(game, usual(game), seed), seed, seconds=seconds)
    if name == "random":
        return RandomPolicy(seed)
    if name not in game.policies:
        raise BadInput(f"there is no policy {name!r}; there are: {', '.join((*game.policies, *GENERAL))}")
    return game.policy(name)


def usual(game: Game[Any]) -> str:
    """The policy that plays a game where none is named."""
    return "simple" if "simple" in game.policies else "random"


def sides_of(game: Game[Any], scene: Scene[Any]) -> list[str]:
    """All sides of a scene, the players' first; one may come into it later."""
    there = dict.fromkeys((*game.sides, *(being.side for being in scene.beings.values())))
    return sorted(there, key=lambda side: side != game.sides[0])


def policies(
    game: Game[Any], sides: Iterable[str], names: Mapping[str, str], seed: int, seconds: float = 0.0
) -> dict[str, Policy]:
    """A policy for each of these sides. The game master's questions are answered by the game master's own side, or
    else by the last one, unless somebody is named for `gm`. The same seed makes the same policies."""
    found = {side: policy(game, names.get(side, usual(game)), f"{seed}|{side}", seconds) for side in sides}
    if GM in names:
        found[GM] = policy(game, names[GM], f"{seed}|{GM}", seconds)
    elif found:
        found[GM] = found[game.gm_side] if game.gm_side in found else list(found.values())[-1]
    return found


def named(
    game: Game[Any], scene: Scene[Any], given: Mapping[str, str] | str, more: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The names of the policies of all sides: as given by side, one for all, or else the usual one; `more` go over
    these. Only sides that there are, and policies that the game has."""
    sides = sides_of(game, scene)
    found = dict.fromkeys(sides, usual(game))
    found |= given if not isinstance(given, str) else dict.fromkeys((*sides, GM), given) if given else {}
    found |= more or {}
    for side, name in found.items():
        if side not in (*sides, GM):
            raise BadInput(f"policy: there is no side {side!r}; there are: {', '.join((*sides, GM))}")
        policy(game, name)
    return found
