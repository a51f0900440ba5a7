"""Games that are kept on disk, each in a journal of its own: where they lie, and how a game goes on from there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import ContentError, Library
from ludex.core.files.journal import BESIDE, BOUNDARY, Journal, JournalError, read_lines
from ludex.core.files.journal import resume as resumed
from ludex.core.foe.deciding import Policy
from ludex.core.game import GAMES, Game, game_of
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.face import Line
from ludex.opponents import SECONDS, policies, sides_of
from ludex.text.naming import instead
from ludex.text.prompts.commands import COMMANDS
from ludex.text.screen import Quit, Screen, console_for
from ludex.text.style import QUIET, count
from ludex.text.table import board
from ludex.text.table.table import Table

MOST_SHOWN = 12  # lines of the log when a game goes on
MOST_OFFERED = 10  # games that are listed at once
ADVENTURE = "adventure"  # in the header: of which a scene is, and how far one had come when it began
UNFINISHED, FINISHED = ".journal", ".finished"  # how the names of journals end


def home() -> Path:
    chosen = os.environ.get("LUDEX_HOME")
    return Path(chosen) if chosen else Path.home() / ".local" / "state" / "ludex"


def fresh_place(name: str) -> Path:
    """Where a new game is kept."""
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}"
    found, number = home() / f"{stem}{UNFINISHED}", 1
    while found.exists():
        number += 1
        found = home() / f"{stem}-{number}{UNFINISHED}"
    return found


def finished(place: Path) -> None:
    """The game in this journal is over, and no longer offered."""
    place.rename(place.with_suffix(FINISHED))


def unfinished() -> list[Path]:
    """The games that are not over, the one that was played last first."""
    return sorted(home().glob(f"*{UNFINISHED}"), key=lambda place: (-place.stat().st_mtime_ns, place.name))


class Kept(NamedTuple):
    """A game that is not over: how far it has come, or why it cannot be gone on with."""

    place: Path
    told: str
    fault: str = ""


def choose_kept(screen: Screen) -> Path:
    """The game that is gone on with: the only one, or one of a list. Those that can be opened come first."""
    shown = MOST_OFFERED
    while True:
        places = unfinished()
        if not places:
            raise BadInput(f"there is no game to go on with in {home()}")
        if len(places) == 1:
            return places[0]
        games = sorted(map(_kept, places[:shown]), key=lambda game: bool(game.fault))
        screen.heading("Go on with which game?")
        screen.say(f"They lie in {home()} (LUDEX_HOME names another folder).", QUIET)
        for number, game in enumerate(games, 1):
            words = f"{game.told}; {game.fault}" if game.fault else game.told
            screen.say(
                f"{number:>2} {words}" if not screen.plain else f"{number}. {words}.", QUIET if game.fault else ""
            )
        more = f" `more` lists the {len(places) - shown} that are older," if len(places) > shown else ""
        screen.say(f"Enter goes on with the first,{more} `discard NUMBER` throws one away, `quit`.", QUIET)
        words = screen.read("resume> ").lower() or "1"
        if words in ("quit", "exit", "q"):
            raise Quit
        meant = words.removeprefix("discard").strip()
        if words == "more":
            shown = len(places)
        elif not meant.isdigit() or not 1 <= int(meant) <= len(games):
            screen.fault(instead(words, f"a number from 1 to {len(games)}", "`discard NUMBER`", "`quit`"))
        elif meant == words:
            return games[int(meant) - 1].place
        else:
            games[int(meant) - 1].place.unlink()


def _kept(place: Path) -> Kept:
    """`The Burning Tower (Cloudbreaker Alliance), party, Round 2, 14 commands, left on 2026-03-01 at 20:15`"""
    when = datetime.fromtimestamp(place.stat().st_mtime)
    left = f"left on {when:%Y-%m-%d} at {when:%H:%M}"
    told = place.name
    try:
        lines, _ = read_lines(place)
        head = lines[0] if lines else {}
        library = _library(head, place)
        whole = f"{head[ADVENTURE]['title']}: " if ADVENTURE in head else ""
        told = f"{whole}{head['title']} ({GAMES[head['game']].title}), {' and '.join(head['sides'])}"
        live = resumed(lines, library, str(place)).live
    except JournalError as fault:
        return Kept(place, f"{told}, {left}", f"it cannot be opened: {str(fault).removeprefix(f'{place}, ')}")
    game = game_of(live.scene)
    shown = game.view(live.shown, head["sides"][0] if len(head["sides"]) == 1 else GM)
    when_in_game = [f"{label} {value}" for label, value in game.face().situation(shown)[:1]]
    given = sum("command" in line and "interject" not in line for line in lines)
    far = ", ".join([*when_in_game, count(given, "command")])
    return Kept(place, f"{told}, {far}, {left}")


def read_before(log: list[Any], place: Path) -> list[Line]:
    """What was read of a game, as its journal has it."""
    try:
        return read(log, list[Line])
    except msgspec.ValidationError as fault:
        raise JournalError(f"{place}: the log cannot be read: {fault}") from None


def policies_for(game: Game[Any], scene: Any, sides: Sequence[str], opponent: str, seed: int = 0) -> dict[str, Policy]:
    """Who plays the sides that nobody at the table plays, and answers for the game master."""
    others = [side for side in sides_of(game, scene) if side not in sides]
    return policies(game, others, dict.fromkeys(others, opponent), seed, SECONDS)


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
    """A game exactly where it was left, in the middle of a question if need be; plain if it was played so."""
    place = choose_kept(screen)
    lines, torn = read_lines(place)
    head = lines[0] if lines else {}
    going = resumed(lines, _library(head, place), str(place), Going(place).note)
    live = going.live
    if head.get("plain") and not screen.plain:
        screen = Screen(console_for(plain=True), plain=True)
    sides = tuple(head["sides"])
    game = game_of(live.scene)
    policies = policies_for(game, live.scene, sides, head["opponent"], seed=len(lines))
    table = Table(
        game, live, screen, head["title"], sides, policies, game.policy("simple"), place, head["opponent"],
        tuple(map(Path, head["folders"])), head["content"], commands=COMMANDS,
    )  # fmt: skip
    table.log = read_before(going.log, place)
    noted = len(table.log)
    table.catch_up()
    if going.changed:
        going.first["log"] = [list(line) for line in table.log[noted:]]
        noted = len(table.log)
    table.noted = noted
    table.fresh = table.log[-MOST_SHOWN:]
    stands = going.changed or BOUNDARY in lines[-1] or len(live.boundaries) == 1
    table.stood = live.scene if stands else None  # a journal of an earlier version has no boundaries yet
    table.text = head.get("text", "")
    since = [line[BESIDE] for line in lines if BESIDE in line]
    table.adventure = {**head.get(ADVENTURE, {}), **(since[-1] if since else {})}
    screen.say(board.title_line(table))
    if torn:
        screen.say("The last line of the journal was cut off while it was written, and is left out.")
    if going.changed:
        screen.say(f"Since you left, something has changed: {going.changed}. The game goes on from where it stood.")
    if going.cut:
        screen.say(f"Not all that was done could be taken along ({going.cut}).")
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
