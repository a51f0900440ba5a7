"""Every value of the options that are numbers: on the way a scene file shows one of them, here are all."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.creation import Draft
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.build import creation
from ludex.games.crawl.build.draft import pool
from ludex.games.crawl.game import CRAWL
from tests.creating import Creating


def values(name: str) -> list[Any]:
    return list(CRAWL.rulebook.options[name].values)


def faults(options: dict[str, Any], step: dict[str, Any], **tables: Any) -> list[str]:
    """What does not go as listed when one step is played."""
    given = {"game": "crawl", "options": options, "board": {"width": 12, "height": 6}, **tables, "script": [step]}
    return [fault for report in run_script(scene_from(given, "test")) for fault in report.faults]


@pytest.mark.rule("tc.fall")
@pytest.mark.parametrize("difficulty", values("opt_landing_dc"))
def test_a_landing_is_as_hard_as_the_table_says(difficulty: int) -> None:
    for face, prone in ((difficulty, False), (difficulty - 1, True)) if difficulty else ((0, False),):
        step = {
            "do": "fall",
            "with": {"being": "ann", "metres": 4},
            "dice": [{"rule": "tc.fall", "faces": [face]}] if difficulty else [],
            "expect": {"ann": {"has": {"Prone": prone}, "hp": 6}},
        }
        assert faults({"opt_landing_dc": difficulty}, step, beings={"ann": {}}) == []


@pytest.mark.rule("tc.blind")
@pytest.mark.parametrize("penalty", values("opt_blind_attack_penalty"))
def test_a_blow_at_a_cell_is_as_blind_as_the_table_says(penalty: int) -> None:
    beings = {
        "ann": {"aspects": ["slash"], "hands": ["knife"], "conditions": ["Blind"], "at": [2, 2]},
        "foe": {"side": "foes", "defends": False, "at": [3, 2], "max_hp": 20},
    }
    step = {
        "actor": "ann",
        "do": "attack_cell",
        "with": {"skill": "slash:knife", "cell": [3, 2]},
        "dice": [8 - penalty, 3],
        "rulings": [{"kind": "roll", "total": 8}],
        "expect": {"foe": {"hp": 17}},
    }
    assert faults({"opt_blind_attack_penalty": penalty}, step, beings=beings, turn="ann") == []


@pytest.mark.rule("tc.demeanor")
@pytest.mark.parametrize("start", values("opt_start_disposition"))
def test_strangers_begin_where_the_table_says(start: int) -> None:
    step = {
        "actor": "ann",
        "do": "persuade",
        "with": {"target": "foe"},
        "dice": [15, 11],
        "expect": {"foe": {"disposition": [["ann", start + 4]]}},
    }
    beings = {"ann": {}, "foe": {"side": "foes"}}
    assert faults({"opt_start_disposition": start}, step, beings=beings, mode="adventure") == []


@pytest.mark.rule("tc.ap.start_pool")
@pytest.mark.parametrize("points", values("opt_start_ap"))
def test_a_table_gives_so_many_points_to_each_character(points: int) -> None:
    draft = Draft(CRAWL.library())
    assert Creating(creation).refuse(draft, points) is None
    draft = draft.take("table", points).take("characters", (2,))
    assert pool(draft) == 2 * points


def test_no_other_value_of_an_option_is_taken() -> None:
    for name in CRAWL.rulebook.options:
        with pytest.raises(Exception, match=name):
            scene_from({"game": "crawl", "options": {name: "whatever"}, "beings": {}}, "test")
