"""Hexes as arguments: where to go, where to throw. By coordinates, or from those that are worth a look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ludex.core.action import Action
from ludex.core.agenda import Command
from ludex.core.board.hex import Cell, direction_name
from ludex.core.plain import Plain
from ludex.core.ruling import BadInput, Refusal, Refused
from ludex.text import oddsline, places
from ludex.text.board import show_map
from ludex.text.choosing import Choice, Chosen, Prompt, choose, confirm
from ludex.text.table import Table

MOST_LISTED = 12


def are_places(values: Iterable[Plain]) -> bool:
    """Are these hexes, or paths of hexes?"""
    listed = list(values)
    return bool(listed) and all(is_cell(value) or is_path(value) for value in listed)


def is_cell(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def is_path(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(is_cell(part) for part in value)


def pick_place(
    table: Table, being: Any, action: Action, name: str, found: list[tuple[Command, Refusal | None]]
) -> Chosen | None:
    """A command of this action with a hex; nothing when somebody goes back."""
    allowed = {_end(command.arg(name)): command for command, refusal in found if refusal is None}
    moves = "move" in action.tags
    if not table.screen.plain:
        labels = {cell: _label(table, being, command) if moves else "o" for cell, command in allowed.items()}
        show_map(table, being.id, labels=labels)
    choices = [_choice(table, being, command, why, moves) for command, why in _listed(table, being, action, allowed)]
    typed = None

    def read(words: str, force: bool) -> Command | None:
        nonlocal typed
        cells = places.read_cells(words)
        if not cells:
            return None
        typed = _command(table, being, action, name, cells, allowed, found)
        refusal = table.game.refusal(table.scene, typed)
        if refusal is not None and not force:
            raise Refused(refusal)
        return typed

    while True:
        chosen = choose(
            table, Prompt(choices, hint="a hex as q,r" + (" or a path of them" if moves else ""), typed=read)
        )
        if chosen is None:
            return None
        command = cast(Command, chosen.value)
        if chosen.force or command is not typed or not moves or _agreed(table, being, command):
            return chosen


def _end(value: Plain) -> Cell:
    return cast(Cell, value if is_cell(value) else cast(tuple[Plain, ...], value)[-1])


def _label(table: Table, being: Any, command: Command) -> str:
    return table.face.price(table.scene, being, command).split(" ")[0]


def _listed(table: Table, being: Any, action: Action, allowed: dict[Cell, Command]) -> list[tuple[Command, str]]:
    """What the game suggests; else all where they are few, or the hexes where somebody stands."""
    suggested = [(s.command, s.why) for s in table.face.suggestions(table.scene, being, action)]
    if suggested:
        return suggested
    if len(allowed) <= MOST_LISTED:
        return [(command, "") for command in allowed.values()]
    plan = table.face.plan(table.scene)
    occupied = plan.places.items() if plan is not None else ()
    found: dict[Cell, list[str]] = {}
    for who, cells in sorted(occupied, key=lambda pair: table.side_of(pair[0]) == being.side):  # others first
        if cells[0] in allowed:
            found.setdefault(cells[0], []).append(table.scene.beings[who].name)
    stands = [
        (cell, f"where {', '.join(names)} stand{'s' if len(names) == 1 else ''}") for cell, names in found.items()
    ]
    return [(allowed[cell], why) for cell, why in stands]


def _choice(table: Table, being: Any, command: Command, why: str, moves: bool) -> Choice:
    scene = table.scene
    value = next(v for _, v in command.args if is_cell(v) or is_path(v))
    end = _end(value)
    plan = table.face.plan(scene)
    start = plan.places[being.id][0] if plan is not None and being.id in plan.places else end
    away = places.steps(start, value) if is_path(value) else direction_name(start, end)  # type: ignore[arg-type]
    choice = Choice(f"{places.cell_words(end)} {away}", command, table.face.price(scene, being, command), why)
    choice.command = command
    if moves:
        choice.warning = warning(table, command)
    else:
        odds = table.odds(command)
        line = oddsline.short(table.game, scene, odds) if odds is not None else ""
        choice.note = "\n".join(part for part in (why, line) if part)
    return choice


def warning(table: Table, command: Command) -> str:
    """What strikes a move may draw, if everybody who can takes its Reaction; and what the ground does."""
    odds = table.odds(command, provoked=True)
    if odds is None:
        return ""
    names = oddsline.strikers(table.scene, odds)
    told = oddsline.short(table.game, table.scene, odds)
    if names:
        told = told or "nothing comes of it"
        return (
            f"may draw a Reaction from {' and '.join(names)}: {told}\n{oddsline.assumed(table.game, table.scene, odds)}"
        )
    return f"on the way: {told}" if odds.rolled and told else ""


def _command(
    table: Table,
    being: Any,
    action: Action,
    name: str,
    cells: tuple[Cell, ...],
    allowed: dict[Cell, Command],
    found: list[tuple[Command, Refusal | None]],
) -> Command:
    if len(cells) == 1 and cells[0] in allowed:
        return allowed[cells[0]]
    plan = table.face.plan(table.scene)
    if plan is not None:
        for cell in cells:
            if cell not in plan.board.cells:
                raise BadInput(f"{places.cell_words(cell)} is not on the map")
    like = found[0][0]
    value: Plain = cells if is_path(like.arg(name)) else cells[0]
    return Command(being.id, action.name, [(key, value if key == name else old) for key, old in like.args])


def _agreed(table: Table, being: Any, command: Command) -> bool:
    """Tell a typed move's way and price; ask only where it may draw something."""
    value = next(v for _, v in command.args if is_path(v))
    plan = table.face.plan(table.scene)
    start = plan.places[being.id][0] if plan is not None else cast(Cell, cast(tuple[Plain, ...], value)[0])
    price = table.face.price(table.scene, being, command)
    table.screen.say(f"{places.steps(start, cast(tuple[Cell, ...], value))}; {price}")
    danger = warning(table, command)
    if not danger:
        return True
    table.screen.fault(danger)
    return confirm(table, "Go there?")
