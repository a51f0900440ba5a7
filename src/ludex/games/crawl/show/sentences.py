"""Rulings of The Crawl in words: its sentences by kind of ruling. What is done out of blows is in
`sentences_of_deeds.py`."""

from __future__ import annotations

from ludex.core.kernel.english import count, listed, number
from ludex.core.kernel.ruling import Ruling
from ludex.core.show import sentences
from ludex.core.show.sentences import Named, Sentence, Wording, filled
from ludex.games.crawl.book.turns.ready_actions import TRIGGERS
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.show.names import (
    SIDES,
    being_name,
    condition_name,
    effect_name,
    everybody,
    in_words,
    place_name,
    skill_name,
    thing_name,
    way_name,
)
from ludex.games.crawl.show.rolls import rolled
from ludex.games.crawl.show.sentences_of_deeds import DEEDS
from ludex.games.crawl.show.values import value_in_words
from ludex.games.crawl.state import PARTY, Scene


def sentence(scene: Scene, ruling: Ruling) -> str:
    return sentences.sentence(scene, ruling, WORDING)


def action_name(scene: Scene, name: str) -> str:
    return WORDING.action(scene, name)


# ---------------------------------------------------------------- the fight


ENDED = {
    "won": "the fight is won",
    "talked": "the fight is talked away",
    "escaped": "the party has got away",
    "lost": "the fight is lost",
    "stopped": "the fight is over",
}


def begins(v: Named) -> str:
    return "a fight breaks out" + (f"; {SIDES[v['surprised']]} is surprised" if v["surprised"] else "")


def ends(v: Named) -> str:
    return ENDED[v["how"]] + (f" in round {v['round']}" if v["round"] else "")


def done_here(v: Named) -> str:
    """With what has become of the doors, and who was won over."""
    found = [f"the {door.name} is {'open' if door.open else 'shut'}" for door in v.scene.doors]
    others = [b for b in v.scene.beings.values() if b.side != PARTY and b.here]
    won = [b.name for b in others if any(value >= b.agrees_at for _, value in b.disposition)]
    found += [f"{listed(won)} {'is' if len(won) == 1 else 'are'} won over"] if won else []
    return "the party is done here" + (f": {listed(found)}" if found else "")


def loses_ep(v: Named) -> str:
    why = "being stunned" if v.rule == "tc.stunned" else "having no room to keep it"
    return f"{v['who']} loses {v['ep']} EP, {why}"


def paid(v: Named) -> str:
    how = "loses" if v.rule == "tc.staggered" else "spends"
    return f"{v['who']} {how} {v['ep']} EP and has {v['left']} left"


def readies(v: Named) -> str:
    whom = v["whom"] or "an enemy"
    readied = v.scene.beings[str(v.raw["who"])].readied
    skill = readied.command.arg("skill") if readied is not None else None
    deed = f"{v['action']} with {skill_name(v.scene, skill)}" if skill else v["action"]
    return f"{v['who']} readies {deed}, for when {trigger_words(v.scene, v['event'], whom, v.raw.get('cell'))}"


def trigger_words(scene: Scene, event: str, whom: str, cell: object = None) -> str:
    """What a readied action waits for, anywhere or in a cell."""
    words = TRIGGERS[event] if cell is None else TRIGGERS_AT[event].format(cell=scene.cell_name(cell))
    return words.replace("somebody", whom, 1)


TRIGGERS_AT = {
    "moves": "somebody has moved to {cell}",
    "leaves_cell": "somebody has left {cell}",
    "comes_in_range": "somebody comes into reach at {cell}",
    "attacks": "somebody at {cell} attacks",
    "is_hit": "somebody at {cell} has been hit",
    "casts": "somebody at {cell} uses magic",
    "falls": "somebody at {cell} goes down",
    "opens": "somebody opens the door at {cell}",
    "gm": "the game master says so",
}


def nothing_comes(v: Named) -> str:
    deed = skill_name(v.scene, v.raw["skill"]) if "skill" in v else v["action"]
    return f"{deed} of {v['who']} comes to nothing" + (f": {v['reason']}" if "reason" in v else "")


# ---------------------------------------------------------------- blows


def attacks(v: Named) -> str:
    aim = f", at the {thing_name(v.scene, v.raw['aim'])}" if v["aim"] else ""
    way = {"charge": " in a charge", "opportunistic": ", who turns away,", "riposte": " in return"}.get(v["way"], "")
    return f"{v['who']} attacks {v['target']}{way} with {v['skill']}{aim}"


