"""A breakdown of ours over somebody's file, told as a fault of that file: all others are still checked and played."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb


def broke_down(fault: Exception) -> str:
    """What happened, whose mistake it is, and what whoever mends it has to know."""
    last = extract_tb(fault.__traceback__)[-1]
    seen = f"{type(fault).__name__}: {fault}, in {Path(last.filename).name}, line {last.lineno}"
    return f"Ludex broke down over this file: that is a bug of ours; please report it with the file ({seen})"
