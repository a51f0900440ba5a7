"""The places where scenes happen: exact geometry and what stands on it."""
