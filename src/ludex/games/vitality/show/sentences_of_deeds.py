"""Rulings about all that is done out of blows, in words: moving, things, walls, traps, features, rest and time."""

from __future__ import annotations

from typing import Any, cast

from ludex.core.board.cells import Cell
from ludex.core.kernel.english import count, listed
from ludex.core.show.lasting import HOUR, minutes_words
from ludex.core.show.sentences import Named, Sentence
from ludex.games.vitality.book.characters.space import ground
from ludex.games.vitality.book.health.rest import RESTS
from ludex.games.vitality.book.movement.pushing import IMPACT, IMPACT_TIERS
from ludex.games.vitality.book.turns.prepare import TRIGGERS
from ludex.games.vitality.show.names import (
    attack_name,
    everybody,
    spaces,
    thing_name,
    wall_name,
)

# ---------------------------------------------------------------- moving


GOING = {"burrow": "burrows", "tunnel": "burrows", "leap": "leaps"}


def moves(v: Named) -> str:
    """`Kestrel moves 4 spaces to 5,3, 6 spaces above the ground`"""
    to = v["way"][-1]
    up = v["height"] - ground(v.scene, to)
    where = f", {spaces(up)} above the ground" if up > 0 else ""
    far = f" {spaces(v['spaces'])}" if v["how"] != "leap" and v["spaces"] else ""
    reached = v.scene.reached(to, str(v.raw["who"]), origin=v["origin"])
    return f"{v['who']} {GOING.get(v['how'], 'moves')}{far}{reached}{where}"


def pushed(v: Named) -> str:
    if not v["way"]:
        return f"{v['by']} pushes {v['who']}, who cannot give way"
    return f"{v['by']} pushes {v['who']} {spaces(v['spaces'])}{v.scene.reached(v['way'][-1], str(v.raw['who']))}"


def collides(v: Named) -> str:
    into = str(v.raw["into"])
    what = v.name(into) if into in v.scene.beings else f"the {into}"
    both = " for both" if into in v.scene.beings else ""
    tiers = (v["amount"] - IMPACT) // IMPACT_TIERS
    made_of = f"{IMPACT} + {IMPACT_TIERS} × {tiers} Tier"
    return f"{v['who']} runs into {what}: {made_of} = {v['amount']} damage{both}"


def falls(v: Named) -> str:
    being = v.scene.beings[str(v.raw["who"])]
    down = v["height"] <= ground(v.scene, being.at)
    return f"{v['who']} falls {spaces(v['spaces'])}" + (" and hits the ground" if down else " and is still falling")


def placed(v: Named) -> str:
    up = v["height"] - ground(v.scene, cast(Cell, v.raw["at"]))
    return f"{v['who']} moves{v['reached']}" + (f", {spaces(up)} above the ground" if up > 0 else "")


def moves_wall(v: Named) -> str:
    return f"{v['who']} moves a wall, which stands {ends_of(v.scene, v['cells'])} now"


def ends_of(scene: Any, cells: tuple[tuple[int, int], ...]) -> str:
    first, last = scene.cell_name(cells[0]), scene.cell_name(cells[-1])
    return f"from {first} to {last}" if len(cells) > 1 else f"at {first}"


def raises_wall(v: Named) -> str:
    return f"{v['who']} raises a wall of {spaces(len(v['cells']))}, {ends_of(v.scene, v['cells'])}"


# ---------------------------------------------------------------- things


def named(v: Named, what: object) -> str:
    """Somebody by its name, a thing with an article."""
    return v.name(str(what)) if what in v.scene.beings else f"the {thing_name(v.scene, what)}"


def all_named(v: Named, what: tuple[object, ...]) -> str:
    return listed([named(v, one) for one in what]) or "nothing"


def too_heavy(v: Named) -> str:
    what: tuple[object, ...] = v.raw["what"]  # type: ignore[assignment]  # as this ruling has it
    return f"{v['who']} cannot move {all_named(v, what) if what else 'the load'}: too heavy"


def lifts(v: Named) -> str:
    return f"{v['who']} lifts the {thing_name(v.scene, v.raw['thing'])} and sets it down at {v['to']}"


def puts_down(v: Named) -> str:
    own = v.raw["what"] == v.raw["who"]
    return (
        f"{v['who']} gets off{v['stands']}" if own else f"{v['who']} puts down {named(v, v.raw['what'])} at {v['to']}"
    )


# ---------------------------------------------------------------- what is prepared


def waits(v: Named) -> str:
    whom = v["whom"] or "an enemy"
    what = attack_name(v.scene, v.raw["who"], v.raw["action"]) if is_attack(v) else v["action"]
    return f"{v['who']} prepares {what}, for when {trigger_words(v['event'], whom)}"


def is_attack(v: Named) -> bool:
    being = v.scene.beings[str(v.raw["who"])]
    return v.raw["action"] in ("basic_melee", "basic_ranged", *[attack.id for attack in being.sheet.attacks])


def trigger_words(event: str, whom: str) -> str:
    return TRIGGERS[event].replace("somebody", whom, 1)


# ---------------------------------------------------------------- traps, wards and features


def trap(v: Named) -> str:
    what = attack_name(v.scene, v.raw["owner"], v.raw["attack"])
    return f"{v['who']} steps on a trap of {v['owner']} at {v['at']}: {what}"


def ward(v: Named) -> str:
    long = "for good" if v["days"] >= 100 else "for a day" if v["days"] == 1 else f"on its {v['days']}. day"
    return f"{v['who']} lays a ward against {thing_name(v.scene, v.raw['against'])}, {long}"


