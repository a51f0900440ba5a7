"""The beings at a glance, and the whole sheet of one."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludex.core.game import Game
from ludex.core.scene import Condition
from ludex.text.style import EMBER, GOLD, QUIET, bar, side_style


def order(scene: Any) -> list[Any]:
    """Everybody in the order of turns; those without one last."""
    place = {who: number for number, who in enumerate(scene.turns.order)}
    return sorted(scene.beings.values(), key=lambda being: place.get(being.id, len(place)))


def fraction(value: str) -> tuple[int, int] | None:
    """`18/27 +3` as 18 of 27."""
    found = re.match(r"(\d+)/(\d+)", value)
    return (int(found[1]), int(found[2])) if found else None


def conditions(being: Any) -> str:
    """The names of all conditions, several causes counted."""
    names: dict[str, int] = {}
    for condition in being.conditions:
        names[condition.name] = names.get(condition.name, 0) + 1
    return ", ".join(f"{name} ×{times}" if times > 1 else name for name, times in names.items())


def until(scene: Any, condition: Condition) -> str:
    """A condition with its source and its end."""
    source = scene.beings[condition.source].name if condition.source in scene.beings else condition.source
    end = condition.until
    parts = [f"from {source}"] if source else []
    if end is not None:
        of = f" of {scene.beings[end.of].name}" if end.of in scene.beings else ""
        parts.append(f"until {end.when}{of}" + (f", {end.turns} times" if end.turns > 1 else ""))
    return condition.name + (f" ({', '.join(parts)})" if parts else "")


# ---------------------------------------------------------------- at a glance


def glance(game: Game[Any], scene: Any, marks: dict[str, str], acting: str, wide: bool) -> RenderableType:
    """Everybody in a line each; beside a map, in two."""
    return _cards(game, scene, marks, acting) if wide else _table(game, scene, marks, acting)


def _name(being: Any, marks: dict[str, str], acting: str) -> Text:
    lead = "»" if being.id == acting else " "
    style = f"bold {GOLD}" if being.id == acting else side_style(being.side)
    return Text.assemble((f"{lead}{marks[being.id]} ", style), (being.name, style))


def _table(game: Game[Any], scene: Any, marks: dict[str, str], acting: str) -> RenderableType:
    """A line for each; conditions follow below with their marks, for they are longer than any column."""
    rows = [(being, dict(game.summary(scene, being))) for being in order(scene)]
    labels = list(dict.fromkeys(label for _, summary in rows for label in summary))
    lefts = [game.face().left(scene, being) for being, _ in rows]
    last = Text("has left" if any(lefts) else "", QUIET)
    table = Grid.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, max_width=25)
    for _ in range(len(labels) + 1):
        table.add_column(no_wrap=True)
    table.add_row("", *(Text(label, QUIET) for label in labels), last)
    notes = []
    for (being, summary), left in zip(rows, lefts, strict=True):
        cells = [_cell(number, summary.get(label, "")) for number, label in enumerate(labels)]
        table.add_row(_name(being, marks, acting), *cells, Text(left, QUIET))
        if being.conditions:
            notes.append(Text.assemble((f" {marks[being.id]} ", side_style(being.side)), (conditions(being), EMBER)))
    return Group(table, *notes)


def _cell(number: int, value: str) -> Text:
    part = fraction(value)
    if number == 0 and part is not None:
        return Text.assemble(bar(*part, 6), " ", (value, "bold"))
    return Text(value)


def _cards(game: Game[Any], scene: Any, marks: dict[str, str], acting: str) -> RenderableType:
    cards: list[RenderableType] = []
    for being in order(scene):
        (_, first), *rest = game.summary(scene, being)
        part = fraction(first)
        head = _name(being, marks, acting)
        head.pad_right(max(1, 24 - head.cell_len))
        head.append_text(bar(*part, 8) if part else Text())
        head.append(f" {first}", "bold")
        left = game.face().left(scene, being) if being.id != acting else ""  # stands above the choices
        about = "  ".join(f"{label} {value}" for label, value in rest)
        cards.append(head)
        told = Text(about + (f"  {left}" if left else ""), "" if being.id == acting else QUIET)
        cards.append(Padding(told, (0, 0, 0, 4)))
        if being.conditions:
            cards.append(Padding(Text(conditions(being), EMBER), (0, 0, 0, 4)))
    return Group(*cards)


def in_words(game: Game[Any], scene: Any, acting: str) -> list[str]:
    """The same for screen readers: a sentence or two for each."""
    return [in_a_sentence(game, scene, being, acting) for being in order(scene)]


def in_a_sentence(game: Game[Any], scene: Any, being: Any, acting: str) -> str:
    about = ", ".join(f"{label} {value}" for label, value in game.summary(scene, being))
    left = game.face().left(scene, being)
    has = f" Has left: {left}." if left and being.id == acting else ""
    suffers = f" {conditions(being)}." if being.conditions else ""
    return f"{being.name} ({being.side}): {about}.{has}{suffers}"


# ---------------------------------------------------------------- the whole sheet


def sheet(game: Game[Any], scene: Any, being: Any, plain: bool) -> list[RenderableType]:
    shown: list[RenderableType] = [Text(being.name, "bold") if not plain else Text(f"{being.name}.")]
    for heading, pairs in game.face().sheet(scene, being):
        if not pairs:
            continue
        if plain:
            told = "; ".join(f"{label}: {value}" for label, value in pairs)
            shown.append(Text(f"{heading or 'Who'}: {told}."))
            continue
        table = Grid.grid(padding=(0, 2, 0, 0))
        table.add_column(style=QUIET, max_width=26)
        table.add_column()
        for label, value in pairs:
            table.add_row(label, value)
        shown += [Text(heading, f"bold {GOLD}")] if heading else []
        shown.append(Padding(table, (0, 0, 0, 2)))
    suffers = [until(scene, condition) for condition in being.conditions]
    if suffers:
        shown.append(Text("Conditions: " + "; ".join(suffers), EMBER))
    return shown
