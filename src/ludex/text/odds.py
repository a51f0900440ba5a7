"""`ludex odds`: the exact odds of one action in a scene."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludex.core.book.rulebook import UnknownRule
from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import SceneFile, load_scene
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import near, there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.rules import Needs
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.simulated import Simulated
from ludex.core.show.odds import Told, odds, worths
from ludex.table.know import oddsline
from ludex.text.maps import places
from ludex.text.maps.places import Ground, find_being
from ludex.text.prompts.gm import read_args, read_value
from ludex.text.screen import Screen
from ludex.text.style import QUIET
from ludex.text.terminal import Console

FINE, REFUSED, BAD_INPUT = 0, 1, 2
PLACES = ("to", "at", "cell", "zone")  # what arguments are called that name a place
FIRST_ROLL = "The chances of the first line are of the first roll; what the answers change after it is in the rest."
MOST_WAYS = 4  # that are told where something is refused


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
        if wanted is not None:
            file.game.check_names(wanted, dict(command.args))
        if wanted is not None and _in_a_turn(file, wanted):
            file = load_scene(path, folders=folders, turn=command.actor)  # as if it were the actor's turn
        told = read_args(file.scene, list(answers), _ground(file))
        _check_answers(file, told)
        aimless = _aimless(file, wanted, command)
        policy = Told(file.game.policy("simple"), told)
        try:
            found = odds(file.scene, command, policy)
        except Refused as fault:
            instead = _possible(file, command)
            Console(stderr=True).print(f"refused: {fault}{instead}", markup=False, highlight=False, soft_wrap=True)
            return REFUSED
        except Needs as fault:
            option = "--target" if fault.arg in ("target", *PLACES) else f"--with {fault.arg}=…"
            return _bad(f"{fault.action} needs {option}{fault.could_be}")
        except BadInput as fault:
            return _bad(aimless or str(fault))
        if unfit := [f"--answer {key}: {why}" for key, why in policy.unfit.items() if key not in policy.given]:
            return _bad("; ".join(unfit))
        unasked = [key for key in told if key not in policy.given]
        found.worth = worths(file.scene, found, policy)
    except (ContentError, BadInput, UnknownRule) as fault:
        return _bad(str(fault))
    if as_json:
        console.out(json.dumps(found.to_plain(), ensure_ascii=False, indent=2), highlight=False)
        return FINE
    screen = Screen(console)
    named = f" on {target}" if target else ""
    screen.heading(f"{file.scene.beings[command.actor].name}: {action}{named}")
    for line in oddsline.full(file.game, file.scene, found):
        screen.say(line)
    if policy.given and found.readings:
        screen.say(FIRST_ROLL, QUIET)
    for key in unasked:
        screen.say(f"--answer {key}: nobody is asked that on the way.", QUIET)
    return FINE


def _check_answers(file: SceneFile, told: Mapping[str, Plain]) -> None:
    """Answers name rules of the game, and beings or sides that are there."""
    for name in told:
        rule, _, who = name.partition("@")
        if rule not in file.game.rulebook.gaps:
            file.game.rulebook.rule(rule)
        known = (GM, *file.scene.beings, *file.game.sides)
        if who and who not in known:
            raise BadInput(f"--answer {name}: there is nobody {who!r}; {there_are(who, known)}")


def _bad(words: str) -> int:
    Console(stderr=True).print(f"ludex: {words}", markup=False, highlight=False, soft_wrap=True)
    return BAD_INPUT


def _aimless(file: SceneFile, action: Action | None, command: Command) -> str:
    """What is missing where an action that may be aimed at somebody is aimed at nobody; nothing where it is not."""
    if action is None or "target" not in [arg.name for arg in action.args] or command.arg("target") is not None:
        return ""
    return f"{command.name} needs --target; there are: {', '.join(file.scene.beings)}"


def _in_a_turn(file: SceneFile, action: Action) -> bool:
    """Is this done in somebody's turn: nowhere else, or here, where play begins with a fight?"""
    if action.modes and file.scene.mode not in action.modes:
        return True
    mode = _mode_of_play(file)
    return mode != file.scene.mode and (not action.modes or mode in action.modes)


def _mode_of_play(file: SceneFile) -> str:
    """The mode of the scene once play has begun."""
    game, scene = file.game, file.scene.fork()
    opening = game.opening(scene)
    if opening is not None:
        Simulated({GM: game.policy("simple")}, seed=0).perform(scene, opening)
    return scene.mode


