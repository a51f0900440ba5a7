"""Ending magic: what there is to end, whose it is, and whether it is understood. Magic that is just being cast is
countered in `turns/reactionary_actions.py`."""

from __future__ import annotations

from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Condition
from ludex.games.crawl.book.characters.aspects import lasting, learned
from ludex.games.crawl.book.characters.skills import Skill
from ludex.games.crawl.book.skills.effects import is_magic, magic_on
from ludex.games.crawl.records.effects import Sense
from ludex.games.crawl.state import Area, Being, Scene

# ---------------------------------------------------------------- what there is


def on_being(scene: Scene, target: Being) -> list[str]:
    """The magic that somebody is under, by aspect and choice."""
    return list(dict.fromkeys([condition.note for condition in magic_on(scene, target)]))


def at_cell(scene: Scene, cell: Plain) -> list[str]:
    """The magic that lies on a cell."""
    return list(dict.fromkeys([noted(area) for area in areas_at(scene, cell)]))


def areas_at(scene: Scene, cell: Plain) -> list[Area]:
    return [area for area in scene.areas if cell in area.cells and is_magic(scene, area.aspect)]


def noted(area: Area) -> str:
    return f"{area.aspect}:{area.choice}" if area.choice else area.aspect


def effect_on(scene: Scene, target: Being, choice: str) -> Condition | None:
    return next((condition for condition in magic_on(scene, target) if condition.note == choice), None)


def area_with(scene: Scene, cell: Plain, choice: str) -> Area | None:
    return next((area for area in areas_at(scene, cell) if noted(area) == choice), None)


def maker_of(scene: Scene, actor: Being, target: Being | None, cell: Plain, choice: str) -> Being | None:
    """Whose intelligence holds the magic: its maker's, where that is another, still there and awake."""
    if target is not None:
        condition = effect_on(scene, target, choice)
        name = condition.source if condition is not None else ""
    else:
        area = area_with(scene, cell, choice)
        name = area.by if area is not None else ""
    maker = scene.beings.get(name)
    return maker if maker is not None and maker is not actor and not maker.senseless else None


# ---------------------------------------------------------------- understanding it


def understands(scene: Scene, actor: Being, name: str) -> bool:
    """An effect is understood by whoever has learned it, or sees magic."""
    if learned(scene, actor, name) is not None:
        return True
    return any([isinstance(effect, Sense) for _, entry, _, _ in lasting(scene, actor) for effect in entry.effects])


def dismissal_modifiers(scene: Scene, actor: Being, skill: Skill, choice: str) -> list[Modifier]:
    """Worse where the effect is not understood."""
    worse = skill.use.unknown_effect_modifier
    if not worse or understands(scene, actor, choice.partition(":")[0]):
        return []
    return [Modifier(worse, "effect not understood", "tc.aspect.definition")]


# ---------------------------------------------------------------- ending it


def end_magic(scene: Scene, actor: Being, target: Being | None, cell: Plain, choice: str) -> None:
    """The effect is gone."""
    if target is not None:
        gone = effect_on(scene, target, choice)
        if gone is not None and target.keep(lambda condition: condition is not gone):
            scene.record("dismissed", "tc.aspect.definition", who=actor.id, target=target.id, effect=choice)
        return
    area = area_with(scene, cell, choice)
    if area is not None:
        scene.areas = tuple([other for other in scene.areas if other is not area])
        scene.record("dismissed", "tc.aspect.definition", who=actor.id, cell=cell, effect=choice)
