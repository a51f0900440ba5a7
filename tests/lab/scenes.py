"""Scenes that the tests of the lab share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ludex.games

DUEL = "broken_causeway_patrol"
STARTERS = sorted(Path(ludex.games.__path__[0]).glob("*/content/scenes/*.toml"), reverse=True)
EACH_GAME = {  # the easiest of each game; of a new one the first
    "bluebox": DUEL,
    "cloudbreaker": "wolves_on_the_causeway",
    "crawl": "kennel_gallery",
    "navyblue": "the_ropewalk",
    "vitality": "night_market",
}
EACH_GAME |= {path.parts[-4]: path.stem for path in STARTERS if path.parts[-4] not in EACH_GAME}


FRAIL = {"hp": 7, "plating": 0}


def mirror(**more: Any) -> dict[str, Any]:
    """Two of the same kind on each side, in the same places seen from their own; frail, so that fights are short."""
    places = {"a1": ("party", [2, 4]), "a2": ("party", [2, 5]), "b1": ("foes", [6, 4]), "b2": ("foes", [6, 3])}
    beings = {
        name: {"from": "vahki_patroller", "side": side, "at": at, "name": name.upper(), **FRAIL, **more.get(name, {})}
        for name, (side, at) in places.items()
    }
    return {"game": "bluebox", "title": "The same on both sides", "beings": beings}
