"""TOML in: entries, references between them, and what was expected where one is wrong."""
