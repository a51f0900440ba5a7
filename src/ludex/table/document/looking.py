"""Looking: what a seat may ask without anything happening. Each is a struct with its arguments, like a doing, and is
answered from what the seat may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.document import log
from ludex.table.document.show import Documents
from ludex.table.document.show_beings import sheet
from ludex.table.know import ahead, bar, foreseen, instead, offers, underway, ways
from ludex.table.know.pools import knowing
from ludex.table.know.seen import Seen
from ludex.table.play.commands import command_of
from ludex.table.records.seat import Role, Seat, master_only, refuse

MOST_LINES = 200  # of the log at a time


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What a seat wants to know. The tag, `do`, is its kind."""

    without_scene: ClassVar[bool] = False  # can it be asked when no scene is on the table?


L = TypeVar("L", bound=Look)
Answering = Callable[[Documents, Seat, Any, Any], Any]
LOOKS: dict[type[Look], Answering] = {}


def answers(kind: type[L]) -> Callable[[Callable[[Documents, Seat, Any, L], Any]], Any]:
    def register(function: Callable[[Documents, Seat, Any, L], Any]) -> Any:
        LOOKS[kind] = function
        return function

    return register


def look(documents: Documents, seat: str, what: Look) -> Any:
    """What a seat is told, as plain data. `Refused` and `BadInput` where it may not or cannot be told."""
    table = documents.table
    sitting = table.sitting(seat)
    seen = table.seen(sitting) if not what.without_scene else None
    if seen is None and not isinstance(what, SeeAs | LookAs | Log) and not what.without_scene:
        raise refuse("no scene is on the table")
    try:
        return LOOKS[type(what)](documents, sitting, seen, what)
    except (BadInput, Refused, MemoryError):
        raise
    except Exception as fault:  # whatever rules make of arguments that nobody would choose
        raise BadInput(f"that cannot be worked out ({type(fault).__name__})") from fault


def _own(seat: Seat, seen: Seen, who: str) -> None:
    """Of others one is not told what they may choose from."""
    if seat.role is Role.SPECTATOR or (seen.seat != GM and seen.scene.being(who).side != seen.seat):
        raise refuse(f"{who!r} is not on your side")


# ---------------------------------------------------------------- what may be done


class Offers(Look, frozen=True, tag="offers"):
    """All that a being may do and may not."""

    being: str


class Choices(Look, frozen=True, tag="choices"):
    """What may be chosen for the next argument of an action, after those that are chosen; where somebody is `aimed` at
    already, what may be chosen for them."""

    being: str
    action: str
    chosen: tuple[Any, ...] = ()
    aimed: str = ""


class Ahead(Look, frozen=True, tag="ahead"):
    """What one of theirs could react with while it is the turn of others, and what may be planned for the next turn."""

    being: str


class Read(Look, frozen=True, tag="read"):
    """Words that somebody has typed for the next argument of an action, where `choices` says how: its value."""

    being: str
    action: str
    words: str
    chosen: tuple[Any, ...] = ()


class Lays(Look, frozen=True, tag="lays"):
    """Where what lies in a place of a tray of somebody's sheet could be laid; both are counted from 0 on."""

    being: str
    tray: int
    slot: int


class Why(Look, frozen=True, tag="why"):
    """Why a being may not choose an action, and the rule."""

    being: str
    action: str


class Suggest(Look, frozen=True, tag="suggest"):
    """What the machine would do in a being's place."""

    being: str


@answers(Offers)
def look_at_offers(documents: Documents, seat: Seat, seen: Seen, what: Offers) -> Any:
    _own(seat, seen, what.being)
    return offers.offers(seen, what.being, whole=seat.role is Role.GM)  # who may force what is refused


@answers(Choices)
def look_at_choices(documents: Documents, seat: Seat, seen: Seen, what: Choices) -> Any:
    _own(seat, seen, what.being)
    return offers.choices(seen, what.being, what.action, what.chosen, what.aimed)


@answers(Ahead)
def look_ahead(documents: Documents, seat: Seat, seen: Seen, what: Ahead) -> Any:
    _own(seat, seen, what.being)
    return ahead.ahead(seen, documents.table.settings, what.being)


@answers(Read)
def read_words(documents: Documents, seat: Seat, seen: Seen, what: Read) -> Any:
    _own(seat, seen, what.being)
    return offers.read(seen, what.being, what.action, what.chosen, what.words)


