"""What is done about enemies other than striking them."""
