"""Rulings about all that is done out of blows, in words: things, skills, people, healing, time and advancement."""

from __future__ import annotations

from typing import cast

from ludex.core.kernel.english import count, listed, number
from ludex.core.show.lasting import minutes_words
from ludex.core.show.sentences import Named, Sentence, as_written, with_sign
from ludex.games.crawl.book.characters.aspects import learned
from ludex.games.crawl.build.advancement import part_of
from ludex.games.crawl.show.names import ailment_name, effect_name, everybody, skill_name, thing_name
from ludex.games.crawl.show.parts import part_name
from ludex.games.crawl.show.rolls import task_words

# ---------------------------------------------------------------- skills


def uses(v: Named) -> str:
    others = [who for who in v["targets"] if who != v.raw["who"]]
    on = f" on {everybody(v.scene, others)}" if others else ""
    at = f" at {v['cell']}" if v.raw.get("cell") is not None else ""
    choice = f" ({thing_name(v.scene, v.raw['choice'])})" if v.raw.get("choice") else ""
    return f"{v['who']} uses {v['skill']}{on}{at}{choice}"


def tried(v: Named) -> str:
    """The time that an attempt takes, by what it is made on: `lockpicking:5,3`, `treat:dorrin:disease:ash_cough`."""
    kind, _, rest = str(v.raw["task"]).partition(":")
    if kind == "treat":
        who, _, what = rest.partition(":")
        deed = f"treat {v.name(who)} for {ailment_name(v.scene, what)}"
    elif kind == "persuade":
        deed = f"talk to {v.name(rest)}"
    elif kind == "agent":
        deed = f"make an agent against {thing_name(v.scene, rest)}"
    else:
        deed = f"use {skill_name(v.scene, kind)}"
    return f"{v['who']} takes {minutes_words(v['minutes'])} to {deed}"


def task(v: Named) -> str:
    what = f" on {task_words(v.scene, v.raw['task'])}" if v.raw["task"] else ""
    return f"{v['who']} {'fails with' if v['result'] == 'failure' else 'succeeds with'} {v['skill']}{what}"


def senses(v: Named) -> str:
    shining = [v.name(who) for who in v["beings"]] + [f"the ground at {v.scene.cell_name(cell)}" for cell in v["cells"]]
    return f"{v['who']} sees magic on {listed(shining)}" if shining else f"{v['who']} sees no magic around"


def rested(v: Named) -> str:
    if v["again"]:
        names = listed([v.name(who) for who in v["again"]])
        return f"the rest is over: {names} may try again what can be tried once between two rests"
    return "the rest is over: there was nothing that it could give back"


def dismissed(v: Named) -> str:
    where = f"on {v['target']}" if v.get("target") else f"at {v['cell']}"
    return f"{v['who']} ends {effect_name(v.scene, str(v.raw['effect']))} {where}"


def area(v: Named) -> str:
    middle = v.scene.cell_name(v["cells"][0])
    return f"{v['aspect']} of {v['who']} lies on {count(len(v['cells']), 'cell')} around {middle}"


def pockets(v: Named) -> str:
    return f"{v['who']} pockets {v['thing']}" + (f" of {v['target']}" if v["target"] else "") + ", unnoticed"


# ---------------------------------------------------------------- things


def consumes(v: Named) -> str:
    own = v.raw["target"] == v.raw["who"]
    return f"{v['who']} uses up {v['item']}" if own else f"{v['who']} gives {v['item']} to {v['target']}"


def takes(v: Named) -> str:
    off = f" from {v['target']}" if v.get("target") else ""
    into = "in hand" if v["into"] == "hand" else "into the pack"
    return f"{v['who']} takes {v['thing']}{off} {into}"


def door(v: Named) -> str:
    how = "opens" if v["open"] else "shuts"
    return f"{v['who']} {how} the {v['name']} at {v['at']}"


# ---------------------------------------------------------------- people


def persuades(v: Named) -> str:
    if not v["won"]:
        return f"{v['target']} is not moved by {v['who']}: presence {v['presence']}, intuition {v['intuition']}"
    return f"{v['who']} wins {v['target']} over by {v['won']}: presence {v['presence']}, intuition {v['intuition']}"


def speaks(v: Named) -> str:
    others = [who for who in v["heard"] if who != v.raw["to"]]
    loud = f"; {everybody(v.scene, others)} can hear it" if others else ""
    return f"{v['who']} speaks to {v['to']}{loud}"


# ---------------------------------------------------------------- healing, afflictions, time


def heals(v: Named) -> str:
    if not v["amount"]:
        return f"{v['who']} has all their HP already"
    return f"{v['who']} gets {v['amount']} HP back and has {number(v['left'])}"


def core_now(v: Named) -> str:
    return f"{v['core']} is {with_sign(v['left'])}"


