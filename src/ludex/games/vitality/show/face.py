"""How Vitality shows itself: the map, what is left of a turn, values, chances."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import cast

from ludex.core.board import hex, square
from ludex.core.board.cells import Cell
from ludex.core.board.hex import HexBoard
from ludex.core.board.square import SquareBoard
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import distribution
from ludex.core.kernel.english import count, number
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Ruling
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.timing import DECLINE
from ludex.core.show.brink import Brink
from ludex.core.show.face import (
    Came,
    Check,
    Face,
    Feature,
    HexPlan,
    Line,
    Place,
    Result,
    Sight,
    SquarePlan,
    Suggestion,
    Tray,
    Typed,
    Way,
    rolled_against,
)
from ludex.core.show.odds import Odds
from ludex.core.show.outcomes import Changed, came_of, fell, gained, lost
from ludex.core.show.price import NOTHING, REACTION, Price, some, words
from ludex.core.show.sentences import with_sign
from ludex.core.show.sheet import Section
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.attacks.actions import area_blow
from ludex.games.vitality.book.attacks.blow import Blow
from ludex.games.vitality.book.attacks.built import attack_of, attacks_of
from ludex.games.vitality.book.attacks.rolls import accuracy
from ludex.games.vitality.book.attacks.targets import area_of, in_area, start_of_area
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import aloft, cells_of, distance, ground, sees
from ludex.games.vitality.book.dice import reaches
from ludex.games.vitality.book.health.survival import makes_checks
from ludex.games.vitality.book.movement.footing import FAR, Footing, climbs, falls, flies, way_in
from ludex.games.vitality.book.movement.steps import budget, cannot_move
from ludex.games.vitality.book.turns.leading import leader
from ludex.games.vitality.book.turns.punish import RULE as PUNISH_RULE
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.show.advice import moves_worth_a_look, walls_worth_a_look
from ludex.games.vitality.show.brinks import brinks
from ludex.games.vitality.show.deeds import DEEDS
from ludex.games.vitality.show.effects import attack_words
from ludex.games.vitality.show.log import lines, result
from ludex.games.vitality.show.names import (
    SIDES,
    attack_title,
    being_name,
    condition_words,
    everybody,
    spaces,
    thing_name,
)
from ludex.games.vitality.show.prices import price
from ludex.games.vitality.show.questions import QUESTIONS, guarded
from ludex.games.vitality.show.rolls import ACCURACY, CONDITION, DAMAGE
from ludex.games.vitality.show.sheet import checks, prepared_words, sheet, trays
from ludex.games.vitality.show.values import ASKS, ASSUMED, LOOKS, is_cell, value_in_words
from ludex.games.vitality.state import Being, Scene

METRES = 2  # vt.move.speed: across a space
PEOPLE, TUNNEL, PORTAL = "☺", "∩", "@"
LEAST = Fraction(1, 1000)  # what is less likely is not worth telling: exploding dice make everything possible


# What has come of a ruling, in short
CAME: dict[str, Changed] = {
    "damage": lost("HP"),
    "heals": gained("HP"),
    "dies": fell("dead"),
    "defeated": fell("defeated"),
}


class VitalityFace(Face):
    order_rule = "vt.turn.initiative"
    summed_by_others = True  # vt.ability.aura
    final = frozenset({"Dead", "Defeated"})
    least = LEAST
    sentences = DEEDS
    arguments = {
        "check number": "Number to reach", "versus": "Their attribute", "other": "Against whom", "topic": "About what",
    }  # fmt: skip
    tells_left = {"damage": "hp", "pays_hp": "hp", "heals": "hp", "survives": "hp", "wakes": "hp"}
    asides = frozenset({"effort", "pays_hp", "reacts"})

    def plan(self, scene: Scene) -> HexPlan | SquarePlan:
        there = [being for being in scene.beings.values() if being.here]
        places = {being.id: cells_of(being) for being in there}
        lying = tuple((thing_name(scene, thing.name), thing.at) for thing in scene.things)
        up = {being.id: up for being in there if (up := aloft(scene, being))}
        danger, shown = tuple(dangers(scene)), tuple(features(scene))
        if isinstance(scene.board, SquareBoard):
            return SquarePlan(scene.board, places, lying, danger, up, METRES, shown, heights="space")
        return HexPlan(cast(HexBoard, scene.board), places, lying, danger, up, METRES, shown, heights="space")

    def situation(self, scene: Scene) -> list[tuple[str, str]]:
        shown = super().situation(scene) if scene.mode == COMBAT_MODE else []
        return [*shown, ("Peril", "great")] if scene.peril else shown

    def before_turn(self, scene: Scene) -> str:
        return "Before the fight: move once, take a Free Action if you like, then Ready." if scene.head_start else ""

    def reacts(self, scene: Scene, being: Being) -> bool | None:
        return None if scene.mode != COMBAT_MODE or not being.fights or being.beaten else bool(being.reaction)

    def deed(self, scene: Scene, command: Command) -> str:
        return super().deed(scene, as_it_goes(scene, command))

    def sentence(self, scene: Scene, command: Command) -> str:
        return super().sentence(scene, as_it_goes(scene, command))

    def covers(self, scene: Scene, command: Command) -> tuple[Place, ...]:
        if command.name != "area_attack":
            return ()
        actor, origin = scene.being(command.actor), cast(Cell | None, command.arg("origin"))
        attack = attack_of(scene, actor, str(command.arg("attack")))
        start = start_of_area(scene, actor, attack, origin)
        return area_of(scene, start, attack, cast(int, command.arg("direction", 0)))

    def left(self, scene: Scene, being: Being) -> Price:
        if not being.fights or being.beaten:
            return NOTHING
        if scene.mode != COMBAT_MODE:
            return words("time is not counted now" if leader(scene) == being.id else "")
        return of_its_turn(scene, being)

    def sheet(self, scene: Scene, being: Being) -> list[Section]:
        return sheet(scene, being)

    def badge(self, scene: Scene, being: Being) -> int | None:
        return tier(scene, being) if being.fights else None

    def brinks(self, scene: Scene, being: Being) -> list[Brink]:
        return brinks(scene, being)

    def trays(self, scene: Scene, being: Being) -> list[Tray]:
        return trays(scene, being)

    def checks(self, scene: Scene, being: Being) -> list[Check]:
        return checks(scene, being)

    def value(self, scene: Scene, name: str, value: Plain) -> str:
        return value_in_words(scene, name, value)

    def condition(self, scene: Scene, condition: Condition) -> str:
        """A condition as somebody is under it."""
        return condition_words(scene, condition)

    def derived(self, scene: Scene, being: Being) -> list[str]:
        """Whether somebody falls, or what holds them up there; what they have prepared."""
        if not being.here or being.beaten:
            return []
        waits = prepared_words(scene, being)
        return [*in_the_air(scene, being), *([f"waits with {waits}"] if waits else [])]

    def changed(self, scene: Scene, field: str, by: Fraction | int) -> str:
        if field == "efforts":
            return "Effort spent" if by == 1 else "Efforts spent"
        return self.value(scene, "field", field)

    def became(self, scene: Scene, field: str, value: Plain) -> str:
        if field != "winner":
            return ""
        return f"{SIDES[str(value)]} wins the fight" if value in SIDES else "the fight is over"

    def about(self, scene: Scene, being: Being, name: str, value: Plain, chosen: tuple[Plain, ...] = ()) -> str:
        """What one wants to know of an argument before choosing it: the numbers of an attack, who is in an area."""
        if name == "attack" and value in attacks_of(being):
            return attack_words(scene, being, attack_of(scene, being, str(value)))
        if name == "direction" and chosen and chosen[0] in attacks_of(being):
            attack = attack_of(scene, being, str(chosen[0]))
            return both_sides(scene, being, in_area(scene, being, attack, cast(int, value), None))
        if name == "height" and chosen:
            to = end_of(chosen[0])
            up = (being.height if value is None else cast(int, value)) - ground(scene, to)
            return f"{spaces(up)} above the ground there" if value is not None and up > 0 else ""
        return ""

    def assumes(self, rule: str, said: str) -> str:
        ways = said.split(" or ")
        if all(way in ASSUMED for way in ways):
            acts = [ASSUMED[way] for way in ways if way != LOOKS[DECLINE]]
            helps = " where that helps" if 0 < len(acts) < len(ways) else ""
            return " or ".join(acts or [ASSUMED[said]]) + helps
        return f"punishes with {said}" if rule == PUNISH_RULE else ""

    def may_react(self, scene: Scene, being: Being, rule: str) -> bool:
        return being.reaction > 0

    def asks(self, action: Action, name: str) -> str:
        return ASKS.get((action.name, name)) or ASKS.get(("", name)) or super().asks(action, name)

    def typed(self, scene: Scene, being: Being, action: Action, name: str, chosen: tuple[Plain, ...]) -> Typed | None:
        """The height of whoever flies or climbs; what is special about an Effort."""
        if (action.name, name) == ("effort", "what") and chosen[:1] == ("special",):
            return Typed("or say it in words", lambda words: words)
        if (action.name, name) == ("move", "height"):
            footing, to = Footing(scene, being), end_of(chosen[0])
            floor = ground(scene, to)
            if footing.flying or (footing.climbing and footing.clings((to, floor + 1))):
                low = f", where the ground is at {number(floor)}" if floor else ""
                return Typed(f"`height 6` for any other, in spaces{low}", read_height)
        return None

    def question(self, scene: Scene, question: Question) -> list[str]:
        asked = QUESTIONS.get(question.rule)
        return asked(scene, question) if asked is not None else super().question(scene, question)

    def guarded(self, question: Question, unsure: Collection[str]) -> Question:
        return guarded(question, unsure)

    def price(self, scene: Scene, being: Being, command: Command) -> Price:
        return price(scene, being, command)

    def suggestions(self, scene: Scene, being: Being, action: Action) -> list[Suggestion]:
        if action.name == "raise_wall":
            return walls_worth_a_look(scene, being)
        return moves_worth_a_look(scene, being) if action.name == "move" else []

    def way(self, scene: Scene, being: Being, goal: Cell) -> Way | None:
        footing = Footing(scene, being)
        found = footing.search(FAR)
        able = [cell for cell, (_, spot, _) in found.items() if footing.room(spot) and footing.holds(spot)]
        if not able:
            return None
        end = min(able, key=lambda cell: (scene.board.distance(cell, goal), found[cell][0]))
        return Way(way_in(found, end), METRES * found[end][0])

    def apart(self, scene: Scene, one: Being, other: Being) -> int:
        return distance(scene, one, other)

    def sight(self, scene: Scene, one: Being, other: Being) -> Sight | None:
        found = super().sight(scene, one, other)
        if found is None:
            return None
        if sees(scene, one, other):
            return found._replace(clear=True, words="" if found.clear else "seen all the same", rule="vt.sight.line")
        words = f"{one.name} does not see {other.name}" if found.clear else found.words
        return found._replace(clear=False, words=words, rule="vt.sight.line")

    def chances(self, scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
        hits = of_area(scene, odds) if odds.command.name == "area_attack" else of_first_roll(scene, odds)
        return [*([] if punished_first(odds) else hits), *of_fall(scene, odds)]

    def dice(self, odds: Odds) -> str:
        """`d20 against Avoidance 8`"""
        if punished_first(odds):
            return ""
        dice = dice_of(odds)
        if odds.rule == DAMAGE:
            return dice
        return f"{dice} against Avoidance {odds.against}" if odds.rule == ACCURACY else rolled_against(dice, odds)

    def numbers(self, odds: Odds) -> str:
        """`+4 Tier, +2 Focus`"""
        parts = [f"{with_sign(m.amount)} {m.source}" for m in odds.modifiers if m.amount]
        return ", ".join(parts) if not punished_first(odds) else ""

    def lines(self, scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
        return lines(scene, rulings)

    def came(self, scene: Scene, ruling: Ruling) -> Came | None:
        return came_of(ruling, CAME, CONDITIONS, lambda name: self.value(scene, "condition", name))

    def won(self, ruling: Ruling) -> str | None:
        return str(ruling.values["winner"]) if ruling.kind == "combat_ends" else None

    def result(self, scene: Scene, rulings: Sequence[Ruling], number: int) -> Result:
        return result(scene, rulings, number)


# ---------------------------------------------------------------- values


def end_of(to: Plain) -> Cell:
    """The space in which a way ends."""
    path = cast(tuple[Plain, ...], to)
    return cast(Cell, path if is_cell(path) else path[-1])


def read_height(words: str) -> int | None:
    found = re.fullmatch(r"(?:height |at |h ?)?\+?([-−]?\d+)", words.strip().lower())
    return int(found[1].replace("−", "-")) if found else None


def as_it_goes(scene: Scene, command: Command) -> Command:
    """A burst goes all ways, so none is said of it."""
    actor, attack = scene.beings.get(command.actor), command.arg("attack")
    if command.name != "area_attack" or actor is None or attack not in attacks_of(actor):
        return command
    if attack_of(scene, actor, str(attack)).shape != "burst":
        return command
    return Command(command.actor, command.name, [arg for arg in command.args if arg[0] != "direction"])


def both_sides(scene: Scene, being: Being, found: Iterable[Being]) -> str:
    """Who is in an area; friends are told apart, and that there is no enemy."""
    enemies = [other.id for other in found if other.side != being.side]
    friends = [other.id for other in found if other.side == being.side]
    if not friends:
        return everybody(scene, enemies)
    struck = everybody(scene, enemies) if enemies else "no enemy"
    return f"{struck}; but friends too: {everybody(scene, friends)}"


def in_the_air(scene: Scene, being: Being) -> list[str]:
    if falls(scene, being):
        return ["falling"]
    clings = aloft(scene, being) and climbs(scene, being) and not flies(scene, being) and "Carried" not in being.states
    return ["clinging to a wall"] if clings else []


# ---------------------------------------------------------------- the map


def features(scene: Scene) -> Iterator[Feature]:
    for cell in scene.civilians:
        yield Feature(cell, "people", "civilians", PEOPLE)
    for cell in scene.tunnels:
        yield Feature(cell, "tunnel", "tunnel", TUNNEL)
    names = square.direction_name if isinstance(scene.board, SquareBoard) else hex.direction_name
    for portal in scene.portals:
        for here, there in ((portal.one, portal.other), (portal.other, portal.one)):
            yield Feature(here, "portal", "portal", PORTAL, (f"its twin to the {names(here, there)}",))


def dangers(scene: Scene) -> list[tuple[str, tuple[Cell, ...]]]:
    """Hazards, wards and traps that are known."""
    found = []
    for hazard in scene.hazards:
        what = attack_title(scene, hazard.attack, hazard.owner)
        found.append((f"{what} of {being_name(scene, hazard.owner)}", hazard.cells))
    for ward in scene.wards:
        found.append((f"ward of {being_name(scene, ward.owner)} against {everybody(scene, ward.against)}", ward.cells))
    for trap in scene.traps:
        what = attack_title(scene, trap.attack, trap.owner)
        found.append((f"trap of {being_name(scene, trap.owner)}: {what}", (trap.at,)))
    return found


# ---------------------------------------------------------------- what is left of a turn


def of_its_turn(scene: Scene, being: Being) -> Price:
    """`Primary Action, 8 spaces, Reaction`"""
    left = budget(scene, being) if cannot_move(scene, being) is None else 0
    way = some(left, "space", spaces(left)) if left else NOTHING
    return several(being.primary, "Primary", "Primary Action") + way + several(being.reaction, REACTION, REACTION)


def several(number: int, unit: str, called: str) -> Price:
    return some(number, unit, called if number == 1 else count(number, called)) if number else NOTHING


# ---------------------------------------------------------------- chances


def dice_of(odds: Odds) -> str:
    """`3d6`, `best of 2 d20`"""
    names: list[str] = re.findall(r"d\d+", odds.rolled)
    if len(names) == 1:
        return names[0]
    return f"{len(names)}{names[0]}" if names[0] == "d6" else f"best of {len(names)} {names[0]}"


def punished_first(odds: Odds) -> bool:
    """Is the first roll of an attack that of somebody who Punishes the leap to it?"""
    return odds.command.name == "attack" and odds.by not in ("", odds.command.actor)


def of_first_roll(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """Whether the first roll succeeds: its total reaches the number, or the die is a natural 20."""
    if odds.against is None or not odds.readings or odds.rule not in (ACCURACY, CONDITION):
        return []
    bonus = sum(m.amount for m in odds.modifiers)
    lands = sum(
        (chance for face, chance in odds.rolls.items() if face == 20 or face + bonus >= odds.against),
        Fraction(0),
    )
    return [("hit" if odds.rule == ACCURACY else "takes hold", lands)]


def of_area(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """Whom an area attack hits, by how likely, each with a check of its own."""
    if odds.rule != ACCURACY:  # it is past that
        return []
    actor, command = scene.beings[odds.command.actor], odds.command
    attack = attack_of(scene, actor, str(command.arg("attack")))
    if attack.kind.direct:
        return []
    direction, origin = cast(int, command.arg("direction") or 0), cast(Cell | None, command.arg("origin"))
    blow = area_blow(scene, actor, attack.id, direction, origin, command.arg("spare") or ())
    own = [name for name in blow.targets if scene.beings[name].side == actor.side]
    lead = "no enemy: hits " if len(own) == len(blow.targets) else "hits "
    named = {name: f"{lead}{'the friend ' if name in own else ''}{being_name(scene, name)}" for name in blow.targets}
    return [(said, to_hit(scene, blow, name)) for name, said in named.items()]


def to_hit(scene: Scene, blow: Blow, name: str) -> Fraction:
    throw = accuracy(scene, blow, name, ())
    spread = distribution(throw.pool, throw.reading())
    lands = [weight for natural, weight in spread.weights if reaches(scene, natural, throw)]
    return Fraction(sum(lands), spread.total)


def of_fall(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """How likely whoever is attacked is brought to 0 HP or below; of those who are out then, the state says it."""
    target = odds.command.arg("target")
    if target not in scene.beings or not makes_checks(scene, scene.beings[str(target)]):
        return []
    hp = scene.beings[str(target)].hp
    down = Fraction(0)
    for changes, chance in odds.outcomes:
        lost = -sum(change for who, what, change in changes if who == target and what == "hp")
        down += chance if 0 < hp <= lost else 0
    return [("down to 0 HP or below", down)] if down >= LEAST else []
