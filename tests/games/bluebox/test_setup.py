"""Scene files and commands that cannot be understood are told so, in words that say what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.ruling import BadInput
from ludex.games.bluebox import BLUEBOX


def scene_with(tahra: dict[str, Any] | None = None, **tables: Any) -> Any:
    beings = {"tahra": {"at": [0, 0], **(tahra or {})}, "vahki": {"from": "vahki_patroller", "at": [2, 0]}}
    return scene_from({"game": "bluebox", "turn": "tahra", "beings": beings, **tables}, "file").scene


@pytest.mark.parametrize(
    ("tables", "told"),
    [
        ({"luck": 1}, "file, field luck: there is no field 'luck'; expected one of: areas, beings, board"),
        ({"mode": "luck"}, 'field mode: expected combat, adventure or rest, not "luck"'),
        ({"turn": "luck"}, "field turn: there is no being 'luck'; there are: tahra, vahki"),
        ({"turn": {"of": "tahra", "luck": 1}}, "field turn.luck: there is no field 'luck'; expected one of: of, order"),
        ({"turn": 5}, "field turn: expected a being's name, or a table with of, order"),
        ({"turn": {"of": "tahra", "order": 5}}, "field turn.order: expected a list, not the number 5"),
        ({"scene": {"luck": 1}}, "scene.luck: there is no field 'luck'; did you mean clock"),
        ({"tahra": {"hp": -1}}, "beings.tahra, field hp: expected a whole number of at least 0, not the number -1"),
        ({"tahra": {"hp": 30, "hp_max": 20}}, "field hp: 30 is more than the hp_max of 20"),
        ({"tahra": {"stats": {"LUCK": 1}}}, "field stats: there is no 'LUCK'; expected one of: CHA"),
        ({"tahra": {"conditions": ["Luck"]}}, r"field conditions\[0\]: there is no condition 'Luck'"),
        ({"tahra": {"conditions": [{"name": "Dazed", "until": "soon"}]}}, r"\[0\].until: 'soon' is not understood"),
        ({"tahra": {"items": [{"id": "luck"}]}}, r"field items\[0\].id: there is no item 'luck'; expected one of"),
        ({"beings": {"gm": {}}}, "beings.gm: no being can be called 'gm'"),
    ],
)
def test_a_scene_file_that_cannot_be_used_says_what_was_expected(tables: dict[str, Any], told: str) -> None:
    with pytest.raises(ContentError, match=told):
        scene_with(**tables)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("luck.hp", "there is no being 'luck'; there are: tahra, vahki, scene, turn"),
        ("tahra.luck", "a being has no field 'luck'"),
        ("tahra.relieve", "a being has no field 'relieve'"),
        ("tahra.has.Luck", "there is no condition 'Luck'"),
        ("tahra.save_dc.LUCK", "there is no 'LUCK'"),
        ("tahra.item.luck", "there is no item 'luck'"),
        ("tahra.hp.luck", "there is nothing named 'luck'"),
        ("turn.luck", "a turn has no field 'luck'; there are: of, order"),
        ("scene.luck", "a scene has no such field"),
    ],
)
def test_what_cannot_be_expected_is_told(path: str, told: str) -> None:
    with pytest.raises(BadInput, match=f"{path}: {told}"):
        BLUEBOX.look_up(scene_with(), path)


@pytest.mark.parametrize(("words", "turns"), [("end of tahra's turn", 1), ("end of tahra's next turn", 2)])
def test_the_turn_under_way_is_not_the_next_one(words: str, turns: int) -> None:
    being = scene_with({"conditions": [{"name": "Dazed", "until": words}]}).beings["tahra"]
    assert being.condition("Dazed").until.turns == turns


def test_a_push_goes_a_whole_number_of_metres() -> None:
    with pytest.raises(BadInput, match='m: expected a whole number, not "far"'):
        BLUEBOX.refusal(scene_with(), command("gm", "push", source="tahra", target="vahki", m="far"))
