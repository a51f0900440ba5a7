"""What the Director does while somebody is asked: the rule looks at the world again when the answer comes."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.referee.live import Live
from ludex.games.navyblue.state import Scene
from tests.games.navyblue.test_refused_answers import table


def asked(live: Live[Scene], rule: str, **about: Any) -> None:
    """The question is open, is about this, and its usual answer may be given."""
    question = live.open
    assert isinstance(question, Question)
    assert question.rule == rule
    assert about.items() <= question.about.items()
    assert question.domain.fault(question.default) == ""


def meanwhile(live: Live[Scene], name: str, **given: Any) -> None:
    live.answer(Interject(command("gm", name, **given)))


def brawl() -> Live[Scene]:
    foes = {name: {"side": "foes"} for name in ("guard", "other", "third")}
    return table(turn="ann", board={"width": 1}, beings={"ann": {"held": ["cutlass"]}, "bob": {}, **foes})


@pytest.mark.rule("nb.injury.choice")
def test_injuries_go_into_the_slots_that_are_left() -> None:
    live = table(beings={"ann": {"vigor": 0}})
    live.perform(command("gm", "damage", target="ann", amount=3))
    asked(live, "nb.injury.choice")
    meanwhile(live, "injure", target="ann", amount=4)
    live.answer((1, 2, 3, 4))
    asked(live, "nb.injury.choice", amount=3)
    live.answer((5, 6, 7))
    assert live.scene.beings["ann"].injuries == 7


@pytest.mark.rule("nb.heal.injuries")
def test_no_more_injuries_heal_than_are_left() -> None:
    live = table(beings={"ann": {"marked": [1, 2, 3, 4]}})
    live.perform(command("gm", "mend", target="ann", amount=2))
    asked(live, "nb.heal.injuries")
    meanwhile(live, "mend", target="ann")
    live.answer((1,))
    asked(live, "nb.heal.injuries", amount=2)
    live.answer((3, 4))
    assert live.scene.beings["ann"].injuries == 1


@pytest.mark.rule("nb.feature.tags")
def test_a_feature_wards_injuries_off_as_often_as_it_may() -> None:
    live = table(beings={"ann": {"archetype": "Warrior", "level": 1, "features": ["grit"]}})
    live.perform(command("gm", "injure", target="ann", amount=1))
    meanwhile(live, "injure", target="ann", amount=1)
    live.answer(True)
    asked(live, "nb.injury.choice", amount=1)
    live.answer((1,))
    assert live.scene.beings["ann"].injuries == 1


@pytest.mark.rule("nb.attack.defend_with")
def test_who_is_out_of_the_fight_is_not_struck_any_more() -> None:
    live = brawl()
    live.perform(command("ann", "attack", weapon="cutlass", target="guard", attr="Brawn"))
    asked(live, "nb.attack.defend_with")
    meanwhile(live, "pacify", being="guard")
    assert live.open is None
    assert live.scene.beings["guard"].vigor == live.scene.beings["other"].vigor


@pytest.mark.rule("nb.attack.defend_with")
def test_the_dead_strike_nobody() -> None:
    live = brawl()
    live.perform(command("ann", "attack", weapon="cutlass", target="guard", attr="Brawn"))
    meanwhile(live, "damage", target="ann", amount=60)
    assert "Dead" in live.shown.beings["ann"].states
    assert isinstance(live.open, Question)  # who acts next
    assert live.open.rule == "nb.init.alternate"


@pytest.mark.rule("nb.attack.roll_once")
def test_who_is_out_of_the_fight_by_then_is_not_struck_after_others() -> None:
    beings = {"ann": {"vigor": 1}, "ben": {"vigor": 2}, "golem": {"from": "anchor_golem"}}
    live = table(turn="golem", board={"width": 1}, beings=beings)
    live.perform(command("golem", "attack", weapon="chain_sweep", zone="z0_0"))
    live.answer("Brawn")
    live.answer("Finesse")
    live.fell((5, 5))
    asked(live, "nb.injury.choice", amount=4)
    meanwhile(live, "pacify", being="ben")
    live.answer((1, 2, 3, 4))
    assert live.open is None
    assert live.scene.beings["ann"].injuries == 4
    assert live.scene.beings["ben"].vigor == 2


@pytest.mark.rule("nb.shield.hand")
def test_a_shield_that_is_gone_is_not_picked() -> None:
    ann = {"held": ["buckler", "round_shield"]}
    live = table(turn="rat", board={"width": 1}, beings={"ann": ann, "rat": {"side": "foes"}})
    live.perform(command("rat", "attack", weapon="fists", target="ann"))
    live.answer("Finesse")
    asked(live, "nb.shield.hand", thresholds=((6, 7, 10), (3, 7, 12)))
    meanwhile(live, "set", what="ann", field="held", value=("round_shield",))
    live.fell((2, 3))  # a Glancing Blow, that the buckler would have turned
    assert live.scene.beings["ann"].vigor == 8


@pytest.mark.rule("nb.maneuver.leap")
def test_who_was_put_elsewhere_does_not_leap_from_there() -> None:
    live = table(turn="ann", beings={"ann": {"at": "z0_0"}, "rat": {"side": "foes", "at": "z0_0"}})
    live.perform(command("ann", "leap", to="z2_0", over=("z1_0",)))
    asked(live, "nb.leap.check")
    meanwhile(live, "place", being="ann", at="z1_0")
    assert live.scene.beings["ann"].at == "z1_0"


@pytest.mark.rule("nb.zone.air")
def test_a_glider_that_is_on_the_ground_already_does_not_land() -> None:
    sky = {"id": "sky", "name": "Sky", "at": (0, 2), "air": True}
    ground = [{"id": name, "name": name, "at": (x, 0)} for x, name in enumerate(("west", "mid", "east"))]
    board = {"zones": [*ground, sky], "links": [("west", "sky"), ("mid", "sky")]}
    beings = {"ann": {"at": "sky", "features": ["gliding_wings"]}, "rat": {"side": "foes", "at": "west"}}
    live = table(turn="ann", board=board, beings=beings)
    live.perform(command("ann", "end_turn"))
    asked(live, "nb.zone.air")
    meanwhile(live, "place", being="ann", at="west")
    assert live.shown.beings["ann"].at == "west"
    assert not [ruling for ruling in live.recorder.rulings if ruling.kind == "lands"]


@pytest.mark.rule("nb.reaction.table")
def test_a_meeting_that_is_over_is_not_settled_again() -> None:
    live = table(mode="dungeon", board={"width": 1}, beings={"ann": {}, "rat": {"side": "foes"}})
    live.perform(command("gm", "reaction", who=("rat",), reaction="Indifferent"))
    live.perform(command("ann", "part_ways"))
    asked(live, "nb.reaction.table")
    meanwhile(live, "meet_ends", how="parted")
    assert live.open is None
    assert live.scene.beings["ann"].experience == 0
