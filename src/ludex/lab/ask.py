"""The exact odds of an action, from Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain, plain
from ludex.core.show.odds import Odds, Told, worths
from ludex.core.show.odds import odds as odds_of
from ludex.lab.variants import SceneLike, read_tables
from ludex.opponents import policy, usual


def odds(
    scene: SceneLike,
    actor: str,
    action: str,
    *,
    answers: Mapping[str, Plain] | None = None,
    content: Iterable[str | Path] = (),
    **args: object,
) -> Odds:
    """The exact odds of an action in a scene: `ludex.odds(scene, "kailani", "attack", weapon="reef_bow",
    target="vahki_1")`. `answers` by rule are assumed; all other questions are answered by the game's own policy. Where
    the scene has not begun, it is as if it were the actor's turn."""
    folders = tuple(map(Path, content))
    tables, where = read_tables(scene, folders)
    file = scene_from(tables, where, folders=folders)
    given = file.game.expand(file.scene, Command(actor, action, ()))
    wanted = file.game.actions.get(given.name)
    if wanted is not None and wanted.modes and file.scene.mode not in wanted.modes:
        file = scene_from({"turn": actor, **tables}, where, folders=folders)
    command = Command(actor, given.name, sorted([*given.args, *((name, plain(value)) for name, value in args.items())]))
    told = Told(policy(file.game, usual(file.game)), dict(answers or {}))
    found = odds_of(file.scene, command, told)
    found.worth = worths(file.scene, found, told)
    return found
