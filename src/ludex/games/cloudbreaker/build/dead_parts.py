"""Parts of content of which nothing ever comes, for the warnings of `ludex check`: damage that is dealt to nobody,
effects that nothing brings about, spells that their owner cannot pay. Effects of a kind that an entry has not are
refused when it is read (`records/kinds.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludex.core.content.content import Check, Fault, Library
from ludex.core.kernel.english import listed
from ludex.games.cloudbreaker.book.actions import actions_by_level
from ludex.games.cloudbreaker.book.attacks.features import EVENTS
from ludex.games.cloudbreaker.records.effects import (
    AddCover,
    Construct,
    Damage,
    Effect,
    GainSpirit,
)
from ludex.games.cloudbreaker.records.kinds import (
    CARRIED,
    Character,
    Feature,
    Hazard,
    Object,
    Unit,
    Use,
)

ON_A_ZONE = (AddCover, Construct)


def _on_others(effect: Effect) -> bool:
    """Does it reach somebody who was hit, or whom something has befallen?"""
    return not isinstance(effect, ON_A_ZONE) and getattr(effect, "to", "target") != "self"


# ---------------------------------------------------------------- what is used


def _use(library: Library, use: Use) -> Iterator[Fault]:
    """Used on a zone it reaches nobody; used on nobody, nothing at all."""
    for number, effect in enumerate(use.effects):
        spot, tag = f"effects[{number}]", effect.__struct_config__.tag
        dead = "its damage is made against nobody" if isinstance(effect, Damage) else f"{tag} is never carried out"
        if isinstance(effect, CARRIED):
            continue
        if use.targets == "none":
            yield Fault(spot, f'{dead}: targets is "none", so it is used on nothing')
        elif use.targets == "zone" and _on_others(effect):
            yield Fault(spot, f'{dead}: targets is "zone", and not who stands there')
        elif use.targets != "zone" and isinstance(effect, ON_A_ZONE) and effect.zone == "target":
            yield Fault(f"{spot}.zone", f'{dead}: a zone is chosen only with targets = "zone"')


# ---------------------------------------------------------------- features and hazards


def _feature(library: Library, feature: Feature) -> Iterator[Fault]:
    if not feature.effects:
        yield Fault("effects", "it does nothing")
    if feature.timing == "passive":
        return
    event = feature.trigger.event
    if event not in EVENTS:
        known = listed([f'"{name}"' for name in EVENTS], "or")
        yield Fault("trigger.event", f'never carried out: nothing answers to "{event}"; expected {known}')
        return
    if event == "round_ends" and feature.trigger.who != "any":
        yield Fault("trigger.who", 'never carried out: a round is nobody\'s; expected "any"')
    for number, effect in enumerate(feature.effects):
        spot, tag = f"effects[{number}]", effect.__struct_config__.tag
        if isinstance(effect, ON_A_ZONE) and effect.zone == "target":
            yield Fault(f"{spot}.zone", f'{tag} is never carried out: a feature chooses no zone; expected "self"')
        elif event == "round_ends" and _on_others(effect):
            yield Fault(spot, f'{tag} is never carried out: when a round ends there is no target; expected to = "self"')


def _hazard(library: Library, hazard: Hazard) -> Iterator[Fault]:
    for number, effect in enumerate(hazard.effects):
        if isinstance(effect, ON_A_ZONE):
            continue
        if getattr(effect, "to", "") == "self":
            tag = effect.__struct_config__.tag
            yield Fault(f"effects[{number}].to", f'{tag} is never carried out: a hazard is nobody; expected "target"')


# ---------------------------------------------------------------- what is paid


def _costs(uses: Iterable[tuple[str, Use]], mp: int, major: int, minor: int) -> Iterator[Fault]:
    """cb.spell.cast, cb.action.major: the action and the MP are paid at once; a Major Action can be turned into a Minor
    one."""
    for field, use in uses:
        if use.mp_cost > mp:
            yield Fault(
                field, f"{use.name} costs {use.mp_cost} MP, and they never have more than {mp}", "cb.spell.cast"
            )
        if (use.action == "major" and not major) or (use.action == "minor" and not major + minor):
            yield Fault(field, f"{use.name} takes a {use.action} action, and they have none", f"cb.action.{use.action}")


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    shelves = library.shelves
    kinds = (("weapon", "weapons"), ("spell", "spells"), ("item", "items"))
    owned = [(field, shelves[kind].get(name)) for kind, field in kinds for name in dict.fromkeys(getattr(entry, field))]
    yield from _costs(owned, entry.mp, *actions_by_level(entry.level))


def _unit(library: Library, entry: Unit) -> Iterator[Fault]:
    shelves = library.shelves
    if isinstance(entry, Object):
        return  # it takes no turns
    owned = [
        (f"attacks[{number}]", shelves["weapon" if armed.use in shelves["weapon"] else "spell"].get(armed.use))
        for number, armed in enumerate(entry.attacks)
    ]
    owned += [("items", shelves["item"].get(name)) for name in dict.fromkeys(entry.items)]
    yield from _costs(owned, entry.mp, entry.major, entry.minor)
    features: list[Feature] = [shelves["feature"].get(name) for name in entry.features]
    yield from _spirit([*owned, *[("features", feature) for feature in features]])
    for feature in features:
        none_left = not (entry.major if feature.action == "major" else entry.minor)
        if feature.timing != "passive" and feature.action != "free" and none_left:
            problem = f"{feature.name} takes a {feature.action} action, and they have none"
            yield Fault("features", problem, f"cb.action.{feature.action}")


def _spirit(owned: Iterable[tuple[str, Use | Feature]]) -> Iterator[Fault]:
    """cb.unit.sides: only characters have spirit tokens."""
    for field, one in owned:
        if any(isinstance(effect, GainSpirit) and effect.to == "self" for effect in one.effects):
            problem = f"nothing comes of the spirit tokens that {one.name} gives them: only characters have any"
            yield Fault(field, problem, "cb.unit.sides")


WARNINGS: dict[str, Check] = {
    "weapon": _use,
    "spell": _use,
    "item": _use,
    "feature": _feature,
    "hazard": _hazard,
    "character": _character,
    "enemy": _unit,
    "npc": _unit,
    "object": _unit,
}
