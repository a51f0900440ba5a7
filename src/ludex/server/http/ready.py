"""Characters that come with a game, as one reads them before choosing whom to play."""

from __future__ import annotations

from typing import Any

from litestar.exceptions import NotFoundException

from ludex.core.content.content import read_toml
from ludex.core.files.heroes import heroes
from ludex.core.files.scenefile import by_difficulty, scene_from
from ludex.core.game import Game
from ludex.core.kernel.english import there_are
from ludex.server.http.asking import Made
from ludex.table.document.answered import SheetSection
from ludex.table.document.show_beings import sheet

WHERE = "At"  # where they stand is said of nobody who has yet to come to a table


class CharacterTold(Made, frozen=True, kw_only=True):
    """A character that comes with the game: what is said of them, and their sheet."""

    id: str
    name: str
    text: str
    sections: list[SheetSection]


def ready_character(game: Game[Any], character: str) -> CharacterTold:
    """As they stand at the beginning of a fight, alone on the board of the game's easiest scene."""
    known = {entry.id: entry for entry in game.starter.all("character")}
    if character not in known:
        raise NotFoundException(f"there is no character {character!r}; {there_are(character, known)}")
    entry = known[character]
    tables = read_toml(by_difficulty(game.starter.scenes)[0])
    first = heroes(game, game.starter, tables)[0]
    alone = {
        "game": game.name, "board": tables["board"], "beings": {character: {"at": tables["beings"][first.id]["at"]}},
    }  # fmt: skip
    scene = scene_from(alone, character, game.starter).scene
    sections = sheet(game, scene, scene.beings[character], "exact")["sections"]
    for section in sections:
        section["rows"] = [row for row in section["rows"] if row["label"] != WHERE]
    return CharacterTold(id=character, name=entry.name, text=entry.text, sections=sections)
