"""The characters of a table as the party of a scene that is composed elsewhere."""

from __future__ import annotations

import pickle

import pytest

from ludex.core.content.content import Library
from ludex.core.kernel.ruling import Refused
from ludex.lab.gauge.gauge import GaugeJob
from ludex.lab.gauge.ways import WaysJob
from ludex.table.campaign.characters import Bring, CharacterFile, plain_entry
from ludex.table.play.mastering import Call
from ludex.workshop.brought import characters_of
from ludex.workshop.gauged import Gauging, gauge_ready
from ludex.workshop.ground import ground_of_game
from tests.table.tables import Kept

GROUND = ground_of_game("bluebox")
BEAR = GROUND.game.starter.scenes["ash_bears_den_bear"].read_text(encoding="utf-8")


def entry(library: Library, kind: str, id: str) -> dict[str, object]:
    return plain_entry(library.shelves[kind].get(id))


def test_they_come_as_they_stand_with_what_they_have() -> None:
    kept = Kept("bluebox")
    ann, starter = kept.seat("Ann"), kept.table.game.starter
    weapon = {**entry(starter, "weapon", next(iter(starter.shelves["weapon"].entries))), "id": "oar", "name": "Oar"}
    mine = {**entry(starter, "character", "tahra"), "id": "mine", "name": "Mine", "weapons": ["oar"]}
    file = CharacterFile(game="bluebox", character=mine, content={"weapon": [weapon]})
    kept.do(Bring(file=file), ann)
    master, player = kept.table.seats[kept.gm], kept.table.seats[ann]
    with pytest.raises(Refused, match="only the game master"):
        characters_of(kept.table, player, "bluebox")
    fresh = characters_of(kept.table, master, "bluebox")
    kept.open(begin=False, party={"mine": {"instead": "tahra"}})
    kept.do(Call(name="set", args={"what": "mine", "field": "hp", "value": 7}))
    brought = characters_of(kept.table, master, "bluebox")
    assert [raw["id"] for raw in brought.characters] == ["mine"]

    key = gauge_ready(GROUND, Gauging(BEAR, 1, party=fresh)).key
    hurt = gauge_ready(GROUND, Gauging(BEAR, 1, party=brought))
    assert key != hurt.key
    job = pickle.loads(hurt.job)
    assert isinstance(job, GaugeJob)
    party = {being.id: being for being in job.scene.side_of("party")}
    assert list(party) == ["mine"], "in place of those in the scene"
    assert party["mine"].hp == 7
    assert job.notes == ("The characters of A table are the party, as they stand there.",)
    ways = pickle.loads(gauge_ready(GROUND, Gauging(BEAR, 1, party=brought, wish="deadly")).job)
    assert isinstance(ways, WaysJob)
    assert ways.before is not None
    assert "oar-of-mine" not in {one.id for one in ways.library.offered("weapon")}, "theirs alone"
