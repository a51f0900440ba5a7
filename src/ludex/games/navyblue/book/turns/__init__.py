"""The order of a fight: turns, and what is done out of turn."""
