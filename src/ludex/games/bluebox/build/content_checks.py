"""What `ludex check` asks of Blue Box: the ids that entries name, and who has room in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludex.core.content.content import Check, ContentError, Fault, Library, known
from ludex.core.game import GAMES
from ludex.games.bluebox.book.attacks.weapons import UNARMED
from ludex.games.bluebox.build.from_content import KNOWN_MASKS, POWERLESS, make_board
from ludex.games.bluebox.records.effects import CheckEdge
from ludex.games.bluebox.records.kinds import Board, Calling, Character, Enemy, Item, Mask, Power, Weapon
from ludex.games.bluebox.state import ABILITIES, SHARES, STATS, Being, Scene

ROOM = "bb.size.hexes"

# ---------------------------------------------------------------- entries of content


def _weapon(library: Library, weapon: Weapon) -> Iterator[Fault]:
    yield from known(library, "core", [weapon.core], "core")
    yield from known(library, "module", weapon.modules, "modules")
    if not weapon.core:
        for field, value in (("class", weapon.type_of), ("distance", weapon.distance)):
            if value is None:
                yield Fault(field, "expected, since the weapon has no core to take it from")


def _item(library: Library, item: Item) -> Iterator[Fault]:
    yield from known(library, "weapon", [item.weapon], "weapon")


def _calling(library: Library, calling: Calling) -> Iterator[Fault]:
    yield from known(library, "power", calling.powers, "powers")


def _mask(library: Library, mask: Mask) -> Iterator[Fault]:
    for number, mode in enumerate(mask.modes):
        yield from _edges(mode.effects, f"modes[{number}].effects")
        for other in library.all("mask"):
            if other is not mask and any(mode.id == one.id for one in other.modes):
                yield Fault(f"modes[{number}].id", f"{mode.id!r} is a mode of the mask {other.id!r} as well")


def _power(library: Library, power: Power) -> Iterator[Fault]:
    yield from _edges(power.effects, "effects")


def _edges(effects: Iterable[object], field: str) -> Iterator[Fault]:
    for number, effect in enumerate(effects):
        for name in effect.on if isinstance(effect, CheckEdge) else ():
            if name not in ABILITIES:
                expected = ", ".join(ABILITIES)
                yield Fault(f"{field}[{number}].on", f"there is no ability {name!r}; expected one of: {expected}")


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    for stat in STATS:
        if stat not in entry.stats:
            yield Fault("stats", f"expected all five of {', '.join(STATS)}; {stat} is missing")
    for kind in ("species", "armor", "background", "calling"):
        yield from known(library, kind, [getattr(entry, kind)], kind)
    yield from known(library, "weapon", entry.weapons, "weapons")
    for name in entry.ready or ():
        if name not in entry.weapons:
            yield Fault("ready", f"{name!r} is none of their weapons; expected some of: {', '.join(entry.weapons)}")
    weapons = (UNARMED, *library.shelves["power"].entries)
    yield from known(library, "weapon", entry.practiced.weapons, "practiced.weapons", weapons)
    yield from known(library, "power", entry.powers, "powers")
    masks = (POWERLESS, *KNOWN_MASKS)
    yield from known(library, "mask", [entry.mask], "mask", masks)
    yield from known(library, "mask", entry.masks, "masks", masks)
    for number, carried in enumerate(entry.items):
        yield from known(library, "item", [carried.id], f"items[{number}].id")
    if not entry.hp_rolls and entry.hp is None:
        yield Fault("hp", "expected hp, or the dice in hp_rolls")
    rulebook = GAMES["bluebox"].rulebook
    for rule in entry.allowed:
        if rule not in rulebook.rules and rule not in rulebook.gaps:
            yield Fault("allowed", f"there is no rule {rule!r}")


def _enemy(library: Library, entry: Enemy) -> Iterator[Fault]:
    yield from _character(library, entry)
    if entry.id in library.shelves["character"]:
        yield Fault("id", f"there is a character {entry.id!r} as well; scenes would take that one")


def _board(library: Library, board: Board) -> Iterator[Fault]:
    for field, (first, last) in (("q", board.q), ("r", board.r)):
        if first > last:
            yield Fault(field, f"[{first}, {last}]: expected the first to be at most the second")
            return
    try:
        made, areas = make_board(board)
    except ContentError as fault:
        yield Fault("", str(fault).partition(": ")[2])
        return
    for number, area in enumerate(areas):
        for cell in area.cells:
            if cell not in made.cells:
                yield Fault(f"dangerous[{number}].hexes", f"{list(cell)} is not on the board")


REFERENCES: dict[str, Check] = {
    "weapon": _weapon,
    "item": _item,
    "calling": _calling,
    "mask": _mask,
    "power": _power,
    "character": _character,
    "enemy": _enemy,
    "board": _board,
}


# ---------------------------------------------------------------- who has room


def misplaced(scene: Scene) -> list[Fault]:
    """bb.size.hexes: every hex of every being is on the board and open, and nobody takes up another's part of it."""
    found = []
    filled: dict[tuple[int, int], list[Being]] = {}
    for being in scene.beings.values():
        for cell in being.cells if being.here else ():
            if not scene.board.open(cell):
                what = "is a wall" if cell in scene.board.cells else "is not on the board"
                found.append(Fault(f"beings.{being.id}.at", f"{list(cell)} {what}", ROOM))
            there = filled.setdefault(cell, [])
            there.append(being)
            if sum(SHARES[other.sheet.size] for other in there) > 6:
                others = ", ".join(other.id for other in there[:-1])
                found.append(Fault(f"beings.{being.id}.at", f"there is no room beside {others} in {list(cell)}", ROOM))
    return found
