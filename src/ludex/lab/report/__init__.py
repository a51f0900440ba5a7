"""A result as one self-contained HTML page. It takes the plain data that `to_plain` gives, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ludex.core.kernel.ruling import BadInput
from ludex.lab.report.comparison import comparison_page
from ludex.lab.report.day import day_page
from ludex.lab.report.markup import Html
from ludex.lab.report.simulation import simulation_page
from ludex.lab.report.sweep import sweep_page
from ludex.lab.report.tournament import tournament_page

PAGES: dict[str, Callable[[Mapping[str, Any]], Html]] = {
    "simulation": simulation_page,
    "comparison": comparison_page,
    "sweep": sweep_page,
    "day": day_page,
    "tournament": tournament_page,
}


def report(plain: Mapping[str, Any]) -> str:
    """The page for a simulation, a comparison, a sweep, a day or a tournament, by its `kind`."""
    return PAGES[plain["kind"]](plain)


def write_report(plain: Mapping[str, Any], path: Path) -> None:
    try:
        path.write_text(report(plain), encoding="utf-8")
    except OSError as fault:
        raise BadInput(f"{path}: the page could not be written: {fault.strerror}") from None
