"""Dice that nobody knows alone: the sealed seed of the host, mixed with a link of a chain that somebody else has made.

A chain is a list of hashes, made from a secret: each link is the SHA-256 of the one after it. Its end is told before
anything is rolled; then the links are told one by one, the one next to the end first. So whoever has the end can check
each link, and nobody can foretell one. `docs/dice.md` has what that promises.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from ludex.core.kernel.dice import Faces
from ludex.core.kernel.procedure import Roll
from ludex.core.referee.again import AGAIN, OF, FallenBefore, whose
from ludex.core.referee.live import SealedDice


def chain_of(secret: bytes, length: int) -> list[str]:
    """The links of a chain by their numbers; with the number 0 its end."""
    links = [secret]
    for _ in range(length):
        links.append(sha256(links[-1]).digest())
    return [link.hex() for link in reversed(links)]


def leads_to(link: str, known: str, steps: int) -> bool:
    """Is the known link so many steps nearer to the end than this one?"""
    found = bytes.fromhex(link)
    for _ in range(steps):
        found = sha256(found).digest()
    return found.hex() == known


class MixedDice(SealedDice):
    """The dice of an evening. They wait until the link is there that is mixed in; what is rolled in secret falls from a
    seed of its own, and waits for nobody. What has fallen before comes first, where there is any."""

    def __init__(self, seed: bytes, secret: bytes = b"") -> None:
        super().__init__(seed)
        self.secret = SealedDice(secret) if secret else None
        self.link = ""
        self.waits: Callable[[], bool] = lambda: False
        self.is_secret: Callable[[Roll[Any]], bool] = lambda request: bool(request.seen_by)
        self.before = FallenBefore()
        self._in_secret = False  # the last ones fell so
        self._of = ""  # and so they had before: whose they were

    def throw(self, request: Roll[Any]) -> Faces | None:
        fallen = self.before.faces(request)
        self._of = whose(request.by, request.rule) if fallen is not None else ""
        if fallen is not None:
            return fallen
        self._in_secret = self.secret is not None and self.is_secret(request)
        if self._in_secret and self.secret is not None:
            return self.secret.throw(request)
        return None if self.waits() else super().throw(request)

    def mark(self, count: int) -> dict[str, Any]:
        if self._of:
            return {AGAIN: 0, OF: self._of}
        if self._in_secret and self.secret is not None:
            return {**self.secret.mark(count), "secret": True}
        return super().mark(count)

    def _next(self, sides: int) -> int:
        self.fallen += 1
        return self.face(self.fallen, sides, self.link)
