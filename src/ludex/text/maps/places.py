"""Places in words, for whoever cannot or does not want to look at a map; and the one place that knows kinds of maps."""

from __future__ import annotations

from typing import Any, Protocol

from rich.text import Text

from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.face import Face, HexPlan, Place, Plan, SquarePlan, Way, ZonePlan
from ludex.text.maps.cells import HEXES, SQUARES, Cells
from ludex.text.maps.marks import Marks
from ludex.text.maps.spoken import Spoken
from ludex.text.maps.zones import Zones
from ludex.text.naming import begins_words


class Ground(Protocol):
    """A map of any kind, as the text game draws it and speaks of it."""

    hint: str  # how a place is typed
    hint_path: str  # how a path is typed
    numbered: bool  # labels on the map are the numbers of choices; else what they cost
    listed: int  # so many places are listed to choose from

    def draw(self, marks: Marks, width: int) -> list[Text]: ...

    def legend(self, marks: Marks, width: int) -> list[str]: ...

    def name(self, place: Any) -> str: ...

    def read(self, words: str, whole: bool = False) -> tuple[Place, ...]:
        """Places as people write them, by the beginnings of names or whole names only. Nothing when these are none."""

    def meant(self, words: str, whole: bool = False) -> tuple[Place, ...]:
        """The same, and of a way in steps its end alone."""

    def has(self, place: Any) -> bool:
        """Is this on the map?"""

    def is_place(self, value: Plain) -> bool:
        """Is this value a place at all?"""

    def at(self, who: str) -> str:
        """Where somebody is who is on the map: `at 3,4, water`"""

    def words(self) -> list[str]:
        """The whole map in words."""

    def about(self, scene: Any, words: str) -> list[str]:
        """All about a place, or about something on the map that is called so; nothing when nothing is."""

    def apart(self, one: str, other: str) -> int: ...

    def between(self, scene: Any, one: str, other: str) -> str:
        """How far the other is from the one, and in which direction."""

    def seen(self, scene: Any, one: str, other: str) -> str:
        """Where the other is: first how far from the one, then what it is like there."""

    def toward(self, start: Any, end: Any, going: bool = False) -> str:
        """The direction from place to place, with the distance where that helps; for whoever goes, what is met."""

    def steps(self, start: Any, path: Any) -> str: ...

    def way(self, scene: Any, face: Face, who: str, goal: Any) -> Way | None: ...

    def long(self, way: Way) -> str:
        """How long a way is."""

    def beside(self, goal: Any) -> str:
        """The end of a way that does not lead all the way."""


def ground(plan: Plan, scene: Any = None, who: str = "") -> Ground:
    """What the text game can do with a map, by the kind of it. Where the cells of the scene are called by words, it is
    told from where somebody stands."""
    match plan:
        case ZonePlan():
            return Zones(plan)
        case HexPlan() | SquarePlan():
            shape = HEXES if isinstance(plan, HexPlan) else SQUARES
            return Cells(plan, shape) if scene is None or scene.places is None else Spoken(plan, shape, scene, who)


def find_being(scene: Any, words: str) -> str:
    """The id of whoever is meant: by id, else by name, else by the beginning of either."""
    wanted = words.strip().lower()
    by_id = [who for who in scene.beings if who.lower() == wanted]
    exact = by_id or [who for who, being in scene.beings.items() if being.name.lower() == wanted]
    begins = [
        who for who, being in scene.beings.items() if who.lower().startswith(wanted) or begins_words(being.name, wanted)
    ]
    found = exact or begins
    if len(found) == 1 and wanted:
        return str(found[0])
    names = ", ".join(being.name for being in scene.beings.values())
    if len(found) > 1 and wanted:
        raise BadInput(f"{words!r} may be {' or '.join(scene.beings[who].name for who in found)}")
    raise BadInput(f"there is nobody called {words!r}; there are: {names}")


def where(scene: Any, plan: Plan, who: str, seen_by: str = "") -> str:
    """Where somebody is, and what the ground is like there; seen by somebody else, first how far from them."""
    name = scene.beings[who].name
    if not plan.places.get(who):
        return f"{name} is not on the map."
    if plan.places.get(seen_by) and seen_by != who:
        return f"{ground(plan, scene, seen_by).seen(scene, seen_by, who)}."
    return f"{name} is {ground(plan, scene, who).at(who)}."


def map_words(plan: Plan, scene: Any = None, who: str = "") -> list[str]:
    """The ground of the whole map, and what lies about."""
    return ground(plan, scene, who).words()


def near(scene: Any, plan: Plan, who: str) -> list[str]:
    """Everybody else, the nearest first."""
    if who not in plan.places:
        return [where(scene, plan, who)]
    here = ground(plan, scene, who)
    return [here.between(scene, who, other) + "." for other in nearest(scene, plan, who)]


def nearest(scene: Any, plan: Plan, who: str) -> list[str]:
    """Everybody else on the map, the nearest first."""
    here = ground(plan, scene, who)
    return [other for _, other in sorted((here.apart(who, other), other) for other in plan.places if other != who)]


def way_words(scene: Any, face: Face, plan: Plan, who: str, goal: Place) -> str:
    """The way to a place in steps of the compass, and what it costs."""
    here = ground(plan, scene, who)
    name = scene.beings[who].name
    way = here.way(scene, face, who, goal)
    if way is None or who not in plan.places:
        return f"{name} finds no way to {here.name(goal)}."
    if not way.path:
        return f"{name} can come no nearer to {here.name(goal)}."
    end = way.path[-1]
    beside = "" if end == goal else f" ({here.beside(goal)})"
    start = plan.places[who][0]
    return f"{name} to {here.name(end)}{beside}: {here.long(way)}, {here.steps(start, way.path)}."
