"""The simple policy of The Crawl: what it does in plain situations, and that it pays to keep a defence."""

from __future__ import annotations

import re
from math import sqrt
from typing import Any, cast

import pytest

from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question
from ludex.core.referee.simulated import Simulated
from ludex.games.crawl import CRAWL
from ludex.games.crawl.book.map.sight import sees
from ludex.games.crawl.foe.aids import spells
from ludex.games.crawl.foe.policy import AlwaysAttack, SimplePolicy
from ludex.games.crawl.state import FOES, PARTY, Scene
from ludex.opponents import policy
from tests.games.remembering import decides_as_afresh

ARENA = {"width": 12, "height": 8}


def built(turn: str, beings: dict[str, Any], **tables: Any) -> Scene:
    options = CRAWL.rulebook.check_options(tables.pop("options", {}))
    given = {"board": ARENA, **tables, "beings": beings, "options": options}
    return CRAWL.build(given | ({"turn": turn} if turn else {}), "test", CRAWL.library())


def chosen(scene: Scene, who: type[SimplePolicy] | type[AlwaysAttack] = SimplePolicy) -> Command:
    """What whoever has the turn does; always something that the rules allow."""
    given = who().choose(scene, scene.beings[scene.turns.current])
    assert CRAWL.refusal(scene, given) is None
    return given


def answer(scene: Scene, asked: str, rule: str, *ways: str, **about: Plain) -> Plain:
    given = SimplePolicy().answer(scene, Question(asked, OneOf(("no", *ways)), rule, about, "no"))
    assert given in ("no", *ways)
    return given


# ---------------------------------------------------------------- attack, or keep a defence?

# Slow to strike and hard to hit: with a mace at -3 and a dodge at +12 a point of energy saves more than it does.
FENCER = {
    "aspects": ["fit", "bludgeon", "duck_and_dodge"], "hands": ["mace", "shield"], "strength": -3, "mobility": 12,
    "max_hp": 10, "max_ep": 2, "refresh": 2, "agrees_at": 50,
}  # fmt: skip


def duel(turn: str = "", **one: Any) -> Scene:
    beings = {
        "one": {**FENCER, "side": PARTY, "at": [4, 3], **one},
        "other": {**FENCER, "side": FOES, "at": [5 if turn else 8, 3]},
    }
    return built(turn, beings)


def test_one_point_is_for_the_attack_and_one_is_kept() -> None:
    assert chosen(duel("one")).name == "attack"
    assert chosen(duel("one", ep=1)).name == "end_turn"  # the other one is spent
    assert chosen(duel("one", ep=1), AlwaysAttack).name == "attack"


def test_nothing_is_kept_for_a_defence_that_would_not_hold() -> None:
    assert chosen(duel("one", ep=1, mobility=-5)).name == "attack"


def test_nothing_is_kept_where_nobody_can_strike() -> None:
    scene = duel("one", ep=1)
    scene.beings["other"].hands = ("", "")
    scene.beings["other"].sheet = scene.beings["other"].sheet.__class__(kind="other", pc=False, unarmed=False)
    assert chosen(scene).name == "attack"


def defence(total: int, **one: Any) -> Plain:
    """What one answers to a blow of this total, the last one before its turn."""
    scene = duel("other", **one)
    scene.beings["other"].ep = 0
    ways = ("duck_and_dodge", "duck_and_dodge!")
    return answer(scene, "one", "tc.defense.roll", *ways, attacker="other", skill="bludgeon:mace", ep=2, hp=10,
                  total=total, critical=False)  # fmt: skip


def test_a_low_total_is_defended_and_a_hopeless_one_is_not() -> None:
    assert defence(9) == "duck_and_dodge"
    assert defence(32) == "no"


def test_health_is_paid_only_for_more_than_it_saves() -> None:
    assert defence(9, ep=0, hands=["", ""], max_hp=40) == "duck_and_dodge!"
    weak = duel("other", ep=0, hp=2)
    about: dict[str, Plain] = {"attacker": "other", "skill": "bludgeon:mace", "ep": 0, "hp": 2}
    assert answer(weak, "one", "tc.defense.roll", "duck_and_dodge!", **about, total=9, critical=False) == "no"


