"""What a script may list beside dice and answers: what is offered, odds, legality, cases, and what is left unlisted."""

from __future__ import annotations

import re
import tomllib
from typing import Any
from unittest.mock import Mock

import pytest

from ludex.core.content.content import ContentError
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Interject, Question, proceed
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.bluebox.game import BLUEBOX
from tests.scene_files import unmet

LEDGE = """
game = "bluebox"
turn = "onuri"
board = { q = [0, 9], r = [0, 3], heights = [{ hexes = [[0, 0], [1, 0]], m = 3 }] }
beings.onuri.at = [0, 0]
beings.vahki = { from = "vahki_patroller", at = [1, 0], hp = 14, plating = 4 }
beings.raider = { from = "vahki_patroller", at = [9, 0] }
content.character = [
  { id = "strong", name = "Strong", stats = { FOR = 5, DEX = 5, SPI = 5, CHA = 5, KNO = 5 }, hp = 20, plating = 0 },
]
"""


SHOVE = 'do = "shove"\nwith = { target = "vahki" }\n'


def faults(script: str) -> list[str]:
    return unmet(scene_from(tomllib.loads(LEDGE + script), "test"))


def step(listed: str) -> list[str]:
    return faults(f'[[script]]\nactor = "onuri"\n{listed}')


@pytest.mark.parametrize(
    "listed",
    [
        'offered = [{ do = "shove", with = { target = "vahki" } }, { do = "shove" }, { do = "move" }]',
        'not_offered = [{ do = "shove", with = { target = "raider" }, rule = "bb.action.shove" }]',
        'not_offered = [{ actor = "vahki", do = "end_turn", rule = "bb.ap.points", reason = "not Vahki" }]',
        'offered = [{ actor = "gm", do = "push", with = { source = "onuri", target = "vahki", m = 1 } }]',
        'do = "end_turn"\nnot_offered = [{ do = "shove", rule = "bb.ap.points" }]',
        'do = "end_turn"\noffered = [{ actor = "vahki", do = "end_turn" }]',
        SHOVE + 'odds = { total = 1, unexplored = 0, falls.vahki = 0 }',
        SHOVE + 'odds = { readings = { success = "1/2", decisive = "1/12" } }',
        'do = "end_turn"\nodds = { readings.decisive = 0, total = 1 }',
        'refused = ["bb.action.shove", "bb.ap.points"]\ndo = "shove"\nwith = { target = "raider" }',
        SHOVE + 'odds = { against = 8, readings = { success = "1/2", failure = "5/12" } }',
        SHOVE + 'odds = { gained.vahki.Back-footed = "7/12", expected.vahki.hp = "-35/24", harm.vahki.HP = "35/24" }',
        'entry = "onuri"',
    ],
)  # fmt: skip
def test_what_is_so_holds(listed: str) -> None:
    assert step(listed) == []


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        (
            'offered = [{ do = "shove", with = { target = "raider" } }]',
            'onuri: shove with { target = "raider" } is not offered: ',
        ),
        ('not_offered = [{ do = "shove" }]', "onuri: shove is offered"),
        (
            'not_offered = [{ do = "shove", with = { target = "raider" }, rule = "bb.ap.points" }]',
            "[bb.action.shove]; expected bb.ap.points",
        ),
        ('not_offered = [{ actor = "vahki", do = "end_turn", reason = "asleep" }]', "expected asleep"),
        (SHOVE + 'odds = { readings.success = "7/12" }', "odds: readings.success is 1/2, expected 7/12"),
        ('do = "shove"\nwith = { target = "raider" }\nodds = { total = 1 }', "refused: "),
        ('do = "shove"\nwith = { target = "raider" }\nrefused = ["bb.ap.points", "bb.size.hexes"]', "bb.size.hexes"),
        ('entry = "strong"', "strong: "),
        ('entry = "onuri"\nillegal = "bb.creation.steps"', "nothing is wrong with it; expected bb.creation.steps"),
    ],
)  # fmt: skip
def test_what_is_not_so_is_told(listed: str, said: str) -> None:
    (fault,) = step(listed)
    assert said in fault


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ('offered = [{ do = "shov" }]', "there is no action 'shov'"),
        ('not_offered = [{ do = "shove", rule = "bb.no.such" }]', "field not_offered"),
        ('odds = { total = 1 }', "a step with `odds` says of what: `do` is missing"),
        (SHOVE + 'odds = { chance = 1 }', "odds have no 'chance'"),
        (SHOVE + 'odds = { falls.nobody = 1 }', "there is no being 'nobody'"),
        (SHOVE + 'odds = { total = "all" }', "field odds.total: expected a fraction"),
        (SHOVE + 'odds = { total = "1/0" }', "field odds.total: expected a fraction"),
        (SHOVE + "odds = { readings.hit = 0 }", "there is no reading 'hit'; "),
        (SHOVE + "odds = { gained.vahki.Backfooted = 0 }", "did you mean Back-footed"),
        (SHOVE + "odds = { harm.vahki.hp = 0 }", "there is no field 'hp'; "),
        (SHOVE + "odds = { expected.vahki.hpp = 0 }", "did you mean hp"),
        (SHOVE + 'odds = { total = "1/0" }', "field odds.total"),
        (SHOVE + 'not_asked = ["bb.reaction.oportunity@vahki"]', "field not_asked"),
        (SHOVE + 'asked = ["bb.no.such"]', "field asked"),
        (SHOVE + 'unlisted = { "bb.no.such" = "decline" }', "field unlisted"),
        ('entry = "strongg"', "did you mean strong?"),
        ('illegal = "bb.creation.steps"', "`entry` says what is illegal"),
        ('entry = "onuri"\ndo = "move"', "looks at it and does nothing"),
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_said_with_its_step(listed: str, said: str) -> None:
    with pytest.raises(ContentError) as fault:
        step(listed)
    assert said in str(fault.value)
    assert "step 1" in str(fault.value)


