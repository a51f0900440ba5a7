"""Turns that are not one's own: Control and Frighten.

vt.cond.control: for the whole of their turn, or for the rest of it, a controlled being stands on the side of whoever
controls them, so that menus, enemies and policies follow by themselves; `home` is where they belong.
"""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.games.vitality.book.characters.scores import movement_left
from ludex.games.vitality.book.movement.steps import cannot_move, farthest, hastened, walk
from ludex.games.vitality.state import Being, Scene

# ---------------------------------------------------------------- Control


def controller(scene: Scene, being: Being) -> Being | None:
    """Who decides about somebody's turn: the first who has taken control and is still awake."""
    for condition in being.conditions:
        if condition.name == "Controlled" and condition.source in scene.beings:
            master = scene.beings[condition.source]
            if not master.beaten:
                return master
    return None


def falls_under(scene: Scene, being: Being) -> Being | None:
    """Who takes over somebody's turn now; nobody where another has taken it over already."""
    if "Controlled" not in being.states or being.home:
        return None
    master = controller(scene, being)
    return master if master is not being else None


def take_over(scene: Scene, being: Being) -> None:
    """From now on in their turn whoever controls them decides what they do, also against friends and themselves."""
    master = falls_under(scene, being)
    if master is not None:
        being.home = being.side
        being.side = master.side
        scene.record("controlled", "vt.cond.control", who=being.id, by=master.id)


def give_back(scene: Scene, being: Being) -> None:
    """The turn is over, or the condition: they stand with their own again."""
    if being.home:
        being.side, being.home = being.home, ""
        scene.cite("vt.cond.control")


# ---------------------------------------------------------------- Frighten


@step("vt.cond.frighten")
async def flee(scene: Scene, being: Being) -> None:
    """The whole movement, and the Primary Action on Hasten, by a way that ends as far from the source as possible; who
    cannot move does nothing. In the middle of a turn it is what is left of them."""
    scene.turns = scene.turns.end()
    source = next((c.source for c in being.conditions if c.name == "Frightened" and c.source in scene.beings), "")
    faster = hastened(scene, being) if being.primary else 0
    if not source or cannot_move(scene, being) is not None:
        scene.record("cowers", "vt.cond.frighten", who=being.id)
        return
    path = farthest(scene, being, scene.beings[source], movement_left(scene, being) + faster)
    being.primary = 0
    being.bonus_move += faster
    scene.cite("vt.act.hasten")
    scene.record("flees", "vt.cond.frighten", who=being.id, source=source, spaces=len(path))
    if path:
        scene.next(walk(being, path, "walk"))
