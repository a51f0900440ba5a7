"""A scene as a file, as bytes and as a journal."""
