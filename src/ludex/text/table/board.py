"""The screen before a decision: what happened, the map, and everybody at a glance."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from ludex.core.show.face import Place
from ludex.text.maps import places
from ludex.text.maps.marks import Marks
from ludex.text.style import GOLD, QUIET
from ludex.text.table import glance
from ludex.text.table.table import Table

SHORT = 28  # characters of what stands in a heading


def show(table: Table, acting: str = "", labels: dict[Place, str] | None = None) -> None:
    """The log since the last decision, then the map where it has changed or has labels, then everybody. Who listens is
    told all where a turn of theirs begins, and for a question in its midst or in another's only what has changed."""
    screen = table.screen
    table.new_turn = table.new_turn or any(line.rank == "turn" for line in table.fresh)
    new_turn = not table.told or (table.new_turn and table.live.open is None)
    if new_turn:
        table.new_turn = False
    if table.fresh:
        screen.say()
        screen.lines(table.fresh)
        table.fresh = []
    plan = table.face.plan(table.scene)
    if screen.plain:
        table.drawn = plan
        screen.say()
        changed = what_changed(table, acting)
        for line in situation_in_words(table, acting) if new_turn else changed:
            screen.say(line)
        return
    screen.say()
    heading, long = _in_a_heading(table)
    screen.heading(heading)
    for line in long:
        if new_turn or table.told.get(line) != line:
            screen.under(line, QUIET, indent=1)
    table.told = {line: line for line in long}
    if plan is not None and (plan != table.drawn or screen.wide or labels):
        table.drawn = plan
        show_map(table, acting, beside=screen.wide, labels=labels)
        if screen.wide:
            return
    screen.say(glance.glance(table.game, table.scene, table.marks, acting, wide=False))


def situation_lines(table: Table) -> list[str]:
    """All that concerns everybody, in full."""
    told = [f"{label} {value}" for label, value in table.face.situation(table.scene)]
    before = table.face.before_turn(table.scene)
    return [table.title, *told, *([before] if before else [])]


def _as_sentences(parts: list[str]) -> str:
    return " ".join(f"{part.removesuffix('.')}." for part in parts)


def _in_a_heading(table: Table) -> tuple[str, list[str]]:
    """The title and what is short, as far as there is room for it; and what is long."""
    heading, *parts = situation_lines(table)
    long = []
    for part in parts:
        if len(part) <= SHORT and len(heading) + len(part) + 8 <= table.screen.width:
            heading += f"  ·  {part}"
        else:
            long.append(part)
    return heading, long


def marks_for(table: Table, acting: str, labels: dict[Place, str] | None = None, path: tuple[Place, ...] = ()) -> Marks:
    sides = {being.id: being.side for being in table.scene.beings.values()}
    return Marks(table.marks, sides, acting, labels or {}, path)


def show_map(
    table: Table,
    acting: str = "",
    *,
    beside: bool = False,
    labels: dict[Place, str] | None = None,
    path: tuple[Place, ...] = (),
) -> None:
    plan = table.face.plan(table.scene)
    screen = table.screen
    if plan is None:
        screen.say("This scene has no map.")
        return
    marks = marks_for(table, acting, labels, path)
    room = screen.width - 46 if beside else screen.width
    ground = places.ground(plan)
    drawn = Group(*ground.draw(marks, room))
    told = Text("  ".join(ground.legend(marks, room)), QUIET)
    if not beside:
        screen.say(Group(drawn, told))
        return
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    beings = glance.glance(table.game, table.scene, table.marks, acting, wide=True)
    grid.add_row(drawn, Group(Text(), beings))
    screen.say(Group(grid, told))


def situation_in_words(table: Table, acting: str) -> list[str]:
    """For screen readers: who stands how and where."""
    scene = table.scene
    plan = table.face.plan(scene)
    lines = [_as_sentences(situation_lines(table))]
    lines += glance.in_words(table.game, scene, acting)
    if plan is not None and acting in plan.places:
        lines.append(places.where(scene, plan, acting))
        lines += places.near(scene, plan, acting)
    return lines


def what_changed(table: Table, acting: str) -> list[str]:
    """In the middle of a turn: how the acting being stands, and whatever else is not as it was when it was last told,
    such as who was met or where the others went; for a question that alone."""
    scene = table.scene
    plan = table.face.plan(scene)
    now = {"": _as_sentences(situation_lines(table))}
    stand: dict[str, str] = {}  # that somebody else has gone away does not move who stayed
    for being in glance.order(scene):
        now[f"how {being.id}"] = glance.in_a_sentence(table.game, scene, being, "")
        if plan is not None and (being.id in plan.places or being.id == acting):
            key = f"where {being.id}"
            now[key] = places.where(scene, plan, being.id, acting)
            stand[key] = places.ground(plan).at(being.id) if being.id in plan.places else ""
    before, table.told = table.told, now | stand
    changed = [key for key in now if before.get(key) != table.told[key]]
    if acting not in scene.beings or table.live.open is not None:
        return [now[key] for key in changed]
    own = [glance.in_a_sentence(table.game, scene, scene.beings[acting], acting)]
    own += [now[f"where {acting}"]] if plan is not None else []
    return [*own, *[now[key] for key in changed if key[key.find(" ") + 1 :] != acting]]


def standing(table: Table) -> None:
    """How everybody stands at the end."""
    if table.screen.plain:
        for line in glance.in_words(table.game, table.scene, ""):
            table.screen.say(line)
    else:
        table.screen.say(glance.glance(table.game, table.scene, table.marks, "", wide=False))


def title_line(table: Table) -> Text:
    return Text.assemble(("LUDEX  ", f"bold {GOLD}"), (table.game.title, "bold"), ("  " + table.title, "italic"))
