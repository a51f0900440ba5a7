"""Levels and styles of machines: each shows its mark, decides by what its side may know, and can be repeated."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

import ludex
from ludex.core.content.content import StyleName
from ludex.core.files.scenefile import scene_from
from ludex.core.foe.deciding import choose
from ludex.core.game import GAMES, Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.simulated import Simulated
from ludex.games.bluebox import BLUEBOX
from ludex.games.crawl import CRAWL
from ludex.opponents import LEVELS, SEARCHES, offered, policies, policy, sides_of, thinks
from ludex.opponents.character import Character
from ludex.opponents.search import SearchPolicy
from ludex.opponents.styles import LESS, MORE, STYLES, Style
from tests.conformance.playing import SECRETIVE, drawn, named
from tests.lab.scenes import EACH_GAME, mirror

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "web" / "src" / "words" / "en" / "machines.ts"
OPPONENTS = ROOT / "docs" / "opponents.md"
FIGHTER = {"aspects": ["fit", "bludgeon"], "hands": ["mace"], "max_hp": 10, "max_ep": 3, "refresh": 2, "agrees_at": 50}


def crawl(turn: str, exits: Any = (), **beings: Any) -> Any:
    """A fight of The Crawl in which somebody has the turn."""
    given = {
        "board": {"width": 12, "height": 8, "exits": exits}, "turn": turn,
        "options": CRAWL.rulebook.check_options({}),
        "beings": {name: {**FIGHTER, **being} for name, being in beings.items()},
    }  # fmt: skip
    return CRAWL.build(given, "test", CRAWL.library())


def decided(scene: Any, name: str, who: str, seed: int = 1) -> Command:
    """What this one does, played by that policy; always something that the rules allow."""
    game = GAMES[scene.game]
    found = policy(game, name, seed).choose(scene, scene.beings[who])
    assert game.refusal(scene, found) is None
    return found


# ---------------------------------------------------------------- names


def test_a_level_and_a_style_are_named_together() -> None:
    hard = policy(CRAWL, "hard+beast")
    assert isinstance(hard, SearchPolicy)
    assert hard.rollouts == SEARCHES["hard"].rollouts
    assert isinstance(hard.guide.policy, Character)
    assert hard.guide.policy.style == "beast"
    assert isinstance(hard.others.policy, Character)
    assert hard.others.policy.style == "", "what the other side does is its own"
    alone, after = policy(CRAWL, "beast"), policy(CRAWL, "fair+beast")
    assert isinstance(alone, Character)
    assert isinstance(after, Character)
    assert alone.style == after.style == "beast"


def test_at_a_table_a_level_has_its_share_of_the_time() -> None:
    made = {name: policy(CRAWL, name, seconds=1.0) for name in SEARCHES}
    assert {name: one.seconds for name, one in made.items() if isinstance(one, SearchPolicy)} == {
        "search": 1.0,
        "hard": 0.2,
        "merciless": 1.0,
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("harsh", "there is no policy 'harsh'; did you mean 'hard'?"),
        ("hard+best", "there is no style 'best'; did you mean 'beast'?"),
        ("hard+", "there is no style ''"),
        ("+beast", "there is no policy ''"),
        ("random+beast", "luck has no style"),
        ("hard+beast+cowardly", "there is no style 'beast+cowardly'"),
    ],
)
def test_what_is_no_policy_is_refused_in_words(name: str, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words.split(";")[0])):
        policy(CRAWL, name)


def test_who_looks_ahead_takes_their_time_in_any_style() -> None:
    assert [name for name in ("simple", "beast", "hard", "hard+beast", "merciless", "search") if thinks(name)] == [
        "hard", "hard+beast", "merciless", "search"
    ]  # fmt: skip


def test_all_styles_are_known_to_content_and_to_the_page() -> None:
    assert set(STYLES) == set(get_args(StyleName)) - {""}
    levels, _, styles = PAGE.read_text(encoding="utf-8").partition("const styles")
    named = [set(re.findall(r"^  (\w+): \[", part, re.MULTILINE)) for part in (levels, styles)]
    assert named[1] == set(STYLES)
    assert named[0] >= {name for game in ("bluebox", "crawl") for name in offered(GAMES[game])}
    assert named[0] >= set(LEVELS) - {"fair"}


def test_every_weight_that_decides_has_words() -> None:
    for name in Style._fields:
        weights = {getattr(style, name) for style in STYLES.values()}
        if not name.endswith("_below"):
            assert not any(weight > 1 for weight in weights) or name in MORE, name
            assert not any(weight < 1 for weight in weights) or name in LESS, name


# ---------------------------------------------------------------- levels


@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_a_beginner_ends_their_fights_and_the_seed_repeats_them(scene: str) -> None:
    result = ludex.simulate(scene, policies={"foes": "beginner"}, fights=2, seed=4, workers=1)
    assert result.fights == 2  # the run itself has fought the first of them again, and found it the same
    assert not result.unending


def test_a_beginner_loses_to_who_plays_fair() -> None:
    bout = ludex.tournament([mirror()], ["beginner", "fair"], fights=14, seed=1, workers=1).bouts[0]
    assert bout.better == "fair", bout.won


def test_a_beginner_never_strikes_a_friend() -> None:
    beings = {
        "one": {"side": "foes", "at": [4, 3]}, "friend": {"side": "foes", "at": [4, 4]},
        "enemy": {"side": "party", "at": [5, 3]},
    }  # fmt: skip
    scene = crawl("one", **beings)
    done = [decided(scene, "beginner", "one", seed) for seed in range(40)]
    assert len(set(done)) > 3, "by luck"
    assert not [one for one in done if one.arg("target") == "friend"]
    assert {one.arg("target") for one in done if one.name == "attack"} == {"enemy"}


# ---------------------------------------------------------------- styles


def two_enemies(**one: Any) -> Any:
    """One of the foes between two of the party: the strong one is the better choice, as the weak one is nimble."""
    return crawl(
        "one",
        one={"side": "foes", "at": [4, 3], **one},
        strong={"side": "party", "at": [5, 3], "max_hp": 11, "strength": 6, "mobility": -4},
        weak={"side": "party", "at": [3, 3], "aspects": ["fit", "bludgeon", "duck_and_dodge"], "mobility": 14},
    )


def test_a_beast_goes_for_the_weakest() -> None:
    scene = two_enemies()
    assert decided(scene, "beast", "one").arg("target") == "weak"
    strong = decided(scene, "simple", "one")
    assert strong.arg("target") == "strong", "or the style shows nothing"
    beast = policy(CRAWL, "beast")
    assert isinstance(beast, Character)
    assert beast.explain(scene, decided(scene, "beast", "one")).startswith("As a beast they go for the weakest: ")


def test_the_vengeful_strike_back_at_who_struck_them() -> None:
    for who in ("weak", "strong"):
        scene = two_enemies()
        scene.harmed("one", "HP", 1, who)
        assert decided(scene, "vengeful", "one").arg("target") == who


def test_who_was_struck_by_somebody_unknown_bears_them_no_grudge() -> None:
    scene = two_enemies()
    scene.harmed("one", "HP", 1, "weak")
    del scene.beings["weak"]
    assert decided(scene, "vengeful", "one").arg("target") == "strong"


def test_the_protective_go_for_who_struck_a_friend() -> None:
    for who in ("weak", "strong"):
        scene = two_enemies()
        scene.beings["friend"] = crawl("friend", friend={"side": "foes", "at": [7, 6]}).beings["friend"]
        scene.harmed("friend", "HP", 1, who)
        assert decided(scene, "protective", "one").arg("target") == who


def test_the_disciplined_finish_what_was_begun() -> None:
    scene = two_enemies()
    scene.beings["weak"].hp = 6
    assert decided(scene, "disciplined", "one").arg("target") == "weak"


def test_cowards_leave_when_half_their_health_is_gone() -> None:
    hurt, well = (two_at_an_exit(hp) for hp in (4, 6))
    assert decided(hurt, "cowardly", "one") == Command("one", "leave")
    assert decided(hurt, "simple", "one").name != "leave"
    assert decided(well, "cowardly", "one").name != "leave"
    coward = policy(CRAWL, "cowardly")
    assert isinstance(coward, Character)
    assert coward.explain(hurt, Command("one", "leave")) == "Being cowardly they have had enough: Away from here."


def two_at_an_exit(hp: int) -> Any:
    return crawl("one", [[4, 3]], one={"side": "foes", "at": [4, 3], "hp": hp}, other={"side": "party", "at": [5, 3]})


def test_a_coward_who_cannot_get_away_yields() -> None:
    scene: Any = scene_from(mirror(), "here").scene
    opening = BLUEBOX.opening(scene)
    assert opening is not None
    Simulated(policies(BLUEBOX, sides_of(BLUEBOX, scene), {}, 1), 1).perform(scene, opening)
    who = scene.beings[BLUEBOX.to_act(scene)]
    who.hp = 1
    assert decided(scene, "cowardly", who.id).name == "move", "toward the rim"
    who.moves = who.ap = 0
    assert decided(scene, "cowardly", who.id).name == "surrender"
    assert {decided(scene, name, who.id).name for name in ("beast", "disciplined", "simple")} == {"end_turn"}


def test_the_cautious_do_not_advance_when_badly_hurt() -> None:
    far: dict[str, Any] = {"one": {"side": "foes", "at": [1, 3]}, "other": {"side": "party", "at": [9, 3]}}
    advances = ("move", "charge")
    far["one"]["hp"] = 2
    assert decided(crawl("one", **far), "simple", "one").name in advances, "or the style shows nothing"
    assert decided(crawl("one", **far), "cautious", "one").name not in advances


# ---------------------------------------------------------------- of content, by the view


def with_style(style: str) -> Any:
    """A library in which every enemy has this style."""
    library = CRAWL.library()
    enemies = library.shelves["enemy"].entries
    for name in [*enemies]:
        enemies[name] = msgspec.structs.replace(enemies[name], style=style)
    return library


def test_enemies_have_the_style_of_their_entry_unless_another_is_chosen() -> None:
    scene = two_at_an_exit(4)
    one = scene.beings["one"]
    one.sheet = dataclasses.replace(one.sheet, kind=next(iter(CRAWL.starter.shelves["enemy"].entries)))
    assert decided(scene, "simple", "one").name != "leave", "none of their own"
    scene.library = with_style("cowardly")
    assert decided(scene, "simple", "one").name == "leave"
    assert decided(scene, "hard", "one").name == "leave"
    assert decided(scene, "simple+disciplined", "one").name != "leave"
    with pytest.raises(BadInput, match="style"):
        CRAWL.library().shelves["enemy"].add({"id": "x", "name": "X", "style": "brave"}, "here")


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("game", SECRETIVE, ids=named)
def test_a_secret_makes_no_difference_to_a_style(game: Game[Any], name: str) -> None:
    library = game.library()
    for seed in range(200):
        luck = Random(seed)
        scene = drawn(game, luck, library)
        actor = scene.beings.get(game.to_act(scene))
        if actor is None:
            continue
        for other in game.worlds(scene, actor.side, luck.randrange):
            here, there = (choose(game, each, each.beings[actor.id], policy(game, name))[0] for each in (scene, other))
            assert here == there, f"drawn with {seed}"
            return
    pytest.fail("nothing was compared")


def test_the_page_about_opponents_has_all_weights() -> None:
    lines = OPPONENTS.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.endswith(" | ".join(STYLES) + " |")], "the styles in this order"
    for name, usual in Style._field_defaults.items():
        weights = [getattr(style, name) for style in STYLES.values()]
        row = " | ".join("" if weight == usual else f"{weight:g}" for weight in weights)
        assert [line for line in lines if line.endswith(f"| {row} |")], name
    for name, (rollouts, _) in SEARCHES.items():
        assert [line for line in lines if line.startswith(f"| `{name}` |") and f"{rollouts} look-aheads" in line]
