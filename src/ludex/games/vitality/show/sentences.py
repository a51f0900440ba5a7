"""Rulings of Vitality in words: its sentences by kind of ruling. What is done out of blows is in
`sentences_of_deeds.py`."""

from __future__ import annotations

from ludex.core.kernel.english import count, number
from ludex.core.kernel.ruling import Ruling
from ludex.core.kernel.scene import Condition
from ludex.core.show import sentences
from ludex.core.show.marks import summed
from ludex.core.show.sentences import Named, Sentence, Wording, added, filled
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.show.names import (
    SIDES,
    attack_name,
    attack_title,
    being_name,
    condition_name,
    effect_name,
    in_words,
    place_name,
    spaces,
    thing_name,
)
from ludex.games.vitality.show.rolls import damage_of, deed, rolled
from ludex.games.vitality.show.sentences_of_deeds import DEEDS
from ludex.games.vitality.show.sentences_of_levels import LEVELS
from ludex.games.vitality.show.values import value_in_words
from ludex.games.vitality.state import Scene


def sentence(scene: Scene, ruling: Ruling) -> str:
    return sentences.sentence(scene, ruling, WORDING)


def action_name(scene: Scene, name: str) -> str:
    return WORDING.action(scene, name)


# ---------------------------------------------------------------- the fight


def ends(v: Named) -> str:
    won = f"{SIDES[v['winner']]} has won the fight" if v["winner"] in SIDES else "the fight is over"
    return won + (f" in round {v['round']}" if v["round"] else "")


def order(v: Named) -> str:
    return f"the order of turns: {', '.join(being_name(v.scene, who) for who in v['order'])}"


def peril(v: Named) -> str:
    return "great peril has come" if v["great"] else "the great peril is over"


def flees(v: Named) -> str:
    far = f", {spaces(v['spaces'])}" if v["spaces"] else ", and finds no way"
    return f"{v['who']} flees from {v['source']}{far}"


# ---------------------------------------------------------------- blows


def own_attack(v: Named) -> str:
    """The attack of whoever makes it."""
    return attack_name(v.scene, v.raw.get("who") or v.raw.get("by"), v.raw["attack"])


def attacks(v: Named) -> str:
    return deed(v, str(v.raw["who"]), v.raw["targets"])


def hits(v: Named) -> str:
    how = "critically hits" if v["critical"] else "hits"
    return f"{v['who']} {how} {v['target']} with {own_attack(v)}"


def flat(v: Named) -> str:
    """`damage of Kneel: 15 in place of dice + 4 Tier + 3 Power = 22`"""
    first, *others = v["modifiers"]
    parts = [f"{first.amount} {first.source}", *added(others)]
    come = summed(v.scene, f"{' '.join(parts)} = ")
    return f"{damage_of(v)}: {come}{v['total']}"


def resists(v: Named) -> str:
    what = own_attack_of(v, "by") if "attack" in v else effect_name(v["effect"])
    return f"{v['who']} resists {what} of {v['by']}"


def own_attack_of(v: Named, key: str) -> str:
    return attack_title(v.scene, v.raw["attack"], v.raw[key])


def immune(v: Named) -> str:
    what = {"moved": "moved by others", "brawl": "pushed, tripped or held"}
    return f"{v['who']} cannot be {what.get(v['condition'], condition_name(v['condition']))}"


def hazardous(v: Named) -> str:
    what, cells = own_attack_of(v, "owner"), v["cells"]
    where = (
        f"{v.scene.cell_name(cells[0])}"
        if len(cells) == 1
        else f"{spaces(len(cells))} from {v.scene.cell_name(cells[0])} on"
    )
    return f"{what} of {v['owner']} makes {where} hazardous"


# ---------------------------------------------------------------- harm and healing


SOURCES = {"collision": "the collision", "fall": "the fall"}
NO_ATTACKS = ("vt.ability.attack_aura", "vt.fall.damage", "vt.feature.forbiddance", "vt.up.bleed")
GOES_DOWN = {
    "vt.up.culling_strike": ", cut down by a culling strike",
    "vt.up.finishing_blow": ", finished off",
}


