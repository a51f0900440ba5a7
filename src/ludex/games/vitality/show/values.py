"""Arguments, answers and fields in words, and how an argument is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ludex.core.game import game_of
from ludex.core.kernel.english import listed, number
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.timing import DECLINE
from ludex.core.show.sentences import field_called
from ludex.games.vitality.book.turns.prepare import TRIGGERS
from ludex.games.vitality.book.turns.punish import EFFORT
from ludex.games.vitality.show.names import (
    attack_title,
    being_name,
    condition_name,
    helper_name,
    spaces,
    stat_name,
    thing_name,
    wall_name,
    way_name,
)
from ludex.games.vitality.show.sentences_of_levels import ANSWERS
from ludex.games.vitality.state import Hazard, Portal, Scene, Thing, Trap, Ward

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
    return "none" if value in ("", None) else number(value) if isinstance(value, int) else str(value)


def is_cell(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _answers(words: dict[Plain, str]) -> Words:
    return lambda scene, value: words.get(value, str(value))


def _yes(yes: str, no: str = "no") -> Words:
    return lambda scene, value: yes if value else no


# ---------------------------------------------------------------- arguments


def _attack(scene: Scene, value: Plain) -> str:
    return attack_title(scene, value)


def _several(none: str) -> Words:
    def said(scene: Scene, value: Plain) -> str:
        if isinstance(value, tuple):
            return listed([being_name(scene, part) for part in value]) or none
        return being_name(scene, value) if value else none

    return said


def _to(scene: Scene, value: Plain) -> str:
    """A space, the end of a path of them, or somebody; for Help several."""
    if not isinstance(value, tuple):
        return being_name(scene, value)
    if is_cell(value):
        return scene.cell_name(value)
    if value and is_cell(value[-1]):
        return scene.cell_name(value[-1])
    return listed([being_name(scene, part) for part in value]) or "nobody else"


def _what(scene: Scene, value: Plain) -> str:
    """What is carried: somebody or something, or all that is carried already; what an Effort is for, in words."""
    if isinstance(value, tuple):
        return listed([being_name(scene, part) for part in value]) or "what is carried already"
    return being_name(scene, value) if value else "nothing more to say"


def _origin(scene: Scene, value: Plain) -> str:
    if value is None:
        return "from where one stands"
    there = [being.name for being in scene.beings.values() if being.here and being.at == value]
    if not there or scene.places is not None:  # it is called by who stands there
        return f"around {scene.cell_name(value)}"
    return f"around {scene.cell_name(value)}, where {listed(there)} {'is' if len(there) == 1 else 'are'}"


def _height(scene: Scene, value: Plain) -> str:
    return "as the way goes" if value is None else f"at height {number(cast(int, value))}"


def _cells(scene: Scene, value: Any) -> str:
    """The spaces of a wall."""
    if is_cell(value):
        return scene.cell_name(value)
    if len(value) == 1:
        return f"{spaces(1)} at {scene.cell_name(value[0])}"
    return (
        f"{spaces(len(value))} from {scene.cell_name(value[0])} to {scene.cell_name(value[-1])}" if value else "nowhere"
    )


def _action(scene: Scene, value: Plain) -> str:
    """What is prepared: an attack, or another action."""
    actions = game_of(scene).actions
    if value in actions:
        return actions[str(value)].label
    return attack_title(scene, value)


def _with(scene: Scene, value: Plain) -> str:
    pairs = cast(tuple[tuple[str, Plain], ...], value or ())
    return ", ".join(value_in_words(scene, name, part) for name, part in pairs) or "nothing more"


BENEFITS: dict[Plain, str] = {
    "conditions": "end all own conditions",
    "primary": "a Primary Action more",
    "reaction": "a Reaction more",
    "move": "move again, the whole movement",
    "capacity": "Capacity + 2 for a feat of strength",
    "special": "something special, if the game master grants it",
}
WHEN: dict[Plain, str] = {
    "telling": "where it can turn the result", "all": "at every roll that it can change", "never": "never",
}  # fmt: skip


# ---------------------------------------------------------------- fields of a scene


def _portals(scene: Scene, value: tuple[Portal, ...]) -> str:
    return listed([f"{scene.cell_name(pair.one)} to {scene.cell_name(pair.other)}" for pair in value]) or "none"


def _hazards(scene: Scene, value: tuple[Hazard, ...]) -> str:
    made = [f"{attack_title(scene, h.attack, h.owner)} on {spaces(len(h.cells))}" for h in value]
    return listed(made) or "none"


def _traps(scene: Scene, value: tuple[Trap, ...]) -> str:
    return (
        listed([f"{attack_title(scene, trap.attack, trap.owner)} at {scene.cell_name(trap.at)}" for trap in value])
        or "none"
    )


def _wards(scene: Scene, value: tuple[Ward, ...]) -> str:
    return listed([f"a ward of {being_name(scene, ward.owner)}" for ward in value]) or "none"


def _things(scene: Scene, value: tuple[Thing, ...]) -> str:
    return listed([f"{thing_name(scene, thing.name)} at {scene.cell_name(thing.at)}" for thing in value]) or "nothing"


# ---------------------------------------------------------------- answers


LOOKS: dict[Plain, str] = {
    DECLINE: "leave it as it is",
    "tier": "add the Tier by Effort",
    "reroll": "throw again by Effort",
    "score": "raise the score by Effort",
    "lucky": "throw again by luck (the higher counts)",
    "perfectionist": "throw again (the new result stands)",
}
ASSUMED = {  # by answer, what somebody is taken to do who gives it
    LOOKS[DECLINE]: "spends no more Effort", LOOKS["tier"]: "adds the Tier by Effort",
    LOOKS["reroll"]: "throws again by Effort", LOOKS["score"]: "raises the score by Effort",
    LOOKS["lucky"]: "throws again by luck", LOOKS["perfectionist"]: "throws low results again",
    "bear it": "bears the conditions", "stay standing": "stays standing",
    "fall unconscious": "falls unconscious", "use the help now": "uses the help", "keep it for later": "keeps the help",
    "do it now": "does what was prepared", "wait on": "waits on", "let them go": "lets them go",
    "push them away": "pushes them away", "knock them Prone": "knocks them Prone", "hold them": "holds them",
}  # fmt: skip
HANDLES: dict[Plain, str] = {
    DECLINE: "leave them where they are", "push": "push them away", "prone": "knock them Prone", "grab": "hold them",
    "move": "move them",
}  # fmt: skip


def _punish(scene: Scene, value: Plain) -> str:
    """An attack, by the Reaction or by an Effort that brings one."""
    if value == DECLINE:
        return "let them go"
    attack = str(value)
    by_effort = " for an Effort" if attack.startswith(EFFORT) else ""
    return f"{attack_title(scene, attack.removeprefix(EFFORT))}{by_effort}"


def _handle(scene: Scene, value: Plain) -> str:
    """What is done with whoever was hit, or where they go."""
    return f"to {scene.cell_name(value)}" if is_cell(value) else HANDLES.get(value, str(value))


def _another(scene: Scene, value: Plain) -> str:
    return "nobody" if value == DECLINE else being_name(scene, value)


def _help(scene: Scene, value: Plain) -> str:
    return "without help" if value == DECLINE else f"with the help of {helper_name(scene, value)}"


VALUES: dict[str, Words] = {
    "attack": _attack,
    "action": _action,
    "with": _with,
    "event": lambda scene, value: f"when {TRIGGERS[str(value)]}" if value in TRIGGERS else str(value),
    "who": lambda scene, value: being_name(scene, value) if value else "any enemy who does it",
    "against": lambda scene, value: being_name(scene, value) if value else "whoever is attacked",
    "spare": _several("nobody"),
    "also": _several("nobody else"),
    "to": _to,
    "one": _to,
    "other": _to,
    "what": _what,
    "origin": _origin,
    "height": _height,
    "cells": _cells,
    "wall": wall_name,
    "direction": lambda scene, value: f"to the {way_name(scene, cast(int, value))}",
    "spaces": lambda scene, value: spaces(cast(int, value)),
    "radius": lambda scene, value: f"{spaces(cast(int, value))} around",
    "tunnel": _yes("leave a tunnel", "let the way close"),
    "stay": _yes("stay below", "come out"),
    "benefit": _answers(BENEFITS),
    "when": _answers(WHEN),
    "how": _answers({"primary": "for the Primary Action", "free": "as a Free Action"}),
    "kind": _answers({"trap": "a Hidden Trap", "glyph": "a Glyph of Warding"}),
    "bonus": thing_name,
    "feature": thing_name,
    "device": thing_name,
    "thing": thing_name,
    "topic": lambda scene, value: f"about {value}" if value else "for any check",
    "condition": lambda scene, value: condition_name(value),
    "stat": lambda scene, value: stat_name(value),
    "score": lambda scene, value: stat_name(value),
    "right": _answers({"primary": "take a Primary Action", "move": "move"}),
    "field": field_called,
    "portals": _portals,
    "hazards": _hazards,
    "traps": _traps,
    "wards": _wards,
    "things": _things,
    "civilians": lambda scene, value: listed([scene.cell_name(cell) for cell in value]) or "none",
    "vt.effort.any_time": _answers(LOOKS),
    "vt.effort.end_conditions": _yes("spend an Effort: all conditions end", "bear it"),
    "vt.effort.special": _yes("grant it", "do not grant it"),
    "vt.act.assist": _yes("use the help now", "keep it for later"),
    "vt.act.prepare": _answers({DECLINE: "wait on", "act": "do it now"}),
    "vt.react.punish": _punish,
    "vt.cond.brawl": _handle,
    "vt.up.martial_artist": _handle,
    "vt.up.bully": _handle,
    "vt.cond.push": lambda scene, value: spaces(cast(int, value)) if value else "not at all",
    "vt.attack.type.melee_accuracy": _answers({"accuracy": "Tier more to hit", "effect": "Tier more to the effect"}),
    "vt.up.ricochet": _several("nobody"),
    "vt.up.splinter": _another,
    "vt.up.contagious": _another,
    "vt.up.intimidating_presence": _yes("let them all be Taunted"),
    "vt.up.terrifying_display": _yes("let them all be Frightened"),
    "vt.survival.check": _yes("stay standing", "fall unconscious"),
    "vt.feature.support": _help,
    **ANSWERS,
}

ASKS = {
    ("", "attack"): "which attack?",
    ("", "target"): "whom?",
    ("", "ally"): "whom?",
    ("", "against"): "against whom?",
    ("", "direction"): "which way?",
    ("", "origin"): "where does it start?",
    ("", "spare"): "who is spared?",
    ("", "also"): "and whom else?",
    ("", "to"): "where to?",
    ("", "one"): "where is one end?",
    ("", "other"): "where is the other end?",
    ("", "height"): "how high?",
    ("", "what"): "what?",
    ("", "benefit"): "for what?",
    ("", "when"): "when?",
    ("", "bonus"): "which bonus?",
    ("", "device"): "which?",
    ("", "thing"): "what?",
    ("", "cells"): "where?",
    ("raise_wall", "cells"): "where? It begins beside whoever raises it: its last space, or all of them in order",
    ("effort", "what"): "what is it?",
    ("", "wall"): "which wall?",
    ("", "spaces"): "how far?",
    ("", "kind"): "which kind?",
    ("", "at"): "where?",
    ("", "radius"): "how wide?",
    ("", "feature"): "with which feature?",
    ("", "topic"): "about what?",
    ("", "how"): "how?",
    ("", "tunnel"): "leave a tunnel?",
    ("", "stay"): "stay below?",
    ("", "who"): "whom?",
    ("", "by"): "from whose hold?",
    ("help", "to"): "whom?",
    ("let_act", "to"): "who acts?",
    ("forbid", "against"): "against which kind of being?",
    ("prepare", "action"): "what?",
    ("prepare", "with"): "with what, or on whom?",
    ("prepare", "event"): "waiting for what?",
    ("prepare", "who"): "whose doing is waited for?",
}
