"""Ludex: tabletop role-playing games as rules that run."""
