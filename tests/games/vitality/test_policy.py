"""The simple policy: what a player and a game master who know the rules do in plain situations."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any, cast

import pytest

from ludex.core.board.cells import Cell
from ludex.core.files.codec import encode
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import YES_NO, Amount, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question
from ludex.core.referee.carried import Rows
from ludex.core.referee.simulated import Simulated
from ludex.games.vitality.book.abilities.walls import hidden_by
from ludex.games.vitality.book.conditions import afflict, until_end_of_turn
from ludex.games.vitality.build.from_content import make_board
from ludex.games.vitality.foe.aids import walling
from ludex.games.vitality.foe.attacks import Outlook
from ludex.games.vitality.foe.places import Field
from ludex.games.vitality.foe.policy import SimplePolicy
from ludex.games.vitality.foe.worth import Target, overhit, price_of_effort, profile
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.state import Scene
from ludex.lab.gauge.difficulty import tried_before
from ludex.opponents.random import RandomPolicy

SCENES = sorted((VITALITY.home / "content" / "scenes").glob("*.toml"))
LIBRARY = VITALITY.library()
FIGHTS = [path for path in SCENES if load_scene(path, LIBRARY).scene.side_of("foes")]
KNOWN = {name: one.usual for name, one in tried_before()["vitality"].items()}
EASY = [path for path in FIGHTS if (one := KNOWN.get(path.stem)) is not None and one.grade == "easy"]


def built(beings: dict[str, Any], **tables: Any) -> Scene:
    options = VITALITY.rulebook.check_options(tables.pop("options", {}))
    given = {"board": {"width": 20, "height": 12}, **tables, "beings": beings, "options": options}
    return VITALITY.build(given, "test", LIBRARY)


def chosen(scene: Scene) -> Command:
    """What whoever is to act does; always something that the rules allow."""
    given = SimplePolicy().choose(scene, scene.beings[VITALITY.to_act(scene)])
    assert VITALITY.refusal(scene, given) is None
    return given


def answer(scene: Scene, asked: str, rule: str, domain: Any, default: Plain, **about: Plain) -> Any:
    return SimplePolicy().answer(scene, Question(asked, domain, rule, about, default))


# ---------------------------------------------------------------- attacks


def test_it_finishes_the_weaker_enemy() -> None:
    foes = {"fresh": {"from": "riot_captain", "at": [4, 5]}, "weak": {"from": "riot_captain", "at": [5, 4], "hp": 12}}
    assert chosen(built({"kestrel": {"at": [0, 6]}, **foes}, turn="kestrel")).arg("target") == "weak"


def test_an_area_is_for_several_and_spares_friends() -> None:
    foes = {f"tough_{n}": {"from": "alley_tough", "at": [5, 3 + n]} for n in range(4)}
    given = chosen(built({"doctor_mire": {"at": [2, 5]}, **foes}, turn="doctor_mire"))
    assert (given.name, given.arg("attack")) == ("area_attack", "bile_wave")
    friends = {"ilse_brandt": {"at": [3, 5]}, "kestrel": {"at": [3, 4]}, "tomas_okafor": {"at": [4, 4]}}
    crowd = built(
        {"doctor_mire": {"at": [2, 5]}, **friends, "tough": {"from": "alley_tough", "at": [5, 4]}}, turn="doctor_mire"
    )
    assert chosen(crowd).name != "area_attack"


def test_whoever_is_too_far_away_comes_near() -> None:
    beings = {"kestrel": {"at": [-3, 11]}, "tough": {"from": "alley_tough", "at": [18, 0]}}
    given = chosen(built(beings, turn="tough"))
    assert given.name == "move"


def test_a_limit_that_is_met_is_used() -> None:
    hurt = {"tomas_okafor": {"at": [2, 5], "hp": 40}, "captain": {"from": "riot_captain", "at": [3, 5]}}
    assert chosen(built(hurt, turn="tomas_okafor")).arg("attack") == "last_word"


def test_a_lance_is_charged_before_it_is_fired() -> None:
    beings = {"ilse_brandt": {"at": [0, 4]}, "colossus_prototype": {"at": [9, 4]}}
    assert chosen(built(beings, turn="colossus_prototype")).name in ("charge", "raise_wall")


def test_who_is_prone_gets_up_before_the_turn_ends() -> None:
    tough = {"from": "alley_tough", "at": [3, 5], "conditions": [{"name": "Prone"}], "primary": 0}
    assert chosen(built({"tough": tough, "ilse_brandt": {"at": [4, 5]}}, turn="tough")) == Command("tough", "stand")


def test_whoever_is_hidden_has_to_be_found() -> None:
    tough = {"from": "alley_tough", "at": [8, 3], "conditions": [{"name": "Hidden", "value": 12}]}
    assert chosen(built({"ilse_brandt": {"at": [0, 5]}, "tough": tough}, turn="ilse_brandt")).name == "search"


# ---------------------------------------------------------------- help


def test_a_friend_who_is_down_is_brought_back() -> None:
    down = {"at": [1, 6], "hp": -5, "conditions": [{"name": "Unconscious"}]}
    beings = {"doctor_mire": {"at": [1, 5]}, "kestrel": down, "captain": {"from": "riot_captain", "at": [8, 2]}}
    given = chosen(built(beings, turn="doctor_mire"))
    assert (given.name, given.arg("target")) == ("heal", "kestrel")


def test_an_aura_comes_before_the_blow() -> None:
    beings = {"the_hollow_king": {"at": [3, 5], "since": ["damaged", "hit"]}, "ilse_brandt": {"at": [4, 5]}}
    assert chosen(built(beings, turn="the_hollow_king")).name == "attack_aura"


# ---------------------------------------------------------------- Effort


def look(scene: Scene, who: str, *ways: str, **about: Plain) -> Any:
    given: dict[str, Plain] = {"score": "", "tier": 4, "left": 3, "how": "attack", **about}
    return answer(scene, who, "vt.effort.any_time", OneOf(("no", *ways)), "no", **given)


def test_an_effort_is_spent_where_it_turns_a_hard_fight() -> None:
    king = {"the_hollow_king": {"at": [5, 5], "hp": 20}}
    alone = built({"tomas_okafor": {"at": [4, 5], "hp": 12}, **king}, turn="tomas_okafor")
    short: dict[str, Plain] = {
        "kind": "damage",
        "by": "tomas_okafor",
        "target": "the_hollow_king",
        "attack": "last_word",
    }
    assert look(alone, "tomas_okafor", "tier", "reroll", natural=8, total=25, number=27, **short) == "tier"
    assert look(alone, "tomas_okafor", "tier", "reroll", natural=3, total=10, number=27, **short) != "tier"


def test_an_effort_is_kept_where_the_fight_is_won_without_it() -> None:
    beings = {"kestrel": {}, "ilse_brandt": {}, "tomas_okafor": {}, "doctor_mire": {}, "tough": {"from": "alley_tough"}}
    placed = {name: {**given, "at": [n, 5]} for n, (name, given) in enumerate(beings.items())}
    scene = built(placed, turn="kestrel")
    about: dict[str, Plain] = {"kind": "accuracy", "by": "kestrel", "target": "tough", "attack": "long_shot"}
    assert look(scene, "kestrel", "tier", "reroll", natural=2, total=7, number=8, **about) == "no"


def test_nobody_is_knocked_out_by_the_last_effort_for_a_scratch() -> None:
    beings = {"ilse_brandt": {"at": [3, 5], "efforts": 3, "lost": 3}, "captain": {"from": "riot_captain", "at": [4, 5]}}
    scene = built(beings, turn="captain")
    about: dict[str, Plain] = {"kind": "damage", "by": "captain", "target": "ilse_brandt", "attack": "scattergun"}
    assert look(scene, "ilse_brandt", "score", natural=9, total=14, number=105, **about) == "no"


def test_a_die_of_luck_is_thrown_again() -> None:
    beings = {"kestrel": {"at": [0, 5]}, "pale_duelist": {"at": [5, 5]}}
    scene = built(beings, turn="kestrel")
    about: dict[str, Plain] = {"kind": "accuracy", "by": "kestrel", "target": "pale_duelist", "attack": "long_shot"}
    assert look(scene, "kestrel", "lucky", natural=2, total=9, number=15, **about) == "lucky"


# ---------------------------------------------------------------- other questions


def test_whoever_leaves_is_punished() -> None:
    scene = built({"ilse_brandt": {"at": [3, 5]}, "tough": {"from": "alley_tough", "at": [4, 5]}}, turn="tough")
    about: dict[str, Plain] = {"event": "leaves_reach", "who": "tough", "by": "tough"}
    ways = OneOf(("no", "basic_melee", "basic_ranged"))
    assert answer(scene, "ilse_brandt", "vt.react.punish", ways, "no", **about) == "basic_melee"


def test_a_push_ends_before_a_friend() -> None:
    beings = {"ilse_brandt": {"at": [3, 5]}, "kestrel": {"at": [6, 5]}, "tough": {"from": "alley_tough", "at": [4, 5]}}
    scene = built(beings, turn="ilse_brandt")
    about: dict[str, Plain] = {"target": "tough", "free": 1, "into": "kestrel"}
    assert answer(scene, "ilse_brandt", "vt.cond.push", Amount(0, 2), 2, **about) == 1
    about["into"] = ""
    assert answer(scene, "ilse_brandt", "vt.cond.push", Amount(0, 2), 2, **about) == 2


def test_whoever_is_near_death_stays_down_while_others_stand() -> None:
    beings = {
        "kestrel": {"at": [3, 5], "hp": -18},
        "ilse_brandt": {"at": [1, 5]},
        "tough": {"from": "alley_tough", "at": [4, 5]},
    }
    scene = built(beings, turn="tough")
    about: dict[str, Plain] = {"who": "kestrel", "hp": -18}
    assert answer(scene, "kestrel", "vt.survival.check", YES_NO, True, **about) is False
    scene.beings["kestrel"].hp = -3
    assert answer(scene, "kestrel", "vt.survival.check", YES_NO, True, **about) is True


# ---------------------------------------------------------------- whole fights


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_scene_ends_and_every_choice_is_explained(path: Any) -> None:
    simple = SimplePolicy()
    scene: Any = load_scene(path, LIBRARY).scene
    simulated = Simulated({GM: simple, "foes": RandomPolicy(3)}, 5)
    opening = VITALITY.opening(scene)
    assert opening is not None
    simulated.perform(scene, opening)
    for _ in range(1_500):
        name = VITALITY.to_act(scene)
        if not name:
            return
        being = scene.beings[name]
        if being.side == "party":
            shown = VITALITY.view(scene, "party")
            before = encode(shown)
            given = simple.choose(shown, shown.beings[name])
            assert not simple.explain(shown, given).startswith("They would rather do something else")
            assert encode(shown) == before, "thinking changes nothing"
        else:
            given = simulated.policies["foes"].choose(scene, being)
        simulated.perform(scene, given)
    raise AssertionError("it does not end")


BOARDS = ("back_alley", "the_fencing_hall", "throne_of_ash")
ENDLESS = ("the_ninth_bell", "furnace_golem")  # who heal faster than their like can hurt them


def mirrored(seed: int) -> Scene:
    """The same beings on both sides, at the two ends of a board."""
    luck = Random(seed)
    known = [name for kind in ("character", "enemy") for name in LIBRARY.shelves[kind].entries if name not in ENDLESS]
    kinds = [luck.choice(known) for _ in range(1 + luck.randrange(3))]
    name = luck.choice(BOARDS)
    board = make_board(LIBRARY.shelves["board"].get(name))
    cells = sorted([cell for cell in board.cells if board.open(cell)], key=lambda cell: 2 * cell[0] + cell[1])
    beings: dict[str, Any] = {}
    for side, ends in (("party", cells[:24]), ("foes", cells[-24:])):
        for number, (kind, at) in enumerate(zip(kinds, luck.sample(ends, len(kinds)), strict=True)):
            beings[f"{side}_{number}"] = {"from": kind, "at": list(at), "height": board.height(at), "side": side}
    return built(beings, board=name)


def wins(fights: int) -> int:
    """How often it beats luck, once from each end of every board."""
    won = 0
    for seed in range(fights // 2):
        for side in ("party", "foes"):
            scene = mirrored(seed)
            simulated = Simulated({side: SimplePolicy(), GM: RandomPolicy(seed)}, seed)
            opening = VITALITY.opening(scene)
            assert opening is not None
            simulated.perform(scene, opening)
            simulated.play(scene)
            won += scene.winner == side
    return won


@pytest.mark.slow
@pytest.mark.parametrize("fights", [100, pytest.param(200, marks=pytest.mark.long)])
def test_it_beats_luck_with_the_same_beings(fights: int) -> None:
    """The lower end of Wilson's interval, at 99.9 %."""
    z = 3.29
    share = wins(fights) / fights
    middle = share + z * z / (2 * fights)
    spread = z * sqrt(share * (1 - share) / fights + z * z / (4 * fights * fights))
    assert (middle - spread) / (1 + z * z / fights) > 0.85


