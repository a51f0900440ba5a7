"""Everything that is recorded or asked has words, and they are good ones."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.referee.live import Live, SealedDice
from ludex.core.show.face import Came, ZonePlan
from ludex.core.show.price import price_words
from ludex.core.show.sentences import TABLE
from ludex.games.cloudbreaker.book.dice import BONUS, EDGE
from ludex.games.cloudbreaker.game import CLOUDBREAKER
from ludex.games.cloudbreaker.records.effects import Effect
from ludex.games.cloudbreaker.show.effects import SAID
from ludex.games.cloudbreaker.show.questions import QUESTIONS
from ludex.games.cloudbreaker.show.sentences import SENTENCES
from ludex.games.cloudbreaker.state import Raised, Scene
from ludex.opponents import policy
from ludex.table.know import oddsline

LIBRARY = CLOUDBREAKER.library()
FACE = CLOUDBREAKER.face()


def scene(name: str = "wolves_on_the_causeway") -> Scene:
    return cast(Scene, load_scene(Path(name), LIBRARY).scene)


@cache
def calls() -> list[ast.Call]:
    files = sorted(CLOUDBREAKER.home.rglob("*.py"))
    return [node for file in files for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


# ---------------------------------------------------------------- nothing is without words


def recorded() -> set[str]:
    return {constant(call.args[0]) for call in calls() if name_of(call) == "record"}


def asked() -> set[str]:
    """The rules by which something is asked: by `ask`, as a burst, or in the window of a reaction that is a choice."""
    found = set()
    for call in calls():
        if name_of(call) == "ask":
            found |= {constant(word.value) for word in call.keywords if word.arg == "rule"}
        elif name_of(call) == "wants_burst":
            found.add(constant(call.args[3]))
        elif name_of(call) in ("Reaction", "answering") and constant(call.args[0]) != "forced":
            found.add(constant(call.args[2]))
    return found - {""}


def test_every_kind_of_ruling_has_a_sentence() -> None:
    kinds = recorded() | set(TABLE) | {"roll", "condition", "condition_ends"}
    assert "" not in kinds, "a kind that is not written out cannot be found here"
    assert kinds <= SENTENCES.keys() | TABLE.keys()
    assert SENTENCES.keys() <= kinds, "a sentence that nobody needs"


def values_of(kind: str) -> list[set[str]]:
    """The names of the values with which this kind is recorded, at each place."""
    found = [call for call in calls() if name_of(call) == "record" and constant(call.args[0]) == kind]
    return [{word.arg for word in call.keywords if word.arg} for call in found]


def wanted_by(made: Any) -> set[str]:
    """The values that a sentence cannot do without, as far as they are written out in it."""
    if isinstance(made, str):
        return set(re.findall(r"{(\w+)}", made))
    try:
        source = inspect.getsource(made)
    except OSError:
        return set()
    if "lambda" in source and source.count("lambda") > 1:  # a table of them: only the own one would count
        return set()
    optional = set(re.findall(r"""(?:\.get\(|in v|if )['"](\w+)['"]""", source))
    return set(re.findall(r"""v(?:\.raw)?\[['"](\w+)['"]\]""", source)) - optional


@pytest.mark.parametrize("kind", sorted(SENTENCES))
def test_a_sentence_uses_only_what_is_recorded(kind: str) -> None:
    for values in values_of(kind):
        assert wanted_by(SENTENCES[kind]) <= values


def test_every_question_says_what_one_must_know() -> None:
    assert asked() == set(QUESTIONS)


def test_every_effect_of_the_vocabulary_has_words() -> None:
    assert set(SAID) == set(get_args(Effect))


# ---------------------------------------------------------------- whole fights


