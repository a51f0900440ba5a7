"""A table of every game as it was kept once, with rulings that wait for a roll: whatever came later must play it to its
end again.

`python -m tests.table.journals` writes those that are missing.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from ludex.core.kernel.procedure import GM
from ludex.table.campaign.seating import HandOver
from ludex.table.play.mastering import Call
from ludex.table.records.entry import Entry
from tests.conformance.playing import KNOWN
from tests.table.tables import Kept

HOME = Path(__file__).parent / "golden_journals"


def kept_as(game: str) -> Path:
    return HOME / f"{game}.jsonl"


def read(place: Path) -> list[Entry]:
    return [msgspec.json.decode(line, type=Entry) for line in place.read_bytes().splitlines()]


def played(game: str) -> Kept:
    """Two rulings, the first with a name; machines play on until both are used up."""
    kept = Kept(game)
    kept.open()
    for side in ("party", "foes", GM):
        kept.do(HandOver(who=side, policy="simple"))
    while kept.live.open is not None:
        kept.step()
    first = kept.table.game.to_act(kept.live.scene)
    for name in ("high ground", ""):
        kept.do(Call(name="modify", args={"being": first, "name": name, "amount": 1}))
    for _ in range(60):
        kept.step()
        if not kept.live.scene.adjustments and kept.live.open is None:
            return kept
    raise AssertionError(f"{game}: nobody rolls")


if __name__ == "__main__":
    HOME.mkdir(exist_ok=True)
    for game in KNOWN:
        place = kept_as(game.name)
        if not place.exists():
            place.write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in played(game.name).entries))
