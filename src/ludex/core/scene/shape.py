"""The tables of a scene file that every game has: beings with any field overridden, conditions, turn, mode, scene.

A game says in a `Shape` what its beings and scenes are made of and what more it knows; these functions do the rest. How
fields are looked up by path is in `look_up.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Annotated, Any, NamedTuple, get_type_hints

import msgspec

from ludex.core.content.conditions import Conditions, Kind
from ludex.core.content.content import ContentError, Library, Record, convert
from ludex.core.content.expected import problem
from ludex.core.content.numbers import Anything, Moment, Natural, Whole, bounded
from ludex.core.content.references import words
from ludex.core.kernel.english import meant, there_are
from ludex.core.kernel.named import BeingId, Noted
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.reading import read
from ludex.core.kernel.scene import Being, Condition, Scene, Until
from ludex.core.kernel.toml import spelled
from ludex.core.scene.mentioned import missing

PEOPLE = ("character", "enemy", "npc")  # kinds of content that beings are made from
ALMOST = 0.85  # how like two names are of which one is a slip of the other
NAMELESS = Kind(rule="")  # a condition that has no words of its own
SCENE = "scene"  # in place of a being, where it is nobody but the whole table
RESERVED = (GM, SCENE, "turn")  # they mean something else where beings are named


def no_need(condition: Condition) -> str:
    return ""


def nothing_noted(library: Library) -> Mapping[str, Iterable[str]]:
    return {}


def nothing_set(scene: Any, being: Any) -> None: ...


def nothing_more(scene: Any, being: Any, raw: Mapping[str, Any], where: str) -> None: ...


def nothing_said(state: Mapping[str, Any]) -> Mapping[str, Any]:
    return {}


def one_turn(being: Any) -> int:
    return 1


def nobody_else(scene: Any) -> tuple[str, ...]:
    return ()


class Own(NamedTuple):
    """A field of beings in a file that no field of the being or its sheet bears: its type, and how it is set."""

    hint: Any
    put: Callable[[Any, Any, Any, str], None]  # of the scene, the being, the value and where that stands


class Turn(Record, frozen=True, eq=False, kw_only=True):
    """Whose turn it is, and where in the round."""

    of: BeingId = ""
    order: tuple[BeingId, ...] | msgspec.UnsetType = msgspec.UNSET  # as the beings stand in the file
    round: Natural = 1
    acted: tuple[BeingId, ...] | msgspec.UnsetType = msgspec.UNSET  # all up to whose turn it is


@dataclass(frozen=True, kw_only=True, eq=False)
class Shape:
    """What a game's scene files are made of. Its beings have a `sheet`, a frozen dataclass of what stays."""

    scene: type[Scene[Any]]
    being: type[Being]
    sheet: type[Any]
    board: type[Any]  # the record of a board in the content
    conditions: Collection[str]  # the names of those there are
    sides: tuple[str, ...]
    modes: tuple[str, ...]
    fighting: str  # the mode where a turn is given
    otherwise: str  # and where none is
    scene_fields: frozenset[str]  # what [scene] may set
    turn: type[Turn] = Turn  # what `turn` may say
    lists: Mapping[str, type[Any]] = field(default_factory=dict)  # [[tables]] of the game's own at the top of a file
    tables: Mapping[str, type[Any]] = field(default_factory=dict)  # single [tables], likewise
    own: Mapping[str, Own] = field(default_factory=dict)  # fields of beings that the game sets itself
    said: Callable[[Mapping[str, Any]], Mapping[str, Any]] = nothing_said  # those, of somebody as kept
    curses: str = ""  # a kind of content whose entries are conditions as well
    maxima: Mapping[str, str] = field(default_factory=dict)  # hp_max = "hp": the most of a pool, which the sheet has
    exceeding: frozenset[str] = frozenset()  # pools of which one may have more than the most
    pools: frozenset[str] = frozenset()  # whole numbers from 0 on
    gauges: Mapping[str, str] = field(default_factory=dict)  # HP = "hp": the field of what people call so
    bounds: Mapping[str, Any] = field(default_factory=dict)  # of other numbers: level = Level
    # of fields of beings and of the scene that can hold more than a file may say: rank = Annotated[str, words(…)]
    types: Mapping[str, Any] = field(default_factory=dict)
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # fields that list things: of which kinds
    limits: tuple[str, ...] = ()  # the moments that give back what is used up
    uses: Any = Noted  # the names under which it is used up
    merged: Mapping[str, Collection[str]] = field(default_factory=dict)  # tables of the sheet, and the names in them
    unset: frozenset[str] = frozenset({"kind"})  # fields that no file sets
    value_word: str = "value"  # how people call the value of a condition
    moments: tuple[str, ...] = ()  # words for the end of a condition that stand alone: combat, rest
    moments_of: Mapping[str, str] = field(default_factory=dict)  # words with a being: "focus of" = "focus"
    mid_round: Callable[[Any, Any], None] = nothing_set  # (scene, who): what else is so while it is somebody's turn
    noted: Callable[[Library], Mapping[str, Iterable[str]]] = nothing_noted  # words of notes of conditions
    needs: Callable[[Condition], str] = no_need  # what a condition has to be given and was not
    settle: Callable[[Any, Any, Mapping[str, Any], str], None] = nothing_more  # what goes together, after overriding
    values: Mapping[str, Callable[[Any, Any], object]] = field(default_factory=dict)  # derived: (scene, being)
    named_values: Mapping[str, Callable[[Any, Any, str], object]] = field(default_factory=dict)  # NAME.part, likewise
    scene_values: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    turns_of: Callable[[Any], int] = one_turn  # how often somebody stands in the order of turns
    besides: Callable[[Any], Collection[str]] = nobody_else  # of a scene: ids that no being has and that stand for one
    distance: Callable[[Any, Any, Any], int] | None = None  # between two beings; without it the scene's own method

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The tables at the top of a file, beside those of every scene file."""
        return ("board", "beings", "turn", "mode", "scene", *self.tables, *self.lists, "options")

    @cached_property
    def being_fields(self) -> frozenset[str]:
        return frozenset({f.name for f in fields(self.being)} - {"id", "sheet", "conditions", "side", "name"})

    @cached_property
    def sheet_fields(self) -> frozenset[str]:
        """The fields of the sheet that can be set under their own names."""
        return frozenset({f.name for f in fields(self.sheet)} - {f.name for f in fields(self.being)} - self.unset)

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The type of everything that can be set of a being."""
        known = {**get_type_hints(self.sheet, include_extras=True), **get_type_hints(self.being, include_extras=True)}
        wanted = self.being_fields | self.sheet_fields
        own = {name: given.hint for name, given in self.own.items()}
        stated = {name: hint for name, hint in self.types.items() if name in wanted}
        if self.limits:
            moment = Annotated[str, words("moment", self.limits)]
            stated["used"] = tuple[tuple[self.uses, moment], ...]  # type: ignore[name-defined]  # known only now
        return {name: known[name] for name in sorted(wanted)} | dict.fromkeys(self.maxima, int) | own | stated

    @cached_property
    def scene_hints(self) -> dict[str, Any]:
        known = get_type_hints(self.scene, include_extras=True)
        return {name: self.types.get(name, known[name]) for name in sorted(self.scene_fields)}

    @cached_property
    def bounded(self) -> dict[str, Any]:
        """The type of everything that can be set of a being, with the bounds of its numbers: of a pool none or some, of
        all else what the game says."""
        known = {**dict.fromkeys((*self.pools, *self.maxima), Natural), **self.bounds}
        return {name: bounded(hint, known.get(name, Anything)) for name, hint in self.hints.items()}

    @cached_property
    def below_zero(self) -> frozenset[str]:
        """The numbers that may be less than nothing."""
        return frozenset([name for name, bound in self.bounded.items() if bound != Natural])

    @cached_property
    def scene_bounded(self) -> dict[str, Any]:
        """The same for the fields of the scene."""
        known = {"clock": Moment, **self.bounds}
        return {name: bounded(hint, known.get(name, Anything)) for name, hint in self.scene_hints.items()}

    def conditions_in(self, scene: Scene[Any]) -> Collection[str]:
        """The names of all conditions that there are in a scene."""
        return (*self.conditions, *scene.library.shelves[self.curses].entries) if self.curses else self.conditions

    def kind_of(self, condition: str) -> Kind:
        """What there is to know of a condition."""
        return self.conditions.get(condition, NAMELESS) if isinstance(self.conditions, Conditions) else NAMELESS


