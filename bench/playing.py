"""What all measurements play with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludex.core.game import game_of
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene
from ludex.opponents import policy as policy_of

HERE = Path(__file__).parent  # with a scene of four against four for each game


def policies(scene: Scene[Any], name: str, seed: int) -> dict[str, Any]:
    """The same policy for everybody."""
    policy = policy_of(game_of(scene), name, seed)
    return dict.fromkeys(("party", "foes", GM), policy)
