"""Arguments and answers in words, and how an argument is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from ludex.core.kernel.english import listed
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.timing import DECLINE
from ludex.core.show.sentences import field_called
from ludex.games.navyblue.show.names import (
    barrier_name,
    being_name,
    condition_name,
    door_words,
    place_name,
    points,
    shield_name,
    slot_numbers,
    spot_name,
    thing_name,
    things,
)
from ludex.games.navyblue.show.sentences import action_name
from ludex.games.navyblue.state import Door, Obstruction, Scene

Words = Callable[[Scene, Any], str]


def value_in_words(scene: Scene, name: str, value: Plain) -> str:
    """A value; `name` is the argument, the field, or the rule that asks."""
    if name in VALUES:
        return VALUES[name](scene, value)
    if value == DECLINE:
        return "no"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return listed([value_in_words(scene, name, part) for part in value]) or "none"
    if isinstance(value, str) and value:
        return being_name(scene, value) if value in scene.beings else place_name(scene, value)
    return "none" if value in ("", None) else str(value)


def _thing(scene: Scene, value: Plain) -> str:
    names = value if isinstance(value, tuple) else (value,)
    return things(scene, [str(name) for name in names if name]) or "nothing"


def _aimed(scene: Scene, value: Plain) -> str:
    if not value:
        return "nobody by name"
    return being_name(scene, value) if value in scene.beings else place_name(scene, value)


def _zones(scene: Scene, value: Plain) -> str:
    return place_name(scene, value) if value else "none"


def _up(scene: Scene, value: Plain) -> str:
    if value == 0:
        return "get up first"
    return "without getting up" if value == "never" else f"get up after {value} of the zones"


def _slots(scene: Scene, value: Plain) -> str:
    if isinstance(value, int):
        return str(value)
    return slot_numbers(cast(tuple[int, ...], value)) if value else "the first that are free"


def _yes(words: str, no: str = "no") -> Words:
    return lambda scene, value: words if value else no


def _next(scene: Scene, value: Plain) -> str:
    return being_name(scene, value) if value else "let the other side choose"


def _stay(scene: Scene, value: Plain) -> str:
    return place_name(scene, value) if value else "leave it where it is"


def _price(scene: Scene, value: Plain) -> str:
    return "an Action" if value == "Action" else points(cast(int, value)) if value else "nothing"


def _doors(scene: Scene, value: Iterable[Door]) -> str:
    return ", ".join(f"{door_words(scene, door)} {door.state}" for door in value)


def _obstructions(scene: Scene, value: Iterable[Obstruction]) -> str:
    return ", ".join(f"{made.material} in {place_name(scene, made.zone)}" for made in value)


MEETING = {
    "parted": "the party goes its own way",
    "talked": "they are talked out of violence",
    "sneaked": "the party sneaks past",
    "missed": "they miss each other",
    "fight": "it comes to blows",
    "goes on": "it goes on",
}


def _meeting(scene: Scene, value: Plain) -> str:
    return MEETING.get(str(value), str(value))


MATERIALS = {"hostile": "hostile ground", "any": "any obstruction"}
ROLLS = {"attack": "attacks", "check": "checks", "any": "all rolls"}
VALUES: dict[str, Words] = {
    "target": _aimed,
    "condition": lambda scene, value: condition_name(str(value)),
    "material": lambda scene, value: MATERIALS.get(str(value), str(value)),
    "roll": lambda scene, value: ROLLS[str(value)],
    "zone": _zones,
    "to": _zones,
    "over": _zones,
    "pit": _zones,
    "at": _zones,
    "up": _up,
    "thing": _thing,
    "things": _thing,
    "weapon": _thing,
    "feature": _thing,
    "held": _thing,
    "language": _thing,
    "activity": _thing,
    "source": lambda scene, value: spot_name(scene, str(value)),
    "into": lambda scene, value: spot_name(scene, str(value)),
    "container": lambda scene, value: spot_name(scene, str(value)),
    "what": lambda scene, value: barrier_name(scene, value, scene.turns.current),
    "slots": _slots,
    "place": lambda scene, value: _slots(scene, value) if value else "on the top, or the first free slots",
    "attr": lambda scene, value: str(value) or "no attribute",
    "by": lambda scene, value: str(value),
    "half": lambda scene, value: {"speak": "to speak it", "read": "to read and write it"}.get(str(value), str(value)),
    "together": _yes("with all who have not chosen", "alone"),
    "field": field_called,
    "action": lambda scene, value: action_name(scene, str(value)),
    "doors": _doors,
    "obstructions": _obstructions,
    "how": _meeting,
    "nb.attack.defend_with": lambda scene, value: str(value) or "nothing",
    "nb.shield.hand": shield_name,
    "nb.injury.choice": _slots,
    "nb.heal.injuries": _slots,
    "nb.init.alternate": _next,
    "nb.action.attack": _stay,
    "nb.maneuver.drop": _thing,
    "nb.item.armour_slots": _price,
    "nb.reaction.table": _meeting,
    "nb.xp.combat": _meeting,
    "nb.xp.avoid": _meeting,
    "nb.gap.features": _thing,
    "nb.gap.skills": _thing,
    "nb.zone.pit": lambda scene, value: "no Check" if value == "none" else str(value),
    "nb.tenet.specific_beats_general": lambda scene, value: thing_name(scene, value),
}

ASKS = {
    ("", "target"): "whom?",
    ("", "zone"): "which zone?",
    ("", "weapon"): "with what?",
    ("", "feature"): "which feature?",
    ("", "attr"): "with which attribute?",
    ("", "attribute"): "with which attribute?",
    ("", "thing"): "what?",
    ("", "things"): "for what?",
    ("", "source"): "from where?",
    ("", "into"): "into what?",
    ("", "slots"): "into which slots?",
    ("", "place"): "where in it?",
    ("", "container"): "in what?",
    ("", "what"): "what?",
    ("", "by"): "with which attribute?",
    ("", "pit"): "which pit?",
    ("", "language"): "which language?",
    ("", "half"): "which half of it?",
    ("", "activity"): "what?",
    ("", "together"): "alone, or with all who have not chosen yet?",
    ("move", "to"): "where to?",
    ("move", "up"): "when to get up?",
    ("leap", "to"): "where to?",
    ("leap", "over"): "over what?",
    ("advance", "zone"): "where to?",
    ("consume", "target"): "on whom, or where?",
    ("administer", "target"): "on whom?",
}

# What somebody is taken to do who answers so
ASSUMED = {
    "nb.attack.defend_with": "defends with {}",
    "nb.shield.hand": "holds up {}",
    "nb.injury.choice": "marks {}",
    "nb.heal.injuries": "heals {}",
    "nb.init.alternate": "chooses {} to act next",
    "nb.maneuver.drop": "lets go of {}",
    "nb.arch.pick_one": "becomes a {}",
    "nb.attr.raise_every_four": "raises {}",
    "nb.gap.features": "learns {}",
    "nb.gap.skills": "learns {}",
    "nb.zone.air": "lands in {}",
    "nb.reaction.table": "then {}",
    "nb.xp.combat": "then {}",
    "nb.xp.avoid": "then {}",
}
