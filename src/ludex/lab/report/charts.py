"""Charts as inline SVG. Across they are measured in percent and down in pixels, so that they fill any width while
their text and hatching keep their size. Their colours and hatchings are in page.css."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from ludex.lab.report.markup import Html, number, percent, tag

MOST_BINS = 9
LEAST = 1e-9  # what differs by less is drawn as the same
OUTLIERS = 0.95  # what lies above this part of all values may share the last bin
BAR_HEIGHT = 13
WON, LOST, NOBODY = "won", "lost", "nobody"  # hatched to the left, to the right, dotted


def hatchings() -> Html:
    """What the charts are filled with, once on a page."""
    left = tag("path", d="M-2 2 L2 -2 M0 7 L7 0 M5 9 L9 5")
    right = tag("path", d="M-2 5 L2 9 M0 0 L7 7 M5 -2 L9 2")
    dots = tag("circle", cx="3.5", cy="3.5", r="1")
    made = [
        tag("pattern", drawn, id=f"hatch-{name}", class_=name, width="7", height="7", patternUnits="userSpaceOnUse")
        for name, drawn in ((WON, left), (LOST, right), (NOBODY, dots))
    ]
    return tag("svg", tag("defs", *made), class_="defs", width="0", height="0", aria_hidden="true")


def _svg(height: int, *inside: str, label: str = "", class_: str) -> Html:
    """With a label it is a picture for everybody; without one its numbers stand beside it as text."""
    told = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return tag("svg", *inside, class_=class_, width="100%", height=height, **told)


def _at(fraction: float) -> str:
    return f"{100 * fraction:.2f}%"


# ---------------------------------------------------------------- in a line


def bar(rate: float, kind: str, low: float | None = None, high: float | None = None) -> Html:
    """A share as a bar, with the marks of its interval."""
    marks = [_line(end, 0, end, BAR_HEIGHT, "mark") for end in (low, high) if end is not None]
    full = tag("rect", width=_at(min(1.0, max(0.0, rate))), height=BAR_HEIGHT, class_=f"fill {kind}")
    empty = tag("rect", width="100%", height=BAR_HEIGHT, class_="empty")
    return _svg(BAR_HEIGHT, empty, full, *marks, class_="bar")


def whisker(middle: float, low: float, high: float, kind: str, beside: float | None = None) -> Html:
    """An estimate with its interval, all of them from 0 to 1 across; `beside` is what it is measured against."""
    height, centre = 26, 13
    against = [_line(beside, 1, beside, height - 1, "against")] if beside is not None else []
    ends = [_line(end, centre - 6, end, centre + 6, f"stroke {kind}") for end in (low, high)]
    return _svg(
        height,
        _line(0, centre, 1, centre, "dotted"),
        *against,
        _line(low, centre, high, centre, f"stroke {kind}"),
        *ends,
        _diamond(middle, centre, kind),
        class_="whisker",
    )


def _line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Html:
    return tag("line", x1=_at(x1), y1=f"{y1:.1f}", x2=_at(x2), y2=f"{y2:.1f}", class_=class_)


def _diamond(x: float, y: float, kind: str) -> Html:
    """A mark that keeps its form: a nested drawing stands at a percentage and is drawn in pixels."""
    drawn = tag("path", d="M0 -6 L6 0 L0 6 L-6 0 Z", class_=f"solid {kind}")
    return tag("svg", drawn, x=_at(x), y=f"{y:.1f}")


def _text(x: float, y: float, words: str, class_: str, anchor: str = "middle") -> Html:
    return tag("text", words, x=_at(x), y=f"{y:.1f}", class_=class_, text_anchor=anchor)


# ---------------------------------------------------------------- histograms


class Bin(NamedTuple):
    label: str
    counts: dict[str, int]  # by what it is filled with

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def bins(values: Iterable[tuple[int, str]], kinds: Sequence[str], most: int = MOST_BINS) -> list[Bin]:
    """Whole numbers and their kinds in bins of the same width. Nothing is a bin of its own: 0, 1–5, 6–10. The last is
    open where a few are far above all others: 11+."""
    given = sorted(values)
    if not given:
        return []
    lowest, usual, highest = given[0][0], given[ceil(OUTLIERS * (len(given) - 1))][0], given[-1][0]
    width = next(w for w in _widths() if _place(usual, w) - _place(lowest, w) < most)
    last = min(_place(highest, width), _place(lowest, width) + most - 1)
    labels = {at: _bin_label(at, width) for at in range(_place(lowest, width), last + 1)}
    if _place(highest, width) > last:
        labels[last] = f"{number((last - 1) * width + 1)}+"
    found = {at: Bin(label, dict.fromkeys(kinds, 0)) for at, label in labels.items()}
    for value, kind in given:
        found[min(_place(value, width), last)].counts[kind] += 1
    return list(found.values())


def _widths() -> Iterable[int]:
    for power in range(18):
        for first in (1, 2, 3, 5):
            yield first * 10**power


def _place(value: int, width: int) -> int:
    return ceil(value / width) if value >= 0 else -ceil(-value / width)


def _bin_label(at: int, width: int) -> str:
    if width == 1 or at == 0:
        return number(at)
    near, far = (abs(at) - 1) * width + 1, abs(at) * width
    return f"{near}–{far}" if at > 0 else f"−{far} to −{near}"


def histogram(given: Sequence[Bin], label: str) -> Html:
    """Stacked bars in percent of all, with their sum so far as a line (the scale at the right)."""
    height, top, bottom, left, right = 236, 24, 24, 0.005, 0.11
    room, base = height - top - bottom, height - bottom
    total = sum(each.total for each in given) or 1
    tallest = max((each.total for each in given), default=1) or 1
    slot = (1 - left - right) / max(1, len(given))
    every = 2 if any(len(each.label) > 5 for each in given) else 1
    drawn: list[str] = []
    labels: list[str] = []
    curve: list[str] = []
    so_far, before = 0, (left, float(base))
    for place, each in enumerate(given):
        x, y = left + place * slot, float(base)
        for kind, count in each.counts.items():
            if count:
                tall = room * count / tallest
                y -= tall
                spot = {"x": _at(x + 0.05 * slot), "y": f"{y:.1f}", "width": _at(0.9 * slot), "height": f"{tall:.1f}"}
                drawn.append(tag("rect", **spot, class_=f"fill {kind}"))
        if each.total:
            labels.append(_text(x + slot / 2, y - 5, _whole_percent(each.total / total), "value"))
        if place % every == 0:
            labels.append(_text(x + slot / 2, base + 17, each.label, "tick"))
        so_far += each.total
        after = (x + slot, base - room * so_far / total)
        curve.append(_line(*before, *after, "cumulative"))
        before = after
    scale = [_text(1, base - room * part + 4, percent(part, 0), "tick", "end") for part in (0, 0.5, 1)]
    ground = _line(left, base, 1 - right, base, "ground")
    return _svg(height, *drawn, ground, *curve, *labels, *scale, label=label, class_="chart")


def _whole_percent(rate: float) -> str:
    return "<1" if 0 < rate < 0.01 else f"{100 * rate:.0f}"


# ---------------------------------------------------------------- curves


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a curve."""

    label: str
    value: float
    low: float
    high: float
    at: float | None = None  # where it stands, as a number; None: it is a word, one of several beside each other


