"""Adventures of packs, and those that come with the games, made ready for a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from ludex.core.content.content import read_toml
from ludex.core.files.adventures import Led, adventure_called, adventures_of
from ludex.core.files.heroes import heroes
from ludex.core.files.packs import Pack
from ludex.core.game import GAMES, Game
from ludex.core.pack.parts import ADVENTURE, PICTURES, is_picture
from ludex.server.http.asking import Made
from ludex.server.http.scene_lines import ReadyHero
from ludex.server.http.tables import plain_toml
from ludex.table.campaign.adventures import BringAdventure


class ReadyAdventure(Made, frozen=True, kw_only=True):
    """An adventure that comes with the game: for how many, how long, and who goes on it."""

    id: str
    title: str
    text: str
    least: int
    most: int
    chapters: int
    heroes: list[ReadyHero]


def adventures_told(game: Game[Any]) -> list[ReadyAdventure]:
    return [_told(game, id, adventure_called(game.name, id)) for id in adventures_of(game.name)]


def _told(game: Game[Any], id: str, led: Led) -> ReadyAdventure:
    """Those go on it who are in its first scene."""
    found, library = led.adventure, game.library(led.path)
    scenes = scenes_for(led.pack)
    first = next(iter(found.scenes), "")
    return ReadyAdventure(
        id=id, title=found.title, text=found.text.strip(), least=found.players[0], most=found.players[1],
        chapters=len(found.chapter),
        heroes=[
            ReadyHero(id=hero.id, name=hero.name, character=hero.character)
            for hero in heroes(game, library, scenes.get(first, {}))
        ],
    )  # fmt: skip


def scenes_for(pack: Pack, below: Sequence[Pack] = ()) -> dict[str, dict[str, Any]]:
    """The scenes of its adventure by name: its own, those of what it needs, and those of the game."""
    adventure = pack.adventure
    names = adventure.scenes if adventure is not None else []
    there = {name: tables for one in (*below, pack) for name, tables in one.scenes().items()}
    of_game = GAMES[pack.manifest.game].starter.scenes
    there |= {name: read_toml(of_game[name]) for name in names if name in of_game and name not in there}
    return {name: there[name] for name in names if name in there}


def adventure_doing(
    pack: Pack, hashes: Mapping[str, str], scenes: Mapping[str, Mapping[str, Any]]
) -> BringAdventure | None:
    """What brings the adventure of a pack to a table, where it has one."""
    if pack.adventure is None:
        return None
    named = {name: hashes[f"{PICTURES}{name}"] for name in paper_pictures(pack) if f"{PICTURES}{name}" in hashes}
    return BringAdventure(
        adventure=plain_toml(pack.tables[ADVENTURE]), scenes={name: dict(scene) for name, scene in scenes.items()},
        pictures=named,
    )  # fmt: skip


def paper_pictures(pack: Pack) -> list[str]:
    """The pictures of its handouts, each once."""
    papers = pack.adventure.papers if pack.adventure is not None else []
    return list(dict.fromkeys(paper.picture for _, _, paper in papers if paper.picture))


def hashes_of(pack: Pack) -> dict[str, str]:
    """Its pictures as a table calls them."""
    return {name: sha256(data).hexdigest() for name, data in pack.parts.items() if is_picture(name)}
