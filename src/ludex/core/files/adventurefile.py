"""Adventures: chapter after chapter, each with what the game master says and knows, the scene that is played, what is
shown to the players, and where it may go on. An `adventure.toml` stands beside the pack.toml of its pack.

title = "The Salt Clock"
text = "A debt, a tide, and a clock that runs backwards."
players = [3, 5]
[[chapter]]
id = "quay"
title = "On the quay"
scene = "low_water"        # a scene of the pack or of the game; without one nothing is put on the board
say = "Fog. A bell under the water."
know = "The ferryman lies."
after = [{ rest = "breather" }]
next = [{ to = "vault", text = "They follow the bell." }]
[[chapter.handouts]]
title = "The ferryman's ticket"
picture = "ticket.webp"
description = "A punched ticket. On its back: not before the ebb."
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from ludex.core.book.coach import When
from ludex.core.content.content import ContentError, Library, Record, convert
from ludex.core.content.expected import problems
from ludex.core.files.dayfile import Break, unknown_break
from ludex.core.files.findings import Finding
from ludex.core.files.heroes import heroes
from ludex.core.files.scenefile import MOST_TEXT, MOST_TOLD
from ludex.core.game import Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.letters import unseen

ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
MOST_CHAPTERS = 30
MOST_TITLE = 120  # characters
MOST_KNOWN = 8_000
MOST_WORDS = 600  # of a note of the coach, or of a way on
MOST_PLAYERS = 12

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TITLE)]
Said = Annotated[str, msgspec.Meta(max_length=MOST_TOLD)]
Known = Annotated[str, msgspec.Meta(max_length=MOST_KNOWN)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_WORDS)]
Players = Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAYERS)]
Breaks = Annotated[tuple[Break, ...], msgspec.Meta(max_length=6)]
Difficulty = Literal["", "easy", "fair", "hard", "deadly"]


class Paper(Record, frozen=True, eq=False, kw_only=True):
    """A handout: text, or a picture of the pack with what is to be seen on it. `shown`: to everybody as the chapter
    begins; else when the game master shows it."""

    title: Title
    text: Annotated[str, msgspec.Meta(max_length=MOST_TEXT)] = ""
    picture: str = ""
    description: Annotated[str, msgspec.Meta(max_length=MOST_TOLD)] = ""
    shown: bool = False


class Advice(Record, frozen=True, eq=False, kw_only=True):
    """A note of the coach for the players of this chapter; `when` is as in `coach.toml` of a game, and says nothing
    where the note comes with the chapter."""

    title: Title
    words: Words
    rule: str = ""
    when: When = When()


class Way(Record, frozen=True, eq=False, kw_only=True):
    """Where it may go on, in words. `when`: only after its scene was won, or lost."""

    to: str
    text: Words
    when: Literal["", "won", "lost"] = ""


class Chapter(Record, frozen=True, eq=False, kw_only=True):
    """What is played without a break. `say` is read aloud; `know` is for the game master alone."""

    id: str
    title: Title
    scene: str = ""
    difficulty: Difficulty = ""
    say: Said = ""
    know: Known = ""
    before: Breaks = ()
    after: Breaks = ()
    handouts: Annotated[tuple[Paper, ...], msgspec.Meta(max_length=12)] = ()
    coach: Annotated[tuple[Advice, ...], msgspec.Meta(max_length=8)] = ()
    next: Annotated[tuple[Way, ...], msgspec.Meta(max_length=8)] = ()


class Adventure(Record, frozen=True, eq=False, kw_only=True):
    title: Title
    players: tuple[Players, Players]
    chapter: Annotated[tuple[Chapter, ...], msgspec.Meta(min_length=1, max_length=MOST_CHAPTERS)]
    text: Said = ""

    @property
    def chapters(self) -> dict[str, Chapter]:
        return {one.id: one for one in self.chapter}

    @property
    def scenes(self) -> list[str]:
        """The scenes by name, in the order of the chapters, each once."""
        return list(dict.fromkeys(one.scene for one in self.chapter if one.scene))

    @property
    def papers(self) -> list[tuple[str, int, Paper]]:
        """All handouts, each with its chapter and its number there."""
        return [(one.id, number, paper) for one in self.chapter for number, paper in enumerate(one.handouts)]


def adventure_of(tables: Mapping[str, Any], where: str) -> Adventure:
    found = convert(tables, Adventure, where)
    for field, problem in _odd(found):
        raise ContentError(f"{where}, field {field}: {problem}")
    return found


# ---------------------------------------------------------------- what is wrong


class Around(NamedTuple):
    """What an adventure may name: scenes with their tables, and the pictures of its pack."""

    game: Game[Any]
    library: Library
    scenes: Mapping[str, Mapping[str, Any]]
    pictures: Sequence[str]


def adventure_findings(tables: Mapping[str, Any], file: str, around: Around) -> Iterator[Finding]:
    """All that is wrong with an adventure."""
    wrong = list(problems(Adventure, tables))
    yield from (Finding(file, "", field, problem) for field, problem in wrong)
    if wrong:
        return
    found = convert(tables, Adventure, file)
    for field, problem in (*_odd(found), *_unknown(found, around)):
        yield Finding(file, "", field, problem)
    for field, problem in _strangers(found, around):
        yield Finding(file, "", field, problem, warning=True)


def _odd(found: Adventure) -> Iterator[tuple[str, str]]:
    """What is wrong with it, whatever game it is for: the field, and what was expected."""
    least, most = found.players
    if least > most:
        yield "players", f"expected the fewest first, and then the most, not {least} and {most}"
    if wrong := unseen(found.title):
        yield "title", f"expected letters that can be seen, not {wrong!r}"
    ids = [one.id for one in found.chapter]
    for number, one in enumerate(found.chapter):
        at = f"chapter[{number}]"
        if not ID.fullmatch(one.id):
            yield f"{at}.id", f"{one.id!r}: expected small letters, digits, _ and - only, up to 60"
        if ids.index(one.id) != number:
            yield f"{at}.id", f"there is a chapter {one.id!r} already"
        for place in ("before", "after"):
            for step, each in enumerate(getattr(one, place)):
                if bool(each.rest) == bool(each.travel):
                    yield f"{at}.{place}[{step}]", "expected one of rest and travel"
        for step, paper in enumerate(one.handouts):
            if not paper.text.strip() and not paper.picture:
                yield f"{at}.handouts[{step}]", "expected a text or a picture"
            if paper.picture and not paper.description.strip():
                yield f"{at}.handouts[{step}].description", "expected what is to be seen on the picture"
        for step, way in enumerate(one.next):
            if way.to not in ids:
                yield f"{at}.next[{step}].to", f"there is no chapter {way.to!r}; {there_are(way.to, ids)}"
            if way.to == one.id:
                yield f"{at}.next[{step}].to", "a chapter cannot be followed by itself"
            if way.when and not one.scene:
                yield f"{at}.next[{step}].when", "without a scene nothing is won or lost"
    if len(set(ids)) == len(ids) and all(way.to in ids for one in found.chapter for way in one.next):
        yield from _ways(found)


def _ways(found: Adventure) -> Iterator[tuple[str, str]]:
    """Does a way lead to each chapter, and on to an end?"""
    leads = {one.id: {way.to for way in one.next} for one in found.chapter}
    come = _from(leads, {found.chapter[0].id})
    back: dict[str, set[str]] = {id: {other for other, to in leads.items() if id in to} for id in leads}
    ending = _from(back, {id for id, to in leads.items() if not to})
    for number, one in enumerate(found.chapter):
        if one.id not in come:
            yield f"chapter[{number}]", f"no way leads to {one.title!r}: another chapter has to go on there"
        elif one.id not in ending:
            yield (
                f"chapter[{number}].next",
                f"no way leads from {one.title!r} to an end, a chapter that goes on nowhere",
            )


def _from(leads: Mapping[str, set[str]], come: set[str]) -> set[str]:
    """All to which ways lead from these, and these."""
    while more := {to for one in come for to in leads[one]} - come:
        come = come | more
    return come


def _unknown(found: Adventure, around: Around) -> Iterator[tuple[str, str]]:
    """What it names and nobody has."""
    game = around.game
    for number, one in enumerate(found.chapter):
        at = f"chapter[{number}]"
        if one.scene and one.scene not in around.scenes:
            yield f"{at}.scene", f"there is no scene {one.scene!r}; {there_are(one.scene, around.scenes)}"
        for place in ("before", "after"):
            for step, each in enumerate(getattr(one, place)):
                for field, problem in unknown_break(game, each):
                    yield f"{at}.{place}[{step}].{field}", problem
        for step, paper in enumerate(one.handouts):
            if paper.picture and paper.picture not in around.pictures:
                problem = f"there is no pictures/{paper.picture}; {there_are(paper.picture, around.pictures)}"
                yield f"{at}.handouts[{step}].picture", problem
        for step, note in enumerate(one.coach):
            named = {"rule": note.rule, "when.question": note.when.question, "when.told": note.when.told}
            for field, rule in named.items():
                if rule and rule not in game.rulebook.rules:
                    yield f"{at}.coach[{step}].{field}", f"there is no rule {rule!r}"


def _strangers(found: Adventure, around: Around) -> Iterator[tuple[str, str]]:
    """Scenes in which nobody of the party goes on who was in the first: they begin fresh, which is rarely meant."""
    first: set[str] = set()
    for number, one in enumerate(found.chapter):
        here = {hero.id for hero in heroes(around.game, around.library, around.scenes.get(one.scene, {}))}
        if here and first and not here & first:
            names = ", ".join(sorted(first))
            yield f"chapter[{number}].scene", f"nobody of the party of the first scene is in it: {names}"
        first = first or here


# ---------------------------------------------------------------- from the beginning to an end


def lines_through(adventure: Adventure) -> list[list[Chapter]]:
    """Lines of chapters from the first to an end, so many that each chapter is in one of them. On the first of them the
    first way is taken each time, as long as it leads to what is new."""
    chapters = adventure.chapters
    ends = [one.id for one in adventure.chapter if not one.next]
    onward = {id: _shortest(chapters, id, ends) for id in chapters}
    lines = [_first_ways(chapters, adventure.chapter[0].id, onward)]
    for id in chapters:
        if not any(id in line for line in lines):
            come = _shortest(chapters, adventure.chapter[0].id, [id])
            lines.append([*come, *onward[id][1:]])
    return [[chapters[id] for id in line] for line in lines]


def _first_ways(chapters: Mapping[str, Chapter], begin: str, onward: Mapping[str, list[str]]) -> list[str]:
    line = [begin]
    while ways := chapters[line[-1]].next:
        new = next((way.to for way in ways if way.to not in line), None)
        if new is None:
            return [*line, *onward[line[-1]][1:]]
        line.append(new)
    return line


def _shortest(chapters: Mapping[str, Chapter], begin: str, ends: Collection[str]) -> list[str]:
    """The shortest line of chapters from one to one of these."""
    ways, seen = [[begin]], {begin}
    for way in ways:
        if way[-1] in ends:
            return way
        for on in chapters[way[-1]].next:
            if on.to not in seen:
                seen.add(on.to)
                ways.append([*way, on.to])
    return [begin]


def stages_of(line: Sequence[Chapter]) -> list[tuple[Chapter, str | Break]]:
    """A line of chapters as a day: scenes by name, rests and travel in a row, each with its chapter. Before the first
    scene nobody is on the board who could rest."""
    found: list[tuple[Chapter, str | Break]] = []
    for one in line:
        found += [(one, each) for each in one.before]
        found += [(one, one.scene)] if one.scene else []
        found += [(one, each) for each in one.after]
    first = next((number for number, (_, what) in enumerate(found) if isinstance(what, str)), len(found))
    return found[first:]
