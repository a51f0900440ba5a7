"""Pictures of handouts and maps: known by what is in them, never by a name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ludex.core.pack.pictures import MOST_PICTURE, kind_of
from ludex.table.campaign.campaign import Campaign

__all__ = ["MOST_ALL", "MOST_PICTURE", "MOST_PICTURES", "NAME", "come_again", "kind_of", "picture_under"]

NAME = re.compile(r"[0-9a-f]{64}")  # of a picture: the hash of its bytes
MOST_PICTURES = 200  # of a table
MOST_ALL = 50_000_000  # bytes of all pictures of a table, which can still be taken elsewhere as one file


def picture_under(raw: Any) -> str:
    """The picture that an entry of a board names for its map, as it is written."""
    under = raw.get("map") if isinstance(raw, dict) else None
    found = under.get("picture", "") if isinstance(under, dict) else ""
    return found if isinstance(found, str) else ""


def come_again(table: Campaign, boards: Iterable[Any]) -> None:
    """Boards come to the table, and the pictures of their maps with them: those are there again, though they were
    deleted before."""
    if table.dropped:
        table.dropped = table.dropped.difference(map(picture_under, boards))
