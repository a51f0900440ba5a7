"""What stands in books: the games, their rules with where they stand, their content, and a rulebook as one text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.book.rulebook import RULES, Rule, Rulebook
from ludex.core.content.content import Library, read_toml
from ludex.core.files.as_written import as_written, kinds_in, names_in
from ludex.core.game import GAMES
from ludex.core.kernel.english import meant
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.reading import scenes_in

MOST_FOUND = 20  # rules of one search

Folders = tuple[Path, ...]


def checked(game: str) -> str:
    if game not in GAMES:
        raise BadInput(f"there is no game {game!r}; {meant(game, GAMES)}")
    return game


def book_of(game: str) -> Rulebook:
    """Read from its file: the game itself is not imported for it."""
    return _book_at(GAMES.home(checked(game)) / RULES)


@cache
def _book_at(path: Path) -> Rulebook:
    return Rulebook.load(path)


def games() -> dict[str, Any]:
    return {"games": [_listed(name) for name in GAMES]}


def _listed(name: str) -> dict[str, Any]:
    meta = book_of(name).meta
    scenes = {path.stem: str(read_toml(path).get("title", path.stem)) for path in scene_files(name)}
    return {"game": name, "title": meta.called, "pitch": meta.pitch, "scenes": scenes}


def scene_files(game: str) -> list[Path]:
    found = scenes_in(GAMES.home(game) / "content")
    return [found[name] for name in sorted(found)]


# ---------------------------------------------------------------- rules


def search_rules(game: str, words: str) -> dict[str, Any]:
    book = book_of(game)
    found = book.search(words)
    return {"found": len(found), "rules": [cited(book, rule) for rule in found[:MOST_FOUND]]}


def cited(book: Rulebook, rule: Rule) -> dict[str, Any]:
    """A rule in our words, with where it stands."""
    return {"id": rule.id, "title": rule.title, "book": book.meta.called, "where": rule.where, "says": rule.says}


def read_rule(game: str, rule: str) -> dict[str, Any]:
    book = book_of(game)
    if rule not in book.rules:
        raise BadInput(f"there is no rule {rule!r}; {meant(rule, book.rules)}")
    options = [asdict(option) for option in book.options_about(rule)]
    return {"book": book.meta.called, "rule": asdict(book.rules[rule]), "options": options}


def rulebook(game: str) -> str:
    """All rules in the order of the book, as Markdown."""
    return "\n".join(_rulebook(book_of(game)))


def _rulebook(book: Rulebook) -> Iterator[str]:
    yield f"# {book.meta.called}"
    where = ""
    for rule in book.rules.values():
        if rule.where != where:
            where = rule.where
            yield f"\n## {where}"
        yield f"\n**{rule.title}** (`{rule.id}`). {rule.says}"
        if rule.ruling:
            yield f"\nOur reading: {rule.ruling}"


# ---------------------------------------------------------------- content


def content(game: str, kind: str, name: str, folders: Folders) -> dict[str, Any]:
    """Without a kind the kinds there are, without a name the names of a kind, else the entry as it is written."""
    library = GAMES[checked(game)].library(*folders)
    kinds = kinds_in(library)
    if not kind:
        return {"kinds": {each: len(names_in(library, each)) for each in kinds}}
    if kind not in kinds:
        raise BadInput(f"there is no kind {kind!r}; {meant(kind, kinds)}")
    if not name:
        return {"kind": kind, "names": names_in(library, kind)}
    return {"kind": kind, "name": name, "text": entry_text(library, kind, name)}


def entry_text(library: Library, kind: str, name: str) -> str:
    known = names_in(library, kind)
    if name not in known:
        raise BadInput(f"there is no {kind} {name!r}; {meant(name, known)}")
    return as_written(library, kind, name)
