"""What an entry that is being made is worth, against the one it was begun from."""
