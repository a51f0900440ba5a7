"""What people call things, attacks, places, numbers, conditions and spans of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.board import hex as hexes
from ludex.core.board import square as squares
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.scene import Condition
from ludex.core.show.sentences import as_written, content_name, filled, with_sign
from ludex.games.vitality.book.attacks.built import BASIC
from ludex.games.vitality.records.conditions import CONDITIONS, KINDS, STATES
from ludex.games.vitality.state import FOES, PARTY, Scene

SHELVES = (
    "archetype", "upgrade", "limit", "passive", "conditional", "piece", "trait", "ability", "feature", "character",
    "enemy",
)  # fmt: skip
SIDES = {PARTY: "the party", FOES: "the enemy"}
STATS = {
    "accuracy": "Accuracy", "damage": "Damage", "condition": "Condition Checks", "avoidance": "Avoidance",
    "durability": "Durability", "all_resistances": "all Resistances", "speed": "movement", "resolve": "Resolve",
    "stability": "Stability", "vitality": "Vitality",
}  # fmt: skip
BASICS = {"basic_melee": "a basic melee attack", "basic_ranged": "a basic ranged attack"}
DAY = 24  # hours


# ---------------------------------------------------------------- things, attacks, people, places


def thing_name(scene: Scene, thing: object) -> str:
    """A feature, a boon, an upgrade; a thing that lies about by its own name."""
    text = str(thing)
    return content_name(scene, text, SHELVES) or as_written(scene, text)


def attack_name(scene: Scene, who: object, attack: object) -> str:
    """An attack of somebody, as it is spoken of in a sentence."""
    return BASICS.get(str(attack)) or attack_title(scene, attack, who)


def attack_title(scene: Scene, attack: object, who: object = "") -> str:
    """An attack as it stands in a list; of whoever acts, where nobody is named."""
    if attack in BASIC:
        return "Basic melee" if attack == "basic_melee" else "Basic ranged"
    first = [name for name in (who, scene.turns.current) if name in scene.beings]
    for name in (*first, *scene.beings):
        for own in scene.beings[str(name)].sheet.attacks:
            if own.id == attack:
                return own.name
    return as_written(scene, attack)


def being_name(scene: Scene, who: object) -> str:
    return scene.beings[str(who)].name if who in scene.beings else SIDES.get(str(who)) or thing_name(scene, who)


def helper_name(scene: Scene, who: object) -> str:
    """Who has helped with a check: a friend, or the game master where nobody is named."""
    return being_name(scene, who) if who else "the game master"


def wall_name(scene: Scene, wall: object) -> str:
    """Walls are told apart by where they begin."""
    found = scene.beings.get(str(wall))
    return f"the wall at {scene.cell_name(found.at)}" if found is not None else "a wall"


def everybody(scene: Scene, who: Iterable[object]) -> str:
    return listed([being_name(scene, name) for name in who]) or "nobody"


def place_name(scene: Scene, place: Any) -> str:
    """A space, or somebody or something by its name; several of them."""
    if isinstance(place, tuple):
        return scene.cell_name(place) if len(place) == 2 and type(place[0]) is int else everybody(scene, place)
    return being_name(scene, place)


def way_name(scene: Scene, direction: int) -> str:
    """The direction of that number: `south-east`."""
    names = squares.DIRECTION_NAMES if scene.board.shape == "square" else hexes.DIRECTION_NAMES
    return names[direction]


# ---------------------------------------------------------------- numbers and lists


def spaces(number: int) -> str:
    return count(number, "space")


def stat_name(stat: object) -> str:
    return STATS.get(str(stat), str(stat).capitalize())


def effect_name(effect: object) -> str:
    return str(effect).capitalize() if effect in STATES else str(effect)


# ---------------------------------------------------------------- conditions


def condition_name(name: object) -> str:
    kind = CONDITIONS.get(str(name))
    return kind.label if kind is not None and kind.label else str(name)


def condition_words(scene: Scene, condition: Condition) -> str:
    """A condition as somebody is under it: by whom, with its number, or what it is exactly."""
    note, source = condition.note, condition.source
    match condition.name:
        case "Inspired":
            return f"{with_sign(condition.value)} on {f'checks of {note}' if note and not source else 'a check'}"
        case "Unconscious" if note == "effort":
            return "Unconscious until a rest"
    shown = CONDITIONS[condition.name].shown or condition_name(condition.name)
    return filled(shown, in_words(scene, condition))


def in_words(scene: Scene, condition: Condition, who: object = "") -> dict[str, object]:
    """What `conditions.toml` says of a condition of somebody in its sentences."""
    note, value, source = condition.note, condition.value, condition.source
    names: dict[str, Callable[[], str]] = {
        "stat": lambda: stat_name(note),
        "boon": lambda: thing_name(scene, note),
        "attack": lambda: attack_title(scene, note, who),
        "being": lambda: being_name(scene, note) if note else "",
    }
    named = KINDS[condition.name].names
    return {
        "source": being_name(scene, source) if source in scene.beings else "",
        "note": names[named]() if named else note,
        "value": value,
        "spaces": spaces(value) if value else "",
    }
