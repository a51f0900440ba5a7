"""Disease: catching it, and being rid of it."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.characters.aspects import immune_to, max_hp
from ludex.games.crawl.book.conditions import afflict
from ludex.games.crawl.book.dice import FAILURE, against, endurance_modifiers
from ludex.games.crawl.book.energy import FIGHT
from ludex.games.crawl.records.kinds import Disease
from ludex.games.crawl.state import Being, Scene

REMOVAL = 5  # tc.disease: and the strength of the disease


def disease_of(scene: Scene, name: str) -> Disease:
    found: Disease = scene.library.shelves["disease"].get(name)
    return found


def disease_difficulty(scene: Scene, name: str) -> int:
    """tc.disease: of catching it, of removing it, and to be exceeded for an agent against it."""
    return REMOVAL + disease_of(scene, name).strength_modifier


def carries(being: Being, name: str) -> bool:
    return any([c.name == "Diseased" and c.note == name for c in being.conditions])


# ---------------------------------------------------------------- catching it


def exposed_to_disease(scene: Scene, being: Being, name: str) -> None:
    """The check comes at once, or when the fight is over."""
    if carries(being, name) or name in being.exposed or immune_to(scene, being, "diseased"):
        return
    scene.record("exposed", "tc.disease", who=being.id, affliction=name, by="")
    if scene.mode == FIGHT and disease_of(scene, name).caught == "after_fight":
        if name not in being.exposed:
            being.exposed = tuple(sorted((*being.exposed, name)))
    else:
        scene.next(catch(being, name))


def after_fight(scene: Scene) -> None:
    """Who was exposed in the fight finds out."""
    for being in scene.beings.values():
        if being.exposed:
            names, being.exposed = being.exposed, ()
            scene.next(*[catch(being, name) for name in names])


@step("tc.disease")
async def catch(scene: Scene, being: Being, name: str) -> None:
    """An endurance check against the difficulty of its removal, or it is caught."""
    if carries(being, name) or "Dead" in being.states:
        return
    result = await against(
        scene, being, endurance_modifiers(scene, being), disease_difficulty(scene, name), rule="tc.disease",
        what="endurance", about={"disease": name},
    )  # fmt: skip
    if result == FAILURE:
        afflict(scene, being, "Diseased", note=name)


# ---------------------------------------------------------------- being rid of it


def refuse_cure(scene: Scene, being: Being) -> Refusal | None:
    """tc.disease: only when all health point damage has been healed."""
    if being.hp < max_hp(scene, being):
        return Refusal(f"a disease can be removed only at full health; {being.name} is hurt", "tc.disease")
    return None


def end_disease(scene: Scene, being: Being, name: str, rule: str = "tc.disease") -> bool:
    if not being.keep(lambda c: c.name != "Diseased" or c.note != name):
        return False
    scene.record("cured", rule, who=being.id, affliction=name)
    return True


def take_agent(scene: Scene, being: Being, disease: str) -> None:
    """tc.disease.agent: taking it counts as a removal check that is passed; it too works only at full health."""
    if refuse_cure(scene, being) is not None:
        scene.record("no_effect", "tc.disease", who=being.id, affliction=disease)
    else:
        end_disease(scene, being, disease, "tc.disease.agent")
