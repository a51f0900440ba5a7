"""Sessions: what is said to somebody at a seat, in order and numbered. A session outlives the line by which they came
for a while, so that whoever comes back misses nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from ludex.core.kernel.ruling import BadInput
from ludex.server import limits
from ludex.server.socket.messages import Bye, Change, Pinged, Reply, Sent, written
from ludex.table.desk.telling import Gone, News
from ludex.table.play.pinging import Pointed

TOO_SLOW = Bye(reason="too slow: too much is waiting to be read", then="again")
NOBODY = Bye(reason="nobody came back", then="again")
ELSEWHERE = Bye(reason="taken up elsewhere", then="later")
MOST_PASSING = 20  # pings that wait to be sent


class Session:
    """Somebody at a seat; `told`, `pointed` and `gone` are called by the desk."""

    def __init__(self, name: str, table: str, key: str) -> None:
        self.name = name
        self.table = table
        self.key = key
        self.seq = 0  # of the last message
        self.sent = 0  # of the last message that was sent
        self.last = 0  # the number of the last message that came
        self.over: Bye | None = None  # the last word
        self.greeted = False  # somebody was there to be welcomed
        self.weight = 1.0  # what each message counts for
        self.stirred = asyncio.Event()
        self.cut = asyncio.Event()  # there is no use in waiting until all is read
        self.line: asyncio.Task[None] | None = None  # that which is sending
        self.expiry: asyncio.TimerHandle | None = None
        self.passing: deque[bytes] = deque(maxlen=MOST_PASSING)  # said without a number, to whoever is there now
        self._kept: deque[bytes] = deque()
        self._bytes = 0
        self._unsent = 0  # bytes

    # -- what is said -----------------------------------------------------------------------------------------

    def told(self, news: News) -> None:
        self._say(Change(seq=self.seq + 1, changes=news.changes, lines=news.lines, chat=news.chat))

    def pointed(self, where: Pointed) -> None:
        if self.line is not None and not self.over:
            self.passing.append(written(Pinged(seat=where.seat, at=where.at)))
            self.stirred.set()

    def gone(self, gone: Gone) -> None:
        self.end(Bye(reason=gone.why, then="never" if gone.for_good else "later"))

    def reply(self, numbered: Callable[..., Reply]) -> None:
        self._say(numbered(seq=self.seq + 1))

    def end(self, bye: Bye) -> None:
        """Nothing more is said."""
        if self.over is None:
            self.over = bye
            self.stirred.set()

    def _say(self, message: Sent) -> None:
        if self.over:
            return
        data = written(message)
        self.seq += 1
        self._kept.append(data)
        self._bytes += len(data)
        self._unsent += len(data)
        if self.seq - self.sent > limits.UNSENT[0] or self._unsent > limits.UNSENT[1]:
            self.end(TOO_SLOW)
            self.cut.set()
        self.stirred.set()

    # -- what is sent -----------------------------------------------------------------------------------------

    @property
    def first(self) -> int:
        """The number of the first message that is kept."""
        return self.seq - len(self._kept) + 1

    def next(self) -> bytes | None:
        """What is to be sent next."""
        return self._kept[self.sent + 1 - self.first] if self.sent < self.seq else None

    def was_sent(self, data: bytes) -> None:
        self.sent += 1
        self._unsent -= len(data)
        most, bytes_ = limits.KEPT
        while self.first <= self.sent and (len(self._kept) > most or self._bytes > bytes_):
            self._bytes -= len(self._kept.popleft())

    def back_to(self, seq: int) -> bool:
        """Somebody has come back whom this message reached last; tells whether all since is still there."""
        if not self.first - 1 <= seq <= self.sent:
            return False
        self._unsent = sum(len(data) for data in list(self._kept)[seq + 1 - self.first :])
        self.sent = seq
        return True


class Sessions:
    """All sessions of this process."""

    def __init__(self, leave: Callable[[str, Session], None]) -> None:
        self._leave = leave
        self._all: dict[str, Session] = {}

    def add(self, session: Session) -> None:
        """One more at a seat: of those to whom nobody has come back the oldest makes room."""
        there = [one for one in self._all.values() if (one.table, one.key) == (session.table, session.key)]
        if len(there) >= limits.SESSIONS:
            adrift = next((one for one in there if one.expiry is not None), None)
            if adrift is None:
                raise BadInput(f"this seat is open {limits.SESSIONS} times already")
            self.end(adrift, NOBODY)
        self._all[session.name] = session

    def __len__(self) -> int:
        return len(self._all)

    def find(self, name: str, table: str, key: str) -> Session | None:
        """A session to come back to, if it is this seat's."""
        found = self._all.get(name)
        return found if found is not None and (found.table, found.key) == (table, key) and not found.over else None

    def adrift(self, session: Session) -> None:
        """Its line is gone: it stays for a while."""
        session.line = None
        session.passing.clear()
        loop = asyncio.get_running_loop()
        session.expiry = loop.call_later(limits.GRACE, self.end, session, NOBODY)

    def ashore(self, session: Session) -> None:
        """Somebody has come back to it."""
        if session.expiry is not None:
            session.expiry.cancel()
            session.expiry = None

    def end(self, session: Session, bye: Bye) -> None:
        session.end(bye)
        self.ashore(session)
        if self._all.pop(session.name, None) is not None:
            self._leave(session.table, session)

    def end_all(self, bye: Bye) -> None:
        for session in list(self._all.values()):
            self.end(session, bye)
