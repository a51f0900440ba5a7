"""What is carried, where, and what is done with it."""