def test_a_friend_is_defended_who_would_be_hurt() -> None:
    def guarded(**friend: Any) -> Plain:
        beings = {
            "one": {**FENCER, "side": PARTY, "at": [4, 3]},
            "friend": {**FENCER, "side": PARTY, "at": [4, 4], **friend},
            "other": {**FENCER, "side": FOES, "at": [5, 3], "ep": 0},
        }
        return answer(built("other", beings), "one", "tc.defense.roll", "duck_and_dodge", attacker="other",
                      skill="bludgeon:mace", total=9, critical=False, **{"for": "friend"})  # fmt: skip

    assert guarded() == "duck_and_dodge"
    assert guarded(dr=[["kinetic", 50]]) == "no"


def test_what_is_not_learned_is_not_tried_out_of_turn() -> None:
    def counters(*aspects: str) -> Plain:
        scene = duel("other", aspects=["dismiss", *aspects], max_ep=9)
        return answer(scene, "one", "tc.reactionary", "countercast", who="other", skill="spell_dart")

    assert counters("countercast") == "countercast"
    assert counters() == "no"


# ---------------------------------------------------------------- and the proof


def wilson(won: float, of: int, deviations: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a rate."""
    rate, square = won / of, deviations**2 / of
    middle = (rate + square / 2) / (1 + square)
    half = deviations * sqrt(rate * (1 - rate) / of + square / of / 4) / (1 + square)
    return middle - half, middle + half


def won(start: Scene, one: str, other: str, seed: int, swapped: bool) -> float:
    """Does the first policy win this fight?"""
    sides = (FOES, PARTY) if swapped else (PARTY, FOES)
    policies = {sides[0]: policy(CRAWL, one, seed), sides[1]: policy(CRAWL, other, seed)}
    scene = start.fork()
    referee = Simulated({**policies, GM: SimplePolicy()}, seed)
    referee.perform(scene, command(GM, "start_fight"))
    referee.play(scene)
    up = [side for side in sides if any(not being.beaten for being in scene.side_of(side))]
    return 0.5 if len(up) != 1 else float(up[0] == sides[0])


def rate(start: Scene, one: str, other: str, fights: int) -> tuple[float, float]:
    """The interval in which the rate of its victories lies, over fights in which each has either side."""
    total = sum(won(start, one, other, seed, swapped) for seed in range(fights // 2) for swapped in (False, True))
    return wilson(total, fights)


@pytest.mark.slow
def test_to_keep_a_defence_wins_more_duels_than_always_to_attack() -> None:
    """So many fights, since they meet less often than they could: whoever is spent steps back."""
    least, _ = rate(duel(), "simple", "always_attack", 240)
    assert least > 0.5


@pytest.mark.parametrize("kinds", [("sefa_quickwater", "brannoc_ironway"), ("crawl_scavenger", "oriel_vance")])
def test_it_beats_luck(kinds: tuple[str, str]) -> None:
    beings = {
        f"{side}_{number}": {"from": kind, "side": side, "at": [q - number, 2 + 2 * number]}
        for side, q in ((PARTY, 2), (FOES, 8))
        for number, kind in enumerate(kinds)
    }
    least, _ = rate(built("", {name.replace("_", ""): given for name, given in beings.items()}), "simple", "random", 30)
    assert least > 0.7


# ---------------------------------------------------------------- whom, and how


BRANNOC: dict[str, Any] = {"from": "brannoc_ironway", "at": [4, 3]}
MARROW: dict[str, Any] = {"from": "marrow_tane", "at": [4, 3]}


def test_it_finishes_the_weaker_enemy() -> None:
    foes: dict[str, Any] = {
        "fresh": {"from": "crawl_scavenger", "at": [5, 3]},
        "weak": {"from": "crawl_scavenger", "at": [3, 3], "hp": 1},
    }
    assert chosen(built("brannoc", {"brannoc": BRANNOC, **foes})).arg("target") == "weak"


def test_it_shoots_whom_no_cover_hides() -> None:
    foes: dict[str, Any] = {name: {"from": "crawl_scavenger"} for name in ("behind", "open")}
    foes["behind"]["at"], foes["open"]["at"] = [8, 3], [4, 7]
    cover = [{"cells": [[6, 3]], "percent": 75}]
    assert chosen(built("marrow", {"marrow": MARROW, **foes}, cover=cover)).arg("target") == "open"


def test_who_has_only_a_mace_walks_up_to_the_enemy_and_charges_an_archer_who_is_far() -> None:
    near = built("brannoc", {"brannoc": BRANNOC, "foe": {"from": "crawl_scavenger", "at": [8, 3]}})
    assert chosen(near).name == "move"
    far = built("brannoc", {"brannoc": {**BRANNOC, "at": [-1, 3]}, "foe": {"from": "toll_archer", "at": [8, 3]}})
    assert chosen(far) == command("brannoc", "charge", skill="bludgeon:mace", target="foe")


def test_who_can_strike_at_nobody_yet_readies_a_blow_for_whoever_comes() -> None:
    scavenger = {"from": "crawl_scavenger", "at": [8, 3]}
    scene = built("brannoc", {"brannoc": {**BRANNOC, "at": [-1, 3]}, "foe": scavenger})
    simple = SimplePolicy()
    referee = Simulated({PARTY: simple, FOES: simple, GM: simple}, 1)
    deeds: list[Command] = []
    while scene.turns.current == "brannoc":
        deeds.append(referee.act(scene, scene.beings["brannoc"]))
    assert [deed.name for deed in deeds][:2] == ["move", "ready"]
    readied = scene.beings["brannoc"].readied
    assert readied is not None
    assert readied.trigger.event == "comes_in_range"


@pytest.mark.parametrize(("at", "metres"), [([5, 1], 10), ([4, 4], 10), ([5, 4], 10), ([5, 1], 3)])
def test_who_throws_people_goes_to_where_a_pit_is_behind_them(at: list[int], metres: int) -> None:
    """Beside them already, too, where the fall hurts; where it does not, they must climb out again all the same."""
    beings = {
        "one": {"from": "brannoc_ironway", "side": PARTY, "at": at},
        "other": {"from": "crawl_scavenger", "side": FOES, "at": [5, 3]},
    }
    scene = built("one", beings, board=ARENA | {"heights": [{"cells": [[6, 3]], "m": -metres}]})
    given = chosen(scene)
    assert (given.name, cast(tuple[Any, ...], given.arg("to"))[-1]) == ("move", (4, 3))


def test_who_has_no_energy_left_steps_out_of_the_reach_of_two() -> None:
    places = {"one": [5, 3], "two": [5, 4]}
    foes = {name: {"from": "brannoc_ironway", "name": name, "side": FOES, "at": at} for name, at in places.items()}
    scene = built("sefa", {"sefa": {"from": "sefa_quickwater", "side": PARTY, "at": [4, 3], "ep": 0}, **foes})
    given = chosen(scene)
    assert given.name == "move"
    there = cast(Any, given.arg("to"))[-1]
    assert all(scene.board.distance(there, scene.beings[name].at) > 1 for name in foes)


def test_a_friend_who_lies_there_is_given_a_draught() -> None:
    fallen = {"from": "oriel_vance", "at": [5, 3], "hp": -1, "conditions": ["Unconscious", "Prone"]}
    beings = {"marrow": MARROW, "oriel": fallen, "foe": {"from": "crawl_scavenger", "at": [9, 3]}}
    assert chosen(built("marrow", beings)) == command("marrow", "consume", item="weak_health_potion", target="oriel")


def test_a_dropped_weapon_is_taken_up_again() -> None:
    beings = {"brannoc": {**BRANNOC, "hands": ["", "shield"]}, "foe": {"from": "crawl_scavenger", "at": [5, 3]}}
    lying = [{"item": "mace", "at": [4, 3]}]
    assert chosen(built("brannoc", beings, lying=lying)) == command("brannoc", "pick_up", thing="mace")


def test_who_is_held_fast_gets_free() -> None:
    held = {**BRANNOC, "conditions": [{"name": "Grappled", "source": "foe"}]}
    scene = built("brannoc", {"brannoc": held, "foe": {"from": "crawl_scavenger", "at": [4, 3]}})
    assert chosen(scene).name == "escape_grapple"


def test_a_weapon_is_wrung_from_whom_it_makes_dangerous() -> None:
    """With both hands free, where fists do little."""
    wrestler = {"aspects": ["fit"], "mobility": 6, "strength": -4, "hands": ["", ""], "at": [4, 3]}
    foe = {"from": "resin_berserker", "at": [5, 3], "mobility": -2, "dr": [["kinetic", 4]]}
    scene = built("wrestler", {"wrestler": wrestler, "foe": foe})
    assert chosen(scene) == command("wrestler", "grab", target="foe", what="warhammer")


def test_a_weak_punch_lands_without_a_difficulty() -> None:
    weak = {"aspects": ["fit"], "mobility": 6, "strength": -4, "hands": ["", ""], "at": [4, 3]}
    scene = built("weak", {"weak": weak, "foe": {"from": "resin_berserker", "at": [5, 3], "mobility": -2}})
    assert chosen(scene) == command("weak", "attack", skill="unarmed_strike", target="foe", aim="", also=())


def test_rage_comes_before_blows_that_would_hurt() -> None:
    party = {name: {"from": "brannoc_ironway", "at": at} for name, at in (("a", [4, 3]), ("b", [6, 3]), ("c", [5, 2]))}
    scene = built("berserker", {**party, "berserker": {"from": "resin_berserker", "at": [5, 3]}})
    assert chosen(scene).arg("skill") == "rage"


def test_the_choirmaster_sings_where_most_are_caught() -> None:
    there = {"brannoc_ironway": [4, 4], "sefa_quickwater": [4, 5], "oriel_vance": [5, 4]}
    party = {name: {"from": name, "at": at} for name, at in there.items()}
    scene = built("singer", {"singer": {"from": "the_hollow_choirmaster", "at": [3, 3]}, **party})
    assert chosen(scene).name == "area_attack"


def test_the_last_health_is_not_thrown_after_an_attack() -> None:
    sefa: dict[str, Any] = {"from": "sefa_quickwater", "at": [4, 3], "ep": 0, "moved": True}
    warden: dict[str, Any] = {"from": "stone_warden", "at": [5, 3]}
    assert chosen(built("sefa", {"sefa": {**sefa, "hp": 2}, "foe": warden})).name != "final_attack"
    reeling: dict[str, Any] = {"from": "resin_berserker", "at": [5, 3], "hp": 1}
    assert chosen(built("sefa", {"sefa": {**sefa, "hp": 12}, "foe": reeling})).name == "final_attack"


def test_who_lies_in_ambush_hides_with_what_it_has_learned() -> None:
    board = {**ARENA, "walls": [[6 - r // 2, r] for r in range(8)]}

    def out_of_sight(*aspects: str) -> Command:
        one = {**FENCER, "side": PARTY, "at": [4, 3], "tactics": "ambushes", "aspects": [*aspects], "max_ep": 2}
        return chosen(built("one", {"one": one, "other": {**FENCER, "side": FOES, "at": [8, 3]}}, board=board))

    assert out_of_sight("quiet_steps").name == "hide"
    assert out_of_sight().name != "hide"


def test_who_flees_goes_to_the_exit_and_leaves() -> None:
    cur: dict[str, Any] = {"from": "tunnel_cur", "at": [6, 3], "hp": 2}
    beings = {"brannoc": BRANNOC, "cur": cur}
    scene = built("cur", beings, scene={"exits": [[9, 3]]})
    assert chosen(scene).name == "move"
    cur["at"] = [9, 3]
    assert chosen(built("cur", beings, scene={"exits": [[9, 3]]})).name == "leave"


def test_nobody_jumps_over_an_abyss_for_one_blow() -> None:
    board = {**ARENA, "heights": [{"cells": [[q - r // 2, r] for q in (6, 7) for r in range(8)], "m": -10}]}
    foe = {"from": "crawl_scavenger", "at": [8, 3]}
    scene = built("sefa", {"sefa": {"from": "sefa_quickwater", "at": [4, 3]}, "foe": foe}, board=board)
    assert chosen(scene).name not in ("jump", "climb")


def test_a_shut_door_is_opened() -> None:
    walls = [[6 - r // 2, r] for r in range(8) if r != 3]
    beings = {"brannoc": {**BRANNOC}, "foe": {"from": "crawl_scavenger", "at": [8, 3]}}
    scene = built("brannoc", beings, board={**ARENA, "walls": walls, "doors": [{"at": [5, 3]}]})
    assert chosen(scene) == command("brannoc", "open_door", cell=(5, 3))


def test_it_says_why() -> None:
    scene = built("brannoc", {"brannoc": BRANNOC, "foe": {"from": "crawl_scavenger", "at": [5, 3]}})
    said = SimplePolicy().explain(scene, chosen(scene))
    assert re.search(r"Crawl Scavenger.*: \d+ % to hit$", said)
    assert "would rather do something else" in SimplePolicy().explain(scene, command("brannoc", "drop_prone"))


def forget(being: Any) -> None:
    being.kept = ((), None)


def test_what_is_remembered_changes_nothing() -> None:
    decides_as_afresh(CRAWL, "kennel_gallery", SimplePolicy, 20, forget)


# ---------------------------------------------------------------- words


def scavengers(**other: Any) -> Scene:
    beings = {
        "one": {"from": "crawl_scavenger", "side": PARTY, "at": [4, 3]},
        "other": {"from": "crawl_scavenger", "side": FOES, "at": [5, 3], **other},
    }
    return built("one", beings)


def test_who_would_nearly_agree_is_talked_to_and_not_struck_at() -> None:
    """A disposition of 20 lacks 2: half of all attempts do, and end the fight. A knife takes several."""
    assert chosen(scavengers(agrees_at=22)) == command("one", "persuade", target="other")


def test_who_is_hard_to_win_over_is_struck_at() -> None:
    assert chosen(scavengers(agrees_at=50)).name != "persuade"


def test_words_are_not_wasted_on_a_players_character() -> None:
    """Whether they agree is for the player to say: they would fight on."""
    beings = {
        "one": {"from": "crawl_scavenger", "side": FOES, "at": [4, 3]},
        "sefa": {"from": "sefa_quickwater", "at": [5, 3], "agrees_at": 20},
    }
    assert chosen(built("one", beings)).name != "persuade"


# ---------------------------------------------------------------- out of their sight


def test_an_archer_who_has_shot_steps_behind_the_pillar_and_not_out_again() -> None:
    """With no energy left there is nothing to be done in the open but to be shot at."""
    archer = {"from": "toll_archer", "at": [9, 3]}
    walls = [[5, 2]]

    def does(*at: int) -> Command:
        marrow = {**MARROW, "at": [*at], "ep": 0, "moved": True, "steps": 3}
        return chosen(built("marrow", {"marrow": marrow, "archer": archer}, board={**ARENA, "walls": walls}))

    step = does(4, 3)
    assert step.name == "move"
    there = cast(tuple[tuple[int, int], ...], step.arg("to"))[-1]
    scene = built("archer", {"marrow": {**MARROW, "at": [*there]}, "archer": archer}, board={**ARENA, "walls": walls})
    assert not sees(scene, scene.beings["archer"], scene.beings["marrow"])
    assert does(*there).name == "end_turn"


def test_nobody_drinks_for_a_scratch() -> None:
    def drinks(hp: int) -> bool:
        oriel = {"from": "oriel_vance", "at": [2, 3], "hp": hp}
        return chosen(built("oriel", {"oriel": oriel, "foe": {"from": "toll_archer", "at": [8, 3]}})).name == "consume"

    assert not drinks(13)
    assert not drinks(11)
    assert drinks(4)


def test_nobody_is_blinded_who_can_get_at_nobody() -> None:
    def flash(foe: str, at: int) -> float:
        kesh = {"from": "kesh_emberhand", "at": [0, 3]}
        scene = built(
            "kesh", {"kesh": kesh, "foe": {"from": foe, "side": FOES, "at": [at, 3]}}, board={"width": 16, "height": 8}
        )
        every = spells(scene, scene.beings["kesh"], [])
        return next(aid.worth for aid in every if aid.command.arg("skill") == "blinding_flash")

    assert flash("tovin_reach", 5) > flash("tovin_reach", 11)
    assert flash("toll_archer", 11) > flash("tovin_reach", 11)


def test_who_runs_for_their_life_does_not_come_back() -> None:
    """Not even where the way out is taken for the moment."""
    cur = {"from": "tunnel_cur", "at": [1, 3], "hp": 2}
    other = {"from": "tunnel_cur", "at": [0, 3]}
    beings = {"brannoc": {**BRANNOC, "at": [9, 3]}, "cur": cur, "other": other}
    assert chosen(built("cur", beings, scene={"exits": [[0, 3]]})).name == "end_turn"


# ---------------------------------------------------------------- nobody waits for ever


def test_an_archer_whom_a_wall_hides_comes_out_to_shoot() -> None:
    """Both have all their energy and neither sees the other: within a bow's reach is not enough."""
    walls = [[6 - r // 2, r] for r in range(8) if r != 3]
    marrow = {**MARROW, "at": [1, 0], "moved": False}
    scene = built("marrow", {"marrow": marrow, "archer": {"from": "toll_archer", "at": [9, 0]}},
                  board={**ARENA, "walls": walls})  # fmt: skip
    assert chosen(scene).name == "move"


def test_archers_on_both_sides_of_a_blocked_doorway_fight_it_out() -> None:
    body = {"from": "gate_shield", "hp": -3, "conditions": ["Unconscious", "Prone"]}
    beings = {
        "marrow": {"from": "marrow_tane", "at": [1, 0]}, "shield": {**body, "side": PARTY, "at": [4, 5]},
        "other": {"from": "marrow_tane", "name": "Other", "side": FOES, "at": [11, 4]},
        "fallen": {**body, "at": [5, 5]},
    }  # fmt: skip
    scene = built("marrow", beings, board="scavengers_doorway")
    simple = SimplePolicy()
    Simulated({PARTY: simple, FOES: simple, GM: simple}, 1).play(scene, 400)
    assert scene.turns.round < 25


# ---------------------------------------------------------------- without a fight


@pytest.mark.parametrize("seed", range(4))
def test_the_gate_is_opened_by_words_or_by_the_lock(seed: int) -> None:
    """Whoever is best at it does it; nobody talks on for hours."""
    scene: Any = load_scene(CRAWL.home / "content" / "scenes" / "the_gatehouse.toml").scene
    simple = SimplePolicy()
    referee = Simulated({PARTY: simple, FOES: simple, GM: simple}, seed)
    referee.perform(scene, command(GM, "set_out"))
    deeds: list[Command] = []
    referee.play(scene, 60, deeds.append)
    words = [deed.actor for deed in deeds if deed.name == "persuade"]
    assert set(words) == {"marrow"}
    assert len(words) <= 5
    keeper = scene.beings["ilse"]
    assert scene.doors[0].open or any(towards >= keeper.agrees_at for _, towards in keeper.disposition)
    assert {deed.actor for deed in deeds if deed.name == "try_task"} <= {"dorrin"}
