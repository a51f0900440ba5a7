"""Vitality. Importing the package registers the game with all its actions and reactions."""

from ludex.games.vitality import actions, combat, effort, gm, throws
from ludex.games.vitality.game import VITALITY

__all__ = ["VITALITY", "actions", "combat", "effort", "gm", "throws"]
