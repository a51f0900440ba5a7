"""Skeleton. Importing the package registers the game with all its actions."""

from ludex.skeleton.game import GAME

__all__ = ["GAME"]
