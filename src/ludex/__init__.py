"""Ludex: tabletop role-playing games as rules that run.

import ludex
result = ludex.simulate("broken_causeway_patrol", fights=200)
result.won.rate, result.table("beings")
"""

from __future__ import annotations

# This is read before Ctrl-C can be heard quietly: so it imports nothing, not even `typing`
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ludex.lab.ask import odds as odds
    from ludex.lab.compare import compare as compare
    from ludex.lab.day import simulate_day as simulate_day
    from ludex.lab.simulate import simulate as simulate
    from ludex.lab.sweep import sweep as sweep
    from ludex.lab.tournament import tournament as tournament

# Found when they are first asked for: a rule that imports the core brings no lab with it
_PLACES = {
    "compare": "ludex.lab.compare",
    "odds": "ludex.lab.ask",
    "simulate": "ludex.lab.simulate",
    "simulate_day": "ludex.lab.day",
    "sweep": "ludex.lab.sweep",
    "tournament": "ludex.lab.tournament",
}

__all__ = ["compare", "odds", "simulate", "simulate_day", "sweep", "tournament"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "envs":  # a package, with an extra of its own
        return import_module("ludex.envs")
    if name not in _PLACES:
        raise AttributeError(f"module 'ludex' has no {name!r}")
    return getattr(import_module(_PLACES[name]), name)
