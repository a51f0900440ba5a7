"""That no imports go in a circle, and what rules may not use."""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import grimp

SOURCE = Path(__file__).parent.parent / "src"
FILES = sorted((SOURCE / "ludex").rglob("*.py"))
MODULES = {".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}

FLOORS = ("core", "games", "opponents", "table")
IMPURE = {"random", "time", "datetime", "os", "uuid", "secrets", "socket", "asyncio", "threading", "subprocess"}
# The edges of the core, where files and secrets are handled and data is read, are not rules
EDGES = {"core/files/journal.py", "core/kernel/reading.py"}


class Found(NamedTuple):
    """What a module imports, and where it walks through a set, by line."""

    imports: list[tuple[int, str]]
    sets: list[int]


@cache  # the tree is not kept: all of them at once are slow to look after
def found(path: Path) -> Found:
    here = Found([], [])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            here.imports.extend((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            here.imports.append((node.lineno, node.module))
        elif isinstance(node, ast.For | ast.comprehension) and makes_a_set(node.iter):
            here.sets.append(node.iter.lineno)
    return here


def makes_a_set(source: ast.expr) -> bool:
    if isinstance(source, ast.Call) and isinstance(source.func, ast.Name):
        return source.func.id in ("set", "frozenset")
    return isinstance(source, ast.Set | ast.SetComp)


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE / "ludex"))


def rules() -> list[Path]:
    return [path for path in FILES if name(path).startswith(("core", "games", "skeleton"))]


def test_there_is_something_to_look_at() -> None:
    assert {name(path).partition("/")[0] for path in FILES} >= set(FLOORS)


def test_no_imports_go_in_a_circle() -> None:
    """Which room may import which stands in pyproject.toml, where `make lint` looks; this is about single files, and
    about imports for types as well."""
    graph = grimp.build_graph("ludex", cache_dir=None)
    arrows = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(arrows["ludex.core.game"]) > 3
    TopologicalSorter(arrows).prepare()  # raises CycleError, with the circle


def test_every_game_has_every_room() -> None:
    """Which of them may import which stands in pyproject.toml, too."""
    rooms = {"records", "state", "book", "build", "scene", "foe", "show", "proof", "game"}
    games = {name.split(".")[2] for name in MODULES if name.startswith("ludex.games.")} - {"known"}
    for home in ("ludex.skeleton", *[f"ludex.games.{game}" for game in sorted(games)]):
        assert [room for room in sorted(rooms) if f"{home}.{room}" not in MODULES] == [], home


def test_rules_use_no_chance_clock_or_machine_of_their_own() -> None:
    used = []
    for path in rules():
        if name(path) not in EDGES:
            impure = [(line, module) for line, module in found(path).imports if module.split(".")[0] in IMPURE]
            used += [f"{name(path)}:{line}: {module}" for line, module in impure]
    assert not used, "\n".join(used)


def test_data_is_read_as_a_type_in_one_place() -> None:
    """Elsewhere two threads that read a type for the first time could end the process; types without a record in them
    are safe everywhere."""
    typed = re.compile(r"msgspec\.convert\(|\bdecode\(.*\btype=(?!dict\[str, Any\])|\bDecoder\(")
    read = [name(path) for path in MODULES.values() if typed.search(path.read_text(encoding="utf-8"))]
    assert read == ["core/kernel/reading.py"]


def test_rules_do_not_iterate_over_sets() -> None:
    """The order of a set changes with the hash seed; a set may be asked, sorted or counted, but not walked through."""
    walked = [f"{name(path)}:{line}" for path in rules() for line in found(path).sets]
    assert not walked, "\n".join(walked)


def test_whatever_mypy_is_to_leave_alone_says_why() -> None:
    """Behind it, or in the line above."""
    silent = []
    for path in sorted(
        path for room in ("src", "tests", "bench", "examples") for path in (SOURCE.parent / room).rglob("*.py")
    ):
        above = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"# type: ignore\[[\w, -]+\]$", line) and not above.lstrip().startswith("# "):
                silent.append(f"{path.relative_to(SOURCE.parent)}:{number}")
            above = line
    assert not silent, "\n".join(silent)
