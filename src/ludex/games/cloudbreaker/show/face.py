"""How Cloudbreaker Alliance shows itself: the zones, what is left of a turn, values in words, prices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, cast

from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Ruling
from ludex.core.kernel.timing import DECLINE
from ludex.core.show.face import Came, Check, Face, Line, Result, Spoil, Suggestion, Way, ZonePlan, rolled_against
from ludex.core.show.odds import Odds
from ludex.core.show.outcomes import Changed, came_of, lost
from ludex.core.show.price import NOTHING, Price, some
from ludex.core.show.sentences import Named, field_called, with_sign
from ludex.core.show.sheet import Section
from ludex.games.cloudbreaker.book.attacks.damage import PER_RAGE, PER_TOKEN
from ludex.games.cloudbreaker.book.attacks.features import feature
from ludex.games.cloudbreaker.book.dice import CRITICAL, EDGE, FAILURE, SUCCESS, net_edge
from ludex.games.cloudbreaker.book.movement.actions import zones_left
from ludex.games.cloudbreaker.book.movement.hazards import entry
from ludex.games.cloudbreaker.book.movement.steps import way_to, within
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.show.advice import moves_worth_a_look
from ludex.games.cloudbreaker.show.deeds import DEEDS
from ludex.games.cloudbreaker.show.effects import hazard_words
from ludex.games.cloudbreaker.show.log import lines
from ludex.games.cloudbreaker.show.names import (
    being_name,
    hold_words,
    lost_by,
    place_name,
    thing_name,
    tokens,
    trap_damage,
    won_by,
)
from ludex.games.cloudbreaker.show.prices import price
from ludex.games.cloudbreaker.show.questions import QUESTIONS
from ludex.games.cloudbreaker.show.rolls import result
from ludex.games.cloudbreaker.show.sentences import OUTCOMES, RATED, WORDING, action_name
from ludex.games.cloudbreaker.show.sentences_of_rests import RESTS
from ludex.games.cloudbreaker.show.sheet import sheet
from ludex.games.cloudbreaker.show.trays import checks
from ludex.games.cloudbreaker.state import ALL, FOES, PARTY, Being, Scene, in_situation

METRES = 10  # cb.zone.size


# What has come of a ruling, in short
CAME: dict[str, Changed] = {
    "loses": lambda v: Came(v["who"], v["pool"], -v["amount"], v["amount"] < 0) if v["amount"] else None,
    "recovers": lambda v: Came(v["who"], v["pool"], v["amount"], good=True) if v["amount"] else None,
    "resolve": lost("Resolve"),
    "ignores": lambda v: Came(v["who"], "stays", good=True),
    "morale": lambda v: Came("", "morale", v["change"], good=None) if v["change"] < 0 else None,
}


class CloudbreakerFace(Face):
    final = frozenset({"Knocked Out", "Dead", "Defeated"})
    tells_left = {"loses": "left", "resolve": "left", "pays_mp": "left"}
    asides = frozenset({"pays_mp", "converts", "gains_spirit", "spends_spirit", "gives_spirit", "morale"})
    sentences = DEEDS
    taking = "grabs"
    arguments = {
        "method": "Skill or toolkit", "one": "Who", "other": "Against whom",
        "other_method": "Their skill or toolkit",
    }  # fmt: skip

    def plan(self, scene: Scene) -> ZonePlan:
        return ZonePlan(
            board=scene.board,
            places={
                being.id: scene.zones(being)
                for being in scene.beings.values()
                if being.here and being.at in scene.board
            },
            things=tuple((thing_name(scene, lying.thing), lying.at) for lying in scene.lying),
            hazards=tuple((hazard_name(scene, placed), placed.zones) for placed in scene.hazards),
            marks={zone: marks for zone in scene.board if (marks := marks_of(scene, zone))},
            metres=METRES,
            diagonal=bool(scene.options["opt_diagonal_distance"]),
        )

    def situation(self, scene: Scene) -> list[tuple[str, str]]:
        if not in_situation(scene):
            return [("Rest:", RESTS[scene.rest.kind])] if scene.rest is not None else []
        shown = super().situation(scene)
        shown += [("Finale Rush:", "the party alone")] if scene.rush else []
        if scene.morale or (scene.turns.round and not scene.routed):
            shown.append(("Enemy morale", str(scene.morale)))
        if scene.trap is not None and not scene.fired:
            shown.append((f"{scene.trap.name}:", countdown(scene)))
        shown.append(("To win:", won_by(scene, scene.goals)))
        usual = [goal.kind for goal in scene.failures] == ["party_wiped_out"]
        return shown if usual else [*shown, ("Lost when", lost_by(scene, scene.failures))]

    def speed(self, scene: Scene, being: Being) -> int | None:
        return being.number if in_situation(scene) else None

    def left(self, scene: Scene, being: Being) -> Price:
        if not in_situation(scene) or being.helpless:
            return NOTHING
        if scene.turns.current == being.id:
            zones = zones_left(scene, being)
            return some(being.major, "Major") + some(being.minor, "minor") + some(zones, "zone", count(zones, "zone"))
        instant = [name for name in being.sheet.features if feature(scene, name).timing == "instant"]
        kept = [(number, unit) for number, unit in ((being.major, "Major"), (being.minor, "minor")) if number]
        if not instant or not kept:
            return NOTHING
        return sum([some(*each) for each in kept[:-1]], NOTHING) + some(*kept[-1], rest="for instants")

    def sheet(self, scene: Scene, being: Being) -> list[Section]:
        return sheet(scene, being)

    def checks(self, scene: Scene, being: Being) -> list[Check]:
        return checks(scene, being)

    def value(self, scene: Scene, name: str, value: Plain) -> str:
        if name in VALUES:
            return VALUES[name](scene, value)
        if value == DECLINE:
            return "no"
        if isinstance(value, tuple):
            return listed([self.value(scene, name, part) for part in value]) or "none"
        if isinstance(value, str) and value:
            return being_name(scene, value) if value in scene.beings else place_name(scene, value)
        return super().value(scene, name, value)

    def changed(self, scene: Scene, field: str, by: Fraction | int) -> str:
        words = field_called(scene, field)
        return words.removesuffix("s") if words.endswith("tokens") and abs(by) == 1 else words

    def became(self, scene: Scene, field: str, value: Plain) -> str:
        return OUTCOMES.get(str(value), "") if field == "outcome" else ""

    def command(self, scene: Scene, command: Command) -> str:
        if command.name != "share":
            return super().command(scene, command)
        return f"{being_name(scene, command.actor)} {self.deed(scene, command)}"

    def deed(self, scene: Scene, command: Command) -> str:
        if command.name == "spend_resolve":
            return self.sentence(scene, command)
        if command.name != "share":
            return super().deed(scene, command)
        return f"gives {being_name(scene, command.arg('to'))} {tokens(command.arg('amount'))} (and spends 1)"

    def may_react(self, scene: Scene, being: Being, rule: str) -> bool:
        return rule == "cb.opportunity.strike"

    def assumes(self, rule: str, said: str) -> str:
        ways = said.split(" or ")
        if ways == ["no"]:
            return ""
        sometimes = "sometimes " if "no" in ways else ""
        if rule in BOOSTS:
            return f"the enemy {sometimes}spends morale {BOOSTS[rule]}"
        if rule == "cb.opportunity.strike":
            return f"{sometimes}strikes at the opportunity with {' or '.join(way for way in ways if way != 'no')}"
        return f"spends {' or sometimes '.join(ways)} against Resolve damage" if rule == "cb.resolve.reduce" else ""

    def asks(self, action: Action, name: str) -> str:
        return ASKS.get((action.name, name)) or ASKS.get(("", name)) or super().asks(action, name)

    def question(self, scene: Scene, question: Question) -> list[str]:
        asked = QUESTIONS.get(question.rule)
        return asked(scene, question) if asked is not None else super().question(scene, question)

    def price(self, scene: Scene, being: Being, command: Command) -> Price:
        return price(scene, being, command)

    def suggestions(self, scene: Scene, being: Being, action: Action) -> list[Suggestion]:
        return moves_worth_a_look(scene, being) if action.name == "move" else []

    def way(self, scene: Scene, being: Being, goal: str) -> Way | None:
        path = way_to(scene, being, goal)
        if path is None:
            nearest = min(within(scene, being, 10**6), key=lambda zone: scene.board.distance(zone, goal))
            path = way_to(scene, being, nearest)
        return Way(path, METRES * len(path)) if path is not None else None

    def chances(self, scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
        readings = odds.readings
        if not readings or not set(readings) <= {FAILURE, SUCCESS, CRITICAL}:
            return []
        if odds.against is None:
            return []  # the number is a secret, and so are the chances
        reached = 1 - readings.get(FAILURE, Fraction(0))
        attack = odds.rule == "cb.roll.attack"
        if odds.by != odds.command.actor:
            return [(f"{being_name(scene, odds.by)} {'hits' if attack else 'succeeds'}", reached)]
        again = any(True in answers for key, answers in odds.assumed.items() if "cb.burst.retry" in key)
        first = " at the first throw" if again else ""
        if attack:
            return [(f"hit{first}", reached), ("critical", readings.get(CRITICAL, Fraction(0)))]
        return [(f"success{first}", reached)]

    def dice(self, odds: Odds) -> str:
        """`3d6, the two highest, against 10`"""
        net = net_edge([m for m in odds.modifiers if m.kind == EDGE])
        which = ", the two highest," if net > 0 else ", the two lowest," if net < 0 else ""
        rolled = f"{odds.rolled.count('d')}{odds.rolled.partition('+')[0]}{which}"
        return rolled_against(rolled, odds)

    def numbers(self, odds: Odds) -> str:
        """`+4 mastery, edge (target Prone)`"""
        edges = [m for m in odds.modifiers if m.kind == EDGE]
        words = [f"{with_sign(m.amount)} {m.source}" for m in odds.modifiers if m.kind != EDGE and m.amount]
        return ", ".join([*words, *(f"{'edge' if m.amount > 0 else 'setback'} ({m.source})" for m in edges)])

    def lines(self, scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
        return lines(scene, rulings)

    def came(self, scene: Scene, ruling: Ruling) -> Came | None:
        return came_of(ruling, CAME, CONDITIONS, lambda name: self.value(scene, "condition", name))

    def won(self, ruling: Ruling) -> str | None:
        won = {"won": PARTY, "failed": FOES}
        return won.get(str(ruling.values["outcome"]), "") if ruling.kind == "situation_ends" else None

    def spoils(self, scene: Scene) -> list[Spoil]:
        return [
            Spoil(thing_name(scene, lying.thing), lying.at, "grab", {"thing": lying.thing}) for lying in scene.lying
        ]

    def result(self, scene: Scene, rulings: Sequence[Ruling], number: int) -> Result:
        return result(Named(scene, rulings[number], WORDING))


# ---------------------------------------------------------------- the map and the situation


def hazard_name(scene: Scene, placed: Any) -> str:
    hazard = entry(scene, placed)
    does = hazard_words(scene, hazard)
    return f"{hazard.name} ({does})" if does else hazard.name


def marks_of(scene: Scene, zone: str) -> tuple[str, ...]:
    """What else a zone is; covers are told by the board."""
    found = ["safe zone"] if zone in scene.safe_zones else []
    found += ["epicenter"] if scene.trap is not None and not scene.fired and scene.trap.epicenter == zone else []
    found += [f"shelter: −{most} damage" for at, most in scene.shelters if at == zone]
    found += [f"construct: −{raised.reduction} damage" for raised in scene.raised if raised.zone == zone]
    return tuple(found)


def countdown(scene: Scene) -> str:
    """When the epic trap goes off, what it deals, and how far it is defused: all of this is open to the players."""
    trap = scene.trap
    assert trap is not None
    rounds = max(0, trap.round - scene.turns.round)
    when = "at the end of this round" if not rounds else f"at the end of round {trap.round}"
    done = f", {scene.defused} of {trap.successes} successes to defuse it" if trap.successes else ""
    return f"{when}, {trap_damage(scene)} in {place_name(scene, trap.epicenter)}{done}"


# ---------------------------------------------------------------- values in words


def _part(scene: Scene, value: Plain) -> str:
    """A target of a unit; which one it is, is asked after the unit is known."""
    if not value:
        return "the vital one"
    parts = (part for being in scene.beings.values() for part in being.sheet.parts if part.id == value)
    return next((part.name for part in parts), str(value).replace("_", " "))


def _strike(scene: Scene, value: Plain) -> str:
    """A weapon, or a weapon and the target of the one who leaves: `stamp:left_leg`."""
    if value == DECLINE:
        return "no"
    name, _, part = str(value).partition(":")
    return thing_name(scene, name) + (f" at the {_part(scene, part)}" if part else "")


def _instant(scene: Scene, value: Plain) -> str:
    return "no" if value == DECLINE else thing_name(scene, f"feature:{value}")


def _rage(scene: Scene, value: Plain) -> str:
    return f"{tokens(value)}: {PER_RAGE * cast(int, value)} more damage" if value else "no Rage"


def _reduce(scene: Scene, value: Plain) -> str:
    return f"{tokens(value)}: {PER_TOKEN * cast(int, value)} less" if value else "no tokens"


def _split(scene: Scene, value: Plain) -> str:
    pairs = cast(tuple[tuple[str, int], ...], value)
    return ", ".join(f"{being_name(scene, who)} {number}" for who, number in pairs) or "nobody: they are lost"


def _yes(words: str) -> Callable[[Scene, Plain], str]:
    return lambda scene, value: words if value else "no"


def _hold(scene: Scene, value: Plain) -> str:
    return hold_words(scene, str(value))


def _targeted(scene: Scene, value: Plain) -> str:
    if not value:
        return "everybody it reaches"
    return being_name(scene, value) if value in scene.beings else place_name(scene, value)


def _several(scene: Scene, value: Plain) -> str:
    return listed([_targeted(scene, part) for part in cast(tuple[Plain, ...], value)]) or "nobody"


def _gear(scene: Scene, value: Plain) -> str:
    names = value if isinstance(value, tuple) else (value,)
    return listed([thing_name(scene, name) for name in names if name]) or "empty hands"


HOW = {"scuffle": "as a scuffle", "cheap_shot": "as a cheap shot"}

VALUES: dict[str, Callable[[Scene, Plain], str]] = {
    "target": _targeted,
    "part": _part,
    "hold": _hold,
    "weapons": _gear,
    "wielded": _gear,
    "field": lambda scene, value: field_called(scene, str(value)),
    "condition": thing_name,
    "action": lambda scene, value: action_name(scene, str(value)),
    "how": lambda scene, value: HOW.get(str(value), str(value)),
    "willing": lambda scene, value: "willing, without a roll" if value else "with a roll",
    "most": lambda scene, value: "none" if not value else "all" if value == ALL else f"at most {tokens(value)} at once",
    "by": lambda scene, value: str(value) if isinstance(value, int) else _targeted(scene, value),
    "secondary": lambda scene, value: thing_name(scene, value) if value else "no secondary class",
    "cb.burst.retry": _yes("Retry"),
    "cb.burst.evade": _yes("Evade"),
    "cb.burst.rage": _rage,
    "cb.resolve.reduce": _reduce,
    "cb.spirit.overflow": _split,
    "cb.spirit.gain.capture": lambda scene, value: being_name(scene, value) if value else "nobody: it is removed",
    "cb.morale.boost.half": _yes("boost"),
    "cb.morale.boost.ignore_neutral": _yes("ignore it"),
    "cb.finale.rush": _yes("Finale Rush"),
    "cb.opportunity.strike": _strike,
    "cb.action.instant": _instant,
    "cb.action.improvised": lambda scene, value: RATED[str(value)],
    "cb.man.disarm": _hold,
    "cb.man.push.follow": _yes("move along"),
    "cb.formation.standard": _several,
    "cb.formation.one_side": _several,
    "cb.turn.delay": lambda scene, value: "Begin the first turn",
}

BOOSTS = {"cb.morale.boost.half": "to stay up", "cb.morale.boost.ignore_neutral": "so as not to be neutralised"}

ASKS = {
    ("", "target"): "whom?",
    ("", "part"): "which of their targets?",
    ("", "weapon"): "with what?",
    ("", "spell"): "which spell?",
    ("", "item"): "which item?",
    ("", "enemy"): "whom?",
    ("", "method"): "with which skill or toolkit?",
    ("", "how"): "how?",
    ("", "willing"): "willing?",
    ("", "thing"): "what?",
    ("", "weapons"): "what is in hand afterwards?",
    ("", "wielded"): "what is in hand afterwards?",
    ("", "hold"): "of what?",
    ("share", "to"): "with whom?",
    ("share", "amount"): "how many does the other get? One more is the price.",
    ("take_spirit", "most"): "how many at once?",
    ("drop_spirit", "amount"): "how many?",
    ("delay", "by"): "by how much?",
    ("give_way", "to"): "to whom?",
    ("move", "to"): "where to?",
    ("kick", "to"): "where to?",
    ("disable", "at"): "where?",
    ("spend_resolve", "hp"): "how much Resolve into HP?",
    ("spend_resolve", "mp"): "how much Resolve into MP?",
}
