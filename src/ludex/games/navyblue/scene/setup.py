"""What is special about the scene files of Navy Blue: the place with its doors and things, who carries what in which
slot, what must exist, what goes together, and what can be expected of a character or the scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Annotated, Any, get_args

from msgspec import Meta

from ludex.core.board.zone import ZoneId
from ludex.core.content.content import ContentError, Fault, Library
from ludex.core.content.numbers import Natural, Positive
from ludex.core.content.references import names, words
from ludex.core.kernel.english import meant, there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.toml import spelled
from ludex.core.kernel.turns import Turns
from ludex.core.plan.entries import area_of, emptiest, taken
from ludex.core.scene import shape
from ludex.core.scene.look_up import NotYet
from ludex.core.scene.shape import Own, Shape
from ludex.games.navyblue.book.adventure.encounters import PARLEY, REACTIONS, SNEAK_PAST
from ludex.games.navyblue.book.adventure.intervals import DAYS, DUNGEON, SPENT, TRAVERSAL, WAIT, hour_of
from ludex.games.navyblue.book.attacks.defence import thresholds
from ludex.games.navyblue.book.carrying.containers import container
from ludex.games.navyblue.book.carrying.slots import free_hands, free_slots, shield_burden
from ludex.games.navyblue.book.conditions import NOTED, drops_out
from ludex.games.navyblue.book.features import (
    attribute,
    cap,
    has_attribute,
    item,
    magic_kind,
    max_vigor,
    skills,
    slot_count,
)
from ludex.games.navyblue.book.morale import HALF, LEADER, LONE
from ludex.games.navyblue.book.movement.actions import SURGE
from ludex.games.navyblue.book.movement.sight import look_about, lose_sight
from ludex.games.navyblue.build.from_content import (
    add_free_slots,
    check_hands,
    find_entry,
    make_being,
    make_board,
    pack_up,
    packs_of,
    unspent_points,
)
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import MagicKind
from ludex.games.navyblue.records.ids import (
    ITEMS,
    FeatureId,
    LanguageId,
    LineageId,
    SkillId,
    SubLineageId,
    TraitId,
    WeaponId,
)
from ludex.games.navyblue.records.kinds import Board, Character, DoorEntry, Npc, Packed
from ludex.games.navyblue.scene.tables import (
    ChestEntry,
    PlaceEntry,
    check_chests,
    check_thing,
    read_chests,
    read_doors,
    read_place,
)
from ludex.games.navyblue.state import (
    ARCHETYPES,
    CORE,
    FOES,
    PARTY,
    PEACE,
    Being,
    Lying,
    Obstruction,
    Pack,
    Pit,
    Place,
    Scene,
    Sheet,
    Slot,
    Watch,
)


def build(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    entry: Board = shape.read_board(SHAPE, tables, where, library)
    ground = make_board(entry)
    scene = Scene(
        game="navyblue", mode="adventure", beings={}, options=dict(tables["options"]), turns=Turns(),
        board=ground.board, air=ground.air, exits=ground.exits,
        doors=read_doors(ground, shape.read_list(SHAPE, tables, "doors", where), where),
        obstructions=(*ground.obstructions, *shape.read_list(SHAPE, tables, "obstructions", where)),
        pits=(*ground.pits, *shape.read_list(SHAPE, tables, "pits", where)),
        lying=(*ground.lying, *shape.read_list(SHAPE, tables, "lying", where)),
        chests=read_chests(shape.read_list(SHAPE, tables, "chests", where)),
        place=read_place(ground, shape.read_table(SHAPE, tables, "place", where)),
    )  # fmt: skip
    scene.library = library

    given = shape.being_tables(SHAPE, tables, where)

    def make(name: str, raw: Mapping[str, Any], spot: str) -> Being:
        being = read_being(scene, name, raw, spot)
        side = raw.get("side", being.side)
        area = zones_to_begin(scene, area_of(entry.starts, side))
        being.at = emptiest(area, taken(given, scene.beings)) if area else start_zone(scene, side)
        return being

    shape.fill(SHAPE, scene, tables, where, make)
    check_watch(scene, where)
    check_chests(scene, where)
    for name, raw in tables.get("beings", {}).items():
        if "vigor" not in raw:
            scene.beings[name].vigor = max_vigor(scene, scene.beings[name])
    if scene.mode == SHAPE.fighting:
        under_way(scene, tables, where)
    elif scene.mode == DUNGEON:
        enter_place(scene, tables, where)
    elif scene.mode == TRAVERSAL and "clock" not in tables.get("scene", {}):
        scene.clock = hour_of(scene.watch)
    return scene


def check_watch(scene: Scene, where: str) -> None:
    """nb.travel.day, nb.dungeon.time: a day has so many blocks or hours, and each of them so many intervals."""
    counted = DAYS.get(scene.resumes or scene.mode)
    days = [counted] if counted is not None else list(DAYS.values())
    for name in ("blocks", "intervals"):
        most, field = max([getattr(day, name) for day in days]), name.removesuffix("s")
        if not 1 <= getattr(scene.watch, field) <= most:
            found = getattr(scene.watch, field)
            raise ContentError(f"{where}, scene.watch.{field}: expected 1 to {most}, not {found}")


def enter_place(scene: Scene, tables: Mapping[str, Any], where: str) -> None:
    """nb.gap.sight: who and what is not in sight is not known, unless the file says what the party has not seen."""
    stated = tables.get("scene", {}).get("unseen")
    lose_sight(scene)
    if stated is not None:
        scene.unseen = tuple(stated)
        look_about(scene)


def read_being(scene: Scene, name: str, raw: Mapping[str, Any], where: str) -> Being:
    """One of the content, by `from` or by their own name, or somebody plain."""
    known = any(name in scene.library.shelves[kind] for kind in ("character", "npc"))
    if "from" in raw or known:
        return make_being(scene, find_entry(scene.library, raw.get("from", name), f"{where}, field from"), name)
    side = raw.get("side", PARTY)
    being = make_being(scene, plain_being(name, bool(raw.get("player", side != FOES))), name)
    being.side = side
    return being


def plain_being(name: str, player: bool) -> Character | Npc:
    """Somebody of level 1 with nothing special: on the party's side, unless the file says otherwise, a character
    without an archetype, else an NPC."""
    shown = name.replace("_", " ").capitalize()
    if not player:
        return Npc(id=name, name=shown, level=1, morale=7, unarmed=True)
    return Character(id=name, name=shown)


def zones_to_begin(scene: Scene, area: Sequence[str]) -> list[str]:
    """Of the zones where a side begins, those on the ground."""
    holes = [pit.zone for pit in scene.pits]
    return [zone for zone in area if zone in scene.board and zone not in scene.air and zone not in holes]


def start_zone(scene: Scene, side: str) -> str:
    """Where somebody begins of whom the file does not say it: the party in the west, the others in the east."""
    holes = [pit.zone for pit in scene.pits]
    ends = {zone: spot for zone, spot in scene.board.spots.items() if zone not in scene.air and zone not in holes}
    ends = ends or dict(scene.board.spots)
    return min(ends, key=lambda zone: ends[zone] if side == PARTY else (-ends[zone][0], ends[zone][1]))


def under_way(scene: Scene, tables: Mapping[str, Any], where: str) -> None:
    """nb.init.alternate: in the middle of a fight those have acted who are named, or only the one whose turn it is."""
    given = tables.get("turn")
    given = given if isinstance(given, Mapping) else {}
    stated = tables.get("scene", {})
    turns = scene.turns
    current = scene.beings[turns.current] if turns.current else None
    order = turns.order if "order" in given else tuple(being.id for being in scene.beings.values() if being.here)
    acted = turns.acted if "acted" in given else (turns.current,) if current else ()
    if current is not None and not current.here:
        raise ContentError(f"{where}, field turn: {current.name} takes no turns")
    scene.turns = replace(turns, order=order, acted=acted, round=max(1, turns.round))
    if "first" not in stated:
        scene.first = current.side if current is not None else PARTY
    if "last" not in stated and current is not None:
        scene.last = current.side
    if "foes_at_start" not in stated:
        scene.foes_at_start = sum(not being.pc for being in scene.side_of(FOES))
    if current is not None:
        raw = tables["beings"][current.id]
        current.actions = raw.get("actions", 1)
        current.motion = raw.get("motion", max(0, current.sheet.speed + 1 - shield_burden(scene, current)))


# ---------------------------------------------------------------- fields with a way of their own


def put_later(scene: Scene, being: Being, value: object, spot: str) -> None:
    """Set in `settle`, when all that it depends on is known."""


def put_max_vigor(scene: Scene, being: Being, most: int, spot: str) -> None:
    if most < 1:
        raise ContentError(f"{spot}: expected a whole number from 1 on, not {most}")
    full = being.vigor == max_vigor(scene, being)
    being.sheet = replace(being.sheet, vigor=most)
    being.vigor = most if full else being.vigor


def put_packs(scene: Scene, being: Being, packed: tuple[Packed, ...], spot: str) -> None:
    being.packs = packs_of(scene.library, packed, being.held, spot)


# ---------------------------------------------------------------- what goes together


def settle(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """What is named must exist; slots follow attributes, Vigor its maximum, and death what is left of both."""
    check(scene, being, raw, where)
    if being.pc and not {"archetype", "features"}.isdisjoint(raw) and "magic_kind" not in raw:
        kind = magic_kind(scene.library, being.sheet.archetype, being.sheet.features)
        being.sheet = replace(being.sheet, magic_kind=kind)
    if being.pc and ("languages" in raw or "Logic" in raw.get("attributes", ())) and "language_points" not in raw:
        points = unspent_points(being.sheet.attributes.get("Logic", 0), being.sheet.languages)
        being.sheet = replace(being.sheet, language_points=points)
    if being.pc:
        settle_slots(scene, being, raw, where)
    elif of_slots := [key for key in ("carried", "injuries", "marked", "packs", "slots", "worn") if key in raw]:
        raise ContentError(f"{where}, field {of_slots[0]}: an NPC has no slots [nb.carry.npc]")
    most = max_vigor(scene, being)
    if being.vigor > most and "vigor" in raw:
        if "max_vigor" in raw:
            raise ContentError(f"{where}, field vigor: {being.vigor} is more than the max_vigor of {most}")
        being.sheet = replace(being.sheet, vigor=being.vigor)
    being.vigor = min(being.vigor, max_vigor(scene, being))
    doomed = not being.vigor and all(slot.marked for slot in being.slots)
    if doomed and "Dead" not in being.states:
        being.afflict(Condition("Dead"))
        drops_out(scene, being, Condition("Dead"))
    elif not doomed and not {"vigor", "injuries", "marked"}.isdisjoint(raw):
        being.relieve("Dead")


def settle_slots(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """nb.carry.slots: packed anew where the file says what is worn or carried, as many as there should be, and marked
    where it says so."""
    for key in {"slots", "slotless"}.intersection(raw):
        for slot in getattr(being, key):
            if slot.thing:
                check_thing(scene, slot.thing, f"{where}, field {key}")
    if "slots" not in raw and not {"carried", "held", "packs", "worn"}.isdisjoint(raw):
        injured = [number for number, slot in enumerate(being.slots, 1) if slot.marked]
        worn, things = raw.get("worn", being.worn), raw.get("carried", stowed(scene, being))
        known = [pack.container for pack in being.packs]
        empty = [Pack(thing) for thing in being.held if container(scene, thing) is not None and thing not in known]
        being.packs = (*being.packs, *empty)
        pack_up(scene.library, being, worn, things, where)
        add_free_slots(scene, being, where)
        mark(being, [number for number in injured if number <= len(being.slots)], where)
    else:
        fit_slots(scene, being, where)
    if "marked" in raw:
        mark(being, raw["marked"], f"{where}, field marked")
        if raw.get("injuries", being.injuries) != being.injuries:
            raise ContentError(f"{where}, field injuries: {raw['injuries']} are not the {being.injuries} marked ones")
    elif "injuries" in raw:
        if not 0 <= raw["injuries"] <= len(being.slots):
            raise ContentError(f"{where}, field injuries: expected 0 to {len(being.slots)}, not {raw['injuries']}")
        mark(being, least_missed(being)[: raw["injuries"]], where)


def stowed(scene: Scene, being: Being) -> tuple[str, ...]:
    """What is in slots beside armour and containers, each thing as often as it is there."""
    filling = [slot.thing for slot in (*being.slots, *being.slotless) if slot.thing and not slot.worn]
    things = [thing for thing in dict.fromkeys(filling) if container(scene, thing) is None]
    return tuple(thing for thing in things for _ in range(filling.count(thing) // max(1, item(scene, thing).slots)))


def fit_slots(scene: Scene, being: Being, where: str) -> None:
    """nb.carry.slots: more of them are free; fewer take free ones away first."""
    wanted = slot_count(scene, being)
    spare = len(being.slots) - wanted
    if spare < 0:
        being.slots = (*being.slots, *[Slot()] * -spare)
        return
    free = [number for number, slot in enumerate(being.slots) if not slot.thing]
    if spare > len(free):
        taken = len(being.slots) - len(free)
        raise ContentError(f"{where}: what is worn and carried takes {taken} slots of {wanted} [nb.carry.limit]")
    gone = free[len(free) - spare :]
    being.slots = tuple(slot for number, slot in enumerate(being.slots) if number not in gone)


def least_missed(being: Being) -> list[int]:
    """nb.injury.choice: the numbers of the slots, free ones first, then what is carried, then armour."""
    numbers = range(1, len(being.slots) + 1)
    return sorted(numbers, key=lambda number: (being.slots[number - 1].thing != "", being.slots[number - 1].worn))


def mark(being: Being, numbers: Iterable[int], where: str) -> None:
    """These slots are marked off as Injuries, and no others."""
    chosen = list(numbers)
    for number in chosen:
        if not 1 <= number <= len(being.slots):
            raise ContentError(f"{where}: expected slots from 1 to {len(being.slots)}, not {number}")
    being.slots = tuple(replace(slot, marked=number in chosen) for number, slot in enumerate(being.slots, 1))


def check(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """Somebody is on the board, on one of the sides, and has only what there is."""
    if being.at not in scene.board:
        there = scene.board
        raise ContentError(f"{where}, field at: there is no zone {being.at!r}; {there_are(being.at, there)}")
    if being.side not in SHAPE.sides:
        raise ContentError(f"{where}, field side: expected {PARTY} or {FOES}, not {spelled(being.side)}")
    if "conditions" in raw and "Asleep" in being.states and scene.mode == SHAPE.fighting:
        raise ContentError(f"{where}, field conditions: nobody sleeps in a fight [nb.fight.start]")
    if "held" in raw:
        check_hands(scene.library, being.held, f"{where}, field held")


def above_the_cap(scene: Scene) -> list[Fault]:
    """nb.attr.cap: core attributes of characters that no level of theirs gives."""
    return [
        Fault(
            f"beings.{being.id}.attributes", f"{name} is {value}, above the {cap(being.sheet.level)} of the level", CAP
        )
        for being in scene.party()
        for name, value in being.sheet.attributes.items()
        if value > cap(being.sheet.level)
    ]


def what_it_lacks(condition: Condition) -> str:
    return CONDITIONS.lacking(condition, NOTED)


# ---------------------------------------------------------------- what can be expected


def attribute_of(scene: Scene, being: Being, name: str) -> int:
    if name not in (*CORE, *ARCHETYPES.values()):
        raise BadInput(f"there is no attribute {name!r}; {there_are(name, (*CORE, *ARCHETYPES.values()))}")
    if not has_attribute(being, name):
        raise NotYet(f"{being.name} has no attribute {name!r}; {there_are(name, CORE)}, or its archetype's")
    return attribute(scene, being, name)


def thresholds_of(scene: Scene, being: Being, name: str) -> tuple[int, int, int]:
    attribute_of(scene, being, name)
    return thresholds(scene, being, name)


def thing_in(scene: Scene, being: Being, number: str) -> str:
    if not being.pc:
        raise BadInput(f"{being.name} is an NPC and has no slots [nb.carry.npc]")
    if not number.isdecimal() or not int(number):
        raise BadInput(f"expected the number of a slot, from 1 on, not {spelled(number)}")
    if int(number) > len(being.slots):
        raise NotYet(f"expected a slot from 1 to {len(being.slots)}, not {spelled(number)}")
    return being.slots[int(number) - 1].thing


def packed_in(scene: Scene, being: Being, name: str) -> tuple[str, ...]:
    for pack in being.packs:
        if pack.container == name:
            return pack.contents
    containers = scene.library.shelves["container"].entries
    if name not in containers:
        raise BadInput(f"there is no container {name!r}; {meant(name, containers)}")
    raise NotYet(f"{being.name} has no {name!r} with them")


def is_open(scene: Scene, being: Being, name: str) -> bool:
    packed_in(scene, being, name)
    return any(pack.open for pack in being.packs if pack.container == name)


CAP = "nb.attr.cap"
Morale = Annotated[int, Meta(ge=2, le=12)]  # nb.morale.roll: two dice are rolled against it
NUMBERS, NAMES = tuple[int, ...], tuple[str, ...]
NOT_SET = {"game", "mode", "beings", "options", "turns", "board"}  # fields of the scene that no file sets


def put_player(scene: Scene, being: Being, player: bool, where: str) -> None:
    """Whether somebody plain is a player character; those of the content are what they are."""
    if being.pc != player:
        what = "a character" if being.pc else "an NPC"
        raise ContentError(f"{where}: {being.sheet.kind!r} is {what} of the content, who has slots or has none")


SHAPE = Shape(
    scene=Scene,
    being=Being,
    sheet=Sheet,
    board=Board,
    conditions=CONDITIONS,
    sides=(PARTY, FOES),
    modes=("fight", "adventure", "traversal", "dungeon"),
    fighting="fight",
    otherwise="adventure",
    scene_fields=frozenset(f.name for f in fields(Scene)) - NOT_SET,
    lists={"doors": DoorEntry, "lying": Lying, "chests": ChestEntry, "obstructions": Obstruction, "pits": Pit},
    tables={"place": PlaceEntry},
    things={**dict.fromkeys(("slots", "slotless", "held"), ITEMS), "worn": ("armour",)},
    own={
        "player": Own(bool, put_player),
        "worn": Own(NAMES, put_later),
        "carried": Own(NAMES, put_later),
        "packs": Own(tuple[Packed, ...], put_packs),
        "injuries": Own(int, put_later),
        "marked": Own(NUMBERS, put_later),
        "max_vigor": Own(int, put_max_vigor),
    },
    gauges={"Vigor": "vigor"},
    pools=frozenset({
        "vigor", "motion", "promised", "actions", "on_move", "experience", "minors", "since_pause",
    }),
    bounds={
        "max_vigor": Positive,
        **dict.fromkeys(
            ("level", "speed", "age", "size_inches", "body_reach", "injuries", "marked", "language_points"),
            Natural,
        ),
        "morale": Morale,
    },
    merged={"attributes": CORE},
    unset=frozenset({"kind", "pc"}),
    moments=("fight", "next_move", "next_attack_roll"),
    limits=("turn", "round", "fight", "Rest", "Respite"),
    uses=Annotated[str, names("feature", also=(SURGE,))],
    types={
        "archetype": Annotated[str, words("archetype", ARCHETYPES)],
        "magic_kind": Annotated[str, words("kind of magic", get_args(MagicKind))],
        "lineages": tuple[LineageId, ...],
        "sub_lineages": tuple[SubLineageId, ...],
        "traits": tuple[TraitId, ...],
        "features": tuple[FeatureId, ...],
        "skills": tuple[SkillId, ...],
        "activity": Annotated[str, names("activity", also=(WAIT, SPENT))],
        "languages": tuple[tuple[LanguageId, bool, bool], ...],
        "unloaded": tuple[tuple[WeaponId, Natural], ...],
        **dict.fromkeys(("air", "exits", "unseen"), tuple[ZoneId, ...]),
        "resumes": Annotated[str, words("mode", PEACE)],
        **dict.fromkeys(("first", "last"), Annotated[str, words("side", (PARTY, FOES))]),
        "reaction": Annotated[str, words("reaction", REACTIONS)],
        "morale_rolled": tuple[Annotated[str, words("reason", (LEADER, HALF, LONE))], ...],
        "tried": tuple[Annotated[str, words("way", (PARLEY, SNEAK_PAST))], ...],
    },
    noted=lambda library: {**NOTED, "trait": library.shelves["trait"].entries},
    needs=what_it_lacks,
    settle=settle,
    values={
        "max_vigor": max_vigor,
        "carried": stowed,
        "packs": lambda scene, being: tuple(pack.container for pack in being.packs),
        "marked": lambda scene, being: tuple(n for n, slot in enumerate(being.slots, 1) if slot.marked),
        "slots": lambda scene, being: len(being.slots),
        "free_slots": lambda scene, being: free_slots(being),
        "free_hands": free_hands,
        "skills": skills,
    },
    named_values={
        "attribute": attribute_of, "thresholds": thresholds_of, "slot": thing_in, "pack": packed_in, "open": is_open,
    },
    scene_values={
        "doors": lambda scene: tuple((*door.zones, door.state) for door in scene.doors),
        "lying": lambda scene: tuple((thing.thing, thing.at) for thing in scene.lying),
        "chests": lambda scene: tuple((chest.name, chest.at, chest.state, *chest.contents) for chest in scene.chests),
        "obstructions": lambda scene: tuple((filling.zone, filling.material) for filling in scene.obstructions),
        "pits": lambda scene: tuple((pit.zone, pit.depth) for pit in scene.pits),
        **{path: attrgetter(path) for path in [f"place.{f.name}" for f in fields(Place)]},
        **{path: attrgetter(path) for path in [f"watch.{f.name}" for f in fields(Watch)]},
    },
)  # fmt: skip
