"""The tables of a scene file that are Blue Box's own: board, beings, turn, and fields of the scene."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any, get_type_hints

import msgspec

from ludex.core.board.hex import HexBoard
from ludex.core.content import ContentError, Library, convert
from ludex.core.procedure import GM
from ludex.core.ruling import BadInput
from ludex.core.scene import Condition
from ludex.core.turns import Turns
from ludex.games.bluebox.being import (
    ABILITIES,
    FOES,
    PARTY,
    SIZES,
    STATS,
    Area,
    Being,
    Lying,
    Scene,
    Sheet,
    armor_class,
    power_die,
    save_dc,
)
from ludex.games.bluebox.build import check_mask, find_character, make_being, make_board, with_sheet
from ludex.games.bluebox.conditions import RULES
from ludex.games.bluebox.content_kinds import Board, Character, Enemy
from ludex.games.bluebox.damage import TYPES
from ludex.games.bluebox.ground import metres_left, speed

KEYS = ("board", "beings", "turn", "mode", "scene", "lying", "areas", "options")
RESERVED = (GM, "scene", "turn", PARTY, FOES)  # they mean something else where beings are named
POOLS = ("hp", "thp", "plating", "ep", "exhaustion", "ap", "moves", "metres", "marks", "saved", "failed")
MAXIMA = {"hp_max": "hp", "plating_max": "plating", "ep_max": "ep", "ap_max": "ap"}
SHEET_ONLY = {f.name for f in fields(Sheet)} - {f.name for f in fields(Being)} - {"kind"}
BEING_FIELDS = {f.name for f in fields(Being)} - {"id", "sheet", "conditions", "side", "name"}
TURN_FIELDS = tuple(f.name for f in fields(Turns))
SCENE_FIELDS = {"counter", "party_size", "clock", "known", "rest", "bonuses", "ticked", "adjustments"}


def build(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    for key in tables:
        if key not in KEYS:
            raise ContentError(
                f"{where}: unknown field {key!r}; expected one of: {', '.join(KEYS)} or those of every scene file"
            )
    board, areas = read_board(tables.get("board", {}), where, library)
    if "areas" in tables:
        areas += tuple(convert(raw, Area, f"{where}, field areas[{n}]") for n, raw in enumerate(tables["areas"]))
    lying = tuple(convert(raw, Lying, f"{where}, field lying[{n}]") for n, raw in enumerate(tables.get("lying", ())))
    given = tables.get("beings", {})
    if not isinstance(given, Mapping):
        raise ContentError(f"{where}, field beings: expected tables, [beings.NAME]")
    scene = Scene(
        game="bluebox", mode="adventure", beings={}, options=dict(tables["options"]), turns=Turns(), board=board,
        areas=areas, lying=lying,
    )  # fmt: skip
    scene.library = library
    kept = [raw["at"] for raw in given.values() if isinstance(raw, Mapping) and "at" in raw]
    for name, raw in given.items():
        scene.beings[name] = read_being(scene, name, raw, f"{where}, beings.{name}", library, kept)
    read_turn(scene, tables, where)
    for name, raw in given.items():
        override(scene, scene.beings[name], raw, f"{where}, beings.{name}")
    scene.escalating = any("Escalated" in being.states for being in scene.beings.values())
    read_scene_fields(scene, tables.get("scene", {}), where)
    return scene


def read_board(raw: Any, where: str, library: Library) -> tuple[HexBoard, tuple[Area, ...]]:
    if isinstance(raw, str):
        return make_board(library.shelves["board"].get(raw, f"{where}, field board"))
    if not isinstance(raw, Mapping):
        raise ContentError(f"{where}, field board: expected the name of a board, or a table")
    return make_board(convert({"id": "board", "name": "Board", **raw}, Board, f"{where}, board"))


def read_being(scene: Scene, name: str, raw: Any, where: str, library: Library, kept: list[Any]) -> Being:
    if not isinstance(raw, Mapping):
        raise ContentError(f"{where}: expected a table")
    if name in RESERVED:
        raise ContentError(f"{where}: no being can be called {name!r}")
    shelves = library.shelves
    source = raw.get("from", name)
    if "from" in raw or name in shelves["character"] or name in shelves["enemy"]:
        entry = find_character(library, source, f"{where}, field from")
    else:
        entry = plain_being(name)
    side = raw.get("side", FOES if isinstance(entry, Enemy) else PARTY)
    being = make_being(library, entry, name, side)
    being.name = raw.get("name", being.name)
    being.at = free_hex(scene, kept) if "at" not in raw else being.at
    return being


def plain_being(name: str) -> Character:
    """Somebody with nothing special: all stats 0, 20 HP, no Plating, no weapon."""
    stats: Any = dict.fromkeys(STATS, 0)
    return Character(id=name, name=name.replace("_", " ").capitalize(), stats=stats, hp=20, plating=0)


def free_hex(scene: Scene, kept: list[Any]) -> tuple[int, int]:
    """The first open hex that nobody has, nor is to have by the file."""
    taken = {cell for being in scene.beings.values() for cell in being.cells}
    for cell in sorted(scene.board.cells, key=lambda c: (c[1], c[0])):
        if cell not in taken and list(cell) not in kept and scene.board.open(cell):
            return cell
    raise ContentError("there is no free hex left on the board; say `at`")


# ---------------------------------------------------------------- whose turn it is


def read_turn(scene: Scene, tables: Mapping[str, Any], where: str) -> None:
    """`turn = "tahra"`, or a table with of, order, round, acted, late. Without it nobody's: Adventure mode."""
    raw = tables.get("turn")
    scene.mode = tables.get("mode", "combat" if raw else "adventure")
    if scene.mode not in ("combat", "adventure", "rest"):
        raise ContentError(f"{where}, field mode: expected combat, adventure or rest, not {scene.mode!r}")
    if not raw:
        return
    if isinstance(raw, str):
        raw = {"of": raw}
    known = ("of", "order", "round", "acted", "late", "broken_off")
    if not isinstance(raw, Mapping) or set(raw) - set(known):
        raise ContentError(f"{where}, field turn: expected a being's name, or a table with {', '.join(known)}")
    names = list(scene.beings)
    of = raw.get("of", "")
    for name in (of, *raw.get("order", ()), *raw.get("acted", ()), *raw.get("late", ())):
        if name not in scene.beings:
            raise ContentError(f"{where}, field turn: there is no being {name!r}; there are: {', '.join(names)}")
    order = tuple(raw.get("order", names))
    acted = tuple(raw.get("acted", order[: order.index(of) + 1] if of in order else ()))
    scene.turns = Turns(
        order=order, round=raw.get("round", 1), current=of, acted=acted, late=tuple(raw.get("late", ())),
        broken_off=tuple(raw.get("broken_off", ())),
    )  # fmt: skip
    for being in scene.beings.values():
        being.begun = being.reaction = True
    current = scene.beings[of]
    current.ap, current.moves = current.sheet.ap, 1


