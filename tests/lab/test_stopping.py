"""What ends a run before its time, and what is known then: nothing is lost, and nothing wrong is told."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

import ludex
from ludex.cli.lab_tables import show_day
from ludex.core.game import GAMES, Game, game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput
from ludex.lab import pool
from ludex.lab.compare import Comparison
from ludex.lab.day import Between, DayResult, passed
from ludex.lab.pool import Pool
from ludex.lab.report import report
from ludex.lab.result import Result
from ludex.lab.run import Batch, Stopped, fight_all
from ludex.lab.trial import LabError, Trial, scene_of
from ludex.lab.variants import variant
from ludex.text.terminal import Console
from tests.lab import own
from tests.lab.own import DUEL
from tests.lab.scenes import DUEL as PATROL
from tests.lab.test_days import day_file

FIGHTS = 3


@pytest.fixture(autouse=True)
def _anew() -> None:
    """Nothing has been fought before."""
    for kind in (own.Own, own.Forgetful, own.InterruptedWhenRepeated):
        kind.made.clear()


@pytest.fixture
def interrupted() -> Iterator[Callable[[float], None]]:
    """Ctrl-C when processes have fought for so many seconds; also where whoever runs the tests has been told to ignore
    it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    me, over = threading.get_ident(), threading.Event()
    waiting: list[threading.Thread] = []

    def after(seconds: float) -> None:
        def interrupt() -> None:
            while not multiprocessing.active_children():
                if over.wait(0.01):
                    return
            if not over.wait(seconds):
                signal.pthread_kill(me, signal.SIGINT)

        waiting.append(threading.Thread(target=interrupt))
        waiting[-1].start()

    yield after
    over.set()
    for thread in waiting:
        thread.join()
    signal.signal(signal.SIGINT, before)


def all_end() -> bool:
    """Do the processes that have been started end? The pool's own thread buries them, while one looks."""
    until = monotonic() + 60
    while multiprocessing.active_children() and monotonic() < until:
        sleep(0.01)
    return not multiprocessing.active_children()


def test_an_interrupt_of_what_is_repeated_with_another_policy_leaves_the_answer() -> None:
    told = 0

    def progress(fights: int, won: object) -> None:
        nonlocal told
        told += 1
        if told > FIGHTS:
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match=r"played by 'random' on all sides: interrupted after 1 fight$") as stopped:
        ludex.compare(
            DUEL, settings={"beings.vahki.hp": 1}, also=["random"], fights=FIGHTS, workers=1, progress=progress
        )
    found = stopped.value.so_far
    assert stopped.value.interrupted
    assert isinstance(found, Comparison)
    assert found.first.fights == FIGHTS
    assert set(found.first.about.policies.values()) == {"simple"}
    assert found.also == []


def test_a_slow_fight_does_not_hold_up_an_interrupt(interrupted: Callable[[float], None]) -> None:
    variant(DUEL)  # content is read once
    interrupted(0.5)
    with pytest.raises(Stopped, match=r"^interrupted before the first fight was over$") as stopped:
        ludex.simulate(DUEL, fights=40, policies=own.Slow, workers=2)
    assert stopped.value.so_far is None
    assert all_end()


def test_a_fault_does_not_lose_the_fights_before_it() -> None:
    with pytest.raises(Stopped, match=r"FailsInTheFourth.*seed 1000003: .*ValueError: no idea") as stopped:
        ludex.simulate(DUEL, fights=8, policies={"party": own.FailsInTheFourth}, workers=2)
    assert isinstance(stopped.value.so_far, Result)
    assert stopped.value.so_far.fights == 3


def test_a_job_goes_as_far_as_it_can() -> None:
    start = variant(DUEL, {"party": own.FailsInTheFourth}).start
    done = fight_all(Batch((start,), (1_000_001, 1_000_003, 1_000_004), 0))
    assert [fight.seed for (fight,) in done.found] == [1_000_001]
    assert "no idea" in str(done.fault)


def test_an_interrupt_of_the_self_check_keeps_the_result() -> None:
    with pytest.raises(Stopped, match="interrupted after 3 fights") as stopped:
        ludex.simulate(DUEL, fights=FIGHTS, policies={"party": own.InterruptedWhenRepeated}, workers=1)
    assert isinstance(stopped.value.so_far, Result)
    assert stopped.value.so_far.fights == FIGHTS


