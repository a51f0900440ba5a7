"""Scenes by luck."""
