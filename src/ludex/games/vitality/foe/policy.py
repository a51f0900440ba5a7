"""The simple policy of Vitality: a player, or a game master, who knows the rules, looks one turn ahead and does what is
worth most: to strike, to go where one can strike better, to help, or to spend an Effort where that pays.

It is deterministic, keeps nothing from one decision to the next but what it would work out again, and knows only what
`worth.py` weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from operator import attrgetter

from ludex.core.foe.deciding import Considerate, Idea
from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.attacks.actions import SUSTAIN, may_sustain, sustained, sustained_on
from ludex.games.vitality.book.characters.features import reach
from ludex.games.vitality.book.characters.scores import movement_left
from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.book.effort.effort import refuse_effort
from ludex.games.vitality.book.movement.actions import to_stand
from ludex.games.vitality.book.movement.burrowing import ends_below
from ludex.games.vitality.book.movement.carrying import load_of
from ludex.games.vitality.book.movement.steps import cannot_move, hastened
from ludex.games.vitality.foe.aids import Aid, aids, free_aids, walling
from ludex.games.vitality.foe.answers import ANSWERS
from ludex.games.vitality.foe.attacks import Attack, Outlook
from ludex.games.vitality.foe.places import BETTER, Field, closer, goes
from ludex.games.vitality.foe.worth import Target, price_of_effort, profile
from ludex.games.vitality.state import Being, Scene

WORTH_IT = 0.05  # what something must be worth to be done at all
NEAR_ENOUGH = 0.85  # of the best attack there is: who can make it from here looks for no other place
BREACH = 0.1  # of an attack: what it is worth on a wall
FEEBLE = 0.5  # of the best that could be done somewhere: with so little nobody stays where they are shot at
HURT_BADLY = 0.3  # of all HP: who has no more does not go nearer without a reason
FREED = 0.8  # of a round: what an Effort brings that ends what keeps somebody from attacking
WORTH: Callable[[Attack | Aid], float] = attrgetter("worth")


def consider(scene: Scene, being: Being) -> Idea:
    """The best idea that this being has now, of those that the game allows."""
    game = game_of(scene)
    if scene.mode == COMBAT_MODE:
        for idea in ideas(scene, being):
            if game.refusal(scene, idea.command) is None:
                return idea
    return Idea(0.0, game.passing(scene, being) or Command(being.id, "end_turn"), "Nothing more is worth doing.")


def ideas(scene: Scene, being: Being) -> Iterator[Idea]:
    """What could be done now, the best first."""
    if not being.fights:
        return
    yield from out_of_the_way(scene, being)
    if scene.head_start:
        yield from before_the_first_turn(scene, being)
    elif being.primary:
        yield from Turn(scene, being).ideas()
    else:
        yield from afterwards(scene, being)


def out_of_the_way(scene: Scene, being: Being) -> Iterator[Idea]:
    """Whoever is underground comes out; whoever is carried, or carries, is on their own feet."""
    if "Underground" in being.states:
        for to in [*ends_below(scene, being)][:6]:  # the nearest come first
            yield Idea(1.0, command(being.id, "burrow", to=to, tunnel=False, stay=False), "Out into the open.")
    if "Carried" in being.states:
        yield Idea(1.0, command(being.id, "put_down", what=being.id), "On one's own feet.")
    for name in load_of(scene, being) if being.carries else ():
        yield Idea(1.0, command(being.id, "put_down", what=name), "Both hands free.")


# ---------------------------------------------------------------- a turn


class Turn:
    """What can be made of a turn whose Primary Action is left. Worths are of the action and of the place."""

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene, self.being = scene, being
        self.outlook = Outlook(scene, being)
        self.field = Field(self.outlook)
        self.attacks = sorted([*self.outlook.attacks(), *self.outlook.area_attacks()], key=WORTH, reverse=True)
        self.attacks = [attack for attack in self.attacks if attack.worth > WORTH_IT]
        self.best = self.attacks[0] if self.attacks else None
        self.aids = sorted([*aids(self.field, self.best), *self.charges()], key=WORTH, reverse=True)

    def charges(self) -> Iterator[Aid]:
        """An attack to charge, behind a wall where one can be had."""
        for worth, attack in self.outlook.charging():
            given = command(self.being.id, "charge", attack=attack.id)
            yield Aid(worth, given, f"{attack.name} is charged")
            yield from walling(self.field)

    def ideas(self) -> Iterator[Idea]:
        strike = self.best.worth if self.best is not None else 0.0
        aid = self.aids[0].worth if self.aids else 0.0
        yield from self.moves(strike, aid)
        for free in free_aids(self.field, strike >= max(aid, WORTH_IT)):
            yield Idea(free.worth, free.command, "{}", (free.why,))
        yield from self.sustaining(strike, aid)
        if strike <= WORTH_IT:
            yield from self.when_idle()
        done: list[Attack | Aid] = [*self.attacks[:4], *self.aids[:4]]
        for one in sorted(done, key=WORTH, reverse=True):
            if one.worth > WORTH_IT:
                yield self.idea(one)
        yield from standing(self.scene, self.being)

    def idea(self, one: Attack | Aid) -> Idea:
        if isinstance(one, Aid):
            return Idea(one.worth, one.command, "{}", (one.why,))
        return Idea(one.worth, one.command, f"It reaches {one.names}" if one.area else "", chance=one.hit, to="to hit")

    def moves(self, strike: float, aid: float) -> Iterator[Idea]:
        """To where more can be done, or less is to be feared."""
        scene, being, field = self.scene, self.being, self.field
        most = movement_left(scene, being)
        if not most or not field.others or strike >= NEAR_ENOUGH * field.best > 0:
            return
        if cannot_move(scene, being) is not None:
            return
        stay = max(strike, aid) + field.place(being.at, being.height) + BETTER
        found = []
        for place in field.places(most):
            worth = max(place.worth, aid) + place.here - place.struck
            if worth > stay:
                found.append((worth, place))
        for worth, place in sorted(found, key=lambda each: -each[0]):
            for given in goes(scene, being, place):
                yield Idea(worth, given, "More can be done from {}.",
                           (place.path[-1],))  # fmt: skip
        if not found and strike < FEEBLE * field.best and self.dares():
            way = closer(field, most)
            if way is not None:
                yield Idea(BETTER, way, "To where a blow can be struck.")

    def dares(self) -> bool:
        """Whoever fights by hand goes at enemies who can shoot at them wherever they are, while they can bear it."""
        own, outlook = self.field.own, self.outlook
        return not outlook.own.shoots and (own.left > HURT_BADLY * own.most or not self.scene.allies(self.being))

    def sustaining(self, strike: float, aid: float) -> Iterator[Idea]:
        """vt.up.concentration: the attack again for nothing, and then something else than an attack."""
        scene, being = self.scene, self.being
        if "Concentrating" not in being.states or may_sustain(scene, being) is not None:
            return
        for name in sustained(scene, being):
            made = self.outlook.every[str(name)].strike
            for target in sustained_on(scene, being, str(name)):
                if SUSTAIN.refusal(scene, being, (name, target)) is not None:
                    continue
                enemy = next((e for e in self.outlook.enemies if e.being.id == target), None)
                worth = self.outlook.sustained(made, enemy) if enemy is not None else 0.0
                if worth > WORTH_IT and worth + aid > strike:
                    given = command(being.id, "sustain", attack=name, target=target)
                    yield Idea(worth, given, "{} goes on", (made.attack.name,))

    def when_idle(self) -> Iterator[Idea]:
        """Nobody can be struck at: free oneself, come closer, break what is in the way."""
        scene, being = self.scene, self.being
        hindered = not being.states.isdisjoint(("Charmed", "Taunted", "Grabbed"))
        if hindered and self.outlook.enemies and not being.home and refuse_effort(scene, being) is None:
            worth = FREED * self.outlook.own.output - self.outlook.price
            if worth > 0:
                given = command(being.id, "effort", benefit="conditions", what="")
                yield Idea(worth, given, "Free again, by an Effort.")
        way = closer(self.field, movement_left(scene, being)) if cannot_move(scene, being) is None else None
        if way is not None:
            yield Idea(BETTER, way, "Closer to the enemy.")
        yield from breaches(self.outlook)
        if self.field.others and cannot_move(scene, being) is None and not movement_left(scene, being):
            nearest = min([distance(scene, being, enemy.being) for enemy in self.field.others])
            if nearest > self.outlook.reach and hastened(scene, being):
                yield Idea(BETTER, Command(being.id, "hasten"), "Faster, to come closer.")


def breaches(outlook: Outlook) -> Iterator[Idea]:
    """Walls of the enemy, where nobody else can be struck at."""
    scene, being = outlook.scene, outlook.being
    walls = [Target(scene, wall) for wall in scene.enemies(being) if wall.is_wall]
    if walls:
        others, outlook.enemies = outlook.enemies, walls
        found = sorted(outlook.attacks(), key=WORTH, reverse=True)
        outlook.enemies = others
        for attack in found[:2]:
            yield Idea(BREACH * attack.worth, attack.command, "Through the wall: {}", (attack.attack.name,))


# ---------------------------------------------------------------- before and after


def before_the_first_turn(scene: Scene, being: Being) -> Iterator[Idea]:
    """vt.arch.move.vanguard: whatever costs nothing."""
    if not any([until == "turn" for _, until in being.used]):
        for free in free_aids(Field(Outlook(scene, being)), False):
            yield Idea(free.worth, free.command, "{}", (free.why,))


def afterwards(scene: Scene, being: Being) -> Iterator[Idea]:
    """The Primary Action is spent: another by Effort, up again, out of reach for who shoots."""
    if not being.home and refuse_effort(scene, being) is None:
        yield from once_more(scene, being)
    yield from standing(scene, being)
    if profile(scene, being).shoots and movement_left(scene, being) and cannot_move(scene, being) is None:
        near = [e for e in scene.opponents(being) if distance(scene, being, e) <= reach(scene, e)]
        if near:
            yield from retreating(Field(Outlook(scene, being)))


def once_more(scene: Scene, being: Being) -> Iterator[Idea]:
    """vt.effort.extra_action: another Primary Action, where an attack is worth more than the Effort costs."""
    price = price_of_effort(scene, being)
    if price > 2.5 * profile(scene, being).output + 10:
        return
    best = Outlook(scene, being).best()
    if best is not None and best > price:
        given = command(being.id, "effort", benefit="primary", what="")
        yield Idea(best - price, given, "One Primary Action more: {:z.1f} for {:z.1f}", (best, price))


def retreating(field: Field) -> Iterator[Idea]:
    """Out of reach of those who strike with their hands, for whoever strikes from afar."""
    scene, being = field.scene, field.being
    stay = field.place(being.at, being.height) + BETTER
    for place in field.places(movement_left(scene, being), strikes=False):
        if place.here - place.struck > stay:
            for given in goes(scene, being, place):
                yield Idea(place.here - stay, given, "Out of reach, to {}", (place.path[-1],))


def standing(scene: Scene, being: Being) -> Iterator[Idea]:
    """vt.cond.prone: up again, with the movement that is left."""
    if "Prone" in being.states and movement_left(scene, being) >= to_stand(scene, being):
        yield Idea(0.5, Command(being.id, "stand"), "Up again.")


class SimplePolicy(Considerate):
    checked = True  # whatever it wants the game has allowed
    answers = ANSWERS

    def answer(self, scene: Scene, question: Question) -> Plain | Interject:
        """What has changed while a question was open may have left only one answer."""
        open_to = list(islice(question.domain.some(), 2))
        return open_to[0] if len(open_to) == 1 else super().answer(scene, question)

    def consider(self, scene: Scene, being: Being) -> Idea:
        return consider(scene, being)

    def ideas(self, scene: Scene, being: Being) -> Iterator[Idea]:
        return ideas(scene, being) if scene.mode == COMBAT_MODE else iter(())

    def away(self, scene: Scene, being: Being) -> Iterator[Idea]:
        """No rule lets anybody leave: out of reach is all that can be had."""
        able = scene.mode == COMBAT_MODE and movement_left(scene, being) and cannot_move(scene, being) is None
        return retreating(Field(Outlook(scene, being))) if able else iter(())
