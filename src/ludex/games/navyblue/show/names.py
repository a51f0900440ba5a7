"""What people call things, places, doors, slots and spots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.english import listed
from ludex.core.kernel.scene import Condition
from ludex.core.show.sentences import as_written, content_name, filled, with_sign
from ludex.games.navyblue.book.attacks.defence import OWN
from ludex.games.navyblue.book.carrying.containers import CHEST, PACK
from ludex.games.navyblue.book.carrying.spots import GROUND, HAND, SLOTS
from ludex.games.navyblue.book.features import BODY
from ludex.games.navyblue.book.movement.opening import DOOR, all_doors
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.state import FOES, PARTY, Being, Door, Scene, Slot

SHELVES = (
    "weapon", "armour", "shield", "container", "consumable", "gear", "feature", "npc", "skill", "language", "activity",
    "lineage", "trait", "encounters",
)  # fmt: skip
SIDES = {PARTY: "the party", FOES: "the enemy"}
SPOTS = {SLOTS: "the slots", HAND: "the hand", GROUND: "the ground"}


def thing_name(scene: Scene, thing: object) -> str:
    """An item, feature, attack or skill; `weapon:cutlass` and `npc:tide_ghoul.drowning_grip` name their kind as well,
    and a spot or door is called by where it is."""
    text = str(thing)
    if text.startswith((DOOR, PACK, CHEST, BODY)) or text in SPOTS:
        return spot_name(scene, text)
    kind, _, name = text.rpartition(":")
    if kind == "npc":
        owner, _, name = name.partition(".")
        return attack_name(scene, name, owner)
    found = content_name(scene, name, (kind, *SHELVES) if kind else SHELVES)
    return found or attack_name(scene, name)


def shield_name(scene: Scene, shield: object) -> str:
    return "their own shield" if shield == OWN else thing_name(scene, shield)


def attack_name(scene: Scene, name: str, owner: str = "") -> str:
    """An attack of a stat block."""
    for being in scene.beings.values():
        for attack in being.sheet.attacks:
            if attack.id == name and owner in ("", being.sheet.kind):
                return attack.name
    return as_written(scene, name)


def place_name(scene: Scene, place: Any) -> str:
    """A zone, or several; what is no zone is called as a thing."""
    if isinstance(place, tuple):
        return listed([place_name(scene, part) for part in place if part]) or "nothing"
    return scene.board.zones[place].name if place in scene.board else thing_name(scene, place)


def being_name(scene: Scene, who: object) -> str:
    return scene.beings[str(who)].name if who in scene.beings else SIDES.get(str(who)) or thing_name(scene, who)


def everybody(scene: Scene, who: Iterable[str]) -> str:
    return listed([being_name(scene, name) for name in who]) or "nobody"


def things(scene: Scene, names: Iterable[str]) -> str:
    return listed([thing_name(scene, name) for name in names])


def value_words(scene: Scene, value: Any) -> str:
    """Plain data as people read it."""
    if isinstance(value, tuple):
        return listed([value_words(scene, part) for part in value]) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value:
        return being_name(scene, value) if value in scene.beings else place_name(scene, value)
    return "nothing" if value in ("", None) else str(value)


def condition_name(name: str) -> str:
    return CONDITIONS[name].label or name


def condition_words(scene: Scene, condition: Condition) -> str:
    """A condition as somebody is under it."""
    shown = CONDITIONS[condition.name].shown or f"{condition_name(condition.name)}[ ({{note}})]"
    return filled(shown, {**in_words(scene, condition.note), "value": with_sign(condition.value)})


def in_words(scene: Scene, note: str) -> dict[str, str]:
    """What the sentences of `conditions.toml` say of a note."""
    named, _, against = note.partition("|")
    return {
        "note": listed([thing_name(scene, name) for name in named.split(",")]),
        "against": against,
        "materials": "obstructions" if note == "any" else named.replace(",", ", "),
    }


def points(number: int) -> str:
    return f"{number} MP"


LOST_TO = {"hostile": "enemies in the way", "pit": "climbing out of the pit"}


def lost_to(materials: Iterable[str]) -> str:
    """What Motion Points are lost to on a Move."""
    return listed([LOST_TO.get(material, material) for material in materials])


# ---------------------------------------------------------------- doors and spots


def door_words(scene: Scene, door: Door) -> str:
    """`the oil door between Landing and Oil store`"""
    return f"the {door.name} between {place_name(scene, door.zones)}"


def spot_name(scene: Scene, spot: str) -> str:
    """Where a thing is, or what it is in: `pack:satchel#2`, `chest:strongbox`, `door:yard|hall`, `body:marlow`."""
    if spot in SPOTS:
        return SPOTS[spot]
    if spot.startswith(DOOR):
        door = all_doors(scene).get(spot)
        return door_words(scene, door) if door is not None else f"a door between {_joined(scene, spot)}"
    if spot.startswith(BODY):
        return f"the body of {being_name(scene, spot.removeprefix(BODY))}"
    name, _, number = spot.partition(":")[2].partition("#")
    called = content_name(scene, name, ("container",)) or name
    return f"{called} (number {number})" if number else called


def _joined(scene: Scene, spot: str) -> str:
    return place_name(scene, tuple(spot.removeprefix(DOOR).split("|")))


def barrier_name(scene: Scene, what: object, who: object = "") -> str:
    """What somebody opens or works on: a chest, a door by itself or by the zone beyond it, or what fills a zone."""
    if what not in scene.board:
        return thing_name(scene, what)
    doors = [door for door in scene.doors if what in door.zones]
    here = scene.beings[str(who)].at if who in scene.beings else ""
    found = [door for door in doors if here in door.zones and here != what] or (doors if here != what else [])
    filled = [made.material for made in scene.obstructions if made.zone == what and made.unblock]
    if filled and not any(here in door.zones for door in found):
        return f"the {filled[0]} in {place_name(scene, what)}"
    return door_words(scene, found[0]) if len(found) == 1 else f"the way into {place_name(scene, what)}"


# ---------------------------------------------------------------- slots


def slots_in_words(scene: Scene, being: Being) -> str:
    """`1-4 Leather Coat (worn), 5 Vigor Draught, 6 injured, 7-12 free`"""
    runs: list[tuple[int, int, Slot]] = []
    for number, slot in enumerate(being.slots, 1):
        if runs and runs[-1][2] == slot:
            runs[-1] = (runs[-1][0], number, slot)
        else:
            runs.append((number, number, slot))
    return ", ".join(f"{span(first, last)} {slot_words(scene, slot)}" for first, last, slot in runs)


def span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def slot_words(scene: Scene, slot: Slot) -> str:
    if not slot.thing:
        return "injured" if slot.marked else "free"
    about = ["worn"] if slot.worn else []
    about += ["injured"] if slot.marked else []
    return thing_name(scene, slot.thing) + (f" ({', '.join(about)})" if about else "")


def slots_with_things(scene: Scene, being: Being, numbers: Iterable[int]) -> str:
    """Which slots, and what lies in them: `slots 7 (free) and 3 (Leather Coat, worn)`."""
    found = []
    for number in numbers:
        slot = being.slots[number - 1]
        about = thing_name(scene, slot.thing) + (", worn" if slot.worn else "") if slot.thing else "free"
        found.append(f"{number} ({about})")
    return f"slot{'s' if len(found) > 1 else ''} {listed(found)}"


def slot_numbers(numbers: Iterable[int]) -> str:
    """`slot 3`, `slots 3 and 5`"""
    found = [str(number) for number in numbers]
    return f"slot{'s' if len(found) > 1 else ''} {listed(found)}" if found else "no slot"


def marked_slots(scene: Scene, who: object, numbers: Iterable[int]) -> str:
    """Which slots, and what lies in them: `slot 3 (Leather Coat), slot 7`."""
    being = scene.beings[str(who)]
    held = [being.slots[number - 1].thing if number <= len(being.slots) else "" for number in numbers]
    told = [
        f"{number} ({thing_name(scene, thing)})" if thing else str(number)
        for number, thing in zip(numbers, held, strict=True)
    ]
    return f"slot{'s' if len(told) > 1 else ''} {listed(told)}"
