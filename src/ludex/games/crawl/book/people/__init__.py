"""Talking with others."""
