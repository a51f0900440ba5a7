"""What each seat may know: what it sees, what it may do, and its odds."""
