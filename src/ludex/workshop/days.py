"""A day that is being composed: scenes, rests and travel in a row, as the text of its file."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from ludex.core.content.said import steps
from ludex.core.files.dayfile import day_findings, day_of, rest_called, travel_called, unknown_break
from ludex.core.files.lines import line_of
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import toml_lines
from ludex.lab.day import between
from ludex.lab.gauge.day import DayJob
from ludex.lab.gauge.gauge import MOST_DECISIONS
from ludex.lab.gauge.party import Brought, Party
from ludex.lab.trial import start
from ludex.opponents import named
from ludex.workshop.drafted import MOST_FAULTS, FaultTold, plainly, unread
from ludex.workshop.editing import SCENE, Edit, all_edited, raw_scene
from ludex.workshop.gauged import Fought, Gauging, Ready, as_fought
from ludex.workshop.ground import Ground

NEW = "A new day"


class DayPart(msgspec.Struct, frozen=True, kw_only=True):
    """A scene, a rest or a journey, by what files call it and by what people do."""

    scene: str
    rest: str
    travel: str
    title: str


class DayChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a day can have. `of`: the title of the pack that has a scene; empty for the game's own."""

    id: str
    title: str
    of: str


class DayDrafted(msgspec.Struct, frozen=True, kw_only=True):
    """A day that is being composed. `parts` are nothing where the text cannot be read."""

    text: str
    title: str
    parts: list[DayPart] | None
    faults: list[FaultTold]
    scenes: list[DayChoice]
    rests: list[DayChoice]
    travels: list[DayChoice]


def day_drafted(ground: Ground, text: str | None, edits: Sequence[Edit]) -> DayDrafted:
    text = text if text is not None else toml_lines({"title": NEW, "game": ground.game.name})
    scenes = ground.scenes()
    try:
        text = all_edited(SCENE, text, edits)
        raw: dict[str, Any] | None = raw_scene(text)
        faults = _faults(ground, text, raw or {}, list(scenes))
    except BadInput as fault:
        raw, faults = None, [unread(fault)]
    title = raw.get("title", "") if raw is not None else ""
    return DayDrafted(
        text=text,
        title=title if isinstance(title, str) else "",
        parts=_parts(raw, scenes) if raw is not None else None,
        faults=faults,
        scenes=[DayChoice(id=name, title=called, of=of) for name, (called, of) in scenes.items()],
        rests=[DayChoice(id=kind, title=rest_called(kind), of="") for kind in ground.game.rests],
        travels=[DayChoice(id=kind, title=travel_called(kind), of="") for kind in ground.game.travels],
    )


def _parts(raw: Mapping[str, Any], scenes: Mapping[str, tuple[str, str]]) -> list[DayPart]:
    listed = raw.get("day", [])
    found = []
    for part in listed if isinstance(listed, list) else []:
        given = part if isinstance(part, Mapping) else {}
        scene, rest, travel = [str(given.get(field, "")) for field in ("scene", "rest", "travel")]
        named = scenes[scene][0] if scene in scenes else scene.replace("_", " ")
        title = named or (travel_called(travel) if travel else rest_called(rest))
        found.append(DayPart(scene=scene, rest=rest, travel=travel, title=title))
    return found


def _faults(ground: Ground, text: str, raw: Mapping[str, Any], scenes: list[str]) -> list[FaultTold]:
    given = {"day": [], **raw}
    findings = list(day_findings(given, "", ground.game, scenes))[:MOST_FAULTS]
    return [
        FaultTold(
            path=list(steps(one.field)), line=line_of(text, "", one.field), text=plainly(ground, one.problem), rule="",
            title="", severe=True, mend=None,
        )
        for one in findings
    ]  # fmt: skip


# ---------------------------------------------------------------- what it costs


def day_ready(ground: Ground, text: str, days: int, seed: int, party: Party | Brought | None) -> Ready:
    """All scenes with the party that is asked for; it goes through them as it stands."""
    found = day_of(raw_scene(text), "day")
    fought: dict[str, Fought] = {}
    for number, part in enumerate(found.day):
        for _, problem in unknown_break(ground.game, part):
            raise BadInput(f"part {number + 1} of the day: {problem}")
        if part.scene and part.scene not in fought:
            fought[part.scene] = as_fought(ground, Gauging(ground.scene_text(part.scene), days, seed, party))
    starts = {
        name: start(one.scene, one.title, named(ground.game, one.scene, ""), MOST_DECISIONS)
        for name, one in fought.items()
    }
    stages = tuple(starts[part.scene] if part.scene else between(part) for part in found.day)
    names = tuple(fought[part.scene].title if part.scene else between(part).kind for part in found.day)
    notes = fought[found.day[0].scene].notes
    as_they_are = [[one.tables, one.party, one.level, named(ground.game, one.scene, "")] for one in fought.values()]
    state = party.state if isinstance(party, Brought) else None
    made_of = [fought[found.day[0].scene].library.seal(), ground.game.version, seed, as_they_are, text, state]
    key = sha256(msgspec.json.encode(made_of, order="deterministic")).hexdigest()
    return Ready(pickle.dumps(DayJob(stages, names, days, seed, notes)), f"day {key}")
