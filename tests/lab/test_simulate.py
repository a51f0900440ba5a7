"""Many fights of a scene: repeated exactly, counted honestly, and stopped with a word where they cannot go on."""

from __future__ import annotations

import json
import os
import signal
from typing import Any

import pytest

import ludex
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput
from ludex.games.bluebox.foe.policy import SimplePolicy
from ludex.lab import gather
from ludex.lab.result import FightRow, Result
from ludex.lab.run import LOOKED_AT, Plan, Stopped
from ludex.lab.statistics import ranked
from ludex.lab.trial import fight, start
from ludex.lab.variants import variant
from tests.lab.scenes import DUEL, EACH_GAME, mirror


def plain(result: Result) -> str:
    """All of a result that must not depend on who worked for it, and when."""
    return json.dumps({**result.to_plain(), "run": None})


def games(*now: str) -> list[Any]:
    """The scenes of the games, of which some are looked at now, and the others with `--long`."""
    return [
        pytest.param(scene, id=game, marks=() if game in now else pytest.mark.long) for game, scene in EACH_GAME.items()
    ]


@pytest.mark.parametrize("scene", games("bluebox"))  # that a game repeats itself is shown of all of them
def test_the_seed_repeats_a_result_with_one_worker_or_two(scene: str) -> None:
    found = ludex.simulate(scene, fights=12, seed=7, workers=1)
    assert plain(ludex.simulate(scene, fights=12, seed=7, workers=2)) == plain(found)
    assert plain(ludex.simulate(scene, fights=12, seed=8, workers=1)) != plain(found)


@pytest.mark.parametrize("closely", [2, pytest.param(LOOKED_AT, marks=pytest.mark.long)], indirect=True)
@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_what_is_counted_adds_up(scene: str, closely: int) -> None:
    found = ludex.simulate(scene, fights=12, seed=7, workers=1)
    assert found.fights == len({row.seed for row in found.rows}) == 12
    assert sum(side.won.count for side in found.sides) + found.nobody_won.count == 12
    for being in found.beings:
        assert being.first_down.count <= being.down.count <= 12
        taken = sum(row.per_fight for row in found.harm if row.to_side == being.side)
        assert being.taken <= taken + 1e-9
    for side in found.sides:
        shares = [row.share for row in found.harm if row.to_side == side.side]
        assert not shares or abs(sum(shares) - 1) < 1e-9
    assert any(being.taken for being in found.beings)
    assert found.looked.fights == closely
    assert set(found.looked.rules_applied).isdisjoint(found.looked.rules_never_applied)


def test_the_worst_and_the_best_fight_can_be_watched() -> None:
    found = ludex.simulate(mirror(), fights=40, workers=1)
    assert [row.quantile for row in found.replays] == [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0]
    worst, best = found.replays[0], found.replays[-1]
    first = found.sides[0].side
    few = ludex.simulate(mirror(), fights=2, workers=1).replays
    assert [row.quantile for row in few] == [0.0, 1.0]
    lost = [row for row in found.rows if row.winner != first]
    assert lost
    assert worst.winner != first
    assert best.health_left == max(row.health[first] for row in found.rows if row.winner == first)
    assert [ranked(row.quantile) for row in (worst, found.replays[2], best)] == [
        "the worst", "better than 25 % of fights", "the best",
    ]  # fmt: skip


@pytest.mark.parametrize("closely", [LOOKED_AT], indirect=True)
def test_it_ends_when_the_interval_is_narrow_enough() -> None:
    found = ludex.simulate(mirror(), width=0.4, workers=1)
    assert found.fights == 104  # the least number, in whole batches
    assert found.won.width <= 0.4
    assert found.looked.fights == 10


def test_looking_closely_changes_nothing() -> None:
    given = variant(DUEL)
    seen, unseen = fight(given.start, 3, look=True), fight(given.start, 3, look=False)
    assert seen.look is not None
    assert seen.look.offered
    assert unseen.look is None
    assert (seen.harm, seen.uses, seen.falls, seen.rounds) == (unseen.harm, unseen.uses, unseen.falls, unseen.rounds)


def test_a_mirror_match_is_even_and_says_nothing() -> None:
    found = ludex.simulate(mirror(), fights=48)
    assert found.warnings == []
    assert found.won.low < 0.5 < found.won.high


