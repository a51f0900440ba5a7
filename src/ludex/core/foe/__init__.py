"""What every opponent shares."""
