"""Attack, or keep a defence? What is likely to come at somebody before their energy is refreshed, and what each point
that is kept for it is worth: by the odds of every face of every attack that may come, and of the defence against it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from ludex.games.crawl.book.map.ranges import classes_out
from ludex.games.crawl.book.turns.maximum_effort import refuse_effort
from ludex.games.crawl.foe.worth import (
    CRIPPLED,
    NEVER,
    Faces,
    Numbers,
    Strike,
    effort_worth,
    face_for,
    harm,
    hits,
    numbers,
    spread,
)
from ludex.games.crawl.state import Being, Scene

LATER = 0.85  # an energy point that is left for the next turn, compared with one now
BESIDE, NEAR = 3.0, 1.0  # how likely somebody is the target: in reach, or only after a few steps
SECOND = 0.8  # how likely an enemy makes each attack after its first
SLICES = 6  # in which the savings are added up
IDLE = 0.5  # a point that is kept in place of the only attack of a turn
PATIENCE, LONGEST = 12, 30  # rounds: so long somebody waits for the others, then less and less


class Coming(NamedTuple):
    """An attack that may come: how it falls, and what it takes away."""

    faces: Faces
    worth: float
    critical: float  # what a critical one takes away


# ---------------------------------------------------------------- what comes


def attack_on(strike: Strike, target: Being, n: Numbers, extra: int = 0) -> Coming:
    """One attack on somebody, as it falls; `extra`: what its place adds to the roll. Worked out once for each."""
    key = (strike, extra, target.hp)
    found: Coming | None = n.suffered.get(key)
    if found is None:
        worth = harm(n, target.hp, spread(strike.skill.dice, strike.more, n.resisted(strike.skill)))
        faces = as_it_falls(strike, target, n, extra)
        found = n.suffered[key] = Coming(faces, worth, worth + CRIPPLED * n.stake)
    return found


def as_it_falls(strike: Strike, target: Being, n: Numbers, extra: int) -> Faces:
    key = (strike, extra)
    found = n.falls.get(key)
    if found is None:
        skill, bonus = strike.skill, strike.bonus + extra
        guard = n.guard(skill) if not target.senseless and "Grappled" not in target.states else None
        found = n.falls[key] = hits(
            face_for(skill.difficulty, bonus),
            strike.critical,
            2 if skill.unstable else 1,
            guard.bonus + skill.malus - bonus if guard is not None else 0,
            face_for(guard.difficulty, guard.bonus + skill.malus) if guard is not None else NEVER,
            n.cap - bonus if guard is not None else NEVER,
        )
    return found


def attacks_in_turn(enemy: Being, n: Numbers, cost: int, begun: bool = False) -> float:
    """How often somebody attacks in their turn, or in what is left of it."""
    energy = enemy.ep if begun else min(n.pool, enemy.ep + n.refresh)
    count = energy // max(1, cost)
    return 1 + SECOND * (count - 1) if count else 0.0


def nearness(scene: Scene, enemy: Being, n: Numbers, strike: Strike, target: Being) -> float:
    """How likely an enemy turns to this one, as far as the way is concerned."""
    away = scene.distance(enemy, target)
    if strike.skill.melee:
        return BESIDE if away <= n.reach else NEAR if away <= n.reach + n.speed else 0.0
    return NEAR if classes_out(away, strike.skill) <= 1 else 0.0


class Savings:
    """What a defence would save at each face of an attack, and how likely it is, looked up by what it is to exceed."""

    def __init__(self, faces: list[tuple[float, float]]) -> None:
        self.values = sorted({value for value, _ in faces})
        self.above = [sum([share for value, share in faces if value > floor]) for floor in (-1.0, *self.values)]
        self._wanted: dict[float, list[tuple[float, float, float]]] = {}

    def wanted(self, often: float, floor: float) -> tuple[float, float, float]:
        """The chances that of so many attacks none, one, or more are such that a defence saves more than this."""
        found = self._wanted.get(often)
        if found is None:
            found = self._wanted[often] = [defended(often, chance) for chance in self.above]
        return found[bisect_right(self.values, floor)]


def defended(often: float, chance: float) -> tuple[float, float, float]:
    miss = 1 - chance
    zero = miss**often
    single = often * chance * miss ** (often - 1) if often > 1 else 1 - zero
    return zero, single, max(0.0, 1 - zero - single)


class Threat(NamedTuple):
    """An enemy with the attack of theirs that is worst for somebody, what one such attack takes on the whole, and what
    a defence against it would save."""

    enemy: Being
    n: Numbers  # of the enemy
    strike: Strike
    attack: Coming
    worth: float
    savings: Savings


def threats(scene: Scene, being: Being, own: Numbers, enemies: Iterable[tuple[Being, Numbers]]) -> list[Threat]:
    found, hp = [], being.hp
    for enemy, n in enemies:
        if enemy.senseless or not enemy.here or "Grappled" in enemy.states:
            continue
        try:
            worst = own.feared[n.strikes, hp]
        except KeyError:
            worst = own.feared[n.strikes, hp] = worst_strike(scene, being, own, n)
        if worst is not None:
            found.append(Threat(enemy, n, *worst))
    return found


def worst_strike(scene: Scene, being: Being, own: Numbers, n: Numbers) -> tuple[Strike, Coming, float, Savings] | None:
    """The attack of an enemy that is worst for somebody with each point of energy, what it takes and what a defence
    saves; nothing where none takes anything."""
    worst: tuple[Strike, Coming, float] | None = None
    for strike in n.strikes:
        attack = attack_on(strike, being, own)
        worth = sum([share * (attack.critical if hard else attack.worth) for share, hard, _ in attack.faces])
        if worst is None or worth / strike.cost > worst[2] / worst[0].cost:
            worst = (strike, attack, worth)
    return (*worst, savings_of(scene, being, own, worst[1])) if worst is not None and worst[2] else None


def savings_of(scene: Scene, being: Being, n: Numbers, attack: Coming) -> Savings:
    """Where somebody can pay in health, energy saves no more than that."""
    most = effort_worth(being, n) if refuse_effort(scene, being, n.effort + 1) is None else 10.0**6
    return Savings([
        (min(most, held * (attack.critical if hard else attack.worth)), share)
        for share, hard, held in attack.faces
        if held
    ])  # fmt: skip


Saved = tuple[tuple[float, float, Savings], ...]  # of each enemy: likely, how often; savings with chances


def coming(scene: Scene, being: Being, own: Numbers, from_whom: list[Threat], acting: str = "") -> Saved:
    """How likely each of these turns to somebody before their next turn, how often they attack then, and what defences
    save; `acting`: whose turn is under way."""
    found = []
    friends: list[tuple[Being, float]] | None = None
    for enemy, n, strike, _, _, savings in from_whom:
        here = nearness(scene, enemy, n, strike, being)
        if here:
            if friends is None:
                friends = [
                    (each, appeal(each, numbers(scene, each))) for each in scene.allies(being) if not each.senseless
                ]
            mine = (here * appeal(being, own)) ** 2
            others = sum([(nearness(scene, enemy, n, strike, each) * worth) ** 2 for each, worth in friends])
            often = attacks_in_turn(enemy, n, strike.cost, enemy.id == acting)
            if often:
                found.append((mine / (mine + others), often, savings))
    return tuple(found)


def appeal(being: Being, n: Numbers) -> float:
    """How much somebody is worth striking at: the more they can do, the less they can take."""
    return n.stake / max(2, being.hp)


def before_its_turn(scene: Scene, being: Being) -> list[Being]:
    """The enemies who act before somebody has their next turn, whoever acts now included."""
    turns = scene.turns
    if turns.current in ("", being.id) or being.id not in turns.order:
        return scene.enemies(being)
    order = turns.order
    start = order.index(turns.current) if turns.current in order else 0
    names = []
    for name in (*order[start:], *order[:start]):
        if name == being.id:
            break
        names.append(name)
    return [scene.beings[n] for n in names if n in scene.beings and scene.beings[n].side != being.side]


# ---------------------------------------------------------------- what a kept point is worth


def defences_wanted(saved: Saved, above: float) -> tuple[float, float, float]:
    """The chances that no defence, one, or two are wanted that save more than this."""
    none, one, two = 1.0, 0.0, 0.0
    for likely, often, savings in saved:
        zero, single, more = savings.wanted(often, above)
        if zero != 1.0:
            more *= likely
            zero, single = 1 - likely + likely * zero, likely * single
            none, one, two = none * zero, one * zero + none * single, two * zero + one * single + none * more
    return none, one, two


def defences(n: Numbers, saved: Saved) -> Defences:
    """Worked out once for each."""
    found: Defences | None = n.defences.get(saved)
    if found is None:
        found = n.defences[saved] = Defences(saved)
    return found


class Defences:
    """What defences save that points are kept for."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.top = max([savings.values[-1] for _, _, savings in saved if savings.values], default=0.0)
        self._worths: dict[tuple[int, float], float] = {}
        self._wanted: dict[float, list[tuple[float, float, float]]] = {}

    def wanted(self, floor: float) -> list[tuple[float, float, float]]:
        """How many defences are wanted that save more than the middle of each slice above the floor."""
        found = self._wanted.get(floor)
        if found is None:
            slice_ = (self.top - floor) / SLICES
            found = self._wanted[floor] = [
                defences_wanted(self.saved, floor + (part + 0.5) * slice_) for part in range(SLICES)
            ]
        return found

    def worth(self, number: int, floor: float) -> float:
        """What the first, second… kept point is worth: what it saves where so many defences are wanted, and `floor`,
        what it does afterwards, where they are not."""
        if self.top <= floor:
            return floor
        found = self._worths.get((number, floor))
        if found is None:
            slice_, found = (self.top - floor) / SLICES, floor
            for none, one, two in self.wanted(floor):
                found += slice_ * max(0.0, 1 - none - (one if number > 1 else 0.0) - (two if number > 2 else 0.0))
            self._worths[number, floor] = found
        return found


