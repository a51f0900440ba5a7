"""An attack as data: what was declared, which targets it hit, and what came of it.

The attack itself is in `declaring.py`; what an upgrade adds to it on the way in `upgrades.py`; what follows when it is
over is put into `SEQUELS` by the module that knows it, so that attacks need not know what they bring about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludex.core.board.cells import Cell
from ludex.games.vitality.state import Scene


class Blow(NamedTuple):
    """An attack that was declared."""

    by: str
    attack: str
    targets: tuple[str, ...]  # as declared: others may step in front of them (vt.act.protect)
    how: str = "attack"  # one of DECLARED, or again, blast, ricochet, follow_up, splinter, spread, hazard
    origin: Cell | None = None  # where it starts, if not at the attacker
    melee: str = ""  # opt_melee_choose_each_time: what the Tier of a melee attack goes to, accuracy or effect
    direction: int = 0  # of a cone or a line
    costs: str = ""  # the companion that is given for it: vt.limit.sacrifice


class Hit(NamedTuple):
    """A target that was hit. `critical`: counts as a critical result, also an ordinary hit on the Stunned."""

    target: str
    natural: int = 0  # 0: without a roll
    critical: bool = False
    excess: int = 0  # of Accuracy above Avoidance, where Overhit asks
    total: int = 0  # of the Accuracy Check, where Explosive Critical asks


class Outcome(NamedTuple):
    """What came of it for one target. It is remembered only where an upgrade asks for it when the attack is over."""

    target: str
    hit: Hit | None = None  # nothing: missed
    lost: int = 0  # HP: 1 if it has lost any, however many, so that what comes to the same is the same
    took_hold: bool = False  # its condition
    awake: bool = False  # before it has lost them


Sequel = Callable[[Scene, Blow, tuple[Outcome, ...]], None]

HAZARD = "hazard"  # how a space does what an attack has left there: vt.up.environmental
WAITED = ("trap", HAZARD)  # not made by their maker at that moment
DECLARED = ("attack", "punish", "prepared", "sustain", "trap")  # other attacks follow from one and bring no more
SEQUELS: list[Sequel] = []  # called in this order, once for each attack, when it is over
