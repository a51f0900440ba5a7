"""Moments of real fights as the page is told of them, for the gallery of boards: `python -m tests.page.moments`.

Each is what a player of the whole party sees after some steps of the machines, on the turn of one of theirs, and what
the looks at reach, a path and sight answer there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.seating import HandOver
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deputise
from tests.table.tables import Kept

FIXTURES = Path(__file__).parents[2] / "web" / "src" / "board" / "gallery" / "fixtures"
PARTS = ("table", "you", "scene", "board", "beings", "turn")
MOMENTS = [  # game, ready-made scene, steps of machines before it
    ("bluebox", "broken_causeway_raid", 26),
    ("bluebox", "ash_bears_den_bear_and_vermin", 18),
    ("cloudbreaker", "the_fog_choir", 24),
    ("cloudbreaker", "colossus_at_the_gate", 12),
    ("cloudbreaker", "the_burning_tower", 8),
    ("cloudbreaker", "the_bell_of_low_harbour", 8),
    ("crawl", "scavengers_doorway", 24),
    ("crawl", "the_counting_house", 16),
    ("crawl", "the_broken_span", 16),
    ("crawl", "the_gatehouse", 4),
    ("crawl", "the_cold_choir", 16),
    ("navyblue", "the_sunken_chapel", 14),
    ("navyblue", "the_lamp_cellars", 12),
    ("navyblue", "the_coast_road", 10),
    ("navyblue", "the_ropewalk", 8),
    ("vitality", "throne_of_ash", 10),
    ("vitality", "the_kennels", 10),
    ("vitality", "broken_skybridge", 12),
]


def moment(game: str, scene: str, steps: int) -> dict[str, Any]:
    kept = Kept(game)
    kept.open(scene)
    ours, *others = kept.table.game.sides
    assert kept.table.scene is not None
    party = [being.id for being in kept.table.scene.beings.values() if being.side == ours]
    for side in (ours, *others, "gm"):
        kept.do(HandOver(who=side, policy="simple"))
    while steps and kept.step():
        steps -= 1
    player = kept.seat("Ann", *party)
    documents = Documents(kept.table)
    while True:
        document = documents.of(kept.table.seats[player])
        who = document["waiting"]["who"]
        looks = _looks(documents, player, document, who) if who in party else {}
        if looks.get("path") or (not kept.step() and not deputise(kept.table)):
            return {part: document[part] for part in PARTS} | looks


def _looks(documents: Documents, player: str, document: dict[str, Any], who: str) -> dict[str, Any]:
    """Reach, the dearest path within it, a path beyond it, and sight of each foe."""

    def told(what: looking.Look) -> Any:
        try:
            return look(documents, player, what)
        except (BadInput, Refused):
            return None

    reach = told(looking.Reach(being=who))
    moves = reach["moves"] if reach else []
    places = sorted([place for move in moves for place in move["places"]], key=lambda place: str(place["price"]))
    foes = [other for other, being in document["beings"].items() if being["side"] != document["beings"][who]["side"]]
    return {
        "reach": reach,
        "path": told(looking.Path(being=who, to=places[-1]["at"])) if places else None,
        "sights": [seen for foe in foes if (seen := told(looking.Sight(one=who, other=foe)))],
    }


if __name__ == "__main__":
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for game, scene, steps in MOMENTS:
        text = json.dumps(moment(game, scene, steps), ensure_ascii=False, separators=(",", ":"))
        (FIXTURES / f"{game}-{scene}.json").write_text(text + "\n")
        print(game, scene, len(text))
