"""Questions that no longer matter when something has changed: nobody is asked again, and what is left comes of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.referee.live import Live
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.show.questions import QUESTIONS
from ludex.games.navyblue.state import Scene
from tests.games.navyblue.test_refused_answers import table

Given = Command | list[int] | str | bool  # a command, the faces of dice, or an answer

RAT = {"side": "foes", "at": "z0_0"}
ANN = {"at": "z0_0"}
PIT = {"zone": "z0_0", "depth": 1}
SKY = {
    "zones": [
        *({"id": name, "name": name, "at": (x, 0)} for x, name in enumerate(("west", "mid", "east"))),
        {"id": "sky", "name": "Sky", "at": (0, 2), "air": True},
    ],
    "links": [("west", "sky"), ("mid", "sky")],
}
DIES = command(GM, "inflict", being="ann", condition="Dead")
WEST = command(GM, "place", being="ann", at="west")
GLIDER = {"features": ["gliding_wings"]}
GONE = command(GM, "pacify", being="rat")
LEAPS = command("ann", "leap", to="z2_0", over=("z1_0",))
RESPITE = command(GM, "respite")
BLOCKED = {"zones": ["z0_0", "z1_0"], "state": "blocked", "known": True}
MET = (command(GM, "reaction", who=("rat",), reaction="Indifferent"),)


class Row(NamedTuple):
    rule: str
    who: str
    tables: dict[str, Any]
    given: tuple[Given, ...]  # up to the question
    change: Command
    options: dict[str, Any] = {}
    comes: tuple[str, ...] = ()  # the rulings after that of the change, with their rule where something stops


def sets(what: str, field: str, value: Any) -> Command:
    return command(GM, "set", what=what, field=field, value=value)


def fight(beings: dict[str, Any], of: str = "ann", **more: Any) -> dict[str, Any]:
    """With somebody on each side who has nothing to do with it, so that nothing is decided by one who drops out."""
    others = {"bob": {"at": "z2_0"}, "bat": {"side": "foes", "at": "z2_0"}}
    return {"turn": of, "board": {"width": 4}, "beings": {**beings, **others}, **more}


def above(ann: dict[str, Any]) -> dict[str, Any]:
    beings = {"ann": {"at": "sky", **ann}, "bob": {"at": "east"}, "rat": {"side": "foes", "at": "east"}}
    return {"turn": "ann", "board": SKY, "beings": beings}


def peace(ann: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"mode": "adventure", "place": {"safe": True}, "beings": {"ann": ann, "bob": {}}, **more}


def attack(weapon: str, *answers: Given) -> tuple[Given, ...]:
    return (command("ann", "attack", weapon=weapon, target="rat"), *answers)


def learning(level: int) -> dict[str, Any]:
    return peace({"level": level, "archetype": "Warrior" if level else "", "experience": 5 + 2 * level})


def meeting(mode: str = "dungeon") -> dict[str, Any]:
    return {"mode": mode, "board": {"width": 1}, "beings": {"ann": {}, "rat": {"side": "foes"}}}


JOURNEY = {"mode": "traversal", "scene": {"watch": {"block": 3, "interval": 4, "rolled": True}}, "beings": {"ann": {}}}
PASSES = command(GM, "pass_interval")
HOOKED = fight({"ann": {**ANN, "held": ["boathook"]}, "rat": {**RAT, "at": "z1_0"}})
WHIPPED = fight({"ann": {**ANN, "archetype": "Adept", "held": ["whip"]}, "rat": {**RAT, "held": ["cutlass", "rapier"]}})
STRUCK = fight({"ann": {**ANN, "held": ["cutlass"]}, "rat": RAT})
SHIELDED = fight({"ann": ANN, "rat": {**RAT, "held": ["buckler", "round_shield"]}})
WARDED = fight({"ann": {**ANN, "archetype": "Warrior", "features": ["grit"]}, "rat": RAT})
SEARCHED = {
    "mode": "dungeon",
    "board": {"width": 1},
    "place": {"searchable": ["z0_0"], "searched": ["z0_0"]},
    "beings": {"ann": {}},
}
CLIMBING = fight({"ann": ANN, "rat": {**RAT, "at": "z2_0"}}, pits=[PIT])
CLIMBS, CHECKED = command("ann", "move", to="z1_0"), {"opt_pit_exit": "check"}
BOTH = (("grit", "Rest"), ("unyielding", "Rest"))
TWICE_WARDED = fight({"ann": {**ANN, "archetype": "Warrior", "features": ["grit", "unyielding"]}, "rat": RAT})
SWEPT = fight({"ann": ANN, "ben": ANN, "golem": {"from": "anchor_golem", "at": "z0_0"}}, "golem")
DONNING = fight({"ann": {**ANN, "carried": ["padded_coat"]}, "rat": RAT})

ROWS = [
    Row("nb.attack.defend_with", "rat", STRUCK, attack("cutlass"), GONE, comes=("stops nb.fight.end", "morale_due")),
    Row(
        "nb.attack.defend_with",
        "rat",
        STRUCK,
        attack("cutlass"),
        sets("ann", "held", ()),
        comes=("stops nb.item.weapon",),
    ),
    Row(
        "nb.attack.defend_with",
        "rat",
        STRUCK,
        attack("cutlass", [3, 4]),
        GONE,
        {"opt_defend_after_roll": True},
        comes=("morale_due",),
    ),
    Row("nb.shield.hand", "rat", SHIELDED, attack("fists", "Finesse"), DIES, comes=("stops nb.death.pc",)),
    Row("nb.shield.hand", "rat", SHIELDED, attack("fists", "Finesse"), sets("rat", "held", ("buckler",))),
    Row("nb.action.attack", "ann", HOOKED, attack("boathook", "Brawn", [4, 4]), GONE, comes=("morale_due",)),
    Row(
        "nb.action.attack",
        "ann",
        HOOKED,
        attack("boathook", "Brawn", [4, 4]),
        command(GM, "place", being="rat", at="z3_0"),
    ),
    Row("nb.maneuver.drop", "ann", WHIPPED, attack("whip", "Finesse", [6, 5]), GONE, comes=("morale_due",)),
    Row(
        "nb.maneuver.drop",
        "ann",
        WHIPPED,
        attack("whip", "Finesse", [6, 5]),
        sets("rat", "held", ("cutlass",)),
        comes=("let_go",),
    ),
    Row("nb.injury.choice", "ann", STRUCK, (command(GM, "injure", target="ann", amount=2),), DIES),
    Row(
        "nb.injury.choice",
        "ann",
        STRUCK,
        (command(GM, "injure", target="ann", amount=2),),
        command(GM, "injure", target="ann", amount=10),
        comes=("damage",),
    ),
    Row("nb.feature.tags", "ann", WARDED, (command(GM, "injure", target="ann", amount=2),), DIES),
    Row(
        "nb.feature.tags",
        "ann",
        WARDED,
        (command(GM, "injure", target="ann", amount=2),),
        sets("ann", "used", (("grit", "Rest"),)),
    ),
    Row("nb.heal.injuries", "ann", peace({"marked": [1, 2]}), (command(GM, "mend", target="ann"),), DIES),
    Row(
        "nb.heal.injuries",
        "ann",
        peace({"marked": [1, 2]}),
        (command(GM, "mend", target="ann"),),
        sets("ann", "marked", (1,)),
        comes=("mends",),
    ),
    Row("nb.direct.falling", GM, STRUCK, (command(GM, "fall", being="ann"),), DIES, {"opt_fall_injuries": "director"}),
    Row(
        "nb.direct.falling",
        GM,
        above(GLIDER),
        (sets("ann", "features", ()), command("ann", "end_turn")),
        WEST,
        comes=("turn",),
    ),
    Row("nb.zone.air", "ann", above(GLIDER), (command("ann", "end_turn"),), WEST, comes=("turn",)),
    Row(
        "nb.init.alternate",
        "party",
        fight({"ann": ANN, "rat": RAT}, "bat", scene={"first": "party"}),
        (command("bat", "end_turn"),),
        DIES,
        comes=("turn",),
    ),
    Row(
        "nb.leap.check",
        GM,
        STRUCK,
        (LEAPS,),
        command(GM, "inflict", being="ann", condition="Prone"),
        comes=("stops nb.maneuver.leap",),
    ),
    Row(
        "nb.leap.check",
        GM,
        STRUCK,
        (LEAPS,),
        command(GM, "pit", zone="z2_0"),
        comes=("leaps", "falls_in", "falls", "condition"),
    ),
    Row("nb.leap.check", "ann", STRUCK, (LEAPS, True), DIES),
    Row("nb.zone.pit", GM, CLIMBING, (CLIMBS,), sets("scene", "pits", ()), CHECKED, comes=("moves",)),
    Row("nb.zone.pit", GM, CLIMBING, (CLIMBS,), DIES, CHECKED, comes=("stops nb.death.pc",)),
    Row(
        "nb.zone.pit",
        "ann",
        CLIMBING,
        (CLIMBS, "Hard"),
        command(GM, "place", being="ann", at="z2_0"),
        CHECKED,
        comes=("stops nb.maneuver.move",),
    ),
    Row(
        "nb.maneuver.unblock",
        GM,
        fight({"ann": ANN, "rat": RAT}, doors=[BLOCKED]),
        (command("ann", "unblock", what="z1_0", by="Logic"),),
        command(GM, "door", one="z0_0", other="z1_0", state="open"),
        comes=("stops nb.maneuver.unblock",),
    ),
    Row(
        "nb.item.armour_slots",
        GM,
        DONNING,
        (command("ann", "wear", thing="padded_coat"),),
        DIES,
        {"opt_don_in_fight": True},
        comes=("stops nb.death.pc",),
    ),
    Row(
        "nb.item.armour_slots",
        GM,
        DONNING,
        (command("ann", "wear", thing="padded_coat"),),
        sets("ann", "carried", ()),
        {"opt_don_in_fight": True},
        comes=("stops nb.item.armour_slots",),
    ),
    Row(
        "nb.reaction.table",
        GM,
        meeting(),
        (command(GM, "reaction", who=("rat",)), [4, 4]),
        command(GM, "inflict", being="rat", condition="Dead"),
    ),
    Row(
        "nb.reaction.table",
        GM,
        meeting(),
        (command(GM, "reaction", who=("rat",)), [4, 4]),
        command(GM, "reaction", who=("rat",), reaction="Welcoming"),
    ),
    Row(
        "nb.reaction.table",
        GM,
        meeting(),
        (*MET, command("ann", "part_ways")),
        command(GM, "meet_ends"),
        comes=("condition",),
    ),
    Row(
        "nb.xp.combat",
        GM,
        meeting(),
        (*MET, command("ann", "parley"), [4, 4]),
        command(GM, "meet_ends"),
        comes=("condition",),
    ),
    Row(
        "nb.xp.avoid",
        GM,
        meeting(),
        (*MET, command("ann", "sneak_past"), [4, 4]),
        command(GM, "meet_ends"),
        comes=("condition",),
    ),
    Row(
        "nb.respite",
        GM,
        peace({"vigor": 1}),
        (command("ann", "respite"),),
        command(GM, "set_place", safe=False),
        comes=("stops nb.respite",),
    ),
    Row("nb.respite", "party", JOURNEY, (PASSES, True), command(GM, "set_place", safe=False)),
    Row(
        "nb.xp.roleplay",
        GM,
        SEARCHED,
        (command("ann", "leave_dungeon"),),
        command(GM, "join", who="wrecker", at="z0_0"),
    ),
    Row("nb.arch.pick_one", "ann", learning(0), (RESPITE,), DIES, comes=("rested",)),
    Row("nb.attr.raise_every_four", "ann", learning(3), (RESPITE,), DIES, comes=("rested",)),
    Row("nb.gap.features", "ann", learning(1), (RESPITE,), DIES, comes=("rested",)),
    Row("nb.gap.skills", "ann", learning(2), (RESPITE,), DIES, comes=("rested",)),
    Row(
        "nb.lang.later",
        GM,
        peace({"language_points": 1}),
        (command("ann", "learn_language", language="skirl", half="read"),),
        sets("ann", "language_points", 0),
        comes=("stops nb.lang.later",),
    ),
    Row(
        "nb.attack.defend_with",
        "ann",
        SWEPT,
        (command("golem", "attack", weapon="chain_sweep", zone="z0_0"),),
        command(GM, "pacify", being="golem"),
        comes=("stops nb.fight.end", "morale_due"),
    ),
    Row(
        "nb.feature.tags",
        "ann",
        TWICE_WARDED,
        (command(GM, "injure", target="ann", amount=3),),
        sets("ann", "used", BOTH),
    ),
    Row("nb.zone.pit", "ann", CLIMBING, (CLIMBS, "Hard"), sets("scene", "pits", ()), CHECKED, ("moves",)),
]

ALWAYS_MATTERS = {"nb.tenet.specific_beats_general"}


def test_there_is_a_row_for_every_question() -> None:
    assert {row.rule for row in ROWS} | ALWAYS_MATTERS == set(QUESTIONS)


def asked(row: Row) -> Live[Scene]:
    """The question of the row is open."""
    live = table(**row.tables, options=NAVYBLUE.rulebook.check_options(row.options))
    for given in row.given:
        if isinstance(given, Command):
            live.perform(given)
        elif isinstance(given, list):
            live.fell(tuple(given))
        else:
            live.answer(given)
    return live


def is_open(live: Live[Scene], row: Row) -> bool:
    return isinstance(live.open, Question) and (live.open.rule, live.open.who) == (row.rule, row.who)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.rule}-{row.who}-{row.change.name}")
def test_a_question_that_no_longer_matters_is_not_asked_again(row: Row) -> None:
    live = asked(row)
    assert is_open(live, row), live.open
    before = len(live.recorder.rulings)
    live.answer(Interject(row.change))
    assert not is_open(live, row)
    made = live.recorder.rulings[before + 1 :]
    assert tuple(f"stops {r.rule}" if r.kind == "stops" else r.kind for r in made) == row.comes


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.rule}-{row.who}-{row.change.name}")
def test_it_is_asked_again_where_something_else_has_changed(row: Row) -> None:
    live = asked(row)
    live.answer(Interject(command(GM, "tell", words="A bell.")))
    assert is_open(live, row), live.open
