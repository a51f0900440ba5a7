"""Ideas of the simple policy: attacks on somebody or on an area, and what they are worth by the odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex.core.board.cells import Cell
from ludex.core.kernel.plain import Plain
from ludex.games.crawl.book.attacks.areas import area_cells, caught, is_area_attack, places
from ludex.games.crawl.book.attacks.exotic import CHILL, IGNITE
from ludex.games.crawl.book.attacks.hit import added
from ludex.games.crawl.book.attacks.modifiers import (
    LYING_BLOW,
    LYING_SHOT,
    OCCUPIED,
    TARGETED,
    Blow,
    called_shots,
    mist_modifiers,
    own_modifiers,
    posture_modifiers,
    refuse_skill,
    through_somebody,
)
from ludex.games.crawl.book.characters.skills import DamageDice, Skill, critical_from, skills
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.book.dice import squeezing, total_of
from ludex.games.crawl.book.health.damage import resistance
from ludex.games.crawl.book.health.kinetic import HURTS_ABOVE, SAFE_FALL, SIDES, away, kinetic_dice, way_of_throw
from ludex.games.crawl.book.map.ground import STEP_DOWN, level
from ludex.games.crawl.book.map.ranges import classes_out, distance_modifier, refuse_distance, tried_within
from ludex.games.crawl.book.map.sight import clear, cover_between, sees
from ludex.games.crawl.book.map.threat import around, flanking, threatens_body
from ludex.games.crawl.book.movement.climbing import EASIEST, FOR_A_METRE, SPENT
from ludex.games.crawl.foe.saving_energy import attack_on
from ludex.games.crawl.foe.worth import (
    BOTCHED,
    CRIPPLED,
    ROUNDS,
    Numbers,
    Strike,
    chance,
    condition_worth,
    face_for,
    harm,
    hits,
    numbers,
    price_of_defence,
    spread,
)
from ludex.games.crawl.records.effects import Afflict, Expose
from ludex.games.crawl.state import BROAD, Being, Scene

EXPOSED = 0.06  # of a stake: a poison or a disease
FLUNG = 0.08  # of a round: to be where one does not want to be
LONGEST_CLIMB = 2.0  # rounds: so long at the most somebody is missed who was thrown down
AIMED = ("head", "arms", "legs")


class Attack(NamedTuple):
    """An attack that can be made from where somebody stands, and with what arguments."""

    worth: float
    cost: int
    action: str
    args: tuple[tuple[str, Plain], ...]
    name: str
    target: str
    hit: float  # the chance to hit somebody who does not defend


class Outlook:
    """What somebody can do to their enemies from where they stand."""

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene, self.being = scene, being
        self.n = numbers(scene, being)
        self.enemies = [enemy for enemy in scene.enemies(being) if not enemy.beaten]
        self.blind = counts(being, "Blind")
        self.pushes = [strike.skill for strike in self.n.strikes if strike.skill.push is not None]
        self._around: dict[str, list[Being]] = {}
        self._throws: dict[tuple[str, int, int], Throw] = {}
        self.known = [(enemy, numbers(scene, enemy)) for enemy in self.enemies]
        self.numbers = {enemy.id: n for enemy, n in self.known}
        self.small = being.sheet.size < BROAD and all([enemy.sheet.size < BROAD for enemy in self.enemies])
        self.away = {enemy.id: scene.board.away(enemy.at) for enemy in self.enemies} if self.small else {}

    def apart(self, enemy: Being) -> int:
        """How far off an enemy is."""
        if self.small:
            return self.away[enemy.id][self.being.at]
        return self.scene.distance(self.being, enemy)

    # -- an attack on somebody

    def attacks(self) -> list[Attack]:
        """Every attack that could be made from here, whatever is left to pay for it."""
        return [self.attack(*each) for each in self.strikes()]

    def strikes(self) -> list[tuple[Strike, Being, float, float]]:
        """With what, at whom, what it is worth and how likely it hits."""
        found = []
        scene, being = self.scene, self.being
        if self.blind:
            return []
        tight = squeezing(scene, being)
        for enemy in self.enemies:
            flanked: int | None = None
            past: float | None = None
            cells = self.apart(enemy)
            seen: bool | None = None
            for number, strike in enumerate(self.n.strikes):
                if cells > strike.within:
                    continue
                skill = strike.skill
                if seen is None:
                    seen = sees(scene, being, enemy)
                if not seen:
                    break
                if skill.melee and flanked is None:
                    flanked = self.flanked(enemy)
                if past is None:
                    past = self.past_cover(enemy)
                extra = tight + self.place(enemy, strike, cells, flanked or 0)
                worth, hit = self.worth(number, enemy, extra)
                found.append((strike, enemy, worth * past, hit * past))
        return found

    def attack(self, strike: Strike, enemy: Being, worth: float, hit: float, aim: str = "") -> Attack:
        skill = strike.skill
        also = self.others(strike, enemy) if skill.targets > 1 else ()
        args = (("aim", aim), ("also", also), ("skill", skill.id), ("target", enemy.id))
        if also:
            worth += self.worth_of_others(strike, also)
        return Attack(worth, strike.cost, "attack", args, skill.name, enemy.name, hit)

    def worth_with_others(self, strike: Strike, enemy: Being, worth: float, hit: float) -> float:
        """What `attack` is worth."""
        return worth + self.worth_of_others(strike, self.others(strike, enemy)) if strike.skill.targets > 1 else worth

    def worth_of_others(self, strike: Strike, also: tuple[str, ...]) -> float:
        number = self.n.strikes.index(strike)
        return sum([self.worth(number, self.scene.beings[name], 0)[0] for name in also])

    def others(self, strike: Strike, enemy: Being) -> tuple[str, ...]:
        """Further targets of the same roll."""
        scene, skill, found = self.scene, strike.skill, [enemy]
        for other in self.enemies:
            if len(found) == skill.targets:
                break
            if other in found or self.apart(other) > strike.within:
                continue
            beside = not skill.use.targets_adjacent or any([scene.distance(other, each) <= 1 for each in found])
            if beside and sees(scene, self.being, other):
                found.append(other)
        return tuple([other.id for other in found[1:]])

    def flanked(self, enemy: Being) -> int:
        """tc.flank: how many flank an enemy, this one among them; none where this one does not. The others stay where
        they are while places are compared, so who of them is around is looked for once."""
        scene, being = self.scene, self.being
        others = self._around.get(enemy.id)
        if others is None:
            others = self._around[enemy.id] = [other for other in around(scene, enemy) if other is not being]
        if not others or not threatens_body(scene, being, enemy):
            return 0
        found = flanking(scene, enemy, [being, *others])
        return len(found) if being in found else 0

    def place(self, enemy: Being, strike: Strike, cells: int, flanked: int) -> int:
        """What the place of both adds to the roll; `flanked`: by so many, this one among them."""
        scene, being, skill = self.scene, self.being, strike.skill
        found = -max(0, classes_out(cells, skill))
        if skill.melee:
            found += flanked
            if skill.reach and not skill.careful and through_somebody(scene, being, enemy):
                found += OCCUPIED
        elif being.states or scene.areas:
            found += total_of([*called_shots(scene, being, enemy), *mist_modifiers(scene, being, enemy)])
        if enemy.states and scene.options["opt_prone_incoming"] and counts(enemy, "Prone"):
            found -= LYING_BLOW if skill.melee else LYING_SHOT
        return found

    def past_cover(self, enemy: Being) -> float:
        cover = cover_between(self.scene, self.being, enemy)
        return 1.0 if cover is None else (100 - cover.percent) / 100

    def worth(self, number: int, enemy: Being, extra: int) -> tuple[float, float]:
        """What an attack is worth on somebody who defends where that is better for it, and how likely it hits."""
        strike, n = self.n.strikes[number], self.numbers[enemy.id]
        throw = self.throw(strike.skill, enemy) if strike.skill.push is not None else None
        key = (strike, extra, enemy.hp, min(enemy.ep, n.dearest), throw)
        known = n.worths.get(key)
        if known is None:
            known = n.worths[key] = self._worth(strike, enemy, n, extra, throw)
        return known[0] - BOTCHED * self.n.stake * 0.05, known[1]

    def _worth(self, strike: Strike, enemy: Being, n: Numbers, extra: int, throw: Throw | None) -> tuple[float, float]:
        """The same, before what a natural 1 costs who makes it."""
        scene, skill = self.scene, strike.skill
        came = attack_on(strike, enemy, n, extra)
        beside = brings(enemy, n, skill, throw) if is_special(skill) else 0.0
        guard = n.guard(skill)
        price = price_of_defence(scene, enemy, n, guard) if guard is not None else None
        total = hit = 0.0
        for share, hard, held in came.faces:
            full = (came.critical if hard else came.worth) + beside
            hit += share
            total += share * (full if price is None else min(full, (1 - held) * full + price))
        return total, hit

    def throw(self, skill: Skill, enemy: Being) -> Throw:
        """Where a push leads: everybody else stays where they are while places are compared, so it is looked for once
        in each direction."""
        way = away(self.scene, enemy, self.being.at, self.being.id)
        key = (enemy.id, way, furthest_push(skill, self.numbers[enemy.id]))
        known = self._throws.get(key)
        if known is None:
            known = self._throws[key] = throw(self.scene, self.being, enemy, *key[1:])
        return known

    def throws(self, enemy: Being) -> tuple[Throw, ...]:
        """The same for all attacks that push."""
        return tuple([self.throw(skill, enemy) for skill in self.pushes]) if self.pushes else ()


# ---------------------------------------------------------------- what a hit brings beside its damage


def is_special(skill: Skill) -> bool:
    return bool(skill.effects or skill.exotic or skill.push is not None)


def brings(target: Being, n: Numbers, skill: Skill, throw: Throw | None) -> float:
    """Conditions, poison, cold, fire, and the push."""
    found = 0.0
    for effect in skill.effects:
        if isinstance(effect, Afflict) and effect.on != "failure":
            core = getattr(n, effect.save) if effect.save else 0
            likely = 1 - chance(core, effect.difficulty) if effect.save else 1.0
            found += likely * condition_worth(target, n, effect.condition, effect.turns)
        elif isinstance(effect, Expose):
            found += EXPOSED * n.stake
    if "cold" in skill.exotic:
        found += (1 - chance(n.strength, CHILL)) * condition_worth(target, n, "Slowed", 1)
    if "fire" in skill.exotic and "Burning" not in target.states:
        found += (1 - chance(n.mobility, IGNITE)) * harm(n, target.hp, ((2, 1.0),))
    if "energetic" in skill.exotic or "meta" in skill.exotic:
        found += harm(n, target.hp, ((1, 1.0),))
    return found + (push_worth(target, n, skill.kp, throw) if throw is not None else 0.0)


class Struck(NamedTuple):
    """Into whom somebody is pushed."""

    n: Numbers
    hp: int
    friend: bool  # of the one who pushes


class Throw(NamedTuple):
    """Where a push leads, and what ends it there."""

    clear: int  # cells, of those of the furthest push
    met: bool  # does something end it before?
    drop: int  # metres, to where it ends
    struck: Struck | None


def thrown(scene: Scene, attacker: Being, skill: Skill, target: Being) -> Throw | None:
    """What an attack does to whom it pushes."""
    if skill.push is None:
        return None
    way = away(scene, target, attacker.at, attacker.id)
    return throw(scene, attacker, target, way, furthest_push(skill, numbers(scene, target)))


def throw(scene: Scene, attacker: Being, target: Being, way: int, furthest: int) -> Throw:
    free, met, over = way_of_throw(scene, target, way, furthest, ())
    clear_cells = furthest - over if met else scene.board.distance(target.at, free)
    drop = level(scene, target, target.at) - level(scene, target, free)
    by = scene.beings.get(met)
    struck = Struck(numbers(scene, by), by.hp, by.side == attacker.side) if by is not None else None
    return Throw(clear_cells, bool(met), drop, struck)


def furthest_push(skill: Skill, n: Numbers) -> int:
    """tc.push.check: in cells, on the lowest face of the target's check."""
    return max(0, skill.kp - n.strength - 1) // 2


