"""The socket of a seat: who comes says so, then does and asks one thing after another, and is told what is new."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from litestar.connection import WebSocket
from litestar.exceptions import WebSocketDisconnect

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.server import limits
from ludex.server.keys import hashed
from ludex.server.limits import Buckets, seat_at
from ludex.server.silent import Silent
from ludex.server.socket.messages import (
    VERSION,
    Asked,
    Bye,
    First,
    Refusal,
    Reply,
    Resume,
    Resumed,
    Waiting,
    Welcome,
    is_look,
    read_asked,
    read_first,
    read_number,
    written,
)
from ludex.server.socket.sessions import ELSEWHERE, Session, Sessions
from ludex.table.campaign.doing import Doing
from ludex.table.desk.desk import Desk
from ludex.table.desk.held import Fault, NotKept
from ludex.table.desk.store_rows import Deleted
from ludex.table.document.looking import Ahead, Bar, Instead, LookAs, OddsOf, OddsOfAnswers, Path, Reach, Suggest
from ludex.table.play.pinging import Ping
from ludex.table.records.seat import TABLE, Role, refuse

BYE = 4000  # the code with which a socket is closed after a bye
ANSWERED = 5.0  # seconds in which a bye must be read
UNDER_WAY = 3.0  # seconds in which what is being done must be done, when the server closes
AT_THE_DOOR = 1.0  # seconds between looks whether somebody was admitted
PATIENCE = 50.0  # messages that come too often before the line is cut; a long one counts for more
COSTLY: dict[type[Asked], float] = {
    OddsOf: 4, Instead: 4, OddsOfAnswers: 4, Path: 3, Suggest: 4, Reach: 2, LookAs: 3, Ahead: 6, Bar: 4,
}  # fmt: skip

CROWDED = Bye(reason="there are too many sockets of this address already", then="later")
TOO_OFTEN = Refusal(limits.TOO_OFTEN, TABLE)

Socket = WebSocket[Any, Any, Any]
logger = logging.getLogger(__name__)


class Lines:
    """The sockets of this process."""

    def __init__(self, desk: Desk, fresh: Callable[[], str], seats: Buckets, pings: Buckets, requests: Buckets) -> None:
        """`seats` has what each seat may say, `pings` how often it may point somewhere, `requests` how often an address
        may ask."""
        self.desk = desk
        self.seats, self.pings, self.requests = seats, pings, requests
        self.fresh = fresh
        self.sessions = Sessions(desk.leave)
        self.silent = Silent(*limits.UNGREETED)
        self._coming: Counter[str] = Counter()  # sockets of each seat or ticket that are not yet at the table
        self._answering: set[asyncio.Task[None]] = set()
        self._open: set[asyncio.Task[Any]] = set()  # one for each socket
        self._from: Counter[str] = Counter()  # sockets of each address
        self._entering: set[asyncio.Task[Any]] = set()  # those of them at which nobody has sat down yet
        self._closing: Bye | None = None

    async def serve(self, socket: Socket, table: str, host: str) -> None:
        """One socket, from its first message to its end. `host`: the address that it counts for."""
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        self._from[host] += 1
        task.add_done_callback(lambda _: self._gone_from(host))
        await socket.accept()
        if self._closing is not None or self._from[host] > limits.SOCKETS:
            await part(socket, self._closing or CROWDED)
            return
        self._entering.add(task)
        try:
            session, greeting = await self._enter(socket, table, host)
            self.requests.owe(host, len(greeting) / limits.TELLING)  # a large table is not told again and again
        except asyncio.CancelledError:
            if self._closing is None:
                raise
            task.uncancel()
            await part(socket, self._closing)
            return
        except Refused as fault:
            await part(socket, Bye(reason=fault.refusal.reason, then="never"))
            return
        except Deleted as fault:
            await part(socket, Bye(reason=str(fault), then="never"))
            return
        except (BadInput, Fault) as fault:
            await part(socket, Bye(reason=str(fault), then="again" if isinstance(fault, NotKept) else "later"))
            return
        except (WebSocketDisconnect, TimeoutError, OSError):
            await part(socket, Bye(reason="nobody said who comes", then="again"))
            return
        finally:
            self._entering.discard(task)
        session.line = line = asyncio.create_task(pump(session, socket, greeting))
        tasks = (line, asyncio.create_task(self._hear(session, socket)), asyncio.create_task(session.cut.wait()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._after(session, socket, line)

    def _gone_from(self, host: str) -> None:
        self._from[host] -= 1
        if not self._from[host]:
            del self._from[host]

    async def farewell(self, bye: Bye) -> None:
        """Everybody hears the last word, after what is under way has been answered. Nothing more is taken up; whoever
        does not read it in time is not waited for."""
        self._closing = bye
        if self._answering:
            await asyncio.wait(set(self._answering), timeout=UNDER_WAY)
        for entering in self._entering:
            entering.cancel()
        self.sessions.end_all(bye)
        if self._open:
            await asyncio.wait(set(self._open), timeout=ANSWERED)

    async def _after(self, session: Session, socket: Socket, line: asyncio.Task[None]) -> None:
        if session.over:
            self.sessions.end(session, session.over)
            await part(socket, session.over)
        elif session.line is line and not session.greeted:
            self.sessions.end(session, Bye(reason="nobody was there to be welcomed", then="later"))
        elif session.line is line:
            self.sessions.adrift(session)
        else:
            await part(socket, ELSEWHERE)

    # -- coming -----------------------------------------------------------------------------------------------

    async def _enter(self, socket: Socket, table: str, host: str) -> tuple[Session, bytes]:
        """The session of whoever comes, and what is said to them first."""
        first = await self._greeting(socket, host)
        key = hashed(first.token)
        found = self._resumed(first, table, key)
        if found is not None:
            return found, written(Resumed(seq=found.sent))
        with self._place(table, key):
            return await self._sit(socket, table, key)

    async def _greeting(self, socket: Socket, host: str) -> First:
        """Who comes must say so in time, and sooner where many others come and say nothing."""
        async with asyncio.timeout(limits.GREETING) as patience:

            def leave() -> None:
                if not patience.expired():
                    patience.reschedule(asyncio.get_running_loop().time())

            self.silent.add(patience, host, leave)
            try:
                return read_first(await heard(socket))
            finally:
                self.silent.remove(patience)

    @contextmanager
    def _place(self, table: str, key: str) -> Iterator[None]:
        """One of the sockets of a seat or a ticket, while it waits to be let in."""
        seat = seat_at(table, key)
        if self._coming[seat] >= limits.SESSIONS:
            raise BadInput(f"{limits.SESSIONS} others wait with this link already")
        self._coming[seat] += 1
        try:
            yield
        finally:
            self._coming[seat] -= 1
            if not self._coming[seat]:
                del self._coming[seat]

    async def _sit(self, socket: Socket, table: str, key: str) -> tuple[Session, bytes]:
        if await self.desk.waits(table, key):
            await self._wait(socket, table, key)
        session = Session(self.fresh(), table, key)
        self.sessions.add(session)
        try:
            welcome = await self.desk.sit(table, key, session)
            if welcome.document["seats"][welcome.seat]["role"] == Role.SPECTATOR:
                session.weight = limits.WATCHING
            return session, written(
                Welcome(
                    version=VERSION, session=session.name, seq=0, seat=welcome.seat, document=welcome.document,
                    lines=welcome.lines, chat=welcome.chat,
                )
            )  # fmt: skip
        except BaseException:
            self.sessions.end(session, Bye(reason="nobody has sat down", then="later"))
            raise

    def _resumed(self, first: First, table: str, key: str) -> Session | None:
        """The session to which somebody comes back, if all that they missed is still there."""
        if not isinstance(first, Resume):
            return None
        found = self.sessions.find(first.session, table, key)
        if found is None:
            return None
        if not found.back_to(first.seq):
            self.sessions.end(found, Bye(reason="too much was missed", then="again"))
            return None
        if found.line is not None:  # the old line may not have noticed that it is broken
            found.line.cancel()
        self.sessions.ashore(found)
        return found

    async def _wait(self, socket: Socket, table: str, key: str) -> None:
        """In the waiting room, until somebody opens; `sit` refuses whoever was turned away."""
        await say(socket, written(Waiting()))
        gone = asyncio.create_task(heard(socket))
        try:
            while await self.desk.waits(table, key):
                done, _ = await asyncio.wait((gone,), timeout=AT_THE_DOOR)
                if done:
                    gone.result()  # raises where the line is gone
                    raise BadInput("nothing can be done in the waiting room")
        finally:
            gone.cancel()

    # -- doing and asking -------------------------------------------------------------------------------------

    async def _hear(self, session: Session, socket: Socket) -> None:
        impatient = 0.0
        looking: set[asyncio.Task[None]] = set()
        while True:
            try:
                data = await heard(socket)
            except WebSocketDisconnect:
                return
            try:
                number, raw = await read_apart(data)
            except BadInput as fault:
                session.end(Bye(reason=str(fault), then="later"))
                return
            if self._closing is not None:
                continue
            weight = 1 + len(data) / limits.HEAVY
            may = self._may_say(session, weight)  # whatever it is: it had to be read
            impatient = 0.0 if may else impatient + weight
            if impatient > PATIENCE:
                session.end(Bye(reason=limits.TOO_OFTEN, then="later"))
                return
            if number <= session.last:
                continue  # it came before the line broke, and is answered once
            session.last = number
            if not may:
                session.reply(partial(Reply, n=number, ok=False, refused=TOO_OFTEN))
                continue
            answering = asyncio.create_task(self._answer(session, number, raw))
            self._answering.add(answering)
            answering.add_done_callback(self._answering.discard)
            if not is_look(raw):
                await asyncio.shield(answering)  # it is answered even if the line breaks meanwhile
                continue
            looking.add(answering)  # which may take long: what is done meanwhile does not wait for it
            if len(looking) >= limits.LOOKS:
                _, looking = await asyncio.wait(looking, return_when=asyncio.FIRST_COMPLETED)

    def _may_say(self, session: Session, weight: float) -> bool:
        return self.seats.take(seat_at(session.table, session.key), weight * session.weight)

    async def _answer(self, session: Session, number: int, raw: dict[str, Any]) -> None:
        """Whatever comes of a message is told in its reply, after what it has changed."""
        result: Any = None
        refused: Refusal | None = None
        fault = ""
        try:
            result = await self._done(session, read_asked(raw))
        except Refused as told:
            refused = Refusal(told.refusal.reason, told.refusal.rule)
        except (BadInput, Fault) as told:
            fault = str(told) or "that cannot be done"
        except Exception:  # whoever waits for a reply is given one
            logger.exception("table %s: a message cannot be answered", session.table)
            fault = "a fault of ours: the log of the server says more"
        ok = refused is None and not fault
        session.reply(partial(Reply, n=number, ok=ok, result=result, refused=refused, fault=fault))

    async def _done(self, session: Session, asked: Asked) -> Any:
        if isinstance(asked, Ping):
            if not self.pings.take(seat_at(session.table, session.key)):
                raise refuse(limits.TOO_OFTEN)
            return await self.desk.ping(session.table, session.key, asked)
        if isinstance(asked, Doing):
            return await self.desk.do(session.table, session.key, asked)
        if not self._may_say(session, COSTLY.get(type(asked), 0)):
            raise refuse(limits.TOO_OFTEN)
        return await self.desk.look(session.table, session.key, asked)


# ---------------------------------------------------------------- the wire


async def heard(socket: Socket) -> str:
    """The next message; what is no text is none."""
    event: Any = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="disconnect event", code=event.get("code", 1006))
    text: str | None = event.get("text")
    return text if text is not None else ""


async def read_apart(data: str) -> tuple[int, dict[str, Any]]:
    """The number of a message, and the rest. A long one is read in a thread: nobody else waits for it."""
    if len(data) <= limits.HEAVY:
        return read_number(data)
    return await asyncio.to_thread(read_number, data)


async def say(socket: Socket, data: bytes) -> None:
    await socket.send({"type": "websocket.send", "bytes": None, "text": data.decode()})


async def pump(session: Session, socket: Socket, greeting: bytes) -> None:
    """Send all that there is to say, as fast as it is read, until nothing more is said. Whoever is too slow to read is
    cut off in the middle."""
    await say(socket, greeting)
    session.greeted = True
    while True:
        session.stirred.clear()
        while session.passing:
            await say(socket, session.passing.popleft())
        while (data := session.next()) is not None:
            await say(socket, data)
            session.was_sent(data)
        if session.over:
            return
        await session.stirred.wait()


async def part(socket: Socket, bye: Bye) -> None:
    """Say why, and close. Who does not read it in time is not waited for."""
    try:
        async with asyncio.timeout(ANSWERED):
            await say(socket, written(bye))
            await socket.close(BYE, bye.reason[:100])
    except Exception:  # the line is gone, in one of many ways
        logger.debug("nobody is there to be told: %s", bye.reason)
