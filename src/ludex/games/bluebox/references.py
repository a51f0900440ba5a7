"""What `ludex check` asks of Blue Box: the ids that entries name, and who has room in a scene."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from ludex.core.content import ContentError, Fault, Library
from ludex.core.scene import GAMES
from ludex.games.bluebox.armory import UNARMED
from ludex.games.bluebox.being import ABILITIES, SHARES, STATS, Being, Scene
from ludex.games.bluebox.build import KNOWN_MASKS, POWERLESS, make_board
from ludex.games.bluebox.content_kinds import Board, Calling, Character, Enemy, Item, Mask, Power, Weapon
from ludex.games.bluebox.effects import CheckEdge
from ludex.games.bluebox.legality import faults

ROOM = "bb.size.hexes"

# ---------------------------------------------------------------- entries of content


def content_faults(library: Library, kind: str, entry: Any) -> list[Fault]:
    """Names that nobody has; and, for a character that names only what is there, what no rule of creation allows."""
    found = [*_id(entry.id), *REFERENCES.get(kind, _nothing)(library, entry)]
    if not found and kind == "character":
        found = [Fault("", refusal.reason, refusal.rule) for refusal in faults(library, entry)]
    return found


def _nothing(library: Library, entry: object) -> Iterator[Fault]:
    return iter(())


def _id(name: str) -> Iterator[Fault]:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        yield Fault("id", f"{name!r}: expected letters, digits, _ and - only, so that scenes and commands can name it")


def _known(library: Library, kind: str, names: Iterable[str], field: str, also: Iterable[str] = ()) -> Iterator[Fault]:
    shelf = library.shelves[kind]
    for name in names:
        if name and name not in shelf and name not in also:
            near = get_close_matches(name, [*shelf.entries, *also], n=1)
            there = f"did you mean {near[0]}?" if near else f"expected one of: {', '.join(sorted(shelf.entries))}"
            yield Fault(field, f"there is no {kind} {name!r}; {there}")


def _weapon(library: Library, weapon: Weapon) -> Iterator[Fault]:
    yield from _known(library, "core", [weapon.core], "core")
    yield from _known(library, "module", weapon.modules, "modules")
    if not weapon.core:
        for field, value in (("class", weapon.type_of), ("distance", weapon.distance)):
            if value is None:
                yield Fault(field, "expected, since the weapon has no core to take it from")


def _item(library: Library, item: Item) -> Iterator[Fault]:
    yield from _known(library, "weapon", [item.weapon], "weapon")


def _calling(library: Library, calling: Calling) -> Iterator[Fault]:
    yield from _known(library, "power", calling.powers, "powers")


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
        yield from _known(library, kind, [getattr(entry, kind)], kind)
    yield from _known(library, "weapon", entry.weapons, "weapons")
    for name in entry.ready or ():
        if name not in entry.weapons:
            yield Fault("ready", f"{name!r} is none of its weapons; expected some of: {', '.join(entry.weapons)}")
    weapons = (UNARMED, *library.shelves["power"].entries)
    yield from _known(library, "weapon", entry.practiced.weapons, "practiced.weapons", weapons)
    yield from _known(library, "power", entry.powers, "powers")
    masks = (POWERLESS, *KNOWN_MASKS)
    yield from _known(library, "mask", [entry.mask], "mask", masks)
    yield from _known(library, "mask", entry.masks, "masks", masks)
    for number, carried in enumerate(entry.items):
        yield from _known(library, "item", [carried.id], f"items[{number}].id")
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


REFERENCES: dict[str, Callable[[Library, Any], Iterator[Fault]]] = {
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