def test_all_that_does_not_hold_after_a_step_is_told_at_once() -> None:
    told = step(SHOVE + 'dice = [1]\nrulings = [{ kind = "falls" }]\nexpect = { onuri.ap = 2, vahki.hp = 3 }')
    assert [fault.partition("): ")[2].partition(" is ")[0] for fault in told[1:]] == ["onuri.ap", "vahki.hp"]
    assert "no ruling like" in told[0]


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        (SHOVE + "dice = [1]\nexpect = { vahki.has.Prone = true }", "vahki.has.Prone is false, expected true"),
        (SHOVE + "dice = [1]\nexpect = { vahki.at = [3, 0] }", "vahki.at is [1, 0], expected [3, 0]"),
        (SHOVE + 'dice = [1]\nexpect = { vahki.conditions = ["Prone"] }', 'vahki.conditions is [], expected ["Prone"]'),
        (SHOVE + 'dice = [1]\nexpect = { onuri.name = "Vhor" }', 'onuri.name is "Onuri", expected "Vhor"'),
        (
            SHOVE + 'dice = [1]\nrulings = [{ kind = "roll", total = 9 }]',
            'no ruling like { kind = "roll", total = 9 };',
        ),
        (SHOVE + 'dice = [1]\nrulings = [{ kind = "falls" }]', "made were: roll"),
        (SHOVE + 'dice = [1]\nasked = ["bb.decisive.hit"]', "asked was nothing, expected bb.decisive.hit"),
        (SHOVE + "dice = [1, 2]", "dice left over: [2]"),
        (
            'not_offered = [{ do = "shove", with = { target = "vahki" } }]',
            'onuri: shove with { target = "vahki" } is off',
        ),
    ],
)
def test_values_are_told_as_the_file_spells_them(listed: str, said: str) -> None:
    (fault,) = step(listed)
    assert said in fault
    assert not re.search(r"True|False|None|\('|\['|\{'", fault)


def test_answers_of_odds_are_given_if_they_are_asked_for() -> None:
    assert step(SHOVE + 'answers = { "bb.plating.sacrifice" = 1 }\nodds = { total = 1 }') == []


def test_odds_that_are_others_tell_what_was_assumed() -> None:
    (fault, other) = step(SHOVE + "odds = { falls.vahki = 1, falls.onuri = 1 }")
    assert other.endswith("odds: falls.onuri is 0, expected 1")
    assert fault.endswith('odds: falls.vahki is 0, expected 1 (assumed: ask bb.decisive.hit of onuri: "shatter")')


