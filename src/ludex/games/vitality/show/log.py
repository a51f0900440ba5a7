"""The log: rulings as lines, what belongs together as one of them, nothing said twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludex.core.kernel.english import listed, number
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.face import Against, Line, Outcome, Result
from ludex.core.show.marks import summed
from ludex.core.show.sentences import Finder, Named, Teller, about, as_line, grouped, in_a_row, line, unsaid
from ludex.games.vitality.book.attacks.built import attack_of
from ludex.games.vitality.book.characters.space import ground
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.show.names import being_name, spaces, stat_name
from ludex.games.vitality.show.rolls import ACCURACY, CONDITION, DAMAGE, INITIATIVE, SURVIVAL, dice_words
from ludex.games.vitality.show.sentences import SPENT_ON, WORDING, after, sentence
from ludex.games.vitality.state import Scene

# What a roll has come to, where the next ruling says it.
PASSED = {True: Outcome("success", True), False: Outcome("failure", False)}
VERDICTS: dict[str, Callable[[Ruling], Outcome]] = {
    "hits": lambda r: Outcome("a critical hit" if r.values["critical"] else "a hit", True),
    "misses": lambda r: Outcome("a miss", False),
    "resists": lambda r: Outcome("resisted", False),
    "check": lambda r: PASSED[bool(r.values["passed"])],
    "feature_check": lambda r: PASSED[bool(r.values["passed"])],
}
OF_ACCURACY, OF_CONDITION = ("hits", "misses"), ("resists", "condition", "immune")
OF_DAMAGE, OF_SURVIVAL = ("damage", "unharmed"), ("survives", "falls_unconscious", "dies", "wakes")
# What ends by itself, or by being used, and goes without saying.
QUIET_ENDS = CONDITIONS.tagged("ends-quietly")
QUIET_STATES = CONDITIONS.tagged("quiet")


def lines(scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
    def alone(place: int) -> Line | None:
        return None if goes_unsaid(scene, rulings, place) else line(scene, rulings[place], WORDING)

    return grouped(scene, rulings, GROUPS, alone)


# ---------------------------------------------------------------- initiative


def initiative(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
    """All the rolls, those of who was level, and the order that comes of them."""
    found = in_a_row(rulings, place, lambda r: r.kind == "roll" and r.rule == INITIATIVE)
    last = rulings[place + len(found)] if place + len(found) < len(rulings) else None
    return [*found, last] if found and last is not None and last.kind == "order" else []


def tell_initiative(scene: Scene, group: list[Ruling]) -> Line:
    """`Initiative: 27 Kestrel (d20 13), 14 Ilse Brandt (d20 7)`"""
    rolls = {str(r.values["by"]): r for r in reversed(group[:-1]) if r.values.get("modifiers")}
    order: Any = group[-1].values["order"]
    told = [placed(scene, who, rolls.get(who)) for who in order]
    level = [r for r in group[:-1] if not r.values.get("modifiers")]
    off = [f"{being_name(scene, r.values['by'])} {dice_words(Named(scene, r, WORDING))}" for r in level]
    return as_line(f"initiative: {', '.join(told)}" + (f"; level: {', '.join(off)}" if off else ""), group[-1])


def placed(scene: Scene, who: str, roll: Ruling | None) -> str:
    """Companions follow whoever has called them, without a roll."""
    name = being_name(scene, who)
    if roll is None:
        return name
    return f"{roll.values['total']} {name}{summed(scene, f' ({dice_words(Named(scene, roll, WORDING))})')}"


def ahead(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
    """Several who move before the first turn."""
    found = in_a_row(rulings, place, lambda r: r.kind == "head_start")
    return found if len(found) > 1 else []


def tell_ahead(scene: Scene, group: list[Ruling]) -> Line:
    names = listed([being_name(scene, r.values["who"]) for r in group])
    return as_line(f"{names}, Vanguards, may move before the first turn", group[0])


# ---------------------------------------------------------------- a roll and what it comes to


def roll_and(rule: str, kinds: tuple[str, ...]) -> Callable[[Sequence[Ruling], int], list[Ruling]]:
    """A roll by this rule, and right after it what it has come to."""

    def roll_and_result(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
        pair = list(rulings[place : place + 2])
        if len(pair) < 2 or pair[0].kind != "roll" or (rule and pair[0].rule != rule) or "targets" in pair[0].values:
            return []
        return pair if pair[1].kind in kinds and concerns(pair[0], pair[1]) else []

    return roll_and_result


def concerns(roll: Ruling, result: Ruling) -> bool:
    """Is the result about whom the roll was made on, or by?"""
    whom = roll.values.get("target") or roll.values.get("by")
    return whom in (result.values.get("target"), result.values.get("who"))


def tell_roll(scene: Scene, group: list[Ruling]) -> Line:
    """`…: d20 14 + 4 Tier = 18 against Avoidance 9, a hit`; a state is told as a sentence of its own."""
    roll, result = group
    said = sentence(scene, roll)
    if result.kind in VERDICTS:
        return as_line(f"{said}, {VERDICTS[result.kind](result).word}", roll)
    told = sentence(scene, result)
    return as_line(f"{said}. {told}", result)


def result(scene: Scene, rulings: Sequence[Ruling], place: int) -> Result:
    """How a roll was read: of several d20 the best counts, and what it came to is told right after it."""
    values = rulings[place].values
    kept: Any = values["kept"]
    dice: Any = values["dice"]
    signs = [1] * len(kept)
    if len(kept) > 1 and dice[0] == "d20":
        signs = [int(at == kept.index(max(kept))) for at in range(len(kept))]
    what = str(values.get("versus") or ("avoidance" if rulings[place].rule == ACCURACY else ""))
    least: Any = values.get("number") if rulings[place].rule != DAMAGE else None  # else it would tell what HP are left
    against = Against(stat_name(what) if what else "", (least,)) if isinstance(least, int) else None
    return Result(tuple(signs), against, outcome(rulings, place))


def outcome(rulings: Sequence[Ruling], place: int) -> Outcome | None:
    after = rulings[place + 1] if place + 1 < len(rulings) else None
    if after is None or after.kind not in VERDICTS or not concerns(rulings[place], after):
        return None
    return VERDICTS[after.kind](after)


def damage(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
    """The dice or the flat number, what one target loses by it, and its defeat; where an area hurts several, each
    loss is told by itself."""
    first, *rest = rulings[place : place + 4]
    if not (first.kind == "flat" or (first.kind == "roll" and first.rule == DAMAGE)):
        return []
    if not rest or rest[0].kind not in OF_DAMAGE or "targets" in first.values:
        return []
    if first.kind == "flat" and any(r.kind in OF_DAMAGE for r in rest[1:]):
        return []
    return [first, *loss(rulings, place + 1)]


def loss(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
    """What somebody loses, and that they are out by it."""
    pair = list(rulings[place : place + 2])
    if pair[0].kind not in OF_DAMAGE:
        return []
    out = len(pair) > 1 and pair[1].kind == "defeated" and about(pair[0]) == about(pair[1])
    return pair if out else pair[:1]


def tell_damage(scene: Scene, group: list[Ruling]) -> Line:
    """`Damage of Long Shot: 3d6 (4 + 2 + 5) + 4 Tier = 15, less 7 Durability: Kestrel loses 8 HP and has 17 left`"""
    roll, result, *out = group
    off = result.values.get("off")
    less = f", less {off} Durability" if off else ""
    name = being_name(scene, result.values["who"])
    if result.kind == "unharmed":
        return as_line(f"{sentence(scene, roll)}{less}: {name} takes no harm", result)
    return as_line(f"{sentence(scene, roll)}{less}: {name} {lost(scene, result, out)}", (out or [result])[0])


def tell_loss(scene: Scene, group: list[Ruling]) -> Line:
    """`Kestrel loses 8 HP after 7 for Durability and has 17 left`, with what has done it where that is no attack."""
    result, *out = group
    if result.kind == "unharmed" or not out:
        return line(scene, result, WORDING)
    v = Named(scene, result, WORDING)
    return as_line(f"{v['who']} {lost(scene, result, out, after(v))}", out[0])


def lost(scene: Scene, result: Ruling, out: list[Ruling], off: str = "") -> str:
    if out:
        said = sentence(scene, out[0]).removeprefix(f"{being_name(scene, result.values['who'])} ")
        return f"loses {result.values['amount']} HP{off} and {said}"
    return f"loses {result.values['amount']} HP{off} and has {number(result.values['hp'])} left"


# ---------------------------------------------------------------- an Effort on a score


def effort(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
    """What is spent, and the score that is raised by it."""
    pair = list(rulings[place : place + 2])
    raised = [r.kind for r in pair] == ["effort", "condition"] and pair[1].values["condition"] == "Bolstered"
    return pair if raised and about(pair[0]) == about(pair[1]) else []


def tell_effort(scene: Scene, group: list[Ruling]) -> Line:
    """`Kestrel spends an Effort (1 of 2): Avoidance is raised by 4`"""
    raised = Named(scene, group[1], WORDING)
    spent = sentence(scene, group[0]).removesuffix(f" {SPENT_ON[group[0].rule]}").rstrip(",")
    return as_line(f"{spent}: {stat_name(raised.raw['note'])} is raised by {raised['value']}", group[0])


# ---------------------------------------------------------------- who comes when called


def called(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
    """Several who come at once."""
    first = rulings[place]
    if first.kind != "appears":
        return []
    found = in_a_row(rulings, place, lambda r: r.kind == "appears" and r.values["by"] == first.values["by"])
    return found if len(found) > 1 else []


def tell_called(scene: Scene, group: list[Ruling]) -> Line:
    by = being_name(scene, group[0].values["by"])
    return as_line(f"{by} calls {listed([being_name(scene, r.values['who']) for r in group])}, who appear", group[0])


# ---------------------------------------------------------------- a walk


def walk(rulings: Sequence[Ruling], place: int) -> list[Ruling]:
    """Ways of one being, one after the other."""
    first = rulings[place]
    if first.kind != "moves":
        return []
    return in_a_row(
        rulings, place, lambda r: r.kind == "moves" and all(r.values[k] == first.values[k] for k in ("who", "how"))
    )


def tell_walk(scene: Scene, group: list[Ruling]) -> Line:
    """`Kestrel moves 3 spaces to 5,3, 6 spaces above the ground`"""
    if len(group) == 1:
        return line(scene, group[0], WORDING)
    spent = sum(int(str(r.values["spaces"])) for r in group)
    last = group[-1]
    to: Any = last.values["way"][-1]  # type: ignore[index]  # as this ruling has it
    up = int(str(last.values["height"])) - ground(scene, to)
    where = f", {spaces(up)} above the ground" if up > 0 else ""
    who = str(last.values["who"])
    reached = scene.reached(to, who, origin=group[0].values["origin"])
    return as_line(f"{being_name(scene, who)} moves {spaces(spent)}{reached}{where}", last)


GROUPS: tuple[tuple[Finder, Teller], ...] = (
    (initiative, tell_initiative),
    (ahead, tell_ahead),
    (roll_and(ACCURACY, OF_ACCURACY), tell_roll),
    (damage, tell_damage),
    (loss, tell_loss),
    (roll_and(CONDITION, OF_CONDITION), tell_roll),
    (roll_and(SURVIVAL, OF_SURVIVAL), tell_roll),
    (roll_and("", ("check", "feature_check")), tell_roll),
    (effort, tell_effort),
    (called, tell_called),
    (walk, tell_walk),
)


# ---------------------------------------------------------------- what goes without saying


def goes_unsaid(scene: Scene, rulings: Sequence[Ruling], place: int) -> bool:
    ruling = rulings[place]
    after = rulings[place + 1] if place + 1 < len(rulings) else None
    if unsaid(rulings, place, WORDING):
        return True
    match ruling.kind:
        case "turn":  # of somebody who is out
            passed = after is None or after.kind in ("turn", "round", "combat_ends")
            return passed and scene.beings[str(ruling.values["who"])].beaten
        case "attacks":
            return said_by_roll(scene, ruling, rulings[place + 1 :])
        case "condition":
            return ruling.values["condition"] in QUIET_STATES or told_after(ruling, rulings[place + 1 :])
        case "condition_ends":
            over = any(r.kind == "combat_ends" for r in rulings[:place])
            quiet = over or ruling.values["condition"] in QUIET_ENDS
            return quiet or told_before(ruling, rulings[:place]) or told_next(ruling, after)
    return False


def said_by_roll(scene: Scene, attack: Ruling, rest: Sequence[Ruling]) -> bool:
    """Is an Accuracy Check on its only target told next, with all that this would say? What it costs may come first."""
    targets: Any = attack.values["targets"]
    between = ("pays_hp", "effort", "condition", "condition_ends", "moves")  # prices, and a leap
    following = next((r for r in rest if r.kind not in between), None)
    attacker = scene.beings[str(attack.values["who"])]
    return (
        len(targets) == 1
        and not attack_of(scene, attacker, str(attack.values["attack"])).kind.area
        and following is not None
        and following.kind == "roll"
        and following.rule == ACCURACY
        and following.values.get("target") == targets[0]
    )


def told_after(ruling: Ruling, rest: Sequence[Ruling]) -> bool:
    """Whoever takes somebody along, or helps with a check, is told of right after it."""
    told = {"Carried": "carries", "Inspired": "helps"}.get(str(ruling.values["condition"]))
    following = next((r for r in rest if r.kind != "condition"), None)
    return told is not None and following is not None and following.kind == told


def told_before(ruling: Ruling, rulings: Sequence[Ruling]) -> bool:
    """Putting somebody down says that it is over."""
    before = rulings[-1] if rulings else None
    return before is not None and before.kind == "puts_down" and before.values["what"] == ruling.values["who"]


def told_next(ruling: Ruling, after: Ruling | None) -> bool:
    """So do a hold that is broken, somebody who is found, and a return from death."""
    if after is None or after.kind not in ("breaks_grab", "finds", "comes_back"):
        return False
    return ruling.values["who"] in (after.values.get("target"), after.values["who"])
