"""Recomputing the dice of an evening: everything that fell follows from the seed that is told when it is closed, and
the seed is the one whose seal was shown before the first throw."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from hmac import digest
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """A roll that is not what the seed gives: the number of its first face, what was told, what it should be."""

    first: int
    told: list[int]
    should_be: list[int]


def face(seed: bytes, number: int, sides: int) -> int:
    """What the face with this number shows, on a die of so many sides."""
    limit = (1 << 64) - (1 << 64) % sides
    attempt = 0
    while True:
        drawn = int.from_bytes(digest(seed, f"{number}:{attempt}".encode(), "sha256")[:8], "big")
        if drawn < limit:
            return drawn % sides + 1
        attempt += 1


def verify(evening: dict[str, Any], seal: str = "") -> list[Fault]:
    """What is wrong with an evening as `/api/tables/TABLE/dice` tells it; `seal` is the one that was shown before.
    Raises `ValueError` where the seed is not that of the seal, or where dice were left out or thrown twice."""
    seed = bytes.fromhex(evening["seed"])
    if not seed:
        raise ValueError("the seed is told when the evening is closed")
    if sha256(seed).hexdigest() != evening["seal"] or (seal and seal != evening["seal"]):
        raise ValueError("the seed is not that of the seal")
    return list(_faults(seed, evening["rolls"]))


def _faults(seed: bytes, rolls: Iterable[tuple[int, list[int], list[int]]]) -> Iterable[Fault]:
    expected = 1
    for first, sides, faces in rolls:
        if first != expected or len(sides) != len(faces):
            raise ValueError(f"expected face {expected} next, not {first}")
        expected += len(faces)
        should_be = [face(seed, first + place, each) for place, each in enumerate(sides)]
        if should_be != list(faces):
            yield Fault(first, list(faces), should_be)