def test_an_empty_table_is_expected_as_one() -> None:
    assert step("expect = { onuri.used = {} }") == []
    (fault,) = step("expect = { onuri.weapons = {} }")
    assert fault.endswith("expected {}")
    with pytest.raises(ContentError, match="expected a field of theirs, such as onuri"):
        step("expect = { onuri = {} }")


def test_a_case_with_nothing_in_it_is_a_mistake() -> None:
    with pytest.raises(ContentError, match="case 'Empty': nothing is in it"):
        faults('[[case]]\ntitle = "Empty"')


def test_odds_leave_the_scene_as_it_is() -> None:
    shove = 'actor = "onuri"\ndo = "shove"\nwith = { target = "vahki" }\n'
    looked = f"[[script]]\n{shove}odds = {{ readings.success = '1/2' }}\nexpect = {{ onuri.ap = 2, vahki.hp = 14 }}\n"
    assert faults(f"{looked}[[script]]\n{shove}dice = [1]\nexpect = {{ onuri.ap = 1 }}") == []


def test_a_case_without_a_title_is_called_by_its_number() -> None:
    (fault,) = faults("[[case]]\nexpect = { onuri.ap = 2 }\n[[case]]\nexpect = { onuri.ap = 3 }")
    assert fault == "case 2, step 0 (as set up): onuri.ap is 2, expected 3"
    with pytest.raises(ContentError, match="case 1: nothing is in it"):
        faults("[[case]]")


CASES = """
[[script]]
actor = "onuri"
do = "shove"
with = { target = "vahki" }
dice = [1]

[[case]]
title = "Once more"
[[case.script]]
note = "again"
actor = "onuri"
do = "shove"
with = { target = "vahki" }
dice = [6, 3]
expect = { vahki.hp = HP }

[[case]]
title = "Enough"
expect = { onuri.ap = 1, vahki.hp = 14 }
[[case.script]]
actor = "onuri"
do = "end_turn"
"""


def test_each_case_begins_where_the_script_has_ended() -> None:
    reports = run_script(scene_from(tomllib.loads(LEDGE + CASES.replace("HP", "11")), "test"))
    assert [(report.case, report.number, report.note) for report in reports] == [
        ("", 1, ""), ("Once more", 1, "again"), ("Enough", 0, ""), ("Enough", 1, ""),
    ]  # fmt: skip
    assert not any(report.faults for report in reports)


def test_a_case_that_fails_does_not_end_the_others() -> None:
    reports = run_script(scene_from(tomllib.loads(LEDGE + CASES.replace("HP", "10")), "test"))
    assert [report.case for report in reports if report.faults] == ["Once more"]
    assert reports[-1].case == "Enough"
    assert faults(CASES.replace("HP", "10")) == ["Once more, step 1 (onuri: shove): vahki.hp is 11, expected 10"]


PASSING = """
game = "bluebox"
turn = "mover"
board = { q = [0, 9], r = [0, 3] }
beings.mover.at = [1, 2]
beings.guard = { side = "foes", weapons = ["claws"], ready = ["claws"], at = [2, 2] }
"""
WALK = {"actor": "mover", "do": "move", "with": {"to": [[2, 1], [3, 1]]}}
ASKED = "bb.reaction.opportunity"


def passing(header: dict[str, Any], **listed: Any) -> list[str]:
    return unmet(scene_from({**tomllib.loads(PASSING), **header, "script": [{**WALK, **listed}]}, "test"))


@pytest.mark.parametrize(
    ("header", "listed", "holds"),
    [
        ({}, {}, False),
        ({"unlisted": "decline"}, {}, True),
        ({"unlisted": {ASKED: "decline"}}, {}, True),
        ({"unlisted": {f"{ASKED}@guard": "decline"}}, {}, True),
        ({"unlisted": {f"{ASKED}@other": "decline"}}, {}, False),
        ({}, {"unlisted": "decline"}, True),
        ({}, {"unlisted": {ASKED: "decline"}}, True),
        ({"unlisted": "decline"}, {"unlisted": {ASKED: "fail"}}, False),
        ({"unlisted": "decline"}, {"unlisted": {"bb.plating.sacrifice": "fail"}}, True),
    ],
)
def test_what_is_unlisted_fails_or_declines_by_the_nearest_word(
    header: dict[str, Any], listed: dict[str, Any], holds: bool
) -> None:
    assert (passing(header, **listed) == []) is holds


