"""The simple policy: what a player and a game master who know the rules do in plain situations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.files.scenefile import load_scene
from ludex.core.foe.deciding import Policy
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.domain import Amount, OneOf, Split
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.referee.simulated import Simulated
from ludex.games.cloudbreaker import CLOUDBREAKER
from ludex.games.cloudbreaker.foe.policy import SimplePolicy
from ludex.games.cloudbreaker.state import Scene
from ludex.opponents.random import RandomPolicy

SCENES = sorted((CLOUDBREAKER.home / "content" / "scenes").glob("*.toml"))
BURST = OneOf((False, True))


def built(turn: str, beings: dict[str, Any], **tables: Any) -> Scene:
    options = CLOUDBREAKER.rulebook.check_options(tables.pop("options", {}))
    given = {"board": {"width": 3}, **tables, "turn": turn, "beings": beings, "options": options}
    return CLOUDBREAKER.build(given, "test", CLOUDBREAKER.library())


def chosen(scene: Scene) -> Command:
    """What whoever has the turn does; always something that the rules allow."""
    given = SimplePolicy().choose(scene, scene.beings[scene.turns.current])
    assert CLOUDBREAKER.refusal(scene, given) is None
    return given


def answer(scene: Scene, asked: str, rule: str, domain: Any, **about: Plain) -> Any:
    return SimplePolicy().answer(scene, Question(asked, domain, rule, about, False))


# ---------------------------------------------------------------- fighting


def test_it_attacks_the_pool_that_is_nearer_to_nothing() -> None:
    def ione_against(**wolf: int) -> Plain:
        return chosen(built("ione", {"ione": {}, "wolf": {"from": "balewolf", "at": "z1_0", **wolf}})).arg("spell")

    assert ione_against(mp=3) == "hush"
    assert ione_against(hp=9, mp=10) == "lance_of_dawn"


def test_it_finishes_the_weaker_enemy() -> None:
    foes: dict[str, Any] = {name: {"from": "cloud_cutthroat", "at": "z0_0"} for name in ("fresh", "weak")}
    foes["weak"]["hp"] = 10  # more than half, so it does not falter
    scene = built("pip", {"pip": {"at": "z0_0"}, **foes})
    assert chosen(scene) == command("pip", "attack", weapon="bent_knife", target="weak", part="")


def test_who_falters_is_sent_away_before_anybody_strikes() -> None:
    scene = built("tal", {"tal": {"at": "z0_0"}, "wolf": {"from": "balewolf", "at": "z1_0", "hp": 8}})
    assert chosen(scene) == command("tal", "neutralise", enemy="wolf", method="intimidate")


def test_a_blow_is_struck_that_makes_an_enemy_falter_where_they_are_to_be_routed() -> None:
    def ione_against(*goals: Any) -> Plain:
        singer = {"from": "fogcaller", "at": "z2_0", "hp": 20, "mp": 20}
        return chosen(built("ione", {"ione": {}, "singer": singer}, situation={"goals": list(goals)})).arg("spell")

    assert ione_against("rout") == "hush"  # at half of their MP they falter
    assert ione_against({"goal": "survive", "rounds": 4}) == "lance_of_dawn"


def test_powder_is_thrown_at_a_razorshell_that_somebody_can_send_home() -> None:
    scene = built("tal", {"tal": {"at": "z0_0"}, "shell": {"from": "razorshell", "at": "z0_0"}})
    assert chosen(scene).arg("item") == "healing_powder"
    assert chosen(scene).arg("target") == "shell"
    assert SimplePolicy().explain(scene, chosen(scene)) == "Healing Powder makes Razorshell falter"


def test_powder_is_kept_from_an_enemy_whom_it_would_rather_heal() -> None:
    beings: dict[str, Any] = {"tal": {"at": "z0_0", "masteries": []}, "shell": {"from": "razorshell", "at": "z0_0"}}
    beings["shell"]["hp"] = 1
    assert chosen(built("tal", beings)).name != "item"
    others = {"tal": {"at": "z0_0"}, "wolf": {"from": "balewolf", "at": "z0_0", "hp": 12}}
    assert chosen(built("tal", others)).name != "item"


def test_whoever_is_in_disguise_is_looked_at_first_and_once() -> None:
    scene = built("pip", {"pip": {"at": "z0_0"}, "pilgrim": {"from": "hollow_pilgrim", "at": "z0_0"}})
    seen = CLOUDBREAKER.view(scene, "party")
    assert chosen(seen).name == "analyse"
    Simulated({GM: SimplePolicy()}, 1).perform(scene, chosen(seen))
    assert chosen(CLOUDBREAKER.view(scene, "party")).name != "analyse"


def test_a_downed_friend_is_helped_up() -> None:
    beings = {"marrow": {"at": "z0_0"}, "ione": {"at": "z0_0", "hp": 0}, "wolf": {"from": "balewolf", "at": "z0_0"}}
    given = chosen(built("marrow", beings))
    assert (given.arg("item"), given.arg("target")) == ("healing_powder", "ione")


def test_nobody_spends_the_last_magic_points() -> None:
    wolf = {"from": "balewolf", "at": "z2_0"}
    assert chosen(built("ione", {"ione": {"mp": 2}, "wolf": wolf})).name != "cast"
    assert chosen(built("ione", {"ione": {"mp": 9}, "wolf": wolf})).name == "cast"


def test_who_fights_hand_to_hand_goes_where_the_enemy_is() -> None:
    scene = built("marrow", {"marrow": {"at": "z0_0"}, "shell": {"from": "razorshell", "at": "z1_0"}})
    assert chosen(scene) == command("marrow", "move", to=("z1_0",))


def test_an_enemy_runs_to_the_weak_unless_the_strong_would_strike_too_hard() -> None:
    wolf = {"from": "balewolf", "at": "z1_0"}
    scene = built("wolf", {"tal": {"at": "z1_0"}, "ione": {"at": "z0_0", "hp": 4}, "wolf": wolf})
    assert chosen(scene) == command("wolf", "move", to=("z0_0",))
    scene = built("wolf", {"marrow": {"at": "z1_0"}, "ione": {"at": "z0_0"}, "wolf": wolf})
    assert chosen(scene).arg("target") == "marrow"


def test_who_wins_by_waiting_keeps_out_of_reach() -> None:
    def wolf_against_marrow(*failures: Any) -> Command:
        beings: dict[str, Any] = {"marrow": {"at": "z1_0"}, "wolf": {"from": "balewolf", "at": "z2_0", "hp": 6}}
        situation = {"goals": ["rout"], "failures": list(failures)}
        return chosen(built("wolf", beings, board={"width": 4}, situation=situation))

    assert wolf_against_marrow("party_wiped_out").arg("to") == ("z1_0",)
    assert wolf_against_marrow({"failure": "rounds", "rounds": 4}).arg("to") == ("z3_0",)


def test_a_goal_counts_more_than_the_fight() -> None:
    beings: dict[str, Any] = {"marrow": {"at": "z0_0"}, "wolf": {"from": "balewolf", "at": "z0_0"}}
    beings["heart"] = {"from": "weather_heart", "at": "z0_0", "hp": 16}
    scene = built("marrow", beings, situation={"goals": [{"goal": "destroy", "what": "heart"}]})
    assert chosen(scene).arg("target") == "heart"


def test_a_major_action_nobody_needs_is_a_spirit_token() -> None:
    wolf = {"from": "balewolf", "at": "z4_0"}
    scene = built("marrow", {"marrow": {"minor": 0}, "wolf": wolf}, board={"width": 5})
    assert chosen(scene).name == "gather"
    scene.beings["marrow"].major = 0
    assert chosen(scene).name == "end_turn"


def test_it_says_why() -> None:
    scene = built("tal", {"tal": {"at": "z0_0"}, "wolf": {"from": "balewolf", "at": "z1_0", "hp": 8}})
    assert SimplePolicy().explain(scene, chosen(scene)) == "Intimidate sends Balewolf away: 83 %"
    assert "would rather do something else: Intimidate" in SimplePolicy().explain(scene, Command("tal", "end_turn"))


# ---------------------------------------------------------------- bursts, reactions, morale


def table(**changes: Any) -> Scene:
    beings: dict[str, dict[str, Any]] = {name: {"at": "z0_0"} for name in ("marrow", "ione", "tal")}
    for name, given in changes.items():
        beings[name] |= given
    return built("wolf", {**beings, "wolf": {"from": "balewolf", "at": "z0_0"}})


def test_evade_is_for_blows_that_bring_one_down() -> None:
    scene = table(ione={"spirit": 4})
    assert answer(scene, "ione", "cb.burst.evade", BURST, amount=22, pool="HP")
    assert not answer(scene, "ione", "cb.burst.evade", BURST, amount=2, pool="HP")


def test_friends_share_what_is_missing_to_evade() -> None:
    scene = table(ione={"spirit": 1}, tal={"spirit": 5})
    given = answer(scene, "ione", "cb.burst.evade", OneOf((False,)), amount=22, pool="HP")
    assert given == Interject(command("tal", "share", to="ione", amount=3))
    assert answer(scene, "ione", "cb.burst.evade", OneOf((False,)), amount=6, pool="HP") is False


def test_tokens_keep_one_alive() -> None:
    scene = table(ione={"spirit": 3, "resolve": 6}, tal={"spirit": 4})
    assert answer(scene, "ione", "cb.resolve.reduce", Amount(0, 3), amount=14, resolve=6, spirit=3) == 3
    scene.beings["ione"].spirit = 0
    given = answer(scene, "ione", "cb.resolve.reduce", Amount(0, 0), amount=14, resolve=6, spirit=0)
    assert given == Interject(command("tal", "share", to="ione", amount=2))


def test_rage_turns_a_hit_into_a_defeat() -> None:
    def tokens(amount: int) -> object:
        about: dict[str, Plain] = {"target": "wolf", "part": "body", "amount": amount, "pool": "HP", "type": "blunt"}
        return answer(scene, "marrow", "cb.burst.rage", OneOf((0, 3, 4)), **about, critical=False)

    scene = table(marrow={"spirit": 4})
    assert tokens(10) == 3
    assert tokens(16) == 0  # enough as it is
    assert tokens(2) == 0  # not enough by far


def test_the_overflow_goes_to_who_has_least_and_never_in_circles() -> None:
    scene = table(ione={"spirit": 1}, tal={"spirit": 3})
    assert answer(scene, "marrow", "cb.spirit.overflow", Split(("ione", "tal"), 3)) == (("ione", 3),)
    scene = table(ione={"spirit": 5}, tal={"spirit": 5})
    assert answer(scene, "marrow", "cb.spirit.overflow", Split(("ione", "tal"), 3)) == ()


def test_the_gatewarden_stands_between_for_who_is_weaker() -> None:
    def steps_in(**changes: Any) -> object:
        domain = OneOf(("no", "stand_between"))
        about: dict[str, Plain] = {"who": "ione", "by": "wolf", "use": "bite", "part": "body", "critical": False}
        return answer(table(**changes), "marrow", "cb.action.instant", domain, event="attack_hits", **about)

    assert steps_in(ione={"hp": 9}) == "stand_between"
    assert steps_in(marrow={"hp": 8}) == "no"


def test_morale_is_spent_on_a_unit_where_it_is_left_beyond_one_token_for_each() -> None:
    def boosts(morale: int, *others: str, goal: Any = "rout") -> bool:
        wolves = {name: {"from": "balewolf"} for name in ("wolf", *others)}
        scene = built("tal", {"tal": {}, **wolves}, situation={"goals": [goal]})
        scene.morale = morale
        about: dict[str, Plain] = {"target": "wolf", "part": "body", "amount": 9, "now": 8, "half": 8, "left": 0}
        return bool(answer(scene, GM, "cb.morale.boost.half", BURST, **about, pool="HP", boosts=0, morale=morale))

    assert boosts(3, "second")
    assert not boosts(2, "second")
    assert boosts(4, "second", "third")
    assert not boosts(3, "second", "third")
    assert boosts(1)
    waits = {"goal": "survive", "rounds": 4}  # who need not be routed lose nothing by it, but for the last one
    assert boosts(2, "second", "third", goal=waits)
    assert not boosts(1, "second", "third", goal=waits)


# ---------------------------------------------------------------- running away


def running(turn: str, beings: dict[str, Any], round: int = 1, **more: Any) -> Scene:
    trap = {"epicenter": "z0_0", "round": 3, "difficulty": "Very Hard"}
    situation = {"kind": "escape", "goals": ["safe"], "trap": trap, "safe_zones": ["z4_0"]}
    scene = built(turn, beings, board={"width": 5}, situation=situation, **more)
    scene.turns = replace(scene.turns, round=round)
    return scene


def test_the_way_to_safety_comes_first() -> None:
    scene = running("marrow", {"marrow": {"at": "z0_0"}}, round=2)
    assert chosen(scene) == command("marrow", "move", to=("z1_0", "z2_0"))
    scene.beings["marrow"].at = "z4_0"
    assert chosen(scene).name != "move"


def test_a_friend_who_cannot_walk_is_taken_along() -> None:
    scene = running("marrow", {"marrow": {"at": "z1_0", "items": []}, "ione": {"at": "z1_0", "hp": 0}})
    assert chosen(scene) == command("marrow", "grapple", target="ione", willing=True)


def test_what_hurts_everybody_is_cleared_away_first() -> None:
    hazards = [{"hazard": "dart_tripwire", "zones": ["z0_0", "z1_0"]}]
    beings = {name: {"at": "z0_0"} for name in ("pip", "marrow", "ione", "tal")}
    scene = running("pip", beings, hazards=hazards)
    assert chosen(scene).name == "disable"


def test_a_wall_is_raised_when_time_is_up() -> None:
    scene = running("ione", {"ione": {"at": "z1_0", "moved": 2}}, round=3)
    assert chosen(scene) == command("ione", "cast", spell="raise_rampart", target="z1_0", part="")


# ---------------------------------------------------------------- whole situations


def played(path: Any, party: Policy, foes: Policy, seed: int) -> Scene:
    scene: Any = load_scene(path).scene
    simulated = Simulated({"party": party, "foes": foes, GM: foes}, seed)
    opening = CLOUDBREAKER.opening(scene)
    assert opening is not None
    simulated.perform(scene, opening)
    simulated.play(scene, 3000)
    ended: Scene = scene
    return ended


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_situation_comes_to_an_end(path: Any) -> None:
    for seed in range(4):
        ended = played(path, SimplePolicy(), SimplePolicy(), seed)
        assert ended.outcome in ("won", "failed", *(["suspended"] if ended.retreat_allowed else []))


def won(name: str, party: Policy, foes: Policy) -> int:
    path = next(path for path in SCENES if path.stem == name)
    return sum(played(path, party, foes, seed).outcome == "won" for seed in range(20))


@pytest.mark.slow
def test_it_beats_the_random_one_from_either_side() -> None:
    assert won("the_fog_choir", SimplePolicy(), RandomPolicy(1)) >= 19
    assert won("the_fog_choir", RandomPolicy(1), SimplePolicy()) <= 2


def test_it_mostly_escapes_where_the_random_one_does_not() -> None:
    assert won("the_burning_tower", SimplePolicy(), SimplePolicy()) >= 17
    assert won("the_burning_tower", RandomPolicy(1), SimplePolicy()) <= 12


def test_the_same_seed_gives_the_same_fight() -> None:
    once, again = (played(SCENES[0], SimplePolicy(), SimplePolicy(), 3) for _ in range(2))
    assert encode(once) == encode(again)


# ---------------------------------------------------------------- a fight that is lost


def left_of_the_party(morale: int = 3, goal: Any = "rout", **changes: dict[str, Any]) -> Scene:
    """Ione lies there, and Marrow is hurt."""
    beings: dict[str, Any] = {"marrow": {"at": "z0_0", "hp": 10}, "ione": {"at": "z0_0", "hp": 0}, **changes}
    scene = built("marrow", {**beings, "wolf": {"from": "balewolf", "at": "z2_0"}}, situation={"goals": [goal]})
    scene.morale = morale
    return scene


def test_whoever_is_left_and_hurt_retreats_from_more_than_they_can_still_win() -> None:
    assert chosen(left_of_the_party()) == Command("marrow", "retreat")
    assert chosen(left_of_the_party(morale=2)).name != "retreat"
    assert chosen(left_of_the_party(marrow={"at": "z0_0"})).name != "retreat"
    assert chosen(left_of_the_party(ione={"at": "z0_0"})).name != "retreat"


def test_nobody_retreats_while_more_than_half_of_the_party_stand() -> None:
    fallen_and_hurt = {"tal": {"at": "z0_0", "hp": 8}, "pip": {"at": "z0_0", "hp": 0}}
    assert chosen(left_of_the_party(morale=6, **fallen_and_hurt)) == Command("marrow", "retreat")
    assert chosen(left_of_the_party(morale=6, tal={"at": "z0_0", "hp": 8})).name != "retreat"


def test_nobody_retreats_while_a_friend_is_fresh() -> None:
    assert chosen(left_of_the_party(morale=6, tal={"at": "z0_0"}, pip={"at": "z0_0", "hp": 0})).name != "retreat"


def test_who_need_only_last_does_not_retreat() -> None:
    assert chosen(left_of_the_party(goal={"goal": "survive", "rounds": 4})).name != "retreat"


def test_nobody_stays_behind_alone_once_a_friend_has_retreated() -> None:
    beings: dict[str, Any] = {"marrow": {"at": "z0_0"}, "ione": {"at": "z0_0"}}
    scene = built("ione", {**beings, "wolf": {"from": "balewolf", "at": "z2_0"}})
    scene.morale = 3
    marrow = scene.beings["marrow"]
    assert SimplePolicy().choose(scene, marrow).name != "retreat"
    Simulated({}, 1).perform(scene, Command("ione", "retreat"))
    assert SimplePolicy().choose(scene, marrow).name == "retreat"


# ---------------------------------------------------------------- against time


def test_whose_last_round_it_is_runs_past_who_would_strike() -> None:
    """The party has won when it is over, and Ione lies nearly down behind Marrow."""
    beings = {"marrow": {"at": "z1_0"}, "ione": {"at": "z0_0", "hp": 4}, "wolf": {"from": "balewolf", "at": "z1_0"}}
    held = built("wolf", beings)
    assert chosen(held).arg("target") == "marrow"
    early = built("wolf", beings, situation={"goals": [{"goal": "survive", "rounds": 4}]})
    assert chosen(early).arg("target") == "marrow"
    late = built("wolf", beings, situation={"goals": [{"goal": "survive", "rounds": 1}]})
    assert chosen(late) == command("wolf", "move", to=("z0_0",))


def test_who_wins_by_waiting_does_not_go_to_meet_the_enemy() -> None:
    """The party has two rounds left to be rid of the spider."""
    beings = {"marrow": {"at": "z0_0"}, "spider": {"from": "bog_spider", "at": "z2_0"}}
    failures = ["party_wiped_out", {"failure": "rounds", "rounds": 2}]
    assert chosen(built("spider", beings)) == command("spider", "move", to=("z1_0", "z0_0"))
    assert chosen(built("spider", beings, situation={"goals": ["rout"], "failures": failures})).name != "move"
