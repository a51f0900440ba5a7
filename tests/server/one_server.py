"""A server as a process of its own, for tests with several: python -m tests.server.one_server URL"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def processes(database: str, how_many: int) -> Iterator[list[tuple[str, subprocess.Popen[str]]]]:
    """Servers of one store, with their addresses."""
    command = [sys.executable, "-m", "tests.server.one_server", database]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(how_many)]
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


def main(database: str) -> None:
    from ludex.server.http.asking import Settings
    from ludex.server.run.serve import address_of, listening, run
    from ludex.table.desk import desk

    desk.AROUND = 3600.0  # it hears of what others have done by their notices alone
    listener = listening("127.0.0.1", 0)
    print(address_of(listener), flush=True)
    run(Settings(database=database), listener)


if __name__ == "__main__":
    main(sys.argv[1])
