"""The workshop: the packs of a server, those who make them, and every version that they have saved."""
