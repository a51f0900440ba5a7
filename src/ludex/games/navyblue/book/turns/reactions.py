"""Features that answer to an attack: stances that somebody has taken, and what holds by itself."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction
from ludex.games.navyblue.book.attacks.effects import happen
from ludex.games.navyblue.book.features import feature, forbidden, owned, usable_by, use_up, uses_left
from ludex.games.navyblue.records.effects import Effect
from ludex.games.navyblue.records.kinds import Feature
from ludex.games.navyblue.state import Being, Scene


def waiting(scene: Scene, being: Being) -> list[Feature]:
    """The features that answer when this one is attacked."""
    found = owned(scene, being)
    poised = [c.note for c in being.conditions if c.name == "Poised"] if "Poised" in being.states else []
    return [e for e in found if e.id in poised or holds_by_itself(scene, being, e)]


def holds_by_itself(scene: Scene, being: Being, entry: Feature) -> bool:
    return entry.timing == "passive" and usable_by(scene, being, entry) and uses_left(being, entry)


def answers(entry: Feature, event: Event) -> list[Effect]:
    """What a feature does about an attack of this result and reach."""
    result, reach = event.get("result"), event.get("reach")
    assert isinstance(result, int)
    return [
        effect
        for effect in entry.effects
        if effect.on == "attacked_result"
        and effect.min_result <= result <= effect.max_result
        and (effect.when != "attack_reach_0" or (isinstance(reach, int) and reach <= 0))
    ]


def answering(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    if event.who != being.id or not being.here or not scene.beings[event.by].here:
        return ()
    ready = [entry for entry in waiting(scene, being) if not forbidden(scene, being, entry.traits)]
    return tuple([entry.id for entry in ready if answers(entry, event)])


def answer(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    return strikes_back(being, str(way), event)


@step("nb.feature.tags")
async def strikes_back(scene: Scene, being: Being, name: str, event: Event) -> None:
    """What the attacked one's feature does to the attacker."""
    entry = feature(scene, name)
    attacker = scene.beings[event.by]
    if entry.timing == "passive":
        use_up(being, entry)
    scene.record("feature", "nb.feature.tags", who=being.id, feature=name, target=attacker.id, zone="")
    for effect in answers(entry, event):
        happen(scene, being, effect, attacker, source=f"feature:{name}")


REACTIONS = (Reaction("forced", "attacked", "nb.feature.tags", answering, answer),)
