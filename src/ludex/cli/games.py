"""`ludex games`: which games there are, read from their folders; none is imported for it."""

from __future__ import annotations

import json
from typing import NamedTuple

from ludex.core.book.rulebook import RULES, Rulebook
from ludex.core.kernel.games import GAMES
from ludex.core.pack.parts import ADVENTURE
from ludex.core.pack.reading import scenes_in
from ludex.text.echo import echo


class Listed(NamedTuple):
    name: str
    title: str
    pitch: str
    version: int
    rules: int
    options: int
    scenes: list[str]
    adventures: list[str]


def list_games(as_json: bool) -> None:
    games = [listed(name) for name in GAMES]
    if as_json:
        echo(json.dumps([game._asdict() for game in games], ensure_ascii=False, indent=2))
        return
    for game in games:
        echo(f"{game.name}: {game.title}, {game.rules} rules, {game.options} options")
        if game.pitch:
            echo(f"  {game.pitch}")
        echo(f"  scenes: {', '.join(game.scenes)}")
        if game.adventures:
            echo(f"  adventures: {', '.join(game.adventures)}")


def listed(name: str) -> Listed:
    home = GAMES.home(name)
    book = Rulebook.load(home / RULES)
    meta, scenes = book.meta, sorted(scenes_in(home / "content"))
    adventures = sorted(path.parent.name for path in home.glob(f"adventures/*/{ADVENTURE}"))
    return Listed(name, meta.called, meta.pitch, meta.version, len(book.rules), len(book.options), scenes, adventures)
