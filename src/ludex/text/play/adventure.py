"""An adventure in a terminal: its words, its scenes, rests and travel, and where it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ludex.core.files.dayfile import Break, break_called
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Failed
from ludex.core.referee.passing import Passing
from ludex.text.play import kept, onward
from ludex.text.play.chapters import adventure_for, open_ways, sides_for, tell, way_on
from ludex.text.play.scene import begin, finish, go_on, set_up
from ludex.text.play.starting import Options, scene_named
from ludex.text.screen import Quit, Screen
from ludex.text.table.table import Table


def go_through(options: Options, screen: Screen) -> int:
    """An adventure, chapter after chapter: its words, its scene, rests and travel, and where it goes on."""
    led = adventure_for(options)
    game = GAMES[led.pack.manifest.game]
    options = replace(options, game=game.name, folders=(*options.folders, led.path))
    library = game.library(*options.folders)
    table: Table | None = None
    chapter = led.adventure.chapter[0]
    screen.heading(led.adventure.title)
    while True:
        tell(screen, chapter)
        if table is not None:
            pass_all(table, chapter.before)
        if chapter.scene:
            file = scene_named(game, library, chapter.scene)
            file = onward.taken_on(table, file) if table is not None else file
            sides = table.sides if table is not None else sides_for(options, screen, file.scene)
            table = set_up(options, file, sides, screen)
            play_through(table)
        won = None if table is None or not chapter.scene else game.winner(table.live.scene) == game.sides[0]
        if table is not None:
            pass_all(table, chapter.after)  # in which those who were beaten may come round
        ways = open_ways(chapter, won)
        if not ways:
            screen.say("Here the adventure ends.")
            return 0
        chapter = led.adventure.chapters[ways[way_on(screen, ways)].to]


def play_through(table: Table) -> None:
    try:
        begin(table)
        go_on(table)
        finish(table)
    except Quit:
        table.screen.say("The scene is kept, and `ludex play --text --resume` goes on with it; not the adventure.")
        raise
    if table.place is not None:
        kept.finished(table.place)


def pass_all(table: Table, breaks: Sequence[Break]) -> None:
    """Rests and travel as a sensible party takes them, where somebody wants them."""
    for what in breaks:
        called = break_called(what)
        if table.screen.read(f"Next: {called}. Take it? (y/n) ").lower() not in ("n", "no"):
            take = partial(table.game.rest if what.rest else table.game.travel, kind=what.rest or what.travel)
            pass_one(table, take)


def pass_one(table: Table, take: Callable[[Any], Iterator[Command]]) -> None:
    live, game = table.live, table.game
    passing = Passing(live, take)
    try:
        while (command := passing.next(live)) is not None:
            live.perform(command, seat=GM)
            go_on(table, lambda: live.open is None and live.scene.mode != game.shape.fighting)
    except (Refused, BadInput, Failed) as fault:
        table.screen.fault(f"It goes no further: {table.seen.veiled(str(fault))}")
    table.catch_up()
    finish(table)
