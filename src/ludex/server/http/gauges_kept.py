"""What gauges have found, kept by what their scenes are made of: the same scene is answered at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator

import msgspec

MOST_KEPT = 64
MOST_BYTES = 256 * 1024  # of one


class Gauges:
    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    def found(self, key: str, fights: int) -> bytes | None:
        """The last line of a gauge that was fought at least so often."""
        kept = self._kept.get(key)
        if kept is None or kept[0] < fights:
            return None
        self._kept.move_to_end(key)
        return kept[1]

    async def keeping(self, key: str, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The lines of a gauge as they come; the last of them is kept."""
        async for line in lines:
            told = msgspec.json.decode(line)
            if told["done"] and not told["fault"] and len(line) <= MOST_BYTES:
                self._kept[key] = told["of"], line
                self._kept.move_to_end(key)
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            yield line


async def at_once(line: bytes) -> AsyncIterator[bytes]:
    yield line
