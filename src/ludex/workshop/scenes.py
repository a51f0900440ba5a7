"""A scene that is being composed, as the text of its file: what it is by now, all that is wrong with it, and the board
with everybody on it as a game master would see them at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ludex.core.book.rulebook import Option
from ludex.core.content.content import Library
from ludex.core.content.said import steps
from ludex.core.files import findings
from ludex.core.files.breakdown import broke_down
from ludex.core.files.findings import Finding, SceneLooked, scene_looked
from ludex.core.files.lines import line_of
from ludex.core.files.placing import free_place
from ludex.core.files.scenefile import SceneFile
from ludex.core.game import Game
from ludex.core.kernel.bounds import BEINGS
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition, Scene
from ludex.core.kernel.toml import toml_lines
from ludex.core.scene.scene_forms import BeginsForm, SceneField, scene_fields, scene_forms
from ludex.core.scene.shape import PEOPLE
from ludex.core.show.face import Plan, ZonePlan
from ludex.core.show.marks import capital
from ludex.table.document.document import BeingShown
from ludex.table.document.document_board import Hexes, Squares, Zones
from ludex.table.document.show_beings import beings, short_marks
from ludex.table.document.show_board import board
from ludex.workshop.drafted import MOST_FAULTS, FaultTold, plainly, rule_apart, unread
from ludex.workshop.editing import SCENE, Edit, all_edited, raw_entry, raw_scene
from ludex.workshop.ground import Ground

SIDES = {"party": "Party", "foes": "Foes", "": "Nobody's"}
NEW = "A new scene"
NOBODY = "Nobody is in it yet."
OF_A_BOARD = ("id", "look", "colour", "picture")  # fields of an entry that a board in a scene file has not


class SideTold(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str


class BeginsTold(msgspec.Struct, frozen=True, kw_only=True):
    """A condition that somebody can begin with, as a file has it: its name, or a table. `hides`: the players know
    nothing of whoever has it. `quick`: it is offered before the others. `fields`: what else is set of whoever begins
    so, and taken away with it."""

    condition: str | dict[str, Any]
    title: str
    fields: dict[str, Any]
    hides: bool
    quick: bool


class SceneBeing(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in a scene. `from`: the entry they are made from, of this `kind`; neither for somebody plain. `place`:
    where they stand, in words. `shown`: as a document has them for the game master; nothing where they cannot be made.
    `picture`: that of their entry, a file of its pack."""

    id: str
    of: str = msgspec.field(name="from")
    kind: str
    name: str
    side: str
    place: str
    picture: str
    shown: BeingShown | None


class SceneDrafted(msgspec.Struct, frozen=True, kw_only=True):
    """A scene that is being composed. `scene`: its tables; nothing where the text cannot be read. `shown`: its board as
    a document has it. `starts`: where sides begin on it. `fields`, `begins` and `options`: what can be set."""

    text: str
    title: str
    scene: dict[str, Any] | None
    faults: list[FaultTold]
    shown: Hexes | Squares | Zones | None
    beings: list[SceneBeing]
    sides: list[SideTold]
    starts: dict[str, list[Any]]
    modes: list[str]
    begins: list[BeginsTold]
    fields: list[SceneField]
    options: list[Option]


class SceneDraft(NamedTuple):
    """What comes in: the text of a scene file, or nothing for a new one, and what is to be changed in it."""

    text: str | None = None
    edits: Sequence[Edit] = ()


def scene_drafted(ground: Ground, draft: SceneDraft) -> SceneDrafted:
    text = draft.text if draft.text is not None else new_scene(ground)
    try:
        text = scene_edited(ground, text, draft.edits)
        raw = raw_scene(text)
        if raw.get("game") != ground.game.name:
            raise BadInput(f"expected a scene of {ground.game.title}: game = “{ground.game.name}”")
    except BadInput as fault:
        return _told(ground, text, None, [unread(fault)], None)
    looked = looked_at(ground, raw)
    return _told(ground, text, raw, list(_faults(ground, text, looked)), looked.made)


def looked_at(ground: Ground, raw: Mapping[str, Any]) -> SceneLooked:
    try:
        return scene_looked(raw, "", ground.library)
    except Exception as fault:  # whatever somebody has written, they are told of it
        return SceneLooked([Finding("", "", "", broke_down(fault))], None)


def new_scene(ground: Ground) -> str:
    """On the first board of one's own, or of the game."""
    boards = [line.id for line in ground.lines("board")]
    fields = {"title": NEW, "game": ground.game.name, **({"board": boards[0]} if boards else {})}
    return toml_lines(fields)


