"""Games that are kept on disk: where the journal lies, and how a game goes on from it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ludex.core.content import ContentError, Library
from ludex.core.game import Game, Policy
from ludex.core.journal import Journal, JournalError, read_lines, replay
from ludex.core.procedure import GM
from ludex.core.ruling import BadInput
from ludex.core.scene import GAMES
from ludex.opponents import policy
from ludex.text import board
from ludex.text.screen import Screen
from ludex.text.style import QUIET
from ludex.text.table import Table, sides_in

MOST_SHOWN = 12  # lines of the log when a game goes on


def home() -> Path:
    chosen = os.environ.get("LUDEX_HOME")
    return Path(chosen) if chosen else Path.home() / ".local" / "state" / "ludex"


def last_place() -> Path:
    return home() / "last.journal"


def fresh_place() -> Path:
    """Where a new game is kept; the one before is put aside under its date."""
    place = last_place()
    if place.exists():
        when = datetime.fromtimestamp(place.stat().st_mtime)
        aside = place.with_name(f"{when:%Y-%m-%d-%H%M%S}.journal")
        number = 1
        while aside.exists():
            number += 1
            aside = place.with_name(f"{when:%Y-%m-%d-%H%M%S}-{number}.journal")
        place.rename(aside)
    return place


def policies_for(game: Game[Any], scene: Any, sides: Sequence[str], opponent: str, seed: int = 0) -> dict[str, Policy]:
    """Who plays the sides that nobody at the table plays. The last of them answers for the game master too."""
    found = {side: policy(game, opponent, seed + n) for n, side in enumerate(sides_in(scene)) if side not in sides}
    return {**found, GM: list(found.values())[-1]} if found else found


class Going:
    """The journal of a game that goes on. Nothing on disk is touched before there is something new to write."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.journal: Journal | None = None

    def note(self, entry: dict[str, Any]) -> None:
        if self.journal is None:
            leave_out_the_tail(self.place)
            self.journal = Journal.go_on(self.place)
        self.journal.note(entry)


def leave_out_the_tail(place: Path) -> None:
    """A last line that was cut off while it was written."""
    whole = place.read_bytes().rfind(b"\n") + 1
    with place.open("r+b") as file:
        file.truncate(whole)


def resume(screen: Screen) -> Table:
    """The last game, exactly where it was left: in the middle of a question if need be."""
    place = last_place()
    if not place.exists():
        raise BadInput(f"there is no game to go on with: {place} does not exist")
    lines, torn = read_lines(place)
    head = lines[0] if lines else {}
    live = replay(lines, _library(head, place), str(place), Going(place).note)
    sides = tuple(head["sides"])
    policies = policies_for(live.game, live.scene, sides, head["opponent"], seed=len(lines))
    table = Table(live.game, live, screen, head["title"], sides, policies, live.game.policy("simple"))
    table.catch_up()
    table.fresh = table.fresh[-MOST_SHOWN:]
    screen.say(board.title_line(table))
    if torn:
        screen.say("The last line of the journal was cut off while it was written, and is left out.")
    screen.say(f"Going on where you left, after {len(lines) - 1} lines of the journal.", QUIET)
    return table


def _library(head: dict[str, Any], place: Path) -> Library:
    """The content that the game was played with."""
    game = GAMES.get(str(head.get("game", "")))
    missing = [key for key in ("title", "sides", "opponent", "folders", "content") if key not in head]
    if game is None or missing:
        raise JournalError(f"{place}, line 1: expected the header of a game that was played here")
    try:
        library = game.library(*map(Path, head["folders"]))
        if head["content"]:
            library = library.copy()
            library.add(head["content"], str(place))
    except (ContentError, TypeError) as fault:
        raise JournalError(f"{place}, line 1: the content cannot be read: {fault}") from None
    return library