def told(name: str, seed: int, decisions: int) -> Iterator[str]:
    """All that anybody reads in a fight by luck: the log, questions with their answers, choices with their prices."""
    live: Live[Any] = Live(CLOUDBREAKER, scene(name), SealedDice(str(seed).encode()))
    chance = policy(CLOUDBREAKER, "random", seed)
    opening = CLOUDBREAKER.opening(live.scene)
    assert opening is not None
    live.perform(opening)
    for _ in range(decisions):
        for line in FACE.lines(live.shown, live.recorder.take()):
            yield line.words
        question = live.open
        if isinstance(question, Question):
            yield from FACE.question(live.shown, question)
            yield from (FACE.value(live.shown, question.rule, value) for value in list(question.domain.some())[:5])
            live.answer(chance.answer(live.shown, question))
            continue
        who = CLOUDBREAKER.to_act(live.scene)
        if not who:
            return
        yield from (f"{label} {value}" for label, value in FACE.situation(live.scene))
        yield price_words(FACE.left(live.scene, live.scene.beings[who]))
        command = chance.choose(live.scene, live.scene.beings[who])
        yield from (FACE.value(live.scene, key, value) for key, value in command.args)
        yield price_words(FACE.price(live.scene, live.scene.beings[who], command))
        live.perform(command)


@pytest.mark.parametrize("name", sorted(LIBRARY.scenes))
def test_a_fight_is_told_in_words_without_ids_and_holes(name: str) -> None:
    for words in told(name, 7, 400):
        assert not re.search(r"_|\bNone\b|\bTrue\b|\bFalse\b|[{}<>]|  |\(\)|cb\.|weapon:|captive:", words), words


@pytest.mark.parametrize("name", sorted(LIBRARY.scenes))
def test_sheets_and_maps_have_no_ids_and_holes(name: str) -> None:
    shown = scene(name)
    plan = FACE.plan(shown)
    assert isinstance(plan, ZonePlan)
    words = [name for name, _ in (*plan.things, *plan.hazards)]
    for being in shown.beings.values():
        assert plan.places[being.id] == shown.zones(being)
        words += [f"{row.label} {row.words}" for section in FACE.sheet(shown, being) for row in section.rows]
    for each in words:
        assert not re.search(r"_|\bNone\b|\bTrue\b|[{}<>]|cb\.", each), each


def done(*commands: Command) -> list[str]:
    """What is told when these are done one after the other; whatever is asked is left at its default."""
    live: Live[Any] = Live(CLOUDBREAKER, scene(), SealedDice(b"1"))
    for command in commands:
        live.perform(command)
        while isinstance(live.open, Question):
            live.answer(live.open.default)
    return [line.words for line in FACE.lines(live.scene, live.recorder.take())]


def test_a_long_break_is_told() -> None:
    assert done(
        Command(GM, "set", (("what", "pip"), ("field", "mp"), ("value", 3))),
        Command(GM, "rest", {"kind": "long"}.items()),
        Command("pip", "spend_resolve", {"mp": 2}.items()),
        Command("pip", "change_gear", {"weapons": ("curl_darts",)}.items()),
        Command("pip", "change_class", {"class": "gutterfox"}.items()),
        Command("pip", "attune", {"elements": ("fire", "ice")}.items()),
        Command(GM, "change_maximum", (("being", "pip"), ("pool", "HP"), ("to", 20))),
        Command(GM, "finish_rest"),
    ) == [
        "The game master sets MP of Pip Underlark to 3",
        "A long break begins",
        "Pip Underlark will spend 0 Resolve on HP and 2 on MP",
        "Pip Underlark will take in hand: Curl Darts",
        "Pip Underlark will change to Gutterfox",
        "Pip Underlark will attune to fire and ice",
        "Pip Underlark will have at most 20 HP",
        "Pip Underlark is now a Gutterfox",
        "Pip Underlark now has Curl Darts in hand",
        "Pip Underlark is attuned to fire and ice",
        "Pip Underlark has at most 20 HP from now on, and 20 now",
        "Pip Underlark spends 2 Resolve, 25 left",
        "Pip Underlark recovers 4 MP",
        "The long break ends",
    ]


# ---------------------------------------------------------------- lines, word for word


def roll(by: str, kept: tuple[int, ...], given: tuple[Modifier, ...], total: int, reading: str, **about: Any) -> Ruling:
    rule = about.pop("rule", "cb.roll.attack")
    dice = ("d6",) * len(kept)
    values = {"by": by, "dice": dice, "fallen": kept, "kept": kept, "modifiers": given, "total": total}
    return Ruling("roll", rule, {**values, "reading": reading, **about})


