"""Cloudbreaker Alliance. Importing the package registers the game with all its actions and reactions."""

from ludex.games.cloudbreaker.game import CLOUDBREAKER

__all__ = ["CLOUDBREAKER"]
