"""Outside fights beings go where their players like, as far as a way leads; in fights nobody does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.document.looking import Log, look
from ludex.table.document.show import Documents
from ludex.table.play.commands import Command, TakeBack
from ludex.table.play.mastering import Call
from ludex.table.play.walking import Walk
from tests.table.played import GAMES
from tests.table.tables import SCENES, Kept

ENDS = {"cloudbreaker": "end_situation", "vitality": "end", "bluebox": "end_combat"}  # the others have `end_fight`
AT_REST = {"bluebox": "rest", "cloudbreaker": "rest", "crawl": "downtime", "navyblue": "respite"}


def after_the_fight(name: str) -> tuple[Kept, str, str]:
    """A table of which the fight was ended; with a player and the being that they play."""
    kept = Kept(name)
    kept.open(SCENES[name])
    scene: Any = kept.table.scene
    who = next(being.id for being in scene.beings.values() if being.side == kept.table.game.sides[0])
    player = kept.seat("Ann", who)
    args = {"outcome": "suspended"} if name == "cloudbreaker" else {}
    kept.do(Call(name=ENDS.get(name, "end_fight"), args=args, force=True))
    return kept, player, who


def at_rest(name: str) -> tuple[Kept, str, str]:
    kept, player, who = after_the_fight(name)
    scene = kept.live.scene.fork()
    scene.mode = AT_REST[name]
    kept.live.boundaries[-1] = scene
    return kept, player, who


def shown(kept: Kept, seat: str) -> dict[str, Any]:
    return Documents(kept.table).of(kept.table.seats[seat])


def places(document: dict[str, Any]) -> list[Any]:
    board = document["board"]
    taken = [cell for being in document["beings"].values() for cell in being["cells"]]
    free = [cell for cell in board["cells"] if cell not in board["walls"]] if "cells" in board else list(board["zones"])
    return [place for place in free if place not in taken]


def named(document: dict[str, Any], place: Any) -> str:
    """The name of a zone; a cell has none."""
    return "" if isinstance(place, list) else document["board"]["zones"][place]["name"]


def last_line(kept: Kept, seat: str) -> str:
    words: str = look(Documents(kept.table), seat, Log(most=1))[-1]["lines"][0]["words"]
    return words


@pytest.mark.parametrize(
    ("game", "rests"),
    [*[(game, False) for game in GAMES if game != "navyblue"], *[(game, True) for game in AT_REST]],
)
def test_a_player_walks_freely_outside_fights_and_takes_it_back(game: str, rests: bool) -> None:
    kept, player, who = at_rest(game) if rests else after_the_fight(game)
    document = shown(kept, player)
    assert who in document["scene"]["free"]
    before = document["beings"][who]["at"]
    for place in places(document):
        at = tuple(place) if isinstance(place, list) else place
        try:
            kept.do(Walk(being=who, at=at), player)
        except Refused:
            continue  # no way leads there
        break
    assert shown(kept, player)["beings"][who]["at"] == place != before
    name, there = document["beings"][who]["name"], named(document, place)
    moved = rf" to {there}\b" if there else r"( \d (m|cells?|spaces?))?( [a-z-]+)?, .*(of|next to|between|on) \w"
    assert re.match(rf"{name} moves{moved}", last_line(kept, player))
    kept.do(TakeBack(), player)
    assert shown(kept, player)["beings"][who]["at"] == before


def test_in_a_dungeon_somebody_is_to_act_and_nobody_walks_freely() -> None:
    kept, player, who = after_the_fight("navyblue")
    document = shown(kept, player)
    assert (document["scene"]["mode"], document["scene"]["free"]) == ("dungeon", [])
    with pytest.raises(Refused, match="somebody is to act"):
        kept.do(Walk(being=who, at=places(document)[0]), player)


def test_nobody_walks_through_a_locked_gate() -> None:
    kept = Kept("crawl")
    kept.open("the_gatehouse")
    player = kept.seat("Ann", "sefa")
    with pytest.raises(Refused):
        kept.do(Walk(being="sefa", at=(7, 3)), player)
    assert tuple(shown(kept, player)["beings"]["sefa"]["at"]) != (7, 3)


def test_nobody_walks_freely_in_a_fight_or_with_what_is_not_theirs() -> None:
    kept = Kept("bluebox")
    kept.open(SCENES["bluebox"])
    player = kept.seat("Ann", "vhor")
    document = shown(kept, player)
    assert not document["scene"]["free"]
    at = tuple(places(document)[0])
    with pytest.raises(Refused, match="somebody is to act"):
        kept.do(Walk(being="vhor", at=at), player)
    kept, player, _ = after_the_fight("bluebox")
    with pytest.raises(Refused, match="not yours to move"):
        kept.do(Walk(being="vahki_1", at=at), player)
    with pytest.raises(Refused, match="not yours to move"):
        kept.do(Walk(being="nobody", at=at), player)
    kept.do(Walk(being="vahki_1", at=at))  # the game master may


def test_a_familiar_goes_where_its_owner_likes() -> None:
    kept = Kept("vitality")
    road = {"board": {"width": 9, "height": 9}, "beings": {"bram_holloway": {"at": [1, 1]}, "kestrel": {"at": [5, 5]}}}
    kept.do(OpenScene(scene=kept.do(Prepare(title="A road", tables=road))["scene"], begin=False))
    player = kept.seat("Ann", "bram_holloway")
    kept.do(Command(actor="bram_holloway", name="call_familiar"), player)
    own, familiar = shown(kept, player)["scene"]["free"]
    assert own == "bram_holloway"
    kept.do(Walk(being=familiar, at=(3, 1)), player)
    assert shown(kept, player)["beings"][familiar]["at"] == [3, 1]
    assert set(shown(kept, kept.gm)["scene"]["free"]) == {own, familiar, "kestrel"}


def test_a_player_walks_neither_through_walls_nor_onto_others_nor_off_the_board() -> None:
    kept, player, who = after_the_fight("bluebox")
    document = shown(kept, player)
    other = next(being for id, being in document["beings"].items() if id != who)
    with pytest.raises(Refused, match="no way leads there"):
        kept.do(Walk(being=who, at=tuple(other["at"])), player)
    with pytest.raises(Refused, match="no way leads there"):
        kept.do(Walk(being=who, at=tuple(document["board"]["walls"][0])), player)
    for wrong in ((99, 99), "somewhere"):
        with pytest.raises(BadInput, match="expected a place of the board"):
            kept.do(Walk(being=who, at=wrong), player)
