"""`ludex play --text`: play a scene, decision by decision."""

from __future__ import annotations

import sys
from dataclasses import replace

from ludex.core.content.content import ContentError
from ludex.core.files.adventures import Led
from ludex.core.files.journal import JournalError
from ludex.core.files.scenefile import SceneFile
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Failed, TypedDice
from ludex.text.echo import echo
from ludex.text.play import kept, onward
from ludex.text.play.adventure import go_on_through, go_through
from ludex.text.play.demo import demo
from ludex.text.play.scene import begin, finish, go_on, set_up
from ludex.text.play.starting import (
    Options,
    check_names,
    choose_start,
    first_game,
    for_so_many,
    game_named,
    scene_named,
)
from ludex.text.screen import Quit, Screen, console_for
from ludex.text.style import QUIET
from ludex.text.table.prompt import Changed
from ludex.text.table.table import Table


def play(options: Options) -> int:
    """Exit codes: 0 fine, 2 bad input or a broken journal."""
    screen = Screen(console_for(options.plain), options.plain)
    try:
        if options.resume:
            table = kept.resume(screen)
            if table.adventure:
                return go_on_through(table)
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
        start = choose_start(options, screen)
        if isinstance(start, Led):
            return go_through(replace(options, adventure=str(start.path)), screen)
        game, file, sides = start
        if not _play_on(set_up(options, file, sides, screen)):
            return 0
        options = replace(options, game=options.game or ("" if options.scene else game.name))
        if options.seed is not None:
            options = replace(options, seed=options.seed + 1)  # other dice this time


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
