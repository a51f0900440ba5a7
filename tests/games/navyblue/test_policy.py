"""The simple policy: what a player and a Director who know the rules do in plain situations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.domain import YES_NO, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question
from ludex.core.referee.simulated import Simulated
from ludex.games.navyblue.foe.attacks import Outlook
from ludex.games.navyblue.foe.places import Ground, Terrain
from ludex.games.navyblue.foe.policy import SimplePolicy
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.state import Scene
from ludex.opponents.random import RandomPolicy
from tests.games.remembering import decides_as_afresh

SCENES = sorted((NAVYBLUE.home / "content" / "scenes").glob("*.toml"))


def built(beings: dict[str, Any], **tables: Any) -> Scene:
    options = NAVYBLUE.rulebook.check_options(tables.pop("options", {}))
    given = {"board": {"width": 4}, **tables, "beings": beings, "options": options}
    return NAVYBLUE.build(given, "test", NAVYBLUE.library())


def chosen(scene: Scene) -> Command:
    """What whoever is to act does; always something that the rules allow."""
    given = SimplePolicy().choose(scene, scene.beings[NAVYBLUE.to_act(scene)])
    assert NAVYBLUE.refusal(scene, given) is None
    return given


def answer(scene: Scene, asked: str, rule: str, domain: Any, default: Plain, **about: Plain) -> Any:
    return SimplePolicy().answer(scene, Question(asked, domain, rule, about, default))


# ---------------------------------------------------------------- fighting


def test_it_finishes_the_weaker_enemy() -> None:
    foes = {"fresh": {"from": "wrecker", "at": "z0_0"}, "weak": {"from": "wrecker", "at": "z0_0", "vigor": 2}}
    assert chosen(built({"pell": {"at": "z0_0"}, **foes}, turn="pell")).arg("target") == "weak"


def test_two_attacks_pay_for_a_surge() -> None:
    beings = {"oriel": {"at": "z0_0", "actions": 0}, "golem": {"from": "anchor_golem", "at": "z0_0"}}
    assert chosen(built(beings, turn="oriel")) == Command("oriel", "surge")


def test_whoever_is_too_far_away_comes_near() -> None:
    beings = {"marlow": {"at": "z0_0"}, "ghoul": {"from": "tide_ghoul", "at": "z3_0"}}
    assert chosen(built(beings, turn="ghoul")).name in ("move", "sprint")


def test_a_door_in_the_way_is_opened_and_a_heavy_one_unblocked() -> None:
    def golem_behind(state: str) -> str:
        beings = {"marlow": {"at": "z0_0"}, "golem": {"from": "anchor_golem", "at": "z1_0"}}
        return chosen(built(beings, turn="golem", doors=[{"zones": ["z0_0", "z1_0"], "state": state}])).name

    assert golem_behind("shut") == "open"
    assert golem_behind("blocked") == "unblock"


def test_who_is_prone_gets_up_before_a_blow() -> None:
    ghoul = {"from": "tide_ghoul", "at": "z0_0", "conditions": ["Prone"], "motion": 1}
    assert chosen(built({"ghoul": ghoul, "marlow": {"at": "z0_0"}}, turn="ghoul")) == Command("ghoul", "stand")


def test_who_shoots_from_afar_lies_down_behind_its_shot_and_stays_down() -> None:
    """Who is Hidden already: there is nothing better to do with a point."""

    def at(distance: int, *conditions: str, who: str = "oriel") -> str:
        thrower = {"from": "wrecker_bolt_thrower", "actions": 0, "motion": 2, "conditions": ["Hidden", *conditions]}
        beings = {"thrower": {"at": "z0_0", **thrower}, who: {"at": f"z{distance}_0"}}
        return chosen(built(beings, turn="thrower")).name

    assert at(3) == "dive"
    assert at(3, "Prone") == "end_turn"
    assert at(0, "Prone", who="marlow") == "stand"  # who stands beside one strikes better at who lies


def test_who_can_only_strike_nearby_does_not_lie_down() -> None:
    beings = {"ghoul": {"from": "tide_ghoul", "at": "z0_0", "actions": 0, "motion": 1}, "oriel": {"at": "z3_0"}}
    assert chosen(built(beings, turn="ghoul")).name != "dive"


# ---------------------------------------------------------------- hiding


def thrower(**given: Any) -> Scene:
    thrower = {"from": "wrecker_bolt_thrower", "at": "z0_0", "motion": 1, **given}
    return built({"thrower": thrower, "oriel": {"at": "z3_0"}}, turn="thrower")


def test_who_has_shot_hides_before_the_turn_ends() -> None:
    assert chosen(thrower()).name == "attack"
    assert chosen(thrower(actions=0)) == Command("thrower", "hide")


def test_nobody_hides_for_ever() -> None:
    """A fight that has gone on for so long is to be ended."""
    scene = thrower(actions=0, conditions=["Prone"])
    assert chosen(scene) == Command("thrower", "hide")
    scene.turns = replace(scene.turns, round=14)
    assert chosen(scene).name != "hide"


def test_nobody_hides_beside_an_enemy() -> None:
    beings = {"pell": {"at": "z0_0", "actions": 0, "motion": 1}, "wrecker": {"at": "z0_0"}}
    assert chosen(built(beings, turn="pell")).name != "hide"


def test_the_hidden_come_out_for_a_blow() -> None:
    assert chosen(thrower(conditions=["Hidden"])).name == "attack"


def test_whoever_has_most_life_left_looks_for_those_who_hide_and_the_others_keep_out_of_sight() -> None:
    """If all hid from each other, each would wait for the others."""

    def does(name: str) -> Command:
        beings = {
            "marlow": {"at": "z0_0", "actions": 0, "motion": 2},
            "pell": {"at": "z0_0", "actions": 0, "motion": 2},
            "oriel": {"side": "foes", "at": "z3_0", "conditions": ["Hidden"]},
        }
        return chosen(built(beings, turn=name))

    assert does("marlow") == command("marlow", "move", to="z2_0")
    assert does("pell") == Command("pell", "hide")


def test_who_looks_for_the_hidden_comes_out() -> None:
    hidden = {"at": "z0_0", "conditions": ["Hidden"]}
    beings = {"pell": hidden, "oriel": {"side": "foes", **hidden}}
    assert chosen(built(beings, turn="pell")) == Command("pell", "sprint")


def test_who_has_just_hidden_does_not_run_out_again() -> None:
    """nb.action.sprint is an Action: it would show them."""
    beings = {
        "marlow": {"at": "z0_0", "conditions": ["Hidden"], "motion": 1}, "ione": {"at": "z0_0"},
        "ghoul": {"from": "tide_ghoul", "at": "z3_0"},
    }  # fmt: skip
    assert chosen(built(beings, turn="marlow")).name != "sprint"


def test_the_hidden_do_not_walk_to_and_fro() -> None:
    beings = {
        "marlow": {"at": "z2_0"}, "pell": {"at": "z2_0", "conditions": ["Hidden"]},
        "oriel": {"side": "foes", "at": "z0_0", "conditions": ["Hidden"]},
    }  # fmt: skip
    assert chosen(built(beings, turn="pell")) == Command("pell", "end_turn")


def test_the_hidden_do_not_wait_for_ever() -> None:
    """Somebody stands in the open, within reach but for a pit: they come out for that, each of them."""
    hidden = {"conditions": ["Hidden"]}
    foes = {
        "roake": {"from": "captain_hesper_roake", "at": "pier_1", **hidden},
        "shrike": {"from": "gale_shrike", "at": "sky", **hidden},
    }
    for name in foes:
        scene = built({"pell": {"at": "pier_2"}, **foes}, board="broken_pier", turn=name)
        assert chosen(scene).name in ("move", "leap")


def test_a_shooter_in_a_loft_is_found_before_long() -> None:
    """Nobody stands about below for thirty rounds while bolts come out of the dark."""
    shooter = {"from": "wrecker_bolt_thrower", "at": "loft", "conditions": ["Hidden"]}
    party = {name: {"at": "hall_west"} for name in ("marlow", "ione", "pell", "oriel")}
    scene = built({**party, "shooter": shooter}, board="ropewalk", turn="marlow")
    simple = SimplePolicy()
    Simulated({"party": simple, "foes": simple, GM: simple}, 3).play(scene, 300)
    assert NAVYBLUE.winner(scene) == "party"
    assert scene.turns.round < 9


def test_a_friend_near_the_end_is_healed() -> None:
    beings = {
        "ione": {"at": "z0_0"}, "pell": {"at": "z0_0", "vigor": 0, "injuries": 6},
        "ghoul": {"from": "tide_ghoul", "at": "z0_0"},
    }  # fmt: skip
    given = chosen(built(beings, turn="ione"))
    assert given == command("ione", "use", feature="mercy_of_the_deep", target="pell")


def test_who_flees_goes_to_an_exit_and_off_the_board() -> None:
    wrecker = {"from": "wrecker", "conditions": ["Fleeing"]}
    foes = {"other": {"from": "wrecker", "at": "loft"}}
    far = built({"marlow": {}, "wrecker": {**wrecker, "at": "yard"}, **foes}, board="ropewalk", turn="wrecker")
    assert chosen(far) == command("wrecker", "move", to="street")
    out = built({"marlow": {}, "wrecker": {**wrecker, "at": "street"}, **foes}, board="ropewalk", turn="wrecker")
    assert chosen(out) == Command("wrecker", "leave")


def test_nobody_walks_into_a_pit_for_nothing() -> None:
    beings = {"marlow": {"at": "quay"}, "roake": {"from": "captain_hesper_roake", "at": "pierhead"}}
    assert chosen(built(beings, board="broken_pier", turn="marlow")).arg("to") != "gap"


# ---------------------------------------------------------------- questions


def test_it_defends_with_what_the_attack_is_worth_least_against() -> None:
    scene = built({"pell": {"at": "z0_0"}, "wrecker": {"at": "z0_0"}}, turn="wrecker")
    about: dict[str, Plain] = {
        "by": "wrecker", "target": "pell", "source": "npc:wrecker.cutlass", "thresholds": ((4, 8, 11), (6, 9, 12)),
    }  # fmt: skip
    asked = OneOf(("Brawn", "Finesse"))
    assert answer(scene, "pell", "nb.attack.defend_with", asked, "Brawn", **about) == "Finesse"


def test_the_one_who_can_end_somebody_acts_first() -> None:
    foes = {"near": {"from": "tide_ghoul", "at": "z0_0"}, "far": {"from": "tide_ghoul", "at": "z3_0"}}
    scene = built({"pell": {"at": "z0_0", "vigor": 0, "injuries": 10}, **foes}, turn="pell")
    assert answer(scene, "foes", "nb.init.alternate", OneOf(("far", "near")), "far", side="foes") == "near"


def test_an_injury_that_need_not_be_is_warded_off() -> None:
    scene = built({"marlow": {}, "wrecker": {}}, turn="wrecker")
    about: dict[str, Plain] = {"feature": "unyielding", "amount": 1, "prevents": 1, "by": "wrecker"}
    assert answer(scene, "marlow", "nb.feature.tags", YES_NO, False, **about) is True


# ---------------------------------------------------------------- intervals


def test_each_keeps_one_watch_and_sleeps_through_the_others() -> None:
    scene = built(
        {"marlow": {}, "ione": {}, "pell": {}, "oriel": {}}, board="coast_road", mode="traversal",
        scene={"watch": {"block": 3}}, place={"encounters": "traversal_encounters"},
    )  # fmt: skip
    kept = []
    simple = SimplePolicy()
    while scene.mode == "traversal" and scene.watch.block == 3:
        given = chosen(scene)
        if given.name == "watch":
            kept.append(given.actor)
        Simulated({GM: simple}, 7).perform(scene, given)
    assert kept == ["marlow", "ione", "pell", "oriel"]


def test_a_pause_is_made_before_it_is_too_late() -> None:
    beings = {"marlow": {"at": "stair", "since_pause": 11}}
    assert chosen(built(beings, board="lamp_cellars", mode="dungeon")).name == "pause"


def test_a_party_that_is_badly_hurt_leaves() -> None:
    scene = built({"marlow": {"at": "stair", "vigor": 1, "injuries": 12}}, board="lamp_cellars", mode="dungeon")
    scene.beings["marlow"].packs = ()
    while (given := chosen(scene)).name in ("drop", "pack", "consume", "clutch"):
        Simulated({GM: SimplePolicy()}, 1).perform(scene, given)
    assert given.name == "leave_dungeon"


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_scene_ends_and_every_choice_is_explained(path: Any) -> None:
    simple = SimplePolicy()
    scene: Any = load_scene(path, NAVYBLUE.library()).scene
    simulated = Simulated({GM: simple, "foes": RandomPolicy(3)}, 5)
    opening = NAVYBLUE.opening(scene)
    if opening is not None:
        simulated.perform(scene, opening)
    for _ in range(1_500):
        name = NAVYBLUE.to_act(scene)
        if not name:
            return
        being = scene.beings[name]
        if being.side == "party":
            shown = NAVYBLUE.view(scene, "party")
            before = encode(shown)
            given = simple.choose(shown, shown.beings[name])
            assert not simple.explain(shown, given).startswith("They would rather do something else")
            assert encode(shown) == before, "thinking changes nothing"
        else:
            given = simulated.policies["foes"].choose(scene, being)
        simulated.perform(scene, given)
    raise AssertionError("it does not end")


# ---------------------------------------------------------------- what it remembers


@pytest.mark.parametrize("file", ["the_ropewalk", "the_broken_pier"])
def test_what_is_remembered_changes_nothing(file: str) -> None:
    decides_as_afresh(NAVYBLUE, file, SimplePolicy, 25)


def test_ways_are_found_from_the_nearest_to_the_farthest() -> None:
    doors = [{"zones": ["z1_0", "z2_0"]}]
    scene = built({"marlow": {"at": "z0_0"}, "ghoul": {"from": "tide_ghoul", "at": "z3_0"}}, doors=doors, turn="ghoul")
    terrain = Terrain(scene, scene.beings["ghoul"])
    near = next(terrain.nearest("z3_0"))
    every = list(terrain.nearest("z3_0"))
    assert every[0] == near
    assert [zone for zone, _ in every] == ["z3_0", "z2_0", "z1_0", "z0_0"]
    for zone, route in every:
        assert sum([step.cost for step in route.steps]) == route.cost
        assert [step.to for step in route.steps][-1:] == ([zone] if zone != "z3_0" else [])


# ---------------------------------------------------------------- a draught


def ione_in_trouble(vigor: int) -> Scene:
    """A bell in one hand, a shield on the other arm, and two draughts in slots."""
    ione = {"at": "z0_0", "vigor": vigor, "injuries": 0 if vigor else 6, "actions": 0, "motion": 3}
    scene = built({"ione": ione, "ghoul": {"from": "tide_ghoul", "at": "z0_0"}}, turn="ione")
    scene.beings["ione"].use("second_wind", "Rest")
    scene.beings["ione"].use("Surge", "turn")
    return scene


def test_who_is_nearly_beaten_lets_the_shield_go_to_drink() -> None:
    scene = ione_in_trouble(0)
    assert chosen(scene) == command("ione", "drop", thing="round_shield")
    Simulated({"party": SimplePolicy(), "foes": SimplePolicy(), "gm": SimplePolicy()}, 1).perform(scene, chosen(scene))
    assert chosen(scene) == command("ione", "clutch", thing="vigor_draught", source="slots")


def test_who_is_hale_keeps_the_shield() -> None:
    assert chosen(ione_in_trouble(6)).name != "drop"


def after_a_fight(**vigor: int) -> Scene:
    """In a dungeon, in one zone, with what each is given at first: Marlow and Ione have draughts."""
    beings = {name: {"at": "stair", "vigor": left} for name, left in vigor.items()}
    return built(beings, board="lamp_cellars", mode="dungeon")


def tended(scene: Scene) -> list[Command]:
    """What is done before somebody goes on."""
    done = []
    while (given := chosen(scene)).name in ("drop", "pack", "consume", "administer", "clutch"):
        Simulated({GM: SimplePolicy()}, 1).perform(scene, given)
        done.append(given)
    return done


def test_nobody_drinks_for_a_scratch_in_peace() -> None:
    assert not [each for each in tended(after_a_fight(marlow=13)) if each.name == "consume"]


def test_who_has_a_draught_gives_it_to_a_friend_who_needs_it_more() -> None:
    scene = after_a_fight(marlow=11, oriel=2)
    given = [each for each in tended(scene) if each.name in ("consume", "administer")]
    assert given[0] == command("marlow", "administer", thing="vigor_draught", target="oriel")
    assert scene.beings["oriel"].vigor >= 6


# ---------------------------------------------------------------- together


def worth_of_a_place(foe: str, friend_at: str) -> float:
    """What it is worth for Oriel to end a turn where they are."""
    beings = {"oriel": {"at": "z0_0"}, "ione": {"at": friend_at}, "foe": {"from": foe, "at": "z2_0"}}
    scene = built(beings, board={"width": 3, "height": 3}, turn="oriel")
    oriel = scene.beings["oriel"]
    return Ground(Outlook(scene, oriel), Terrain(scene, oriel)).place("z0_0")


def test_friends_do_not_stand_together_before_who_strikes_at_all_of_a_zone() -> None:
    assert worth_of_a_place("anchor_golem", "z0_0") < worth_of_a_place("anchor_golem", "z0_2")
    assert worth_of_a_place("tide_ghoul", "z0_0") == worth_of_a_place("tide_ghoul", "z0_2")