def patience(scene: Scene) -> float:
    return min(1.0, max(0.0, (LONGEST - scene.turns.round) / (LONGEST - PATIENCE)))


def carried(n: Numbers, kept: int, blow: float) -> float:
    """tc.ep.refresh: what the last of so many points is worth in the next turn; nothing where it would be lost."""
    return LATER * blow if kept + n.refresh <= n.pool else 0.0


def keeping(scene: Scene, being: Being, n: Numbers, from_whom: list[Threat], most: int, blow: float) -> list[float]:
    """What it is worth in all to keep no point, one, two…, before the own turn ends; `blow`: what one does now. Who
    keeps all that a turn brings never gets anywhere."""
    kept = defences(n, coming(scene, being, n, from_whom))
    wait, turn = patience(scene), min(n.pool, n.refresh)
    found = [0.0]
    for number in range(1, most + 1):
        floor = carried(n, number, blow)
        worth = wait * kept.worth(number, floor)
        found.append(found[-1] + (worth if floor or number < turn else IDLE * worth))
    return found


def price_of_energy(scene: Scene, being: Being, points: int) -> float:
    """What it costs somebody to spend so many points now, out of their turn: what they would do before it, or in it."""
    n = numbers(scene, being)
    from_whom = threats(scene, being, n, [(enemy, numbers(scene, enemy)) for enemy in before_its_turn(scene, being)])
    kept = defences(n, coming(scene, being, n, from_whom, scene.turns.current))
    return sum([
        kept.worth(number, carried(n, number, n.blow)) for number in range(being.ep - points + 1, being.ep + 1)
    ])  # fmt: skip
