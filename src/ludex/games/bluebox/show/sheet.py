"""The whole sheet of a being, as sections of labels and values."""

from __future__ import annotations

from typing import Any

from ludex.core.show.sentences import with_sign
from ludex.core.show.sheet import Pair, Row, Section, figure, out_of, section
from ludex.games.bluebox.book.attacks.weapons import attack_with
from ludex.games.bluebox.book.movement.ground import speed
from ludex.games.bluebox.show.sentences import action_name, thing_name, typed
from ludex.games.bluebox.state import Being, Scene, armor_class, power_die, save_dc


def sheet(scene: Scene, being: Being) -> list[Section]:
    made = being.sheet
    who = [
        ("Species", _species(scene, made.species)),
        ("Element", made.element),
        ("Size", made.size),
        ("Level", str(made.level)),
    ]
    armour = f"Back-footed {made.bac}; now {armor_class(being)}"
    metres = speed(scene, being)
    now: list[Pair] = [
        out_of("HP", being.hp, made.hp, f", and {being.thp} THP" if being.thp else ""),
        out_of("Plating", being.plating, made.plating, f" ({made.armor} armor)"),
        figure("AC", made.ac, f"{made.ac}, {armour}", armour),
        *([out_of("EP", being.ep, made.ep)] if made.ep else []),
        figure("Speed", metres, f"{metres} m", "m"),
        *([figure("Exhaustion", being.exhaustion, str(being.exhaustion))] if being.exhaustion else []),
        ("Power Die", f"✦ is a d{power_die(being)}"),
    ]
    stats = [_stat(being, stat, bonus) for stat, bonus in made.stats.items()]
    skilled = [figure(name, bonus, with_sign(bonus), signed=True) for name, bonus in made.abilities.items()]
    practiced = ", ".join((*made.practiced_abilities, *(f"{stat} saves" for stat in made.practiced_saves)))
    nature = [
        ("Resists", ", ".join(made.resist)),
        ("Immune", ", ".join(made.immune)),
        ("Vulnerable", ", ".join(made.vulnerable)),
    ]
    return [
        section("", [pair for pair in who if pair[1]], "who"),
        section("Now", [pair for pair in (*now, *nature) if pair[1]], "now"),
        section("Stats", stats, "numbers"),
        section("Abilities", [*skilled, *([("Practiced", practiced)] if practiced else [])], "numbers"),
        section("Weapons", [_weapon(scene, being, name) for name in being.weapons], "arms"),
        section("Powers", [_power(scene, name) for name in made.powers]),
        section("Gear", _gear(scene, being)),
    ]


def _stat(being: Being, stat: str, bonus: int) -> Row:
    rest = f"Save DC {save_dc(being, stat)}"
    return figure(stat, bonus, f"{with_sign(bonus)}, {rest}", rest, signed=True)


def _species(scene: Scene, name: str) -> str:
    return str(scene.library.shelves["species"].get(name).name) if name else ""


def _weapon(scene: Scene, being: Being, name: str) -> Row:
    attack = attack_with(scene, being, name)
    reach = f"{attack.least} to {attack.most} m" if attack.least < attack.most else f"{attack.most} m"
    crit = f", Critical Area {' and '.join(map(str, attack.critical))} m" if attack.critical else ""
    bonus = f" {with_sign(attack.bonus)}" if attack.bonus else ""
    hand = "" if name in being.ready else ", put away"
    broken = ", damaged" if name in being.damaged else ""
    deals = f"{attack.dice} ✦{bonus}{typed(attack.type)}"
    words = f"{attack.type_of}, {reach}{crit}, {with_sign(attack.to_hit)} to hit, {deals}{hand}{broken}"
    return Row(attack.name, words, things=(name,))


def _power(scene: Scene, name: str) -> Row:
    power = scene.library.shelves["power"].get(name)
    focus = ", Focus" if power.focus else ""
    words = f"{power.ap} AP, {power.ep} EP{focus}. {power.text}"
    return Row(power.name, words, things=(name,), note=power.text)


def _gear(scene: Scene, being: Being) -> list[Pair]:
    shelves: Any = scene.library.shelves
    found: list[Pair] = []
    if being.mask:
        entry = shelves["mask"].entries.get(being.mask)
        ways = tuple(mode.id for mode in entry.modes) if entry is not None else ()
        text = entry.text if entry is not None else ""
        found.append(Row(f"Mask: {thing_name(scene, being.mask)}", text, things=(being.mask, *ways)))
    found += [Row(thing_name(scene, mask), "carried mask", things=(mask,)) for mask in being.masks]
    for item in being.items:
        count = f" ×{item.count}" if item.count > 1 else ""
        found.append(Row(thing_name(scene, item.id) + count, shelves["item"].get(item.id).text, things=(item.id,)))
    for kind in ("background", "calling"):
        entry = shelves[kind].entries.get(getattr(being.sheet, kind))
        if entry is not None:
            found.append((f"{kind.capitalize()}: {entry.name}", entry.text))
    if being.focus:
        found.append(("Focus on", thing_name(scene, being.focus)))
    if being.held is not None:
        found.append(("Holds", action_name(scene, being.held.command.name)))
    return found
