"""A chapter as prose: the sentences of its record without dice and sums, put together, a paragraph for each turn. Of
harm it is only said that it was done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludex.core.game import GAMES
from ludex.core.kernel.english import listed
from ludex.core.show.marks import capital
from ludex.table.document.answered import LinePart, LogLine
from ludex.table.past.replay_file import ReplayChapter

NAME = 0xE000  # from here on characters stand for names, whose numbers stay
MEASURE = re.compile(r"\b\d+ (?:m|cells?|spaces?|hexes|squares?|zones?|metres?)\b")
NUMBER = re.compile(r" [+−-]?\d+\b")
AMOUNT = re.compile(r" [+−-]?\d+(?= [A-Z][a-z]{2})")  # of something with a name: `4 Plating`
VERB = re.compile(r"[a-z]{2}")
DOES = re.compile(r" [a-z]")  # how a sentence goes on after a name that does something
LOUD = re.compile(r"\b(?:[A-Z]{4,}|HIT)\b")  # longer than what a pool or a field is called
MOST_TOGETHER = 3  # doings of one in a sentence


class Said(NamedTuple):
    """A sentence: who does something, what they do, and what came of that. Where nobody does anything, all of it is
    in `does`."""

    who: str
    does: str
    outcome: str = ""
    harm: tuple[str, ...] = ()

    @property
    def verb(self) -> str:
        return self.does.split()[0].rstrip(",")

    @property
    def whom(self) -> str:
        """What follows the verb."""
        return " ".join(self.does.split()[1:])

    @property
    def is_plain(self) -> bool:
        """It may go on with what the same one does next."""
        return bool(self.who) and not self.outcome and not self.harm and "," not in self.does


class Paragraph:
    """What was done in a turn."""

    def __init__(self) -> None:
        self._said: list[Said] = []

    def add(self, said: Said) -> None:
        last = self._said[-1] if self._said else None
        if last is not None and _announces(last, said):
            self._said[-1] = said
        elif said != last:
            self._said.append(said)

    def add_harm(self, who: str, what: str) -> None:
        """It belongs to what was just done to them."""
        last, words = self._said[-1] if self._said else None, f"{who} {what}"
        if last is None or not last.who or who not in last.does:
            self.add(Said(who, what))
        elif words not in last.harm:
            self._said[-1] = last._replace(harm=(*last.harm, words))

    def sentences(self) -> Iterator[str]:
        at = 0
        while at < len(self._said):
            one = self._said[at]
            together = [one]
            for other in self._said[at + 1 : at + MOST_TOGETHER]:
                if not together[-1].is_plain or other.who != one.who:
                    break
                together.append(other)
            yield _sentence(together)
            at += len(together)
            while at < len(self._said) and _is_again(together[-1], self._said[at]):
                yield _sentence([self._said[at]._replace(who="", does="Once more")])
                at += 1


def _announces(one: Said, other: Said) -> bool:
    """It is told once more, with what came of it."""
    if not one.who or one.who != other.who or one.outcome or one.harm:
        return False
    return other.whom.startswith(one.whom) if one.whom else other.verb == one.verb


def _is_again(one: Said, other: Said) -> bool:
    return bool(one.who and one.outcome and other.outcome) and (one.who, one.does) == (other.who, other.does)


def _sentence(together: list[Said]) -> str:
    last = together[-1]
    words = " ".join([last.who, listed([one.does for one in together])]).strip()
    words += f": {last.outcome}" if last.outcome else ""
    return sentence(words + (f", and {listed(last.harm)}" if last.harm else ""))


def sentence(words: str) -> str:
    plain = capital(" ".join(words.split()))
    return plain if plain.endswith((".", "!", "?", "…", ":", "”", "’", '"')) else f"{plain}."


# ---------------------------------------------------------------- out of the record


class Telling:
    """A chapter, told paragraph by paragraph."""

    def __init__(self, game: str, chapter: ReplayChapter) -> None:
        self._game = GAMES[game]
        self._book = self._game.rulebook
        self._chapter = chapter

    def lines(self) -> Iterator[LogLine]:
        for moment in self._chapter.moments:
            if moment.told is not None and moment.listed.counts:
                yield from moment.told.lines

    def add(self, paragraph: Paragraph, line: LogLine) -> None:
        """What a line says, without numbers."""
        if line.aside or (line.rule and line.rule == self._game.face().order_rule):
            return
        if line.rule not in self._book.rules and line.rule not in self._book.gaps:  # somebody has said it so
            paragraph.add(Said("", line.words))
            return
        words, names = _with_signs(line.head or line.parts or [LinePart(words=line.words, kind="", id="")])
        harm = list(self._harm(line)) if any(one.isdigit() for one in words) else []
        for who, what in harm:
            paragraph.add_harm(who, what)
        if not harm and (said := _said(words, names)) is not None:
            paragraph.add(said)

    def _harm(self, line: LogLine) -> Iterator[tuple[str, str]]:
        """Who has come to harm or was healed, and what else has come of it for them."""
        for who in dict.fromkeys(one.who for one in line.came if one.by and one.what in self._game.vital):
            known = self._chapter.beings.get(who)
            if known is None:
                continue
            came = [one for one in line.came if one.who == who]
            hurt = any(one.by < 0 and one.what in self._game.vital for one in came)
            also = [one.what for one in came if not one.by]
            yield known.name, f"is {listed(['hurt' if hurt else 'healed', *also])}"


def _said(words: str, names: list[str]) -> Said | None:
    """A sentence with signs for names, without numbers; nothing where the number is all that it says."""
    first, colon, rest = words.partition(":")
    if any(one.isdigit() for one in rest) or not (first := _without_sums(first)):
        return None

    def named(part: str) -> str:
        quiet = LOUD.sub(lambda loud: loud[0].lower(), part)
        return "".join([names[at] if 0 <= (at := ord(one) - NAME) < len(names) else one for one in quiet]).strip()

    if ord(first[0]) < NAME or not DOES.match(first[1:]):
        return Said("", named(f"{first}{colon}{rest}"))
    return Said(named(first[0]), named(first[1:]), named(rest))


def _with_signs(parts: Iterable[LinePart]) -> tuple[str, list[str]]:
    """A sentence with a sign for each name in it, and the names."""
    words, names = "", list[str]()
    for part in parts:
        said = part.words if part.kind != "place" else _without_measures(part.words)
        if part.kind and said:
            words += chr(NAME + len(names))
            names.append(said)
        elif part.kind:
            words = words.rstrip(" ,")
        else:
            words += part.words
    return words.strip(), names


def _without_sums(words: str) -> str:
    """Without numbers, and without what is said of nothing but a number: `moves to Ladder, loses 2 MP to water`."""
    first, *clauses = words.split(",")
    if not VERB.search(first):  # it only lists names
        return NUMBER.sub("", MEASURE.sub("", words)).strip()
    doing, *more = MEASURE.sub("", first).split(" and ")
    doing = AMOUNT.sub("", doing)
    if any(one.isdigit() for one in doing):
        return ""
    kept = [" and ".join([doing, *(one for one in more if not NUMBER.search(one))])]
    kept += [one for one in clauses if not any(letter.isdigit() for letter in one)]
    return ",".join([one.rstrip() for one in kept if one.strip()])


def _without_measures(place: str) -> str:
    """Where somebody is, without how far that is from others."""
    return ",".join([clause for clause in place.split(",") if not MEASURE.search(clause)]).strip()
