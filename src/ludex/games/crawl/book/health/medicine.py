"""Medical checks: what can be treated, how hard it is, and what a success brings; agents against diseases."""

from __future__ import annotations

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.crawl.book.characters.aspects import item_of
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import critical_from, skill_of, skills
from ludex.games.crawl.book.conditions import is_addictive
from ludex.games.crawl.book.dice import FAILURE, against, total_of
from ludex.games.crawl.book.energy import CALM, action
from ludex.games.crawl.book.equipment.handling import at_hand, carry, lose
from ludex.games.crawl.book.health.addiction import addiction_difficulty, end_addiction
from ludex.games.crawl.book.health.disease import disease_difficulty, disease_of, end_disease, refuse_cure
from ludex.games.crawl.book.health.healing import MEDICINE, medical_modifiers
from ludex.games.crawl.book.health.poison import end_poison, poison_of
from ludex.games.crawl.book.health.wounds import restore_limbs
from ludex.games.crawl.book.skills.modifiers import practised, refuse_use
from ludex.games.crawl.book.skills.tasks import time_of_try, tried_again
from ludex.games.crawl.records.kinds import Gear
from ludex.games.crawl.state import CORE, Being, Carried, Scene

LIMB = "limb"
LIMB_DIFFICULTY = 15  # tc.limb.incapacitated
BY_MEDICINE = ("full_hp_or_medical", "medical")  # opt_limb_recovery
FOR_A_NEGATIVE = 5  # tc.ability.medical: for each point below 0
MINUTES = 10  # a first try; each further one takes twice as long (tc.skill.retry)

# ---------------------------------------------------------------- what there is to treat


def ailments(target: Being) -> tuple[str, ...]:
    """All that a medical check could be made for, as `limb`, `ability:CORE`, `poison:ID`, `disease:ID` and
    `addiction:ID`."""
    found = [LIMB] if "Incapacitated" in target.states else []
    found += [f"ability:{name}" for name, _ in target.ability]
    for condition in target.conditions:
        if condition.name in KINDS:
            found.append(f"{KINDS[condition.name]}:{condition.note}")
    return tuple(dict.fromkeys(found))


KINDS = {"Poisoned": "poison", "Diseased": "disease", "Addicted": "addiction"}
RULES = {
    LIMB: "tc.limb.incapacitated",
    "ability": "tc.ability.medical",
    "poison": "tc.poison.content",
    "disease": "tc.disease",
    "addiction": "tc.addiction.cure",
}


def read_ailment(scene: Scene, what: object) -> tuple[str, str]:
    """The kind of an ailment, and which."""
    kind, _, name = str(what).partition(":")
    shelf = {"poison": "poison", "disease": "disease", "addiction": "addictive"}.get(kind)
    known = (
        (kind == LIMB and not name)
        or (kind == "ability" and name in CORE)
        or (kind == "addiction" and is_addictive(scene.library, name))
    )
    if not known and (shelf is None or name not in scene.library.shelves[shelf]):
        raise BadInput(f"{what!r} is nothing to treat; expected limb, ability:, poison:, disease: or addiction: with "
                       "a name")  # fmt: skip
    return kind, name


def treatment_difficulty(scene: Scene, target: Being, what: str) -> int:
    """How hard it is to treat."""
    kind, name = read_ailment(scene, what)
    if kind == LIMB:
        return LIMB_DIFFICULTY
    if kind == "ability":
        return FOR_A_NEGATIVE * max(0, -core(scene, target, name))
    if kind == "poison":
        return poison_of(scene, name).removal_difficulty
    return disease_difficulty(scene, name) if kind == "disease" else addiction_difficulty(scene, name)


def refuse_treatment(scene: Scene, healer: Being, target: Being, what: str) -> Refusal | None:
    """Why this cannot be treated now, by whatever check."""
    kind, name = read_ailment(scene, what)
    rule = RULES[kind]
    if what not in ailments(target):
        return Refusal(f"{target.name} has nothing of that kind to treat", rule)
    if target.has_used(f"treated {what}"):
        return Refusal("it can be tried again after a rest", rule)
    if kind == LIMB and scene.options["opt_limb_recovery"] not in BY_MEDICINE:
        return Refusal("no medical check restores a limb", rule)
    if kind == "ability":
        if core(scene, target, name) >= 0 or name in target.treated:
            return Refusal(f"the {name} of {target.name} heals without a check", rule)
    elif kind == "poison":
        compound = poison_of(scene, name).compound
        if compound and having(scene, healer, compound) is None:
            return Refusal(f"that poison cannot be removed without {compound}", rule)
    elif kind == "disease":
        return refuse_cure(scene, target)
    return None


def having(scene: Scene, being: Being, compound: str) -> Carried | None:
    """What in somebody's pack is of use as this compound."""
    for carried in being.pack:
        item = item_of(scene.library, carried.id)
        if isinstance(item, Gear) and item.compound == compound:
            return carried
    return None


def treated(scene: Scene, healer: Being, target: Being, what: str) -> None:
    """The check has succeeded: the ailment is gone, or open to healing."""
    kind, name = read_ailment(scene, what)
    if kind == LIMB:
        restore_limbs(scene, target)
    elif kind == "ability":
        target.treated = tuple([one for one in CORE if one in (*target.treated, name)])
        scene.record("treated", "tc.ability.medical", who=target.id, core=name)
    elif kind == "poison":
        compound = poison_of(scene, name).compound
        carried = having(scene, healer, compound) if compound else None
        if carried is not None:
            lose(scene, healer, carried.id)
        end_poison(scene, target, name)
    elif kind == "disease":
        end_disease(scene, target, name)
    else:
        end_addiction(scene, target, name)


