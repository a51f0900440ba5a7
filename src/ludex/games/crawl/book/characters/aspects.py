"""Aspects and what holds by itself: who has which, what they cost, and the numbers that follow from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ludex.core.content.content import Library
from ludex.core.kernel.derived import Basis, Under, derived
from ludex.core.kernel.scene import Condition
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.effects import Base
from ludex.games.crawl.records.ids import ITEMS
from ludex.games.crawl.records.kinds import DAMAGE_TYPES, Armor, Aspect, Item, Weapon
from ludex.games.crawl.records.parts import PER_POINT, Shifts, Stepped, Worth
from ludex.games.crawl.records.price_list import (
    AfflictionImmunity,
    AnyPart,
    BasicMoveModifier,
    CombatExpertise,
    CoreAspectModifier,
    DamageResistance,
    EnergyPointPoolModifier,
    EnergyPointRefreshModifier,
    EnvironmentMitigation,
    GrantsAspect,
    HpPoolModifier,
    MeleeReach,
    NumberOfHands,
    PresenceModifier,
)
from ludex.games.crawl.state import Being, Learned, Scene, Sheet

E = TypeVar("E", bound=Base)

EQUIPMENT = Basis("sheet worn hands")
BODY = EQUIPMENT.and_of("pack ability", shared=True)
IN_HAND = "hand"  # the slot of what is held
# The parts that work by themselves while somebody has them, beside modifiers on rolls.
BY_ITSELF = (
    CoreAspectModifier, HpPoolModifier, EnergyPointPoolModifier, EnergyPointRefreshModifier, BasicMoveModifier,
    DamageResistance, AfflictionImmunity, CombatExpertise, EnvironmentMitigation, PresenceModifier,
)  # fmt: skip

LENDING = CONDITIONS.tagged("lending")  # conditions that change numbers while they last
CARRIED = {"Poisoned": "poison", "Diseased": "disease"}  # the kinds of content that are in somebody's body

# ---------------------------------------------------------------- content


def aspect(library: Library, name: str) -> Aspect:
    found: Aspect = library.shelves["aspect"].get(name)
    return found


def item_of(library: Library, name: str) -> Item:
    """The item of that name, of whatever kind."""
    return items(library)[name]


@derived()
def items(library: Library) -> dict[str, Item]:
    return {name: made for kind in reversed(ITEMS) for name, made in library.shelves[kind].entries.items()}


def offered_items(library: Library) -> list[str]:
    """Those that somebody may have who has none yet."""
    return [name for name in items(library) if not any([name in library.shelves[kind].retired for kind in ITEMS])]


def choices_of(library: Library, entry: Aspect) -> list[str]:
    """What has to be chosen for an aspect: a kind of weapon, a type of damage."""
    if entry.choice == "weapon_type":
        return [made.id for made in library.all("weapon")]
    return list(DAMAGE_TYPES) if entry.choice == "damage_type" else [""]


def parts_of(library: Library, learned: Learned) -> tuple[AnyPart, ...]:
    """The parts of an aspect as somebody has it: with what an upgrade has changed."""
    return changed_parts(library, learned) if learned.changed else aspect(library, learned.aspect).parts


@derived()
def changed_parts(library: Library, learned: Learned) -> tuple[AnyPart, ...]:
    parts = aspect(library, learned.aspect).parts
    worth: dict[int, Worth] = dict(learned.changed)
    return tuple([part.at(worth[n]) if n in worth else part for n, part in enumerate(parts, 1)])


def as_played(scene: Scene, learned: Learned) -> Learned:
    """An aspect as its skill is used: its words count where the table plays it so (opt_prose_wins), unless an upgrade
    has changed what they speak of."""
    prose = aspect(scene.library, learned.aspect).prose
    if not prose or not scene.options["opt_prose_wins"]:
        return learned
    scene.cite("tc.ap.schema")
    worth = {**dict(prose), **dict(learned.changed)}
    return Learned(learned.aspect, learned.choice, tuple(sorted(worth.items())))


def parts_played(scene: Scene, learned: Learned) -> tuple[AnyPart, ...]:
    """The parts by which a skill is used."""
    return parts_of(scene.library, as_played(scene, learned))


def price_of(library: Library, parts: Iterable[AnyPart]) -> int:
    """tc.ap.schema: the sum of the parts; a granted aspect costs what it costs."""
    return sum([ap_of(library, Learned(p.aspect)) if isinstance(p, GrantsAspect) else p.price for p in parts])


def ap_of(library: Library, learned: Learned) -> int:
    """What an aspect has cost as somebody has it; what everybody has costs nothing."""
    if aspect(library, learned.aspect).basic:
        return 0
    return price_of(library, parts_of(library, learned))


def money_of(library: Library, item: Item) -> int:
    """tc.money: 100 for each aspect point."""
    return 0 if item.free else PER_POINT * price_of(library, item.parts)


# ---------------------------------------------------------------- who has what


def two_handed(library: Library, being: Being) -> bool:
    """Do both hands hold one thing?"""
    right, left = being.hands
    if not right or right != left:
        return False
    return any([isinstance(p, NumberOfHands) and p.option == "two" for p in item_of(library, right).parts])


def equipment(library: Library, being: Being) -> tuple[str, ...]:
    """What is worn and what is in hand, each of two equal things; a two-handed thing once."""
    in_hand = being.hands[:1] if two_handed(library, being) else being.hands
    return (*being.worn, *filter(None, in_hand))


def owned(scene: Scene, being: Being) -> tuple[Learned, ...]:
    """The own aspects, those that everybody has, and those that worn items grant."""
    return standing(scene, being).aspects


def learned(scene: Scene, being: Being, name: str, choice: str = "") -> Learned | None:
    """The aspect as this one has it."""
    if not choice:
        return standing(scene, being).first.get(name)
    for one in owned(scene, being):
        if one.aspect == name and one.choice == choice:
            return one
    return None


def lacks(scene: Scene, being: Being, name: str) -> tuple[str, ...]:
    """The requirements of an aspect that this one does not meet."""
    needed = aspect(scene.library, name).requires
    if not needed:
        return ()
    have = standing(scene, being).first
    return tuple([need for need in needed if need not in have])


# ---------------------------------------------------------------- what stands by itself


@dataclass(frozen=True, slots=True)
class Piece:
    """Damage resistance: how much against what, from where; `slot` of armour, empty for what is no armour."""

    type: str
    value: int
    source: str
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A part that holds, of which aspect or item, and what was chosen for it."""

    part: AnyPart
    source: str  # its name
    choice: str = ""
    worn: bool = False  # of an item


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What follows from somebody's sheet and equipment."""

    aspects: tuple[Learned, ...]
    first: dict[str, Learned]  # the first of each name
    parts: tuple[Held, ...]  # all that hold by themselves
    cores: dict[str, int]  # from sheet and aspects
    hp: int
    ep: int
    refresh: int
    move: int
    presence: int
    reach: int  # cells that all melee attacks reach further
    pieces: tuple[Piece, ...]
    immune: frozenset[str]
    shifts: tuple[Held, ...]
    effects: tuple[Base, ...]


