"""Where somebody can stand who is put into a scene file: where their side begins, or else where there is room."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ludex.core.content.content import Library
from ludex.core.files.findings import scene_looked
from ludex.core.game import Game
from ludex.core.master.table_calls import put_where_free
from ludex.core.scene.shape import read_board


def free_place(game: Game[Any], library: Library, tables: Mapping[str, Any], name: str) -> Any:
    """A place for somebody in a scene, as a file has it: one of the start area of their side, or else, for the players'
    side, the one nearest to it, for others the farthest from their enemies. Nothing where there is none."""
    found = free_places(game, library, tables, name)
    if not found:
        return None
    places, apart, side = found
    starts = start_area(game, library, tables, side)
    own = [place for place in places if as_written(place) in starts]
    if not own and side != game.sides[0]:
        own = [max(places, key=lambda place: apart[place])]
    return as_written((own or places)[0])


def free_places(
    game: Game[Any], library: Library, tables: Mapping[str, Any], name: str
) -> tuple[list[Any], dict[Any, int], str] | None:
    """Everywhere that somebody of a scene could stand, for the players' side what is nearest to them first, how far
    each place is from the nearest of another side, and their own side; nothing where they are not there, or the game
    places them."""
    with suppress(Exception):  # what is wrong with the scene is told elsewhere
        made = scene_looked(tables, "", library).made
        being = made.scene.beings.get(name) if made is not None else None
        if made is None or being is None or not hasattr(being, "at"):
            return None
        scene, wrong = made.scene, len(game.misplaced(made.scene))
        places = list(put_where_free(scene, being, wrong))
        plan: Any = game.face().whole_plan(scene)
        there = [other for other in scene.beings.values() if other.side != being.side and other.id in plan.places]
        others = [plan.places[other.id] for other in there]
        apart = {place: min([plan.apart((place,), other) or 0 for other in others], default=0) for place in places}
        if being.side == game.sides[0]:
            own = [one.id for one in scene.side_of(being.side) if one is not being and one.id in plan.places]
            friends = [plan.places[one] for one in own]
            places.sort(key=lambda place: _near_friends(plan, place, friends))
        return (places, apart, being.side) if places else None
    return None


def _near_friends(plan: Any, place: Any, friends: list[Any]) -> tuple[bool, int]:
    """The nearest first, and cells where somebody stands already last; in a zone there is room for all."""
    apart = min([plan.apart((place,), one) or 0 for one in friends], default=0)
    return bool(friends) and not apart and hasattr(plan.board, "cells"), apart


def start_area(game: Game[Any], library: Library, tables: Mapping[str, Any], side: str) -> list[Any]:
    """Where a side begins, as the board says."""
    starts = getattr(read_board(game.shape, tables, "", library), "starts", {})
    return [as_written(place) for place in starts.get(side, ())]


def as_written(place: Any) -> Any:
    return list(place) if isinstance(place, tuple) else place
