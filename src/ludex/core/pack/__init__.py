"""Packs: content, scenes and pictures that belong together, as a folder or as one file."""
