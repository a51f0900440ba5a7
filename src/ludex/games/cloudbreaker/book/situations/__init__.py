"""Critical situations: how they go, turn by turn, and how one escapes."""
