"""What somebody may know of a live scene, and nothing beyond it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Ruling
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.know.seen import Seen
from ludex.table.play.commands import Command
from ludex.table.play.mastering import Call
from tests.conformance.playing import SECRETIVE, drawn, named
from tests.table.tables import Kept


@pytest.fixture
def kept() -> Kept:
    """Brannoc, and a cur of whom the party knows nothing."""
    found = Kept("crawl")
    found.open(begin=False)
    found.do(Call(name="set", args={"what": "cur_1", "field": "conditions", "value": ["Hidden"]}))
    return found


def seen(kept: Kept, seat: str = "party") -> Seen:
    return Seen(kept.live, seat)


def test_the_game_master_knows_all_and_a_side_not_who_hides(kept: Kept) -> None:
    assert seen(kept).unknown == {"cur_1"}
    assert seen(kept, GM).unknown == frozenset()
    assert (seen(kept).called("cur_1"), seen(kept, GM).called("cur_1")) == ("Somebody", "Tunnel Cur 1")


def test_names_of_the_unknown_are_veiled_but_not_what_was_typed(kept: Kept) -> None:
    party = seen(kept)
    assert party.veiled("cur_1 bites Sefa; Tunnel Cur 1 snarls") == "somebody bites Sefa; somebody snarls"
    assert party.veiled("there is no being 'cur_1'", typed="cur_1") == "there is no being 'cur_1'"
    assert party.names_unknown([("at", ("cur_1",))])
    assert not party.names_unknown(["cur_10", "cur_2"])


def test_a_name_in_which_that_of_the_unknown_stands_is_left_as_it_is(kept: Kept) -> None:
    kept.do(Call(name="set", args={"what": "sefa", "field": "name", "value": "Tunnel Cur 1 the Second"}))
    assert (
        seen(kept).veiled("Tunnel Cur 1 the Second flees from Tunnel Cur 1")
        == "Tunnel Cur 1 the Second flees from somebody"
    )


def test_a_ruling_about_the_unknown_is_not_read_and_one_caused_by_them_is_by_somebody(kept: Kept) -> None:
    about = Ruling("moves", "tc.move", {"who": "cur_1"})
    caused = Ruling("damage", "tc.hp", {"who": "sefa", "by": "cur_1", "all": ("sefa", "cur_1")})
    secret = Ruling("roll", "tc.hide", {"by": "sefa"}, seen_by="foes")
    assert [dict(r.values) for r in seen(kept).readable([about, caused, secret])] == [
        {"who": "sefa", "by": "somebody", "all": ("sefa",)}
    ]
    assert len(seen(kept, GM).readable([about, caused, secret])) == 3
    assert secret in seen(kept, "foes").readable([secret])


def test_a_player_is_told_nothing_of_the_unknown_when_a_command_is_wrong(kept: Kept) -> None:
    ann = kept.seat("Ann", "sefa")
    told = []
    for target in ("cur_1", "nobody"):
        with pytest.raises(Exception, match="no being") as fault:
            kept.do(Command(actor="sefa", name="attack", args={"skill": "unarmed_strike", "target": target}), ann)
        told.append(str(fault.value).replace(target, "…"))
    assert told[0] == told[1]


def test_the_view_is_one_and_the_same_until_something_changes(kept: Kept) -> None:
    party = seen(kept)
    assert party.scene is party.scene
    before = party.scene
    kept.do(Call(name="set", args={"what": "sefa", "field": "name", "value": "Sefa the Quick"}))
    assert party.scene is not before
    assert party.called("sefa") == "Sefa the Quick"


@pytest.mark.parametrize("game", SECRETIVE, ids=named)
def test_worlds_that_differ_in_a_secret_alone_are_told_alike(game: Any) -> None:
    """The same words about anybody give nothing away, whoever is there in truth."""
    compared = 0
    for seed in range(60):
        luck = Random(seed)
        scene = drawn(game, luck)
        for side in game.sides:
            known = game.view(scene, side)
            words = " and ".join((*known.beings, *(being.name for being in known.beings.values())))
            rulings = [Ruling("told", GM, {"words": "x", "who": who}) for who in known.beings]
            for other in game.worlds(scene, side, luck.randrange):
                here, there = (Seen(live_of(game, each), side) for each in (scene, other))
                assert here.veiled(words) == there.veiled(words) == words
                assert here.readable(rulings) == there.readable(rulings) == rulings
                compared += 1
    assert compared > 10


def live_of(game: Any, scene: Any) -> Any:
    from ludex.core.referee.live import Live, TypedDice

    return Live(game, scene, TypedDice())


def test_an_empty_board_hides_nothing() -> None:
    kept = Kept("navyblue")
    kept.do(OpenScene(scene=kept.do(Prepare(title="Empty"))["scene"]))
    assert seen(kept).unknown == frozenset()