def test_a_reaction_that_may_not_be_taken_is_listed_as_refused() -> None:
    no = {"rule": ASKED, "who": "guard", "answer": "no"}
    staff = {"rule": ASKED, "who": "guard", "answer": "stun_staff", "refused": True}
    assert passing({}, answers=[staff, no], asked=[f"{ASKED}@guard"]) == []
    (fault,) = passing({}, answers=[{**no, "refused": True}, no])
    assert '"no" is listed as refused, and may be answered' in fault
    (fault,) = passing({}, answers=[staff])
    assert "no answer listed" in fault


def test_who_was_not_asked() -> None:
    (fault,) = passing({"unlisted": "decline"}, not_asked=[f"{ASKED}@guard"])
    assert f"{ASKED}@guard was asked" in fault
    assert passing({"unlisted": "decline"}, not_asked=["bb.plating.sacrifice", f"{ASKED}@mover"]) == []


def test_a_question_that_comes_more_often_than_it_is_answered_says_so() -> None:
    (fault,) = passing({})
    assert '(may be answered: "no", "claws")' in fault
    first = [{"actor": "gm", "do": "tell", "with": {"words": "Halt!"}}]
    staff = {"rule": ASKED, "who": "guard", "answer": "stun_staff", "refused": True, "first": first}
    (fault,) = passing({}, answers=[staff])
    assert '(asked 2 times by now; may be answered: "no", "claws")' in fault


def test_exactly_what_there_is_to_choose_from() -> None:
    no = {"rule": ASKED, "who": "guard", "answer": "no"}
    assert passing({}, answers=[{**no, "may": ["no", "claws"]}]) == []
    for listed in (["no"], ["no", "claws", "stun_staff"], ["no", "fists"], []):
        (fault,) = passing({}, answers=[{**no, "may": listed}])
        assert 'to choose from there is "no", "claws"; listed is ' in fault


@pytest.mark.parametrize(("game", "to"), [("bluebox", [40, 1]), ("crawl", [40, 1]), ("vitality", [[1, 1], [40, 1]])])
def test_who_would_leave_the_board_is_told_how_far_it_goes(game: str, to: list[Any]) -> None:
    board = {"q": [0, 5], "r": [0, 3]} if game == "bluebox" else {"width": 6, "height": 4}
    step = {"actor": "ann", "do": "move", "with": {"to": to}}
    tables = {"game": game, "turn": "ann", "board": board, "beings": {"ann": {"at": [0, 1]}}, "script": [step]}
    (fault,) = unmet(scene_from(tables, "test"))
    assert "[40, 1] is not on the board; row 1 goes from 0 to 5" in fault


# ---------------------------------------------------------------- what is left open


@pytest.mark.parametrize(
    ("scene", "listed"),
    [
        ('game = "navyblue"\nbeings.actor.packs = [{ container = "backpack", contents = [], open = false }]\n',
         'not_offered = [{ do = "rummage", rule = "nb.maneuver.rummage" }]'),
        ('game = "bluebox"\nbeings.actor.weapons = []\nbeings.actor.ready = []\n',
         'not_offered = [{ do = "attack" }, { do = "swap" }, { do = "item" }]'),
        ('game = "navyblue"\nbeings.actor.held = ["cutlass"]\nbeings.actor.actions = 0\n',
         'not_offered = [{ do = "attack", rule = "nb.action.one" }, { do = "attack", rule = "nb.reach.values" }]'),
    ],
)  # fmt: skip
def test_a_command_whose_arguments_are_left_open_is_not_offered_for_any_of_the_reasons(scene: str, listed: str) -> None:
    places = {"navyblue": ("z0_0", "z2_0"), "bluebox": ([0, 0], [5, 0])}
    tables = tomllib.loads(f'turn = "actor"\nbeings.other.side = "foes"\n{scene}[[script]]\nactor = "actor"\n{listed}')
    for who, at in zip(("actor", "other"), places[tables["game"]], strict=True):
        tables["beings"].setdefault(who, {})["at"] = at
    assert unmet(scene_from(tables, "test")) == []


FIELD = """
game = "bluebox"
turn = "hero"
board = { q = [0, 69], r = [0, 69] }
beings.hero = { at = [5, 5], powers = ["embers"], weapons = ["stun_staff"], ready = ["stun_staff"] }
beings.brute = { side = "foes", at = [6, 5] }
[[content.power]]
id = "embers"
name = "Embers"
ap = 1
target = { who = "hex", distance = [0, 200], radius = 1 }
save = { stat = "DEX", dc = 8 }
effects = [{ do = "damage", when = "fail", damage = { dice = 2, type = "Fire" } }]
"""


