"""Every kind of ruling has a sentence, every rule that asks a question, every effect its words; none reads as code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast, get_args

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.kernel.scene import Condition, Until
from ludex.core.show.lasting import until_words
from ludex.core.show.places import BY_WHAT_IS_THERE
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.records import attack_effects, boon_effects
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.show.effects import SAID as EFFECT_WORDS
from ludex.games.vitality.show.face import VitalityFace
from ludex.games.vitality.show.needs import NEEDS
from ludex.games.vitality.show.questions import QUESTIONS
from ludex.games.vitality.show.sentences import SENTENCES
from ludex.games.vitality.show.values import VALUES
from ludex.games.vitality.state import Portal, Scene

CODE = re.compile(r"[a-z]_[a-z]|\bNone\b|\bTrue\b|\bFalse\b|[{}\[\]]|  | $")

# Kinds with their values, as the rules record them, and what is said.
SAID: list[tuple[str, dict[str, Any], str]] = [
    ("set", {"what": "kestrel", "field": "hp", "value": -5}, "The game master sets HP of Kestrel to −5"),
    ("combat", {}, "A fight breaks out"),
    ("combat_ends", {"winner": "party", "round": 3}, "The party has won the fight in round 3"),
    ("order", {"order": ("kestrel", "ilse_brandt")}, "The order of turns: Kestrel, Ilse Brandt"),
    ("head_start", {"who": "ilse_brandt"}, "Ilse Brandt, a Vanguard, may move before the first turn"),
    ("ready", {"who": "ilse_brandt"}, "Ilse Brandt is ready"),
    ("round", {"round": 2}, "Round 2"),
    ("turn", {"who": "kestrel"}, "Kestrel's turn"),
    (
        "controlled",
        {"who": "kestrel", "by": "the_hollow_king"},
        "The Hollow King controls Kestrel and decides about this turn",
    ),
    (
        "flees",
        {"who": "kestrel", "source": "the_hollow_king", "spaces": 12},
        "Kestrel flees from The Hollow King, 12 spaces",
    ),
    ("cowers", {"who": "kestrel"}, "Kestrel is afraid and cannot flee"),
    ("peril", {"great": True}, "Great peril has come"),
    ("reacts", {"who": "kestrel"}, "Kestrel uses their Reaction"),
    (
        "punishes",
        {"who": "kestrel", "target": "captain_1", "attack": "basic_melee"},
        "Kestrel punishes Riot Captain 1 with a basic melee attack",
    ),
    (
        "attacks",
        {"who": "kestrel", "attack": "long_shot", "targets": ("captain_1",), "how": "again"},
        "Kestrel strikes Riot Captain 1 once more with Long Shot",
    ),
    (
        "hits",
        {"who": "kestrel", "target": "captain_1", "attack": "long_shot", "critical": True},
        "Kestrel critically hits Riot Captain 1 with Long Shot",
    ),
    (
        "misses",
        {"who": "kestrel", "target": "captain_1", "attack": "long_shot"},
        "Kestrel misses Riot Captain 1 with Long Shot",
    ),
    (
        "protects",
        {"who": "ilse_brandt", "target": "kestrel", "by": "captain_1"},
        "Ilse Brandt steps in front of Kestrel",
    ),
    ("wasted", {"who": "kestrel", "attack": "long_shot"}, "Long Shot of Kestrel comes to nothing"),
    ("attack_lost", {"who": "kestrel", "attack": "long_shot"}, "Kestrel cannot make the attack any more"),
    ("charges", {"who": "kestrel", "attack": "long_shot", "turns": 2}, "Kestrel charges Long Shot: 2 turns so far"),
    (
        "flat",
        {
            "by": "the_hollow_king",
            "attack": "grave_wind",
            "total": 19,
            "modifiers": (Modifier(15, "in place of dice", ""), Modifier(4, "Tier", "")),
        },
        "Damage of Grave Wind: 15 in place of dice + 4 Tier = 19",
    ),
    (
        "resists",
        {"who": "captain_1", "by": "doctor_mire", "attack": "hush", "effect": "stun"},
        "Riot Captain 1 resists Hush of Doctor Mire",
    ),
    ("immune", {"who": "the_hollow_king", "condition": "moved"}, "The Hollow King cannot be moved by others"),
    (
        "hazardous",
        {"owner": "doctor_mire", "attack": "bile_wave", "cells": ((1, 2), (2, 2))},
        "Bile Wave of Doctor Mire makes 2 spaces from 1,2 on hazardous",
    ),
    (
        "hazard",
        {"who": "captain_1", "owner": "doctor_mire", "attack": "bile_wave"},
        "Riot Captain 1 is in the hazard that Bile Wave of Doctor Mire has left",
    ),
    ("hazard_ends", {"owner": "doctor_mire"}, "The hazards of Doctor Mire are gone"),
    (
        "damage",
        {"who": "kestrel", "amount": 9, "by": "captain_1", "source": "basic_melee", "hp": -3, "off": 4},
        "Kestrel loses 9 HP (4 off for Durability) and has −3 left",
    ),
    (
        "unharmed",
        {"who": "kestrel", "by": "", "source": "fall", "off": 4},
        "Kestrel takes no harm from the fall: Durability takes all 4",
    ),
    ("pays_hp", {"who": "kestrel", "amount": 20, "hp": 80}, "Kestrel pays 20 HP and has 80 left"),
    ("brought_down", {"who": "kestrel", "by": ""}, "Kestrel is brought down to 0 HP"),
    ("defeated", {"who": "captain_1", "by": "kestrel"}, "Riot Captain 1 is defeated"),
    ("heals", {"who": "kestrel", "amount": 25, "hp": -2}, "Kestrel regains 25 HP and has −2"),
    ("not_healed", {"who": "kestrel"}, "Kestrel is a machine and has to be repaired"),
    ("survives", {"who": "kestrel", "hp": -3}, "Kestrel stays standing at −3 HP"),
    ("falls_unconscious", {"who": "kestrel", "by": ""}, "Kestrel falls unconscious"),
    ("wakes", {"who": "kestrel", "hp": 5}, "Kestrel comes round with 5 HP"),
    ("dies", {"who": "kestrel", "by": ""}, "Kestrel dies"),
    ("comes_back", {"who": "tomas_okafor", "at": (3, 2)}, "Tomas Okafor lives again with 1 HP at 3,2"),
    ("effort", {"who": "kestrel", "used": 1, "last": False}, "Kestrel spends an Effort (1 of 2) to pay for the attack"),
    ("tires", {"who": "kestrel", "amount": 1, "lost": 2}, "Kestrel feels their Efforts: Tier −1, −2 in all"),
    ("collapses", {"who": "kestrel"}, "Kestrel has given everything and falls unconscious until a rest"),
    ("thrown_again", {"who": "kestrel", "by": "captain_1", "natural": 18}, "Kestrel makes Riot Captain 1 throw again"),
    ("special", {"who": "kestrel", "what": "outrun the blast"}, "Kestrel does something special: outrun the blast"),
    (
        "not_granted",
        {"who": "kestrel", "what": ""},
        "What Kestrel wanted of an Effort is not granted, and nothing is spent",
    ),
    ("offered", {"who": "kestrel", "when": "never"}, "Kestrel wants to be asked about Effort: never"),
    (
        "condition",
        {"who": "kestrel", "condition": "Weakened", "source": "doctor_mire", "note": "durability", "value": 8},
        "Kestrel is Weakened: Durability −8",
    ),
    ("condition_ends", {"who": "kestrel", "condition": "Taunted"}, "Kestrel is no longer Taunted"),
    (
        "moves",
        {"who": "kestrel", "origin": (0, 2), "way": ((1, 2), (2, 2)), "height": 6, "spaces": 6, "how": "walk"},
        "Kestrel moves 6 spaces to 2,2, 6 spaces above the ground",
    ),
    ("halts", {"who": "kestrel", "at": (2, 2)}, "Kestrel can go no farther and stops"),
    ("set_back", {"who": "kestrel", "to": (2, 2)}, "There is no room for Kestrel, who comes to stand elsewhere at 2,2"),
    ("teleports", {"who": "doctor_mire", "to": (2, 2), "height": 0}, "Doctor Mire teleports to 2,2"),
    ("hastens", {"who": "kestrel", "spaces": 8}, "Kestrel hastens: 8 spaces more"),
    (
        "pushed",
        {"who": "captain_1", "by": "ilse_brandt", "way": ((2, 2), (3, 2)), "into": "", "spaces": 2},
        "Ilse Brandt pushes Riot Captain 1 2 spaces to 3,2",
    ),
    (
        "collides",
        {"who": "captain_1", "into": "captain_2", "amount": 22},
        "Riot Captain 1 runs into Riot Captain 2: 10 + 3 × 4 Tier = 22 damage for both",
    ),
    ("falls", {"who": "kestrel", "spaces": 20, "height": 20}, "Kestrel falls 20 spaces and is still falling"),
    ("lands", {"who": "ilse_brandt", "spaces": 40}, "Ilse Brandt lands unhurt after 40 spaces"),
    ("tunnels", {"who": "kestrel", "start": (1, 1), "end": (3, 1)}, "Kestrel digs a tunnel from 1,1 to 3,1"),
    (
        "portals",
        {"who": "kestrel", "one": (1, 1), "other": (8, 1)},
        "Kestrel opens a pair of portals, one at 1,1 and one at 8,1",
    ),
    ("portals_close", {"who": "kestrel"}, "The portals of Kestrel close"),
    (
        "raises_wall",
        {"who": "kestrel", "wall": "kestrel_wall_1", "cells": ((1, 1), (2, 1))},
        "Kestrel raises a wall of 2 spaces, from 1,1 to 2,1",
    ),
    (
        "moves_wall",
        {"who": "kestrel", "wall": "kestrel_wall_1", "cells": ((1, 1),)},
        "Kestrel moves a wall, which stands at 1,1 now",
    ),
    (
        "breaks_grab",
        {"who": "kestrel", "target": "ilse_brandt", "by": "captain_1"},
        "Kestrel frees Ilse Brandt from Riot Captain 1",
    ),
    (
        "lifts",
        {"who": "kestrel", "thing": "steel_door", "to": (1, 1)},
        "Kestrel lifts the steel door and sets it down at 1,1",
    ),
    ("too_heavy", {"who": "kestrel", "what": ("steel_door",)}, "Kestrel cannot move the steel door: too heavy"),
    ("carries", {"who": "kestrel", "what": ("ilse_brandt", "crate")}, "Kestrel carries Ilse Brandt and the crate"),
    ("puts_down", {"who": "kestrel", "what": "crate", "to": (1, 1)}, "Kestrel puts down the crate at 1,1"),
    ("uses", {"who": "kestrel", "device": "loading_crane"}, "Kestrel uses the loading crane"),
    ("prepares", {"who": "kestrel"}, "Kestrel prepares an action"),
    (
        "waits",
        {"who": "kestrel", "action": "long_shot", "event": "moves", "whom": ""},
        "Kestrel prepares Long Shot, for when an enemy moves a space",
    ),
    ("lapses", {"who": "kestrel"}, "What Kestrel had prepared is lost"),
    ("acts_prepared", {"who": "kestrel", "action": "attack"}, "Kestrel does what was prepared"),
    ("sets_trap", {"who": "kestrel", "attack": "long_shot", "at": (1, 1)}, "Kestrel sets a trap at 1,1: Long Shot"),
    (
        "trap",
        {"who": "captain_1", "owner": "kestrel", "attack": "long_shot", "at": (1, 1)},
        "Riot Captain 1 steps on a trap of Kestrel at 1,1: Long Shot",
    ),
    (
        "avoids_trap",
        {"who": "captain_1", "owner": "kestrel", "at": (1, 1)},
        "Riot Captain 1 avoids a trap of Kestrel at 1,1",
    ),
    (
        "finds_trap",
        {"who": "captain_1", "owner": "kestrel", "at": (1, 1)},
        "Riot Captain 1 finds a trap of Kestrel at 1,1",
    ),
    ("disarms", {"who": "captain_1", "at": (1, 1)}, "Riot Captain 1 disarms the trap at 1,1"),
    (
        "ward",
        {"who": "kestrel", "against": "riot_captain", "days": 1},
        "Kestrel lays a ward against Riot Captain, for a day",
    ),
    ("day", {"wards": 1}, "A new day begins; 1 ward still holds"),
    (
        "appears",
        {"who": "captain_1", "by": "the_hollow_king", "at": (1, 1)},
        "The Hollow King calls Riot Captain 1, who appears at 1,1",
    ),
    ("joins", {"who": "captain_1", "at": (1, 1)}, "Riot Captain 1 comes in at 1,1"),
    (
        "placed",
        {"who": "captain_1", "at": (1, 1), "height": 3},
        "Riot Captain 1 moves to 1,1, 3 spaces above the ground",
    ),
    ("gone", {"who": "captain_1"}, "Riot Captain 1 is gone"),
    ("check", {"who": "kestrel", "attribute": "power", "number": 15, "passed": False}, "Kestrel fails"),
    ("contest", {"who": "kestrel", "other": "captain_1", "passed": False}, "Riot Captain 1 has the upper hand"),
    ("noticed", {"who": "kestrel", "by": "captain_1"}, "Riot Captain 1 notices Kestrel, who is not Hidden"),
    ("finds", {"who": "captain_1", "target": "kestrel"}, "Riot Captain 1 finds Kestrel"),
    (
        "helps",
        {"who": "kestrel", "feature": "bard", "to": ("ilse_brandt",), "topic": ""},
        "Kestrel helps Ilse Brandt with a check (Bard)",
    ),
    ("feature", {"who": "kestrel", "feature": "psychometry", "tier": 4}, "Kestrel uses Psychometry, at Tier 4"),
    (
        "feature_check",
        {"who": "kestrel", "feature": "inventor", "number": 24, "passed": True, "hours": 4},
        "Kestrel succeeds with Inventor, after 4 hours of work",
    ),
    ("evening", {}, "A new evening of play begins"),
    (
        "buys",
        {"who": "kestrel", "price": 4000, "what": "", "purchase": "unusual"},
        "Kestrel buys something for 4,000 dollars, an unusual purchase",
    ),
    (
        "complications",
        {"who": "kestrel", "price": 4000, "what": "a boat", "purchase": "unusual"},
        "Kestrel does not get a boat for 4,000 dollars without complications",
    ),
    (
        "rests",
        {"minutes": 90, "rested": 90},
        "Everybody rests for 1 hour 30 minutes; 1 hour 30 minutes of 4 hours so far",
    ),
    ("rest_completed", {}, "The rest is completed: Efforts, Tier and uses are back"),
    ("rest_broken", {"rested": 90}, "The rest is broken off after 1 hour 30 minutes"),
    ("time_passes", {"hours": 1}, "1 hour passes"),
    ("sets_out", {"who": "kestrel"}, "The party may do as it likes; Kestrel is asked first"),
    ("leads", {"who": "kestrel"}, "Kestrel is asked what to do"),
    ("is_done", {}, "The party is done here"),
    ("level", {"who": "kestrel", "level": 4, "tier": 4}, "Kestrel reaches level 4: Tier 4"),
    ("raises", {"who": "kestrel", "what": "focus", "to": 5}, "Kestrel raises Focus to 5"),
    ("boon", {"who": "doctor_mire", "boon": "heal", "upgrade": "ranged"}, "Doctor Mire improves Heal: Ranged"),
    ("improves", {"who": "kestrel", "attack": "long_shot", "what": "bleed"}, "Kestrel improves Long Shot: Bleed"),
    ("learns", {"who": "kestrel", "what": "darkvision"}, "Kestrel learns Darkvision"),
]


@pytest.fixture(scope="module")
def scene() -> Scene:
    return cast(Scene, load_scene(Path("throne_of_ash")).scene)


# ---------------------------------------------------------------- nothing is without words


def test_every_kind_of_ruling_is_among_these() -> None:
    recorded = {
        kind for file in VITALITY.home.rglob("*.py") for kind in re.findall(r'\.record\(\s*"(\w+)"', file.read_text())
    }
    assert recorded - set(SENTENCES) == set()
    assert {kind for kind, _, _ in SAID} == {"set", *SENTENCES} - {"roll"}


def text_of(node: ast.expr | None, named: dict[str, str]) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return named.get(node.id, "") if isinstance(node, ast.Name) else ""


def assigned(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """The names that stand for a word."""
    given = [node for node in nodes if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
    return {node.targets[0].id: text_of(node.value, {}) for node in given if isinstance(node.targets[0], ast.Name)}


def rules_that_ask() -> Iterator[str]:
    """The rules of all questions, as far as they are stated where the question is asked."""
    for file in VITALITY.home.rglob("*.py"):
        module = ast.parse(file.read_text())
        for function in ast.walk(module):
            if isinstance(function, ast.AsyncFunctionDef):
                named = assigned(module.body) | assigned(ast.walk(function))
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "ask":
                        yield text_of({word.arg: word.value for word in call.keywords}.get("rule"), named)
    for reactions in VITALITY.reactions.values():
        yield from (reaction.rule for reaction in reactions if reaction.word != "forced")


@pytest.mark.slow
def test_every_rule_that_asks_has_a_question_of_its_own_and_answers_in_words() -> None:
    asking = {rule for rule in rules_that_ask() if rule}
    assert asking <= set(QUESTIONS)
    assert set(QUESTIONS) <= set(VALUES)
    assert len(asking) > 15


def test_every_effect_and_every_need_has_its_words() -> None:
    vocabulary = (attack_effects.Effect, boon_effects.BoonEffect, boon_effects.Power, boon_effects.Knack)
    assert {kind for union in vocabulary for kind in get_args(union)} == set(EFFECT_WORDS)
    assert set(get_args(attack_effects.Test)) == set(NEEDS)


NOTES = {
    "Weakened": "durability", "Bolstered": "avoidance", "Concentrating": "long_shot", "Aura": "support_aura",
    "AuraSpent": "support_aura", "Activated": "temporary_burst", "Streak": "lucky_streak", "Pushing": "move",
}  # fmt: skip


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_is_told_when_it_comes_while_it_lasts_and_when_it_ends(scene: Scene, name: str) -> None:
    note = NOTES.get(name, "")
    values = {"who": "kestrel", "condition": name, "source": "captain_1", "note": note, "value": 2}
    until = Until("end of turn", "captain_1", 2)
    face = VitalityFace(VITALITY)
    told = [
        VITALITY.sentence(scene, Ruling("condition", CONDITIONS[name].rule, values)),
        VITALITY.sentence(scene, Ruling("condition_ends", CONDITIONS[name].rule, values)),
        face.condition(scene, Condition(name, "captain_1", until, 2, note)),
        until_words(scene, until),
    ]
    assert not [words for words in told if CODE.search(words)]


@pytest.mark.parametrize(("kind", "values", "said"), SAID, ids=[kind for kind, _, _ in SAID])
def test_a_ruling_is_told_in_a_sentence(scene: Scene, kind: str, values: dict[str, Any], said: str) -> None:
    told = VITALITY.sentence(scene, Ruling(kind, "vt.stack.gm", values))
    assert told == said
    assert not CODE.search(told)


# ---------------------------------------------------------------- the log


def test_what_has_come_to_be_is_not_told_as_where_it_is_itself(scene: Scene) -> None:
    scene = scene.fork()
    scene.places = BY_WHAT_IS_THERE
    q, r = scene.beings["kestrel"].at
    scene.portals = (Portal("kestrel", (q, r + 1), (q, r + 2)),)
    portals = Ruling("portals", "vt.x", {"who": "kestrel", "one": (q, r + 1), "other": (q, r + 2)})
    told = VITALITY.sentence(scene, portals)
    assert told.startswith("Kestrel opens a pair of portals, one next to")
    assert told.count("portal") == 1
    called = Ruling(
        "appears", "vt.x", {"who": "captain_1", "by": "the_hollow_king", "at": scene.beings["captain_1"].at}
    )
    assert VITALITY.sentence(scene, called).count("Captain 1") == 1


def lines(scene: Scene, *rulings: Ruling) -> list[str]:
    return [line.words for line in VITALITY.face().lines(scene, rulings)]


def roll(rule: str, kept: tuple[int, ...], total: int, *modifiers: tuple[int, str], **about: Any) -> Ruling:
    dice = ("d20",) * len(kept) if rule != "vt.formula.damage" else ("d6!",) * 3
    made = tuple(Modifier(amount, source, "") for amount, source in modifiers)
    values = {"dice": dice, "fallen": kept, "kept": kept, "modifiers": made, "reading": 0, "total": total, **about}
    return Ruling("roll", rule, values)


SHOT = {"by": "kestrel", "target": "captain_1", "attack": "long_shot", "how": "attack"}
HIT = {"who": "kestrel", "target": "captain_1", "attack": "long_shot"}


def test_an_attack_is_two_lines_with_all_dice_and_where_every_number_comes_from(scene: Scene) -> None:
    assert lines(
        scene,
        Ruling("attacks", "vt.attack.order", {"who": "kestrel", "attack": "long_shot", "targets": ("captain_1",),
                                              "how": "attack"}),
        roll("vt.formula.accuracy", (14,), 22, (4, "Tier"), (4, "Focus"), number=8, **SHOT),
        Ruling("hits", "vt.formula.accuracy", {**HIT, "critical": False}),
        roll("vt.formula.damage", (6, 2, 1, 6, 3), 24, (4, "Tier"), (2, "Power"), number=30, **SHOT),
        Ruling("damage", "vt.formula.damage", {"who": "captain_1", "amount": 19, "by": "kestrel", "source": "long_shot",
                                               "hp": 6, "off": 5}),
    ) == [
        "Kestrel attacks Riot Captain 1 with Long Shot: d20 14 + 4 Tier + 4 Focus = 22 against Avoidance 8, a hit",
        "Damage of Long Shot: 3d6 (6 + 2 + 1) exploding (6 + 3) + 4 Tier + 2 Power = 24, less 5 Durability: Riot "
        "Captain 1 loses 19 HP and has 6 left",
    ]  # fmt: skip


def test_a_condition_check_and_what_comes_of_it_are_one_line(scene: Scene) -> None:
    about = {"by": "doctor_mire", "target": "captain_1", "effect": "stun", "versus": "vitality", "number": 20}
    held = {"who": "captain_1", "condition": "Stunned", "source": "doctor_mire", "note": "", "value": 0}
    assert lines(
        scene,
        roll("vt.formula.condition", (9, 18), 31, (4, "Tier"), (5, "Power"), **about),
        Ruling("condition", "vt.cond.stun", held),
    ) == [
        "Stun on Riot Captain 1: the best of d20 9 and 18 + 4 Tier + 5 Power + 4 critical = 31 against Vitality 20. "
        "Riot Captain 1 is STUNNED: no actions, no movement, Avoidance 0"
    ]  # fmt: skip


def test_an_effort_stands_between_the_dice_and_what_they_come_to(scene: Scene) -> None:
    assert lines(
        scene,
        roll("vt.formula.accuracy", (2,), 6, (4, "Tier"), number=8, **SHOT),
        Ruling("effort", "vt.effort.add_tier_roll", {"who": "kestrel", "used": 1, "last": False}),
        Ruling("hits", "vt.formula.accuracy", {**HIT, "critical": False}),
    ) == [
        "Kestrel attacks Riot Captain 1 with Long Shot: d20 2 + 4 Tier = 6 against Avoidance 8",
        "Kestrel spends an Effort (1 of 2) to add their Tier to the roll",
        "Kestrel hits Riot Captain 1 with Long Shot",
    ]


def test_help_that_nobody_is_named_for_comes_from_the_game_master(scene: Scene) -> None:
    table = scene.fork()
    helps = (Condition("Inspired", value=3), Condition("Inspired", "ilse_brandt", value=4, note="bard"))
    table.beings["kestrel"].set_conditions(*helps, Condition("Inspired", value=5, note="the harbour"))
    about: dict[str, Plain] = {"attribute": "awareness", "number": 10, "bonus": 2}
    question = Question("kestrel", OneOf(("no", "", "ilse_brandt")), "vt.feature.support", about, "no")
    face = VitalityFace(VITALITY)
    assert face.question(table, question) == [
        "Awareness check of Kestrel: 3d6 +2 against 10. Help for one check: +3 from the game master and +4 from Ilse "
        "Brandt. Use it now?"
    ]
    assert [face.value(table, question.rule, answer) for answer in ("no", "", "ilse_brandt")] == [
        "without help", "with the help of the game master", "with the help of Ilse Brandt",
    ]  # fmt: skip


def test_what_ends_by_itself_goes_without_saying(scene: Scene) -> None:
    assert lines(
        scene,
        Ruling("turn", "vt.turn.structure", {"who": "kestrel"}),
        Ruling("condition_ends", "vt.act.dodge", {"who": "kestrel", "condition": "Dodging"}),
        Ruling("condition_ends", "vt.cond.taunt", {"who": "kestrel", "condition": "Taunted"}),
    ) == ["Kestrel's turn", "Kestrel is no longer Taunted"]


def test_an_area_is_told_by_where_it_starts_and_of_a_burst_no_direction_is_said(scene: Scene) -> None:
    face, king = VitalityFace(VITALITY), scene.beings["the_hollow_king"]
    burst = Command("the_hollow_king", "area_attack", [("attack", "grave_wind"), ("direction", 0), ("origin", king.at)])
    assert face.sentence(scene, burst) == (
        f"Use Grave Wind, around {king.at[0]},{king.at[1]}, where The Hollow King is"
    )
    seen = scene.fork()
    seen.places = BY_WHAT_IS_THERE
    assert face.sentence(seen, burst) == "Use Grave Wind, around the space where The Hollow King is"
    cone = Command("doctor_mire", "area_attack", [("attack", "bile_wave"), ("direction", 0)])
    assert face.sentence(scene, cone) == "Use Bile Wave, to the east"
