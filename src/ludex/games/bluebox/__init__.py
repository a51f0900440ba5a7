"""Blue Box. Importing the package registers the game with all its actions and reactions."""

from ludex.games.bluebox.game import BLUEBOX

__all__ = ["BLUEBOX"]
