"""The simple policy of The Crawl: a player who knows the rules, looks one turn ahead, and weighs every point of energy:
to attack with it now, or to keep it for the defences that will be needed before the next refresh.

It is deterministic, keeps nothing from one decision to the next, and knows only what `worth.py` weighs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from ludex.core.foe.deciding import Considerate, Idea
from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command, command
from ludex.games.crawl.book.attacks.modifiers import CHARGING
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.energy import MOVEMENT
from ludex.games.crawl.book.map.ground import cannot_move, cells_left, ground_for, speed
from ludex.games.crawl.book.map.threat import behind
from ludex.games.crawl.book.movement.charging import COST as RUNNING_START
from ludex.games.crawl.book.movement.charging import charges, least_distance
from ludex.games.crawl.book.skills.stealth import has_learned_to_hide, may_hide
from ludex.games.crawl.book.turns.maximum_effort import refuse_effort
from ludex.games.crawl.foe.aids import Aid, grabs, potions, recovery, spells
from ludex.games.crawl.foe.answers import ANSWERS
from ludex.games.crawl.foe.attacks import Attack, Outlook, aimed_attacks, area_attacks
from ludex.games.crawl.foe.exploring import in_peace
from ludex.games.crawl.foe.places import BETTER, Field, closer, to_exit
from ludex.games.crawl.foe.saving_energy import keeping, threats
from ludex.games.crawl.foe.talking import talks
from ludex.games.crawl.foe.worth import ROUNDS, effort_worth
from ludex.games.crawl.state import Being, Scene

WORTH_IT = 0.02  # what something must be worth to be done at all
OPENED = 0.15  # of a round: what a charge leaves open
COMES = 0.6  # how likely somebody comes into reach of a readied blow
STAGGERED = 0.35  # of a round: the fate die of who is hurt while staggered
NEAR_ENOUGH = 0.85  # of the best attack there is: who can make it from here looks for no other place
SURPRISE = 0.4  # of an attack: what stealth adds to it


def consider(scene: Scene, being: Being, keeps: bool = True) -> Idea:
    """The best idea that this being has now, of those that the game allows."""
    game = game_of(scene)
    for idea in ideas(scene, being, keeps) if scene.mode == "fight" else in_peace(scene, being):
        if game.refusal(scene, idea.command) is None:
            return idea
    return Idea(0.0, game.passing(scene, being) or Command(being.id, "end_turn"), "Nothing more is worth doing.")


def ideas(scene: Scene, being: Being, keeps: bool) -> Iterator[Idea]:
    """What could be done now, the best first; `keeps`: energy may be kept for defences."""
    if flees(being):
        way = to_exit(scene, being)
        if way is not None:
            yield Idea(1.0, way, f"{being.name} flees.")
    turn = Turn(scene, being, keeps)
    yield from sorted([idea for idea in turn.ideas() if idea.worth > turn.bar], key=_worth, reverse=True)
    if turn.idle:
        yield from turn.when_idle()
    yield from facing(scene, being, turn)


def flees(being: Being) -> bool:
    return being.hp < being.sheet.flees_below_hp


def _worth(idea: Idea) -> float:
    return idea.worth


# ---------------------------------------------------------------- a turn


class Turn:
    """All that can be made of what is left of a turn. Worths are of the whole rest of it."""

    def __init__(self, scene: Scene, being: Being, keeps: bool) -> None:
        self.scene, self.being = scene, being
        self.outlook = Outlook(scene, being)
        self.threats = threats(scene, being, self.outlook.n, self.outlook.known)
        self.attacks = [attack for attack in self.outlook.attacks() if attack.worth > 0]
        self.attacks += [attack for attack in area_attacks(scene, being, self.outlook.enemies) if attack.worth > 0]
        if self.outlook.enemies and max([a.worth for a in self.attacks], default=0.0) < 0.1 * self.outlook.n.blow:
            self.attacks += aimed_attacks(self.outlook)
        self.most, self.fare = self.movement()
        self.here = self.field.place(being.at) if self.most else 0.0
        self.kept = self.keeping() if keeps and being.ep else [0.0] * (being.ep + 1)
        self.kept[0] += self.last_breath()
        self.nothing = (self.kept[-1] if being.ep else 0.0) + self.here
        self.bar = self.nothing + WORTH_IT  # what an idea must be worth
        self.idle = not self.attacks

    @cached_property
    def field(self) -> Field:
        return Field(self.outlook, self.threats)

    def keeping(self) -> list[float]:
        """What it is worth to keep no point of energy, one, two…"""
        best = max([attack.worth / attack.cost for attack in self.attacks], default=0.0)
        blow = max(best, self.field.best if self.most or not best else 0.0)
        return keeping(self.scene, self.being, self.outlook.n, self.threats, self.being.ep, blow)

    def movement(self) -> tuple[int, int]:
        """How many cells somebody can still walk, and the energy that costs."""
        scene, being = self.scene, self.being
        if cannot_move(scene, being) is not None:
            return 0, 0
        left, fare = cells_left(scene, being), MOVEMENT.points(scene, being)
        if MOVEMENT.refusal(scene, being, ()) is None:
            if not being.moved and not fare:
                return max(left, speed(scene, being)), 0
            if not left and not self.attacks and being.ep > fare:
                return speed(scene, being), fare
        return left, 0

    def last_breath(self) -> float:
        """tc.maxeffort.attack: what it is worth to have no energy left: one more attack may be paid in health."""
        price = self.price_of_effort()
        best = max([attack.worth for attack in self.attacks], default=0.0)
        return max(0.0, best - price) if price is not None else 0.0

    def price_of_effort(self) -> float | None:
        being, n = self.being, self.outlook.n
        if refuse_effort(self.scene, being, n.effort) is not None:
            return None
        staggered = 4 * (being.hp - n.effort) < n.health
        return effort_worth(being, n) + (STAGGERED * n.stake / ROUNDS if staggered else 0.0)

    def allot(self, ways: list[tuple[float, int]], energy: int) -> list[float]:
        """What so much energy is worth at the most, spent on these or kept."""
        best = self.kept[: energy + 1]
        for points in range(1, energy + 1):
            for worth, cost in ways:
                if 0 < cost <= points:
                    best[points] = max(best[points], worth + best[points - cost])
        return best

    # -- what could be done first

    def ideas(self) -> Iterator[Idea]:
        energy = self.being.ep
        ways = [(attack.worth, attack.cost) for attack in self.attacks]
        best = self.allot(ways, energy)
        strikes = False
        for attack in self.attacks:
            if attack.cost <= energy:
                worth = attack.worth + best[energy - attack.cost] + self.here
                if worth > self.bar:
                    strikes = True
                    yield self.idea(attack, worth)
        for aid in self.aids():
            if aid.cost <= energy:
                worth = aid.worth + best[energy - aid.cost] + self.here
                yield Idea(worth, aid.command, "{}", (aid.why,))
        blows = [*self.readied(best)]
        yield from blows
        stay = max([(best[energy] if energy else 0.0) + self.here, *[blow.worth for blow in blows]])
        if self.outlook.n.afar and not strikes and (self.attacks or not energy):
            yield from self.out_of_sight(stay)
        else:
            yield from self.moves(stay)
        yield from self.charging(best)
        if not energy:
            yield from self.final_attacks()

    def idea(self, attack: Attack, worth: float) -> Idea:
        given = Command(self.being.id, attack.action, attack.args)
        return Idea(worth, given, chance=attack.hit, to="to hit")

    def aids(self) -> Iterator[Aid]:
        scene, being = self.scene, self.being
        walks = not self.attacks
        yield from recovery(scene, being, self.outlook.n, walks)
        if being.ep:
            yield from potions(scene, being)
            yield from spells(scene, being, self.threats)
            yield from grabs(scene, being, self.outlook)
            yield from talks(scene, being, self.outlook.enemies)
            hides = being.sheet.tactics == "ambushes" and has_learned_to_hide(scene, being)
            if hides and may_hide(scene, being) is None:
                yield Aid(SURPRISE * self.outlook.n.blow, 1, Command(being.id, "hide"), "Out of sight")

    # -- moving

    def moves(self, stay: float) -> Iterator[Idea]:
        """To where more can be done, or less is to be feared."""
        being, most, cost = self.being, self.most, self.fare
        if not most or (flees(being) and self.scene.exits):  # nobody comes back to be struck down
            return
        here = max([attack.worth / attack.cost for attack in self.attacks if attack.cost <= being.ep], default=0.0)
        near_enough = here >= NEAR_ENOUGH * self.field.best and here > 0
        if being.ep and near_enough and not self.outlook.pushes:  # from each place a push leads elsewhere
            return
        if not being.ep and self.attacks and self.field.care * self.field.exposed(being.at) < BETTER:
            return
        places = [*self.field.places(most, being.ep - cost)]
        if not self.attacks and self.outlook.enemies and not any([place.worth > 0 for place in places]):
            way = closer(self.field, most) if being.ep or not being.moved else None
            if way is not None:
                yield Idea(stay + BETTER, way, "Closer to the enemy.")
            if way is not None or cost:  # to get out of their way is worth no energy
                return
        for place in places:
            energy = being.ep - cost
            there = self.allot([(place.worth, 1)] if place.worth > 0 else [], energy)[energy]
            worth = there + place.here - place.struck - BETTER
            if worth > self.bar:
                given = Command(being.id, "move", (("to", place.path),))
                yield Idea(worth, given, "More can be done from {}.", (place.path[-1],))
            if place.struck and len(place.path) == 1 and energy:
                step = self.allot([(place.worth, 1)] if place.worth > 0 else [], energy - 1)[-1] + place.here - BETTER
                given = command(being.id, "two_meter_step", cell=place.path[0])
                yield Idea(step, given, "A careful step to {}", (place.path[0],))

    def out_of_sight(self, stay: float) -> Iterator[Idea]:
        """For who fights from afar and has done so: behind something until the next turn."""
        if self.most and not self.fare:
            for place in self.field.shelters(self.most):
                worth = stay + place.here - place.struck - BETTER
                yield Idea(worth, command(self.being.id, "move", to=place.path), "Out of their sight.")

    def charging(self, best: list[float]) -> Iterator[Idea]:
        """tc.charge: at somebody too far off to walk to."""
        scene, being = self.scene, self.being
        if self.attacks or being.ep <= RUNNING_START or "Prone" in being.states:
            return
        for name in charges(scene, being):
            skill = skill_of(scene, being, name)
            cost = RUNNING_START + skill.ep
            number = next((k for k, s in enumerate(self.outlook.n.strikes) if s.skill.id == name), None)
            if number is None or cost > being.ep:
                continue
            for enemy in self.outlook.enemies:
                away = self.outlook.apart(enemy)
                if least_distance(scene) <= away <= 2 * self.outlook.n.speed + self.outlook.n.reach:
                    worth, hit = self.outlook.worth(number, enemy, CHARGING)
                    open_to = OPENED * self.outlook.n.stake / ROUNDS
                    given = command(being.id, "charge", skill=name, target=enemy.id)
                    total = worth - open_to + best[being.ep - cost] + self.here
                    yield Idea(total, given, chance=hit, to="to hit")

    def readied(self, best: list[float]) -> Iterator[Idea]:
        """tc.ready: a blow for the first who comes into reach, before they can strike."""
        being, n = self.being, self.outlook.n
        if self.attacks or being.readied is not None or n.afar or flees(being):
            return
        come = [t.enemy for t in self.threats if t.strike.skill.melee
                and self.outlook.apart(t.enemy) <= t.n.reach + 2 * t.n.speed]  # fmt: skip
        for number, strike in enumerate(n.strikes if come else ()):
            if strike.skill.melee and strike.cost <= being.ep:
                worth = COMES * max([self.outlook.worth(number, enemy, 0)[0] for enemy in come])
                said = {"with": (("skill", strike.skill.id),), "event": "comes_in_range", "who": "", "cell": None}
                given = command(being.id, "ready", action="attack", **said)
                yield Idea(worth + best[being.ep - strike.cost] + self.here, given, "A blow for whoever comes near.")

    def final_attacks(self) -> Iterator[Idea]:
        """tc.maxeffort.attack: when all energy is spent, one more, paid in health."""
        being, price = self.being, self.price_of_effort()
        if price is None:
            return
        for attack in self.attacks:
            given = Command(being.id, f"final_{attack.action}", attack.args)
            yield Idea(attack.worth - price + self.here, given, "{} at {}, at all costs",
                       (attack.name, attack.target))  # fmt: skip

    # -- when there is nobody to strike at

    def when_idle(self) -> Iterator[Idea]:
        """Look for those who hide; who cannot fight any more leaves, or talks."""
        scene, being = self.scene, self.being
        if not self.outlook.n.strikes:
            way = to_exit(scene, being)
            if way is not None:
                yield Idea(0.1, way, "There is nothing left to fight with.")
            for enemy in self.outlook.enemies:
                yield Idea(0.1, command(being.id, "persuade", target=enemy.id), "There is nothing left but words.")
        if not self.outlook.enemies:
            if not being.moved:
                yield Idea(0.1, command(being.id, "look", skill="perception"), "Somebody hides here.")
            way = patrol(scene, being)
            if way is not None:
                yield Idea(0.05, way, "On the lookout.")


def patrol(scene: Scene, being: Being) -> Command | None:
    """Where to look for enemies that nobody knows about: towards another cell of the map each round."""
    most = cells_left(scene, being) if being.moved else speed(scene, being)
    if not most or cannot_move(scene, being) is not None:
        return None
    cells = sorted(scene.board.cells)
    goal = cells[scene.turns.round * 37 % len(cells)]
    ground = ground_for(scene, being)
    costs = ground.reach(most)
    there = min(costs, key=lambda cell: (scene.board.distance(cell, goal), costs[cell]))
    return command(being.id, "move", to=ground.way(there, costs, most)) if there != being.at else None


# ---------------------------------------------------------------- the end of a turn


def facing(scene: Scene, being: Being, turn: Turn) -> Iterator[Idea]:
    """tc.behind: who is attacked from behind defends worse; so one turns to where fewest stand behind."""
    near = [t.enemy for t in turn.threats if scene.distance(being, t.enemy) <= 2]
    if not near or scene.options["opt_no_facing"] or "Grappled" in being.states:
        return
    now = being.facing
    behind_now = sum([behind(scene, enemy, being) for enemy in near])
    if not behind_now:
        return
    best = (behind_now, 0)
    for direction in range(len(scene.board.directions)):
        being.facing = direction
        best = min(best, (sum([behind(scene, enemy, being) for enemy in near]), direction))
    being.facing = now
    if best[0] < behind_now:
        yield Idea(0.1, command(being.id, "face", direction=best[1]), "Nobody should stand behind one.")


class SimplePolicy(Considerate):
    """Attacks, or keeps a defence, whichever is worth more."""

    checked = True  # whatever it wants the game has allowed
    answers = ANSWERS

    def consider(self, scene: Scene, being: Being) -> Idea:
        return consider(scene, being)

    def ideas(self, scene: Scene, being: Being) -> Iterable[Idea]:
        return ideas(scene, being, True) if scene.mode == "fight" else in_peace(scene, being)

    def away(self, scene: Scene, being: Being) -> Iterable[Idea]:
        way = to_exit(scene, being) if scene.mode == "fight" else None
        return (Idea(1.0, way, "Away from here."),) if way is not None else ()


class AlwaysAttack(Considerate):
    """The same in all, but for one thing: it never keeps energy that it could attack with."""

    checked = True
    answers = ANSWERS

    def consider(self, scene: Scene, being: Being) -> Idea:
        return consider(scene, being, keeps=False)