def portals(v: Named) -> str:
    one, other = (v.scene.beside(v.raw[end]) for end in ("one", "other"))
    return f"{v['who']} opens a pair of portals, one {one} and one {other}"


def day(v: Named) -> str:
    holds = "still holds" if v["wards"] == 1 else "still hold"
    return "a new day begins" + (f"; {count(v['wards'], 'ward')} {holds}" if v["wards"] else "")


def helps(v: Named) -> str:
    what = thing_name(v.scene, v.raw["feature"])
    others: object = v.raw["to"]
    if v["topic"]:
        return f"{v['who']} studies {v['topic']} ({what})"
    whom = everybody(v.scene, others) if isinstance(others, tuple) else v.name(str(others))
    return f"{v['who']} helps {whom} with a check ({what})"


def uses_feature(v: Named) -> str:
    far = f", which reaches {spaces(cast(int, v.raw['spaces']))}" if v.raw.get("spaces") else ""
    return f"{v['who']} uses {thing_name(v.scene, v.raw['feature'])}, at Tier {v['tier']}{far}"


def feature_check(v: Named) -> str:
    what = thing_name(v.scene, v.raw["feature"])
    work = f", after {minutes_words(HOUR * v['hours'])} of work" if v["hours"] else ""
    return f"{v['who']} {'succeeds' if v['passed'] else 'fails'} with {what}{work}"


def buys(v: Named) -> str:
    kind = str(v["purchase"])
    article = "an" if kind[0] in "aeiou" else "a"
    what = v["what"] or "something"
    return f"{v['who']} buys {what} for {v['price']:,} dollars, {article} {kind} purchase"


def complications(v: Named) -> str:
    what = v["what"] or "a purchase"
    return f"{v['who']} does not get {what} for {v['price']:,} dollars without complications"


# ---------------------------------------------------------------- rest


def rests(v: Named) -> str:
    whole = RESTS[v.scene.setting].whole
    so_far = f"; {minutes_words(v['rested'])} of {minutes_words(whole)} so far" if v["rested"] < whole else ""
    return f"everybody rests for {minutes_words(v['minutes'])}{so_far}"


DEEDS: dict[str, Sentence] = {
    # moving
    "moves": moves,
    "halts": "{who} can go no farther and stops",
    "set_back": "there is no room for {who}, who comes to stand elsewhere{stands}",
    "teleports": "{who} teleports{reached}",
    "hastens": lambda v: f"{v['who']} hastens: {spaces(v['spaces'])} more",
    "pushed": pushed,
    "collides": collides,
    "falls": falls,
    "lands": lambda v: f"{v['who']} lands unhurt after {spaces(v['spaces'])}",
    "tunnels": "{who} digs a tunnel from {start} to {end}",
    "portals": portals,
    "portals_close": "the portals of {who} close",
    "raises_wall": raises_wall,
    "moves_wall": moves_wall,
    "breaks_grab": lambda v: (
        f"{v['who']} breaks free of {v['by']}"
        if v.raw["who"] == v.raw["target"]
        else f"{v['who']} frees {v['target']} from {v['by']}"
    ),
    # things
    "lifts": lifts,
    "too_heavy": too_heavy,
    # To mypy: as this ruling has it
    "carries": lambda v: f"{v['who']} carries {all_named(v, v.raw['what'])}",  # type: ignore[arg-type]
    "puts_down": puts_down,
    "uses": lambda v: f"{v['who']} uses the {thing_name(v.scene, v.raw['device'])}",
    # what is prepared
    "prepares": "{who} prepares an action",
    "waits": waits,
    "lapses": "what {who} had prepared is lost",
    "acts_prepared": "{who} does what was prepared",
    # traps, wards, who comes and goes
    "sets_trap": lambda v: (
        f"{v['who']} sets a trap at {v['at']}: {attack_name(v.scene, v.raw['who'], v.raw['attack'])}"
    ),
    "trap": trap,
    "avoids_trap": "{who} avoids a trap of {owner} at {at}",
    "finds_trap": "{who} finds a trap of {owner} at {at}",
    "disarms": "{who} disarms the trap at {at}",
    "ward": ward,
    "day": day,
    "appears": "{by} calls {who}, who appears{stands}",
    "joins": "{who} comes in{stands}",
    "placed": placed,
    "gone": lambda v: (
        f"{wall_name(v.scene, v.raw['who'])} is gone"
        if v.scene.beings[str(v.raw["who"])].is_wall
        else f"{v['who']} is gone"
    ),
    # checks and features
    "check": lambda v: f"{v['who']} {'succeeds' if v['passed'] else 'fails'}",
    "contest": lambda v: f"{v['who'] if v['passed'] else v['other']} has the upper hand",
    "noticed": "{by} notices {who}, who is not Hidden",
    "finds": "{who} finds {target}",
    "helps": helps,
    "feature": uses_feature,
    "feature_check": feature_check,
    "evening": "a new evening of play begins",
    "buys": buys,
    "complications": complications,
    # rest and time
    "rests": rests,
    "rest_completed": "the rest is completed: Efforts, Tier and uses are back",
    "rest_broken": lambda v: f"the rest is broken off after {minutes_words(v['rested'])}",
    "time_passes": lambda v: f"{minutes_words(HOUR * v['hours'])} {'passes' if v['hours'] == 1 else 'pass'}",
    "sets_out": lambda v: (
        f"the party may do as it likes; {v['who']} is asked first" if v["who"] else "nobody of the party can act"
    ),
    "leads": "{who} is asked what to do",
    "is_done": "the party is done here",
}
