"""Where an entry is tried: the scene that comes with the game and has somebody in it who has the entry, and who is
fought there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from ludex.core.content.content import ContentError, Library, read_toml
from ludex.core.files.scenefile import SceneFile, by_difficulty, scene_from
from ludex.core.game import Game
from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.lab.worth import duel
from ludex.lab.worth.tried import Named, Tried, people

FAR = 2  # places of a list of distances: how far apart a duel begins


class Reference(NamedTuple):
    """A scene as its tables have it, and who of those who have the entry is in it."""

    tables: Mapping[str, Any]
    where: str
    title: str
    owner: Named

    def scene(self, library: Library) -> SceneFile:
        return scene_from(self.tables, self.where, library)


def reference(tried: Tried) -> Reference | None:
    """The hardest ready scene in which somebody has what is tried, since in the others the party wins whatever it has;
    or else a plain duel. Nothing where nobody has it, or can have it as it is."""
    ready = next(ready_scenes(tried), None)
    if ready is not None:
        return ready
    owner = next((owner for owner in tried.owners if health(tried.with_it, tried.game, owner)), None)
    dummy = usual_dummy(tried, owner) if owner is not None else None
    if owner is None or dummy is None:
        return None
    apart = (duel.ZONES if duel.by_zones(tried.game) else duel.CELLS)[FAR]
    tables = duel.tables(tried.game, owner, dummy, apart)
    return Reference(tables, "duel", tables["title"], owner)


def ready_scenes(tried: Tried) -> Iterator[Reference]:
    owners = {owner.id: owner for owner in reversed(tried.owners)}
    for path in reversed(by_difficulty(tried.library.scenes)):
        tables = read_toml(path)
        there = [owners[id] for id in made_of(tables) if id in owners]
        if there and fights(tried, tables, path.stem):
            first = min(there, key=tried.owners.index)
            yield Reference(tables, path.stem, str(tables.get("title", path.stem)), first)


def made_of(tables: Mapping[str, Any]) -> list[str]:
    """The ids of the entries that the beings of a scene file are made of."""
    beings = tables.get("beings", {})
    return [str(raw.get("from", name)) for name, raw in beings.items() if isinstance(raw, Mapping)]


def fights(tried: Tried, tables: Mapping[str, Any], where: str) -> bool:
    """Can it be made with what is tried, and do two sides meet in it?"""
    try:
        scene = scene_from(tables, where, tried.with_it).scene
    except (ContentError, BadInput):
        return False
    return len({being.side for being in scene.beings.values() if tried.game.fights(scene, being)}) > 1


def usual_dummy(tried: Tried, owner: Named, met: Collection[str] = ()) -> Named | None:
    """Whoever of the other kind has about as much health as the owner; of several, who is met in a scene."""
    wanted = health(tried.with_it, tried.game, owner)
    others = [person for person in people(tried.library) if (person.kind == "character") != (owner.kind == "character")]
    return min(
        others,
        key=lambda person: (abs(health(tried.library, tried.game, person) - wanted), person.id not in met),
        default=None,
    )


@derived()
def health(library: Library, game: Game[Any], person: Named) -> int:
    """The most that somebody has of their first pool; nothing where they cannot be made with all they have."""
    try:
        scene = alone(game, library, person)
    except ContentError:
        return 0
    return next((pool.most for pool in game.pools(scene, scene.beings[duel.OWNER])), 0)


def alone(game: Game[Any], library: Library, person: Named) -> Scene[Any]:
    """Somebody on an empty board."""
    tables = {"game": game.name, "board": {}, "beings": {duel.OWNER: {"from": person.id, "at": duel.place(game, 0)}}}
    return scene_from(tables, "duel", library).scene