@answers(Lays)
def look_where_to_lay(documents: Documents, seat: Seat, seen: Seen, what: Lays) -> Any:
    _own(seat, seen, what.being)
    return offers.lays(seen, what.being, what.tray, what.slot)


@answers(Why)
def look_why(documents: Documents, seat: Seat, seen: Seen, what: Why) -> Any:
    _own(seat, seen, what.being)
    return offers.why(seen, what.being, what.action)


@answers(Suggest)
def look_for_a_suggestion(documents: Documents, seat: Seat, seen: Seen, what: Suggest) -> Any:
    _own(seat, seen, what.being)
    if seat.role is not Role.GM and not documents.table.settings.suggestions:
        raise refuse("this table plays without suggestions")
    return offers.suggested(seen, what.being)


# ---------------------------------------------------------------- odds


class OddsOf(Look, frozen=True, tag="odds"):
    """What a command leads to; `provoked`: as if everybody took each Reaction that they are offered. `within` so many
    milliseconds it is told what is known by then, and who asks again is told more; without, all of it at once."""

    actor: str
    name: str
    args: dict[str, Any] = {}
    provoked: bool = False
    within: int | None = None


class Instead(Look, frozen=True, tag="instead"):
    """What else could be chosen on the way of a command: the questions that its side would be asked; `within` as for
    odds."""

    actor: str
    name: str
    args: dict[str, Any] = {}
    within: int | None = None


class OddsOfAnswers(Look, frozen=True, tag="answer_odds"):
    """What follows from each answer to the open question; `within` as for odds."""

    within: int | None = None


class Bar(Look, frozen=True, tag="bar"):
    """Of each entry in the action bar of a being the best chance that there is; `within` as for odds."""

    being: str
    within: int | None = None


def _knower(documents: Documents, seen: Seen) -> Seen:
    found = foreseen.knower(seen, documents.table.settings)
    if found is None:
        raise refuse("this table plays without odds")
    return found


class Covers(Look, frozen=True, tag="covers"):
    """All places that a command is about at once; none where it is not about an area."""

    actor: str
    name: str
    args: dict[str, Any] = {}


@answers(Covers)
def look_at_area(documents: Documents, seat: Seat, seen: Seen, what: Covers) -> Any:
    _own(seat, seen, what.actor)
    places = seen.face.covers(seen.scene, command_of(what.actor, what.name, what.args))
    return {"places": [list(place) if isinstance(place, tuple) else place for place in places]}


@answers(OddsOf)
def look_at_odds(documents: Documents, seat: Seat, seen: Seen, what: OddsOf) -> Any:
    command, knower, table = _foreseeable(seat, what), _knower(documents, seen), documents.table
    enough = underway.within(what.within)
    weighing = None
    if what.within is not None:
        key = knower.seat, command, what.provoked
        weighing = documents.underway.of(table.number, key, lambda: knower.weigh(command, what.provoked))
    return foreseen.of_command(knower, table.settings, command, what.provoked, weighing, enough)


@answers(Instead)
def look_what_else(documents: Documents, seat: Seat, seen: Seen, what: Instead) -> Any:
    command = _foreseeable(seat, what)
    _own(seat, seen, what.actor)
    knower, settings = _knower(documents, seen), documents.table.settings
    return _as_far(documents, what, (knower.seat, command), lambda: instead.Choosing(knower, settings, command))


@answers(Bar)
def look_at_bar(documents: Documents, seat: Seat, seen: Seen, what: Bar) -> Any:
    _own(seat, seen, what.being)
    knower = _knower(documents, seen)
    return _as_far(documents, what, (knower.seat, what.being), lambda: bar.Bar(knower, what.being))


def _foreseeable(seat: Seat, what: OddsOf | Instead) -> Command:
    if what.actor == GM and seat.role is not Role.GM:
        raise refuse("these odds are the game master's")
    return command_of(what.actor, what.name, what.args)


@answers(OddsOfAnswers)
def look_at_answers(documents: Documents, seat: Seat, seen: Seen, what: OddsOfAnswers) -> Any:
    situation = documents.situation(seat)
    assert situation is not None
    if seat.role is not Role.GM and seat.id not in situation.waits.seats:
        raise refuse("no question is yours to answer")
    knower, settings = _knower(documents, seen), documents.table.settings
    return _as_far(documents, what, knower.seat, lambda: foreseen.OfAnswers(knower, settings))


