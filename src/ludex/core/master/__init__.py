"""What every game master may do."""
