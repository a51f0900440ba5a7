"""Which way the arrows point, and what rules may not use."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"
FILES = sorted((SOURCE / "ludex").rglob("*.py"))

# Each floor may import those below it, never above: server → table, lab → opponents → games → core
FLOORS = ("core", "games", "opponents", "table")
IMPURE = {"random", "time", "datetime", "os", "uuid", "secrets", "socket", "asyncio", "threading", "subprocess"}
# The edges of the core, where files and secrets are handled, are not rules
EDGES = {"core/journal.py"}


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.lineno, node.module))
    return found


def floor(module: str) -> int:
    parts = module.split(".")
    if len(parts) < 2 or parts[0] != "ludex":
        return -1
    return FLOORS.index(parts[1]) if parts[1] in FLOORS else len(FLOORS)


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE / "ludex"))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_imports_point_downwards(path: Path) -> None:
    own = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    upward = [f"line {line}: {module}" for line, module in imports(path) if floor(module) > floor(own)]
    assert not upward


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_game_imports_no_other_game(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    if parts[1] != "games" or len(parts) < 4:
        return
    others = [m for _, m in imports(path) if m.startswith("ludex.games.") and m.split(".")[2] != parts[2]]
    assert not others


@pytest.mark.parametrize("path", [p for p in FILES if name(p).startswith(("core", "games"))], ids=name)
def test_rules_use_no_chance_clock_or_machine_of_their_own(path: Path) -> None:
    used = [f"line {line}: {module}" for line, module in imports(path) if module.split(".")[0] in IMPURE]
    assert not used or name(path) in EDGES


@pytest.mark.parametrize("path", [p for p in FILES if name(p).startswith(("core", "games"))], ids=name)
def test_rules_do_not_iterate_over_sets(path: Path) -> None:
    """The order of a set changes with the hash seed; a set may be asked, sorted or counted, but not walked through."""
    walked = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        loops = [node.iter] if isinstance(node, ast.For | ast.comprehension) else []
        for source in loops:
            made = (
                isinstance(source, ast.Call)
                and isinstance(source.func, ast.Name)
                and source.func.id in ("set", "frozenset")
            )
            if made or isinstance(source, ast.Set | ast.SetComp):
                walked.append(source.lineno)
    assert not walked