class Telling(underway.Unfinished, Protocol):
    """What is worked out and can be told at any time."""

    def go_on(self, enough: Callable[[], bool]) -> None: ...

    def told(self) -> Any: ...


def _as_far(
    documents: Documents,
    what: Instead | OddsOfAnswers | Bar | Path,
    key: object,
    begin: Callable[[], Telling],
) -> Any:
    """What is known within the time that a look has, from where it was left before; without one, all of it."""
    enough, number = underway.within(what.within), documents.table.number
    working = begin() if what.within is None else documents.underway.of(number, (type(what), key), begin)
    working.go_on(enough)
    return working.told()


# ---------------------------------------------------------------- the board


class Path(Look, frozen=True, tag="path"):
    """The way of a being to a place: what it costs and may draw, or why it does not lead there; `within` as for
    odds."""

    being: str
    to: Any
    within: int | None = None


class Reach(Look, frozen=True, tag="reach"):
    """Where a being can move to now, and for how much."""

    being: str


class Far(Look, frozen=True, tag="far"):
    """How far everybody on the map is from a being, and in which direction."""

    being: str


class Sight(Look, frozen=True, tag="sight"):
    """Whether one sees the other, and why not or how well."""

    one: str
    other: str


@answers(Path)
def look_for_a_path(documents: Documents, seat: Seat, seen: Seen, what: Path) -> Any:
    _own(seat, seen, what.being)
    knower, to = foreseen.knower(seen, documents.table.settings), plain(what.to)
    key = seen.seat, knower is not None, what.being, to
    return _as_far(documents, what, key, lambda: ways.Path(seen, knower, what.being, to))


@answers(Reach)
def look_how_far(documents: Documents, seat: Seat, seen: Seen, what: Reach) -> Any:
    _own(seat, seen, what.being)
    return ways.reach(seen, what.being)


@answers(Far)
def look_around(documents: Documents, seat: Seat, seen: Seen, what: Far) -> Any:
    return ways.far(seen, what.being)


@answers(Sight)
def look_along(documents: Documents, seat: Seat, seen: Seen, what: Sight) -> Any:
    return ways.sight(seen, what.one, what.other)


# ---------------------------------------------------------------- sheets, the log, other seats


class Sheet(Look, frozen=True, tag="sheet"):
    """All there is to know about a being."""

    being: str


class Log(Look, frozen=True, tag="log"):
    """The log of the scene as this seat has read it: the last ones before a number, or before its end."""

    before: int | None = None
    most: int = 50


class SeeAs(Look, frozen=True, tag="see_as"):
    """The game master sees exactly what a seat has been told, or would be if somebody sat down there."""

    seat: str


class LookAs(Look, frozen=True, tag="look_as"):
    """The game master is told exactly what a seat is told that asks this; `look` is what it would send."""

    seat: str
    look: dict[str, Any]


@answers(Sheet)
def look_at_sheet(documents: Documents, seat: Seat, seen: Seen, what: Sheet) -> Any:
    settings = documents.table.settings
    known = seen if seen.seat == GM else foreseen.Guessing(seen, settings)
    being = known.scene.being(what.being)
    return sheet(seen.game, known.scene, being, knowing(known.scene, seen.seat, settings)[being.id])


@answers(Log)
def look_back(documents: Documents, seat: Seat, seen: Seen | None, what: Log) -> Any:
    watched = documents.table.watched(seat)
    if watched is None:
        return []
    end = len(watched.log) if what.before is None else max(0, min(what.before, len(watched.log)))
    first = max(0, end - max(0, min(what.most, MOST_LINES)))
    return [log.told(documents.table, seat, number) for number in range(first, end)]


@answers(SeeAs)
def see_as(documents: Documents, seat: Seat, seen: Seen | None, what: SeeAs) -> Any:
    master_only(seat)
    return documents.shown(documents.table.sitting(what.seat))


@answers(LookAs)
def look_as(documents: Documents, seat: Seat, seen: Seen | None, what: LookAs) -> Any:
    master_only(seat)
    kinds = {str(kind.__struct_config__.tag): kind for kind in LOOKS if kind is not LookAs}
    kind = kinds.get(str(what.look.get("do")))
    if kind is None:
        raise BadInput(f"look: expected what a seat asks, with `do` one of {', '.join(sorted(kinds))}")
    try:
        asked = read(what.look, kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"look: {fault}") from None
    return look(documents, what.seat, asked)
