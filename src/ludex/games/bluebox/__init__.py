"""Blue Box. Importing the package registers the game with all its actions and reactions."""

from ludex.games.bluebox import (
    actions,
    crafting,
    creation,
    escalation,
    gm,
    grappling,
    handling,
    held,
    level,
    moving,
    reactions,
    rest,
    skills,
    stances,
)
from ludex.games.bluebox.game import BLUEBOX

__all__ = [
    "BLUEBOX",
    "actions",
    "crafting",
    "creation",
    "escalation",
    "gm",
    "grappling",
    "handling",
    "held",
    "level",
    "moving",
    "reactions",
    "rest",
    "skills",
    "stances",
]
