"""Powers and callings."""
