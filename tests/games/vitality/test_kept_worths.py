"""What the simple policy keeps: all of it is what would be worked out anew, in the middle of fights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from ludex.core.content.content import Library
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Kept
from ludex.core.referee.simulated import Simulated
from ludex.games.vitality.book.characters.scores import (
    avoidance,
    durability,
    moments_of,
    of_the_moment,
    resistance,
    speed,
    total_of,
)
from ludex.games.vitality.foe.attacks import ROLLS, Outlook
from ludex.games.vitality.foe.places import Field, across
from ludex.games.vitality.foe.policy import SimplePolicy
from ludex.games.vitality.foe.worth import AGAINST, Target, blow, blown, condition_worth, profile
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.state import RESISTANCES, Scene

LIBRARY = VITALITY.library()
SCENES = sorted(LIBRARY.scenes)
SEEDS = (1, 2)


def moments_in(name: str) -> Iterator[Scene]:
    """A scene as it is after each command of some fights."""
    for seed in SEEDS:
        scene = cast(Scene, load_scene(LIBRARY.scenes[name], LIBRARY).scene)
        referee = Simulated({GM: SimplePolicy()}, seed)
        opening = VITALITY.opening(scene)
        assert opening is not None
        referee.perform(scene, opening)
        while actor := VITALITY.to_act(scene):
            yield scene
            referee.act(scene, scene.beings[actor])


def forgetful(scene: Scene, library: Library) -> Scene:
    """The same scene, of which nothing is known yet."""
    new = scene.fork()
    new.library, new.derived = library, Kept()
    for being in new.beings.values():
        being.derived = Kept()
    return new


@pytest.mark.parametrize("name", SCENES)
def test_what_is_kept_is_what_is_worked_out_anew(name: str) -> None:
    for number, scene in enumerate(moments_in(name)):
        being = scene.beings[VITALITY.to_act(scene)]
        if number % 5:
            continue
        outlook = Outlook(scene, being)
        field = Field(outlook)
        for enemy in (*outlook.enemies, field.own):
            for arm in outlook.arms:
                for more in (0, outlook.tier):
                    worth = condition_worth(enemy, arm.strike.attack) if not arm.strike.attack.damages else 0.0
                    assert blow(scene, arm.strike, enemy, more) == blown(scene, arm.strike, enemy, more, worth)
        fresh = forgetful(scene, VITALITY.library())
        for other in scene.beings.values():
            same, kept = fresh.beings[other.id], Target(scene, other)
            assert (kept.av, kept.dr) == (total_of(avoidance(fresh, same)), total_of(durability(fresh, same)))
            assert (kept.speed, kept.left) == (speed(fresh, same), Target(fresh, same).left)
            for effect in ("stun", "taunt"):
                for stat in RESISTANCES:
                    assert kept.resistance(stat, effect) == total_of(resistance(fresh, same, stat, effect))
            assert (kept.profile.output, kept.stake) == (profile(fresh, same).output, Target(fresh, same).stake)
            for stats in (AGAINST, ROLLS):
                named = dict(moments_of(scene, other, stats))
                for stat in stats:
                    assert named.get(stat, ((), ())) == of_the_moment(fresh, same, stat, None)


@pytest.mark.parametrize("name", SCENES)
def test_no_two_spaces_are_farther_apart_than_the_tables_reach(name: str) -> None:
    board = cast(Scene, load_scene(LIBRARY.scenes[name], LIBRARY).scene).board
    assert across(board) >= max([max(board.away(cell).values()) for cell in board.cells])


def test_ideas_are_the_same_where_nothing_is_known() -> None:
    policy = SimplePolicy()
    for number, scene in enumerate(moments_in(SCENES[0])):
        being = scene.beings[VITALITY.to_act(scene)]
        if number % 7 == 0:
            fresh = forgetful(scene, VITALITY.library())
            assert list(policy.ideas(scene, being)) == list(policy.ideas(fresh, fresh.beings[being.id]))
