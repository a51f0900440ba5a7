"""Asking, and understanding what was typed."""
