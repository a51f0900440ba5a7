"""What is done and how long it takes, told to whoever counts it. Nothing of any table is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from ludex.core.kernel.ruling import BadInput, Refused

# `doing`, `look` or `store`; its kind; seconds; and what came of it: `done`, `refused` or `failed`
Measure = Callable[[str, str, float, str], None]


def nothing(what: str, kind: str, seconds: float, came: str) -> None:
    """Nobody counts."""


@contextmanager
def measured(measure: Measure, what: str, kind: str, *refusals: type[Exception]) -> Iterator[None]:
    """Whatever is done inside; these faults, too, are refusals and no failures."""
    begun, came = perf_counter(), "failed"
    try:
        yield
        came = "done"
    except Exception as fault:
        if isinstance(fault, (Refused, BadInput, *refusals)):
            came = "refused"
        raise
    finally:
        measure(what, kind, perf_counter() - begun, came)
