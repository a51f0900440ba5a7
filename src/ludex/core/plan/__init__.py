"""Boards as they are drawn, whatever the game."""
