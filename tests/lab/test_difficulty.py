"""How hard the scenes are that come with the games, as it was found out beforehand."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path

import msgspec
import pytest

from ludex.core.content.content import read_toml
from ludex.core.files.heroes import heroes
from ludex.core.game import GAMES
from ludex.lab.gauge import trying
from ludex.lab.gauge.difficulty import KEPT, Known, Scenes, Tried, tried_before, tried_scene, written
from ludex.lab.gauge.grades import EASY, FAIR, HARD, UNHURT, grade
from ludex.lab.gauge.trying import FIGHTS, PAGE, SEED, Trying, own_size, tried, with_table
from ludex.lab.statistics import share
from tests.conftest import GAMES as NAMES

ABOUT_HALF = (35, 65)  # percent of what the party has, gone after a fair fight
A_FIFTH = (10, 30)  # where courage runs out before strength does
AGAIN = 60  # fights of each scene with other dice
SURE = 3.3  # standard deviations: of a thousand intervals, one does not hold; and there are more than a hundred


@pytest.mark.parametrize("game", NAMES)
def test_every_scene_that_comes_with_a_game_was_tried_and_has_its_grades(game: str) -> None:
    kept = tried_before()[game]
    assert kept.keys() == GAMES[game].starter.scenes.keys()
    for name, one in kept.items():
        assert one.own == own_size(game, name), name
        assert one.usual is not None or not one.of, name
        for each in one.of.values():
            assert each.fights == FIGHTS, name
            assert each.grade in (None, grade(each.won / each.fights, each.down / each.fights)), name


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_fights_worth_having_and_a_scene_without_one(game: str) -> None:
    known = tried_before()[game]
    usual = [one.usual for one in known.values() if one.usual is not None]
    fair = [one for one in usual if one.as_meant]
    assert len(fair) >= 2
    assert all(one.grade == "fair" for one in fair)
    assert {"hard", "deadly"} <= {one.grade for one in usual}
    low, high = ABOUT_HALF if game != "cloudbreaker" else A_FIFTH
    assert len([one for one in fair if one.gone is not None and low <= one.gone <= high]) >= 2
    starter = GAMES[game].starter
    tables = {name: read_toml(path) for name, path in starter.scenes.items()}
    assert [
        name
        for name, scene in tables.items()
        if len(heroes(GAMES[game], starter, scene)) == len(scene["beings"])
        or (found := known[name].usual) is None
        or found.grade is None
    ]


def test_what_is_kept_is_written_as_it_is_read() -> None:
    assert KEPT.read_text(encoding="utf-8") == written(tried_before())
    one = Tried(fights=200, won=183, down=20, left=61, spent=48, grade="easy")
    known = {"crawl": {"kennel_gallery": Known(own=4, of={"3": one, "4": one}, ahead=Tried(fights=20, won=20, down=0))}}
    assert msgspec.convert(tomllib.loads(written(known)), dict[str, Scenes])["crawl"] == known["crawl"]
    assert one.in_100 == 92


def test_the_page_has_what_is_kept() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page, tried_before())


def test_the_same_fights_come_to_the_same() -> None:
    job = Trying("cloudbreaker", "wolves_on_the_causeway", 3, fights=3)
    assert tried(job) == tried(job)


def test_a_scene_without_a_fight_has_no_grade_and_one_that_was_not_tried_is_not_known() -> None:
    found = tried(Trying("crawl", "the_gatehouse", fights=2))
    assert found is None or found.grade is None
    assert tried_scene("crawl", "a_scene_of_tomorrow") is None


def test_a_run_that_is_broken_off_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = [Trying("bluebox", "ash_bears_den_bear", size, 1) for size in (0, 3, 5)]
    fought: list[Trying] = []

    def once(job: Trying) -> Tried:
        if len(fought) == 2:
            raise KeyboardInterrupt
        fought.append(job)
        return Tried(fights=1, won=1, down=0, left=90, grade="easy")

    for name in ("HALF_DONE", "KEPT", "PAGE"):
        monkeypatch.setattr(trying, name, tmp_path / name)
    (tmp_path / "PAGE").write_text(f"Tables\n{trying.BEGIN}\n{trying.END}\n", encoding="utf-8")
    monkeypatch.setattr(trying, "all_jobs", lambda *given: jobs)
    monkeypatch.setattr(trying, "tried", once)
    with pytest.raises(KeyboardInterrupt):
        trying.try_all(["bluebox"], 1, 0, crew=1)
    fought.clear()
    trying.try_all(["bluebox"], 1, 0, crew=1)
    assert fought == jobs[2:]
    assert "| **4** | easy | 100 %" in (tmp_path / "PAGE").read_text(encoding="utf-8")
    fought.clear()
    monkeypatch.setattr(trying, "made_of", lambda game: "other rules")
    with pytest.raises(KeyboardInterrupt):
        trying.try_all(["bluebox"], 1, 0, crew=1)
    assert fought == jobs[:2]


def test_only_scenes_of_which_nothing_is_known_are_tried_where_that_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {**tried_before()["bluebox"]}
    camp, bear = "ash_bears_den_camp", "ash_bears_den_bear"
    before.pop(bear)
    came = Tried(fights=1, won=1, down=0, left=90, grade="easy")
    fought: list[Trying] = []

    def once(job: Trying) -> Tried:
        fought.append(job)
        return came

    for name in ("HALF_DONE", "KEPT", "PAGE"):
        monkeypatch.setattr(trying, name, tmp_path / name)
    (tmp_path / "PAGE").write_text(f"Tables\n{trying.BEGIN}\n{trying.END}\n", encoding="utf-8")
    monkeypatch.setattr(trying, "tried_before", lambda: {"bluebox": before})
    monkeypatch.setattr(trying, "tried_scene", lambda game, scene: before.get(scene))
    monkeypatch.setattr(trying, "tried", once)
    trying.try_all(["bluebox"], 1, 1, crew=1, new=True)
    assert [(job.scene, job.size, job.ahead) for job in fought] == [(bear, 0, False)]
    kept = msgspec.convert(tomllib.loads((tmp_path / "KEPT").read_text(encoding="utf-8")), dict[str, Scenes])
    assert kept["bluebox"] == {**before, bear: Known(own=4, of={"4": came})}
    assert kept["bluebox"][camp].of == {}  # nobody is there to fight


def test_only_the_scenes_that_are_named_are_tried_and_what_is_known_of_others_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tried_before()
    bear, fought = "ash_bears_den_bear", list[Trying]()
    came = Tried(fights=1, won=1, down=0, left=90, grade="easy")

    def once(job: Trying) -> Tried:
        fought.append(job)
        return came

    for name in ("HALF_DONE", "KEPT", "PAGE"):
        monkeypatch.setattr(trying, name, tmp_path / name)
    (tmp_path / "PAGE").write_text(f"Tables\n{trying.BEGIN}\n{trying.END}\n", encoding="utf-8")
    monkeypatch.setattr(trying, "tried", once)
    trying.main(["bluebox", "--scene", bear, "--fights", "1", "--ahead", "0", "--workers", "1"])
    assert [(job.scene, job.size, job.ahead) for job in fought] == [(bear, size, False) for size in (3, 0, 5)]
    kept = msgspec.convert(tomllib.loads((tmp_path / "KEPT").read_text(encoding="utf-8")), dict[str, Scenes])
    assert kept["crawl"] == before["crawl"]
    assert kept["bluebox"] == {**before["bluebox"], bear: Known(own=4, of={"3": came, "4": came, "5": came})}
    with pytest.raises(SystemExit):
        trying.main(["bluebox", "--scene", "a_scene_of_tomorrow"])


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_grades_hold_with_other_dice(game: str) -> None:
    amiss = []
    for name, known in tried_before()[game].items():
        for size, one in known.of.items():
            if one.grade is None:
                continue
            found = tried(Trying(game, name, 0 if int(size) == known.own else int(size), AGAIN, seed=SEED + 1))
            if found is None or one.grade not in could_be(found):
                amiss.append(f"{name} with {size}: kept as {one.grade}, and now {found}")
    assert not amiss, "\n".join(amiss)


def could_be(found: Tried) -> set[str]:
    """The grades a scene may have after so many fights."""
    won, down = (share(number, found.fights, SURE) for number in (found.won, found.down))
    wins = [won.low, won.high, *(edge for edge in (EASY, FAIR, HARD) if won.low <= edge <= won.high)]
    hurt = [down.low, down.high, *(edge for edge in (UNHURT,) if down.low <= edge <= down.high)]
    return {grade(one, other) for one, other in product(wins, hurt)}
