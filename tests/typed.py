"""Commands of Ludex as they are typed, each in a process of its own; forked from this one, which has imported all."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import NoReturn

from ludex.cli import main

LONGEST = 240  # seconds, after which it is ended


def typed(words: Sequence[str], folder: Path | None = None) -> CompletedProcess[str]:
    """`ludex`, with these words, typed in a folder."""
    with TemporaryFile() as out, TemporaryFile() as faults:
        child = os.fork()
        if not child:
            _be_ludex(words, folder, out.fileno(), faults.fileno())
        _, status = os.waitpid(child, 0)
        said = []
        for told in (out, faults):
            told.seek(0)
            said.append(told.read().decode())
    return CompletedProcess(["ludex", *words], os.waitstatus_to_exitcode(status), *said)


def _be_ludex(words: Sequence[str], folder: Path | None, out: int, faults: int) -> NoReturn:
    """The child: nothing of the tests is left but what has been imported."""
    status: int | str | None = 0
    try:
        os.setsid()
        signal.alarm(LONGEST)
        for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), out, faults)):
            os.dup2(file, number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115  # it ends with them
        os.chdir(folder or Path.cwd())
        sys.argv = ["ludex", *words]
        main()
    except SystemExit as end:
        status = end.code
    except BaseException:
        status = 1
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status if isinstance(status, int) else int(status is not None))
