"""Ctrl-C ends whatever was typed, quietly, from its first moment on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Python reads it before all else: who looks for a certain module presses Ctrl-C
PRESSES = """
import os, sys

class Presses:
    def find_spec(self, name, *_):
        if name == os.environ["PRESSED_AT"]:
            import signal
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Presses())
"""


def pressed(at: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python, with Ctrl-C pressed when it reads this module."""
    (folder / "sitecustomize.py").write_text(PRESSES)
    here = {**os.environ, "PYTHONPATH": str(folder), "LUDEX_HOME": str(folder), "PRESSED_AT": at}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=here, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("module", ["ludex", "ludex.cli.main"])
@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("--version", "click"),
        ("--version", "ludex.cli.app"),
        ("--version", "ludex.core.files.version"),
        ("games", "ludex.games.known"),
        ("games", "ludex.cli.games"),
        ("doctor", "ludex.cli.doctor"),
        ("play --no-browser --port 0", "ludex.cli.play"),
        ("play --no-browser --port 0", "sqlalchemy"),
        ("play --no-browser --port 0", "ludex.server.run.serve"),
        ("serve --port 0 --data tables", "ludex.cli.serve"),
        ("serve --port 0 --data tables", "uvicorn"),
        ("simulate throne_of_ash", "ludex.cli.lab"),
        ("mcp", "ludex.assistants.server"),
        ("tables", "ludex.cli.tables"),
    ],
)
def test_while_modules_are_read_it_ends_what_was_typed(tmp_path: Path, module: str, words: str, at: str) -> None:
    done = pressed(at, tmp_path, "-m", module, *words.split())
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")


def test_nothing_is_read_before_it_is_heard() -> None:
    script = "import sys; before = set(sys.modules); import ludex.cli.main; print(*{*sys.modules} - before)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    read = set(done.stdout.split()) - set(sys.builtin_module_names)
    assert read == {"__future__", "ludex", "ludex.cli", "ludex.cli.main"}


@pytest.mark.slow
def test_what_a_server_starts_does_not_hear_of_it(tmp_path: Path) -> None:
    """Neither while it reads modules, nor at its work: Ctrl-C comes to all at a terminal, and is for the server."""
    script = "from ludex.server.apart.processes import started\n"
    script += "import signal\n"
    script += "process = started(signal.raise_signal, signal.SIGINT)\nprocess.join()\nprint(process.exitcode)"
    done = pressed("litestar", tmp_path, "-c", script)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.slow
def test_an_end_of_the_input_is_no_interrupt(tmp_path: Path) -> None:
    script = "from ludex.cli import play\nplay.play_on_page = lambda how: input()\n"
    script += "import sys\nsys.argv = ['ludex', 'play']\nfrom ludex.cli.main import main\nmain()"
    done = pressed("", tmp_path, "-c", script)
    assert (done.returncode, done.stderr.strip()) == (1, "ludex: the input has ended")
