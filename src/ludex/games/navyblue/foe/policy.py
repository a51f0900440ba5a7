"""The simple policy of Navy Blue: a player, or a Director, who knows the rules, looks one turn ahead and takes what is
worth most.

It is deterministic, keeps nothing from one decision to the next, and knows only what `worth.py` weighs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ludex.core.foe.deciding import Considerate, Idea
from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command, command
from ludex.games.navyblue.book.dice import MISS
from ludex.games.navyblue.book.features import maneuver_cost
from ludex.games.navyblue.book.movement.steps import NEVER, price, running_limit, ways
from ludex.games.navyblue.foe.answers import ANSWERS
from ludex.games.navyblue.foe.attacks import Outlook
from ludex.games.navyblue.foe.exploring import in_peace
from ludex.games.navyblue.foe.flight import escape, runs_away
from ludex.games.navyblue.foe.hiding import afraid, hiding_chance, lying_low, out_of_sight
from ludex.games.navyblue.foe.jobs import jobs
from ludex.games.navyblue.foe.places import LEAP, Ground, Terrain
from ludex.games.navyblue.foe.worth import odds
from ludex.games.navyblue.state import Being, Scene

BETTER = 0.05  # by how much another place must be better to be worth the way
LEAST = 0.05  # what an action must be worth to be taken at all
STEP = 0.02  # each Motion Point on the way
SPRINT = 2  # nb.action.sprint: points for an Action
SHAKY = 0.3  # what a Leap may cost


def consider(scene: Scene, being: Being) -> Idea:
    """The best idea that this being has now, of those that the game allows."""
    game = game_of(scene)
    for idea in ideas(scene, being) if scene.mode == "fight" else in_peace(scene, being):
        if game.refusal(scene, idea.command) is None:
            return idea
    return Idea(0.0, game.passing(scene, being) or Command(being.id, "end_turn"), "Nothing more is worth doing.")


# ---------------------------------------------------------------- a turn


class Plan(NamedTuple):
    """What is left of a turn, what it is worth in all, and what comes first."""

    worth: float
    first: Idea | None


def ideas(scene: Scene, being: Being) -> list[Idea]:
    """The best ideas for what is left of a turn, the best first."""
    if runs_away(scene, being):
        found = list(escape(scene, being))
        if found or "Fleeing" in being.states:
            return found
    if not being.actions and not being.motion:
        return []
    turn = Turn(scene, being)
    plans = [plan for plan in turn.plans() if plan.first is not None and plan.worth > turn.nothing + LEAST]
    return [plan.first for plan in sorted(plans, key=_worth_of, reverse=True) if plan.first is not None]


def _worth_of(plan: Plan) -> float:
    return plan.worth


class Turn:
    """All that can be made of what is left of a turn."""

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene, self.being = scene, being
        self.outlook = Outlook(scene, being)
        self.terrain = Terrain(scene, being)
        self.ground = Ground(self.outlook, self.terrain)
        self.prone = "Prone" in being.states
        reach = max([blow.reach for blow in self.outlook.blows], default=0)
        self.low = lying_low(scene, being, self.outlook.enemies, reach)
        self.lying = self.low if self.prone else 0.0
        self.surge = 99 if being.has_used("Surge") else maneuver_cost(scene, being, "Surge", 3)
        self.limit = running_limit(scene, being)
        self.ways = self._ways()
        self.hiding = maneuver_cost(scene, being, "Hide", 1)
        self.shadow = self._shadows()

    def _shadows(self) -> list[float]:
        """What it is worth to hide, with one try, two, three…"""
        scene, being, ground = self.scene, self.being, self.ground
        if ground.seeks or not afraid(being) or ("Hidden" in being.states and not being.actions):
            return []
        worth = out_of_sight(scene, being, [*self.outlook.enemies, *self.outlook.lurking])
        if not worth:
            return []
        fails = 1 - hiding_chance(scene, being)
        return [worth * (1 - fails**tries) for tries in range(1, 1 + (being.motion + SPRINT) // max(1, self.hiding))]

    @property
    def nothing(self) -> float:
        """What it is worth to leave it at that."""
        return self.ground.place(self.being.at) + self.lying

    def _ways(self) -> list[tuple[str, int, int]]:
        """Every zone that can be walked to in this turn, the points spent and all the points gone."""
        up, footing = 0 if self.prone else NEVER, self.terrain.footing
        most = self.being.motion + SPRINT
        found = []
        for zone, path in ways(footing).items():
            if footing.each * len(path) <= most:
                due = price(footing, path, up)
                found.append((zone, due.spent, due.spent + due.lost))
        return found

    # -- what can be done, and then what is left

    def plans(self) -> list[Plan]:
        being = self.being
        found = self.acting(being.actions, being.motion)
        for job in jobs(self.ground):
            if job.motion <= being.motion:
                rest = max(self.acting(being.actions, being.motion - job.motion), key=_worth_of)
                found.append(Plan(job.idea.worth + rest.worth, job.idea))
        if self.low > 0 and not self.prone:  # it costs nothing, so it comes last
            dive = Idea(self.low, Command(being.id, "dive"), "Down, out of the way of what flies.")
            found.append(Plan(self.nothing + self.low, dive))
        unseen = self.unseen(being.at, being.motion) if "Hidden" not in being.states else 0.0
        if unseen:  # last of all too
            hide = Idea(unseen, Command(being.id, "hide"), "Out of sight until the next turn.")
            found.append(Plan(self.nothing + unseen, hide))
        elif self.ground.seeks and being.actions and "Hidden" in being.states:
            shown = Idea(LEAST, Command(being.id, "sprint"), "Come out and fight.")
            found.append(Plan(self.nothing + 2 * LEAST, shown))
        if self.prone and being.motion and self.low < 0:
            stand = Idea(-self.low, Command(being.id, "stand"), "Up again.")
            value = self.at(being.at, being.actions, being.motion - 1, self.outlook.runs, False)
            found.append(Plan(value, stand))
        return found

    def acting(self, actions: int, motion: int) -> list[Plan]:
        """To act from here, from another zone, or to do nothing but go somewhere."""
        being = self.being
        here = self.at(being.at, actions, motion, self.outlook.runs, self.prone) + max(self.lying, self.low)
        found = [Plan(here, self.act(actions, motion))]
        for zone, spent, gone in self.ways:
            if gone <= motion:
                runs = self.outlook.runs or being.on_move + spent > self.limit
                worth = self.at(zone, actions, motion - gone, runs, self.terrain.pit(zone)) - STEP * gone - BETTER
                found.append(Plan(worth, self.go(zone, worth, here)))
        if not self.prone:
            found += self.leaping(actions, motion, here)
        if actions and not any([plan.worth > here + 1.0 for plan in found]):
            found += self.sprinting(motion)
        return found

    def leaping(self, actions: int, motion: int, here: float) -> list[Plan]:
        found = []
        for step in self.terrain.steps(self.being.at):
            if step.how == LEAP and self.terrain.leap_cost <= motion:
                left = motion - self.terrain.leap_cost
                worth = self.at(step.to, actions, left, self.outlook.runs, False) - SHAKY
                given = command(self.being.id, "leap", to=step.to, over=(step.over,))
                found.append(Plan(worth, Idea(worth - here, given, "Over {} to {}", (step.over, step.to))))
        return found

    def sprinting(self, motion: int) -> list[Plan]:
        """Two points more in place of an Action, where one does not get far enough to act."""
        if self.ground.strike(self.being.at, False, self.prone)[0] > LEAST or "Hidden" in self.being.states:
            return []  # who is Hidden walks, and stays so
        best = max(
            [self.ground.place(zone) - STEP * gone for zone, _, gone in self.ways if gone <= motion + SPRINT], default=0
        )
        worth = best - 2 * BETTER
        return [Plan(worth, Idea(worth, Command(self.being.id, "sprint"), "Nobody is near enough: faster."))]

    def at(self, zone: str, actions: int, motion: int, runs: bool, prone: bool) -> float:
        """What a turn is worth from there on: attacks, with Surge or without, and where one ends."""
        strike = self.ground.strike(zone, runs, prone)[0]
        aid = self.ground.aid(zone)
        first = max(strike, aid.worth if aid is not None else 0.0)
        if not first and "Hidden" in self.being.states:  # who does nothing stays Hidden anyway
            return self.ground.place(zone)
        stay = (first + (actions - 1) * strike if actions else 0.0) + self.ends(zone, motion)
        if motion >= self.surge and strike > 0:
            return max(stay, first + actions * strike + self.ends(zone, motion - self.surge))
        return stay

    def ends(self, zone: str, motion: int) -> float:
        """The best place to end the turn in, within a step, and out of sight if the points last."""
        best = self.ground.place(zone) + self.unseen(zone, motion)
        if motion and self.ground.exposed:
            leaving = self.terrain.footing.loss(zone, True)[0]
            for step in self.terrain.steps(zone):
                left = motion - step.cost - leaving
                if step.how == "walk" and left >= 0:
                    best = max(best, self.ground.place(step.to) + self.unseen(step.to, left) - BETTER)
        return best

    def unseen(self, zone: str, motion: float) -> float:
        """What it is worth to hide there; not under the eyes of somebody who stands beside one."""
        tries = int(motion) // max(1, self.hiding)
        return self.shadow[tries - 1] if tries and self.shadow and zone not in self.ground.threats else 0.0

    # -- as ideas

    def go(self, zone: str, worth: float, here: float) -> Idea:
        given = command(self.being.id, "move", to=zone)
        return Idea(worth - here, given, "More can be done from {}.", (zone,))

    def act(self, actions: int, motion: int) -> Idea | None:
        """The best Action from here; Surge where none is left and another pays."""
        being = self.being
        worth, number, target, zone = self.ground.strike(being.at, self.outlook.runs, self.prone)
        aid = self.ground.aid(being.at)
        if not actions:
            if motion < self.surge or worth <= LEAST:
                return None
            if worth + self.ends(being.at, motion - self.surge) <= self.ends(being.at, motion):
                return None
            return Idea(worth, Command(being.id, "surge"), "It pays to have one Action more.")
        if aid is not None and aid.worth > worth:
            return aid
        if worth <= LEAST:
            return None
        blow = self.outlook.blows[number]
        given = {"weapon" if blow.action == "attack" else "feature": blow.thing, "attr": blow.attack.attr}
        if zone:
            given["zone"] = zone
        else:
            given["target"] = target
        return Idea(worth, command(being.id, blow.action, **given), chance=self.hit(number, target), to="to hit")

    def hit(self, number: int, target: str) -> float:
        """How likely it hits, whatever the target defends with."""
        if not target:
            return 1.0
        blow, enemy = self.outlook.blows[number], self.scene.beings[target]
        against = self.outlook.results(number, enemy)[1]
        return min([1 - odds(blow.bonus, thresholds, self.outlook.tiers)[MISS] for thresholds in against])


class SimplePolicy(Considerate):
    checked = True  # whatever it wants the game has allowed
    answers = ANSWERS

    def consider(self, scene: Scene, being: Being) -> Idea:
        return consider(scene, being)

    def ideas(self, scene: Scene, being: Being) -> Iterable[Idea]:
        return ideas(scene, being) if scene.mode == "fight" else in_peace(scene, being)

    def away(self, scene: Scene, being: Being) -> Iterable[Idea]:
        return escape(scene, being) if scene.mode == "fight" and scene.exits else ()
