"""Days: scenes with rests between them, through which the party goes as it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.core.content.content import ContentError
from ludex.core.game import GAMES, Game
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene
from ludex.lab.day import Between, one_day, passed
from ludex.lab.run import Stopped
from ludex.lab.trial import Trial, scene_of
from ludex.lab.variants import variant
from tests.lab.scenes import DUEL, EACH_GAME


def day_file(folder: Path, *parts: str) -> Path:
    """`scene:NAME` and `rest:KIND`, in their order."""
    lines = ['title = "A long day"']
    for part in parts:
        kind, _, name = part.partition(":")
        lines += ["[[day]]", f'{kind} = "{name}"']
    path = folder / "day.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_party_is_worn_down_by_a_second_fight_and_a_rest_helps(tmp_path: Path) -> None:
    without = ludex.simulate_day(day_file(tmp_path, f"scene:{DUEL}", f"scene:{DUEL}"), fights=10, workers=1)
    rest = next(iter(GAMES["bluebox"].rests))
    rested = ludex.simulate_day(
        day_file(tmp_path, f"scene:{DUEL}", f"rest:{rest}", f"scene:{DUEL}"), fights=10, workers=1
    )
    first, second = without.stages
    assert second.left["HP"] < first.left["HP"]
    assert [stage.kind for stage in rested.stages] == ["scene", "rest", "scene"]
    assert rested.stages[1].left["HP"] > rested.stages[0].left["HP"]
    assert rested.stages[2].left["HP"] > second.left["HP"]


@pytest.mark.parametrize(("game", "scene"), EACH_GAME.items(), ids=EACH_GAME)
def test_every_game_has_days_that_are_repeated_by_their_seed(game: str, scene: str, tmp_path: Path) -> None:
    kinds = list(GAMES[game].rests)
    assert kinds, "a game tells its rests"
    between = [*(f"travel:{kind}" for kind in GAMES[game].travels), *(f"rest:{kind}" for kind in kinds)]
    path = day_file(tmp_path, f"scene:{scene}", *between, f"scene:{scene}")
    found = [ludex.simulate_day(path, fights=4, seed=3, workers=workers).to_plain() for workers in (1, 2)]
    assert json.dumps({**found[0], "run": 0, "seconds": 0}) == json.dumps({**found[1], "run": 0, "seconds": 0})
    assert found[0]["days"] == 4


def test_a_day_on_the_road_has_its_camp_and_its_night_and_no_respite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Navy Blue, where nobody is met."""
    start = variant("small_eyes_in_the_hold").start
    scene, game = scene_of(start), GAMES["navyblue"]
    for foe in list(scene.side_of("foes")):
        del scene.beings[foe.id]
    trial, done = Trial(start, game, scene, 1, look=False), []
    perform = trial.referee.perform

    def performed(scene: Scene[Any], command: Command) -> Any:
        done.append(command.name)
        return perform(scene, command)

    monkeypatch.setattr(trial.referee, "perform", performed)
    assert passed(trial, game, scene, Between("travel", "day"))
    assert {"travel", "make_camp", "sleep", "watch"} <= set(done)
    assert done[-1] == "begin_adventure"
    assert scene.mode == "adventure"
    assert scene.clock >= 86_400


def test_the_first_fight_of_a_day_is_the_fight_of_its_seed(tmp_path: Path) -> None:
    day = ludex.simulate_day(day_file(tmp_path, f"scene:{DUEL}"), fights=5, seed=2, workers=1)
    fights = ludex.simulate(DUEL, fights=5, seed=2, workers=1)
    assert [row["health"] for row in day.rows] == [row.health["party"] for row in fights.rows]


def test_a_party_that_falls_in_a_rest_has_not_survived_the_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(game: Game[Any], scene: Scene[Any], kind: str) -> Iterator[Command]:
        for being in scene.side_of("party"):
            yield command(GM, "damage", target=being.id, amount=500)

    monkeypatch.setattr(type(GAMES["navyblue"]), "rest", killed)
    path = day_file(tmp_path, "scene:small_eyes_in_the_hold", "rest:rest", "scene:small_eyes_in_the_hold")
    day = ludex.simulate_day(path, fights=3, workers=1)
    assert day.survived.count == 0
    assert [(stage.reached.count, stage.passed.count) for stage in day.stages] == [(3, 3), (3, 0), (0, 0)]


def test_what_breaks_down_in_a_rest_is_told_with_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Game[Any], scene: Scene[Any], kind: str) -> Iterator[Command]:
        raise ZeroDivisionError("nobody")

    monkeypatch.setattr(type(GAMES["bluebox"]), "rest", broken)
    rest = next(iter(GAMES["bluebox"].rests))
    with pytest.raises(Stopped, match=rf"the {rest} rest after it, seed \d+: .* broke down: ZeroDivisionError"):
        ludex.simulate_day(day_file(tmp_path, f"scene:{DUEL}", f"rest:{rest}"), fights=2, workers=1)


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        (("rest:short",), "expected a scene first"),
        ((f"scene:{DUEL}", "rest:nap"), "there is no rest 'nap'"),
        ((f"scene:{DUEL}", "scene:the_ropewalk"), "of another game"),
        ((f"scene:{DUEL}", "travel:year"), "there is no travel 'year'"),
        (("scene:kennel_gallery", "travel:day"), "The Crawl has no rules here for travel"),
    ],
)
def test_a_day_that_cannot_be_is_refused(parts: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=fault):
        ludex.simulate_day(day_file(tmp_path, *parts), fights=2, workers=1)


def test_only_those_who_came_to_a_part_of_the_day_are_counted_after_it() -> None:
    """Bram's hounds are called in the fight, the barricade fights for nobody; and in another scene others come."""
    stages = variant("the_kennels").start, variant("back_alley").start
    first, second = one_day(stages, 1)
    assert sorted(first.left) == ["bram_holloway", "nia_calloway", "vesper"]
    assert sorted(second.left) == sorted(second.fates) == ["doctor_mire", "ilse_brandt", "kestrel", "tomas_okafor"]
