"""What a script expects rulings to tell: which of it no ruling of that kind has, before it is played.

A game states in `rulings.toml` what its rulings tell: by kind the names of its values, each with its type in the words
of `docs/scenes.md`, such as `number`, `list of being`, `[text, number]` or `being or empty`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from ludex.core.content.content import Fault
from ludex.core.files.script import ScriptStep
from ludex.core.files.script_paths import Known
from ludex.core.game import Game
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene
from ludex.core.kernel.toml import spelled
from ludex.core.scene.shape import ALMOST

SUMS = ("edge", "bonus")  # of the modifiers of a roll, which may be listed as if they were values
OF_ANY = ("kind", "rule")
READ = ("reading", "result")  # values in the words that rolls are read as

IsOne = Callable[[str, Plain], bool]  # is a value what a single word of a type says?


def value_faults(game: Game[Any], scene: Scene[Any], step: ScriptStep, known: Known) -> Iterator[Fault]:
    """Values of rulings that there are not, or that are never so."""
    for name, wanted in (("rulings", step.rulings), ("not_rulings", step.not_rulings)):
        for number, want in enumerate(wanted):
            for key, problem in _wrong(game, scene, want, known):
                yield Fault(f"{name}[{number}].{key}", problem)


def unknown_values(game: Game[Any], step: ScriptStep) -> Iterator[Fault]:
    """Names of values by which a ruling is not to be found, and that none has: so it never is."""
    for number, want in enumerate(step.not_rulings):
        for key in want:
            if problem := _no_value(game, want, key):
                yield Fault(f"not_rulings[{number}].{key}", problem)


def _wrong(game: Game[Any], scene: Scene[Any], want: Mapping[str, Any], known: Known) -> Iterator[tuple[str, str]]:
    sums = SUMS if want.get("kind") == "roll" else ()
    for key, value in want.items():
        if key in (*OF_ANY, *sums):
            continue
        if problem := _no_value(game, want, key) or _no_such(game, scene, want, key, value, known):
            yield key, problem


def _no_value(game: Game[Any], want: Mapping[str, Any], key: str) -> str:
    kind = want.get("kind", "")
    told = game.ruling_values.get(kind)
    if told is None or key in (*OF_ANY, *told) or (kind == "roll" and key in SUMS):
        return ""
    if kind == "roll" and any([key in others for others in game.ruling_values.values()]):
        return ""  # a roll tells what it is about as well, and that may be anything
    return f"rulings of the kind {kind!r} have no {key!r}; {meant(key, told)}"


def _no_such(game: Game[Any], scene: Scene[Any], want: Mapping[str, Any], key: str, value: object, known: Known) -> str:
    type = game.ruling_values.get(want.get("kind", ""), {}).get(key, "anything")
    try:
        given = plain(value)
    except TypeError:
        return ""
    if key in READ and (slip := _almost_read(game, given)):
        return slip
    there = _there(game, scene, known)
    if fits(type, given, lambda one, part: _is(one, part, there)):
        return ""
    one = type.removesuffix(" or empty")
    if one in there and isinstance(given, str):
        return f"there is no {one} {given!r}; {meant(given, [name for name in there[one] if name != GM])}"
    return f"expected {type}, not {spelled(value)}"


def _almost_read(game: Game[Any], value: Plain) -> str:
    """What is wrong with text that is almost a word that rolls are read as."""
    if not isinstance(value, str) or value in game.readings:
        return ""
    near = get_close_matches(value, game.readings, n=1, cutoff=ALMOST)
    return f"there is no reading {value!r}; {meant(value, game.readings)}" if near else ""


def _there(game: Game[Any], scene: Scene[Any], known: Known) -> dict[str, Any]:
    """The names that values mean."""
    return {
        "being": known,
        "entry": [name for shelf in scene.library.shelves.values() for name in shelf.entries],
        "condition": game.shape.conditions_in(scene),
        "side": {*game.sides, *[being.side for being in scene.beings.values()]},
        "rule": {*game.rulebook.rules, *game.rulebook.gaps},
    }


def _is(name: str, value: Plain, there: Mapping[str, Collection[str]]) -> bool:
    return isinstance(value, str) and (name not in there or value in there[name])


# ---------------------------------------------------------------- types


def fits(type: str, value: Plain, is_one: IsOne) -> bool:
    """Does a value have this type? What is a being, a zone or the like `is_one` says."""
    one, *others = split(type, " or ")
    if others:
        return any([fits(each, value, is_one) for each in (one, *others)])
    if type.startswith("list of "):
        return isinstance(value, tuple) and all([fits(type.removeprefix("list of "), part, is_one) for part in value])
    if type.startswith("["):
        parts = split(type[1:-1], ", ")
        if not isinstance(value, tuple) or len(value) != len(parts):
            return False
        return all([fits(part, each, is_one) for part, each in zip(parts, value, strict=True)])
    match type:
        case "number":
            return isinstance(value, int) and not isinstance(value, bool)
        case "true/false":
            return isinstance(value, bool)
        case "text":
            return isinstance(value, str)
        case "empty":
            return value == ""
        case "nothing":
            return value is None
        case "cell" | "hex":
            return fits("[number, number]", value, is_one)
        case "edge":
            return fits("[cell, cell]", value, is_one)
        case "anything":
            return True
    return is_one(type, value)


@cache
def split(type: str, by: str) -> list[str]:
    """The parts of a type, not those within brackets."""
    found, depth = [""], 0
    for piece in re.split(rf"({re.escape(by)}|[\[\]])", type):
        if piece == by and not depth:
            found.append("")
        else:
            depth += (piece == "[") - (piece == "]")
            found[-1] += piece
    return found
