"""The seats at which assistants sit: each over a line of its own to the server of its table, as anybody else's. Nothing
is known here but what that line tells."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from ludex.client.client import Client, Gone
from ludex.client.http import passed_on
from ludex.core.kernel.ruling import BadInput

LINK = re.compile(  # of what a header can carry; where a character is offered, the link says whom
    r"(https?://[^\s/?#@]+)/join/([\w-]{1,100})(?:\?[!-~]{0,200}?)?#([!-~][ -~]{0,199})", re.ASCII
)
SEAT_HEADER = "ludex-seat"  # a link, for whoever does not want to say it each time
MOST = 100  # seats; who was there longest ago makes room
IDLE = 600.0  # seconds after which a seat is left at which nothing was done


class Seat(NamedTuple):
    """Where a link leads."""

    address: str
    table: str
    token: str


def read_link(link: str) -> Seat:
    found = LINK.fullmatch(link.strip())
    if found is None:
        raise BadInput("link: expected the link of a seat, such as https://table.example.org/join/TABLE#TOKEN")
    return Seat(*found.groups())


class Sitting:
    """Somebody's place at a table, opened when it is first asked for."""

    def __init__(self, seat: Seat, adds_to_dice: bool, headers: Mapping[str, str]) -> None:
        self.client = Client(seat.address, seat.table, seat.token, adds_to_dice=adds_to_dice, headers=headers)
        self.opening = asyncio.Lock()
        self.leaving: asyncio.TimerHandle | None = None
        self.is_open = self.is_left = False

    async def here(self) -> Client:
        async with self.opening:
            if self.is_left:
                raise Gone("the line was closed")
            if not self.is_open:
                await self.client.open()
                self.is_open = True
        return self.client

    async def leave(self) -> None:
        if self.leaving is not None:
            self.leaving.cancel()
        await self.client.close()


class Seats:
    """`usual`: the link where none is given. `own`: the address of the server in which this runs, which is then the
    only one to which a line is opened, whatever a link says."""

    def __init__(self, usual: str = "", own: str = "", adds_to_dice: bool = True) -> None:
        self._usual, self._own, self._adds = usual, own, adds_to_dice
        self._sitting: OrderedDict[Seat, Sitting] = OrderedDict()
        self._going: set[asyncio.Task[None]] = set()

    def meant(self, link: str, headers: Mapping[str, str] | None = None) -> Seat:
        """Which seat is meant: by a link, by a header of who asks, or the one that was set up."""
        given = link or (headers or {}).get(SEAT_HEADER, "") or self._usual
        if not given:
            raise BadInput("link: expected the link of a seat; ask whoever invites you for one")
        found = read_link(given)
        return found._replace(address=self._own) if self._own else found

    async def at(self, seat: Seat, headers: Mapping[str, str] | None = None) -> Client:
        """The line of a seat, which is opened where there is none or where it has ended. It counts for who opens it,
        where a server says so in the `headers` of who asks."""
        known = self._sitting.pop(seat, None)
        if known is not None and known.is_open and known.client.why:
            self._go(known)
            known = None
        sitting = self._sitting[seat] = known or Sitting(seat, self._adds, passed_on(headers))
        try:
            client = await sitting.here()
        except BaseException:
            self._forget(seat, sitting)
            raise
        self._stay(seat, sitting)
        self._make_room()
        if client.waiting_room:
            raise Gone("the game master has not let this seat in yet")
        return client

    def _make_room(self) -> None:
        """Who has really sat down counts: nobody has to go for somebody whose link opens nothing."""
        opened = [(seat, sitting) for seat, sitting in self._sitting.items() if sitting.is_open]
        for seat, sitting in opened[:-MOST]:
            self._forget(seat, sitting)

    def _stay(self, seat: Seat, sitting: Sitting) -> None:
        if sitting.leaving is not None:
            sitting.leaving.cancel()
        sitting.leaving = asyncio.get_running_loop().call_later(IDLE, self._forget, seat, sitting)

    def _forget(self, seat: Seat, sitting: Sitting) -> None:
        if self._sitting.get(seat) is sitting:
            del self._sitting[seat]
        self._go(sitting)

    def _go(self, sitting: Sitting) -> None:
        sitting.is_left = True
        task = asyncio.get_running_loop().create_task(sitting.leave())
        self._going.add(task)
        task.add_done_callback(self._going.discard)

    async def close(self) -> None:
        leaving = [sitting.leave() for sitting in self._sitting.values()]
        self._sitting.clear()
        await asyncio.gather(*leaving, *self._going, return_exceptions=True)


# ---------------------------------------------------------------- what a seat is told


STANDING = ("table", "you", "scene", "turn", "waiting", "question", "meanwhile", "faces", "beings")


def standing(client: Client) -> dict[str, Any]:
    """Where things stand, and whether it is this seat's to decide."""
    waiting = client.document["waiting"]
    yours = bool(waiting) and client.seat in waiting["seats"]
    return {"yours": yours, "over": is_over(client), "waiting": waiting, "question": client.document["question"]}


def is_over(client: Client) -> bool:
    return bool((client.document["scene"] or {}).get("over"))


def words_of(lines: list[dict[str, Any]]) -> list[str]:
    """Lines of the log, as they are read aloud."""
    return [line["words"] for told in lines for line in told["lines"]]


def parts_of(client: Client, parts: list[str]) -> dict[str, Any]:
    wanted = parts or [part for part in STANDING if part in client.document]
    missing = [part for part in wanted if part not in client.document]
    if missing:
        raise BadInput(f"parts: there is no {missing[0]!r}; there are {', '.join(client.document)}")
    return {part: client.document[part] for part in wanted}
