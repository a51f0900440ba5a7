"""What changes in the middle of something, and what comes of it by the book."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Interject, Question, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Live
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.state import Scene
from ludex.table.know.rolls import lines_of
from tests.games.navyblue.test_refused_answers import table

GUARD = {"guard": {"side": "foes"}, "other": {"side": "foes"}}


def meanwhile(live: Live[Scene], name: str, **given: Any) -> None:
    live.answer(Interject(command("gm", name, **given)))


def told(live: Live[Scene], kind: str) -> list[str]:
    return [ruling.rule for ruling in live.recorder.rulings if ruling.kind == kind]


def attack() -> Live[Scene]:
    """Ann strikes at a guard, who is asked what to defend with."""
    live = table(
        turn="ann", board={"width": 3}, beings={"ann": {"at": "z0_0", "held": ["cutlass"]}, "bob": {}, **GUARD}
    )
    for name in ("guard", "other"):
        live.perform(command("gm", "place", being=name, at="z0_0"))
    live.perform(command("ann", "attack", weapon="cutlass", target="guard", attr="Brawn"))
    return live


# what the Director brings about while the guard picks a defence -> the rule by which the attack comes to nothing
BEFORE_THE_ROLL = [
    ("nb.item.weapon", "set", {"what": "ann", "field": "held", "value": ()}),
    ("nb.item.weapon", "inflict", {"being": "ann", "condition": "Lacking", "note": "cutlass"}),
    ("nb.morale.break", "inflict", {"being": "ann", "condition": "Fleeing"}),
    ("nb.morale.break", "inflict", {"being": "ann", "condition": "Surrendered"}),
    ("nb.morale.break", "inflict", {"being": "ann", "condition": "Fled"}),
    ("nb.fight.end", "pacify", {"being": "ann"}),
    ("nb.death.pc", "inflict", {"being": "ann", "condition": "Dead"}),
    ("nb.death.pc", "damage", {"target": "ann", "amount": 60}),
    ("nb.reach.values", "place", {"being": "guard", "at": "z2_0"}),
    ("nb.reach.values", "place", {"being": "ann", "at": "z2_0"}),
    ("nb.gap.sight", "inflict", {"being": "guard", "condition": "Hidden"}),
    ("nb.fight.end", "inflict", {"being": "guard", "condition": "Dead"}),
]


@pytest.mark.parametrize(("rule", "name", "given"), BEFORE_THE_ROLL)
def test_an_attack_comes_to_nothing_before_its_roll(rule: str, name: str, given: dict[str, Any]) -> None:
    live = attack()
    vigor = live.scene.beings["guard"].vigor
    meanwhile(live, name, **given)
    assert told(live, "stops") == [rule]
    assert not told(live, "attack")
    assert live.shown.beings["guard"].vigor in (vigor, 0)


def test_prone_in_the_middle_of_a_leap_nobody_leaps() -> None:
    live = table(turn="ann", beings={"ann": {"at": "z0_0"}, "rat": {"side": "foes", "at": "z0_0"}})
    live.perform(command("ann", "leap", to="z2_0", over=("z1_0",)))
    meanwhile(live, "inflict", being="ann", condition="Prone")
    assert live.scene.beings["ann"].at == "z0_0"
    assert live.scene.beings["ann"].motion == 1  # what was paid is gone
    assert told(live, "stops") == ["nb.maneuver.leap"]


def test_a_fight_is_over_at_once_whoever_was_to_be_chosen() -> None:
    live = table(turn="rat", board={"width": 1}, beings={"ann": {}, "bob": {}, "rat": {"side": "foes"}})
    live.perform(command("rat", "end_turn"))
    assert live.open is not None
    meanwhile(live, "pacify", being="rat")
    assert live.open is None
    assert live.scene.mode == "adventure"
    assert not told(live, "turn")


def test_a_fight_breaks_a_respite_off() -> None:
    beings = {"ann": {"vigor": 1}, "rat": {"side": "foes"}}
    live = table(mode="adventure", board={"width": 1}, place={"safe": True}, beings=beings)
    live.perform(command("ann", "respite"))
    meanwhile(live, "fight", surprised="foes")
    assert live.scene.mode == "fight"
    assert live.scene.beings["ann"].vigor == 1


def test_nobody_recovers_who_has_died_in_the_middle_of_a_respite() -> None:
    ann = {"marked": [1, 2, 3, 4], "vigor": 1}
    live = table(mode="adventure", place={"safe": True}, beings={"ann": ann, "bob": {}})
    live.perform(command("gm", "respite"))
    meanwhile(live, "inflict", being="ann", condition="Dead")
    assert live.shown.beings["ann"].vigor == 0
    assert "Dead" in live.shown.beings["ann"].states


def test_who_is_brought_back_lives_with_1_vigor() -> None:
    live = table(turn="ann", beings={"ann": {}, "rat": {"side": "foes"}, **GUARD})
    live.perform(command("gm", "inflict", being="rat", condition="Dead"))
    assert live.scene.beings["rat"].vigor == 0
    live.perform(command("gm", "relieve", being="rat", condition="Dead"))
    assert live.scene.beings["rat"].vigor == 1


@pytest.mark.parametrize(("condition", "rule"), [("Asleep", "nb.fight.start"), ("Unmet", "nb.gap.sight")])
def test_what_cannot_befall_anybody_in_a_fight(condition: str, rule: str) -> None:
    live = table(turn="ann", beings={"ann": {}, "rat": {"side": "foes"}})
    with pytest.raises(Refused) as refused:
        live.perform(command("gm", "inflict", being="rat", condition=condition))
    assert refused.value.refusal.rule == rule


def test_who_falls_asleep_does_not_hold_up_the_others() -> None:
    live = table(mode="dungeon", beings={"ann": {}, "bob": {}})
    live.perform(command("gm", "inflict", being="ann", condition="Asleep"))
    live.perform(command("bob", "wait"))
    assert live.shown.watch.interval == 2
    assert "Asleep" not in live.shown.beings["ann"].states


def choosing() -> Live[Scene]:
    """A side that may pass has to choose; Rat has acted, Bat has not."""
    options = NAVYBLUE.rulebook.check_options({"opt_side_may_pass": True})
    foes = {name: {"side": "foes", "at": "z2_0"} for name in ("rat", "bat")}
    beings = {"ann": {}, "bob": {}, "cal": {}, **foes}
    turn = {"of": "rat", "acted": ["ann", "rat"]}
    live = table(turn=turn, scene={"first": "party"}, options=options, beings=beings)
    live.perform(command("rat", "end_turn"))
    assert isinstance(live.open, Question)
    assert tuple(live.open.domain.some()) == ("bob", "cal", "")
    return live


@pytest.mark.rule("nb.init.alternate")
def test_a_side_cannot_pass_to_one_that_has_nobody_left_to_act() -> None:
    live = choosing()
    meanwhile(live, "pacify", being="bat")
    assert isinstance(live.open, Question)
    assert tuple(live.open.domain.some()) == ("bob", "cal")


@pytest.mark.rule("nb.init.alternate")
def test_a_side_without_anybody_left_to_choose_has_not_passed() -> None:
    live = choosing()
    meanwhile(live, "pacify", being="bob")
    meanwhile(live, "pacify", being="cal")
    assert live.scene.turns.current == "bat"
    assert not told(live, "side_passes")
    assert not live.scene.passed


@pytest.mark.rule("nb.init.alternate")
def test_who_is_the_only_one_left_acts_without_being_chosen() -> None:
    live = choosing()
    meanwhile(live, "pacify", being="bat")
    meanwhile(live, "pacify", being="cal")
    assert live.shown.turns.current == "bob"


@pytest.mark.parametrize("condition", ["Asleep", "Fleeing"])
def test_an_interval_passes_for_who_cannot_do_what_they_have_chosen(condition: str) -> None:
    place = {"searchable": ["z0_0"]}
    live = table(mode="dungeon", board={"width": 1}, place=place, beings={"ann": {}, "bob": {}})
    live.perform(command("ann", "search"))
    live.perform(command("gm", "set", what="ann", field="conditions", value=(condition,)))
    live.perform(command("bob", "wait"))
    assert live.shown.watch.interval == 2
    assert live.shown.place.searched == ()
    assert len(told(live, "stops")) == 1


def test_nobody_is_put_to_sleep_in_a_fight() -> None:
    live = table(turn="ann", beings={"ann": {}, "rat": {"side": "foes"}})
    with pytest.raises(BadInput, match="nobody sleeps in a fight"):
        live.perform(command("gm", "set", what="ann", field="conditions", value=("Asleep",)))
    live.perform(command("ann", "end_turn"))
    assert live.scene.turns.current == "rat"


@pytest.mark.rule("nb.maneuver.unblock")
@pytest.mark.parametrize(("agreed", "by"), [(True, "Logic"), (False, "Brawn")])
def test_what_bars_the_way_by_then_is_what_is_cleared(agreed: bool, by: str) -> None:
    door = {"zones": ["z0_0", "z1_0"], "state": "locked", "known": True}
    beings = {"ann": {"at": "z0_0"}, "rat": {"side": "foes", "at": "z0_0"}}
    live = table(turn="ann", doors=[door], beings=beings)
    live.perform(command("ann", "unblock", what="z1_0", by="Logic"))
    meanwhile(live, "door", one="z0_0", other="z1_0", state="blocked", known=True)
    live.answer(agreed)
    assert isinstance(live.open, Roll)
    assert live.open.about is not None
    assert live.open.about["attribute"] == by
    assert live.open.about["skill"] == ""  # it is no lock any more


@pytest.mark.rule("nb.level.gains")
@pytest.mark.parametrize(
    ("level", "rule", "field", "value", "gone"),
    [
        (2, "nb.gap.skills", "skills", ("athletics",), "athletics"),
        (1, "nb.gap.features", "features", ("sever",), "sever"),
        (3, "nb.attr.raise_every_four", "attributes", {"Mettle": 5}, "Mettle"),
    ],
)
def test_what_somebody_has_by_then_is_not_chosen_with_a_level(
    level: int, rule: str, field: str, value: Any, gone: str
) -> None:
    ann = {"level": level, "archetype": "Warrior", "experience": 5 + 2 * level}
    live = table(mode="adventure", place={"safe": True}, beings={"ann": ann})
    live.perform(command("gm", "respite"))
    assert isinstance(live.open, Question)
    assert live.open.rule == rule
    assert gone in live.open.domain.some()
    meanwhile(live, "set", what="ann", field=field, value=value)
    assert isinstance(live.open, Question)
    assert live.open.rule == rule
    assert gone not in live.open.domain.some()


def test_whoever_attacks_from_hiding_does_no_more_with_it_than_to_be_seen() -> None:
    live = table(turn="ann", board={"width": 3}, beings={"ann": {"at": "z0_0", "held": ["cutlass"]}, **GUARD})
    live.perform(command("gm", "place", being="guard", at="z0_0"))
    live.perform(command("gm", "inflict", being="ann", condition="Hidden"))
    live.perform(command("ann", "attack", weapon="cutlass", target="guard", attr="Brawn"))
    seen = [ruling for ruling in live.recorder.rulings if ruling.kind == "condition_ends"]
    assert len(seen) == 1
    for actor, goes_along in {"ann": True, "guard": False}.items():
        assert [line.aside for line in lines_of(NAVYBLUE.face(), live.scene, seen, actor)] == [goes_along]
