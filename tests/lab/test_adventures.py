"""The adventures that come with the games: nothing is wrong with them, the party comes through each chapter by
machines, and their fights are as hard as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.core.files.adventurefile import Chapter, lines_through
from ludex.core.files.adventures import adventure_at, adventures_of
from ludex.core.files.packs import Pack, pack_findings
from ludex.core.game import GAMES
from ludex.core.pack.parts import is_picture
from ludex.core.pack.reading import parts_at
from ludex.lab.day import Stage, between, one_day, parts_of
from ludex.lab.simulate import simulate
from ludex.lab.variants import variant

ALL = [(game, path) for game in GAMES for path in adventures_of(game).values()]
MOST_DAYS = 60  # in which the party has come through each line at least once
FIGHTS = 40
MOST_PICTURE = 300_000  # bytes
WON = {"easy": (90, 100), "fair": (65, 90), "hard": (40, 65), "deadly": (0, 40)}  # of 100 fights
CHANCE = 16  # so far may 40 fights be off by luck: two standard errors

each = pytest.mark.parametrize(("game", "path"), ALL, ids=[f"{game}-{path.name}" for game, path in ALL])


def stages(path: Path, line: list[Chapter]) -> list[Stage]:
    return [variant(part.scene, "simple", [path]).start if part.scene else between(part) for part in parts_of(line)]


@each
def test_an_adventure_that_comes_with_a_game_is_whole(game: str, path: Path) -> None:
    pack = Pack(parts_at(path), str(path))
    assert [str(finding) for finding in pack_findings(pack)] == []
    assert pack.manifest.id == path.name
    adventure = adventure_at(path).adventure
    assert 4 <= len(adventure.chapter) <= 10
    assert all(len(data) <= MOST_PICTURE for name, data in pack.parts.items() if is_picture(name))
    assert all(one.say and one.know for one in adventure.chapter), "the game master has nothing to say, or to know"
    assert any(one.coach for one in adventure.chapter)
    assert any(len(one.next) > 1 for one in adventure.chapter), "there is nothing to choose"
    assert adventure.papers, "there is nothing to hand out"


@pytest.mark.slow
@each
def test_machines_come_through_every_chapter_of_it(game: str, path: Path) -> None:
    for line in lines_through(adventure_at(path).adventure):
        through = stages(path, line)
        if through:
            days = (one_day(through, seed) for seed in range(MOST_DAYS))
            came = any(len(day) == len(through) and day[-1].won for day in days)
            assert came, f"nobody comes through {', '.join(one.title for one in line)} in {MOST_DAYS} days"


@pytest.mark.slow
@each
def test_its_fights_are_as_hard_as_they_say(game: str, path: Path) -> None:
    wrong = []
    for chapter in adventure_at(path).adventure.chapter:
        if chapter.scene and chapter.difficulty:
            found = simulate(chapter.scene, fights=FIGHTS, policies="simple", content=[path], workers=1)
            won = 100 * found.won.rate
            least, most = WON[chapter.difficulty]
            if not least - CHANCE <= won <= most + CHANCE:
                wrong.append(f"{chapter.title}: won {won:.0f} of 100, which is not {chapter.difficulty}")
    assert wrong == []
