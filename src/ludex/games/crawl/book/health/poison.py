"""Poison: exposure, the checks against it turn by turn, what it brings while it lasts, and its end."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition, Until
from ludex.games.crawl.book.conditions import COUNTED, afflict, end, keep_within
from ludex.games.crawl.book.dice import FAILURE, against, endurance_modifiers
from ludex.games.crawl.book.health.addiction import dose
from ludex.games.crawl.book.health.damage import fall_unconscious
from ludex.games.crawl.book.health.disease import end_disease, exposed_to_disease
from ludex.games.crawl.book.health.healing import damage_ability
from ludex.games.crawl.records.kinds import Poison
from ludex.games.crawl.state import Being, Scene


def poison_of(scene: Scene, name: str) -> Poison:
    found: Poison = scene.library.shelves["poison"].get(name)
    return found


def expose(scene: Scene, being: Being, affliction: str, by: str = "") -> None:
    """Exposed to a poison, a disease or an addictive substance. In a fight poison needs a wound (tc.poison.vector):
    whoever calls this has seen to it."""
    if "Dead" in being.states:
        return
    shelves = scene.library.shelves
    if affliction in shelves["poison"]:
        scene.cite("tc.poison.vector")
        poisoned(scene, being, affliction, by)
    elif affliction in shelves["disease"]:
        exposed_to_disease(scene, being, affliction)
    elif affliction in shelves["addictive"]:
        dose(scene, being, affliction)
    else:
        raise BadInput(f"there is no poison, disease or addictive substance {affliction!r}")


def poisoned(scene: Scene, being: Being, name: str, by: str) -> None:
    """tc.poison.content: a check at once for each core aspect it attacks; what lasts begins anew."""
    entry = poison_of(scene, name)
    scene.record("exposed", "tc.poison.vector", who=being.id, affliction=name, by=by)
    if entry.duration_turns:
        end_poison(scene, being, name)
        if afflict(scene, being, "Poisoned", note=name, value=entry.duration_turns):
            for condition in entry.brings:
                bring(scene, being, name, condition, entry.duration_turns)
    scene.next(*[withstand(being, name, number) for number in range(len(entry.attacks))])
    if entry.craving_interval_hours:
        dose(scene, being, name)


def bring(scene: Scene, being: Being, name: str, condition: str, turns: int) -> None:
    """A condition that lasts as long as the poison does; a wound bleeds in each of its turns."""
    if condition == "Unconscious":
        fall_unconscious(scene, being, "tc.poison.content", Until("end of turn", being.id, turns + 1), source=name)
    else:
        value = turns if condition == "Bleeding" else 1 if condition in COUNTED else 0
        afflict(scene, being, condition, source=name, value=value, rule="tc.poison.content")


@step("tc.poison.content")
async def withstand(scene: Scene, being: Being, name: str, number: int) -> None:
    """An endurance check against the difficulty for this core aspect, or ability damage."""
    if "Dead" in being.states:
        return
    attack = poison_of(scene, name).attacks[number]
    result = await against(
        scene, being, endurance_modifiers(scene, being), attack.difficulty, rule="tc.poison.content", what="endurance",
        about={"poison": name, "core": attack.aspect},
    )  # fmt: skip
    if result == FAILURE:
        damage_ability(scene, being, attack.aspect, attack.ability_damage, "tc.poison.content")


@step("tc.poison.content")
async def poisons(scene: Scene, being: Being) -> None:
    """At the start of their turn every poison in somebody attacks again; with the last of its turns it ends."""
    if "Poisoned" not in being.states or "Dead" in being.states:
        return
    for condition in [c for c in being.conditions if c.name == "Poisoned" and c.until is None]:
        name = condition.note
        attacks = poison_of(scene, name).attacks
        scene.next(*[withstand(being, name, number) for number in range(len(attacks))])
        run_down(being, condition)


def run_down(being: Being, condition: Condition) -> None:
    """One turn less. In the last one the poison, and what it brings, still holds to the end of the turn."""
    left = condition.value - 1
    last = Until("end of turn", being.id) if left <= 0 else None

    def aged(other: Condition) -> Condition:
        if other is condition:
            return replace(other, value=left, until=last)
        return replace(other, until=last) if last is not None and other.source == condition.note else other

    being.set_conditions(*[aged(other) for other in being.conditions])


def end_poison(scene: Scene, being: Being, name: str, rule: str = "tc.poison.content") -> bool:
    """It is out of the body, and what it brought with it."""
    if not being.keep(lambda c: c.name != "Poisoned" or c.note != name):
        return False
    for condition in poison_of(scene, name).brings:
        end(scene, being, condition, source=name, rule=rule)
    keep_within(scene, being)
    scene.record("cured", rule, who=being.id, affliction=name)
    return True


def cure(scene: Scene, being: Being, what: str, name: str = "") -> None:
    """Heals Affliction: being sickened ends, or the disease or poison of that name; without one the first there is."""
    if what == "sickened":
        end(scene, being, "Sickened")
        return
    first = being.condition("Poisoned" if what == "poisoned" else "Diseased")
    if first is not None:
        (end_poison if what == "poisoned" else end_disease)(scene, being, name or first.note)
