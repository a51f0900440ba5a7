"""What somebody is about to do, as one would tell them to do it: `Attack Ash Bear with the Wind Staff`.

Every action can be said so: by its label, whom it is for, with what, and what else was chosen. Where that would be no
English, a game says how (`Face.sentences`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command

MEANS = ("weapon", "skill", "attack", "spell")  # arguments with which somebody is attacked
BARE = ("skill", "attack", "spell")  # of them, what takes no article
USED = frozenset({"skill", "feature"})  # tags of what is used on somebody
UNARMED = "unarmed"
NOTHING = (None, "", ())


def sentence(face: Any, scene: Any, action: Action, command: Command) -> str:
    """The whole deed, without who does it."""
    given = {name: value for name, value in command.args if value not in NOTHING}
    said = {name: _said(face, scene, command.actor, name, given[name]) for name in given}
    pattern = face.sentences.get(command.name, "")
    if pattern and all([f"{{{arg.name}}}" not in pattern or arg.name in said for arg in action.args]):
        told = [name for name in said if f"{{{name}}}" in pattern]
        return _with(pattern.format_map(said), _others(action, said, told))
    order = [arg.name for arg in action.args if arg.name in said]
    whom = next((name for name in order if isinstance(given[name], str) and given[name] in scene.beings), "")
    if "move" in action.tags and order:
        return _with(f"{action.label} to {said[order[0]]}", _others(action, said, order[:1]))
    if whom and "attack" in action.tags:
        means = next((name for name in order if name in MEANS), "")
        deed = f"{_verb(action.label)} {said[whom]}{_means(means, said)}"
        return _with(deed, _others(action, said, [whom, means]))
    if not USED.isdisjoint(action.tags) and order and order[0] != whom:
        verb = "Use" if " " in action.label else action.label
        on = f" on {said[whom]}" if whom else ""
        return _with(f"{verb} {said[order[0]]}{on}", _others(action, said, [order[0], whom]))
    if not order:
        return action.label
    if " " in action.label:
        return f"{action.label}: {', '.join(said[name] for name in order)}"
    return f"{action.label} {', '.join(said[name] for name in order)}"


def _said(face: Any, scene: Any, actor: str, name: str, value: Any) -> str:
    return "yourself" if value == actor and value in scene.beings else str(face.value(scene, name, value))


def _verb(label: str) -> str:
    """A word is a verb; more of them are what is done to somebody."""
    return f"{label} on" if " " in label else label


def _means(name: str, said: Mapping[str, str]) -> str:
    if not name:
        return ""
    if said[name].lower().startswith(UNARMED):
        return f" {said[name].lower()}"
    return f" with {said[name]}" if name in BARE else f" with the {said[name]}"


def _others(action: Action, said: Mapping[str, str], told: list[str]) -> list[str]:
    return [said[arg.name] for arg in action.args if arg.name in said and arg.name not in told]


def _with(deed: str, others: list[str]) -> str:
    return ", ".join([deed, *others])