def _possible(file: SceneFile, command: Command) -> str:
    """What could be done instead: the same with other arguments, or else another action."""
    game, scene = file.game, file.scene
    being = scene.beings[command.actor]
    action = game.actions.get(game.expand(scene, command).name)
    allowed = [c for c, refusal in game.choices(scene, being, action) if refusal is None] if action is not None else []
    if action is not None and allowed and game.refused_at_all(scene, being, action) is None:
        ways = [" ".join(f"{name}={value}" for name, value in found.args) for found in allowed[:MOST_WAYS]]
        return f"\n{action.label} could be done with: {'; '.join(ways)}{'; …' if len(allowed) > MOST_WAYS else ''}"
    names = [
        offer.action.name
        for offer in game.offers(scene, being)
        if offer.refusal is None and any(why is None for _, why in game.choices(scene, being, offer.action))
    ]
    return f"\n{being.name} could do: {', '.join(names)}" if names else ""


def _ground(file: SceneFile) -> Ground | None:
    plan = file.game.face().plan(file.scene)
    return places.ground(plan) if plan is not None else None


def read_command(file: SceneFile, actor: str, action: str, target: str, given: tuple[str, ...]) -> Command:
    """A command from what people write, with names as they stand on the screen."""
    game, scene = file.game, file.scene
    ground = _ground(file)
    if actor == GM:
        there = ", ".join(scene.beings)
        raise BadInput(f"the game master's commands have no odds here: --actor names a being; there are: {there}")
    being = _found(scene, actor)
    meant = _meant(file, being, action)
    wanted = game.actions.get(meant.name)
    args: dict[str, Plain] = {**dict(meant.args), **read_args(scene, list(given), ground)}
    if target:
        value = read_value(scene, target, ground)
        args[_aimed(wanted, args, value in scene.beings) if wanted is not None else "target"] = value
    if wanted is not None:
        args = _by_name(file, being, wanted, args)
    return Command(being.id, meant.name, sorted(args.items()))


def _found(scene: Any, words: str) -> Any:
    """Whoever is called so, by name or id."""
    try:
        return scene.beings[find_being(scene, words)]
    except BadInput:
        if any(being.name.lower().startswith(words.lower()) for being in scene.beings.values()):
            raise  # it may be several
    there = ", ".join(f"{being.name} ({who})" for who, being in scene.beings.items())
    close = near(words, scene.beings)
    raise BadInput(f"there is nobody called {words!r}; {f'{close} ' if close else ''}there are: {there}")


def _meant(file: SceneFile, being: Any, words: str) -> Command:
    """An action by its name or its label, or the use of something that is called so: a weapon, a power, an item."""
    game, scene = file.game, file.scene
    wanted = words.lower()
    for action in game.actions.values():
        if wanted in (action.name, action.label.lower()):
            return Command(being.id, action.name)
        for arg in action.args[:1]:
            for value in arg.values(scene, being):
                if "skill" in action.tags and wanted in (value, game.face().value(scene, arg.name, value).lower()):
                    return Command(being.id, action.name, [(arg.name, value)])
    entries = [entry for kind in scene.library.shelves for entry in scene.library.all(kind)]
    known = [entry.id for entry in entries if wanted in (entry.id, str(getattr(entry, "name", "")).lower())]
    uses = [game.expand(scene, Command(being.id, name)) for name in known]
    return next((use for use in uses if use.name in game.actions), Command(being.id, words))


def _aimed(action: Action, args: dict[str, Plain], being: bool) -> str:
    """The argument that a target is for: the one of that name, else the first that is still free and names a being."""
    places = [number - 1 for number in action.step.beings]  # an action takes its actor first
    free = [arg.name for number, arg in enumerate(action.args) if arg.name not in args and (number in places) == being]
    where = [name for name in free if name in PLACES]
    return "target" if "target" in [arg.name for arg in action.args] or not free else next(iter(where), free[0])


def _by_name(file: SceneFile, being: Any, action: Action, args: dict[str, Plain]) -> dict[str, Plain]:
    """Arguments with ids in place of names, as far as those before them are known."""
    face, found = file.game.face(), dict(args)
    chosen: list[Plain] = []
    for arg in action.args:
        if arg.name not in found:
            break
        value, values = found[arg.name], list(arg.values(file.scene, being, *chosen))
        if value not in values:
            named = [one for one in values if face.value(file.scene, arg.name, one).lower() == str(value).lower()]
            if len(named) != 1:
                break
            (value,) = named
        found[arg.name] = value
        chosen.append(value)
    return found
