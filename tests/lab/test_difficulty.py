"""How hard the scenes are that come with the games, as it was found out beforehand."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from ludex.core.game import GAMES
from ludex.lab.gauge.difficulty import FIGHTS, KEPT, Scenes, Tried, Trying, tried, tried_before, tried_scene, written
from ludex.lab.gauge.grades import grade
from tests.conftest import GAMES as NAMES


@pytest.mark.parametrize("game", NAMES)
def test_what_is_kept_is_of_scenes_that_are_there_and_has_their_grades(game: str) -> None:
    kept = tried_before()[game]
    assert kept.keys() <= GAMES[game].starter.scenes.keys()
    for name, one in kept.items():
        assert one.fights == FIGHTS, name
        assert one.grade in (None, grade(one.won / one.fights, one.down / one.fights)), name


def test_what_is_kept_is_written_as_it_is_read() -> None:
    assert KEPT.read_text(encoding="utf-8") == written(tried_before())
    known = {"crawl": {"kennel_gallery": Tried(fights=200, won=183, down=20, grade="easy")}}
    assert msgspec.convert(tomllib.loads(written(known)), dict[str, Scenes])["crawl"] == known["crawl"]
    assert known["crawl"]["kennel_gallery"].in_100 == 92


def test_the_same_fights_come_to_the_same() -> None:
    trying = Trying("cloudbreaker", "wolves_on_the_causeway", fights=3)
    assert tried(trying) == tried(trying)


def test_a_scene_without_a_fight_has_no_grade_and_one_that_was_not_tried_is_not_known() -> None:
    found = tried(Trying("crawl", "the_gatehouse", fights=2))
    assert found is None or found.grade is None
    assert tried_scene("crawl", "a_scene_of_tomorrow") is None
