"""What is dear is made once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from ludex.server.once import once


def test_what_many_ask_for_at_once_is_made_once() -> None:
    there = Barrier(4)
    made: list[str] = []

    @once
    def dear(name: str) -> object:
        made.append(name)
        return object()

    def ask(name: str) -> object:
        there.wait()
        return dear(name)

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(ask, ["a", "a", "a", "b"]))
    assert sorted(made) == ["a", "b"]
    assert found[0] is found[1] is found[2] is not found[3]


def test_what_could_not_be_made_is_tried_again() -> None:
    tries: list[int] = []

    @once
    def at_the_second_try(_: str) -> int:
        tries.append(1)
        return len(tries) if len(tries) > 1 else 1 // 0

    with pytest.raises(ZeroDivisionError):
        at_the_second_try("a")
    assert at_the_second_try("a") == 2
    assert at_the_second_try("a") == 2
