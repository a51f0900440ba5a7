"""Whoever is left out, is gone or stays behind is named nowhere any more, in scenes of every game.

A field that holds the id of a being and is not typed so, as `core/kernel/named.py` asks for, fails here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, get_type_hints

import pytest

from ludex.core.files.codec import as_plain, encode
from ludex.core.files.scenefile import scene_from
from ludex.core.game import Game
from ludex.core.kernel.agenda import command
from ludex.core.kernel.named import BeingId, clearing
from ludex.core.kernel.renaming import rename
from ludex.core.kernel.ruling import Refused
from ludex.core.kernel.scene import Adjustment, Condition, Until
from ludex.core.referee.simulated import Simulated
from ludex.games.bluebox import state as bluebox
from ludex.games.cloudbreaker import state as cloudbreaker
from ludex.games.crawl import state as crawl
from ludex.games.navyblue import state as navyblue
from ludex.games.vitality import state as vitality
from tests.conformance.playing import KNOWN, begin, named, policies_for

SCENES = 24
COMMANDS = 8


def renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """The tables of a scene file in which beings have other ids, like nothing else that is written there."""
    match value:
        case str():
            return re.sub(r"\w+", lambda found: ids.get(found[0], found[0]), value)
        case list() | tuple():
            return [renamed(part, ids) for part in value]
        case dict():
            return {ids.get(key, key): part if key == "from" else renamed(part, ids) for key, part in value.items()}
    return value


def start(game: Game[Any], library: Any, seed: int) -> Any:
    """A drawn scene in which no id of a being is anything else."""
    tables = game.draw(library, game.rulebook, Random(seed).randrange)
    ids = {name: f"somebody{number}" for number, name in enumerate(tables["beings"])}
    return scene_from(renamed(tables, ids), "a drawn scene", library).scene


def played(game: Game[Any], scene: Any, seed: int) -> Iterator[Any]:
    """A scene as it goes on, after every command."""
    simulated = Simulated(policies_for(scene, ("random", "random"), seed), seed)
    begin(scene, simulated)
    for _ in range(COMMANDS):
        yield scene
        if not (actor := game.to_act(scene)):
            return
        try:
            simulated.act(scene, scene.beings[actor])
        except Refused:  # who knows less than all may want what cannot be done
            return


def named_by_hand(scene: Any, who: str) -> Any:
    """The same, with somebody named where luck seldom does it."""
    made = scene.fork()
    made.adjustments = (Adjustment(who, "luck", 1),)
    other = next(being for being in made.beings.values() if being.id != who)
    for state in (Condition("Prone", who), Condition("Prone", until=Until("start of turn", who), note=who)):
        other.afflict(state)
    if scene.game in BY_HAND:
        BY_HAND[scene.game](made, other, who)
    return made


def in_bluebox(scene: bluebox.Scene, other: bluebox.Being, who: str) -> None:
    other.found_by = (who,)
    other.used = ((f"dragged>{who}", "turn"),)
    other.held = bluebox.Held(command(other.id, "attack", target=who), bluebox.Trigger("moves"))
    scene.turns = replace(scene.turns, late=(who,), broken_off=(who,))
    scene.rest = bluebox.Rest("short", 1, once=((who, "cook"),))
    scene.areas = (bluebox.Area((), source=who),)
    scene.built = (bluebox.Built((), who, "combat"),)


def in_cloudbreaker(scene: cloudbreaker.Scene, other: cloudbreaker.Being, who: str) -> None:
    scene.goals = scene.failures = (cloudbreaker.Goal("defeat", 0, who),)
    scene.precedence = (who, other.id)
    scene.hits = (cloudbreaker.Hit(who, "body"),)
    scene.rest = cloudbreaker.Rest("short", 0, ((who, 1, 1),), ((who, "role", "support"),))
    other.used = ((f"aid>{who}", "rest"),)


def in_crawl(scene: crawl.Scene, other: crawl.Being, who: str) -> None:
    scene.turns = replace(scene.turns, called=(who,))
    other.found_by = (who,)
    other.used = ((f"treated {who}", "rest"),)
    other.readied = crawl.Readied(command(other.id, "attack", target=who), crawl.Trigger("moves"))


def in_navyblue(scene: navyblue.Scene, other: navyblue.Being, who: str) -> None:
    other.held = (f"body:{who}",)
    other.slots = other.slotless = (navyblue.Slot(f"body:{who}"),)
    other.packs = (navyblue.Pack("sack", (f"body:{who}",)),)
    other.used = ((f"aid>{who}", "rest"),)
    scene.chests = (navyblue.Chest("sea_chest", other.at, (f"body:{who}",)),)


def in_vitality(scene: vitality.Scene, other: vitality.Being, who: str) -> None:
    other.carries = (who,)
    other.deeds = other.last = (f"hit {who}",)
    other.used = ((f"through {who}", "turn"),)
    other.prepared = vitality.Prepared(command(other.id, "strike", target=who), "moves")
    scene.head_start = (who,)
    scene.hazards = (vitality.Hazard(who, "flare", ()),)


BY_HAND: dict[str, Callable[[Any, Any, str], None]] = {
    "bluebox": in_bluebox,
    "cloudbreaker": in_cloudbreaker,
    "crawl": in_crawl,
    "navyblue": in_navyblue,
    "vitality": in_vitality,
}


def traces(value: Any, who: str, path: str = "") -> Iterator[str]:
    """Where somebody is named, whose id is, or looks like, this."""
    if isinstance(value, str) and re.search(rf"\b{who}\b", value):
        yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from traces(key, who, f"{path}, key")
        yield from traces(part, who, f"{path}.{key}")


def assert_nobody(scene: Any, who: str) -> None:
    if who.encode() in encode(scene):  # perhaps as the beginning of another
        assert not list(traces(as_plain(scene), who))


@cache  # all tests look at the same ones, and change copies of them
def scenes(game: Game[Any]) -> list[Any]:
    library = game.library()
    found: list[Any] = []
    for seed in range(SCENES):
        found += [scene.fork() for scene in played(game, start(game, library, seed), seed)]
        found.append(named_by_hand(found[-1], next(iter(found[-1].beings))))
    return found


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_of_who_is_left_out_no_trace_is_left(game: Game[Any]) -> None:
    for scene in scenes(game):
        for who in scene.beings:
            other = scene.fork()
            other.leave_out(frozenset({who}))
            assert_nobody(other, who)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_of_who_is_gone_no_trace_is_left(game: Game[Any]) -> None:
    for scene in scenes(game):
        for who in scene.beings:
            other = scene.fork()
            game.departs(other, other.beings[who])
            assert_nobody(other, who)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_nobody_who_stays_behind_is_named_in_the_next_scene(game: Game[Any]) -> None:
    for before in scenes(game):
        scene = before.fork()
        behind = [being.id for being in before.beings.values() if being.side != game.sides[0]]
        for who in behind:
            if who in scene.beings:  # they may have gone with another
                game.departs(scene, scene.beings[who])
        game.carry_over(before, scene)
        for who in behind:
            assert_nobody(scene, who)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_who_has_the_id_of_somebody_left_behind_is_somebody_else(game: Game[Any]) -> None:
    for before in scenes(game):
        scene = before.fork()
        game.carry_over(before, scene)
        party = [being for being in scene.beings.values() if being.side == game.sides[0]]
        for being in scene.beings.values():
            if being.side != game.sides[0]:
                assert not [path for one in party for path in traces(as_plain(one), rf"{being.id}")], being.id


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_every_field_that_can_name_somebody_does_so_in_these_scenes(game: Game[Any]) -> None:
    named_in = {path for scene in scenes(game) for path in traces(as_plain(scene), r"somebody\w+")}
    found = {re.sub(r"^\.beings\.\w+", "", path).split(".")[1] for path in named_in if "." in path}
    hints = get_type_hints(game.scene_type, include_extras=True) | get_type_hints(game.shape.being, include_extras=True)
    assert {field for field, hint in hints.items() if clearing(hint) is not None} <= found


def test_an_id_where_nobody_could_be_cleared_is_an_error() -> None:
    with pytest.raises(TypeError, match="tuples and records"):
        clearing(dict[BeingId, int])


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_under_other_ids_nobody_is_named_by_the_old_one_and_nothing_else_changes(game: Game[Any]) -> None:
    for scene in scenes(game):
        ids = {name: f"else{number}" for number, name in enumerate(scene.beings)}
        other = scene.fork()
        rename(other, ids)
        for who in scene.beings:
            assert_nobody(other, who)
        rename(other, {new: old for old, new in ids.items()})
        assert encode(other) == encode(scene)
        around = dict(zip(scene.beings, [*scene.beings][1:] + [*scene.beings][:1], strict=True))
        rename(other, around)  # each has the id of another
        rename(other, {new: old for old, new in around.items()})
        assert encode(other) == encode(scene)
