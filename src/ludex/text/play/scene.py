"""One scene at a table in a terminal: it is set up, played decision by decision, and it ends."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from ludex.core.files.journal import Journal, header_of
from ludex.core.files.scenefile import SceneFile
from ludex.core.kernel.procedure import Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Failed, Live, SealedDice, TypedDice
from ludex.opponents import thinks
from ludex.text.play import kept
from ludex.text.play.ending import ended_words
from ludex.text.play.starting import Options
from ludex.text.prompts import others
from ludex.text.prompts.commands import COMMANDS
from ludex.text.prompts.menu import next_command
from ludex.text.prompts.prompts import answer, passed_by, throw
from ludex.text.screen import Screen
from ludex.text.style import GOLD, QUIET
from ludex.text.table import board
from ludex.text.table.prompt import Changed
from ludex.text.table.table import Table

MOST_FAULTS = 3  # of a policy in a row; then somebody at the table decides


def seed_bytes(seed: int | None) -> bytes:
    """The seed of sealed dice: by luck, or from a number that somebody has chosen."""
    return secrets.token_bytes(32) if seed is None else sha256(f"ludex dice {seed}".encode()).digest()


def set_up(
    options: Options,
    file: SceneFile,
    sides: tuple[str, ...],
    screen: Screen,
    adventure: Mapping[str, Any] | None = None,
) -> Table:
    game, scene = file.game, file.scene
    seed = seed_bytes(options.seed)
    title = file.header.title or Path(file.where).stem
    header = header_of(
        game, scene, seed, options.typed_dice, title=title, sides=list(sides), opponent=options.opponent,
        folders=[str(folder.resolve()) for folder in options.folders], content=file.header.content, plain=options.plain,
        text=file.header.text, **({kept.ADVENTURE: adventure} if adventure else {}),
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
        seal = "" if screen.plain else f": {SealedDice(seed).seal[:16]}…"
        screen.say(f"The dice are sealed{seal} (`dice` tells more)", QUIET)
    screen.say("`help` lists what you can type at any time.", QUIET)
    if table.hold:
        screen.say("The machine plays the party, and the table stops before each of its commands: `hold` lets it run.")
    return table


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
            told = table.refused(fault) if isinstance(fault, Refused) else table.seen.veiled(str(fault))
            table.screen.fault(f"That cannot be done: {told}")


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


def finish(table: Table, fought: bool = True) -> None:
    """What happened last, who has won where there was a fight, and how everybody stands."""
    screen = table.screen
    screen.say()
    screen.lines(table.fresh)
    table.fresh = []
    if fought and (told := ended_words(table)):
        screen.say(told, "bold")
    screen.heading("How everybody stands", f"bold {GOLD}")
    board.standing(table)
    screen.say()
