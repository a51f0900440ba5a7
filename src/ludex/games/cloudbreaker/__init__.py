"""Cloudbreaker Alliance. Importing the package registers the game with all its actions and reactions."""

from ludex.games.cloudbreaker import (
    actions,
    analysing,
    combat,
    creation,
    escape,
    gm,
    grappling,
    handling,
    level,
    maneuvers,
    moving,
    neutralising,
    pushing,
    rest,
    spirit,
)
from ludex.games.cloudbreaker.game import CLOUDBREAKER

__all__ = [
    "CLOUDBREAKER",
    "actions",
    "analysing",
    "combat",
    "creation",
    "escape",
    "gm",
    "grappling",
    "handling",
    "level",
    "maneuvers",
    "moving",
    "neutralising",
    "pushing",
    "rest",
    "spirit",
]