def _told(
    ground: Ground, text: str, raw: dict[str, Any] | None, faults: list[FaultTold], made: SceneFile | None
) -> SceneDrafted:
    game = ground.game
    title = raw.get("title", "") if raw is not None else ""
    plan = plan_of(game, made.scene) if made is not None else None
    forms = scene_forms(game.home)
    return SceneDrafted(
        text=text,
        title=title if isinstance(title, str) else "",
        scene=raw,
        faults=faults,
        shown=read(board(plan), Hexes | Squares | Zones) if plan is not None else None,
        beings=list(_beings(ground, raw, made, plan)),
        sides=[SideTold(id=side, name=SIDES.get(side, side.capitalize())) for side in game.shape.sides],
        starts=starts_of(ground, raw) if raw is not None else {},
        modes=list(game.shape.modes),
        begins=list(_begins(game, forms.begins)),
        fields=[_with_directions(field, plan) for field in scene_fields(game.shape, forms)],
        options=list(game.rulebook.options.values()),
    )


def plan_of(game: Game[Any], scene: Scene[Any]) -> Plan | None:
    """The map as the game master sees it; also of a scene in which nobody looks at it, such as a journey."""
    plan = game.face().whole_plan(scene)
    if plan is not None:
        return plan
    still = scene.fork()
    still.mode = game.shape.otherwise
    return game.face().whole_plan(still)


