"""How Blue Box shows itself: the map, what is left of a turn, values in words, prices."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, cast

from ludex.core.board.hex import Cell, Edge, direction_name, distance, within
from ludex.core.game import game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count, listed, who_sees
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput, Ruling
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.timing import DECLINE
from ludex.core.show.face import (
    Came,
    Check,
    Face,
    HexPlan,
    Line,
    Lit,
    Place,
    Result,
    Sight,
    Spoil,
    Suggestion,
    Tray,
    Way,
    rolled_against,
)
from ludex.core.show.odds import Odds
from ludex.core.show.outcomes import came_of, fell, gained, lost
from ludex.core.show.price import NOTHING, REACTION, Price, some, words
from ludex.core.show.sentences import field_called, filled, with_sign
from ludex.core.show.sheet import Section
from ludex.games.bluebox.book.action_economy import Ap, Free
from ludex.games.bluebox.book.adventure.handling import ObjectCost
from ludex.games.bluebox.book.adventure.rest import left_for
from ludex.games.bluebox.book.dice import EDGE
from ludex.games.bluebox.book.movement.actions import whole_path
from ludex.games.bluebox.book.movement.ground import ground_for, metres_left
from ludex.games.bluebox.book.movement.sight import cannot_aim, in_the_dark, lit_at, sees, unknown_to, watching
from ludex.games.bluebox.book.powers.actions import SkillCost, item_named, power_named
from ludex.games.bluebox.book.turns.escalation import counter_most
from ludex.games.bluebox.book.turns.held_actions import HoldCost, held_ap
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.show import sentences
from ludex.games.bluebox.show.advice import moves_worth_a_look
from ludex.games.bluebox.show.deeds import DEEDS, STRIKES
from ludex.games.bluebox.show.questions import QUESTIONS
from ludex.games.bluebox.show.sentences import action_name, read_aloud, thing_name, typed
from ludex.games.bluebox.show.sheet import sheet
from ludex.games.bluebox.show.trays import checks, trays
from ludex.games.bluebox.state import Being, Scene

# What has come of a ruling, in short
CAME = {"takes": lost("HP"), "plating": lost("Plating", "lost"), "heals": gained("HP"), "dies": fell("dead")}


class BlueBoxFace(Face):
    order_rule = "bb.init.roll"
    final = frozenset({"Out", "Dead"})
    headings = {
        "bb.gap.kanohi": "Use the mask?", "bb.gap.callings": "Use the Calling?", "bb.decisive.hit": "Decisive Hit",
        "bb.plating.sacrifice": "Give up power dice?", "bb.ability.bonus_cap": "Which ability?",
        "bb.damage.pure": "Pure damage?", "bb.out.state": "Spare them?", "bb.cond.stasis": "Heal more in Stasis?",
    }  # fmt: skip
    tells_left = {"takes": "hp", "plating": "left", "pays": "left"}
    asides = frozenset({"pays", "counter", "reacts", "free_action", "crit", "water"})
    sentences = DEEDS
    taking = "picks_up"
    arguments = {
        "inflict dc": "DC of the save",
        "dc": "DC", "ep": "EP that it costs", "edge": "Edge (below 0: Flaw)", "sight": "It needs eyes",
        "check stat": "Stat (without an ability)", "m": "Metres", "die": "Sides of the dice", "one": "Who",
        "other": "Against whom", "other_ability": "Their ability", "other_stat": "Their stat",
    }  # fmt: skip

    def aloud(self, words: str) -> str:
        return read_aloud(words)

    def plan(self, scene: Scene) -> HexPlan:
        return HexPlan(
            board=scene.board,
            places={being.id: being.cells for being in scene.beings.values() if being.here},
            things=tuple((thing_name(scene, thing.id), thing.at) for thing in scene.lying),
            dangers=tuple(
                (f"{area.save} save {area.dc} or {area.dice}d{area.sides}{typed(area.type)} damage", area.cells)
                for area in scene.areas
                if area.dice
            ),
            up={being.id: being.altitude for being in scene.beings.values() if being.altitude},
        )

    def situation(self, scene: Scene) -> list[tuple[str, str]]:
        shown = super().situation(scene) if scene.mode == "combat" else []
        if scene.options["opt_escalation_counter"]:
            shown.append(("Escalation Counter", f"{scene.counter} of {counter_most(scene)}"))
        if scene.mode == "rest" and scene.rest is not None:
            shown.append((f"{scene.rest.kind.capitalize()} rest", count(scene.rest.hours, "hour")))
        return shown

    def derived(self, scene: Scene, being: Being) -> list[str]:
        """bb.down.three_marks, and with Death Saves how they stand."""
        marks = [f"{being.marks} of 3 marks while Down"] if being.marks else []
        saves = [f"Death Saves: {being.saved} made, {being.failed} failed"] if being.saved or being.failed else []
        return marks + saves

    def spare(self, scene: Scene, being: Being) -> list[str]:
        """bb.hp.thp"""
        return [f"{being.thp} temporary HP"] if being.thp else []

    def reacts(self, scene: Scene, being: Being) -> bool | None:
        return None if scene.mode != "combat" or being.beaten else bool(being.reaction)

    def covers(self, scene: Scene, command: Command) -> tuple[Place, ...]:
        actor = scene.beings.get(command.actor)
        if actor is None or command.name not in ("power", "item"):
            return ()
        power = power_named(scene, actor, command.arg("power")) if command.name == "power" else None
        reach = power.target if power is not None else item_named(scene, command.arg("item")).target
        target = command.arg("target")
        if reach is None or not reach.radius or reach.who not in ("hex", "others", "everyone"):
            return ()
        centres = (cast(Cell, target),) if reach.who == "hex" else actor.cells
        cells = dict.fromkeys([cell for centre in centres for cell in within(centre, reach.radius)])
        return tuple([cell for cell in cells if cell in scene.board.cells])

    def left(self, scene: Scene, being: Being) -> Price:
        if scene.mode == "rest":
            hours = left_for(scene, being)
            return some(hours, "activity", count(hours, "activity"))
        if scene.mode != "combat" or being.beaten:
            return NOTHING
        acts = scene.turns.current == being.id or "Escalated" in being.states
        own = some(being.ap, "AP") + some(metres_left(scene, being), "m") if acts else NOTHING
        return own + some(1, REACTION, REACTION) if being.reaction else own

    def sheet(self, scene: Scene, being: Being) -> list[Section]:
        return sheet(scene, being)

    def trays(self, scene: Scene, being: Being) -> list[Tray]:
        return trays(scene, being)

    def checks(self, scene: Scene, being: Being) -> list[Check]:
        return checks(scene, being)

    def value(self, scene: Scene, name: str, value: Plain) -> str:
        if name in FIELDS_OF and isinstance(value, str):
            return FIELDS_OF[name](scene, value)
        if isinstance(value, str) and value not in scene.beings:
            if ":" in value:
                return _with_price(scene, value)
            return VALUES.get(value) or thing_name(scene, value)
        if isinstance(value, tuple):
            return _tuple(scene, value)
        if name == "bb.plating.sacrifice":
            return f"give up {value} ✦" if value else "keep all ✦"
        return super().value(scene, name, value)

    def condition(self, scene: Scene, condition: Condition) -> str:
        shown = CONDITIONS[condition.name].shown or condition.name
        return filled(shown, {"note": _note(scene, condition.note), "value": condition.value})

    def may_react(self, scene: Scene, being: Being, rule: str) -> bool:
        return being.held is not None if rule == "bb.action.held" else being.reaction and rule != "bb.gap.kanohi"

    def asks(self, action: Action, name: str) -> str:
        return ASKS.get((action.name, name)) or ASKS.get(("", name)) or super().asks(action, name)

    def sentence(self, scene: Scene, command: Command) -> str:
        said = super().sentence(scene, command)
        if command.name != "attack":
            return said
        weapon = self.value(scene, "weapon", command.arg("weapon")).split()[-1].lower()
        return said.replace("Attack", STRIKES.get(weapon, "Attack"), 1)

    def question(self, scene: Scene, question: Question) -> list[str]:
        asked = QUESTIONS.get(question.rule)
        return asked(scene, question) if asked is not None else super().question(scene, question)

    def answer(self, scene: Scene, question: Question, value: Plain) -> str:
        if question.rule == "bb.camp.comfort":
            faces, chosen = cast(tuple[int, ...], question.about["faces"]), cast(tuple[int, ...], value)
            return f"again: {', '.join(f'the {faces[number - 1]}' for number in chosen)}" if chosen else "keep all dice"
        return super().answer(scene, question, value)

    def price(self, scene: Scene, being: Being, command: Command) -> Price:
        return price(scene, being, command)

    def suggestions(self, scene: Scene, being: Being, action: Action) -> list[Suggestion]:
        return moves_worth_a_look(scene, being) if action.name == "move" else []

    def shows(self, scene: Scene, being: Being, command: Command) -> str:
        """bb.hidden.ends: a turn that ends in an enemy's line-of-sight."""
        way = command.arg("to")
        if command.name not in ("move", "quick_step") or not way or "Invisible" in being.states:
            return ""
        then = scene.fork()
        there = then.beings[being.id]
        there.at = cast(tuple[Cell, ...], way)[-1]
        seen_by = [enemy.name for enemy in watching(then, there) if not unknown_to(enemy, being.side)]
        return f"{who_sees(seen_by, being.name)} there: no longer Hidden when the turn ends" if seen_by else ""

    def way(self, scene: Scene, being: Being, goal: Cell) -> Way | None:
        ground = ground_for(scene, being)
        reached = scene.board.reach(being.at, 10**6, ground.cost)
        free = [cell for cell in reached if ground.room(cell) or cell == being.at]
        if not free:
            return None
        end = min(free, key=lambda cell: (distance(cell, goal), reached[cell]))
        path = scene.board.path(being.at, end, ground.cost)
        return Way(path, reached[end]) if path is not None else None

    def apart(self, scene: Scene, one: Being, other: Being) -> int:
        return scene.distance(one, other)

    def sight(self, scene: Scene, one: Being, other: Being) -> Sight | None:
        found = super().sight(scene, one, other)
        if found is None or not found.clear:
            return found and found._replace(rule="bb.los.line")
        if not sees(scene, one, other):
            dark = in_the_dark(scene, one, other)
            words = "darkness hides them" if dark else f"{one.name} does not see {other.name}"
            return found._replace(clear=False, words=words, rule="bb.los.darkness" if dark else "bb.los.line")
        refusal = cannot_aim(scene, one, other) if one is not other else None
        if refusal is not None:
            return found._replace(clear=False, words=refusal.reason, rule=refusal.rule)
        return found._replace(rule="bb.cover.flaw" if found.cover else "bb.los.line")

    def light(self, scene: Scene) -> Lit:
        """bb.los.darkness: hexes that are dark and in which nobody carries a light that reaches them."""
        terrain = scene.board.terrain
        found: dict[Place, int] = {cell: 1 for cell in terrain.get("dark", ()) if not lit_at(scene, cell)}
        found |= dict.fromkeys(terrain.get("supernatural_dark", ()), 2)
        words = f"{len(found)} of {len(scene.board.cells)} hexes are dark" if found else "it is light everywhere"
        return Lit(found, words, "bb.los.darkness")

    def chances(self, scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
        readings = odds.readings
        if not readings or not set(readings) <= {"failure", "success", "decisive"}:
            return []
        missed, decisive = readings.get("failure", Fraction(0)), readings.get("decisive", Fraction(0))
        if odds.rule == "bb.roll.attack":
            return [("hit", 1 - missed), ("decisive", decisive)]
        if odds.by != odds.command.actor:
            return [(f"{scene.beings[odds.by].name} fails", missed)]
        return [("success", 1 - missed)]

    def success(self, scene: Scene, odds: Odds) -> tuple[str, Fraction] | None:
        """Where others roll, that they fail."""
        return next((each for each in self.chances(scene, odds) if each[1]), None)

    def dice(self, odds: Odds) -> str:
        """`d12+d4 against 8`; dice of Flaw are subtracted, `d12−d4`."""
        flawed = sum(m.amount for m in odds.modifiers if m.kind == EDGE) < 0
        rolled = odds.rolled.replace("+", "−") if flawed else odds.rolled
        return rolled_against(rolled, odds)

    def numbers(self, odds: Odds) -> str:
        """`+2 FOR, +1 Edge height`"""
        return ", ".join(
            f"{with_sign(m.amount)} {('Edge ' if m.amount > 0 else 'Flaw ') if m.kind == EDGE else ''}{m.source}"
            for m in odds.modifiers
            if m.amount
        )

    def lines(self, scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
        return sentences.lines(scene, rulings)

    def came(self, scene: Scene, ruling: Ruling) -> Came | None:
        return came_of(ruling, CAME, CONDITIONS, lambda name: self.value(scene, "condition", name))

    def won(self, ruling: Ruling) -> str | None:
        return str(ruling.values["winner"]) if ruling.kind == "combat_ends" else None

    def spoils(self, scene: Scene) -> list[Spoil]:
        return [Spoil(thing_name(scene, lying.id), lying.at, "pick_up", {"thing": lying.id}) for lying in scene.lying]

    def result(self, scene: Scene, rulings: Sequence[Ruling], number: int) -> Result:
        return sentences.result(scene, rulings[number])


# ---------------------------------------------------------------- values in words


VALUES = {
    DECLINE: "no",
    "heavy_strike": "Heavy Strike: the most damage possible",
    "shatter": "Shatter: all Plating is destroyed",
    "hamstring": "Hamstring: speed is halved",
    "destroy": "Destroy: a weapon is damaged",
    "unmask": "Unmask: the mask falls",
    "release": "release the held action",
    "release:exhaustion": "release the held action for a level of Exhaustion",
    "actions": "everybody in the party takes a 1 AP action at once",
    "healing": "everybody in the party heals 2 ✦",
    "Fleeing": "they flee",
    "Surrendered": "they surrender",
}


ASKS = {
    ("", "weapon"): "With what?",
    ("", "target"): "Whom?",
    ("power", "target"): "Whom, or where?",
    ("item", "target"): "Whom, or where?",
    ("", "stat"): "With which stat?",
    ("", "ability"): "With which ability?",
    ("", "thing"): "What?",
    ("", "pay"): "How do you pay?",
    ("", "to"): "Where to?",
    ("", "choice"): "What for?",
    ("", "cover"): "Behind what?",
    ("", "items"): "What do you make?",
    ("", "remove"): "What comes off?",
    ("", "install"): "What goes on?",
    ("", "what"): "What?",
    ("", "tied_by"): "Whose rope?",
    ("rest_gift", "to"): "To whom?",
    ("hold", "with"): "With what?",
    ("hold", "action"): "Which action?",
    ("hold", "event"): "What sets it off?",
    ("hold", "who"): "Who sets it off?",
    ("object", "what"): "What is it done with?",
    ("object", "ap"): "For how many AP?",
    ("swap", "thing"): "What is taken?",
    ("swap", "to"): "Is it handed to somebody?",
    ("swap", "stow"): "What is put away?",
}


def _pay(scene: Scene, value: str) -> str:
    return {"ep": "with EP", "exhaustion": "with a level of Exhaustion", "ap": "1 AP", "move": "the Move Action"}[value]


def _trigger(scene: Scene, value: str) -> str:
    return "when " + sentences.TRIGGERS[value].format(whom="somebody")


def _payload(scene: Scene, value: str) -> str:
    return {"power": "add it: one more ✦", "flaw": "add it: Flaw on the save"}.get(value, "no")


FIELDS_OF: dict[str, Callable[[Scene, str], str]] = {
    "pay": _pay,
    "event": _trigger,
    "bb.item.payload_canister": _payload,
    "action": action_name,
    "condition": thing_name,
    "dice": lambda scene, value: value.replace(" ", "d"),
    "field": field_called,
    "who": lambda scene, value: scene.beings[value].name if value in scene.beings else value or "any enemy",
    "to": lambda scene, value: scene.beings[value].name if value in scene.beings else value or "to nobody",
    "stow": lambda scene, value: thing_name(scene, value) if value else "put nothing away",
}


def _note(scene: Scene, note: str) -> str:
    """What a condition notes: `1 4 Fire`, `Grapple|Strength`, or the id of a thing."""
    dice = re.fullmatch(r"(\d+) (\d+) (.+)", note)
    if dice:
        return f"{dice[1]}d{dice[2]}{typed(dice[3])}"
    return listed([thing_name(scene, one) for one in note.split("|")])


PAID = {"ep": "1 EP", "exhaustion": "a level of Exhaustion"}


def _with_price(scene: Scene, value: str) -> str:
    """`unarmed:FOR`, or a way of a mask and how it is paid, `hau_shield:ep`; anything else is somebody's own words."""
    name, _, how = value.partition(":")
    if name == "unarmed":
        return f"unarmed ({how})"
    return f"{thing_name(scene, name)}, for {PAID[how]}" if how in PAID else value


def _tuple(scene: Scene, value: tuple[Plain, ...]) -> str:
    if not value:
        return "none"
    if all(isinstance(part, int) for part in value):
        return scene.cell_name(value)
    first = value[0]
    if isinstance(first, tuple) and first and isinstance(first[0], tuple):
        return "; ".join(_edge(scene, cast(Edge, part)) for part in value)
    if isinstance(first, tuple) and first and isinstance(first[0], str):  # arguments of a held action
        return ", ".join(_part(scene, part) for _, part in cast(tuple[tuple[str, Plain], ...], value))
    if isinstance(first, tuple):
        return scene.cell_name(value[-1])
    return ", ".join(_part(scene, part) for part in value)


def _part(scene: Scene, part: Plain) -> str:
    if isinstance(part, tuple):
        return _tuple(scene, part)
    return scene.beings[part].name if isinstance(part, str) and part in scene.beings else thing_name(scene, part)


def _edge(scene: Scene, edge: Edge) -> str:
    return f"{direction_name(*edge)} side of {scene.cell_name(edge[0])}"


# ---------------------------------------------------------------- prices


def price(scene: Scene, being: Being, command: Command) -> Price:
    fights = scene.mode == "combat"
    try:
        action, _, chosen = game_of(scene).as_chosen(scene, command)
    except BadInput:  # arguments are still to be chosen
        if not fights:
            return NOTHING
        if command.name == "move":
            return words(f"up to {metres_left(scene, being)} m")
        if command.name == "quick_step":
            return words("the Move Action")
        cost = game_of(scene).actions[command.name].cost
        return some(cost.points, "AP") if isinstance(cost, Ap) else words("free" if isinstance(cost, Free) else "")
    if not fights:
        own = action.cost if isinstance(action.cost, SkillCost) else None
        return _energy(being, own.entry(scene, being, chosen)) if own is not None else NOTHING
    if action.name == "move":
        needed, left = _metres(scene, being, cast(tuple[Cell, ...], chosen[0])), metres_left(scene, being)
        return some(needed, "m", f"{needed} of {left} m", of=left)
    if action.name == "quick_step":
        return words("the Move Action")
    if isinstance(action.cost, Ap):
        return some(action.cost.points, "AP")
    if isinstance(action.cost, Free):
        return words("free")
    return _skill_price(scene, being, action, chosen)


def _metres(scene: Scene, being: Being, path: tuple[Cell, ...]) -> int:
    whole = whole_path(scene, being, path)
    return (ground_for(scene, being).price(whole) or 0) if whole is not None else 0


def _skill_price(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> Price:
    if isinstance(action.cost, HoldCost):
        return some(held_ap(scene, being, chosen), "AP")
    if isinstance(action.cost, ObjectCost):
        return some(cast(int, chosen[1]), "AP")
    if not isinstance(action.cost, SkillCost):
        return NOTHING
    entry = action.cost.entry(scene, being, chosen)
    free = getattr(entry, "timing", "action") == "free_action"
    return (words("free") if free else some(entry.ap, "AP")) + _energy(being, entry)


def _energy(being: Being, entry: Any) -> Price:
    ep = getattr(entry, "ep", 0)
    return NOTHING if not ep else some(ep, "EP") if being.ep else some(1, "Exhaustion")
