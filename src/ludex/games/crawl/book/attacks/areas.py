"""Areas: the cells of a cone, a line and a dome, attacks on all who are there, and ground that goes on harming."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.board.cells import Cell, side_of_line
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.attacks.actions import BY_SKILL
from ludex.games.crawl.book.attacks.defence import Defence, choose_defence, halves, is_answered, pay_defence
from ludex.games.crawl.book.attacks.hit import as_much, bring, damage_roll, made_of
from ludex.games.crawl.book.attacks.modifiers import Blow, Hit, own_modifiers, posture_modifiers, refuse_skill
from ludex.games.crawl.book.attacks.sequence import attack_roll, can_still_attack, declare, fails, resolve, unseen_by
from ludex.games.crawl.book.characters.aspects import aspect
from ludex.games.crawl.book.characters.skills import Skill, skill_of, skills
from ludex.games.crawl.book.conditions import counts, end
from ludex.games.crawl.book.dice import CRITICAL, FUMBLE, HIT
from ludex.games.crawl.book.energy import PLAYED, action
from ludex.games.crawl.book.health.damage import lose_hp, resist
from ludex.games.crawl.book.map.ranges import FURTHEST, distance_modifier, refuse_distance
from ludex.games.crawl.book.map.sight import clear
from ludex.games.crawl.book.skills.effects import put_under
from ludex.games.crawl.records.price_list import PersistentEffect
from ludex.games.crawl.state import Area, Being, Scene

# ---------------------------------------------------------------- shapes


def area_cells(scene: Scene, actor: Being, used: Skill, toward: Cell | int) -> tuple[Cell, ...]:
    """tc.area.shapes: the cells that an area fills, nearest first. A cone opens between a direction and the next one
    clockwise, or to where a cell lies; a line runs along a direction or towards a cell; a dome has a cell as its
    centre. What lies behind walls is left out."""
    scene.cite("tc.area.shapes")
    if used.area == "dome":
        centre = actor.at if isinstance(toward, int) else toward
        return in_the_open(scene, centre, scene.board.within(centre, used.length))
    if used.area == "line":
        return in_the_open(scene, actor.at, line_cells(scene, actor.at, used.length, toward))
    return in_the_open(scene, actor.at, cone_cells(scene, actor.at, FURTHEST.get(used.range, 0), toward))


def in_the_open(scene: Scene, origin: Cell, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple([cell for cell in cells if scene.board.open(cell) and clear(scene, origin, cell)])


def cone_cells(scene: Scene, origin: Cell, reach: int, toward: Cell | int) -> list[Cell]:
    """Every cell between two neighbouring rays, the rays included, the origin not."""
    board = scene.board
    first = toward if isinstance(toward, int) else sector(scene, origin, toward)
    one, two = board.directions[first], board.directions[(first + 1) % len(board.directions)]
    found = []
    for q, r in board.within((0, 0), reach)[1:]:
        if side_of_line((0, 0), one, (q, r)) >= 0 and side_of_line((0, 0), two, (q, r)) <= 0:
            found.append((origin[0] + q, origin[1] + r))
    return found


def sector(scene: Scene, origin: Cell, cell: Cell) -> int:
    """The number of the first direction of the cone in which a cell lies; on a ray the one that begins there."""
    board = scene.board
    way, around = (cell[0] - origin[0], cell[1] - origin[1]), len(board.directions)
    for first, one in enumerate(board.directions):
        two = board.directions[(first + 1) % around]
        if side_of_line((0, 0), one, way) >= 0 and side_of_line((0, 0), two, way) < 0:
            return first
    raise BadInput("a cone opens towards another cell than the own one")


def line_cells(scene: Scene, origin: Cell, length: int, toward: Cell | int) -> list[Cell]:
    """The cells whose inside the line crosses, up to its length; the origin is none of them."""
    board = scene.board
    step_q, step_r = board.directions[toward] if isinstance(toward, int) else _way(origin, toward)
    end = origin[0] + length * step_q, origin[1] + length * step_r
    crossed = board.crossed(origin, end)
    return [cell for cell in crossed if 0 < board.distance(origin, cell) <= length]


def _way(origin: Cell, cell: Cell) -> Cell:
    if cell == origin:
        raise BadInput("a line runs towards another cell than the own one")
    return cell[0] - origin[0], cell[1] - origin[1]


# ---------------------------------------------------------------- an attack on an area


def area_skills(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [skill.id for skill in skills(scene, actor, "action") if is_area_attack(skill)]


def is_area_attack(skill: Skill) -> bool:
    return skill.use.against == "defense" and bool(skill.area)


def places(scene: Scene, actor: Being, skill_id: str, *chosen: Plain) -> Iterable[Plain]:
    """A direction for a cone or a line; for a dome the cells of everybody in its range, and those beside them."""
    skill = skill_of(scene, actor, skill_id)
    if skill.area != "dome":
        return range(len(scene.board.directions))
    around = [cell for other in scene.enemies(actor) for cell in scene.board.within(other.at, 1)]
    there = [cell for cell in dict.fromkeys(around) if cell in scene.board.cells]
    return [cell for cell in there if refuse_place(scene, actor, skill, cell) is None]


def refuse_place(scene: Scene, actor: Being, skill: Skill, at: Cell | int) -> Refusal | None:
    """Why an area cannot be put there."""
    if isinstance(at, int) and not isinstance(at, bool):
        if not 0 <= at < len(scene.board.directions):
            raise BadInput(f"at: expected a direction from 0 to {len(scene.board.directions) - 1}, not {at}")
        return None
    if at not in scene.board.cells:
        raise BadInput(f"at: expected a direction or a cell of this board, not {spelled(at)}")
    if skill.area != "dome":
        return None if at != actor.at else Refusal("it must go somewhere", "tc.area.shapes")
    refusal = refuse_distance(scene, scene.board.distance(actor.at, at), skill)
    if refusal is None and not clear(scene, actor.at, at):
        refusal = Refusal("no line of sight to that cell", "tc.los")
    return refusal


def fits_area(scene: Scene, actor: Being, skill_id: str, at: Cell | int) -> Refusal | None:
    if not isinstance(skill_id, str):
        raise BadInput(f"expected the name of a skill, not {spelled(skill_id)}")
    skill = skill_of(scene, actor, skill_id)
    if not is_area_attack(skill):
        return Refusal(f"{skill.name} is no attack on an area", "tc.area.shapes")
    if counts(actor, "Blind") and not skill.use.mental:
        return Refusal(f"{actor.name} is blind and can only attack a cell", "tc.blind")
    return refuse_skill(scene, actor, skill) or refuse_place(scene, actor, skill, at)


@action(
    "area_attack", rule="tc.area.shapes", cost=BY_SKILL, fits=fits_area, modes=PLAYED,
    args=(Arg("skill", area_skills), Arg("at", places)), tags=("forces", "attack", "skill"),
)  # fmt: skip
async def area_attack(scene: Scene, actor: Being, skill_id: str, at: Cell | int) -> None:
    """One attack roll for all cells of an area; everybody there is a target, friends too."""
    skill = skill_of(scene, actor, skill_id)
    scene.record(
        "attacks_area", "tc.area.shapes", who=actor.id, skill=skill.id, cells=area_cells(scene, actor, skill, at)
    )
    forced = refuse_place(scene, actor, skill, at) is not None  # the game master lets it happen
    declare(scene, actor, skill)
    if forced or not scene.fresh:
        aim_at(scene, actor, skill_id, at)
    else:
        scene.next(aim_from_here(actor, skill_id, at, actor.at))


@step("tc.area.shapes")
async def aim_from_here(scene: Scene, actor: Being, skill_id: str, at: Cell | int, origin: Cell) -> None:
    """Others have acted on it: whoever stands elsewhere now attacks from there, if that can be."""
    skill = skill_of(scene, actor, skill_id)
    refusal = refuse_place(scene, actor, skill, at) if actor.at != origin else None
    if refusal is None:
        aim_at(scene, actor, skill_id, at)
    elif not end(scene, actor, "Countered"):
        scene.record("comes_to_nothing", refusal.rule, who=actor.id, skill=skill_id, reason=refusal.reason)


def aim_at(scene: Scene, actor: Being, skill_id: str, at: Cell | int) -> None:
    """The area as it lies from where the attacker stands."""
    skill = skill_of(scene, actor, skill_id)
    cells = area_cells(scene, actor, skill, at)
    away = scene.board.distance(actor.at, at) if skill.area == "dome" and not isinstance(at, int) else 0
    if scene.options["opt_blind_defence"] and caught(scene, actor, skill, cells):
        scene.next(brace_in_area(actor, Blow(skill_id), cells, away, ()))
    else:
        scene.next(burst(actor, Blow(skill_id), cells, away, ()))


def caught(scene: Scene, actor: Being, skill: Skill, cells: tuple[Cell, ...]) -> list[Being]:
    """Who is in the area, nearest cells first; only friends or only foes where the skill says so."""
    beings = [
        other
        for other in scene.beings.values()
        if other.here
        and any([cell in cells for cell in scene.cells(other)])
        and not (skill.only == "allies only" and other.side != actor.side)
        and not (skill.only == "enemies only" and other.side == actor.side)
    ]
    return sorted(beings, key=lambda other: min([cells.index(c) for c in scene.cells(other) if c in cells]))


@step("tc.area.no_dodge")
async def brace_in_area(
    scene: Scene,
    attacker: Being,
    blow: Blow,
    cells: tuple[Cell, ...],
    away: int,
    guards: tuple[tuple[str, Defence], ...],
) -> None:
    """opt_blind_defence: everybody in the area chooses and pays before the roll, if there will be one."""
    skill = skill_of(scene, attacker, blow.skill)
    asked = [name for name, _ in guards]
    waiting = [other for other in caught(scene, attacker, skill, cells) if other.id not in asked]
    if not waiting or "Countered" in attacker.states or not can_still_attack(scene, attacker, blow):
        scene.next(burst(attacker, blow, cells, away, guards))
        return
    guard = await choose_defence(scene, attacker, waiting[0], skill, None)
    if guard.skill:
        pay_defence(scene, waiting[0], guard)
    scene.next(brace_in_area(attacker, blow, cells, away, (*guards, (waiting[0].id, guard))))


@step("tc.attack.roll")
async def burst(
    scene: Scene,
    attacker: Being,
    blow: Blow,
    cells: tuple[Cell, ...],
    away: int,
    guards: tuple[tuple[str, Defence], ...],
) -> None:
    """One roll for the area; each target resolves it separately."""
    skill = skill_of(scene, attacker, blow.skill)
    if end(scene, attacker, "Countered") or not can_still_attack(scene, attacker, blow):
        return
    targets = caught(scene, attacker, skill, cells)
    unseen = {target.id: unseen_by(attacker, target) for target in targets}
    modifiers = [*own_modifiers(scene, attacker, skill), *posture_modifiers(scene, attacker, skill, blow)]
    modifiers += distance_modifier(scene, away, skill)
    is_open = bool(guards) or any([is_answered(scene, target, skill, attacker) for target in targets])
    result, total, tables = await attack_roll(
        scene, attacker, skill, modifiers, difficulty=skill.difficulty, is_open=is_open, way="area"
    )
    if result in (HIT, CRITICAL):
        chosen = dict(guards)
        for target in targets:
            defends = guards or is_answered(scene, target, skill, attacker)  # to others the total is all one
            hit = Hit(total if defends else 0, tables, unseen[target.id], area=True)
            scene.next(resolve(attacker, target, blow, hit, chosen.get(target.id) if guards else None))
        if skill.lasts:
            put_under(scene, attacker, skill, cells)
    elif result != FUMBLE:
        fails(scene, attacker, skill, attacker)


# ---------------------------------------------------------------- ground that goes on harming


def linger(scene: Scene, being: Being) -> None:
    """Who starts their turn on cells that a lasting attack has left is harmed again."""
    for area in scene.areas:
        if any([cell in area.cells for cell in scene.cells(being)]) and goes_on_harming(scene, area):
            scene.next(harmed_by_ground(being, area))


def goes_on_harming(scene: Scene, area: Area) -> bool:
    entry = aspect(scene.library, area.aspect)
    if entry.use is None or entry.use.against != "defense" or area.by not in scene.beings:
        return False
    return any([isinstance(part, PersistentEffect) for part in entry.parts])


@step("tc.area.shapes")
async def harmed_by_ground(scene: Scene, being: Being, area: Area) -> None:
    """The damage of the area once more; nothing to defend against, and the same check halves it."""
    maker = scene.beings[area.by]
    skill = skill_of(scene, maker, area.aspect)
    if not being.here or not skill.dice:
        return
    half = await halves(scene, being, skill)
    rolled = await damage_roll(scene, maker, skill, as_much(scene, being, skill, "", 1, half), target=being.id)
    through = resist(scene, being, made_of(rolled, 1, half))
    lose_hp(scene, being, through, by=maker.id, rule="tc.area.shapes", source=skill.name)
    bring(scene, maker, being, skill, through > 0)
