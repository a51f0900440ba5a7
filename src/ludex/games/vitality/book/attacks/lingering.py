"""What an attack leaves behind: hazardous spaces, and the Concentration of whoever has made it."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Entry, Until
from ludex.core.kernel.timing import Event, Reaction, by_whom
from ludex.games.vitality.book.action_types import THIS_TURN
from ludex.games.vitality.book.attacks.accuracy_and_effect import Course, aims
from ludex.games.vitality.book.attacks.blow import DECLARED, HAZARD, Blow, Hit, Outcome
from ludex.games.vitality.book.attacks.built import Built
from ludex.games.vitality.book.attacks.hazards import lay, lies_in
from ludex.games.vitality.book.attacks.targets import area_of, start_of_area
from ludex.games.vitality.book.characters.space import level_of_area
from ludex.games.vitality.book.conditions import afflict
from ludex.games.vitality.records.attack_effects import Concentrate
from ludex.games.vitality.records.attack_effects import Hazard as Environmental
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.state import Being, Scene

RULE = "vt.up.environmental"

# ---------------------------------------------------------------- hazards


def lay_on_area(scene: Scene, attacker: Being, blow: Blow, attack: Built) -> None:
    """vt.up.environmental: all spaces of the area become hazardous, not the one from which the attacker has made it."""
    if attack.part(Environmental) is None or not attack.kind.area or blow.how == "sustain":
        return
    start = start_of_area(scene, attacker, attack, blow.origin)
    own = attacker.at if start is attacker else None
    cells = [cell for cell in area_of(scene, start, attack, blow.direction) if cell != own]
    levels = {cell: level_of_area(scene, start, attack.shape, attack.size, cell) for cell in cells}
    lay(scene, attacker, attack.id, levels)


def word_of(owner: str, attack: str) -> str:
    """Under this it is remembered that somebody has suffered from a hazard in this turn."""
    return f"hazard {owner} {attack}"


def strikes(scene: Scene, owner: Being, event: Event) -> tuple[Plain, ...]:
    """Once in each turn, whoever is still there."""
    being, attack = scene.beings[event.who], str(event.get("attack"))
    if event.by != owner.id or not being.here or being.has_used(word_of(owner.id, attack)):
        return ()
    own = [hazard for hazard in scene.hazards if hazard.owner == owner.id and hazard.attack == attack]
    return (HAZARD,) if any([lies_in(being, hazard) for hazard in own]) else ()


def hazard_strikes(scene: Scene, owner: Being, event: Event, way: Plain) -> Entry:
    being, attack = scene.beings[event.who], str(event.get("attack"))
    being.use(word_of(owner.id, attack), THIS_TURN)
    return suffers(being, owner, attack)


HAZARDS = Reaction("forced", HAZARD, RULE, strikes, hazard_strikes, by_whom)


@step(RULE)
async def suffers(scene: Scene, being: Being, owner: Being, attack: str) -> None:
    """The effect of the attack, without an Accuracy Check; it is no hit, and nobody attacks."""
    scene.record("hazard", RULE, who=being.id, owner=owner.id, attack=attack)
    scene.next(aims(Course(Blow(owner.id, attack, (being.id,), how=HAZARD), hits=(Hit(being.id),))))


# ---------------------------------------------------------------- Concentration


def concentrate(scene: Scene, attacker: Being, blow: Blow, attack: Built, outcomes: tuple[Outcome, ...]) -> None:
    """vt.up.concentration: while the condition takes hold each time, the attack can be made again on later turns."""
    if attack.part(Concentrate) is None or blow.how not in DECLARED or attacker.beaten:
        return
    for outcome in outcomes:
        if outcome.took_hold:
            afflict(scene, attacker, "Concentrating", source=outcome.target, note=attack.id, until=Until("fight"))
        elif blow.how == "sustain":
            lose_hold(scene, attacker, outcome.target, attack.id)


def lose_hold(scene: Scene, attacker: Being, target: str, attack: str) -> None:
    if attacker.keep(lambda c: (c.name, c.source, c.note) != ("Concentrating", target, attack)):
        scene.record("condition_ends", CONDITIONS["Concentrating"].rule, who=attacker.id, condition="Concentrating")
