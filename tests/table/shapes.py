"""A scene of every shape that a game's state has had, kept as it was: whatever came later must still open it.

`python -m tests.table.shapes` writes those that are missing.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from ludex.core.files.codec import as_plain
from ludex.core.kernel.procedure import GM
from ludex.table.campaign.seating import HandOver
from tests.conformance.playing import KNOWN
from tests.table.tables import Kept

HOME = Path(__file__).parent / "golden_scenes"


def kept_as(game: str, shape: int) -> Path:
    return HOME / f"{game}.{shape}.json"


def under_way(game: str) -> Kept:
    kept = Kept(game)
    kept.open()
    for side in ("party", "foes", GM):
        kept.do(HandOver(who=side, policy="simple"))
    for _ in range(20):
        kept.step()
    while kept.live.open is not None:
        kept.step()
    return kept


if __name__ == "__main__":
    HOME.mkdir(exist_ok=True)
    for game in KNOWN:
        place = kept_as(game.name, len(game.migrations))
        if not place.exists():
            place.write_bytes(msgspec.json.encode(as_plain(under_way(game.name).live.scene)) + b"\n")
