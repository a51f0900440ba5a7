"""Rulebooks: numbered rules, and what a coach says."""
