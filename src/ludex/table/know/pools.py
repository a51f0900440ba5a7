"""What is known of the pools of others: exactly, in tenths, in words or not at all."""

from __future__ import annotations

from typing import Any

from ludex.core.foe.standing import Pool
from ludex.core.kernel.procedure import GM
from ludex.table.records.settings import Pools, Settings

FULL = 10  # tenths
LEVELS = ((10, "all of it"), (7, "most of it"), (4, "about half"), (1, "little"), (0, "nothing"))  # from so many tenths


def knowing(scene: Any, knowledge: str, settings: Settings) -> dict[str, Pools]:
    """How well the pools of each being are known to a side: its own exactly, those of others as the table has it."""
    every, each = settings.pools, settings.pools_of
    return {
        who: "exact" if knowledge in (GM, being.side) else each.get(who, every) for who, being in scene.beings.items()
    }


def tenths(pool: Pool) -> int:
    """How much is left, in tenths: all of them only of what is full, and none only of what is empty."""
    if pool.left >= pool.most:
        return FULL if pool.most > 0 else 0
    return 0 if pool.left <= 0 else min(FULL - 1, max(1, FULL * pool.left // pool.most))


def level(pool: Pool) -> tuple[int, str]:
    return level_of(tenths(pool))


def level_of(tenths: int) -> tuple[int, str]:
    return next((least, words) for least, words in LEVELS if tenths >= least)
