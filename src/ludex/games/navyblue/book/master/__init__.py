"""What the game master may do."""