def push_worth(target: Being, n: Numbers, kp: int, throw: Throw) -> float:
    """What a push is worth on somebody; worked out once for each end of it."""
    key = (kp, target.hp, throw)
    known = n.pushed.get(key)
    if known is None:
        known = n.pushed[key] = _push_worth(target, n, kp, throw)
    return known


def _push_worth(target: Being, n: Numbers, kp: int, throw: Throw) -> float:
    """tc.push.check, tc.push.damage: what each face of the target's check leaves of the push; into walls, into others
    and over edges."""
    struck, drop = throw.struck, throw.drop
    less = (n.resistance.get("kinetic", 0),)
    below = climbing_out(n, drop) if drop > STEP_DOWN else 0.0
    total = 0.0
    known: dict[tuple[int, bool], tuple[float, float]] = {}  # by what is thrown: what it takes from both
    for face in range(1, 20):
        left = max(0, kp - face - n.strength)
        if not left:
            break
        thrown = kinetic_dice(left) if left > HURTS_ABOVE else 0
        ends_early = left // 2 > throw.clear if throw.met else False
        if ends_early and struck is None:
            thrown += 1
        if drop > SAFE_FALL and left // 2 >= throw.clear:
            thrown += (drop - SAFE_FALL) // 2
        if thrown:
            if (thrown, ends_early) not in known:
                lost, beside = spread((DamageDice(thrown, SIDES, "kinetic"),), 0, less), 0.0
                if ends_early and struck is not None:
                    half = tuple([(amount // 2, share) for amount, share in lost])
                    beside = harm(struck.n, struck.hp, half) * (-0.5 if struck.friend else 0.5)
                known[thrown, ends_early] = harm(n, target.hp, lost), beside
            own, beside = known[thrown, ends_early]
            total += own
            total += beside
        total += below if left // 2 >= throw.clear else 0.0
        total += FLUNG * n.stake / ROUNDS
    return total / 20


def climbing_out(n: Numbers, metres: int) -> float:
    """tc.climb: what it costs somebody to get out again: the energy of as many attempts as that takes."""
    likely = chance(n.mobility + SPENT, EASIEST + FOR_A_METRE * metres + 1)
    return min(LONGEST_CLIMB * n.stake / ROUNDS, n.blow / likely)


# ---------------------------------------------------------------- areas


def area_attacks(scene: Scene, being: Being, enemies: list[Being]) -> Iterator[Attack]:
    """Attacks on all who are in an area, friends too."""
    for skill in skills(scene, being, "action"):
        if not is_area_attack(skill) or refuse_skill(scene, being, skill) is not None:
            continue
        bonus = total_of([*own_modifiers(scene, being, skill), *posture_modifiers(scene, being, skill, Blow(skill.id))])
        strike = Strike(
            skill, bonus, critical_from(scene, being, skill), total_of(added(scene, being, skill)), skill.ep,
            tried_within(scene, skill),
        )  # fmt: skip
        for at in area_places(scene, being, skill, enemies):
            cells = area_cells(scene, being, skill, at)
            struck = caught(scene, being, skill, cells)
            if not any([other.side != being.side for other in struck]):
                continue
            extra = 0
            if skill.area == "dome" and not isinstance(at, int):
                extra = total_of(distance_modifier(scene, scene.board.distance(being.at, at), skill))
            worth = sum([_in_area(scene, being, strike, other, extra) for other in struck])
            args = (("at", at), ("skill", skill.id))
            names = ", ".join([other.name for other in struck])
            hit = chance(bonus + extra, skill.difficulty) if skill.difficulty else 1.0
            yield Attack(worth, max(1, skill.ep), "area_attack", args, skill.name, names, hit)


def area_places(scene: Scene, being: Being, skill: Skill, enemies: list[Being]) -> list[Cell | int]:
    """Every direction; for a dome the cells of enemies."""
    if skill.area != "dome":
        return [at for at in places(scene, being, skill.id) if isinstance(at, int)]
    there = [enemy.at for enemy in enemies]
    return [
        at for at in dict.fromkeys(there)
        if refuse_distance(scene, scene.board.distance(being.at, at), skill) is None and clear(scene, being.at, at)
    ]  # fmt: skip


def _in_area(scene: Scene, being: Being, strike: Strike, other: Being, extra: int) -> float:
    """Half the damage where the check is passed; a friend counts against it."""
    n, skill = numbers(scene, other), strike.skill
    came = attack_on(strike, other, n, extra)
    save = getattr(n, skill.use.save or "mobility")
    saved = chance(save, skill.use.save_difficulty) if not other.senseless else 0.0
    worth = came.worth * (1 - saved / 2) + (
        brings(other, n, skill, thrown(scene, being, skill, other)) if is_special(skill) else 0.0
    )
    guard = n.guard(skill)
    price = price_of_defence(scene, other, n, guard) if guard is not None else None
    total = sum([
        share * (worth if price is None else min(worth, (1 - held) * worth + price)) for share, _, held in came.faces
    ])  # fmt: skip
    if other.beaten:
        total *= 0.1
    return total if other.side != being.side else -1.2 * total


# ---------------------------------------------------------------- aiming


def aimed_attacks(outlook: Outlook) -> Iterator[Attack]:
    """tc.targeted: at a place without armour, where nothing gets through the rest."""
    scene, being = outlook.scene, outlook.being
    for enemy, n in outlook.known:
        for strike in outlook.n.strikes[:2]:
            skill = strike.skill
            if not skill.dice or not any(n.resisted(skill)):
                continue
            if outlook.apart(enemy) > strike.within or not sees(scene, being, enemy):
                continue
            kinds = list(dict.fromkeys([each.type for each in skill.dice]))
            for aim in AIMED:
                less = tuple([resistance(scene, enemy, kind, aim=aim) for kind in kinds])
                lost = harm(n, enemy.hp, spread(skill.dice, strike.more, less))
                hit = sum([share for share, _, _ in hits(
                    face_for(skill.difficulty, strike.bonus + TARGETED), strike.critical, 1, 0, 99, 99)])  # fmt: skip
                worth = 0.8 * hit * (lost + 0.3 * CRIPPLED * n.stake) * outlook.past_cover(enemy)
                yield outlook.attack(strike, enemy, worth, hit, aim)
