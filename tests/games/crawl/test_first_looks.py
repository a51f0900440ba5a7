"""What somebody new to The Crawl looks at: lists of choices, prices, chances, lines of the log."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.kernel.agenda import command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.odds import odds
from ludex.core.show.price import price_words
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.map.ranges import in_reach
from ludex.games.crawl.book.skills.actions import usable
from ludex.games.crawl.book.skills.persuasion import who_listens
from ludex.games.crawl.book.skills.tasks import task_skills
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.show.prices import price
from ludex.games.crawl.state import Scene
from ludex.table.know import oddsline


def built(beings: dict[str, Any], **tables: Any) -> Scene:
    options = CRAWL.rulebook.check_options(tables.pop("options", {}))
    given = {"board": {"width": 12, "height": 6}, **tables, "beings": beings, "options": options}
    return CRAWL.build(given, "test", CRAWL.library())


def told(scene: Scene, *rulings: Ruling) -> list[str]:
    return [line.words for line in CRAWL.face().lines(scene, rulings)]


def test_what_is_not_learned_may_be_tried_in_a_fight_as_well() -> None:
    scene = built({"ann": {"at": [1, 1]}, "foe": {"side": "foes", "at": [5, 1]}}, turn="ann")
    ann = scene.beings["ann"]
    assert "sooth" in usable(scene, ann)
    assert "knowledge_arcane" in task_skills(scene, ann)
    assert "rage" not in usable(scene, ann)


def test_how_hard_a_dive_for_cover_is_stands_beside_each_cell() -> None:
    ann = {"aspects": ["duck_and_dodge", "dive_for_cover"], "strength": 2, "at": [2, 2]}
    cover = [{"cells": [[4, 1]], "percent": 50, "material": "wood"}]
    scene = built({"ann": ann, "foe": {"side": "foes", "at": [9, 1]}}, turn="ann", cover=cover)
    face, being = CRAWL.face(), scene.beings["ann"]
    assert face.about(scene, being, "skill", "dive_for_cover").startswith("d20 +0 against 8 (more for a far jump)")
    near, far = (face.about(scene, being, "cell", cell, ("dive_for_cover", "ann")) for cell in ((3, 1), (5, 0)))
    assert (near, far) == ("against 8", "against 16")
    assert face.about(scene, being, "cell", (3, 1), ("duck_and_dodge", "")) == ""


def test_strangers_are_persuaded_first_and_friends_that_players_play_not_at_all() -> None:
    servant = {"from": "crawl_scavenger", "side": "party"}
    scene = built({"ann": {}, "bo": {}, "servant": servant, "guard": {"side": "foes"}}, mode="adventure")
    assert who_listens(scene, scene.beings["ann"]) == ["guard", "servant"]
    assert not scene.beings["guard"].pc


def test_energy_that_is_lost_is_not_told_as_the_price_of_a_defence() -> None:
    scene = built({"ann": {}, "foe": {"side": "foes"}}, turn="ann")
    lost = Ruling("pays", "tc.staggered", {"who": "ann", "ep": 1, "left": 0})
    deed = Ruling("condition_ends", "tc.prone.rise", {"who": "ann", "condition": "Prone"})
    assert told(scene, lost, deed) == ["Ann loses 1 EP and has 0 left", "Ann gets up"]


def test_a_further_movement_is_told_with_its_energy() -> None:
    scene = built({"ann": {}, "foe": {"side": "foes"}}, turn="ann")
    paid = Ruling("pays", "tc.turn.movement_action", {"who": "ann", "ep": 1, "left": 1})
    step = Ruling("moves", "tc.basic.move", {"who": "ann", "origin": (1, 3), "to": (2, 3), "cost": 1})
    assert told(scene, paid, step) == ["Ann moves 1 cell to 2,3, for 1 EP (1 left)"]


def test_a_defender_is_told_where_the_blow_goes_and_what_resists_there() -> None:
    worn = {"worn": ["leather_jerkin"], "at": [2, 1]}
    scene = built({"foe": {"side": "foes", "at": [1, 1]}, "ann": worn}, turn="foe")
    about: dict[str, Any] = {
        "attacker": "foe", "skill": "unarmed_strike", "ep": 1, "hp": 6, "total": 12, "critical": False, "unseen": False,
        "area": False,
    }  # fmt: skip
    ask = Question("ann", OneOf(("no", "duck_and_dodge")), "tc.defense.roll", about, "no")
    assert "resists 1 kinetic" in CRAWL.face().question(scene, ask)[0]
    aimed = Question("ann", OneOf(("no", "duck_and_dodge")), "tc.defense.roll", {**about, "aim": "head"}, "no")
    first = CRAWL.face().question(scene, aimed)[0]
    assert "at the head" in first
    assert "resists" not in first


def test_the_chances_name_the_cover_in_the_way() -> None:
    beings = {
        "ann": {"at": [1, 1], "hands": ["short_bow"], "aspects": ["archery"]},
        "foe": {"side": "foes", "at": [6, 1]},
    }
    scene = built(beings, turn="ann", cover=[{"name": "crate", "cells": [[5, 1]], "percent": 60}])
    shot = command("ann", "attack", skill="archery:short_bow", target="foe")
    found = CRAWL.face().chances(scene, odds(scene, shot, CRAWL.policy("simple")))
    assert ("past the crate", Fraction(2, 5)) in found


def test_what_is_bled_is_told_beside_what_got_through() -> None:
    scene = built({"ann": {}, "foe": {"side": "foes"}}, turn="ann")
    lost = Ruling("hurt", "tc.attack.success", {"who": "ann", "amount": 12, "left": -6, "by": "foe", "bled": 2})
    assert told(scene, lost) == ["Ann loses 12 HP, 2 of them bleeding, and has −6 left"]


def test_of_the_dead_it_is_not_said_what_they_are_no_longer() -> None:
    down = {"side": "foes", "at": [2, 1], "hp": -5, "conditions": ["Prone", "Unconscious"]}
    scene = built({"ann": {"at": [1, 1]}, "foe": down}, turn="ann")
    found = odds(scene, command("ann", "attack", skill="unarmed_strike", target="foe"), CRAWL.policy("simple"))
    line = oddsline.short(CRAWL, scene, found)
    assert "dead" in line
    assert "no longer" not in line
    assert not any("no longer" in words for words in oddsline.full(CRAWL, scene, found))


def test_ability_damage_stands_in_the_status() -> None:
    scene = built({"dorrin": {"ability": [["strength", 4]]}}, mode="adventure")
    assert CRAWL.face().derived(scene, scene.beings["dorrin"]) == ["strength −4 (4 damaged)"]


def test_a_final_attack_says_that_it_ends_the_turn_and_what_is_not_learned() -> None:
    ann = {"at": [1, 1], "ep": 0, "hands": ["knife"]}
    scene = built({"ann": ann, "foe": {"side": "foes", "at": [2, 1]}}, turn="ann")
    last = command("ann", "final_attack", skill="slash:knife", target="foe")
    assert price_words(price(scene, scene.beings["ann"], last)) == "2 HP, ends the turn, not learned"


def test_who_is_too_far_away_is_named_with_how_far_that_is() -> None:
    scene = built({"ann": {"at": [1, 1]}, "foe": {"side": "foes", "at": [8, 1], "name": "Tollo"}}, turn="ann")
    ann, foe = scene.beings["ann"], scene.beings["foe"]
    refusal = in_reach(scene, ann, foe, skill_of(scene, ann, "unarmed_strike"))
    assert refusal is not None
    assert refusal.reason == "Tollo is 7 cells away, out of reach for Unarmed Strike (melee range)"


def test_where_no_energy_is_left_no_movement_is_offered() -> None:
    scene = built({"ann": {"ep": 0, "moved": True}, "foe": {"side": "foes"}}, turn="ann")
    assert "no movement left" in price_words(CRAWL.face().left(scene, scene.beings["ann"]))


def test_several_of_one_entry_are_numbered_unless_the_file_names_them() -> None:
    crab = {"from": "tunnel_cur", "side": "foes"}
    scene = built({"one": crab, "two": crab, "third": {**crab, "name": "Old Grey"}})
    assert [being.name for being in scene.beings.values()] == ["Tunnel Cur 1", "Tunnel Cur 2", "Old Grey"]
    scene = built({"tunnel_cur": {"side": "foes"}, "two": crab, "ann": {}})
    assert [being.name for being in scene.beings.values()] == ["Tunnel Cur 1", "Tunnel Cur 2", "Ann"]
