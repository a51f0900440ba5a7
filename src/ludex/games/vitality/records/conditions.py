"""The conditions of the game, as `conditions.toml` has them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ludex.core.content import conditions
from ludex.core.content.conditions import Again, Conditions
from ludex.core.content.content import Record


class OfAttack(Record, frozen=True, eq=False, kw_only=True):
    """The effect of an attack that brings a condition: what it is called in an attack, and its price in points."""

    effect: str
    price: int
    text: str  # for whoever builds an attack


class Kind(conditions.Kind, frozen=True, eq=False, kw_only=True):
    """vt.cond.general: the same one from the same source is renewed, from others it runs on its own."""

    again: Again = "renew"
    attack: OfAttack | None = None
    names: Literal["", "stat", "boon", "attack", "being"] = ""  # what its note names
    # its end, where none is given: a turn of whoever has it or of its source, the turn under way, the fight, a rest
    until: Literal["", "own start", "own end", "source start", "source end", "turn", "fight", "rest"] = ""


CONDITIONS = Conditions(Path(__file__).parent.parent / "conditions.toml", tells=("note", "value"), kind=Kind)
KINDS = {name: kind for name, kind in CONDITIONS.items() if isinstance(kind, Kind)}
OF_ATTACKS = {kind.attack.effect: kind.attack for kind in KINDS.values() if kind.attack is not None}
STATES = {kind.attack.effect: name for name, kind in KINDS.items() if kind.attack is not None}  # what an effect brings

if TYPE_CHECKING:
    Afflicts = str
else:
    Afflicts = Literal[tuple(OF_ATTACKS)]
