"""Rulings of Blue Box in words: its sentences by kind of ruling, and how they become lines of a log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludex.core.kernel.english import count, number
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.show import sentences
from ludex.core.show.face import Against, Line, Outcome, Result
from ludex.core.show.marks import summed
from ludex.core.show.sentences import (
    Named,
    Sentence,
    Wording,
    added,
    as_written,
    content_name,
    faces_of,
    line,
    rid_of,
    rule_title,
    sources,
    taken_on,
    tie,
    unsaid,
)
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.state import Scene


def sentence(scene: Scene, ruling: Ruling) -> str:
    return sentences.sentence(scene, ruling, WORDING)


def thing_name(scene: Scene, thing: object) -> str:
    """What people call a weapon, mask, item, power or way of a mask."""
    found = content_name(scene, thing, ("weapon", "power", "item", "mask", "module", "calling"))
    if found or scene.library is None:
        return found or as_written(scene, thing)
    modes = (mode for mask in scene.library.all("mask") for mode in mask.modes if mode.id == thing)
    return next((str(mode.name) for mode in modes), as_written(scene, thing))


def action_name(scene: Scene, name: str) -> str:
    """What people call an action, or a power that stands for using it."""
    return WORDING.action(scene, name)


def typed(kind: str) -> str:
    """A type of damage, where there is one to name."""
    return "" if kind == "plain" else f" {kind}"


# The sign of the power die where it is read aloud, by what stands before it
DIE_IS = re.compile("((The )?Power Die:? )?✦ is")
DICE = re.compile(r"\b(?P<many>\d*[02-9]|\d+1|all|two|three) ?✦")
DIE = re.compile(r"\b(?P<one>1|one|more|each|every|the|a|no|last|extra|added|this) ?✦")


def read_aloud(words: str) -> str:
    """`2✦ + FOR`: `2 power dice + FOR`; `regain ✦`: `regain a power die`."""
    words = DIE_IS.sub(lambda found: f"{'The' if found[1] else 'the'} power die is", words.replace(" (✦)", ""))
    words = DIE.sub(r"\g<one> power die", DICE.sub(r"\g<many> power dice", words))
    return words.replace("✦", "a power die")


def place_name(scene: Scene, place: Any) -> str:
    """A hex; what is no hex is called as it is."""
    return scene.cell_name(place) if isinstance(place, tuple) else str(place)


# ---------------------------------------------------------------- rolls


def dice_line(v: Named) -> str:
    """The dice with their faces, and every number with where it comes from: `d12 7, +2 FOR, −3 Flaw (Cover)`."""
    modifiers: tuple[Modifier, ...] = v.get("modifiers", ())
    kept, dice = v["kept"], v["dice"]
    edges = [m for m in modifiers if m.kind == "edge" and m.amount]
    if dice[0] == "d12":
        parts = [f"d12 {kept[0]}"]
        net = sum(m.amount for m in edges)
        if len(kept) > 1:
            sign, word = ("+", "Edge") if net > 0 else ("−", "Flaw")
            faces = f" {sign} ".join(map(str, kept[1:]))
            parts.append(f"{sign} {faces} {word} ({sources(edges)})")
        elif edges:
            parts.append(f"(cancelled: {sources(edges)})")
    else:
        parts = [faces_of(dice, kept)]
    parts += added(m for m in modifiers if m.kind != "edge")
    again = len(v["fallen"]) - len(kept)
    if again > 0:
        parts.append(f"({again} thrown again{', Practiced' if dice[0] == 'd12' else ''})")
    return " ".join(parts)


VERBS = {
    "attack": "attacks {target} with {weapon}",
    "shove": "shoves {target} with {weapon}",
    "trip": "tries to trip {target} with {weapon}",
    "flash_shot": "flash-shoots at {target} with {weapon}",
    "cable": "casts the cable of {weapon} at {target}",
}
RESULTS = {"failure": "failure", "success": "success", "decisive": "success, a natural 12"}
HITS = {"failure": "a miss", "success": "a hit", "decisive": "a decisive hit"}


def rolled(v: Named) -> str:
    thrown = dice_line(v)
    if "action" in v and "number" in v:
        deed = VERBS.get(str(v.raw["action"]), VERBS["attack"]).format_map(v)
        against = f"{v.get('armor', 'AC')} {v['number']}"
        come = summed(v.scene, f"{thrown} = {number(v['total'])} against {against}, ")
        return f"{v['by']} {deed}: {come}{HITS[v['reading']]}"
    if "number" in v:
        what = f"{v['ability']} check" if "ability" in v else f"{v['save']} save" if "save" in v else "roll"
        result = RESULTS.get(str(v["reading"]), v["reading"])
        come = summed(v.scene, f"{thrown} = {number(v['total'])} against {v['number']}, ")
        return f"{v['by']}, {what}: {come}{result}"
    come = summed(v.scene, f"{thrown} = ")
    if "weapon" in v:
        kind = typed(v.get("type", "plain"))
        return f"{v['weapon']} deals {come}{v['reading']}{kind} damage"
    again = tie(v.scene, v.get("tied", ()), ", ")
    if v.rule == "bb.init.roll":
        return f"{v['by']}, initiative{again}: {come}{v['total']}"
    what = v.get("ability") or v.get("use") or rule_title(v.scene, v.rule).removesuffix(" ↶")
    return f"{v['by']}, {what}{again}: {come}{total_of(v)}"


def result(scene: Scene, roll: Ruling) -> Result:
    """How a roll was read: Edge dice are added and Flaw dice taken away."""
    v = Named(scene, roll, WORDING)
    net = sum(m.amount for m in v.get("modifiers", ()) if m.kind == "edge")
    flawed = v["dice"][0] == "d12" and net < 0
    signs = tuple(-1 if flawed and place else 1 for place in range(len(v["kept"])))
    if "number" not in v:
        return Result(signs)
    attacks, good = "action" in v, v["reading"] != "failure"
    against = Against(v.get("armor", "AC") if attacks else "", (v["number"],))
    word = str((HITS if attacks else RESULTS).get(v["reading"], v["reading"]))
    return Result(signs, against, Outcome(word, good))


def total_of(v: Named) -> object:
    """A reading may carry more than the total."""
    total = v["total"]
    return total[0] if isinstance(total, tuple) else total


# ---------------------------------------------------------------- harm and conditions


def damaged(v: Named) -> str:
    return reckoned(v, f" to {v['who']}")


def reckoned(v: Named, whom: str = "") -> str:
    """The damage, and step by step what becomes of it."""
    pure = " Pure" if any(what == PURE for what, _, _ in v["trace"]) else ""
    steps = [REDUCED.get(what, f"{what}: {{}}").format(amount) for what, amount, _ in v["trace"]]
    return ", ".join([f"{v['rolled']}{pure}{typed(v['type'])} damage{whom}", *steps])


PURE = "Pure"
REDUCED = {"Plating": "halved by Plating: {}", PURE: "which nothing lowers"}


def takes(v: Named) -> str:
    from_thp = f" ({v['thp']} of it THP)" if v["thp"] else ""
    return f"{v['who']} takes {v['amount']}{from_thp} and has {v['hp']} HP left"


def paid(v: Named) -> str:
    if "ep" in v:
        return f"{v['who']} spends {v['ep']} EP, {v['left']} left"
    return f"{v['who']} has no EP and pays with a level of Exhaustion"


REVEALED = {"attack": "they attacked", "seen": "they are seen", "found": "they were found", "grapples": "they grapple"}


def revealed(v: Named) -> str:
    if v["why"] == "appears":  # by the game master
        return f"{v['who']} appears"
    return f"{v['who']} is no longer Hidden: {REVEALED.get(v['why'], v['why'])}"


def plating(v: Named) -> str:
    if not v["lost"]:
        return f"{v['who']} has {v['left']} Plating again"
    return f"{v['who']} loses {v['lost']} Plating, {v['left']} left"


# ---------------------------------------------------------------- choices


DECISIONS = {
    "heavy_strike": "a Heavy Strike, the most damage possible",
    "shatter": "to Shatter all Plating of {target}",
    "hamstring": "to Hamstring {target}",
    "destroy": "to Destroy a weapon of {target}",
    "unmask": "to Unmask {target}",
}


def decided(v: Named) -> str:
    return f"{v['who']} chooses {DECISIONS[v['choice']].format_map(v)}"


TRIGGERS = {
    "enters_reach": "{whom} comes within reach",
    "moves": "{whom} moves",
    "attacks": "{whom} attacks",
    "is_hit": "{whom} is hit",
    "goes_down": "{whom} goes Down",
    "uses_power": "{whom} uses a power or mask",
    "gm": "the game master says so",
}


def holds(v: Named) -> str:
    whom = v["whom"] or "an enemy"
    return f"{v['who']} holds {v['action']} until {TRIGGERS[v['event']].format(whom=whom)}"


def swaps(v: Named) -> str:
    return f"{v['who']} hands {v['thing']} to {v['to']}" if v.get("to") else f"{v['who']} swaps {v['thing']}"


# ---------------------------------------------------------------- turns and the end


def turn(v: Named) -> str:
    return f"{v['who']} goes on with their turn" if v.get("resumed") else f"{v['who']}'s turn"


def counted(v: Named) -> str:
    if v.get("choice"):
        return f"{v['who']} spends the Escalation Counter on {v['choice']}; it stands at {v['counter']} again"
    return f"the Escalation Counter stands at {v['counter']}"


def over(v: Named) -> str:
    sides = {"party": "the party has won", "foes": "the foes have won", "": "nobody has won"}
    winner = sides.get(str(v.raw["winner"]), f"{v['winner']} has won")
    return f"The combat ends in round {v['round']}: {winner}"


SENTENCES: dict[str, Sentence] = {
    "roll": rolled,
    "damage": damaged,
    "takes": takes,
    "plating": plating,
    "sacrifices": "{who} gives up {dice} ✦, destroying {destroys} Plating",
    "no_dice": "{who} has no dice left for damage",
    "heavy_strike": "the Heavy Strike of {who} deals {amount}",
    "decisive": decided,
    "crit": "{target} stands in the Critical Area: one more ✦",
    "water": "{target} stands in water: one more ✦ of Lightning",
    "weapon_damaged": "{weapon} of {who} is damaged",
    "mask_lands": "the mask of {who}, {mask}, lands at {at}",
    "lands_at": "{what} lands at {at}",
    "condition": taken_on(CONDITIONS.begin_words),
    "condition_ends": rid_of(CONDITIONS.end_words),
    "revealed": revealed,
    "exhaustion": "the Exhaustion of {who} is now {level}",
    "collapses": "{who} collapses for {hours} hours",
    "mark": "{who} is hurt while Down: mark {marks} of 3",
    "death_save": "{who}: {saved} Death Saves made, {failed} failed",
    "dies": "{who} dies",
    "heals": "{who} regains {amount} HP and has {hp}",
    "thp": "{who} has {thp} THP",
    "new_hp": "{who} has {hp} HP",
    "level": "{who} reaches level {level}: ✦ is a {die}, Plating up to {plating}",
    "gains_hp": "{who} gains {gain} HP, {hp} in all",
    "raises": "{what} of {who} is now {to}",
    "learns": "{who} learns {what}",
    "wakes": "{who} wakes",
    "focus_lost": "{who} loses Focus on {skill}",
    "uses": "{who} uses {what}",
    "pays": paid,
    "counter": counted,
    "escalated": "{who} acts with the party, at no cost",
    "calling": lambda v: f"{v['calling']}, the Calling of {v['who']}, works for {v['target']}",
    "payload": lambda v: f"{v['who']} adds a Payload Canister ({v['way']})",
    "zone": lambda v: (
        f"dangerous terrain spreads over {len(v['cells'])} hexes around {v.scene.cell_name(v['cells'][0])}"
    ),
    "cover": lambda v: f"{v['who']} raises Cover on {len(v['edges'])} edges",
    "falls": "{who} falls {metres} m",
    "moves": "{who} moves{reached}",
    "placed": "{who} moves{reached}",
    "comes_to_nothing": "what {who} was about to do comes to nothing: {why}",
    "halts": "{who} cannot go on and stops",
    "comes_upon": "{who} comes upon {whom}, who was Hidden there",
    "set_back": "There is no room where {who} was stopped: back{reached}",
    "pushed": "{by} moves {who}{reached}",
    "contest": "{winner} wins against {loser}",
    "check": lambda v: f"{v['who']}, {v['ability']}: {'success' if v['success'] else 'failure'}",
    "save": lambda v: f"{v['who']}, {v['stat']} save: {'success' if v['success'] else 'failure'}",
    "save_failed": "{who} is {because} and fails the {stat} save without a roll",
    "check_failed": "{who} is {because} and fails the {ability} check without a roll",
    "impossible": "no die can change that for {who}",
    "swaps": swaps,
    "picks_up": "{who} picks up {thing}",
    "handles": "{who} handles {what}",
    "lamp": lambda v: f"{v['who']} {'uncovers' if v['light'] else 'covers'} the light",
    "holds": holds,
    "releases": "{who} releases the held {action}",
    "reacts": "{who} uses their Reaction",
    "free_action": "{who} takes a Free Action",
    "cord": "{who} holds on by the cord",
    "outside_combat": "{who} acts outside combat",
    "order": lambda v: "Order of turns: " + ", ".join(v.name(who) for who in v["order"]),
    "round": "Round {round}",
    "turn": turn,
    "combat_ends": over,
    "no_morale": "{who} is a construct and does not lose heart",
    "regains_ep": "{who} has {ep} EP again",
    "rest_begins": "a {rest} rest of {hours} hours begins",
    "rest_interrupted": "the {was} rest is interrupted and counts as a {rest} one",
    "rest_ends": lambda v: f"the {v['rest']} rest ends" + ("" if v["counts"] else " and counts for nothing"),
    "activity": lambda v: (
        f"{v['who']}, {action_name(v.scene, str(v.raw['what']))}: {count(v['left'], 'activity')} left"
    ),
    "repaired": "{weapon} of {who} is repaired",
    "trained": lambda v: f"{v['who']} trains with {v['weapon']}" + (" and is Practiced now" if v["practiced"] else ""),
    "gift": "{by} gives {who} an activity, {left} left",
    "camp_bonus": "the camp is now: {bonus}",
    "alarm_goes_off": "{who} sets off the camp's alarm",
    "alarm_found": "{who} finds the camp's alarm",
    "crafted": "{who} crafts {item}",
    "not_crafted": "{who} fails to craft {item}",
    "modules": lambda v: f"{v['who']} works on {v['weapon']}: {changed(v)}",
    "untied": "{who} unties the rope of {tied_by}",
    "air": lambda v: f"{v['who']} shares air among {v['users']}, {v['each']} each",
}


def changed(v: Named) -> str:
    out = f"{v['removed']} out" if v["removed"] else ""
    return ", ".join(filter(None, (out, f"{v['installed']} in" if v["installed"] else "")))


# ---------------------------------------------------------------- the log


def set_to(scene: Scene, field: str, value: Any) -> str:
    return scene.cell_name(value) if field == "at" and value else sentences.set_to(scene, field, value)


WORDING = Wording(
    sentences=SENTENCES,
    beings=frozenset({"who", "by", "target", "source", "winner", "loser", "whom", "actor", "tied_by", "to", "what"}),
    things=frozenset({"weapon", "mask", "thing", "what", "skill", "item", "removed", "installed"}),
    places=frozenset({"to", "at"}),
    thing=thing_name,
    place=place_name,
    value=set_to,
    ranks={"round": "round", "turn": "turn", "combat_ends": "end"},
    silent=frozenset({"impossible", "free_action"}),
    said=CONDITIONS.told_by,
)


def lines(scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
    """Rulings as lines of a log: a walk is one line, and nothing is said twice."""
    told: list[Line] = []
    walk: list[Ruling] = []
    for place, ruling in enumerate(rulings):
        if walk and not goes_on(walk[-1], ruling):
            told.append(walked(scene, walk))
            walk = []
        if ruling.kind == "moves":
            walk.append(ruling)
        elif ruling.kind == "damage" and follows(rulings, place, "takes"):
            continue
        elif ruling.kind == "takes" and place and rulings[place - 1].kind == "damage":
            told.append(harmed(scene, rulings[place - 1], ruling))
        elif not unsaid(rulings, place, WORDING) and not passes_by(scene, rulings, place):
            told.append(line(scene, ruling, WORDING))
    if walk:
        told.append(walked(scene, walk))
    return told


def follows(rulings: Sequence[Ruling], number: int, kind: str) -> bool:
    """Is the next ruling of this kind, and about the same being?"""
    after = rulings[number + 1] if number + 1 < len(rulings) else None
    return after is not None and after.kind == kind and after.values["who"] == rulings[number].values["who"]


def harmed(scene: Scene, damage: Ruling, taken: Ruling) -> Line:
    """Damage and what it takes, in one line."""
    v, t = Named(scene, damage, WORDING), Named(scene, taken, WORDING)
    thp = f", {t['thp']} of it from THP" if t["thp"] else ""
    told = f"{v['who']} takes {reckoned(v)}{thp}; {t['hp']} HP left"
    return Line(told, damage.rule, of=(damage, taken))


def goes_on(last: Ruling, now: Ruling) -> bool:
    return now.kind == "moves" and now.values["who"] == last.values["who"]


def passes_by(scene: Scene, rulings: Sequence[Ruling], number: int) -> bool:
    """The turn of somebody who can do nothing and to whom nothing happens."""
    if rulings[number].kind != "turn" or number + 1 == len(rulings):
        return False
    return rulings[number + 1].kind in ("turn", "round") and scene.beings[str(rulings[number].values["who"])].beaten


def walked(scene: Scene, walk: Sequence[Ruling]) -> Line:
    values = walk[-1].values
    who = scene.beings[str(values["who"])].name
    cost = sum(int(str(r.values["cost"])) for r in walk)
    to: Any = values["to"]
    price = f"{cost} m" if cost else f"{len(walk)} m that cost nothing"
    reached = scene.reached(to, str(values["who"]), origin=walk[0].values["origin"])
    return Line(f"{who} moves {price}{reached}", walk[-1].rule, of=tuple(walk))