# ---------------------------------------------------------------- the tables


def read_board(shape: Shape, tables: Mapping[str, Any], where: str, library: Library) -> Any:
    """The record of the board: one of the content by its name, or the table itself."""
    raw = tables.get("board", {})
    if isinstance(raw, str):
        return library.shelves["board"].get(raw, f"{where}, field board")
    if not isinstance(raw, Mapping):
        raise ContentError(f"{where}, field board: expected the name of a board, or a table")
    return read_value({"id": "board", "name": "Board", **raw}, shape.board, f"{where}, field board")


def read_list(shape: Shape, tables: Mapping[str, Any], key: str, where: str) -> tuple[Any, ...]:
    """A list of tables of the game's own."""
    raw = tables.get(key, ())
    if not isinstance(raw, list | tuple):
        raise ContentError(f"{where}, field {key}: expected a list of tables, [[{key}]]")
    return tuple(read_value(one, shape.lists[key], f"{where}, field {key}[{n}]") for n, one in enumerate(raw))


def read_table(shape: Shape, tables: Mapping[str, Any], key: str, where: str) -> Any:
    """A table of the game's own."""
    return read_value(tables.get(key, {}), shape.tables[key], f"{where}, field {key}")


def fill(
    shape: Shape,
    scene: Scene[Any],
    tables: Mapping[str, Any],
    where: str,
    make: Callable[[str, Mapping[str, Any], str], Being],
) -> None:
    """Beings as `make` (of name, table and where that stands) has them, turn, overridden fields, [scene]."""
    given = being_tables(shape, tables, where)
    for name, raw in given.items():
        if "from" not in raw:
            check_spelling(scene.library, name, f"{where}, beings.{name}")
        scene.beings[name] = make(name, raw, f"{where}, beings.{name}")
    check_tables(shape, scene, tables, where)
    read_turn(shape, scene, tables, where)
    if scene.turns.current:
        shape.mid_round(scene, scene.beings[scene.turns.current])
    for name, raw in given.items():
        override(shape, scene, scene.beings[name], raw, f"{where}, beings.{name}")
    check_order(shape, scene, where)
    read_scene_fields(shape, scene, tables.get("scene", {}), where)


