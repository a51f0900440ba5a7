"""What is special about the scene files of The Crawl: who has which aspects and things, what must exist, what goes
together, and what can be expected of a character."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, get_args

from msgspec import Meta

from ludex.core.content.content import ContentError, Library
from ludex.core.content.numbers import Natural, Positive
from ludex.core.content.references import words
from ludex.core.kernel.english import no_such, there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.toml import spelled
from ludex.core.plan.entries import area_of
from ludex.core.scene import shape
from ludex.core.scene.shape import Own, Shape
from ludex.games.crawl.book.attacks.modifiers import own_modifiers
from ludex.games.crawl.book.characters.aspects import (
    ap_of,
    basic_move,
    ep_refresh,
    item_of,
    items,
    max_ep,
    max_hp,
    staggered,
    standing,
)
from ludex.games.crawl.book.characters.core_aspects import capacity, core, load
from ludex.games.crawl.book.characters.skills import aspect_modifiers, hands_of, skill_of
from ludex.games.crawl.book.conditions import COUNTED, HELD, is_addictive, note_fault, noted
from ludex.games.crawl.book.dice import squeezing
from ludex.games.crawl.book.energy import FIGHT
from ludex.games.crawl.book.equipment.handling import carry, uses_of
from ludex.games.crawl.book.health.addiction import addicted_to, forget_doses, set_craving
from ludex.games.crawl.book.health.damage import die, go_limp, lie_dead, resistance
from ludex.games.crawl.book.health.kinetic import part_company
from ludex.games.crawl.book.health.wounds import go_lame
from ludex.games.crawl.book.map.ground import cells_left, free_cell, leave_cells, whole_action
from ludex.games.crawl.book.movement.grabbing import check_hold, let_go, slip_away
from ludex.games.crawl.book.skills.actions import put_on_others
from ludex.games.crawl.book.skills.persuasion import intuition_modifiers, presence_modifiers
from ludex.games.crawl.build.from_content import equip, find_entry, make_being, size_of
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.ids import ITEMS, AfflictionId, AspectId, CharacterId, ItemId
from ludex.games.crawl.records.kinds import Board, Character, CoverEntry, CrusherEntry, DoorEntry, Has, Surprise
from ludex.games.crawl.records.parts import DamageType
from ludex.games.crawl.scene.tables import in_squares, make_scene
from ludex.games.crawl.state import (
    ARMS,
    CORE,
    FOES,
    MOVE_ACTION,
    PARTY,
    Area,
    Being,
    Carried,
    Learned,
    Lying,
    Scene,
    Sheet,
)

HANDS = 2


def build(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    tables = in_squares(SHAPE, tables, where, library)
    scene = make_scene(SHAPE, tables, where, library)
    starts = shape.read_board(SHAPE, tables, where, library).starts
    given = shape.being_tables(SHAPE, tables, where)
    kept = [tuple(raw["at"]) for raw in given.values() if isinstance(raw.get("at"), list | tuple)]

    def make(name: str, raw: Mapping[str, Any], spot: str) -> Being:
        being = read_being(scene, name, raw, spot)
        if "at" not in raw:
            being.at = free_cell(scene, being, kept, area_of(starts, raw.get("side", being.side)))
        return being

    shape.fill(SHAPE, scene, tables, where, make)
    for name, raw in given.items():
        make_whole(scene, scene.beings[name])
        if "facing" not in raw:
            face_enemies(scene, scene.beings[name])
    return scene


def read_being(scene: Scene, name: str, raw: Mapping[str, Any], where: str) -> Being:
    """One of the content, by `from` or by its own name, or somebody plain."""
    known = any(name in scene.library.shelves[kind] for kind in ("character", "enemy"))
    if "from" in raw or known:
        return make_being(scene, find_entry(scene.library, raw.get("from", name), f"{where}, field from"), name)
    plain = make_being(scene, Character(id=name, name=name.replace("_", " ").capitalize()), name)
    if raw.get("side", PARTY) != PARTY:
        plain.sheet = replace(plain.sheet, pc=False)
    return plain


def face_enemies(scene: Scene, being: Being) -> None:
    """tc.behind: who has not turned yet looks towards the nearest enemy that does not hide."""
    others = [other for other in scene.enemies(being) if "Hidden" not in other.states]
    if others:
        nearest = min(others, key=lambda other: scene.distance(being, other))
        if nearest.at != being.at:
            being.facing = scene.board.toward(being.at, nearest.at)[0]


# ---------------------------------------------------------------- fields with a way of their own


def put_later(scene: Scene, being: Being, value: object, spot: str) -> None:
    """Set in `settle`, when all that it depends on is known."""


def known_aspects(library: Library, given: tuple[str | Learned, ...], where: str) -> tuple[Learned, ...]:
    found = tuple([Learned(one) if isinstance(one, str) else one for one in given])
    for one in found:
        library.shelves["aspect"].get(one.aspect, where)
    return found


def put_aspects(scene: Scene, being: Being, given: tuple[str | Learned, ...], spot: str) -> None:
    known, full = known_aspects(scene.library, given, spot), full_pools(scene, being)
    being.sheet = replace(being.sheet, aspects=known, size=size_of(scene.library, known))
    fill_up(scene, being, full)


def known_items(library: Library, names: tuple[str, ...], where: str) -> None:
    for name in names:
        if name and name not in items(library):
            raise ContentError(f"{where}: {no_such('item', name, items(library))}")


def put_hands(scene: Scene, being: Being, given: tuple[str, ...], spot: str) -> None:
    """What both hands hold; a two-handed thing is named once or twice."""
    known_items(scene.library, given, spot)
    held = [name for name in dict.fromkeys(given) if name and hands_of(item_of(scene.library, name)) == HANDS]
    hands = (held[0], held[0]) if held else (*given, "", "")[: max(HANDS, len(given))]
    if len(hands) > HANDS or (held and any(name not in ("", held[0]) for name in given)):
        raise ContentError(f"{spot}: expected no more than two hands hold [tc.equip.slots]")
    being.hands = hands[0], hands[1]


def put_pack(scene: Scene, being: Being, given: tuple[str | Carried, ...], spot: str) -> None:
    """Things of one kind are together, however often the file names them."""
    things = [Carried(one) if isinstance(one, str) else one for one in given]
    known_items(scene.library, tuple([thing.id for thing in things]), spot)
    being.pack = ()
    for thing in things:
        uses = uses_of(item_of(scene.library, thing.id))
        if thing.used >= uses:
            raise ContentError(f"{spot}: expected fewer than the {uses} uses of {thing.id} to be gone")
        carry(scene, being, thing.id, thing.count, thing.used)


# ---------------------------------------------------------------- what goes together


def settle(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """What is named must exist; the numbers a file states are those that come out with all aspects; no more health and
    energy than there can be; who has lost twice their health is dead (tc.hp.death)."""
    full = full_pools(scene, being)
    if "items" in raw:
        given = shape.read_value(raw["items"], tuple[str | Has, ...], f"{where}, field items")
        all_of_it = tuple([Has(item=one) if isinstance(one, str) else one for one in given])
        equip(scene.library, being, all_of_it, where)
        for key, put in (("hands", put_hands), ("pack", put_pack), ("worn", put_worn)):
            if key in raw:
                put(scene, being, shape.read_value(raw[key], SHAPE.own[key].hint, where), f"{where}, field {key}")
    check(scene, being, raw, where)
    state_numbers(scene, being, raw, where)
    fill_up(scene, being, full)
    for pool, most_of in POOLS.items():
        most = most_of(scene, being)
        if pool in raw:
            setattr(being, pool, raw[pool])
            if raw[pool] > most and f"max_{pool}" in raw:
                raise ContentError(f"{where}, field {pool}: {raw[pool]} is more than the max_{pool} of {most}")
            if raw[pool] > most:
                being.sheet = replace(being.sheet, **{pool: getattr(being.sheet, pool) + raw[pool] - most})
        setattr(being, pool, min(getattr(being, pool), most_of(scene, being)))
    if "steps" in raw:
        being.refresh(MOVE_ACTION)
        if being.steps:
            leave_cells(scene, being, min(being.steps, whole_action(scene, being)))
    settle_death(scene, being, raw, where)
    settle_doses(scene, being, raw, where)
    settle_states(scene, being, raw, where)
    if where == BY_HAND:
        follow(scene, being, raw)


BY_HAND = "set"  # in the middle of play: what goes with it comes at once
POOLS = {"hp": max_hp, "ep": max_ep}


def full_pools(scene: Scene, being: Being) -> list[str]:
    """Of what it has all that there can be."""
    return [pool for pool, most_of in POOLS.items() if getattr(being, pool) == most_of(scene, being)]


def fill_up(scene: Scene, being: Being, full: list[str]) -> None:
    """Who had all of it still has all of a new maximum."""
    for pool in full:
        setattr(being, pool, POOLS[pool](scene, being))


def settle_death(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    most = max_hp(scene, being)
    being.hp = max(being.hp, -most)
    gone = being.hp == -most or "Destroyed" in being.states
    if being.hp > -most and "hp" in raw and "conditions" not in raw:
        being.relieve("Dead", "Destroyed")
    elif gone and "Dead" not in being.states:
        if where == BY_HAND:
            die(scene, being, "tc.hp.death")
        else:
            being.afflict(Condition("Dead"))


def settle_doses(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """tc.addiction.craving: who counts the time since a dose is addicted, and craves as much as that comes to."""
    if "doses" not in raw:
        forget_doses(being)
        return
    for substance, minutes in being.doses:
        if not is_addictive(scene.library, substance):
            raise ContentError(f"{where}, field doses: nobody is addicted to {substance!r} [tc.addiction.substance]")
        if minutes < 0:
            raise ContentError(f"{where}, field doses: expected minutes from 0 on, not {minutes}")
        if not addicted_to(being, substance):
            being.afflict(Condition("Addicted", note=substance))
        set_craving(scene, being, substance, minutes)


def settle_states(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """What only goes with a condition goes without it: nobody is found who does not hide, nobody comes back who is not
    away; who is senseless neither hides nor waits for anything."""
    if raw.get("found_by") and "Hidden" not in being.states:
        raise ContentError(f"{where}, field found_by: {being.name} is not Hidden [tc.stealth.enter]")
    if being.senseless:
        being.relieve("Hidden")
        being.readied = None
    if "Hidden" not in being.states:
        being.found_by = ()
    if "Away" not in being.states:
        being.arrives = None


def make_whole(scene: Scene, being: Being) -> None:
    """What goes with conditions is there with them, also for whom they hold and who holds them: who is unconscious lies
    on the ground with empty hands."""
    if "Dead" in being.states:
        lie_dead(being)
    elif "Unconscious" in being.states and "Prone" not in being.states:
        being.afflict(Condition("Prone"))
    if being.senseless:
        go_limp(scene, being, "tc.hp.unconscious")
    if not being.here:
        slip_away(scene, being)
    if "Grappled" in being.states or being.useless(ARMS) == len(ARMS):
        let_go(scene, being, "tc.grab.held")
    for condition in [c for c in being.conditions if c.name in HELD]:
        check_hold(scene, being, condition)


def follow(scene: Scene, being: Being, raw: Mapping[str, Any]) -> None:
    """What the game master has set by hand has its consequences in the middle of play."""
    make_whole(scene, being)
    if "at" in raw:
        part_company(scene, being)
    scene.maybe_over = True


def put_worn(scene: Scene, being: Being, given: tuple[str, ...], spot: str) -> None:
    known_items(scene.library, given, spot)
    full = full_pools(scene, being)
    being.worn = given
    fill_up(scene, being, full)


STATED = {"max_hp": "hp", "max_ep": "ep", "refresh": "refresh", "move": "move", **{name: name for name in CORE}}


def state_numbers(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """A number that a file states is the one that comes out with all aspects."""
    made = standing(scene, being)
    now = {"max_hp": made.hp, "max_ep": made.ep, "refresh": made.refresh, "move": made.move, **made.cores}
    changes: dict[str, Any] = {}
    for key, field in STATED.items():
        if key in raw:
            least = 1 if key == "max_hp" else -99 if key in CORE else 0
            if raw[key] < least:
                raise ContentError(f"{where}, field {key}: expected a whole number from {least} on, not {raw[key]}")
            changes[field] = getattr(being.sheet, field) + raw[key] - now[key]
    if changes:
        being.sheet = replace(being.sheet, **changes)


def check(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """Somebody is on the board, on one of the sides, and has only what there is."""
    for cell in scene.cells(being):
        if cell not in scene.board.cells:
            raise ContentError(f"{where}, field at: {scene.board.off(cell)} [tc.map.grid]")
    if "conditions" in raw:
        check_conditions(scene, being, where)
    if being.side not in SHAPE.sides:
        raise ContentError(f"{where}, field side: expected {PARTY} or {FOES}, not {spelled(being.side)}")
    if not 0 <= being.facing < len(scene.board.directions):
        raise ContentError(f"{where}, field facing: expected 0 to {len(scene.board.directions) - 1} [tc.behind]")


def check_conditions(scene: Scene, being: Being, where: str) -> None:
    """What conditions note exists; what is counted and not stated is there once."""
    for condition in being.conditions:
        problem = note_fault(scene.library, condition)
        if problem:
            raise ContentError(f"{where}, field conditions: {problem}")
    being.set_conditions(*[
        replace(each, value=1) if each.name in COUNTED and not each.value else each for each in being.conditions
    ])  # fmt: skip
    for condition in being.conditions:
        if condition.name == "Incapacitated":
            go_lame(scene, being, condition)


# ---------------------------------------------------------------- what can be expected


def resistance_to(scene: Scene, being: Being, kind: str) -> int:
    known = get_args(DamageType)
    if kind not in known:
        raise BadInput(f"there is no type of damage {kind!r}; {there_are(kind, known)}")
    return resistance(scene, being, kind)


def core_of(scene: Scene, being: Being, name: str) -> int:
    return core(scene, being, name)


def skill_value(scene: Scene, being: Being, name: str) -> int:
    """What is added to a check with this skill; presence and intuition are such checks too."""
    if name in CONTESTS:
        return sum([modifier.amount for modifier in CONTESTS[name](scene, being)])
    if name.partition(":")[0] not in scene.library.shelves["aspect"]:
        raise BadInput(no_such("aspect", name, scene.library.shelves["aspect"].entries))
    return sum([modifier.amount for modifier in aspect_modifiers(scene, being, name.partition(":")[0])])


CONTESTS = {"presence": presence_modifiers, "intuition": intuition_modifiers}


def attack_of(scene: Scene, being: Being, name: str) -> int:
    """What is added to an attack with this skill, apart from where and on whom."""
    return sum([modifier.amount for modifier in own_modifiers(scene, being, skill_of(scene, being, name))])


def difficulty_of(scene: Scene, being: Being, name: str) -> int:
    return skill_of(scene, being, name).difficulty


def value_of(scene: Scene, being: Being, name: str) -> int:
    """The value of a condition that somebody is under; of several the sum."""
    if name not in CONDITIONS:
        raise BadInput(no_such("condition", name, CONDITIONS))
    return sum([condition.value for condition in being.conditions if condition.name == name])


NAMES = tuple[str, ...]
Size = Annotated[int, Meta(ge=-4, le=4)]  # tc.size.table
CoreName = Annotated[str, words("core aspect", CORE)]
IMMUNE = tuple(sorted({*[name.lower() for name in CONDITIONS], "flanked", "staggered"}))  # as rules ask for it
TACTICS = ("guards", "ambushes", "rushes", "keeps_away")
SCENE_FIELDS = {
    "exits", "crowd", "surprise", "surprise_difficulty", "tries", "clock", "adjustments",
}  # fmt: skip


def put_player(scene: Scene, being: Being, player: bool, where: str) -> None:
    """Whether somebody is a player character, whatever they are made from."""
    being.sheet = replace(being.sheet, pc=player)


SHAPE = Shape(
    scene=Scene,
    being=Being,
    sheet=Sheet,
    board=Board,
    conditions=CONDITIONS,
    sides=(PARTY, FOES),
    modes=("fight", "adventure", "downtime"),
    fighting="fight",
    otherwise="adventure",
    scene_fields=frozenset(SCENE_FIELDS),
    noted=lambda library: {**noted(library), "affected": put_on_others(library)},
    lists={"lying": Lying, "areas": Area, "cover": CoverEntry, "doors": DoorEntry, "crushers": CrusherEntry},
    tables={"surprise": Surprise},
    things={**dict.fromkeys(("pack", "hands"), ITEMS), "worn": ("armor",)},
    own={
        "player": Own(bool, put_player),
        "aspects": Own(tuple[str | Learned, ...], put_aspects),
        "items": Own(tuple[str | Has, ...], put_later),
        "hands": Own(NAMES, put_hands),
        "worn": Own(NAMES, put_worn),
        "pack": Own(tuple[str | Carried, ...], put_pack),
        **{name: Own(int, put_later) for name in STATED},
    },
    gauges={"HP": "hp", "EP": "ep"},
    pools=frozenset({"ep", "steps", "small", "overflow", "fasted", "parched", "ap", "money"}),
    bounds={
        "max_hp": Positive,
        "size": Size,
        **dict.fromkeys(("max_ep", "refresh", "move", "flees_below_hp", "surprise_difficulty"), Natural),
    },
    unset=frozenset({"kind", "pc"}),
    moments=("fight", "round", "rest", "downtime"),
    limits=("turn", "round", "fight", "rest", "downtime", MOVE_ACTION),
    types={
        "dr": tuple[tuple[Annotated[str, words("type of damage", get_args(DamageType))], int], ...],
        "immune": tuple[Annotated[str, words("affliction", IMMUNE)], ...],
        "tactics": Annotated[str, words("way to fight", TACTICS)],
        "unloaded": tuple[ItemId, ...],
        "ability": tuple[tuple[CoreName, Natural], ...],
        "treated": tuple[CoreName, ...],
        "exposed": tuple[AfflictionId, ...],
        "tended": tuple[tuple[AspectId, Natural], ...],
        "tried": tuple[AspectId, ...],
        "cohort_of": CharacterId,
        "surprise": Annotated[str, words("side", (PARTY, FOES))],
    },
    settle=settle,
    values={
        "max_hp": max_hp,
        "max_ep": max_ep,
        "refresh": ep_refresh,
        "move": basic_move,
        "staggered": staggered,
        "steps": lambda scene, being: cells_left(scene, being) if scene.mode == FIGHT else being.steps,
        "squeezed": lambda scene, being: squeezing(scene, being) < 0,
        "capacity": capacity,
        "load": load,
        "ap_cost": lambda scene, being: sum([ap_of(scene.library, one) for one in being.sheet.aspects]),
        "aspects": lambda scene, being: tuple([one.aspect for one in being.sheet.aspects]),
        "pack": lambda scene, being: tuple([(carried.id, carried.count) for carried in being.pack]),
        "readied": lambda scene, being: being.readied.command.name if being.readied else "",
        **{name: partial(core_of, name=name) for name in CORE},
    },
    named_values={
        "dr": resistance_to, "skill": skill_value, "attack": attack_of, "difficulty": difficulty_of, "value": value_of,
    },
    scene_values={
        "lying": lambda scene: tuple([(thing.item, thing.at) for thing in scene.lying]),
        "cover": lambda scene: tuple([(cover.at, cover.hp) for cover in scene.cover]),
        "doors": lambda scene: tuple([(door.at, door.open) for door in scene.doors]),
        "areas": lambda scene: tuple([area.aspect for area in scene.areas]),
    },
)  # fmt: skip
