"""The odds that a script lists, beside those that were worked out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from ludex.core.game import Game
from ludex.core.kernel.english import meant
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.kernel.toml import spelled
from ludex.core.scene.shape import ALMOST, SCENE
from ludex.core.show.odds import Odds

CHANCES = ("total", "unexplored", "readings", "gained", "lost", "falls")
WHOLE = ("total", "unexplored", "against")
WRITTEN = re.compile(r"\s*-?[0-9]{1,99}([/.][0-9]{1,99})?\s*")  # an exponent could be of any size
BY_BEING = ("expected", "gained", "lost", "harm", "falls")


def fraction(value: object) -> Fraction:
    """`"7/12"`, or a number."""
    try:
        if isinstance(value, str) and not WRITTEN.fullmatch(value):
            raise ValueError
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise BadInput(f'expected a fraction such as "7/12", or a number, not {spelled(value)}') from None


def chance(game: Game[Any], scene: Scene[Any], found: Odds, path: str) -> Fraction:
    """A chance or a mean by its dotted path: `readings.success`, `expected.vahki.hp`, `gained.vahki.Prone`,
    `harm.vahki.HP`, `falls.vahki`, `total`. What there is and does not come about is 0."""
    head, _, rest = path.partition(".")
    check_path(game, scene, path)
    if head in WHOLE:
        value = getattr(found, head)
        if value is None:
            raise BadInput("its first roll has no number to reach")
        return Fraction(value)
    if head == "readings":
        rolls = {str(reading): of_it for reading, of_it in found.rolls.items()}  # as older files name them
        numbers = rolls and all(_is_number(name) for name in rolls)
        known = (rest,) if rest in rolls or (numbers and _is_number(rest)) else (*found.readings, *game.readings)
        return {**rolls, **found.readings}.get(one_of(rest, dict.fromkeys(known), "reading"), Fraction(0))
    who, _, what = rest.partition(".")
    if head == "falls":
        return found.falls.get(who, Fraction(0))
    by_being: Mapping[tuple[str, str], Fraction] = getattr(found, head)
    return by_being.get((who, what), Fraction(0))


def check_path(game: Game[Any], scene: Scene[Any], path: str) -> None:
    """Raise where odds never have what is at this path. Which readings there are is not judged."""
    head, _, rest = path.partition(".")
    known = (*WHOLE, "readings", *BY_BEING)
    if head not in known:
        raise BadInput(f"odds have no {head!r}; {meant(head, known)}")
    if head in BY_BEING:
        who, _, what = rest.partition(".")
        one_of(who, (*scene.beings, SCENE) if head == "expected" else scene.beings, "being")
        if head != "falls":
            one_of(what, named(game, scene, head, who), "field")


def check_chance(path: str, listed: Fraction) -> None:
    """Raise where a chance is none."""
    if path.partition(".")[0] in CHANCES and not 0 <= listed <= 1:
        raise BadInput(f"a chance is from 0 to 1, not {listed}")


def check_reading(game: Game[Any], path: str) -> None:
    """Raise where a roll is said to be read as what is almost a word of the game's."""
    head, _, rest = path.partition(".")
    if head == "readings" and rest not in game.readings and get_close_matches(rest, game.readings, n=1, cutoff=ALMOST):
        raise BadInput(f"there is no reading {rest!r}; {meant(rest, game.readings)}")


def named(game: Game[Any], scene: Scene[Any], head: str, who: str) -> Iterable[str]:
    """What can be said of somebody: the numbers that are told of them, their pools, or conditions."""
    if head == "expected":
        return game.telling_scene if who == SCENE else game.telling
    if head == "harm":
        return [pool.name for pool in game.pools(scene, scene.being(who))]
    return game.shape.conditions_in(scene)


def _is_number(name: str) -> bool:
    return name.removeprefix("-").isdecimal()


def one_of(name: str, known: Iterable[str], what: str) -> str:
    there = list(known)
    if name in there:
        return name
    raise BadInput(f"there is no {what} {name!r}; {meant(name, there) if there else 'there are none'}")
