"""What is special about the scene files of Blue Box: who stands where, what must exist, and what goes together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, get_args

from ludex.core.content.content import ContentError, Library
from ludex.core.content.numbers import Level, Natural, Positive
from ludex.core.content.references import words
from ludex.core.kernel.english import listed, no_such, there_are
from ludex.core.kernel.named import BeingId
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition
from ludex.core.plan.entries import area_of, best_first
from ludex.core.scene import shape
from ludex.core.scene.shape import Own, Shape
from ludex.games.bluebox.book.adventure.camps import ALARM, COMFORT, HIDDEN
from ludex.games.bluebox.book.conditions import afflict, check_hold, end
from ludex.games.bluebox.book.damage import TYPES
from ludex.games.bluebox.book.movement.ground import left_under_way, metres_left, speed
from ludex.games.bluebox.book.turns.combat import LATER
from ludex.games.bluebox.build.from_content import check_mask, find_character, make_being, make_board
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.records.ids import (
    ArmorId,
    BackgroundId,
    CallingId,
    MaskId,
    ModuleId,
    PowerId,
    PracticedId,
    SpeciesId,
    WeaponId,
)
from ludex.games.bluebox.records.kinds import Board, Character, Enemy, Hex, Size, Tag
from ludex.games.bluebox.state import (
    ABILITIES,
    FOES,
    PARTY,
    STATS,
    Area,
    Being,
    Lying,
    Scene,
    Sheet,
    Stat,
    Turns,
    Type,
    armor_class,
    power_die,
    save_dc,
)

SIDES = (4, 6, 8, 12)  # of the dice of the book


def build(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    entry: Board = shape.read_board(SHAPE, tables, where, library)
    board, dangerous = make_board(entry)
    areas = shape.read_list(SHAPE, tables, "areas", where)
    lying = shape.read_list(SHAPE, tables, "lying", where)
    scene = Scene(
        game="bluebox", mode="adventure", beings={}, options=dict(tables["options"]), turns=Turns(), board=board,
        areas=dangerous + areas, lying=lying,
    )  # fmt: skip
    scene.library = library
    kept = [raw["at"] for raw in shape.being_tables(SHAPE, tables, where).values() if "at" in raw]

    def make(name: str, raw: Mapping[str, Any], spot: str) -> Being:
        being = read_being(name, raw, spot, library)
        if "at" not in raw:
            being.at = free_hex(scene, kept, area_of(entry.starts, raw.get("side", being.side)))
        return being

    shape.fill(SHAPE, scene, tables, where, make)
    check_lying(scene, where)
    check_dice(areas, where)
    for being in scene.beings.values():  # bb.cond.dazed
        if "Dazed" in being.states and being.id in scene.turns.order and being.id != scene.turns.current:
            scene.turns = scene.turns.put_off(being.id, begun=False)
    scene.escalating = any("Escalated" in being.states for being in scene.beings.values())
    return scene


def read_being(name: str, raw: Mapping[str, Any], where: str, library: Library) -> Being:
    """One of the content, by `from` or by their own name, or somebody plain."""
    if "from" in raw or name in library.shelves["character"] or name in library.shelves["enemy"]:
        entry = find_character(library, raw.get("from", name), f"{where}, field from")
    else:
        entry = plain_being(name)
    return make_being(library, entry, name, FOES if isinstance(entry, Enemy) else PARTY)


def plain_being(name: str) -> Character:
    """Somebody with nothing special: all stats 0, 20 HP, no Plating, no weapon."""
    stats: Any = dict.fromkeys(STATS, 0)
    return Character(id=name, name=name.replace("_", " ").capitalize(), stats=stats, hp=20, plating=0)


def free_hex(scene: Scene, kept: Collection[Any], area: Sequence[Hex] = ()) -> Hex:
    """The first open hex that nobody has, nor is to have by the file; in the start area of their side first."""
    taken = {cell for being in scene.beings.values() for cell in being.cells}
    for cell in best_first(scene.board, area):
        if cell not in taken and list(cell) not in kept and scene.board.open(cell):
            return cell
    raise ContentError("there is no free hex left on the board; say `at`")


def check_lying(scene: Scene, where: str) -> None:
    """What lies about is what it is said to be."""
    for number, thing in enumerate(scene.lying):
        spot = f"{where}, field lying[{number}].id"
        if thing.kind == "mask":
            check_mask(scene.library, thing.id, spot)
        else:
            scene.library.shelves[thing.kind].get(thing.id, spot)


def check_dice(areas: Iterable[Area], where: str) -> None:
    """Areas are dangerous by dice that there are."""
    for number, area in enumerate(areas):
        if area.sides not in SIDES:
            expected = listed(map(str, SIDES), "or")
            raise ContentError(f"{where}, field areas[{number}].sides: expected {expected}, not {area.sides}")


def mid_combat(scene: Scene, current: Being) -> None:
    """In the middle of a combat all have had a turn, and whose turn it is has all their AP."""
    for being in scene.beings.values():
        being.begun = being.reaction = True
    current.ap, current.moves = current.sheet.ap, 1


# ---------------------------------------------------------------- what goes together


BY_HAND = "set"  # in the middle of play: what goes with it comes at once


def settle(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """No Plating and Shattered, no HP and Down, a Focus and Focused; and what is named must exist."""
    if "weapons" in raw and "ready" not in raw:
        being.ready = being.weapons
    check(scene, being, raw, where)
    if being.plating and "plating" in raw:
        being.relieve("Shattered")
    elif not being.plating and being.sheet.plating and "Shattered" not in being.states:
        being.afflict(Condition("Shattered"))
    fallen = not being.states.isdisjoint(("Down", "Out", "Dead"))
    if being.hp == 0 and not fallen and ("Unconscious" not in being.states or ("hp" in raw and where == BY_HAND)):
        if where == BY_HAND:
            afflict(scene, being, "Down")
        else:
            being.afflict(Condition("Down"))
    elif being.hp and "hp" in raw:
        if where == BY_HAND and end(scene, being, "Down", "Out", "Dead"):
            being.marks = being.saved = being.failed = 0
        being.relieve("Down")
    if "Down" in being.states and "ap" not in raw:
        being.ap = min(being.ap, 1)
    if "metres" in raw and "pace" not in raw:
        being.pace = speed(scene, being) if being.metres else 0
    if being.focus and "Focused" not in being.states:
        being.afflict(Condition("Focused", being.id, note=being.focus))
    elif "focus" in raw and not being.focus:
        end(scene, being, "Focused")
    if "at" in raw and where == BY_HAND:
        check_hold(scene, being)
    if "mask" in raw and where == BY_HAND and being.sheet.needs_mask:
        if being.mask:
            end(scene, being, "Unmasked")
        elif "Unmasked" not in being.states:
            afflict(scene, being, "Unmasked", value=scene.clock)


def check(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """A being is on the board, and has only what there is."""
    if being.at not in scene.board.cells:
        raise ContentError(f"{where}, field at: {scene.board.off(being.at)}")
    if "focus" in raw and being.focus not in ("", *(skills := maintained(scene.library))):
        raise ContentError(f"{where}, field focus: {no_such('power or use of a mask', being.focus, skills)}")
    for name in ("ready", "damaged"):
        away = [weapon for weapon in getattr(being, name) if weapon not in being.weapons]
        if name in raw and away:
            raise ContentError(
                f"{where}, field {name}: {away[0]!r} is not among their weapons; {there_are(away[0], being.weapons)}"
            )


def maintained(library: Library) -> list[str]:
    """bb.focus.one: what somebody may maintain, by its id."""
    uses = [use for mask in library.all("mask") for use in mask.modes]
    return [skill.id for skill in (*library.all("power"), *uses) if skill.focus]


NOTED = {  # words of the notes of conditions
    "type": TYPES,
    "dice": ("1 4", "1 6", "1 8", "2 4", "2 6", "2 8"),
    "damage": ("plain", *TYPES),
    "ability": ABILITIES,
}


def what_it_lacks(condition: Condition) -> str:
    return CONDITIONS.lacking(condition, NOTED)


# ---------------------------------------------------------------- what can be expected


def save_dc_of(scene: Scene, being: Being, stat: str) -> int:
    if stat not in STATS:
        raise BadInput(f"there is no {stat!r}; {there_are(stat, STATS)}")
    return save_dc(being, stat)


def left_of(scene: Scene, being: Being, item: str) -> int:
    if item not in scene.library.shelves["item"]:
        raise BadInput(no_such("item", item, scene.library.shelves["item"].entries))
    return being.has_left(item)


class Turn(shape.Turn, frozen=True, eq=False, kw_only=True):
    late: tuple[BeingId, ...] = ()
    broken_off: tuple[BeingId, ...] = ()


def put_player(scene: Scene, being: Being, player: bool, where: str) -> None:
    """Whether somebody is a player character, whatever they are made from."""
    being.sheet = replace(being.sheet, pc=player)


SHAPE = Shape(
    scene=Scene,
    turn=Turn,
    being=Being,
    sheet=Sheet,
    board=Board,
    conditions=CONDITIONS,
    sides=(PARTY, FOES),
    modes=("combat", "adventure", "rest"),
    fighting="combat",
    otherwise="adventure",
    scene_fields=frozenset({"counter", "party_size", "clock", "known", "rest", "bonuses", "ticked", "adjustments"}),
    lists={"lying": Lying, "areas": Area},
    own={"player": Own(bool, put_player)},
    things={"items": ("item",), "weapons": ("weapon",), "masks": ("mask",)},
    maxima={"hp_max": "hp", "plating_max": "plating", "ep_max": "ep", "ap_max": "ap"},
    exceeding=frozenset({"ap"}),
    gauges={"HP": "hp", "Plating": "plating", "EP": "ep"},
    pools=frozenset({
        "hp", "thp", "plating", "ep", "exhaustion", "ap", "moves", "metres", "marks", "saved", "failed",
    }),
    bounds={
        "level": Level,
        "hp_max": Positive,
        **dict.fromkeys(
            ("speed", "ac", "bac", "natural_plating", "flees_below_hp", "altitude", "counter", "party_size"),
            Natural,
        ),
    },
    merged={"stats": STATS, "abilities": ABILITIES},
    value_word="dc",
    moments=("combat", "rest"),
    limits=("turn", "round", "combat", "rest", LATER),
    types={
        "species": SpeciesId,
        "armor": ArmorId,
        "size": Size,
        "element": Annotated[str, words("element", TYPES)],
        **dict.fromkeys(("resist", "immune", "vulnerable"), tuple[Type, ...]),
        "practiced_abilities": tuple[Annotated[str, words("ability", ABILITIES)], ...],
        "practiced_saves": tuple[Stat, ...],
        "powers": tuple[PowerId, ...],
        "weapons": tuple[WeaponId, ...],
        "mask": MaskId,
        "masks": tuple[MaskId, ...],
        "background": BackgroundId,
        "calling": CallingId,
        "bonuses": tuple[Annotated[str, words("bonus of a camp", (HIDDEN, COMFORT, ALARM))], ...],
        "tags": tuple[Annotated[str, words("tag", get_args(Tag))], ...],
        "practiced_weapons": tuple[PracticedId, ...],
        "fitted": tuple[tuple[WeaponId, tuple[ModuleId, ...]], ...],
        "trained": tuple[tuple[WeaponId, int], ...],
    },
    moments_of={"focus of": "focus"},
    mid_round=mid_combat,
    noted=lambda library: {**NOTED, "focus": maintained(library)},
    needs=what_it_lacks,
    settle=settle,
    values={
        "speed_now": speed,
        "metres": lambda scene, being: left_under_way(being, speed(scene, being)),
        "metres_left": metres_left,
        "armor_class": lambda scene, being: armor_class(being),
        "height": lambda scene, being: scene.height(being),
        "power_die": lambda scene, being: f"d{power_die(being)}",
        "held": lambda scene, being: being.held.command.name if being.held else "",
        "items": lambda scene, being: tuple((item.id, item.count) for item in being.items),
        "activities": lambda scene, being: dict(scene.rest.left).get(being.id, 0) if scene.rest is not None else 0,
    },
    named_values={"save_dc": save_dc_of, "item": left_of},
    scene_values={
        "lying": lambda scene: tuple((thing.kind, thing.id, thing.at) for thing in scene.lying),
        "cover": lambda scene: len(scene.board.cover),
        "areas": lambda scene: len(scene.areas),
    },
)  # fmt: skip
