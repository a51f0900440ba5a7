"""What people call things, attacks, places, numbers, conditions and spans of time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.board import hex as hexes
from ludex.core.board import square as squares
from ludex.core.kernel.english import cell_name, count, listed
from ludex.core.kernel.scene import Condition, Until
from ludex.core.show.sentences import as_written, content_name, with_sign
from ludex.games.vitality.book.attacks.built import BASIC
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
EFFECTS = {
    "damage": "damage", "control": "Control", "stun": "Stun", "weaken": "Weaken", "brawl": "Brawl",
    "frighten": "Frighten", "taunt": "Taunt", "charm": "Charm",
}  # fmt: skip
BASICS = {"basic_melee": "a basic melee attack", "basic_ranged": "a basic ranged attack"}
CONDITIONS = {
    "Aura": "aura on",
    "AuraSpent": "aura given up",
    "Activated": "bonus switched on",
    "Streak": "bonus by luck",
    "Pushing": "may act out of turn",
    "Straining": "straining",
    "Bolstered": "score raised",
    "Sacrificing": "sacrificing itself",
    "Kept": "kept up",
    "Slipping": "may slip away",
    "Dismissed": "gone",
    "Rooted": "moves no more in this turn",
    "Summoned": "called here",
}
BY_SOMEBODY = {
    "Controlled": "Controlled by {who}", "Frightened": "Frightened of {who}", "Taunted": "Taunted by {who}",
    "Charmed": "Charmed by {who}", "Grabbed": "Grabbed by {who}", "Protected": "Protected by {who}",
    "Carried": "Carried by {who}", "Marked": "Marked by {who}", "Slipping": "may slip away from {who}",
    "Summoned": "called by {who}",
}  # fmt: skip
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
    return f"the wall at {cell_name(found.at)}" if found is not None else "a wall"


def everybody(scene: Scene, who: Iterable[object]) -> str:
    return listed([being_name(scene, name) for name in who]) or "nobody"


def place_name(scene: Scene, place: Any) -> str:
    """A space, or somebody or something by its name; several of them."""
    if isinstance(place, tuple):
        return cell_name(place) if len(place) == 2 and type(place[0]) is int else everybody(scene, place)
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
    return EFFECTS.get(str(effect), str(effect))


def minutes_words(minutes: int) -> str:
    """`10 minutes`, `2 hours`, `1 hour 20 minutes`"""
    parts = [(minutes // 60, "hour"), (minutes % 60, "minute")]
    return " ".join(count(number, what) for number, what in parts if number) or "no time"


def hours_words(hours: int) -> str:
    """`1 hour`, `2 days`, `1 day 3 hours`"""
    parts = [(hours // DAY, "day"), (hours % DAY, "hour")]
    return " ".join(count(number, what) for number, what in parts if number) or "no time"


# ---------------------------------------------------------------- conditions


def condition_name(name: object) -> str:
    return CONDITIONS.get(str(name), str(name))


def condition_words(scene: Scene, condition: Condition) -> str:
    """A condition as somebody is under it: by whom, with its number, or what it is exactly."""
    note, value, source = condition.note, condition.value, condition.source
    if condition.name in BY_SOMEBODY and source in scene.beings:
        return BY_SOMEBODY[condition.name].format(who=being_name(scene, source))
    match condition.name:
        case "Weakened":
            return f"Weakened ({with_sign(-value)} {stat_name(note)})"
        case "Bolstered":
            return f"{with_sign(value)} {stat_name(note)} by Effort"
        case "Bleeding":
            return f"Bleeding ({value} HP)"
        case "Assisted":
            only = f", against {being_name(scene, note)}" if note else ""
            return f"Assisted by {being_name(scene, source)} ({with_sign(value)} on a roll{only})"
        case "Hidden":
            return f"Hidden (above {value} finds it)"
        case "Concentrating":
            return f"concentrating on {being_name(scene, source)} with {attack_title(scene, note)}"
        case "Aura":
            return f"{thing_name(scene, note)} on"
        case "AuraSpent":
            return f"{thing_name(scene, note)} given up"
        case "Activated":
            return f"{thing_name(scene, note)} switched on"
        case "Streak":
            return f"{thing_name(scene, note)} by luck"
        case "Pushing":
            return f"may move {spaces(value)} out of turn" if note == "move" else condition_name(condition.name)
        case "Straining":
            return f"{with_sign(value)} Capacity by Effort"
        case "Sacrificing":
            return f"{with_sign(value)} Tier, and then death"
        case "Inspired":
            return f"{with_sign(value)} on {f'checks of {note}' if note and not source else 'a check'}"
        case "Unconscious" if note == "effort":
            return "Unconscious until a rest"
    return condition_name(condition.name)


def until_words(scene: Scene, until: Until) -> str:
    """When something ends: `until Kestrel's next turn`, `for 8 hours`."""
    whose = f"{being_name(scene, until.of)}'s" if until.of else "the"
    match until.when:
        case "start of turn":
            return f"until {whose} next turn" if until.turns <= 1 else f"for {until.turns} of {whose} turns"
        case "end of turn":
            later = until.turns - (1 if scene.turns.current == until.of else 0)  # the turn under way is the first
            if not later:
                return "to the end of this turn"
            return f"to the end of {whose} {'next turn' if later == 1 else f'{later} next turns'}"
        case "minute":
            return f"for {minutes_words(until.turns)}"
        case "rest":
            return "until there is a rest"
    return f"until the {until.when} is over"
