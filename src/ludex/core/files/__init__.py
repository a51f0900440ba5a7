"""What of a scene is written down: set up in TOML, kept as bytes, played again from a journal."""