MASTERY = Modifier(4, "mastery", "cb.roll.mastery_bonus", BONUS)
PRONE = Modifier(1, "target Prone", "cb.cond.prone", EDGE)
SICK = Modifier(-1, "Sick", "cb.cond.sick", EDGE)
CARBINE = {"target": "wolf_2", "part": "body", "use": "brass_carbine", "number": 10}


def said(*rulings: Ruling, of: str = "wolves_on_the_causeway") -> list[str]:
    return [line.words for line in FACE.lines(scene(of), rulings)]


def test_an_attack_roll_tells_every_number_with_its_source() -> None:
    assert said(roll("tal", (4, 5), (MASTERY,), 13, "success", **CARBINE)) == [
        "Tal Verrin attacks Balewolf 2 with Brass Carbine: 2d6 (4 + 5) + 4 mastery = 13 against 10, a hit"
    ]


def test_edge_and_setback_are_told_with_their_causes() -> None:
    edge = roll("tal", (6, 5, 2), (MASTERY, PRONE), 15, "success", **CARBINE)
    setback = roll("tal", (6, 5, 2), (MASTERY, SICK), 11, "success", **CARBINE)
    neither = roll("tal", (1, 1), (MASTERY, PRONE, SICK), 6, "failure", **CARBINE)
    who = "Tal Verrin attacks Balewolf 2 with Brass Carbine:"
    assert said(edge, setback, neither) == [
        f"{who} 3d6 (6 5 2), the two highest, edge (target Prone), + 4 mastery = 15 against 10, a hit",
        f"{who} 3d6 (6 5 2), the two lowest, setback (Sick), + 4 mastery = 11 against 10, a hit",
        f"{who} 2d6 (1 + 1), edge (target Prone) and setback (Sick) cancel out, + 4 mastery = 6 against 10, a miss",
    ]


def test_two_ones_fail_whatever_the_total() -> None:
    [line] = said(roll("tal", (1, 1), (Modifier(9, "luck", "gm", BONUS),), 11, "failure", **CARBINE))
    assert line.endswith("= 11 against 10, a miss: two ones always fail")


def test_damage_and_what_is_lost_stand_in_one_line() -> None:
    damage = {"who": "shell", "rolled": 9, "amount": 8, "pool": "HP", "type": "sharp"}
    trace = (("critical hit", 18), ("resistance", 9), ("reduction", 8))
    lost = {"who": "shell", "part": "body", "pool": "HP", "amount": 8, "left": 6}
    assert said(
        Ruling("damage", "cb.damage.multipliers", {**damage, "trace": trace}), Ruling("loses", "cb.down.hp_mp", lost)
    ) == [
        "Razorshell takes 9 sharp damage, doubled by the critical hit: 18, halved by resistance: 9, reduced: 8; "
        "6 HP left"
    ]


def test_targets_are_named_where_a_unit_has_several() -> None:
    about = {"target": "colossus", "part": "left_leg", "maneuver": "trip", "how": "cheap_shot", "number": 11}
    trip = roll("pip", (4, 3), (MASTERY,), 11, "success", rule="cb.man.roll", **about)
    broken = Ruling("broken", "cb.unit.multi_target", {"who": "colossus", "part": "left_leg"})
    assert said(trip, broken, of="colossus_at_the_gate") == [
        "Pip Underlark tries to trip Ironroot Colossus (Left leg) as a cheap shot: 2d6 (4 + 3) + 4 mastery = 11 "
        "against 11, success",
        "Ironroot Colossus (Left leg) is broken",
    ]


def test_a_walk_is_one_line_and_a_push_another() -> None:
    moves = [
        Ruling("moves", "cb.move.diagonal", {"who": "pip", "to": to, "carried": ()}) for to in ("span", "far_bank")
    ]
    pushed = Ruling("pushed", "cb.man.push", {"who": "pip", "by": "marrow", "to": "span"})
    assert said(*moves, pushed, moves[0]) == [
        "Pip Underlark moves to Far bank by Span",
        "Marrow Vance pushes Pip Underlark to Span",
    ]


