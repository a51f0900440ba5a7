"""Blue Box. Importing the package registers the game with all its actions and reactions."""

from ludex.games.bluebox import actions, crafting, creation, gm, level, rest, skills
from ludex.games.bluebox.game import BLUEBOX
from ludex.games.bluebox.reactions import CATCH, HELD, OPPORTUNITY, SHIELD

for reaction in (OPPORTUNITY, *HELD, SHIELD, CATCH):
    BLUEBOX.reaction(reaction)

__all__ = ["BLUEBOX", "actions", "crafting", "creation", "gm", "level", "rest", "skills"]
