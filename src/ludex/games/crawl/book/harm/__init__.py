"""Harm and healing."""
