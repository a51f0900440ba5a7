"""What a being may do as a document: the actions with price, reason and rule; and, on request, the arguments of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from ludex.core.book.rulebook import Rule
from ludex.core.foe.deciding import as_can_be, reason
from ludex.core.kernel.action import NO_VALUE, Action, Arg
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.show.face import steps_between
from ludex.core.show.marks import capital
from ludex.core.show.price import as_paid
from ludex.table.know.seen import Seen
from ludex.table.records.seat import refuse

RANKS = ("meeting", "attack", "skill", "move", "activity", "rest", "", "idle", "passes", "gives_up")
OTHER = "other"  # the group of what is none of these
ONE_FOR_EACH = frozenset({"skill", "each"})  # tags of an action that is one entry for each value of its first argument
ANYTIME = "anytime"  # the tag of an action that is legal out of turn
AWAITED = "awaited"  # and of one for which somebody waits for the right moment
MOST_VALUES = 4096  # of an argument
MOST_AIMED = 12  # of an argument before the one that says at whom
MOST_REFUSED = 1 << 12  # entries that are kept
FAR = 1_000_000  # farther than anybody is
NOTHING = "there is nothing to use it on"

Document = dict[str, Any]


def listed(value: Any) -> Any:
    """Plain data as JSON has it."""
    return [listed(part) for part in value] if type(value) is tuple else value


def refused(refusal: Refusal | None) -> Document | None:
    return None if refusal is None else {"reason": refusal.reason, "rule": refusal.rule}


def command_document(command: Command) -> Document:
    return {"actor": command.actor, "name": command.name, "args": {name: listed(value) for name, value in command.args}}


# ---------------------------------------------------------------- actions


def offers(seen: Seen, who: str, whole: bool = False) -> Document | None:
    """All that a being may do now and may not do; of who may not act now only what may be done out of turn, unless the
    whole is wanted. Nothing for who may do nothing at all."""
    scene, game = seen.scene, seen.game
    being = scene.beings[who]
    waits = not whole and game.waits(scene, being)
    every = game.offers(scene, being, waits)
    acts = not waits and any(
        offer.refusal is None and not game.out_of_turn(scene, being, offer.action) for offer in every
    )
    if not acts and not whole and game.to_act(scene) != who:
        every = [offer for offer in every if offer.refusal is None]
    entries: list[Document] = []
    for action, refusal in every:
        if refusal is not None:
            entries.append(_refused_entry(action, refusal.reason, refusal.rule, game.out_of_turn(scene, being, action)))
        else:
            entries += _entries(seen, scene, being, action)
    if not entries:
        return None
    entries.sort(key=lambda entry: rank(game.actions[entry["action"]], "among" in entry))
    return {"name": being.name, "acts": acts or game.to_act(scene) == who, "entries": entries}


def rank(action: Action, aside: bool = False) -> int:
    """What is set aside, such as the skills that somebody has not learned, stands with the rest."""
    return RANKS.index("" if aside else group(action))


@cache
def group(action: Action) -> str:
    """What fights first, then moves, then what takes time, then the rest; the end of the turn, and giving up last."""
    return next((tag for tag in RANKS if tag in action.tags), "")


def _entries(seen: Seen, scene: Any, being: Any, action: Action) -> Iterator[Document]:
    """An action that is not refused as one entry, or one for each power, mask, item and weapon."""
    face = seen.face
    if action.tags.isdisjoint(ONE_FOR_EACH) or not action.args:
        yield _allowed(seen, scene, being, action, action.label, ())
        return
    aside: dict[str, list[Plain]] = {}
    name = action.args[0].name
    for value in action.args[0].values(scene, being):
        word = face.aside(scene, being, action, value)
        if word:
            aside.setdefault(word, []).append(value)
        else:
            yield _allowed(seen, scene, being, action, face.value(scene, name, value), (value,))
    for word, among in aside.items():
        if any(_some_way(seen, scene, being, action, (value,))[0] is None for value in among):
            yield _entry(seen, scene, being, action, f"{action.label}, {word}", None) | {"among": listed(tuple(among))}


def _entry(
    seen: Seen,
    scene: Any,
    being: Any,
    action: Action,
    label: str,
    refusal: Refusal | None,
    fixed: tuple[Plain, ...] = (),
) -> Document:
    entry = _as_declared(action).copy()
    entry["label"] = label
    if fixed:
        entry["fixed"] = listed(fixed)
    entry["anytime"] = seen.game.out_of_turn(scene, being, action)
    entry["refused"] = refused(refusal)
    return entry


@lru_cache(MOST_REFUSED)
def _refused_entry(action: Action, reason: str, rule: str, anytime: bool) -> Document:
    """One that may not be chosen at all says no more than why: most of them are the same for many beings, and again and
    again."""
    return _as_declared(action) | {"anytime": anytime, "refused": {"reason": reason, "rule": rule}}


@cache
def _as_declared(action: Action) -> Document:
    """What an entry says of an action whoever it is offered to."""
    return {
        "action": action.name,
        "label": action.label,
        "group": group(action) or OTHER,
        "rule": action.rule,
        "fixed": [],
        "args": [arg.name for arg in action.args],
        "anytime": False,
        "price": [],
        "refused": None,
        "command": None,
        "does": "",
    }


def _allowed(seen: Seen, scene: Any, being: Any, action: Action, label: str, fixed: tuple[Plain, ...]) -> Document:
    """An action that is not refused as such: whether there is anything to do it to, and what it costs. Where nothing is
    left to choose it comes with the command."""
    why, some = _some_way(seen, scene, being, action, fixed)
    entry = _entry(seen, scene, being, action, label, why, fixed)
    asked = Command(being.id, action.name) if varies(action) else some
    entry["price"] = as_paid(seen.face.price(scene, being, asked)) if asked is not None else []
    if why is None and some is not None and len(fixed) == len(action.args):
        entry["command"] = command_document(some)
        entry["does"] = seen.face.sentence(scene, some)
    return entry


def _some_way(
    seen: Seen, scene: Any, being: Any, action: Action, fixed: tuple[Plain, ...]
) -> tuple[Refusal | None, Command | None]:
    """A command of this action that may be given, the first that is found; where there is none, why not: of those whom
    it could be done to, why not to the nearest."""
    if not fixed and any([arg.dear for arg in action.args]):
        if group(action) == "move":
            return None, None  # where to is looked for when somebody asks
        found = seen.game.sample(scene, being, action, _first)
        if found is not None:
            return None, found
    against: list[tuple[tuple[Plain, ...], Refusal]] = []
    for chosen, refusal in seen.game.first_ways(scene, being, action, fixed):
        if refusal is None:
            return None, action.command(being, chosen)
        against.append((chosen, refusal))
    if not against:
        return (None if in_own_words(action, len(fixed)) else Refusal(NOTHING, action.rule)), None
    chosen, refusal = _nearest(seen, scene, being, against)
    return refusal, action.command(being, chosen)


def _nearest(
    seen: Seen, scene: Any, being: Any, against: list[tuple[tuple[Plain, ...], Refusal]]
) -> tuple[tuple[Plain, ...], Refusal]:
    """The first that is about whoever stands nearest."""
    meant = [[str(who) for who in chosen if who in scene.beings and who != being.id] for chosen, _ in against]
    others = dict.fromkeys([who for each in meant for who in each])
    plan = seen.plan if len(others) > 1 else None
    if plan is None or being.id not in plan.places:
        return against[0]
    here, places = plan.places[being.id], plan.places
    apart = {who: steps_between(plan, here, places[who]) for who in others if who in places}
    far = {who: cells for who, cells in apart.items() if cells is not None}
    return min(
        zip(meant, against, strict=True), key=lambda one: min([far.get(who, FAR) for who in one[0]], default=FAR)
    )[1]


def _first(number: int) -> int:
    return 0


def varies(action: Action) -> bool:
    """A move costs what its path costs; that cannot be told before it is chosen."""
    return ("move" in action.tags or "varies" in action.tags) and bool(action.args)


def first_allowed(
    seen: Seen, scene: Any, being: Any, action: Action, chosen: tuple[Plain, ...], aimed: str = ""
) -> tuple[Refusal | None, Command | None, bool]:
    """A command of this action that may be given, what is not chosen as it is meant by default if that may be, and
    whether it is the only one; where there is none, why the first one may not. Where somebody is aimed at already,
    only of commands that name them."""
    if aimed and aimed in scene.beings and aimed not in chosen:
        at = _at(seen, scene, being, action, chosen, aimed)
        return at if at is not None else first_allowed(seen, scene, being, action, chosen)
    why: Refusal | None = None
    some: Command | None = None
    allowed: Command | None = None
    for command, refusal in seen.game.choices(scene, being, action, chosen):
        if refusal is None:
            if allowed is not None:
                return None, by_default(seen, scene, being, action, chosen) or allowed, False
            allowed = command
        why, some = why or refusal, some or command
    if allowed is not None:
        return None, allowed, True
    if some is None and in_own_words(action, len(chosen)):
        return None, None, False
    return why or Refusal(NOTHING, action.rule), some, False


def _at(
    seen: Seen, scene: Any, being: Any, action: Action, chosen: tuple[Plain, ...], aimed: str
) -> tuple[Refusal | None, Command | None, bool] | None:
    """The same for whom it is aimed at, who is chosen next or may be later; nothing where nobody is chosen."""
    if len(chosen) == len(action.args):
        return None
    values = _values(scene, being, action.args[len(chosen)], chosen)
    if any([isinstance(value, str) and value in scene.beings for value in values]):
        return first_allowed(seen, scene, being, action, (*chosen, aimed))
    later = [_at(seen, scene, being, action, (*chosen, value), aimed) for value in values[:MOST_AIMED]]
    found = [each for each in later if each is not None]
    return next((each for each in found if each[0] is None), found[0] if found else None)


def by_default(seen: Seen, scene: Any, being: Any, action: Action, chosen: tuple[Plain, ...]) -> Command | None:
    """The command in which all that is not chosen is as it is meant by default, where that may be given."""
    for arg in action.args[len(chosen) :]:
        try:
            usual = arg.default(scene, being, *chosen) if arg.default is not None else NO_VALUE
        except BadInput:  # after what is chosen it has to be said
            return None
        if usual is NO_VALUE or usual not in arg.values(scene, being, *chosen):
            return None
        chosen = (*chosen, usual)
    command = action.command(being, chosen)
    return command if seen.game.refusal(scene, command) is None else None


def in_own_words(action: Action, number: int) -> bool:
    """Is this argument, of which nothing is listed, given as somebody says it?"""
    left = action.args[number:]
    return bool(left) and left[0].read is not None and left[0].default is None and "move" not in action.tags


# ---------------------------------------------------------------- arguments


def action_of(seen: Seen, name: str) -> Action:
    action = seen.game.actions.get(name)
    if action is None:
        raise BadInput(f"there is no action {name!r}; {there_are(name, sorted(seen.game.actions))}")
    return action


def choices(seen: Seen, who: str, name: str, chosen: Iterable[Any] = (), aimed: str = "") -> Document:
    """What may be chosen for the next argument of an action, those before it chosen; with all chosen, the command.
    Where somebody is aimed at already, what may be chosen for them."""
    scene = seen.scene
    being, action, first = scene.being(who), action_of(seen, name), tuple(plain(value) for value in chosen)
    if len(first) > len(action.args):
        raise BadInput(f"{name} takes {len(action.args)} arguments, not {len(first)}")
    told = {"being": who, "action": name, "label": action.label, "chosen": _chosen(seen, scene, being, action, first)}
    if len(first) == len(action.args):
        return told | {"arg": None, **_whole(seen, scene, being, action, first)}
    arg = action.args[len(first)]
    listed_values = _values(scene, being, arg, first)
    values = [_value(seen, scene, being, action, first, value, aimed) for value in listed_values]
    typed = seen.face.typed(scene, being, action, arg.name, first)
    return told | {
        "arg": arg.name,
        "asks": capital(seen.face.asks(action, arg.name)),
        "free": not values and in_own_words(action, len(first)),
        "typed": typed.hint if typed is not None else "",
        "optional": _optional(scene, being, arg, first, listed_values),
        "values": values,
        "suggestions": [
            {"value": listed(found.command.arg(arg.name)), "command": command_document(found.command), "why": found.why}
            for found in (seen.face.suggestions(scene, being, action) if not first else ())
        ],
    }


def _optional(scene: Any, being: Any, arg: Arg, first: tuple[Plain, ...], offered: list[Plain]) -> bool:
    """Is it something else than the values that are offered, when it is left out?"""
    if arg.default is None:
        return False
    try:
        return not offered or arg.default(scene, being, *first) not in offered
    except BadInput:  # after what is chosen it has to be said: the direction of a cone
        return False


def read(seen: Seen, who: str, name: str, chosen: Iterable[Any], words: str) -> Document:
    """What somebody has typed for the next argument of an action, as its value."""
    scene = seen.scene
    being, action, first = scene.being(who), action_of(seen, name), tuple(plain(value) for value in chosen)
    if len(first) >= len(action.args):
        raise BadInput(f"{name} takes {len(action.args)} arguments, and all are chosen")
    arg = action.args[len(first)]
    typed = seen.face.typed(scene, being, action, arg.name, first)
    value = typed.read(words) if typed is not None else None
    if typed is None or value is None:
        expected = typed.hint if typed is not None else "one of the values that are listed"
        raise BadInput(f"{words!r} is no {arg.name} of {name}; expected {expected}")
    return {"value": listed(value), "words": seen.face.value(scene, arg.name, value)}


def _values(scene: Any, being: Any, arg: Arg, first: tuple[Plain, ...]) -> list[Plain]:
    return list(islice(dict.fromkeys(arg.values(scene, being, *first)), MOST_VALUES))


def _chosen(seen: Seen, scene: Any, being: Any, action: Action, first: tuple[Plain, ...]) -> list[Document]:
    """What has been chosen, in words, and what one wants to know of it."""
    face = seen.face
    return [
        {
            "arg": arg.name,
            "value": listed(value),
            "words": face.value(scene, arg.name, value),
            "about": face.about(scene, being, arg.name, value, first[:number]),
        }
        for number, (arg, value) in enumerate(zip(action.args, first, strict=False))
    ]


def _value(
    seen: Seen, scene: Any, being: Any, action: Action, first: tuple[Plain, ...], value: Plain, aimed: str
) -> Document:
    """One of the values: in words, whether it may be chosen, what it costs; the command where nothing else is left to
    choose, or nothing that has no default."""
    face, name = seen.face, action.args[len(first)].name
    why, some, only = first_allowed(seen, scene, being, action, (*first, value), aimed)
    only = only and not aimed
    settled = why is None and some is not None and (only or defaults_after(action, len(first)))
    return {
        "value": listed(value),
        "words": face.value(scene, name, value),
        "about": face.about(scene, being, name, value, first),
        "price": as_paid(face.price(scene, being, some.as_written())) if why is None and some is not None else [],
        "refused": refused(why),
        "command": command_document(some) if settled and some is not None else None,
        "does": face.sentence(scene, some) if settled and some is not None else "",
        "more": len(first) + 1 < len(action.args) and not (why is None and only),
        **_covers(seen, scene, value, some),
    }


def _covers(seen: Seen, scene: Any, value: Plain, command: Command | None) -> Document:
    """The places that a direction covers: whoever points at one of them means it."""
    places = seen.face.covers(scene, command) if type(value) is int and command is not None else ()
    return {"covers": [listed(place) for place in places]} if places else {}


def defaults_after(action: Action, number: int) -> bool:
    """Does everything that is chosen after this argument have a default? Then its odds can be told."""
    return all([arg.default is not None for arg in action.args[number + 1 :]])


def _whole(seen: Seen, scene: Any, being: Any, action: Action, first: tuple[Plain, ...]) -> Document:
    command = action.command(being, first)
    refusal = seen.game.refusal(scene, command)
    return {
        "command": command_document(command),
        "words": seen.face.sentence(scene, command),
        "price": as_paid(seen.face.price(scene, being, command)) if refusal is None else [],
        "refused": refused(refusal),
    }


def lays(seen: Seen, who: str, tray: int, slot: int) -> list[Document]:
    """Where a thing that lies in a place of a tray could be laid, what that costs, or why not."""
    scene = seen.scene
    being = scene.being(who)
    return [
        {
            "tray": lay.tray,
            "slots": list(lay.slots),
            "command": command_document(lay.command),
            "label": action_of(seen, lay.command.name).label,
            "price": as_paid(seen.face.price(scene, being, lay.command)),
            "refused": refused(seen.game.refusal(scene, lay.command)),
        }
        for lay in seen.face.lays(scene, being, tray, slot)
    ]


# ---------------------------------------------------------------- reasons and suggestions


def why(seen: Seen, who: str, name: str) -> Document:
    """Why a being may not choose an action, whatever the arguments; and the rule in our words."""
    scene = seen.scene
    action = action_of(seen, name)
    rule = seen.game.rulebook.rules.get(action.rule)
    refusal = seen.game.refused_at_all(scene, scene.being(who), action)
    against = seen.game.rulebook.rules.get(refusal.rule) if refusal is not None else None
    return {
        "action": name,
        "label": action.label,
        "refused": refused(refusal),
        "rules": [rule_document(found) for found in (rule, against) if found is not None],
    }


def rule_document(rule: Rule) -> Document:
    return {"id": rule.id, "title": rule.title, "where": rule.where, "says": rule.says, "ruling": rule.ruling}


def suggested(seen: Seen, who: str) -> Document:
    """What the machine would do in a being's place, and why."""
    scene = seen.scene
    being = scene.being(who)
    wanted = seen.adviser.choose(scene, being)
    command, allowed = as_can_be(seen.game, scene, being, wanted)
    if not allowed and command == wanted:  # and there is nothing that could be let pass
        raise refuse(f"the machine would do nothing with {being.name} now")
    return {
        "command": command_document(command),
        "words": seen.face.sentence(scene, command),
        "why": reason(scene, command, seen.adviser),
    }
