"""What characters are made of, as the rules read it."""
