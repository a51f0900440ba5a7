"""Rulings of Navy Blue in words: its sentences by kind of ruling."""

from __future__ import annotations

from ludex.core.kernel.english import count, listed
from ludex.core.kernel.ruling import Ruling
from ludex.core.show import sentences
from ludex.core.show.sentences import Named, Sentence, Wording, filled
from ludex.games.navyblue.book.carrying.containers import PACK
from ludex.games.navyblue.book.carrying.spots import GROUND, HAND, SLOTS
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.show.names import (
    SIDES,
    barrier_name,
    condition_name,
    in_words,
    lost_to,
    marked_slots,
    place_name,
    points,
    slot_numbers,
    spot_name,
    thing_name,
    things,
    value_words,
)
from ludex.games.navyblue.show.rolls import rolled
from ludex.games.navyblue.show.sentences_of_time import REST
from ludex.games.navyblue.state import Scene


def sentence(scene: Scene, ruling: Ruling) -> str:
    return sentences.sentence(scene, ruling, WORDING)


def action_name(scene: Scene, name: str) -> str:
    return WORDING.action(scene, name)


# ---------------------------------------------------------------- the fight


ENDED = {
    "cleared": "the fight is won",
    "talked": "the fight is talked away",
    "escaped": "the party has got away",
    "lost": "the fight is lost",
    "stopped": "the fight is over",
}
TRIGGERS = {"leader": "a leader is gone", "half": "half of them are gone", "lone": "the last one is badly hurt"}


def begins(v: Named) -> str:
    return "a fight begins" + (f"; {SIDES[v['surprised']]} is surprised" if v["surprised"] else "")


def ends(v: Named) -> str:
    return ENDED[v["how"]] + (f" in round {v['round']}" if v["round"] else "")


def morale_due(v: Named) -> str:
    why = listed([TRIGGERS[trigger] for trigger in v["triggers"]]) or "the Director calls for it"
    return f"Morale is put to the test: {why}"


def struck(v: Named) -> str:
    with_ = f", defending with {v['defended_with']}" if v["defended_with"] else ""
    return f"{v['who']} against {v['target']}{with_}: {v['result']}"


# ---------------------------------------------------------------- harm


