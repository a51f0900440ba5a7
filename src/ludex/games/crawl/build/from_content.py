"""From content to beings and boards."""

from __future__ import annotations

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.board.hex import HexBoard
from ludex.core.board.misfits import BadBoard
from ludex.core.board.square import SquareBoard
from ludex.core.content.content import ContentError, Fault, Library, check_extent
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import meant, no_such
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Condition
from ludex.core.plan.entries import cells_of_rows
from ludex.games.crawl.book.characters.aspects import aspect, item_of, items, max_ep, max_hp, parts_of
from ludex.games.crawl.book.characters.skills import hands_of
from ludex.games.crawl.book.conditions import is_addictive
from ludex.games.crawl.records.kinds import Armor, Board, Character, CoverEntry, Enemy, Has
from ludex.games.crawl.records.price_list import ActorSizeModifier
from ludex.games.crawl.state import FOES, PARTY, Being, Carried, Cover, Crusher, Door, Learned, Scene, Sheet

HARDNESS = {
    "packed mud or sand": 5, "wood": 10, "sandstone": 15, "granite or concrete": 20, "iron or unrefined alloy": 25,
    "steel or refined alloy": 30,
}  # tc.cover.hardness  # fmt: skip
HEIGHTS = (0.3, 1, 1.5, 2, 2.5, 3.5, 5)  # tc.size.table: where each size begins in metres, from -2 on
LEAST_SIZE, LARGEST = -3, 4  # read off a height; -4 is never, it is named


# ---------------------------------------------------------------- beings


def find_entry(library: Library, name: object, where: str) -> Character:
    """A character or an enemy of the content."""
    for kind in ("character", "enemy"):
        if name in library.shelves[kind]:
            found: Character = library.shelves[kind].get(str(name))
            return found
    known = (*library.shelves["character"].entries, *library.shelves["enemy"].entries)
    raise ContentError(f"{where}: there is no character or enemy {name!r}; {meant(name, known)}")


@derived()
def sheet_of(library: Library, entry: Character) -> Sheet:
    """The sheet of an entry, one for all that are made of it."""
    return make_sheet(library, entry)


def make_sheet(library: Library, entry: Character) -> Sheet:
    """tc.aspect.definition: all that is special about somebody are their aspects."""
    known = tuple([Learned(owns.aspect, owns.choice, owns.changed) for owns in entry.aspects])
    for one in known:
        library.shelves["aspect"].get(one.aspect, f"{entry.id}, aspects")
    size = size_of(library, known)
    if isinstance(entry, Enemy):
        return Sheet(
            kind=entry.id, pc=False, aspects=known, size=size, defends=entry.defends,
            flees_below_hp=entry.flees_below_hp, tactics=entry.tactics, unarmed=entry.unarmed,
        )  # fmt: skip
    return Sheet(kind=entry.id, pc=True, aspects=known, size=size, cohort_of=entry.cohort_of)


def size_of(library: Library, known: tuple[Learned, ...]) -> int:
    """tc.size.table: the size that aspects add up to, from -4 to 4."""
    passive = [one for one in known if aspect(library, one.aspect).use is None]
    found = [p.value for one in passive for p in parts_of(library, one) if isinstance(p, ActorSizeModifier)]
    return max(-4, min(LARGEST, sum(found)))


def size_at(metres: float) -> int:
    """tc.size.table: the size of such a height; what ends one band begins the next."""
    cite("tc.size.table")
    return LEAST_SIZE + sum([metres >= height for height in HEIGHTS])


def make_being(scene: Scene, entry: Character, name: str) -> Being:
    """Somebody of the content, whole and equipped."""
    side = FOES if isinstance(entry, Enemy) else PARTY
    being = Being(id=name, name=entry.name, side=side, sheet=sheet_of(scene.library, entry))
    being.ap, being.money = entry.ap, entry.money
    equip(scene.library, being, entry.items, entry.id)
    for affliction in entry.afflictions:
        kind = "Diseased" if affliction in scene.library.shelves["disease"] else "Addicted"
        being.afflict(Condition(kind, note=affliction))
        if kind == "Addicted":
            if not is_addictive(scene.library, affliction):
                scene.library.shelves["addictive"].get(affliction, f"{entry.id}, afflictions")
            being.doses = (*being.doses, (affliction, 0))
    being.hp = max_hp(scene, being)
    being.ep = max_ep(scene, being)
    return being


def equip(library: Library, being: Being, things: tuple[Has, ...], where: str) -> None:
    """What is equipped is worn or in hand, a two-handed thing in both; the rest is in the pack."""
    worn: list[str] = []
    hands: list[str] = []
    pack: dict[str, int] = {}
    for has in things:
        if has.item not in items(library):
            raise ContentError(f"{where}, items: {no_such('item', has.item, items(library))}")
        item = item_of(library, has.item)
        if not has.equipped:
            pack[has.item] = pack.get(has.item, 0) + has.count
        elif isinstance(item, Armor) and item.slot != "hand":
            worn += [has.item] * has.count
        else:
            hands += [has.item] * (has.count * hands_of(item))
    if len(hands) > 2:
        raise ContentError(f"{where}, items: expected no more in hand than two hands hold [tc.equip.slots]")
    right, left = (*hands, "", "")[:2]
    being.worn, being.hands, being.pack = tuple(worn), (right, left), tuple([Carried(*each) for each in pack.items()])


# ---------------------------------------------------------------- boards


def cells_of(entry: Board) -> list[Cell]:
    """tc.map.grid: hexes in rows, odd ones half a cell to the right; squares in rows."""
    if entry.rows:
        return cells_of_rows(entry)
    check_extent(entry, entry.width, entry.height)
    if entry.shape == "square":
        return [(x, y) for y in range(entry.height) for x in range(entry.width)]
    return [(q - r // 2, r) for r in range(entry.height) for q in range(entry.width)]


def make_board(entry: Board) -> CellBoard:
    cite("tc.map.grid")
    kind = SquareBoard if entry.shape == "square" else HexBoard
    heights = {cell: part.m for part in entry.heights for cell in part.cells}
    try:
        return kind(cells_of(entry), heights, entry.walls, entry.wall_edges, terrain={"rough": entry.rough})
    except BadBoard as fault:
        raise ContentError(f"board {entry.id!r}: {fault}", [Fault(*one) for one in fault.misfits]) from None


def make_cover(entries: tuple[CoverEntry, ...]) -> tuple[Cover, ...]:
    """tc.cover.hardness: the HP of each cell are the hardness of its material."""
    return tuple([
        Cover(cell, each.percent, HARDNESS[each.material] if each.hp is None else each.hp, each.material, each.name)
        for each in entries
        for cell in each.cells
    ])  # fmt: skip


def make_doors(entry: Board) -> tuple[Door, ...]:
    return tuple([Door(door.at, door.name, door.open, door.lock) for door in entry.doors])


def make_crushers(entry: Board) -> tuple[Crusher, ...]:
    return tuple([Crusher(each.at, each.kg, each.name) for each in entry.crushers])
