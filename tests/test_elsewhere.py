"""What a player needs runs without what only some systems have: modules that Windows or macOS lack are taken away, and
the rest is imported and asked."""

from __future__ import annotations

import subprocess
import sys

TAKEN = ["fcntl", "grp", "posix_ipc", "pty", "pwd", "readline", "resource", "spwd", "syslog", "termios", "tty"]

WITHOUT = f"""
import multiprocessing.context, os, signal, socket, sys

for name in {TAKEN}:
    sys.modules[name] = None  # whoever imports it is refused
for home, names in {{
    multiprocessing.context: ["ForkProcess", "ForkServerProcess", "ForkContext", "ForkServerContext"],
    os: ["fork", "geteuid", "nice", "sched_getaffinity"],
    signal: ["SIGALRM", "SIGKILL", "setitimer"],
    socket: ["AF_UNIX", "TCP_USER_TIMEOUT", "send_fds", "recv_fds", "socketpair"],
}}.items():
    for name in names:
        delattr(home, name)
"""

PLAYED = """
import ludex.cli.create, ludex.cli.doctor, ludex.cli.lab, ludex.cli.main, ludex.cli.play, ludex.server.run.serve
import ludex.text.play
from pathlib import Path
from tempfile import mkdtemp

from ludex.cli.serve import Served, serve
from ludex.core.game import GAMES
from ludex.server.run.serve import let_many_in, listening

assert all(game.starter for game in GAMES.values())
let_many_in()
listening("127.0.0.1", 0).close()
sys.exit(serve(Served(Path(mkdtemp()), workers=2)))
"""


def test_nothing_that_a_player_needs_is_of_one_system_alone() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT + PLAYED], capture_output=True, text=True, check=False)
    assert ran.stderr == "--workers: this system cannot share lines out among processes; one process holds all tables\n"
    assert ran.returncode == 2
