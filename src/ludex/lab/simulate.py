"""How a scene goes, over many fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import perf_counter

from ludex.lab.gather import Gathered
from ludex.lab.result import Result
from ludex.lab.run import Plan, Stopped, fights
from ludex.lab.statistics import Share
from ludex.lab.trial import MOST_DECISIONS, Fight
from ludex.lab.variants import SceneLike, Variant, variant
from ludex.opponents import Played

Progress = Callable[[int, Share], object]  # told how many fights there have been, and the win rate so far


def simulate(
    scene: SceneLike,
    *,
    fights: int = 0,
    width: float = 0.0,
    seed: int = 1,
    policies: Mapping[str, Played] | Played = "",
    content: Iterable[str | Path] = (),
    settings: Mapping[str, object] | None = None,
    workers: int = 0,
    cluster: str = "",
    limit: int = MOST_DECISIONS,
    progress: Progress | None = None,
) -> Result:
    """Fight a scene many times: until the 95 % interval of the win rate is no wider than `width` (0.05 where nothing is
    said), or exactly `fights` times. The same seed gives the same result, however many workers there are.

    A run that cannot go on raises `Stopped`, with what is known in `so_far`.
    """
    given = variant(scene, policies, content, settings, limit)
    return simulate_variant(given, Plan(fights, width, seed, workers, cluster), progress)


def simulate_variant(given: Variant, plan: Plan, progress: Progress | None = None) -> Result:
    began = perf_counter()
    gathered = Gathered(given, plan.seed)

    def result(stopped: str = "") -> Result:
        return gathered.result(stopped, perf_counter() - began, plan.crew)

    def tell(each: tuple[Fight, ...]) -> None:
        gathered.add(each[0])
        if progress is not None:
            progress(len(gathered.rows), gathered.won)

    try:
        fights([given.start], plan, tell, lambda: gathered.won.width)
    except Stopped as stopped:
        stopped.so_far = result(str(stopped)) if gathered.rows else None
        raise
    return result()
