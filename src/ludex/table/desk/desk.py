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
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign import seating, webhooks
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.deleting import DeleteTable
from ludex.table.campaign.doing import DOINGS, Doing
from ludex.table.campaign.links import waited_for
from ludex.table.desk import purging
from ludex.table.desk.apart import Apart, Asked, TooMuch, Work, as_given, is_read_off, looked, rehearsed, thinks
from ludex.table.desk.damage import is_damage, words_of
from ludex.table.desk.held import Damaged, Fault, Held, NotKept
from ludex.table.desk.measured import Measure, measured, nothing
from ludex.table.desk.quota import Quota
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Missing
from ludex.table.desk.telling import Gone, Listener, Welcome
from ludex.table.desk.usage import Used, used_by
from ludex.table.desk.webhook import Outbox
from ludex.table.document.looking import Look, look
from ludex.table.play.deciding import deputise, deputy_at, has_step, step, to_think
from ludex.table.play.linking import pass_over, patience
from ludex.table.play.pinging import Ping, Pointed
from ludex.table.play.thinking import Thinking, Thought
from ludex.table.records.seat import Seat, master_only, refuse

KEEP = 600.0  # seconds that a table at which nobody is stays in memory
GRACE = 3.0  # seconds that the machine waits longer where another process was the last to do something
AROUND = 3.0  # seconds between looks at what other processes have done, and between words that we are here
ABSENT = 2.2 * AROUND  # seconds after which a process that says nothing is thought to be gone, and all who were there
LINK = 3.0  # seconds in which a seat must give the link that the dice wait for
SWEEP = 60.0  # seconds between looks at tables that are to be deleted
THREADS = 8
MACHINES = THREADS // 2  # of them, that think for machines at the same time: the others are for people
UNSEEN = THREADS // 4  # of those, that think for somebody unseen while people wait at the table
TRIES = 3  # of working something out at a table that goes on meanwhile
LOOK_SECONDS = 5.0  # that it may take to work out apart what a seat asks
THOUGHT_SECONDS = 5.0  # in which a machine must have thought apart, with all that it waits for
FILE_SECONDS = 5.0  # and to read and try out what it brings
TRIED_SECONDS = 1.0  # of the processor that it may take there to do what is then done at the table

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


class Figures(NamedTuple):
    """How much there is: tables in memory, seats at which somebody is."""

    tables: int
    seats: int