def on_field(listed: str, **hero: Any) -> list[str]:
    tables = tomllib.loads(f'{FIELD}[[script]]\nactor = "hero"\n{listed}')
    tables["beings"]["hero"].update(hero)
    return unmet(scene_from(tables, "test"))


@pytest.mark.parametrize("kind", ["offered", "not_offered"])
def test_nothing_is_said_of_more_choices_than_are_tried(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Mock(return_value=[Refusal("never", "bb.size.hexes")])
    monkeypatch.setattr(BLUEBOX, "refusals_of", judge)
    with pytest.raises(ContentError, match=r"step 1: power: more than 4096 choices .*: name more of its arguments"):
        on_field(f'{kind} = [{{ do = "power" }}]')
    assert judge.call_count == 4096


def test_what_is_refused_at_all_is_not_offered_however_many_choices_there_are() -> None:
    assert on_field('not_offered = [{ do = "power" }, { do = "power", rule = "bb.ap.points" }]', ap=0) == []
    (fault,) = on_field('not_offered = [{ do = "power", rule = "bb.size.hexes" }]', ap=0)
    assert "[bb.ap.points]" in fault
    assert "expected bb.size.hexes" in fault


def test_reasons_are_looked_for_until_the_one_that_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Mock(wraps=BLUEBOX.refusals_of)
    monkeypatch.setattr(BLUEBOX, "refusals_of", judge)
    assert on_field('not_offered = [{ do = "power", rule = "bb.ap.points" }]', ap=0) == []
    judge.assert_called_once()


@pytest.mark.parametrize("hero", [{}, {"ap": 0}])
@pytest.mark.parametrize(
    "command",
    ['{ do = "attack", with = { weapon = "stun_stafff" } }', '{ do = "power", with = { power = "emberss" } }'],
)
def test_who_misspells_what_they_name_is_told(command: str, hero: dict[str, int]) -> None:
    with pytest.raises(ContentError, match=r"step 1: .*'(stun_stafff|emberss)'"):
        on_field(f"not_offered = [{command}]", **hero)


# ---------------------------------------------------------------- what others do first

QUAY = """
game = "navyblue"
turn = "foe"
beings.hero = { side = "party", vigor = 1, marked = [1, 2, 3, 4, 5, 6], at = "z0_0" }
beings.foe = { side = "foes", held = ["cutlass"], at = "z0_0" }
"""
DEFEND = {"rule": "nb.attack.defend_with", "who": "hero"}
INJURY = {"rule": "nb.injury.choice", "who": "hero"}
END = {"actor": "gm", "do": "end_fight", "with": {"how": "talked"}}
STONE = {"actor": "gm", "do": "injure", "with": {"target": "hero", "amount": 1}}


def attacked(*answers: dict[str, Any], **listed: Any) -> list[str]:
    attack = {"actor": "foe", "do": "attack", "with": {"weapon": "cutlass", "target": "hero"}}
    return unmet(scene_from({**tomllib.loads(QUAY), "script": [{**attack, "answers": answers, **listed}]}, "test"))


def test_a_question_is_withdrawn_with_what_is_done_first() -> None:
    gone = {**DEFEND, "first": [END], "withdrawn": True}
    assert attacked(gone, expect={"scene": {"mode": "adventure"}, "hero": {"vigor": 1}}) == []
    (fault,) = attacked({**DEFEND, "first": [END], "answer": "Brawn"})
    assert "not asked again after what was done first: nb.attack.defend_with of hero" in fault
    (fault,) = attacked({**DEFEND, "first": [END, STONE], "withdrawn": True})
    assert "not asked again after what was done first" in fault
    (fault,) = attacked({**DEFEND, "first": [STONE], "withdrawn": True}, unlisted="decline")
    assert "it is listed as withdrawn, and is asked again" in fault


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (DEFEND, "the field answer is missing"),
        ({**DEFEND, "withdrawn": True}, "`first` says what does away with the question"),
        ({**DEFEND, "withdrawn": True, "first": [{**END, "refused": True}]}, "`first` says what does away"),
        (
            {**DEFEND, "withdrawn": True, "first": [END], "answer": "Brawn"},
            "a question that is withdrawn has no answer: `answer` cannot stand beside `withdrawn`",
        ),
        (
            {**DEFEND, "withdrawn": True, "first": [END], "may": ["Brawn"]},
            "a question that is withdrawn has no answer: `may` cannot stand beside `withdrawn`",
        ),
    ],
)
def test_what_has_no_answer_must_be_withdrawn_by_something(answer: dict[str, Any], said: str) -> None:
    with pytest.raises(ContentError, match=f"field answers\\[0\\]: {said}"):
        attacked(answer)


