"""The zone map in characters: every zone a room with its name and whoever is there, open sides as passages.

╭───────────╮   ╭───────────╮
│ Old Docks ╰───╯ Market    │     a hazard that lies between two zones stands in the passage;
│»MA TO      !1  g1 g2      │     a closed side has no passage, and walls that stand out
│           ╭───╮ ▒ cover   │
╰───────────╯   ╰───────────╯
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from ludex.core.board.zone import ZoneBoard, side
from ludex.core.show.face import ZonePlan
from ludex.text.maps.marks import Canvas, Marks
from ludex.text.style import EMBER, GOLD, MOSS, QUIET, side_style

COVER, DANGER, THING = "▒", "!", "*"
NARROWEST, WIDEST = 12, 30  # characters of a room, its walls counted
GUTTERS = (5, 3, 2)  # between two rooms, the widest that there is room for
LOWEST = 5  # lines of a room, its walls counted
DOOR = 3  # characters of a passage that leads south
ONWARD = 4  # characters of a passage that leads on to the row below


@dataclass(slots=True)
class Line:
    """Words with their styles; `lead` of them stand left of where words begin."""

    parts: list[tuple[str, str]]
    lead: int = 0


def draw(plan: ZonePlan, marks: Marks, width: int = 200) -> list[Text]:
    """The map, line by line. Where the terminal is too narrow, a single row of zones goes on in the line below, and of
    other maps the part around the acting being is shown; arrows stand where it goes on."""
    rows = _folded(plan, width)
    if len(rows) > 1:
        return [line for row in rows for line in _drawn(plan, marks, row, width - ONWARD, folded=True)]
    zones = _within(plan, marks, width)
    return _drawn(plan, marks, zones, width) if zones else []


def _folded(plan: ZonePlan, width: int) -> list[list[str]]:
    """A single row of zones, broken into as many of equal length as it takes; other maps are not broken."""
    spots = plan.board.spots
    if not spots or len({y for _, y in spots.values()}) > 1 or len(spots) <= _most(width):
        return []
    row = sorted(spots, key=lambda zone: spots[zone])
    lines = -(-len(row) // _most(width - ONWARD))
    each = -(-len(row) // lines)
    return [row[first : first + each] for first in range(0, len(row), each)]


def _most(width: int) -> int:
    """The rooms that stand side by side at most."""
    return max(1, (width + GUTTERS[-1]) // (NARROWEST + GUTTERS[-1]))


def _drawn(plan: ZonePlan, marks: Marks, zones: list[str], width: int, folded: bool = False) -> list[Text]:
    spots = [plan.board.spots[zone] for zone in zones]
    columns = max(x for x, _ in spots) - min(x for x, _ in spots) + 1
    wide, gutter = _measure(plan, marks, list(plan.board.spots) if folded else zones, columns, width)
    filled = {zone: _filling(plan, marks, zone, wide) for zone in zones}
    left = min(plan.board.spots[zone][0] for zone in zones)
    tops, heights = _rows(plan, filled)
    canvas = Canvas()
    rooms = {}
    for zone in zones:
        x, y = plan.board.spots[zone]
        rooms[zone] = _Room((x - left) * (wide + gutter), tops[y], wide, heights[y])
    here = plan.places.get(marks.acting, ())
    for zone, room in rooms.items():
        room.walls(canvas, GOLD if zone in here else QUIET)
        room.fill(canvas, *filled[zone])
    for zone, room in rooms.items():
        for word in ("east", "south"):
            _side(canvas, plan, zone, word, room, rooms)
        if zone in marks.labels:
            label = marks.labels[zone]
            canvas.put(room.x + 1, room.y, f"[{label}]" if len(label) == 1 else label[:3], f"bold {GOLD}")
    for zone, room in rooms.items():
        _leads_on(canvas, plan, zone, room, rooms, folded)
    return canvas.lines()


def _within(plan: ZonePlan, marks: Marks, width: int) -> list[str]:
    """The zones whose columns fit into the width, all of them where possible; row by row."""
    spots = plan.board.spots
    if not spots:
        return []
    columns = range(min(x for x, _ in spots.values()), max(x for x, _ in spots.values()) + 1)
    most = _most(width)
    if len(columns) > most:
        here = plan.places.get(marks.acting)
        centre = spots[here[0]][0] if here else columns.start
        start = min(max(columns.start, centre - most // 2), columns.stop - most)
        columns = range(start, start + most)
    return sorted((zone for zone, (x, _) in spots.items() if x in columns), key=lambda zone: spots[zone][::-1])


def _measure(plan: ZonePlan, marks: Marks, zones: list[str], columns: int, width: int) -> tuple[int, int]:
    """How wide a room is and how far from the next: no wider than what stands in it needs."""
    needed = NARROWEST
    for zone in zones:
        name = len(plan.board.zones[zone].name) + 4
        most = max((len(group) for group in _groups(plan, marks, zone)), default=0)
        words = max((len(words) for words, _ in _features(plan, zone, WIDEST)), default=0)
        needed = max(needed, name, 3 * min(most, 6) + 3, words + 4)
    needed = min(needed, WIDEST)
    for least in (needed, NARROWEST):
        for gutter in GUTTERS if least == needed else GUTTERS[1:]:
            wide = (width - gutter * (columns - 1)) // columns
            if wide >= least:
                return min(wide, needed), gutter
    return NARROWEST, GUTTERS[-1]


def _rows(plan: ZonePlan, filled: dict[str, tuple[list[Line], list[Line]]]) -> tuple[dict[int, int], dict[int, int]]:
    """The first line and the height of each row of rooms."""
    heights: dict[int, int] = {}
    for zone, (above, below) in filled.items():
        y = plan.board.spots[zone][1]
        heights[y] = max(heights.get(y, LOWEST), len(above) + len(below) + 2)
    tops, line = {}, 0
    for y in range(min(heights), max(heights) + 1):
        tops[y] = line
        line += heights.get(y, 0) + 1
    return tops, heights


# ---------------------------------------------------------------- what stands in a room


def words_of(plan: ZonePlan, zone: str) -> list[str]:
    """What a zone is, in words."""
    cover = ["cover"] if zone in plan.board.cover else []
    return cover + [words for words in plan.marks.get(zone, ()) if words not in cover]


def hazard_numbers(plan: ZonePlan) -> dict[str, int]:
    """Hazards of one name share a number."""
    names = dict.fromkeys(name for name, _ in plan.hazards)
    return {name: number for number, name in enumerate(names, 1)}


def _inside(plan: ZonePlan, zone: str) -> list[str]:
    """The hazards in a zone: those that lie between two neighbours stand in the passage."""
    return [name for name, zones in plan.hazards if zone in zones and not _is_between(plan.board, zones)]


def _is_between(board: ZoneBoard, zones: tuple[str, ...]) -> bool:
    return len(zones) == 2 and zones[1] in board.beside(zones[0])


def _groups(plan: ZonePlan, marks: Marks, zone: str) -> list[list[str]]:
    """Who is there, by side; the party first."""
    groups: dict[str, list[str]] = {}
    for who, zones in plan.places.items():
        if zone in zones:
            groups.setdefault(marks.sides.get(who, ""), []).append(who)
    return [groups[name] for name in sorted(groups, key=lambda name: (name != "party", name))]


def _features(plan: ZonePlan, zone: str, room: int) -> list[tuple[str, str]]:
    """What a zone has, each in words with a style; by a sign only where the words are too long."""
    numbers = hazard_numbers(plan)
    found = [(f"{COVER} cover", MOSS) if words == "cover" else (words, "italic") for words in words_of(plan, zone)]
    for name in dict.fromkeys(_inside(plan, zone)):
        sign = f"{DANGER}{numbers[name]}"
        found.append((f"{sign} {name}" if len(sign) + 1 + len(name) <= room else sign, EMBER))
    for name in [name for name, at in plan.things if at == zone]:
        found.append((f"{THING} {name}" if len(name) + 2 <= room else THING, QUIET))
    return found


def _filling(plan: ZonePlan, marks: Marks, zone: str, wide: int) -> tuple[list[Line], list[Line]]:
    """The lines of a room: name and beings from above, the rest from below."""
    room = wide - 3
    name = wrap(plan.board.zones[zone].name, room) or [""]
    style = f"bold {GOLD}" if zone in marks.labels or zone in marks.path else "bold"
    above = [Line([(words, style)]) for words in name]
    fit = (wide - 2) // 3
    for group in _groups(plan, marks, zone):
        for first in range(0, len(group), fit):
            above.append(Line([_mark(marks, who) for who in group[first : first + fit]], lead=1))
    below: list[Line] = []
    for words, style in _features(plan, zone, room):
        for part in wrap(words, room):
            last = below[-1] if below else None
            if last is not None and sum(len(w) for w, _ in last.parts) + 2 + len(part) <= room:
                last.parts.append((f"  {part}", style))
            else:
                below.append(Line([(part, style)]))
    return above, below


def _mark(marks: Marks, who: str) -> tuple[str, str]:
    style = f"bold {side_style(marks.sides.get(who, ''))}"
    mark = marks.names.get(who, "??")
    return (f"»{mark}", f"{style} reverse") if who == marks.acting else (f" {mark}", style)


# ---------------------------------------------------------------- walls and passages


@dataclass(frozen=True, slots=True)
class _Room:
    x: int
    y: int
    wide: int
    high: int

    @property
    def east(self) -> int:
        return self.x + self.wide - 1

    @property
    def south(self) -> int:
        return self.y + self.high - 1

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.wide // 2, self.y + self.high // 2

    def walls(self, canvas: Canvas, style: str) -> None:
        flat = "─" * (self.wide - 2)
        canvas.put(self.x, self.y, f"╭{flat}╮", style)
        canvas.put(self.x, self.south, f"╰{flat}╯", style)
        for y in range(self.y + 1, self.south):
            canvas.put(self.x, y, "│", style)
            canvas.put(self.east, y, "│", style)

    def fill(self, canvas: Canvas, above: list[Line], below: list[Line]) -> None:
        for number, line in enumerate(above):
            self._write(canvas, self.y + 1 + number, line)
        for number, line in enumerate(below):
            self._write(canvas, self.south - len(below) + number, line)

    def _write(self, canvas: Canvas, y: int, line: Line) -> None:
        x = self.x + 2 - line.lead
        for words, style in line.parts:
            canvas.put(x, y, words, style)
            x += len(words)


def _side(canvas: Canvas, plan: ZonePlan, zone: str, word: str, room: _Room, rooms: dict[str, _Room]) -> None:
    """The side that a zone shares with the next one: a passage, or walls that nobody passes; and what lies there."""
    x, y = plan.board.spots[zone]
    beside = {"east": (x + 1, y), "south": (x, y + 1)}[word]
    other = next((name for name in plan.board.beside(zone) if plan.board.spots[name] == beside), "")
    if other not in rooms or {zone, other} <= {*plan.unseen}:
        return
    is_open = side(zone, other) not in plan.board.closed
    sign = _sign(plan, _between(plan, zone, other))
    if word == "east":
        _eastward(canvas, room, rooms[other], is_open, sign)
    else:
        _southward(canvas, room, rooms[other], is_open, sign)


def _leads_on(canvas: Canvas, plan: ZonePlan, zone: str, room: _Room, rooms: dict[str, _Room], folded: bool) -> None:
    """An arrow in the wall where there is a way to a zone that is not drawn here."""
    x, _ = plan.board.spots[zone]
    for other in plan.board.neighbours(zone):
        if other in rooms:
            continue
        east = plan.board.spots[other][0] > x
        canvas.put(room.east if east else room.x, room.middle[1], "→" if east or folded else "←", f"bold {GOLD}")
        if east and folded:
            sign = _sign(plan, _between(plan, zone, other))
            canvas.put(room.east + 2, room.middle[1], sign, f"bold {EMBER}")


def _between(plan: ZonePlan, zone: str, other: str) -> list[str]:
    return [name for name, zones in plan.hazards if _is_between(plan.board, zones) and {zone, other} == set(zones)]


def _sign(plan: ZonePlan, names: list[str]) -> str:
    numbers = hazard_numbers(plan)
    return f"{DANGER}{numbers[names[0]]}{'+' if len(names) > 1 else ''}" if names else ""


def _eastward(canvas: Canvas, room: _Room, other: _Room, is_open: bool, sign: str) -> None:
    y = room.middle[1]
    gap = other.x - room.east - 1
    if is_open:
        canvas.put(room.east, y - 1, f"╰{'─' * gap}╯", QUIET)
        canvas.put(room.east, y, " " * (gap + 2))
        canvas.put(room.east, y + 1, f"╭{'─' * gap}╮", QUIET)
    else:
        for line in range(room.y + 1, room.south):
            canvas.put(room.east, line, "┃", "bold")
            canvas.put(other.x, line, "┃", "bold")
    if sign:
        canvas.put(room.east + 1, y, f"{sign:^{gap}}", f"bold {EMBER}")


def _southward(canvas: Canvas, room: _Room, other: _Room, is_open: bool, sign: str) -> None:
    x = room.middle[0] - DOOR // 2
    if is_open:
        canvas.put(x - 1, room.south, f"╮{' ' * DOOR}╭", QUIET)
        for line in range(room.south + 1, other.y):
            canvas.put(x - 1, line, f"│{' ' * DOOR}│", QUIET)
        canvas.put(x - 1, other.y, f"╯{' ' * DOOR}╰", QUIET)
    else:
        canvas.put(room.x + 1, room.south, "━" * (room.wide - 2), "bold")
        canvas.put(other.x + 1, other.y, "━" * (room.wide - 2), "bold")
    if sign:
        canvas.put(x, room.south + 1, f"{sign:^{DOOR}}", f"bold {EMBER}")


# ---------------------------------------------------------------- the legend


def legend(plan: ZonePlan, marks: Marks, width: int = 200) -> list[str]:
    """What the signs mean, as far as they are on the map, and what lies beyond a map that is cut off."""
    board = plan.board
    found = ["┃ ━ no way through"] if any(not {*zones} <= {*plan.unseen} for zones in board.closed) else []
    found += [f"{COVER} cover"] if board.cover else []
    found += [f"{DANGER}{number} {name}" for name, number in hazard_numbers(plan).items()]
    found += [f"{THING} {name} in {board.zones[zone].name}" for name, zone in plan.things]
    found += ["» acts"] if marks.acting in plan.places else []
    large = {who: len(zones) for who, zones in plan.places.items() if len(zones) > 1}
    found += [f"{marks.names.get(who, who)} fills {zones} zones" for who, zones in large.items()]
    return found + _beyond(plan, marks, width)


def _beyond(plan: ZonePlan, marks: Marks, width: int) -> list[str]:
    """`beyond the map: Courtyard (safe zone), Well (g1 g2), east`"""
    if _folded(plan, width):
        return []
    spots = plan.board.spots
    shown = [spots[zone][0] for zone in _within(plan, marks, width)]
    away: dict[str, list[str]] = {}
    for zone in sorted(spots, key=lambda zone: spots[zone]):
        x = spots[zone][0]
        if not min(shown) <= x <= max(shown):
            away.setdefault("east" if x > max(shown) else "west", []).append(_at_a_distance(plan, marks, zone))
    return [f"beyond the map: {', '.join(names)}, {word}" for word, names in away.items()]


def _at_a_distance(plan: ZonePlan, marks: Marks, zone: str) -> str:
    crowd = " ".join(marks.names.get(who, "??") for who, zones in plan.places.items() if zone in zones)
    about = ", ".join(part for part in (*words_of(plan, zone), crowd) if part)
    return plan.board.zones[zone].name + (f" ({about})" if about else "")
