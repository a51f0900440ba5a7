"""From content to characters: the sheet, the slots as they are packed, full Vigor; and boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from ludex.core.board.misfits import BadBoard
from ludex.core.board.zone import Zone, ZoneBoard
from ludex.core.content.content import ContentError, Fault, Library, check_extent
from ludex.core.kernel.english import meant
from ludex.core.kernel.ruling import cite
from ludex.games.navyblue.book.carrying.containers import listed, nests
from ludex.games.navyblue.book.features import magic_kind, max_vigor, own_traits, slot_count
from ludex.games.navyblue.records.ids import BEINGS, ITEMS
from ludex.games.navyblue.records.kinds import (
    Armour,
    Board,
    Character,
    Container,
    DoorEntry,
    Item,
    Npc,
    Packed,
    ZoneEntry,
)
from ludex.games.navyblue.state import FOES, PARTY, Being, Door, Lying, Obstruction, Pack, Pit, Scene, Sheet, Slot

HANDS = 2


def find_entry(library: Library, name: str, where: str) -> Character | Npc:
    for kind in BEINGS:
        if name in library.shelves[kind]:
            found: Character | Npc = library.shelves[kind].entries[name]
            return found
    known = [name for kind in BEINGS for name in library.shelves[kind].entries]
    raise ContentError(f"{where}: there is no character or NPC {name!r}; {meant(name, known)}")


def item_of(library: Library, name: str, where: str) -> Item:
    """The item of that name, of whatever kind, or what items there are."""
    for kind in ITEMS:
        if name in library.shelves[kind]:
            return cast(Item, library.shelves[kind].entries[name])
    known = [name for kind in ITEMS for name in library.shelves[kind].entries]
    raise ContentError(f"{where}: there is no item {name!r}; {meant(name, known)}")


# ---------------------------------------------------------------- sheets


def make_sheet(library: Library, entry: Character | Npc) -> Sheet:
    """nb.char.kinds: player characters, and those whom the Director plays."""
    cite("nb.char.kinds")
    return character_sheet(library, entry) if isinstance(entry, Character) else npc_sheet(library, entry)


def character_sheet(library: Library, entry: Character) -> Sheet:
    for name in entry.features:
        library.shelves["feature"].get(name, f"{entry.id}, field features")
    languages = tuple((known.language, known.speak, known.read) for known in entry.languages)
    return Sheet(
        kind=entry.id,
        pc=True,
        level=entry.level,
        archetype=entry.archetype,
        magic_kind=magic_kind(library, entry.archetype, entry.features),
        lineages=entry.lineages,
        sub_lineages=entry.sub_lineages,
        size_inches=entry.size_inches,
        age=entry.age,
        traits=own_traits(entry.archetype, entry.sub_lineages),
        attributes={str(name): value for name, value in entry.attributes.items()},
        skills=entry.skills,
        languages=languages,
        language_points=unspent_points(entry.attributes.get("Logic", 0), languages),
        features=entry.features,
        speed=entry.speed,
    )


def unspent_points(logic: int, languages: Iterable[tuple[str, bool, bool]]) -> int:
    """nb.lang.points: Logic + 2, less what the languages hold."""
    return max(0, logic + 2 - sum(speaks + reads for _, speaks, reads in languages))


def npc_sheet(library: Library, entry: Npc) -> Sheet:
    for name in entry.features:
        library.shelves["feature"].get(name, f"{entry.id}, field features")
    return Sheet(
        kind=entry.id,
        pc=False,
        level=entry.level,
        archetype=entry.archetype,
        magic_kind=entry.magic_kind,
        traits=entry.traits,
        attributes={str(name): value for name, value in entry.attributes.items()},
        features=entry.features,
        speed=entry.speed,
        body_reach=entry.body_reach,
        vigor=entry.max_vigor,
        morale=entry.morale,
        leader=entry.leader,
        protection=entry.protection,
        attacks=entry.attacks,
        unarmed=entry.unarmed,
    )


# ---------------------------------------------------------------- beings


def make_being(scene: Scene, entry: Character | Npc, name: str, side: str = "") -> Being:
    """At full Vigor, with everything packed, on their own side unless another is named."""
    being = Being(
        id=name,
        name=entry.name,
        side=side or (PARTY if isinstance(entry, Character) else FOES),
        sheet=make_sheet(scene.library, entry),
    )
    if isinstance(entry, Character):
        being.experience = entry.experience
        equip(scene, being, entry, entry.id)
    being.vigor = max_vigor(scene, being)
    return being


def equip(scene: Scene, being: Being, entry: Character, where: str) -> None:
    check_hands(scene.library, entry.held, f"{where}, field held")
    being.held = entry.held
    being.packs = packs_of(scene.library, entry.packs, entry.held, f"{where}, field packs")
    pack_up(scene.library, being, entry.worn, entry.carried, where)
    add_free_slots(scene, being, where)


def check_hands(library: Library, held: Iterable[str], where: str) -> None:
    """nb.carry.hands: two hands, and a two-handed thing needs both."""
    if sum(item_of(library, thing, where).hands for thing in held) > HANDS:
        raise ContentError(f"{where}: more than {HANDS} hands can hold [nb.carry.hands]")


def packs_of(library: Library, packed: Iterable[Packed], held: Iterable[str], where: str) -> tuple[Pack, ...]:
    """nb.container.slots, nb.container.backpack: a container holds what fits. The first backpack that is neither in
    hand nor in another container is worn. Containers of which no contents are listed are empty."""
    found: list[Pack] = []
    elsewhere = [*held, *(thing for one in packed for thing in one.contents)]
    for one in packed:
        container = item_of(library, one.container, where)
        if not isinstance(container, Container):
            raise ContentError(f"{where}: {one.container!r} is no container")
        size = sum(item_of(library, thing, where).slots for thing in one.contents)
        if size > container.holds:
            raise ContentError(
                f"{where}: {one.container} holds {container.holds} slots, not {size} [nb.container.slots]"
            )
        free = one.container not in elsewhere and not any(pack.worn for pack in found)
        found.append(Pack(one.container, one.contents, one.open, container.backpack and free))
    named = [pack.container for pack in found]
    for thing in elsewhere:
        if thing in named:
            named.remove(thing)
        elif thing in library.shelves["container"]:
            found.append(Pack(thing))
    return listed(nests(tuple(found)))


def pack_up(library: Library, being: Being, worn: Iterable[str], carried: Iterable[str], where: str) -> None:
    """nb.item.armour_slots, nb.container.backpack: what is worn as armour comes first, then what is carried, then
    containers; a worn backpack takes no slot."""
    slots: list[Slot] = []
    light: list[Slot] = []
    for thing in worn:
        armour = item_of(library, thing, f"{where}, field worn")
        if not isinstance(armour, Armour):
            raise ContentError(f"{where}, field worn: {thing!r} is no armour")
        (slots if armour.slots else light).extend([Slot(thing, worn=True)] * max(1, armour.slots))
    check_worn(library, worn, where)
    for thing in (*carried, *loose_packs(being)):
        size = item_of(library, thing, f"{where}, field carried").slots
        (slots if size else light).extend([Slot(thing)] * max(1, size))
    for thing in carried:
        if thing in library.shelves["container"]:
            raise ContentError(f"{where}, field carried: {thing!r} is a container; expected it among the packs")
    being.slots, being.slotless = tuple(slots), tuple(light)


def loose_packs(being: Being) -> list[str]:
    """The containers that lie in core slots: not worn, not in hand, not in another one."""
    found = [nest.holder.container for nest in nests(being.packs) if not nest.holder.worn]
    for thing in being.held:
        if thing in found:
            found.remove(thing)
    return found


def check_worn(library: Library, worn: Iterable[str], where: str) -> None:
    """nb.item.armour_slots, nb.item.helmet: one set of body armour and one helmet."""
    helmets = [cast(Armour, item_of(library, thing, where)).helmet for thing in worn]
    if helmets.count(True) > 1 or helmets.count(False) > 1:
        raise ContentError(f"{where}, field worn: expected one body armour and one helmet [nb.item.armour_slots]")


def add_free_slots(scene: Scene, being: Being, where: str) -> None:
    """nb.carry.slots, nb.carry.limit: as many as the attributes give; what is carried has to fit."""
    wanted = slot_count(scene, being)
    if len(being.slots) > wanted:
        raise ContentError(
            f"{where}: what is worn and carried takes {len(being.slots)} slots of {wanted} [nb.carry.limit]"
        )
    being.slots = (*being.slots, *[Slot()] * (wanted - len(being.slots)))


# ---------------------------------------------------------------- boards


class Ground(NamedTuple):
    """A board, with all that is on it."""

    board: ZoneBoard
    air: tuple[str, ...]
    exits: tuple[str, ...]
    doors: tuple[Door, ...]
    obstructions: tuple[Obstruction, ...]
    pits: tuple[Pit, ...]
    searchable: tuple[str, ...]
    key_item: str
    underground: bool
    lying: tuple[Lying, ...]  # what gives light there


def make_board(entry: Board) -> Ground:
    """nb.zone.def: zones, and what joins them; neighbours on the map are joined unless the side is closed."""
    cite("nb.zone.def", "nb.zone.ground")
    zones = zones_of(entry)
    try:
        board = ZoneBoard(
            [Zone(zone.id, zone.name or zone.id, zone.at) for zone in zones], entry.closed, links=entry.links
        )
    except BadBoard as fault:
        raise ContentError(f"board {entry.id!r}: {fault}", [Fault(*one) for one in fault.misfits]) from None
    wrong = [Fault(f"doors[{n}]", words) for n, door in enumerate(entry.doors) for words in door_faults(board, door)]
    if wrong:
        raise ContentError(f"board {entry.id!r}, field {wrong[0].field}: {wrong[0].problem}", wrong)
    doors = tuple(make_door(board, door, entry.id) for door in entry.doors)
    return Ground(
        board,
        tuple(zone.id for zone in zones if zone.air),
        tuple(zone.id for zone in zones if zone.exit),
        doors,
        tuple(
            Obstruction(zone.id, filling.material, filling.unblock, filling.attribute, filling.difficulty)
            for zone in zones
            if (filling := zone.obstruction) is not None
        ),
        tuple(Pit(zone.id, zone.pit.depth, zone.pit.spikes) for zone in zones if zone.pit is not None),
        tuple(zone.id for zone in zones if zone.searchable),
        next((zone.id for zone in zones if zone.key_item), ""),
        entry.underground,
        tuple(Lying(zone.light, zone.id) for zone in zones if zone.light),
    )


def zones_of(entry: Board) -> tuple[ZoneEntry, ...]:
    check_extent(entry, entry.width, entry.height)
    return entry.zones or tuple(
        ZoneEntry(id=f"z{x}_{y}", at=(x, y)) for y in range(entry.height) for x in range(entry.width)
    )


def door_faults(board: ZoneBoard, entry: DoorEntry) -> Iterator[str]:
    one, other = entry.zones
    unknown = [zone for zone in entry.zones if zone not in board]
    yield from [f"there is no zone {zone!r}; {meant(zone, board)}" for zone in unknown]
    if not unknown and other not in board.neighbours(one):
        yield f"{one} and {other} are not side by side"
    if entry.barred_from and entry.barred_from not in entry.zones:
        yield f"barred_from is neither {one!r} nor {other!r}"


def make_door(board: ZoneBoard, entry: DoorEntry, where: str) -> Door:
    for words in door_faults(board, entry):
        raise ContentError(f"{where}: {words}")
    return Door(entry.zones, entry.name, entry.state, entry.barred_from, entry.attribute, entry.difficulty, entry.known)
