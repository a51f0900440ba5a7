"""The beings at a glance, and the whole sheet of one."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludex.core.game import Game
from ludex.core.kernel.scene import Condition
from ludex.core.show.face import Face
from ludex.core.show.lasting import until_words
from ludex.core.show.price import price_words
from ludex.text.style import EMBER, GOLD, QUIET, bar, ended, side_style

MOST_CUT = 12  # of a name at least so much is shown, with its mark
MOST_LEFT = 26  # characters of what somebody has left; what is longer stands below the table


def order(scene: Any) -> list[Any]:
    """Everybody in the order of turns; those without one last."""
    place = {who: number for number, who in enumerate(scene.turns.order)}
    return sorted(scene.beings.values(), key=lambda being: place.get(being.id, len(place)))


def fraction(value: str) -> tuple[int, int] | None:
    """`18/27 +3` as 18 of 27."""
    found = re.match(r"(\d+)/(\d+)", value)
    return (int(found[1]), int(found[2])) if found else None


def conditions(face: Face, scene: Any, being: Any) -> str:
    """The names of all conditions, several causes counted."""
    names: dict[str, int] = {}
    for condition in being.conditions:
        name = face.condition(scene, condition)
        names[name] = names.get(name, 0) + 1
    named = [f"{name} ×{times}" if times > 1 else name for name, times in names.items()]
    return ", ".join([*named, *face.derived(scene, being)])


def until(face: Face, scene: Any, condition: Condition) -> str:
    """A condition with its source and its end."""
    source = scene.beings[condition.source].name if condition.source in scene.beings else condition.source
    name = face.condition(scene, condition)
    parts = [f"from {source}"] if source and source not in name else []
    parts += [until_words(scene, condition.until)] if condition.until is not None else []
    return name + (f" ({', '.join(parts)})" if parts else "")


# ---------------------------------------------------------------- at a glance


def glance(game: Game[Any], scene: Any, marks: dict[str, str], acting: str, wide: bool) -> RenderableType:
    """Everybody in a line each; beside a map, in two."""
    return _cards(game, scene, marks, acting) if wide else Lines(game, scene, marks, acting)


def _name(being: Any, marks: dict[str, str], acting: str, most: int = 999) -> Text:
    lead = "»" if being.id == acting else " "
    style = f"bold {GOLD}" if being.id == acting else side_style(being.side)
    head = f"{lead}{marks[being.id]} "
    return Text.assemble((head, style), (shortened(being.name, most - len(head)), style))


def shortened(name: str, most: int) -> str:
    """`Vahki Patr… 3`: a name that is too long loses its middle, never its number."""
    if len(name) <= most:
        return name
    first, space, last = name.rpartition(" ")
    tail = f"{space}{last}" if first and last.isdigit() else ""
    return f"{name[: max(1, most - len(tail) - 1)].rstrip()}…{tail}"


class Lines:
    """A line for each; what only some have, conditions and long words follow below with their marks.

    The columns are those that everybody has, or everybody of the party; they stay as they are from one look to the
    next. Where there is little room, what is left to act with goes below, then the bar goes, and at last the middle of
    long names and the numbers without a maximum.
    """

    def __init__(self, game: Game[Any], scene: Any, marks: dict[str, str], acting: str) -> None:
        self.marks = marks
        self.acting = acting
        self.scene = scene
        self.face = game.face()
        self.rows = [
            (being, dict(game.summary(scene, being)), price_words(self.face.left(scene, being)))
            for being in order(scene)
        ]
        self.every = list(dict.fromkeys(label for _, summary, _ in self.rows for label in summary))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shared = [label for label in self.every if self._is_shared(label)]
        with_most = [label for label in shared if any("/" in summary.get(label, "") for _, summary, _ in self.rows)]
        for labels, left, width in ((shared, True, 6), (shared, False, 6), (shared, False, 0)):
            table = self._table(labels, left, width)
            if console.measure(table, options=options.update(max_width=999)).maximum <= options.max_width:
                break
        else:
            room = options.max_width - self._beside_names(shared)
            labels = shared if room >= MOST_CUT else with_most
            table = self._table(labels, False, 0, max(MOST_CUT, options.max_width - self._beside_names(labels)))
        yield table
        yield from self._notes([label for label in self.every if label not in labels], left)

    def _is_shared(self, label: str) -> bool:
        """Does everybody have this, or the whole party? What a party of one has must have a maximum."""
        party = [summary.get(label, "") for being, summary, _ in self.rows if being.side == "party"]
        has = all(party) and (len(party) > 1 or "/" in "".join(party))
        return has or all(label in summary for _, summary, _ in self.rows)

    def _beside_names(self, labels: list[str]) -> int:
        return sum(1 + max(len(label), *(len(s.get(label, "")) for _, s, _ in self.rows)) for label in labels) + 2

    def _table(self, labels: list[str], left: bool, bar_width: int, most: int = 999) -> Grid:
        table = Grid.grid(padding=(0, 1, 0, 0))
        for _ in range(len(labels) + 2):
            table.add_column(no_wrap=True)
        has = left and any(0 < len(told) <= MOST_LEFT and _is_amount(told) for _, _, told in self.rows)
        table.add_row("", *(Text(label, QUIET) for label in labels), Text("has left" if has else "", QUIET))
        for being, summary, told in self.rows:
            cells = [_cell(bar_width if n == 0 else 0, summary.get(label, "")) for n, label in enumerate(labels)]
            name = _name(being, self.marks, self.acting, most)
            table.add_row(name, *cells, Text(told if left and len(told) <= MOST_LEFT else "", QUIET))
        return table

    def _notes(self, labels: list[str], left: bool) -> list[Text]:
        """What has no column: for each, what they have beside the others, their conditions, and what they have left."""
        notes = []
        for being, summary, has in self.rows:
            told = [f"{label} {summary[label]}" for label in labels if label in summary]
            under = conditions(self.face, self.scene, being)
            told += [under] if under else []
            below = has and being.id != self.acting and not (left and len(has) <= MOST_LEFT)
            told += [_left(has)] if below else []  # of who acts it stands above the choices
            if told:
                mark = (f" {self.marks[being.id]} ", side_style(being.side))
                notes.append(Text.assemble(mark, (", ".join(told), EMBER if under else QUIET)))
        return notes


def _is_amount(left: str) -> bool:
    """Is it so much that somebody has left, and not something about what they do?"""
    return left[:1].isdigit()


def _left(told: str) -> str:
    return f"has left {told}" if _is_amount(told) else told


def _cell(bar_width: int, value: str) -> Text:
    part = fraction(value)
    if bar_width and part is not None:
        return Text.assemble(bar(*part, bar_width), " ", (value, "bold"))
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
        left = price_words(game.face().left(scene, being)) if being.id != acting else ""  # stands above the choices
        about = "  ".join(f"{label} {value}" for label, value in rest)
        cards.append(head)
        told = Text(about + (f"  {left}" if left else ""), "" if being.id == acting else QUIET)
        cards.append(Padding(told, (0, 0, 0, 4)))
        under = conditions(game.face(), scene, being)
        if under:
            cards.append(Padding(Text(under, EMBER), (0, 0, 0, 4)))
    return Group(*cards)


def in_words(game: Game[Any], scene: Any, acting: str) -> list[str]:
    """The same for screen readers: a sentence or two for each."""
    return [in_a_sentence(game, scene, being, acting) for being in order(scene)]


def in_a_sentence(game: Game[Any], scene: Any, being: Any, acting: str) -> str:
    about = ", ".join(f"{label} {value}" for label, value in game.summary(scene, being))
    left = price_words(game.face().left(scene, being))
    said = f"Has left: {left}" if _is_amount(left) else left[:1].upper() + left[1:]
    has = f" {said}." if left and being.id == acting else ""
    under = conditions(game.face(), scene, being)
    suffers = f" {under[:1].upper()}{under[1:]}." if under else ""
    return f"{being.name} ({being.side}): {about}.{has}{suffers}"


# ---------------------------------------------------------------- the whole sheet


def sheet(game: Game[Any], scene: Any, being: Any, plain: bool) -> list[RenderableType]:
    shown: list[RenderableType] = [Text(being.name, "bold") if not plain else Text(f"{being.name}.")]
    for heading, rows, _ in game.face().sheet(scene, being):
        if not rows:
            continue
        if plain:
            shown += [Text(f"{heading}:")] if heading else []
            shown += [Text(ended(": ".join(filter(None, (row.label, row.words))))) for row in rows]
            continue
        table = Grid.grid(padding=(0, 2, 0, 0))
        table.add_column(style=QUIET, max_width=26)
        table.add_column()
        for row in rows:
            table.add_row(row.label, row.words)
        shown += [Text(heading, f"bold {GOLD}")] if heading else []
        shown.append(Padding(table, (0, 0, 0, 2)))
    suffers = [until(game.face(), scene, condition) for condition in being.conditions]
    suffers += game.face().derived(scene, being)
    if suffers:
        shown.append(Text("Conditions: " + "; ".join(suffers), EMBER))
    return shown
