"""Who plays the sides: from what they may know, again and again the same, and with a reason."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludex
from ludex.core.content.content import read_toml
from ludex.core.files.scenefile import scene_from
from ludex.core.foe import deciding
from ludex.core.foe.chances import Seen, fitted, health, likely, signs
from ludex.core.game import GAMES, Game, game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.simulated import Simulated
from ludex.lab.tournament import Counted, pair_of
from ludex.lab.trial import Trial, fight, scene_of
from ludex.lab.variants import variant
from ludex.opponents import ahead, policies, policy, race, search, sides_of
from ludex.opponents.ahead import look_ahead, outlook
from ludex.opponents.calibrating import calibrated, of_game
from ludex.opponents.comparing import Looked, Outlook, better, hopeful, is_clear
from ludex.opponents.ideas import drawn
from ludex.opponents.search import Begun, SearchPolicy
from tests.conformance.playing import SECRETIVE, named
from tests.conformance.playing import drawn as drawn_scene
from tests.lab.scenes import EACH_GAME, mirror

TOURNAMENT = (
    Path(__file__).parent.parent.parent / "bench" / "tournament"
)  # a scene for each game that either side may win
LURKER = mirror(b2={"conditions": ["Hidden"], "seen": False})


def begun(name: str) -> tuple[Game[Any], Any, Any]:
    """A scene in which somebody is to act, and who."""
    given = variant(name)
    scene = given.scene.fork()
    opening = given.game.opening(scene)
    assert opening is not None
    Simulated(policies(given.game, sides_of(given.game, scene), {}, 1), 1).perform(scene, opening)
    return given.game, scene, scene.beings[given.game.to_act(scene)]


def searching(game: Game[Any], rollouts: int = 6, seconds: float = 0.0) -> SearchPolicy:
    return SearchPolicy(game, game.policy("simple"), "a seed", rollouts, seconds)


# ---------------------------------------------------------------- what they may know


class Spy:
    """Notes whom it is shown, and plays like the simple policy."""

    checked = False

    def __init__(self, game: Game[Any]) -> None:
        self.policy = game.policy("simple")
        self.shown: list[set[str]] = []

    def choose(self, scene: Any, being: Any) -> Command:
        self.shown.append(set(scene.beings))
        return self.policy.choose(scene, being)

    def answer(self, scene: Any, question: Any) -> Any:
        self.shown.append(set(scene.beings))
        return self.policy.answer(scene, question)


def test_a_side_is_not_shown_who_is_hidden_from_it() -> None:
    game = GAMES["bluebox"]
    scene = scene_from(LURKER, "here").scene
    spies = {"party": Spy(game), "foes": Spy(game)}
    referee = Simulated(spies, 1)
    opening = game.opening(scene)
    assert opening is not None
    referee.perform(scene, opening)
    while "Hidden" in scene.beings["b2"].states and not scene.beings["b2"].seen and game.to_act(scene):
        for spy in spies.values():
            spy.shown.clear()
        referee.act(scene, scene.beings[game.to_act(scene)])
        assert all("b2" not in shown for shown in spies["party"].shown[:1])  # the action itself may find it
        assert all("b2" in shown for shown in spies["foes"].shown)


@pytest.mark.parametrize(
    ("name", "least"), [("simple", 4), ("search", 1), pytest.param("search", 4, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("game", SECRETIVE, ids=named)
def test_a_secret_makes_no_difference_to_what_is_chosen(game: Game[Any], name: str, least: int) -> None:
    library = game.library()
    compared = 0
    for seed in range(200):
        luck = Random(seed)
        scene = drawn_scene(game, luck, library)
        actor = scene.beings.get(game.to_act(scene))
        if actor is None:
            continue
        for other in game.worlds(scene, actor.side, luck.randrange):
            here, there = (
                decided(game, each, each.beings[actor.id], policy(game, name, "a seed")) for each in (scene, other)
            )
            assert here == there, f"drawn with {seed}"
            compared += 1
        if compared >= least:
            break
    assert compared


def decided(game: Game[Any], scene: Any, being: Any, by: Any) -> Command:
    if isinstance(by, SearchPolicy):
        by.rollouts = 8
    return deciding.choose(game, scene, being, by)[0]


# ---------------------------------------------------------------- looking ahead


@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_a_search_is_allowed_repeatable_and_tells_why(scene: str) -> None:
    game, here, being = begun(scene)
    one, again = searching(game), searching(game)
    before = here.key()
    chosen = one.choose(here, being)
    assert here.key() == before, "looking ahead changes nothing"
    assert game.refusal(here, chosen) is None
    assert again.choose(here, being) == chosen
    assert "plans" in one.explain(here, chosen)
    assert "\n" not in one.explain(here, chosen)
    assert not re.search(r"\d,-?\d|_", one.explain(here, chosen)), "in words, without cells and ids"


@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_a_search_keeps_to_its_time(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, here, being = begun(scene)
    looks: list[Any] = []

    def looked(*given: Any) -> Outlook:
        looks.append(given)
        return look_ahead(*given)

    monkeypatch.setattr(ahead, "look_ahead", looked)
    monkeypatch.setattr(search, "free_cores", lambda: 1)
    for room in (ahead, race):
        monkeypatch.setattr(room, "perf_counter", lambda: len(looks) / 64)  # each takes as long on every machine
    searching(game, seconds=0.25).choose(here, being)
    assert len(looks) == 16


def test_a_search_without_time_does_as_its_guide() -> None:
    game, here, being = begun(EACH_GAME["bluebox"])
    hasty = searching(game, seconds=1e-9)
    assert hasty.choose(here, being) == game.policy("simple").choose(here, being)
    assert hasty.explain(here, hasty.choose(here, being)) == "There was no time to look ahead."


def test_ideas_are_drawn_from_what_is_allowed() -> None:
    for scene in EACH_GAME.values():
        game, here, being = begun(scene)
        ideas = drawn(game, here, being, Random(1).randrange)
        assert len(set(ideas)) == len(ideas) > 1
        assert all(game.refusal(here, idea) is None for idea in ideas)


def looked(*scores: float) -> Looked[tuple[Command, ...]]:
    return Looked((Command("a", "b"),), [Outlook(score, score) for score in scores])


def test_another_idea_must_be_better_by_more_than_next_to_nothing() -> None:
    assert better(looked(1.0, 0.9, 1.1, 1.0), looked(0.0, 0.1, 0.0, 0.1))
    assert not better(looked(1.0, 0.0, 1.0, 0.0), looked(0.0, 1.0, 0.0, 0.9))
    assert not better(looked(0.5, 0.5, 0.5, 0.5), looked(0.5, 0.5, 0.5, 0.5))
    assert not better(looked(1.0), looked(0.0)), "nothing is concluded from few dice"
    assert looked(0.0, 1.0).mean == 0.5


def test_the_best_ideas_are_kept_and_those_that_come_to_the_same_as_the_first_dropped() -> None:
    first = looked(0.5, 0.5, 0.5, 0.5)
    best, worse, same = (
        looked(0.9, 0.8, 0.9, 0.8),
        looked(0.1, 0.2, 0.1, 0.1),
        looked(*[each.worth for each in first.seen]),
    )
    unsure = looked(0.0, 1.0, 1.0, 0.2)
    assert hopeful([worse, unsure, same, best], first, 2) == [best, unsure]
    assert hopeful([worse, unsure, same, best], first, 9) == [best, unsure, worse]
    assert hopeful([same], first, 1) == []
    assert hopeful([looked(0.5)], looked(0.5), 1) == [looked(0.5)], "one throw says little"


def test_ideas_of_an_action_that_has_done_well_come_first() -> None:
    game, here, being = begun(EACH_GAME["cloudbreaker"])
    policy = searching(game)
    policy.choose(here, being)
    assert policy._gains, "it has found out something"
    policy._gains = {"good": (2, 0.4), "bad": (1, -0.2)}
    good, new, bad = (Command("a", name) for name in ("good", "new", "bad"))
    assert sorted([bad, new, good], key=policy._hope, reverse=True) == [good, new, bad]


@pytest.mark.parametrize("throws", [2, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_look_ahead_sees_who_wins(name: str, throws: int) -> None:
    game, here, being = begun(str(TOURNAMENT / f"{name}.toml"))
    idea = game.policy("simple").choose(here, being)

    def fought(dice: int) -> Simulated:
        return Simulated(dict.fromkeys((*game.sides, GM), game.policy("simple")), dice)

    for dice in range(throws):
        value = of_game(game)
        seen = look_ahead(game, here, (idea,), being.side, fought(dice), 100, value)
        end, referee = here.fork(), fought(dice)
        referee.perform(end, idea)
        referee.play(end)
        assert (seen.chance > 0.5) == (game.winner(end) == being.side)
        soon = look_ahead(game, here, (idea,), being.side, fought(dice), 1, value)
        assert 0 < soon.chance < 1 or end.turns.round <= 2


@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_an_end_is_good_for_who_has_won_and_bad_for_the_others(scene: str) -> None:
    game, here, _ = begun(scene)
    side, other = {being.side: None for being in here.beings.values()}
    value = of_game(game)
    before = outlook(game, here, side, value)
    assert 0 < before.chance < 1
    assert before.chance + outlook(game, here, other, value).chance == pytest.approx(1)
    assert before.worth + outlook(game, here, other, value).worth == pytest.approx(1)
    Simulated(policies(game, sides_of(game, here), {}, 1), 1).play(here)
    winner = game.winner(here)
    ends = [outlook(game, here, winner, value, early) for early in (0.0, 1.0)]
    assert [end.chance for end in ends] == [1, 1]
    assert ends[0].worth < ends[1].worth, "a win is better the sooner it comes"
    lost = [outlook(game, here, other if winner == side else side, value, early) for early in (0.0, 1.0)]
    assert [end.chance for end in lost] == [0, 0]
    assert lost[0].worth > lost[1].worth, "and a loss the later"


@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_who_has_less_left_is_worth_less(scene: str) -> None:
    game, here, being = begun(scene)
    before = health(game, here, being)
    Simulated(policies(game, sides_of(game, here), {}, 1), 1).play(here)
    assert before > 0
    assert all(health(game, here, each) >= 0 for each in here.beings.values())
    assert any(health(game, here, each) == 0 for each in here.beings.values())


class Passive:
    """Lets every chance pass."""

    checked = False

    def choose(self, scene: Any, being: Any) -> Command:
        passing = game_of(scene).passing(scene, being)
        assert passing is not None
        return passing

    def answer(self, scene: Any, question: Any) -> Any:
        return question.default if not question.domain.fault(question.default) else next(iter(question.domain.some()))


FACE_TO_FACE: dict[str, dict[str, Any]] = {
    "bluebox": {"beings.other_tahra.at": [3, 4], "beings.other_tahra.plating": 0},
    "crawl": {"beings.other_scavenger.at": [1, 4]},
    "navyblue": {f"beings.wrecker_{number}.at": "hall_west" for number in (1, 2)},
}


def left_of_foes(game: Game[Any], scene: Any) -> float:
    return sum(health(game, scene, being) for being in scene.side_of("foes"))


@pytest.mark.parametrize("name", FACE_TO_FACE)
def test_looking_ahead_finds_what_its_guide_never_does(name: str) -> None:
    """By a guide that does nothing, and against somebody who does nothing, it finds out that one can fight."""
    given = variant(TOURNAMENT / f"{name}.toml", settings=FACE_TO_FACE[name])
    game, scene = given.game, given.scene.fork()
    searching = SearchPolicy(game, Passive(), "a seed", 36)
    referee = Simulated({"party": searching, "foes": Passive(), GM: Passive()}, 1)
    opening = game.opening(scene)
    assert opening is not None
    referee.perform(scene, opening)
    before = left_of_foes(game, scene)
    while game.to_act(scene) and scene.turns.round < 4:
        referee.act(scene, scene.beings[game.to_act(scene)])
    assert left_of_foes(game, scene) < before


@pytest.mark.parametrize("fights", [1, pytest.param(2, marks=pytest.mark.long)])
def test_looking_ahead_wins_more_than_half(fights: int) -> None:
    """Of two who are to be won over by more words than the simple policy would say."""
    tables = read_toml(TOURNAMENT / "crawl.toml")
    for being in tables["beings"].values():
        being["agrees_at"] = 35
    found = ludex.tournament(tables, ["simple", "search"], fights=fights, seed=3, workers=1)
    (bout,) = found.bouts
    assert bout.won.of == 2 * fights
    assert bout.won.rate > 0.5


def test_a_fight_with_a_search_is_repeated_by_its_seed() -> None:
    start = variant(TOURNAMENT / "crawl.toml", {"party": "search"}).start
    assert fight(start, 703) == fight(start, 703)


def test_whoever_plays_can_tell_why() -> None:
    game, here, being = begun(EACH_GAME["bluebox"])
    for name in ("random", "simple"):
        by = policy(game, name)
        assert deciding.why(game, here, by.choose(here, being), by)


def test_what_is_clearly_the_best_needs_no_more_look_aheads() -> None:
    best, worse = looked(*[0.9, 0.8] * 4), looked(*[0.2, 0.3] * 4)
    assert is_clear(best, [best, worse])
    assert is_clear(best, [looked(*[0.9, 0.8] * 4)]), "or where it comes to the same"
    assert not is_clear(best, [worse, looked(*[0.7, 0.9] * 4)])
    assert not is_clear(looked(0.9, 0.8), [looked(0.1, 0.1)]), "nothing is concluded from few dice"


def test_few_dice_must_say_more_than_many() -> None:
    few, many = [0.3, -0.1, 0.2, -0.1], [0.3, -0.1, 0.2, -0.1] * 16
    assert not better(looked(*few), looked(*[0.0] * 4))
    assert better(looked(*many), looked(*[0.0] * 64))
    assert not better(looked(*[0.502] * 64), looked(*[0.5] * 64)), "and next to nothing is not worth it"


def test_a_turn_that_was_begun_is_gone_on_with_where_nothing_is_better() -> None:
    game, here, being = begun(EACH_GAME["bluebox"])
    policy = searching(game)
    step = next(
        idea for idea in drawn(game, here, being, Random(1).randrange) if "move" in game.actions[idea.name].tags
    )
    memory = policy.memory._replace(begun=Begun(being.id, here.turns.round, (step,)))
    policy.remember(memory)
    policy.choose(here, being)
    assert (step,) in [each.idea for each in policy.compared]
    policy.remember(memory._replace(begun=Begun(being.id, here.turns.round + 1, (step,))))
    policy.choose(here, being)
    assert policy.memory.begun is None or policy.memory.begun.turn != (step,), "not in another round"


# ---------------------------------------------------------------- how likely a side is to win


def test_regression_finds_how_much_a_sign_counts() -> None:
    """Of two signs one decides; who says so is believed as far as there are fights."""
    luck = Random(1)
    rows = [[luck.uniform(-1, 1), luck.uniform(-1, 1)] for _ in range(400)]
    seen = [Seen(row, float(luck.random() < likely(3 * row[0])), 1.0) for row in rows]
    deciding_one, other = fitted(seen, [0.0, 0.0], [0.1, 0.1])
    assert deciding_one == pytest.approx(3, abs=0.8)
    assert other == pytest.approx(0, abs=0.5)
    assert fitted([], [2.0, 1.0], [1.0, 1.0]) == [2.0, 1.0]
    firm = fitted(seen, [0.0, 0.0], [1e6, 1e6])
    assert firm == pytest.approx([0, 0], abs=0.01)


@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_signs_of_one_side_speak_against_the_other(scene: str) -> None:
    game, here, _ = begun(scene)
    side, other = {being.side: None for being in here.beings.values()}
    for mine, its in zip(signs(game, here, side), signs(game, here, other), strict=True):
        assert mine == pytest.approx(-its)


def test_a_scene_that_one_side_wins_is_known_to_be_so() -> None:
    """In the same scene the game knows of nothing but who stands and what is left."""
    given = variant("kennel_gallery")
    by = policy(given.game, "simple")
    value = calibrated(given.game, given.scene, by)
    assert value == calibrated(given.game, given.scene, by), "the same each time"
    _, here, _ = begun("kennel_gallery")
    before, after = (each.chance(given.game, here, "party") for each in (of_game(given.game), value))
    assert after > max(before, 0.8)


def test_a_scene_is_known_anew_where_others_play_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    makes: list[bytes] = []
    monkeypatch.setattr(SearchPolicy, "meet", lambda self, scene, make: makes.append(make))
    for players in ("search", "search", "merciless"):
        given = variant("kennel_gallery", policies={"party": players, "foes": "simple"})
        Trial(given.start, given.game, scene_of(given.start), 1, look=False)
    first, again, other = makes
    assert first == again != other


# ---------------------------------------------------------------- tournaments


def test_every_game_has_a_scene_for_tournaments() -> None:
    assert {*GAMES} == {path.stem for path in TOURNAMENT.glob("*.toml")} - {"bouts"}  # which says who fights in them


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_simple_policy_beats_luck_on_both_sides(game: str) -> None:
    found = ludex.tournament(TOURNAMENT / f"{game}.toml", ["random", "simple"], fights=6, workers=1)
    (bout,) = found.bouts
    assert bout.better == "simple"
    assert bout.fights == 12 == bout.won.of + bout.nobody
    assert sum(each.count for each in bout.won_as.values()) == bout.won.count


def test_a_tournament_is_repeated_by_its_seed_whoever_works() -> None:
    scene = TOURNAMENT / "cloudbreaker.toml"
    one, two = (ludex.tournament(scene, ["random", "simple"], fights=4, seed=3, workers=count) for count in (1, 2))
    assert one == two
    assert json.loads(json.dumps(one.to_plain()))["bouts"][0]["second"] == "simple"


def test_a_policy_is_no_better_where_both_sides_won_once() -> None:
    counted = Counted(pair_of(mirror(), "random", "simple", (), 100), "random", "simple")
    counted.winners = [("party", "party"), ("foes", "foes"), ("", "party")]
    bout = counted.bout()
    assert (bout.won.count, bout.won.of, bout.nobody, bout.better) == (2, 5, 1, "")
    assert {side: (each.count, each.of) for side, each in bout.won_as.items()} == {"party": (1, 2), "foes": (1, 3)}


def test_a_tournament_needs_two_policies_and_two_sides() -> None:
    with pytest.raises(BadInput, match="two policies or more"):
        ludex.tournament(mirror(), ["simple"], fights=1)
    with pytest.raises(BadInput, match="there is no policy 'clever'"):
        ludex.tournament(mirror(), ["simple", "clever"], fights=1)