@pytest.mark.parametrize("seeds", [1, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_it_beats_luck_in_every_starter_fight_from_either_side(path: Any, seeds: int) -> None:
    start: Any = load_scene(path, LIBRARY).scene
    for side, other in (("party", "foes"), ("foes", "party")):
        for seed in range(seeds):
            scene = start.fork()
            simulated = Simulated({side: SimplePolicy(), other: RandomPolicy(seed), GM: SimplePolicy()}, seed)
            opening = VITALITY.opening(scene)
            assert opening is not None
            simulated.perform(scene, opening)
            simulated.play(scene)
            assert scene.winner == side


def alone(seed: int, spent: int) -> Scene:
    """One hero against a king, played to its end."""
    beings = {"tomas_okafor": {"at": [2, 4], "efforts": spent}, "the_hollow_king": {"at": [9, 3]}}
    scene = built(beings)
    simulated = Simulated({GM: SimplePolicy()}, seed)
    opening = VITALITY.opening(scene)
    assert opening is not None
    simulated.perform(scene, opening)
    simulated.play(scene)
    return scene


def test_efforts_win_fights_that_are_lost_without_them() -> None:
    fights = 16
    won = [alone(seed, 0) for seed in range(fights)]
    assert sum([scene.winner == "party" for scene in won]) >= 12
    assert sum([alone(seed, 3).winner == "party" for seed in range(fights)]) <= 9
    assert all([1 <= scene.beings["tomas_okafor"].efforts <= 3 for scene in won])


def test_efforts_are_not_spent_like_water_where_nobody_is_in_danger() -> None:
    calm = 0
    for path in EASY:
        scene: Any = load_scene(path, LIBRARY).scene
        simulated = Simulated({GM: SimplePolicy()}, 4)
        opening = VITALITY.opening(scene)
        assert opening is not None
        simulated.perform(scene, opening)
        simulated.play(scene)
        heroes = [being for being in scene.beings.values() if being.pc]
        if all([2 * being.hp >= being.sheet.hp for being in heroes]):
            calm += 1
            assert sum([being.efforts for being in heroes]) <= len(heroes), path.stem
            assert not any([being.efforts > 2 for being in heroes]), path.stem
    assert calm >= 6


# ---------------------------------------------------------------- moves worth a look


def suggested(scene: Scene, who: str) -> dict[Any, str]:
    """What the face says for moving, by where it leads; every one of them may be chosen."""
    found = VITALITY.face().suggestions(scene, scene.beings[who], VITALITY.actions["move"])
    assert all([VITALITY.refusal(scene, one.command) is None for one in found])
    # To mypy: a way has cells
    return {(one.command.arg("to")[-1], one.command.arg("height")): one.why for one in found}  # type: ignore[index]


def test_moves_worth_a_look() -> None:
    down = {"at": [1, 8], "hp": -5, "conditions": [{"name": "Unconscious"}]}
    beings = {"ilse_brandt": {"at": [3, 5]}, "doctor_mire": down, "tough": {"from": "alley_tough", "at": [7, 3]}}
    scene = built(beings, turn="ilse_brandt", things=[{"name": "crate", "at": [3, 8], "lbs": 100}])
    found = suggested(scene, "ilse_brandt")
    assert any(["in reach" in why for why in found.values()])
    assert any([why.startswith("beside Doctor Mire") for why in found.values()])
    assert any(["crate" in why.lower() for why in found.values()])
    nearest = [cell for (cell, _), why in found.items() if "in reach" in why]
    assert all([scene.board.distance(cell, (7, 3)) == 1 for cell in nearest])


def test_who_may_punish_a_move_is_told() -> None:
    beings = {"kestrel": {"at": [3, 5]}, "tough": {"from": "alley_tough", "name": "Tough", "at": [4, 5]}}
    found = suggested(built(beings, turn="kestrel"), "kestrel")
    assert any(["out of everybody's reach; Tough may Punish that" in why for why in found.values()])
    assert any([height is not None and "up" in why for (_, height), why in found.items()]), "Kestrel flies"


def test_only_moves_are_suggested() -> None:
    scene = built({"kestrel": {"at": [3, 5]}, "tough": {"from": "alley_tough", "at": [4, 5]}}, turn="kestrel")
    assert VITALITY.face().suggestions(scene, scene.beings["kestrel"], VITALITY.actions["attack"]) == []


def test_whoever_charges_stands_behind_a_wall_that_hides_it() -> None:
    beings = {
        "colossus": {"from": "colossus_prototype", "at": [8, 4]},
        "ann": {"at": [2, 4], "side": "party"},
        "ben": {"at": [3, 3], "side": "party"},
    }
    scene = built(beings, turn="colossus")
    colossus = scene.beings["colossus"]
    (aid,) = walling(Field(Outlook(scene, colossus)))
    cells = cast(tuple[Cell, ...], aid.command.arg("cells"))
    enemies = [scene.beings["ann"], scene.beings["ben"]]
    assert len(cells) > 1
    assert hidden_by(scene, colossus, cells, enemies) == enemies


# ---------------------------------------------------------------- what was mended by looking at fights


def test_nobody_stuns_who_cannot_be_stunned() -> None:
    king = built({"doctor_mire": {"at": [2, 5]}, "the_hollow_king": {"at": [8, 5]}}, turn="doctor_mire")
    attacks = Outlook(king, king.beings["doctor_mire"]).attacks()
    stunning = {each.attack.id: each.worth for each in attacks if each.attack.effect == "stun"}
    assert set(stunning.values()) == {0.0}
    assert chosen(king).arg("attack") not in stunning


def test_whoever_strikes_by_hand_goes_at_those_who_shoot_instead_of_bracing() -> None:
    beings = {"the_hollow_king": {"at": [14, 5], "hp": 60}, "kestrel": {"at": [0, 6]}, "doctor_mire": {"at": [0, 5]}}
    scene = built(beings, turn="the_hollow_king")
    given = chosen(scene)
    assert given.name == "move"
    path = cast(tuple[Cell, ...], given.arg("to"))
    assert scene.board.distance(path[-1], (0, 6)) < scene.board.distance((14, 5), (0, 6))


def test_an_effort_is_dearer_with_each_tier_that_is_lost() -> None:
    def price(efforts: int) -> float:
        foe = {"from": "the_hollow_king", "at": [6, 5]}
        scene = built({"ilse_brandt": {"at": [2, 5], "efforts": efforts}, "king": foe}, turn="ilse_brandt")
        return price_of_effort(scene, scene.beings["ilse_brandt"])

    assert 0 < price(0) < price(1) < price(2)


def test_numbers_that_are_carried_along_are_not_told_apart_where_an_effort_is_not_worth_it() -> None:
    foe = {"from": "riot_captain", "at": [6, 5]}
    scene = built({"kestrel": {"at": [2, 5], "efforts": 2}, "captain": foe}, turn="kestrel")  # the last knocks out
    for ways in (("tier", "reroll"), ("tier",)):
        rows = Rows([(0,)], 1)
        natural = rows.roll([(shown, 1) for shown in range(3, 60)])
        about = {"kind": "damage", "by": "kestrel", "target": "captain", "attack": "basic_ranged", "tier": 3}
        asked = {**about, "natural": natural, "total": natural + 5, "number": 70}
        assert answer(scene, "kestrel", "vt.effort.any_time", OneOf(("no", *ways)), "no", **asked) == "no"
        assert not rows.apart


def test_what_somebody_can_do_hangs_on_their_hp_only_where_an_attack_asks_for_few() -> None:
    foe = {"from": "riot_captain", "at": [6, 5]}
    scene = built({"kestrel": {"at": [2, 5]}, "captain": foe}, turn="kestrel")
    captain, rows = scene.beings["captain"], Rows([(0,)], 1)
    before = profile(scene, captain)
    captain.hp = rows.roll([(hp, 1) for hp in (10, 30, 60)])
    assert profile(scene, captain) is before
    assert not rows.apart


def test_whoever_may_strike_again_is_struck_at_before_others() -> None:
    foes = {"captain": {"from": "riot_captain", "at": [8, 6]}, "hound": {"from": "kennel_hound", "at": [8, 4]}}
    scene = built({"kestrel": {"at": [2, 5]}, **foes}, turn="kestrel")
    captain, hound = [profile(scene, scene.beings[name]) for name in foes]
    assert hound.output > 1.3 * captain.output, "their wounds bleed, and they throw who is hit well"
    assert chosen(scene).arg("target") == "hound"


def test_what_is_more_than_a_hit_counts() -> None:
    foes = {"easy": {"from": "alley_tough", "at": [8, 6]}, "hard": {"from": "pale_duelist", "at": [8, 4]}}
    scene = built({"kestrel": {"at": [2, 5]}, **foes}, turn="kestrel")
    outlook = Outlook(scene, scene.beings["kestrel"])
    shot = outlook.every["long_shot"].strike
    easy, hard = [overhit(scene, shot, enemy, 0) for enemy in outlook.enemies]
    assert easy[0] >= hard[0]
    assert easy[1] > hard[1] > 0


def test_the_healer_goes_down_first() -> None:
    foes = {"ilse_brandt": {"at": [8, 6], "side": "foes"}, "doctor_mire": {"at": [8, 4], "side": "foes"}}
    scene = built({"kestrel": {"at": [2, 5]}, **foes}, turn="kestrel")
    assert chosen(scene).arg("target") == "doctor_mire"


def test_whoever_has_less_left_is_struck_on() -> None:
    foes = {
        "fresh": {"from": "constable_reyes", "side": "foes", "at": [8, 6]},
        "weak": {"from": "constable_reyes", "side": "foes", "at": [8, 4], "hp": 30},
    }
    scene = built({"ilse_brandt": {"at": [2, 5]}, **foes}, turn="ilse_brandt")
    fresh, weak = [Target(scene, scene.beings[name]) for name in foes]
    assert weak.harm(10, 0.0) > 1.5 * fresh.harm(10, 0.0)
    assert chosen(scene).arg("target") == "weak"


def test_whoever_has_become_dangerous_is_struck_at() -> None:
    def stake(hp: int) -> float:
        beings = {"kestrel": {"at": [2, 5]}, "tomas_okafor": {"at": [8, 4], "side": "foes", "hp": hp}}
        scene = built(beings, turn="kestrel")
        return profile(scene, scene.beings["tomas_okafor"]).stake

    assert stake(50) > 1.5 * stake(60), "at 50 HP and less they have their best blow"


def test_no_effort_for_a_wound_that_would_hardly_fell() -> None:
    about: dict[str, Plain] = {"kind": "damage", "by": "kestrel", "target": "ilse_brandt", "attack": "long_shot"}

    def wanted(hp: int) -> str:
        ilse = {"at": [4, 5], "side": "foes", "hp": hp}
        beings = {"kestrel": {"at": [0, 6]}, "ilse_brandt": ilse, "the_hollow_king": {"at": [8, 5]}}
        scene = built(beings, turn="kestrel")
        number = 8 + max(1, hp)
        return str(look(scene, "kestrel", "tier", natural=18, total=number - 1, number=number, **about))

    assert wanted(17) == "no", "they would stay on their feet nearly always"
    assert wanted(-14) == "tier", "they would hardly stay on their feet"


def test_whoever_slips_away_fears_no_punishing() -> None:
    beings = {"nia_calloway": {"at": [3, 5]}, "tough": {"from": "alley_tough", "at": [4, 5]}}
    scene = built(beings, turn="nia_calloway")
    field = Field(Outlook(scene, scene.beings["nia_calloway"]))
    assert field.struck(((2, 5), (1, 5)), 0) > 0
    afflict(scene, scene.beings["nia_calloway"], "Slipping", source="tough", until=until_end_of_turn(scene))
    assert field.struck(((2, 5), (1, 5)), 0) == 0
