"""What the rules of Cloudbreaker Alliance say about entries of content, for `ludex check`, and who has room in a
scene."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.core.content.content import Check, ContentError, Fault, Library, among
from ludex.core.content.references import misnamed
from ludex.core.kernel.english import count, meant, there_are
from ludex.core.plan.entries import no_zones
from ludex.games.cloudbreaker.book.situations.flow import FACING
from ludex.games.cloudbreaker.build.from_content import in_hands, make_board, masteries
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.records.effects import Afflict, Damage, RedirectAttack
from ludex.games.cloudbreaker.records.ids import SOUL_ARM, UNITS, USES
from ludex.games.cloudbreaker.records.kinds import (
    Board,
    Character,
    Class,
    Curse,
    Enemy,
    Feature,
    Hazard,
    Part,
    Unit,
    Use,
)
from ludex.games.cloudbreaker.state import FOES, PARTY, WIDE, Scene, in_situation

# ---------------------------------------------------------------- entries of content


def _effects(effects: Iterable[object], field: str) -> Iterator[Fault]:
    for number, effect in enumerate(effects):
        if isinstance(effect, Afflict) and (effect.until == "distance") != bool(effect.distance):
            yield Fault(f"{field}[{number}].distance", 'expected together with until = "distance", and only then')


def _use(library: Library, use: Use) -> Iterator[Fault]:
    yield from _effects(use.effects, "effects")


def _feature(library: Library, feature: Feature) -> Iterator[Fault]:
    yield from _effects(feature.effects, "effects")
    if any(isinstance(effect, RedirectAttack) for effect in feature.effects) and feature.trigger.event != "attack_hits":
        yield Fault("trigger.event", 'expected "attack_hits", since an attack is redirected')


def _class(library: Library, entry: Class) -> Iterator[Fault]:
    yield from among(entry.masteries, masteries(library), "mastery", "masteries")


def _curse(library: Library, curse: Curse) -> Iterator[Fault]:
    if curse.id in CONDITIONS:
        yield Fault("id", f"{curse.id} is a condition of the book")


def _hazard(library: Library, hazard: Hazard) -> Iterator[Fault]:
    yield from _effects(hazard.effects, "effects")
    for field, clues in (("cross", hazard.cross), ("neutralise", hazard.neutralise)):
        for number, clue in enumerate(clues):
            if clue.method == SOUL_ARM:
                yield Fault(f"{field}[{number}].method", f"{SOUL_ARM} is a way to analyse only")
    crosses = "cross" in hazard.triggers
    if hazard.triggers and crosses != (hazard.hazard_type == "traversal"):
        yield Fault("triggers", "a traversal hazard acts on who crosses it, a zone hazard at other moments")


# ---------------------------------------------------------------- who there is


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    yield from among(entry.masteries, masteries(library), "mastery", "masteries")
    for name in entry.wielded or ():
        if name not in entry.weapons:
            yield Fault("wielded", f"{name!r} is none of their weapons; {there_are(name, entry.weapons)}")
            return
    if any(misnamed(library, entry)):
        return
    if entry.wielded and in_hands(library, entry.wielded, entry.hands) != entry.wielded:
        yield Fault("wielded", f"more than {entry.hands} hands can hold", "cb.item.wield")


def _unit(library: Library, entry: Unit) -> Iterator[Fault]:
    yield from among(entry.masteries, masteries(library), "mastery", "masteries")
    yield from _targets(entry)
    for number, falter in enumerate(entry.falter if isinstance(entry, Enemy) else ()):
        if falter.when == "condition" and not falter.condition:
            yield Fault(f"falter[{number}].condition", "expected the condition at which it falters")


def _targets(entry: Unit) -> Iterator[Fault]:
    """cb.unit.multi_target: one of the targets is vital."""
    if sum(part.vital for part in entry.targets) != 1:
        yield Fault("targets", "expected exactly one vital target")
    attacks = [armed.use for armed in entry.attacks]
    for number, part in enumerate(entry.targets):
        yield from _part(part, attacks, f"targets[{number}]")


def _part(part: Part, attacks: list[str], field: str) -> Iterator[Fault]:
    if part.hp < 1:
        yield Fault(f"{field}.hp", f"expected 1 or more, not {part.hp}")
    yield from among(part.loses, attacks, "attack", f"{field}.loses")
    yield from _effects(part.when_broken, f"{field}.when_broken")


def _board(library: Library, board: Board) -> Iterator[Fault]:
    if any(misnamed(library, board)):
        return
    try:
        ground = make_board(board, library)
    except ContentError as fault:
        yield from fault.faults or (Fault("", re.sub(r"^board '[^']*'(, |: )", "", str(fault))),)
    else:
        yield from no_zones(board, ground.board.zones)


CHECKS: dict[str, Check] = {
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


def doubtful(scene: Scene) -> list[Fault]:
    """What of a new scene is legal, but may not be meant so."""
    return [*unformed(scene), *of_no_known_type(scene), *against_nothing(scene)]


def of_no_known_type(scene: Scene) -> Iterator[Fault]:
    """Units of a type that no toolkit analyses, and nobody of the content has."""
    units = [unit for kind in ("enemy", "npc", "object") for unit in scene.library.all(kind)]
    known = {
        *[unit.creature_type for unit in units],
        *[t for kit in scene.library.all("toolkit") for t in kit.analyses],
    }
    for being in scene.beings.values():
        found = being.sheet.creature_type
        if found and found not in known:
            yield Fault(
                f"beings.{being.id}.creature_type", f"nothing knows the type {found!r}; {meant(found, known - {''})}"
            )


def against_nothing(scene: Scene) -> Iterator[Fault]:
    """Resistances and vulnerabilities to a type of damage that nothing deals, and nobody else names. Such types are
    words of the table's choice."""
    uses = [use for kind in (*USES, "feature", "hazard") for use in scene.library.all(kind)]
    units = [unit for kind in UNITS for unit in scene.library.all(kind)]
    known = {
        *[effect.type for use in uses for effect in use.effects if isinstance(effect, Damage)],
        *[word for unit in units for word in (*unit.resist, *unit.vulnerable)],
        *([scene.trap.type] if scene.trap is not None else []),
    }
    for being in scene.beings.values():
        for field in ("resist", "vulnerable"):
            for word in getattr(being.sheet, field):
                if word not in known:
                    told = f"no damage is of the type {word!r}; {meant(word, known - {''})}"
                    yield Fault(f"beings.{being.id}.{field}", told)


def unformed(scene: Scene) -> list[Fault]:
    """cb.formation.standard: before it is taken up, one zone between the sides is empty."""
    ours = [being for being in scene.side_of(PARTY) if being.here]
    theirs = [being for being in scene.side_of(FOES) if being.here]
    if scene.formation != "standard" or scene.kind == "escape" or in_situation(scene) or not ours or not theirs:
        return []
    apart = min(scene.distance(one, other) for one in ours for other in theirs)
    if apart == FACING:
        return []
    problem = f"the sides begin {count(apart, 'zone')} apart, and standard formation begins with {FACING}"
    return [Fault("situation.formation", problem, "cb.formation.standard")]
