"""The simple opponent: strike the weakest, go to the nearest, give ground before it is too late."""

from __future__ import annotations

from ludex.core.foe.deciding import Considerate, Idea
from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.skeleton.book.attacks import STAND, fits_attack
from ludex.skeleton.state import Being, Scene


def give_ground(scene: Scene, question: Question) -> Plain:
    """Only where standing would mean to go down, and giving ground would not."""
    amount, health = question.about["amount"], scene.beings[question.who].health
    assert isinstance(amount, int)
    _, *back = question.domain.some()
    return back[0] if amount // 2 < health <= amount else STAND


class SimplePolicy(Considerate):
    answers = {"skeleton.give_ground": give_ground}

    def consider(self, scene: Scene, being: Being) -> Idea:
        here = [other for other in scene.beings.values() if fits_attack(scene, being, other) is None]
        if here:
            weakest = min(here, key=lambda other: other.health)
            attack = command(being.id, "attack", target=weakest.id)
            return Idea(1.0, attack, "{} has the least health left here.", (weakest.id,))
        enemies = [other for other in scene.beings.values() if other.side != being.side and other.stands]
        ways = scene.board.neighbours(being.at)
        if enemies and ways:
            to = min(ways, key=lambda zone: min(scene.board.distance(zone, other.at) for other in enemies))
            return Idea(0.5, command(being.id, "move", to=to), "Nobody to strike here, so on to {}.", (to,))
        return Idea(0.0, command(being.id, "wait"), "There is nothing to do.")
