"""Ludex as text: a fight in the terminal, a fight that tells itself, scripts and odds at the command line."""
