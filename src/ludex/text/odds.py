"""`ludex odds`: the exact odds of one action in a scene."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console

from ludex.core.agenda import Command
from ludex.core.content import ContentError
from ludex.core.odds import Told, odds
from ludex.core.plain import Plain
from ludex.core.rulebook import UnknownRule
from ludex.core.ruling import BadInput, Refused
from ludex.core.scenefile import SceneFile, load_scene
from ludex.text import oddsline
from ludex.text.commands import read_args, read_value
from ludex.text.places import find_being
from ludex.text.screen import Screen

FINE, REFUSED, BAD_INPUT = 0, 1, 2


def show_odds(
    path: Path,
    folders: tuple[Path, ...],
    actor: str,
    action: str,
    target: str,
    given: tuple[str, ...],
    as_json: bool,
    console: Console,
    answers: tuple[str, ...] = (),
) -> int:
    """Exit codes: 0 fine, 1 the rules refuse the action, 2 bad input."""
    try:
        file = load_scene(path, folders=folders)
        command = read_command(file, actor, action, target, given)
        wanted = file.game.actions.get(command.name)
        if wanted is not None and wanted.modes and file.scene.mode not in wanted.modes:
            file = load_scene(path, folders=folders, turn=command.actor)  # as if it were the actor's turn
        told = read_args(file.scene, list(answers), file.game.face().plan(file.scene))
        for name in told:
            rule = name.partition("@")[0]
            if rule not in file.game.rulebook.gaps:
                file.game.rulebook.rule(rule)
        found = odds(file.scene, command, Told(file.game.policy("simple"), told))
    except Refused as fault:
        Console(stderr=True).print(f"refused: {fault}", markup=False, highlight=False, soft_wrap=True)
        return REFUSED
    except (ContentError, BadInput, UnknownRule) as fault:
        Console(stderr=True).print(f"ludex: {fault}", markup=False, highlight=False, soft_wrap=True)
        return BAD_INPUT
    if as_json:
        console.out(json.dumps(found.to_plain(), ensure_ascii=False, indent=2), highlight=False)
        return FINE
    screen = Screen(console)
    named = f" on {target}" if target else ""
    screen.heading(f"{file.scene.beings[command.actor].name}: {action}{named}")
    for line in oddsline.full(file.game, file.scene, found):
        screen.say(line)
    return FINE


def read_command(file: SceneFile, actor: str, action: str, target: str, given: tuple[str, ...]) -> Command:
    """A command from what people write; the action by its name or its label."""
    scene = file.scene
    plan = file.game.face().plan(scene)
    args: dict[str, Plain] = read_args(scene, list(given), plan)
    if target:
        args["target"] = read_value(scene, target, plan)
    name = next((a.name for a in file.game.actions.values() if a.label.lower() == action.lower()), action)
    return Command(find_being(scene, actor), name, sorted(args.items()))
