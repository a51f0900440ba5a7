"""What is known of a scene whose board the game master has covered in part.

A place that is covered is not there, nor is who stands in it, for everybody but the game master: the view has neither,
and so no word, offer or number that is made from it. A place where somebody of one's own side stands is never covered
for that side, and whoever stands in covered places and others is seen with all of theirs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Place, Plan, ZonePlan
from ludex.table.records.fog import Fog

SOMEWHERE = "somewhere"  # a zone that is covered

Spots = frozenset[tuple[int, int]]  # cells, or where zones lie


class Covered(NamedTuple):
    """What of a view is covered, and who is in there."""

    places: frozenset[Place] = frozenset()
    beings: frozenset[str] = frozenset()


def places_of(plan: Plan) -> frozenset[Place]:
    return frozenset(plan.board.zones) if isinstance(plan, ZonePlan) else plan.board.cells


def covered_in(game: Game[Any], known: Any, side: str, fog: Fog) -> Covered:
    """What those of a side do not see of what they know by the rules."""
    plan = game.face().plan(known) if fog and side != GM else None
    if plan is None:
        return Covered()
    found = {place for place in places_of(plan) if fog.covers(place)}
    stands = {being.id: _places(plan, being) for being in known.beings.values()}
    found -= {place for who, places in stands.items() if known.beings[who].side == side for place in places}
    unseen = frozenset([who for who, places in stands.items() if places and found.issuperset(places)])
    found -= {place for who, places in stands.items() if who not in unseen for place in places}
    return Covered(frozenset(found), unseen)


def _places(plan: Plan, being: Any) -> tuple[Place, ...]:
    """Where somebody is: on the board, or as one who lies dead there."""
    return plan.places.get(being.id) or (being.at,)


def fogged(game: Game[Any], known: Any, side: str, fog: Fog) -> Any:
    """A view without what is covered; the same where nothing is."""
    places, beings = covered_in(game, known, side, fog)
    if not places:
        return known
    shown = known.fork()
    game.cover(shown, places, beings)
    return shown


def names_of(plan: Plan | None, places: frozenset[Place]) -> set[str]:
    """By which zones are called that are covered, but for names that others have too."""
    if not isinstance(plan, ZonePlan) or not places:
        return set()
    zones = plan.board.zones
    told = {name for zone in zones.values() if zone.id not in places for name in (zone.id, zone.name)}
    return {name for place in places for name in (str(place), zones[str(place)].name)} - told


def spots_of(plan: Plan | None, places: frozenset[Place]) -> Spots:
    """Where covered places lie."""
    if not isinstance(plan, ZonePlan):
        return places  # type: ignore[return-value]  # of such a plan they are cells
    return frozenset([plan.board.spots[str(place)] for place in places])
