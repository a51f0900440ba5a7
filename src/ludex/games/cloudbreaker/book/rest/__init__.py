"""Rest and recovery."""
