"""Who is gauged as the party: ready characters who stand in for it, so many and of about such a level; or the
characters of a table, as they stand there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle, islice
from typing import Any, NamedTuple

from ludex.core.content.content import Library
from ludex.core.files.codec import restore
from ludex.core.files.heroes import is_hero
from ludex.core.files.parties import fitted
from ludex.core.files.placing import free_place
from ludex.core.files.standing_in import numbered, of_level
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import listed
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.renaming import rename
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.opponents import policies, sides_of

USUAL_SIZE = 4
MOST = 8  # of one's own
LEVEL_UP = "level_up"  # the game master's call by which somebody rises, in the games that have levels
MOST_LEVELS = 20


class Party(NamedTuple):
    """A party that stands in: so many, of this level; 0: as they come. Where nobody says how many, all characters that
    do not come with the game; where there are none, the first of the game."""

    size: int = 0
    level: int = 0


class Brought(NamedTuple):
    """The characters of a table, with the content and the house rules they have there. `state`: a scene in which they
    stand as they were last played, of the game's own shape; nothing where nobody has played yet."""

    title: str  # of the table
    characters: tuple[dict[str, Any], ...]  # entries
    content: dict[str, list[dict[str, Any]]]
    options: dict[str, Any]
    state: dict[str, Any]

    def library(self, library: Library) -> Library:
        """A library with them in it. What they have is not offered to others, and an entry that is there already stays:
        it is the one that is being worked on."""
        found = library.copy()
        new = {
            kind: [raw for raw in entries if kind in found.shelves and raw["id"] not in found.shelves[kind]]
            for kind, entries in self.content.items()
        }
        found.add_retired(new, self.title)
        found.add_readable({"character": list(self.characters)}, self.title)
        return found


class Stood(NamedTuple):
    tables: dict[str, Any]
    who: list[str]  # the beings that are the party
    before: Scene[Any] | None = None  # where they come from, as they stand
    made_for: int = 0  # the number of characters for which the scene says who stands against them


def with_party(game: Game[Any], library: Library, tables: Mapping[str, Any], party: Party | Brought) -> Stood:
    """The tables of a scene with other characters in place of the player characters: where those stood, and as far as
    they are more, where there is room."""
    given = tables.get("beings", {})
    beings = dict(given) if isinstance(given, Mapping) else {}
    before = {name: raw for name, raw in beings.items() if is_hero(game, library, name, raw)}
    chosen = coming(game, library, party)
    if not chosen:
        return Stood(dict(tables), [])
    tables, made_for = fitted(game, library, tables, len(chosen))
    others = {name: raw for name, raw in tables.get("beings", {}).items() if name not in before}
    places = [{field: raw[field] for field in game.placing if field in raw} for raw in before.values()]
    made = {**tables, "beings": dict(others)}
    who = []
    for number, entry in enumerate(chosen):
        name = next(each for each in numbered(entry.id) if each not in made["beings"])
        raw = {"from": entry.id, "side": game.sides[0], **(places[number] if number < len(places) else {})}
        made = {**made, "beings": {**made["beings"], name: raw}}
        if not places[number:] and (at := free_place(game, library, made, name)) is not None:
            made["beings"][name] = {**raw, "at": at}
        who.append(name)
    before_that = come_from(game, library, party, dict(zip([one.id for one in chosen], who, strict=True)))
    return Stood(made, who, before_that, made_for)


def coming(game: Game[Any], library: Library, party: Party | Brought) -> list[Any]:
    """The entries of those who come."""
    if isinstance(party, Party):
        return ready(game, library, party)
    shelf = library.shelves["character"]
    return [shelf.get(raw["id"]) for raw in party.characters if raw["id"] in shelf]


def come_from(game: Game[Any], library: Library, party: Party | Brought, names: Mapping[str, str]) -> Scene[Any] | None:
    """The scene from which they come, in which they have the names they will have."""
    if isinstance(party, Party) or not party.state:
        return None
    before: Scene[Any] = restore(party.state, len(game.migrations), game, library)
    for old in names:
        if old in before.beings and before.beings[old].side != game.sides[0]:
            del before.beings[old]  # somebody else who has their id
    rename(before, {old: new for old, new in names.items() if old != new})
    return before


def come_in(game: Game[Any], before: Scene[Any] | None, scene: Scene[Any]) -> None:
    """Those who come from a table are in the scene as they stand there, in place."""
    if before is not None:
        game.carry_over(before, scene)


def ready(game: Game[Any], library: Library, party: Party) -> list[Any]:
    """Characters of the content whose level is nearest from below; where they are too few, more of the same."""
    known = library.offered("character")
    if not party.size and (own := [entry for entry in known if entry.id not in game.starter.shelves["character"]]):
        return own[:MOST]
    if party.level:
        known = of_level(known, party.level)
    return list(islice(cycle(known), party.size or USUAL_SIZE)) if known else []


# ---------------------------------------------------------------- levels


def raised(game: Game[Any], scene: Scene[Any], who: list[str], level: int) -> list[str]:
    """Those who stand in rise to a level, as a simple policy would choose, in place; gives what is to be told of it."""
    names = [scene.beings[name].name for name in who if name in scene.beings]
    told = [f"{listed(names)} {'stands' if len(names) == 1 else 'stand'} in for the party."] if names else []
    if not level or not names:
        return told
    levels = [getattr(scene.beings[name].sheet, "level", None) for name in who if name in scene.beings]
    if None in levels:
        return [*told, f"{game.title} has no levels; they are as they come."]
    if LEVEL_UP in game.gm_actions:
        referee = Simulated(policies(game, sides_of(game, scene), {}, 1), 1)
        for name in who:
            rise(game, scene, referee, name, level)
    now: list[int] = [getattr(scene.beings[name].sheet, "level", 0) for name in who if name in scene.beings]
    if any(one != level for one in now):
        low, high = min(now), max(now)
        of = f"level {low}" if low == high else f"levels {low} to {high}"
        told.append(f"Nobody can be had of level {level}: they are of {of}.")
    return told


def rise(game: Game[Any], scene: Scene[Any], referee: Simulated, name: str, level: int) -> None:
    being: Any = scene.beings.get(name)
    for _ in range(MOST_LEVELS):
        if being is None or being.sheet.level >= level:
            return
        before = being.sheet.level
        try:
            action = game.gm_actions[LEVEL_UP]
            referee.perform(scene, Command(GM, LEVEL_UP, ((action.args[0].name, name),)))
        except (BadInput, Refused):
            return
        being = scene.beings.get(name)
        if being is None or being.sheet.level <= before:
            return
