"""What a script expects of a scene, by dotted path, and the JSON Schema of what a scene file may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args, get_origin

import msgspec

from ludex.core.content.conditions import Conditions
from ludex.core.content.references import Names, said_of, unknown
from ludex.core.kernel.english import meant, no_such, there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition, Scene
from ludex.core.scene.shape import SCENE, Shape


class NotYet(BadInput):
    """A path names what is not there now, and may be as a script runs. All else that cannot be looked up never is."""


def look_up(shape: Shape, scene: Scene[Any], path: str) -> object:
    """`NAME.hp`, `NAME.has.CONDITION`, `NAME.distance.OTHER`, `turn.of`, `scene.clock`, and what the game derives."""
    head, _, rest = path.partition(".")
    if head == SCENE:
        return scene_value(shape, scene, rest)
    if head == "turn":
        name = {"of": "current"}.get(rest, rest)
        known = [field.name for field in fields(scene.turns)]
        if name not in known:
            raise BadInput(f"{path}: a turn has no field {rest!r}; {there_are(rest, ('of', *known))}")
        return getattr(scene.turns, name)
    if head not in scene.beings:
        raise BadInput(f"{path}: there is no being {head!r}; {there_are(head, (*scene.beings, SCENE, 'turn'))}")
    return being_value(shape, scene, scene.beings[head], rest, path)


def scene_value(shape: Shape, scene: Scene[Any], name: str) -> object:
    if name in shape.scene_values:
        return shape.scene_values[name](scene)
    head, _, part = name.partition(".")
    if not hasattr(scene, head):
        known = {*shape.scene_values, *[field.name for field in fields(scene)]}
        raise BadInput(f"scene.{name}: a scene has no such field; {meant(head, known)}")
    value: object = getattr(scene, head)
    return part_of(value, part, f"scene.{name}", scene, shape.scene_hints.get(head)) if part else value


def being_value(shape: Shape, scene: Any, being: Any, name: str, path: str) -> object:
    head, _, part = name.partition(".")
    if not name:
        raise BadInput(f"{path}: expected a field of theirs, such as {path}.conditions")
    if name == "conditions":
        return tuple(sorted(being.states))
    if head in ("has", "is", "causes"):
        if part not in shape.conditions_in(scene):
            raise BadInput(f"{path}: there is no condition {part!r}; {meant(part, shape.conditions_in(scene))}")
        return sum(c.name == part for c in being.conditions) if head == "causes" else part in being.states
    if head == "distance":
        if part not in scene.beings:
            raise BadInput(f"{path}: {no_such('being', part, scene.beings)}")
        measured = shape.distance or type(scene).distance
        return measured(scene, being, scene.beings[part])
    if name in shape.values:
        return shape.values[name](scene, being)
    if head in shape.named_values:
        if not part:
            raise BadInput(f"{path}: expected a name after it, {path}.NAME")
        try:
            return shape.named_values[head](scene, being, part)
        except NotYet as fault:
            raise NotYet(f"{path}: {fault}") from None
        except BadInput as fault:
            raise BadInput(f"{path}: {fault}") from None
    if name in shape.maxima:
        return getattr(being.sheet, shape.maxima[name])
    if part and head in shape.merged:
        if part not in shape.merged[head]:
            raise BadInput(f"{path}: there is no {part!r}; {there_are(part, shape.merged[head])}")
        return getattr(being.sheet, head).get(part, 0)
    for owner in (being, being.sheet):
        value: object = getattr(owner, head, None)
        if hasattr(owner, head) and not callable(value):
            return part_of(value, part, path, scene, shape.hints.get(head)) if part else value
    known = {*shape.hints, *shape.values, *shape.named_values, "conditions", "has", "distance", "name", "side"}
    raise BadInput(f"{path}: a being has no field {name!r}; {meant(head, known)}")


def part_of(value: object, part: str, path: str, scene: Scene[Any], hint: Any) -> object:
    """What a table, or pairs of names and values, has under a name; nothing when it has none. Where its type says what
    the names stand for, there has to be one."""
    if value is None:
        raise NotYet(f"{path}: there is nothing named {part!r}")
    to = _names(hint)
    if to is not None and (problem := unknown(scene.library, to, part)):
        raise BadInput(f"{path}: {problem}")
    if isinstance(value, Mapping):
        return value.get(part)
    if isinstance(value, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        return dict(value).get(part)
    raise BadInput(f"{path}: there is nothing named {part!r}")


def _names(hint: Any) -> Names | None:
    """What the names stand for in a table, or in pairs of names and values."""
    inner = get_args(hint)
    if get_origin(hint) is tuple and inner and get_origin(inner[0]) is tuple:
        inner = get_args(inner[0])
    return said_of(inner[0]) if len(inner) > 1 else None


# ---------------------------------------------------------------- the schema of a scene file


def scene_schema(shape: Shape) -> tuple[dict[str, Any], dict[str, Any]]:
    """The JSON Schema of the tables that `setup.py` reads, and the definitions that it refers to."""
    kinds = {
        "board": shape.board,
        "turn": shape.turn,
        "condition": Condition,
        **{f"list.{name}": kind for name, kind in shape.lists.items()},
        **{f"table.{name}": kind for name, kind in shape.tables.items()},
        **{f"beings.{name}": hint for name, hint in shape.bounded.items()},
        **{f"scene.{name}": hint for name, hint in shape.scene_bounded.items()},
    }
    found, parts = msgspec.json.schema_components(
        list(kinds.values()), ref_template="#/$defs/{name}", schema_hook=lambda kind: {"type": "object"}
    )
    refs = dict(zip(kinds, found, strict=True))
    text = {"type": "string"}
    told = parts["Condition"]["properties"]
    kinds_of = shape.conditions if isinstance(shape.conditions, Conditions) else {}
    condition = {
        "type": "object",
        "properties": {
            **told,
            "until": {"anyOf": [text, told["until"]]},
            shape.value_word: {"type": "integer"},
            **{kind.note_word: text for kind in kinds_of.values() if kind.note_word},
            **{
                kind.value_word: {"type": "boolean" if kind.yes_or_no else "integer"}
                for kind in kinds_of.values()
                if kind.value_word
            },
        },
        "required": ["name"],
        "additionalProperties": False,
    }
    being = {
        "type": "object",
        "properties": {
            "from": {
                **text,
                "description": "the entry of the content they are made from; by default the one of this name",
            },
            "name": text,
            "side": text,
            "conditions": {"type": "array", "items": {"anyOf": [text, condition]}},
            **{name: refs[f"beings.{name}"] for name in shape.hints},
        },
        "additionalProperties": False,
    }
    own = {
        "board": {"anyOf": [text, {**parts[shape.board.__name__], "required": []}]},
        "beings": {"type": "object", "additionalProperties": being},
        "turn": {"anyOf": [text, refs["turn"]]},
        "mode": {"enum": list(shape.modes)},
        "scene": {
            "type": "object",
            "properties": {name: refs[f"scene.{name}"] for name in shape.scene_hints},
            "additionalProperties": False,
        },
        **{name: {"type": "array", "items": refs[f"list.{name}"]} for name in shape.lists},
        **{name: refs[f"table.{name}"] for name in shape.tables},
    }
    return own, parts
