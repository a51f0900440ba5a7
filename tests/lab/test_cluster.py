"""The same work on a Dask cluster of two workers, started here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest

import ludex
from ludex.cli.app import app
from ludex.lab.pool import workers
from ludex.lab.trial import LabError
from tests.lab.scenes import DUEL, EACH_GAME

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Workers are processes of their own. Whoever is lost is not tried again, so that it is told at once."""
    import dask
    import distributed

    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        cluster: Any = distributed.LocalCluster(  # type: ignore[no-untyped-call]  # it has no types
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        )
        with cluster:
            yield cluster.scheduler_address


def numbers(plain: dict[str, Any]) -> dict[str, Any]:
    """All but how it was run."""
    return {key: value for key, value in plain.items() if key != "run"}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "bluebox" else pytest.mark.long) for game in EACH_GAME]
)
def test_a_cluster_gives_what_the_local_pool_gives(address: str, game: str) -> None:
    scene = EACH_GAME[game]
    there = ludex.simulate(scene, fights=12, seed=5, cluster=address)
    assert there.workers == 0
    assert numbers(there.to_plain()) == numbers(ludex.simulate(scene, fights=12, seed=5, workers=2).to_plain())


def test_a_cluster_is_named_on_the_command_line(address: str) -> None:
    with redirect_stdout(StringIO()) as told:  # here: Dask does not outlive a fork
        app(["simulate", DUEL, "--fights", "4", "--cluster", address], standalone_mode=False)
    assert "on a cluster" in told.getvalue()


def test_a_worker_of_the_cluster_that_dies_is_told(address: str) -> None:
    with pytest.raises(LabError, match="a worker process died"), workers(cluster=address) as pool:
        list(pool.ordered(os._exit, [1]))
    with workers(cluster=address) as pool:
        assert list(pool.ordered(abs, [-1, -2])) == [1, 2]


def test_what_a_cluster_cannot_do_is_told(address: str) -> None:
    with (
        pytest.raises(LabError, match=r"cannot do it: ValueError: .* need the same Ludex"),
        workers(cluster=address) as p,
    ):
        list(p.ordered(int, ["no number"]))
