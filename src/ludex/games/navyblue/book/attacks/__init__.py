"""Attacks: who can be aimed at, what is rolled, what a hit does."""