def check_tables(shape: Shape, scene: Scene[Any], tables: Mapping[str, Any], where: str) -> None:
    """What the game's own tables mention is there."""
    for key in shape.lists:
        given = read_list(shape, tables, key, where)
        refuse_missing(shape, scene, tuple[shape.lists[key], ...], given, f"{where}, field {key}")  # type: ignore[name-defined]  # known only now
    for key in shape.tables:
        refuse_missing(shape, scene, shape.tables[key], read_table(shape, tables, key, where), f"{where}, field {key}")


def refuse_missing(shape: Shape, scene: Scene[Any], hint: Any, value: object, spot: str) -> None:
    """Raise where something is mentioned that is not there."""
    for fault in missing(scene, (*scene.beings, *shape.besides(scene)), hint, value):
        path = "" if not fault.field else fault.field if fault.field.startswith("[") else f".{fault.field}"
        raise ContentError(f"{spot}{path}: {fault.problem}")


def check_spelling(library: Library, name: str, where: str) -> None:
    """A being that the content does not have is somebody plain; but not one whose name is almost somebody's."""
    known = [entry for kind in PEOPLE if kind in library.shelves for entry in library.shelves[kind].entries]
    near = get_close_matches(name, known, n=1, cutoff=ALMOST) if name not in known and len(name) > 3 else []
    if near and not name.startswith(near[0]):
        raise ContentError(
            f"{where}: the content has no {name!r}; did you mean {near[0]!r}? `from` names an entry of it"
        )


def being_tables(shape: Shape, tables: Mapping[str, Any], where: str) -> dict[str, Mapping[str, Any]]:
    """The tables of the beings by name, as they stand in the file."""
    given = tables.get("beings", {})
    if not isinstance(given, Mapping):
        raise ContentError(f"{where}, field beings: expected tables, [beings.NAME]")
    for name, raw in given.items():
        if not isinstance(raw, Mapping):
            raise ContentError(f"{where}, beings.{name}: expected a table")
        if name in RESERVED or name in shape.sides:
            raise ContentError(f"{where}, beings.{name}: no being can be called {name!r}")
    return dict(given)