def area(v: Named) -> str:
    cells = v["cells"]
    caught = [b.name for b in v.scene.beings.values() if b.here and any(c in cells for c in v.scene.cells(b))]
    who = f", with {listed(caught)} in them" if caught else ""
    return f"{v['who']} sends out {v['skill']} over {count(len(cells), 'cell')}{who}"


def cover_left(v: Named) -> str:
    return f"the {v['name']} " + (f"has {v['left']} HP left" if v["left"] else "is broken")


def critical(v: Named) -> str:
    doubled = ", and the damage is doubled" if v["times"] > 1 else ""
    match v.raw["effect"]:
        case "bleed_turns":
            return f"{v['who']} will bleed for {count(v['amount'], 'turn')}"
        case "bleed_damage":
            return f"{v['who']} is to lose {v['amount']} HP more, which nothing resists{doubled}"
        case "senses_turns":
            return f"the senses of {v['who']} are damaged for {count(v['amount'], 'turn')}"
    return f"the {v['effect']} of {v['who']} can no longer be used"


# ---------------------------------------------------------------- harm


def resisted(v: Named) -> str:
    """`2 of 5 kinetic damage resisted (Leather Jerkin 1, Thick Skin 1)`"""
    if not v["resisted"]:
        return f"{v['who']} has nothing against {v['type']} damage"
    pieces = ", ".join(f"{source} {value}" for value, source in v.get("pieces", ()))
    return f"{v['who']} resists {v['resisted']} of {v['rolled']} {v['type']} damage" + (
        f" ({pieces})" if pieces else ""
    )


def hurt(v: Named) -> str:
    bled = f", {v['bled']} of them bleeding," if v.get("bled") else ""
    return f"{v['who']} loses {v['amount']} HP{bled} and has {number(v['left'])} left"


def burns(v: Named) -> str:
    off = f", of which {v['resisted']} are resisted" if v["resisted"] else ""
    left = f"; {count(v['left'], 'round')} of burning to come" if v["left"] else "; then the fire is out"
    return f"{v['who']} burns for {v['rolled']} fire damage{off}{left}"


def flung(v: Named) -> str:
    what = v["what"] if v.raw["what"] in v.scene.beings else f"the {v['what']}"
    return f"{v['who']} is flung against {what}"


# ---------------------------------------------------------------- conditions


def afflicted(v: Named) -> str:
    name, source = str(v.raw["condition"]), str(v.raw["source"])
    given = in_words(v.scene, source, str(v.raw.get("note", "")), v["value"])
    other = given["source"] if source != v.raw["who"] else ""
    begins = CONDITIONS[name].begins or f"{{who}} is {condition_name(name)}"
    return filled(begins, {**given, "who": v["who"], "other": other})


def relieved(v: Named) -> str:
    ends = CONDITIONS[v["condition"]].ends or f"{{who}} is no longer {condition_name(v['condition'])}"
    return ends.format_map(v)


def sight(v: Named) -> str:
    if v["blind"]:
        return f"{v['who']} has lost {v['percent']} % of their sight and is blind"
    return f"{v['who']} has lost {v['percent']} % of their sight" if v["percent"] else f"{v['who']} sees in the dark"


