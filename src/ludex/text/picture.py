"""A picture of a fight for the README, drawn by the program itself: `python -m ludex.text.picture [FILE SCENE WHO]`."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace
from pathlib import Path

from rich.terminal_theme import TerminalTheme

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.price import price_words
from ludex.text.play.demo import told_by
from ludex.text.prompts import menu, others
from ludex.text.prompts.choosing import listed
from ludex.text.screen import Screen
from ludex.text.table import board
from ludex.text.table.prompt import Choice
from ludex.text.table.table import Table
from ludex.text.terminal import Console

SEED = 8
ROUND = 2
LINES = 9  # of the log
NIGHT = TerminalTheme(
    (18, 19, 24), (239, 231, 214),
    [(26, 28, 34), (229, 118, 90), (143, 181, 106), (217, 164, 65), (95, 168, 216), (180, 142, 173), (134, 191, 228),
     (239, 231, 214)],
)  # fmt: skip


def picture(path: Path, scene: str = "broken_causeway_raid", who: str = "tahra") -> None:
    """A screen in the middle of a fight: the log, the map, everybody at a glance, and the odds of an attack."""
    console = Console(record=True, width=118, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    table = replace(halfway(Screen(console), scene, who), sides=("party",))
    table.fresh = table.log[-LINES:]
    board.show(table, who)
    being = table.scene.beings[who]
    console.print()
    table.screen.heading(f"{being.name}: {price_words(table.face.left(table.scene, being))}")
    prompt = menu.action_menu(table, being, others.hint(table))
    listed(table, prompt)
    number = next(n for n, choice in enumerate(prompt.choices, 1) if _is_attack(choice))
    console.print(f"> {number}")
    entry = prompt.choices[number - 1].value
    *before, last = [arg.name for arg in entry.action.args]
    fixed = entry.fixed
    for name in before[len(fixed) :]:  # the first of each is as good as any
        found = menu.matching(table, being, entry.action, fixed)
        fixed = (*fixed, next(command.arg(name) for command, refusal in found if refusal is None))
    listed(table, menu.values(table, being, last, list(menu.matching(table, being, entry.action, fixed))))
    drawn = console.export_svg(title="ludex play", theme=NIGHT, unique_id="fight")
    path.write_text(re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL), encoding="utf-8")  # loads nothing


def halfway(screen: Screen, scene: str, who: str) -> Table:
    """A scene, played by policies until somebody's turn comes in which there is something to hit."""
    file = load_scene(Path(scene))
    table = told_by(file.game, file, screen, "simple", SEED)
    opening = file.game.opening(table.live.scene)
    if opening is not None:
        table.live.perform(opening)
    while not (table.live.open is None and _worth_a_picture(table, who)):
        if table.over:
            raise BadInput(f"{who} never comes to strike a blow in {scene}")
        table.catch_up()
        table.decide()
    table.catch_up()
    return table


def _worth_a_picture(table: Table, who: str) -> bool:
    scene = table.live.scene
    if table.game.to_act(scene) != who or scene.turns.round < ROUND:
        return False
    return any(map(_is_attack, menu.action_menu(table, scene.beings[who]).choices))


def _is_attack(choice: Choice) -> bool:
    return "attack" in choice.value.action.tags and bool(choice.value.action.args)


if __name__ == "__main__":
    picture(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/fight.svg"), *sys.argv[2:4])
