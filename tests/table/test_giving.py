"""The game master gives somebody a thing: in every game that knows things, whatever it is and whoever gets it."""

from __future__ import annotations

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.play.mastering import Call, Undo
from tests.table.tables import SCENES, Kept, state
from tests.table.test_calls import under_way

GAMES = ("bluebox", "cloudbreaker", "crawl", "navyblue")  # Vitality's people carry whatever lies there


def things(kept: Kept) -> list[str]:
    values = next(arg.values for arg in kept.table.game.gm_actions["give"].args if arg.name == "thing")
    assert callable(values)
    return [str(value) for value in values(kept.live.scene)]


def told(kept: Kept, side: str) -> list[str]:
    assert kept.table.playing is not None
    return [line.words for what in kept.table.playing.watched(side).log for line in what.lines]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_there_is_can_be_given_to_anybody(game: str) -> None:
    kept = under_way(game, steps=0)
    given = 0
    for who, being in list(kept.live.scene.beings.items()):
        for thing in things(kept):
            before = state(kept.table)
            try:
                kept.do(Call(name="give", args={"to": who, "thing": thing}))
            except Refused:
                assert state(kept.table) == before
                continue
            given += being.side == "party"
            assert kept.table.game.faults(kept.live.scene) == [], thing
            kept.do(Undo())
    assert given >= len(things(kept))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_theirs_and_the_table_hears_of_it_but_not_what_enemies_get(game: str) -> None:
    kept = under_way(game, steps=0)
    hero = next(b.id for b in kept.live.scene.beings.values() if b.side == "party")
    foe = next(b for b in kept.live.scene.beings.values() if b.side == "foes")
    thing, name = next(
        (id_, entry.name)
        for kind in ("item", "consumable")
        if kind in kept.live.scene.library.shelves
        for id_, entry in kept.live.scene.library.shelves[kind].entries.items()
    )
    before = kept.live.scene.beings[hero].key()
    kept.do(Call(name="give", args={"to": hero, "thing": thing, "count": 2}))
    assert kept.live.scene.beings[hero].key() != before
    assert told(kept, "party")[-1] == f"{kept.live.scene.beings[hero].name} gets {name} ×2"
    heard = told(kept, "party")
    kept.do(Call(name="give", args={"to": foe.id, "thing": thing}))
    assert told(kept, "party") == heard
    assert told(kept, "gm")[-1] == f"{foe.name} gets {name}"


@pytest.mark.parametrize("game", GAMES)
def test_what_there_is_not_cannot_be_given(game: str) -> None:
    kept = under_way(game, steps=0)
    hero = next(iter(kept.live.scene.beings))
    for wrong in (
        {"thing": "moonbeam"},
        {"thing": things(kept)[0], "count": 0},
        {"thing": things(kept)[0], "count": 21},
    ):
        with pytest.raises(BadInput):
            kept.do(Call(name="give", args={"to": hero, **wrong}))


def test_every_other_game_knows_no_things() -> None:
    assert [game for game in SCENES if "give" not in Kept(game).table.game.gm_actions] == ["vitality"]


def test_what_is_grown_on_is_no_thing() -> None:
    kept = under_way("cloudbreaker", steps=0)
    assert "unarmed" not in things(kept)
    with pytest.raises(BadInput):
        kept.do(Call(name="give", args={"to": next(iter(kept.live.scene.beings)), "thing": "unarmed"}))
