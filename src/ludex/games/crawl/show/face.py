"""How The Crawl shows itself: the map with cover, doors and facing, what is left of a turn, values, chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import cast

from ludex.core.board.cells import Cell
from ludex.core.board.hex import HexBoard
from ludex.core.board.square import SquareBoard
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Ruling
from ludex.core.kernel.scene import Condition
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
    Spoil,
    SquarePlan,
    Suggestion,
    Tray,
    Way,
    rolled_against,
)
from ludex.core.show.lasting import until_words
from ludex.core.show.odds import Odds
from ludex.core.show.outcomes import Changed, came_of, fell, gained, lost
from ludex.core.show.price import NOTHING, Price, some, words
from ludex.core.show.sentences import Named, with_sign
from ludex.core.show.sheet import Section
from ludex.games.crawl.book.attacks.areas import area_cells
from ludex.games.crawl.book.characters.aspects import aspect, item_of, staggered
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.dice import CRITICAL, FAILURE, HIT, squeezing
from ludex.games.crawl.book.energy import DOWNTIME, FIGHT
from ludex.games.crawl.book.map.ground import FAR, ground_for
from ludex.games.crawl.book.map.sight import clear, cover_between, cover_on_line, line, sees
from ludex.games.crawl.book.turns.leading import leader
from ludex.games.crawl.build.advancement import own_of, part_of
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.show.advice import moves_worth_a_look
from ludex.games.crawl.show.deeds import DEEDS
from ludex.games.crawl.show.effects import aspect_words, item_words, to_reach, words_beside_price
from ludex.games.crawl.show.log import lines
from ludex.games.crawl.show.names import being_name, condition_words, thing_name
from ludex.games.crawl.show.parts import part_name
from ludex.games.crawl.show.prices import movement_words, price
from ludex.games.crawl.show.questions import QUESTIONS
from ludex.games.crawl.show.rolls import ATTACK, DEFENCE, result
from ludex.games.crawl.show.sentences import WORDING
from ludex.games.crawl.show.sheet import checks, sheet, trays
from ludex.games.crawl.show.values import ASKS, TAKEN, value_in_words
from ludex.games.crawl.state import FOES, METRES, PARTY, Being, Scene

EXIT, CROWD, WEIGHT = "∩", "%", "▼"
STANDING = ("attack", "final_attack")  # attacks from where somebody stands
AREA_ATTACKS = ("area_attack", "final_area_attack")


# What has come of a ruling, in short
CAME: dict[str, Changed] = {
    "hurt": lost("HP"),
    "heals": gained("HP"),
    "staggered": fell("staggered"),
    "dies": fell("dead"),
}


class CrawlFace(Face):
    order_rule = "tc.init.roll"
    tells_left = {"pays": "left", "hurt": "left", "heals": "left"}
    asides = frozenset({"pays", "effort", "refresh"})

    def goes_along(self, ruling: Ruling, actor: str) -> bool:
        """tc.maxeffort.is_damage: the price of maximum effort is health, and hurts."""
        return super().goes_along(ruling, actor) or (ruling.kind, ruling.rule) == ("hurt", "tc.maxeffort.is_damage")

    sentences = DEEDS
    taking = "takes"
    arguments = {
        "check what": "Skill or core", "opposed what": "Skill or core", "exceed": "It must be exceeded",
        "downtime over": "It is over", "other": "Against whom", "other_what": "Their skill or core",
        "kp": "KP", "ap": "AP", "hp": "HP",
    }  # fmt: skip
    least = Fraction(1, 100)  # the critical tables make many a thing possible
    final = frozenset({"Dead"})

    def plan(self, scene: Scene) -> HexPlan | SquarePlan:
        there = [being for being in scene.beings.values() if being.here]
        things = [(thing_name(scene, lying.item), lying.at) for lying in scene.lying]
        dead = [b for b in scene.beings.values() if "Dead" in b.states and "Destroyed" not in b.states]
        things += [(f"body of {being.name}", being.at) for being in dead if being.at in scene.board.cells]
        places = {being.id: scene.cells(being) for being in there}
        awake = [being for being in there if not being.senseless] if not scene.options["opt_no_facing"] else []
        facing = {being.id: being.facing for being in awake}
        dangers = tuple((area_words(scene, number), area.cells) for number, area in enumerate(scene.areas))
        shown = tuple(features(scene))
        if isinstance(scene.board, SquareBoard):
            return SquarePlan(scene.board, places, tuple(things), dangers, {}, METRES, shown, facing)
        return HexPlan(cast(HexBoard, scene.board), places, tuple(things), dangers, {}, METRES, shown, facing)

    def situation(self, scene: Scene) -> list[tuple[str, str]]:
        if scene.mode == FIGHT:
            return super().situation(scene)
        hours, minutes = scene.clock // 3600, scene.clock // 60 % 60
        shown = [("Time passed:", f"{hours} h {minutes} min")] if hours or minutes else []
        return [("Now:", "downtime"), *shown] if scene.mode == DOWNTIME else shown

    def covers(self, scene: Scene, command: Command) -> tuple[Place, ...]:
        if command.name not in AREA_ATTACKS:
            return ()
        actor, toward = scene.being(command.actor), cast(Cell | int, command.arg("at"))
        return area_cells(scene, actor, skill_of(scene, actor, str(command.arg("skill"))), toward)

    def left(self, scene: Scene, being: Being) -> Price:
        if not being.here:
            return NOTHING
        if scene.mode == FIGHT:
            return of_its_turn(scene, being)
        return words("energy is not counted now" if leader(scene) == being.id else "")

    def sheet(self, scene: Scene, being: Being) -> list[Section]:
        return sheet(scene, being)

    def trays(self, scene: Scene, being: Being) -> list[Tray]:
        return trays(scene, being)

    def checks(self, scene: Scene, being: Being) -> list[Check]:
        return checks(scene, being)

    def value(self, scene: Scene, name: str, value: Plain) -> str:
        return value_in_words(scene, name, value)

    def condition(self, scene: Scene, condition: Condition) -> str:
        return condition_words(scene, condition)

    def derived(self, scene: Scene, being: Being) -> list[str]:
        found = ["staggered"] if being.here and not being.senseless and staggered(scene, being) else []
        found += [
            f"{name} {with_sign(core(scene, being, name))} ({hurt} damaged)" for name, hurt in being.ability if hurt
        ]
        tight = squeezing(scene, being) if being.here else 0
        return [*found, f"squeezed ({with_sign(tight)} on all rolls)"] if tight else found

    def about(self, scene: Scene, being: Being, name: str, value: Plain, chosen: tuple[Plain, ...] = ()) -> str:
        match name:
            case "skill":
                return words_beside_price(scene, being, skill_of(scene, being, str(value)))
            case "cell" if len(chosen) == 2 and value is not None:  # of a skill and at whom
                return to_reach(scene, being, skill_of(scene, being, str(chosen[0])), cast(Cell, value))
            case "aspect":
                entry = aspect(scene.library, str(value))
                return aspect_words(scene, entry, entry.parts)
            case "item":
                return item_words(scene, item_of(scene.library, str(value)))
            case "part" if len(chosen) > 1:
                own = own_of(being, str(chosen[0]), str(chosen[1]))
                part = part_of(scene, own, cast(int, value)) if own is not None else None
                return f"{part_name(part)}, {part.worth} now" if part is not None else ""
            case "worth" if len(chosen) > 2:
                own = own_of(being, str(chosen[0]), str(chosen[1]))
                part = part_of(scene, own, cast(int, chosen[2])) if own is not None else None
                return f"{part_name(part)} in place of {part.worth}" if part is not None else ""
        return ""

    def aside(self, scene: Scene, being: Being, action: Action, value: Plain) -> str:
        named = action.args[0].name == "skill"
        return "not learned" if named and not skill_of(scene, being, str(value)).learned else ""

    def assumes(self, rule: str, said: str) -> str:
        if rule == "tc.staggered":
            return f"is Staggered: {said.replace('lose', 'loses')}"
        if rule != DEFENCE:
            return ""
        ways = [way if way == TAKEN else f"defends with {way}" for way in said.split(" or ")]
        return " or sometimes ".join(way.replace(TAKEN, "takes the blow") for way in ways)

    def may_react(self, scene: Scene, being: Being, rule: str) -> bool:
        return being.readied is not None if rule == "tc.ready" else being.ep > 0

    def asks(self, action: Action, name: str) -> str:
        return ASKS.get((action.name, name)) or ASKS.get(("", name)) or super().asks(action, name)

    def question(self, scene: Scene, question: Question) -> list[str]:
        asked = QUESTIONS.get(question.rule)
        return asked(scene, question) if asked is not None else super().question(scene, question)

    def price(self, scene: Scene, being: Being, command: Command) -> Price:
        return price(scene, being, command)

    def suggestions(self, scene: Scene, being: Being, action: Action) -> list[Suggestion]:
        return moves_worth_a_look(scene, being) if action.name == "move" else []

    def way(self, scene: Scene, being: Being, goal: Cell) -> Way | None:
        ground = ground_for(scene, being)
        found = ground.reach(FAR)
        end = min(found, key=lambda cell: (scene.board.distance(cell, goal), found[cell]))
        return Way(ground.way(end, found, FAR), METRES * found[end])

    def sight(self, scene: Scene, one: Being, other: Being) -> Sight | None:
        if not (one.here and other.here):
            return None
        between = line(scene, one, other)
        if not clear(scene, *between):
            return Sight(False, "the line of sight is blocked", between, rule="tc.los")
        if not sees(scene, one, other):
            return Sight(False, f"{one.name} does not see {other.name}", between, rule="tc.los")
        cover = cover_on_line(scene, *between)
        if cover is None:
            return Sight(True, "", between, rule="tc.los")
        return Sight(True, f"cover hides {cover.percent} %", between, rule="tc.cover")

    def chances(self, scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
        found = [pair for pair in of_first_roll(scene, odds) if pair[1] or len(odds.readings) > 1]
        return [*found, *of_cover(scene, odds), *of_harm(scene, odds)]

    def dice(self, odds: Odds) -> str:
        """`d20 against 8`"""
        return rolled_against(odds.rolled, odds) if odds.against else odds.rolled

    def numbers(self, odds: Odds) -> str:
        """`+2 strength, +1 Weapon Proficiency`"""
        return ", ".join(f"{with_sign(m.amount)} {m.source}" for m in odds.modifiers if m.amount)

    def lines(self, scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
        return lines(scene, rulings)

    def came(self, scene: Scene, ruling: Ruling) -> Came | None:
        return came_of(ruling, CAME, CONDITIONS, lambda name: self.value(scene, "condition", name))

    def won(self, ruling: Ruling) -> str | None:
        won = {"won": PARTY, "talked": PARTY, "lost": FOES}
        return won.get(str(ruling.values["how"]), "") if ruling.kind == "fight_ends" else None

    def spoils(self, scene: Scene) -> list[Spoil]:
        return [
            Spoil(thing_name(scene, lying.item), lying.at, "pick_up", {"thing": lying.item}) for lying in scene.lying
        ]

    def result(self, scene: Scene, rulings: Sequence[Ruling], number: int) -> Result:
        return result(Named(scene, rulings[number], WORDING))


# ---------------------------------------------------------------- the map


def features(scene: Scene) -> Iterator[Feature]:
    for cover in scene.cover:
        sign = "100" if cover.percent >= 100 else f"{cover.percent:>2}%"
        yield Feature(cover.at, "cover", cover.name, sign, (f"hides {cover.percent} %", f"{cover.hp} HP"))
    for door in scene.doors:
        state = "open" if door.open else f"locked, difficulty {door.lock}" if door.lock else "shut"
        yield Feature(door.at, "door", f"{door.name} ({state})", "[ ]" if door.open else "[+]")
    for crusher in scene.crushers:
        notes = (f"{crusher.kg} kg", "fallen" if crusher.dropped else "overhead")
        yield Feature(crusher.at, "weight", crusher.name, WEIGHT, notes)
    for cell in scene.exits:
        yield Feature(cell, "exit", "exit", EXIT)
    for cell in scene.crowd:
        yield Feature(cell, "crowd", "crowd", CROWD)


def area_words(scene: Scene, number: int) -> str:
    area = scene.areas[number]
    by = f" of {being_name(scene, area.by)}" if area.by else ""
    ends = f", {until_words(scene, area.until)}" if area.until is not None else ""
    return f"{thing_name(scene, area.aspect)}{by}{ends}"


# ---------------------------------------------------------------- what is left of a turn


def of_its_turn(scene: Scene, being: Being) -> Price:
    if scene.turns.current == being.id:
        own = some(being.ep, "EP") + words(movement_words(scene, being))
        most = scene.options["opt_small_actions"]
        if not isinstance(most, int) or isinstance(most, bool):
            return own
        small = max(0, most - being.small)
        return own + some(small, "small action", count(small, "small action"))
    if being.id in scene.turns.called:
        return words("acts next")
    if being.id in scene.turns.waiting:
        return words("holds the turn")
    return words("has readied something" if being.readied is not None else "")


# ---------------------------------------------------------------- chances


def of_first_roll(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """What the first roll comes to."""
    readings = odds.readings
    whose = "" if odds.by in ("", odds.command.actor) else f"{being_name(scene, odds.by)}: "
    if odds.rule == ATTACK:
        landed = readings.get(HIT, Fraction(0)) + readings.get(CRITICAL, Fraction(0))
        return [(f"{whose}on target", landed), ("critical", readings.get(CRITICAL, Fraction(0)))]
    if odds.command.name == "persuade":
        return of_persuasion(scene, odds)
    if odds.rule == DEFENCE:
        return [(f"{whose}holds", readings.get("true", Fraction(0)))]
    if readings and set(readings) <= {FAILURE, "success", CRITICAL}:
        return [(f"{whose}success", 1 - readings.get(FAILURE, Fraction(0)))]
    return []


def of_persuasion(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """How likely somebody is moved at all, and so far that they agree."""
    target = scene.beings[str(odds.command.arg("target"))]
    moved = agrees = Fraction(0)
    for changes, chance in odds.outcomes:
        for who, what, change in changes:
            if who == target.id and what == "disposition":
                moved += chance
                agrees += chance if dict(change).get(odds.command.actor, 0) >= target.agrees_at else 0
    return [(f"moves {target.name}", moved), ("agrees", agrees)]


def of_cover(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """What stands in the way of an attack, and how likely it goes past that."""
    command = odds.command
    target = command.arg("target")
    if command.name not in STANDING or target not in scene.beings:
        return []
    cover = cover_between(scene, scene.beings[command.actor], scene.beings[str(target)])
    return [(f"past the {cover.name}", Fraction(100 - cover.percent, 100))] if cover is not None else []


def of_harm(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """How likely whoever is attacked loses HP, and the last of them."""
    target = odds.command.arg("target")
    if target not in scene.beings or ("attack" not in odds.command.name and odds.command.name not in ("charge",)):
        return []
    hp = scene.beings[str(target)].hp
    hurt = down = Fraction(0)
    for changes, chance in odds.outcomes:
        lost = -sum(change for who, what, change in changes if who == target and what == "hp")
        hurt += chance if lost > 0 else 0
        down += chance if hp > 0 and lost >= hp else 0
    found = [("wounds", hurt)] if odds.rule != DEFENCE else []
    return [*found, ("down to 0 HP or less", down)] if down else found
