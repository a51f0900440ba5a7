"""An adventure that is being written, as the text of its file: what it is by now, all that is wrong with it, and what
there is to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from ludex.core.content.said import steps
from ludex.core.content.schema import Schema
from ludex.core.files.adventure_forms import adventure_schema
from ludex.core.files.adventurefile import Around, adventure_findings
from ludex.core.files.breakdown import broke_down
from ludex.core.files.dayfile import rest_called, travel_called
from ludex.core.files.findings import Finding
from ludex.core.files.lines import line_of
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import toml_lines
from ludex.workshop.drafted import MOST_FAULTS, FaultTold, plainly, unread
from ludex.workshop.editing import Edit, Whole, all_edited, raw_scene
from ludex.workshop.ground import Ground
from ludex.workshop.scenes import conditions_called, in_words

NEW = {"title": "A new adventure", "players": [3, 5]}
FIRST = {"id": "beginning", "title": "The beginning"}
RULES = (("Advice", "rule"), ("When", "question"), ("When", "told"))  # fields that name a rule of the book
WHOLE = Whole([], raw_scene, frozenset({"handouts", "coach"}))


class AdventureDrafted(msgspec.Struct, frozen=True, kw_only=True):
    """An adventure that is being written. `adventure`: its tables; nothing where the text cannot be read."""

    text: str
    adventure: dict[str, Any] | None
    faults: list[FaultTold]


def adventure_drafted(ground: Ground, text: str | None, edits: Sequence[Edit]) -> AdventureDrafted:
    text = text if text is not None else f"{toml_lines(NEW)}\n[[chapter]]\n{toml_lines(FIRST)}"
    try:
        text = all_edited(WHOLE, text, edits)
        raw: dict[str, Any] | None = raw_scene(text)
        faults = list(_faults(ground, text, raw or {}))
    except BadInput as fault:
        raw, faults = None, [unread(fault)]
    return AdventureDrafted(text=text, adventure=raw, faults=faults)


def _faults(ground: Ground, text: str, raw: Mapping[str, Any]) -> Iterator[FaultTold]:
    names = _names(ground, raw)
    for one in _findings(ground, raw)[:MOST_FAULTS]:
        told = re.sub(r"; (did you mean|there are)[^;]*$", "", one.problem)  # all there are can be chosen
        yield FaultTold(
            path=steps(one.field), line=line_of(text, "", one.field), text=in_words(plainly(ground, told), names),
            rule="", title="", severe=not one.warning, mend=None,
        )  # fmt: skip


def _findings(ground: Ground, raw: Mapping[str, Any]) -> list[Finding]:
    around = Around(ground.game, ground.library, ground.scene_tables(), ground.pictures)
    try:
        return list(adventure_findings(raw, "", around))
    except Exception as fault:  # whatever somebody has written, they are told of it
        return [Finding("", "", "", broke_down(fault))]


def _names(ground: Ground, raw: Mapping[str, Any]) -> dict[str, str]:
    """What people call scenes and chapters, by their words in files."""
    listed = raw.get("chapter")
    chapters = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    titles = {str(one.get("id", "")): str(one.get("title", "")) for one in chapters}
    return {name: title for name, (title, _) in ground.scenes().items()} | titles


# ---------------------------------------------------------------- what can be chosen


def adventure_form(ground: Ground) -> Schema:
    """The schema of adventures, with what there is to choose from as the values of its fields."""
    found = adventure_schema()
    parts = found["$defs"]
    del parts["When"]["properties"]["after"]  # notes of an adventure have no names by which another could wait for them
    for (record, field), names in _choices(ground).items():
        part = parts[record]["properties"][field]
        part |= {"enum": ["", *names], "x-names": {"": "none", **part.get("x-names", {}), **names}}
    for record, field in RULES:
        part = parts[record]["properties"][field]
        part |= {"x-ref": "rule", "x-also": [""], "x-names": {"": "none", **part.get("x-names", {})}}
    return found


def _choices(ground: Ground) -> dict[tuple[str, str], dict[str, str]]:
    own = ground.own
    return {
        ("Chapter", "scene"): {
            name: title if of == own else f"{title} ({of or 'of the game'})"
            for name, (title, of) in ground.scenes().items()
        },
        ("Break", "rest"): {kind: rest_called(kind) for kind in ground.game.rests},
        ("Break", "travel"): {kind: travel_called(kind) for kind in ground.game.travels},
        ("Paper", "picture"): {name: PurePath(name).stem.replace("_", " ") for name in ground.pictures},
        ("When", "condition"): conditions_called(ground.game),
    }
