"""Skills: what somebody can do with an aspect and a weapon, with all numbers worked out from the priced parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ludex.core.content.content import Library
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import no_such
from ludex.core.kernel.plain import fixed
from ludex.core.kernel.ruling import BadInput, Modifier
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.characters.aspects import (
    BODY,
    BY_ITSELF,
    EQUIPMENT,
    LENT,
    as_played,
    aspect,
    item_of,
    items,
    lacks,
    learned,
    lent_reach,
    owned,
    parts_of,
    parts_played,
    standing,
)
from ludex.games.crawl.book.characters.core_aspects import core_modifiers
from ludex.games.crawl.book.dice import WIDEST, shifted, widened
from ludex.games.crawl.records import price_list as parts
from ludex.games.crawl.records.effects import Effect, Hide, Perceive
from ludex.games.crawl.records.ids import CHOSEN
from ludex.games.crawl.records.kinds import Aspect, Item, Use, Weapon
from ludex.games.crawl.records.parts import Chosen, On, Shifts, Stepped
from ludex.games.crawl.state import Being, Learned, Scene

UNLEARNED = -5  # tc.skill.unlearned
UNSTABLE_CRITICAL = 19  # tc.unstable
MELEE = ("personal", "close", "melee")  # the ranges of melee attacks
PERCEPTION = "perception"  # the aspect of perception checks
THROWN_RANGE = "medium"  # tc.weapon.method


@fixed
class DamageDice:
    count: int
    sides: int
    type: str
    bonus: int = 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Skill:
    """A skill in the hands of one being. Steps name it by its id: aspect, aspect:weapon or aspect:weapon:thrown."""

    id: str
    name: str
    aspect: str
    entry: Aspect
    use: Use
    learned: bool
    weapon: str = ""
    thrown: bool = False
    choice: str = ""
    ep: int
    difficulty: int
    range: str = ""  # a class, line_of_sight or unlimited; empty: none is needed
    reach: int = 0  # cells beyond the range class
    dice: tuple[DamageDice, ...] = ()
    penetration: tuple[DamageDice, ...] = ()
    strong: bool = False  # tc.weapon.two_handed: strength is added to its damage
    critical: int = 0  # how much it widens its own critical range
    malus: int = 0  # on the target's defence
    area: str = ""  # line, cone, dome
    length: int = 0  # of a line, or the radius of a dome
    targets: int = 1
    push: int | None = None  # KP beside those of its dice; none: it does not push
    exotic: tuple[str, ...] = ()
    heals: DamageDice | None = None
    cures: tuple[str, ...] = ()
    turns: int = 0
    minutes: int = 0
    delay: int = 0  # turns
    extra_attacks: int = 0
    reload: int = 0
    magic: bool = False
    technology: bool = False
    unstable: bool = False
    careful: bool = False
    stealth: bool = False
    grapple: bool = False
    teleport: bool = False
    only: str = ""  # allies only, enemies only
    granted: tuple[parts.AnyPart, ...] = ()  # what it puts on its target while it lasts
    effects: tuple[Effect, ...] = ()

    # What follows from these, and is asked for again and again
    melee: bool = field(init=False)
    aimed: bool = field(init=False)  # an attack on somebody, who may defend
    kp: int = field(init=False)  # tc.kinetic.attack_push: 5 for each damage die, and what the aspect adds

    def __post_init__(self) -> None:
        object.__setattr__(self, "melee", self.range in MELEE)
        object.__setattr__(self, "aimed", self.use.against == "defense" and not self.area)
        object.__setattr__(self, "kp", 5 * sum([each.count for each in self.dice]) + (self.push or 0))

    @property
    def lasts(self) -> bool:
        return bool(self.turns or self.minutes)


# ---------------------------------------------------------------- which there are


@derived(EQUIPMENT, under=LENT)
def skill_of(scene: Scene, being: Being, name: str) -> Skill:
    """The skill of that id, learned or not, with the weapon it names."""
    return reaching(scene, being, [own_skill(scene, being, name)])[0]


def is_blow(skill: Skill) -> bool:
    """Is it an attack that a longer reach lengthens?"""
    return skill.melee and skill.use.against == "defense"


def reaching(scene: Scene, being: Being, every: list[Skill]) -> list[Skill]:
    """Skills of somebody whose melee attacks a skill may lengthen for a time."""
    further = lent_reach(scene, being)
    if not further:
        return every
    return [replace(skill, reach=skill.reach + further) if is_blow(skill) else skill for skill in every]


@derived(EQUIPMENT, under=LENT)
def skills(scene: Scene, being: Being, *when: str, unlearned: bool = False) -> Sequence[Skill]:
    """Every skill that somebody can use at such a time with what is in hand; with those they have not learned and whose
    requirements they meet, where wanted (tc.skill.unlearned)."""
    return reaching(scene, being, own_skills(scene, being, *when, unlearned=unlearned))


@derived(EQUIPMENT)
def own_skills(scene: Scene, being: Being, *when: str, unlearned: bool = False) -> list[Skill]:
    """All skills of somebody for these moments, whatever conditions they are under."""
    return [own_skill(scene, being, name) for name in skill_ids(scene, being, when, unlearned)]


def skill_ids(scene: Scene, being: Being, when: tuple[str, ...], unlearned: bool) -> list[str]:
    used = used_at(scene.library, when)
    names = [one.aspect for one in owned(scene, being) if one.aspect in used]
    if unlearned:
        names += [name for name in used if not lacks(scene, being, name)]
    return [each for name in dict.fromkeys(names) for each in with_weapons(scene, being, used[name])]


@derived()
def used_at(library: Library, when: tuple[str, ...]) -> dict[str, Aspect]:
    """The aspects with a skill that is used at such a time."""
    return {entry.id: entry for entry in library.all("aspect") if entry.use is not None and entry.use.when in when}


def with_weapons(scene: Scene, being: Being, entry: Aspect) -> Iterator[str]:
    """An aspect that needs a weapon, once with each in hand that fits it, and once thrown where that can be."""
    use = entry.use
    assert use is not None
    if use.range != "weapon":
        yield entry.id
        return
    for name in dict.fromkeys(filter(None, being.hands)):
        item = item_of(scene.library, name)
        methods = methods_of(item)
        if not isinstance(item, Weapon) or not (set(methods) & set(use.methods) or not use.methods):
            continue
        if use.methods or "drawn force" not in methods:
            yield f"{entry.id}:{name}"
        if "throwable" in methods and use.methods and use.when == "action":
            yield f"{entry.id}:{name}:thrown"


def methods_of(item: Item) -> tuple[str, ...]:
    return tuple([part.option for part in item.parts if isinstance(part, parts.AttackMethod)])


def hands_of(item: Item) -> int:
    return 2 if any(isinstance(p, parts.NumberOfHands) and p.option == "two" for p in item.parts) else 1


def reload_of(library: Library, name: str) -> int:
    """tc.reload: what it costs to make a weapon ready again."""
    return value_of(item_of(library, name).parts, parts.ReloadEpCost)


# ---------------------------------------------------------------- its numbers


def value_of(given: tuple[parts.AnyPart, ...], kind: type[Stepped]) -> int:
    return sum([part.value for part in given if isinstance(part, kind)])


def dice_of(given: tuple[parts.AnyPart, ...]) -> tuple[DamageDice, ...]:
    return tuple([DamageDice(p.dice, p.sides, p.type, p.bonus) for p in given if isinstance(p, parts.Damage)])


def option_of(given: tuple[parts.AnyPart, ...], kind: type[Chosen]) -> str:
    return next((part.option for part in given if isinstance(part, kind)), "")


@derived(EQUIPMENT)
def own_skill(scene: Scene, being: Being, name: str) -> Skill:
    library = scene.library
    if not isinstance(name, str):
        raise BadInput(f"expected the name of a skill, not {spelled(name)}")
    aspect_name, _, rest = name.partition(":")
    weapon, _, _ = rest.partition(":")
    if aspect_name not in library.shelves["aspect"]:
        raise BadInput(no_such("aspect", aspect_name, library.shelves["aspect"].entries))
    entry = aspect(library, aspect_name)
    if entry.use is None:
        raise BadInput(f"{entry.name} has no skill to use")
    if weapon and weapon not in items(library):
        raise BadInput(no_such("item", weapon, filter(None, being.hands)))
    now = standing(scene, being)
    own = now.first.get(aspect_name)
    played = as_played(scene, own or Learned(aspect_name))
    model = modelled(scene, being, entry)
    unlisted = scene.options["opt_unlisted_skill_cost"]
    assert isinstance(unlisted, int)
    return skill_made(library, name, played, own is not None, model, now.reach, unlisted)


@derived()
def skill_made(
    library: Library, name: str, played: Learned, known: bool, model: Learned | None, further: int, unlisted: int
) -> Skill:
    """The skill of that id by an aspect as it is played, `known` or not, and by the `model` it is used as: the same for
    everybody whose melee attacks reach so much further, whatever else they have."""
    aspect_name, _, rest = name.partition(":")
    weapon, _, thrown = rest.partition(":")
    entry = aspect(library, aspect_name)
    assert entry.use is not None
    given = parts_of(library, played)
    also = parts_of(library, model) if model is not None else ()
    armed = item_of(library, weapon).parts if weapon else ()
    costs = [part.value for part in given if isinstance(part, parts.EnergyPointCost)]
    difficulty = [part.value for part in (*given, *also) if isinstance(part, parts.FailureChance)]
    dice = dice_of(given) or dice_of(armed)
    reach = "" if entry.use.range == "weapon" else entry.use.range
    span = option_of(given, parts.EffectDuration)
    turns, minutes = how_long(span)
    delay, _ = how_long(option_of(given, parts.DelayedEffectDuration))
    healed = [DamageDice(p.dice, p.sides, "") for p in given if isinstance(p, parts.DamageHealed)]
    push = [part.kp for part in (*given, *armed) if isinstance(part, parts.KineticPotential)]
    kinds = {type(part) for part in given}
    with_it = {type(part) for part in (*given, *armed)}
    own_parts = [part for part in (*given, *armed) if isinstance(part, Shifts) and part.on == "own"]
    span_of = THROWN_RANGE if thrown else option_of((*given, *armed), parts.Range) or reach
    blow = entry.use.against == "defense" and span_of in MELEE
    length = value_of(given, parts.Length) + value_of(given, parts.DomeRadius)
    shape = option_of(given, parts.AreaEffect)
    return Skill(
        id=name,
        name=f"{entry.name} ({item_of(library, weapon).name}{', thrown' if thrown else ''})" if weapon else entry.name,
        aspect=aspect_name,
        entry=entry,
        use=entry.use,
        learned=known,
        weapon=weapon,
        thrown=bool(thrown),
        choice=played.choice if known else "",
        ep=costs[0] if costs else unlisted,
        difficulty=difficulty[0] if difficulty else 0,
        range=span_of,
        reach=0 if thrown else value_of((*given, *armed), parts.MeleeReach) + further * blow,
        dice=dice,
        penetration=tuple([
            DamageDice(p.dice, p.sides, "") for p in (*given, *armed) if isinstance(p, parts.ArmorPenetration)
        ]),
        strong=bool(weapon) and hands_of(item_of(library, weapon)) == 2,
        critical=sum([part.value for part in own_parts if isinstance(part, parts.CritSuccessModifier)]),
        malus=value_of((*given, *armed), parts.DefenseMalus),
        area=shape,
        length=length,
        targets=1 + value_of(given, parts.ExtraTarget),
        push=sum(push) if push else None,
        exotic=tuple([part.option for part in (*given, *armed) if isinstance(part, parts.ExoticDamage)]),
        heals=healed[0] if healed else None,
        cures=tuple([part.option for part in given if isinstance(part, parts.HealsAffliction)]),
        turns=turns,
        minutes=minutes or entry.use.lasts_minutes,
        delay=delay,
        extra_attacks=value_of(given, parts.ExtraAttack),
        reload=value_of((*given, *armed), parts.ReloadEpCost),
        magic=not kinds.isdisjoint({parts.Magic, parts.UnstableMagic}),
        technology=not kinds.isdisjoint({parts.Technological, parts.ExperimentalTechnology}),
        unstable=not with_it.isdisjoint({parts.UnstableMagic, parts.ExperimentalTechnology}),
        careful=parts.CarefulBlow in with_it,
        stealth=parts.MayEnterStealth in kinds,
        grapple=parts.Grapple in kinds,
        teleport=parts.Teleportation in kinds,
        only=option_of(given, parts.TargetRestriction),
        granted=tuple([part for part in given if grants(entry.use, part)]),
        effects=(*entry.effects, *effects_of(item_of(library, weapon))) if weapon else entry.effects,
    )  # fmt: skip


def grants(use: Use, part: parts.AnyPart) -> bool:
    """Is it put on the target while the skill lasts?"""
    if isinstance(part, parts.MeleeReach):
        return use.against != "defense"
    return isinstance(part, BY_ITSELF) or (isinstance(part, Shifts) and part.on != "own")


def effects_of(item: Item) -> tuple[Effect, ...]:
    return item.effects if isinstance(item, Weapon) else ()


OWN = (parts.AccuracyModifier, parts.DefenseModifier, parts.ConcentrationModifier)


def modelled(scene: Scene, being: Being, entry: Aspect) -> Learned | None:
    """The aspect whose skill this one uses, as it is played: Counter Slash is used as Slash."""
    name = entry.use.as_aspect if entry.use is not None else ""
    if not name or name == CHOSEN:
        return None
    return as_played(scene, learned(scene, being, name) or Learned(name))


def how_long(span: str) -> tuple[int, int]:
    """Turns and minutes of a duration."""
    if not span:
        return 0, 0
    return (0, parts.MINUTES[span]) if span in parts.MINUTES else (int(span.split()[0]), 0)


# ---------------------------------------------------------------- its modifier


def inherited(scene: Scene, being: Being, entry: Aspect) -> Sequence[Modifier]:
    """tc.ap.inherit: the modifier of the core aspect or skill it inherits from; of several the highest. Whether that
    skill is learned does not matter: it is not the one that is used (tc.skill.unlearned)."""
    scene.cite("tc.ap.inherit")
    found: list[Sequence[Modifier]] = []
    for parent in entry.inherits:
        if parent in ("strength", "mobility", "intelligence"):
            found.append(core_modifiers(scene, being, parent))
        else:
            found.append([m for m in aspect_modifiers(scene, being, parent) if m.rule != "tc.skill.unlearned"])
    return max(found, key=lambda ms: sum([m.amount for m in ms]), default=[])


@derived(BODY, under=LENT)
def aspect_modifiers(scene: Scene, being: Being, name: str) -> Sequence[Modifier]:
    """What somebody adds to a check with this aspect: inherited, its own, of aspects that name it; -5 unlearned."""
    entry = aspect(scene.library, name)
    if entry.use is not None and entry.use.as_aspect not in ("", CHOSEN):
        entry = aspect(scene.library, entry.use.as_aspect)
    modifiers = [*inherited(scene, being, entry), *shifted(scene, being, "skill", of=entry.id)]
    own = sum([p.value for p in parts_played(scene, learned(scene, being, name) or Learned(name))
               if isinstance(p, OWN) and p.on == "own"])  # fmt: skip
    if own:
        modifiers.append(Modifier(own, aspect(scene.library, name).name, "tc.ap.schema"))
    if learned(scene, being, name) is None:
        modifiers.append(Modifier(UNLEARNED, "unlearned", "tc.skill.unlearned"))
    return modifiers


def rolls_of(skill: Skill) -> tuple[On, ...]:
    """On what a modifier must be to bear on the roll of this skill, beside the skill itself."""
    if skill.use.against == "defense":
        near: On = "melee_attack" if skill.melee else "ranged_attack"
        return "attack", near, "attack_with_chosen_weapon", "attack_with_chosen_type", "check_with_chosen_type"
    if skill.use.when == "defense":
        return ("defense", "dodge") if skill.use.dodge else ("defense",)
    return "check_with_chosen_type", *purposes(skill)


def purposes(skill: Skill) -> tuple[On, ...]:
    """What a skill is rolled for, where that has modifiers of its own: stealth, perception."""
    if skill.stealth or any([isinstance(effect, Hide) for effect in skill.effects]):
        return ("stealth",)
    if PERCEPTION in (skill.aspect, skill.use.as_aspect) or any([isinstance(e, Perceive) for e in skill.effects]):
        return ("perception",)
    return ()


@derived(EQUIPMENT, under=LENT)
def critical_from(scene: Scene, being: Being, skill: Skill) -> int:
    """tc.crit.range: the lowest face that is critical in a check with this skill; widened by no more than 5 in all.
    tc.unstable: 19 at least."""
    modelled = skill.use.as_aspect
    of = modelled if modelled not in ("", CHOSEN) else skill.aspect
    chosen = (skill.weapon, *[each.type for each in skill.dice])
    wider = skill.critical + widened(scene, being, "skill", *rolls_of(skill), of=of, chosen=chosen)
    scene.cite("tc.crit.range")
    lowest = 20 - min(WIDEST, wider)
    return min(lowest, UNSTABLE_CRITICAL) if skill.unstable else lowest
