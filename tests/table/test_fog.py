"""Fog by hand: what is covered is told to nobody but the game master, and the rules know nothing of it."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from ludex.core.board.zone import ZoneBoard
from ludex.core.files.codec import encode
from ludex.core.game import Game
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.reading import read_json
from ludex.core.kernel.ruling import BadInput, Refused, Ruling
from ludex.table.campaign.fog import Cover
from ludex.table.campaign.scenes import CloseScene, OpenScene
from ludex.table.document.show import Documents
from ludex.table.know import seen as know_seen
from ludex.table.know.fogged import fogged, places_of
from ludex.table.play.commands import Command
from ludex.table.records.fog import Fog, FogChange, Fogs
from tests.conformance.playing import KNOWN, drawn, named
from tests.table.secrets import World
from tests.table.snapshots import Shelf
from tests.table.tables import Kept, differing
from tests.table.test_leaks import compare

SCENES, MANY_SCENES = 6, 40
EACH = 0.4  # so many times at least both are compared for each scene that is drawn


def covering(game: Game[Any], scene: Any, side: str, luck: Random) -> Fog:
    """Where one of the others stands, and a few places more."""
    plan = game.face().plan(scene)
    if plan is None:
        return Fog()
    others = [who for who in plan.places if scene.beings[who].side != side]
    every = sorted(places_of(plan), key=str)
    where = plan.places[luck.choice(others)] if others else ()
    return Fog(places=frozenset([*where, *luck.sample(every, min(len(every), 6))]))


def otherwise(game: Game[Any], scene: Any, side: str, fog: Fog) -> list[Any]:
    """The same scene with something else under the fog: without one of those who stand there, or with other ground."""
    seen = encode(fogged(game, game.view(scene, side), side, fog))
    found = []
    for name in scene.beings.keys() - fogged(game, game.view(scene, side), side, fog).beings.keys():
        other = scene.fork()
        game.departs(other, other.beings[name])
        other.maybe_over = scene.maybe_over
        found.append(other)
    other = scene.fork()
    other.board = other_ground(scene.board, fog)
    found.append(other)
    return [other for other in found if encode(fogged(game, game.view(other, side), side, fog)) == seen]


def other_ground(board: Any, fog: Fog) -> Any:
    if isinstance(board, ZoneBoard):
        zones = [replace(zone, name="Vault") if fog.covers(zone.id) else zone for zone in board.zones.values()]
        return ZoneBoard(zones, board.closed, board.cover, board.links)
    there = [cell for cell in board.cells if fog.covers(cell)]
    heights = {**board.heights, **{cell: board.height(cell) + 1 for cell in there}}
    return type(board)(board.cells, heights, board.walls, board.wall_edges, board.cover, board.terrain)


class Fogged(World):
    """A world of which two things are not compared, as they show that somebody is there and not who: what a rule asks
    openly because of them, and who has brought a line about, where the game master or a machine has played between."""

    def known(self) -> object:
        request = self.kept.live.open
        return super().known(), repr(request.domain) if isinstance(request, Question) else ""

    def told(self) -> bytes:
        return re.sub(rb'"by":"[^"]*"', b"", super().told())

    def looked_back(self) -> list[bytes]:
        return [re.sub(rb'"by":"[^"]*"', b"", told) for told in super().looked_back()]


@pytest.mark.slow
@pytest.mark.parametrize("scenes", [SCENES, pytest.param(MANY_SCENES, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_what_lies_in_the_fog_makes_no_difference_to_what_a_seat_is_told(game: Game[Any], scenes: int) -> None:
    library = game.library()
    compared = 0
    for seed in range(scenes):
        luck = Random(seed)
        scene = drawn(game, luck, library)
        side = game.sides[0]
        fog = covering(game, scene, side, luck)
        others = otherwise(game, scene, side, fog) if fog else []
        if others:
            machines = not luck.randrange(3)
            both = Fogged(scene, side, machines), Fogged(luck.choice(others), side, machines)
            for world in both:
                world.kept.do(Cover(cover=tuple(sorted(fog.places, key=str))))
            compared += compare(*both, seed, luck)
    assert compared >= EACH * scenes


def told(kept: Kept, seat: str) -> dict[str, Any]:
    return Documents(kept.table).of(kept.table.seats[seat])


def test_who_stands_in_the_fog_is_told_to_the_game_master_alone() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "vhor")
    kept.open()
    at = tuple(told(kept, kept.gm)["beings"]["vahki_1"]["at"])
    before = told(kept, ann)
    kept.do(Cover(cover=(at,)))
    seen = told(kept, ann)
    assert "vahki_1" not in seen["beings"]
    assert "vahki_1" not in seen["turn"]["order"]
    assert list(at) not in seen["board"]["cells"]
    assert seen["fog"] == {str(at[1]): [[at[0], at[0]]]}
    assert "vahki_1" in told(kept, kept.gm)["beings"]
    assert told(kept, kept.gm)["fog"] == seen["fog"]
    kept.do(Cover(clear=(at,)))
    assert told(kept, ann) == before


def test_a_scene_comes_onto_the_table_covered_and_keeps_its_fog() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "vhor")
    kept.open(covered=True)
    read = kept.table.watched(kept.table.seats[ann])
    assert read is not None
    assert "Vahki" not in str(list(read.log)), "who rolls for the order"

    kept = Kept("bluebox")
    ann = kept.seat("Ann", "vhor")
    scene = kept.open(covered=True, begin=False)
    own = tuple(told(kept, ann)["beings"]["vhor"]["at"])
    assert {being["side"] for being in told(kept, ann)["beings"].values()} == {"party"}
    assert list(own) in told(kept, ann)["board"]["cells"], "where somebody of one's own stands is known"
    kept.do(CloseScene())
    assert told(kept, ann)["fog"] == {}
    kept.do(OpenScene(scene=scene, again=True))
    assert kept.table.fogs[scene].all
    kept.do(OpenScene(scene=scene))
    assert kept.table.fogs == {}, "from its beginning it has none"


def test_what_was_read_stays_as_it_could_be_known_then() -> None:
    kept = Kept("cloudbreaker")
    ann = kept.seat("Ann", "tal")
    kept.open()
    kept.do(Cover(all=True))
    for _ in range(6):
        kept.step()
    kept.do(Cover(all=False))
    for _ in range(6):
        kept.step()
    assert differing(kept.table, kept.folded()) == {}
    shelf = Shelf([*kept.entries])
    shelf.take(kept.table)
    assert differing(kept.table, shelf.resumed(kept.fake)) == {}
    assert told(kept, ann)["fog"] == {}


def test_nobody_but_the_game_master_covers_and_only_places_of_the_board() -> None:
    kept = Kept("navyblue")
    ann = kept.seat("Ann")
    with pytest.raises(Refused, match="no scene"):
        kept.do(Cover(all=True))
    kept.open()
    with pytest.raises(Refused, match="only the game master"):
        kept.do(Cover(all=True), ann)
    with pytest.raises(BadInput, match="places of the board"):
        kept.do(Cover(cover=("nowhere",)))
    number = kept.table.number
    kept.do(Cover(all=False))
    assert kept.table.number == number, "nothing has changed"


def test_whoever_is_covered_is_aimed_at_by_nobody_and_the_refusal_says_no_more() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "vhor")
    kept.open()
    at = tuple(told(kept, kept.gm)["beings"]["vahki_1"]["at"])
    kept.do(Cover(cover=(at,)))
    args = {"weapon": "wind_staff", "target": "vahki_1"}
    with pytest.raises((Refused, BadInput)) as fault:
        kept.do(Command(actor="vhor", name="attack", args=args), ann)
    assert "Vahki" not in str(fault.value)


@pytest.mark.parametrize(
    ("before", "all", "cover", "clear", "covered"),
    [
        (Fog(), None, "ab", "", "ab"),
        (Fog(), True, "", "a", "bc"),
        (Fog(True), None, "", "ab", "c"),
        (Fog(True, frozenset("ab")), None, "a", "", "ac"),
        (Fog(False, frozenset("ab")), False, "c", "", "c"),
    ],
)
def test_places_are_covered_and_uncovered_one_by_one_or_all_at_once(
    before: Fog, all: bool | None, cover: str, clear: str, covered: str
) -> None:
    after = before.after(all, cover, clear)
    assert "".join([place for place in "abc" if after.covers(place)]) == covered


def test_answers_with_a_covered_place_among_others_are_not_told() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "vhor")
    kept.open()
    at = tuple(told(kept, kept.gm)["beings"]["vahki_1"]["at"])
    seen = kept.table.seen(kept.table.seats[ann])
    assert seen is not None
    values: list[Any] = [(at,), (at, (0, 0)), ((0, 0),), [["x", at]], 3, "vhor"]
    assert seen.known_among(values) == values
    kept.do(Cover(cover=(at,)))
    assert seen.known_among(values) == [((0, 0),), 3, "vhor"]


def test_what_happens_to_others_in_several_places_is_told_of_those_that_are_seen() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "vhor")
    kept.open()
    at = tuple(told(kept, kept.gm)["beings"]["vahki_1"]["at"])
    kept.do(Cover(cover=(at,)))
    seen = kept.table.seen(kept.table.seats[ann])
    assert seen is not None
    spreads = Ruling("spreads", "bb.fire", {"cells": (at, (0, 0))})
    own = Ruling("spreads", "bb.fire", {"who": "vhor", "cells": (at, (0, 0))})
    assert seen.readable([spreads, own]) == [replace(spreads, values={"cells": ((0, 0),)}), own]


def test_the_veil_is_made_once_for_all_that_is_read_of_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "vhor")
    kept.open(covered=True)
    seen = kept.table.seen(kept.table.seats[ann])
    assert seen is not None
    made: list[object] = []
    make = know_seen._veil

    def counted(*what: Any) -> Any:
        made.append(what)
        return make(*what)

    monkeypatch.setattr(know_seen, "_veil", counted)
    for number in range(50):
        assert not seen.names_unknown(number)
        assert seen.names_unknown(["vahki_1", number])
    once = len(made)
    assert once <= 2
    kept.do(Cover(all=False))
    assert not seen.names_unknown("vahki_1")
    assert len(made) == once + 1


def test_to_look_at_a_scene_changes_nothing_in_it() -> None:
    kept = Kept("bluebox")
    kept.open()
    scene = kept.live.scene
    scene.places = None
    seen = kept.table.seen(kept.table.seats[kept.gm])
    assert seen is not None
    assert seen.view(scene).places is seen.places is not None
    assert scene.places is None


def test_each_stroke_is_kept_by_what_it_changes() -> None:
    fogs, whole, fog = Fogs(), [(0, Fog())], Fog()
    places = [(x, y) for x in range(20) for y in range(20)]
    for number, place in enumerate(places, 1):
        fog = fog.after(True if number == 200 else None, (place,), (places[number // 2],))
        fogs.append(number, fog)
        whole.append((number, fog))
    for number in (0, 1, 37, 200, 201, 400, 150):
        with fogs.as_of(number + 1):
            assert fogs.now == whole[number][1]
    assert fogs.now == fog
    before, changes = fogs.since(300)
    assert sum(len(change.places) for change in changes) <= 2 * len(changes) == 200
    again = Fogs(*read_json(msgspec.json.encode((before, changes)), tuple[list[tuple[int, Fog]], list[FogChange]]))
    for number in (300, 350, 400):
        with again.as_of(number + 1):
            assert again.now == whole[number][1]
    assert Fogs(whole).now == fog, "as earlier versions have kept it"
