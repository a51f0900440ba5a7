"""`ludex play --text`: play a scene, decision by decision."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from ludex.core.content.content import ContentError
from ludex.core.files.dayfile import Break, break_called
from ludex.core.files.journal import Journal, JournalError, header_of
from ludex.core.files.scenefile import SceneFile
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Failed, Live, SealedDice, TypedDice
from ludex.core.referee.passing import Passing
from ludex.opponents import thinks
from ludex.text.echo import echo
from ludex.text.play import kept, onward
from ludex.text.play.chapters import adventure_for, open_ways, sides_for, tell, way_on
from ludex.text.play.demo import demo
from ludex.text.play.starting import (
    Options,
    check_names,
    choose_start,
    first_game,
    for_so_many,
    game_named,
    scene_named,
)
from ludex.text.prompts import others
from ludex.text.prompts.commands import COMMANDS
from ludex.text.prompts.menu import next_command
from ludex.text.prompts.prompts import answer, passed_by, throw
from ludex.text.screen import Quit, Screen, console_for
from ludex.text.style import GOLD, QUIET
from ludex.text.table import board
from ludex.text.table.prompt import Changed
from ludex.text.table.table import Table

MOST_FAULTS = 3  # of a policy in a row; then somebody at the table decides


def play(options: Options) -> int:
    """Exit codes: 0 fine, 2 bad input or a broken journal."""
    screen = Screen(console_for(options.plain), options.plain)
    try:
        if options.resume:
            table = kept.resume(screen)
            if not _play_on(table):
                return 0
            screen = table.screen
        if options.adventure:
            return go_through(options, screen)
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if not (options.demo or options.side == "none" or not terminal):
            return _play_new(options, screen)
        game = game_named(options) or first_game()
        library = game.library(*options.folders)
        check_names(options, game, library)
        if not options.demo and options.side != "none":
            echo("There is no terminal to play in, so a fight is shown, as with --demo.", err=True)
        file = for_so_many(scene_named(game, library, options.scene), library, options.party)
        return demo(game, file, screen, options.opponent, options.seed)
    except Quit:
        return 0
    except (BadInput, ContentError, JournalError, Refused, Failed) as fault:
        echo(f"ludex: {fault}", err=True)
        return 2


def _play_new(options: Options, screen: Screen) -> int:
    while True:
        game, file, sides = choose_start(options, screen)
        if not _play_on(set_up(options, file, sides, screen)):
            return 0
        options = replace(options, game=options.game or ("" if options.scene else game.name))
        if options.seed is not None:
            options = replace(options, seed=options.seed + 1)  # other dice this time


def seed_bytes(seed: int | None) -> bytes:
    """The seed of sealed dice: by luck, or from a number that somebody has chosen."""
    return secrets.token_bytes(32) if seed is None else sha256(f"ludex dice {seed}".encode()).digest()


def set_up(options: Options, file: SceneFile, sides: tuple[str, ...], screen: Screen) -> Table:
    game, scene = file.game, file.scene
    seed = seed_bytes(options.seed)
    title = file.header.title or Path(file.where).stem
    header = header_of(
        game, scene, seed, options.typed_dice, title=title, sides=list(sides), opponent=options.opponent,
        folders=[str(folder.resolve()) for folder in options.folders], content=file.header.content, plain=options.plain,
        text=file.header.text,
    )  # fmt: skip
    policies = kept.policies_for(game, scene, sides, options.opponent)
    place = kept.fresh_place(Path(file.where).stem)
    journal = Journal.create(place, header)
    live: Live[Any] = Live(game, scene, TypedDice() if options.typed_dice else SealedDice(seed), journal.note)
    table = Table(
        game, live, screen, title, sides, policies, game.policy("simple"), place, options.opponent,
        tuple(folder.resolve() for folder in options.folders), file.header.content, commands=COMMANDS,
    )  # fmt: skip
    table.text = file.header.text
    table.stood = scene
    screen.say(board.title_line(table))
    if file.header.text:
        screen.say(file.header.text, "italic")
    if not options.typed_dice:
        screen.say(f"The dice are sealed: {SealedDice(seed).seal[:16]}… (`dice` tells more)", QUIET)
    screen.say("`help` lists what you can type at any time.", QUIET)
    if table.hold:
        screen.say("The machine plays the party, and the table stops before each of its commands: `hold` lets it run.")
    return table


def _play_on(table: Table) -> bool:
    """Play this to its end, and the scenes to which the party is taken on; tells whether another game is wanted."""
    while True:
        wanted = _to_the_end(table)
        if isinstance(wanted, str):
            return wanted == onward.AGAIN
        typed = isinstance(table.live.dice, TypedDice)
        options = Options(
            opponent=table.opponent, folders=table.folders, typed_dice=typed, plain=table.screen.plain
        )  # fmt: skip
        table = set_up(options, wanted, table.sides, table.screen)


def _to_the_end(table: Table) -> SceneFile | str:
    """Play until nothing is left to do and nobody makes more of it; tells what is wanted then."""
    try:
        while True:
            begin(table)
            go_on(table)
            finish(table)
            try:
                wanted = onward.what_next(table)
            except Changed:
                continue
            except Quit:
                wanted = onward.LEAVE
            break
    except Quit:
        table.screen.say("The game is kept. `ludex play --text --resume` goes on right here.")
        raise
    if table.seed:
        table.screen.say(f"The dice: seed {table.seed}; its SHA-256 is the seal that was shown.", QUIET)
    if table.place is not None:
        kept.finished(table.place)
    return wanted


def begin(table: Table) -> None:
    """The command with which play begins, unless it has been given."""
    live = table.live
    opening = table.game.opening(live.scene)
    if opening is not None and live.open is None and len(live.boundaries) == 1:
        live.perform(opening)


def go_on(table: Table, enough: Callable[[], bool] = lambda: False) -> None:
    """One decision after the other, until nobody is to act any more, or it is enough."""
    faults = 0
    while True:
        table.catch_up()
        table.keep()
        if table.over or enough():
            return
        by_hand = faults >= MOST_FAULTS
        try:
            if not _asked(table, by_hand):
                if table.hold or others.lies_in_wait(table):
                    others.pause(table)
                with table.screen.thinking(thinks(table.opponent) and table.live.open is None):
                    table.decide()
            faults = 0
        except Changed:
            faults = 0
            begin(table)  # where the opening itself was taken back
        except (Refused, BadInput, Failed) as fault:
            faults += 1
            table.screen.fault(f"That cannot be done: {table.seen.veiled(str(fault))}")


def _asked(table: Table, by_hand: bool) -> bool:
    """Does somebody at the table decide this? Then ask them."""
    table.screen.ahead = ""
    request = table.live.open
    if isinstance(request, Roll):
        if isinstance(table.live.dice, TypedDice):
            throw(table, request)
            return True
        return False
    if request is not None:
        if by_hand or table.asks(request):
            if by_hand or not passed_by(table, request):
                answer(table, request)
            return True
        return False
    who = table.acting
    if not (by_hand or table.plays(who)):
        return False
    given = next_command(table, who, others.hint(table), lambda words: others.let_act(table, words))
    table.live.perform(given.command, force=given.force, waive=given.waive)
    return True


# ---------------------------------------------------------------- adventures


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


# ---------------------------------------------------------------- the end of a scene


def finish(table: Table) -> None:
    """What happened last, and how everybody stands."""
    screen = table.screen
    screen.say()
    screen.lines(table.fresh)
    table.fresh = []
    screen.heading("How everybody stands", f"bold {GOLD}")
    board.standing(table)
    screen.say()