SENTENCES: dict[str, Sentence] = {
    "roll": rolled,
    # the fight
    "fight": begins,
    "fight_ends": ends,
    "order": lambda v: f"the order of turns: {', '.join(being_name(v.scene, who) for who in v['order'])}",
    "held_order": lambda v: f"those who have held their turns act now: {everybody(v.scene, v['order'])}",
    "round": "Round {round}",
    "turn": lambda v: f"{v['who']}'s turn" + (", held until now" if v["resumed"] else ""),
    "no_turn": "{who} is surprised and has no turn in this round",
    "turn_lost": "{who} loses the turn",
    "refresh": "{who} gets {ep} EP back and has {now}",
    "loses_ep": loses_ep,
    "pays": paid,
    "effort": "{who} goes to the limit: maximum effort, for {hp} HP",
    "holds": "{who} holds the turn",
    "rejoins": "{who} will act when this turn is over",
    "readies": readies,
    "lapses": "what {who} had readied is lost: {action}",
    "releases": "{who} does what was readied: {action}",
    "comes_to_nothing": nothing_comes,
    "joins": "{who} comes in{stands}",
    "sets_out": "the party may do as it likes; {who} is asked first",
    "leads": "{who} is asked what to do",
    "is_done": done_here,
    # blows
    "attacks": attacks,
    "attack": "{who}, {skill}: {result}",
    "attacks_area": area,
    "attacks_cover": "{who} strikes at the cover at {at} with {skill}",
    "leaps_at": "{who} leaps{reached}, at {target}, with {skill}",
    "charges": "{who} charges at {target} with {skill}",
    "strikes_nothing": "{who} strikes at {at}, and nobody is there",
    "lands_at": "{what} lies at {at} now",
    "cover": lambda v: f"{v['cover']}: {'past it' if v['past'] else 'it takes the blow'}",
    "cover_struck": cover_left,
    "defends": lambda v: f"{v['who']} defends with {v['skill']}: {'it holds' if v['defended'] else 'it does not hold'}",
    "critical": critical,
    "check": "{who}, {what} check against {difficulty}: {result}",
    "opposed": lambda v: f"{v['who'] if v['won'] else v['target']} has the upper hand",
    "fate": "the fate die of {who}: {face}",
    # harm
    "damage": resisted,
    "hurt": hurt,
    "absorbed": lambda v: f"{effect_name(v.scene, v['note'])} of {v['who']} has absorbed what it could, and is gone",
    "less_resistance": "the resistance of {who} counts {amount} less",
    "burns": burns,
    "staggered": "{who} is staggered: fewer than a fourth of their HP are left",
    "dies": "{who} dies",
    "pushed": lambda v: f"{v['who']} is pushed, with {v['left']} of {v['kp']} KP left",
    "moved": "{who} is thrown{reached}",
    "hits": flung,
    "falls": "{who} falls {metres} m",
    "comes_down": "the {crusher} comes down on {at}: {kg} kg",
    "condition": afflicted,
    "condition_ends": relieved,
    "revived": "{who} is alive again, with {hp} HP",
    "sight": sight,
    # going about
    "moves": "{who} moves{reached}",
    "placed": "{who} moves{reached}",
    "halts": "{who} can go no further and stops",
    "climbs": "{who} climbs{reached}",
    "slips": "{who} slips and is back at the foot{stands}",
    "jumps": "{who} comes down{stands}",
    "dives": "{who} dives into cover{stands}",
    "faces": lambda v: f"{v['who']} turns to the {way_name(v.scene, v['direction'])}",
    "teleports": lambda v: (
        f"{v['who']} is gone, and will be at {v['to']}"
        + (f" after {count(v['delay'], 'turn')}" if v["delay"] else " at once")
    ),
    "arrives": "{who} is there{stands}",
    "hidden": "{who} is in stealth: {value} to find them",
    "seen": "{who} does not get into stealth",
    "revealed": lambda v: f"{v['who']} {'appears' if v['how'] == 'appears' else 'is out of stealth'}",
    "finds": lambda v: finds(v),
    "looks": "{who} looks around: {total}",
    "searches": lambda v: f"{v['who']} searches for {v['target']}: {'found' if v['found'] else 'not found'}",
    "grabs": lambda v: f"{v['who']} reaches for {grabbed(v)}",
    "grab": lambda v: f"{v['who']} {'gets hold' if v['won'] else 'does not get hold'} of {grabbed(v)}",
    **DEEDS,
}


def grabbed(v: Named) -> str:
    """A limb or a thing of somebody."""
    return f"the {thing_name(v.scene, v.raw['what'])} of {v['target']}"


def finds(v: Named) -> str:
    return f"{v['who']} finds {v['target']}, in stealth at {v.scene.cell_name(v.scene.beings[str(v.raw['target'])].at)}"


# ---------------------------------------------------------------- the log


WORDING = Wording(
    sentences=SENTENCES,
    beings=frozenset({
        "who", "by", "target", "source", "whom", "actor", "to", "what", "attacker", "caster", "speaker", "towards",
        "after",
    }),
    things=frozenset({"skill", "thing", "item", "aspect", "affliction", "effect", "what"}),
    places=frozenset({"to", "at", "cell"}),
    thing=thing_name,
    place=place_name,
    value=value_in_words,
    ranks={"round": "round", "turn": "turn", "fight_ends": "end"},
    silent=frozenset({"attack", "defends", "check", "cover", "fate", "pushed", "looks", "less_resistance"}),
    said=CONDITIONS.told_by,
    part_of_next=dict.fromkeys(("attacks", "attacks_cover", "leaps_at", "grabs"), ("roll",)),
    part_of_last={**dict.fromkeys(("searches", "task", "fails", "seen", "hidden"), ("roll",)), "time": ("try",)},
)  # fmt: skip
