"""How Navy Blue shows itself: the zones with their doors, what is left of a turn, the time, values in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from ludex.core.board.zone import ZoneBoard
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Ruling
from ludex.core.kernel.scene import Condition
from ludex.core.show.face import (
    Came,
    Check,
    Face,
    Lay,
    Line,
    Lit,
    Place,
    Result,
    Sight,
    Spoil,
    Suggestion,
    Throws,
    Tray,
    Way,
    ZonePlan,
    rolled_against,
)
from ludex.core.show.odds import Odds
from ludex.core.show.outcomes import Changed, came_of, fell, gained, lost
from ludex.core.show.price import NOTHING, Price, some, words
from ludex.core.show.sentences import Named, with_sign
from ludex.core.show.sheet import Section
from ludex.games.navyblue.book.adventure.downtime import PAUSE_DUE, worth_a_respite
from ludex.games.navyblue.book.adventure.intervals import DAY, DAYS, DUNGEON, members, on_the_road
from ludex.games.navyblue.book.attacks.reach import enemies_in
from ludex.games.navyblue.book.carrying.containers import all_chests
from ludex.games.navyblue.book.carrying.spots import GROUND
from ludex.games.navyblue.book.dice import CHECKS, MISS, SUCCESSES
from ludex.games.navyblue.book.dice import CRITICAL as CRITICAL_HIT
from ludex.games.navyblue.book.features import STANDING, item, passive
from ludex.games.navyblue.book.movement.sight import charted, sees
from ludex.games.navyblue.book.movement.steps import Footing, running, running_limit, ways
from ludex.games.navyblue.book.movement.unblocking import barrier
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import Light
from ludex.games.navyblue.records.kinds import Gear, Weapon
from ludex.games.navyblue.show.advice import moves_worth_a_look
from ludex.games.navyblue.show.deeds import DEEDS
from ludex.games.navyblue.show.log import lines
from ludex.games.navyblue.show.names import (
    SIDES,
    being_name,
    condition_words,
    door_words,
    everybody,
    place_name,
    points,
    slots_with_things,
    thing_name,
)
from ludex.games.navyblue.show.prices import price
from ludex.games.navyblue.show.questions import QUESTIONS
from ludex.games.navyblue.show.rolls import ATTACK, TRIED, WAYS, result
from ludex.games.navyblue.show.sentences import WORDING
from ludex.games.navyblue.show.sentences_of_time import activity_words, interval_words
from ludex.games.navyblue.show.sheet import sheet
from ludex.games.navyblue.show.throws import throws
from ludex.games.navyblue.show.trays import checks, lays, trays
from ludex.games.navyblue.show.values import ASKS, ASSUMED, value_in_words
from ludex.games.navyblue.state import FOES, PARTY, Being, Door, Pit, Scene

METRES = 5  # nb.zone.ground: 15 feet
HOUR, MINUTE = 3_600, 60
MORNING = 6 * HOUR  # when a scene begins


# What has come of a ruling, in short
CAME: dict[str, Changed] = {
    "damage": lost("Vigor"),
    "heals": gained("Vigor"),
    "dies": fell("dead"),
    "injuries": lambda v: Came(v["who"], count(len(v["slots"]), "Injury")),
    "mends": lambda v: Came(v["who"], f"{count(len(v['slots']), 'Injury')} healed", good=True),
}


class NavyBlueFace(Face):
    passing = frozenset({"turns", "last"})
    tells_left = {"damage": "left", "heals": "left"}
    asides = frozenset({"loses", "running", "spared", "promised"})

    def goes_along(self, ruling: Ruling, actor: str) -> bool:
        """nb.gap.sight: whoever attacks from hiding does no more with it than to be seen."""
        if ruling.kind == "condition_ends":
            return ruling.values["condition"] == "Hidden" and ruling.values["who"] == actor
        return super().goes_along(ruling, actor)

    sentences = DEEDS
    headings = {
        "nb.attack.defend_with": "How do they defend?", "nb.init.alternate": "Who acts next?",
        "nb.maneuver.drop": "What falls to the ground?",
    }  # fmt: skip
    taking = "clutches"
    arguments = {"risk": "There is a risk", "one": "Zone", "other": "And zone", "air": "In the air"}

    def plan(self, scene: Scene) -> ZonePlan | None:
        """The zones; on the road, as long as nobody is met, it is all one where somebody stands."""
        if on_the_road(scene):
            return None
        board = charted(scene)
        there = [being for being in scene.beings.values() if being.at in board]
        standing = [(name, chest) for name, chest in all_chests(scene).items() if chest.at in board]
        chests = [(f"{thing_name(scene, name)} ({chest.state})", chest.at) for name, chest in standing]
        return ZonePlan(
            board=board,
            places={being.id: (being.at,) for being in there if being.here},
            things=(
                *((thing_name(scene, lying.thing), lying.at) for lying in scene.lying if lying.at in board),
                *chests,
                *((f"body of {being.name}", being.at) for being in there if "Dead" in being.states),
            ),
            hazards=(
                *((door_state(scene, door), door.zones) for door in scene.doors if within(board, door)),
                *((made.material, (made.zone,)) for made in scene.obstructions if made.zone in board),
                *((pit_words(pit), (pit.zone,)) for pit in scene.pits if pit.zone in board),
            ),
            marks=marks_on(scene, board),
            metres=METRES,
            by_steps=True,
            unseen=scene.unseen,
            bearers=tuple(
                being.id
                for being in there
                if being.here and being.at not in scene.unseen and carried_light(scene, being) is not None
            ),
            lights=tuple(pair for pair in lights(scene).items() if pair[0] in board and pair[0] not in scene.unseen),
            shut=tuple(door.zones for door in scene.doors if door.state != "open" and within(board, door)),
        )

    def whole_plan(self, scene: Scene) -> ZonePlan | None:
        """What the party has not seen is marked, and whom it has not met stands there."""
        unmet = [being.id for being in scene.beings.values() if "Unmet" in being.states]
        if not scene.unseen and not unmet:
            return self.plan(scene)
        whole = scene.fork()
        whole.unseen = ()
        for who in unmet:
            whole.beings[who].relieve("Unmet")
        plan = self.plan(whole)
        if plan is None:
            return None
        marks = {zone: (*plan.marks.get(zone, ()), "not seen yet") for zone in scene.unseen if zone in plan.board}
        return replace(plan, marks={**plan.marks, **marks})

    def sight(self, scene: Scene, one: Being, other: Being) -> Sight | None:
        if not (one.here and other.here and one.at in scene.board and other.at in scene.board):
            return None
        near = one.at == other.at or other.at in scene.board.neighbours(one.at)
        seen = near and sees(scene, one.at, other.at)
        words = "" if seen else "something shut stands between" if near else "too far to be seen"
        return Sight(seen, words, (one.at, other.at), rule="nb.gap.sight")

    def light(self, scene: Scene) -> Lit | None:
        """nb.gap.sight: no rule asks for it, but light is to be seen: it falls through what stands open."""
        plan = self.whole_plan(scene)
        if plan is None:
            return None
        found: dict[Place, int] = {}
        for lamp, reach in plan.lights:
            near = {zone: steps for zone, steps in plan.hops(lamp).items() if steps <= reach}
            found |= {zone: min(steps, found.get(zone, steps)) for zone, steps in near.items()}
        lamps, rooms = count(len(plan.lights), "light"), len(plan.board.zones)
        words = f"{len(found)} of {rooms} rooms have light, from {lamps}" if found else "there is no light"
        return Lit(found, words, "nb.gap.sight")

    def situation(self, scene: Scene) -> list[tuple[str, str]]:
        lit = [
            scene.board.zones[zone].name for zone in lights(scene) if zone in scene.board and zone not in scene.unseen
        ]
        light = [("Light:", ", ".join(lit))] if lit else []
        if scene.mode == "fight":
            shown = super().situation(scene)
            return [*shown, *([("Starts the rounds:", SIDES[scene.first])] if scene.first else ()), *light]
        shown = [*time_words(scene), *light]
        shown.append(("Place:", "safe" if scene.place.safe else "not safe"))
        if scene.meeting:
            shown.append(("Met:", f"{everybody(scene, scene.meeting)} ({scene.reaction})"))
        if scene.mode == DUNGEON:
            shown.append(("Since the last pause:", since_pause(scene)))
        return shown

    def left(self, scene: Scene, being: Being) -> Price:
        if not being.here:
            return NOTHING
        if scene.mode in DAYS and being.pc:
            return words(activity_words(scene, being.activity, being.id) if being.activity else "has not chosen")
        if scene.mode != "fight":
            return words("at leisure" if being.pc and not being.activity and worth_a_respite(scene) else "")
        if scene.turns.current != being.id:
            return words("has acted" if being.id in scene.turns.acted else "")
        runs = "running" if running(scene, being) else f"running after {points(running_limit(scene, being))} of Move"
        own = some(being.actions, "Action", count(being.actions, "Action")) + some(being.motion, "MP")
        return own + words(runs) + words(f"{points(being.on_move)} moved" if being.on_move else "")

    def sheet(self, scene: Scene, being: Being) -> list[Section]:
        return sheet(scene, being)

    def trays(self, scene: Scene, being: Being) -> list[Tray]:
        return trays(scene, being)

    def lays(self, scene: Scene, being: Being, tray: int, slot: int) -> list[Lay]:
        return lays(scene, being, tray, slot)

    def laid_in(self, question: Question) -> str:
        return "slots" if question.rule in ("nb.injury.choice", "nb.heal.injuries") else ""

    def checks(self, scene: Scene, being: Being) -> list[Check]:
        return checks(scene, being)

    def value(self, scene: Scene, name: str, value: Plain) -> str:
        return value_in_words(scene, name, value)

    def became(self, scene: Scene, field: str, value: Plain) -> str:
        doors = cast("tuple[Door, ...]", value) if field == "doors" else ()
        return listed([f"{door_words(scene, door)} is {door.state}" for door in doors if door not in scene.doors])

    def condition(self, scene: Scene, condition: Condition) -> str:
        return condition_words(scene, condition)

    def answer(self, scene: Scene, question: Question, value: Plain) -> str:
        if question.rule in ("nb.injury.choice", "nb.heal.injuries") and isinstance(value, tuple):
            numbers = cast(tuple[int, ...], value)
            return slots_with_things(scene, scene.beings[question.who], numbers)
        return super().answer(scene, question, value)

    def assumes(self, rule: str, said: str) -> str:
        return ASSUMED[rule].format(said) if rule in ASSUMED else ""

    def asks(self, action: Action, name: str) -> str:
        return ASKS.get((action.name, name)) or ASKS.get(("", name)) or super().asks(action, name)

    def question(self, scene: Scene, question: Question) -> list[str]:
        asked = QUESTIONS.get(question.rule)
        return asked(scene, question) if asked is not None else super().question(scene, question)

    def price(self, scene: Scene, being: Being, command: Command) -> Price:
        return price(scene, being, command)

    def stands_for(self, scene: Scene, command: Command) -> Command:
        """Work on a lock is done when the interval passes, by the same Check as in a fight."""
        return Command(command.actor, "unblock", command.args) if command.name == "pick_lock" else command

    def suggestions(self, scene: Scene, being: Being, action: Action) -> list[Suggestion]:
        return moves_worth_a_look(scene, being) if action.name == "move" else []

    def way(self, scene: Scene, being: Being, goal: str) -> Way | None:
        found = ways(Footing(scene, being))
        if goal not in found and found:
            goal = min(found, key=lambda zone: (scene.board.distance(zone, goal), len(found[zone])))
        return Way(found[goal], METRES * len(found[goal])) if goal in found else None

    def throws(self, scene: Scene, odds: Odds) -> Throws | None:
        return throws(odds)

    def chances(self, scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
        if odds.rule == ATTACK:
            return attack_chances(scene, odds)
        difficulty = difficulty_of(scene, odds)
        if not difficulty:
            return []
        results = CHECKS[difficulty][1]
        reached = [chance for tier, chance in odds.rolls.items() if results[tier] in SUCCESSES]
        whose = "" if odds.by == odds.command.actor else f"{being_name(scene, odds.by)}: "
        return [(f"{whose}success", sum(reached, Fraction(0)))]

    def dice(self, odds: Odds) -> str:
        """`2d6`"""
        rolled = f"{odds.rolled.count('d')}{odds.rolled.partition('+')[0]}" if "+" in odds.rolled else odds.rolled
        return rolled_against(rolled, odds)

    def numbers(self, odds: Odds) -> str:
        """`+1 half level, +2 Brawn`"""
        return ", ".join(f"{with_sign(m.amount)} {m.source.replace('_', ' ')}" for m in odds.modifiers if m.amount)

    def lines(self, scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
        return lines(scene, rulings)

    def came(self, scene: Scene, ruling: Ruling) -> Came | None:
        return came_of(ruling, CAME, CONDITIONS, lambda name: self.value(scene, "condition", name))

    def won(self, ruling: Ruling) -> str | None:
        won = {"cleared": PARTY, "talked": PARTY, "lost": FOES}
        return won.get(str(ruling.values["how"]), "") if ruling.kind == "fight_ends" else None

    def took(self, scene: Scene, ruling: Ruling) -> str:
        """From the ground, and not out of what they have on them."""
        return super().took(scene, ruling) if ruling.values.get("source") == GROUND else ""

    def spoils(self, scene: Scene) -> list[Spoil]:
        plan = self.plan(scene)
        there = [lying for lying in scene.lying if plan is not None and lying.at in plan.board]
        return [
            Spoil(thing_name(scene, each.thing), each.at, "clutch", {"thing": each.thing, "source": GROUND})
            for each in there
        ]

    def result(self, scene: Scene, rulings: Sequence[Ruling], number: int) -> Result:
        return result(Named(scene, rulings[number], WORDING))


# ---------------------------------------------------------------- the map


def within(board: ZoneBoard, door: Door) -> bool:
    return all(zone in board for zone in door.zones)


def door_state(scene: Scene, door: Door) -> str:
    barred = f" from {place_name(scene, door.barred_from)}" if door.state == "barred" and door.barred_from else ""
    return f"{door.name} ({door.state}{barred})"


def pit_words(pit: Pit) -> str:
    about = [f"{count(pit.depth, 'zone')} deep"]
    about += ["spikes"] if pit.spikes else []
    about += ["a rope hangs in it"] if pit.roped else []
    return f"pit ({', '.join(about)})"


@derived(Basis(scene="board air exits place unseen"))
def marks_on(scene: Scene, board: ZoneBoard) -> dict[str, tuple[str, ...]]:
    """What else the zones are that are known."""
    return {zone: marks for zone in board if (marks := marks_of(scene, board, zone))}


def marks_of(scene: Scene, board: ZoneBoard, zone: str) -> tuple[str, ...]:
    """What else a zone is; ways to zones that do not lie beside it on the map are told in words."""
    if zone in scene.unseen:
        return ()
    found = ["in the air"] if zone in scene.air else []
    found += ["exit"] if zone in scene.exits else []
    if zone in scene.place.searchable:
        found.append("searched" if zone in scene.place.searched else "to search")
    beside = board.beside(zone)
    linked = [place_name(scene, other) for other in board.neighbours(zone) if other not in beside]
    return (*found, *([f"also to {', '.join(linked)}"] if linked else []))


# ---------------------------------------------------------------- the situation


def time_words(scene: Scene) -> list[tuple[str, str]]:
    seconds = MORNING + scene.clock
    clock = f"day {seconds // DAY + 1}, {seconds % DAY // HOUR:02}:{seconds % HOUR // MINUTE:02}"
    if scene.mode not in DAYS:
        return [("Time:", clock)] if scene.clock else []
    watch = scene.watch
    shown = [("Time:", f"{interval_words(scene.mode, watch.block, watch.interval)}, {clock}")]
    if scene.mode != DUNGEON:
        shown.append(("To go:", count(watch.days, "day")))
    die = DAYS[scene.mode].die(watch.block, watch.interval)
    if die and not watch.rolled:
        shown.append(("Due:", f"a d{die} for a Random Encounter"))
    return shown


def since_pause(scene: Scene) -> str:
    """One number where it is the same for all."""
    counted = {member.name: member.since_pause for member in members(scene)}
    if len(set(counted.values())) == 1:
        return f"{count(next(iter(counted.values())), 'interval')} of {PAUSE_DUE}"
    return ", ".join(f"{name} {number}" for name, number in counted.items()) + f" of {PAUSE_DUE}"


# ---------------------------------------------------------------- chances


def attack_chances(scene: Scene, odds: Odds) -> list[tuple[str, Fraction]]:
    """Of a hit, and of a critical one; with names where several are attacked. Nothing where the defence is picked after
    the roll."""
    hits: dict[int, Fraction] = {}
    criticals = Fraction(0)
    for (results, _), chance in odds.rolls.items():
        if not isinstance(results, tuple):
            return []
        for number, came in enumerate(results):
            hits[number] = hits.get(number, Fraction(0)) + (chance if came != MISS else 0)
        criticals += chance if all(came == CRITICAL_HIT for came in results) else 0
    if len(hits) == 1:
        return [("hit", hits[0]), ("critical", criticals)]
    zone = str(odds.command.arg("zone") or odds.command.arg("target"))
    struck = [enemy.name for enemy in enemies_in(scene, scene.beings[odds.by], zone)]
    return [(f"hit on {name}", hits[number]) for number, name in enumerate(struck) if number in hits]


def difficulty_of(scene: Scene, odds: Odds) -> str:
    """How hard the Check is that comes first; empty where it is none."""
    command = odds.command
    if odds.rule == "nb.maneuver.unblock":
        found = barrier(scene, scene.beings[command.actor], str(command.arg("what")))
        return found.difficulty if found is not None else ""
    if command.name == "check":
        return str(command.arg("difficulty") or "Normal")
    return "Normal" if command.name in WAYS or odds.rule in {*TRIED} - {"nb.zone.pit"} else ""


def lights(scene: Scene) -> dict[str, int]:
    """No rule asks whether it is dark (nb.gap.sight), but who carries a lantern is to be seen: the zones
    from which light falls, and how many zones far; of what is held, and of what was set down."""
    found: dict[str, int] = {}
    for being in scene.beings.values():
        if being.here and (reach := carried_light(scene, being)) is not None:
            found[being.at] = max(reach, found.get(being.at, 0))
    for lying in scene.lying:
        thing = item(scene, lying.thing)
        for effect in thing.effects if isinstance(thing, Gear | Weapon) else ():
            if isinstance(effect, Light):
                found[lying.at] = max(effect.reach, found.get(lying.at, 0))
    return found


@derived(STANDING)
def carried_light(scene: Scene, being: Being) -> int | None:
    """How many zones far the light falls that somebody carries."""
    return max([light.reach for light in passive(scene, being, Light)], default=None)
