"""What things are worth to the simple policy, in exact odds: of hitting, of defending, and of what a blow takes away.

A character is worth what they can still do to their enemies: their stake. A blow is worth the part of it that it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from ludex.core.kernel.dice import Total, dice, distribution
from ludex.games.crawl.book.attacks.actions import known_attacks
from ludex.games.crawl.book.attacks.defence import STUNNED_CAP, UNCAPPED, answers_such, state_modifiers
from ludex.games.crawl.book.attacks.hit import added
from ludex.games.crawl.book.attacks.modifiers import Blow, own_modifiers, posture_modifiers, refuse_skill
from ludex.games.crawl.book.characters.aspects import ep_refresh, max_ep, max_hp
from ludex.games.crawl.book.characters.core_aspects import core, immobile
from ludex.games.crawl.book.characters.skills import DamageDice, Skill, aspect_modifiers, critical_from, skills
from ludex.games.crawl.book.dice import everywhere, shifted, squeezing, total_of
from ludex.games.crawl.book.health.damage import STAY_CONSCIOUS, pieces
from ludex.games.crawl.book.map.ground import speed
from ludex.games.crawl.book.map.ranges import tried_within
from ludex.games.crawl.book.map.threat import threat_reach
from ludex.games.crawl.book.skills.persuasion import intuition_modifiers, presence_modifiers
from ludex.games.crawl.book.turns.maximum_effort import effort_hp, refuse_effort
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import ARMS, Being, Scene

T = TypeVar("T")

ROUNDS = 5.0  # for so long somebody is expected to go on as now
LEAST = 0.8  # what the rounds of the weakest are worth
HURT, DROPPED = 0.7, 0.5  # of a stake: for the health that is gone, and for who drops
CRIPPLED = 0.12  # of a stake: what the critical table does beside the damage
BOTCHED = 0.06  # of the own stake: what a natural 1 brings
TYPICAL, DODGE = 1, 2  # resistance and defence, where nobody in particular is struck
ENERGY = 0.5  # an energy point of somebody else, compared with what they would do with it
TRIED = 0.75  # of the best attack of its reach: what another must do to be looked at
NEVER = 99  # a number that no die shows
MOST_REMEMBERED = 512  # of one kind about one state of somebody

Outcomes = tuple[tuple[int, float], ...]  # so many health points lost, with their chances
Faces = tuple[tuple[float, bool, float], ...]  # chance of such a hit, whether critical, chance that the defence holds


# ---------------------------------------------------------------- odds


def chance(bonus: int, difficulty: int) -> float:
    """That a check succeeds; a natural 20 always does."""
    return min(20, max(1, 21 - difficulty + bonus)) / 20


def face_for(difficulty: int, bonus: int) -> int:
    """The face that meets a difficulty; where there is none, any does."""
    return difficulty - bonus if difficulty else 0


@lru_cache(maxsize=1 << 14)
def hits(need: int, critical: int, fumble: int, gap: int, own: int, cap: int) -> Faces:
    """All faces on which an attack hits. `need`: the face for its difficulty; `gap`: by how much the defence bonus is
    higher than the attack bonus; `own`: the face for the difficulty of the defence (NEVER: nobody defends); `cap`: the
    face of the attack from which a stunned defence is too low."""
    found: dict[tuple[bool, float], int] = {}
    for face in range(fumble + 1, 21):
        if face >= need or face >= critical:
            hard = face >= critical
            key = (hard, 0.0 if own == NEVER or face >= cap else holds(face - gap + (10 if hard else 0), own))
            found[key] = found.get(key, 0) + 1
    return tuple([(count / 20, hard, held) for (hard, held), count in found.items()])


def holds(above: int, own: int) -> float:
    """The chance of a face above one number, and at the other, which a natural 20 always reaches."""
    if above >= 20:
        return 0.0
    return max(1, 21 - max(above + 1, own, 1)) / 20


@lru_cache(maxsize=1 << 14)
def spread(given: tuple[DamageDice, ...], more: int, resisted: tuple[int, ...], times: int = 1) -> Outcomes:
    """What gets through of some damage dice; `resisted`: the resistance to each of them, where the same type counts
    once."""
    found: dict[int, float] = {0: 1.0}
    types = list(dict.fromkeys([each.type for each in given]))
    for kind in types:
        sums: dict[int, float] = {0: 1.0}
        for number, each in enumerate(given):
            if each.type == kind:
                bonus = each.bonus + (more if number == 0 else 0)
                rolled = distribution(dice(each.count, each.sides), Total(bonus, 0))
                sums = _both(sums, {amount: weight / rolled.total for amount, weight in rolled.weights})
        less = resisted[types.index(kind)]
        after: dict[int, float] = {}
        for amount, share in sums.items():
            left = max(0, amount * times - less)
            after[left] = after.get(left, 0.0) + share
        found = _both(found, after)
    return tuple(sorted(found.items()))


def _both(one: dict[int, float], other: dict[int, float]) -> dict[int, float]:
    if len(one) == 1 and 0 in one:
        return other
    found: dict[int, float] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found


@lru_cache(maxsize=1 << 14)
def part_lost(lost: Outcomes, left: int, most: int, drops: float) -> float:
    """The part of a stake that is gone after such a loss, with so much health left of the most there can be."""
    total = 0.0
    for amount, share in lost:
        if amount:
            total += share * (HURT * min(amount, left) / most + (DROPPED * drops if amount >= left else 0.0))
    return total


# ---------------------------------------------------------------- what somebody is


class Strike(NamedTuple):
    """An attack that somebody can make, with what counts wherever the target is."""

    skill: Skill
    bonus: int
    critical: int  # the lowest critical face
    more: int  # added to the damage
    cost: int  # EP, with those of making it ready again
    within: int  # cells: no farther can it be tried


class Guard(NamedTuple):
    """A defence with all that does not depend on the attack."""

    skill: str
    ep: int
    bonus: int
    difficulty: int


class Remembered(dict[tuple[object, ...], T]):
    """What was worked out about somebody, by what it depends on; forgotten when there is too much of it."""

    def __setitem__(self, key: tuple[object, ...], value: T) -> None:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        super().__setitem__(key, value)


class Numbers:
    """What the policy has to know of somebody, wherever they stand; worked out once for each state they are in."""

    def __init__(self, scene: Scene, being: Being) -> None:
        tight = squeezing(scene, being)
        self.strikes = _worth_trying([*_strikes(scene, being, tight)])
        self.health = max_hp(scene, being)
        self.pool = max_ep(scene, being)
        self.refresh = ep_refresh(scene, being)
        self.speed = speed(scene, being)
        self.reach = threat_reach(scene, being)
        self.strength = core(scene, being, "strength")
        self.mobility = core(scene, being, "mobility")
        self.intelligence = core(scene, being, "intelligence")
        self.presence = total_of(presence_modifiers(scene, being)) - tight
        self.intuition = total_of(intuition_modifiers(scene, being)) - tight
        self.drops = 1 - chance(self.strength, STAY_CONSCIOUS)
        self.cap = STUNNED_CAP if "Stunned" in being.states else UNCAPPED
        self.effort = effort_hp(scene, being)
        blows = [skill.ep for skill in skills(scene, being, "opportunistic") if skill.aimed]
        self.opportunity = min(blows, default=NEVER)  # what a blow at who leaves costs at the least
        self.resistance: dict[str, int] = {}
        for piece, _ in pieces(scene, being):
            self.resistance[piece.type] = self.resistance.get(piece.type, 0) + piece.value
        self._guards = _guards(scene, being, tight)
        self.dearest = max([guard.ep for guards in self._guards.values() for guard in guards], default=0)
        # What others can do to it, with so much health and energy left, where that does not depend on the place
        self.falls: Remembered[Faces] = Remembered()  # attacks as they fall: see `saving_energy.py`
        self.suffered: Remembered[Any] = Remembered()  # and what they take: the same
        self.feared: Remembered[Any] = Remembered()  # the worst attack of an enemy: the same
        self.defences: Remembered[Any] = Remembered()  # against all that may come: the same
        self.pushed: Remembered[float] = Remembered()  # by how far and into what: see `attacks.py`
        self.worths: Remembered[tuple[float, float]] = Remembered()  # of attacks: the same
        self.struck_from: Remembered[tuple[list[float], float]] = Remembered()  # by the distance: see `places.py`
        turn = max(1, min(self.pool, self.refresh)) if self.pool else 0.5
        self.blow = max([_typical(strike) for strike in self.strikes], default=0.0)  # what a point of energy does
        self.stake = max(LEAST, self.blow * turn) * ROUNDS
        self.afar = max([_typical(s) for s in self.strikes if not s.skill.melee], default=0.0) > 0.6 * self.blow

    def guards(self, skill: Skill) -> tuple[Guard, ...]:
        """Every defence against such an attack, whatever it costs, the best first."""
        return self._guards[skill.melee, bool(skill.area)]

    def guard(self, skill: Skill) -> Guard | None:
        """The best of them."""
        found = self._guards[skill.melee, bool(skill.area)]
        return found[0] if found else None

    def alike(self, states: frozenset[str]) -> tuple[object, ...]:
        """All that is to be known of somebody under these conditions: for whom it is the same, all that follows is."""
        return (
            states, self.strikes, self.health, self.pool, self.refresh, self.speed, self.reach, self.strength,
            self.mobility, self.intelligence, self.presence, self.intuition, self.cap, self.effort, self.opportunity,
            *self.resistance.items(), *self._guards.values(),
        )  # fmt: skip

    def resisted(self, skill: Skill) -> tuple[int, ...]:
        """The resistance to each type of damage of an attack."""
        return tuple([self.resistance.get(kind, 0) for kind in dict.fromkeys([each.type for each in skill.dice])])


def _strikes(scene: Scene, being: Being, tight: int) -> Iterator[Strike]:
    for skill in known_attacks(scene, being):
        if refuse_skill(scene, being, skill) is None and skill.dice:
            found = [*own_modifiers(scene, being, skill), *posture_modifiers(scene, being, skill, Blow(skill.id))]
            more = total_of(added(scene, being, skill))
            yield Strike(
                skill,
                total_of(found) - tight,
                critical_from(scene, being, skill),
                more,
                max(1, skill.ep) + skill.reload,
                tried_within(scene, skill),
            )


def _worth_trying(every: list[Strike]) -> tuple[Strike, ...]:
    """Without those that another of the same reach does better, unless they do something beside."""
    best: dict[tuple[str, int], float] = {}
    for strike in every:
        key = (strike.skill.range, strike.skill.reach)
        best[key] = max(best.get(key, 0.0), _typical(strike))
    return tuple([s for s in every if _special(s.skill) or _typical(s) >= TRIED * best[s.skill.range, s.skill.reach]])


def _special(skill: Skill) -> bool:
    return skill.learned and bool(
        skill.exotic or skill.push is not None or skill.targets > 1 or skill.effects or skill.malus
    )


def _typical(strike: Strike) -> float:
    """What an attack does with each point of energy to nobody in particular, who defends every second time."""
    skill = strike.skill
    faces = hits(face_for(skill.difficulty, strike.bonus), strike.critical, 1, DODGE - strike.bonus, 8 - DODGE, NEVER)
    kinds = len({each.type for each in skill.dice})
    mean = sum([amount * share for amount, share in spread(skill.dice, strike.more, (TYPICAL,) * kinds)])
    return sum([share * (1 - held / 2) for share, _, held in faces]) * mean / strike.cost


def _guards(scene: Scene, being: Being, tight: int) -> dict[tuple[bool, bool], tuple[Guard, ...]]:
    """The defences against attacks in melee or not, on an area or not; the best first."""
    ways = skills(scene, being, "defense", unlearned=True) if being.sheet.defends else ()
    stuck = immobile(scene, being)
    every = [(own, _guard(scene, being, own, tight)) for own in ways if not (own.use.dodge and stuck)]
    every.sort(key=lambda each: max(0, each[1].difficulty - each[1].bonus - 13) - each[1].bonus)
    return {
        (melee, area): tuple([guard for own, guard in every if answers_such(scene, being, own, melee, area)])
        for melee in (True, False)
        for area in (True, False)
    }


def _guard(scene: Scene, being: Being, own: Skill, tight: int) -> Guard:
    found = [*aspect_modifiers(scene, being, own.aspect), *everywhere(scene, being)]
    found += shifted(scene, being, "defense", of=own.aspect)
    if own.use.dodge:
        found += shifted(scene, being, "dodge", of=own.aspect)
    if being.states:
        found += state_modifiers(being, own.use.dodge)
    return Guard(own.id, own.ep, total_of(found) - tight, own.difficulty)


MOST_KEPT = 4096


class Kept(dict[object, Numbers]):
    """The numbers of everybody at a table that plays by the same options; forgotten when there are too many."""

    def __init__(self, options: dict[str, bool | int | str]) -> None:
        self.options = options
        self.alike: dict[object, Numbers] = {}


def numbers(scene: Scene, being: Being) -> Numbers:
    """Kept by all that they depend on: with the being while it stays the same, and with the content."""
    of = (scene.library, scene.options, being.sheet, being.hands, being.worn, being.pack, being.conditions,
          being.ability, being.unloaded)  # fmt: skip
    before: tuple[object, ...]
    found: Numbers
    before, found = being.kept
    if before != of:
        found = kept_numbers(scene, being)
        being.kept = (of, found)
    return found


def kept_numbers(scene: Scene, being: Being) -> Numbers:
    """How long a condition lasts counts for nothing here. Where all comes to the same as before, what follows from it
    is known."""
    kept: Kept | None = scene.library.worked_out.get(Numbers)
    if kept is None or kept.options != scene.options:
        kept = scene.library.worked_out[Numbers] = Kept(scene.options)
    under = tuple([(each.name, each.source, each.value, each.note) for each in being.conditions])
    key = (being.sheet, being.hands, being.worn, being.pack, under, being.ability, being.unloaded)
    found = kept.get(key)
    if found is None:
        if len(kept) > MOST_KEPT:
            kept.clear()
            kept.alike.clear()
        made = Numbers(scene, being)
        found = kept[key] = kept.alike.setdefault(made.alike(being.states), made)
    return found


# ---------------------------------------------------------------- what is lost


def harm(n: Numbers, hp: int, lost: Outcomes) -> float:
    """What such a loss is worth to somebody with so much health left."""
    return n.stake * part_lost(lost, max(1, hp), n.health, n.drops)


def effort_worth(being: Being, n: Numbers) -> float:
    """What it costs to pay in health."""
    return harm(n, being.hp, ((n.effort, 1.0),)) if n.effort else 0.0


def price_of_defence(scene: Scene, target: Being, n: Numbers, guard: Guard) -> float | None:
    """What a defence costs the defender: energy while there is some, health after that; nothing: it cannot be made."""
    if target.ep >= guard.ep:
        return ENERGY * n.blow * guard.ep
    if refuse_effort(scene, target, n.effort) is None:
        return effort_worth(target, n)
    return None


# ---------------------------------------------------------------- conditions


def condition_worth(being: Being, n: Numbers, name: str, turns: int) -> float:
    """What it costs somebody to be under a condition for so many turns; nothing more where it is already. `worth` in
    its entry is of the worth of one round of somebody."""
    if name in being.states:
        return 0.0
    return CONDITIONS[name].worth * min(max(turns, 1), 3) * n.stake / ROUNDS


def weapon_arm(being: Being) -> str:
    """The arm that leads a weapon."""
    return next((arm for arm, thing in zip(ARMS, being.hands, strict=True) if thing), ARMS[0])
