"""How much, how large and how often."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ludex.core.pack.parts import MOST_FILE, MOST_TEXTS
from ludex.table.campaign.pictures import MOST_PICTURE
from ludex.table.desk.bucket import Bucket
from ludex.workshop.maps.bounded import MOST_FILE as MOST_MAP


class Rate(NamedTuple):
    """How often: so many at once, and so many more each second."""

    most: float
    each_second: float


TOO_OFTEN = "too often: wait a little"  # whatever is asked, done or shown
MESSAGE = 512 * 1024  # bytes of a message on a socket
BODY = 2 * 1024 * 1024  # bytes of a request
PICTURE = MOST_PICTURE + 64 * 1024  # bytes of a request with one in a form
IMPORT = 64 * 1024 * 1024
PACK = MOST_FILE + 64 * 1024  # bytes of a request with a pack in a form
MAP = MOST_MAP + 512 * 1024  # bytes of a request with a map of another program, and what is said of it
PACK_TEXT = MOST_TEXTS + 1024 * 1024  # bytes of a request with files of a pack
IMPORTED = Rate(200e6, 50e3)  # bytes of tables from files of one address, where anybody may found some
FULL_DISK = 1_000_000  # bytes: with less, nothing that people do can be kept for sure
DISK = 200_000_000  # bytes that are left free for the tables that are there: no other is founded

REQUESTS = Rate(120.0, 20.0)  # of one address
FOUNDED = Rate(20.0, 0.1)  # tables, of one address
BRANCHED = Rate(12.0, 0.002)  # tables that begin at moments of one table
WRONG_CODES = Rate(10.0, 0.1)  # of one address, at the door of a table
ALL_WRONG_CODES = Rate(100.0, 5.0)  # of all addresses together
# What a request counts for that takes longer than others
DEAR = 4.0  # much is looked through, or one thing made
DEAREST = 20.0  # a whole table is read or made
DRAFTED = 2.0  # a character that is being made is worked out
MESSAGES = Rate(60.0, 20.0)  # of a seat, on all its sockets and by HTTP together
WATCHING = 2.0  # each message of a spectator counts for so many
HEAVY = 16 * 1024  # characters of a message that count as one more
TELLING = 64 * 1024  # bytes of a welcome that count as one more request of the address
PINGS = Rate(4.0, 1.0)  # places that a seat shows to all
LOOKS = 2  # of a session that are worked out at the same time
SESSIONS = 8  # at one seat at the same time
LINES = 5_000  # of all together; who comes then is told to come later
SOCKETS = LINES // 5  # of one address: nobody has all the lines
SILENT = 64, 512  # lines of one address, and in all, of which nobody knows yet what they want
UNGREETED = 32, 512  # sockets of one address, and in all, on which nobody has said who they are
HEADERS = 10.0  # seconds in which it must be said what is asked
SMALL = 16 * 1024  # bytes of a request that is begun when all of it is there; a larger one is begun at once
BODY_STILL, BODY_WHOLE = 10.0, 300.0  # seconds in which more of it must come along, and all of it
AT_ONCE = 4 * 1024  # bytes that are taken from a line before others have their turn
HEAD = 16 * 1024  # bytes in which it must be said what is asked
CRUMBS = 200, 32  # pieces of a body and fewer bytes in each: who sends so many so small ones is not listened to
FRAMES = Rate(60.0, 20.0)  # of a socket that bring no message
PIECE = 1024  # bytes of a part of a message that is no crumb
UNREAD = 64 * 1024 * 1024, 256 * 1024 * 1024  # bytes of answers of one address, and in all, that wait to be read
COMING = 128 * 1024 * 1024, 512 * 1024 * 1024  # bytes of bodies of one address, and in all, that are being sent to us
READING = 10.0, 64 * 1024  # seconds, and the bytes that must be read in them
GREETING = 10.0  # seconds in which somebody must say who they are
GRACE = 60.0  # seconds in which somebody whose line broke can come back to the same session
KEPT = 100, 512 * 1024  # messages and bytes that have been sent and are kept for whoever comes back
UNSENT = 400, 4 * 1024 * 1024  # messages and bytes that wait to be sent; who is slower is dropped

PACK_SECONDS = 15.0  # that a helper may take to judge and save a pack
IMPORT_SECONDS = 30.0  # that a helper may take to make a table of a file
FLAG_SECONDS = 30.0  # that a helper may take to play the moments of all flags again
REPLAY_SECONDS = 30.0  # that a helper may take to look at what was played, moment by moment
PICTURES = 2  # that are read from the store at the same time: each takes the processor from all others
EXPORTS = 4  # tables and packs that are packed at the same time
EXPORT_SECONDS = 600.0  # in which somebody must have taken such a file
EXPORTED = 256 * 1024 * 1024, 1024 * 1024 * 1024  # bytes of such files of one address, and in all, that are being taken
OPENING_SECONDS = 20.0  # that a helper may take to open a table, besides what is to be worked out of it
REST_SECONDS = 10.0  # in which nothing is worked out for a seat that has asked for something over its limits
HELPER_MEMORY = 256 * 1024 * 1024  # bytes that a helper may take for a job
ANSWER = 16 * 1024 * 1024  # bytes that a helper may answer with
GARBAGE = 5_000, 10, 100  # looking through all that many tables keep is felt: seldom, and what is new in small parts
LAB_SECONDS = 300.0  # that a simulation may run
LAB_MEMORY = 512 * 1024 * 1024
LAB_LINE = 4 * 1024 * 1024  # bytes of what it says at once
WAITING = 8  # jobs of one seat that wait
WAITING_BYTES = 64 * 1024 * 1024  # of all jobs that wait or are being done


def seat_at(table: str, key: str) -> str:
    """What is counted together: all that comes with one key to one table."""
    return f"{table} {key}"


class Buckets:
    """One for each who comes; those who came longest ago are forgotten."""

    MOST = 10_000

    def __init__(self, most: float, each_second: float, clock: Callable[[], float]) -> None:
        self._new = partial(Bucket, most, each_second, clock)
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, amount: float = 1.0) -> bool:
        return self._of(who).take(amount)

    def left(self, who: str) -> float:
        return self._of(who).left

    def owe(self, who: str, amount: float) -> None:
        """They have nothing left until so much more has come in."""
        self._of(who).owe(amount)

    def _of(self, who: str) -> Bucket:
        bucket = self._kept.pop(who, None) or self._new()
        self._kept[who] = bucket
        if len(self._kept) > self.MOST:
            self._kept.popitem(last=False)
        return bucket
