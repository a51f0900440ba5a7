"""Every scene of every game, played by policies of all kinds, keeps to the rules and ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.game import Game
from tests.conformance.playing import KNOWN, PAIRS, check, check_saving, digest, drawn, named, play, some_play, starters

ROOT = Path(__file__).parents[2]
SCENES = [
    pytest.param(game, name, number, id=f"{game.name}-{name}")
    for game in KNOWN
    for number, name in enumerate(game.library().scenes)
]


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "name", "number"), SCENES)
def test_every_scene_keeps_to_the_rules_and_ends(game: Game[Any], name: str, number: int, times: int) -> None:
    """By one pair of policies or another, half of them with options switched by luck; all with every pair, and many
    more: `make fuzz`."""
    start = starters(game)[name]
    for seed in range(number, number + times):
        end = play(start, PAIRS[(seed + number // 2 - 1) % len(PAIRS)], seed, switch_options=seed % 2 == 1)
        assert not game.to_act(end)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_every_drawn_scene_is_possible(game: Game[Any]) -> None:
    library = game.library()
    for seed in range(60):
        scene = drawn(game, Random(seed), library)
        check(scene, f"as drawn with {seed}")
        check_saving(scene)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_the_same_seed_gives_the_same_play(game: Game[Any]) -> None:
    start = next(iter(starters(game).values()))
    once, again, other = (play(start, ("random", "simple"), seed) for seed in (3, 3, 4))
    assert encode(once) == encode(again)
    assert encode(once) != encode(other)
    assert digest([once]) != digest([other])


@pytest.mark.parametrize(("scenes", "seeds"), [(1, "1"), pytest.param(4, "123", marks=pytest.mark.long)])
def test_play_does_not_depend_on_the_order_of_sets(scenes: int, seeds: str) -> None:
    """Python shuffles its sets by PYTHONHASHSEED; no rule, no policy and no drawing of scenes may notice: they come out
    as in this process, whose sets have yet another order."""
    seeds = seeds.replace(os.environ.get("PYTHONHASHSEED", "random"), "9")
    script = f"from tests.conformance.playing import some_play; print(some_play({scenes}))"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE
        )
        for seed in seeds
    ]
    here = some_play(scenes)
    digests = {process.communicate()[0].decode().strip() for process in running}
    assert [process.returncode for process in running] == [0] * len(seeds)
    assert digests == {here}
