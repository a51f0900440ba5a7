"""Rulings of Cloudbreaker Alliance in words: its sentences by kind of ruling, and how they become lines of a log."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.english import count, listed
from ludex.core.kernel.ruling import Ruling
from ludex.core.show import sentences
from ludex.core.show.sentences import Named, Sentence, Wording, as_written, rid_of, taken_on
from ludex.games.cloudbreaker.book.attacks.damage import PER_RAGE, PER_TOKEN
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.show.names import (
    hold_words,
    lost_by,
    part_name,
    place_name,
    thing_name,
    things,
    to_pool,
    tokens,
    trap_damage,
    typed,
    value_words,
    won_by,
)
from ludex.games.cloudbreaker.show.rolls import rolled
from ludex.games.cloudbreaker.show.sentences_of_rests import REST
from ludex.games.cloudbreaker.state import Scene


def sentence(scene: Scene, ruling: Ruling) -> str:
    return sentences.sentence(scene, ruling, WORDING)


def action_name(scene: Scene, name: str) -> str:
    return WORDING.action(scene, name)


# ---------------------------------------------------------------- the situation


KINDS = {"combat": "a fight begins", "escape": "an escape begins"}
OUTCOMES = {
    "won": "the party has won the situation",
    "failed": "the party has failed in the situation",
    "suspended": "the situation is suspended",
}


def begins(v: Named) -> str:
    what = KINDS.get(v["kind"], f"a critical situation begins ({as_written(v.scene, v['kind'])})")
    return f"{what}. To win: {won_by(v.scene, v['goals'])}. It is lost when {lost_by(v.scene, v['failures'])}"


def ends(v: Named) -> str:
    when = f" in round {v['round']}" if v["round"] else ""
    again = ", and may be taken up again" if v["outcome"] == "suspended" else ""
    return f"{OUTCOMES[v['outcome']]}{when}{again}"


def disclosed(v: Named) -> str:
    trap = v.scene.trap
    where = f" in {place_name(v.scene, trap.epicenter)}: {trap_damage(v.scene)}" if trap is not None else ""
    return f"{v['name']} goes off at the end of round {v['round']}{where}"


def in_order(v: Named) -> str:
    return "Order of turns: " + ", ".join(v.name(who) for who in v["order"])


def delays(v: Named) -> str:
    missing = f", and misses {count(v['missing'], 'round')}" if v["missing"] else ""
    return f"{v['who']} delays: their number is {v['number']} from now on{missing}"


# ---------------------------------------------------------------- harm


TRACE = {
    "critical hit": "doubled by the critical hit",
    "resistance": "halved by resistance",
    "vulnerability": "doubled by vulnerability",
    "reduction": "reduced",
    "distance": "less 5 for each zone of distance",
    "shelter": "less the shelter",
    "construct": "less the magical construct",
}


def traced(trace: Iterable[tuple[str, int]]) -> str:
    return "".join(f", {TRACE.get(what, what)}: {amount}" for what, amount in trace)


def damaged(v: Named) -> str:
    return f"{v['rolled']}{typed(v['type'])} damage{to_pool(v['pool'])} for {v['who']}{traced(v['trace'])}"


def target_of(v: Named) -> str:
    """Who, and which of their targets; MP are those of the whole unit."""
    return v["who"] if v.get("pool") == "MP" else f"{v['who']}{part_name(v.scene, v.raw['who'], v.get('part'))}"


def loses(v: Named) -> str:
    if v["amount"] < 0:
        return f"{target_of(v)} regains {-v['amount']} {v['pool']} and has {v['left']}"
    if not v["amount"]:
        have = f"still has {v['left']}" if v["left"] else "has no"
        return f"{target_of(v)} {have} {v['pool']}{'' if v['left'] else ' left to lose'}"
    return f"{target_of(v)} loses {v['amount']} {v['pool']}, {v['left']} left"


def blasted(v: Named) -> str:
    steps = traced(v["trace"]).removeprefix(", ")
    much = f"{v['amount'] or 'no'} direct damage to {v['pool']}"
    if not steps:
        return f"it hits {v['who']} in full: {much}"
    return f"it hits {v['who']} with {much} ({v['rolled']}, {steps})"


def of_resolve(v: Named) -> str:
    if v.rule == "cb.down.excess":
        return f"{v['who']} takes {v['amount'] or 'no'} resolve damage, {v['left']} Resolve left"
    why = " for want of rest" if v.rule == "cb.rest.none" else ""
    return f"{v['who']} loses {v['amount'] or 'no'} Resolve{why}, {v['left']} left"


def recovers(v: Named) -> str:
    if not v["amount"]:
        return f"{v['who']} has all their {v['pool']} already"
    return f"{v['who']} recovers {v['amount']} {v['pool']}"


# ---------------------------------------------------------------- conditions


def afflicted(v: Named) -> str:
    if v.raw["condition"] not in CONDITIONS:
        return f"{v['who']} suffers from {v['condition']}" + (f" (from {v['source']})" if v.get("source") else "")
    return taken_on(CONDITIONS.begin_words)(v)


def relieved(v: Named) -> str:
    if v.raw["condition"] not in CONDITIONS:
        return f"{v['who']} no longer suffers from {v['condition']}"
    return rid_of(CONDITIONS.end_words)(v)


# ---------------------------------------------------------------- tokens


SPENT = {"cb.burst.retry": "to Retry", "cb.burst.evade": "to Evade", "cb.spirit.share": "to share"}
GAINED = {
    "cb.spirit.gain.turn": "start of turn",
    "cb.spirit.gain.capture": "captured",
    "cb.spirit.gain.major": "a Major Action",
    "cb.spirit.gain.feature": "a feature",
    "cb.spirit.share": "shared",
    "cb.spirit.overflow": "overflow",
}
MORALE = {
    "cb.defeat.enemy": "a unit is defeated",
    "cb.neutral.roll": "a unit is neutralised",
    "cb.morale.boost.half": "Emergency Half Recovery",
    "cb.morale.boost.more": "a morale boost",
    "cb.morale.generator": "generated",
    "cb.morale.reinforcement": "reinforcements",
}


def spends(v: Named) -> str:
    amount, left = v["amount"], f"{v['spirit']} left"
    if v.rule == "cb.burst.rage":
        return f"{v['who']} spends {tokens(amount)} on Rage: {PER_RAGE * amount} more damage; {left}"
    if v.rule == "cb.resolve.reduce":
        return f"{v['who']} spends {tokens(amount)} to take {PER_TOKEN * amount} off the resolve damage, {left}"
    if v.rule not in SPENT:
        return f"{v['who']} gives up {tokens(amount)}, {left}"
    return f"{v['who']} spends {tokens(amount)} {SPENT[v.rule]}, {left}"


def gains(v: Named) -> str:
    why = f" ({GAINED[v.rule]})" if v.rule in GAINED else ""
    return f"{v['who']} gains {tokens(v['amount'])}{why} and has {v['spirit']}"


def morale(v: Named) -> str:
    if v.rule == "cb.morale.start" and v["change"] == v["morale"]:
        return f"the enemy group has {tokens(v['morale'], 'morale')}"
    why = f" ({MORALE[v.rule]})" if v.rule in MORALE else ""
    if v["change"] < 0:
        return f"the enemy group loses {tokens(-v['change'], 'morale')}{why}, {v['morale']} left"
    return f"the enemy group gains {tokens(v['change'], 'morale')}{why} and has {v['morale']}"


def takes(v: Named) -> str:
    if not v["most"]:
        return f"{v['who']} refuses all spirit tokens from now on"
    much = "all spirit tokens" if v["most"] >= 99 else f"at most {tokens(v['most'])} at once"
    return f"{v['who']} takes {much} from now on"


# ---------------------------------------------------------------- holds and things


def disarmed(v: Named) -> str:
    return f"{v['by']} makes {v['who']} let go of {hold_words(v.scene, str(v.raw['what']))}"


WILLING = {"grapple": "be held by {by}", "push": "be pushed by {by}", "latch": "let {by} latch on"}


def uses(v: Named) -> str:
    target = v.raw["target"]
    if not target or target == v.raw["who"]:
        return f"{v['who']} uses {v['item']}"
    where = "in" if target in v.scene.board else "on"
    return f"{v['who']} uses {v['item']} {where} {place_name(v.scene, v['target'])}"


def wields(v: Named) -> str:
    held = things(v.scene, v["weapons"])
    return f"{v['who']} now has {held} in hand" if held else f"{v['who']} now has empty hands"


def uses_feature(v: Named) -> str:
    """A feature that somebody uses, or that works by itself."""
    whom, who = v.scene.beings.get(v.raw["whom"]), v.scene.beings[v.raw["who"]]
    instant = v.scene.library.shelves["feature"].get(v.raw["feature"]).timing == "instant"
    on = "" if whom is None or whom is who else f" {'for' if whom.side == who.side else 'on'} {whom.name}"
    return f"{v['who']} uses {v['feature']}{on}" if instant else f"{v['who']}'s {v['feature']} works{on}"


RATED = {"major": "a Major Action", "minor": "a minor action", "free": "free"}


def analysed(v: Named) -> str:
    kind = thing_name(v.scene, v["kind"])
    by = v["who"] if "target" in v else "the game master"
    return f"{by} uncovers what there is to know about {kind}: when they falter, and what they yield to"


SENTENCES: dict[str, Sentence] = {
    "roll": rolled,
    # the situation
    "situation": begins,
    "situation_ends": ends,
    "trap_disclosed": disclosed,
    "order": in_order,
    "round": "Round {round}",
    "turn": "{who}'s turn",
    "delays": delays,
    "advances": "{who} advances to {to}",
    "nobody_advances": "nobody advances",
    "rout": "the enemy group has no morale left and is routed",
    "fights_on": "{who} does not depend on morale and fights on",
    "rush": lambda v: "Finale Rush: one round for the party alone, with 5 spirit tokens each. " + in_order(v),
    "pursuit": lambda v: "the enemies " + ("take up the pursuit" if v["on"] else "give up the pursuit"),
    "arrives": "{who} arrives in {at}",
    "placed": "{who} moves to {at}",
    "fate": "{who} is {fate}",
    # harm and help
    "damage": damaged,
    "evades": "{who} evades it all",
    "boosted": lambda v: (
        f"{_times(v['boosts'])}Emergency Half Recovery for {v['who']}: {v['off']} comes off the damage"
    ),
    "loses": loses,
    "beyond": "{amount} damage to {who} goes beyond 0 and falls on Resolve",
    "resolve": of_resolve,
    "broken": lambda v: f"{target_of(v)} is broken",
    "recovers": recovers,
    "no_help": "{who} is beyond help for now",
    "no_gain": "{who} regains nothing in the Finale Rush",
    "medicated": "{who} is Medicated: no item helps",
    "condition": afflicted,
    "condition_ends": relieved,
    # tokens
    "gains_spirit": gains,
    "spends_spirit": spends,
    "gives_spirit": lambda v: f"{v['who']} gives {tokens(v['amount'])} to {v['to']}",
    "refuses_spirit": lambda v: f"{v['who']} refuses {tokens(v['amount'])}",
    "loses_spirit": lambda v: f"{v['who']} loses {tokens(v['amount'])}",
    "takes_spirit": takes,
    "morale": morale,
    # actions
    "converts": "{who} turns a Major Action into a minor one",
    "pays_mp": "{who} spends {amount} MP on {use}, {left} left",
    "uses": uses,
    "wields": wields,
    "dropped": "{who} drops {thing}: it lies in {zone}",
    "grabs": lambda v: f"{v['who']} picks up {v['thing']}" + (" and has it in hand" if v["in_hand"] else ""),
    "kicks": "{who} kicks {thing} into {zone}",
    "interacts": "{who} does something with {what}",
    "improvises": lambda v: f"{v['who']} improvises: {v['what']} ({RATED[v['rated']]})",
    "cannot_pay": lambda v: f"{v['who']} has no {v['rated']} action left for it: {v['what']}",
    "feature": uses_feature,
    "redirected": "the attack hits {who} in place of {whom}",
    "opportunity": "{whom} leaves, and {who} strikes with {use}",
    # movement and the ground
    "moves": lambda v: f"{v['who']} moves to {v['to']}{carried(v)}",
    "pushed": "{by} pushes {who} towards {to}",
    "barred": "{hazard} bars the way: {who} does not get to {zone}",
    "hazard": "{hazard} catches {who}",
    "hazard_placed": lambda v: f"{v['hazard']} is now {_where(v)}",
    "covers": "there are covers in {zone} now",
    "construct": "a magical construct stands in {zone}: {reduction} less damage from the trap",
    # maneuvers
    "willing": lambda v: f"{v['who']} is willing to " + WILLING[v["maneuver"]].format_map(v),
    "disarmed": disarmed,
    "released": lambda v: f"{v['by']} lets go of {target_of(v)}",
    "latched": lambda v: f"{v['who']} is latched onto {v['whom']}{part_name(v.scene, v.raw['whom'], v['part'])}",
    "unlatched": "{who} is no longer latched on",
    # tasks and the epic trap
    "task": lambda v: f"{v['who']}, {v['method']}: {'success' if v['success'] else 'failure'}",
    "contest": "{winner} wins against {loser}",
    "analysed": analysed,
    "learns_nothing": "{who} learns nothing about {target}",
    "stays": "{who} is not moved by it and stays",
    "ignores": "Ignore Neutralization: {who} stays all the same",
    "disabled": lambda v: f"{v['hazard']} {_where(v)} is no danger any more",
    "trap": lambda v: f"{v['name']} deals {v['amount']}{typed(v['type'])} damage to {v['pool']} at its epicenter",
    "trap_damage": blasted,
    "safe": "{who} is in the safe zone",
    "defused": "{who} gets on with the trap: {successes} of {needed} successes",
    **REST,
}


def _times(number: int) -> str:
    return f"{number} times " if number > 1 else ""


def _where(v: Named) -> str:
    places = place_name(v.scene, v["zones"])
    return f"between {places}" if len(v["zones"]) > 1 else f"in {places}"


def carried(v: Named) -> str:
    along = [v.name(who) for who in v.get("carried", ())]
    return f", with {listed(along)}" if along else ""


# ---------------------------------------------------------------- the log


WORDING = Wording(
    sentences=SENTENCES,
    beings=frozenset(
        {"who", "by", "target", "source", "whom", "actor", "to", "what", "winner", "loser", "owner"}
    ),
    things=frozenset(
        {"use", "weapon", "item", "thing", "feature", "hazard", "method", "source", "by", "condition", "into",
         "primary", "secondary"}
    ),
    places=frozenset({"to", "at", "zone"}),
    thing=thing_name,
    place=place_name,
    value=lambda scene, field, value: value_words(scene, value),
    ranks={"round": "round", "rush": "round", "turn": "turn", "situation_ends": "end"},
    silent=frozenset({"task", "trap"}),
    part_of_next={"beyond": ("resolve",)},
    part_of_last={"evades": ("spends_spirit",)},
)  # fmt: skip
