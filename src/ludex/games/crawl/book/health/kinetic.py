"""Kinetic potential: being pushed and thrown, into others and against walls, falling, lying under weights,
and lifting them."""

from __future__ import annotations

from dataclasses import dataclass

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Condition
from ludex.games.crawl.book.conditions import HELD, afflict, end, held_by
from ludex.games.crawl.book.dice import D20, NEVER_CRITICAL, by_the_gm, check, check_modifiers, total_of
from ludex.games.crawl.book.energy import PLAYED, Ep, action
from ludex.games.crawl.book.equipment.handling import at_hand, bound
from ludex.games.crawl.book.health.damage import amount, lose_hp, most_that_matters, resist, resistance
from ludex.games.crawl.book.map.ground import STEP_DOWN, blocked_by, level
from ludex.games.crawl.book.map.threat import threat_reach
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import METRES, Being, Scene

KP_FOR_A_DIE = 5  # tc.kinetic.progression
SIDES = 6
HURTS_ABOVE = 5  # tc.push.damage: unmitigated KP
SAFE_FALL = 4  # tc.fall, in metres
NO_LANDING = 1  # so short a fall needs no landing


def kinetic_dice(kp: int) -> int:
    """tc.kinetic.progression: 1d6 for every full 5 KP."""
    return max(0, kp) // KP_FOR_A_DIE


@dataclass(frozen=True, slots=True)
class Unmitigated:
    """tc.push.check, tc.push.amount: what a strength check leaves of a push, whatever the die shows."""

    bonus: int
    kp: int

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    def __call__(self, faces: Faces) -> int:
        return max(0, self.kp - self.total(faces))


