"""The simple policy of Blue Box: a player who knows the rules, looks one action ahead and takes what is worth most.

It is deterministic, keeps nothing from one decision to the next, and knows only what `worth.py` weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from ludex.core.board.hex import Cell
from ludex.core.foe.deciding import Considerate, Idea
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.games.bluebox.book.attacks.weapons import attack_with, module_effect
from ludex.games.bluebox.book.conditions import holder_of
from ludex.games.bluebox.book.movement.actions import may_leave
from ludex.games.bluebox.book.movement.grappling import better_escape
from ludex.games.bluebox.book.movement.ground import cannot_move, metres_left
from ludex.games.bluebox.book.powers.actions import modes_of
from ludex.games.bluebox.book.powers.effects import limit_used
from ludex.games.bluebox.book.turns.escalation import may_escalate
from ludex.games.bluebox.book.turns.stances import may_search
from ludex.games.bluebox.foe.attacks import Strike, ability_chance, best_blow, blows, known_enemies, skills, strikes
from ludex.games.bluebox.foe.masks import handling_masks, masks_to_fetch
from ludex.games.bluebox.foe.places import Goal, Table, best_place, closer, out_of_fire, toward_rim
from ludex.games.bluebox.foe.safety import Reach, in_a_turn, pace, safest
from ludex.games.bluebox.foe.worth import (
    Hit,
    best_use,
    blow_worth,
    chances,
    fainting,
    healing_worth,
    health,
    hit_of,
    need_to_hit,
    shattering,
    unmasking,
)
from ludex.games.bluebox.records.effects import AddDice, Afflict, SteadyBeyondRange
from ludex.games.bluebox.state import Attack, Being, Scene, power_die, save_dc

# Of an attack: how near and how far, where it is critical, what a metre apart is worth, beyond its range, steady there
Shape = tuple[int, int, tuple[int, ...], float, bool, bool]
# Of an attack on an enemy: its shape, what it needs to hit, the Edge, whether it is practiced, what a hit is worth, and
# a critical one
Numbers = tuple[Shape, int, int, bool, float, float]
FARTHEST = 31  # metres that are looked at
HURT = 0.4  # of the health: who has no more left looks first to being out of reach
SHOOTER = 6  # metres from which somebody need not stand where blows fall


def consider(scene: Scene, being: Being) -> Idea:
    """The best idea that this being has now."""
    name = being.id
    if "Fleeing" in being.states or being.hp < being.sheet.flees_below_hp:
        return flight(scene, being)
    if not being.ap and "Escalated" not in being.states:
        first = max(preparations(scene, being, None), key=_worth_of, default=None)
        return (
            first
            or leaving_fire(scene, being)
            or withdrawing(scene, being)
            or Idea(0.0, Command(name, "end_turn"), "No Action Points are left.")
        )
    enemies = known_enemies(scene, being)
    ways = strikes(scene, being)
    best = here = best_blow(scene, being, enemies, ways)
    others = max(skills(scene, being, enemies), key=_worth_of, default=None)
    if others is not None and (best is None or others.worth > best.worth):
        best = others
    if "Escalated" in being.states:
        return best or Idea(0.0, Command(name, "forgo"), "Nothing is worth the escalated action.")
    first = max(preparations(scene, being, best if here is not None else None), key=_worth_of, default=None)
    if first is not None and (best is None or first.worth > best.worth):
        return first
    moved = move(scene, being, enemies, ways, best) if being.moves else None
    if moved is not None:
        return moved
    if best is not None and best.worth > 0:
        return best
    return leaving_fire(scene, being) or leftovers(scene, being, enemies)


def _worth_of(idea: Idea) -> float:
    return idea.worth


def ideas(scene: Scene, being: Being) -> list[Idea]:
    """The best idea, and what else came into question."""
    best = consider(scene, being)
    enemies = known_enemies(scene, being)
    here = sorted(blows(scene, being, enemies, strikes(scene, being)), key=_worth_of, reverse=True)
    found = [*here, *skills(scene, being, enemies), *preparations(scene, being, here[0] if here else None)]
    return [best, *sorted(found, key=_worth_of, reverse=True), leftovers(scene, being, enemies)]


# ---------------------------------------------------------------- what comes first


def preparations(scene: Scene, being: Being, blow: Idea | None) -> Iterator[Idea]:
    """Getting up, getting free, the own mask, the Escalation Counter, and Free Actions that help the next blow."""
    name = being.id
    states = being.states
    if states and being.ap and "Grappled" in states:
        holder = holder_of(scene, being)
        ability = str(better_escape(scene, being))
        likely = ability_chance(scene, being, ability, save_dc(holder, "FOR")) if holder is not None else 1.0
        yield Idea(
            likely * (3.0 if blow is not None else 6.0), command(name, "escape", ability=ability),
            "Out of the grapple with {}", (ability,), likely,
        )  # fmt: skip
    if being.ap:
        yield from handling_masks(scene, being)
    if "Prone" in states:
        if being.moves and (blow is not None or not being.ap):
            yield Idea(99.0, command(name, "stand_up", pay="move"), "Up again; there is no need to move.")
        elif being.ap and blow is None:
            yield Idea(2.0, command(name, "stand_up", pay="ap"), "Up again, to move at full speed.")
    if being.sheet.pc and may_escalate(scene, being) is None:
        party = [other for other in scene.side_of(being.side) if other.sheet.pc and other.here]
        missing = sum(other.sheet.hp - other.hp for other in party)
        choice = "healing" if 2 * missing > sum(other.sheet.hp for other in party) else "actions"
        yield Idea(99.0, command(name, "escalate", choice=choice), "The counter is full.")
    if blow is not None and being.ep and being.mask and "Mighty" not in states:
        for mode in modes_of(scene, being):
            helps = mode.timing == "free_action" and any(isinstance(effect, AddDice) for effect in mode.effects)
            if helps and _is_melee(scene, being, blow.command) and not limit_used(being, mode.id, mode.limits, being):
                yield Idea(
                    blow.worth + 1, command(name, "mask", mode=mode.id, pay="ep"), "One more ✦ for the next blow."
                )
    if being.ap and being.ep > 1 and not being.focus and being.mask and scene.turns.round <= 2:
        for mode in modes_of(scene, being):
            veils = any(isinstance(e, Afflict) and e.condition == "Invisible" for e in mode.effects)
            if mode.timing == "action" and mode.ap == 1 and veils:
                yield Idea(2.2, command(name, "mask", mode=mode.id, pay="ep"), "Unseen, attacks have Flaw.")


def _is_melee(scene: Scene, being: Being, given: Command) -> bool:
    return given.name == "attack" and attack_with(scene, being, str(given.arg("weapon"))).type_of == "melee"


# ---------------------------------------------------------------- movement


def move(scene: Scene, being: Being, enemies: list[Being], ways: list[Strike], best: Idea | None) -> Idea | None:
    """Somewhere from where more can be done than from here, with a Move Action that has not begun."""
    if cannot_move(being) is not None:
        return None
    budget = metres_left(scene, being)
    if not budget:
        return None
    now = best.worth if best is not None else 0.0
    goals = [Goal(enemy, *tables(scene, being, enemy, ways)) for enemy in enemies]
    goals += errands(scene, being)
    goals = [goal for goal in goals if goal.most > now or goal.most_above > now]
    top = max([goal.most for goal in goals], default=0.0)
    if now >= 0.8 * top and now > 0:
        return None
    found = best_place(scene, being, goals, budget, now)
    if found is not None:
        path, worth = found
        return Idea(worth, command(being.id, "move", to=path), "More can be done from {}.",
                    (path[-1],))  # fmt: skip
    if best is not None and best.worth > 0:
        return None
    path = closer(scene, being, [enemy.at for enemy in enemies] or [patrol(scene)], budget)
    return Idea(0.5, command(being.id, "move", to=path), "Closer to the enemy.") if path else None


def leaving_fire(scene: Scene, being: Being) -> Idea | None:
    """Out of Dangerous Terrain, when there is nothing better to do with the Move Action."""
    if not scene.areas or cannot_move(being) is not None:
        return None
    way = out_of_fire(scene, being, metres_left(scene, being))
    return Idea(0.4, command(being.id, "move", to=way), "Out of the fire.") if way else None


def withdrawing(scene: Scene, being: Being) -> Idea | None:
    """Out of reach of those who come, with the metres that are left at the end of a turn: for who is hurt, and for who
    need not be where blows fall."""
    budget = metres_left(scene, being)
    if not budget or cannot_move(being) is not None:
        return None
    hurt, ways = being.hp <= being.sheet.hp * HURT, strikes(scene, being, being.sheet.ap)
    if not hurt and min(strike.attack.most for strike in ways) < SHOOTER:
        return None
    threats, own = [], []
    for enemy in known_enemies(scene, being):
        times = 1 if "Down" in enemy.states else enemy.sheet.ap
        level = tables(scene, enemy, being, strikes(scene, enemy, times))[0]
        threats.append(Reach(enemy, in_a_turn(level, pace(scene, enemy), times)))
        if not hurt:
            level = tables(scene, being, enemy, ways)[0]
            own.append(Reach(enemy, in_a_turn(level, pace(scene, being), being.sheet.ap)))
    way = safest(scene, being, threats, own, budget)
    return Idea(0.3, command(being.id, "move", to=way), "Out of their reach.") if way else None


def tables(scene: Scene, being: Being, enemy: Being, ways: list[Strike]) -> tuple[Table, Table, float, float]:
    """What the best attack is worth at each distance, on level ground and from above; and the most of each."""
    heights = bool(scene.board.heights)
    found: list[Numbers] = []
    for attack, _, _ in ways:
        plain = blow_worth(being, enemy, attack, attack.dice)
        crit = blow_worth(being, enemy, attack, attack.dice + 1) if attack.critical else plain
        edge = ("Prone" in enemy.states and attack.type_of == "melee") - ("Invisible" in enemy.states)
        found.append((shape_of(attack), need_to_hit(attack, being, enemy), edge, attack.practiced, plain, crit))
    return best_by_distance(tuple(found), heights, bool(scene.options["opt_reroll_once"]))


@lru_cache(maxsize=1 << 12)
def shape_of(attack: Attack) -> Shape:
    ranged = attack.type_of == "ranged"
    beyond = ranged and not attack.power
    steady = beyond and module_effect(attack, SteadyBeyondRange) is not None
    return attack.least, attack.most, attack.critical, 0.03 if ranged else 0.0, beyond, steady


@lru_cache(maxsize=1 << 14)
def best_by_distance(several: tuple[Numbers, ...], heights: bool, once: bool) -> tuple[Table, Table, float, float]:
    """At each distance the most that one of these attacks is worth there; and the most of all distances."""
    level = _best_of([by_distance(numbers, 0, once) for numbers in several])
    above = _best_of([by_distance(numbers, 1, once) for numbers in several]) if heights else level
    return level, above, max(level), max(above)


def _best_of(found: list[Table]) -> Table:
    return tuple(map(max, *found)) if len(found) > 1 else found[0]


def by_distance(numbers: Numbers, height: int, once: bool) -> Table:
    """What one attack is worth at each distance, on level ground or from above."""
    (least, most, critical, apart, beyond, steady), need, edge, practiced, plain, crit = numbers
    table = [0.0] * FARTHEST
    if not plain and not crit:  # who is immune to it is worth no step
        return tuple(table)
    hit, decisive = chances(need, edge + height, practiced, once)
    for away in range(least, min(most, FARTHEST - 1) + 1):
        table[away] = hit * (crit if away in critical else plain) + decisive + apart * away
    if beyond:
        hit, decisive = chances(need, edge + height - (not steady), practiced, once)
        for away in range(most + 1, min(2 * most, FARTHEST - 1) + 1):
            table[away] = hit * plain + decisive
    if least == 1:
        table[0] = table[1]
    return tuple(table)


def errands(scene: Scene, being: Being) -> list[Goal]:
    """What else is worth a walk: a mask, and a friend who has fallen."""
    found = [*masks_to_fetch(scene, being)]
    if "Rahi" not in being.sheet.tags:
        for ally in scene.allies(being):
            if not ally.states.isdisjoint(("Down", "Out")):
                worth = ability_chance(scene, being, "Medicine", 6) * healing_worth(ally, (power_die(being) + 1) / 2)
                found.append(Goal.at_hex(ally.at, (worth, worth)))
    return found


def patrol(scene: Scene) -> Cell:
    """Where to look for enemies that nobody knows about: another hex of the map each round."""
    cells = sorted(scene.board.cells)
    return cells[scene.turns.round * 37 % len(cells)]


def flight(scene: Scene, being: Being) -> Idea:
    """Off the map by the shortest way."""
    name = being.id
    if may_leave(scene, being) is None:
        return Idea(1.0, Command(name, "leave_map"), "They flee.")
    if "Grappled" in being.states and being.ap:
        return Idea(
            1.0, command(name, "escape", ability=better_escape(scene, being)), "They flee: first out of the grip."
        )
    if "Prone" in being.states and being.ap:
        return Idea(1.0, command(name, "stand_up", pay="ap"), "They flee: first back on their feet.")
    budget = metres_left(scene, being)
    if budget and cannot_move(being) is None:
        path = toward_rim(scene, being, budget)
        if path:
            return Idea(1.0, command(name, "move", to=path), "They flee toward the rim of the map.")
    if being.ap and not being.has_used("dash") and cannot_move(being) is None:
        return Idea(1.0, Command(name, "dash"), "They flee.")
    return Idea(0.0, Command(name, "end_turn"), "They cannot get any farther.")


# ---------------------------------------------------------------- the rest of the turn


def leftovers(scene: Scene, being: Being, enemies: list[Being]) -> Idea:
    """What to do with Action Points when there is nobody to strike at."""
    name = being.id
    if being.ap and not enemies and may_search(scene, being) is None:
        return Idea(0.3, Command(name, "search"), "Somebody hides here.")
    hurries = being.ap > 1 or (being.ap and not being.ready)
    if hurries and not being.moves and not being.has_used("dash") and cannot_move(being) is None:
        return Idea(0.3, Command(name, "dash"), "Nobody is within reach: on, and quickly.")
    if being.ap and not being.ready and being.weapons:
        return Idea(0.3, command(name, "swap", thing=being.weapons[0]), "A weapon in hand.")
    fit = [weapon for weapon in being.ready if attack_with(scene, being, weapon).reactions]
    if being.ap and fit and being.held is None and enemies and being.reaction:
        args = (("weapon", fit[0]),)
        held = command(name, "hold", action="attack", event="enters_reach", **{"with": args})
        return Idea(0.2, held, "An attack for whoever comes within reach.")
    if being.ap and enemies and "Defensive Stance" not in being.states:
        return Idea(0.1, Command(name, "defensive_stance"), "Harder to hit until the next turn.")
    return Idea(0.0, Command(name, "end_turn"), "Nothing more is worth doing.")


# ---------------------------------------------------------------- answers


def how_much_to_sacrifice(scene: Scene, question: Question) -> Plain:
    about = question.about
    target = scene.beings[str(about["target"])]
    if "Down" in target.states or about["pure"]:  # Plating is not in the way
        return 0
    each = int(str(about["each"])) if about["type"] not in target.sheet.immune or about["pure"] else 0
    attacker = scene.beings[question.who]
    hit = Hit(int(str(about["dice"])), power_die(attacker), int(str(about["bonus"])), each, 2)
    return best_use(hit, target.plating, health(target), bool(about["heavy"]))[1]


def which_decisive(scene: Scene, question: Question) -> Plain:
    """What is worth most of a Heavy Strike, Shatter and the mask off the face, by what is left of the target then."""
    options = tuple(question.domain.some())
    target = scene.beings[str(question.about["target"])]
    attacker = scene.beings[question.who]
    ways = strikes(scene, attacker, attacker.sheet.ap)  # its Action Points are spent by now
    attack = next((way.attack for way in ways if way.attack.name == question.about["weapon"]), None)
    if "heavy_strike" not in options or attack is None:
        first = "unmask" if fainting(scene, target) else "shatter"
        return next(way for way in (first, "shatter", "unmask", "hamstring", *options) if way in options)
    hit, plating, left = hit_of(attacker, target, attack, attack.dice), target.plating, health(target)
    worths = {"heavy_strike": best_use(hit, plating, left, True)[0]}
    if "shatter" in options:
        worths["shatter"] = shattering(hit, plating, left)
    if "unmask" in options:
        worths["unmask"] = unmasking(hit, plating, left, fainting(scene, target))
    return max(worths, key=lambda way: worths[way])


def make_it_pure(scene: Scene, question: Question) -> Plain:
    return scene.beings[str(question.about["target"])].plating > 2


def ways_of(question: Question) -> list[Plain]:
    """How one can react, if something in the meantime has not made it impossible."""
    return list(question.domain.some())[1:]


def release(scene: Scene, question: Question) -> Plain:
    return next(iter(ways_of(question)), question.default)


def best_reaction(scene: Scene, question: Question) -> Plain:
    """The weapon that does most, at whoever moves."""
    being = scene.beings[question.who]
    mover = scene.beings[str(question.about["who"])]
    found = [(blow_worth(being, mover, attack_with(scene, being, str(way)), 1), str(way)) for way in ways_of(question)]
    worth, way = max(found, default=(0.0, ""), key=lambda each: each[0])
    return way if worth > 0 else question.default


def use_the_mask(scene: Scene, question: Question) -> Plain:
    """While there are Energy Points; at none left, only when it could be the end."""
    way = next(map(str, ways_of(question)), "")
    being = scene.beings[question.who]
    return way if way.endswith(":ep") or (way and being.hp <= 4 and being.exhaustion < 3) else question.default


ANSWERS: dict[str, Callable[[Scene, Question], Plain]] = {
    "bb.plating.sacrifice": how_much_to_sacrifice,
    "bb.decisive.hit": which_decisive,
    "bb.damage.pure": make_it_pure,
    "bb.reaction.opportunity": best_reaction,
    "bb.action.held": release,
    "bb.gap.kanohi": use_the_mask,
    "bb.item.payload_canister": lambda scene, question: "power",
    "bb.focus.one": lambda scene, question: True,
}


class SimplePolicy(Considerate):
    answers = ANSWERS

    def consider(self, scene: Scene, being: Being) -> Idea:
        return consider(scene, being)

    def ideas(self, scene: Scene, being: Being) -> list[Idea]:
        return ideas(scene, being)

    def away(self, scene: Scene, being: Being) -> Iterable[Idea]:
        return (flight(scene, being),) if scene.mode == "combat" else ()
