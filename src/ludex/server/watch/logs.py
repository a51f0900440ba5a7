"""The log: one line for each thing, as text or as JSON. A fault has its last few frames; one that comes again and again
is told with its count, and seldom. Nobody's token, and nothing that the store was asked to keep, stands in it."""

from __future__ import annotations

import copy
import logging
import os
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from logging.handlers import WatchedFileHandler
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

import msgspec

from ludex.core.kernel.ruling import BadInput

LEVELS = "debug", "info", "warning", "error"
FORMS = "text", "json"
FRAMES = 4  # of a fault that are told, the last ones
LONGEST = 400  # characters of a message
KINDS = 500  # of faults that are told apart
FORGOTTEN = 3_600.0  # seconds after which a fault is told anew as if it had not been there
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # what could pass for the end of a line


class Logging(NamedTuple):
    """How the log is written."""

    level: str = "info"
    form: str = "text"
    file: Path | None = None  # none: to standard error


class FaultTold(NamedTuple):
    """A fault in a few words, which can be sent. Whoever has no more of one logs it as `extra={"fault": …}`."""

    kind: str
    message: str
    frames: list[str]


def fault_told(fault: BaseException) -> FaultTold:
    """What went wrong, where: its last frames. Of a fault of the store the first line alone: what follows there is what
    it was asked to keep."""
    frames = extract_tb(fault.__traceback__)[-FRAMES:]
    message = (str(fault).splitlines() or [""])[0]
    return FaultTold(
        type(fault).__name__,
        one_line(message),
        [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames],
    )


def one_line(words: str) -> str:
    return CONTROL.sub(" ", words)[:LONGEST]


# ---------------------------------------------------------------- one line for each


class AsText(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = f"{moment(record)} {record.levelname.lower()} {one_line(record.getMessage())}"
        fault = fault_of(record)
        if fault is None:
            return told
        return f"{told}: {fault.kind}: {fault.message} (at {', '.join(fault.frames) or 'no frame'})"


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": moment(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": one_line(record.getMessage()),
            **getattr(record, "fields", {}),
        }
        fault = fault_of(record)
        if fault is not None:
            told["fault"] = fault._asdict()
        return msgspec.json.encode(told).decode()


def moment(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"


def fault_of(record: logging.LogRecord) -> FaultTold | None:
    """The fault of which something is logged: one of this process, or one that another has told."""
    found = record.exc_info[1] if record.exc_info else None
    told: FaultTold | None = getattr(record, "fault", None)
    return fault_told(found) if found is not None else told


# ---------------------------------------------------------------- the same fault again


class Repeated(logging.Handler):
    """Passes on what is told, but a fault that has been told already only when it has come twice as often."""

    def __init__(self, inner: logging.Handler, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._inner = inner
        self._clock = clock
        self._counts: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def emit(self, record: logging.LogRecord) -> None:
        fault = fault_of(record)
        if fault is None:
            self._inner.handle(record)
            return
        times = self._count(fault)
        if times == 1:
            self._inner.handle(record)
        elif times & (times - 1) == 0:
            again = copy.copy(record)
            told = f"the same fault again, {times} times by now: {fault.kind}"
            again.msg, again.args, again.exc_info = f"{record.getMessage()}: {told}", (), None
            again.__dict__.pop("fault", None)
            self._inner.handle(again)

    def _count(self, fault: FaultTold) -> int:
        key = fault.kind, fault.frames[-1] if fault.frames else ""
        now = self._clock()
        since, times = self._counts.pop(key, (now, 0))
        if now - since > FORGOTTEN:
            since, times = now, 0
        self._counts[key] = since, times + 1
        if len(self._counts) > KINDS:
            self._counts.popitem(last=False)
        return times + 1


# ---------------------------------------------------------------- begun


def begin_log(how: Logging) -> None:
    """From now on all that this process has to say goes there."""
    if how.level not in LEVELS:
        raise BadInput(f"--log-level: expected one of {', '.join(LEVELS)}, not {how.level!r}")
    if how.form not in FORMS:
        raise BadInput(f"--log-format: expected text or json, not {how.form!r}")
    inner = opened(how.file) if how.file is not None else logging.StreamHandler(sys.stderr)
    inner.setFormatter(AsJson() if how.form == "json" else AsText())
    root = logging.getLogger()
    root.handlers[:] = [Repeated(inner)]
    root.setLevel(logging.WARNING)
    logging.getLogger("ludex").setLevel(how.level.upper())


def opened(path: Path) -> logging.Handler:
    """A file that may be moved away: then another one of its name is begun."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640))
        return WatchedFileHandler(path, encoding="utf-8")
    except OSError as fault:
        raise BadInput(f"--log-file {path}: {fault.strerror}") from None
