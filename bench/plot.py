"""A line chart with logarithmic axes, as SVG."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, log10
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 640, 400
HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">'
)
LEFT, RIGHT, TOP, BOTTOM = 60, 170, 20, 50
COLOURS = ("#0b5fa5", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#475569")


class Line(NamedTuple):
    name: str
    points: dict[int, float]
    dashed: bool = False


def plot(path: Path, lines: list[Line], across: str, up: str) -> None:
    """Every line over the same numbers, its name at its end."""
    sizes = list(lines[0].points)
    values = [value for line in lines for value in line.points.values()]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))

    def x(size: int) -> float:
        part = (log10(size) - log10(sizes[0])) / (log10(sizes[-1]) - log10(sizes[0]))
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (log10(value) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    drawn = [text(x(size), HEIGHT - BOTTOM + 18, str(size), "middle") for size in sizes]
    for power in range(low, high + 1):
        at = y(10.0**power)
        drawn.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#cbd5e1"/>')
        drawn.append(text(LEFT - 8, at + 4, f"{10.0**power:g}", "end"))
    drawn.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, across, "middle"))
    drawn.append(text(LEFT, TOP - 6, up, "middle"))
    ends = apart([y(line.points[sizes[-1]]) for line in lines])
    for number, (line, end) in enumerate(zip(lines, ends, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        way = " ".join([f"{x(size):.1f},{y(value):.1f}" for size, value in line.points.items()])
        dashes = ' stroke-dasharray="5 4"' if line.dashed else ""
        drawn.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        drawn.append(text(WIDTH - RIGHT + 8, end + 4, line.name, "start", colour))
    sheet = '<rect width="100%" height="100%" fill="white"/>'
    path.write_text("\n".join([HEAD, sheet, *drawn, "</svg>", ""]), encoding="utf-8")


def apart(heights: list[float], least: float = 16) -> list[float]:
    """The same heights, moved down where two would lie on each other."""
    found = [*heights]
    order = sorted(range(len(found)), key=lambda number: found[number])
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + least)
    return found


def text(x: float, y: float, words: str, anchor: str, colour: str = "#334155") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'
