"""Answers that are typed rather than chosen from a list: a number, several of many, how something is split."""

from __future__ import annotations

import re
from collections.abc import Callable

from ludex.core.kernel.domain import Amount, Several, Split
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput
from ludex.table.know.asked import part_words
from ludex.text.naming import named
from ludex.text.table.table import Table

Reader = Callable[[str, bool], Plain]


def typed_answer(table: Table, question: Question, all_listed: bool) -> tuple[str, Reader | None]:
    """Where not every answer is listed: what may be typed, in words, and how it is read."""
    match question.domain:
        case Split() as split:  # never lists all
            return "a split as NAME 2, NAME 1, or `none`", _checked(
                question, lambda w: _split(table, question, split, w)
            )
        case Several() as several if several.alike is not None:  # never lists all
            return "others as `13, 14`", _checked(question, lambda w: _several(table, question, several, w))
        case _ if all_listed:
            return "", None
        case Amount() as domain:
            return f"a number from {domain.least} to {domain.most}", _checked(question, _number)
        case Several() as several:
            none = ", or `none`" if several.least == 0 else ""
            return f"several with commas{none}", _checked(question, lambda w: _several(table, question, several, w))
    return "", None


def _checked(question: Question, read: Callable[[str], Plain]) -> Reader:
    def reader(words: str, force: bool) -> Plain:
        value = read(words)
        fault = question.domain.fault(value) if value is not None else ""
        if fault:
            raise BadInput(fault)
        return value

    return reader


def _number(words: str) -> Plain:
    return int(words) if re.fullmatch(r"[+-]?\d+", words) else None


def _numbers(words: str) -> Plain:
    """Numbers as people write them: `13, 14`, `13 14`, `slots 13 and 14`."""
    if not re.fullmatch(r"(?:[a-z]+\s+)?\d+(?:(?:\s*,\s*|\s+and\s+|\s+)\d+)*", words.strip().lower()):
        return None
    return tuple(int(number) for number in re.findall(r"\d+", words))


def _several(table: Table, question: Question, domain: Several, words: str) -> Plain:
    if words.lower() == "none":
        return ()
    if all(isinstance(value, int) for value in domain.values):
        return _numbers(words)
    named = [_named(table, question, domain.values, part) for part in words.split(",") if part.strip()]
    return tuple([value for value in domain.values if value in named]) if None not in named else None


def _split(table: Table, question: Question, domain: Split, words: str) -> Plain:
    if words.lower() == "none":
        return ()
    parts = [re.fullmatch(r"\s*(.+?)\s*[ :=]\s*(\d+)\s*", part) for part in words.split(",") if part.strip()]
    found = [(_named(table, question, domain.among, part[1]), int(part[2])) for part in parts if part is not None]
    return tuple(found) if len(found) == len(parts) and all(name is not None for name, _ in found) else None


def _named(table: Table, question: Question, values: tuple[Plain, ...], words: str) -> Plain:
    """The value that is meant; nothing when none is."""
    found = named(words, [(part_words(table.face, table.scene, question, value), value) for value in values])
    if len(found) > 1:
        raise BadInput(f"{words.strip()!r} may be {len(found)} of these")
    return found[0] if found else None
