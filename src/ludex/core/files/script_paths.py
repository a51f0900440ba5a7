"""What a script expects of a scene and of odds, by dotted paths: which of them nobody can have, before it is played."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from ludex.core.content.content import Fault
from ludex.core.files.odds_listed import check_path, fraction
from ludex.core.game import Game
from ludex.core.kernel.english import meant
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.scene.look_up import UnknownName


def flat(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """The values of tables within each other by their paths. An empty table is a value."""
    found: list[tuple[str, Any]] = []
    for key, value in tables.items():
        path = f"{prefix}.{key}" if prefix else key
        found += flat(value, path) if isinstance(value, Mapping) and value else [(path, value)]
    return found


def expect_faults(
    game: Game[Any], scene: Scene[Any], expected: Mapping[str, Any], known: Container[str]
) -> Iterator[Fault]:
    """Fields, beings and conditions that there are not. What somebody has who comes later, and what there may be as the
    script runs, is not judged."""
    for path, _ in flat(expected):
        head, _, rest = path.partition(".")
        others = [name for name in (head, rest.removeprefix("distance.")) if name in known]
        if head not in ("scene", "turn") and not set(others) <= scene.beings.keys():
            continue
        try:
            game.look_up(scene, path)
        except UnknownName as fault:
            yield Fault(f"expect.{path}", str(fault).removeprefix(f"{path}: "))
        except BadInput:
            continue  # it may be there by then


def odds_faults(
    game: Game[Any], scene: Scene[Any], listed: Mapping[str, Any], known: Container[str]
) -> Iterator[Fault]:
    """Odds that are no numbers, or of what there is not. How a roll is read is seen when it is rolled."""
    for path, value in flat(listed):
        try:
            fraction(value)
            who = path.split(".")[1:2]
            if who and path.partition(".")[0] != "readings" and who[0] not in scene.beings and who[0] in known:
                continue
            check_path(game, scene, path)
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
