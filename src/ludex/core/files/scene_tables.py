"""A scene as it stands, written as the tables of a scene file: everybody from their entry, with what is different about
them by now. What comes of the tables is held against the scene; what a file cannot say is told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ludex.core.content.content import Library
from ludex.core.content.references import references
from ludex.core.content.said import steps
from ludex.core.files.codec import as_plain
from ludex.core.files.findings import Finding, SceneLooked, scene_looked
from ludex.core.game import Game
from ludex.core.kernel.renaming import rename
from ludex.core.kernel.scene import Scene
from ludex.core.scene.shape import PEOPLE, RESERVED, Shape, Turn

KEPT = ("title", "text", "told", "handouts", "content", "board", "difficulty")  # of the file it was made of
SECRET = re.compile(r"somebody_[0-9a-f]{12}")  # the id of one of whom the players know nothing
MOST_TRIES = 6  # times that it is written anew, without what cannot be set and with what is still another
State = dict[str, Any]
Spot = tuple[str, ...]  # a way to a field


class Tabled(NamedTuple):
    tables: dict[str, Any]
    left_out: list[str]  # ways to what a file cannot say, such as `beings.bear.moved`


def scene_tables(game: Game[Any], scene: Scene[Any], library: Library, base: Mapping[str, Any]) -> Tabled:
    """`base`: the tables of the file that the scene was made of, whose words, board and own tables stay."""
    scene = scene.fork()
    rename(scene, readable_ids(game, scene))
    state = as_plain(scene)
    tables = {
        "game": game.name,
        **{key: value for key, value in base.items() if key in (*KEPT, *game.shape.tables, *game.shape.lists)},
        **_turn(game.shape, scene, state),
    }
    changed = {name: value for name, value in scene.options.items() if value != _default(game, name)}
    tables |= {"options": changed} if changed else {}
    tables["beings"] = {
        name: {**_made_from(library, name, being), "at": state["beings"][name].get("at")}
        for name, being in scene.beings.items()
    }
    tables = _written(tables)
    refused: set[Spot] = set()
    listed: set[str] = set()
    for _ in range(MOST_TRIES):  # what one field is worked out from, another may have changed
        looked = scene_looked(tables, "", library)
        wrong = {spot for finding in looked.findings if _is_set(tables, spot := _spot(finding))}
        if wrong - refused:
            refused |= wrong
        elif not _unlike(state, _state(looked)):
            break
        tables = _without(_with_changes(game.shape, tables, state, _state(looked), listed), refused)
    return Tabled(tables, list(_between(state, _state(scene_looked(tables, "", library)), "")))


def _with_changes(shape: Shape, tables: dict[str, Any], state: State, made: State, listed: set[str]) -> dict[str, Any]:
    there = made.get("beings", {})
    changed = {name: _changes(shape, state["beings"][name], there.get(name, {})) for name in tables["beings"]}
    beings = {name: {**raw, **changed[name]} for name, raw in tables["beings"].items()}
    return {**_with_scene(shape, tables, state, made, listed), "beings": beings}


def _unlike(state: State, other: State) -> bool:
    return next(_between(state, other, ""), None) is not None


def _is_set(tables: Mapping[str, Any], spot: Spot) -> bool:
    """Does the file say anything there?"""
    place: Any = tables
    for key in spot:
        if not isinstance(place, Mapping) or key not in place:
            return False
        place = place[key]
    return bool(spot)


def _spot(finding: Finding) -> Spot:
    way = [*steps(finding.entry), *steps(finding.field)]
    return tuple(map(str, way[: 3 if way[:1] == ["beings"] else 2]))


Named = tuple[str, str]  # the kind and the id of an entry


def used(game: Game[Any], library: Library, tables: Mapping[str, Any]) -> list[Named]:
    """The entries that a scene needs and that do not come with the game: of its board, of who is in it, of what lies
    about, and all that these name."""
    words = set(_words({key: value for key, value in tables.items() if key != "content"}))
    waiting = [(kind, id) for kind, shelf in library.shelves.items() for id in shelf.entries if id in words]
    found: dict[Named, None] = {}
    while waiting:
        kind, id = waiting.pop(0)
        entry = library.shelves[kind].entries[id]
        if (kind, id) in found or entry is game.starter.shelves[kind].entries.get(id):
            continue
        found[kind, id] = None
        named = [(kind, one.id) for one in references(entry) for kind in one.to.kinds if kind in library.shelves]
        waiting += [(kind, id) for kind, id in named if id in library.shelves[kind].entries]
    return list(found)


def _words(value: Any) -> Iterator[str]:
    """All words that stand in tables, names of beings too: without `from` they are those of their entries."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield str(key)
            yield from _words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)


def _default(game: Game[Any], name: str) -> object:
    return game.rulebook.options[name].default


def _state(looked: SceneLooked) -> State:
    return as_plain(looked.made.scene) if looked.made is not None else {}


def readable_ids(game: Game[Any], scene: Scene[Any]) -> dict[str, str]:
    """Those who had ids that nobody guesses have ones that people can read."""
    found: dict[str, str] = {}
    taken = {*scene.beings, *RESERVED, *game.sides}
    for name, being in scene.beings.items():
        if SECRET.fullmatch(name):
            stem = str(being.sheet.kind or "somebody")
            found[name] = next(each for each in _numbered(stem) if each not in taken)
            taken.add(found[name])
    return found


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}_{number}" for number in range(2, 10_000))


