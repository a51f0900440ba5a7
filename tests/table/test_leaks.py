"""What a seat may not know makes no difference to anything that it is told, through random play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.core.game import Game
from ludex.table.play.mastering import Call, Withdraw
from tests.conformance.playing import SECRETIVE, named
from tests.table.secrets import World, looks, next_doing, worlds

SCENES, MANY_SCENES = 8, 45
STEPS = 4
EACH = 0.55  # so many times at least both are compared for each scene that is drawn
MORE = 4  # times as many scenes are looked through where too few hide something


def compare(one: World, other: World, seed: int, luck: Random) -> int:
    """Play both side by side, as long as the player knows the same; tells how often they were compared."""
    compared = 0
    for step in range(STEPS):
        if not (one.pass_the_unknown() and other.pass_the_unknown()) or one.known() != other.known():
            return compared  # the secret has come out
        where = f"drawn with {seed}, after {step} doings"
        assert one.told() == other.told(), where
        assert one.taken_home() == other.taken_home(), where
        assert one.looked_back() == other.looked_back(), where
        assert one.branches() == other.branches(), where
        assert one.shared() == other.shared(), where
        assert one.posted() == other.posted(), where
        for what in looks(one, luck):
            assert one.looked(what) == other.looked(what), f"{where}: {what}"
        compared += 1
        doing, mine = next_doing(one, luck)
        said = one.done(doing, one.player if mine else ""), other.done(doing, other.player if mine else "")
        if mine and one.pass_the_unknown() and other.pass_the_unknown() and one.known() == other.known():
            assert said[0] == said[1], f"{where}: {doing}"
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("scenes", [SCENES, pytest.param(MANY_SCENES, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", SECRETIVE, ids=named)
def test_what_a_seat_may_not_know_makes_no_difference_to_what_it_is_told(game: Game[Any], scenes: int) -> None:
    library = game.library()
    compared = 0
    for seed in range(MORE * scenes):  # in some games few drawn scenes hide anything
        luck = Random(seed)
        found = worlds(game, library, luck) if seed < scenes or compared < EACH * scenes else None
        if found is not None:
            compared += compare(*found, seed, luck)
    assert compared >= EACH * scenes


END = {  # the call by which the game master ends a fight
    "bluebox": Call(name="end_combat", args={"winner": "party"}),
    "cloudbreaker": Call(name="end_situation", args={"outcome": "won"}),
    "crawl": Call(name="end_fight", args={"how": "won"}),
    "navyblue": Call(name="end_fight", args={"how": "cleared"}),
    "vitality": Call(name="end", args={"winner": "party"}),
}
ENDED = 4  # times at least both are compared when a fight is over


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in SECRETIVE if game.name in END], ids=named)
def test_nor_to_how_it_is_told_that_a_fight_has_ended(game: Game[Any]) -> None:
    """With all who did what in it."""
    library = game.library()
    compared = 0
    for seed in range(200):
        luck = Random(seed)
        both = worlds(game, library, luck)
        if both is not None and fought_to_an_end(*both, END[game.name], luck):
            assert both[0].told() == both[1].told(), f"drawn with {seed}"
            assert both[0].shared() == both[1].shared(), f"drawn with {seed}"
            compared += bool(both[0].last["ended"])
        if compared == ENDED:
            return
    raise AssertionError("hardly a fight was fought")


def fought_to_an_end(one: World, other: World, end: Call, luck: Random) -> bool:
    """Some doings in both, and then it is over: is it, and does the player still know the same?"""
    for _ in range(STEPS):
        if not (one.pass_the_unknown() and other.pass_the_unknown()) or one.known() != other.known():
            return False
        doing, mine = next_doing(one, luck)
        for each in (one, other):
            each.done(doing, each.player if mine else "")
    for each in (one, other):
        each.done(Withdraw())
        each.done(end)
    return one.known() == other.known()
