"""What the pages of docs/ show works, and docs/scenes.md names everything that a scene file can use."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ludex.core.action import Action
from ludex.core.content import Record
from ludex.core.scenefile import Header, ScriptStep, run_script, scene_from
from ludex.games.bluebox import BLUEBOX, setup
from ludex.games.bluebox.conditions import RULES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "scenes.md").read_text(encoding="utf-8")
EXAMPLES = [block for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if re.search(r"^game = ", block, re.M)]
SOURCES = sorted((ROOT / "src" / "ludex" / "games" / "bluebox").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: str(tomllib.loads(text)["title"]))
def test_an_example_of_the_page_goes_as_listed(example: str) -> None:
    reports = run_script(scene_from(tomllib.loads(example), "docs/scenes.md"))
    assert [fault for report in reports for fault in report.faults] == []


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 3


def row_of(name: str, after: str) -> str:
    """The row of a table that begins with this name, somewhere after a heading."""
    part = PAGE[PAGE.index(after) :]
    row = re.search(rf"^\| `{name}` \|.*$", part, re.MULTILINE)
    return row[0] if row else ""


@pytest.mark.parametrize("action", BLUEBOX.actions.values(), ids=lambda action: action.name)
def test_every_command_of_a_being_is_listed_with_its_arguments(action: Action) -> None:
    row = row_of(action.name, "## Commands of beings")
    assert [arg.name for arg in action.args if f"`{arg.name}`" not in row] == []
    assert row


@pytest.mark.parametrize("action", BLUEBOX.gm_actions.values(), ids=lambda action: action.name)
def test_every_command_of_the_game_master_is_listed_with_its_arguments(action: Action) -> None:
    row = row_of(action.name, "## Commands of the game master")
    assert [arg.name for arg in action.args if f"`{arg.name}`" not in row] == []
    assert row


@pytest.mark.parametrize("field", sorted({*setup.BEING_FIELDS, *setup.SHEET_ONLY, *setup.MAXIMA, *setup.SCENE_FIELDS}))
def test_every_field_is_listed(field: str) -> None:
    assert re.search(rf"^\| [^|]*`{field}`", PAGE, re.MULTILINE)


@pytest.mark.parametrize("record", [Header, ScriptStep])
def test_every_key_is_listed(record: type[Record]) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(record)]
    assert [key for key in keys if not re.search(rf"^\| `{key}` \|", PAGE, re.MULTILINE)] == []


def test_every_table_of_a_scene_file_is_listed() -> None:
    assert [key for key in setup.KEYS if not re.search(rf"^\| `{key}` \|", PAGE, re.MULTILINE)] == []


def test_every_condition_is_listed() -> None:
    names = PAGE[PAGE.index("All names.") : PAGE.index("## Whose turn it is")]
    assert [name for name in RULES if not re.search(rf"\b{name}\b", names)] == []


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function or method of this name in the game."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if (isinstance(called, ast.Attribute) and called.attr == name) or (
                isinstance(called, ast.Name) and called.id == name
            ):
                assert isinstance(node, ast.Call)
                yield node


def texts(node: ast.AST) -> list[str]:
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def test_every_kind_of_ruling_is_listed() -> None:
    part = PAGE[PAGE.index("### Rulings") : PAGE.index("### Refusals")]
    kinds = {kind for call in calls("record") if call.args for kind in texts(call.args[0])}
    assert "sacrifices" in kinds
    assert sorted(kind for kind in kinds if f"`{kind}`" not in part) == []


def test_every_question_is_listed() -> None:
    part = PAGE[PAGE.index("## Questions") : PAGE.index("## The order of dice")]
    said = [word.value for call in calls("ask") for word in call.keywords if word.arg == "rule"]
    rules = {rule for value in said for rule in texts(value)}
    rules |= {reaction.rule for reactions in BLUEBOX.reactions.values() for reaction in reactions}
    assert "bb.plating.sacrifice" in rules
    assert sorted(rule for rule in rules if f"`{rule}`" not in part) == []
