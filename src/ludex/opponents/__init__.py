"""Who plays the other side: policies that know no game, and the way to all of them by name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from ludex.core.content.content import StyleName
from ludex.core.foe.deciding import Considerate, Policy
from ludex.core.game import Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.opponents.beginner import Beginner
from ludex.opponents.character import Character
from ludex.opponents.random import RandomPolicy
from ludex.opponents.search import ROLLOUTS, SearchPolicy
from ludex.opponents.styles import STYLES

SECONDS = 1.0  # that a search may take at the most for a decision where people wait for it


class Level(NamedTuple):
    """A search by how much it looks ahead: with so many rollouts, or where people wait for a share of `SECONDS`."""

    rollouts: int
    share: float


SEARCHES = {"search": Level(ROLLOUTS, 1.0), "hard": Level(24, 0.2), "merciless": Level(120, 1.0)}
FAIR, BEGINNER, RANDOM = "fair", "beginner", "random"
LEVELS = (BEGINNER, FAIR, "hard", "merciless")  # the weakest first
GENERAL = (RANDOM, *LEVELS, "search")  # policies for any game
AND = "+"  # between a level and a style: hard+beast

Maker = Callable[[int | str], Policy]  # a class of somebody's own: it is given the seed of all its luck
Played = str | Maker  # who plays a side: by name, as `module:Class`, or a class


def policy(game: Game[Any], name: str, seed: int | str = 0, seconds: float = 0.0) -> Policy:
    """A policy by its name: `random`, a level, one that the game brings itself; or a style, alone or after a level:
    `hard+beast`. `seconds` is what a search may take for a decision; where nothing is given it takes a fixed number of
    tries, and can be repeated by the seed."""
    level, style = parts(game, name)
    if level == RANDOM:
        return RandomPolicy(seed)
    guide, others = knowing(game, level, seed, style), knowing(game, level, seed)
    if level == BEGINNER:
        return Beginner(game, guide, seed)
    if level in SEARCHES:
        rollouts, share = SEARCHES[level]
        return SearchPolicy(game, guide, seed, rollouts, share * seconds, others)
    return guide


def knowing(game: Game[Any], level: str, seed: int | str, style: StyleName = "") -> Policy:
    """The policy that knows the game best, at this level, in this style or that of whom it plays."""
    name = level if level in game.policies else usual(game)
    plain = game.policy(name) if name != RANDOM else RandomPolicy(seed)
    if isinstance(plain, Considerate):
        return Character(game, plain, style)
    if style:
        raise BadInput(f"policy {name!r}: it weighs no ideas, so it has no style")
    return plain


def parts(game: Game[Any], name: str) -> tuple[str, StyleName]:
    """The level and the style of a name; an unknown one is refused in words."""
    level, plus, after = name.partition(AND)
    if not plus and name in STYLES:
        level, after = FAIR, name
    if level not in game.policies and level not in GENERAL:
        raise BadInput(f"there is no policy {level!r}; {there_are(level, (*game.policies, *GENERAL, *STYLES))}")
    if not plus and not after:
        return level, ""
    style: StyleName = next((known for known in STYLES if known == after), "")
    if not style:
        raise BadInput(f"there is no style {after!r}; {there_are(after, tuple(STYLES))}")
    if level == RANDOM:
        raise BadInput(f"policy {name!r}: luck has no style")
    return level, style


def thinks(name: str) -> bool:
    """Does a policy of this name take its time?"""
    return name.partition(AND)[0] in SEARCHES


def offered(game: Game[Any]) -> list[str]:
    """The policies among which people choose, without their styles; the usual one first."""
    return [*game.policies, *(level for level in LEVELS if level != FAIR), RANDOM]


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
