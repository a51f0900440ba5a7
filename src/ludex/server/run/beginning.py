"""When what is asked is begun: one request in each turn of the loop. To begin one takes longer than anything else that
is done in a turn, so whoever sends hundreds at once would have all others wait for all of them, again and again."""

from __future__ import annotations

import asyncio

from ludex.server.apart.turns import Turns


class Beginning:
    """Requests that wait to be begun, those of each address in turn."""

    def __init__(self) -> None:
        self._waiting: Turns[asyncio.Future[None]] = Turns()
        self._begun = False  # one, in this turn of the loop

    async def turn(self, address: str) -> None:
        """Until somebody at this address may begin."""
        loop = asyncio.get_running_loop()
        if not self._begun:
            self._begun = True
            loop.call_soon(self._next)
            return
        mine = loop.create_future()
        self._waiting.add(address, "", mine)
        await mine

    def _next(self) -> None:
        following = self._waiting.take(lambda address, _: True)
        self._begun = following is not None
        if following is not None:
            if not following.done():  # else they wait no longer
                following.set_result(None)
            asyncio.get_running_loop().call_soon(self._next)
