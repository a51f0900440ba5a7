"""Zones in words: by their names, with zones and metres between them, and what lies on a way."""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text

from ludex.core.board.zone import side
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.face import Face, Way, ZonePlan
from ludex.text.maps import zonemap
from ludex.text.maps.marks import Marks
from ludex.text.naming import begins_words, named
from ludex.text.style import count

MOST_LISTED = 60  # there are never so many zones that not all could be listed


class Zones:
    """A map of zones, as the text game draws it and speaks of it."""

    hint = "a zone by its name"
    hint_path = "a zone by its name, or several with commas"
    numbered = True  # on the map stand the numbers of the choices
    listed = MOST_LISTED

    def __init__(self, plan: ZonePlan) -> None:
        self.plan = plan

    def draw(self, marks: Marks, width: int) -> list[Text]:
        return zonemap.draw(self.plan, marks, width)

    def legend(self, marks: Marks, width: int) -> list[str]:
        return zonemap.legend(self.plan, marks, width)

    # -- places -----------------------------------------------------------------------------------------------

    def name(self, place: Any) -> str:
        return self.plan.board.zones[place].name if place in self.plan.board else str(place)

    def read(self, words: str, whole: bool = False) -> tuple[str, ...]:
        """Zones by id, name or the beginnings of words, several with commas. Nothing when these are no zones."""
        found = [self._read_one(part.strip(), whole) for part in re.split(r",|;|->|→", words) if part.strip()]
        return tuple([zone for zone in found if zone]) if all(found) else ()

    def meant(self, words: str, whole: bool = False) -> tuple[str, ...]:
        return self.read(words, whole)

    def _read_one(self, words: str, whole: bool) -> str:
        wanted = words.lower().removeprefix("the ")
        names = {zone.id: zone.name.lower().removeprefix("the ") for zone in self.plan.board.zones.values()}
        exact = [zone for zone, name in names.items() if wanted in (zone.lower(), name)]
        found = exact or [zone for zone, name in names.items() if not whole and begins_words(name, wanted)]
        if len(found) > 1:
            raise BadInput(f"{words!r} may be {' or '.join(self.name(zone) for zone in found)}")
        return found[0] if found else ""

    def has(self, place: Any) -> bool:
        return place in self.plan.board

    def is_place(self, value: Plain) -> bool:
        return isinstance(value, str) and value in self.plan.board

    # -- in words ---------------------------------------------------------------------------------------------

    def at(self, who: str) -> str:
        zones = self.plan.places[who]
        here = ", ".join(self.ground(zone) for zone in zones if self.ground(zone))
        *names, last = map(self.name, zones)
        return f"in {', '.join(names)}{' and ' if names else ''}{last}{f' ({here})' if here else ''}"

    def ground(self, zone: str) -> str:
        """What it is like there."""
        found = list(zonemap.words_of(self.plan, zone))
        found += [f"hazard {name}" for name, zones in self.plan.hazards if zones == (zone,)]
        return ", ".join(found)

    def words(self) -> list[str]:
        """Every zone, what it is like, where one can go from it; then what lies between them and what lies about."""
        board, plan = self.plan.board, self.plan
        lines = []
        for zone in board:
            ground = self.ground(zone)
            ways = [f"{board.direction(zone, other)} to {self.name(other)}" for other in board.neighbours(zone)]
            lines.append(f"{self.name(zone)}{f' ({ground})' if ground else ''}: {', '.join(ways) or 'no way out'}.")
        lines += [
            f"Between {self.name(zones[0])} and {self.name(zones[1])}: {name}."
            for name, zones in plan.hazards
            if len(zones) == 2
        ]
        return lines + [f"{name} lies in {self.name(zone)}." for name, zone in plan.things]

    def about(self, scene: Any, words: str) -> list[str]:
        found = [line for zone in self.read(words) for line in self._zone(scene, zone)]
        hazards = named(words, [(name, name) for name, _ in self.plan.hazards])
        return found or [f"{name}: {self._lies(zones)}." for name, zones in self.plan.hazards if name in hazards]

    def _zone(self, scene: Any, zone: str) -> list[str]:
        """What a zone is, who and what is there, its hazards with what they do, and where one can go."""
        board, plan = self.plan.board, self.plan
        names = [scene.beings[who].name for who, zones in plan.places.items() if zone in zones]
        things = [name for name, at in plan.things if at == zone]
        marks = ", ".join(zonemap.words_of(plan, zone))
        lines = [f"{self.name(zone)}{f' ({marks})' if marks else ''}: {', '.join(names) or 'nobody is there'}."]
        lines += [f"{name}: {self._lies(zones)}." for name, zones in plan.hazards if zone in zones]
        lines += [f"{', '.join(things)} {'lies' if len(things) == 1 else 'lie'} there."] if things else []
        ways = [f"{board.direction(zone, other)} to {self.name(other)}" for other in board.neighbours(zone)]
        return [*lines, f"Ways: {', '.join(ways) or 'none'}."]

    def _lies(self, zones: tuple[str, ...]) -> str:
        names = " and ".join(self.name(zone) for zone in zones)
        return f"between {names}" if len(zones) == 2 else f"in {names}"

    def apart(self, one: str, other: str) -> int:
        return self._distance(*self._nearest(one, other))

    def _distance(self, one: str, other: str) -> int:
        """In zones, as the game counts them; where no way is open, as if all were."""
        board, plan = self.plan.board, self.plan
        if not plan.by_steps:
            return board.distance(one, other, plan.diagonal)
        shut = [side(*zones) for zones in plan.shut]
        far = board.hops(one, lambda here, there: side(here, there) not in shut)
        every = board.hops(one, lambda here, there: True)
        return far.get(other, every.get(other, board.distance(one, other)))

    def between(self, scene: Any, one: str, other: str) -> str:
        """`Goblin 1 is 2 zones east of Marla, 20 m, in Market`"""
        names = scene.beings[one].name, scene.beings[other].name
        if self.apart(one, other) == 0:
            return f"{names[1]} is in the same zone as {names[0]}"
        here, there = self._nearest(one, other)
        return f"{names[1]} is {self._far(here, there, ' of ' + names[0])}, in {self.name(there)}"

    def seen(self, scene: Any, one: str, other: str) -> str:
        if self.apart(one, other) == 0:
            return f"{scene.beings[other].name} is with {scene.beings[one].name}, {self.at(other)}"
        here = ", ".join(filter(None, map(self.ground, self.plan.places[other])))
        return f"{self.between(scene, one, other)}{f' ({here})' if here else ''}"

    def _nearest(self, one: str, other: str) -> tuple[str, str]:
        places = self.plan.places
        pairs = [(here, there) for here in places[one] for there in places[other]]
        return min(pairs, key=lambda pair: self._distance(*pair))

    def _far(self, start: str, end: str, of: str = "") -> str:
        """`2 zones east, 20 m`"""
        board = self.plan.board
        zones = self._distance(start, end)
        return f"{count(zones, 'zone')} {board.direction(start, end)}{of}, {zones * self.plan.metres} m"

    def toward(self, start: Any, end: Any, going: bool = False) -> str:
        met = self._met(start, end) if going else ""
        return self._far(start, end) + met if start != end else "here"

    def steps(self, start: Any, path: Any) -> str:
        """`east to Deck over Spike trap, south to Market (hazard Fire)`"""
        board = self.plan.board
        told = []
        here = start
        for zone in path:
            told.append(f"{board.direction(here, zone)} to {self.name(zone)}{self._met(here, zone)}")
            here = zone
        return ", ".join(told)

    def _met(self, here: str, there: str) -> str:
        """The hazards of a step from zone to zone."""
        between = [(name, side(*zones)) for name, zones in self.plan.hazards if len(zones) == 2]
        shut = [side(*zones) for zones in self.plan.shut]
        across = [name for name, zones in between if zones == side(here, there) and zones not in shut]
        inside = [name for name, zones in self.plan.hazards if zones == (there,)]
        over = f" over {' and '.join(across)}" if across else ""
        return over + (f" (hazard {', '.join(inside)})" if inside else "")

    def way(self, scene: Any, face: Face, who: str, goal: Any) -> Way | None:
        """As the game finds it; else the fewest steps through open sides."""
        found = face.way(scene, scene.beings[who], goal)
        if found is not None or who not in self.plan.places:
            return found
        path = self.plan.board.path(self.plan.places[who][0], goal, lambda here, there: 1)
        return Way(path, len(path) * self.plan.metres) if path is not None else None

    def long(self, way: Way) -> str:
        return f"{count(len(way.path), 'zone')}, {way.cost} m"

    def beside(self, goal: Any) -> str:
        return f"the nearest that can be reached to {self.name(goal)}"
