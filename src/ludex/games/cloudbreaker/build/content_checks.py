"""What `ludex check` asks of Cloudbreaker Alliance: the ids that entries name, and who has room in a scene."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.core.content.content import Check, ContentError, Fault, Library, among, known
from ludex.core.game import GAMES
from ludex.games.cloudbreaker.book.analysing import SOUL_ARM
from ludex.games.cloudbreaker.build.from_content import UNITS, in_hands, make_board, masteries
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.records.effects import Afflict, NeutraliseRange, RedirectAttack
from ludex.games.cloudbreaker.records.kinds import (
    Board,
    Character,
    Class,
    Clue,
    Curse,
    Enemy,
    Feature,
    Hazard,
    Method,
    Part,
    Toolkit,
    Unit,
    Use,
)
from ludex.games.cloudbreaker.state import WIDE, Scene

# ---------------------------------------------------------------- entries of content


def _effects(library: Library, effects: Iterable[object], field: str) -> Iterator[Fault]:
    conditions = (*CONDITIONS, *library.shelves["condition"].entries)
    for number, effect in enumerate(effects):
        spot = f"{field}[{number}]"
        if isinstance(effect, Afflict):
            yield from among([effect.condition], conditions, "condition", f"{spot}.condition")
            if (effect.until == "distance") != bool(effect.distance):
                yield Fault(f"{spot}.distance", 'expected together with until = "distance", and only then')
        elif isinstance(effect, NeutraliseRange):
            yield from known(library, "toolkit", [effect.toolkit], f"{spot}.toolkit")


def _use(library: Library, use: Use) -> Iterator[Fault]:
    yield from _effects(library, use.effects, "effects")
    for kind in ("weapon", "spell", "item"):
        if use.id in library.shelves[kind] and library.shelves[kind].entries[use.id] is not use:
            yield Fault("id", f"there is a {kind} {use.id!r} as well; nobody could tell which is meant")


def _toolkit(library: Library, toolkit: Toolkit) -> Iterator[Fault]:
    yield from known(library, "item", toolkit.gear, "gear")
    if toolkit.id in library.shelves["skill"]:
        yield Fault("id", f"there is a skill {toolkit.id!r} as well")


def _feature(library: Library, feature: Feature) -> Iterator[Fault]:
    yield from _effects(library, feature.effects, "effects")
    if any(isinstance(effect, RedirectAttack) for effect in feature.effects) and feature.trigger.event != "attack_hits":
        yield Fault("trigger.event", 'expected "attack_hits", since an attack is redirected')


def _class(library: Library, entry: Class) -> Iterator[Fault]:
    yield from known(library, "class", entry.requires, "requires")
    yield from among(entry.masteries, masteries(library), "mastery", "masteries")
    for number, ranked in enumerate(entry.features):
        yield from known(library, "feature", [ranked.feature], f"features[{number}].feature")


def _curse(library: Library, curse: Curse) -> Iterator[Fault]:
    if curse.id in CONDITIONS:
        yield Fault("id", f"{curse.id} is a condition of the book")


def _clues(library: Library, clues: Iterable[Clue | Method], field: str) -> Iterator[Fault]:
    for number, clue in enumerate(clues):
        if clue.method != SOUL_ARM or field != "analyse":
            yield from known(library, clue.kind, [clue.method], f"{field}[{number}].method")
        if isinstance(clue, Method):
            yield from known(library, "item", [clue.needs_item], f"{field}[{number}].needs_item")


def _hazard(library: Library, hazard: Hazard) -> Iterator[Fault]:
    yield from _effects(library, hazard.effects, "effects")
    yield from _clues(library, hazard.cross, "cross")
    yield from _clues(library, hazard.neutralise, "neutralise")
    crosses = "cross" in hazard.triggers
    if hazard.triggers and crosses != (hazard.hazard_type == "traversal"):
        yield Fault("triggers", "a traversal hazard acts on who crosses it, a zone hazard at other moments")


# ---------------------------------------------------------------- who there is


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    yield from known(library, "class", [entry.class_], "class")
    yield from known(library, "class", [entry.secondary_class], "secondary_class")
    yield from known(library, "class", entry.class_ranks, "class_ranks")
    yield from known(library, "spell", entry.spells, "spells")
    yield from known(library, "item", entry.items, "items")
    yield from among(entry.masteries, masteries(library), "mastery", "masteries")
    unknown = list(known(library, "weapon", entry.weapons, "weapons"))
    yield from unknown
    for name in entry.wielded or ():
        if name not in entry.weapons:
            yield Fault("wielded", f"{name!r} is none of their weapons; expected some of: {', '.join(entry.weapons)}")
            return
    if entry.wielded and not unknown and in_hands(library, entry.wielded, entry.hands) != entry.wielded:
        yield Fault("wielded", f"more than {entry.hands} hands can hold", "cb.item.wield")
    rulebook = GAMES["cloudbreaker"].rulebook
    for rule in entry.allowed:
        if rule not in rulebook.rules and rule not in rulebook.gaps:
            yield Fault("allowed", f"there is no rule {rule!r}")


def _unit(library: Library, entry: Unit) -> Iterator[Fault]:
    shelves = library.shelves
    for kind in UNITS:
        if entry.id in shelves[kind] and shelves[kind].entries[entry.id] is not entry:
            yield Fault("id", f"there is a {kind} {entry.id!r} as well; scenes would take only one of them")
    uses = [*shelves["weapon"].entries, *shelves["spell"].entries]
    for number, armed in enumerate(entry.attacks):
        yield from among([armed.use], uses, "weapon or spell", f"attacks[{number}].use")
    yield from known(library, "item", entry.items, "items")
    yield from known(library, "feature", entry.features, "features")
    yield from among(entry.masteries, masteries(library), "mastery", "masteries")
    yield from _targets(library, entry)
    if isinstance(entry, Enemy):
        yield from _clues(library, entry.neutralise, "neutralise")
        yield from _clues(library, entry.analyse, "analyse")
        for number, falter in enumerate(entry.falter):
            if falter.when == "condition":
                there = (*CONDITIONS, *shelves["condition"].entries)
                yield from among([falter.condition], there, "condition", f"falter[{number}].condition")


def _targets(library: Library, entry: Unit) -> Iterator[Fault]:
    """cb.unit.multi_target: one of the targets is vital, and each has a name of its own."""
    ids = [part.id for part in entry.targets]
    if len(set(ids)) != len(ids):
        yield Fault("targets", f"two targets have the same id: {', '.join(ids)}")
    if sum(part.vital for part in entry.targets) != 1:
        yield Fault("targets", "expected exactly one vital target")
    attacks = [armed.use for armed in entry.attacks]
    for number, part in enumerate(entry.targets):
        yield from _part(library, part, attacks, f"targets[{number}]")


def _part(library: Library, part: Part, attacks: list[str], field: str) -> Iterator[Fault]:
    if part.hp < 1:
        yield Fault(f"{field}.hp", f"expected 1 or more, not {part.hp}")
    yield from among(part.loses, attacks, "attack", f"{field}.loses")
    yield from _effects(library, part.when_broken, f"{field}.when_broken")


def _board(library: Library, board: Board) -> Iterator[Fault]:
    for field, sides in (("width", (board.width, board.height)), ("squares", board.squares or (1, 1))):
        if min(sides) < 1:
            yield Fault(field, f"{list(sides)}: expected 1 or more each way")
            return
    ids = [zone.id for zone in board.zones]
    if len(set(ids)) != len(ids):
        yield Fault("zones", "two zones have the same id")
        return
    try:
        make_board(board, library)
    except ContentError as fault:
        yield Fault("", re.sub(r"^board '[^']*'(, |: )", "", str(fault)))


CHECKS: dict[str, Check] = {
    "toolkit": _toolkit,
    "weapon": _use,
    "spell": _use,
    "item": _use,
    "feature": _feature,
    "class": _class,
    "character": _character,
    "enemy": _unit,
    "npc": _unit,
    "object": _unit,
    "condition": _curse,
    "hazard": _hazard,
    "board": _board,
}


# ---------------------------------------------------------------- scenes


def misplaced(scene: Scene) -> list[Fault]:
    """cb.unit.size: every zone that a unit takes up is on the board."""
    return [
        Fault(f"beings.{being.id}.at", f"a unit of {being.sheet.size} size has no room at {being.at!r}", "cb.unit.size")
        for being in scene.beings.values()
        if being.here and len(scene.zones(being)) != WIDE.get(being.sheet.size, 1) ** 2
    ]
