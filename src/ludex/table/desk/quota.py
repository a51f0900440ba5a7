"""Quotas: how much each seat may bring to a table and do there, how large a table may become, and how much a maker of
packs may keep. All of it is here, and whoever runs the server can set it.

What counts are the bytes of what a seat has brought and is kept, and how much it has brought and done lately.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.table.records.seat import Role

KB, MB, GB = 1_000, 1_000_000, 1_000_000_000
PACKS = 100  # of a maker
REVISIONS = 200  # of a pack that are kept, and the one that is shared
OPEN_HOUSE = 10 * GB  # of all tables together, where anybody may found some and nothing else is said


class Share(NamedTuple):
    """What a seat may bring, in bytes, and how often it may do something."""

    hour: int  # bytes
    bytes: int  # in all
    minute: int  # doings
    doings: int  # in an hour


class Quota(NamedTuple):
    table: int = 200 * MB  # entries, pictures and snapshots in all
    gm: Share = Share(hour=20 * MB, bytes=200 * MB, minute=1_200, doings=20_000)
    player: Share = Share(hour=10 * MB, bytes=100 * MB, minute=600, doings=6_000)
    spectator: Share = Share(hour=1 * MB, bytes=10 * MB, minute=60, doings=600)
    store: int = 0  # all tables together; 0: as much as there is room for
    maker: int = 100 * MB  # the packs of a maker with all their revisions and pictures

    def of(self, role: Role) -> Share:
        found: Share = getattr(self, role.value)
        return found


# ---------------------------------------------------------------- set by whoever runs the server

AMOUNT = re.compile(r"(\d{1,9})(kB|MB|GB)?")
UNITS = {None: 1, "kB": KB, "MB": MB, "GB": GB}
FIELDS = {"hour": "bytes-hour", "bytes": "bytes", "minute": "doings-minute", "doings": "doings-hour"}
NAMES = ["store", "table", "maker", *(f"{role.value}-{words}" for role in Role for words in FIELDS.values())]


def quota_from(given: Sequence[str], quota: Quota | None = None) -> Quota:
    """A quota with what is given otherwise, as in `table=1GB` or `player-doings-hour=2000`."""
    quota = quota if quota is not None else Quota()
    for each in given:
        name, _, words = each.partition("=")
        amount = AMOUNT.fullmatch(words)
        if name not in NAMES:
            raise BadInput(f"quota {each}: {there_are(name, NAMES)}")
        if amount is None or not int(amount[1]):
            raise BadInput(f"quota {each}: expected a number from 1 on, with kB, MB or GB where it is of bytes")
        found = int(amount[1]) * UNITS[amount[2]]
        role, _, what = name.partition("-")
        if name == "store":
            quota = quota._replace(store=found)
        elif name == "table":
            quota = quota._replace(table=found)
        elif name == "maker":
            quota = quota._replace(maker=found)
        else:
            field = next(field for field, words in FIELDS.items() if words == what)
            quota = quota._replace(**{role: getattr(quota, role)._replace(**{field: found})})
    return quota


def bytes_told(amount: float) -> str:
    """As people say it: 3.2 MB."""
    for unit, size in (("GB", GB), ("MB", MB), ("kB", KB)):
        if amount >= size:
            return f"{amount / size:.1f}".removesuffix(".0") + f" {unit}"
    return f"{max(0, round(amount))} bytes"


def time_told(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} seconds"
    return f"{round(seconds / 60)} minutes"