def holds(thing: Armor | Weapon, part: AnyPart) -> bool:
    """Does a part work by itself while the thing is worn or in hand? Of a weapon what belongs to its attacks does
    not."""
    return isinstance(thing, Armor) or isinstance(part, BY_ITSELF) or (isinstance(part, Shifts) and part.on != "own")


@derived(EQUIPMENT)
def standing(scene: Scene, being: Being) -> Standing:
    library, sheet = scene.library, being.sheet
    things = [item_of(library, name) for name in equipment(library, being)]  # tc.dr.sum: all of them
    at_work = [thing for thing in things if isinstance(thing, Armor | Weapon)]
    grants = [part.aspect for thing in at_work for part in thing.parts if isinstance(part, GrantsAspect)]
    granted = [Learned(name) for name in dict.fromkeys(grants)]
    basic = [Learned(entry.id) for entry in library.all("aspect") if entry.basic and sheet.unarmed]
    aspects = tuple(dict.fromkeys((*sheet.aspects, *granted, *basic)))
    parts = [
        Held(part, aspect(library, one.aspect).name, one.choice)
        for one in (*sheet.aspects, *[grant for grant in granted if grant not in sheet.aspects])
        if aspect(library, one.aspect).use is None
        for part in parts_of(library, one)
    ]
    parts += [Held(part, thing.name, worn=True) for thing in at_work for part in thing.parts if holds(thing, part)]

    def total(kind: type[Stepped]) -> int:
        return sum([part.value for part in [held.part for held in parts] if isinstance(part, kind)])

    cores = {name: getattr(sheet, name) for name in ("strength", "mobility", "intelligence")}
    for held in parts:
        if isinstance(held.part, CoreAspectModifier) and not held.worn:
            cores[held.part.aspect] += held.part.value
    pieces = [Piece(kind, value, "by nature") for kind, value in sheet.dr]
    pieces += [
        Piece(held.part.type, held.part.value, held.source)
        for held in parts
        if isinstance(held.part, DamageResistance) and not held.worn
    ]
    pieces += [
        Piece(part.type, part.value, thing.name, thing.slot if isinstance(thing, Armor) else IN_HAND)
        for thing in at_work
        for part in thing.parts
        if isinstance(part, DamageResistance)
    ]
    immune = [held.part.option for held in parts if isinstance(held.part, AfflictionImmunity)]
    immune += ["flanked" for held in parts if isinstance(held.part, CombatExpertise)]
    return Standing(
        aspects=aspects,
        first={one.aspect: one for one in reversed(aspects)},
        parts=tuple(parts),
        cores=cores,
        hp=max(1, sheet.hp + total(HpPoolModifier)),
        ep=max(0, sheet.ep + total(EnergyPointPoolModifier)),
        refresh=max(0, sheet.refresh + total(EnergyPointRefreshModifier)),
        move=max(0, sheet.move + total(BasicMoveModifier)),
        presence=total(PresenceModifier),
        reach=total(MeleeReach),
        pieces=tuple(pieces),
        immune=frozenset((*sheet.immune, *immune)),
        shifts=tuple([held for held in parts if isinstance(held.part, Shifts)]),
        effects=tuple([
            effect
            for entry in [aspect(library, one.aspect) for one in aspects]
            if entry.use is None
            for effect in entry.effects
        ]),
    )  # fmt: skip


