"""What is special about the scene files of Cloudbreaker Alliance: who stands where, what must exist, what goes
together, and what can be expected of a unit or the scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Annotated, Any, get_args

import msgspec

from ludex.core.board.zone import Spot, ZoneBoard, ZoneId
from ludex.core.content.content import ContentError, Library
from ludex.core.content.numbers import Level, Natural, Positive
from ludex.core.content.references import names, words
from ludex.core.kernel.english import no_such, there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.toml import spelled
from ludex.core.kernel.turns import Turns
from ludex.core.plan.entries import area_of, emptiest, taken
from ludex.core.scene import shape
from ludex.core.scene.shape import Own, Shape
from ludex.games.cloudbreaker.book.actions import actions_by_level, mastery_bonus
from ludex.games.cloudbreaker.book.analysing import TRIED
from ludex.games.cloudbreaker.book.attacks.weapons import free_hands
from ludex.games.cloudbreaker.book.classes import SECONDARY_FROM, ZONE, features_of
from ludex.games.cloudbreaker.book.conditions import let_all_go, out_of_hands
from ludex.games.cloudbreaker.book.morale import muster
from ludex.games.cloudbreaker.book.movement.actions import DRAGS
from ludex.games.cloudbreaker.book.movement.hazards import check_hazards
from ludex.games.cloudbreaker.book.neutralising import falters
from ludex.games.cloudbreaker.book.recovery import DAY
from ludex.games.cloudbreaker.book.rest import PURSUED
from ludex.games.cloudbreaker.book.situations.flow import FACING
from ludex.games.cloudbreaker.book.situations.turn_order import order
from ludex.games.cloudbreaker.build.from_content import (
    find_entry,
    in_hands,
    make_being,
    make_board,
    masteries,
)
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.records.effects import Afflict
from ludex.games.cloudbreaker.records.ids import ClassId, FeatureId, ItemId, SpellId, WeaponId, WeaponOrSpell
from ludex.games.cloudbreaker.records.kinds import Board, Character, Class, Enemy, Maneuver, Part, Role, Size, Unit
from ludex.games.cloudbreaker.scene.tables import (
    Situation,
    check_situation,
    party_starts,
    read_situation,
    those_surprised,
)
from ludex.games.cloudbreaker.state import (
    ENEMY,
    FOES,
    NPC,
    PARTY,
    PC,
    TOKENS,
    WIDE,
    Being,
    Lying,
    Placed,
    Scene,
    Sheet,
)


def build(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    entry: Board = shape.read_board(SHAPE, tables, where, library)
    ground = make_board(entry, library)
    situation: Situation = shape.read_table(SHAPE, tables, "situation", where)
    own = shape.read_list(SHAPE, tables, "hazards", where)
    check_hazards(library, ground.board, own, f"{where}, field hazards")
    scene = Scene(
        game="cloudbreaker", mode="adventure", beings={}, options=dict(tables["options"]), turns=Turns(),
        board=ground.board, hazards=(*ground.hazards, *own), lying=shape.read_list(SHAPE, tables, "lying", where),
    )  # fmt: skip
    scene.library = library
    check_lying(scene, where)
    read_situation(scene, situation, ground)
    fighting = bool(tables.get("turn")) or tables.get("mode") == SHAPE.fighting
    given = shape.being_tables(SHAPE, tables, where)
    unplaced: list[str] = []

    def make(name: str, raw: Mapping[str, Any], spot: str) -> Being:
        being = read_being(name, raw, spot, library)
        side = raw.get("side", being.side)
        area = zones_to_begin(scene, being, area_of(entry.starts, side)) if not party_starts(scene, side) else []
        being.at = emptiest(area, taken(given, scene.beings)) if area else start_zone(scene, being, side)
        unplaced.extend([name] if "at" not in raw and not area else [])
        if fighting:
            being.major, being.minor = being.sheet.major, being.sheet.minor
        return being

    shape.fill(SHAPE, scene, tables, where, make)
    for name, raw in tables.get("beings", {}).items():
        if "rest_due" not in raw:
            scene.beings[name].rest_due = scene.clock + DAY
    face_each_other(scene, unplaced)
    for name in those_surprised(scene, situation, where):
        scene.beings[name].afflict(Condition("Surprised"))
    check_situation(scene, where)
    if scene.mode == SHAPE.fighting:
        under_way(scene, tables, where)
    return scene


def read_being(name: str, raw: Mapping[str, Any], where: str, library: Library) -> Being:
    """One of the content, by `from` or by their own name, or somebody plain."""
    known = any(name in library.shelves[kind] for kind in ("character", "enemy", "npc", "object"))
    if "from" in raw or known:
        return make_being(library, find_entry(library, raw.get("from", name), f"{where}, field from"), name)
    return make_being(library, plain_unit(name, raw.get("side", PARTY)), name)


def plain_unit(name: str, side: str) -> Character | Unit:
    """Somebody with nothing special: on the party's side a character without a class, else an enemy."""
    shown = name.replace("_", " ").capitalize()
    if side == FOES:
        return Enemy(id=name, name=shown, targets=(Part(defense=11, hp=20),))
    return Character(id=name, name=shown, class_="", hp=30, mp=20, resolve=25, defense=12)


