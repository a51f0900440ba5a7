"""An empty board: the party is on it, its rooms have names, and nothing is over before anybody else is there."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.characters import Bring
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.document.show import Documents
from ludex.table.play.mastering import Call
from tests.table.tables import SCENES, Kept


def emptied(kept: Kept) -> Any:
    scene = kept.do(Prepare(title="A yard"))["scene"]
    kept.do(OpenScene(scene=scene))
    return Documents(kept.table).of(kept.table.seats[kept.gm])


@pytest.mark.parametrize("game", SCENES)
def test_the_party_is_on_it_and_no_fight_ends_before_anybody_is_there(game: str) -> None:
    kept = Kept(game)
    one, other = list(kept.table.game.starter.shelves["character"].entries)[:2]
    kept.do(Bring(ready=one))
    kept.seat("Ann", other)
    document = emptied(kept)
    assert document["beings"].keys() == {one, other}
    assert document["scene"]["over"] is False
    assert kept.live.scene.turns.round == 0


def test_each_has_a_cell_of_their_own_while_there_is_one() -> None:
    kept = Kept("crawl")
    for name in list(kept.table.game.starter.shelves["character"].entries)[:2]:
        kept.do(Bring(ready=name))
    emptied(kept)
    kept.do(Call(name="spawn", args={"from": "shaft_hulk"}))  # its body has three cells
    scene = kept.live.scene
    stood = [cell for being in scene.beings.values() for cell in scene.cells(being)]
    assert len(stood) == len(set(stood)) == 5


@pytest.mark.parametrize("game", ["cloudbreaker", "navyblue"])
def test_its_rooms_have_names(game: str) -> None:
    board = emptied(Kept(game))["board"]
    names = [zone["name"] for zone in board["zones"].values()]
    assert names[:2] == ["Room 1", "Room 2"]


@pytest.mark.parametrize("game", SCENES)
def test_nobody_comes_in_where_there_is_no_board(game: str) -> None:
    kept = Kept(game)
    kept.open(begin=False)
    scene = kept.live.scene
    kind = next(kind for kind in ("enemy", "npc") if kind in scene.library.shelves)
    nowhere = [99, 99] if isinstance(next(iter(scene.beings.values())).at, tuple) else "nowhere"
    with pytest.raises(BadInput, match=r"^at: (\[99, 99\] is not on the board|there is no zone 'nowhere')"):
        kept.do(Call(name="spawn", args={"from": next(iter(scene.library.all(kind))).id, "at": nowhere}))
