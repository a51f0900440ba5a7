"""Commands of Ludex as they are typed, each in a process of its own; forked from this one, which has imported all."""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache, partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from subprocess import DEVNULL, PIPE, CompletedProcess, Popen
from tempfile import TemporaryFile
from typing import NoReturn

import pexpect  # type: ignore[import-untyped]  # it has no types

import ludex.cli
import ludex.text
from ludex.cli.app import app
from ludex.cli.main import main
from ludex.core.kernel.games import GAMES

LONGEST = 240  # seconds, after which it is ended
FILES = 1024  # more than a process of the tests has open


@cache
def _import_all() -> None:
    """What each command would import and read anew: commands and games import it only when it is wanted."""
    for found in (*iter_modules(ludex.cli.__path__, "ludex.cli."), *walk_packages(ludex.text.__path__, "ludex.text.")):
        import_module(found.name)
    for game in GAMES.values():
        game.library()
    with redirect_stdout(StringIO()):
        app(["games", "--json"], standalone_mode=False)  # what is imported to read the words of a command


def typed(words: Sequence[str], folder: Path | None = None) -> CompletedProcess[str]:
    """`ludex`, with these words, typed in a folder."""
    return apart(partial(_ludex, words), folder)


def apart(run: Callable[[], object], folder: Path | None = None) -> CompletedProcess[str]:
    """Whatever this does in a folder, in a process of its own that is waited for."""
    _import_all()
    with TemporaryFile() as out, TemporaryFile() as faults:

        def prepare() -> None:
            os.setsid()
            for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), out.fileno(), faults.fileno())):
                os.dup2(file, number)
            os.chdir(folder or Path.cwd())

        child = os.fork()
        if not child:
            _be(run, prepare)
        _, status = os.waitpid(child, 0)
        said = []
        for told in (out, faults):
            told.seek(0)
            said.append(told.read().decode())
    return CompletedProcess([sys.executable], os.waitstatus_to_exitcode(status), *said)


def started(words: Sequence[str]) -> Popen[str]:
    """The same, and it runs on beside the test."""
    return beside(partial(_ludex, words), PIPE)


def beside(run: Callable[[], None], faults: int | None = None) -> Popen[str]:
    """Whatever this does, in a process of its own."""
    _import_all()
    return Popen(
        [sys.executable], stdin=DEVNULL, stdout=PIPE, stderr=faults, text=True, preexec_fn=lambda: _be(run, _alone)
    )


def at_terminal(words: Sequence[str], columns: int = 80, **environment: str) -> pexpect.spawn[str]:
    """The same in a terminal without colours, to be talked with."""

    _import_all()

    def prepare() -> None:
        _alone()
        os.environ.update({"TERM": "xterm-256color", "NO_COLOR": "1", "COLUMNS": str(columns), **environment})

    child = pexpect.spawn(
        sys.executable, preexec_fn=lambda: _be(partial(_ludex, words), prepare), encoding="utf-8",
        dimensions=(40, columns), timeout=60, echo=False,
    )  # fmt: skip
    child.delaybeforesend = None  # it waits at a prompt, and does not echo
    return child


def leave(child: pexpect.spawn[str]) -> None:
    """Whoever still talks there is ended, however long the machine takes for that."""
    if child.isalive():
        child.kill(signal.SIGKILL)
        child.wait()
    child.close()


def _alone() -> None:
    os.closerange(3, FILES)  # by one of them it would be waited until the child is another program


def _ludex(words: Sequence[str]) -> None:
    sys.argv = ["ludex", *words]
    main()


def _be(run: Callable[[], object], prepare: Callable[[], None]) -> NoReturn:
    """The child: nothing of the tests is left but what has been imported."""
    status: int | str | None = 0
    gc.freeze()  # what the tests have made is not looked through here
    try:
        prepare()
        signal.alarm(LONGEST)
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python begins: who hangs up ends nobody
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115  # it ends with them
        run()
    except SystemExit as end:
        status = end.code
    except BaseException:
        status = 1
        traceback.print_exc()
    finally:
        with suppress(OSError):  # the terminal may be gone; the child must not come back into the tests
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status if isinstance(status, int) else int(status is not None))
