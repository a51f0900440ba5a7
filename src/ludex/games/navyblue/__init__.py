"""Navy Blue. Importing the package registers the game with all its actions and reactions."""

from ludex.games.navyblue.game import NAVYBLUE

__all__ = ["NAVYBLUE"]
