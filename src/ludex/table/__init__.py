"""What lets several people play together, each with a seat, evening after evening."""
