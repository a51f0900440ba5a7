"""Apart from the tables: where that is worked out which may take long, in a process that can be ended. The desk knows
only that there is such a place; the server has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time
from typing import NamedTuple, Protocol, TypeVar

from ludex.core.kernel.ruling import Refusal, Refused
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing
from ludex.table.document.looking import Log, Look, LookAs, SeeAs, look
from ludex.table.document.show import Documents
from ludex.table.play.thinking import Thinking, Thought, think
from ludex.table.records.seat import TABLE, Role, Seat

T = TypeVar("T")
Work = Callable[[Documents, Seat], T]  # to be sent to another process: a function of a module, with its arguments
READ_OFF = ("see_as", "log")  # looks that cost nothing, and of which the desk alone knows what was told
MACHINE = Seat(id="", role=Role.SPECTATOR, name="", token_hash="")  # nobody's, with no rights
TOO_LONG = Refusal("that takes too long to be done at the table; nothing has changed", TABLE)


class TooMuch(Refused):
    """It took too long or too much memory and was ended, or too much waits already. Nothing has changed."""


class Asked(NamedTuple):
    """Of which table something is worked out, and for whom."""

    table: str
    number: int  # of the last entry that is known
    seat: str  # empty: for a machine
    now: float


class Apart(Protocol):
    machines: int  # that it lets think at the same time

    async def at_table(self, asked: Asked, work: Work[T], seconds: float) -> T:
        """What this work makes of a table as it stands after that entry. What it does to the table is thrown away.
        `Refused`, `TooMuch` and `BadInput` as anywhere; `Fault` where the process broke down. What machines ask keeps
        no seat waiting."""


def who_asks(table: Campaign, asked: Asked) -> Seat:
    return table.sitting(asked.seat) if asked.seat else MACHINE


def is_read_off(what: Look) -> bool:
    if isinstance(what, LookAs):
        return what.look.get("do") in READ_OFF
    return isinstance(what, SeeAs | Log)


def thinks(what: Thinking, documents: Documents, seat: Seat) -> Thought:
    return think(documents.table, what)


def looked(what: Look, documents: Documents, seat: Seat) -> object:
    return look(documents, seat.id, what)


@contextmanager
def quickly(seconds: float) -> Iterator[None]:
    """What is done here is to be done once more, where others wait: `TooMuch` where it takes the processor longer."""
    before = thread_time()
    yield
    if thread_time() - before > seconds:
        raise TooMuch(TOO_LONG)


def rehearsed(make: Callable[[], Doing], seconds: float, documents: Documents, seat: Seat) -> Doing:
    """What somebody wants done, made of what they have given, and done once here to see that it can be: `TooMuch` where
    that takes the processor longer than so, for it is to be done at the table too."""
    what = make()
    with quickly(seconds):
        documents.table.do(seat.id, what)
    return what


def as_given(what: Doing) -> Doing:
    return what
