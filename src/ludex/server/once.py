"""What is made once, however many ask for it at the same time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def once(make: Callable[[K], V]) -> Callable[[K], V]:
    """Keeps what is made for good. Of several threads that ask for the same, one makes it and the others wait: a cache
    of `functools` would let each of them make it."""
    made: dict[K, V] = {}
    making = Lock()

    @wraps(make)
    def found(key: K) -> V:
        if key not in made:
            with making:
                if key not in made:
                    made[key] = make(key)
        return made[key]

    return found