def _turn(shape: Shape, scene: Scene[Any], state: State) -> dict[str, Any]:
    """The mode, and whose turn it is where turns are counted."""
    turns = state.get("turns", {})
    told: dict[str, Any] = {"mode": scene.mode}
    if scene.turns.current or scene.turns.round:
        own = [name for name in shape.turn.__struct_fields__ if name not in Turn.__struct_fields__]
        turn = {
            "of": turns.get("current", ""),
            **{key: turns[key] for key in ("order", "round", "acted") if key in turns},
        }
        told["turn"] = {**turn, **{key: turns[key] for key in own if turns.get(key)}}
    return told


def _made_from(library: Library, name: str, being: Any) -> dict[str, Any]:
    entry = str(being.sheet.kind)
    shelves = [library.shelves[kind] for kind in (*PEOPLE, "object") if kind in library.shelves]
    known = next((shelf.entries[entry] for shelf in shelves if entry in shelf), None)
    found: dict[str, Any] = {"from": entry} if known is not None and entry != name else {}
    found |= {"name": being.name} if known is None or known.name != being.name else {}
    return {**found, "side": being.side}


def _with_scene(shape: Shape, tables: dict[str, Any], state: State, fresh: State, listed: set[str]) -> dict[str, Any]:
    """With those fields and lists of the scene that are another than the file would have them. `listed`: lists that
    were written whole before."""
    fields = {
        key: state[key] for key in sorted(shape.scene_fields) if _differs(state, fresh, key) and key not in shape.lists
    }
    found = {**tables, **({"scene": {**tables.get("scene", {}), **_written(fields)}} if fields else {})}
    for key, record in shape.lists.items():
        if _differs(state, fresh, key):
            whole, made = _listed(record, state.get(key, [])), _listed(record, fresh.get(key, []))
            found[key] = _mended(tables.get(key, []), whole, made) if key in listed else whole
            listed.add(key)
    return found


def _listed(record: Any, entries: list[State]) -> list[State]:
    """As a file lists them."""
    known = _fields(record)
    return [_written({name: part for name, part in one.items() if name in known}) for one in entries]


def _mended(given: list[State], whole: list[State], made: list[State]) -> list[State]:
    """A list that comes on top of what the board has: without what is there twice then."""
    found = list(given)
    for one in _beyond(made, whole):
        if one in found:
            found.remove(one)
    return [*found, *_beyond(whole, made)]


def _beyond(entries: list[State], others: list[State]) -> list[State]:
    """Those of the entries that the others have not, or not as often."""
    left, found = list(others), []
    for one in entries:
        if one in left:
            left.remove(one)
        else:
            found.append(one)
    return found


def _fields(record: Any) -> set[str]:
    return set(getattr(record, "__struct_encode_fields__", None) or record.__dataclass_fields__)


def _changes(shape: Shape, now: State, before: State) -> dict[str, Any]:
    """What is different about somebody, by the names that files have for it."""
    found: dict[str, Any] = {}
    sheet, was = now.get("sheet", {}), before.get("sheet", {})
    found |= {key: sheet[key] for key in sorted(shape.sheet_fields) if _differs(sheet, was, key)}
    found |= {key: sheet[pool] for key, pool in shape.maxima.items() if _differs(sheet, was, pool)}
    found |= {key: now[key] for key in sorted(shape.being_fields) if _differs(now, before, key)}
    if said := shape.said(now) if found else {}:
        found = {**{key: value for key, value in found.items() if key not in shape.own}, **said}
    if now.get("conditions") != before.get("conditions") and now.get("conditions"):
        found["conditions"] = now["conditions"]
    plain: dict[str, Any] = _written(found)
    return plain


def _differs(one: State, other: State, key: str) -> bool:
    return key in one and one[key] != other.get(key)


def _written(value: Any) -> Any:
    """As TOML can have it: without what is nothing."""
    if isinstance(value, Mapping):
        return {key: _written(part) for key, part in value.items() if part is not None}
    return [_written(part) for part in value] if isinstance(value, list) else value


def _without(tables: dict[str, Any], refused: set[Spot]) -> dict[str, Any]:
    """The tables without those fields that cannot be set so."""
    beings = {name: dict(raw) for name, raw in tables["beings"].items()}
    rest = {key: dict(value) if isinstance(value, Mapping) else value for key, value in tables.items()}
    for spot in refused:
        match spot:
            case ("beings", name, field) if name in beings:
                beings[name].pop(field, None)
            case ("scene" | "turn" as table, field) if isinstance(rest.get(table), dict):
                rest[table].pop(field, None)
            case (key, *_) if key not in ("beings", "game", "scene", "turn"):
                rest.pop(key, None)
    return {**rest, "beings": beings}


def _between(state: State, other: State, way: str) -> Iterator[str]:
    """The ways to all that differs."""
    for key in dict.fromkeys((*state, *other)):
        one, two = state.get(key), other.get(key)
        if one == two:
            continue
        spot = f"{way}.{key}" if way else key
        if isinstance(one, dict) and isinstance(two, dict) and way.count(".") < 2:
            yield from _between(one, two, spot)
        else:
            yield spot
