"""What the rules of The Crawl say about entries of content, for `ludex check`: prices that are the sum of their parts,
parts that do something where they are; and who stands where in a scene."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from ludex.core.content.content import Check, ContentError, Fault, Library, among, known
from ludex.core.content.references import misnamed
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.toml import spelled
from ludex.core.plan.entries import off_board, said_twice
from ludex.games.crawl.book.characters.aspects import BY_ITSELF, aspect, price_of
from ludex.games.crawl.book.characters.skills import methods_of
from ludex.games.crawl.book.conditions import is_addictive
from ludex.games.crawl.build.from_content import LARGEST, cells_of, make_board, size_at, size_of
from ludex.games.crawl.records.effects import Afflict, Expose, LiftsStop, RemoveCondition, Reveal
from ludex.games.crawl.records.ids import ITEMS
from ludex.games.crawl.records.kinds import (
    Armor,
    Aspect,
    Board,
    Character,
    Consumable,
    Disease,
    Enemy,
    Item,
    Owns,
    Poison,
    Use,
    Weapon,
)
from ludex.games.crawl.records.parts import PER_POINT, Shifts
from ludex.games.crawl.records.price_list import (
    AccuracyModifier,
    ActorSizeModifier,
    AnyPart,
    ArmorPenetration,
    AttackMethod,
    BasicMoveModifier,
    CarefulBlow,
    ConcentrationModifier,
    CoreAspectModifier,
    Damage,
    DefenseMalus,
    DefenseModifier,
    EffectTrigger,
    EnergyPointCost,
    EnergyPointPoolModifier,
    EnergyPointRefreshModifier,
    ExoticDamage,
    ExperimentalTechnology,
    FailureChance,
    GrantsAspect,
    HpPoolModifier,
    KineticDamage,
    KineticPotential,
    Magic,
    MeleeReach,
    NumberOfHands,
    OpportunisticAction,
    Range,
    ReloadEpCost,
    SimpleFeature,
    Technological,
    UnstableMagic,
)
from ludex.games.crawl.state import Learned, Scene

DRAWS_BLOOD = "when HP damage is dealt"
NEGATIVE = (
    CoreAspectModifier, HpPoolModifier, EnergyPointPoolModifier, EnergyPointRefreshModifier, BasicMoveModifier,
    AccuracyModifier, DefenseModifier, ConcentrationModifier,
)  # fmt: skip
OF_ARMOR = (
    *BY_ITSELF, Shifts, MeleeReach, GrantsAspect, Magic, Technological, UnstableMagic, ExperimentalTechnology,
    SimpleFeature,
)  # fmt: skip
OF_WEAPONS = (
    *OF_ARMOR, Damage, Range, NumberOfHands, AttackMethod, ReloadEpCost, ArmorPenetration, ExoticDamage, KineticDamage,
    KineticPotential, CarefulBlow, DefenseMalus,
)  # fmt: skip

# ---------------------------------------------------------------- parts and prices


def _shifts(parts: tuple[AnyPart, ...]) -> Iterator[Fault]:
    for number, part in enumerate(parts):
        if isinstance(part, Shifts) and (part.on == "skill") != bool(part.of):
            yield Fault(f"parts[{number}].of", 'expected together with `on = "skill"`, and only then')


def _printed(printed: int | None, worth: int, field: str, rule: str) -> Iterator[Fault]:
    if printed is not None and printed != worth:
        yield Fault(field, f"{printed} is printed, and its parts come to {worth}", rule)


# ---------------------------------------------------------------- aspects


def _aspect(library: Library, entry: Aspect) -> Iterator[Fault]:
    """tc.ap.schema: what it costs is the sum of its parts, and more than nothing."""
    cite("tc.ap.schema", "tc.ap.cost.progressions", *[part.RULE for part in entry.parts])
    yield from _shifts(entry.parts)
    if entry.use is not None:
        yield from _use(entry, entry.use)
    for number, worth in entry.prose:
        yield from _change(entry, number, worth, "prose")
    if entry.use is None and entry.skill in ("attack", "defense"):
        yield Fault("use", f"what it does is missing, since it is of the type {entry.skill}", "tc.ap.schema")
    if entry.basic or any(misnamed(library, entry)):
        return
    price = price_of(library, entry.parts)
    yield from _printed(entry.ap, price, "ap", "tc.ap.schema")
    if price <= 0:
        yield Fault("parts", f"its price is {price} AP; expected more than 0", "tc.ap.schema")
    yield from _must_have(entry)


def _use(entry: Aspect, use: Use) -> Iterator[Fault]:
    """What is paid for and how the skill is used say the same; nothing stands where nothing carries it out."""
    paid = [part.option for part in entry.parts if isinstance(part, OpportunisticAction)]
    free = use.when in ("opportunistic", "reactionary") and use.when not in paid
    if free or any([option != use.when for option in paid]):
        said = f'`when = "{paid[0] if paid else use.when}"`'
        yield Fault("parts", f"expected {said} and the part opportunistic_action of that name together", "tc.ap.schema")
    triggers = [part.option for part in entry.parts if isinstance(part, EffectTrigger)]
    if triggers and (triggers != [DRAWS_BLOOD] or use.trigger != "deals_hp_damage"):
        yield Fault("parts", f'effect_trigger: only "{DRAWS_BLOOD}" with `trigger = "deals_hp_damage"` is carried out')
    if any([isinstance(part, ActorSizeModifier) for part in entry.parts]):
        yield Fault("parts", "actor_size_modifier: expected in an aspect without a `use`: no skill changes a size")
    if any([isinstance(effect, Reveal) for effect in entry.effects]) and use.against != "stealth":
        yield Fault("effects", 'reveal: expected with `against = "stealth"`', "tc.perception.stealth")
    if use.when == "defense" and use.target not in ("self", "enemy", "ally", "any"):
        yield Fault("use.target", f"expected self, or ally for a defence of others, not {use.target}")


def _must_have(entry: Aspect) -> Iterator[Fault]:
    """tc.ap.schema: attack and defence aspects have a Failure Chance and an Energy Point Cost. Who uses the skill of
    another aspect has its difficulty from there."""
    if entry.skill not in ("attack", "defense"):
        return
    modelled = entry.use is not None and bool(entry.use.as_aspect)
    if not modelled and not any(isinstance(part, FailureChance) for part in entry.parts):
        yield Fault("parts", f"an aspect of the type {entry.skill} needs a failure_chance", "tc.ap.schema")
    if not any(isinstance(part, EnergyPointCost) for part in entry.parts):
        yield Fault("parts", f"an aspect of the type {entry.skill} needs an energy_point_cost", "tc.ap.schema")


def _change(entry: Aspect, number: int, worth: int | str, field: str) -> Iterator[Fault]:
    """A part by its number, and what it is worth instead."""
    if not 1 <= number <= len(entry.parts):
        yield Fault(field, f"{entry.id} has no part {number}; it has {len(entry.parts)}")
    elif worth not in entry.parts[number - 1].ladder():
        there = ", ".join(str(step) for step in entry.parts[number - 1].ladder()) or "nothing"
        yield Fault(field, f"part {number} of {entry.id} cannot be worth {worth!r}; there is: {there}")


# ---------------------------------------------------------------- things


def _item(library: Library, entry: Item) -> Iterator[Fault]:
    """tc.money: 100 for each aspect point of its parts and of the aspects that it grants."""
    cite("tc.money", "tc.ap.cost.progressions", *[part.RULE for part in entry.parts])
    yield from _shifts(entry.parts)
    if isinstance(entry, Weapon):
        yield from _weapon(entry)
    if isinstance(entry, Armor):
        yield from _armor(entry)
    if isinstance(entry, Consumable) and not entry.effects and not entry.parts:
        yield Fault("effects", "it does nothing")
    if any(misnamed(library, entry)):
        return
    price = 0 if entry.free else PER_POINT * price_of(library, entry.parts)
    yield from _printed(entry.price, price, "price", "tc.money")
    if price < 0:
        yield Fault("parts", f"it would cost {price}; expected 0 or more", "tc.money")
    granted = [part.aspect for part in entry.parts if isinstance(part, GrantsAspect)]
    if any(_magic(aspect(library, name).parts) for name in granted) and not _magic(entry.parts):
        yield Fault("parts", "it grants magic, and has not the part magic", "tc.ap.schema")


def _weapon(entry: Weapon) -> Iterator[Fault]:
    if not any(isinstance(part, Damage) for part in entry.parts):
        yield Fault("parts", "expected damage", "tc.weapon.method")
    if not any(isinstance(part, Range) for part in entry.parts):
        yield Fault("parts", "expected a range", "tc.range.classes")
    if not methods_of(entry):
        yield Fault("parts", "expected an attack_method, without which no aspect can use it", "tc.weapon.method")

    for number, part in enumerate(entry.parts):
        if not isinstance(part, OF_WEAPONS):
            yield Fault(f"parts[{number}]", f"{part.__struct_config__.tag} does nothing on a weapon", "tc.ap.schema")
    for effect in entry.effects:
        if not isinstance(effect, Afflict | RemoveCondition | Expose | LiftsStop):
            tag = effect.__struct_config__.tag
            yield Fault("effects", f"{tag} does nothing on a weapon; expected condition, remove_condition, affliction")


def _armor(entry: Armor) -> Iterator[Fault]:
    """tc.equip.slots: what works while it is worn."""
    for number, part in enumerate(entry.parts):
        if not isinstance(part, OF_ARMOR):
            yield Fault(
                f"parts[{number}]", f"{part.__struct_config__.tag} does nothing while it is worn", "tc.ap.schema"
            )
    if entry.limb and (not entry.lightweight or entry.slot not in ("arms", "legs")):
        yield Fault("limb", "expected of a lightweight thing for arms or legs", "tc.equip.lightweight")


def _magic(parts: tuple[AnyPart, ...]) -> bool:
    return any(isinstance(part, Magic | UnstableMagic) for part in parts)


# ---------------------------------------------------------------- afflictions


def _compounds(library: Library, names: Iterable[str], field: str) -> Iterator[Fault]:
    there = [gear.compound for gear in library.all("gear") if gear.compound]
    return among([name for name in names if name], there, "gear with the compound", field)


def _poison(library: Library, entry: Poison) -> Iterator[Fault]:
    """tc.poison.content: what it attacks, or what it does while it lasts, and how hard it is to remove."""
    cite("tc.poison.content")
    yield from _compounds(library, [entry.compound], "compound")
    yield from _negative(entry.parts, "tc.poison.content")
    if not entry.attacks and not entry.brings and not entry.parts and not entry.craving_interval_hours:
        yield Fault("attacks", "it does nothing", "tc.poison.content")
    if (entry.brings or entry.parts) and entry.duration_turns < 1:
        yield Fault("duration_turns", "expected 1 or more, since what it brings lasts with it", "tc.poison.content")
    if "Grappled" in entry.brings:
        yield Fault("condition_while", "Grappled: nobody is grappled by a poison", "tc.grappled")
    if entry.removal_difficulty < 1:
        yield Fault("removal_difficulty", f"expected 1 or more, not {entry.removal_difficulty}", "tc.poison.content")


def _disease(library: Library, entry: Disease) -> Iterator[Fault]:
    cite("tc.disease")
    yield from _compounds(library, entry.components, "components")
    yield from _negative(entry.parts, "tc.disease")
    if len(entry.parts) + bool(entry.aspect) != 1:
        yield Fault("aspect", "expected one negative attribute: an `aspect`, or one part", "tc.disease")
    if entry.value >= 0:
        yield Fault("value", f"expected less than 0, not {entry.value}", "tc.disease")


def _negative(parts: tuple[AnyPart, ...], rule: str) -> Iterator[Fault]:
    """Negative attributes: modifiers and numbers below 0."""
    yield from _shifts(parts)
    for number, part in enumerate(parts):
        if not isinstance(part, NEGATIVE) or part.value >= 0 or (isinstance(part, Shifts) and part.on == "own"):
            tag = part.__struct_config__.tag
            yield Fault(f"parts[{number}]", f"{tag}: expected a modifier on rolls or a number, below 0", rule)


# ---------------------------------------------------------------- who there is


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    """What somebody has goes together."""
    if any(misnamed(library, entry)):
        return
    for name in entry.afflictions:
        if name not in library.shelves["disease"] and not is_addictive(library, name):
            yield Fault("afflictions", f"expected diseases and addictions, not {spelled(name)}")
    wrong = [fault for owns in entry.aspects for fault in _owns(library, owns)]
    yield from wrong
    if wrong:
        return
    yield from _size(library, entry)
    yield from _fits(library, entry)


def _owns(library: Library, owns: Owns) -> Iterator[Fault]:
    entry = aspect(library, owns.aspect)
    if bool(owns.choice) != bool(entry.choice):
        expected = f"a choice of {entry.choice.replace('_', ' ')}" if entry.choice else "no choice"
        yield Fault("aspects", f"{entry.id}: expected {expected}", "tc.aspect.definition")
    elif entry.choice == "weapon_type":
        yield from known(library, "weapon", [owns.choice], "aspects")
    for number, worth in owns.changed:
        yield from _change(entry, number, worth, "aspects")


def _size(library: Library, entry: Character) -> Iterator[Fault]:
    """tc.size.table: who is so tall is of that size."""
    if not entry.height_m:
        return
    learned = tuple([Learned(owns.aspect, owns.choice, owns.changed) for owns in entry.aspects])
    tall = min(LARGEST, size_at(entry.height_m))
    if size_of(library, learned) != tall:
        size = size_of(library, learned)
        yield Fault("height_m", f"{entry.height_m} m are size {tall}, and the aspects make it {size}", "tc.size.table")


def _fits(library: Library, entry: Character) -> Iterator[Fault]:
    """tc.equip.slots: hands hold what they are said to; everything can be set up."""
    game = GAMES["crawl"]
    options = game.rulebook.check_options({})
    try:
        game.set_up({"options": options, "beings": {"somebody": {"from": entry.id}}}, "scene", library)
    except ContentError as fault:
        words, _, rule = str(fault).removesuffix("]").partition(" [")
        field = re.search(r"field (\w+)|, (items):", words)
        yield Fault((field[1] or field[2]) if field else "", words.rpartition(": ")[2], rule)


def _enemy(library: Library, entry: Enemy) -> Iterator[Fault]:
    yield from _character(library, entry)
    if not entry.aspects and not entry.unarmed:
        yield Fault("aspects", "no aspect, and no fists to strike with", "tc.aspect.definition")


# ---------------------------------------------------------------- where they are


def _board(library: Library, entry: Board) -> Iterator[Fault]:
    """tc.map.grid: everything on a board lies on one of its cells, and no two things fill the same."""
    cells = frozenset(cells_of(entry))
    yield from said_twice(entry, "width", "height")
    yield from off_board(entry, cells)
    filled = {
        "walls": entry.walls,
        "cover": [cell for cover in entry.cover for cell in cover.cells],
        "doors": [door.at for door in entry.doors],
    }
    named = {
        **filled,
        "rough": entry.rough,
        "exits": entry.exits,
        "crowd": entry.crowd,
        "heights": [cell for height in entry.heights for cell in height.cells],
        "crushers": [crusher.at for crusher in entry.crushers],
    }
    for field, there in named.items():
        for cell in there:
            if cell not in cells:
                yield Fault(field, f"{list(cell)} is not on the board", "tc.map.grid")
    taken: set[tuple[int, int]] = set()
    for field, there in filled.items():
        for cell in there:
            if cell in taken:
                yield Fault(field, f"{list(cell)} is filled by something else as well", "tc.cover")
            taken.add(cell)
    make_board(msgspec.structs.replace(entry, walls=(), rough=(), heights=()))  # which tells of edges that are none


CHECKS: dict[str, Check] = {
    "aspect": _aspect,
    **dict.fromkeys(ITEMS, _item),
    "poison": _poison,
    "disease": _disease,
    "character": _character,
    "enemy": _enemy,
    "board": _board,
}


# ---------------------------------------------------------------- scenes


def misplaced(scene: Scene) -> list[Fault]:
    """tc.map.grid: nobody begins inside a wall, a shut door or an object."""
    found = []
    for being in scene.beings.values():
        if not being.here:
            continue
        for cell in scene.cells(being):
            door = scene.door_at(cell)
            cover = scene.cover_at(cell)
            what = (
                "a wall" if cell in scene.board.walls
                else f"the shut {door.name}" if door is not None and not door.open
                else f"the {cover.name}" if cover is not None
                else ""
            )  # fmt: skip
            if what:
                found.append(Fault(f"beings.{being.id}.at", f"{list(cell)} is filled by {what}", "tc.map.grid"))
    return found
