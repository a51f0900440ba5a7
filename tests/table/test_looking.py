"""Looking: what a seat is told when it asks."""

from __future__ import annotations

import pytest

from ludex.core.ruling import BadInput, Refused
from ludex.table import commands, looking
from ludex.table.looking import look
from tests.table.played import GAMES, Played, by_machines, settled


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return by_machines(request.param)


def test_what_is_offered_can_be_chosen_step_by_step_and_is_done(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    who, offer = next((who, offer) for who, offer in document["offers"].items() if offer["acts"])
    ways = [settled(played, who, entry) for entry in offer["entries"] if entry["refused"] is None]
    commands_found = [command for command in ways if command is not None]
    assert commands_found
    for command in commands_found:
        odds = look(played.documents, played.ann, looking.OddsOf(**command))
        assert odds is not None
        assert odds["unexplored"]["value"] <= 1
    ends = [command for command in commands_found if command["name"] not in ("ready", "hold")]
    played.do(commands.Command(**ends[-1]), played.ann)


def test_reach_and_path_agree(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    for who in document["offers"]:
        for move in look(played.documents, played.ann, looking.Reach(being=who))["moves"]:
            for place in move["places"][:3]:
                path = look(played.documents, played.ann, looking.Path(being=who, to=place["at"]))
                found = next(each for each in path["moves"] if each["action"] == move["action"])
                assert found["refused"] is None
                assert found["price"] == place["price"]
                assert found["path"][-1] == place["at"]


def test_sheets_sight_and_suggestions_are_told(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    who = next(iter(document["offers"]))
    assert look(played.documents, played.ann, looking.Sheet(being=who))["sections"]
    for other in document["beings"]:
        seen = look(played.documents, played.ann, looking.Sight(one=who, other=other))
        assert seen is None or seen["words"]
    assert look(played.documents, played.ann, looking.Suggest(being=who))["command"]["actor"] == who
    assert look(played.documents, played.ann, looking.Log())


def test_looking_is_refused_where_it_is_not_ones_business(played: Played) -> None:
    played.until(lambda d: d["offers"])
    known = [who for who in played.foes if who in played.of(played.ann)["beings"]]
    for what in (looking.Choices(being=known[0], action="move"), looking.Suggest(being=known[0])) if known else ():
        with pytest.raises(Refused, match="not on your side"):
            look(played.documents, played.ann, what)
    with pytest.raises(Refused, match="not on your side"):
        look(played.documents, played.eve, looking.Offers(being=played.party[0]))
    with pytest.raises(Refused, match="only the game master"):
        look(played.documents, played.ann, looking.SeeAs(seat=played.gm))
    with pytest.raises(BadInput, match="no being 'nobody'"):
        look(played.documents, played.ann, looking.Sheet(being="nobody"))
    assert look(played.documents, played.gm, looking.SeeAs(seat=played.ann)) == played.of(played.ann)
