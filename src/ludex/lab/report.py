"""A result as one self-contained HTML page. It takes the plain data that `to_plain` gives, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludex.lab.trial import LabError


def write_report(plain: Mapping[str, Any], path: Path) -> None:
    """Draw the page for a simulation, a comparison, a sweep or a day, by its `kind`."""
    raise LabError(f"{path}: there is no page for a {plain['kind']} yet; use --json")
