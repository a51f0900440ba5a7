"""Effort, and what is spent of it on rolls."""