def test_shared_tokens_are_told_once() -> None:
    assert said(
        Ruling("spends_spirit", "cb.spirit.share", {"who": "tal", "amount": 1, "spirit": 3}),
        Ruling("gives_spirit", "cb.spirit.share", {"who": "tal", "to": "pip", "amount": 2}),
        Ruling("gains_spirit", "cb.spirit.share", {"who": "pip", "amount": 2, "spirit": 4}),
    ) == [
        "Tal Verrin spends 1 spirit token to share, 3 left",
        "Tal Verrin gives 2 spirit tokens to Pip Underlark, who has 4",
    ]


def test_whoever_stays_though_neutralised_is_told_with_what_it_costs() -> None:
    rule = "cb.morale.boost.ignore_neutral"
    stays = Ruling("ignores", rule, {"who": "wolf_2", "by": "tal"})
    assert said(stays, Ruling("morale", rule, {"morale": 2, "change": -1})) == [
        "Ignore Neutralization: Balewolf 2 stays all the same, for 1 morale token, 2 left"
    ]
    assert FACE.came(scene(), stays) == Came("wolf_2", "stays", good=True)


def test_the_number_of_an_enemy_in_disguise_is_not_told() -> None:
    about = {"target": "pilgrim", "method": "detect", "rule": "cb.analyse.roll"}
    [line] = said(roll("pip", (4, 3), (MASTERY,), 11, "failure", **about), of="a_pilgrim_by_the_fire")
    assert line.endswith("with Detect: 2d6 (4 + 3) + 4 mastery = 11")


# ---------------------------------------------------------------- questions and values


def question(rule: str, who: str, **about: Any) -> list[str]:
    return FACE.question(scene(), Question(who, OneOf((False, True)), rule, about, False))


def test_who_has_no_way_left_over_a_hazard_is_told_so() -> None:
    question = Question("pip", OneOf(("",)), "cb.hazard.traversal", {"hazard": "gale_gap"}, False)
    assert FACE.question(scene(), question)[-1] == "Pip Underlark has no way left to try."


def test_resolve_damage_warns_of_death() -> None:
    told = question("cb.resolve.reduce", "tal", amount=41, resolve=27, spirit=0)
    assert told == [
        "41 resolve damage for Tal Verrin, who has 27 Resolve. Without tokens Tal Verrin dies.",
        "Each spirit token takes 5 off. 3 at least are needed to live. Tal Verrin has 0 spirit tokens. How many?",
    ]


def test_numbers_are_told_with_what_they_are() -> None:
    shown = scene()
    spends = Command("pip", "spend_resolve", {"hp": 8, "mp": 0}.items())
    assert FACE.sentence(shown, spends) == FACE.deed(shown, spends) == "Spend 8 Resolve on HP and 0 on MP"
    takes = Command("pip", "take_spirit", {"most": 2}.items())
    assert FACE.sentence(shown, takes) == "Refuse or accept spirit tokens: at most 2 spirit tokens at once"
    shown.mode, shown.morale, shown.raised = "situation", 1, (Raised("span", 12),)
    assert ("Enemy morale", "1") in FACE.situation(shown)
    plan = FACE.plan(shown)
    assert isinstance(plan, ZonePlan)
    assert plan.marks["span"] == ("construct: −12 damage",)


def test_one_token_is_one_where_its_odds_are_rounded_too() -> None:
    told = [
        oddsline.by_so_much(FACE, scene(), "spirit", by) for by in (Fraction(99, 100), Fraction(-1), Fraction(3, 2))
    ]
    assert told == ["+1 spirit token", "−1 spirit token", "+1.5 spirit tokens"]


def test_a_move_says_what_each_zone_is_good_for() -> None:
    live: Live[Any] = Live(CLOUDBREAKER, scene(), SealedDice(b"1"))
    opening = CLOUDBREAKER.opening(live.scene)
    assert opening is not None
    live.perform(opening)
    while isinstance(live.open, Question):
        live.answer(live.open.default)
    pip = live.scene.beings["pip"]
    found = {s.command.arg("to"): s.why for s in FACE.suggestions(live.scene, pip, CLOUDBREAKER.actions["move"])}
    assert found["landing"] == "covers"
    assert price_words(FACE.left(live.scene, pip)) == "1 Major, 1 minor, 3 zones"
