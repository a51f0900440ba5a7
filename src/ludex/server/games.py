"""The games: what there is to play, their rules, content and the shapes of files. For anybody."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

from ludex.core.content import read_toml, schema
from ludex.core.game import Game
from ludex.core.rulebook import Option, Rule
from ludex.core.scene import GAMES
from ludex.server import messages
from ludex.server.asking import Made
from ludex.server.faults import may_fail

Words = Annotated[str, QueryParameter(max_length=200)]


class ReadyScene(Made, frozen=True, kw_only=True):
    id: str
    title: str
    text: str


class ReadyCharacter(Made, frozen=True, kw_only=True):
    id: str
    name: str
    text: str


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
    characters: list[ReadyCharacter]
    kinds: list[str]
    policies: list[str]


class RuleLine(Made, frozen=True, kw_only=True):
    id: str
    title: str
    where: str
    kind: str


class RuleTold(Made, frozen=True, kw_only=True):
    rule: Rule
    options: list[Option]


def game_of(name: str) -> Game[Any]:
    if name not in GAMES:
        raise NotFoundException(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]


_told: dict[str, GameTold] = {}


def game_told(game: Game[Any]) -> GameTold:
    """What is told of a game does not change while the server runs."""
    if game.name not in _told:
        library = game.starter
        scenes = []
        for name, path in library.scenes.items():
            tables = read_toml(path)
            scenes.append(ReadyScene(id=name, title=str(tables.get("title", name)), text=str(tables.get("text", ""))))
        _told[game.name] = GameTold(
            name=game.name,
            title=game.title,
            pitch=game.pitch,
            version=game.version,
            sides=list(game.sides),
            rules=len(game.rulebook.rules),
            options=list(game.rulebook.options.values()),
            scenes=scenes,
            characters=[
                ReadyCharacter(id=entry.id, name=entry.name, text=entry.text) for entry in library.all("character")
            ],
            kinds=list(library.shelves),
            policies=[*game.policies, "random"],
        )
    return _told[game.name]


class Games(Controller):
    path = "/games"
    tags = ["games"]

    @get("/", responses=may_fail())
    async def games(self) -> list[GameTold]:
        """All games."""
        return [game_told(game) for game in GAMES.values()]

    @get("/{game:str}", responses=may_fail(404))
    async def game(self, game: FromPath[str]) -> GameTold:
        """One game."""
        return game_told(game_of(game))

    @get("/{game:str}/rules", responses=may_fail(404))
    async def rules(
        self, game: FromPath[str], words: Annotated[str, QueryParameter(max_length=200)] = ""
    ) -> list[RuleLine]:
        """The rules in which every word begins some word, those named by id or title first; all without words."""
        book = game_of(game).rulebook
        found = book.search(words) if words.strip() else list(book.rules.values())
        return [RuleLine(id=rule.id, title=rule.title, where=rule.where, kind=rule.kind) for rule in found]

    @get("/{game:str}/rules/{rule:str}", responses=may_fail(404))
    async def rule(self, game: FromPath[str], rule: FromPath[str]) -> RuleTold:
        """One rule in full, and the options about it."""
        book = game_of(game).rulebook
        if rule not in book.rules:
            raise NotFoundException(f"there is no rule {rule!r}")
        return RuleTold(rule=book.rules[rule], options=book.options_about(rule))

    @get("/{game:str}/content/{kind:str}", responses=may_fail(404))
    async def content(self, game: FromPath[str], kind: FromPath[str]) -> list[dict[str, Any]]:
        """The entries of one kind that come with the game."""
        library = game_of(game).starter
        if kind not in library.shelves:
            raise NotFoundException(f"there is no kind {kind!r}; there are: {', '.join(library.shelves)}")
        found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(list(library.all(kind))))
        return found

    @get("/{game:str}/schema", responses=may_fail(404))
    async def content_schema(self, game: FromPath[str]) -> dict[str, Any]:
        """The JSON Schema of content files."""
        return schema(game_of(game).kinds)


@get("/protocol", tags=["games"], responses=may_fail())
async def protocol() -> dict[str, Any]:
    """The JSON Schema of all messages of the socket."""
    return messages.schema()
