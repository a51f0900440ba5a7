"""What is done between fights."""