@dataclass(frozen=True, slots=True)
class AsFar:
    """Treat pushes that move and hurt alike as one outcome. `free`: the cells beyond which nobody is moved any
    further."""

    free: int

    def __call__(self, left: int) -> int:
        same = self.effect(left)
        while left and self.effect(left - 1) == same:
            left -= 1
        return left

    def effect(self, left: int) -> tuple[int, int]:
        return min(left // METRES, self.free), thrown_dice(left)


def thrown_dice(kp: int) -> int:
    """tc.push.damage: the dice of a throw with so much left of it."""
    return kinetic_dice(kp) if kp > HURTS_ABOVE else 0


# ---------------------------------------------------------------- forced movement


@step("tc.push.check")
async def push(
    scene: Scene, target: Being, from_cell: Cell, kp: int, by: str = "", direction: int = -1, lifted: bool = False
) -> None:
    """A strength check against the push; what is left of it moves and may hurt. `direction`: where it is not away from
    a cell; `lifted`: what gives way does not stop the throw (tc.stack.second)."""
    if not target.here or kp <= 0:
        return
    scene.cite("tc.kinetic.attack_push")
    modifiers = check_modifiers(scene, target, "strength")
    by_the_gm(scene, target, "tc.push.check", modifiers)
    way = direction if direction >= 0 else away(scene, target, from_cell, by)
    left = await roll(
        D20, Unmitigated(total_of(modifiers), kp), by=target.id, rule="tc.push.check", modifiers=modifiers,
        about={"kp": kp, "source": by}, alike=as_far(scene, target, way, kp),
    )  # fmt: skip
    scene.record("pushed", "tc.push.amount", who=target.id, kp=kp, left=left, by=by)
    if left:
        fling(scene, target, way, left // METRES, left, by, lifted)


def as_far(scene: Scene, target: Being, way: int, kp: int) -> AsFar | None:
    furthest = kp // METRES
    _, met, over = way_of_throw(scene, target, way, furthest, ())
    if met in scene.beings:
        return None  # who is struck must exceed all that is left
    return AsFar(furthest - over + 1 if met else furthest)


def away(scene: Scene, target: Being, from_cell: Cell, by: str) -> int:
    """tc.push.amount: the direction nearest to the line from the source; between two the first clockwise. Out of the
    own cell: where the pusher faces, or else backwards."""
    if from_cell == target.at:
        around = len(scene.board.directions)
        pusher = scene.beings.get(by)
        return pusher.facing if pusher is not None and pusher is not target else (target.facing + around // 2) % around
    near = scene.board.toward(from_cell, target.at)
    if len(near) == 2 and near[1] - near[0] > 1:
        return near[1]
    return near[0]


def way_of_throw(
    scene: Scene, target: Being, direction: int, cells: int, passed: tuple[str, ...]
) -> tuple[Cell, str, int]:
    """The last free cell of a throw, what ended it there, and how many cells of it were left then. It ends over an edge
    as well, where one falls."""
    dq, dr = scene.board.directions[direction]
    at = free = target.at
    left = cells
    height = level(scene, target, at)
    while left:
        ahead = at[0] + dq, at[1] + dr
        met = blocked_by(scene, target, ahead, at)
        if met and met not in passed:
            return free, met, left
        at = ahead
        left -= 1
        if not met:
            free = at
            if level(scene, target, at) < height - STEP_DOWN:
                return free, "", 0
            height = level(scene, target, at)
    return free, "", 0


def fling(
    scene: Scene,
    target: Being,
    direction: int,
    cells: int,
    kp: int,
    by: str,
    lifted: bool,
    struck: tuple[str, ...] = (),
) -> None:
    """Moved until the force is spent or something is in the way. More than 5 KP hurt (tc.push.damage); something
    immovable adds a die (tc.stack.immovable); somebody else braces. `struck`: who has given way already."""
    free, met, left = way_of_throw(scene, target, direction, cells, struck)
    other = scene.beings.get(met)
    dice = thrown_dice(kp)
    if met and other is None:
        dice += 1
    if other is not None:
        scene.next(stand_firm(other, target, direction, left, kp, by, lifted, struck))
    elif dice:
        scene.next(impact(target, struck, dice, by))
    moved_by_force(scene, target, free)
    if met:
        rule = "tc.stack.immovable" if other is None else "tc.stack.second"
        scene.record("hits", rule, who=target.id, what=met)


@step("tc.stack.second")
async def stand_firm(
    scene: Scene,
    being: Being,
    flung: Being,
    direction: int,
    left: int,
    kp: int,
    by: str,
    lifted: bool,
    struck: tuple[str, ...],
) -> None:
    """Whom a thrown body hits: a strength check above the KP of the throw, or half of the damage. Where the stop is
    lifted the throw goes on through whoever gives way."""
    gives_way = not await check(
        scene, being, "strength", kp, rule="tc.stack.second", exceed=True, critical=NEVER_CRITICAL
    )
    if gives_way:
        struck = (*struck, being.id)
    if gives_way and lifted and left > 1:
        fling(scene, flung, direction, left, kp, by, lifted, struck)
    elif thrown_dice(kp):
        scene.next(impact(flung, struck, thrown_dice(kp), by))


@step("tc.push.damage")
async def impact(scene: Scene, target: Being, struck: tuple[str, ...], dice: int, by: str) -> None:
    """The damage of a throw, and half of it, as rolled, for everybody who was struck."""
    scene.cite("tc.kinetic.progression")
    others = [scene.beings[name] for name in struck]
    most = max([most_that_matters(scene, one) for one in (target, *others)])
    less = resistance(scene, target, "kinetic") if not others else 0
    rolled = await amount(scene, target, dice, SIDES, rule="tc.push.damage", most=most, less=less, target=target.id)
    lose_hp(scene, target, resist(scene, target, (("kinetic", rolled),)), by=by, rule="tc.push.damage")
    for other in others:
        lose_hp(scene, other, resist(scene, other, (("kinetic", rolled // 2),)), by=by, rule="tc.stack.second")


def moved_by_force(scene: Scene, being: Being, cell: Cell) -> None:
    """Put somewhere else without walking: no price, no opportunity for anybody. Over an edge one falls."""
    if cell == being.at:
        return
    before = level(scene, being, being.at)
    scene.record("moved", "tc.push.amount", who=being.id, to=cell)
    put_at(scene, being, cell)
    drop = before - level(scene, being, cell)
    if drop > STEP_DOWN:
        scene.next(fall(being, drop))


def put_at(scene: Scene, being: Being, cell: Cell) -> None:
    """They are there now: holds that do not reach so far end, and no weight lies on them any longer (tc.crush)."""
    if cell != being.at:
        end(scene, being, "Pinned")
    being.at = cell
    being.run_up = ()
    part_company(scene, being)


def part_company(scene: Scene, being: Being) -> None:
    """tc.grab.held: a hold ends where the two are no longer within melee range of each other; a grapple where they are
    not in one cell."""
    for held in (being, *held_by(scene, being)):
        for condition in [c for c in held.conditions if c.name in HELD]:
            by = scene.beings.get(condition.source)
            if by is None or being not in (held, by):
                continue
            if scene.distance(held, by) > (0 if condition.name == "Grappled" else threat_reach(scene, by)):
                end(scene, held, condition.name, source=by.id)


# ---------------------------------------------------------------- falling


@step("tc.fall")
async def fall(scene: Scene, being: Being, metres: int, landing: bool = True) -> None:
    """The first 4 m are free, then 5 KP for each full 2 m; then the landing."""
    if metres <= 0:
        return
    scene.record("falls", "tc.fall", who=being.id, metres=metres)
    dice = kinetic_dice(KP_FOR_A_DIE * ((metres - SAFE_FALL) // METRES))
    if dice and "Dead" not in being.states:
        await take_kinetic(scene, being, dice, "tc.fall")
    if landing:
        scene.next(land(being, metres))


@step("tc.fall")
async def land(scene: Scene, being: Being, metres: int) -> None:
    """After more than a metre a mobility check, or prone; who is senseless lies there anyway."""
    difficulty = scene.options["opt_landing_dc"]
    assert isinstance(difficulty, int)
    if metres <= NO_LANDING or not difficulty or being.senseless or "Prone" in being.states:
        return
    if not await check(scene, being, "mobility", difficulty, rule="tc.fall"):
        afflict(scene, being, "Prone", rule="tc.fall")


# ---------------------------------------------------------------- crushing


def weight_kp(kg: int) -> int:
    """tc.crush: 5 KP for each ton."""
    return kg * KP_FOR_A_DIE // 1000


def pin(scene: Scene, being: Being, kg: int) -> None:
    """tc.crush: somebody lies under something heavy from now on, and under nothing else."""
    being.relieve("Pinned")
    afflict(scene, being, "Pinned", value=kg)


@CONDITIONS.brings("Pinned", again=True)
def feel_weight(scene: Scene, being: Being, condition: Condition) -> None:
    scene.next(crush(being, condition.value))


@step("tc.crush")
async def crush(scene: Scene, being: Being, kg: int) -> None:
    """When pinned and at the start of each of their turns."""
    dice = kinetic_dice(weight_kp(kg))
    if dice and "Dead" not in being.states:
        await take_kinetic(scene, being, dice, "tc.crush")


async def take_kinetic(scene: Scene, being: Being, dice: int, rule: str) -> None:
    """One kinetic instance of so many d6."""
    scene.cite("tc.kinetic.progression")
    most, less = most_that_matters(scene, being), resistance(scene, being, "kinetic")
    rolled = await amount(scene, being, dice, SIDES, rule=rule, most=most, less=less)
    lose_hp(scene, being, resist(scene, being, (("kinetic", rolled),)), rule=rule)


# ---------------------------------------------------------------- lifting a weight off somebody


LIFTED_AT = 10  # and the kinetic potential of the weight


def pinned(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [being.id for being in scene.beings.values() if fits_lift(scene, actor, being) is None]


def fits_lift(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if "Pinned" not in target.states:
        return Refusal(f"nothing lies on {target.name}", "tc.crush")
    if not at_hand(scene, actor, target):
        return Refusal(f"{target.name} is out of reach", "tc.crush")
    return None


def may_lift(scene: Scene, actor: Being) -> Refusal | None:
    refusal = bound(scene, actor)
    if refusal is None and not pinned(scene, actor):
        return Refusal("nobody lies under a weight in reach", "tc.crush")
    return refusal


@action(
    "lift_off", rule="tc.crush", cost=Ep(1), args=(Arg("target", pinned),),
    may=may_lift, fits=fits_lift, modes=PLAYED, label="Lift a weight off somebody",
)  # fmt: skip
async def lift_off(scene: Scene, actor: Being, target: Being) -> None:
    """A strength check of who is beside the weight or under it: 10, and 5 for each ton."""
    weight = target.condition("Pinned")
    if weight is None:
        return
    difficulty, about = LIFTED_AT + weight_kp(weight.value), {"target": target.id}
    if await check(scene, actor, "strength", difficulty, rule="tc.crush", force=True, about=about):
        end(scene, target, "Pinned", rule="tc.crush")
