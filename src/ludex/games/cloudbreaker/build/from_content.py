"""From content to units: the sheet of a character, an enemy, an NPC or an object, and boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ludex.core.board.misfits import BadBoard
from ludex.core.board.zone import Spot, Zone, ZoneBoard
from ludex.core.content.content import ContentError, Fault, Library, check_extent
from ludex.core.kernel.english import meant
from ludex.core.kernel.ruling import cite
from ludex.games.cloudbreaker.book.actions import actions_by_level, mastery_bonus
from ludex.games.cloudbreaker.book.classes import SECONDARY_FROM, ZONE, features_of
from ludex.games.cloudbreaker.book.movement.hazards import check_hazards
from ludex.games.cloudbreaker.records.ids import UNITS
from ludex.games.cloudbreaker.records.kinds import (
    Board,
    Character,
    Class,
    Enemy,
    Npc,
    Part,
    Unit,
    Weapon,
    ZoneEntry,
)
from ludex.games.cloudbreaker.state import ENEMY, FOES, NPC, OBJECT, PARTY, PC, Being, Placed, Sheet

MANEUVERS = ("scuffle", "cheap_shot")  # cb.man.kind: the kinds that can be mastered


def masteries(library: Library) -> tuple[str, ...]:
    """All that can be mastered: skills, toolkits, weapon types, spell schools and kinds of maneuvers."""
    types = [weapon.weapon_type for weapon in library.all("weapon") if weapon.weapon_type]
    schools = [spell.school for spell in library.all("spell")]
    methods = [*library.shelves["skill"].entries, *library.shelves["toolkit"].entries]
    return tuple(dict.fromkeys((*methods, *types, *schools, *MANEUVERS)))


# ---------------------------------------------------------------- player characters


NOBODY_IN_PARTICULAR = Class(id="", name="", turn_speed=5)  # whoever has no class


def make_character(library: Library, entry: Character) -> Sheet:
    """cb.class.primary_secondary: the primary class gives turn speed, movement, masteries and features up to its rank;
    a secondary one, from level 5, features only."""
    class_: Class = library.shelves["class"].get(entry.class_, entry.id) if entry.class_ else NOBODY_IN_PARTICULAR
    ranks = entry.class_ranks or ({entry.class_: entry.level} if entry.class_ else {})
    secondary = entry.secondary_class if entry.level >= SECONDARY_FROM else ""
    major, minor = actions_by_level(entry.level)
    cite("cb.class.primary_secondary", "cb.class.rank_up", "cb.action.count", "cb.roll.mastery_bonus")
    cite("cb.unit.sides", "cb.unit.size")
    return Sheet(
        kind=entry.id,
        sort=PC,
        level=entry.level,
        class_=entry.class_,
        secondary_class=entry.secondary_class,
        class_ranks=tuple(ranks.items()),
        size=entry.size,
        turn_speed=class_.turn_speed,
        move=class_.move_m // ZONE,
        max_move=class_.max_move_m // ZONE,
        major=major,
        minor=minor,
        parts=(Part(defense=entry.defense, hp=entry.hp),),
        mp=entry.mp,
        resolve=entry.resolve,
        hands=entry.hands,
        resist=entry.resist,
        vulnerable=entry.vulnerable,
        masteries=tuple(dict.fromkeys((*class_.masteries, *entry.masteries))),
        mastery_bonus=mastery_bonus(entry.level),
        features=features_of(library, ranks, entry.class_, secondary),
    )


# ---------------------------------------------------------------- enemies, NPCs, objects


def make_unit(library: Library, entry: Unit) -> Sheet:
    """cb.unit.terms: one or more targets, each with its own HP and defense; MP, size and turns belong to the unit."""
    vital = [number for number, part in enumerate(entry.targets) if part.vital]
    if len(vital) != 1:
        raise ContentError(f"{entry.id}, field targets: expected one vital target, not {len(vital)}")
    enemy = entry if isinstance(entry, Enemy) else None
    cite("cb.unit.terms", "cb.unit.sides", "cb.unit.size", "cb.unit.multi_target")
    return Sheet(
        kind=entry.id,
        sort=ENEMY if enemy is not None else NPC if isinstance(entry, Npc) else OBJECT,
        rank=enemy.rank if enemy is not None else "",
        creature_type=entry.creature_type,
        sentient=enemy is not None and enemy.sentient,
        independent=enemy is not None and enemy.independent,
        looks_like=enemy.looks_like if enemy is not None else "",
        size=entry.size,
        turn_speed=entry.turn_speed,
        move=entry.move_m // ZONE,
        max_move=entry.max_move_m // ZONE,
        major=entry.major,
        minor=entry.minor,
        parts=entry.targets,
        vital=vital[0],
        mp=entry.mp,
        hands=entry.hands,
        resist=entry.resist,
        vulnerable=entry.vulnerable,
        reduction=entry.reduction,
        masteries=entry.masteries,
        mastery_bonus=entry.mastery_bonus,
        to_hit=tuple((armed.use, armed.to_hit) for armed in entry.attacks),
        maneuvers=tuple((str(name), bonus) for name, bonus in entry.maneuvers.items()),
        max_held=entry.max_held,
        features=entry.features,
        falter=enemy.falter if enemy is not None else (),
        neutralise=enemy.neutralise if enemy is not None else (),
        analyse=enemy.analyse if enemy is not None else (),
    )


# ---------------------------------------------------------------- beings


def make_sheet(library: Library, entry: Character | Unit) -> Sheet:
    return make_character(library, entry) if isinstance(entry, Character) else make_unit(library, entry)


def make_being(library: Library, entry: Character | Unit, name: str, side: str = "") -> Being:
    """A unit at full strength, on their own side unless another is named."""
    check_possessions(library, entry)
    sheet = make_sheet(library, entry)
    if isinstance(entry, Character):
        weapons, spells, wielded = entry.weapons, entry.spells, entry.wielded
    else:
        uses = [armed.use for armed in entry.attacks]
        weapons = tuple(use for use in uses if use in library.shelves["weapon"])
        spells = tuple(use for use in uses if use in library.shelves["spell"])
        wielded = None
    return Being(
        id=name,
        name=entry.name,
        side=side or (PARTY if isinstance(entry, Character | Npc) else FOES),
        sheet=sheet,
        parts=tuple(part.hp for part in sheet.parts),
        mp=sheet.mp,
        resolve=sheet.resolve,
        number=sheet.turn_speed,
        role=entry.default_role,
        weapons=weapons,
        wielded=in_hands(library, weapons, sheet.hands) if wielded is None else wielded,
        spells=spells,
        items=entry.items,
        attunements=entry.attunements if isinstance(entry, Character) else (),
        disguised=isinstance(entry, Enemy) and entry.disguised,
    )


def check_possessions(library: Library, entry: Character | Unit) -> None:
    """Nobody has what does not exist."""
    shelves = library.shelves
    if isinstance(entry, Character):
        for kind, names in (("weapon", entry.weapons), ("spell", entry.spells)):
            for name in names:
                shelves[kind].get(name, entry.id)
    else:
        for armed in entry.attacks:
            if armed.use not in shelves["spell"]:
                shelves["weapon"].get(armed.use, entry.id)
        for name in entry.features:
            shelves["feature"].get(name, entry.id)
    for name in entry.items:
        shelves["item"].get(name, entry.id)


def in_hands(library: Library, weapons: Iterable[str], hands: int) -> tuple[str, ...]:
    """cb.item.wield: of their weapons, as many as their hands hold, the first ones first."""
    cite("cb.item.wield")
    held = []
    for name in weapons:
        weapon: Weapon = library.shelves["weapon"].entries[name]
        if not weapon.natural and weapon.hands <= hands:
            hands -= weapon.hands
            held.append(name)
    return tuple(held)


def find_entry(library: Library, name: str, where: str) -> Character | Unit:
    for kind in UNITS:
        if name in library.shelves[kind]:
            found: Character | Unit = library.shelves[kind].entries[name]
            return found
    known = [name for kind in UNITS for name in library.shelves[kind].entries]
    raise ContentError(f"{where}: there is no character, enemy, NPC or object {name!r}; {meant(name, known)}")


# ---------------------------------------------------------------- boards

OUTDOORS, INDOORS = 6, 4  # squares of a map along one side of a zone


class Ground(NamedTuple):
    """A board, with all that is on it."""

    board: ZoneBoard
    hazards: tuple[Placed, ...]
    safe_zones: tuple[str, ...]
    shelters: tuple[tuple[str, int], ...]


def zone_of_square(x: int, y: int, indoors: bool) -> Spot:
    """cb.zone.size: on a map of one-inch squares a zone is 6 by 6 of them outdoors, 4 by 4 indoors."""
    cite("cb.zone.size")
    side = INDOORS if indoors else OUTDOORS
    return x // side, y // side


def make_board(entry: Board, library: Library) -> Ground:
    zones = zones_of(entry)
    cover = [*entry.cover, *(zone.id for zone in zones if zone.cover)]
    try:
        board = ZoneBoard([Zone(zone.id, zone.name or zone.id, zone.at) for zone in zones], entry.closed, cover)
    except BadBoard as fault:
        raise ContentError(f"board {entry.id!r}: {fault}", [Fault(*one) for one in fault.misfits]) from None
    hazards = tuple(Placed(lies.hazard, lies.zones) for lies in entry.hazards)
    check_hazards(library, board, hazards, f"board {entry.id!r}, field hazards")
    return Ground(
        board,
        hazards,
        tuple(zone.id for zone in zones if zone.safe),
        tuple((zone.id, zone.shelter) for zone in zones if zone.shelter),
    )


def zones_of(entry: Board) -> tuple[ZoneEntry, ...]:
    return entry.zones or tuple(ZoneEntry(id=f"z{x}_{y}", at=(x, y)) for x, y in grid(entry))


def grid(entry: Board) -> list[Spot]:
    """Every spot of a board whose zones are not listed."""
    width, height = entry.width, entry.height
    if entry.squares is not None:
        x, y = zone_of_square(entry.squares[0] - 1, entry.squares[1] - 1, entry.indoors)
        width, height = x + 1, y + 1
    check_extent(entry, width, height)
    return [(x, y) for y in range(height) for x in range(width)]
