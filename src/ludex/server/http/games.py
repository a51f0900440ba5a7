"""The games: what there is to play, their rules, content and the shapes of files. For anybody."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from time import sleep
from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

import ludex.games
from ludex.core.book.coach import Note, notes
from ludex.core.book.rulebook import Option, Rule, Rulebook, beginning
from ludex.core.content.content import read_toml
from ludex.core.content.schema import schema
from ludex.core.files.heroes import heroes
from ludex.core.files.scenefile import by_difficulty
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import there_are
from ludex.lab.gauge.difficulty import Known, tried_scene
from ludex.lab.gauge_line import Grade
from ludex.opponents import offered
from ludex.server import limits
from ludex.server.http.adventures import ReadyAdventure, adventures_told
from ludex.server.http.asking import Made, Settings
from ludex.server.http.faults import may_fail
from ludex.server.http.ready import CharacterTold, ready_character
from ludex.server.http.related import Related, related
from ludex.server.http.scene_lines import ReadyHero
from ludex.server.http.shelf import Kept, kept_or_made
from ludex.server.http.shown import ExampleTold, ShownBy, played, shown_by
from ludex.server.once import once
from ludex.server.socket import messages

Words = Annotated[str, QueryParameter(max_length=200)]
PAGE_FIRST = 2.0  # seconds
NEAR = 110  # characters of a rule that are shown around what was found


class Difficulty(Made, frozen=True, kw_only=True):
    """How hard a scene was in fights of machines against machines, made beforehand: how many of 100 the party won.
    Without a grade where there is nothing to be won by fighting."""

    won: int
    grade: Grade | None


class PartyDifficulty(Difficulty, frozen=True, kw_only=True):
    """The same for a party of so many."""

    size: int


class ReadyScene(Made, frozen=True, kw_only=True):
    """A scene that comes with the game; without a difficulty where it was not tried yet."""

    id: str
    title: str
    text: str
    heroes: list[ReadyHero]
    difficulty: Difficulty | None
    parties: list[PartyDifficulty]  # of other numbers, where that is known


class ReadyCharacter(Made, frozen=True, kw_only=True):
    id: str
    name: str
    text: str
    look: str  # its drawing; empty where the content names none


class GameTold(Made, frozen=True, kw_only=True):
    """A game, and what comes with it."""

    name: str
    title: str
    pitch: str
    version: int
    sides: list[str]
    rules: int
    options: list[Option]
    scenes: list[ReadyScene]
    adventures: list[ReadyAdventure]
    characters: list[ReadyCharacter]
    kinds: list[str]
    policies: list[str]
    hides: bool  # can somebody come in of whom the players know nothing?
    grows: bool  # is what somebody learns and buys decided step by step?


class RuleLine(Made, frozen=True, kw_only=True):
    id: str
    title: str
    where: str
    kind: str


class RuleTold(Made, frozen=True, kw_only=True):
    """A rule, the options about it, the tests that show it, and rules that have to do with it."""

    rule: Rule
    options: list[Option]
    tests: list[ShownBy]
    related: list[Related]


class RuleFound(Made, frozen=True, kw_only=True):
    """A rule with the words among which something was found."""

    id: str
    title: str
    where: str
    near: str


class EntryFound(Made, frozen=True, kw_only=True):
    kind: str
    id: str
    name: str
    text: str


class SearchTold(Made, frozen=True, kw_only=True):
    """All that was found in the book of a game: rules, options, and beings, gear and all else of its content."""

    words: list[str]  # what was looked for, without little words such as “the”
    rules: list[RuleFound]
    options: list[Option]
    entries: list[EntryFound]


def game_of(name: str) -> Game[Any]:
    return GAMES[known(name)]


def known(name: str) -> str:
    """The name of a game; it is not read for that."""
    if name not in GAMES:
        raise NotFoundException(f"there is no game {name!r}; {there_are(name, GAMES)}")
    return name


def shelf_of(state: State) -> Path | None:
    settings: Settings = state.settings
    return settings.shelf


def searched(game: Game[Any], words: str) -> SearchTold:
    book = game.rulebook
    sought = book.sought(words)
    patterns = [beginning(word) for word in sought]

    def fits(*texts: str) -> bool:
        return bool(patterns) and all(pattern.search("\n".join(texts)) for pattern in patterns)

    entries = [(kind, entry) for kind in game.starter.shelves for entry in game.starter.all(kind)]
    return SearchTold(
        words=sought,
        rules=[
            RuleFound(id=rule.id, title=rule.title, where=rule.where, near=near(book, rule, patterns))
            for rule in (book.having(patterns) if patterns else [])
        ],
        options=[option for option in book.options.values() if fits(option.name, option.meaning)],
        entries=[
            EntryFound(kind=kind, id=entry.id, name=entry.name, text=entry.text)
            for kind, entry in entries
            if fits(entry.name, entry.text)
        ],
    )


def near(book: Rulebook, rule: Rule, patterns: list[re.Pattern[str]]) -> str:
    """Some words of a rule around the first that was looked for."""
    text = named(book, f"{rule.says} {rule.ruling}")
    found = next((hit for pattern in patterns if (hit := pattern.search(text))), None)
    start = max(0, text.rfind(" ", 0, max(0, found.start() - NEAR // 3)) + 1) if found else 0
    cut = text[start : start + NEAR]
    return ("… " if start else "") + (cut.rpartition(" ")[0] + " …" if start + NEAR < len(text) else cut)


def named(book: Rulebook, text: str) -> str:
    """With rules by their titles, in place of their ids."""
    return re.sub(
        rf"\b{book.meta.prefix}(?:\.\w+)+", lambda id: book.rules[id[0]].title if id[0] in book.rules else id[0], text
    )


def coach_file(game: str) -> Path:
    return Path(ludex.games.__file__).parent / game / "coach.toml"


@once
def game_told(game: Game[Any]) -> GameTold:
    """What is told of a game does not change while the server runs."""
    library = game.starter
    return GameTold(
        name=game.name,
        title=game.title,
        pitch=game.pitch,
        version=game.version,
        sides=list(game.sides),
        rules=len(game.rulebook.rules),
        options=list(game.rulebook.options.values()),
        scenes=[_ready(game, path) for path in by_difficulty(library.scenes)],
        adventures=adventures_told(game),
        characters=[
            ReadyCharacter(id=entry.id, name=entry.name, text=entry.text, look=entry.look)
            for entry in library.all("character")
        ],
        kinds=list(library.shelves),
        policies=offered(game),
        hides=bool(game.hides),
        grows=game.growth is not None,
    )


def _ready(game: Game[Any], path: Path) -> ReadyScene:
    tables, known = read_toml(path), tried_scene(game.name, path.stem)
    return ReadyScene(
        id=path.stem,
        title=str(tables.get("title", path.stem)),
        text=str(tables.get("text", "")),
        heroes=[
            ReadyHero(id=hero.id, name=hero.name, character=hero.character)
            for hero in heroes(game, game.starter, tables)
        ],
        difficulty=_difficulty(known) if known is not None else None,
        parties=[
            PartyDifficulty(size=int(size), won=one.in_100, grade=one.grade)
            for size, one in (known.of.items() if known is not None else ())
            if known is not None and int(size) != known.own
        ],
    )


def _difficulty(known: Known) -> Difficulty:
    usual = known.usual
    return Difficulty(won=usual.in_100, grade=usual.grade) if usual is not None else Difficulty(won=0, grade=None)


@once
def all_told(kept: Path | None) -> list[GameTold]:
    """Of all games; from this file, where nothing has changed since."""
    return kept_or_made(kept, Kept[list[GameTold]], lambda: [game_told(game) for game in GAMES.values()])


def read_games(kept: Path | None) -> None:
    """First what is told of all games, then the games themselves, so that whoever plays first need not wait. In between
    whoever comes first has the page."""
    all_told(kept)
    sleep(PAGE_FIRST)
    for game in GAMES.values():
        game_told(game)


class Games(Controller):
    path = "/games"
    tags = ["games"]

    @get("/", responses=may_fail())
    async def games(self, state: State) -> list[GameTold]:
        """All games."""
        return await asyncio.to_thread(all_told, shelf_of(state))

    @get("/{game:str}", responses=may_fail(404))
    async def game(self, game: FromPath[str], state: State) -> GameTold:
        """One game."""
        name = known(game)
        return next(told for told in await asyncio.to_thread(all_told, shelf_of(state)) if told.name == name)

    @get("/{game:str}/rules", responses=may_fail(404), weight=limits.DEAR)
    async def rules(self, game: FromPath[str], words: Words = "") -> list[RuleLine]:
        """The rules in which every word begins some word, those named by id or title first; where there is none, those
        with the most of them; all without words."""
        book = game_of(game).rulebook
        found = await asyncio.to_thread(book.search, words) if words.strip() else list(book.rules.values())
        return [RuleLine(id=rule.id, title=rule.title, where=rule.where, kind=rule.kind) for rule in found]

    @get("/{game:str}/rules/{rule:str}", responses=may_fail(404))
    async def rule(self, game: FromPath[str], rule: FromPath[str]) -> RuleTold:
        """One rule in full, and the options about it."""
        book = game_of(game).rulebook
        if rule not in book.rules:
            raise NotFoundException(f"there is no rule {rule!r}")
        found = book.rules[rule]
        tests = await asyncio.to_thread(shown_by, game, rule)
        others = await asyncio.to_thread(related, game_of(game), found)  # the first time it reads the whole book
        return RuleTold(rule=found, options=book.options_about(rule), tests=tests, related=others)

    @get("/{game:str}/search", responses=may_fail(404), weight=limits.DEAR)
    async def search(self, game: FromPath[str], words: Words) -> SearchTold:
        """Rules, options and content in which every word begins some word; where no rule has them all, the rules with
        the most of them."""
        return await asyncio.to_thread(searched, game_of(game), words)

    @get("/{game:str}/example", responses=may_fail(404), weight=limits.DEAR)
    async def example(self, game: FromPath[str], name: Words) -> ExampleTold:
        """A test of a rule, played step by step."""
        return await asyncio.to_thread(played, game_of(game).name, name)

    @get("/{game:str}/coach", responses=may_fail(404))
    async def coach(self, game: FromPath[str]) -> list[Note]:
        """What to say to somebody who plays it for the first time, and when."""
        return list(notes(coach_file(game_of(game).name)))

    @get("/{game:str}/characters/{character:str}", responses=may_fail(404), weight=limits.DEAR)
    async def character(self, game: FromPath[str], character: FromPath[str]) -> CharacterTold:
        """A character that comes with the game, with their sheet."""
        return await asyncio.to_thread(ready_character, game_of(game), character)

    @get("/{game:str}/content/{kind:str}", responses=may_fail(404))
    async def content(self, game: FromPath[str], kind: FromPath[str]) -> list[dict[str, Any]]:
        """The entries of one kind that come with the game."""
        library = game_of(game).starter
        if kind not in library.shelves:
            raise NotFoundException(f"there is no kind {kind!r}; {there_are(kind, library.shelves)}")
        found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(list(library.all(kind))))
        return found

    @get("/{game:str}/schema", responses=may_fail(404))
    async def content_schema(self, game: FromPath[str]) -> dict[str, Any]:
        """The JSON Schema of content files."""
        return await asyncio.to_thread(content_schema_of, game_of(game))


@get("/protocol", tags=["games"], responses=may_fail())
async def protocol() -> dict[str, Any]:
    """The JSON Schema of all messages of the socket."""
    return await asyncio.to_thread(messages_schema, messages.VERSION)


@once
def content_schema_of(game: Game[Any]) -> dict[str, Any]:
    return schema(game.kinds, game.forms)


@once
def messages_schema(_: int) -> dict[str, Any]:
    return messages.schema()