def not_treated(scene: Scene, target: Being, what: str) -> None:
    """tc.limb.incapacitated, tc.ability.medical: it can be tried again only after a rest."""
    if what == LIMB or what.startswith("ability:"):
        target.use(f"treated {what}", "rest")


# ---------------------------------------------------------------- treating


def patients(scene: Scene, actor: Being) -> tuple[str, ...]:
    near = [b for b in scene.beings.values() if b.here and at_hand(scene, actor, b)]
    return tuple([b.id for b in near if ailments(b)])


def treatable(scene: Scene, actor: Being, target: str) -> tuple[str, ...]:
    return ailments(scene.being(target))


def medical_aspects(scene: Scene, healer: Being, target: Plain, what: Plain) -> list[str]:
    """tc.disease: Medicine, and for a disease the aspects that treat illness; learned or not (tc.skill.unlearned)."""
    if not str(what).startswith("disease:"):
        return [MEDICINE]
    every = skills(scene, healer, "non_combat", unlearned=True)
    return [MEDICINE, *[skill.aspect for skill in every if skill.use.against == "affliction"]]


def best_aspect(scene: Scene, healer: Being, target: Plain, what: Plain) -> str:
    """The one that is meant when none is named."""
    found = medical_aspects(scene, healer, target, what)
    return max(found, key=lambda name: total_of(medical_modifiers(scene, healer, name)))


def fits_treat(scene: Scene, actor: Being, target: Being, what: str, name: str) -> Refusal | None:
    read_ailment(scene, what)
    if name not in medical_aspects(scene, actor, target.id, what):
        skill = skill_of(scene, actor, name)
        return refuse_use(scene, actor, skill) or Refusal(f"{skill.name} is of no use for that", "tc.medicine")
    return refuse_patient(scene, actor, target, what)


def refuse_patient(scene: Scene, actor: Being, target: Being, what: str) -> Refusal | None:
    if not target.here:
        return Refusal(f"{target.name} cannot be treated", "tc.medicine")
    if not at_hand(scene, actor, target):
        return Refusal(f"{target.name} is out of reach", "tc.medicine")
    return refuse_treatment(scene, actor, target, what)


@action(
    "treat", rule="tc.medicine",
    args=(Arg("target", patients), Arg("what", treatable), Arg("skill", medical_aspects, default=best_aspect)),
    fits=fits_treat, modes=CALM,
)  # fmt: skip
async def treat(scene: Scene, actor: Being, target: Being, what: str, name: str) -> None:
    """A medical check for somebody within reach, oneself included. It takes its time, and after a failure longer."""
    rule = RULES[read_ailment(scene, what)[0]]
    skill = skill_of(scene, actor, name)
    result = await against(
        scene, actor, medical_modifiers(scene, actor, name), treatment_difficulty(scene, target, what), rule=rule,
        what=name, critical=critical_from(scene, actor, skill),
        about={"target": target.id, "treats": what},
    )  # fmt: skip
    if result == FAILURE:
        not_treated(scene, target, what)
    else:
        practised(scene, actor, skill)
        treated(scene, actor, target, what)
    take_time(scene, actor, f"treat:{target.id}:{what}", result != FAILURE)


def take_time(scene: Scene, actor: Being, task: str, done: bool) -> None:
    """The time of the try passes; after a failure the next takes twice as long (tc.skill.retry)."""
    time_of_try(scene, actor, task, MINUTES)
    tried_again(scene, actor, task, MINUTES, done)


# ---------------------------------------------------------------- agents against diseases


def known_diseases(scene: Scene, actor: Being) -> tuple[str, ...]:
    names = scene.library.shelves["disease"].entries
    return tuple([name for name in names if fits_agent(scene, actor, name) is None])


def fits_agent(scene: Scene, actor: Being, disease: str) -> Refusal | None:
    if disease not in scene.library.shelves["disease"]:
        raise BadInput(f"there is no disease {disease!r}")
    entry = disease_of(scene, disease)
    if not entry.agent:
        return Refusal(f"there is no agent against {entry.name}", "tc.disease.agent")
    for component in entry.components:
        if having(scene, actor, component) is None:
            return Refusal(f"an agent against {entry.name} needs {component}", "tc.disease.agent")
    return None


@action(
    "make_agent", rule="tc.disease.agent", args=(Arg("disease", known_diseases),), fits=fits_agent, modes=CALM,
    label="Make a counter-agent",
)  # fmt: skip
async def make_agent(scene: Scene, actor: Being, disease: str) -> None:
    """A medical check above the disease's difficulty makes an agent against it; its components are used up then."""
    skill = skill_of(scene, actor, MEDICINE)
    result = await against(
        scene, actor, medical_modifiers(scene, actor), disease_difficulty(scene, disease), rule="tc.disease.agent",
        what=MEDICINE, exceed=True, critical=critical_from(scene, actor, skill),
        about={"disease": disease},
    )  # fmt: skip
    if result != FAILURE:
        practised(scene, actor, skill)
        entry = disease_of(scene, disease)
        for component in entry.components:
            used = having(scene, actor, component)
            if used is not None:
                lose(scene, actor, used.id)
        carry(scene, actor, entry.agent)
        scene.record("makes", "tc.disease.agent", who=actor.id, thing=entry.agent)
    take_time(scene, actor, f"agent:{disease}", result != FAILURE)
