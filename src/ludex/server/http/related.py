"""Which rules have to do with a rule, and how."""

from __future__ import annotations

import re
from typing import Any

from ludex.core.book.rulebook import Rule
from ludex.core.game import GAMES, Game
from ludex.server.http.asking import Made
from ludex.server.once import once

MOST = 12
LEAST_NAME = 5  # letters of a title by which another rule is known
ID = re.compile(r"\b[a-z]{2,4}\.[a-z_]+\.[a-z_0-9]+\b")


class Related(Made, frozen=True, kw_only=True):
    """Another rule, and what it has to do with this one: it is `named` here, it `names` this one, both are read by one
    `option`, or it stands `beside` it in the book."""

    id: str
    title: str
    how: str


def related(game: Game[Any], rule: Rule) -> list[Related]:
    book = game.rulebook
    naming = named_by(game.name)
    found: dict[str, str] = dict.fromkeys(naming[rule.id], "named")
    for other, names in naming.items():
        if rule.id in names:
            found.setdefault(other, "names")
    for option in book.options_about(rule.id):
        for other in option.rules:
            found.setdefault(other, "option")
    for each in book.rules.values():
        if each.where == rule.where:
            found.setdefault(each.id, "beside")
    there = [(id, how) for id, how in found.items() if id != rule.id and id in book.rules]
    return [Related(id=id, title=book.rules[id].title, how=how) for id, how in there[:MOST]]


@once
def named_by(game: str) -> dict[str, tuple[str, ...]]:
    """For every rule of a game those that it names: by their id, or by their title."""
    rules = GAMES[game].rulebook.rules
    titles = {id: title for id, rule in rules.items() if len(title := title_of(rule)) >= LEAST_NAME}
    found = {}
    for rule in rules.values():
        words = words_of(rule)
        by_id = [id for id in ID.findall(words) if id in rules]
        by_title = [id for id, title in titles.items() if id != rule.id and has(words, title)]
        found[rule.id] = tuple(dict.fromkeys(by_id + by_title))
    return found


def has(words: str, title: str) -> bool:
    """Is it among them, as whole words?"""
    return title in words and re.search(rf"(?<!\w){re.escape(title)}(?!\w)", words) is not None


def words_of(rule: Rule) -> str:
    return f"{rule.says}\n{rule.ruling}\n{rule.conflict}\n{rule.choice}"


def title_of(rule: Rule) -> str:
    """`Shatter (condition)` is known as `Shatter`."""
    return rule.title.partition(" (")[0].partition(":")[0]
