"""Policies that know no game: they play any game through its actions, their domains and refusals."""