def test_the_answer_beside_first_is_that_of_its_own_question() -> None:
    brawn = {**DEFEND, "answer": "Brawn"}
    outer, inner = {**INJURY, "first": [STONE], "answer": [8, 10]}, {**INJURY, "answer": [9]}
    asked = ["nb.attack.defend_with", *["nb.injury.choice"] * 3]
    expected = {"hero": {"injuries": 9, "has": {"Dead": False}}}
    assert attacked(brawn, outer, inner, dice=[5, 5], asked=asked, expect=expected) == []
    (fault,) = attacked(brawn, {**outer, "answer": [9]}, {**inner, "answer": [8, 10]}, dice=[5, 5])
    assert "2 are named; expected 1 to 1" in fault


def test_what_may_not_be_done_first_is_refused_by_one_of_the_rules_listed() -> None:
    fight = {"actor": "gm", "do": "fight"}
    brawn = {**DEFEND, "answer": "Brawn"}
    for refused in (True, "nb.fight.start", ["nb.turn.end", "nb.fight.start"]):
        assert attacked({**brawn, "first": [{**fight, "refused": refused}]}, dice=[1, 2]) == []
    (fault,) = attacked({**brawn, "first": [{**fight, "refused": "nb.turn.end"}]}, dice=[1, 2])
    assert "is refused by nb.fight.start, not by nb.turn.end" in fault
    with pytest.raises(ContentError, match=r"field answers: no rule 'nb\.no\.such'"):
        attacked({**brawn, "first": [{**fight, "refused": "nb.no.such"}]})


def test_a_command_that_there_is_not_is_told_in_words() -> None:
    with pytest.raises(BadInput, match="did you mean injure"):
        attacked({**DEFEND, "first": [{**STONE, "do": "injre"}], "answer": "Brawn"}, dice=[1, 2])


def test_what_may_be_answered_is_listed_whole() -> None:
    listed = {**DEFEND, "answer": "Brawn"}
    (fault,) = attacked({**listed, "may": ["Brawn"]}, dice=[1, 2])
    there = re.search(r"there is (.*); listed", fault)
    assert there is not None
    every = [name.strip('" ') for name in there[1].split(",")]
    assert len(every) > 1
    assert attacked({**listed, "may": every[::-1]}, dice=[1, 2]) == []
    assert attacked({**listed, "may": ["Brawn"] * len(every)}, dice=[1, 2]) != []


def test_an_answer_that_can_never_be_given_is_told_where_odds_are_listed() -> None:
    attack = {"actor": "foe", "do": "attack", "with": {"weapon": "cutlass", "target": "hero"}}
    for answer, fine in (("Brawn", True), ("Brwan", False)):
        step = {**attack, "answers": [{**DEFEND, "answer": answer}], "odds": {"gained": {"foe": {"Dead": 0}}}}
        faults = unmet(scene_from({**tomllib.loads(QUAY), "script": [step]}, "test"))
        assert any('answers: nb.attack.defend_with@hero: "Brwan"' in fault for fault in faults) is not fine


def test_after_what_was_done_first_nothing_is_left_of_it() -> None:
    """At a question of what was done at a question the fight is ended."""
    given = scene_from(tomllib.loads(QUAY), "test")
    scene, stone = given.scene.fork(), command("gm", "injure", target="hero", amount=1)
    given.game.begin(scene, stone)
    steps = proceed(scene)
    first = next(steps)
    assert isinstance(first, Question)
    assert isinstance(steps.send(Interject(stone)), Question)
    assert scene.amid
    with pytest.raises(StopIteration):
        steps.send(Interject(command("gm", "end_fight", how="talked")))
    assert scene.mode == "adventure"
    assert not scene.amid
