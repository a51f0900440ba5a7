"""What may be written in TOML: the kinds of content, and the effects they are made of."""
