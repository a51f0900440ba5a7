"""Days that are being composed: scenes and rests in a row."""

from __future__ import annotations

import pickle

import ludex.games.known  # noqa: F401  # registers the games
from ludex.lab.apart import LabLine
from ludex.lab.gauge import day
from ludex.workshop.days import day_drafted, day_ready
from ludex.workshop.editing import Edit
from ludex.workshop.ground import ground_of_game

GROUND = ground_of_game("bluebox")
DAY = """# Up the river.
title = "A day"
game = "bluebox"

[[day]]
scene = "ash_bears_den_bear" # at dawn

[[day]]
rest = "short"
"""


def test_a_part_is_added_and_what_is_wrong_is_told() -> None:
    more = day_drafted(GROUND, DAY, [Edit(path=["day", 2], value={"scene": "broken_causeway_raid"})])
    assert more.text.startswith(DAY)
    assert more.parts is not None
    assert [part.title for part in more.parts] == ["Ash Bear's Den: bear", "short rest", "The Broken Causeway: raid"]
    assert more.faults == []
    assert [rest.id for rest in more.rests] == list(GROUND.game.rests)
    assert [(one.id, one.title) for one in more.travels] == [("day", "a day of travel")]
    assert day_drafted(ground_of_game("vitality"), None, []).travels == [], "its rules know none"
    wrong = day_drafted(GROUND, DAY.replace("ash_bears_den_bear", "ash_bears_den_bar"), [])
    assert [(fault.path, fault.line) for fault in wrong.faults] == [(["day", 0, "scene"], 6)]
    assert day_drafted(GROUND, None, []).faults[0].text.startswith("Expected a scene first")
    assert day_drafted(GROUND, "title = ", []).parts is None


def test_a_day_tells_what_each_part_costs() -> None:
    lines: list[LabLine] = []
    text = DAY + '\n[[day]]\ntravel = "day"\n'
    day.run(pickle.loads(day_ready(GROUND, text, 2, 1, None).job), lines.append)
    found = lines[-1].day
    assert found is not None
    assert (found.days, [stage.kind for stage in found.stages]) == (2, ["scene", "rest", "travel"])
    assert found.stages[0].left["HP"] <= found.stages[1].left["HP"] <= 1