def read_turn(shape: Shape, scene: Scene[Any], tables: Mapping[str, Any], where: str) -> None:
    """The mode, and `turn`: a being's name, or a table with of, order, round, acted, and names of the game's own."""
    raw = tables.get("turn")
    scene.mode = tables.get("mode", shape.fighting if raw else shape.otherwise)
    if scene.mode not in shape.modes:
        *others, last = shape.modes
        raise ContentError(f"{where}, field mode: expected {', '.join(others)} or {last}, not {spelled(scene.mode)}")
    if not raw:
        return
    if isinstance(raw, str):
        refuse_missing(shape, scene, BeingId, raw, f"{where}, field turn")
        raw = {"of": raw}
    keys = shape.turn.__struct_fields__
    if not isinstance(raw, Mapping):
        expected = ", ".join(keys)
        raise ContentError(f"{where}, field turn: expected a being's name, or a table with {expected}")
    turn = read_there(shape, scene, raw, shape.turn, f"{where}, field turn")
    own = {name: getattr(turn, name) for name in keys if name not in Turn.__struct_fields__}
    order = tuple(scene.beings) if turn.order is msgspec.UNSET else turn.order
    fighting = scene.mode == shape.fighting  # outside a fight somebody may lead, and nothing is counted
    if fighting and turn.round < 1:
        raise ContentError(f"{where}, field turn.round: expected a whole number of at least 1, not {turn.round}")
    if fighting and turn.of and turn.of not in order:
        raise ContentError(f"{where}, field turn.order: {turn.of!r}, whose turn it is, is missing in it")
    so_far = order[: order.index(turn.of) + 1] if turn.of in order else ()
    acted = so_far if turn.acted is msgspec.UNSET else turn.acted
    scene.turns = replace(scene.turns, order=order, round=turn.round, current=turn.of, acted=acted, **own)


def check_order(shape: Shape, scene: Scene[Any], where: str) -> None:
    """Nobody stands in the order of turns more often than they have turns."""
    order = scene.turns.order
    for name in order:
        often = shape.turns_of(scene.beings[name])
        if order.count(name) > often:
            times = "once" if often == 1 else f"{often} times"
            raise ContentError(f"{where}, field turn.order: {name!r} stands in it too often; expected it {times}")


def read_scene_fields(shape: Shape, scene: Scene[Any], raw: Any, where: str) -> None:
    """[scene]: the fields that a file or the game master may set."""
    if not isinstance(raw, Mapping):
        raise ContentError(f"{where}, field scene: expected a table")
    for key, value in raw.items():
        if key not in shape.scene_fields:
            raise ContentError(f"{where}, scene.{key}: there is no field {key!r}; {meant(key, shape.scene_hints)}")
        setattr(scene, key, read_there(shape, scene, value, shape.scene_bounded[key], f"{where}, scene.{key}"))


# ---------------------------------------------------------------- any field of a being


def override(shape: Shape, scene: Scene[Any], being: Any, raw: Mapping[str, Any], where: str) -> None:
    """Any field of a being or their sheet, by name; `from` says what they were made of."""
    changes: dict[str, Any] = {}  # of the sheet
    for key, value in raw.items():
        spot = f"{where}, field {key}"
        if key == "from":
            continue
        if key in ("side", "name"):
            setattr(being, key, read_value(value, str, spot))
        elif key == "conditions":
            for number, one in enumerate(value if isinstance(value, list | tuple) else (value,)):
                being.afflict(read_condition(shape, scene, one, f"{spot}[{number}]"))
        elif key in shape.own:
            shape.own[key].put(scene, being, read_there(shape, scene, value, shape.bounded[key], spot), spot)
        elif key in shape.maxima:
            changes[shape.maxima[key]] = read_value(value, shape.bounded[key], spot)
        elif key in shape.merged:
            changes[key] = {**getattr(being.sheet, key), **read_merged(shape, key, value, spot)}
        elif key in shape.being_fields:
            setattr(being, key, read_there(shape, scene, value, shape.bounded[key], spot))
        elif key in shape.sheet_fields:
            changes[key] = read_there(shape, scene, value, shape.bounded[key], spot)
        else:
            known = (*shape.hints, "conditions", "from", "name", "side")
            raise ContentError(f"{spot}: there is no such field; {meant(key, known)}")
    keep_within(shape, being, raw, changes, where)
    if changes:
        being.sheet = replace(being.sheet, **changes)
    shape.settle(scene, being, raw, where)
    being.sheet = scene.library.known_sheet(being.sheet)


def read_merged(shape: Shape, key: str, value: Any, spot: str) -> dict[str, int]:
    """A table of the sheet of which a file names only what is different."""
    found: dict[str, int] = convert(value, dict[str, Whole], spot)
    known = shape.merged[key]
    for name in found:
        if name not in known:
            raise ContentError(f"{spot}: there is no {name!r}; {meant(name, known)}")
    return found


