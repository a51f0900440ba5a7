"""Noticing, and not being noticed."""
