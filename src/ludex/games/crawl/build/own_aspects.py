"""Aspects of one's own, built of priced parts: which there are, what each can be worth, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, cast, get_args

from ludex.games.crawl.records import price_list as parts
from ludex.games.crawl.records.kinds import DAMAGE_TYPES, Aspect, Method, SkillType, Use
from ludex.games.crawl.records.parts import Chosen, Dice, Part, Stepped, Worth, dice_price
from ludex.games.crawl.state import CORE

SKILLS: tuple[SkillType, ...] = ("none", "attack", "defense", "concentration", "non-combat")
BARE = ""  # an attack without a weapon
METHODS: tuple[Method, ...] = ("slashing", "thrusting", "bludgeoning", "drawn force")
GUARDS = {"dodge": "", "shield": "shield", "melee weapon": "melee_weapon"}  # what a defence is made with

EVERY: dict[str, type[Part]] = {str(kind.__struct_config__.tag): kind for kind in get_args(parts.AnyPart)}

# Of whom each part can be: what holds by itself, and what is used; with what has to be said of it.
ABOUT: dict[str, tuple[str, tuple[str, ...]]] = {
    "core_aspect_modifier": ("aspect", CORE),
    "damage_resistance": ("type", DAMAGE_TYPES),
    "damage": ("type", DAMAGE_TYPES),
}
HOLDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "accuracy_modifier": ("on", ("attack", "melee_attack", "ranged_attack")),
    "defense_modifier": ("on", ("defense", "dodge")),
    "concentration_modifier": ("on", ("perception", "stealth", "initiative", "intuition", "physical_strength")),
    "crit_success_modifier": ("on", ("attack",)),
}
PASSIVE = (
    "core_aspect_modifier", "hp_pool_modifier", "energy_point_pool_modifier", "energy_point_refresh_modifier",
    "basic_move_modifier", "actor_size_modifier", "damage_resistance", "starting_wealth_modifier",
    "affliction_immunity", "combat_expertise", "environment_mitigation", "simple_feature", "npc_cohort",
    "presence_modifier", "magic", "technological", *HOLDS,
)  # fmt: skip
USED = (
    "failure_chance", "energy_point_cost", "reload_ep_cost", "range", "accuracy_modifier", "magic", "technological",
    "unstable_magic", "experimental_technology",
)  # fmt: skip
OF: dict[str, tuple[str, ...]] = {
    "none": PASSIVE,
    "attack": (
        *USED, "damage", "area_effect", "length", "dome_radius", "extra_target", "exotic_damage", "kinetic_potential",
        "defense_malus", "crit_success_modifier", "careful_blow", "melee_reach", "armor_penetration",
    ),
    "defense": (*[name for name in USED if name != "accuracy_modifier"], "defense_modifier", "extra_attack"),
    "concentration": (
        *USED, "concentration_modifier", "damage_healed", "heals_affliction", "effect_duration", "area_effect",
        "dome_radius", "target_restriction", "teleportation", "delayed_effect_duration", "may_enter_stealth",
        "core_aspect_modifier", "damage_resistance", "affliction_immunity", "combat_expertise",
        "basic_move_modifier", "extra_target",
    ),
    "non-combat": ("failure_chance", "concentration_modifier", "damage_healed", "heals_affliction"),
}  # fmt: skip
ONLY_ONE = frozenset({"failure_chance", "energy_point_cost", "range", "area_effect", "effect_duration"})


class Draw(NamedTuple):
    """One of the parts that an aspect may be given: its name, and what is said of it (`damage` of `fire`)."""

    tag: str
    field: str = ""
    said: str = ""

    @property
    def value(self) -> str:
        return f"{self.tag}:{self.said}" if self.said else self.tag

    @property
    def name(self) -> str:
        words = self.tag.replace("_", " ").capitalize()
        return f"{words} ({self.said.replace('_', ' ')})" if self.said else words


@lru_cache
def parts_for(skill: str) -> tuple[Draw, ...]:
    """The parts that an aspect with such a skill can have."""
    found: list[Draw] = []
    for tag in OF[skill]:
        field, said = ABOUT.get(tag) or (HOLDS.get(tag) if skill == "none" else None) or ("", ())
        found += [Draw(tag, field, one) for one in said] or [Draw(tag)]
    return tuple(found)


def drawn(skill: str, value: str) -> Draw:
    return next(draw for draw in parts_for(skill) if draw.value == value)


def worths_of(tag: str) -> dict[Worth, int]:
    """All that a part can be worth, with the price of each; nothing where there is nothing to choose."""
    kind = EVERY[tag]
    if issubclass(kind, Stepped):
        return {value: price for value, price in kind.PRICES.items()}  # noqa: C416
    if issubclass(kind, Chosen):
        return {option: price for option, price in kind.OPTIONS.items()}  # noqa: C416
    if issubclass(kind, Dice):
        every = [(dice_price(n, s), f"{n}d{s}") for n in range(1, 5) for s in (4, 6, 8, 10, 12)]
        return {name: price for price, name in sorted(every)}
    return {}


def make_part(draw: Draw, worth: Worth) -> parts.AnyPart:
    kind: Any = EVERY[draw.tag]
    said: dict[str, Any] = {draw.field: draw.said} if draw.field else {}
    if issubclass(kind, Stepped):
        said["value"] = worth
    elif issubclass(kind, Chosen):
        said["option"] = worth
    elif issubclass(kind, Dice):
        dice, _, sides = str(worth).partition("d")
        said |= {"dice": int(dice), "sides": int(sides)}
    return cast(parts.AnyPart, kind(**said))


# ---------------------------------------------------------------- how its skill is used


def use_of(skill: str, made: Sequence[parts.AnyPart], tool: str) -> Use | None:
    """What its parts do not say: on whom it is used, and with what."""
    kinds = [type(part) for part in made]
    area = parts.AreaEffect in kinds
    ranged = parts.Range in kinds
    if skill == "attack":
        if tool != BARE:
            return Use(against="defense", target="enemy", range="weapon", methods=(cast(Method, tool),))
        reach: Literal["", "melee", "personal"] = "" if ranged else "personal" if area else "melee"
        if area:
            return Use(against="defense", target="area", range=reach, save="mobility")
        return Use(against="defense", target="enemy", range=reach)
    if skill == "defense":
        needs = cast(Literal["", "shield", "melee_weapon"], GUARDS[tool])
        melee: Literal["any", "melee"] = "melee" if needs == "melee_weapon" else "any"
        return Use(when="defense", against="attack", target="self", needs=needs, dodge=not needs, attacks=melee)
    if skill == "concentration":
        cures = parts.HealsAffliction in kinds
        return Use(target=whom(kinds, ranged), against="affliction" if cures and not soothes(made) else "own")
    if skill == "non-combat":
        if parts.DamageHealed in kinds or parts.HealsAffliction in kinds:
            cures = parts.HealsAffliction in kinds and not soothes(made)
            return Use(when="non_combat", target="any", range="melee", against="affliction" if cures else "own")
        return Use(when="non_combat", against="gm", target="task")
    return None


def soothes(made: Sequence[parts.AnyPart]) -> bool:
    """Being sickened has no difficulty of its own."""
    return all([part.option == "sickened" for part in made if isinstance(part, parts.HealsAffliction)])


def whom(kinds: Sequence[type], ranged: bool) -> Literal["self", "any", "area", "cell"]:
    if parts.Teleportation in kinds:
        return "cell"
    if parts.AreaEffect in kinds:
        return "area"
    return "any" if ranged and parts.MayEnterStealth not in kinds else "self"


def make_aspect(
    id: str,
    name: str,
    skill: str,
    inherits: str,
    tool: str,
    made: Sequence[parts.AnyPart],
    requires: Sequence[str] = (),
) -> Aspect:
    """The aspect that these parts come to."""
    price = sum([part.price for part in made])
    text = f"Of our own: {', '.join([part_words(part) for part in made])}."
    return Aspect(
        id=id, name=name, ap=price, skill=cast(SkillType, skill), inherits=(inherits,) if inherits else (),
        requires=tuple(requires), parts=tuple(made), use=use_of(skill, made, tool), text=text,
    )  # fmt: skip


def part_words(part: parts.AnyPart) -> str:
    """A part in a few words, such as `damage 1d6 fire`."""
    said = [getattr(part, field) for field in ("type", "aspect", "on") if hasattr(part, field)]
    worth = getattr(part, "option", None) or part.worth
    shown = f"{worth:+}" if isinstance(worth, int) else worth
    words = [str(part.__struct_config__.tag).replace("_", " "), shown, *[one for one in said if one != "own"]]
    return " ".join([str(word) for word in words if word not in (None, "")])