# ---------------------------------------------------------------- what lasts for a time


def lent_to(scene: Scene, being: Being) -> tuple[object, ...]:
    """What somebody is under that changes numbers, with what the aspects of whoever made it follow from."""
    found: tuple[object, ...] = ()
    for condition in being.conditions:
        if condition.name in LENDING:
            found += condition.name, condition.note
            if condition.source in scene.beings:
                maker = scene.beings[condition.source]
                found += maker.sheet, maker.worn, maker.hands
    return found


LENT = Under(LENDING, lent_to)


def lasting(scene: Scene, being: Being) -> Iterator[tuple[Condition, Aspect, tuple[AnyPart, ...], str]]:
    """Every skill that somebody is under: the condition, the aspect, its parts as its maker has them, the choice."""
    if "Affected" not in being.states:
        return
    for condition in being.conditions:
        if condition.name == "Affected":
            name, _, choice = condition.note.partition(":")
            maker = scene.beings.get(condition.source)
            own = learned(scene, maker, name) if maker is not None else None
            yield condition, aspect(scene.library, name), parts_played(scene, own or Learned(name)), choice


def carried(scene: Scene, being: Being) -> Iterator[tuple[str, tuple[AnyPart, ...]]]:
    """tc.poison.content, tc.disease: the negative attributes of the poisons and diseases that somebody has, each
    with its name."""
    if being.states.isdisjoint(CARRIED):
        return
    for condition in being.conditions:
        if condition.name in CARRIED:
            made = scene.library.shelves[CARRIED[condition.name]].entries[condition.note]
            yield made.name, made.parts


@derived(EQUIPMENT, under=LENT)
def shifts(scene: Scene, being: Being) -> Iterable[Held]:
    """Every modifier on rolls that holds for somebody now, but for those of a skill on its own roll."""
    return (*standing(scene, being).shifts, *lent_shifts(scene, being))


def lent_shifts(scene: Scene, being: Being) -> Iterator[Held]:
    """Those that last for a time."""
    for name, parts in carried(scene, being):
        for part in parts:
            if isinstance(part, Shifts):
                yield Held(part, name)
    for _, entry, parts, choice in lasting(scene, being):
        for part in parts:
            if isinstance(part, Shifts) and part.on != "own":
                yield Held(part, entry.name, choice)