def curve(spots: Sequence[Spot], label: str, told: Callable[[float], str], bounds: tuple[float, float]) -> Html:
    """Values with their intervals: joined by a line and a band where they stand in an order of numbers."""
    height, top, bottom, left, right = 280, 14, 26, 0.11, 0.03
    room, base = height - top - bottom, height - bottom
    ticks = nice_ticks(min(spot.low for spot in spots), max(spot.high for spot in spots), bounds)
    lowest, highest = ticks[0], ticks[-1]
    across = _across(spots)

    def x(place: int) -> float:
        return left + (1 - left - right) * across[place]

    def y(value: float) -> float:
        return base - room * (value - lowest) / (highest - lowest)

    drawn: list[str] = []
    for tick in ticks:
        drawn.append(_line(left, y(tick), 1 - right, y(tick), "grid"))
        drawn.append(_text(left - 0.012, y(tick) + 4, told(tick), "tick", "end"))
    joined = len(spots) > 1 and all(spot.at is not None for spot in spots)
    if joined:
        drawn.append(_band(spots, across, (lowest, highest), (left, top, 1 - left - right, room)))
        places = [(x(place), y(spot.value)) for place, spot in enumerate(spots)]
        drawn += [_line(*a, *b, "curve") for a, b in pairwise(places)]
    every = ceil(len(spots) / 12)
    for place, spot in enumerate(spots):
        drawn.append(_line(x(place), y(spot.low), x(place), y(spot.high), "stroke won"))
        drawn.append(_diamond(x(place), y(spot.value), WON))
        if place % every == 0:
            drawn.append(_text(x(place), base + 18, spot.label, "tick"))
    return _svg(height, *drawn, label=label, class_="chart")


