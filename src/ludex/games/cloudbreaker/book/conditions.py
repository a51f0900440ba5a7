"""Adverse conditions: how they come and go, and what goes with them. Which there are stands in `conditions.toml`."""

from __future__ import annotations

from ludex.core.content.conditions import OWN
from ludex.core.kernel.scene import Condition, Until
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.state import ENEMY, GONE, Being, Scene

LASTING = CONDITIONS.tagged("lasting")  # cb.situation.after
SETTLED = CONDITIONS.tagged("settled")

afflict, end, expire = CONDITIONS.afflict, CONDITIONS.end, CONDITIONS.expire

# ---------------------------------------------------------------- coming and going


@CONDITIONS.brings(*CONDITIONS, OWN, again=True)
def stacks(scene: Scene, being: Being, condition: Condition) -> None:
    """cb.cond.stacking: every source keeps its own end."""
    scene.cite("cb.cond.stacking")


@CONDITIONS.brings(OWN, again=True)
def bring(scene: Scene, being: Being, condition: Condition) -> None:
    """A condition of a table's own may bring some of the book's."""
    for brought in brought_by(scene, condition.name):
        afflict(scene, being, brought, source=condition.name, until=condition.until)


@CONDITIONS.leaves(OWN)
def take_along(scene: Scene, being: Being, condition: Condition) -> None:
    end_brought(scene, being, condition.name)


def end_brought(scene: Scene, being: Being, name: str) -> None:
    """With the last source of a condition all ends that it has brought."""
    for brought in brought_by(scene, name):
        end(scene, being, brought, source=name)


def brought_by(scene: Scene, name: str) -> tuple[str, ...]:
    """What a condition brings that only the content has."""
    curse = scene.library.shelves["condition"].entries.get(name)
    return curse.brings if curse is not None else ()


# ---------------------------------------------------------------- fear


def feared(scene: Scene, being: Being) -> list[Being]:
    """Whom they fear."""
    if "Fear" not in being.states:
        return []
    sources = [c.source for c in being.conditions if c.name == "Fear"]
    return [scene.beings[name] for name in sources if name in scene.beings]


def face_fears(scene: Scene, *movers: Being) -> None:
    """cb.cond.fear: it ends when somebody has moved as far away as its cause states, and when the source is gone."""
    for being in scene.beings.values():
        if "Fear" in being.states:
            for fear in [c for c in being.conditions if c.name == "Fear"]:
                source = scene.beings.get(fear.source)
                if source is None:
                    continue
                moved = fear.value and (being in movers or source in movers)
                if not source.here or (moved and scene.distance(being, source) >= fear.value):
                    end(scene, being, "Fear", source=fear.source)


# ---------------------------------------------------------------- holds


def captives(scene: Scene, grappler: Being) -> list[tuple[Being, Condition]]:
    """Whom a unit holds, with the condition that says by which of its targets."""
    return [
        (other, condition)
        for other in scene.beings.values()
        if "Grappled" in other.states
        for condition in other.conditions
        if condition.name == "Grappled" and condition.source == grappler.id
    ]


@CONDITIONS.brings(*CONDITIONS.tagged("lets-go"), again=True)
def lose_hold(scene: Scene, being: Being, condition: Condition) -> None:
    """cb.man.grapple, cb.man.latch"""
    let_all_go(scene, being)


@CONDITIONS.brings(*GONE, again=True)
def slip_away(scene: Scene, being: Being, condition: Condition) -> None:
    out_of_hands(scene, being)
    if being.sheet.sort == ENEMY:
        scene.maybe_over = True  # cb.situation.no_enemy_left: as soon as it is the last


def let_all_go(scene: Scene, being: Being) -> None:
    """Every hold of this unit ends."""
    for other, _ in captives(scene, being):
        end(scene, other, "Grappled", source=being.id, rule="cb.man.grapple")
    if being.latched is not None:
        unlatch(scene, being)


def out_of_hands(scene: Scene, being: Being) -> None:
    """Nobody holds or clings to what is gone, and nobody fears it."""
    being.keep(lambda c: c.name != "Grappled")
    for other in scene.beings.values():
        if other.latched is not None and other.latched[0] == being.id:
            unlatch(scene, other)
    face_fears(scene)


def unlatch(scene: Scene, being: Being) -> None:
    being.latched = None
    scene.record("unlatched", "cb.man.latch", who=being.id)


def torn_apart(scene: Scene) -> None:
    """cb.man.grapple: a hold ends as soon as the two no longer share a zone."""
    for being in scene.beings.values():
        if "Grappled" in being.states:
            for hold in [c for c in being.conditions if c.name == "Grappled"]:
                grappler = scene.beings.get(hold.source)
                if grappler is not None and not scene.together(being, grappler):
                    end(scene, being, "Grappled", source=hold.source, rule="cb.man.grapple")
        if being.latched is not None and not scene.together(being, scene.beings[being.latched[0]]):
            unlatch(scene, being)


# ---------------------------------------------------------------- outside situations


def outlasts(condition: Condition) -> bool:
    """cb.situation.after: what waits for a cure or a rest, unless its source names an end of its own."""
    if condition.until == Until("full rest") or condition.name in SETTLED:
        return True
    return condition.name in LASTING and condition.until is None


def wear_off(being: Being) -> list[str]:
    """What does not outlast a situation ends. Gives what the unit is rid of by that."""
    over = dict.fromkeys([condition.name for condition in being.conditions if not outlasts(condition)])
    being.keep(outlasts)
    return [name for name in over if name not in being.states]
