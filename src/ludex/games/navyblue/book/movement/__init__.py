"""Moving about, and being moved."""
