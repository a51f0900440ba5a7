"""The desk: the tables that a process has in memory. Each does one thing after another, and nobody is told of anything
before the store has kept it; when nobody human must decide, the machine goes on.

Several processes may share a store: who appends second folds what the first has done and does it again. What others
have done is heard of by notices, which the server carries, and by looking around now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign import seating
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.doing import Doing
from ludex.table.desk.held import Fault, Held, NotKept
from ludex.table.desk.store import Store
from ludex.table.desk.telling import Gone, Listener, Welcome
from ludex.table.document.looking import Look, look
from ludex.table.play.deciding import deputise, deputy_at, has_step, step
from ludex.table.play.pinging import Ping, Pointed
from ludex.table.records.seat import Seat, refuse

KEEP = 600.0  # seconds that a table at which nobody is stays in memory
GRACE = 3.0  # seconds that the machine waits longer where another process was the last to do something
AROUND = 5.0  # seconds between looks at what other processes have done
ABSENT = 3 * AROUND  # seconds after which who was at a table in another process is no longer thought to be there
THREADS = 8

T = TypeVar("T")
logger = logging.getLogger(__name__)


class Notice(msgspec.Struct, frozen=True):
    """What the desks of a store tell each other: how far a table is, the seats where somebody is, and where somebody
    points."""

    desk: str
    table: str
    number: int
    here: tuple[str, ...]
    pointed: Pointed | None = None


class Desk:
    def __init__(
        self,
        store: Store,
        outside: Outside | None = None,
        announce: Callable[[Notice], None] = lambda notice: None,
        keep: float = KEEP,
    ) -> None:
        """`announce` takes a notice to the other desks of the store, where it is given to `heard`."""
        self.store = store
        self.outside = outside if outside is not None else Outside()
        self.name = Outside().fresh()  # among the desks of the store
        self._announce = announce
        self._keep = keep
        self._held: dict[str, Held] = {}
        self._tasks: set[asyncio.Task[Any]] = set()  # to be ended
        self._endless: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(THREADS, "desk")
        self._unsure: set[str] = set()  # tables of which it is to be found out whether they have deputies
        self._closing = False

    async def start(self) -> None:
        """From now on look around, and see to the deputies of tables that nobody opens."""
        self._endless = [asyncio.create_task(self._keep_deputies()), asyncio.create_task(self._keep_looking())]

    async def close(self) -> None:
        """What is being done is done to its end; nothing goes on by itself."""
        self._closing = True
        minds = [held.mind for held in self._held.values() if held.mind is not None]
        for task in (*self._endless, *minds):
            task.cancel()
        await asyncio.gather(*self._endless, *minds, *self._tasks, return_exceptions=True)
        self._threads.shutdown()

    # -- what can be asked of it ------------------------------------------------------------------------------

    async def do(self, table: str, key: str, what: Doing) -> Any:
        """Do what the seat of this key wants; all are told before this comes back. Raises `Refused`, `BadInput` or
        `Fault`: then nothing has changed."""
        return await self._change(table, lambda campaign: campaign.do(seat_by(campaign, key).id, what))

    async def ping(self, table: str, key: str, what: Ping) -> None:
        """All who are at the table see where the seat of this key points. Nothing is kept of it."""

        def point(held: Held, campaign: Campaign) -> Pointed:
            seat = seat_by(campaign, key).id
            campaign.do(seat, what)
            where = Pointed(seat, what.at)
            held.post += held.audience.pointed(where)
            return where

        where = await self._ask(table, point)
        held = self._held.get(table)
        if held is not None:
            self._tell_others(held, where)

    async def knock(self, table: str, code_hash: str, name: str, key: str) -> str:
        """Somebody without a seat waits to be admitted; gives the id by which they do."""
        return await self._change(table, lambda campaign: seating.knock(campaign, code_hash, name, key))

    async def waits(self, table: str, key: str) -> bool:
        """Does somebody with this key wait to be admitted? `Refused` where they have no seat either."""

        def waits(held: Held, campaign: Campaign) -> bool:
            if any(key == one.token_hash for one in campaign.waiting_room.values()):
                return True
            if any(key == one.token_hash for one in campaign.knocked.values()):
                held.tell()  # who has waited in vain is no longer shown
            seat_by(campaign, key)
            return False

        return await self._ask(table, waits)

    async def look(self, table: str, key: str, what: Look) -> Any:
        """What the seat of this key wants to know."""
        return await self._ask(table, lambda held, campaign: look(held.documents, seat_by(campaign, key).id, what))

    async def read(self, table: str, key: str, reading: Callable[[Campaign, Seat], T]) -> T:
        """Whatever else is to be found out of a table for the seat of this key, in a thread; it may change nothing."""
        return await self._ask(table, lambda held, campaign: reading(campaign, seat_by(campaign, key)))

    async def sit(self, table: str, key: str, listener: Listener) -> Welcome:
        """Somebody listens at the seat of this key from now on. What is told before this comes back follows on the
        welcome."""

        def sitting(held: Held, campaign: Campaign) -> Welcome:
            seat = seat_by(campaign, key)
            welcome, post = held.audience.join(held.documents, seat, key, listener, held.elsewhere)
            held.post += post
            return welcome

        joining = self._spawn(self._locked(table, lambda held: held.read(sitting)))
        try:
            welcome = await asyncio.shield(joining)
        except asyncio.CancelledError:  # who has gone again meanwhile
            joining.add_done_callback(lambda _: self.leave(table, listener))
            raise
        self._moved(table)
        return welcome

    def leave(self, table: str, listener: Listener) -> None:
        """Somebody listens no longer."""
        held = self._held.get(table)
        if held is not None and not self._closing:
            _ = self._spawn(self._left(table, listener))

    async def _left(self, table: str, listener: Listener) -> None:
        """In the table's own order: nobody goes while somebody else is told."""

        def left(held: Held) -> bool:
            there = held.audience.leave(listener)
            if there:
                held.tell()
            return there

        if await self._locked(table, left):
            self._moved(table)

    async def heard(self, notice: Notice) -> None:
        """Another desk of the store has done something."""
        held = self._held.get(notice.table)
        if held is None or notice.desk == self.name:
            return
        _, here = held.others.get(notice.desk, (0.0, ()))
        held.others[notice.desk] = asyncio.get_running_loop().time() + ABSENT, notice.here
        await self._follow(held, notice.number, here != notice.here)
        where = notice.pointed
        if where is not None and held.audience.readers:
            await self._locked(notice.table, lambda held: held.post.extend(held.audience.pointed(where)))

    # -- one thing after another ------------------------------------------------------------------------------

    async def _change(self, id: str, act: Callable[[Campaign], T]) -> T:
        return await self._surely(self._locked(id, lambda held: held.act(act)))

    async def _ask(self, id: str, reading: Callable[[Held, Campaign], T]) -> T:
        return await self._surely(self._locked(id, lambda held: held.read(reading)))

    async def _locked(self, id: str, work: Callable[[Held], T]) -> T:
        """Work on a table, in a thread, when nobody else does; then tell what is to be told."""
        with self._at(id) as held:
            async with held.lock:
                before = held.table.number if held.table is not None else 0
                try:
                    return await self._thread(work, held)
                except (Refused, BadInput, Fault):
                    raise
                except SQLAlchemyError as fault:
                    held.drop()
                    logger.exception("table %s: the store cannot be used", id)
                    raise NotKept("the store cannot be reached: what was done last may not be kept") from fault
                except Exception as fault:  # who knows what it has changed in memory
                    held.drop()
                    logger.exception("table %s: something has broken down", id)
                    raise Fault(f"that broke down ({type(fault).__name__}); nothing has changed") from fault
                finally:
                    self._deliver(held)
                    if held.table is None or held.table.number != before:
                        held.stirred.set()
                        if held.table is not None and held.ours:
                            self._tell_others(held)

    async def _surely(self, work: Coroutine[Any, Any, T]) -> T:
        """To its end, even if whoever wanted it has gone."""
        return await asyncio.shield(self._spawn(work))

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # it has been told to whoever is still there, and is in the log if it is ours

    async def _thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args))

    @contextmanager
    def _at(self, id: str) -> Iterator[Held]:
        held = self._held.get(id)
        if held is None:
            held = self._held[id] = Held(id, self.store, self.outside)
        held.users += 1
        try:
            yield held
        finally:
            held.users -= 1
            if held.table is None and not held.users and not held.audience.readers:
                if held.opened:
                    self._unsure.add(id)  # it may have deputies
                self._forget(held)  # there is no such table, or it cannot be opened now
            elif held.mind is None and not self._closing:
                held.mind = asyncio.create_task(self._mind(held))

    def _forget(self, held: Held) -> None:
        self._held.pop(held.id, None)
        if held.mind is not None:
            held.mind.cancel()

    def _deliver(self, held: Held) -> None:
        post, held.post = held.post, []
        for listener, news in post:
            try:
                if isinstance(news, Gone):
                    listener.gone(news)
                elif isinstance(news, Pointed):
                    listener.pointed(news)
                else:
                    listener.told(news)
            except Exception:  # one who cannot be told is no fault of the others
                logger.exception("a listener cannot be told")

    def _moved(self, table: str) -> None:
        """Somebody has come or gone."""
        held = self._held.get(table)
        if held is not None:
            held.stirred.set()
            self._tell_others(held)

    def _tell_others(self, held: Held, where: Pointed | None = None) -> None:
        number = held.table.number if held.table is not None else 0
        try:
            self._announce(Notice(self.name, held.id, number, tuple(held.audience.readers), where))
        except Exception:  # they look around by themselves
            logger.exception("the other desks cannot be told")

    # -- what happens by itself -------------------------------------------------------------------------------

    async def _mind(self, held: Held) -> None:
        """Let the machine go on at a table, and deputies decide when it is time; and put the table away in the end."""
        while True:
            held.stirred.clear()
            try:
                async with held.lock:
                    known = held.table is not None  # nothing has to be read
                    wait, step = self._next(held) if known else await self._thread(self._next, held)
                    self._deliver(held)
            except Exception:
                logger.exception("table %s: what is next cannot be told", held.id)
                wait, step = GRACE, None
            try:
                async with asyncio.timeout(wait):
                    await held.stirred.wait()
                continue
            except TimeoutError:
                pass
            if step is not None:
                try:
                    await self._change(held.id, step)
                except (Refused, BadInput, Fault):
                    logger.exception("table %s: the machine cannot go on", held.id)
                    await asyncio.sleep(GRACE)
            elif not held.audience.readers and not held.users and await self._put_away(held):
                held.mind = None
                self._forget(held)
                return

    async def _put_away(self, held: Held) -> bool:
        """Gives whether there is still nobody who wants the table."""
        try:
            async with held.lock:
                await self._thread(held.put_away)
        except Exception:
            logger.exception("table %s: it is put away without a snapshot", held.id)
        return not held.audience.readers and not held.users

    def _next(self, held: Held) -> tuple[float, Callable[[Campaign], bool] | None]:
        """What happens next by itself, and in how many seconds. Where nobody is, only deputies let the machine go on:
        they are for tables that are played by post."""
        table = held.loaded() if held.audience.readers else held.table
        if table is None or table.archived or not (held.audience.readers or table.settings.deputy):
            return self._keep, None
        grace = 0.0 if held.ours else GRACE
        if has_step(table):
            return table.settings.pause + grace, step
        due = deputy_at(table)
        return (max(0.0, due - self.outside.clock()) + grace, _deputise) if due is not None else (self._keep, None)

    async def _keep_deputies(self) -> None:
        """Have a look at every table that has deputies, and again at those that the store did not give; they are kept
        in mind."""
        asked = False
        while True:
            try:
                if not asked:
                    self._unsure.update(await self._thread(self.store.deputed))
                    asked = True
                for id in sorted(self._unsure):
                    await self._look_in(id)
            except Exception:
                logger.exception("the deputies cannot be seen to")
            await asyncio.sleep(AROUND)

    async def _look_in(self, id: str) -> None:
        self._unsure.discard(id)
        try:
            deputy = await self._ask(id, lambda held, campaign: campaign.settings.deputy)
        except NotKept:
            self._unsure.add(id)
            return
        except (BadInput, Fault):
            logger.exception("table %s cannot be opened", id)
            return
        held = self._held.get(id)
        if not deputy and held is not None and not held.users and not held.audience.readers:
            self._forget(held)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(AROUND)
            try:
                await self.look_around()
            except Exception:
                logger.exception("the store cannot be looked at")

    async def look_around(self) -> None:
        """See what other processes have done of which no notice came, and who is no longer there."""
        now = asyncio.get_running_loop().time()
        numbers = await self._thread(self.store.numbers, list(self._held))
        for held in list(self._held.values()):
            gone = [desk for desk, (until, _) in held.others.items() if until < now]
            for desk in gone:
                del held.others[desk]
            try:
                await self._follow(held, numbers.get(held.id, 0), bool(gone) or held.untold)
            except (Refused, BadInput, Fault):  # it is told in the log, and no fault of the other tables
                continue
            if held.audience.readers:
                self._tell_others(held)

    async def _follow(self, held: Held, number: int, tell: bool) -> None:
        """Fold what others have done, if they have come as far as this."""
        behind = held.table is not None and held.table.number < number
        if behind:
            await self._ask(held.id, lambda held, campaign: held.refresh())
        elif tell and held.audience.readers:
            await self._ask(held.id, lambda held, campaign: held.tell())


def seat_by(table: Campaign, key: str) -> Seat:
    """The seat whose token has this hash."""
    seat = table.seat_of(key) if key else None
    if seat is None:
        raise refuse("this link opens no seat at the table")
    return seat


def _deputise(table: Campaign) -> bool:
    due = deputy_at(table)
    return due is not None and due <= table.outside.clock() and deputise(table)
