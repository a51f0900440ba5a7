"""Maps of other programs: read within bounds, and proposed as boards of a game."""
