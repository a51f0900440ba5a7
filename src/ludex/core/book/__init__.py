"""Rulebooks: what is cited, and what a coach says."""