def damaged(v: Named) -> str:
    mental = "mental " if v["type"] == "mental" else ""
    if v.rule == "nb.direct.npc":
        direct = count(v["amount"] // 3, "Direct Injury")
        return f"{v['who']} takes {direct}: 3 damage for each, {v['left']} Vigor left"
    return f"{v['who']} takes {v['amount']} {mental}damage, {v['left']} Vigor left"


DIRECT = frozenset({"nb.direct.pc", "nb.direct.falling", "nb.direct.no_slots"})


def injured(v: Named) -> str:
    mental = "mental " if v["type"] == "mental" else ""
    kind = f"Direct {mental}Injury" if v.rule in DIRECT else f"{mental}Injury"
    left_words = f"; {count(v['left'], 'slot')} not marked" if v["left"] <= 5 else ""
    marked = marked_slots(v.scene, v.raw["who"], v["slots"])
    return f"{v['who']} marks {count(len(v['slots']), kind)}: {marked}{left_words}"


def fell(v: Named) -> str:
    far = f"the fall of {count(v['depth'], 'zone')}{' onto spikes' if v['spikes'] else ''}"
    if not v["amount"]:
        return f"{far} does {v['who']} no harm, who lies Prone"
    return f"{far} means {count(v['amount'], 'Direct Injury')} for {v['who']}, who lies Prone"


def heals(v: Named) -> str:
    if not v["amount"]:
        return f"{v['who']} has all their Vigor already"
    return f"{v['who']} regains {v['amount']} Vigor and has {v['left']}"


# ---------------------------------------------------------------- conditions


def afflicted(v: Named) -> str:
    name, source = str(v.raw["condition"]), v.raw.get("source")
    begins = CONDITIONS[name].begins or f"{{who}} is {condition_name(name)}[ (from {{other}})]"
    other = v["source"] if source != v.raw["who"] else ""
    return filled(begins, {**in_words(v.scene, str(v.raw.get("note", ""))), "who": v["who"], "other": other})


def relieved(v: Named) -> str:
    ends = CONDITIONS[v["condition"]].ends or f"{{who}} is no longer {condition_name(v['condition'])}"
    return ends.format_map(v)


# ---------------------------------------------------------------- going about


def leaps(v: Named) -> str:
    return f"{v['who']} leaps over {place_name(v.scene, v.raw['over'])} into {v['to']}"


def lost(v: Named) -> str:
    return f"{v['who']} loses {points(v['points'])} to {lost_to(v['materials'])}"


def changed_door(v: Named) -> str:
    return f"the {v['door']} between {place_name(v.scene, v.raw['zones'])} is {v['state']} now"


def obstructed(v: Named) -> str:
    return f"{v['zone']} is full of {v['material']} now"


def zone_added(v: Named) -> str:
    air = " in the air" if v["air"] else ""
    beside = place_name(v.scene, v.raw["joined"]) if v.raw["joined"] else "nothing"
    return f"there is a new zone{air}: {v['zone']}, beside {beside}"


def depth(v: Named) -> str:
    return f"{count(v['depth'], 'zone')} deep{', with spikes' if v['spikes'] else ''}"


# ---------------------------------------------------------------- things


FROM = {SLOTS: "out of their slots", GROUND: "from the ground", HAND: "out of their hand"}
INTO = {SLOTS: "into their slots", GROUND: "onto the ground", HAND: "into their hand"}


def clutches(v: Named) -> str:
    spot = str(v.raw["source"])
    return f"{v['who']} takes {v['thing']} in hand {FROM.get(spot) or f'from {spot_name(v.scene, spot)}'}"


def into(v: Named) -> str:
    spot = str(v.raw["into"])
    return INTO.get(spot) or f"into {spot_name(v.scene, spot)}"


def packs(v: Named) -> str:
    if v.raw["source"] == v.raw["into"]:
        return f"{v['who']} moves {v['thing']} to another place in {spot_name(v.scene, str(v.raw['into']))}"
    return f"{v['who']} puts {v['thing']} {into(v)}"


def rummages(v: Named) -> str:
    inside = things(v.scene, v["contents"]) or "nothing"
    taken = things(v.scene, v["taken"])
    missing = [thing for thing in v["sought"] if thing not in v["taken"]]
    told = f"{v['who']} rummages in {spot_name(v.scene, str(v.raw['container']))}, which holds {inside}"
    told += f", and takes {taken}" if taken else ""
    return told + (f", but not {things(v.scene, missing)}" if missing else "")


def used_on(v: Named) -> str:
    target = v.raw["target"]
    if target == v.raw["who"]:
        return f"{v['who']} uses {v['thing']}"
    return (
        f"{v['who']} uses {v['thing']} {'in' if target in v.scene.board else 'on'} {place_name(v.scene, v['target'])}"
    )


def uses_feature(v: Named) -> str:
    """A feature that somebody uses, or that answers by itself."""
    target, who = v.scene.beings.get(v.raw["target"]), v.scene.beings[v.raw["who"]]
    where = f" in {place_name(v.scene, v.raw['zone'])}" if v.raw.get("zone") else ""
    on = "" if target is None or target is who else f" {'for' if target.side == who.side else 'on'} {target.name}"
    by_itself = v.scene.library.shelves["feature"].get(v.raw["feature"]).timing == "passive"
    if by_itself or (v.rule == "nb.feature.tags" and on):
        return f"{v['feature']} of {v['who']} answers {target.name if target is not None else ''}".rstrip()
    return f"{v['who']} uses {v['feature']}{on}{where}"


def regains(v: Named) -> str:
    return f"{v['who']} gets {points(v['points'])} back" if "points" in v else f"{v['who']} takes up {v['thing']} again"


def cannot_pay(v: Named) -> str:
    price = "an Action" if v["price"] == "Action" else points(v["price"])
    return f"{v['who']} cannot pay {price} for it: {v['thing']} stays as it is"


def reloads(v: Named) -> str:
    left = f": {points(v['left'])} more to go" if v["left"] else ""
    return f"{v['who']} makes {v['weapon']} ready{left}"


# ---------------------------------------------------------------- by hand


STUCK = {"barred": "barred on the other side", "blocked": "blocked by something heavy"}


def stuck(v: Named) -> str:
    what = barrier_name(v.scene, v.raw["what"], v.raw["who"])
    return f"{v['who']} tries {what}: it is {STUCK.get(v['state'], v['state'])}"


def about_barrier(text: str) -> Sentence:
    """A sentence about what somebody opens, closes or works on; packs are those they carry."""

    def told(v: Named) -> str:
        what = barrier_name(v.scene, v.raw["what"], v.raw["who"])
        return text.format_map({**v, "what": f"their {what}" if str(v.raw["what"]).startswith(PACK) else what})

    return told


SENTENCES: dict[str, Sentence] = {
    "roll": rolled,
    "settled": lambda v: f"the Director settles a contradiction ({v['what']}): {value_words(v.scene, v['chosen'])}",
    "check": "{who}, {difficulty} Check with {attribute}: {result}",
    "no_risk": "{who} succeeds without a roll: nothing is at risk",
    # the fight
    "fight": begins,
    "fight_ends": ends,
    "round": "Round {round}",
    "turn": "{who}'s turn",
    "joins": "{who} comes in, at {at}",
    "morale_due": morale_due,
    "attack": struck,
    "suppressed": "the magic of {who}, who is Suppressed, counts as a {result}",
    "reloads": reloads,
    "promised": lambda v: f"{v['who']} will have {points(v['amount'])} more at the start of their next turn",
    # harm and help
    "damage": damaged,
    "injuries": injured,
    "armour_fails": "{armour} of {who} fails: all its slots are marked",
    "armour_works": "{armour} of {who} protects again",
    "heals": heals,
    "mends": lambda v: f"{v['who']} heals {count(len(v['slots']), 'Injury')}: {slot_numbers(v['slots'])}",
    "falls": fell,
    "falls_in": lambda v: f"{v['who']} falls into the pit of {v['zone']}, {depth(v)}",
    "drops": "{who} cannot fly and falls out of the air, into {to}",
    "unharmed": "falls do {who} no harm",
    "dies": "{who} dies",
    "condition": afflicted,
    "condition_ends": relieved,
    "afflicted_already": lambda v: f"{v['who']} is {condition_name(v['condition'])} already",
    "resists": lambda v: f"{v['who']} cannot be {condition_name(v['condition'])}",
    "stops": "{who} cannot go on: {why}",
    "unmoved": "{who} cannot be moved against their will",
    # going about
    "moves": "{who} moves to {to}",
    "shoved": lambda v: (f"{v['by']} moves {v['who']}" if v["by"] else f"{v['who']} is moved") + f" into {v['to']}",
    "lands": "{who} lands in {to}",
    "leaps": leaps,
    "running": "{who} is running: −2 on what they roll for Actions in this turn",
    "loses": lost,
    "spared": "{who} loses nothing to one obstruction, by {feature}",
    "will_lose": lambda v: f"{v['who']} will lose {points(v['points'])} when a Move starts in {v['zone']}",
    "crowded": "{zone} is crowded: {count} are in it",
    "stays_down": "{who} does not get out of the pit",
    "sprints": lambda v: f"{v['who']} sprints and has {points(v['motion'])}",
    "surges": lambda v: f"{v['who']} surges and has {count(v['actions'], 'Action')}",
    # doors, zones, pits
    "opens": about_barrier("{who} opens {what}"),
    "closes": about_barrier("{who} closes {what}"),
    "stuck": stuck,
    "unblocks": about_barrier("{who} clears {what}"),
    "still_blocked": about_barrier("{who} gets nowhere with {what}"),
    "door": changed_door,
    "chest": lambda v: f"{v['chest']} is {v['state']} now",
    "obstructs": obstructed,
    "obstruction_gone": "the {material} in {zone} is gone",
    "pit": lambda v: f"there is a pit in {v['zone']} now, {depth(v)}",
    "ropes": "{who} fixes {thing} at the edge of the pit in {zone}",
    "roped": "a rope hangs into the pit in {zone}",
    "zone_added": zone_added,
    "zone_removed": lambda v: f"the zone {v['zone']} is gone",
    # things
    "clutches": clutches,
    "regains": regains,
    "let_go": "{who} lets go of {thing}: it lies in {zone}",
    "stows": lambda v: f"{v['who']} stows {v['thing']} {into(v)}",
    "packs": packs,
    "packs_closed": "{who} has closed packs as the fight begins",
    "rummages": rummages,
    "wears": "{who} puts on {thing}",
    "takes_off": "{who} takes off {thing}",
    "cannot_pay": cannot_pay,
    "slots": lambda v: f"{v['who']} has {count(v['count'], 'slot')} now",
    "consumes": used_on,
    "administers": used_on,
    "used_up": "{thing} is used up",
    "feature": uses_feature,
    **REST,
}


# ---------------------------------------------------------------- the log


WORDING = Wording(
    sentences=SENTENCES,
    things=frozenset({"weapon", "thing", "feature", "armour", "what"}),
    places=frozenset({"to", "at", "zone"}),
    thing=thing_name,
    place=place_name,
    value=lambda scene, field, value: value_words(scene, value),
    ranks={"round": "round", "turn": "turn", "interval": "turn", "fight_ends": "end"},
    silent=frozenset({"check", "encounter_roll", "used_up", "roped", "unharmed", "pauses", "threshold_met"}),
    said=CONDITIONS.told_by,
    part_of_last={"door": ("unblocks",), "chest": ("unblocks",), "side_first": ("roll",)},
)