def starts_of(ground: Ground, raw: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The places at which each side begins, as the board of a scene says: its own, or one of the content."""
    table = raw.get("board")
    if isinstance(table, str):
        table = board_table(ground, table) if table in ground.library.shelves["board"].entries else None
    found = table.get("starts") if isinstance(table, Mapping) else None
    starts = found if isinstance(found, Mapping) else {}
    return {side: area for side, area in starts.items() if isinstance(area, list)}


def _with_directions(field: SceneField, plan: Plan | None) -> SceneField:
    """Where somebody looks is one of the directions of the board."""
    if (field.of, field.path) != ("being", ["facing"]) or plan is None or isinstance(plan, ZonePlan):
        return field
    names = [plan.direction([(0, 0)], [way]) for way in plan.board.directions]
    told = {"enum": list(range(len(names))), "x-names": {str(number): name for number, name in enumerate(names)}}
    return msgspec.structs.replace(field, schema={**field.schema, **told})


def _begins(game: Game[Any], quick: Sequence[BeginsForm]) -> Iterator[BeginsTold]:
    """First those that are often meant, then all others that need nothing more than their name."""
    for form in quick:
        hides = form.condition == game.hides
        yield BeginsTold(condition=form.condition, title=form.title, fields=dict(form.fields), hides=hides, quick=True)
    shape, told = game.shape, [form.condition for form in quick]
    for name, title in sorted(conditions_called(game).items(), key=lambda one: one[1].lower()):
        if name not in told and not shape.kind_of(name).by_rules and not shape.needs(Condition(name)):
            yield BeginsTold(condition=name, title=capital(title), fields={}, hides=name == game.hides, quick=False)


def conditions_called(game: Game[Any]) -> dict[str, str]:
    """All conditions by name, and what people call them."""
    return {name: game.shape.kind_of(name).label or name for name in game.shape.conditions}


# ---------------------------------------------------------------- faults


def _faults(ground: Ground, text: str, looked: SceneLooked) -> Iterator[FaultTold]:
    names = called(looked.made.scene) if looked.made is not None else {}
    for finding in looked.findings[:MOST_FAULTS]:
        problem, rule = rule_apart(finding.problem, finding.rule)
        nobody = finding.problem == findings.NOBODY  # a table may play it all the same
        known = ground.game.rulebook.rules.get(rule)
        yield FaultTold(
            path=way_of(finding),
            line=line_of(text, finding.entry, finding.field),
            text=NOBODY if nobody else in_words(plainly(ground, problem), names),
            rule=rule,
            title=known.title if known is not None else "",
            severe=not finding.illegal and not finding.warning and not nobody,
            mend=None,
        )


def called(scene: Any) -> dict[str, str]:
    """What people call those who are there, and the zones, by what the file calls them."""
    zones = getattr(getattr(scene, "board", None), "zones", {})
    names = {name: being.name for name, being in scene.beings.items()}
    return {**{id: zone.name for id, zone in zones.items()}, **names} if isinstance(zones, Mapping) else names


def in_words(told: str, names: Mapping[str, str]) -> str:
    """Without what only files have: places by numbers, beings and zones by their ids."""
    told = re.sub(r"; row -?\d+ goes .*", "", re.sub(r"\[-?\d+, -?\d+\]", "this place", told))
    told = re.sub(r"(['\"“])([a-z]\w*)(['\"”])", lambda said: names.get(said[2], said[0]), told)
    return told[:1].upper() + told[1:]


def way_of(finding: Finding) -> list[str | int]:
    """`beings.bear` and its field `at`, or a field of the file."""
    entry = list(steps(finding.entry)) if finding.entry.startswith("beings.") else []
    return [*entry, *steps(finding.field)]


# ---------------------------------------------------------------- who is there


def _beings(
    ground: Ground, raw: Mapping[str, Any] | None, made: SceneFile | None, plan: Plan | None
) -> Iterator[SceneBeing]:
    given = raw.get("beings") if raw is not None else None
    shown = documents(ground.game, made.scene, plan) if made is not None else {}
    for name, table in given.items() if isinstance(given, Mapping) else ():
        fields = table if isinstance(table, Mapping) else {}
        of = str(fields.get("from", name))
        kind = kind_of(ground.library, of)
        entry = ground.library.shelves[kind].entries[of] if kind else None
        there = shown.get(name)
        yield SceneBeing(
            id=name,
            of=of if kind else "",
            kind=kind,
            name=there.name if there is not None else str(fields.get("name", entry.name if entry else name)),
            side=there.side if there is not None else str(fields.get("side", "")),
            place=place_in_words(plan, name) if plan is not None else "",
            picture=entry.picture if entry is not None else "",
            shown=there,
        )


def kind_of(library: Library, id: str) -> str:
    """The kind of the entry that somebody is made from; empty where there is none."""
    kinds = [kind for kind in (*PEOPLE, "object") if kind in library.shelves]
    return next((kind for kind in kinds if id in library.shelves[kind].entries), "")


def documents(game: Game[Any], scene: Any, plan: Plan | None) -> dict[str, BeingShown]:
    """Everybody as the game master's document would have them."""
    marks = short_marks([(being.id, being.name, being.side) for being in scene.beings.values()])
    knows = dict.fromkeys(scene.beings, "exact")
    found = beings(game, scene, plan, game.to_act(scene), knows, marks)  # type: ignore[arg-type]  # exact is a word of Pools
    return {who: read(one, BeingShown) for who, one in found.items()}


def place_in_words(plan: Plan, who: str) -> str:
    """Where somebody stands: the name of a zone; of a cell, what it is."""
    if isinstance(plan, ZonePlan):
        return "".join(plan.board.zones[zone].name for zone in plan.places.get(who, ())[:1])
    if not plan.places.get(who):
        return ""
    at, ground = plan.places[who][0], plan.board
    told = [name.replace("_", " ") for name, cells in ground.terrain.items() if at in cells]
    told += [words for words, cells in plan.dangers if at in cells]
    told += [each.name for each in plan.features if each.at == at]
    height = ground.heights.get(at, 0)
    told += [f"{plan.high(abs(height))} {'up' if height > 0 else 'down'}"] if height else []
    return ", ".join(told) or "in the open"


# ---------------------------------------------------------------- edits


def scene_edited(ground: Ground, text: str, edits: Sequence[Edit]) -> str:
    """The text after all edits. A board that is named becomes a table of the scene's own where something in it is
    changed; whoever comes in without a place gets one."""
    if not edits:
        return text
    raw = raw_scene(text)
    named = raw.get("board")
    whole = next((edit.value for edit in edits if edit.path == ["board"]), named)
    into = any(edit.path[0] == "board" and len(edit.path) > 1 for edit in edits if edit.path)
    if into and isinstance(whole, str):
        edits = [edit for edit in edits if edit.path != ["board"]]
        text = all_edited(SCENE, text, [Edit(path=["board"], value=board_table(ground, whole))])
    text = all_edited(SCENE, text, edits)
    come = [str(edit.path[1]) for edit in edits if edit.path[0] == "beings" and _has_no_place(edit)]
    return _placed(ground, text, come) if come else text


def _has_no_place(edit: Edit) -> bool:
    return len(edit.path) == 2 and isinstance(edit.value, Mapping) and "at" not in edit.value


def board_table(ground: Ground, id: str) -> dict[str, Any]:
    """A board of the content as a scene file has one of its own."""
    raw = raw_entry("board", ground.text("board", id))
    return {key: value for key, value in raw.items() if key not in OF_A_BOARD}


def _placed(ground: Ground, text: str, come: Sequence[str]) -> str:
    """Those who have come in stand where their side begins, or else where there is room."""
    found = []
    for name in come[:BEINGS]:
        raw = raw_scene(text)
        at = free_place(ground.game, ground.library, raw, name)
        if at is not None:
            found.append(Edit(path=["beings", name, "at"], value=at))
            text = all_edited(SCENE, text, found[-1:])
    return text
