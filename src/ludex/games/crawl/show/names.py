"""What people call things, skills, places, conditions and spans of time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.board import hex as hexes
from ludex.core.board import square as squares
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.scene import Condition
from ludex.core.show.sentences import as_written, content_name, filled
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import FOES, PARTY, Scene

SHELVES = (
    "aspect", "weapon", "armor", "consumable", "addictive", "gear", "poison", "disease", "character", "enemy",
)  # fmt: skip
SIDES = {PARTY: "the party", FOES: "the enemy"}
AILMENTS = {
    "limb": "a useless limb", "ability": "damaged {name}", "poison": "{name}", "disease": "{name}",
    "addiction": "the craving for {name}",
}  # fmt: skip
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
    return scene.cell_name(place) if isinstance(place, tuple) else being_name(scene, place)


def way_name(scene: Scene, direction: int) -> str:
    """The direction of that number: `south-east`."""
    names = squares.DIRECTION_NAMES if scene.board.shape == "square" else hexes.DIRECTION_NAMES
    return names[direction]


def toward(scene: Scene, start: Any, end: Any) -> str:
    if scene.board.shape == "square":
        return squares.direction_name(start, end)
    return hexes.direction_name(start, end)


# ---------------------------------------------------------------- numbers and lists


# ---------------------------------------------------------------- conditions


def condition_name(name: str) -> str:
    return CONDITIONS[name].label or name.lower()


def condition_words(scene: Scene, condition: Condition) -> str:
    """A condition as somebody is under it: with its number, or what it is exactly."""
    shown = CONDITIONS[condition.name].shown or condition_name(condition.name)
    return filled(shown, in_words(scene, condition.source, condition.note, condition.value))


def in_words(scene: Scene, source: str, note: str, value: int) -> dict[str, object]:
    """What `conditions.toml` says of a condition in its sentences."""
    return {
        "source": scene.beings[source].name if source in scene.beings else "",
        "note": condition_name(note) if note in CONDITIONS else thing_name(scene, note),
        "value": value,
        "double": 2 * value,
        "turns": count(value, "turn") if value else "",
        "rounds": count(value, "round") if value else "",
    }
