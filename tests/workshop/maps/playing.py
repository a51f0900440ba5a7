"""What comes of a map: the plan of it, a board of that, and a round that machines fight on the board."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludex.core.files.scenefile import scene_from
from ludex.core.foe.deciding import choose
from ludex.core.game import GAMES
from ludex.core.plan.plan import Plan
from ludex.core.referee.simulated import Simulated
from ludex.workshop.boards import BoardDraft, board_drafted
from ludex.workshop.editing import raw_entry
from ludex.workshop.ground import Ground, ground_of_game
from ludex.workshop.maps.proposed import MapRead
from ludex.workshop.maps.reading import MapGiven, map_read
from tests.conformance.playing import begin, policies_for
from tests.workshop.maps.samples import written

MOST_COMMANDS = 60


@cache
def ground(game: str) -> Ground:
    return ground_of_game(game)


def read(game: str, file: Any, name: str = "the_store.uvtt", **given: Any) -> MapRead:
    data = file if isinstance(file, bytes) else written(file)
    return map_read(ground(game), data, name, MapGiven(**given))


def cells(plan: Plan, paint: str) -> set[tuple[int, int]]:
    return {cell for drawn in plan.drawn if drawn.paint == paint for cell in drawn.cells}


def edges(plan: Plan, paint: str = "wall_edge") -> set[Any]:
    return {edge for drawn in plan.drawn if drawn.paint == paint for edge in drawn.edges}


def ways(plan: Plan, paint: str) -> set[frozenset[str]]:
    return {frozenset(way) for drawn in plan.drawn if drawn.paint == paint for way in drawn.ways}


def fought(game: str, plan: Plan, here: Any, there: Any) -> str:
    """The text of the board, once somebody of the game has fought a round on it against somebody else."""
    drafted = board_drafted(ground(game), BoardDraft(plan=plan, called="brought"))
    assert [fault.text for fault in drafted.faults if fault.severe] == []
    library = GAMES[game].library()
    foes = next(kind for kind in ("enemy", "npc") if kind in library.shelves)
    hero, foe = next(iter(library.offered("character"))), next(iter(library.offered(foes)))
    beings = {
        "hero": {"from": hero.id, "at": here, "side": "party"},
        "foe": {"from": foe.id, "at": there, "side": "foes"},
    }
    board = raw_entry("board", drafted.text)
    scene = scene_from({"game": game, "board": board, "beings": beings}, "a map", library).scene
    policies = policies_for(scene, ("simple", "simple"), 1)
    referee = Simulated(policies, 1)
    begin(scene, referee)
    for _ in range(MOST_COMMANDS):
        if not (actor := GAMES[game].to_act(scene)) or scene.turns.round > 1:
            break
        being = scene.beings[actor]
        referee.perform(scene, choose(GAMES[game], scene, being, policies[being.side])[0])
    return drafted.text
