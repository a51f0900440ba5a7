"""A fight that plays itself and tells itself, round by round. A seed tells the very fight that it gives in the lab."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from ludex.core.files.scenefile import SceneFile
from ludex.core.foe.standing import UP, fate
from ludex.core.game import Game
from ludex.core.referee.live import Live
from ludex.core.referee.simulated import StreamDice
from ludex.opponents import named, policies, sides_of
from ludex.text.maps import places
from ludex.text.screen import Screen
from ludex.text.style import GOLD, QUIET
from ludex.text.table import board
from ludex.text.table.table import Table

MOST_DECISIONS = 5_000


def demo(game: Game[Any], file: SceneFile, screen: Screen, names: Mapping[str, str] | str, seed: int | None) -> int:
    """All sides by policies, every ruling told."""
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    table = told_by(game, file, screen, names, seed)
    screen.say(board.title_line(table) if not screen.plain else f"{game.title}. {table.title}.")
    if file.header.text:
        screen.say(file.header.text, QUIET)
    opening(table)
    if not tell(table):
        screen.say(f"Nobody gives way: the fight is called off after {MOST_DECISIONS} decisions.")
    screen.say()
    screen.heading("How everybody stands", f"bold {GOLD}")
    board.standing(table)
    screen.say()
    screen.say(f"Seed {seed}: the same seed tells the same fight.", QUIET)
    return 0


def told_by(game: Game[Any], file: SceneFile, screen: Screen, names: Mapping[str, str] | str, seed: int) -> Table:
    live: Live[Any] = Live(game, file.scene, StreamDice(seed))
    played = named(game, file.scene, names, own=True)
    chosen = policies(game, sides_of(game, file.scene), played, seed, own=True)
    return Table(game, live, screen, file.header.title or file.where, (), chosen, game.policy("simple"))


def opening(table: Table) -> None:
    """Where everybody stands, then the first command of the fight."""
    plan = table.face.plan(table.scene)
    if plan is not None and table.screen.plain:
        for who in table.scene.beings:
            table.screen.say(places.where(table.scene, plan, who))
    elif plan is not None:
        table.screen.say()
        board.show_map(table)
        table.screen.say()
    command = table.game.opening(table.live.scene)
    if command is not None:
        table.live.perform(command)


def tell(table: Table) -> bool:
    """Every decision until the end, told at once; tells whether there was an end."""
    begun = False
    for _ in range(MOST_DECISIONS):
        lines = table.catch_up()
        for line in lines:
            if line.rank == "turn" and not begun:
                table.screen.say()
                table.screen.heading(f"Round {table.live.shown.turns.round}", f"bold {GOLD}")
            begun = begun or bool(line.rank)
            if line.rank == "round":
                table.screen.say()
                table.screen.say(health(table), QUIET)
            table.screen.lines([line])
        if table.over:
            return True
        table.decide()
    return False


def tell_quietly(table: Table) -> bool:
    """The same for machines: everything goes to the log and nothing is printed."""
    command = table.game.opening(table.live.scene)
    if command is not None:
        table.live.perform(command)
    for _ in range(MOST_DECISIONS):
        table.catch_up()
        if table.over:
            return True
        table.decide()
    return False


def health(table: Table) -> str:
    """The first number of everybody who stands, in a line, as a round ends."""
    game, scene = table.game, table.live.shown
    parts = []
    for being in scene.beings.values():
        if fate(being.states, game.fates) != UP:
            continue
        (label, value), *_ = game.summary(scene, being)
        parts.append(f"{being.name} {label} {value}")
    return "Standing: " + ", ".join(parts)
