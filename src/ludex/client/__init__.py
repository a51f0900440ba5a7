"""A small client of the server: for bots, for tests, and for whoever wants to recompute the dice."""
