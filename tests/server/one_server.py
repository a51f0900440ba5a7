"""Servers as processes of their own, for tests with several."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from subprocess import Popen

from tests.typed import beside

NEVER = 3600.0


@contextmanager
def processes(
    database: str, how_many: int, around: float = NEVER, helpers: int = 0
) -> Iterator[list[tuple[str, Popen[str]]]]:
    """Servers of one store, with their addresses. They look around every so many seconds; where they never do, they
    hear of what others have done by their notices alone."""
    children = [beside(partial(serve, database, around, helpers)) for _ in range(how_many)]
    try:
        found = []
        for child in children:
            assert child.stdout is not None
            found.append((child.stdout.readline().strip(), child))
        yield found
    finally:
        for child in children:
            child.kill()
            child.wait()


def serve(database: str, around: float, helpers: int) -> None:
    from ludex.server.http.asking import Settings
    from ludex.server.run.serve import address_of, listening, run
    from ludex.table.desk import desk

    desk.ABSENT *= around / desk.AROUND
    desk.AROUND = around
    desk.LINK = NEVER  # on a busy machine nobody is passed over who is slow
    listener = listening("127.0.0.1", 0)
    print(address_of(listener), flush=True)
    run(Settings(database=database, helpers=helpers), listener)
