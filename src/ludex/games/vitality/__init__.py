"""Vitality. Importing the package registers the game with all its actions and reactions."""

from ludex.games.vitality.game import VITALITY

__all__ = ["VITALITY"]
