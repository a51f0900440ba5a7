"""Zones: places with a name, drawn on a grid of squares. Any number of beings share one; steps go to orthogonal
neighbours unless the side between them is closed, and to whatever else a zone is linked with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from ludex.core.board.misfits import Misfit, raise_if_any
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Kept
from ludex.core.kernel.toml import spelled

Spot = tuple[int, int]  # x runs east, y runs south
ZoneId = Annotated[str, "the id of a zone of the board"]
Side = tuple[str, str]  # the side that two neighbouring zones share, in the order of their names
StepCost = Callable[[str, str], int | None]  # None: this step cannot be taken

STEPS: dict[str, Spot] = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}


@dataclass(frozen=True, slots=True)
class Zone:
    id: str
    name: str
    at: Spot


def side(one: str, other: str) -> Side:
    return (one, other) if one < other else (other, one)


def read_way(value: Plain) -> Plain:
    """A zone to go to or a way through several, as somebody writes it."""
    if isinstance(value, str) and value:
        return value
    if isinstance(value, tuple) and value and all(isinstance(zone, str) for zone in value):
        return value
    raise BadInput(f"expected a zone, or a list of zones one after the other, not {spelled(value)}")


class ZoneBoard:
    """An immutable board, equal by value."""

    __slots__ = (
        "_away", "_blocks", "_by_spot", "_hash", "_steps", "closed", "cover", "links", "spots", "worked_out", "zones",
    )  # fmt: skip

    zones: Mapping[str, Zone]
    spots: Mapping[str, Spot]
    closed: frozenset[Side]  # sides that nobody passes
    cover: frozenset[str]  # zones with something to hide behind
    links: frozenset[Side]  # zones that are joined although they do not lie side by side
    worked_out: Kept  # what a game derives from it, kept

    def __init__(
        self,
        zones: Iterable[Zone],
        closed: Iterable[Side] = (),
        cover: Iterable[str] = (),
        links: Iterable[Side] = (),
    ) -> None:
        self.zones = {zone.id: zone for zone in zones}
        self.spots = {zone.id: zone.at for zone in self.zones.values()}
        self._by_spot = {zone.at: zone.id for zone in self.zones.values()}
        self.closed = frozenset(side(a, b) for a, b in closed)
        self.cover = frozenset(cover)
        self.links = frozenset(side(a, b) for a, b in links)
        self._blocks: dict[tuple[str, int], tuple[str, ...]] = {}  # worked out so far
        self._away: dict[tuple[str, bool], dict[str, int]] = {}
        self._hash: int | None = None
        self.worked_out = Kept()
        raise_if_any(self._misfits())
        self._steps = {
            zone: tuple(
                dict.fromkeys(
                    [other for other in self.beside(zone) if side(zone, other) not in self.closed]
                    + [b if zone == a else a for a, b in sorted(self.links) if zone in (a, b)]
                )
            )
            for zone in self.zones
        }

    def _misfits(self) -> Iterator[Misfit]:
        if len(self._by_spot) != len(self.zones):
            yield "zones", "two of them lie at the same spot"
        for name in sorted(self.cover - self.zones.keys()):
            yield "cover", f"there is no zone {name!r}; {meant(name, self.zones)}"
        for field, sides in (("closed", self.closed), ("links", self.links)):
            for pair in sorted(sides):
                unknown = [name for name in pair if name not in self.zones]
                yield from [(field, f"there is no zone {name!r}; {meant(name, self.zones)}") for name in unknown]
                a, b = pair
                if not unknown and field == "closed" and b not in self.beside(a):
                    yield field, f"{a!r} and {b!r} are not two zones side by side"
                elif not unknown and a == b:
                    yield field, f"{a!r} and {b!r} are not two zones"

    def _values(self) -> tuple[object, ...]:
        return tuple(self.zones.values()), self.closed, self.cover, self.links

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ZoneBoard):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._values())
        return self._hash

    def __contains__(self, zone: object) -> bool:
        return zone in self.zones

    def __iter__(self) -> Iterator[str]:
        return iter(self.zones)

    def named(self, zone: str) -> str:
        """What it is called where people read; whoever left the board is in none."""
        return self.zones[zone].name if zone in self.zones else zone

    def with_cover(self, zone: str) -> ZoneBoard:
        return ZoneBoard(self.zones.values(), self.closed, self.cover | {zone}, self.links)

    def without_cover(self, zone: str) -> ZoneBoard:
        return ZoneBoard(self.zones.values(), self.closed, self.cover - {zone}, self.links)

    # -- geometry ---------------------------------------------------------------------------------------------

    def beside(self, zone: str) -> tuple[str, ...]:
        """The neighbours that exist, clockwise from east, whether or not the side between is closed."""
        x, y = self.spots[zone]
        found = [self._by_spot.get((x + dx, y + dy)) for dx, dy in STEPS.values()]
        return tuple([name for name in found if name is not None])

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """Where one can step from here."""
        return self._steps[zone]

    def toward(self, zone: str, direction: str) -> str | None:
        """The zone in this direction, if one can step there."""
        x, y = self.spots[zone]
        dx, dy = STEPS[direction]
        found = self._by_spot.get((x + dx, y + dy))
        return found if found is not None and side(zone, found) not in self.closed else None

    def direction(self, one: str, other: str) -> str:
        """The compass word for the way from one zone to another; `here` when they are the same."""
        (x, y), (u, v) = self.spots[one], self.spots[other]
        words = ["south" if v > y else "north"] if v != y else []
        words += ["east" if u > x else "west"] if u != x else []
        return "-".join(words) or "here"

    def block(self, corner: str, wide: int) -> tuple[str, ...]:
        """The zones of a square block whose north-west corner this is; those that are not on the board are left out."""
        known = self._blocks.get((corner, wide))
        if known is None:
            x, y = self.spots[corner]
            found = [self._by_spot.get((x + dx, y + dy)) for dy in range(wide) for dx in range(wide)]
            known = self._blocks[corner, wide] = tuple([name for name in found if name is not None])
        return known

    def distance(self, one: str, other: str, diagonal: bool = False) -> int:
        """In zones: orthogonal steps, or with diagonal ones counted as one."""
        (x, y), (u, v) = self.spots[one], self.spots[other]
        return max(abs(x - u), abs(y - v)) if diagonal else abs(x - u) + abs(y - v)

    def away(self, zone: str, diagonal: bool = False) -> Mapping[str, int]:
        """How far every zone is from this one."""
        known = self._away.get((zone, diagonal))
        if known is None:
            known = self._away[zone, diagonal] = {other: self.distance(zone, other, diagonal) for other in self.zones}
        return known

    def hops(self, start: str, passable: Callable[[str, str], bool]) -> dict[str, int]:
        """The fewest steps to every zone that can be reached, the nearest first."""
        found = {start: 0}
        for here in (queue := [start]):
            for other in self.neighbours(here):
                if other not in found and passable(here, other):
                    found[other] = found[here] + 1
                    queue.append(other)
        return found

    def gap(self, one: Collection[str], other: Collection[str], diagonal: bool = False) -> int:
        """The distance between the nearest zones of two bodies."""
        return min([self.distance(a, b, diagonal) for a in one for b in other])

    def reach(self, start: str, budget: int, cost: StepCost) -> dict[str, int]:
        """The cheapest cost to each zone within the budget, the nearest first."""
        return {zone: spent for zone, (spent, _) in self._spread(start, budget, cost).items()}

    def path(self, start: str, goal: str, cost: StepCost, budget: int = 10**6) -> tuple[str, ...] | None:
        """The cheapest way, without the start."""
        found = self._spread(start, budget, cost, until=goal)
        if goal not in found:
            return None
        way = [goal]
        while found[way[-1]][1]:
            way.append(found[way[-1]][1])
        return tuple(way[-2::-1])

    def _spread(self, start: str, budget: int, cost: StepCost, until: str = "") -> dict[str, tuple[int, str]]:
        """Each zone with its cost and the zone before it, the nearest first."""
        found = {start: (0, "")}
        settled: dict[str, tuple[int, str]] = {}
        while found:
            here = min(found, key=lambda zone: found[zone][0])
            settled[here] = found.pop(here)
            if here == until:
                break
            for other in self.neighbours(here):
                price = cost(here, other)
                if price is None or other in settled:
                    continue
                spent = settled[here][0] + price
                if spent <= budget and (other not in found or spent < found[other][0]):
                    found[other] = (spent, here)
        return settled

    # -- as plain data ----------------------------------------------------------------------------------------

    def to_plain(self) -> dict[str, object]:
        return {
            "zones": [[zone.id, zone.name, *zone.at] for zone in self.zones.values()],
            "closed": [list(pair) for pair in sorted(self.closed)],
            "cover": sorted(self.cover),
            "links": [list(pair) for pair in sorted(self.links)],
        }

    @staticmethod
    def from_plain(plain: Mapping[str, Any]) -> ZoneBoard:
        try:
            kept = read(plain, _PlainBoard)
        except msgspec.ValidationError as wrong:
            raise ValueError(f"board: {wrong}") from None
        return ZoneBoard([Zone(id, name, (x, y)) for id, name, x, y in kept.zones], kept.closed, kept.cover, kept.links)

    def __repr__(self) -> str:
        return f"ZoneBoard.from_plain({self.to_plain()!r})"


class _PlainBoard(msgspec.Struct, forbid_unknown_fields=True):
    zones: list[tuple[str, str, int, int]]
    closed: list[Side] = []
    cover: list[str] = []
    links: list[Side] = []
