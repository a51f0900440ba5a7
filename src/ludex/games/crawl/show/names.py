"""What people call things, skills, places, conditions and spans of time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.board import hex as hexes
from ludex.core.board import square as squares
from ludex.core.kernel.english import cell_name, count, listed
from ludex.core.kernel.scene import Condition, Until
from ludex.core.show.sentences import as_written, content_name, with_sign
from ludex.games.crawl.state import FOES, PARTY, Scene

SHELVES = (
    "aspect", "weapon", "armor", "consumable", "addictive", "gear", "poison", "disease", "character", "enemy",
)  # fmt: skip
SIDES = {PARTY: "the party", FOES: "the enemy"}
AILMENTS = {
    "limb": "a useless limb", "ability": "damaged {name}", "poison": "{name}", "disease": "{name}",
    "addiction": "the craving for {name}",
}  # fmt: skip
CONDITIONS = {
    "Affected": "affected by the skill",
    "Forfeits": "loses its next turn",
    "No Dodge": "cannot dodge",
    "Hidden": "in stealth",
    "Charged": "open after a charge",
    "Incapacitated": "a useless limb",
    "Away": "between two places",
    "Destroyed": "nothing left of it",
}
HOUR, DAY = 60, 1440  # minutes


# ---------------------------------------------------------------- things, skills, people, places


def thing_name(scene: Scene, thing: object) -> str:
    """An aspect, an item, an affliction; a skill by its id: `slash:short_sword` is Slash (Short Sword)."""
    text = str(thing)
    if ":" in text:
        return skill_name(scene, text)
    return content_name(scene, text, SHELVES) or as_written(scene, text)


def skill_name(scene: Scene, skill: object) -> str:
    """With the weapon it is used with."""
    name, _, rest = str(skill).partition(":")
    weapon, _, thrown = rest.partition(":")
    called = thing_name(scene, name)
    return f"{called} ({thing_name(scene, weapon)}{', thrown' if thrown else ''})" if weapon else called


def effect_name(scene: Scene, note: str) -> str:
    """A skill that lasts, with what was chosen for it: `energy_ward:fire` is Energy Ward against fire."""
    name, _, choice = note.partition(":")
    return thing_name(scene, name) + (f" ({thing_name(scene, choice)})" if choice else "")


def ailment_name(scene: Scene, what: object) -> str:
    """What a medical check is made for: `limb`, `ability:strength`, `disease:ash_cough`."""
    kind, _, name = str(what).partition(":")
    return AILMENTS.get(kind, "{name}").format(name=thing_name(scene, name or kind))


def being_name(scene: Scene, who: object) -> str:
    return scene.beings[str(who)].name if who in scene.beings else SIDES.get(str(who)) or thing_name(scene, who)


def everybody(scene: Scene, who: Iterable[object]) -> str:
    return listed([being_name(scene, name) for name in who]) or "nobody"


def things(scene: Scene, names: Iterable[object]) -> str:
    return listed([thing_name(scene, name) for name in names if name])


def place_name(scene: Scene, place: Any) -> str:
    """A cell, or somebody or something by its name."""
    return cell_name(place) if isinstance(place, tuple) else being_name(scene, place)


def way_name(scene: Scene, direction: int) -> str:
    """The direction of that number: `south-east`."""
    names = squares.DIRECTION_NAMES if scene.board.shape == "square" else hexes.DIRECTION_NAMES
    return names[direction]


def toward(scene: Scene, start: Any, end: Any) -> str:
    if scene.board.shape == "square":
        return squares.direction_name(start, end)
    return hexes.direction_name(start, end)


# ---------------------------------------------------------------- numbers and lists


def minutes_words(minutes: int) -> str:
    """`10 minutes`, `2 hours`, `1 hour 20 minutes`, `1 day`"""
    parts = [(minutes // DAY, "day"), (minutes % DAY // HOUR, "hour"), (minutes % HOUR, "minute")]
    return " ".join(count(number, what) for number, what in parts if number) or "no time"


# ---------------------------------------------------------------- conditions


def condition_name(name: str) -> str:
    return CONDITIONS.get(name, name.lower())


def condition_words(scene: Scene, condition: Condition) -> str:
    """A condition as somebody is under it: with its number, or what it is exactly."""
    note, value = condition.note, condition.value
    match condition.name:
        case "Affected":
            return effect_name(scene, note)
        case "Poisoned":
            return f"{thing_name(scene, note)} ({count(value, 'turn')} more)" if value else thing_name(scene, note)
        case "Diseased":
            return thing_name(scene, note)
        case "Addicted":
            craving = f" ({with_sign(-value)} on all rolls)" if value else ""
            return f"addicted to {thing_name(scene, note)}{craving}"
        case "Grabbed" | "Grappled":
            by = f" by {being_name(scene, condition.source)}" if condition.source else ""
            return f"{condition_name(condition.name)}{by}{f' ({note})' if note else ''}"
        case "Incapacitated":
            return f"useless {note}" if note else condition_name(condition.name)
        case "Bleeding":
            return f"bleeding ({count(value, 'turn')} more)"
        case "Sickened":
            return f"sickened ({with_sign(-2 * value)} on all rolls)"
        case "Malnourished":
            return f"malnourished ({with_sign(-value)} on all rolls)"
        case "Hidden":
            return f"in stealth ({value} to find it)"
        case "Burning":
            return f"burning (d{note}, {count(value, 'round')} more)"
        case "Charged":
            return f"{with_sign(-abs(value))} on defences after a charge"
        case "Pinned":
            return f"pinned under {value} kg"
        case "Suppressed":
            return f"feels nothing of being {condition_name(note)}"
    return condition_name(condition.name)


def until_words(scene: Scene, until: Until) -> str:
    """When something ends: `until Sefa's next turn`, `for 30 minutes`."""
    whose = f"{being_name(scene, until.of)}'s" if until.of else "the"
    match until.when:
        case "start of turn":
            return f"until {whose} next turn" if until.turns <= 1 else f"for {until.turns} of {whose} turns"
        case "end of turn":
            return f"to the end of {whose} {'turn' if until.turns <= 1 else f'next {until.turns} turns'}"
        case "minutes":
            return f"for {minutes_words(until.turns)}"
        case "rest":
            return "until there is a rest"
    return f"until the {until.when} is over"
