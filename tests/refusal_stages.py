"""Which rule refuses which commands, and in which stage: what the pages of docs/ say, and what is so."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Scene
from tests.pages import PAGES

TITLE = "### Which is told first"
STAGES = ("at all", "this command", "these arguments", "its cost")
MANY = "*many*"


class Stage(NamedTuple):
    rule: str
    stage: int  # of STAGES
    command: str


def stage_of(game: Game[Any], scene: Scene[Any], command: Command) -> Stage | None:
    """By which rule a command is refused, and in which stage; nothing where it is not."""
    action, actor, chosen = game.read(scene, command)
    found: list[Refusal | None] = [None] * len(STAGES)
    if command.actor != GM:
        found[0] = game.gate(scene, actor, action)
        if found[0] is None and action.may is not None:
            found[1] = action.may(scene, actor)
    elif action.modes and scene.mode not in action.modes:
        found[0] = game.wrong_mode(scene, action)
    if not any(found):
        args = game.resolve(scene, action, chosen)
        if action.fits is not None:
            found[2] = action.fits(scene, *args) if action.by_gm else action.fits(scene, actor, *args)
        if found[2] is None and action.cost is not None:
            found[3] = action.cost.refusal(scene, actor, args)
    told = next((Stage(one.rule, stage, action.name) for stage, one in enumerate(found) if one is not None), None)
    refusal = game.refusal(scene, command)
    assert (told.rule if told else "") == (refusal.rule if refusal else "")  # the first stage is the one that is told
    return told


@cache
def stated(game: str) -> dict[str, tuple[str, ...]]:
    """The row of each rule on the page of a game: the commands of each stage."""
    page = next(page for page in PAGES if page.name == game)
    return {row[0].strip("`"): row[1:] for row in page.rows(TITLE)}


def is_stated(game: str, found: Stage) -> bool:
    row = stated(game).get(found.rule)
    return row is not None and (row[found.stage] == MANY or found.command in re.findall(r"`(\w+)`", row[found.stage]))
