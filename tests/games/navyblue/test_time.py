"""Chances of a day: Random Encounters in Traversal and Dungeoneering, and how those take it who are met."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.dice import dice, distribution
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.referee.exact import foresee
from ludex.games.navyblue.book.adventure.encounters import ATTITUDES
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.state import Being, Scene


class Usual:
    """Takes the default of every question."""

    checked = False

    def choose(self, scene: Scene, being: Being) -> Command:
        raise NotImplementedError

    def answer(self, scene: Scene, question: Question) -> Plain:
        return question.default


def nobody_comes(mode: str, activity: str, **watch: Any) -> Fraction:
    """The chance that an interval, and the start of the next, bring no Random Encounter."""
    tables = {"game": "navyblue", "board": "coast_road", "mode": mode, "beings": {"marlow": {}}}
    tables["place"] = {"encounters": "dungeoneering_encounters"}  # in which somebody is met by every row
    scene = cast(Scene, scene_from({**tables, "scene": {"watch": {"days": 2, **watch}}}, "test").scene)
    after = foresee(scene, command("marlow", activity, together=False), Usual())
    return sum((weight for then, weight in after.scenes if len(then.beings) == 1 and not then.meeting), Fraction())


def test_the_chance_of_a_quiet_day_on_the_road() -> None:
    travel = nobody_comes("traversal", "travel", block=1, interval=2)
    camping = nobody_comes("traversal", "eat", block=2, interval=2)
    rest = [nobody_comes("traversal", "watch", block=3, interval=interval) for interval in (1, 2, 3, 4)]
    assert (travel, camping, rest) == (Fraction(5, 6), Fraction(5, 6), [Fraction(19, 20)] * 4)
    assert round(float(travel * camping * rest[0] ** 4), 4) == 0.5656


def test_other_intervals_of_travel_and_camp_are_quiet() -> None:
    others = [("travel", 1, 1), ("travel", 1, 3), ("travel", 1, 4), ("eat", 2, 1), ("eat", 2, 3), ("eat", 2, 4)]
    for activity, block, interval in others:
        assert nobody_comes("traversal", activity, block=block, interval=interval) == 1


def test_the_chance_of_a_quiet_hour_underground() -> None:
    starts = [nobody_comes("dungeon", "pause", interval=interval, rolled=True) for interval in (1, 2, 3, 4, 5, 6)]
    assert starts == [Fraction(5, 6), 1, Fraction(5, 6), 1, Fraction(5, 6), 1]
    assert starts[0] * starts[2] * starts[4] == Fraction(125, 216)


def test_in_a_safe_place_the_party_goes_on_while_a_respite_would_do_good() -> None:
    tables = {"game": "navyblue", "mode": "adventure", "place": {"safe": True}}
    hurt = cast(Scene, scene_from({**tables, "beings": {"marlow": {"vigor": 3}, "ione": {}}}, "test").scene)
    assert NAVYBLUE.to_act(hurt) == "marlow"
    for rested in foresee(hurt, command("marlow", "respite"), Usual()).scenes:
        assert NAVYBLUE.to_act(rested[0]) == ""
    for enough in foresee(hurt, command("ione", "be_done"), Usual()).scenes:
        assert NAVYBLUE.to_act(enough[0]) == ""
    due = scene_from({**tables, "beings": {"marlow": {"experience": 7}}}, "test").scene
    unhurt = scene_from({**tables, "beings": {"marlow": {}}}, "test").scene
    unsafe = scene_from({**tables, "place": {}, "beings": {"marlow": {"vigor": 3}}}, "test").scene
    assert [NAVYBLUE.to_act(cast(Scene, scene)) for scene in (due, unhurt, unsafe)] == ["marlow", "", ""]


def test_the_odds_of_the_reaction_table() -> None:
    odds = distribution(dice(2, 6), ATTITUDES)
    found = dict(odds.weights)
    assert odds.total == 36
    assert found == {"Violent": 3, "Defensive": 12, "Indifferent": 11, "Inquisitive": 7, "Welcoming": 3}
