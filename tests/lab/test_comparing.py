"""Comparisons and sweeps: the same seeds for all, and differences that are real."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.lab.variants import read_setting
from tests.lab.scenes import DUEL, EACH_GAME, mirror


@pytest.mark.parametrize("fights", [4, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("scene", EACH_GAME.values(), ids=EACH_GAME)
def test_a_scene_does_not_differ_from_itself(scene: str, fights: int) -> None:
    found = ludex.compare(scene, scene, fights=fights, workers=1)
    assert [found.change.won.mean, found.change.rounds.mean, found.change.health.mean, found.change.down.mean] == [
        0
    ] * 4
    assert [row.seed for row in found.first.rows] == [row.seed for row in found.second.rows]


def test_health_decides_a_mirror_match() -> None:
    found = ludex.compare(mirror(), settings={"beings.b1.hp": 1, "beings.b2.hp": 1}, fights=60)
    assert found.change.won.sign == 1
    assert found.change.won.mean > 0.1


def test_more_of_a_good_thing_wins_more() -> None:
    found = ludex.sweep(mirror(), "beings.a1.ac=2,6,14", fights=30)
    rates = [point.result.won.rate for point in found.points]
    assert rates == sorted(rates)
    assert found.points[-1].change.won.sign == 1
    assert [row["value"] for row in found.table()] == [2, 6, 14]


def test_an_option_and_a_policy_can_be_varied() -> None:
    by_policy = ludex.sweep(mirror(), "policy.party=random,simple", fights=16)
    assert by_policy.points[0].result.about.policies["party"] == "random"
    assert by_policy.points[1].result.won.rate > by_policy.points[0].result.won.rate
    by_option = ludex.sweep(DUEL, "options.opt_reroll_once=true,false", fights=6, workers=1)
    assert {str(point.value) for point in by_option.points} == {"True", "False"}


def test_another_folder_of_content_is_compared(tmp_path: Path) -> None:
    """As a designer does it: a copy of a file of content with one number changed."""
    enemies = (GAMES["bluebox"].home / "content" / "enemies.toml").read_text(encoding="utf-8")
    before, patroller, after = enemies.partition('id = "vahki_patroller"')
    (tmp_path / "enemies.toml").write_text(before + patroller + after.replace("hp = 14", "hp = 3", 1), encoding="utf-8")
    found = ludex.compare(DUEL, second_content=[tmp_path], fights=8, workers=1)
    assert found.first.about.content_seal != found.second.about.content_seal
    assert found.change.health.mean > 0


def test_a_conclusion_that_another_policy_does_not_share_is_told() -> None:
    found = ludex.compare(mirror(), settings={"policy.foes": "random"}, also=["random"], fights=8)
    assert found.change.won.sign == 1
    assert [each.policy for each in found.also] == ["random"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("beings.gali.ac=6..9", ("beings.gali.ac", [6, 7, 8, 9])),
        ("a.b=3..1", ("a.b", [3, 2, 1])),
        ("options.opt_x=true,false", ("options.opt_x", [True, False])),
        ("policy.foes=simple,random", ("policy.foes", ["simple", "random"])),
    ],
)
def test_what_people_write_is_read(words: str, expected: tuple[str, list[object]]) -> None:
    assert read_setting(words) == expected


@pytest.mark.parametrize("words", ["", "a.b", "a.b=", "=3"])
def test_what_makes_no_sense_is_refused(words: str) -> None:
    with pytest.raises(BadInput, match="expected PATH=VALUE"):
        read_setting(words)


def test_games_are_not_compared_with_each_other() -> None:
    with pytest.raises(BadInput, match="nothing to compare"):
        ludex.compare(DUEL, EACH_GAME["navyblue"], fights=2)
