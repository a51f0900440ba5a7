"""Scene files in, views out."""
