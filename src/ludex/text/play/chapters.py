"""The chapters of an adventure in a terminal: what is told of one, and where it goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludex.core.files.adventurefile import Chapter, Way
from ludex.core.files.adventures import Led, adventure_at, adventure_called, adventures_of
from ludex.core.game import GAMES
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.reading import is_pack
from ludex.text.play.starting import Back, Options, choose_sides, picked, sides_named
from ludex.text.screen import Screen
from ludex.text.style import QUIET


def adventure_for(options: Options) -> Led:
    """One that comes with a game by its id, or that of a pack."""
    if is_pack(Path(options.adventure)):
        return adventure_at(Path(options.adventure))
    games = [options.game] if options.game else list(GAMES)
    there = {name: game for game in games for name in adventures_of(game)}
    if options.adventure not in there:
        raise BadInput(f"there is no adventure {options.adventure!r}; {there_are(options.adventure, there)}")
    return adventure_called(there[options.adventure], options.adventure)


def sides_for(options: Options, screen: Screen, scene: Any) -> tuple[str, ...]:
    if options.side == "none":
        return ()
    while not options.side:
        try:
            return choose_sides(screen, scene)
        except Back:
            screen.say("There is no way back.")
    return sides_named(scene, options.side)


def tell(screen: Screen, chapter: Chapter) -> None:
    """Its title, what is read aloud, and what is handed out; nothing of what is for the game master alone."""
    screen.say()
    screen.heading(chapter.title)
    for words in paragraphs(chapter.say):
        screen.say(words)
    for paper in chapter.handouts:
        screen.say()
        screen.say(paper.title, "bold")
        for line in (paper.text or paper.description).strip().splitlines():
            screen.under(line, indent=3)
    for note in chapter.coach:
        screen.say(f"{note.title}: {note.words}", QUIET)
    screen.say()


def paragraphs(text: str) -> list[str]:
    """Empty lines part them, and where a line of the file ends says nothing."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def open_ways(chapter: Chapter, won: bool | None) -> list[Way]:
    """The ways that are open after how its scene ended."""
    return [way for way in chapter.next if not way.when or won is None or won == (way.when == "won")]


def way_on(screen: Screen, ways: Sequence[Way]) -> int:
    """The place of the way that is taken; nobody is asked where there is only one."""
    if len(ways) == 1:
        screen.say(ways[0].text)
        return 0

    def listed() -> None:
        screen.heading("Where does it go on?")
        for number, way in enumerate(ways, 1):
            screen.say(f"{number:>2} {way.text}")

    while True:
        try:
            return picked(screen, "on> ", [(way.text,) for way in ways], listed)
        except Back:
            screen.say("There is no way back.")
