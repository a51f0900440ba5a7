"""What a script expects of a scene and of odds, by dotted paths: which of them nobody can have, before it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from ludex.core.content.content import Fault
from ludex.core.files.odds_listed import check_chance, check_path, check_reading, fraction
from ludex.core.game import Game
from ludex.core.kernel.english import meant
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.kernel.toml import spelled
from ludex.core.scene.look_up import NotYet


class Known(Protocol):
    """Names of beings."""

    def __contains__(self, name: object, /) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...


TURNS = ("turn.of", "turn.current")  # paths that name somebody
KINDS: dict[type, tuple[str, tuple[type, ...]]] = {  # of values: in words, and what may be expected of them
    bool: ("true or false", (bool,)),
    int: ("a number", (int, float)),
    str: ("text", (str,)),
    tuple: ("a list", (list, Mapping)),
}


def flat(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """The values of tables within each other by their paths. An empty table is a value."""
    found: list[tuple[str, Any]] = []
    for key, value in tables.items():
        path = f"{prefix}.{key}" if prefix else key
        found += flat(value, path) if isinstance(value, Mapping) and value else [(path, value)]
    return found


def expect_faults(game: Game[Any], scene: Scene[Any], expected: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    """Fields, beings and conditions that there are not. What somebody has who comes later, and what there may be as the
    script runs, is not judged."""
    for path, wanted in flat(expected):
        head, _, rest = path.partition(".")
        named = (head, rest.removeprefix("distance.")) if rest.startswith("distance.") else (head,)
        others = [name for name in named if name in known and name != GM]
        if head not in ("scene", "turn") and not set(others) <= scene.beings.keys():
            continue
        try:
            if problem := _no_such_value(game.look_up(scene, path), wanted, path, known):
                yield Fault(f"expect.{path}", problem)
        except NotYet:
            continue
        except BadInput as fault:
            yield Fault(f"expect.{path}", str(fault).removeprefix(f"{path}: "))


def _no_such_value(found: object, wanted: object, path: str, known: Known) -> str:
    """What is wrong with an expected value that this field never has: it is of another kind, or nobody's turn."""
    if path in TURNS and isinstance(wanted, str) and wanted and wanted not in known:
        return f"there is no being {wanted!r}; {meant(wanted, [name for name in known if name != GM])}"
    kinds = [kind for kind in KINDS if isinstance(found, kind)]
    if not kinds or isinstance(wanted, KINDS[kinds[0]][1]):
        return ""
    return f"expected {KINDS[kinds[0]][0]}, not {spelled(wanted)}"


def odds_faults(game: Game[Any], scene: Scene[Any], listed: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    """Odds that are no numbers, or of what there is not. How a roll is read is seen when it is rolled."""
    for path, value in flat(listed):
        try:
            check_chance(path, fraction(value))
            who = path.split(".")[1:2]
            comes = who and who[0] not in scene.beings and who[0] in known and who[0] != GM
            if comes and path.partition(".")[0] != "readings":
                continue
            check_path(game, scene, path)
            check_reading(game, path)
        except BadInput as fault:
            yield Fault(f"odds.{path}", str(fault))


def forgotten_actor(game: Game[Any], scene: Scene[Any], actor: str, name: str) -> str:
    """What is wrong where a command that only beings give is given by nobody, and so by the game master."""
    if actor != GM or not name or name in game.gm_actions:
        return ""
    used = any(name in shelf.entries for shelf in scene.library.shelves.values())
    if name not in game.actions and not used:
        return ""
    return f"{name} is done by a being, not by the game master: name one as `actor`; {meant('', scene.beings)}"
