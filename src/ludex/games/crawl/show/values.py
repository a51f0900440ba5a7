"""Arguments, answers and fields in words, and how an argument is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ludex.core.game import game_of
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.timing import DECLINE
from ludex.core.show.lasting import minutes_words
from ludex.core.show.sentences import field_called
from ludex.games.crawl.book.attacks.defence import read_defence
from ludex.games.crawl.book.turns.ready_actions import TRIGGERS
from ludex.games.crawl.show.names import (
    ailment_name,
    being_name,
    condition_name,
    effect_name,
    skill_name,
    thing_name,
    things,
    way_name,
)
from ludex.games.crawl.state import Area, Carried, Cover, Door, Lying, Scene

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
        if is_cell(value):
            return scene.cell_name(value)
        return listed([value_in_words(scene, name, part) for part in value]) or "none"
    if isinstance(value, str) and value:
        return being_name(scene, value)
    return "none" if value in ("", None) else str(value)


def is_cell(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


# ---------------------------------------------------------------- arguments


def _skill(scene: Scene, value: Plain) -> str:
    return "no" if value == DECLINE else skill_name(scene, value)


def _targets(scene: Scene, value: Plain) -> str:
    if isinstance(value, tuple):
        return listed([being_name(scene, part) for part in value]) or "nobody else"
    return being_name(scene, value) if value else "nobody by name"


def _cell(scene: Scene, value: Plain) -> str:
    """A cell, with what stands there; or the end of a path of them."""
    if not isinstance(value, tuple):
        return "no place" if value is None else way_name(scene, cast(int, value))
    if value and isinstance(value[0], tuple):
        value = value[-1]
    door = next((door for door in scene.doors if door.at == value), None)
    cover = next((cover for cover in scene.cover if cover.at == value), None)
    what = door.name if door is not None else cover.name if cover is not None else ""
    return f"the {what}" if what else scene.cell_name(value)


def _area(scene: Scene, value: Plain) -> str:
    """A direction, or a cell."""
    return f"towards {_cell(scene, value)}" if isinstance(value, int) else f"around {_cell(scene, value)}"


def _aim(scene: Scene, value: Plain) -> str:
    return f"the {thing_name(scene, value)}, at −10" if value else "wherever it hits"


def _deed(scene: Scene, value: Plain) -> str:
    actions = game_of(scene).actions
    return actions[str(value)].label if value in actions else thing_name(scene, value)


def _with(scene: Scene, value: Plain) -> str:
    pairs = cast(tuple[tuple[str, Plain], ...], value or ())
    return ", ".join(value_in_words(scene, name, part) for name, part in pairs) or "nothing more"


def _choice(scene: Scene, value: Plain) -> str:
    text = str(value or "")
    return effect_name(scene, text) if text else "nothing to choose"


def _pay(scene: Scene, value: Plain) -> str:
    return "with an energy point, for +10" if value == "ep" else "without an energy point"


JUMPS = {"vertical": "up, from a standstill", "forward": "forward, from a standstill", "running": "after a run-up"}


def _task(scene: Scene, value: Plain) -> str:
    return _cell(scene, value) if isinstance(value, tuple) else thing_name(scene, value) if value else "something"


def _who(scene: Scene, value: Plain) -> str:
    return being_name(scene, value) if value else "any enemy"


# ---------------------------------------------------------------- fields of a scene


def _hands(scene: Scene, value: Any) -> str:
    return things(scene, dict.fromkeys(value)) or "nothing"


def _ability(scene: Scene, value: Any) -> str:
    return listed([f"{points} {name}" for name, points in value]) or "none"


def _cover(scene: Scene, value: tuple[Cover, ...]) -> str:
    return listed([f"{each.name} at {scene.cell_name(each.at)} with {each.hp} HP" for each in value]) or "none"


def _doors(scene: Scene, value: tuple[Door, ...]) -> str:
    return listed([f"{door.name} {'open' if door.open else 'shut'}" for door in value]) or "none"


def _areas(scene: Scene, value: tuple[Area, ...]) -> str:
    return listed([f"{thing_name(scene, area.aspect)} on {count(len(area.cells), 'cell')}" for area in value]) or "none"


def _lying(scene: Scene, value: tuple[Lying, ...]) -> str:
    return listed([f"{thing_name(scene, thing.item)} at {scene.cell_name(thing.at)}" for thing in value]) or "nothing"


def _pack(scene: Scene, value: tuple[Carried | Plain, ...]) -> str:
    """What is carried: as a being has it, or as the game master has set it, by name or as pairs."""
    return listed([thing_name(scene, _carried(each)) for each in value]) or "nothing"


def _carried(value: Carried | Plain) -> Plain:
    if isinstance(value, Carried):
        return value.id
    return dict(cast(tuple[tuple[str, Plain], ...], value)).get("id") if isinstance(value, tuple) else value


def _disposition(scene: Scene, value: Any) -> str:
    return listed([f"{points} towards {being_name(scene, who)}" for who, points in value]) or "as towards strangers"


# ---------------------------------------------------------------- answers


TAKEN = "take the blow"


def _defence(scene: Scene, value: Plain) -> str:
    if value == DECLINE:
        return TAKEN
    defence = read_defence(str(value))
    name = skill_name(scene, defence.skill)
    return f"{name} by maximum effort" if defence.effort else name


def _answers(words: dict[Plain, str]) -> Words:
    return lambda scene, value: words.get(value, str(value))


def _yes(words: str, no: str = "no") -> Words:
    return lambda scene, value: words if value else no


VALUES: dict[str, Words] = {
    "skill": _skill,
    "target": _targets,
    "also": _targets,
    "to": lambda scene, value: _cell(scene, value) if isinstance(value, tuple) else being_name(scene, value),
    "cell": _cell,
    "at": lambda scene, value: _area(scene, value) if isinstance(value, int) else _cell(scene, value),
    "aim": _aim,
    "direction": lambda scene, value: way_name(scene, cast(int, value)),
    "facing": lambda scene, value: way_name(scene, cast(int, value)),
    "action": _deed,
    "with": _with,
    "event": lambda scene, value: f"when {TRIGGERS[str(value)]}" if value in TRIGGERS else str(value),
    "who": _who,
    "choice": _choice,
    "pay": _pay,
    "kind": lambda scene, value: JUMPS.get(str(value), str(value)),
    "what": lambda scene, value: ailment_name(scene, value) if ":" in str(value) else thing_name(scene, value),
    "task": _task,
    "part": lambda scene, value: f"part {value}",
    "hours": lambda scene, value: count(cast(int, value), "hour"),
    "condition": lambda scene, value: condition_name(str(value)),
    "numbed": lambda scene, value: condition_name(str(value)),
    "sides": lambda scene, value: f"1d{value}",
    "field": field_called,
    "hands": _hands,
    "worn": lambda scene, value: things(scene, value) or "nothing",
    "ability": _ability,
    "cover": _cover,
    "doors": _doors,
    "areas": _areas,
    "lying": _lying,
    "pack": _pack,
    "disposition": _disposition,
    "tc.defense.roll": _defence,
    "tc.parry": _skill,
    "tc.opportunistic": _skill,
    "tc.reactionary": _skill,
    "tc.ready": _answers({DECLINE: "no", "release": "do what was readied"}),
    "tc.attack.sequence": lambda scene, value: "nobody" if value == DECLINE else being_name(scene, value),
    "tc.staggered": _answers({"ep": "lose 1 EP", "turn": "lose the turn"}),
    "tc.slowed": _answers({"pay": "pay 1 EP", "forfeit": "forfeit the turn"}),
    "tc.exotic.energetic": _yes("roll the fate die"),
    "tc.int.meaning": _yes("ignore it", "let it work"),
    "tc.aspect.acquire": _yes("acquire it", "not now"),
    "tc.aspect.upgrade": _yes("yes, it has seen frequent use"),
    "tc.skill.retry": lambda scene, value: minutes_words(cast(int, value)),
}

ASKS = {
    ("", "skill"): "with what?",
    ("", "target"): "whom?",
    ("", "aim"): "aimed where?",
    ("", "also"): "and whom else?",
    ("", "cell"): "which cell?",
    ("", "at"): "where?",
    ("", "direction"): "which way?",
    ("", "thing"): "what?",
    ("", "item"): "what?",
    ("", "aspect"): "which aspect?",
    ("", "choice"): "what is chosen for it?",
    ("", "what"): "what?",
    ("", "to"): "where to?",
    ("", "kind"): "which jump?",
    ("", "pay"): "with an energy point?",
    ("", "hours"): "for how long?",
    ("", "task"): "on what?",
    ("", "disease"): "against what?",
    ("", "holder"): "whose?",
    ("", "part"): "which part of it?",
    ("", "worth"): "what shall it be?",
    ("give", "to"): "to whom?",
    ("speak", "to"): "to whom?",
    ("let_act", "to"): "who acts?",
    ("use", "target"): "on whom?",
    ("use", "cell"): "where?",
    ("consume", "target"): "for whom?",
    ("ready", "action"): "which action?",
    ("ready", "with"): "with what, or on whom?",
    ("ready", "event"): "waiting for what?",
    ("ready", "who"): "who has to do that?",
    ("ready", "cell"): "where?",
}
