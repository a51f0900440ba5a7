"""Every kind of ruling has a sentence, and no sentence reads like code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.referee.live import Live, TypedDice
from ludex.core.show.places import BY_WHAT_IS_THERE
from ludex.games.crawl.book.dice import HIT, Struck
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.show.questions import QUESTIONS
from ludex.games.crawl.show.sentences import SENTENCES
from ludex.games.crawl.state import Scene
from ludex.table.know.rolls import lines_of

CODE = re.compile(r"[a-z]_[a-z]|\bNone\b|\bTrue\b|\bFalse\b|[{}\[\]]|  ")

# Kinds with their values, as the rules record them, and what is said.
SAID: list[tuple[str, dict[str, Any], str]] = [
    ("set", {"what": "sefa", "field": "hp", "value": 5}, "The game master sets HP of Sefa Quickwater to 5"),
    ("fight", {"surprised": "party"}, "A fight breaks out; the party is surprised"),
    ("fight_ends", {"how": "talked", "round": 3}, "The fight is talked away in round 3"),
    ("order", {"order": ("sefa", "ilse")}, "The order of turns: Sefa Quickwater, Ilse of the Gate"),
    ("held_order", {"order": ("sefa",)}, "Those who have held their turns act now: Sefa Quickwater"),
    ("round", {"round": 2}, "Round 2"),
    ("turn", {"who": "sefa", "resumed": True}, "Sefa Quickwater's turn, held until now"),
    ("no_turn", {"who": "sefa"}, "Sefa Quickwater is surprised and has no turn in this round"),
    ("turn_lost", {"who": "sefa"}, "Sefa Quickwater loses the turn"),
    ("refresh", {"who": "sefa", "ep": 1, "now": 2}, "Sefa Quickwater gets 1 EP back and has 2"),
    ("loses_ep", {"who": "sefa", "ep": 1}, "Sefa Quickwater loses 1 EP, having no room to keep it"),
    ("pays", {"who": "sefa", "ep": 1, "left": 0}, "Sefa Quickwater spends 1 EP and has 0 left"),
    ("effort", {"who": "sefa", "hp": 2}, "Sefa Quickwater goes to the limit: maximum effort, for 2 HP"),
    ("holds", {"who": "sefa"}, "Sefa Quickwater holds the turn"),
    ("rejoins", {"who": "sefa", "after": "ilse"}, "Sefa Quickwater will act when this turn is over"),
    (
        "readies",
        {"who": "sefa", "action": "attack", "event": "casts", "whom": "ilse"},
        "Sefa Quickwater readies Attack, for when Ilse of the Gate uses magic",
    ),
    ("lapses", {"who": "sefa", "action": "attack"}, "What Sefa Quickwater had readied is lost: Attack"),
    ("releases", {"who": "sefa", "action": "attack"}, "Sefa Quickwater does what was readied: Attack"),
    (
        "comes_to_nothing",
        {"who": "sefa", "action": "charge", "reason": "Ilse is out of reach"},
        "Charge of Sefa Quickwater comes to nothing: Ilse is out of reach",
    ),
    ("joins", {"who": "sefa", "at": (1, 2)}, "Sefa Quickwater comes in at 1,2"),
    ("sets_out", {"who": "sefa"}, "The party may do as it likes; Sefa Quickwater is asked first"),
    ("leads", {"who": "sefa"}, "Sefa Quickwater is asked what to do"),
    ("is_done", {}, "The party is done here: the iron-bound gate is shut"),
    (
        "attacks",
        {"who": "sefa", "target": "ilse", "skill": "slash:short_sword", "way": "attack", "aim": "head"},
        "Sefa Quickwater attacks Ilse of the Gate with Slash (Short Sword), at the head",
    ),
    (
        "attack",
        {"who": "sefa", "skill": "slash:short_sword", "target": "ilse", "result": "hit", "way": "attack"},
        "Sefa Quickwater, Slash (Short Sword): hit",
    ),
    (
        "attacks_area",
        {"who": "ilse", "skill": "frigid_cone", "cells": ((1, 2), (2, 2))},
        "Ilse of the Gate sends out Frigid Cone over 2 cells, with Sefa Quickwater in them",
    ),
    (
        "attacks_cover",
        {"who": "sefa", "skill": "slash:short_sword", "at": (2, 1)},
        "Sefa Quickwater strikes at the cover at 2,1 with Slash (Short Sword)",
    ),
    (
        "leaps_at",
        {"who": "sefa", "target": "ilse", "skill": "leaping_strike:short_sword", "to": (3, 3)},
        "Sefa Quickwater leaps to 3,3, at Ilse of the Gate, with Leaping Strike (Short Sword)",
    ),
    (
        "charges",
        {"who": "sefa", "target": "ilse", "skill": "slash:short_sword"},
        "Sefa Quickwater charges at Ilse of the Gate with Slash (Short Sword)",
    ),
    ("strikes_nothing", {"who": "sefa", "at": (1, 1)}, "Sefa Quickwater strikes at 1,1, and nobody is there"),
    ("lands_at", {"what": "throwing_dagger", "at": (1, 1)}, "Throwing Dagger lies at 1,1 now"),
    ("cover", {"cover": "handcart", "past": True}, "Handcart: past it"),
    ("cover_struck", {"name": "handcart", "at": (2, 1), "left": 0}, "The handcart is broken"),
    ("defends", {"who": "sefa", "skill": "block", "defended": True}, "Sefa Quickwater defends with Block: it holds"),
    (
        "critical",
        {"who": "sefa", "by": "ilse", "effect": "left arm", "amount": 0, "times": 1},
        "The left arm of Sefa Quickwater can no longer be used",
    ),
    (
        "check",
        {"who": "sefa", "what": "strength", "difficulty": 8, "result": "success"},
        "Sefa Quickwater, strength check against 8: success",
    ),
    ("opposed", {"who": "sefa", "target": "ilse", "won": False}, "Ilse of the Gate has the upper hand"),
    ("fate", {"who": "sefa", "face": "minus"}, "The fate die of Sefa Quickwater: minus"),
    (
        "damage",
        {"who": "sefa", "type": "kinetic", "rolled": 4, "resisted": 1, "pieces": ((1, "Leather Jerkin"),)},
        "Sefa Quickwater resists 1 of 4 kinetic damage (Leather Jerkin 1)",
    ),
    ("hurt", {"who": "sefa", "amount": 3, "left": -2}, "Sefa Quickwater loses 3 HP and has −2 left"),
    ("absorbed", {"who": "sefa", "note": "quell"}, "Quell of Sefa Quickwater has absorbed what it could, and is gone"),
    ("less_resistance", {"who": "sefa", "amount": 2}, "The resistance of Sefa Quickwater counts 2 less"),
    (
        "burns",
        {"who": "sefa", "rolled": 4, "resisted": 0, "left": 0},
        "Sefa Quickwater burns for 4 fire damage; then the fire is out",
    ),
    ("staggered", {"who": "sefa"}, "Sefa Quickwater is staggered: fewer than a fourth of their HP are left"),
    ("dies", {"who": "sefa"}, "Sefa Quickwater dies"),
    ("pushed", {"who": "sefa", "kp": 15, "left": 4}, "Sefa Quickwater is pushed, with 4 of 15 KP left"),
    ("moved", {"who": "sefa", "to": (3, 2)}, "Sefa Quickwater is thrown to 3,2"),
    ("hits", {"who": "sefa", "what": "wall"}, "Sefa Quickwater is flung against the wall"),
    ("falls", {"who": "sefa", "metres": 6}, "Sefa Quickwater falls 6 m"),
    ("comes_down", {"crusher": "bell", "at": (1, 1), "kg": 2000}, "The bell comes down on 1,1: 2000 kg"),
    (
        "condition",
        {"who": "sefa", "condition": "Grabbed", "source": "ilse", "note": "right arm", "value": 0},
        "Ilse of the Gate holds Sefa Quickwater by the right arm",
    ),
    ("condition_ends", {"who": "sefa", "condition": "Slowed"}, "Sefa Quickwater is no longer slowed"),
    ("condition_ends", {"who": "sefa", "condition": "Bleeding"}, "Sefa Quickwater stops bleeding"),
    ("revived", {"who": "sefa", "hp": 1}, "Sefa Quickwater is alive again, with 1 HP"),
    (
        "sight",
        {"who": "sefa", "percent": 90, "blind": True},
        "Sefa Quickwater has lost 90 % of their sight and is blind",
    ),
    ("moves", {"who": "sefa", "to": (2, 2), "cost": 1}, "Sefa Quickwater moves to 2,2"),
    ("placed", {"who": "sefa", "at": (2, 2)}, "Sefa Quickwater moves to 2,2"),
    ("halts", {"who": "sefa", "at": (2, 2)}, "Sefa Quickwater can go no further and stops"),
    ("climbs", {"who": "sefa", "to": (2, 2)}, "Sefa Quickwater climbs to 2,2"),
    ("slips", {"who": "sefa", "at": (2, 2)}, "Sefa Quickwater slips and is back at the foot at 2,2"),
    ("jumps", {"who": "sefa", "to": (2, 2)}, "Sefa Quickwater comes down at 2,2"),
    ("dives", {"who": "sefa", "to": (2, 2)}, "Sefa Quickwater dives into cover at 2,2"),
    ("faces", {"who": "sefa", "direction": 1}, "Sefa Quickwater turns to the south-east"),
    (
        "teleports",
        {"who": "sefa", "to": (2, 2), "delay": 1},
        "Sefa Quickwater is gone, and will be at 2,2 after 1 turn",
    ),
    ("arrives", {"who": "sefa", "at": (2, 2)}, "Sefa Quickwater is there at 2,2"),
    ("hidden", {"who": "sefa", "value": 15}, "Sefa Quickwater is in stealth: 15 to find them"),
    ("seen", {"who": "sefa"}, "Sefa Quickwater does not get into stealth"),
    ("revealed", {"who": "sefa", "how": "attack"}, "Sefa Quickwater is out of stealth"),
    ("finds", {"who": "ilse", "target": "sefa"}, "Ilse of the Gate finds Sefa Quickwater, in stealth at 1,2"),
    ("looks", {"who": "sefa", "total": 12}, "Sefa Quickwater looks around: 12"),
    (
        "searches",
        {"who": "ilse", "target": "sefa", "total": 9, "found": False},
        "Ilse of the Gate searches for Sefa Quickwater: not found",
    ),
    (
        "grabs",
        {"who": "ilse", "target": "sefa", "what": "short_sword"},
        "Ilse of the Gate reaches for the Short Sword of Sefa Quickwater",
    ),
    (
        "grab",
        {"who": "ilse", "target": "sefa", "what": "left leg", "won": True},
        "Ilse of the Gate gets hold of the left leg of Sefa Quickwater",
    ),
    (
        "uses",
        {"who": "marrow", "skill": "shot_call", "targets": ("sefa",), "cell": None, "choice": ""},
        "Marrow Tane uses Shot Call on Sefa Quickwater",
    ),
    (
        "counters",
        {"who": "ilse", "caster": "sefa", "skill": "countercast"},
        "Ilse of the Gate answers the magic of Sefa Quickwater with Countercast",
    ),
    ("fails", {"who": "sefa", "skill": "medicine"}, "Medicine of Sefa Quickwater fails"),
    (
        "refund",
        {"who": "sefa", "now": 2},
        "A critical success with something unstable: Sefa Quickwater gets 1 EP back and has 2",
    ),
    (
        "try",
        {"who": "marrow", "task": "treat:dorrin:disease:ash_cough", "minutes": 20},
        "Marrow Tane takes 20 minutes to treat Dorrin for Ash Cough",
    ),
    (
        "task",
        {"who": "dorrin", "skill": "lockpicking", "task": (5, 3), "result": "success"},
        "Dorrin succeeds with Lockpicking on the iron-bound gate",
    ),
    (
        "practised",
        {"who": "sefa", "aspect": "perception"},
        "Sefa Quickwater has used Perception with success without having learned it, and may acquire it in downtime",
    ),
    (
        "ignores",
        {"who": "sefa", "by": "ilse", "skill": "dread_whisper"},
        "Sefa Quickwater is too slow of wit for Dread Whisper of Ilse of the Gate",
    ),
    ("energy", {"who": "sefa", "ep": 1, "now": 2}, "Sefa Quickwater gets 1 EP and has 2"),
    (
        "senses",
        {"who": "sefa", "beings": ("ilse",), "cells": ((1, 1),)},
        "Sefa Quickwater sees magic on Ilse of the Gate and the ground at 1,1",
    ),
    ("message", {"who": "sefa", "target": "ilse", "spoken": False}, "Ilse of the Gate understands what Sefa Quickwater "
     "wants to say"),
    ("knows", {"who": "sefa", "field": "natural sciences"}, "Sefa Quickwater knows something of it: natural sciences"),
    ("minor_magic", {"who": "sefa"}, "Sefa Quickwater works a small wonder"),
    ("area", {"who": "sefa", "aspect": "obscura", "cells": ((1, 1),)}, "Obscura of Sefa Quickwater lies on 1 cell "
     "around 1,1"),
    (
        "dismissed",
        {"who": "sefa", "target": "ilse", "effect": "dissev:fire"},
        "Sefa Quickwater ends Dissev (fire) on Ilse of the Gate",
    ),
    ("pockets", {"who": "sefa", "target": "", "thing": "knife"}, "Sefa Quickwater pockets Knife, unnoticed"),
    ("draws", {"who": "sefa", "thing": "knife"}, "Sefa Quickwater takes Knife out of the pack"),
    ("stows", {"who": "sefa", "thing": "knife"}, "Sefa Quickwater puts Knife into the pack"),
    ("drops", {"who": "sefa", "thing": "knife"}, "Sefa Quickwater drops Knife"),
    ("takes", {"who": "sefa", "thing": "knife", "into": "hand"}, "Sefa Quickwater takes Knife in hand"),
    ("gives", {"who": "sefa", "thing": "knife", "to": "ilse"}, "Sefa Quickwater hands Knife to Ilse of the Gate"),
    ("dons", {"who": "sefa", "thing": "iron_cap"}, "Sefa Quickwater puts on Iron Cap"),
    ("doffs", {"who": "sefa", "thing": "iron_cap"}, "Sefa Quickwater takes off Iron Cap"),
    ("hindered", {"who": "sefa", "mobility": -2}, "What Sefa Quickwater carries takes 2 off their mobility"),
    ("consumes", {"who": "sefa", "item": "ration", "target": "sefa"}, "Sefa Quickwater uses up Ration"),
    ("reloads", {"who": "sefa", "thing": "crossbow"}, "Sefa Quickwater makes Crossbow ready again"),
    (
        "door",
        {"who": "sefa", "at": (5, 3), "name": "gate", "open": True, "lock": 0},
        "Sefa Quickwater opens the gate at 5,3",
    ),
    ("speaks", {"who": "sefa", "to": "ilse", "heard": ("ilse",)}, "Sefa Quickwater speaks to Ilse of the Gate"),
    (
        "makes_out",
        {"who": "ilse", "speaker": "sefa", "heard": False},
        "Ilse of the Gate cannot make out what Sefa Quickwater says",
    ),
    (
        "persuades",
        {"who": "marrow", "target": "ilse", "presence": 18, "intuition": 9, "won": 9},
        "Marrow Tane wins Ilse of the Gate over by 9: presence 18, intuition 9",
    ),
    (
        "disposition",
        {"who": "ilse", "towards": "marrow", "value": 34, "demeanor": "neutral"},
        "Ilse of the Gate is neutral towards Marrow Tane (34 of 50)",
    ),
    ("agrees", {"who": "ilse", "to": "marrow"}, "Ilse of the Gate agrees to what Marrow Tane asks"),
    ("heals", {"who": "sefa", "amount": 3, "left": 9}, "Sefa Quickwater gets 3 HP back and has 9"),
    ("heals", {"who": "sefa", "amount": 1, "left": -5}, "Sefa Quickwater gets 1 HP back and has −5"),
    (
        "ability_damage",
        {"who": "sefa", "core": "strength", "amount": 1, "left": -1},
        "Sefa Quickwater takes 1 ability damage: strength is −1",
    ),
    (
        "ability_heals",
        {"who": "sefa", "core": "strength", "amount": 1, "left": 0},
        "1 ability damage of Sefa Quickwater heals: strength is +0",
    ),
    ("treated", {"who": "sefa", "core": "strength"}, "The strength of Sefa Quickwater has been treated and can heal "
     "now"),
    ("exposed", {"who": "sefa", "affliction": "ash_cough", "by": ""}, "Sefa Quickwater is exposed to Ash Cough"),
    ("cured", {"who": "dorrin", "affliction": "ash_cough"}, "Dorrin is rid of Ash Cough"),
    (
        "no_effect",
        {"who": "dorrin", "affliction": "ash_cough"},
        "The agent against Ash Cough does nothing for Dorrin, who is hurt",
    ),
    ("dose", {"who": "sefa", "affliction": "ember_resin"}, "Sefa Quickwater takes Ember Resin"),
    (
        "craving",
        {"who": "sefa", "affliction": "ember_resin", "missed": 2},
        "Sefa Quickwater craves Ember Resin: −2 on all rolls",
    ),
    ("makes", {"who": "marrow", "thing": "ration"}, "Marrow Tane has made Ration"),
    ("time", {"minutes": 1}, "1 minute passes"),
    ("meal", {"who": "sefa", "hp": 12, "hours": 8}, "The meal will give Sefa Quickwater 12 HP over 8 hours"),
    ("fills", {"who": "sefa"}, "Sefa Quickwater is full; the meal before goes on, and this one gives nothing more"),
    ("eats", {"who": "sefa", "thing": "ration"}, "Sefa Quickwater eats Ration"),
    ("drinks", {"who": "sefa"}, "Sefa Quickwater drinks"),
    ("rests", {"who": "sefa", "hours": 8}, "Sefa Quickwater and all who are with them rest for 8 hours"),
    (
        "rested",
        {"again": ("sefa", "ilse")},
        "The rest is over: Sefa Quickwater and Ilse of the Gate may try again what can be tried once between two rests",
    ),
    ("rested", {"again": ()}, "The rest is over: there was nothing that it could give back"),
    (
        "rest_too_short",
        {"hours": 4, "needed": 8},
        "4 hours of rest bring nothing back that can be tried once between two rests: that takes 8 hours",
    ),
    ("downtime", {"over": False}, "Downtime: aspect points and money can be spent"),
    ("award", {"who": "sefa", "ap": 5, "now": 7}, "Sefa Quickwater is awarded 5 AP and has 7"),
    (
        "learns",
        {"who": "sefa", "aspect": "weapon_proficiency", "choice": "knife", "ap": 1, "left": 4},
        "Sefa Quickwater acquires Weapon Proficiency (Knife) for 1 AP and has 4 left",
    ),
    (
        "upgrades",
        {"who": "sefa", "aspect": "fit", "part": 1, "worth": 2, "ap": 1, "left": 3},
        "Sefa Quickwater upgrades Fit: HP Pool Modifier is 2 now, for 1 AP; 3 left",
    ),
    ("buys", {"who": "sefa", "item": "shield", "price": 200, "left": 0}, "Sefa Quickwater buys Shield for 200 and has "
     "0 left"),
    ("sells", {"who": "sefa", "item": "shield", "price": 200, "left": 400}, "Sefa Quickwater sells Shield for 200 and "
     "has 400"),
]  # fmt: skip


@pytest.fixture(scope="module")
def scene() -> Scene:
    return cast(Scene, load_scene(Path("the_gatehouse")).scene)


def test_every_kind_of_ruling_is_among_these() -> None:
    recorded = {
        kind for file in CRAWL.home.rglob("*.py") for kind in re.findall(r'\.record\(\s*"(\w+)"', file.read_text())
    }
    assert recorded - set(SENTENCES) == set()
    assert {kind for kind, _, _ in SAID} == {"set", *SENTENCES} - {"roll"}


def test_every_rule_that_asks_has_a_question_of_its_own() -> None:
    asking = set()
    for file in CRAWL.home.rglob("*.py"):
        text = file.read_text()
        named = dict(re.findall(r'^([A-Z]+)(?:, [A-Z, ]+)? = "(tc\.[\w.]+)"', text, flags=re.MULTILINE))
        for rule in re.findall(r'await ask\((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*?rule=("[\w.]+"|\w+)', text):
            asking.add(rule.strip('"') if rule.startswith('"') else named.get(rule, rule))
    asking |= {reaction.rule for reactions in CRAWL.reactions.values() for reaction in reactions}
    assert {rule for rule in asking if rule.startswith("tc.")} <= set(QUESTIONS)
    assert len(asking) > 10


def test_whoever_may_strike_at_once_is_told_the_numbers_of_each_skill() -> None:
    ann = {"aspects": ["slash", "counter_slash"], "hands": ["short_sword"], "at": [2, 2]}
    beings = {"ann": ann, "foe": {"side": "foes", "at": [3, 2], "facing": 3}}
    tables = {"options": CRAWL.rulebook.check_options({}), "board": {"width": 12, "height": 6}, "turn": "foe"}
    live = Live(CRAWL, CRAWL.build({**tables, "beings": beings}, "test", CRAWL.library()), TypedDice())
    live.perform(command("foe", "move", to=((4, 2),)))
    assert isinstance(live.open, Question)
    told = CRAWL.face().question(live.scene, live.open)
    assert told[-1].startswith("Counter Slash (Short Sword): d20")


@pytest.mark.parametrize(("kind", "values", "said"), SAID, ids=[kind for kind, _, _ in SAID])
def test_a_ruling_is_told_in_a_sentence(scene: Scene, kind: str, values: dict[str, Any], said: str) -> None:
    told = CRAWL.sentence(scene, Ruling(kind, "tc.dr", values))
    assert told == said
    assert not CODE.search(told)


def test_an_attack_is_one_line_with_its_price_its_dice_and_where_every_number_comes_from(scene: Scene) -> None:
    modifiers = (Modifier(2, "mobility", "tc.core.three"), Modifier(-1, "medium range", "tc.range.penalty"))
    skill = {"skill": "slash:short_sword", "target": "ilse", "way": "attack"}
    rulings = [
        Ruling("pays", "tc.skill.ep_cost", {"who": "sefa", "ep": 1, "left": 1}),
        Ruling("attacks", "tc.attack.sequence", {"who": "sefa", "aim": "", **skill}),
        Ruling("roll", "tc.attack.roll", {
            "by": "sefa", "dice": ("d20",), "fallen": (14,), "kept": (14,), "modifiers": modifiers,
            "reading": Struck(HIT, 15), "total": 15, "difficulty": 8, **skill,
        }),
        Ruling("attack", "tc.attack.roll", {"who": "sefa", "result": "hit", **skill}),
        Ruling("damage", "tc.dr", {"who": "ilse", "type": "kinetic", "rolled": 5, "resisted": 0, "pieces": ()}),
        Ruling("hurt", "tc.attack.success", {"who": "ilse", "amount": 5, "left": 2, "by": "sefa"}),
    ]  # fmt: skip
    assert [line.words for line in CRAWL.face().lines(scene, rulings)] == [
        "Sefa Quickwater attacks Ilse of the Gate with Slash (Short Sword) for 1 EP (1 left): d20 14 + 2 mobility − 1 "
        "medium range = 15 against its difficulty of 8, a hit",
        "Ilse of the Gate loses 5 HP and has 2 left",
    ]


def test_the_price_of_maximum_effort_goes_along_with_the_deed(scene: Scene) -> None:
    pays = Ruling("effort", "tc.maxeffort.attack", {"who": "sefa", "hp": 2})
    price = {"who": "sefa", "amount": 2, "left": 7, "by": ""}
    [told] = lines_of(CRAWL.face(), scene, [pays, Ruling("hurt", "tc.maxeffort.is_damage", price)])
    assert (told.words, told.aside) == ("Sefa Quickwater goes to the limit: maximum effort, for 2 HP (7 left)", True)
    unsure = Ruling("hurt", "tc.maxeffort.is_damage", {**price, "left": "some"})
    [told] = lines_of(CRAWL.face(), scene, [pays, unsure])
    assert told.words == "Sefa Quickwater goes to the limit: maximum effort, for 2 HP"
    [told] = lines_of(CRAWL.face(), scene, [Ruling("hurt", "tc.attack.success", price)])
    assert not told.aside


def test_a_walk_is_one_line(scene: Scene) -> None:
    said = [{"who": "sefa", "origin": (q - 1, 2), "to": (q, 2), "cost": 1} for q in (2, 3, 4)]
    steps = [Ruling("moves", "tc.basic.move", values) for values in said]
    assert [line.words for line in CRAWL.face().lines(scene, steps)] == ["Sefa Quickwater moves 3 cells to 4,2"]
    scene.places = BY_WHAT_IS_THERE
    (line,) = CRAWL.face().lines(scene, steps)
    assert line.words.startswith("Sefa Quickwater moves 3 cells east, now ")


def test_who_is_level_with_somebody_unknown_is_not_said_to_be(scene: Scene) -> None:
    first, second = list(scene.beings)[:2]
    names = [scene.beings[who].name for who in (first, second)]
    thrown = {"by": first, "dice": ("d20", "d20"), "kept": (7, 5), "modifiers": (), "reading": ((0,), (1,))}
    both = CRAWL.sentence(scene, Ruling("roll", "tc.init.ties", {**thrown, "tied": (first, second)}))
    assert both == f"{names[0]} and {names[1]} are level and roll d20: {names[0]} 7 and {names[1]} 5"
    alone = CRAWL.sentence(scene, Ruling("roll", "tc.init.ties", {**thrown, "tied": (first,)}))
    assert alone == f"{names[0]} rolls d20: 7"


def test_what_is_told_of_a_skill_beside_its_price_tells_no_price() -> None:
    scene = load_scene(CRAWL.home / "content/scenes/the_broken_span.toml", CRAWL.library()).scene
    oriel = scene.beings["oriel"]
    told = CRAWL.face().about(scene, oriel, "skill", "quell")
    assert "personal range" in told
    assert "EP" not in told
