"""The game master's word: commands as `gm NAME key=value`, read as people write. Whoever types them speaks as the game
master, to whom nothing is hidden; so they act on the truth, and what was wrong with them is told in full."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from ludex.core.content.content import parse_toml
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.procedure import GM, Interject, Question, proceed
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Failed
from ludex.core.show.face import ZonePlan
from ludex.text.maps import places
from ludex.text.maps.places import Ground
from ludex.text.naming import named
from ludex.text.style import QUIET
from ludex.text.table.prompt import Changed, Prompt
from ludex.text.table.table import Table, ToGameMaster

LISTING = r"(?:there are|known are|one of|expected):? ([^;]*)"  # where a fault says what there is


def gm(table: Table, rest: str, prompt: Prompt, force: bool = False) -> None:
    name, *given = rest.split() or [""]
    if not name:
        _list_commands(table)
        return
    actions = table.game.gm_actions
    if name.lower() not in actions:
        raise BadInput(f"the game master has no command {name!r}; {meant(name.lower(), actions)}")
    try:
        _call(table, actions[name.lower()], given, force, rest)
    except ToGameMaster:
        raise
    except BadInput as fault:
        wanted = _nearest(str(fault), given, _names(table)) + _how_lists_are_written(str(fault))
        raise ToGameMaster(f"{fault}{wanted}") from None
    if not table.catch_up():
        table.screen.say("Done.", QUIET)  # and nothing of it may be told at this table
    raise Changed


def _list_commands(table: Table) -> None:
    for action in table.game.gm_actions.values():
        args = " ".join(f"{arg.name}={'…' if arg.default is not None else '!'}" for arg in action.args)
        table.screen.say(f"gm {action.name} {args}".rstrip())
    ground = _ground(table)
    place = f"{ground.hint}; " if ground is not None else ""
    table.screen.say(f"! must be given; beings by name; {place}a list as [one, two].", QUIET)


def _call(table: Table, action: Action, given: list[str], force: bool, rest: str) -> None:
    """Give the command; while a question is open, before it is answered."""
    live, scene = table.live, table.live.shown
    args = read_args(scene, given, _ground(table))
    command = Command(GM, action.name, sorted(meant_values(table, scene, action, args).items()))
    try:
        if live.open is None:
            live.perform(command, force=force)
        elif isinstance(live.open, Question):
            live.answer(Interject(command, force))
        else:
            raise BadInput("dice are being thrown: type their faces, or `withdraw` first")
    except Refused as fault:
        hint = f" `force gm {rest}` overrules it." if _can_be_forced(table, command) else ""
        raise ToGameMaster(f"That may not be done: {fault}.{hint}") from None
    except BadInput:
        if live.open is None:
            live.recorder.take()  # it has not been done, so nothing is told of it
        raise
    except Failed as fault:
        live.recorder.take()
        raise ToGameMaster(f"that cannot be done: {fault.__cause__}") from None


def _can_be_forced(table: Table, command: Command) -> bool:
    """Would it begin if nothing were refused? Tried on a copy."""
    work = table.live.shown.fork()
    work.agenda, work.fresh = (), []
    try:
        table.game.begin(work, command, force=True)
        next(proceed(work), None)
    except Exception:  # whatever is wrong with it, it cannot
        return False
    return True


# ---------------------------------------------------------------- what was written


def _ground(table: Table) -> Ground | None:
    """The whole of the map, as it is."""
    scene = table.with_names(table.live.shown)
    plan = table.face.plan(scene)
    return places.ground(plan, scene, table.acting) if plan is not None else None


def read_args(scene: Any, given: list[str], ground: Ground | None = None) -> dict[str, Plain]:
    """`key=value` words; a word without `=` goes on with the value before it, so that names may have spaces."""
    words: dict[str, str] = {}
    last = ""
    for part in given:
        key, equals, value = part.partition("=")
        if equals and re.fullmatch(r"[\w.@]+", key):
            last = key
            words[key] = value
        elif last:
            words[last] += f" {part}"
        else:
            raise BadInput(f"expected key=value, not {part!r}")
    return {key: read_value(scene, value, ground) for key, value in words.items()}


def read_value(scene: Any, words: str, ground: Ground | None = None) -> Plain:
    """A number, yes or no, a list, a being by its name, a place of the map, or the words themselves."""
    if words[:1] == "[" and words[-1:] == "]":
        return _list(scene, words, ground)
    if len(words) > 1 and words[0] == words[-1] and words[0] in "'\"":
        words = words[1:-1]
    elif words.lstrip("+-").isdigit():
        return int(words)
    elif words.lower() in ("true", "yes", "false", "no"):
        return words.lower() in ("true", "yes")
    if not words:
        return words
    exactly = [who for who, being in scene.beings.items() if words.lower() in (who.lower(), being.name.lower())]
    meant = ground.meant(words, whole=True) if ground is not None and not exactly else ()
    if meant:
        return meant[0] if len(meant) == 1 else meant
    try:
        return places.find_being(scene, words)
    except BadInput:
        return words


def _list(scene: Any, words: str, ground: Ground | None) -> Plain:
    """`[rope, torch]`, or as a file would have it: `["rope", 3, { name = "x" }]`."""
    try:
        return plain(parse_toml(f"list = {words}")["list"])
    except (BadInput, TypeError):
        return tuple(read_value(scene, part.strip(), ground) for part in words[1:-1].split(",") if part.strip())


def meant_values(table: Table, scene: Any, action: Action, args: dict[str, Plain]) -> dict[str, Plain]:
    """Arguments with the values that are meant by names, in any case, where it is known what comes into question."""
    found = dict(args)
    before: list[Plain] = []
    for arg in action.args:
        value = found.get(arg.name)
        known = list(arg.values(scene, None, *before)) if isinstance(value, str) else []
        if value not in known:
            names = [(name, v) for v in known for name in (str(v), table.face.value(scene, arg.name, v))]
            meant = named(str(value), names)
            if len(meant) == 1:
                found[arg.name] = meant[0]
        before.append(found.get(arg.name))
    return found


# ---------------------------------------------------------------- what may have been meant


def _names(table: Table) -> list[str]:
    """What everybody is called, and every zone."""
    scene = table.live.shown
    plan = table.face.plan(scene)
    zones = [zone.name for zone in plan.board.zones.values()] if isinstance(plan, ZonePlan) else []
    return [*(being.name for being in scene.beings.values()), *zones]


def _nearest(fault: str, given: Iterable[str], names: Iterable[str]) -> str:
    """A word of those that a fault says there are, if it is like one that was written; or somebody's name."""
    if "did you mean" in fault:
        return ""
    listed = [word for part in re.findall(LISTING, fault) for word in re.split(r", not .*|, | or ", part)]
    known = {word.strip().lower(): word.strip() for word in (*names, *listed)} if listed else {}
    for value in (part.rpartition("=")[2].strip("'\"") for part in given):
        wrong = f"'{value}'" in fault
        near = get_close_matches(value.lower().replace("_", " "), known, n=1) if wrong else []
        if near:
            return f"; did you mean {known[near[0]]}?"
    return ""


def _how_lists_are_written(fault: str) -> str:
    return "; a list is written [one, two]" if "expected a list" in fault else ""