# ---------------------------------------------------------------- overriding fields


def override(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """Any field of a being or its sheet, by name."""
    hints = {**get_type_hints(Sheet), **get_type_hints(Being)}
    sheet_changes: dict[str, Any] = {}
    for key, value in raw.items():
        if key == "from":
            continue
        if key in ("side", "name"):
            setattr(being, key, read_value(value, str, f"{where}, field {key}"))
            continue
        spot = f"{where}, field {key}"
        if key == "conditions":
            for number, one in enumerate(value):
                being.afflict(read_condition(scene, one, f"{spot}[{number}]"))
        elif key in MAXIMA:
            sheet_changes[MAXIMA[key]] = convert(value, int, spot)
        elif key in ("stats", "abilities"):
            merged = {**getattr(being.sheet, key), **convert(value, dict[str, int], spot)}
            unknown = set(merged) - set(STATS) if key == "stats" else set()
            if unknown:
                raise ContentError(f"{spot}: {', '.join(unknown)}: expected one of {', '.join(STATS)}")
            sheet_changes[key] = merged
        elif key in BEING_FIELDS:
            setattr(being, key, read_value(value, hints[key], spot))
            if key in POOLS and getattr(being, key) < 0:
                raise ContentError(f"{spot}: expected a whole number from 0 on, not {value!r}")
        elif key in SHEET_ONLY:
            sheet_changes[key] = read_value(value, hints[key], spot)
        else:
            known = ", ".join(sorted((*BEING_FIELDS, *SHEET_ONLY, *MAXIMA, "conditions", "from", "name", "side")))
            raise ContentError(f"{spot}: there is no such field; expected one of: {known}")
    if "weapons" in raw and "ready" not in raw:
        being.ready = being.weapons
    for key, top in MAXIMA.items():
        now, most = getattr(being, top), sheet_changes.get(top, getattr(being.sheet, top))
        if top in sheet_changes and top not in raw:  # who has all of it still has all of it
            setattr(being, top, most if now == getattr(being.sheet, top) else min(now, most))
        elif now > most and top != "ap":
            if key in raw:
                raise ContentError(f"{where}, field {top}: {now} is more than the {key} of {most}")
            sheet_changes[top] = now
    if sheet_changes:
        with_sheet(being, **sheet_changes)
    if being.at not in scene.board.cells:
        raise ContentError(f"{where}, field at: {list(being.at)} is not on the board")
    check_names(scene, being, raw, where)
    settle(being, raw)


def check_names(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """What is named in the fields must exist."""
    sheet, shelves = being.sheet, scene.library.shelves
    known: dict[str, tuple[tuple[str, ...], Collection[str]]] = {
        "size": ((sheet.size,), SIZES),
        "element": ((sheet.element,), ("", *TYPES)),
        "resist": (sheet.resist, ("plain", *TYPES)),
        "immune": (sheet.immune, ("plain", *TYPES)),
        "vulnerable": (sheet.vulnerable, ("plain", *TYPES)),
        "abilities": (tuple(sheet.abilities), ABILITIES),
        "practiced_abilities": (sheet.practiced_abilities, ABILITIES),
        "practiced_saves": (sheet.practiced_saves, STATS),
        "powers": (sheet.powers, shelves["power"].entries),
        "weapons": (being.weapons, shelves["weapon"].entries),
        "items": (tuple(item.id for item in being.items), shelves["item"].entries),
        "background": ((sheet.background,), ("", *shelves["background"].entries)),
        "calling": ((sheet.calling,), ("", *shelves["calling"].entries)),
    }
    for key in raw:
        named, there = known.get(key, ((), ()))
        for name in named:
            if name not in there:
                expected = ", ".join(filter(None, there))
                raise ContentError(f"{where}, field {key}: there is no {name!r}; expected one of: {expected}")
    if "mask" in raw or "masks" in raw:
        for mask in (being.mask, *being.masks):
            check_mask(scene.library, mask, where)
    for name in ("ready", "damaged"):
        away = [weapon for weapon in getattr(being, name) if weapon not in being.weapons]
        if name in raw and away:
            raise ContentError(f"{where}, field {name}: {away[0]!r} is not among its weapons")


def settle(being: Being, raw: Mapping[str, Any]) -> None:
    """What always goes together: no Plating and Shattered, no HP and Down, a Focus and Focused."""
    if "plating" in raw:
        if being.plating:
            being.relieve("Shattered")
        elif being.sheet.plating and "Shattered" not in being.states:
            being.afflict(Condition("Shattered"))
    if being.hp == 0 and being.states.isdisjoint(("Down", "Out", "Dead", "Unconscious")):
        being.afflict(Condition("Down"))
    elif being.hp and "hp" in raw:
        being.relieve("Down")
    if "Down" in being.states and "ap" not in raw:
        being.ap = min(being.ap, 1)
    if being.focus and "Focused" not in being.states:
        being.afflict(Condition("Focused", being.id, note=being.focus))
    elif "focus" in raw and not being.focus:
        being.relieve("Focused")


def read_value(value: Any, hint: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as fault:
        raise ContentError(f"{where}: {fault}") from None


def read_condition(scene: Scene, raw: Any, where: str) -> Condition:
    """A name, or a table with name, source, until, value (a DC) and note."""
    if isinstance(raw, str):
        raw = {"name": raw}
    if not isinstance(raw, Mapping):
        raise ContentError(f"{where}: expected a condition's name, or a table")
    raw = dict(raw)
    if "dc" in raw:
        raw["value"] = raw.pop("dc")
    if isinstance(raw.get("until"), str):
        raw["until"] = read_until(scene, raw["until"], where)
    condition = convert(raw, Condition, where)
    if condition.name not in RULES:
        raise ContentError(f"{where}: there is no condition {condition.name!r}; known are: {', '.join(sorted(RULES))}")
    lacking = what_it_lacks(condition.name, condition.value, condition.note)
    if lacking:
        raise ContentError(f"{where}: {condition.name} needs {lacking}")
    return condition


ANY = "|".join(ABILITIES)
NOTES = {
    "Hunkered": (r"-?\d+ -?\d+ -?\d+ -?\d+", "a note with its Cover edge, such as '0 0 1 0'"),
    "Scorching": (rf"\d+ \d+ ({'|'.join(('plain', *TYPES))})", "a note with its dice, such as '1 4 Fire'"),
    "Edge": (rf"({ANY})(\|({ANY}))*", "a note with abilities, such as 'Grapple|Strength'"),
    "Resistance": (rf"({'|'.join(TYPES)})", "a note with a damage type"),
}


def what_it_lacks(name: str, value: int, note: str) -> str:
    """What has to be said with a condition that is nothing without it."""
    if name in NOTES and not re.fullmatch(NOTES[name][0], note):
        return NOTES[name][1]
    return "a dc, its amount" if name in ("Edge", "Mighty", "Slowed") and not value else ""


def read_until(scene: Scene, words: str, where: str) -> dict[str, Any]:
    """`start of NAME's turn`, `end of NAME's turn`, `end of NAME's next turn`, `focus of NAME`, `combat`, `rest`."""
    text = words.replace("’", "'")
    for start, when in (("start of ", "start of turn"), ("end of ", "end of turn"), ("focus of ", "focus")):
        if text.startswith(start):
            who = text[len(start) :]
            turns = 2 if who.endswith(" next turn") and when == "end of turn" else 1
            who = who.removesuffix(" next turn").removesuffix(" turn").removesuffix("'s")
            if who not in scene.beings:
                raise ContentError(f"{where}, field until: there is no being {who!r}")
            if turns == 2 and scene.turns.current != who:
                turns = 1
            return {"when": when, "of": who, "turns": turns}
    if text in ("combat", "rest"):
        return {"when": text}
    raise ContentError(f"{where}, field until: {words!r} is not understood; see docs/scenes.md")


def read_scene_fields(scene: Scene, raw: Any, where: str) -> None:
    hints = get_type_hints(Scene)
    for key, value in raw.items():
        if key not in SCENE_FIELDS:
            expected = ", ".join(sorted(SCENE_FIELDS))
            raise ContentError(f"{where}, scene: there is no field {key!r}; expected one of: {expected}")
        setattr(scene, key, read_value(value, hints[key], f"{where}, scene.{key}"))


# ---------------------------------------------------------------- reading fields for expectations


def look_up(scene: Scene, path: str) -> object:
    head, _, rest = path.partition(".")
    if head == "scene":
        return scene_value(scene, rest)
    if head == "turn":
        name = {"of": "current"}.get(rest, rest)
        if name not in TURN_FIELDS:
            raise BadInput(f"{path}: a turn has no field {rest!r}; expected of, {', '.join(TURN_FIELDS)}")
        return getattr(scene.turns, name)
    if head not in scene.beings:
        raise BadInput(f"{path}: there is no being {head!r}; expected one of {', '.join(scene.beings)}, scene or turn")
    return being_value(scene, scene.beings[head], rest, path)


def scene_value(scene: Scene, name: str) -> object:
    if name == "lying":
        return tuple((thing.kind, thing.id, thing.at) for thing in scene.lying)
    if name == "cover":
        return len(scene.board.cover)
    if name == "areas":
        return len(scene.areas)
    if name.startswith("known."):
        return dict(scene.known).get(name[6:])
    if not hasattr(scene, name):
        raise BadInput(f"scene.{name}: a scene has no such field")
    value: object = getattr(scene, name)
    return value


def being_value(scene: Scene, being: Being, name: str, path: str) -> object:
    if name == "conditions":
        return tuple(sorted(being.states))
    head, _, rest = name.partition(".")
    if head in ("has", "is", "causes") and rest not in RULES:
        raise BadInput(f"{path}: there is no condition {rest!r}; known are: {', '.join(sorted(RULES))}")
    if head == "distance":
        if rest not in scene.beings:
            raise BadInput(f"{path}: there is no being {rest!r}")
        return scene.distance(being, scene.beings[rest])
    if head in ("has", "is"):
        return rest in being.states
    if head == "causes":
        return sum(c.name == rest for c in being.conditions)
    derived: dict[str, Callable[[], object]] = {
        "speed_now": lambda: speed(scene, being),
        "metres_left": lambda: metres_left(scene, being),
        "armor_class": lambda: armor_class(being),
        "height": lambda: scene.height(being),
        "power_die": lambda: f"d{power_die(being)}",
        "held": lambda: being.held.command.name if being.held else "",
        "items": lambda: tuple((i.id, i.count) for i in being.items),
        "activities": lambda: dict(scene.rest.left).get(being.id, 0) if scene.rest is not None else 0,
    }
    if name in derived:
        return derived[name]()
    if (head in ("stats", "save_dc") and rest and rest not in STATS) or (
        head == "abilities" and rest and rest not in ABILITIES
    ):
        raise BadInput(f"{path}: there is no {rest!r}")
    if head == "save_dc":
        return save_dc(being, rest)
    if head == "item":
        if rest not in scene.library.shelves["item"]:
            raise BadInput(f"{path}: there is no item {rest!r}")
        return being.has_left(rest)
    if name in MAXIMA:
        return getattr(being.sheet, MAXIMA[name])
    if head in ("stats", "abilities") and rest:
        return getattr(being.sheet, head).get(rest, 0)
    if hasattr(being, name):
        return getattr(being, name)
    if hasattr(being.sheet, name):
        return getattr(being.sheet, name)
    raise BadInput(f"{path}: a being has no field {name!r}")
