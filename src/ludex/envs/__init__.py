"""Every game as a PettingZoo environment, for those who train agents: `ludex.envs.env("bluebox")`."""

from __future__ import annotations

from typing import Any

try:
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # it has no types
except ImportError:
    raise ImportError("ludex.envs needs PettingZoo: pip install 'ludex[envs]'") from None

from ludex.envs.environment import SceneEnv
from ludex.lab.variants import SceneLike

__all__ = ["SceneEnv", "env", "raw_env"]

raw_env = SceneEnv


def env(game: str, scene: SceneLike | None = None, **settings: Any) -> Any:
    """A game as an AEC environment: a scene of its content by name, a file, or the tables of one; without, the easiest
    scene of the content. An action outside the mask ends the episode, with -1 for who took it. `settings` are those of
    `SceneEnv`."""
    bare = wrappers.TerminateIllegalWrapper(SceneEnv(game, scene, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bare))