def _across(spots: Sequence[Spot]) -> list[float]:
    """Where each stands, from 0 to 1, with some room at both ends."""
    places = [spot.at for spot in spots if spot.at is not None]
    if len(places) < len(spots) or len(set(places)) < 2:
        return [(place + 0.5) / len(spots) for place in range(len(spots))]
    low, high = min(places), max(places)
    return [0.04 + 0.92 * (place - low) / (high - low) for place in places]


def _band(
    spots: Sequence[Spot], across: Sequence[float], scale: tuple[float, float], frame: tuple[float, float, float, float]
) -> Html:
    left, top, width, room = frame
    low, high = scale

    def corner(place: int, value: float) -> str:
        return f"{1000 * across[place]:.1f},{1000 * (high - value) / (high - low):.1f}"

    there = [corner(place, spot.high) for place, spot in enumerate(spots)]
    back = [corner(place, spot.low) for place, spot in enumerate(spots)][::-1]
    drawn = tag("polygon", points=" ".join([*there, *back]), class_="band")
    stretched = {"viewBox": "0 0 1000 1000", "preserveAspectRatio": "none"}
    return tag("svg", drawn, x=_at(left), y=top, width=_at(width), height=room, **stretched)


def nice_ticks(low: float, high: float, bounds: tuple[float, float]) -> list[float]:
    """Four to eight round numbers that hold both. They do not leave the bounds, nor go below zero for nothing."""
    reach = high - low if high - low > LEAST else max(abs(high), 1.0)
    bounds = (max(bounds[0], 0.0), bounds[1]) if low >= 0 else bounds
    low, high = max(bounds[0], low - 0.05 * reach), min(bounds[1], high + 0.05 * reach)
    reach = high - low if high - low > LEAST else 1.0
    power = 10.0 ** floor(log10(reach / 4))
    step = next(power * each for each in (1, 2, 5, 10) if reach / (power * each) <= 6)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [step * each for each in range(first, max(last, first + 1) + 1)]


# ---------------------------------------------------------------- what wears off


def wear(stages: Sequence[tuple[str, str, dict[str, float]]], label: str) -> Html:
    """Shares of several pools from part to part: a name, its kind and what is left of each pool."""
    height, top, bottom, left, right = 260, 12, 26, 0.11, 0.03
    room, base = height - top - bottom, height - bottom
    slot = (1 - left - right) / max(1, len(stages))
    pools = list(dict.fromkeys(pool for _, _, share in stages for pool in share))
    drawn: list[str] = []
    for place, (name, kind, _) in enumerate(stages):
        if kind != "scene":
            spot = {"x": _at(left + place * slot), "y": top, "width": _at(slot), "height": room}
            drawn.append(tag("rect", **spot, class_="rest"))
        drawn.append(_text(left + (place + 0.5) * slot, base + 18, name, "tick"))
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = base - room * part
        drawn += [_line(left, y, 1 - right, y, "grid"), _text(left - 0.012, y + 4, percent(part, 0), "tick", "end")]
    for turn, pool in enumerate(pools):
        spots = [
            (left + (place + 0.5) * slot, base - room * share[pool])
            for place, (_, _, share) in enumerate(stages)
            if pool in share
        ]
        kind = pool_class(turn)
        drawn += [_line(*a, *b, f"wear {kind}") for a, b in pairwise(spots)]
        drawn += [tag("circle", cx=_at(x), cy=f"{y:.1f}", r="4.5", class_=f"dot {kind}") for x, y in spots]
    return _svg(height, *drawn, label=label, class_="chart")


def pool_class(turn: int) -> str:
    """Pools are told apart by dashes and dots first, by colour second."""
    return f"pool-{turn % 4}"


def sample(kind: str) -> Html:
    """A piece of what something is drawn with, for a legend."""
    return tag("svg", tag("rect", width="18", height="12", class_=f"fill {kind}"), class_="key", aria_hidden="true")


def line_sample(kind: str) -> Html:
    drawn = tag("line", x1="0", y1="6", x2="26", y2="6", class_=kind)
    return tag("svg", drawn, class_="key", aria_hidden="true")


def legend(*entries: tuple[Html, str]) -> Html:
    return tag("p", *(tag("span", drawn, " ", words) for drawn, words in entries), class_="legend")
