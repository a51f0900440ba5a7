"""Openings for what others may do at once: when somebody leaves a threatened cell, slips past, uses magic, or draws
blood. Who answers, and how, stands in `opportunistic_actions.py` and `reactionary_actions.py`; readied
actions hear of it too."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.timing import Event, happens
from ludex.games.crawl.book.characters.skills import skills
from ludex.games.crawl.book.turns.ready_actions import announce
from ludex.games.crawl.state import Being, Scene

LEAVING, PASSING, CASTING, HARMING = "leaving", "passing", "casting", "harming"
WALKS, RUNS, CLIMBS, JUMPS, GETS_AWAY = "walks", "runs", "climbs", "jumps", "gets away"


def leaving(scene: Scene, mover: Being, how: str, to: Cell | None = None) -> None:
    """tc.opportunistic: somebody sets out to leave their cell on their own, and how; where they walk or climb, to which
    cell. Whoever puts the step on the agenda after this looks there whether it can still be taken."""
    about = ("cell", mover.at), ("how", how), ("lying", "Prone" in mover.states), ("to", to)
    happens(scene, Event(LEAVING, mover.id, "", about))


def passing(scene: Scene, mover: Being) -> None:
    """tc.opportunistic: somebody in stealth has moved a cell. Whoever may notice is not told who it is."""
    if "Hidden" in mover.states:
        happens(scene, Event(PASSING, ""))


def casting(scene: Scene, caster: Being, skill_id: str) -> None:
    """tc.reactionary: magic is paid for and about to be rolled. Where a counter succeeds the caster is Countered."""
    announce(scene, "casts", caster, skill=skill_id)
    happens(scene, Event(CASTING, caster.id, "", (("skill", skill_id),)))


def draws_blood(scene: Scene, attacker: Being, target: Being) -> None:
    """tc.reactionary: an attack has cost its target health points. Only who has made it may act on that."""
    if skills(scene, attacker, "trigger"):
        happens(scene, Event(HARMING, target.id, attacker.id))
