"""Parts of content of which nothing ever comes, for the warnings of `ludex check`: attacks that reach no hex, effects
that nothing brings about, powers that their owner cannot pay. Effects of a kind or at a moment that an entry has not
are refused when it is read (`records/kinds.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.content.content import Check, Fault, Library
from ludex.core.content.dead import tags
from ludex.core.kernel.english import listed
from ludex.games.bluebox.records.effects import OF_AN_ITEM
from ludex.games.bluebox.records.kinds import Calling, Character, Core, Item, Mask, Mode, Power, Target, Weapon

# ---------------------------------------------------------------- attacks


def _reach(distance: tuple[int, int] | None, field: str, what: str) -> Iterator[Fault]:
    if distance is not None and distance[0] > distance[1]:
        yield Fault(field, f"{what}: no hex is at least {distance[0]} m and at most {distance[1]} m away")


def _weapon(library: Library, weapon: Weapon | Core) -> Iterator[Fault]:
    yield from _reach(weapon.distance, "distance", "it is made against nobody")


# ---------------------------------------------------------------- effects


def _skill(skill: Power | Mode | Item, target: Target | None, path: str = "") -> Iterator[Fault]:
    if target is not None:
        yield from _reach(target.distance, f"{path}target.distance", "it is used on nobody")
    attack = skill.attack if isinstance(skill, Power) else None
    if attack is None and not skill.effects and not isinstance(skill, Item):
        yield Fault(f"{path}effects", "it does nothing")


def _power(library: Library, power: Power) -> Iterator[Fault]:
    yield from _skill(power, power.target)
    if power.attack is not None:
        yield from _reach(power.attack.distance, "attack.distance", "it is made against nobody")


def _mask(library: Library, mask: Mask) -> Iterator[Fault]:
    for number, mode in enumerate(mask.modes):
        yield from _skill(mode, mode.target, f"modes[{number}].")


def _item(library: Library, item: Item) -> Iterator[Fault]:
    yield from _skill(item, item.target)
    for number, effect in enumerate(item.effects if item.target is None else ()):
        if not isinstance(effect, OF_AN_ITEM):
            tag, known = effect.__struct_config__.tag, listed(tags(OF_AN_ITEM), "or")
            problem = f"{tag} is never carried out: without a `target` nobody uses the item; here only {known} would be"
            yield Fault(f"effects[{number}]", problem)


def _calling(library: Library, calling: Calling) -> Iterator[Fault]:
    """It answers to saves against the powers that it names."""
    if not calling.effects:
        yield Fault("effects", "it does nothing")
    if calling.powers and calling.trigger != "power_save_failed":
        yield Fault("powers", f'of no use: with trigger = "{calling.trigger}" nothing asks for powers')
    elif calling.powers and not any(library.shelves["power"].get(name).save is not None for name in calling.powers):
        yield Fault("powers", "its effects are never carried out: none of these powers asks for a save")


# ---------------------------------------------------------------- what is paid


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    """bb.ap.points: all AP of an action are paid in one turn. EP can always be paid (bb.ep.exhaustion)."""
    shelves = library.shelves
    owned: list[tuple[str, Power | Mode | Item]] = [("powers", shelves["power"].get(name)) for name in entry.powers]
    for field, masks in (("mask", (entry.mask,)), ("masks", entry.masks)):
        known: list[Mask] = [shelves["mask"].get(name) for name in masks if name in shelves["mask"]]
        owned += [(field, mode) for mask in known for mode in mask.modes]
    owned += [("items", shelves["item"].get(carried.id)) for carried in entry.items]
    for field, skill in owned:
        free = not isinstance(skill, Item) and skill.timing != "action"
        if skill.ap > entry.ap and not free:
            problem = f"{skill.name} costs {skill.ap} AP, and they never have more than {entry.ap}: of no use in combat"
            yield Fault(field, problem, "bb.ap.points")


WARNINGS: dict[str, Check] = {
    "core": _weapon,
    "weapon": _weapon,
    "power": _power,
    "mask": _mask,
    "item": _item,
    "calling": _calling,
    "character": _character,
    "enemy": _character,
}
