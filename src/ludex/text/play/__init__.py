"""A text game from its start to its end."""
