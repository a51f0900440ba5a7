"""Rolls in words: who tries what, the dice with their faces, every number with where it comes from, and the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludex.core.kernel.english import number
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.marks import summed
from ludex.core.show.sentences import Named, added, rule_title, tie
from ludex.games.vitality.book.attacks.built import BASIC, attack_of
from ludex.games.vitality.show.names import (
    attack_name,
    attack_title,
    being_name,
    effect_name,
    everybody,
    stat_name,
    thing_name,
)

ACCURACY, DAMAGE, CONDITION = "vt.formula.accuracy", "vt.formula.damage", "vt.formula.condition"
SURVIVAL, INITIATIVE = "vt.survival.check", "vt.turn.initiative"
CURSED, LUCK, CHANCE = "vt.boon.passive", "vt.boon.conditional", "vt.limit.random"
PLAIN_DICE = 3  # of a damage roll or a skill check; what sixes bring comes after them

# How an attack has come about: by its maker, or by another attack.
HOW = {
    "attack": "{by} attacks {target} with {attack}",
    "punish": "{by} punishes {target} with {attack}",
    "prepared": "{by} makes the prepared attack on {target} with {attack}",
    "sustain": "{by} sustains {attack} on {target}",
    "trap": "the trap of {by} strikes {target} with {attack}",
    "again": "{by} strikes {target} once more with {attack}",
    "follow_up": "{by} follows up on {target} with {attack}",
    "ricochet": "{attack} of {by} glances off to {target}",
    "splinter": "{attack} of {by} splinters off to {target}",
    "spread": "{attack} of {by} spreads to {target}",
    "blast": "{attack} of {by} bursts over {target}",
    "hazard": "what is left of {attack} of {by} reaches {target}",
}


# ---------------------------------------------------------------- dice


def dice_words(v: Named) -> str:
    """`d20 14`; `the better of d20 5 and 14`; `3d6 (6 + 2 + 1), the six brings 4`."""
    kept: Sequence[int] = v["kept"]
    die = str(v["dice"][0]).rstrip("!+")
    if die != "d6":
        return f"{die} {kept[0]}" if len(kept) == 1 else f"the best of {die} {' and '.join(map(str, kept))}"
    first, more = kept[:PLAIN_DICE], kept[PLAIN_DICE:]
    plain = f"3d6 ({' + '.join(map(str, first))})"
    return f"{plain} exploding ({' + '.join(map(str, more))})" if more else plain


def thrown(v: Named) -> str:
    """`d20 14 + 4 Tier + 2 Focus = 20`; a single die without more is what it shows."""
    modifiers: tuple[Modifier, ...] = v.get("modifiers") or ()
    parts = [dice_words(v), *added(modifiers)]
    kept: Sequence[int] = v["kept"]
    shown = sum(kept) if str(v["dice"][0]).startswith("d6") else max(kept)
    beyond = v["total"] - shown - sum(m.amount for m in modifiers)
    parts += [f"+ {beyond} critical"] if beyond else []
    if len(parts) == 1 and len(kept) == 1:
        return summed(v.scene, parts[0].removesuffix(str(kept[0]))) + str(kept[0])
    return summed(v.scene, f"{' '.join(parts)} = ") + number(v["total"])


# ---------------------------------------------------------------- attacks


def deed(v: Named, by: str, targets: object) -> str:
    """Who does what to whom, by how the attack has come about."""
    names = everybody(v.scene, targets) if isinstance(targets, tuple) else being_name(v.scene, targets)
    how = HOW.get(str(v.get("how", "attack")), HOW["attack"])
    return how.format(by=being_name(v.scene, by), target=names, attack=attack_name(v.scene, by, v.raw["attack"]))


def accuracy(v: Named) -> str:
    """Of an area one after the other; without a target it is one die for everybody."""
    by, whom = str(v.raw["by"]), v.raw.get("target") or v.raw.get("targets") or ()
    against = f" against Avoidance {v['number']}" if "target" in v else ""
    attack = attack_of(v.scene, v.scene.beings[by], str(v.raw["attack"]))
    said = f"{attack.name} on {v['target']}" if attack.kind.area and "target" in v else deed(v, by, whom)
    return f"{said}: {summed(v.scene, f'{thrown(v)}{against}')}"


def damage(v: Named) -> str:
    return f"{damage_of(v)}: {thrown(v)}"


def damage_of(v: Named) -> str:
    """`damage of Long Shot`; a basic attack has no name of its own."""
    attack = v.raw["attack"]
    return "damage" if attack in BASIC else f"damage of {attack_title(v.scene, attack, v.raw['by'])}"


def condition(v: Named) -> str:
    versus = f" against {stat_name(v['versus'])} {v['number']}" if v.get("versus") else f" against {v['number']}"
    return f"{effect_name(v['effect'])} on {v['target']}: {summed(v.scene, f'{thrown(v)}{versus}')}"


# ---------------------------------------------------------------- checks and chance


def survival(v: Named) -> str:
    worse = ", a natural 1 counts 5 less" if v["kept"][0] == 1 else ""
    come = summed(v.scene, f"{thrown(v)}{worse}, to beat {v['number']}")
    return f"{v['by']} makes a Survival Check at {number(v['hp'])} HP: {come}"


def initiative(v: Named) -> str:
    again = tie(v.scene, v.get("tied", ()), ", ")
    return f"{v['by']}, Initiative{again}: {thrown(v)}"


def cursed(v: Named) -> str:
    return f"{v['by']} rolls against the curse: {thrown(v)}, {v['number']} or more is safe"


def luck(v: Named) -> str:
    return f"{v['by']} rolls for {thing_name(v.scene, v.raw['bonus'])}: {thrown(v)}, from {v['number']} on it holds"


def chance(v: Named) -> str:
    what = attack_name(v.scene, v.raw["by"], v.raw["attack"])
    return f"{v['by']} tries {what}: {thrown(v)}, which takes {v['number']} or more"


SKILLS = {
    "vt.act.hide": {"mobility": "{by} hides", "awareness": "{by} looks out"},
    "vt.act.search": {"awareness": "{by} searches"},
    "vt.capacity.power_check": {"power": "{by} strains"},
    "vt.feature.hidden_trap": {"awareness": "{by} looks for traps", "mobility": "{by} deals with the trap"},
    "vt.wealth": {},
}


def skill(v: Named) -> str:
    """`Kestrel hides, Mobility check: 3d6 (4 + 2 + 5) + 2 Mobility + 8 Tier = 21`"""
    attribute = str(v.raw["attribute"])
    who = SKILLS.get(v.rule, {}).get(attribute, "{by}").format(by=v["by"])
    against = summed(v.scene, f" against {v['number']}") if "number" in v else ""
    return f"{who}, {attribute.capitalize()} check: {thrown(v)}{against}"


def feature(v: Named) -> str:
    against = summed(v.scene, f" against {v['number']}") if "number" in v else ""
    return f"{v['by']}, feature check: {thrown(v)}{against}"


def rolled(v: Named) -> str:
    if "attribute" in v:
        return skill(v)
    if v.rule in ROLLS:
        return ROLLS[v.rule](v)
    return f"{v['by']}, {rule_title(v.scene, v.rule).partition(':')[0]}: {thrown(v)}"


ROLLS: dict[str, Callable[[Named], str]] = {
    ACCURACY: accuracy,
    DAMAGE: damage,
    CONDITION: condition,
    SURVIVAL: survival,
    INITIATIVE: initiative,
    CURSED: cursed,
    LUCK: luck,
    CHANCE: chance,
    "vt.skill.feature_check": feature,
    "vt.feature.procedures": lambda v: f"{v['by']} rolls d100: {v['kept'][0]}",
}
