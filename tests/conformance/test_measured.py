"""What every game tells of a fight, for the lab, opponents and odds: who has won, what is left, what did the harm, and
how a party goes on."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from ludex.core.foe.standing import FATES, UP
from ludex.core.game import Game
from ludex.core.kernel.ruling import Tally
from ludex.core.referee.simulated import Simulated, Unending
from ludex.opponents import policies, sides_of
from tests.conformance.playing import KNOWN, drawn, named, starters

each_game = pytest.mark.parametrize("game", KNOWN, ids=named)


def fought(game: Game[Any], scene: Any, seed: int) -> Simulated:
    """The scene, fought out in place with a tally."""
    scene.tally = Tally()
    referee = Simulated(policies(game, sides_of(game, scene), {}, seed), seed)
    opening = game.opening(scene)
    if opening is not None:
        referee.perform(scene, opening)
    try:
        referee.play(scene, 2_000)
    except Unending:
        pytest.skip("this one does not end soon")
    return referee


class Fought(NamedTuple):
    """A starter scene after the fight."""

    name: str
    scene: Any
    had: dict[str, tuple[Any, int]]  # everybody who was there, and their health before


@cache  # several tests look at the same fights
def fought_out(game: Game[Any], seed: int) -> list[Fought]:
    found = []
    for name, scene in starters(game).items():
        had = {being.id: (being, game.pools(scene, being)[0].left) for being in scene.beings.values()}
        fought(game, scene, seed)
        found.append(Fought(name, scene, had))
    return found


@each_game
def test_fates_are_of_conditions_that_there_are(game: Game[Any]) -> None:
    assert game.fates
    assert set(game.fates) <= set(game.conditions)
    assert set(game.fates.values()) <= set(FATES) - {UP}


@each_game
def test_everybody_has_health_that_is_not_below_nothing(game: Game[Any]) -> None:
    library = game.library()
    scenes = [*starters(game).values(), *(drawn(game, Random(seed), library) for seed in range(20))]
    for scene in scenes:
        for being in scene.beings.values():
            pools = game.pools(scene, being)
            assert pools, being.id
            assert len({pool.name for pool in pools}) == len(pools)
            assert all(pool.left >= 0 and pool.most >= 0 for pool in pools), pools


@each_game
def test_a_fight_has_rounds_and_a_winner_who_is_a_side(game: Game[Any]) -> None:
    won = []
    for _, scene, _ in fought_out(game, 1):
        winner = game.winner(scene)
        assert winner in ("", *sides_of(game, scene))
        won.append(winner if scene.turns.round else "")
    assert game.sides[0] in won


@each_game
def test_nobody_has_won_before_anybody_has_fought(game: Game[Any]) -> None:
    """Not even a party that is alone."""
    for scene in starters(game).values():
        assert game.winner(scene) == ""
        for being in [being for being in scene.beings.values() if being.side != game.sides[0]]:
            del scene.beings[being.id]
        assert game.winner(scene) == ""


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
@each_game
def test_health_that_is_lost_is_told_to_the_tally(game: Game[Any], seed: int) -> None:
    told = 0
    for name, scene, before in fought_out(game, seed):
        for who, (being, had) in before.items():
            lost = had - game.pools(scene, being)[0].left
            harm = sum(amount for harm, amount in scene.tally.lost.items() if harm.who == who)
            assert lost <= harm, f"{name}, {who}, seed {seed}: {lost} lost, {harm} told"
            told += harm
        for harm in scene.tally.lost:
            assert game.source_name(scene, harm.source), harm
    assert told


@each_game
def test_a_party_rests_and_goes_on_into_any_other_scene(game: Game[Any]) -> None:
    """As sound as it was: nothing of the last scene is missed in the next."""
    went = 0
    for name, scene in starters(game).items():
        referee = fought(game, scene, 1)
        if game.winner(scene) != game.sides[0]:
            continue
        for kind in game.rests:
            for command in game.rest(scene, kind):
                referee.perform(scene, command)
                while scene.mode == game.shape.fighting and (acting := game.to_act(scene)):
                    referee.act(scene, scene.beings[acting])
            assert not game.faults(scene), f"{name}, {kind}"
        for other, following in starters(game).items():
            if set(following.beings) & {being.id for being in scene.side_of(game.sides[0])}:
                game.carry_over(scene, following)
                assert not game.faults(following), f"{name}, then {other}"
                fought(game, following, 2)
                assert not game.faults(following), f"{name}, then {other}"
                went += 1
        break
    assert went
