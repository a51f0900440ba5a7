"""What a process may take of the machine: a job ends when it has taken its time or its memory, whoever still waits for
it. The kernel sees to that, for a process that is busy may not."""

from __future__ import annotations

import os
import signal
from pathlib import Path

SIZES = Path("/proc/self/statm")
LATE = 2.0  # seconds after which a process whose time is over ends by itself


def size() -> int:
    """Bytes of the addresses that this process has; 0 where the system does not tell."""
    try:
        return int(SIZES.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def limit_time(seconds: float) -> None:
    """The process is killed where it takes so long, should nobody have ended it before; 0 is no limit."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # which ends it, in the middle of whatever it does
        signal.setitimer(signal.ITIMER_REAL, seconds + LATE if seconds else 0)


def limit_memory(more: int) -> None:
    """Whatever takes so many bytes more than there are now raises `MemoryError`, where the system can see to it."""
    now = size()
    if not now:
        return
    import resource  # not everywhere

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = now + more
    resource.setrlimit(resource.RLIMIT_AS, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def be_polite(how: int) -> None:
    """Whoever holds tables comes first on the processor."""
    if hasattr(os, "nice"):
        os.nice(how)
