"""How much, how large and how often."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from ludex.table.campaign.pictures import MOST_PICTURE

MESSAGE = 512 * 1024  # bytes of a message on a socket
BODY = 2 * 1024 * 1024  # bytes of a request
PICTURE = MOST_PICTURE + 64 * 1024  # bytes of a request with one in a form
IMPORT = 64 * 1024 * 1024

MESSAGES = 60.0, 20.0  # of a session: so many at once, and so many more each second
HEAVY = 16 * 1024  # characters of a message that count as one more
PINGS = 4.0, 1.0  # places that a session shows to all
LOOKS = 2  # of a session that are worked out at the same time
SESSIONS = 8  # at one seat at the same time
GREETING = 10.0  # seconds in which somebody must say who they are
GRACE = 60.0  # seconds in which somebody whose line broke can come back to the same session
KEPT = 100, 512 * 1024  # messages and bytes that have been sent and are kept for whoever comes back
UNSENT = 400, 4 * 1024 * 1024  # messages and bytes that wait to be sent; who is slower is dropped

OPENING_SECONDS = 20.0  # that a helper may take to open a table, besides what is to be worked out of it
REST_SECONDS = 10.0  # in which nothing is worked out for a table of which something was over its limits
HELPER_MEMORY = 256 * 1024 * 1024  # bytes that a helper may take for a job
ANSWER = 16 * 1024 * 1024  # bytes that a helper may answer with
LAB_SECONDS = 300.0  # that a simulation may run
LAB_MEMORY = 512 * 1024 * 1024
LAB_LINE = 4 * 1024 * 1024  # bytes of what it says at once
WAITING = 8  # jobs of one seat that wait


class Bucket:
    """So many at once, and so many more each second."""

    def __init__(self, most: float, each_second: float, clock: Callable[[], float]) -> None:
        self.most, self.each_second, self.clock = most, each_second, clock
        self._left, self._at = most, clock()

    def take(self, amount: float = 1.0) -> bool:
        now = self.clock()
        self._left = min(self.most, self._left + (now - self._at) * self.each_second)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Buckets:
    """One for each who comes; those who came longest ago are forgotten."""

    MOST = 10_000

    def __init__(self, most: float, each_second: float, clock: Callable[[], float]) -> None:
        self._new = partial(Bucket, most, each_second, clock)
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, amount: float = 1.0) -> bool:
        bucket = self._kept.pop(who, None) or self._new()
        self._kept[who] = bucket
        if len(self._kept) > self.MOST:
            self._kept.popitem(last=False)
        return bucket.take(amount)