def keep_within(shape: Shape, being: Any, raw: Mapping[str, Any], changes: dict[str, Any], where: str) -> None:
    """What one has and the most one can have go together: who has more than the most has a higher most."""
    for key, pool in shape.maxima.items():
        now, was = getattr(being, pool), getattr(being.sheet, pool)
        most = changes.get(pool, was)
        if pool in changes and pool not in raw:  # who has all of it still has all of it
            setattr(being, pool, most if now == was else min(now, most))
        elif now > most and pool not in shape.exceeding:
            if key in raw:
                raise ContentError(f"{where}, field {pool}: {now} is more than the {key} of {most}")
            changes[pool] = now


def read_value(value: Any, hint: Any, where: str) -> Any:
    """A value of that type, or where it is not one."""
    try:
        return read(value, hint)
    except msgspec.ValidationError as fault:
        path, words = problem(hint, value, fault)
        spot = "" if not path else path if path.startswith("[") else f".{path}"
        raise ContentError(f"{where}{spot}: {words}") from None


def read_there(shape: Shape, scene: Scene[Any], value: Any, hint: Any, where: str) -> Any:
    """The same, and all that it mentions is there."""
    found = read_value(value, hint, where)
    refuse_missing(shape, scene, hint, found, where)
    return found


# ---------------------------------------------------------------- conditions


def read_condition(shape: Shape, scene: Scene[Any], raw: Any, where: str) -> Condition:
    """A name, or a table with name, source, until, value and note."""
    if isinstance(raw, str):
        raw = {"name": raw}
    if not isinstance(raw, Mapping):
        raise ContentError(f"{where}: expected a condition's name, or a table")
    raw = in_plain_words(shape, raw, where)
    ends = read_until(shape, scene, raw.pop("until"), where) if isinstance(raw.get("until"), str) else None
    condition = convert(raw, Condition, where)
    if ends is not None:
        condition = replace(condition, until=ends)
    known = shape.conditions_in(scene)
    if condition.name not in known:
        raise ContentError(f"{where}: there is no condition {condition.name!r}; {meant(condition.name, known)}")
    check_source(shape, scene, condition, where)
    refuse_missing(shape, scene, Until | None, condition.until, f"{where}.until")
    lacking = shape.needs(condition)
    if lacking:
        raise ContentError(f"{where}: {condition.name} needs {lacking}")
    return condition


def check_source(shape: Shape, scene: Scene[Any], condition: Condition, where: str) -> None:
    """Where a condition comes from somebody, they are there; what comes from smoke or sand may say so."""
    known, source = scene.beings, condition.source
    kind = shape.kind_of(condition.name)
    slip = get_close_matches(source, known, n=1, cutoff=ALMOST)
    if source and source not in known and (kind.sourced or slip):
        raise ContentError(f"{where}.source: there is no being {source!r}; {there_are(source, known)}")


def in_plain_words(shape: Shape, raw: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The table of a condition with `note` and `value`, whatever the game and this condition call them."""
    kind = shape.kind_of(str(raw.get("name", "")))
    known = {kind.note_word: "note", kind.value_word: "value", shape.value_word: "value"}
    names = tuple(filter(None, (*[field.name for field in fields(Condition)], *known)))
    found: dict[str, Any] = {}
    for key, given in raw.items():
        plain = known.get(key, key)
        if key not in names:
            raise ContentError(f"{where}: there is no field {key!r}; {meant(key, names)}")
        if plain in found:
            raise ContentError(f"{where}, field {key}: it says the same as another field, {plain}; give one")
        is_it_so = kind.yes_or_no and key == kind.value_word and isinstance(given, bool)
        found[plain] = int(given) if is_it_so else given
    return found


def read_until(shape: Shape, scene: Scene[Any], words: str, where: str) -> Until:
    """`start of NAME's turn`, `end of NAME's turn`, `end of NAME's next turn`, and the moments of the game."""
    text = words.replace("’", "'")
    if text in shape.moments:
        return Until(text)
    for start, when in {"start of": "start of turn", "end of": "end of turn", **shape.moments_of}.items():
        if text.startswith(f"{start} "):
            of = text[len(start) + 1 :]
            who = of.removesuffix(" next turn").removesuffix(" turn").removesuffix("'s")
            if who not in scene.beings:
                raise ContentError(f"{where}.until: there is no being {who!r}; {there_are(who, scene.beings)}")
            # a turn under way ends first, and is not the next one
            after = of.endswith(" next turn") and when == "end of turn" and scene.turns.current == who
            return Until(when, who, 2 if after else 1)
    known = (*shape.moments, *[f"{start} NAME's turn" for start in ("start of", "end of")], "end of NAME's next turn")
    known += tuple(f"{start} NAME" for start in shape.moments_of)
    raise ContentError(f"{where}.until: {words!r} is not understood; {meant(words, known)}")