def source_words(v: Named) -> str:
    """What has done it: an attack of somebody, a fall, an aura."""
    source, by = str(v.raw["source"]), str(v.raw["by"])
    if by in v.scene.beings and source in [attack.id for attack in v.scene.beings[by].sheet.attacks]:
        return attack_title(v.scene, source, by)
    if v.rule == "vt.up.bleed":
        return "the bleeding wound"
    return SOURCES.get(source) or (attack_title(v.scene, source) if source.startswith("basic_") else source)


def damage(v: Named) -> str:
    return f"{v['who']} loses {v['amount']} HP{after(v)} and has {number(v['hp'])} left"


def after(v: Named) -> str:
    """What has done it, where that is no attack of somebody, and what Durability has taken off."""
    what = f" by {source_words(v)}" if v.rule in NO_ATTACKS else ""
    return what + (f" ({v['off']} off for Durability)" if v.get("off") else "")


def unharmed(v: Named) -> str:
    by = f" from {source_words(v)}" if v["source"] else ""
    return f"{v['who']} takes no harm{by}" + (f": Durability takes all {v['off']}" if v.get("off") else "")


def brought_down(v: Named) -> str:
    return f"{v['who']} is brought down to 0 HP{GOES_DOWN.get(v.rule, '')}"


def defeated(v: Named) -> str:
    return f"{v['who']} is defeated{GOES_DOWN.get(v.rule, '')}"


def survives(v: Named) -> str:
    if v.rule == "vt.survival.nat20":
        return f"{v['who']} is back at 1 HP"
    state = "stays alive" if v.rule == "vt.survival.again" else "stays standing"
    return f"{v['who']} {state} at {number(v['hp'])} HP"


def dies(v: Named) -> str:
    return f"{v['who']} has given their life and dies" if v.rule == "vt.feature.self_sacrifice" else f"{v['who']} dies"


# ---------------------------------------------------------------- Effort


SPENT_ON = {
    "vt.effort.add_tier_roll": "to add their Tier to the roll",
    "vt.effort.reroll": "to throw again",
    "vt.effort.add_tier_score": "to raise a score by their Tier",
    "vt.effort.end_conditions": "to shake off their conditions",
    "vt.effort.extra_action": "to act once more",
    "vt.effort.move_again": "to move once more",
    "vt.effort.capacity": "for a feat of strength",
    "vt.effort.special": "for something special",
}


def effort(v: Named) -> str:
    """`Kestrel spends an Effort (1 of 2) to add their Tier to the roll`"""
    usual = allowed(v.scene, v.scene.beings[str(v.raw["who"])])
    which = "their last Effort, which will knock them out," if v["last"] else f"an Effort ({v['used']} of {usual})"
    return f"{v['who']} spends {which} {SPENT_ON.get(v.rule, 'to pay for the attack')}"


def tires(v: Named) -> str:
    in_all = f", −{v['lost']} in all" if v["lost"] > v["amount"] else ""
    return f"{v['who']} feels their Efforts: Tier −{v['amount']}{in_all}"


def thrown_again(v: Named) -> str:
    if v.rule == "vt.trait.lucky":
        return f"{v['who']} is Lucky and throws again; the higher result counts"
    if v.rule == "vt.trait.perfectionist":
        return f"{v['who']}, a Perfectionist, throws again; the new result stands"
    own = v.raw["who"] == v.raw["by"]
    return f"{v['who']} throws again" if own else f"{v['who']} makes {v['by']} throw again"


# ---------------------------------------------------------------- conditions


def afflicted(v: Named) -> str:
    note, value, who = str(v.raw["note"]), v["value"], v["who"]
    condition = Condition(str(v.raw["condition"]), str(v.raw["source"]), value=value, note=note)
    if condition.name == "Inspired":
        studied = note and not condition.source
        return f"{who} adds {value} to {f'checks of {note}' if studied else 'a check of their choice'}"
    begins = CONDITIONS[condition.name].begins or f"{{who}} is {condition_name(condition.name)}"
    return filled(begins, {"who": who, **in_words(v.scene, condition, v.raw["who"])})


