"""The map: distances, sight, ground and doors."""
