"""Abilities and skills, and the checks that are made with them."""