def test_a_mirror_match_that_is_not_even_warns() -> None:
    """The same beings, but one side always goes first, and nobody stands more than a shot."""
    frail = {name: {**being, "hp": 1, "plating": 0} for name, being in mirror()["beings"].items()}
    turn = {"of": "a1", "round": 1, "order": ["a1", "a2", "b1", "b2"]}
    found = ludex.simulate({**mirror(), "turn": turn, "beings": frail}, fights=240)
    assert found.won.low > 0.5
    assert any("Both sides are the same" in warning for warning in found.warnings)


def test_fights_that_do_not_end_are_counted_and_told() -> None:
    found = ludex.simulate(DUEL, fights=8, limit=5, workers=1)
    assert found.unending == found.nobody_won.count == 8
    assert any("did not end within 5 decisions" in warning for warning in found.warnings)


class Stubborn(SimplePolicy):
    """Chooses what is not allowed."""

    def choose(self, scene: Any, being: Any) -> Command:
        return Command(being.id, "attack", (("weapon", "no_such_thing"), ("target", being.id)))


def test_a_policy_that_answers_illegally_is_named_with_scene_and_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ludex.core.kernel.games.GAMES["bluebox"].policies, "stubborn", Stubborn)
    with pytest.raises(Stopped) as stopped:
        ludex.simulate(DUEL, fights=4, policies={"foes": "stubborn"}, workers=1)
    assert "policy 'stubborn' (foes" in str(stopped.value)
    assert "seed 1000000" in str(stopped.value)


class Deadly(SimplePolicy):
    """Takes the whole process with it."""

    def choose(self, scene: Any, being: Any) -> Command:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("dead by now")


def test_a_worker_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ludex.core.kernel.games.GAMES["bluebox"].policies, "deadly", Deadly)
    with pytest.raises(Stopped, match="a worker process died"):
        ludex.simulate(DUEL, fights=8, policies={"party": "deadly"}, workers=2)


def test_an_interrupt_gives_what_is_known_so_far() -> None:
    def interrupt(fights: int, won: object) -> None:
        if fights == 8:
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match="interrupted after") as stopped:
        ludex.simulate(DUEL, fights=400, workers=1, progress=interrupt)
    assert stopped.value.interrupted
    assert isinstance(stopped.value.so_far, Result)
    assert stopped.value.so_far.fights == 8


def test_a_fight_is_counted_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def row(*counted: Any) -> FightRow:
        signal.raise_signal(signal.SIGINT)  # the winner is counted already
        return FightRow(*counted)

    monkeypatch.setattr(gather, "FightRow", row)
    with pytest.raises(Stopped, match="interrupted after 1 fight") as stopped:
        ludex.simulate(DUEL, fights=400, workers=1)
    assert isinstance(stopped.value.so_far, Result)
    assert stopped.value.so_far.fights == 1


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ({"fights": -1}, "fights"), ({"width": 1.5}, "width"), ({"seed": -3}, "seed"), ({"workers": -1}, "workers"),
        ({"policies": "brilliant"}, "brilliant"), ({"policies": {"bystanders": "simple"}}, "bystanders"),
        ({"settings": {"beings.nobody.hp": 3}}, "nobody"), ({"settings": {"content.weapon.reef_bow": 3}}, "FIELD"),
    ],
)  # fmt: skip
def test_bad_questions_are_refused_before_the_first_fight(asked: dict[str, Any], word: str) -> None:
    with pytest.raises(BadInput, match=word):
        ludex.simulate(DUEL, **asked)


def test_a_start_can_be_sent_anywhere() -> None:
    given = variant(DUEL)
    again = start(given.scene, given.where, given.policies)
    assert again == given.start
    assert hash(again) == hash(given.start)
    assert Plan(seed=2).fight_seed(5) == 2_000_005


def test_who_lay_there_before_is_not_counted_as_brought_down() -> None:
    lying = {"a2": {"hp": 0, "conditions": ["Out"], "plating": 0}}
    result = ludex.simulate(mirror(**lying), fights=6, workers=1)
    down = {row.id: row.down.count for row in result.beings}
    assert down["a2"] == 0
    assert any(down.values())
