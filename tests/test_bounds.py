"""Numbers have bounds: what no being or thing can have is refused with the field and the reason, whoever gives it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from ludex.core.content.content import ContentError, toml_lines
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.simulated import Simulated
from ludex.table.campaign.settings import AddContent
from tests.table.tables import Kept
from tests.test_check_command import checked, written

ENEMIES: dict[str, tuple[str, dict[str, Any], dict[str, tuple[int, int]]]] = {  # what is wrong, and the bound it breaks
    "bluebox": (
        "enemy",
        {"stats": {"FOR": 1, "DEX": 0, "SPI": 0, "CHA": 0, "KNO": 0}, "hp": 9},
        {"hp": (-5, 1), "level": (0, 1), "speed": (-3, 0)},
    ),
    "cloudbreaker": ("enemy", {"targets": [{"defense": 9, "hp": 5}]}, {"turn_speed": (-3, 0), "mp": (-5, 0)}),
    "navyblue": ("npc", {"difficulty": 1}, {"max_vigor": (-5, 1), "level": (-1, 0), "speed": (-3, 0)}),
    "crawl": ("enemy", {}, {"height_m": (-3, 0), "money": (-5, 0)}),
    "vitality": ("enemy", {}, {"level": (-1, 0), "flying": (-3, 0)}),
}
WRONG = [(game, field, number) for game, (_, _, fields) in ENEMIES.items() for field, (number, _) in fields.items()]


def entry_with(game: str, field: str) -> tuple[str, dict[str, Any], str]:
    """An enemy with a number that no enemy has, and what is said of it."""
    kind, sound, wrong = ENEMIES[game]
    number, least = wrong[field]
    entry = {"id": "x", "name": "X", **sound}
    assert msgspec.convert(entry, GAMES[game].kinds[kind])
    return kind, {**entry, field: number}, f"number of at least {least}"


def numbers(info: inspect.Type, place: str, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """Every number in a type, with its place."""
    if isinstance(info, inspect.IntType | inspect.FloatType):
        yield place, info
    elif isinstance(info, inspect.StructType | inspect.DataclassType):
        if info.cls not in seen:
            seen.add(info.cls)
            for field in info.fields:
                yield from numbers(field.type, f"{info.cls.__name__}.{field.name}", seen)
    elif isinstance(info, inspect.UnionType):
        for part in info.types:
            yield from numbers(part, place, seen)
    elif isinstance(info, inspect.TupleType):
        for part in info.item_types:
            yield from numbers(part, place, seen)
    elif isinstance(info, inspect.VarTupleType | inspect.ListType):
        yield from numbers(info.item_type, place, seen)
    elif isinstance(info, inspect.DictType):
        yield from numbers(info.key_type, place, seen)
        yield from numbers(info.value_type, place, seen)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_the_content_has_its_bounds(game: str) -> None:
    seen: set[Any] = set()
    found = [one for kind in GAMES[game].kinds.values() for one in numbers(inspect.type_info(kind), "", seen)]
    assert len(found) > 40
    assert [place for place, info in found if info.ge is None or info.le is None] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_number_that_a_scene_file_sets_has_its_bounds(game: str) -> None:
    shape = GAMES[game].shape
    types = {**shape.bounded, **{f"scene.{name}": hint for name, hint in shape.scene_bounded.items()}}
    plain = {name: hint for name, hint in types.items() if not isinstance(hint, type) or hint is int}
    simple = [(name, hint) for name, hint in plain.items() if "ludex" not in str(hint)]
    found = [one for name, hint in simple for one in numbers(inspect.type_info(hint), name, set())]
    assert len(found) > 15
    assert [place for place, info in found if info.ge is None or info.le is None] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_default_is_within_its_bounds(game: str) -> None:
    seen: set[Any] = set()
    for kind in GAMES[game].kinds.values():
        list(numbers(inspect.type_info(kind), "", seen))
    for record in seen:
        for field in msgspec.structs.fields(record):
            if isinstance(field.default, int | float | tuple) and not isinstance(field.default, bool):
                assert msgspec.convert(msgspec.to_builtins(field.default), field.type) == field.default, (record, field)


@pytest.mark.parametrize(("game", "field", "number"), WRONG)
def test_check_refuses_a_number_that_nobody_has(game: str, field: str, number: int, tmp_path: Path) -> None:
    kind, entry, words = entry_with(game, field)
    written(tmp_path / "scenes", f'game = "{game}"\n[beings.somebody]\n', "scene.toml")
    written(tmp_path, f"[[{kind}]]\n{toml_lines(entry)}")
    done, findings = checked(tmp_path)
    told = {(found["field"], words in found["problem"], found["line"]) for found in findings}
    assert done == 2
    assert told == {(field, True, 2 + list(entry).index(field))}


@pytest.mark.parametrize(("game", "field", "number"), WRONG)
def test_a_table_refuses_a_number_that_nobody_has(game: str, field: str, number: int) -> None:
    kind, entry, words = entry_with(game, field)
    with pytest.raises(BadInput, match=f"field {field}: .*{words}"):
        Kept(game).do(AddContent(name="mine", tables={kind: [entry]}))


SET = [
    ("bluebox", "hp", -5),
    ("bluebox", "level", 0),
    ("bluebox", "speed", -3),
    ("cloudbreaker", "hp", -5),
    ("cloudbreaker", "turn_speed", -3),
    ("navyblue", "vigor", -5),
    ("navyblue", "speed", -3),
    ("crawl", "max_hp", -5),
    ("crawl", "move", -3),
    ("vitality", "hp_max", -5),
    ("vitality", "level", -1),
]


@pytest.mark.parametrize(("game", "field", "number"), SET)
def test_a_scene_and_the_game_master_refuse_a_number_that_nobody_has(game: str, field: str, number: int) -> None:
    with pytest.raises(ContentError, match=f"beings.somebody, field {field}: expected a whole number of at least"):
        scene_from({"game": game, "beings": {"somebody": {field: number}}}, "a file")
    scene = scene_from({"game": game, "beings": {"somebody": {}}}, "a file").scene
    command = Command("gm", "set", (("field", field), ("value", number), ("what", "somebody")))
    with pytest.raises(BadInput, match=f"field {field}: expected a whole number of at least"):
        Simulated({}, 0).perform(scene, command)
