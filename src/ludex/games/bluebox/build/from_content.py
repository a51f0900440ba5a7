"""From content to beings: the formulas of a sheet, and a scene from what a file says."""

from __future__ import annotations

from typing import Any

from ludex.core.board.hex import HexBoard
from ludex.core.board.misfits import BadBoard
from ludex.core.content.content import ContentError, Fault, Library, check_extent
from ludex.core.kernel.english import meant
from ludex.core.kernel.ruling import cite
from ludex.core.plan.entries import cells_of_rows
from ludex.games.bluebox.records.effects import Resist
from ludex.games.bluebox.records.ids import KNOWN_MASKS, POWERLESS
from ludex.games.bluebox.records.kinds import Board, Character, Enemy, Hex
from ludex.games.bluebox.state import STATS, Area, Being, Carried, Sheet

OLD_NAMES = {"Athletics": "Strength", "Deduction": "Investigation"}


def make_sheet(library: Library, entry: Character) -> Sheet:
    """bb.gap.defence_base and the other starter formulas, where the entry does not say otherwise."""
    where = f"{entry.id}"
    shelves = library.shelves
    species = shelves["species"].get(entry.species, where) if entry.species else None
    armor = shelves["armor"].get(entry.armor, where)
    pc = not isinstance(entry, Enemy)
    stats = {stat: entry.stats.get(stat, 0) for stat in STATS}  # type: ignore[call-overload]  # the names of stats
    for name in stats:
        if name not in entry.stats:
            raise ContentError(f"{where}: stats need all five of {', '.join(STATS)}; {name} is missing")

    def stated(field: str, otherwise: Any) -> Any:
        own = getattr(entry, field)
        return own if own is not None else getattr(species, field) if species is not None else otherwise

    natural = stated("natural_plating", 0)
    abilities = {OLD_NAMES.get(name, name): bonus for name, bonus in entry.abilities.items()}
    for name in entry.powers:
        shelves["power"].get(name, where)
    cite("bb.armor.ac", "bb.armor.bac", "bb.armor.sets", "bb.plating.value", "bb.stat.list", "bb.ability.list")
    cite("bb.ep.resource")
    return Sheet(
        kind=entry.id,
        pc=pc,
        species=entry.species,
        element=entry.element,
        tags=stated("tags", ("being", "creature")),
        level=entry.level,
        size=stated("size", "Medium"),
        speed=stated("speed", 6),
        ap=entry.ap,
        stats=stats,
        armor=entry.armor,
        natural_plating=natural,
        ac=entry.ac if entry.ac is not None else 6 + stats["DEX"] + armor.ac,
        bac=entry.bac if entry.bac is not None else 4 + stats["KNO"] + armor.bac,
        plating=entry.plating if entry.plating is not None else natural + armor.plating + entry.level,
        hp=entry.hp if entry.hp is not None else sum(entry.hp_rolls) + stats["FOR"],
        ep=entry.ep if entry.ep is not None else max(1, 3 + stats["SPI"]) if pc else 0,
        abilities=abilities,
        practiced_abilities=tuple(OLD_NAMES.get(name, name) for name in entry.practiced.abilities),
        practiced_saves=entry.practiced.saves,
        practiced_weapons=entry.practiced.weapons,
        resist=(*entry.resist, *armor.resist, *(species.resist if species else ()), *by_calling(library, entry)),
        immune=(*entry.immune, *armor.immune, *(species.immune if species else ())),
        vulnerable=(*entry.vulnerable, *armor.vulnerable, *(species.vulnerable if species else ())),
        sees_natural_dark=entry.sees_natural_dark,
        sees_supernatural_dark=entry.sees_supernatural_dark,
        needs_mask=stated("needs_mask", False),
        minion=getattr(entry, "minion", False),
        flees_below_hp=getattr(entry, "flees_below_hp", 0),
        powers=entry.powers,
        background=entry.background,
        calling=entry.calling,
    )


def by_calling(library: Library, entry: Character) -> tuple[str, ...]:
    """Resistances that a Calling gives for good."""
    calling = library.shelves["calling"].entries.get(entry.calling)
    if calling is None or calling.trigger != "always":
        return ()
    return tuple(effect.type for effect in calling.effects if isinstance(effect, Resist))


def check_mask(library: Library, mask: str, where: str) -> None:
    cite("bb.kanohi.known")
    if mask and mask not in library.shelves["mask"] and mask not in KNOWN_MASKS and mask != POWERLESS:
        raise ContentError(f"{where}: {mask!r} is no mask of the content and none that the book names")


def make_being(library: Library, entry: Character, name: str, side: str) -> Being:
    """A being at full strength."""
    sheet = make_sheet(library, entry)
    for mask in (entry.mask, *entry.masks):
        check_mask(library, mask, entry.id)
    for weapon in entry.weapons:
        library.shelves["weapon"].get(weapon, entry.id)
    for carried in entry.items:
        library.shelves["item"].get(carried.id, entry.id)
    for kind in ("background", "calling"):
        if getattr(entry, kind):
            library.shelves[kind].get(getattr(entry, kind), entry.id)
    return Being(
        id=name,
        name=entry.name,
        side=side,
        sheet=sheet,
        hp=sheet.hp,
        plating=sheet.plating,
        ep=sheet.ep,
        weapons=entry.weapons,
        ready=entry.weapons if entry.ready is None else entry.ready,
        mask=entry.mask,
        masks=entry.masks,
        items=tuple(Carried(item.id, item.count, item.crafter_kno) for item in entry.items),
    )


def find_character(library: Library, name: str, where: str) -> Character:
    for kind in ("character", "enemy"):
        if name in library.shelves[kind]:
            found: Character = library.shelves[kind].entries[name]
            return found
    known = (*library.shelves["character"].entries, *library.shelves["enemy"].entries)
    raise ContentError(f"{where}: there is no character or enemy {name!r}; {meant(name, known)}")


def hexes_of(entry: Board) -> list[Hex]:
    if entry.rows:
        return cells_of_rows(entry)
    (q0, q1), (r0, r1) = entry.q, entry.r
    check_extent(entry, q1 + 1 - q0, r1 + 1 - r0)
    return [(q, r) for q in range(q0, q1 + 1) for r in range(r0, r1 + 1)]


def make_board(entry: Board) -> tuple[HexBoard, tuple[Area, ...]]:
    try:
        board = HexBoard(
            hexes_of(entry),
            {cell: part.m for part in entry.heights for cell in part.hexes},
            entry.walls,
            entry.wall_edges,
            entry.cover,
            {str(word): cells for word, cells in entry.terrain.items()},
        )
    except BadBoard as fault:
        raise ContentError(f"board {entry.id!r}: {fault}", [Fault(*one) for one in fault.misfits]) from None
    areas = tuple(Area(part.hexes, part.save, part.dc, part.dice, 4, part.type) for part in entry.dangerous)
    return board, areas
