"""What the game master asks before meddling: which commands there are with their arguments, what a change of the
content comes to, and what was answered and rolled in the command that is open or was last. Fields that are set by hand
have a file of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from inspect import getdoc, signature
from itertools import islice, product
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from ludex.core.content.conditions import Asked
from ludex.core.content.content import Library
from ludex.core.kernel.action import BETWEEN, RESTFUL, Action, Arg
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Being
from ludex.core.master.calls import Parts
from ludex.core.scene.given import is_union
from ludex.core.scene.shape import read_until
from ludex.core.show.face import ZonePlan
from ludex.core.show.lasting import until_words
from ludex.core.show.looks import look_of
from ludex.core.show.marks import capital
from ludex.core.show.sentences import with_sign
from ludex.table.campaign.changing import Change, called, rehearse
from ludex.table.campaign.settings import AddContent, Answer
from ludex.table.document.looking import Look, answers
from ludex.table.document.show import Documents
from ludex.table.know.oddsline import short_title
from ludex.table.know.offers import listed, refused
from ludex.table.know.seen import Seen
from ludex.table.records.seat import Seat, master_only

PLACES = {"at", "zone"}  # arguments that name a place, where the procedure calls them so too
PARTS, OF_PARTS = "parts", "type"  # an argument in parts, and the one that says of which type all of it is
MOST_VALUES = 500  # of an argument
FEW_VALUES = 4  # with which a command is tried


class Calls(Look, frozen=True, tag="calls"):
    """Every command of the game master, with its arguments and what they could be."""


class Rehearse(Look, frozen=True, tag="rehearse"):
    """What a change of the content comes to, as `content` would make it: what is new, changed and taken away, who uses
    it, and what needs an answer. Nothing has changed."""

    without_scene: ClassVar[bool] = True
    name: str = ""
    tables: dict[str, Any] = {}
    files: dict[str, dict[str, Any]] = {}
    answers: tuple[Answer, ...] = ()


class UnderWay(Look, frozen=True, tag="under_way"):
    """What was rolled and answered since the command that is open, or was last: to recall or to replace."""


# ---------------------------------------------------------------- content


@answers(Rehearse)
def look_at_rehearsal(documents: Documents, seat: Seat, seen: Seen | None, what: Rehearse) -> Any:
    master_only(seat)
    table = documents.table
    doing = AddContent(name=what.name, tables=what.tables, files=what.files, answers=what.answers)
    found = rehearse(table, doing)
    return {
        "changes": [_changed(found.offered, change) for change in found.changes],
        "untouched": found.untouched,
        "overrides": found.told["overrides"],
        "warnings": found.told["warnings"],
    }


def _changed(library: Library, change: Change) -> dict[str, Any]:
    """An entry that changes; where it goes and is in use, with what could take its place."""
    gone = change.what == "taken away" and change.users
    others = library.offered(change.kind) if gone or change.why else []
    return {
        "kind": change.kind,
        "id": change.id,
        "name": change.name,
        "what": change.what,
        "fields": [one._asdict() for one in change.fields],
        "users": [{"what": user.what, "name": user.name, "words": called(user)} for user in change.users],
        "why": change.why,
        "instead": [{"value": other.id, "words": other.name} for other in others],
    }


# ---------------------------------------------------------------- commands


@answers(Calls)
def look_at_calls(documents: Documents, seat: Seat, seen: Seen, what: Calls) -> Any:
    master_only(seat)
    return [_call(seen, action) for action in seen.game.gm_actions.values()]


def _call(seen: Seen, action: Action) -> dict[str, Any]:
    scene, game = seen.scene, seen.game
    refusal = game.wrong_mode(scene, action) if action.modes and scene.mode not in action.modes else None
    if refusal is None and BETWEEN in action.tags:
        refusal = _not_now(seen, action)
    return {
        "name": action.name,
        "label": action.label,
        "about": about(seen, action),
        "rule": action.rule if action.rule in game.rulebook.rules else "",
        "refused": refused(refusal),
        "between": BETWEEN in action.tags and scene.mode != game.shape.fighting,
        "restful": RESTFUL in action.tags,
        "args": [
            _arg(seen, action, arg, kind)
            for arg, kind in zip(action.args, kinds(action), strict=True)
            if arg.name != OF_PARTS or PARTS not in kinds(action)  # each part says of which type it is
        ],
    }


def _not_now(seen: Seen, action: Action) -> Refusal | None:
    """Why play does not go on with this now: where it is refused whichever of its values are chosen."""
    refusal = None
    needed = [arg for arg in action.args if arg.default is None]
    for chosen in product(*[[*islice(arg.values(seen.scene, None), FEW_VALUES)] for arg in needed]):
        given = command(GM, action.name, **dict(zip([arg.name for arg in needed], chosen, strict=True)))
        try:
            refusal = seen.game.refusal(seen.scene, given)
        except BadInput:
            return None
        if refusal is None:
            return None
    return refusal


def about(seen: Seen, action: Action) -> str:
    """What it does, in a sentence or two: what is written above its procedure, where it explains an argument by what
    that is called in the form."""
    written = " ".join((getdoc(action.step.procedure) or "").split())
    for arg in action.args:
        written = written.replace(f"`{arg.name}`:", f"{seen.face.argument(action, arg.name)}:")
    return written.replace("`", "")


@cache
def kinds(action: Action) -> tuple[str, ...]:
    """What each argument is: being, place, number, yes (or no), several, parts, words, or any data."""
    procedure = action.step.procedure
    hints = get_type_hints(procedure)
    names = list(signature(procedure).parameters)[1:]
    return tuple(
        kind_of(hints.get(name), {arg.name, name} <= PLACES) for arg, name in zip(action.args, names, strict=False)
    )


def kind_of(hint: Any, place: bool = False) -> str:
    kinds = [kind for kind in get_args(hint) if kind is not type(None)] if is_union(hint) else [hint]
    inner = [get_args(kind)[0] if get_origin(kind) is Annotated else kind for kind in kinds]
    if place:
        return "place"
    if any(isinstance(kind, type) and issubclass(kind, Being) for kind in inner):
        return "being"
    if inner == [bool]:
        return "yes"
    if inner == [int]:
        return "number"
    if inner == [str]:
        return "words"
    if len(inner) == 1 and get_origin(inner[0]) is tuple and get_args(inner[0]) == (str, ...):
        return "several"
    if Parts in inner:
        return PARTS
    return "data"


def _arg(seen: Seen, action: Action, arg: Arg, kind: str) -> dict[str, Any]:
    scene, shape = seen.scene, seen.game.shape
    default = arg.default(scene, None) if arg.default is not None else None
    values = [_part(seen, action, arg, value) for value in _values(seen, arg, kind)]
    if arg.name == "condition" and gives_condition(action):
        values = [value for value in values if not shape.kind_of(str(value["value"])).by_rules]
    return {
        "name": arg.name,
        "label": seen.face.argument(action, arg.name),
        "kind": "several" if kind == "data" and values else kind,
        "optional": arg.default is not None,
        "default": listed(default),
        "values": values,
        "seldom": gives_condition(action) and any([arg.name in _names(seen, action, one) for one in shape.conditions]),
    }


def _part(seen: Seen, action: Action, arg: Arg, value: Plain) -> dict[str, Any]:
    words = _named(seen, arg, value)
    if arg.name != "condition":
        return {"value": listed(value), "words": words}
    seal = look_of("condition", str(value), words)
    asks = list(_asks(seen, action, str(value))) if gives_condition(action) else []
    return {"value": listed(value), "words": capital(words), "look": seal, "asks": asks}


def gives_condition(action: Action) -> bool:
    """Whether a command brings a condition, for a while; others end one."""
    return {"condition", "until"} <= {arg.name for arg in action.args}


def _asks(seen: Seen, action: Action, condition: str) -> Iterator[dict[str, Any]]:
    """What is to be given with a condition, by the arguments of the command that brings it."""
    note, value = _names(seen, action, condition)
    for one in seen.game.shape.kind_of(condition).asked:
        told = {"label": one.called, "values": list(_can_be(seen, one)), "optional": one.optional}
        if one.part == "value":
            yield told | {"name": value, "least": one.least, "usual": one.usual}
        elif one.part == "note":
            yield told | {"name": note, "between": one.several, "after": one.after}
        else:
            yield told | {"name": "source"}


def _names(seen: Seen, action: Action, condition: str) -> tuple[str, str]:
    """The arguments of the command that brings a condition which are its note and its value."""
    shape, kind = seen.game.shape, seen.game.shape.kind_of(condition)
    taken = {arg.name for arg in action.args}
    note = "note" if "note" in taken else kind.note_word
    return note, kind.value_word if kind.value_word in taken else shape.value_word


def _can_be(seen: Seen, one: Asked) -> Iterator[dict[str, Any]]:
    """What a part of a note can be, where that is one of some words, or a number, where that is one of a few."""
    for value in seen.game.shape.noted(seen.scene.library)[one.of] if one.of else ():
        yield {"value": value, "words": capital(_note(seen, one.of, value))}
    for number in range(one.least, one.most + 1) if one.most else ():
        yield {"value": number, "words": with_sign(number)}


def _note(seen: Seen, word: str, value: str) -> str:
    """What a note of a condition names, as people call it."""
    shelf = seen.scene.library.shelves.get(word)
    if shelf is not None and value in shelf.entries:
        return str(shelf.entries[value].name)
    return seen.face.value(seen.scene, word, value)


def _named(seen: Seen, arg: Arg, value: Plain) -> str:
    if arg.name == "until" and value:
        return until_words(seen.scene, read_until(seen.game.shape, seen.scene, str(value), arg.name))
    who = seen.scene.beings.get(value) if isinstance(value, str) else None
    return who.name if who is not None else seen.face.value(seen.scene, arg.name, value)


def _values(seen: Seen, arg: Arg, kind: str) -> list[Plain]:
    """What one thinks of: those that the argument names, beings, or what a game has under this name."""
    scene = seen.scene
    found: list[Plain] = list(islice(arg.values(scene, None), MOST_VALUES))
    if not found and kind == "several":
        return [*scene.beings, *zones(seen)]
    if not found and kind == "place" and arg.name == "zone":
        return [*zones(seen)]
    if not found and arg.name == "condition":
        return [*seen.game.shape.conditions_in(scene)]
    if not found and arg.name == "until":
        return [*_ends(seen)]
    if not found and arg.name in scene.library.shelves:
        return [entry.id for entry in scene.library.offered(arg.name)]
    return found


def _ends(seen: Seen) -> Iterator[str]:
    """The moments at which what the game master gives can end, as a scene file says them: first those of whose turn it
    is."""
    acting = seen.scene.turns.current
    for who in sorted(seen.scene.beings, key=lambda one: one != acting):
        yield f"end of {who}'s turn"
        if who == acting:
            yield f"end of {who}'s next turn"
        yield f"start of {who}'s turn"
    yield from seen.game.shape.moments


def zones(seen: Seen) -> Iterable[str]:
    plan = seen.whole_plan
    return list(plan.board) if isinstance(plan, ZonePlan) else ()


# ---------------------------------------------------------------- what is under way


@answers(UnderWay)
def look_at_what_is_under_way(documents: Documents, seat: Seat, seen: Seen, what: UnderWay) -> Any:
    master_only(seat)
    live = seen.live
    if live.done is None:
        return None
    rolls, given = 0, []
    for number, one in enumerate(live.given):
        told = {"number": number, "words": _asked(seen, one.key), "roll": -1, "faces": [], "sides": [], "answer": ""}
        if one.is_roll:
            told |= {"roll": rolls, "faces": listed(tuple(one.value)), "sides": [die.sides for die in one.pool]}
            rolls += 1
        else:
            told["answer"] = _answer(seen, one.key, one.value)
        given.append(told)
    command = live.done.command
    return {
        "words": labelled(seen, command) if command.actor == GM else seen.face.command(seen.scene, command),
        "open": live.open is not None,
        "given": given,
    }


def _asked(seen: Seen, key: str) -> str:
    """`roll bb.attack.roll by tahra: d12` in words."""
    _, rule, _, who, *_ = key.replace(":", " ").split()
    return f"{short_title(seen.game, rule)}, {seen.called(who)}"


def labelled(seen: Seen, command: Command) -> str:
    """A command without what it is about; a thing that is used by its name as it is called there."""
    register = seen.game.gm_actions if command.actor == GM else seen.game.actions
    action = register.get(command.name)
    return action.label if action is not None else command.name.replace("_", " ")


def _answer(seen: Seen, key: str, value: Any) -> str:
    if isinstance(value, Interject):
        return labelled(seen, value.command)
    return seen.face.value(seen.scene, key.split()[1], value)
