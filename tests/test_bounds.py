"""Numbers have bounds: what no being or thing can have is refused with the field and the reason, whoever gives it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from ludex.core.board.cells import CellBoard
from ludex.core.content.content import ContentError, parse_toml, read_toml
from ludex.core.files.scenefile import load_scene, scene_from
from ludex.core.game import GAMES
from ludex.core.kernel import bounds
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.bounds import check_depth, check_nesting
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import toml_lines
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


# ---------------------------------------------------------------- how much


LARGE = dict.fromkeys(GAMES, "{ width = 900, height = 900 }") | {"bluebox": "{ q = [-400, 400], r = [0, 700] }"}


@pytest.mark.parametrize("game", GAMES)
def test_a_board_beyond_all_measure_is_not_made(game: str, tmp_path: Path) -> None:
    path = written(tmp_path, f'game = "{game}"\nboard = {LARGE[game]}\nbeings = {{}}\n')
    with pytest.raises(ContentError, match="too many spaces: a board has at most 10,000"):
        load_scene(path)
    _, found = checked(path)
    assert [one["field"] for one in found if "are too many spaces" in one["problem"]] == ["board"]


def test_a_stored_board_beyond_all_measure_is_not_made() -> None:
    plain = {"shape": "hex", "cells": {"q": [0, 30_000], "r": [0, 30_000]}}
    with pytest.raises(ValueError, match="cells: expected at most 10,000"):
        CellBoard.from_plain(plain)


def test_a_scene_has_so_many_beings_and_no_more() -> None:
    beings = {f"b{number}": {"from": "vahki_patroller", "at": [number % 99, number // 99]} for number in range(201)}
    tables = {"game": "bluebox", "board": {"q": [0, 98], "r": [0, 9]}, "beings": beings}
    with pytest.raises(ContentError, match="field beings: 201 are too many: a scene has at most 200"):
        scene_from(tables, "here")
    del beings["b200"]
    assert len(scene_from(tables, "here").scene.beings) == 200


HOSTILE = {
    "a name of many parts": ("a" + ".a" * 60_000 + " = 1", "a name has too many parts: at most 16"),
    "in quotes": ('"a"' + '."a"' * 60_000 + " = 1", "a name has too many parts"),
    "of a table": ("[a" + ".a" * 60_000 + "]", "a name has too many parts"),
    "in braces": ("x = { a" + ".a" * 60_000 + " = 1 }", "a name has too many parts"),
    "lists in lists": ("a = " + "[" * 600 + "]" * 600, "too deep within each other: at most 32"),
    "tables in tables": ("a = " + "{a = " * 600 + "1" + "}" * 600, "too deep within each other"),
    "many tables": ("[[a]]\n" * 60_000, "it has too many tables: 59,999, and at most 4,000 are read"),
    "a long text": ('a = "' + "x" * 600_000 + '"', "it is too long: 600,006 characters, and at most 524,288 are read"),
    "a long number": ("a = " + "9" * 5_000, "not valid TOML"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_beyond_all_measure_is_refused_before_it_is_read(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, words = HOSTILE[what]
    if "TOML" not in words:
        monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("it is being read"))
    with pytest.raises(BadInput, match=words):
        parse_toml(text)
    with pytest.raises(ContentError, match=words if len(text) < 500_000 else "too long"):
        read_toml(written(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    [
        'a.b.c.d = 1.5\nwords = "' + "One. Two. " * 20 + '"',
        'words = """\n' + "It rains. [Here] and {there}.\n" * 60 + '"""',
        "words = '''\n" + "It's raining. 'So' it is.\n" * 60 + "'''",
        "at = [" + "[1.5, 2.5], " * 500 + "]",
        "# " + "[" * 40 + "." * 40 + "\na = 1",
        'a = "' + '\\"' * 40 + "[" * 40 + "." * 40 + '"',
        'a = """' + '"" ' * 40 + "[" * 40 + '"""""',
        "\n".join(f"[beings.b{number}]\nat = [{number}, 2]\nx.y = 1.5" for number in range(300)),
    ],
)
def test_what_is_usual_is_read(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


def is_value(text: str) -> bool:
    try:
        tomllib.loads(f"a = {text}\n")
    except ValueError:
        return False
    return True


QUOTED = [
    st.text(alphabet="ab.\\\"'[{#\n ", max_size=8).map(f"{quotes}{{}}{quotes}".format).filter(is_value)
    for quotes in ('"', "'", '"""', "'''")
]


@given(st.lists(st.one_of(*QUOTED), max_size=6), st.sampled_from(["", " # a comment [", " # it's"]))
def test_no_text_hides_what_comes_after_it(values: list[str], comment: str) -> None:
    text = "".join(f"a{number} = {value}{comment}\n" for number, value in enumerate(values))
    check_nesting(text + "b = [1.5]\n" * 40)
    for hidden in ("[" * 33 + "]" * 33, "{ a" + ".a" * 17 + " = 1 }"):
        with pytest.raises(BadInput):
            check_nesting(f"{text}c = {hidden}\n" + "b = [1.5]\n" * 40)


@pytest.mark.parametrize("opened", ['"', "'", '"""', "'''", '"\\', '\\"', '""a', '"""\\"', '"a\n'])
def test_text_without_an_end_is_passed_over_at_once(opened: str) -> None:
    """Were it looked through anew from each of its characters, this would take minutes."""
    check_nesting(("a.b = 1\n" * 20 + opened * 600_000)[: bounds.TEXT])


def test_the_docs_say_how_much() -> None:
    page = (Path(__file__).parents[1] / "docs" / "content.md").read_text(encoding="utf-8")
    told = page.partition("## How much a file may hold")[2]
    for most in (bounds.TEXT, bounds.TABLES, bounds.DEPTH, bounds.PARTS, bounds.CELLS, bounds.BEINGS):
        assert re.search(rf"\b{most:,}\b", told), most


WORDS = st.text('[]{}"\\,', max_size=4)
NESTED = st.recursive(WORDS, lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner))


def depth(value: object) -> int:
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return 1 + max(map(depth, inside), default=0)
    return 0


@given(NESTED, st.integers(0, 4))
def test_json_is_as_deep_as_what_it_says(value: object, deep: int) -> None:
    text = msgspec.json.encode([value] * (deep + 1)).decode()  # where there are few brackets nobody counts
    if depth(value) + 1 <= deep:
        check_depth(text, deep)
    else:
        with pytest.raises(BadInput, match="too deep"):
            check_depth(text, deep)
