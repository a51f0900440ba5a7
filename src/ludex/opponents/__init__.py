"""Who plays the other side: policies that know no game, and the way to all of them by name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from ludex.core.foe.deciding import Policy
from ludex.core.game import Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.opponents.random import RandomPolicy
from ludex.opponents.search import SearchPolicy

SEARCH = "search"  # the policy that thinks, for as long as it may
GENERAL = ("random", SEARCH)  # policies for any game
SECONDS = 1.0  # that a search may take for a decision where people wait for it

Maker = Callable[[int | str], Policy]  # a class of somebody's own: it is given the seed of all its luck
Played = str | Maker  # who plays a side: by name, as `module:Class`, or a class


def policy(game: Game[Any], name: str, seed: int | str = 0, seconds: float = 0.0) -> Policy:
    """A policy by its name: `random`, `search`, or one that the game brings itself. `seconds` is what a search may take
    for a decision; where nothing is given it takes a fixed number of tries, and can be repeated by the seed."""
    if name == SEARCH:
        return SearchPolicy(game, policy(game, usual(game), seed), seed, seconds=seconds)
    if name == "random":
        return RandomPolicy(seed)
    if name not in game.policies:
        raise BadInput(f"there is no policy {name!r}; {there_are(name, (*game.policies, *GENERAL))}")
    return game.policy(name)


# ---------------------------------------------------------------- of one's own


def name_of(given: Played) -> str:
    """The name under which other processes find it: that of a policy, or `module:Class`."""
    if isinstance(given, str):
        return given
    name = f"{getattr(given, '__module__', '')}:{getattr(given, '__qualname__', '')}"
    if not isinstance(given, type) or "<" in name:
        raise BadInput(f"policy {given!r}: expected a name, or a class that stands at the top of a module")
    return name


def brought(name: str, seed: int | str) -> Policy:
    """A policy of somebody's own, by `module:Class`; the module is looked for in the current folder too."""
    module, _, path = name.partition(":")
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as fault:
        raise BadInput(f"policy {name!r}: {fault}; expected module:Class of something that can be imported") from None
    if not isinstance(found, type) or not all(hasattr(found, part) for part in ("choose", "answer", "checked")):
        raise BadInput(f"policy {name!r}: expected a class with choose, answer and checked")
    try:
        made: Policy = found(seed)
    except TypeError as fault:
        raise BadInput(f"policy {name!r}: expected a class that is made with a seed: {fault}") from None
    return made


# ---------------------------------------------------------------- for the sides of a scene


def usual(game: Game[Any]) -> str:
    """The policy that plays a game where none is named."""
    return "simple" if "simple" in game.policies else "random"


def sides_of(game: Game[Any], scene: Scene[Any]) -> list[str]:
    """All sides of a scene, the players' first; one may come into it later."""
    there = dict.fromkeys((*game.sides, *(being.side for being in scene.beings.values())))
    return sorted(there, key=lambda side: side != game.sides[0])


def policies(
    game: Game[Any], sides: Iterable[str], names: Mapping[str, str], seed: int, seconds: float = 0.0, own: bool = False
) -> dict[str, Policy]:
    """A policy for each of these sides. The game master's questions are answered by the game master's own side, or
    else by the last one, unless somebody is named for `gm`. The same seed makes the same policies. `own`: names may be
    of classes, which are imported; not where names come from somewhere else."""

    def made(side: str, name: str) -> Policy:
        luck = f"{seed}|{side}"
        return brought(name, luck) if own and ":" in name else policy(game, name, luck, seconds)

    found = {side: made(side, names.get(side, usual(game))) for side in sides}
    if GM in names:
        found[GM] = made(GM, names[GM])
    elif found:
        found[GM] = found[game.gm_side] if game.gm_side in found else list(found.values())[-1]
    return found


def named(
    game: Game[Any],
    scene: Scene[Any],
    given: Mapping[str, Played] | Played,
    more: Mapping[str, str] | None = None,
    own: bool = False,
) -> dict[str, str]:
    """The names of the policies of all sides: as given by side, one for all, or else the usual one; `more` go over
    these. Only sides that there are, and policies that the game has, or where `own` is said can be imported."""
    sides = sides_of(game, scene)
    found = dict.fromkeys(sides, usual(game))
    if isinstance(given, Mapping):
        found |= {side: name_of(each) for side, each in given.items()}
    elif given:
        found |= dict.fromkeys((*sides, GM), name_of(given))
    found |= more or {}
    for side, name in found.items():
        if side not in (*sides, GM):
            raise BadInput(f"policy: there is no side {side!r}; {there_are(side, (*sides, GM))}")
        if own and ":" in name:
            brought(name, 0)
        else:
            policy(game, name)
    return found