def exposed(v: Named) -> str:
    by = f" of {v['by']}" if v["by"] else ""
    return f"{v['who']} is exposed to {v['affliction']}{by}"


def craving(v: Named) -> str:
    if not v["missed"]:
        return f"the craving of {v['who']} for {v['affliction']} is stilled"
    return f"{v['who']} craves {v['affliction']}: −{v['missed']} on all rolls"


# ---------------------------------------------------------------- advancement


def learns(v: Named) -> str:
    choice = f" ({thing_name(v.scene, v.raw['choice'])})" if v["choice"] else ""
    return f"{v['who']} acquires {v['aspect']}{choice} for {v['ap']} AP and has {v['left']} left"


def upgrades(v: Named) -> str:
    own = learned(v.scene, v.scene.beings[str(v.raw["who"])], str(v.raw["aspect"]))
    part = part_of(v.scene, own, cast(int, v["part"])) if own is not None else None
    name = part_name(part) if part is not None else f"part {v['part']}"
    return f"{v['who']} upgrades {v['aspect']}: {name} is {v['worth']} now, for {v['ap']} AP; {v['left']} left"


DEEDS: dict[str, Sentence] = {
    # skills
    "uses": uses,
    "counters": "{who} answers the magic of {caster} with {skill}",
    "fails": "{skill} of {who} fails",
    "refund": "a critical success with something unstable: {who} gets 1 EP back and has {now}",
    "try": tried,
    "task": task,
    "practised": "{who} has used {aspect} with success without having learned it, and may acquire it in downtime",
    "ignores": "{who} is too slow of wit for {skill} of {by}",
    "energy": "{who} gets {ep} EP and has {now}",
    "senses": senses,
    "message": lambda v: f"{v['target']} {'hears' if v['spoken'] else 'understands'} what {v['who']} wants to say",
    "knows": lambda v: f"{v['who']} knows something of it: {as_written(v.scene, v['field'])}",
    "minor_magic": "{who} works a small wonder",
    "area": area,
    "dismissed": dismissed,
    "pockets": pockets,
    # things
    "draws": "{who} takes {thing} out of the pack",
    "stows": "{who} puts {thing} into the pack",
    "drops": "{who} drops {thing}",
    "takes": takes,
    "gives": "{who} hands {thing} to {to}",
    "dons": "{who} puts on {thing}",
    "doffs": "{who} takes off {thing}",
    "hindered": lambda v: f"what {v['who']} carries takes {abs(v['mobility'])} off their mobility",
    "consumes": consumes,
    "reloads": "{who} makes {thing} ready again",
    "door": door,
    # people
    "speaks": speaks,
    "makes_out": lambda v: f"{v['who']} {'makes out' if v['heard'] else 'cannot make out'} what {v['speaker']} says",
    "persuades": persuades,
    "disposition": "{who} is {demeanor} towards {towards} ({value} of 50)",
    "agrees": "{who} agrees to what {to} asks",
    # healing, afflictions, time
    "heals": heals,
    "ability_damage": lambda v: f"{v['who']} takes {v['amount']} ability damage: {core_now(v)}",
    "ability_heals": lambda v: f"{v['amount']} ability damage of {v['who']} heals: {core_now(v)}",
    "treated": "the {core} of {who} has been treated and can heal now",
    "exposed": exposed,
    "cured": "{who} is rid of {affliction}",
    "no_effect": "the agent against {affliction} does nothing for {who}, who is hurt",
    "dose": "{who} takes {affliction}",
    "craving": craving,
    "makes": "{who} has made {thing}",
    "time": lambda v: f"{minutes_words(v['minutes'])} {'passes' if v['minutes'] == 1 else 'pass'}",
    "fills": lambda v: f"{v['who']} is full; the meal before goes on, and this one gives nothing more",
    "meal": lambda v: f"the meal will give {v['who']} {v['hp']} HP over {count(v['hours'], 'hour')}",
    "eats": "{who} eats {thing}",
    "drinks": "{who} drinks",
    "rests": lambda v: f"{v['who']} and all who are with them rest for {count(v['hours'], 'hour')}",
    "rested": rested,
    "rest_too_short": lambda v: (
        f"{count(v['hours'], 'hour')} of rest bring nothing back that can be tried once between two rests: "
        f"that takes {count(v['needed'], 'hour')}"
    ),
    # advancement
    "downtime": lambda v: "downtime is over" if v["over"] else "downtime: aspect points and money can be spent",
    "award": "{who} is awarded {ap} AP and has {now}",
    "learns": learns,
    "upgrades": upgrades,
    "buys": "{who} buys {item} for {price} and has {left} left",
    "sells": "{who} sells {item} for {price} and has {left}",
}
