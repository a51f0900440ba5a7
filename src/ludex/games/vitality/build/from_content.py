"""From content to beings: the sheet, full HP; and boards."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.board.hex import HexBoard
from ludex.core.board.square import SquareBoard
from ludex.core.content.content import ContentError, Library
from ludex.core.kernel.ruling import cite
from ludex.games.vitality.records.boon_effects import MaxHp
from ludex.games.vitality.records.kinds import Board, Boon, Character, Enemy, Patch, Person
from ludex.games.vitality.state import FOES, HP, PARTY, TIERS, Being, Sheet

BEINGS = ("character", "enemy")  # the kinds of content that beings are made from


def find_entry(library: Library, name: str, where: str) -> Person:
    for kind in BEINGS:
        if name in library.shelves[kind]:
            found: Person = library.shelves[kind].entries[name]
            return found
    known = ", ".join(sorted(name for kind in BEINGS for name in library.shelves[kind].entries))
    raise ContentError(f"{where}: there is no character or enemy {name!r}; known are: {known}")


# ---------------------------------------------------------------- beings


def make_sheet(library: Library, entry: Person, *, hp_class: str = "", summoner: str = "") -> Sheet:
    """vt.tier.table: the level gives the Tier; vt.hp.max and vt.npc.hp_classes: the maximum of HP."""
    if not 0 <= entry.level < len(TIERS):
        raise ContentError(f"{entry.id}, field level: expected 0 to {len(TIERS) - 1} [vt.tier.table]")
    cite("vt.tier.table")
    sort = hp_class or (entry.hp_class if isinstance(entry, Enemy) else "player")
    return Sheet(
        kind=entry.id, pc=isinstance(entry, Character), hp_class=sort, level=entry.level, tier=TIERS[entry.level],
        hp=most_hp(library, sort, entry.boons),
        attributes={str(name): rank for name, rank in entry.attributes.items()},
        skill_attributes=entry.skill_attributes,
        movement=entry.archetypes.movement, defensive=entry.archetypes.defensive, attack=entry.archetypes.attack,
        utility_archetype=entry.archetypes.utility, boons=entry.boons, attacks=entry.attacks, utility=entry.utility,
        wealth=entry.wealth if isinstance(entry, Character) else "", summoner=summoner,
    )  # fmt: skip


def most_hp(library: Library, hp_class: str, boons: Sequence[Boon]) -> int:
    """vt.hp.max, vt.npc.hp_classes: the maximum of HP; vt.boon.passive: less for the Sickly, but 1 at least."""
    cite("vt.npc.hp_classes" if hp_class != "player" else "vt.hp.max")
    passive = [library.shelves["passive"].get(boon.id) for boon in boons if boon.kind == "passive"]
    more = sum([effect.amount for bonus in passive for effect in bonus.effects if isinstance(effect, MaxHp)])
    return max(1, HP[hp_class] + more)


def make_being(library: Library, entry: Person, name: str) -> Being:
    sheet = make_sheet(library, entry)
    height = entry.flying if isinstance(entry, Enemy) else 0
    side = PARTY if sheet.pc else FOES
    return Being(id=name, name=entry.name, side=side, sheet=sheet, hp=sheet.hp, height=height, reaction=1)


# ---------------------------------------------------------------- boards


def make_board(entry: Board, *, squares: bool = False) -> CellBoard:
    """vt.move.board: rows of spaces; of hexes odd rows are shifted right by half a space."""
    rows = [(r, 0 if squares else -(r // 2)) for r in range(entry.height)]
    cells = [(start + n, r) for r, start in rows for n in range(entry.width)]
    patches = [(patch, cell) for patch in entry.terrain for cell in _cells_of(entry, patch, squares)]
    shape = SquareBoard if squares else HexBoard
    return shape(
        cells,
        heights={cell: patch.height for patch, cell in patches if patch.kind in ("raised", "drop")},
        walls=[cell for patch, cell in patches if patch.kind == "wall"],
        terrain={
            word: [cell for patch, cell in patches if patch.kind == word]
            for word in ("difficult", "drop", "soft_ground")
        },
    )


def _cells_of(entry: Board, patch: Patch, squares: bool) -> list[Cell]:
    (first, row), (last, other) = patch.start, patch.end
    if row != other or first > last:
        raise ContentError(f"board {entry.id!r}, field terrain: {patch.start} to {patch.end} is no run in one row")
    shift = row // 2 if squares else 0
    return [(q + shift, row) for q in range(first, last + 1)]
