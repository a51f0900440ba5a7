"""What there is to print: the pages of docs/ and of the rooms, the rulebooks, and which code, tests and scenes speak of
a rule."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ludex.core.book.rulebook import RULES, Rulebook

PLAYED = re.compile(r"^\[\[(?:script|case)\b", re.MULTILINE)
# All that is wanted of a scene file, and the first of each: cases have titles, too
HEAD = [re.compile(pattern, re.MULTILINE) for pattern in (r"^title = .*$", r"^rules = \[[^\]]*\]")]
DEFINED = re.compile(r"\s*(?:async )?def (\w+)|\s*class (\w+)")


class Cited(NamedTuple):
    """A line of a file in which a rule is named."""

    path: str  # from the root of the checkout
    line: int
    within: str  # the function or class; empty: none


class Shown(NamedTuple):
    """A scene among the tests."""

    path: str
    title: str
    rules: tuple[str, ...]
    text: str

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".toml")


class Checkout:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.books = {path.parent.name: Rulebook.load(path) for path in sorted(root.glob(f"src/ludex/games/*/{RULES}"))}
        self.game_of = {rule: game for game, book in self.books.items() for rule in book.rules}
        self.sources: dict[str, str] = {}  # the text of every file of code in which a rule is named
        self.code: defaultdict[str, list[Cited]] = defaultdict(list)  # by the rule
        self.tests: defaultdict[str, list[Cited]] = defaultdict(list)
        self.scenes: dict[str, list[Shown]] = {}  # by the game
        self.shown: defaultdict[str, list[Shown]] = defaultdict(list)  # by the rule
        for game, book in self.books.items():
            named = re.compile(rf"\b{book.meta.prefix}(?:\.\w+)+")
            self._cite(f"src/ludex/games/{game}", named, self.code)
            self._cite(f"tests/games/{game}", named, self.tests)
            self.scenes[game] = list(self._scenes(f"tests/games/{game}"))
            for scene in self.scenes[game]:
                for rule in scene.rules:
                    self.shown[rule].append(scene)

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def pages(self) -> list[str]:
        """All that is written as a page."""
        found = [self.root / "README.md", *sorted(self.root.glob("docs/**/*.md"))]
        rooms = sorted(self.root.glob("src/ludex/*/README.md")), sorted(self.root.glob("src/ludex/games/*/README.md"))
        return [self._from_root(path) for path in (*found, *rooms[0], *rooms[1], self.root / "web/README.md")]

    def _from_root(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _cite(self, folder: str, named: re.Pattern[str], into: dict[str, list[Cited]]) -> None:
        for path in sorted((self.root / folder).rglob("*.py")):
            name, text = self._from_root(path), path.read_text(encoding="utf-8")
            for cited, rule in cited_in(name, text, named):
                if rule in self.game_of:
                    self.sources[name] = text
                    into[rule].append(cited)

    def _scenes(self, folder: str) -> Iterator[Shown]:
        for path in sorted((self.root / folder).rglob("*.toml")):
            text = path.read_text(encoding="utf-8")
            if PLAYED.search(text):
                head = tomllib.loads("\n".join(found[0] for part in HEAD if (found := part.search(text))))
                yield Shown(self._from_root(path), head.get("title", path.stem), tuple(head.get("rules", ())), text)


def cited_in(path: str, text: str, named: re.Pattern[str]) -> Iterator[tuple[Cited, str]]:
    """The lines that name rules, each rule once for each function."""
    lines = text.splitlines()
    known: set[tuple[str, str]] = set()
    for number, line in enumerate(lines):
        for rule in dict.fromkeys(named.findall(line)):
            within = _within(lines, number)
            if (rule, within) not in known:
                known.add((rule, within))
                yield Cited(path, number + 1, within), rule


def _within(lines: list[str], number: int) -> str:
    """What is defined around a line, or below it where it belongs to a decorator."""
    line = lines[number]
    if line.lstrip().startswith("@"):
        around = (found for below in lines[number + 1 :] if (found := DEFINED.match(below)))
    else:
        depth = len(line) - len(line.lstrip())
        around = (
            found for above in reversed(lines[:number]) if (found := DEFINED.match(above)) and _depth(above) < depth
        )
    found = next(around, None)
    return (found[1] or found[2]) if found else ""


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