def always(scene: Scene, being: Being, kind: type[E]) -> Iterator[E]:
    """Every effect of a kind that holds by itself, of the own aspects."""
    for effect in standing(scene, being).effects:
        if isinstance(effect, kind):
            yield effect


# ---------------------------------------------------------------- the numbers


@derived(EQUIPMENT, under=LENT)
def max_hp(scene: Scene, being: Being) -> int:
    """tc.hp.pool: 6, and what aspects and lasting skills add."""
    scene.cite("tc.hp.pool")
    return max(1, standing(scene, being).hp + lent(scene, being, HpPoolModifier))


@derived(EQUIPMENT, under=LENT)
def max_ep(scene: Scene, being: Being) -> int:
    """tc.ep.pool: 1, and what aspects and lasting skills add."""
    scene.cite("tc.ep.pool")
    return max(0, standing(scene, being).ep + lent(scene, being, EnergyPointPoolModifier))


@derived(EQUIPMENT, under=LENT)
def ep_refresh(scene: Scene, being: Being) -> int:
    return max(0, standing(scene, being).refresh + lent(scene, being, EnergyPointRefreshModifier))


@derived(EQUIPMENT, under=LENT)
def basic_move(scene: Scene, being: Being) -> int:
    """tc.basic.move: 5 cells, and what aspects and lasting skills add."""
    scene.cite("tc.basic.move")
    return max(0, standing(scene, being).move + lent(scene, being, BasicMoveModifier))


@derived()
def own_move(library: Library, sheet: Sheet) -> int:
    """The cells that somebody has of themselves, whatever they wear and are under: the same all through a fight."""
    own = [one for one in sheet.aspects if aspect(library, one.aspect).use is None]
    more = [part.value for one in own for part in parts_of(library, one) if isinstance(part, BasicMoveModifier)]
    return max(0, sheet.move + sum(more))


@derived(Basis("conditions", shared=False))
def lends(scene: Scene, being: Being, kind: type[Stepped]) -> bool:
    """Is there such a part in the skills that somebody is under, or in what they carry in the body? How much it is
    worth depends on who has made it."""
    under = [c.note.partition(":")[0] for c in being.conditions if c.name == "Affected"]
    parts = [part for name in under for part in aspect(scene.library, name).parts]
    parts += [part for _, given in carried(scene, being) for part in given]
    return any([isinstance(part, kind) for part in parts])


def lent(scene: Scene, being: Being, kind: type[Stepped]) -> int:
    """What the skills that somebody is under add to a number, and what they carry in the body takes off."""
    if being.states.isdisjoint(LENDING) or not lends(scene, being, kind):
        return 0
    parts = [part for _, _, given, _ in lasting(scene, being) for part in given]
    parts += [part for _, given in carried(scene, being) for part in given]
    return sum([part.value for part in parts if isinstance(part, kind)])


def lent_reach(scene: Scene, being: Being) -> int:
    """How much further melee attacks reach by the skills that somebody is under; the reach of an attack is its own."""
    if "Affected" not in being.states or not lends(scene, being, MeleeReach):
        return 0
    under = [
        given for _, entry, given, _ in lasting(scene, being) if entry.use is None or entry.use.against != "defense"
    ]
    return sum([part.value for given in under for part in given if isinstance(part, MeleeReach)])


def sees_in(scene: Scene, being: Being, ways: Collection[str]) -> bool:
    """Environment Mitigation of one of these ways, by what stands by itself or by a skill that somebody is under."""
    parts = [held.part for held in standing(scene, being).parts]
    parts += [part for _, _, given, _ in lasting(scene, being) for part in given]
    return any([isinstance(part, EnvironmentMitigation) and part.option in ways for part in parts])


def immune_to(scene: Scene, being: Being, what: str) -> bool:
    """By what stands by itself, or by a skill that somebody is under."""
    if what in standing(scene, being).immune:
        return True
    if "Affected" not in being.states:
        return False
    parts = [part for _, _, given, _ in lasting(scene, being) for part in given]
    if what == "flanked":
        return any(isinstance(part, CombatExpertise) for part in parts)
    return any(isinstance(part, AfflictionImmunity) and part.option == what for part in parts)


def staggered(scene: Scene, being: Being) -> bool:
    """tc.staggered: fewer health points than a fourth of the most."""
    return 4 * being.hp < max_hp(scene, being) and not immune_to(scene, being, "staggered")
