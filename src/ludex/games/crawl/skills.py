"""Skills: what somebody can do with an aspect and a weapon, with all numbers worked out from the priced parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.core.content import Library
from ludex.core.rulebook import cite
from ludex.core.ruling import BadInput, Modifier
from ludex.games.crawl import price_list as parts
from ludex.games.crawl.aspects import aspect, item, items, lacks, learned, owned, parts_played, shifts
from ludex.games.crawl.being import Being, Learned, Scene
from ludex.games.crawl.content_kinds import Aspect, Item, Use, Weapon
from ludex.games.crawl.cores import core_modifiers
from ludex.games.crawl.effects import Effect
from ludex.games.crawl.parts import Chosen, Shifts, Stepped
from ludex.games.crawl.rolls import WIDEST, shifted

UNLEARNED = -5  # tc.skill.unlearned
CHOSEN = "chosen_melee_attack"
THROWN_RANGE = "medium"  # tc.weapon.method
READ = ("opt_unlisted_skill_cost", "opt_prose_wins")  # the options on which the numbers of a skill depend


@dataclass(frozen=True, slots=True)
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
    own: int = 0  # its own modifiers on its roll
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

    @property
    def melee(self) -> bool:
        return self.range in ("personal", "close", "melee")

    @property
    def aimed(self) -> bool:
        """An attack on somebody, who may defend."""
        return self.use.against == "defense" and not self.area

    @property
    def lasts(self) -> bool:
        return bool(self.turns or self.minutes)

    @property
    def kp(self) -> int:
        """tc.kinetic.attack_push: 5 for each damage die, and what the aspect adds."""
        return 5 * sum([each.count for each in self.dice]) + (self.push or 0)


GRANTED = (
    parts.CoreAspectModifier, parts.EnergyPointPoolModifier, parts.EnergyPointRefreshModifier,
    parts.BasicMoveModifier, parts.DamageResistance, parts.AfflictionImmunity, parts.CombatExpertise,
    parts.EnvironmentMitigation, parts.PresenceModifier,
)  # fmt: skip


# ---------------------------------------------------------------- which there are


def skill(scene: Scene, being: Being, name: str) -> Skill:
    """The skill of that id, learned or not, with the weapon it names."""
    key = (skill, being.sheet, being.worn, being.hands, name, *[scene.options[name] for name in READ])
    found: Skill | None = scene.library.worked_out.get(key)
    if found is None:
        found = work_out(scene, being, name)
        scene.library.worked_out[key] = found
    return found


def skills(scene: Scene, being: Being, *when: str, unlearned: bool = False) -> list[Skill]:
    """Every skill that somebody can use at such a time with what is in hand; with those it has not learned and whose
    requirements it meets, where wanted (tc.skill.unlearned)."""
    key = (skills, being.sheet, being.worn, being.hands, when, unlearned, *[scene.options[name] for name in READ])
    found: list[Skill] | None = scene.library.worked_out.get(key)
    if found is None:
        found = [skill(scene, being, name) for name in skill_ids(scene, being, when, unlearned)]
        scene.library.worked_out[key] = found
    return [*found]


def skill_ids(scene: Scene, being: Being, when: tuple[str, ...], unlearned: bool) -> list[str]:
    names = [one.aspect for one in owned(scene, being)]
    if unlearned:
        names += [entry.id for entry in scene.library.all("aspect") if not lacks(scene, being, entry.id)]
    entries = [aspect(scene.library, name) for name in dict.fromkeys(names)]
    usable = [entry for entry in entries if entry.use is not None and entry.use.when in when]
    return [name for entry in usable for name in with_weapons(scene, being, entry)]


def with_weapons(scene: Scene, being: Being, entry: Aspect) -> Iterator[str]:
    """An aspect that needs a weapon, once with each in hand that fits it, and once thrown where that can be."""
    use = entry.use
    assert use is not None
    if use.range != "weapon":
        yield entry.id
        return
    for name in dict.fromkeys(filter(None, being.hands)):
        made = item(scene.library, name)
        methods = methods_of(made)
        if not isinstance(made, Weapon) or not (set(methods) & set(use.methods) or not use.methods):
            continue
        if use.methods or "drawn force" not in methods:
            yield f"{entry.id}:{name}"
        if "throwable" in methods and use.methods and use.when == "action":
            yield f"{entry.id}:{name}:thrown"


def methods_of(made: Item) -> tuple[str, ...]:
    return tuple([part.option for part in made.parts if isinstance(part, parts.AttackMethod)])


def hands_of(made: Item) -> int:
    return 2 if any(isinstance(p, parts.NumberOfHands) and p.option == "two" for p in made.parts) else 1


def reload_of(library: Library, name: str) -> int:
    """tc.reload: what it costs to make a weapon ready again."""
    return value_of(item(library, name).parts, parts.ReloadEpCost)


# ---------------------------------------------------------------- its numbers


def value_of(given: tuple[parts.AnyPart, ...], kind: type[Stepped]) -> int:
    return sum([part.value for part in given if isinstance(part, kind)])


def dice_of(given: tuple[parts.AnyPart, ...]) -> tuple[DamageDice, ...]:
    return tuple([DamageDice(p.dice, p.sides, p.type, p.bonus) for p in given if isinstance(p, parts.Damage)])


def option_of(given: tuple[parts.AnyPart, ...], kind: type[Chosen]) -> str:
    return next((part.option for part in given if isinstance(part, kind)), "")


def work_out(scene: Scene, being: Being, name: str) -> Skill:
    library = scene.library
    if not isinstance(name, str):
        raise BadInput(f"expected the name of a skill, not {name!r}")
    aspect_name, _, rest = name.partition(":")
    weapon, _, thrown = rest.partition(":")
    if aspect_name not in library.shelves["aspect"]:
        raise BadInput(f"there is no aspect {aspect_name!r}")
    entry = aspect(library, aspect_name)
    if entry.use is None:
        raise BadInput(f"{entry.name} has no skill to use")
    if weapon and weapon not in items(library):
        raise BadInput(f"there is no item {weapon!r}")
    own = learned(scene, being, aspect_name)
    given = parts_played(scene, own or Learned(aspect_name))
    model = modelled(scene, being, entry)  # what it is used as: Counter Slash as Slash
    armed = item(library, weapon).parts if weapon else ()
    costs = [part.value for part in given if isinstance(part, parts.EnergyPointCost)]
    difficulty = [part.value for part in (*given, *model) if isinstance(part, parts.FailureChance)]
    dice = dice_of(given) or dice_of(armed)
    reach = "" if entry.use.range == "weapon" else entry.use.range
    span = option_of(given, parts.EffectDuration)
    turns, minutes = how_long(span)
    delay, _ = how_long(option_of(given, parts.DelayedEffectDuration))
    healed = [DamageDice(p.dice, p.sides, "") for p in given if isinstance(p, parts.DamageHealed)]
    push = [part.kp for part in given if isinstance(part, parts.KineticPotential)]
    kinds = {type(part) for part in given}
    length = value_of(given, parts.Length) + value_of(given, parts.DomeRadius)
    shape = option_of(given, parts.AreaEffect)
    unlisted = scene.options["opt_unlisted_skill_cost"]
    assert isinstance(unlisted, int)
    return Skill(
        id=name,
        name=entry.name if not weapon else f"{entry.name} ({item(library, weapon).name}{', thrown' if thrown else ''})",
        aspect=aspect_name,
        entry=entry,
        use=entry.use,
        learned=own is not None,
        weapon=weapon,
        thrown=bool(thrown),
        choice=own.choice if own is not None else "",
        ep=costs[0] if costs else unlisted,
        difficulty=difficulty[0] if difficulty else 0,
        own=sum([part.value for part in given if isinstance(part, OWN) and part.on == "own"]),
        range=THROWN_RANGE if thrown else option_of((*given, *armed), parts.Range) or reach,
        reach=0 if thrown else value_of((*given, *armed), parts.MeleeReach),
        dice=dice,
        penetration=tuple([DamageDice(p.dice, p.sides, "") for p in given if isinstance(p, parts.ArmorPenetration)]),
        strong=bool(weapon) and hands_of(item(library, weapon)) == 2,
        critical=sum([p.value for p in given if isinstance(p, parts.CritSuccessModifier) and p.on == "own"]),
        malus=value_of(given, parts.DefenseMalus),
        area=shape,
        length=length,
        targets=1 + value_of(given, parts.ExtraTarget),
        push=push[0] if push else None,
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
        unstable=not kinds.isdisjoint({parts.UnstableMagic, parts.ExperimentalTechnology}),
        careful=parts.CarefulBlow in kinds,
        stealth=parts.MayEnterStealth in kinds,
        grapple=parts.Grapple in kinds,
        teleport=parts.Teleportation in kinds,
        only=option_of(given, parts.TargetRestriction),
        granted=tuple([p for p in given if isinstance(p, GRANTED) or (isinstance(p, Shifts) and p.on != "own")]),
        effects=entry.effects,
    )


OWN = (parts.AccuracyModifier, parts.DefenseModifier, parts.ConcentrationModifier)


def modelled(scene: Scene, being: Being, entry: Aspect) -> tuple[parts.AnyPart, ...]:
    """The parts of the aspect whose skill this one uses."""
    name = entry.use.as_aspect if entry.use is not None else ""
    if not name or name == CHOSEN:
        return ()
    return parts_played(scene, learned(scene, being, name) or Learned(name))


def how_long(span: str) -> tuple[int, int]:
    """Turns and minutes of a duration."""
    if not span:
        return 0, 0
    return (0, parts.MINUTES[span]) if span in parts.MINUTES else (int(span.split()[0]), 0)


# ---------------------------------------------------------------- its modifier


def inherited(scene: Scene, being: Being, entry: Aspect) -> list[Modifier]:
    """tc.ap.inherit: the modifier of the core aspect or skill it inherits from; of several the highest."""
    if scene.recorder is not None:
        cite("tc.ap.inherit")
    found: list[list[Modifier]] = []
    for parent in entry.inherits:
        if parent in ("strength", "mobility", "intelligence"):
            found.append(core_modifiers(scene, being, parent))
        else:
            found.append(aspect_modifiers(scene, being, parent))
    return max(found, key=lambda ms: sum([m.amount for m in ms]), default=[])


def aspect_modifiers(scene: Scene, being: Being, name: str) -> list[Modifier]:
    """What somebody adds to a check with this aspect: inherited, its own, of aspects that name it; -5 unlearned."""
    entry = aspect(scene.library, name)
    if entry.use is not None and entry.use.as_aspect not in ("", CHOSEN):
        entry = aspect(scene.library, entry.use.as_aspect)
    found = [*inherited(scene, being, entry), *shifted(scene, being, "skill", of=entry.id)]
    own = sum([p.value for p in parts_played(scene, learned(scene, being, name) or Learned(name))
               if isinstance(p, OWN) and p.on == "own"])  # fmt: skip
    if own:
        found.append(Modifier(own, aspect(scene.library, name).name, "tc.ap.schema"))
    if learned(scene, being, name) is None:
        found.append(Modifier(UNLEARNED, "unlearned", "tc.skill.unlearned"))
    return found


def critical_from(scene: Scene, being: Being, made: Skill) -> int:
    """tc.crit.range: the lowest face that is critical; widened by no more than 5 in all. tc.unstable: 19 at least."""
    wider = made.critical + sum([m.amount for m in critical_shifts(scene, being)])
    lowest = 20 - min(WIDEST, wider)
    scene.cite("tc.crit.range")
    return min(lowest, 19) if made.unstable else lowest


def critical_shifts(scene: Scene, being: Being) -> list[Modifier]:
    """What widens the critical range of all attacks."""
    return [
        Modifier(held.part.value, held.source, "tc.crit.range")
        for held in shifts(scene, being)
        if isinstance(held.part, parts.CritSuccessModifier) and held.part.on == "attack"
    ]
