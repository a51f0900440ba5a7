"""An adventure in a terminal: its words, its scenes, rests and travel, and where it goes on.

How far it has come is kept with the scene that was played last: in the header of its journal, and then in a line for
each rest, journey and chapter since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ludex.core.files.adventurefile import Adventure, Chapter
from ludex.core.files.adventures import adventure_at
from ludex.core.files.dayfile import Break, break_called
from ludex.core.files.journal import BESIDE
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
    """An adventure from its first chapter on."""
    led = adventure_for(options)
    options = replace(options, game=led.pack.manifest.game, folders=(*options.folders, led.path))
    screen.heading(led.adventure.title)
    return _through(Journey(options, led.adventure, led.path, led.adventure.chapter[0]), screen)


def go_on_through(table: Table) -> int:
    """An adventure that was left, from the scene that was played last."""
    far = table.adventure
    path = Path(far["pack"])
    adventure = adventure_at(path).adventure
    chapter = adventure.chapters.get(far["chapter"])
    if chapter is None:
        raise BadInput(f"{path}: the adventure was left in a chapter that it has no more ({far['chapter']!r})")
    options = Options(game=table.game.name, opponent=table.opponent, folders=table.folders, plain=table.screen.plain)
    journey = Journey(options, adventure, path, chapter, table, far["done"], far["won"], within=far["within"])
    return _through(journey, table.screen)


def _through(journey: Journey, screen: Screen) -> int:
    try:
        journey.to_the_end(screen)
    except Quit:
        if journey.table is not None:
            screen.say("The adventure is kept. `ludex play --text --resume` goes on right here.")
        raise
    screen.say("Here the adventure ends.")
    return 0


@dataclass(slots=True)
class Journey:
    """A party on its way through an adventure."""

    options: Options
    adventure: Adventure
    pack: Path
    chapter: Chapter
    table: Table | None = None  # of the scene that was played last
    done: int = 0  # so many parts of the chapter
    won: bool | None = None  # its scene
    within: bool = False  # its scene is on the table, and has not been played to its end

    def to_the_end(self, screen: Screen) -> None:
        while True:
            if not self.within:
                tell(screen, self.chapter)
            parts: list[Break | str] = [*self.chapter.before, *filter(None, [self.chapter.scene]), *self.chapter.after]
            for part in parts[self.done :]:
                if isinstance(part, str):
                    self._play(part, screen)
                elif self.table is not None:
                    pass_one(self.table, part)
                self._note(self.chapter, self.done + 1, self.won)
            ways = open_ways(self.chapter, self.won)
            if not ways:
                break
            self._note(self.adventure.chapters[ways[way_on(screen, ways)].to], 0, None)
        self._leave()

    def _play(self, scene: str, screen: Screen) -> None:
        if self.table is None or not self.within:
            self.table = self._set_up(scene, screen)
        begin(self.table)
        go_on(self.table)
        finish(self.table)
        game = self.table.game
        self.within, self.won = False, game.winner(self.table.live.scene) == game.sides[0]

    def _set_up(self, scene: str, screen: Screen) -> Table:
        game = GAMES[self.options.game]
        file = scene_named(game, game.library(*self.options.folders), scene)
        file = onward.taken_on(self.table, file) if self.table is not None else file
        sides = self.table.sides if self.table is not None else sides_for(self.options, screen, file.scene)
        self.within, self.won = True, None
        whole = {"pack": str(self.pack.resolve()), "title": self.adventure.title}
        there = set_up(self.options, file, sides, screen, whole | self._far())
        self._leave()
        return there

    def _leave(self) -> None:
        """What was played last is no longer gone on with."""
        if self.table is not None and self.table.place is not None:
            kept.finished(self.table.place)

    def _note(self, chapter: Chapter, done: int, won: bool | None) -> None:
        self.chapter, self.done, self.won = chapter, done, won
        if self.table is not None:
            self.table.live.note({BESIDE: self._far()})

    def _far(self) -> dict[str, Any]:
        return {"chapter": self.chapter.id, "done": self.done, "won": self.won, "within": self.within}


def pass_one(table: Table, what: Break) -> None:
    """A rest or a journey as a sensible party takes it, where somebody wants it."""
    if table.live.open is not None:
        go_on(table)  # it was left in the middle of it
    words = table.screen.read(f"Next: {break_called(what)}. Take it? (y/n) ").lower()
    if words in ("quit", "exit"):
        raise Quit
    if words in ("n", "no"):
        table.screen.say("Not taken: nothing comes of it.")
    else:
        _pass(table, partial(table.game.rest if what.rest else table.game.travel, kind=what.rest or what.travel))


def _pass(table: Table, take: Callable[[Any], Iterator[Command]]) -> None:
    live, game = table.live, table.game
    passing = Passing(live, take)
    try:
        while (command := passing.next(live)) is not None:
            live.perform(command, seat=GM)
            go_on(table, lambda: live.open is None and live.scene.mode != game.shape.fighting)
    except (Refused, BadInput, Failed) as fault:
        table.screen.fault(f"It goes no further: {table.seen.veiled(str(fault))}")
    table.catch_up()
    finish(table, fought=False)
