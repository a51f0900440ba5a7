"""Ideas of the simple policy: attacks on somebody or on an area from where one stands, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import listed
from ludex.core.kernel.plain import Plain
from ludex.games.vitality.book.attacks.built import Built, attack_of, attacks_of, channelled
from ludex.games.vitality.book.attacks.limits import chances, charged_before, charges, companions, unmet
from ludex.games.vitality.book.attacks.rolls import READIES, SHOOTS
from ludex.games.vitality.book.attacks.targets import bound, can_leap, refuse_attack, start_of_area
from ludex.games.vitality.book.characters.features import SHEET, reach
from ludex.games.vitality.book.characters.scores import Moments, moments_of, roll_parts, tier, total_of
from ludex.games.vitality.book.characters.space import clear, distance, in_sector, level_of_area, sees
from ludex.games.vitality.book.dice import ACCURACY, CONDITION, DAMAGE
from ludex.games.vitality.foe.worth import (
    FARTHEST,
    HURT,
    STANDING,
    Blown,
    Strike,
    Target,
    adding,
    again,
    at_least,
    blow,
    price_of_effort,
    profile,
)
from ludex.games.vitality.records.attack_effects import (
    Blast,
    Leap,
    Panic,
    Ricochet,
    Splinter,
    Spread,
)
from ludex.games.vitality.state import Being, Scene

ANYWHERE = 10**9  # spaces: more than any board has
OTHERS = 0.8  # of an attack: what it does on others whom it comes to
FRIEND = 1.3  # times what is done to a friend counts against it
AURA_LOST = 1.0  # what an aura that is given up is worth
LATER = 0.9  # of an attack: what it is worth a turn later
MARK = 0.05  # of a stake: what a mark adds for friends
ROLLS = (ACCURACY, DAMAGE, CONDITION)
BY_FELLING = (Splinter, Panic)  # from these more attacks follow when somebody goes down


class Attack(NamedTuple):
    """An attack that can be made from where somebody stands, on one target or on all in an area."""

    worth: float
    hit: float
    by: Being
    attack: Built
    targets: tuple[Being, ...]
    area: tuple[tuple[str, Plain], ...] = ()  # how that lies

    @property
    def command(self) -> Command:
        if self.area:
            return command(self.by.id, "area_attack", attack=self.attack.id, **dict(self.area))
        return command(self.by.id, "attack", attack=self.attack.id, target=self.targets[0].id)

    @property
    def names(self) -> str:
        return listed([target.name for target in self.targets])


class Arm(NamedTuple):
    """An attack of somebody with all that they add to it, and how far it reaches."""

    strike: Strike
    within: int  # spaces: on one target, without a leap
    far: int  # spaces: on anybody, in whatever way


@derived(STANDING, also="being.channel")
def arms_of(scene: Scene, being: Being, moments: Moments) -> Mapping[str, Arm]:
    """All attacks of somebody. Others have a part in them by the moment alone."""
    now = tier(scene, being)
    base = [total_of(roll_parts(scene, being, stat)) + (now if READIES[stat] in being.states else 0) for stat in ROLLS]
    return arms_with(scene, being, tuple(base), now, being.channel)


@derived(SHEET)
def arms_with(
    scene: Scene, being: Being, rolls: tuple[int, ...], now: int, channel: tuple[str, int]
) -> Mapping[str, Arm]:
    """The same of whoever adds so much to each roll."""
    base, near = dict(zip(ROLLS, rolls, strict=True)), reach(scene, being)
    attacks = [attack_of(scene, being, name) for name in attacks_of(being)]
    strikes = [adding(attack, base, now, total_of(channelled(being, attack, now))) for attack in attacks]
    return {
        strike.attack.id: Arm(strike, within(strike.attack, near), far_reach(strike.attack, near)) for strike in strikes
    }


def within(attack: Built, near: int) -> int:
    """From how far off an attack on one target can be made without a leap."""
    return ANYWHERE if attack.sight else near if attack.melee else attack.range


def far_reach(attack: Built, near: int) -> int:
    """From how far off an attack can be made."""
    if attack.sight:
        return FARTHEST
    if attack.kind.area:
        return min(FARTHEST, attack.size + attack.origin)
    leap = attack.part(Leap)
    return near + (leap.spaces if leap is not None else 0) if attack.melee else min(FARTHEST, attack.range)


class Outlook:
    """What somebody can do to their enemies."""

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene, self.being = scene, being
        self.tier = tier(scene, being)
        self.own = profile(scene, being)
        self.reach = reach(scene, being)
        self.enemies = [Target(scene, enemy) for enemy in scene.opponents(being) if "Hidden" not in enemy.states]
        if being.home:  # vt.cond.control: whoever is controlled may be made to strike themselves
            self.enemies.append(Target(scene, being))
        self._worths: dict[tuple[int, str, int], Blown] = {}
        self._on: dict[str, list[Blown]] = {}
        self.every = arms_of(scene, being, moments_of(scene, being, ROLLS))  # all own attacks, by their ids
        self.arms = [  # those that can be made now, as far as that can be told without a target
            arm for arm in self.every.values() if refuse_attack(scene, being, arm.strike.attack) is None
        ]

    # -- the own attacks

    @cached_property
    def price(self) -> float:
        """Of an Effort."""
        return price_of_effort(self.scene, self.being)

    def best(self) -> float | None:
        """What the best attack from here is worth; nothing where none can be made."""
        return max([attack.worth for attack in (*self.attacks(), *self.area_attacks())], default=None)

    # -- on one target

    def attacks(self) -> Iterator[Attack]:
        """Every attack on a single target that could be made from here."""
        scene, being = self.scene, self.being
        singles = [(number, arm) for number, arm in enumerate(self.arms) if not arm.strike.attack.kind.area]
        away = [distance(scene, being, enemy.being) for enemy in self.enemies] if singles else []
        beset = any([a <= 1 and e.being is not being for e, a in zip(self.enemies, away, strict=False)])
        for enemy, apart in zip(self.enemies, away, strict=False):
            other, on_them = enemy.being, self.on(enemy)
            seen: bool | None = None
            if being.states and bound(scene, being, (other,)) is not None:
                continue
            for number, arm in singles:
                attack = arm.strike.attack
                if apart > arm.within and not self.leaps(attack, other, apart):
                    continue
                if attack.sight and "Invisible" in other.states:
                    continue
                if attack.limits and unmet(scene, being, attack, (other,)) is not None:
                    continue
                if seen is None:
                    seen = sees(scene, being, other)
                if seen or attack.part(Leap) is not None:
                    more = self.of_place(attack, other, beset) if beset or other.states else 0
                    came = self.worth(number, enemy, more) if more else on_them[number]
                    yield Attack(came.worth, came.hit, being, attack, (other,))

    def leaps(self, attack: Built, other: Being, apart: int) -> bool:
        """Does a leap bring somebody into reach?"""
        leap = attack.part(Leap)
        near = leap is not None and apart <= self.reach + leap.spaces
        return near and can_leap(self.scene, self.being, attack, other)

    def of_place(self, attack: Built, other: Being, beset: bool) -> int:
        """What the place and the state of both add to the Accuracy Check."""
        found = -self.tier if beset and attack.type_of in SHOOTS else 0
        if other.states:
            if attack.melee and "Prone" in other.states:
                found += self.tier
            if "Marked" in other.states and any(
                [c.name == "Marked" and c.source != self.being.id for c in other.conditions]
            ):
                found += self.tier
        return found

    def on(self, enemy: Target) -> list[Blown]:
        """What each own attack is worth on somebody, as far as their place adds nothing to it."""
        found = self._on.get(enemy.being.id)
        if found is None:
            found = self._on[enemy.being.id] = [
                blow(self.scene, arm.strike, enemy) if arm.strike.traits.alone else self.worth(number, enemy, 0)
                for number, arm in enumerate(self.arms)
            ]
        return found

    def worth(self, number: int, enemy: Target, more: int) -> Blown:
        """What one of the own attacks is worth on somebody, with all that it may bring and costs."""
        key = (number, enemy.being.id, more)
        known = self._worths.get(key)
        if known is None:
            strike = self.arms[number].strike
            came = blow(self.scene, strike, enemy, more)
            worth = came.worth + self.brings(strike, enemy, came) if strike.traits.follows else came.worth
            if strike.attack.limits:
                worth = self.limited(strike.attack, worth)
            known = self._worths[key] = Blown(worth, came.hit, came.critical, came.felled)
        return known

    def brings(self, strike: Strike, enemy: Target, came: Blown) -> float:
        """What follows from an attack beside itself: more attacks, on the same target or on others."""
        others = len(self.enemies) - 1
        found = 0.0
        for effect in strike.traits.follows:
            if isinstance(effect, Ricochet):
                found += came.critical * min(effect.targets, others) * OTHERS * came.worth
            elif isinstance(effect, Blast):
                found += came.critical * min(2, others) * 0.5 * came.worth
            elif isinstance(effect, BY_FELLING):
                found += came.felled * min(1, others) * OTHERS * came.worth
            elif isinstance(effect, Spread):
                found += came.hit * min(1, others) * 0.5 * came.worth
        most = enemy.harm(enemy.left, 1.0) if strike.attack.damages else 1.3 * came.worth
        more = again(strike.traits, came.hit, came.critical)
        return min(more * came.worth, max(0.0, most - came.worth)) + found

    def limited(self, attack: Built, worth: float) -> float:
        """vt.limit.gate: less what its limits cost, and how likely a die lets it be made at all."""
        for limit in attack.limits:
            for need in limit.needs:
                if need.test == "pay_hp":
                    own = Target(self.scene, self.being)
                    worth -= own.harm(need.n, 1.0 if need.n >= own.left else 0.0)
                elif need.test == "pay_effort":
                    worth -= self.price
                elif need.test == "pay_own_aura":
                    worth -= AURA_LOST
                elif need.test == "pay_heal_use":
                    worth -= HURT * self.own.heals
                elif need.test == "pay_summon":
                    for companion in companions(self.scene, self.being, need.n)[:1]:
                        worth -= profile(self.scene, companion).stake * companion.hp / max(1, companion.sheet.hp)
        number = chances(attack) if attack.limits else 0
        return worth * at_least(1, number) if number else worth

    def sustained(self, strike: Strike, enemy: Target) -> float:
        """What it is worth to go on with an attack on somebody."""
        return blow(self.scene, strike, enemy).worth

    # -- on an area

    def area_attacks(self) -> Iterator[Attack]:
        """Attacks on all who are in an area, friends too."""
        for strike, _, _ in self.arms:
            if strike.attack.kind.area:
                for origin in self.origins(strike.attack):
                    yield from self.from_here(strike, origin)

    def origins(self, attack: Built) -> list[Cell | None]:
        if not attack.origin:
            return [None]
        near = [
            e.being.at for e in self.enemies if self.scene.board.distance(self.being.at, e.being.at) <= attack.origin
        ]
        return [None, *[cell for cell in dict.fromkeys(near) if self.overlooks(attack, cell)]]

    def overlooks(self, attack: Built, cell: Cell) -> bool:
        """Can an area start there?"""
        start = start_of_area(self.scene, self.being, attack, cell)
        return clear(self.scene, self.being.at, cell, min(self.being.height, start.height))

    def from_here(self, strike: Strike, origin: Cell | None) -> Iterator[Attack]:
        """An area that starts here, in every direction in which there is an enemy."""
        scene, being, attack = self.scene, self.being, strike.attack
        start = start_of_area(scene, being, attack, origin)
        ways: dict[int, list[Being]] = {}
        for other in scene.beings.values():
            if other.here and (other is not being or origin is not None) and "Underground" not in other.states:
                for way in self.ways_to(attack, start, other):
                    ways.setdefault(way, []).append(other)
        enemies = {enemy.being.id: enemy for enemy in self.enemies}
        for way, struck in ways.items():
            if not any([one.id in enemies for one in struck]):
                continue
            spare = tuple([one.id for one in struck if one.side == being.side]) if attack.chooses else ()
            hurt = tuple([one for one in struck if one.id not in spare and not one.is_wall])
            if not hurt or bound(scene, being, hurt) is not None:
                continue
            if attack.limits and unmet(scene, being, attack, hurt) is not None:
                continue
            worth, hit = 0.0, 0.0
            for one in hurt:
                came = blow(scene, strike, enemies.get(one.id) or Target(scene, one))
                worth += came.worth if one.id in enemies else -FRIEND * came.worth * (0.2 if one.beaten else 1.0)
                hit = max(hit, came.hit if one.id in enemies else 0.0)
            area = (("direction", way), ("origin", origin), ("spare", spare))
            yield Attack(self.limited(attack, worth), hit, being, attack, hurt, area)

    def ways_to(self, attack: Built, start: Being, other: Being) -> list[int]:
        """The directions in which an area lies over somebody."""
        board, origin, cell = self.scene.board, start.at, other.at
        apart = board.distance(origin, cell)
        if other.is_wall or apart > attack.size or abs(other.height - start.height) > attack.size:
            return []
        if attack.shape == "burst":
            found = [0]
        elif not apart:
            return []
        elif attack.shape == "cone":
            found = [way for way in range(len(board.directions)) if in_sector(type(board), origin, cell, way)]
        else:
            step = cell[0] - origin[0], cell[1] - origin[1]
            found = [
                way for way, (dq, dr) in enumerate(board.directions) if (dq * apart, dr * apart) == step
            ]  # fmt: skip
        if not found or not clear(self.scene, origin, cell, min(start.height, other.height)):
            return []
        level, reach = level_of_area(self.scene, start, attack.shape, attack.size, cell)
        return found if abs(other.height - level) <= reach else []

    # -- charging

    def charging(self) -> Iterator[tuple[float, Built]]:
        """vt.limit.turn: attacks that take turns to charge, each worth its part of the turns that it takes."""
        scene, being = self.scene, self.being
        for given in being.sheet.attacks:
            attack = attack_of(scene, being, given.id) if given.limits else None
            if attack is None or not charges(attack) or being.has_done(f"charge {attack.id}"):
                continue
            turns = charges(attack) - charged_before(scene, being, attack)
            if turns <= 0:
                continue
            strike = self.every[attack.id].strike
            worths = sorted([blow(scene, strike, enemy).worth for enemy in self.enemies], reverse=True)
            worth = sum(worths[:2]) if attack.kind.area else sum(worths[:1])
            yield LATER * worth / (turns + 1), attack
