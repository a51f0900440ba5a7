"""How scenes are asked for when somebody composes one: what can be set, in the words of people.

`scene_forms.toml` of a game has it, field by field, in the order in which they are asked for:

    [[begins]]
    condition = "Hidden"             # as a file has it: its name, or a table
    title = "hidden"                 # it is offered as a button of its own
    fields = { seen = false }        # what else is so of whoever begins so

    [[field]]
    of = "being"                     # a field of one of the beings; without it, of the scene
    path = ["facing"]                # the way to it, from the being or from the top of the file
    group = "begins"                 # where it is asked for
    title = "Faces"
    text = "The side to which they look at the start."
    on = "place"                     # it can be pointed at on the board: a place, several places, or a being
    parts = { at = "Where" }         # of a list of tables: what is asked of each, and how that is called
    also = { kind = { enum = ["mask", "item"] } }    # what its schema cannot know
    names = { dungeon = "below ground" }             # of a field with a few values: what they are called
    unset = "the nearest enemy"      # and what holds where none of them is chosen
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from ludex.core.content.content import Record, convert, read_toml
from ludex.core.scene.look_up import scene_schema
from ludex.core.scene.shape import Shape

SCENE_FORMS = "scene_forms.toml"
Schema = dict[str, Any]
Group = Literal["begins", "scene", "starts", "things", "dangers", "clocks", "handouts"]
MOST_NESTED = 6  # records within each other that are asked for
BESIDES: Schema = {  # of every scene file
    "title": {"type": "string"},
    "text": {"type": "string", "x-long": True},
    "told": {"type": "string", "x-long": True},
    "difficulty": {"type": "integer", "minimum": 0},
    "handouts": {
        "type": "array",
        "items": {
            "type": "object",
            "title": "Handout",
            "required": ["title", "text"],
            "properties": {
                "title": {"type": "string"},
                "text": {"type": "string", "x-long": True},
                "shown": {"type": "boolean", "default": True, "title": "Shown to all as the scene begins"},
            },
        },
    },
}


class FieldForm(Record, frozen=True, eq=False, kw_only=True):
    of: Literal["scene", "being"] = "scene"
    path: tuple[str, ...]
    group: Group
    title: str
    text: str = ""
    on: Literal["", "place", "places", "being"] = ""
    parts: dict[str, str] = {}
    also: dict[str, dict[str, Any]] = {}
    names: dict[str, str] = {}
    unset: str = ""


class BeginsForm(Record, frozen=True, eq=False, kw_only=True):
    condition: str | dict[str, Any]
    title: str
    fields: dict[str, Any] = {}


class SceneForms(Record, frozen=True, eq=False, kw_only=True):
    begins: tuple[BeginsForm, ...] = ()
    field: tuple[FieldForm, ...] = ()


OF_EVERY_GAME = (
    FieldForm(
        path=("told",), group="scene", title="Told at the start",
        text="What the players are told as the scene begins; it stands in the record.",
    ),
    FieldForm(path=("text",), group="scene", title="About it", text="What the scene is, in a sentence or two."),
    FieldForm(
        path=("handouts",), group="handouts", title="Handouts", text="What comes with the scene and can be shown.",
        parts={"title": "Title", "text": "Words", "shown": "Shown to everybody at once"},
    ),
)  # fmt: skip


class SceneField(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be set: of the scene, or of each being. `on`: what of the board can be pointed at for it."""

    of: Literal["scene", "being"]
    group: Group
    path: list[str]
    on: Literal["", "place", "places", "being"]
    schema: Schema


def scene_forms(home: Path) -> SceneForms:
    path = home / SCENE_FORMS
    return convert(read_toml(path), SceneForms, str(path)) if path.exists() else SceneForms()


def scene_fields(shape: Shape, forms: SceneForms) -> list[SceneField]:
    own, parts = scene_schema(shape)
    top = {**BESIDES, **own}
    being = own["beings"]["additionalProperties"]["properties"]
    return [
        SceneField(
            of=form.of,
            group=form.group,
            path=list(form.path),
            on=form.on,
            schema=_said(form, _found(top if form.of == "scene" else being, form.path, parts)),
        )
        for form in (*OF_EVERY_GAME, *forms.field)
    ]


def _said(form: FieldForm, schema: Schema) -> Schema:
    said = {**schema, "title": form.title, **({"description": form.text} if form.text else {})}
    if form.names:
        said |= {"enum": list(form.names), "x-names": dict(form.names)}
    if form.unset:
        said["x-unset"] = form.unset
    items = said.get("items")
    if not form.parts or not isinstance(items, dict):
        return said
    known = items.get("properties", {})
    asked = {name: {**known[name], **form.also.get(name, {}), "title": title} for name, title in form.parts.items()}
    return {**said, "items": {**items, "properties": asked}}


def _found(properties: Schema, path: tuple[str, ...], parts: Schema) -> Schema:
    """The schema at the end of a path, with what it refers to in place of its name."""
    key, *rest = path
    found = _whole(properties[key], parts, MOST_NESTED)
    return _found(found["properties"], tuple(rest), parts) if rest else found


def _whole(schema: Any, parts: Schema, deep: int) -> Any:
    if isinstance(schema, list):
        return [_whole(part, parts, deep) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    if "$ref" in schema:
        rest = {key: part for key, part in schema.items() if key != "$ref"}
        named = parts[str(schema["$ref"]).rpartition("/")[2]]
        return {**_whole(named, parts, deep - 1), **rest} if deep else {"type": "object"}
    return {key: _whole(part, parts, deep) for key, part in schema.items() if key != "description"}
