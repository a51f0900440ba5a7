"""Two commits are compared on the same work, in turn, and with an interval that holds what it promises."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench.against import commit, pairs, worker
from bench.against.__main__ import GAMES, remarks, table
from bench.against.commit import FROZEN, HERE, SIDE, Side
from bench.against.interval import Interval, fewest, interval, verdict
from bench.against.pairs import CannotBeMeasured, Pair, Slice, Worker, measured, order
from bench.against.worker import SLICE, Player, side_of, spread

CHECKOUT = Side("here", HERE, Path(sys.executable))

# ---------------------------------------------------------------- the interval


def numbered(most: int) -> list[float]:
    return [float(number) for number in range(most, 0, -1)]


@pytest.mark.parametrize(
    ("number", "low", "high"),
    [(10, 1, 10), (13, 1, 13), (14, 2, 13), (17, 3, 15), (20, 4, 17)],
)
def test_the_ends_are_as_many_from_either_end_as_a_coin_allows(number: int, low: float, high: float) -> None:
    assert interval(numbered(number), 0.997) == ((number + 1) / 2, low, high)


def test_of_six_the_outermost_hold_the_median_in_31_of_32_cases() -> None:
    assert interval(numbered(6), 31 / 32) == (3.5, 1, 6)
    with pytest.raises(ValueError, match="at least 7"):
        interval(numbered(6), 31.5 / 32)


def test_ten_are_the_fewest_to_be_so_sure_with() -> None:
    assert fewest() == 10


@pytest.mark.parametrize("number", [10, 20, 35])
def test_an_interval_holds_the_true_median_as_often_as_it_promises_however_skewed_they_are(number: int) -> None:
    luck = Random(number)
    runs = 2000
    held = 0
    for _ in range(runs):
        found = interval([skewed(luck) for _ in range(number)], 0.9)
        held += found.low <= 1 <= found.high
    assert 0.89 < held / runs < 0.985


def skewed(luck: Random) -> float:
    """As often below 1 as above, and much farther above."""
    return 1 - 0.05 * luck.random() if luck.random() < 0.5 else 1 + luck.expovariate(1)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Interval(0.9, 0.85, 0.99), "faster"),
        (Interval(1.0, 0.98, 1.04), "no difference to be told, within 1.05"),
        (Interval(1.03, 1.01, 1.05), "slower, within 1.05"),
        (Interval(1.2, 1.1, 1.3), "slower"),
        (Interval(1.0, 0.9, 1.1), "too noisy to tell: take more pairs"),
    ],
)
def test_a_verdict_goes_by_both_ends(found: Interval, words: str) -> None:
    assert verdict(found, 1.05) == words


# ---------------------------------------------------------------- in turn


def test_who_was_the_first_is_the_second_in_the_next_turn() -> None:
    assert "".join(order("A", "B", 4)) == "ABBAABBA"


def test_who_was_the_first_is_the_second_in_the_next_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[str] = []

    class Named(Worker):
        """Does nothing, in as many seconds as its side has letters."""

        def __init__(self, side: Side, game: str, hash_seed: int) -> None:
            self.side = side
            began.append(side.name)

        def __exit__(self, *_: object) -> None: ...

        def tell(self, what: dict[str, Any]) -> None: ...

        def answer(self) -> dict[str, Any]:
            return {"seconds": len(self.side.name), "done": 1, "came": []}

    monkeypatch.setattr(pairs, "Worker", Named)
    there = Side("there", HERE, CHECKOUT.python)
    ratios = [measured(CHECKOUT, there, "crawl", pair)["odds"].ratio for pair in range(2)]
    assert began == ["here", "there", "there", "here"]
    assert ratios == [0.8, 0.8]


def test_a_ratio_is_of_time_for_each_decision() -> None:
    assert Pair([Slice(3.0, 10, []), Slice(3.0, 20, [])], [Slice(1.0, 10, []), Slice(2.0, 20, [])]).ratio == 2
    assert Pair([Slice(2.0, 20, [])], [Slice(1.0, 10, [])]).ratio == 1


def test_a_few_of_many_lie_evenly_among_them() -> None:
    assert spread([1, 2, 3, 4, 5, 6, 7, 8], 4) == [1, 3, 5, 7]
    assert spread([1, 2], 4) == [1, 2]


# ---------------------------------------------------------------- the work


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "WARM", 1)
    monkeypatch.setattr(worker, "ASKED", 3)
    monkeypatch.setattr(worker, "EVERY", 40)
    monkeypatch.setattr(worker, "LOOKED_AT", 6)
    monkeypatch.setattr(pairs, "SLICES", {"simple": 2, "odds": 2})


@pytest.mark.parametrize(
    ("game", "slices"), [("bluebox", 2), *(pytest.param(game, 6, marks=pytest.mark.long) for game in GAMES)]
)
@pytest.mark.usefixtures("little")
def test_a_frozen_scene_is_the_same_work_each_time(game: str, slices: int) -> None:
    player = Player(side_of(HERE / SIDE), CHECKOUT.frozen(game))

    def played(measure: str, seed: int) -> list[tuple[int, list[str]]]:
        player.prepare(measure, seed)
        done = [player.slice() for _ in range(slices)]
        return [(one["done"], one["came"]) for one in done]

    for measure, least in SLICE.items():
        once = played(measure, 7)
        assert all(done >= least and came for done, came in once)
        assert played(measure, 7) == once
    assert played("random", 7) != played("random", 8)


def test_all_games_are_compared() -> None:
    assert [file.stem for file in sorted((HERE / "bench").glob("*.toml"))] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_frozen_scene_has_four_a_side_and_nothing_but_frozen_content(game: str) -> None:
    scene = side_of(HERE / SIDE).load(CHECKOUT.frozen(game))
    assert [len(scene.side_of(side)) for side in ("party", "foes")] == [4, 4]
    assert scene.library.folders == [CHECKOUT.frozen(game)]


def test_what_is_asked_of_a_commit_stays_as_it_is() -> None:
    side = side_of(HERE / SIDE)
    asked = {name: list(inspect.signature(getattr(side, name)).parameters) for name in ("load", "fight", "asked")}
    assert asked == {
        "load": ["folder"],
        "fight": ["start", "policy", "seed"],
        "asked": ["start", "seed", "every", "most"],
    }
    assert list(inspect.signature(side.work_out).parameters) == ["one", "budget"]


# ---------------------------------------------------------------- two processes


@pytest.mark.usefixtures("little")
def test_two_processes_of_the_same_code_do_the_same_work() -> None:
    found = measured(CHECKOUT, CHECKOUT, "navyblue", 3)
    assert list(found) == ["simple", "odds"]
    for pair in found.values():
        assert pair.alike
        assert len(pair.here) == len(pair.there) == 2
        assert all(one.seconds > 0 for one in pair.here)


@pytest.mark.usefixtures("little")
def test_both_sides_are_asked_for_the_odds_that_both_find() -> None:
    player = Player(side_of(HERE / SIDE), CHECKOUT.frozen("navyblue"))
    asked = player.prepare("odds", 7)["asked"]
    each = [player.slice()["came"] for _ in asked]
    assert len(asked) == 3
    player.prepare("odds", 7, asked[1:])
    assert [player.slice()["came"] for _ in asked] == [each[1], each[2], each[1]]


def test_what_a_side_cannot_read_is_said_and_not_compared(tmp_path: Path) -> None:
    old = Side("old", tmp_path, Path(sys.executable))
    shutil.copytree(CHECKOUT.frozen("navyblue"), old.frozen("navyblue"))
    (tmp_path / SIDE).parent.mkdir()
    shutil.copy(HERE / SIDE, tmp_path / SIDE)
    with (old.frozen("navyblue") / "content.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[weapon]]\nid = "sling"\nname = "Sling"\nsprings = 4\n')
    with Worker(old, "navyblue", 0) as process, pytest.raises(CannotBeMeasured) as fault:
        process.answer()
    assert "old: ContentError" in str(fault.value)
    assert "weapon 'sling'" in str(fault.value)


def test_a_process_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    old = Side("old", tmp_path, Path(sys.executable))
    (tmp_path / SIDE).parent.mkdir(parents=True)
    (tmp_path / SIDE).write_text("import os\nos._exit(3)\n", encoding="utf-8")
    with Worker(old, "navyblue", 0) as process, pytest.raises(CannotBeMeasured, match="old: it ended without a word"):
        process.answer()


# ---------------------------------------------------------------- the other commit


def test_a_commit_from_before_gets_the_first_that_there_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = tmp_path / "repository"
    (repository / SIDE).parent.mkdir(parents=True)
    (repository / FROZEN / "tag").mkdir(parents=True)
    monkeypatch.setattr(commit, "HERE", repository)

    def committed(**files: str) -> str:
        for name, text in files.items():
            path = {"rules": Path("rules.py"), "side": SIDE, "frozen": FROZEN / "tag" / "content.toml"}[name]
            (repository / path).write_text(text, encoding="utf-8")
        in_git(repository, "add", "--all")
        in_git(repository, "commit", "--message", "Go on")
        return in_git(repository, "rev-parse", "HEAD").strip()

    in_git(repository, "init")
    before = committed(rules="old")
    committed(side="first", frozen="first")
    committed(rules="new", side="second", frozen="second")
    commit._unpack(before, tmp_path / "before")
    commit._unpack("HEAD", tmp_path / "now")

    def texts(root: Path) -> list[str]:
        return [path.read_text(encoding="utf-8") for path in (root / "rules.py", root / SIDE)] + [
            path.read_text(encoding="utf-8") for path in (root / FROZEN).rglob("*.toml")
        ]

    assert texts(tmp_path / "before") == ["old", "first", "first"]
    assert texts(tmp_path / "now") == ["new", "second", "second"]


def test_this_checkout_is_compared_as_it_lies_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = tmp_path / "repository"
    (repository / "src").mkdir(parents=True)
    (repository / "bench").mkdir()
    monkeypatch.setattr(commit, "HERE", repository)
    monkeypatch.setattr(commit, "_python", lambda root: root / "python")
    in_git(repository, "init")
    (repository / "src" / "rules.py").write_text("old", encoding="utf-8")
    in_git(repository, "add", "--all")
    in_git(repository, "commit", "--message", "Begin")
    assert commit.this_checkout(tmp_path / "one").name.endswith("(Begin)")
    (repository / "src" / "rules.py").write_text("new", encoding="utf-8")
    side = commit.this_checkout(tmp_path / "two")
    assert side.name.endswith("(Begin) and with changes since")
    (repository / "src" / "rules.py").write_text("newer", encoding="utf-8")
    assert (side.root / "src" / "rules.py").read_text(encoding="utf-8") == "new"


def in_git(repository: Path, *words: str) -> str:
    me = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    return subprocess.run(["git", *me, *words], cwd=repository, check=True, capture_output=True, text=True).stdout


def test_both_sides_have_the_same_luck_and_nothing_else_that_python_minds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    given = commit.environment(CHECKOUT, 4)
    assert {name: value for name, value in given.items() if name.startswith("PYTHON")} == {
        "PYTHONPATH": str(HERE / "src"),
        "PYTHONHASHSEED": "4",
    }


# ---------------------------------------------------------------- the table


def some_pairs(times: float, came: str = "party") -> list[Pair]:
    """As many as by default, of which each other one is a bit faster."""
    return [
        Pair([Slice(times * (1 + number % 2 / 100), 2, [came])], [Slice(1.0, 2, ["party"])]) for number in range(20)
    ]


def test_a_table_has_the_ratio_the_interval_and_a_verdict() -> None:
    _, same, slow = table({("crawl", "simple"): some_pairs(1.0), ("crawl", "odds"): some_pairs(1.2)}, 1.05)
    crawl = "crawl         {:15}{}   {} to {}          {}   {}".format
    assert same == crawl("simple", "1.005", "1.000", "1.010", "502.500", "no difference to be told, within 1.05")
    assert slow == crawl("odds", "1.206", "1.200", "1.212", "603.000", "slower")


def test_other_work_is_marked_and_remarked_on() -> None:
    found = {("crawl", "simple"): some_pairs(1.0, "foes")}
    assert table(found, 1.05)[1].endswith("within 1.05; not the same work")
    (remark,) = remarks(found, {}, CHECKOUT, CHECKOUT)
    assert remark.startswith("crawl, simple: fights came out differently in 20 of 20 pairs.")


def test_other_scenes_and_games_that_cannot_be_compared_are_remarked_on(tmp_path: Path) -> None:
    there = Side("there", tmp_path, Path(sys.executable))
    found = {("crawl", "simple"): some_pairs(1.0)}
    assert remarks(found, {"vitality": "there: ContentError: no such thing"}, CHECKOUT, there) == [
        "vitality is not compared. there: ContentError: no such thing",
        "crawl: the frozen scene or content is not the same on both sides.",
    ]
