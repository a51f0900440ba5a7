"""What a client adds to the dice of others: a chain of hashes, made of a secret of its own, whose end it tells when it
sits down, and of which it gives one link after another when it is asked. As `docs/dice.md` defines it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from ludex.core.referee.mixed import chain_of

LENGTH = 512  # links of a chain


def secret_of_luck() -> bytes:
    return secrets.token_bytes(32)


class Adding:
    def __init__(self, secret: Callable[[], bytes] = secret_of_luck) -> None:
        self._secret = secret
        self._chains: dict[str, list[str]] = {}  # by their ends
        self._telling = ""  # the end that was told, and that the table has not shown yet
        self._given: dict[str, int] = {}  # the number of the last link that was given, by the end of its chain

    def next(self, dice: dict[str, Any]) -> dict[str, Any] | None:
        """What is to be sent now, if anything, by what the table shows of its dice."""
        if dice["links"] is None or dice["typed"]:
            return None
        end, number = dice["chain"], dice["asked"]
        if end:
            self._telling = ""
        if not end:
            return self._tell() if not self._telling else None
        if not number or end not in self._chains or number <= self._given[end]:
            return None  # a link that was given is never given again: who asks twice knows it
        self._given[end] = number
        return {"do": "link", "number": number, "link": self._chains[end][number]}

    def _tell(self) -> dict[str, Any]:
        links = chain_of(self._secret(), LENGTH)
        self._telling = end = links[0]
        self._chains[end], self._given[end] = links, 0
        return {"do": "chain", "end": end, "length": LENGTH}
