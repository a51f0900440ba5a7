"""Push and Prone: being moved by others, and what one is moved into.

vt.cond.push: straight away from the attacker, as far as they want; whoever runs into something takes damage, and so
does a creature or a wall that is run into.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import Amount
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.games.vitality.book.characters.features import immune
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import aloft, ground
from ludex.games.vitality.book.conditions import afflict, end
from ludex.games.vitality.book.health.damage import Harm, bear
from ludex.games.vitality.book.movement.carrying import let_go
from ludex.games.vitality.book.movement.footing import Footing, Spot, spot_of
from ludex.games.vitality.book.movement.steps import arrive, come_to_rest
from ludex.games.vitality.state import Being, Scene

RULE = "vt.cond.push"
UP, DOWN = -1, -2  # headings beside the directions of the board
WALL, FLOOR = "wall", "floor"  # what has no HP
IMPACT, IMPACT_TIERS = 10, 3  # the damage of a collision


class Slide(NamedTuple):
    """A way that somebody is moved, and what they run into at its end: a being, a wall, the floor, or nothing."""

    way: tuple[Spot, ...]
    into: str = ""

    @property
    def farthest(self) -> int:
        """How far somebody can be pushed on it. One space more than there is room for is a collision."""
        return len(self.way) + (1 if self.into else 0)


# ---------------------------------------------------------------- where to


def heading(scene: Scene, source: Being, target: Being) -> int:
    """Straight away: the direction of the board that is nearest; up or down where the two are mostly above each other,
    or in one space."""
    flat = scene.board.distance(source.at, target.at)
    rise = target.height - source.height
    if abs(rise) > flat:
        return UP if rise > 0 else DOWN
    return scene.board.toward(source.at, target.at)[0] if flat else 0


def slide_of(scene: Scene, target: Being, way: int, spaces: int) -> Slide:
    """How far somebody can be moved, and what stops them. The rim of the board stops without a collision."""
    footing = Footing(scene, target)
    here = spot_of(scene, target)
    standing = not aloft(scene, target)
    gone: list[Spot] = []
    for _ in range(spaces):
        there = next_spot(scene, here, way, standing)
        if there[0] not in scene.board.cells:
            break
        if there[1] < ground(scene, there[0]):
            floor = way == DOWN
            return Slide(tuple(gone), "" if floor and not gone else FLOOR if floor else WALL)
        if there[0] in scene.board.walls or scene.board.parted(here[0], there[0]):
            return Slide(tuple(gone), WALL)
        obstacle = footing.wall_at(there) or somebody_at(scene, target, there)
        if obstacle is not None:
            return Slide(tuple(gone), obstacle.id)
        gone.append(there)
        here = there
    return Slide(tuple(gone))


def next_spot(scene: Scene, here: Spot, way: int, standing: bool) -> Spot:
    """The next space in a direction; whoever stands comes down a single step with the ground."""
    (q, r), height = here
    if way in (UP, DOWN):
        return here[0], height + (1 if way == UP else -1)
    dq, dr = scene.board.directions[way]
    cell = (q + dq, r + dr)
    return cell, height - 1 if standing and ground(scene, cell) == height - 1 else height


def somebody_at(scene: Scene, target: Being, spot: Spot) -> Being | None:
    for other in scene.beings.values():
        there = other.here and other is not target and not other.is_wall and "Carried" not in other.states
        if there and spot_of(scene, other) == spot:
            return other
    return None


# ---------------------------------------------------------------- pushing


def cannot_be_moved(scene: Scene, target: Being) -> bool:
    """vt.arch.move.behemoth: some cannot be moved by others."""
    if rule := immune(scene, target, "moved"):
        scene.record("immune", rule, who=target.id, condition="moved")
        return True
    return not target.here


def push(scene: Scene, target: Being, source: Being, spaces: int, rule: str, *, collides: bool) -> None:
    """Somebody is pushed straight away from another, up to so many spaces; the pusher says how far."""
    if not cannot_be_moved(scene, target) and spaces > 0:
        scene.next(pushes(target, source, spaces, rule, collides))


@step(RULE)
async def pushes(scene: Scene, target: Being, source: Being, spaces: int, rule: str, collides: bool) -> None:
    """How far is the pusher's to say."""

    def ahead() -> Slide:
        return slide_ahead(scene, target, source, spaces, collides)

    def about() -> dict[str, Plain]:
        return {"target": target.id, "free": len(ahead().way), "into": ahead().into}

    if not ahead().farthest:
        return
    chosen = await ask(
        scene, source.id, lambda: Amount(0, ahead().farthest), rule=RULE, about=about,
        default=lambda: ahead().farthest,
    )  # fmt: skip
    if chosen:
        shove(scene, target, heading(scene, source, target), chosen, rule, source, collides=collides)


def slide_ahead(scene: Scene, target: Being, source: Being, spaces: int, collides: bool) -> Slide:
    """Straight away from the pusher, from where both are now; nowhere for whoever is out or cannot be moved."""
    if not target.here or immune(scene, target, "moved"):
        return Slide(())
    slide = slide_of(scene, target, heading(scene, source, target), spaces)
    return slide if collides and len(slide.way) < spaces else slide._replace(into="")


def shove(scene: Scene, target: Being, way: int, spaces: int, rule: str, source: Being, *, collides: bool) -> None:
    """Move somebody so far in a direction of the board, or up or down, as far as there is room; nobody is asked."""
    if cannot_be_moved(scene, target):
        return
    slide = slide_of(scene, target, way, spaces)
    into = slide.into if collides else ""
    if "Carried" in target.states:
        end(scene, target, "Carried")
        let_go(scene)
    scene.record(
        "pushed", rule, who=target.id, by=source.id, way=tuple([cell for cell, _ in slide.way]), into=into,
        spaces=len(slide.way),
    )  # fmt: skip
    move_along(scene, target, slide._replace(into=into), source)


@step(RULE)
async def slides(scene: Scene, target: Being, slide: Slide, source: Being) -> None:
    """The rest of the way, after what they have come upon."""
    move_along(scene, target, slide, source)


def move_along(scene: Scene, target: Being, slide: Slide, source: Being) -> None:
    """Space after space: what lies there goes off, and then the rest follows."""
    if not target.here:
        return
    for number, spot in enumerate(slide.way):
        before = len(scene.fresh)
        arrive(scene, target, *spot)
        if len(scene.fresh) > before:
            scene.next(slides(target, slide._replace(way=slide.way[number + 1 :]), source))
            return
    come_to_rest(scene, target)
    if slide.into:
        collide(scene, target, slide.into, source)


def collide(scene: Scene, target: Being, into: str, source: Being) -> None:
    """vt.cond.push: 10 + 3T of the pusher, less Durability, for both; what has no HP takes nothing."""
    amount = IMPACT + IMPACT_TIERS * tier(scene, source)
    scene.record("collides", RULE, who=target.id, into=into, amount=amount)
    struck = [target, *([scene.beings[into]] if into in scene.beings else ())]
    for being in struck:
        bear(scene, being, amount, Harm(by=source.id, source="collision", rule=RULE))


# ---------------------------------------------------------------- Prone


def knock_prone(scene: Scene, target: Being, source: Being) -> bool:
    """vt.cond.prone: until they stand up."""
    return afflict(scene, target, "Prone", source=source.id)