class Desk:
    def __init__(
        self,
        store: Store,
        outside: Outside | None = None,
        announce: Callable[[Notice], None] = lambda notice: None,
        keep: float = KEEP,
        measure: Measure = nothing,
        quota: Quota | None = None,
        apart: Apart | None = None,
        outbox: Outbox | None = None,
    ) -> None:
        """`announce` takes a notice to the other desks of the store, where it is given to `heard`. What may take long
        is worked out `apart`, or else in a thread."""
        self.store = store
        self.quota = quota if quota is not None else Quota()
        self.outside = outside if outside is not None else Outside()
        self.name = Outside().fresh()  # among the desks of the store
        self._announce = announce
        self._keep = keep
        self._measure = measure
        self._apart = apart
        self._outbox = outbox
        self._held: dict[str, Held] = {}
        self._tasks: set[asyncio.Task[Any]] = set()  # to be ended
        self._endless: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(THREADS, "desk")
        self._machines = asyncio.Semaphore(MACHINES)
        self._for_unseen = asyncio.Semaphore(UNSEEN)
        self._thinking = 0  # machines, apart
        self._unsure: set[str] = set()  # tables of which it is to be found out whether they have deputies
        self._damaged: set[str] = set()  # tables of which that is in the log
        self._due = asyncio.Event()  # a table is to be deleted at once
        self._closing = False

    async def start(self) -> None:
        """From now on look around, see to the deputies of tables that nobody opens, and delete what is due."""
        endless = self._keep_deputies(), self._keep_looking(), self._keep_sweeping()
        self._endless = [asyncio.create_task(each) for each in endless]

    async def close(self) -> None:
        """What is being done is done to its end; nothing goes on by itself."""
        self._closing = True
        minds = [held.mind for held in self._held.values() if held.mind is not None]
        for task in (*self._endless, *minds):
            task.cancel()
        await asyncio.gather(*self._endless, *minds, *self._tasks, return_exceptions=True)
        self._threads.shutdown()

    def figures(self) -> Figures:
        return Figures(len(self._held), sum(len(held.audience.readers) for held in list(self._held.values())))

    # -- what can be asked of it ------------------------------------------------------------------------------

    async def do(self, table: str, key: str, what: Doing) -> Any:
        """Do what the seat of this key wants; all are told before this comes back. Raises `Refused`, `BadInput` or
        `Fault`: then nothing has changed."""
        if self._apart is not None and DOINGS[type(what)].tried:
            return await self.bring(table, key, type(what), partial(as_given, what))
        return await self._done(table, key, what)

    async def bring(self, table: str, key: str, kind: type[Doing], make: Callable[[], Doing]) -> Any:
        """The same for a doing of this kind that has to be made first, of a file that somebody has brought. Whoever may
        not do it, or has nothing left of their quota, is told so before it is read; what cannot be read and done apart,
        or not quickly enough, is not done at the table."""

        def may(held: Held, campaign: Campaign) -> None:
            seat = seat_by(campaign, key)
            campaign.check_right(seat, kind)
            held.usage.may_bring(seat)

        await self._ask(table, may)
        if self._apart is None:
            what = await self._thread(make)
        else:
            _, what = await self._worked_out(table, key, partial(rehearsed, make, TRIED_SECONDS), FILE_SECONDS)
        return await self._done(table, key, what)

    async def _done(self, table: str, key: str, what: Doing) -> Any:
        by = partial(seat_by, key=key)
        with measured(self._measure, "doing", kind_of(what)):
            result = await self._surely(self._locked(table, lambda held: held.do(by, what)))
        if isinstance(what, DeleteTable):
            self._due.set()
        return result

    async def ping(self, table: str, key: str, what: Ping) -> None:
        """All who are at the table see where the seat of this key points. Nothing is kept of it."""

        def point(held: Held, campaign: Campaign) -> Pointed:
            seat = seat_by(campaign, key).id
            campaign.do(seat, what)
            where = Pointed(seat, what.at)
            held.post += held.audience.pointed(where)
            return where

        with measured(self._measure, "doing", kind_of(what)):
            where = await self._ask(table, point)
        held = self._held.get(table)
        if held is not None:
            self._tell_others(held, where)

    async def knock(self, table: str, code_hash: str, name: str, key: str) -> tuple[str, str]:
        """Somebody without a seat waits to be admitted; gives the id by which they do, and what the table is called."""

        def knocked(held: Held) -> tuple[str, str]:
            held.usage.check_room()
            return held.act(lambda campaign: (seating.knock(campaign, code_hash, name, key), campaign.title))

        return await self._surely(self._locked(table, knocked))

    async def withdraw(self, table: str, key: str) -> None:
        """Whoever waits with this key to be admitted goes."""

        def withdrawn(held: Held) -> None:
            held.act(lambda campaign: seating.withdraw(campaign, key))

        await self._surely(self._locked(table, withdrawn))

    async def set_webhook(self, table: str, key: str, address: str) -> None:
        """From now on the record goes to this address, or nowhere. For a game master."""

        def set_it(campaign: Campaign) -> None:
            seat = seat_by(campaign, key)
            master_only(seat)
            webhooks.set_webhook(campaign, seat.id, address)

        def work(held: Held) -> None:
            held.usage.check_room()
            held.act(set_it)

        await self._surely(self._locked(table, work))

    async def keep_picture(self, table: str, key: str, kind: str, data: bytes, for_token: bool = False) -> str:
        """A picture for handouts, or for a token; gives the name by which it is found again. For a game master."""

        def kept(held: Held, campaign: Campaign) -> str:
            master_only(seat_by(campaign, key))
            held.usage.check_room(len(data))
            name = self.store.put_blob(table, kind, data, uploaded=not for_token)
            held.usage.count()
            return name

        return await self._ask(table, kept)

    async def may_see(self, table: str, key: str, picture: str) -> bool:
        """May the seat of this key see a picture? Whether the table has it, nobody else is told."""
        return await self._ask(table, lambda held, campaign: held.documents.may_see(seat_by(campaign, key), picture))

    async def usage(self, table: str, key: str) -> Used:
        """What a table and its seats use of their quota. For a game master."""

        def used(held: Held, campaign: Campaign) -> Used:
            master_only(seat_by(campaign, key))
            return used_by(held.usage, campaign.seats.values())

        return await self._ask(table, used)

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
        """What the seat of this key wants to know. Where the table has gone on while it was worked out, it is worked
        out anew, a few times: nobody is told of what they know to be over."""
        with measured(self._measure, "look", kind_of(what)):
            if self._apart is None or is_read_off(what):
                return await self._ask(table, lambda held, table: look(held.documents, seat_by(table, key).id, what))
            asking = partial(self._worked_out, table, key, partial(looked, what), LOOK_SECONDS)
            number, found = await asking()
            for _ in range(TRIES - 1):
                held = self._held.get(table)
                if held is None or held.table is None or held.table.number == number:
                    break
                number, found = await asking()
            return found

    async def work_out(self, table: str, key: str, work: Work[T], seconds: float | None = None) -> T:
        """What a function makes of a table for the seat of this key; it may take long, or as long as this."""
        return (await self._worked_out(table, key, work, LOOK_SECONDS if seconds is None else seconds))[1]

    async def _worked_out(self, table: str, key: str, work: Work[T], seconds: float) -> tuple[int, T]:
        """The same, and of which entry it is."""

        def asked(held: Held, campaign: Campaign) -> Asked:
            return Asked(table, campaign.number, seat_by(campaign, key).id, self.outside.clock())

        if self._apart is None:
            return await self._ask(
                table, lambda held, campaign: (campaign.number, work(held.documents, seat_by(campaign, key)))
            )
        first = await self._ask(table, asked)
        try:
            return first.number, await self._apart.at_table(first, work, seconds)
        except TooMuch:
            raise
        except (Refused, BadInput):  # it may not be refused any more by what has been done since, here or elsewhere
            await self._ask(table, lambda held, campaign: held.catch_up())
            again = await self._ask(table, asked)
            if again.number == first.number:
                raise
        return again.number, await self._apart.at_table(again, work, seconds)

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

        if await self._locked(table, left, open_first=False):
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
            await self._locked(notice.table, partial(Held.point, where=where), open_first=False)

    # -- one thing after another ------------------------------------------------------------------------------

    async def _change(self, id: str, act: Callable[[Campaign], T]) -> T:
        return await self._surely(self._locked(id, lambda held: held.act(act)))

    async def _ask(self, id: str, reading: Callable[[Held, Campaign], T]) -> T:
        return await self._surely(self._locked(id, lambda held: held.read(reading)))

    async def _locked(self, id: str, work: Callable[[Held], T], open_first: bool = True) -> T:
        """Work on a table, in a thread, when nobody else does; then tell what is to be told. `open_first`: it needs the
        table in memory."""
        with self._at(id) as held:
            async with held.lock:
                before = held.table.number if held.table is not None else 0
                try:
                    if held.table is None and open_first:
                        await self._thread(held.loaded)
                    await self._think(held)
                    result = await self._thread(work, held)
                    await self._think(held)
                    return result
                except Damaged as fault:
                    self._tell_damage(id, fault)
                    raise
                except (Refused, BadInput):
                    with suppress(Exception):  # the table may have been opened anew for it, and is told then
                        await self._think(held)
                    raise
                except Fault:
                    raise
                except SQLAlchemyError as fault:
                    held.drop()
                    if is_damage(fault):
                        damaged = Damaged(words_of(fault))
                        self._tell_damage(id, damaged)
                        raise damaged from fault
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

    async def _think(self, held: Held) -> None:
        """Let the machine think for somebody unseen at a table, where it has to before anything is told. However many
        tables do so, it takes few of the threads."""
        while held.has_to_think and not self._closing:
            table, what = held.table, None
            if table is not None and self._apart is not None:
                what = await self._thread(self._to_think, table)
            thought = await self._thought(held.id, what) if what is not None else None
            async with self._for_unseen:
                await self._thread(held.think, thought)

    def _to_think(self, table: Campaign) -> Thinking | None:
        """What a machine has to think about apart from the table. However many do so, each has its share of the
        time."""
        if self._apart is None:
            return None
        return to_think(table, min(1.0, self._apart.machines / (self._thinking + 1)))

    async def _thought(self, id: str, what: Thinking) -> Thought:
        """What a machine has thought apart from the table. Whatever goes wrong costs no more than the thought."""
        assert self._apart is not None
        self._thinking += 1
        try:
            async with asyncio.timeout(THOUGHT_SECONDS):
                at = Asked(id, what.number, "", self.outside.clock())
                return await self._apart.at_table(at, partial(thinks, what), THOUGHT_SECONDS)
        except (TimeoutError, Refused, BadInput, Fault):
            return Thought(what.who, what.last)
        finally:
            self._thinking -= 1

    def _tell_damage(self, id: str, fault: Damaged) -> None:
        if id not in self._damaged:
            self._damaged.add(id)
            logger.error("table %s is damaged and is not opened, the others go on: %s", id, fault.why)

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
            held = self._held[id] = Held(id, self.store, self.outside, self.quota, self._outbox)
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
                    if held.table is None and held.audience.readers:
                        await self._thread(held.loaded)
                    await self._think(held)
                    known = held.table is not None  # nothing has to be read
                    wait, act = self._next(held) if known else await self._thread(self._next, held)
                    self._deliver(held)
            except Exception:
                logger.exception("table %s: what is next cannot be told", held.id)
                wait, act = GRACE, None
            try:
                async with asyncio.timeout(wait):
                    await held.stirred.wait()
                continue
            except TimeoutError:
                pass
            if act is not None:
                try:
                    await self._go_on(held, act)
                except (Refused, BadInput, Fault):
                    logger.exception("table %s: the machine cannot go on", held.id)
                    await asyncio.sleep(GRACE)
            elif not held.audience.readers and not held.users and await self._put_away(held):
                held.mind = None
                self._forget(held)
                return

    async def _go_on(self, held: Held, act: Callable[[Campaign], bool]) -> None:
        """Let happen what is next by itself. A machine that has to think does so a few times, where something else is
        played meanwhile; then it is decided without."""
        if act is not step:
            async with self._machines if act is _deputise else nullcontext():
                await self._change(held.id, act)
            return
        thought: Thought | None = None
        for _ in range(TRIES):
            async with self._machines:
                what = await self._change(held.id, partial(self._step, thought=thought))
            if what is None:
                return
            thought = await self._thought(held.id, what)
        if thought is not None:
            async with self._machines:
                await self._change(held.id, partial(_step_anyhow, thought=thought))

    def _step(self, table: Campaign, thought: Thought | None) -> Thinking | None:
        """The machine does what is next, as it has thought. Where that does not hold, or it has to think first, what it
        has to think about."""
        if thought is not None and step(table, thought):
            return None
        what = self._to_think(table)
        if what is None and thought is None:
            step(table)
        return what

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
        asked = waited_for(table)
        if asked is not None:
            here = asked.seat in held.audience.readers or asked.seat in held.elsewhere
            wait = LINK * patience(table, asked.seat)
            left = asked.at + wait - self.outside.clock()  # who is gone may only load the page anew
            return max(0.0, min(left, wait)) + grace, partial(pass_over, asked=asked, here=here)
        if held.usage.is_full:
            return self._keep, None
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
        except (Missing, Damaged):
            return
        except (BadInput, Fault):
            logger.exception("table %s cannot be opened", id)
            return
        held = self._held.get(id)
        if not deputy and held is not None and not held.users and not held.audience.readers:
            self._forget(held)

    async def _keep_looking(self) -> None:
        in_vain = False
        while True:
            await asyncio.sleep(AROUND)
            try:
                await self.look_around()
            except Exception:
                logger.exception("the store cannot be looked at")
                in_vain = True
            else:
                if in_vain:
                    logger.warning("the store can be looked at again")
                in_vain = False

    async def look_around(self) -> None:
        """See what other processes have done of which no notice came, and who is no longer there."""
        now = asyncio.get_running_loop().time()
        asked = list(self._held.values())
        numbers = await self._thread(self.store.numbers, [held.id for held in asked])
        for held in asked:
            known = held.table is not None or held.audience.readers
            if known and held.id not in numbers:  # another process has deleted it
                await self._locked(held.id, Held.dismiss, open_first=False)
                continue
            gone = [desk for desk, (until, _) in held.others.items() if until < now]
            for desk in gone:
                del held.others[desk]
            try:
                await self._follow(held, numbers.get(held.id, 0), bool(gone) or held.untold)
            except (Refused, BadInput, Fault):  # it is told in the log, and no fault of the other tables
                continue
            if held.audience.readers:
                self._tell_others(held)

    # -- deleting ---------------------------------------------------------------------------------------------

    async def _keep_sweeping(self) -> None:
        while True:
            self._due.clear()
            try:
                await self.sweep()
            except Exception:
                logger.exception("what is due cannot be deleted")
            try:
                async with asyncio.timeout(SWEEP):
                    await self._due.wait()
            except TimeoutError:
                pass

    async def sweep(self) -> None:
        """Delete the tables for good whose time has come, and those of which something is left."""
        now = self.outside.clock()
        going = await self._thread(self.store.going)
        for id in sorted(id for id, at in going.items() if at <= now):
            with suppress(BadInput, Fault):  # by another process, or it is told in the log and tried again
                await self._surely(self._locked(id, lambda held: held.purge(now), open_first=False))
        left = await self._thread(self.store.half_deleted)
        for id in left:
            more = True
            while more:
                more = await self._thread(self.store.purge_portion, id)
                await asyncio.sleep(purging.REST)
            logger.info("table %s was deleted for good", id)
        if left:
            await self._thread(self.store.shrink)

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


def kind_of(what: Doing | Look) -> str:
    return str(type(what).__struct_config__.tag)


def _step_anyhow(table: Campaign, thought: Thought) -> bool:
    return step(table, thought) or step(table, thought._replace(command=None))


def _deputise(table: Campaign) -> bool:
    due = deputy_at(table)
    return due is not None and due <= table.outside.clock() and deputise(table)