def zones_to_begin(scene: Scene, being: Being, area: Sequence[str]) -> list[str]:
    """Of the zones where a side begins, those where all of a unit has room."""
    wide = across(being)
    return [zone for zone in area if zone in scene.board and len(scene.board.block(zone, wide)) == wide * wide]


def start_zone(scene: Scene, being: Being, side: str) -> str:
    """Where somebody begins of whom the file does not say it: the party in the west, the others in the east."""
    there = roomy(scene.board, across(being)) or list(scene.board)
    ends = {zone: scene.board.spots[zone] for zone in there}
    farthest = min(ends, key=lambda zone: ends[zone] if side == PARTY else (-ends[zone][0], ends[zone][1]))
    return party_starts(scene, side) or farthest


def face_each_other(scene: Scene, unplaced: list[str]) -> None:
    """cb.formation.standard: of whom the file does not say where they begin, the sides begin with one empty zone
    between them; where others have a place, as it suits them, else in the middle of the board."""
    if scene.formation != "standard" or scene.kind == "escape" or not unplaced:
        return
    board = scene.board
    coming = [scene.beings[name] for name in unplaced]
    placed = [being for name, being in scene.beings.items() if name not in unplaced]
    middle = [(min(along) + max(along)) / 2 for along in zip(*board.spots.values(), strict=True)]
    room = {wide: roomy(board, wide) for wide in dict.fromkeys(map(across, coming))}
    faced = {wide: faced_from(board, corners, wide) for wide, corners in room.items()}

    def lacks_room(being: Being, own: str, other: str) -> bool:
        """Can a unit that begins at its end of a pair not stand two zones from the other?"""
        wide = across(being)
        if room[wide]:
            return board.spots[other] not in faced[wide]
        return board.gap(board.block(own, wide), (other,)) != FACING

    def unsuited(pair: tuple[str, str, str]) -> tuple[float, ...]:
        """How far all others are from where they would stand, and how far the pair is from the middle."""
        ours, between, theirs = pair
        off = sum(scene.away(being, ours if being.side == PARTY else theirs) for being in placed)
        lacking = sum(lacks_room(being, *ends(being, ours, theirs)) for being in coming)
        x, y = board.spots[between]
        return (off, lacking, abs(x - middle[0]) + abs(y - middle[1]))

    found = min(facing(scene), key=unsuited, default=None)
    if found is not None:
        for being in coming:
            own, other = ends(being, found[0], found[2])
            being.at = nearest_with_room(board, room[across(being)] or [own], across(being), own, other)


def facing(scene: Scene) -> list[tuple[str, str, str]]:
    """Every two zones that face each other across a third, the party's first: best in the west, else in the north."""
    board = scene.board
    lines = [(zone, board.toward(zone, way), way) for way in ("east", "south", "west", "north") for zone in board]
    return [
        (zone, between, beyond)
        for zone, between, way in lines
        if between is not None and (beyond := board.toward(between, way)) is not None
    ]


