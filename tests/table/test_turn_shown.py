"""What a seat is told of the order of turns, of Reactions, of light and of areas: from the server, in every game."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from ludex.core.kernel.ruling import Refused
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import HandOver
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.play.commands import Command
from ludex.table.play.mastering import Call
from tests.table.played import GAMES
from tests.table.tables import SCENES, Kept

CONE = """
game = "crawl"
title = "A cone"
turn = "ann"
board = { width = 12, height = 6 }

[beings.ann]
aspects = ["choirmasters_cone"]
max_ep = 9
at = [2, 2]
side = "party"
"""


def opened(name: str, scene: str = "") -> tuple[Kept, str, list[str]]:
    """A table with a scene on it, a player of the whole party, and the party; ties are settled by the machine."""
    kept = Kept(name)
    kept.open(scene or SCENES[name])
    kept.do(HandOver(who="gm", policy="simple"))
    playing: Any = kept.table
    while not playing.scene.turns.order and kept.step():
        pass
    party = [being.id for being in playing.scene.beings.values() if being.side == kept.table.game.sides[0]]
    return kept, kept.seat("Ann", *party), party


def shown(kept: Kept, seat: str) -> dict[str, Any]:
    return Documents(kept.table).of(kept.table.seats[seat])


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_turns_says_by_what_it_goes(game: str) -> None:
    kept, ann, _ = opened(game)
    document = shown(kept, ann)
    counts = document["turn"]["counts"]
    if game == "navyblue":  # sides alternate: there is no number
        assert counts == {}
        return
    log = look(Documents(kept.table), ann, looking.Log())
    rolled = {roll["by"]: roll["total"] for told in reversed(log) for roll in reversed(told["rolls"])}  # before ties
    assert set(counts) <= set(document["beings"])
    assert counts
    if game != "cloudbreaker":  # where each has a speed
        assert all(rolled[who] == count for who, count in counts.items())


def test_a_moment_before_the_first_turn_says_what_may_be_done_in_it() -> None:
    kept, ann, _ = opened("vitality", "back_alley")
    assert shown(kept, ann)["turn"]["before"].startswith("Before the fight: move once")
    kept.do(Command(actor="ilse_brandt", name="ready"), ann)
    assert shown(kept, ann)["turn"]["before"] == ""


@pytest.mark.parametrize("game", ["bluebox", "vitality"])
def test_whether_somebody_can_react_is_told(game: str) -> None:
    kept, ann, _ = opened(game)
    scene: Any = kept.table.scene
    document = shown(kept, ann)
    assert document["turn"]["order"]
    for who in document["turn"]["order"]:
        assert document["beings"][who]["reacts"] is bool(scene.beings[who].reaction)


def test_a_game_without_reactions_says_nothing_of_them() -> None:
    kept, ann, _ = opened("navyblue")
    assert all(being["reacts"] is None for being in shown(kept, ann)["beings"].values())


def test_what_gives_light_lights_its_zone_and_a_lantern_those_beside_it() -> None:
    kept, ann, party = opened("navyblue")
    scene: Any = kept.table.scene
    who = party[0]
    at = scene.beings[who].at
    before = shown(kept, ann)
    assert before["board"]["lights"] == [[at, 0]]  # Ione's Inner Light
    kept.do(Call(name="set", args={"what": who, "field": "held", "value": ["lantern"]}))
    after = shown(kept, ann)
    assert after["board"]["lights"] == [[at, 1]]
    assert ["Light:", after["board"]["zones"][at]["name"]] in after["scene"]["situation"]


def test_an_area_attack_covers_places_of_the_board() -> None:
    kept, ann, _ = opened("vitality", "throne_of_ash")
    documents = Documents(kept.table)
    covers = looking.Covers(actor="doctor_mire", name="area_attack", args={"attack": "bile_wave", "direction": 0})
    found = look(documents, ann, covers)["places"]
    assert len(found) > 1
    assert all(cell in documents.of(kept.table.seats[ann])["board"]["cells"] for cell in found)


def test_a_cone_of_the_crawl_covers_what_lies_before_it() -> None:
    kept = Kept("crawl")
    made = kept.do(Prepare(title="A cone", tables=tomllib.loads(CONE)))["scene"]
    kept.do(OpenScene(scene=made))
    documents = Documents(kept.table)
    args = {"skill": "choirmasters_cone", "at": [4, 2]}
    found = look(documents, kept.gm, looking.Covers(actor="ann", name="area_attack", args=args))["places"]
    assert [3, 2] in found
    assert [1, 2] not in found


def test_what_covers_no_area_says_so_and_of_others_nothing_is_told() -> None:
    kept, ann, _ = opened("bluebox")
    documents = Documents(kept.table)
    assert look(documents, ann, looking.Covers(actor="vhor", name="end_turn")) == {"places": []}
    with pytest.raises(Refused, match="not on your side"):
        look(documents, ann, looking.Covers(actor="vahki_1", name="end_turn"))