def whole_day(folder: Path, **asked: Any) -> DayResult:
    return ludex.simulate_day(day_file(folder, f"scene:{PATROL}"), fights=1, workers=1, **asked)


RUNS: dict[str, Callable[[Path], object]] = {
    "simulate": lambda _: ludex.simulate(DUEL, fights=1, policies={"party": own.Forgetful}, workers=1),
    "compare": lambda _: ludex.compare(DUEL, DUEL, fights=1, policies={"party": own.Forgetful}, workers=1),
    "sweep": lambda _: ludex.sweep(DUEL, "beings.vahki.hp=9", fights=1, policies={"party": own.Forgetful}, workers=1),
    "day": lambda folder: whole_day(folder, policies={"party": own.Forgetful}),
    "tournament": lambda _: ludex.tournament(DUEL, ["random", own.Forgetful], fights=1, workers=1),
}


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_every_run_checks_that_it_repeats_itself(run: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="came out differently when it was repeated"):
        run(tmp_path)


# ---------------------------------------------------------------- without an end


def test_days_with_a_fight_without_an_end_are_counted_and_told(tmp_path: Path) -> None:
    found = whole_day(tmp_path, limit=5)
    assert (found.unending, found.stages[0].unending, found.survived.count) == (1, 1, 0)
    assert found.to_plain()["unending"] == 1
    (warning,) = found.warnings
    assert "1 of 1 day came to a fight that did not end within 5 decisions" in warning
    assert warning in report(found.to_plain())
    console = Console(record=True, width=400)
    show_day(found, console)
    assert warning in console.export_text()


@pytest.mark.parametrize(("limit", "ends"), [(2, False), (5_000, True)])
def test_a_fight_that_breaks_into_a_rest_has_a_limit(limit: int, ends: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def rest(game: Game[Any], scene: Any, kind: str) -> list[Command]:
        return [Command("onuri", "end_turn", ())]

    monkeypatch.setattr(type(GAMES["bluebox"]), "rest", rest)
    start = variant(DUEL, limit=limit).start
    scene = scene_of(start)
    trial = Trial(start, game_of(scene), scene, 1, look=False)
    assert passed(trial, game_of(scene), scene, Between("rest", "short")) is ends


class Idle(Executor):
    """Takes jobs, and never does one."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


def test_a_cluster_without_workers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LOOK_AROUND", 0.01)
    with pytest.raises(LabError, match="the cluster at here cannot do it: all its workers are gone"):
        list(Pool(Idle(), 1, "here", there=lambda: 0).ordered(abs, [1]))


# ---------------------------------------------------------------- policies of one's own


def test_a_policy_that_says_it_is_checked_is_looked_at_closely() -> None:
    with pytest.raises(Stopped, match=r"policy 'tests\.lab\.own:SaysItIsChecked' .* \[bb\."):
        ludex.simulate(DUEL, fights=1, policies={"party": own.SaysItIsChecked}, workers=1)


def test_a_class_of_ones_own_plays_in_other_processes_and_is_named() -> None:
    found = ludex.simulate(DUEL, fights=4, policies={"party": own.Own}, workers=2)
    assert found.about.policies["party"] == "tests.lab.own:Own"
    assert found.rows == ludex.simulate(DUEL, fights=4, workers=1).rows


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        ("no_such_module:Policy", "no_such_module"),
        ("tests.lab.own:Nobody", "Nobody"),
        ("tests.lab.own:DUEL", "expected a class with choose, answer and checked"),
        (own.NoSeed, "expected a class that is made with a seed"),
        (type("Local", (own.Own,), {"__qualname__": "a.<locals>.Local"}), "at the top of a module"),
    ],
)
def test_what_cannot_play_is_refused_at_once(policy: Any, fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        ludex.simulate(DUEL, fights=1, policies={"party": policy})


def test_an_interrupt_while_a_process_is_started_comes_through_after_that(
    interrupted: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = ProcessPoolExecutor.submit
    started = []

    def slowly(*args: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        sleep(0.05)
        started.append(submit(*args))
        return started[-1]

    monkeypatch.setattr(ProcessPoolExecutor, "submit", slowly)
    with pytest.raises(Stopped, match=r"^interrupted before the first fight was over$"):
        ludex.simulate(DUEL, fights=40, policies=own.Slow, workers=2)
    assert len(started) == 1
    assert all_end()