def ends(being: Being, ours: str, theirs: str) -> tuple[str, str]:
    """Of the party's zone and the one it faces: a unit's own, and the other."""
    return (ours, theirs) if being.side == PARTY else (theirs, ours)


def across(being: Being) -> int:
    """How many zones wide a unit is."""
    return WIDE.get(being.sheet.size, 1)


def roomy(board: ZoneBoard, wide: int) -> list[str]:
    """The zones where a unit of this width has room for all of it."""
    return [zone for zone in board if len(board.block(zone, wide)) == wide * wide]


def faced_from(board: ZoneBoard, corners: list[str], wide: int) -> set[Spot]:
    """The spots exactly two zones from a unit of this width that stands at one of these corners."""

    def off(along: int) -> int:
        return max(-along, along - wide + 1, 0)

    reach = range(-FACING, wide + FACING)
    around = [(dx, dy) for dx in reach for dy in reach if off(dx) + off(dy) == FACING]
    return {(x + dx, y + dy) for x, y in map(board.spots.__getitem__, corners) for dx, dy in around}


def nearest_with_room(board: ZoneBoard, corners: list[str], wide: int, own: str, other: str) -> str:
    """Where a unit begins that belongs to one zone and faces another: in it, or where there is room for all of it."""

    def off(zone: str) -> tuple[int, int]:
        return abs(board.gap(board.block(zone, wide), (other,)) - FACING), board.distance(zone, own)

    return min(corners, key=off)


def under_way(scene: Scene, tables: Mapping[str, Any], where: str) -> None:
    """In the middle of a situation the order is that of the numbers, and morale what the ranks have brought."""
    given = tables.get("turn")
    given = given if isinstance(given, Mapping) else {}
    turns = scene.turns
    if "order" not in given:
        by_number = order(scene)
        if turns.current and turns.current not in by_number:
            raise ContentError(f"{where}, field turn: {turns.current} takes no turns")
        so_far = by_number[: by_number.index(turns.current) + 1] if turns.current else ()
        acted = turns.acted if "acted" in given else so_far
        scene.turns = replace(turns, order=by_number, round=max(1, turns.round), acted=acted)
    stated = tables.get("scene", {})
    if "ended" not in stated:
        scene.ended = scene.turns.round - 1
    if "morale" not in stated:
        muster(scene)


def check_lying(scene: Scene, where: str) -> None:
    shelves = scene.library.shelves
    for number, lying in enumerate(scene.lying):
        if lying.at not in scene.board:
            raise ContentError(f"{where}, field lying[{number}].at: {no_such('zone', lying.at, scene.board)}")
        known = (*shelves["weapon"].entries, *shelves["item"].entries)
        if lying.thing not in known:
            lacking = no_such("weapon or item", lying.thing, known)
            raise ContentError(f"{where}, field lying[{number}].thing: {lacking}")


# ---------------------------------------------------------------- fields with a way of their own


def with_part(being: Being, number: int, **changes: int) -> None:
    parts = being.sheet.parts
    changed = msgspec.structs.replace(parts[number], **changes)
    being.sheet = replace(being.sheet, parts=(*parts[:number], changed, *parts[number + 1 :]))


def set_part(being: Being, number: int, hp: int) -> None:
    """Who has more than the most has a higher most."""
    if hp > being.sheet.parts[number].hp:
        with_part(being, number, hp=hp)
    being.parts = (*being.parts[:number], hp, *being.parts[number + 1 :])


def set_part_max(being: Being, number: int, most: int) -> None:
    """Who has all of it still has all of it."""
    now = being.parts[number]
    full = now == being.sheet.parts[number].hp
    with_part(being, number, hp=most)
    being.parts = (*being.parts[:number], most if full else min(now, most), *being.parts[number + 1 :])


def part_number(being: Being, name: str, spot: str = "") -> int:
    try:
        return being.part(name)
    except KeyError:
        there = [part.id for part in being.sheet.parts]
        where = f"{spot}: " if spot else ""
        raise ContentError(f"{where}there is no target {name!r}; {there_are(name, there)}") from None


def put_hp(scene: Scene, being: Being, hp: int, spot: str) -> None:
    set_part(being, being.sheet.vital, hp)


