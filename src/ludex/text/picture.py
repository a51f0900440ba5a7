"""A picture of a fight for the README, drawn by the program itself: `python -m ludex.text.picture`."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import ludex.games.bluebox  # noqa: F401  # registers the game
from ludex.core.agenda import Command
from ludex.core.scene import GAMES
from ludex.core.scenefile import load_scene
from ludex.text import board, menu
from ludex.text.choosing import listed
from ludex.text.demo import told_by
from ludex.text.screen import Screen
from ludex.text.table import Table

SEED = 8
ROUND = 2
LINES = 9  # of the log
NIGHT = TerminalTheme(
    (18, 19, 24), (239, 231, 214),
    [(26, 28, 34), (229, 118, 90), (143, 181, 106), (217, 164, 65), (95, 168, 216), (180, 142, 173), (134, 191, 228),
     (239, 231, 214)],
)  # fmt: skip


def picture(path: Path, who: str = "tahra") -> None:
    """A screen in the middle of a fight: the log, the map, everybody at a glance, and the odds of an attack."""
    console = Console(record=True, width=118, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    table = halfway(Screen(console), who)
    table.sides = ("party",)
    table.fresh = table.log[-LINES:]
    board.show(table, who)
    being = table.scene.beings[who]
    console.print()
    table.screen.heading(f"{being.name}: {table.face.left(table.scene, being)}")
    prompt = menu.action_menu(table, being)
    listed(table, prompt)
    number = next(n for n, choice in enumerate(prompt.choices, 1) if choice.value.action.name == "attack")
    console.print(f"> {number}")
    entry = prompt.choices[number - 1].value
    found = list(menu.matching(table, being, entry.action, entry.fixed))
    weapon = next(command.arg("weapon") for command, refusal in found if refusal is None)
    listed(table, menu.values(table, being, "target", [pair for pair in found if pair[0].arg("weapon") == weapon]))
    drawn = console.export_svg(title="ludex play", theme=NIGHT, unique_id="fight")
    path.write_text(re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL), encoding="utf-8")  # loads nothing


def halfway(screen: Screen, who: str) -> Table:
    """The raid on the causeway, played by policies until somebody's turn comes in which there is something to hit."""
    game = GAMES["bluebox"]
    library = game.library()
    table = told_by(game, load_scene(library.scenes["broken_causeway_raid"], library), screen, "simple", SEED)
    table.live.perform(game.opening(table.live.scene) or Command("gm", "start_combat"))
    while not (table.live.open is None and _worth_a_picture(table, who)):
        table.catch_up()
        table.decide()
    table.catch_up()
    return table


def _worth_a_picture(table: Table, who: str) -> bool:
    scene = table.live.scene
    if table.game.to_act(scene) != who or scene.turns.round < ROUND:
        return False
    choices = menu.action_menu(table, scene.beings[who]).choices
    return any(choice.value.action.name == "attack" for choice in choices)


if __name__ == "__main__":
    picture(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/fight.svg"))
