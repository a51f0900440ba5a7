"""Every game as a PettingZoo environment: its own checks pass, nothing hidden is seen, and every choice is legal."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # it has no types

from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import Interject
from ludex.core.kernel.ruling import BadInput
from ludex.envs import env, raw_env
from ludex.envs.arrays import Sight
from ludex.envs.choices import MOST, shares
from ludex.envs.environment import ROWS
from tests.conformance.playing import KNOWN, SECRETIVE, drawn, named
from tests.lab.scenes import DUEL
from tests.pages import DOCS

FEW = ("bluebox", "crawl")  # what PettingZoo looks at is the same for every game
WITHOUT_TURNS = "ash_bears_den_camp"  # nobody stands against the party
SCENES = [(game.name, scene) for game in KNOWN for scene in sorted(game.starter.scenes) if scene != WITHOUT_TURNS]


def choose(made: Any, luck: Random) -> None:
    """One decision by luck, or what is left to do for an agent when all is over."""
    seen, _, ended, cut, _ = made.last()
    made.step(None if ended or cut else luck.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.filterwarnings("ignore::UserWarning")  # about names of agents, and masks once all is over
@pytest.mark.parametrize("cycles", [15, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game.name in FEW else pytest.mark.long) for game in KNOWN], ids=named
)
def test_the_checks_of_pettingzoo_pass(game: Game[Any], cycles: int) -> None:
    api_test(env(game.name), num_cycles=cycles)
    seed_test(lambda: env(game.name), num_cycles=cycles)


@pytest.mark.parametrize("decisions", [5, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "scene"), SCENES, ids=[scene for _, scene in SCENES])
def test_every_scene_can_be_played_and_offers_only_what_may_be_chosen(game: str, scene: str, decisions: int) -> None:
    made: Any = raw_env(game, scene)
    luck = Random(scene)
    made.reset(seed=3)
    for _ in range(decisions):
        decision = made.episode.decision
        if decision is None:
            break
        assert 1 <= len(decision.choices) <= MOST
        for choice in decision.choices:
            if isinstance(choice, Command):
                assert made.game.refusal(decision.shown, choice) is None
        assert made.observe(made.agent_selection)["action_mask"].sum() == len(decision.choices)
        choose(made, luck)


def as_simple_would(made: Any) -> int | None:
    """The number of what the simple policy would choose; nothing where that is not in the list."""
    decision, policy = made.episode.decision, made.game.policy("simple")

    def meant(choice: Any) -> object:
        return made.game.read(decision.shown, choice) if isinstance(choice, Command) else choice

    if decision.question is None:
        wanted = meant(policy.choose(decision.shown, decision.shown.beings[decision.who]))
    else:
        answer = policy.answer(decision.shown, decision.question)
        wanted = answer if isinstance(answer, Interject) else (answer,)
    return next((number for number, choice in enumerate(made.choices) if meant(choice) == wanted), None)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_what_the_simple_policy_wants_is_offered_and_the_winner_is_rewarded(game: Game[Any]) -> None:
    made, luck, offered, decided = env(game.name), Random(1), 0, 0
    made.reset(seed=1)
    rewards = {}
    for agent in made.agent_iter():
        rewards[agent] = made.last(observe=False)[1]
        number = as_simple_would(made.unwrapped) if made.unwrapped.episode.decision is not None else None
        if number is None:
            choose(made, luck)
        else:
            made.step(number)
            offered += 1
        decided += 1
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert rewards[game.winner(made.unwrapped.episode.scene)] == 1.0
    assert offered >= 0.85 * (decided - len(rewards)), (offered, decided)  # of what is readied not every way is


def test_the_same_seed_is_the_same_episode_and_another_is_not() -> None:
    def course(seed: int) -> list[bytes]:
        made, luck, found = env("bluebox"), Random(0), []
        made.reset(seed=seed)
        for _ in range(30):
            found.append(made.last()[0]["observation"].tobytes())
            choose(made, luck)
        return found

    assert course(1) == course(1)
    assert course(1) != course(2)


@pytest.mark.parametrize("game", SECRETIVE, ids=named)
def test_worlds_that_differ_in_a_secret_look_the_same(game: Game[Any]) -> None:
    library, compared = game.library(), 0
    for seed in range(30):
        luck = Random(seed)
        scene = drawn(game, luck, library)
        sides = list(dict.fromkeys(being.side for being in scene.beings.values()))
        sight = Sight(game, scene, sides, ROWS)
        for side in sides:
            here = sight.observe(game.view(scene, side), side, None)
            for world in game.worlds(scene, side, luck.randrange):
                assert np.array_equal(here, sight.observe(game.view(world, side), side, None))
                compared += 1
    assert compared >= 10


def test_an_observation_has_the_numbers_of_the_rules() -> None:
    made: Any = raw_env("bluebox", DUEL)
    made.reset(seed=1)
    agent = made.agent_selection
    scene, beings, _ = made.layout.parts(made.observe(agent)["observation"])
    column = made.layout.beings.index
    for row, being in zip(beings, made.episode.scene.beings.values(), strict=False):
        assert row[column("there")] == 1
        assert row[column("side")] == (1 if being.side == agent else -1)
        assert row[column("being.hp")] == row[column("pool_0.left")] == being.hp
        assert (row[column("x")], row[column("y")]) == being.at
    assert scene[made.layout.scene.index("decides")] == 1
    while made.episode.decision.question is not None:
        made.step(0)
    agent = made.agent_selection
    choices = made.layout.parts(made.observe(agent)["observation"])[2]
    actions = list(made.game.actions)
    for row, choice in zip(choices, made.choices, strict=False):
        assert actions[int(row[made.layout.choices.index("action")]) - 1] == choice.name
    other = next(name for name in made.agents if name != agent)
    assert not made.observe(other)["action_mask"].any()
    assert not made.layout.parts(made.observe(other)["observation"])[2].any()


def test_where_there_is_too_much_every_action_keeps_its_share() -> None:
    few, many = [Command("a", "attack")] * 3, [Command("a", "move", [("to", n)]) for n in range(1000)]
    one, other = shares([few, many], 100)
    assert (len(one), len(other)) == (3, 97)
    assert other[0] == many[0]
    assert other[-1].args[0][1] > 980  # type: ignore[operator]  # a number


def test_an_episode_that_goes_on_too_long_is_truncated() -> None:
    made, luck = env("bluebox", limit=5), Random(1)
    made.reset(seed=1)
    for _ in range(5):
        choose(made, luck)
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_an_action_that_was_not_offered() -> None:
    made, bare = env("bluebox"), raw_env("bluebox")
    made.reset(seed=1)
    acting = made.agent_selection
    made.step(MOST - 1)
    assert made.terminations[acting]
    assert made.rewards[acting] == -1
    bare.reset(seed=1)
    with pytest.raises(BadInput, match=f"action {MOST - 1}: expected a number from 0 to"):
        bare.step(MOST - 1)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("checkers",), "there is no game 'checkers'; there are: bluebox"),
        (("navyblue", DUEL), "is a scene of Blue Box, not of Navy Blue"),
    ],
)
def test_what_there_is_not(words: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        env(*words)


def test_it_can_be_read() -> None:
    made = env("bluebox", DUEL, render_mode="ansi")
    made.reset(seed=1)
    text = made.render()
    assert text.startswith("Blue Box, round ")
    assert all(being.name in text for being in made.unwrapped.episode.scene.beings.values())
    made.close()


def test_it_is_found_from_the_package() -> None:
    code = "import ludex; made = ludex.envs.env('bluebox'); made.reset(seed=1); print(*made.agents)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.split() == ["party", "foes"], done.stderr


def test_without_pettingzoo_it_is_said_what_is_missing() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import ludex.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert "ludex.envs needs PettingZoo: pip install 'ludex[envs]'" in done.stderr


def test_the_example_of_the_page_runs() -> None:
    page = (DOCS / "envs.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    exec(example.replace('patrol")', 'patrol", limit=40)'), {})