def put_hp_max(scene: Scene, being: Being, most: int, spot: str) -> None:
    set_part_max(being, being.sheet.vital, most)


def put_parts(scene: Scene, being: Being, given: Mapping[str, int], spot: str) -> None:
    for name, hp in given.items():
        set_part(being, part_number(being, name, spot), hp)


def put_parts_max(scene: Scene, being: Being, given: Mapping[str, int], spot: str) -> None:
    for name, most in given.items():
        set_part_max(being, part_number(being, name, spot), most)


def put_defense(scene: Scene, being: Being, defense: int, spot: str) -> None:
    with_part(being, being.sheet.vital, defense=defense)


def put_class(scene: Scene, being: Being, name: str, spot: str) -> None:
    being.sheet = replace(being.sheet, class_=name)


def put_pairs(field: str) -> Callable[[Scene, Being, Mapping[str, int], str], None]:
    """A table in the file, pairs in the sheet."""

    def put(scene: Scene, being: Being, given: Mapping[str, int], spot: str) -> None:
        changed: Any = {field: tuple(given.items())}
        being.sheet = replace(being.sheet, **changed)

    return put


# ---------------------------------------------------------------- what goes together


def settle(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """Class and level with what they give, no HP and Downed; and what is named must exist."""
    if "hp" in raw and "hp_max" in raw:
        if raw["hp"] > raw["hp_max"]:
            raise ContentError(f"{where}, field hp: {raw['hp']} is more than the hp_max of {raw['hp_max']}")
        put_hp(scene, being, raw["hp"], where)
    check(scene, being, raw, where)
    if being.pc and not {"class", "class_ranks", "level", "secondary_class"}.isdisjoint(raw):
        follow_class(scene, being, raw)
    if "turn_speed" in raw and "number" not in raw:
        being.number = being.sheet.turn_speed
    if "weapons" in raw and "wielded" not in raw:
        being.wielded = in_hands(scene.library, being.weapons, being.sheet.hands)
    fall(scene, being, raw)
    if "parts" in raw:
        break_parts(being)
    for name in [condition.name for condition in being.conditions]:
        curse = scene.library.shelves["condition"].entries.get(name)
        for brought in curse.brings if curse is not None else ():
            being.afflict(Condition(brought, name))


def follow_class(scene: Scene, being: Being, raw: Mapping[str, Any]) -> None:
    """What class and level give, as far as the file does not say otherwise."""
    sheet, library = being.sheet, scene.library
    major, minor = actions_by_level(sheet.level)
    secondary = sheet.secondary_class if sheet.level >= SECONDARY_FROM else ""
    ranks = dict(sheet.class_ranks)
    if sheet.class_ not in ranks and "class_ranks" not in raw:
        ranks = {name: rank for name, rank in ranks.items() if name == secondary}
        if sheet.class_:
            ranks[sheet.class_] = max(1, sheet.level - sum(ranks.values()))
    given: dict[str, Any] = {
        "class_ranks": tuple(ranks.items()),
        "major": major,
        "minor": minor,
        "mastery_bonus": mastery_bonus(sheet.level),
        "features": features_of(library, ranks, sheet.class_, secondary),
    }
    if "class" in raw and sheet.class_:
        entry: Class = library.shelves["class"].get(sheet.class_)
        given |= {"turn_speed": entry.turn_speed, "move": entry.move_m // ZONE, "max_move": entry.max_move_m // ZONE}
        given["masteries"] = tuple(dict.fromkeys((*entry.masteries, *sheet.masteries)))
        being.number = entry.turn_speed if "number" not in raw else being.number
    stated = {"major" if key == "major_max" else "minor" if key == "minor_max" else key for key in raw}
    for name in ("major", "minor"):  # who has all actions still has all of them
        if name not in stated and getattr(being, name) == getattr(sheet, name):
            setattr(being, name, given[name])
    being.sheet = replace(sheet, **{name: value for name, value in given.items() if name not in stated})


def fall(scene: Scene, being: Being, raw: Mapping[str, Any]) -> None:
    """cb.cond.downed, cb.death, cb.defeat.enemy: what comes of an empty pool; MP may have been paid away for good."""
    empty = not being.hp if scene.options["opt_cost_never_downs"] else being.empty
    if not being.pc:
        if empty and being.here:
            being.afflict(Condition("Defeated"))
    elif not being.resolve:
        being.relieve("Downed", "Knocked Out")
        being.afflict(Condition("Dead"))
    elif empty and being.states.isdisjoint(("Downed", "Knocked Out", "Dead")):
        being.afflict(Condition("Downed"))
        if "Prone" not in being.states:
            being.afflict(Condition("Prone"))
    elif not empty and not {"hp", "mp", "parts"}.isdisjoint(raw):
        being.relieve("Downed")
    if not being.active:
        let_all_go(scene, being)
    if not being.here:
        out_of_hands(scene, being)


def break_parts(being: Being) -> None:
    """cb.unit.multi_target: what comes of a broken target."""
    for part, hp in zip(being.sheet.parts, being.parts, strict=True):
        for effect in () if hp else part.when_broken:
            if isinstance(effect, Afflict) and effect.condition not in being.states:
                being.afflict(Condition(effect.condition, being.id))


def check(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """A unit is on the board, and has only what there is."""
    if being.at not in scene.board:
        there = scene.board
        raise ContentError(f"{where}, field at: there is no zone {being.at!r}; {there_are(being.at, there)}")
    if being.side not in SHAPE.sides:
        raise ContentError(f"{where}, field side: expected {PARTY} or {FOES}, not {spelled(being.side)}")
    for name in being.sheet.masteries if "masteries" in raw else ():
        if name not in (known := masteries(scene.library)):
            raise ContentError(f"{where}, field masteries: {no_such('mastery', name, known)}")
    if "wielded" in raw:
        for name in being.wielded:
            if name not in being.weapons:
                raise ContentError(
                    f"{where}, field wielded: {name!r} is not among their weapons; {there_are(name, being.weapons)}"
                )
        if in_hands(scene.library, being.wielded, being.sheet.hands) != being.wielded:
            raise ContentError(f"{where}, field wielded: more than {being.sheet.hands} hands can hold")
    for condition in being.conditions:
        if condition.name == "Grappled" and condition.note and "conditions" in raw:
            part_number(being, condition.note, f"{where}, field conditions")
    holders = [condition.source for condition in being.conditions if condition.name == "Grappled"]
    if being.latched is not None:
        holders.append(being.latched[0])
    for name in holders:
        if name not in scene.beings:
            raise ContentError(f"{where}: of who holds or is held, {no_such('being', name, scene.beings)}")


def what_it_lacks(condition: Condition) -> str:
    return CONDITIONS.lacking(condition, {})


# ---------------------------------------------------------------- what can be expected


def part_left(scene: Scene, being: Being, name: str) -> int:
    return being.parts[part_number(being, name)]


def part_max(scene: Scene, being: Being, name: str) -> int:
    return being.sheet.parts[part_number(being, name)].hp


def count_of(scene: Scene, being: Being, item: str) -> int:
    if item not in scene.library.shelves["item"]:
        raise BadInput(no_such("item", item, scene.library.shelves["item"].entries))
    return being.items.count(item)


TABLE = dict[str, int]
ManeuverName = Annotated[str, words("maneuver", get_args(Maneuver))]
NOT_SET = {"game", "mode", "beings", "options", "turns", "board", "hits"}  # fields of the scene that no file sets


def put_player(scene: Scene, being: Being, player: bool, where: str) -> None:
    """Whether somebody is a player character, whatever they are made from; else an enemy, or on the side of the party
    an NPC."""
    other = being.sheet.sort if not being.pc else ENEMY if being.side == FOES else NPC
    being.sheet = replace(being.sheet, sort=PC if player else other)


def said_of(kept: Mapping[str, Any]) -> dict[str, Any]:
    """What a file says of somebody's targets, as they are kept: one by its number, several by their names."""
    ids, left = [part.get("id", "body") for part in kept["sheet"]["parts"]], kept["parts"]
    return {"hp": left[0]} if len(left) == 1 else {"parts": dict(zip(ids, left, strict=True))}


SHAPE = Shape(
    scene=Scene,
    being=Being,
    sheet=Sheet,
    board=Board,
    conditions=CONDITIONS,
    curses="condition",
    sides=(PARTY, FOES),
    modes=("situation", "adventure", "rest"),
    fighting="situation",
    otherwise="adventure",
    scene_fields=frozenset(f.name for f in fields(Scene)) - NOT_SET,
    lists={"lying": Lying, "hazards": Placed},
    tables={"situation": Situation},
    things={"items": ("item",), "weapons": ("weapon",), "wielded": ("weapon",), "spells": ("spell",)},
    own={
        "player": Own(bool, put_player),
        "hp": Own(int, put_hp),
        "hp_max": Own(int, put_hp_max),
        "parts": Own(TABLE, put_parts),
        "parts_max": Own(TABLE, put_parts_max),
        "defense": Own(int, put_defense),
        "class": Own(ClassId, put_class),
        "class_ranks": Own(dict[ClassId, int], put_pairs("class_ranks")),
        "maneuvers": Own(dict[ManeuverName, int], put_pairs("maneuvers")),
        "to_hit": Own(dict[WeaponOrSpell, int], put_pairs("to_hit")),
    },
    said=said_of,
    maxima={"mp_max": "mp", "resolve_max": "resolve", "major_max": "major", "minor_max": "minor"},
    exceeding=frozenset({"spirit"}),
    gauges={"HP": "hp", "MP": "mp", "Resolve": "resolve", "Spirit": "spirit"},
    pools=frozenset({
        "mp", "resolve", "spirit", "takes", "barrier", "spellglyph", "major", "minor", "moved", "stride", "number",
        "missing",
    }),
    bounds={
        "level": Level,
        **dict.fromkeys(("hp_max", "parts_max", "class_ranks"), Positive),
        **dict.fromkeys(
            ("hp", "parts", "defense", "hands", "move", "max_move", "max_held", "turn_speed", "reduction", "morale"),
            Natural,
        ),
    },
    unset=frozenset({"kind", "sort", "class_", "vital"}),
    value_word="distance",
    moments=("situation", "full rest"),
    turns_of=lambda being: 2 if being.sheet.rank == "Boss" else 1,
    limits=("turn", "round", "situation"),
    uses=Annotated[str, names("feature", also=(DRAGS, TRIED, PURSUED))],
    types={
        "rank": Annotated[str, words("rank", TOKENS)],
        "size": Size,
        "role": Role,
        "weapons": tuple[WeaponId, ...],
        "spells": tuple[SpellId, ...],
        "items": tuple[ItemId, ...],
        "features": tuple[FeatureId, ...],
        "secondary_class": ClassId,
        "fate": Annotated[str, words("fate", ("knocked out", "killed", "destroyed"))],
        **dict.fromkeys(("covered", "safe_zones"), tuple[ZoneId, ...]),
        "shelters": tuple[tuple[ZoneId, int], ...],
        "analysed": tuple[Annotated[str, names("enemy")], ...],
        "formation": Annotated[str, words("formation", ("standard", "scenario"))],
        "outcome": Annotated[str, words("outcome", ("won", "failed", "suspended"))],
        "mission": Annotated[str, words("state of a mission", ("open", "failed"))],
    },
    needs=what_it_lacks,
    settle=settle,
    values={
        "hp_max": lambda scene, being: being.sheet.parts[being.sheet.vital].hp,
        "defense": lambda scene, being: being.sheet.parts[being.sheet.vital].defense,
        "zones": lambda scene, being: scene.zones(being),
        "free_hands": free_hands,
        "faltering": falters,
        "latched": lambda scene, being: being.latched or (),
        "class": lambda scene, being: being.sheet.class_,
    },
    named_values={"parts": part_left, "parts_max": part_max, "item": count_of},
    scene_values={
        "cover": lambda scene: tuple(sorted(scene.board.cover)),
        "lying": lambda scene: tuple((thing.thing, thing.at) for thing in scene.lying),
        "hazards": lambda scene: tuple((placed.hazard, *placed.zones) for placed in scene.hazards),
    },
)  # fmt: skip