def relieved(v: Named) -> str:
    if v["condition"] == "Prone" and v.rule == "vt.cond.prone":  # of their own accord
        return f"{v['who']} stands up"
    name = v["condition"]
    return (CONDITIONS[name].ends or f"{{who}} is no longer {condition_name(name)}").format_map(v)


SENTENCES: dict[str, Sentence] = {
    "roll": rolled,
    # the fight
    "combat": "a fight breaks out",
    "combat_ends": ends,
    "order": order,
    "head_start": "{who}, a Vanguard, may move before the first turn",
    "ready": "{who} is ready",
    "round": "Round {round}",
    "turn": "{who}'s turn",
    "controlled": "{by} controls {who} and decides about this turn",
    "flees": flees,
    "cowers": "{who} is afraid and cannot flee",
    "peril": peril,
    "reacts": "{who} uses their Reaction",
    "punishes": lambda v: f"{v['who']} punishes {v['target']} with {own_attack(v)}",
    # blows
    "attacks": attacks,
    "hits": hits,
    "misses": lambda v: f"{v['who']} misses {v['target']} with {own_attack(v)}",
    "protects": "{who} steps in front of {target}",
    "wasted": lambda v: f"{own_attack_of(v, 'who')} of {v['who']} comes to nothing",
    "attack_lost": lambda v: f"{v['who']} cannot make the attack any more",
    "charges": lambda v: f"{v['who']} charges {own_attack_of(v, 'who')}: {count(v['turns'], 'turn')} so far",
    "flat": flat,
    "resists": resists,
    "immune": immune,
    "hazardous": hazardous,
    "hazard": lambda v: f"{v['who']} is in the hazard that {own_attack_of(v, 'owner')} of {v['owner']} has left",
    "hazard_ends": "the hazards of {owner} are gone",
    # harm and healing
    "damage": damage,
    "unharmed": unharmed,
    "pays_hp": lambda v: f"{v['who']} pays {v['amount']} HP and has {number(v['hp'])} left",
    "brought_down": brought_down,
    "defeated": defeated,
    "heals": lambda v: f"{v['who']} regains {v['amount']} HP and has {number(v['hp'])}",
    "not_healed": "{who} is a machine and has to be repaired",
    "survives": survives,
    "falls_unconscious": "{who} falls unconscious",
    "wakes": lambda v: f"{v['who']} comes round with {number(v['hp'])} HP",
    "dies": dies,
    "comes_back": "{who} lives again with 1 HP{stands}",
    # Effort
    "effort": effort,
    "tires": tires,
    "collapses": "{who} has given everything and falls unconscious until a rest",
    "thrown_again": thrown_again,
    "special": lambda v: f"{v['who']} does something special" + (f": {v['what']}" if v["what"] else ""),
    "not_granted": "what {who} wanted of an Effort is not granted, and nothing is spent",
    "offered": lambda v: f"{v['who']} wants to be asked about Effort: {value_in_words(v.scene, 'when', v['when'])}",
    # conditions
    "condition": afflicted,
    "condition_ends": relieved,
    **DEEDS,
    **LEVELS,
}


# ---------------------------------------------------------------- the log


WORDING = Wording(
    sentences=SENTENCES,
    beings=frozenset({"who", "by", "target", "source", "whom", "actor", "to", "what", "owner", "other"}),
    things=frozenset({"device", "thing", "feature"}),
    places=frozenset({"to", "at", "start", "end", "one", "other"}),
    thing=thing_name,
    place=place_name,
    value=value_in_words,
    ranks={"round": "round", "turn": "turn", "combat_ends": "end"},
    silent=frozenset({"reacts"}),
    part_of_next={"punishes": ("attacks",), "acts_prepared": ("attacks",), "prepares": ("waits",)},
    part_of_last={"hits": ("attacks", "hits"), "thrown_again": ("effort",)},  # a direct attack hits by itself
)
