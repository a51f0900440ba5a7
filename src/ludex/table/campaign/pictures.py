"""Pictures of handouts: known by what is in them, never by a name."""

from __future__ import annotations

import re

from ludex.core.pack.pictures import MOST_PICTURE, kind_of

__all__ = ["MOST_ALL", "MOST_PICTURE", "MOST_PICTURES", "NAME", "kind_of"]

NAME = re.compile(r"[0-9a-f]{64}")  # of a picture: the hash of its bytes
MOST_PICTURES = 200  # of a table
MOST_ALL = 50_000_000  # bytes of all pictures of a table, which can still be taken elsewhere as one file
