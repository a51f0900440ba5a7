"""The whole sheet of a being, as sections of labels and values."""

from __future__ import annotations

from typing import Any

from ludex.core.show.sentences import with_sign
from ludex.games.bluebox.book.attacks.weapons import attack_with
from ludex.games.bluebox.book.movement.ground import speed
from ludex.games.bluebox.show.sentences import action_name, thing_name, typed
from ludex.games.bluebox.state import Being, Scene, armor_class, power_die, save_dc


def sheet(scene: Scene, being: Being) -> list[tuple[str, list[tuple[str, str]]]]:
    made = being.sheet
    who = [
        ("Species", _species(scene, made.species)),
        ("Element", made.element),
        ("Size", made.size),
        ("Level", str(made.level)),
    ]
    now = [
        ("HP", f"{being.hp} of {made.hp}" + (f", and {being.thp} THP" if being.thp else "")),
        ("Plating", f"{being.plating} of {made.plating} ({made.armor} armor)"),
        ("AC", f"{made.ac}, Back-footed {made.bac}; now {armor_class(being)}"),
        ("EP", f"{being.ep} of {made.ep}" if made.ep else ""),
        ("Speed", f"{speed(scene, being)} m"),
        ("Exhaustion", str(being.exhaustion) if being.exhaustion else ""),
        ("Power Die", f"✦ is a d{power_die(being)}"),
    ]
    stats = [(stat, f"{with_sign(bonus)}, Save DC {save_dc(being, stat)}") for stat, bonus in made.stats.items()]
    skilled = [(name, with_sign(bonus)) for name, bonus in made.abilities.items()]
    practiced = ", ".join((*made.practiced_abilities, *(f"{stat} saves" for stat in made.practiced_saves)))
    nature = [
        ("Resists", ", ".join(made.resist)),
        ("Immune", ", ".join(made.immune)),
        ("Vulnerable", ", ".join(made.vulnerable)),
    ]
    return [
        ("", [pair for pair in who if pair[1]]),
        ("Now", [pair for pair in (*now, *nature) if pair[1]]),
        ("Stats", stats),
        ("Abilities", [*skilled, *([("Practiced", practiced)] if practiced else [])]),
        ("Weapons", [_weapon(scene, being, name) for name in being.weapons]),
        ("Powers", [_power(scene, name) for name in made.powers]),
        ("Gear", _gear(scene, being)),
    ]


def _species(scene: Scene, name: str) -> str:
    return str(scene.library.shelves["species"].get(name).name) if name else ""


def _weapon(scene: Scene, being: Being, name: str) -> tuple[str, str]:
    attack = attack_with(scene, being, name)
    reach = f"{attack.least} to {attack.most} m" if attack.least < attack.most else f"{attack.most} m"
    crit = f", Critical Area {' and '.join(map(str, attack.critical))} m" if attack.critical else ""
    bonus = f" {with_sign(attack.bonus)}" if attack.bonus else ""
    hand = "" if name in being.ready else ", put away"
    broken = ", damaged" if name in being.damaged else ""
    deals = f"{attack.dice} ✦{bonus}{typed(attack.type)}"
    return attack.name, f"{attack.type_of}, {reach}{crit}, {with_sign(attack.to_hit)} to hit, {deals}{hand}{broken}"


def _power(scene: Scene, name: str) -> tuple[str, str]:
    power = scene.library.shelves["power"].get(name)
    focus = ", Focus" if power.focus else ""
    return power.name, f"{power.ap} AP, {power.ep} EP{focus}. {power.text}"


def _gear(scene: Scene, being: Being) -> list[tuple[str, str]]:
    shelves: Any = scene.library.shelves
    found: list[tuple[str, str]] = []
    if being.mask:
        entry = shelves["mask"].entries.get(being.mask)
        found.append((f"Mask: {thing_name(scene, being.mask)}", entry.text if entry is not None else ""))
    found += [(thing_name(scene, mask), "carried mask") for mask in being.masks]
    for item in being.items:
        count = f" ×{item.count}" if item.count > 1 else ""
        found.append((thing_name(scene, item.id) + count, shelves["item"].get(item.id).text))
    for kind in ("background", "calling"):
        entry = shelves[kind].entries.get(getattr(being.sheet, kind))
        if entry is not None:
            found.append((f"{kind.capitalize()}: {entry.name}", entry.text))
    if being.focus:
        found.append(("Focus on", thing_name(scene, being.focus)))
    if being.held is not None:
        found.append(("Holds", action_name(scene, being.held.command.name)))
    return found
