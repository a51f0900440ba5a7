"""Vitality. Importing the package registers the game with all its actions and reactions."""

from ludex.games.vitality import (
    abilities,
    actions,
    attacking,
    combat,
    effort,
    gm,
    helping,
    hiding,
    limits,
    procedures,
    rest,
    skills,
    summoning,
    throws,
    wards,
)
from ludex.games.vitality.game import VITALITY

__all__ = [
    "VITALITY",
    "abilities",
    "actions",
    "attacking",
    "combat",
    "effort",
    "gm",
    "helping",
    "hiding",
    "limits",
    "procedures",
    "rest",
    "skills",
    "summoning",
    "throws",
    "wards",
]
