"""What is refused, or cannot be understood, changes nothing: any actor, any action, any arguments."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.core.files.offered import refusals
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from tests.conformance.playing import KNOWN, begin, drawn, legal, named, probe, starters

WORDS = st.one_of(st.none(), st.booleans(), st.integers(-3, 12), st.sampled_from(["", "nobody", "all", "no"]))
ODD: st.SearchStrategy[Plain] = st.recursive(WORDS, lambda part: st.lists(part, max_size=3).map(tuple), max_leaves=4)


@st.composite
def commands(draw: st.DrawFn, game: Game[Any], scene: Scene[Any]) -> Command:
    """A command with arguments of its own, of other actions, or of no sense at all."""
    by_gm = draw(st.integers(0, 4)) == 0
    actions = game.gm_actions if by_gm else game.actions
    action = actions[draw(st.sampled_from(sorted(actions)))]
    actor = scene.beings[draw(st.sampled_from(sorted(scene.beings)))]
    chosen: list[tuple[str, Plain]] = []
    for arg in action.args:
        source = draw(st.integers(0, 5))
        other = game.actions[draw(st.sampled_from(sorted(game.actions)))].args if source == 0 else (arg,)
        values: list[Plain] = []
        try:
            values = [v for a in other[:1] for v in a.values(scene, actor, *(value for _, value in chosen))]
        except Exception:  # arguments of another action need not make sense to this one
            values = []
        if source == 1 or not values:
            chosen.append((arg.name, draw(ODD)))
        elif source != 2 or arg.default is None:
            chosen.append((arg.name, draw(st.sampled_from(values[:64]))))
    if draw(st.integers(0, 9)) == 0:
        chosen.append(("surplus", draw(ODD)))
    return Command(GM if by_gm else actor.id, action.name, sorted(chosen, key=lambda pair: pair[0]))


def some_scenes(game: Game[Any]) -> list[Any]:
    """A scene that has begun, and drawn ones."""
    begun = next(iter(starters(game).values()))
    begin(begun, Simulated({GM: game.policy("simple")}, 1))
    library = game.library()
    return [begun, *(drawn(game, Random(seed), library) for seed in range(8))]


@pytest.mark.parametrize("examples", [100, pytest.param(600, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_refusals_change_nothing(game: Game[Any], examples: int) -> None:
    scenes = some_scenes(game)
    seen: set[bool] = set()

    @settings(max_examples=examples)
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        scene = data.draw(st.sampled_from(scenes))
        seen.add(probe(scene, data.draw(commands(game, scene))))

    tried()
    assert seen == {True, False}


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_with_its_arguments_left_open_a_command_is_offered_or_it_is_told_why_not(game: Game[Any]) -> None:
    told = 0
    for scene in some_scenes(game)[:4]:
        for who in (GM, *scene.beings):
            actions = game.gm_actions if who == GM else game.actions
            offered = {name for name in actions if refusals(game, scene, Command(who, name)) is None}
            against = [refusals(game, scene, Command(who, name)) for name in actions if name not in offered]
            assert all(several and all(refusal.rule for refusal in several) for several in against)
            told += len(against)
            if who != GM:
                assert offered >= {command.name for command in legal(scene, scene.beings[who], 1)}
    assert told
