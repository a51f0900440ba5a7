"""A breather or a night as a sensible party takes it: wounds are tended, then everybody eats, drinks and sleeps."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.crawl.book.characters.aspects import max_hp
from ludex.games.crawl.book.characters.skills import Skill, skills
from ludex.games.crawl.book.health.medicine import ailments, refuse_patient
from ludex.games.crawl.book.health.rest import NIGHT, food_of
from ludex.games.crawl.book.skills.actions import ON_TURN, by_itself, fits_use, for_whom
from ludex.games.crawl.book.turns.leading import active_party
from ludex.games.crawl.state import PARTY, Being, Scene

RESTS = {"breather": 1, "night": NIGHT}  # hours
TRIES = 6  # with one skill for one who is hurt: outside fights energy is not counted


def resting_party(scene: Scene, kind: str) -> Iterator[Command]:
    """Potions are kept for fights."""
    yield from tend(scene)
    if kind == "night":
        yield from treat(scene)
        yield from dine(scene)
    resting = active_party(scene)
    hours = RESTS[kind]
    yield command(resting[0].id, "rest", hours=hours) if resting else command(GM, "pass_time", hours=hours)


def tend(scene: Scene) -> Iterator[Command]:
    """tc.medicine, tc.heal: who knows how to heal does it, as long as it helps."""
    for healer in active_party(scene):
        for skill in healing(scene, healer):
            for patient in hurt(scene):
                for _ in range(TRIES):
                    if healer.senseless or whole(scene, patient) or patient not in for_whom(scene, healer, skill):
                        break
                    yield from go_to(scene, healer, patient)
                    if fits_use(scene, healer, skill.id, patient.id, None, "") is not None:
                        break
                    yield command(healer.id, "use", skill=skill.id, target=patient.id)


def treat(scene: Scene) -> Iterator[Command]:
    """tc.medicine: one try for whatever can be treated, by everybody in turn until it works."""
    for patient in [member for member in scene.side_of(PARTY) if member.here]:
        for what in ailments(patient):
            for healer in active_party(scene):
                if what not in ailments(patient):
                    break
                yield from go_to(scene, healer, patient)
                if refuse_patient(scene, healer, patient, what) is None:
                    yield command(healer.id, "treat", target=patient.id, what=what)


def dine(scene: Scene) -> Iterator[Command]:
    """tc.food, tc.hunger: a meal for who is hurt or hungry, and water for all."""
    for member in active_party(scene):
        food = food_of(scene, member)
        if food and member.meal is None and (member.fasted or not whole(scene, member)):
            yield command(member.id, "eat", item=food[0])
        yield Command(member.id, "drink")


def healing(scene: Scene, healer: Being) -> list[Skill]:
    return [skill for skill in skills(scene, healer, *ON_TURN) if skill.heals is not None and by_itself(skill)]


def hurt(scene: Scene) -> list[Being]:
    """Who is worst off comes first."""
    found = [member for member in scene.side_of(PARTY) if member.here and not whole(scene, member)]
    return sorted(found, key=lambda member: member.hp - max_hp(scene, member))


def whole(scene: Scene, being: Being) -> bool:
    return being.hp >= max_hp(scene, being)


def go_to(scene: Scene, healer: Being, patient: Being) -> Iterator[Command]:
    """Beside somebody, where there is time to walk there."""
    if scene.distance(healer, patient) > 1:
        cell = beside(scene, healer, patient)
        if cell is not None:
            yield command(GM, "place", being=healer.id, at=cell)


def beside(scene: Scene, healer: Being, patient: Being) -> Cell | None:
    """A free cell next to somebody, as high as it lies itself."""
    board = scene.board
    taken = {
        cell for other in scene.beings.values() if other.here and other is not healer for cell in scene.cells(other)
    }
    for cell in board.neighbours(patient.at):
        body = scene.body(healer, cell)
        level = all([board.open(each) and board.height(each) == board.height(patient.at) for each in body])
        if level and taken.isdisjoint(body):
            return cell
    return None
