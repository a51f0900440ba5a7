"""Ideas of the simple policy: everything that can be done to enemies and for friends, from wherever it is possible."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple, cast

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.ruling import Modifier
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.attacks.maneuvers import IMPAIRS, aim, better_kind, fitting, grip, maneuver_modifiers
from ludex.games.cloudbreaker.book.attacks.rolls import attack_modifiers
from ludex.games.cloudbreaker.book.attacks.weapons import UNARMED, at_hand, free_hands, lost_uses, use_of, weapon
from ludex.games.cloudbreaker.book.conditions import captives
from ludex.games.cloudbreaker.book.dice import BONUS, net_edge, task_modifiers
from ludex.games.cloudbreaker.book.handling import revives, works_when_used
from ludex.games.cloudbreaker.book.neutralising import cannot_try, concealed, difficulty, reach
from ludex.games.cloudbreaker.foe.worth import (
    FALL,
    TOKEN,
    aid_worth,
    blow_at,
    chances,
    condition_worth,
    mp_price,
    speaks,
    tokens_worth,
    toll,
    use_worth,
    value,
)
from ludex.games.cloudbreaker.records.effects import AddCover, Afflict, Damage, GainSpirit
from ludex.games.cloudbreaker.records.kinds import Item, Use
from ludex.games.cloudbreaker.state import ENEMY, Being, Scene, larger

HELD = 1.2  # that a friend who would rather be elsewhere is held
ARMS = 1.2  # that somebody has to fight with bare hands
COVERED = 0.35  # for each friend who gets covers and each enemy who shoots


class Way(NamedTuple):
    """An idea that can be carried out within a number of zones of somebody."""

    worth: float
    range: int
    target: Being
    idea: Idea


class Area(NamedTuple):
    """An idea for all enemies in the own zone, with what it is worth for each of them."""

    each: dict[str, float]
    cost: float
    command: Command
    name: str


class Prospects(NamedTuple):
    """All that a being could do with their Major and their minor actions, the best first."""

    majors: list[Way]
    minors: list[Way]
    areas: list[Area]


def foes(scene: Scene, being: Being) -> list[Being]:
    """The enemies that are worth thinking of."""
    return [other for other in scene.enemies(being) if other.targetable and value(scene, other) > 0]


def prospects(scene: Scene, being: Being, enemies: list[Being]) -> Prospects:
    majors: list[Way] = []
    minors: list[Way] = []
    areas: list[Area] = []
    if being.major or being.minor:
        worths = {enemy.id: value(scene, enemy) for enemy in enemies}
        for use, name, given in uses(scene, being):
            if use.action == "major" and not being.major:
                continue
            cost = mp_price(scene, being, use.mp_cost) if use.mp_cost else 0.0
            if cost is None:
                continue
            into = majors if use.action == "major" else minors
            if use.targets == "one" or (use.targets == "any_unit" and given == "item"):
                into.extend(strikes(scene, being, use, name, given, enemies, worths, cost))
            if use.targets == "every_enemy_in_zone":
                each = {e.id: against(scene, being, use, e, e.sheet.vital, worths[e.id])[0] for e in enemies}
                areas.append(Area(each, cost, doing(being, name, given, ""), use.name))
            elif use.targets != "one":
                into.extend(aids(scene, being, use, name, given, cost, enemies))
        if being.major:
            majors.extend(maneuvers(scene, being, enemies, worths))
        if being.pc:
            minors.extend(neutralisings(scene, being, enemies, worths))
        majors.sort(key=_worth, reverse=True)
        minors.sort(key=_worth, reverse=True)
    return Prospects(majors, minors, areas)


def _worth(way: Way) -> float:
    return way.worth


def doing(being: Being, thing: str, kind: str, target: str, part: str = "") -> Command:
    """The command to use a weapon, spell or item."""
    action = {"weapon": "attack", "spell": "cast"}.get(kind, "item")
    return command(being.id, action, **{kind: thing, "target": target, "part": part})


# ---------------------------------------------------------------- weapons, spells and items


def uses(scene: Scene, being: Being) -> Iterator[tuple[Use, str, str]]:
    """What can be used now, as far as MP go: each with its name and the kind of thing it is."""
    mute, lost = "Silenced" in being.states, lost_uses(being)
    weapons = [(use_of(scene, name), name) for name in at_hand(scene, being)]
    armed = any(use.reach == "melee" and name != UNARMED for use, name in weapons)
    for use, name in weapons:
        if (name != UNARMED or not armed) and not (mute and use.verbal) and name not in lost:
            yield use, name, "weapon"
    for name in being.spells:
        use = use_of(scene, name)
        if not (mute and use.verbal) and name not in lost:
            yield use, name, "spell"
    if being.items:
        entries = scene.library.shelves["item"].entries
        for name in dict.fromkeys(being.items):
            item: Item = entries[name]
            if works_when_used(item) and not (mute and item.verbal):
                yield item, name, "item"


def sums(modifiers: list[Modifier]) -> tuple[int, int]:
    """The bonus and the edge of a roll."""
    return sum([m.amount for m in modifiers if m.kind == BONUS]), net_edge(modifiers)


def against(scene: Scene, being: Being, use: Use, enemy: Being, number: int, worth: float) -> tuple[float, float]:
    """What an attack is worth, and how likely it hits."""
    if use.attack_roll:
        bonus, edge = sums(attack_modifiers(scene, being, enemy, use))
        hit, critical = chances(enemy.sheet.parts[number].defense - bonus, edge)
    else:
        hit, critical = 1.0, 0.0
    return use_worth(scene, enemy, number, use, hit, critical, worth), hit


def strikes(
    scene: Scene, being: Being, use: Use, name: str, given: str, enemies: list[Being], worths: dict[str, float],
    cost: float,
) -> Iterator[Way]:  # fmt: skip
    """Every use of something against an enemy, at the best of their targets."""
    for enemy in enemies:
        best, likely, part = -inf, 0.0, ""
        parts = enemy.sheet.parts
        for number in range(len(parts)) if len(parts) > 1 and given != "item" else (enemy.sheet.vital,):
            if not enemy.parts[number] and not enemy.pc:
                continue
            worth, hit = against(scene, being, use, enemy, number, worths[enemy.id])
            if worth > best:
                best, likely, part = worth, hit, parts[number].id if len(parts) > 1 else ""
        falters = likely * unsettling(scene, being, enemy, use, part) if enemy.sheet.falter and being.pc else 0.0
        why = "{} makes {} falter" if best <= 0 else ""  # though it may do them good
        best += falters - cost
        if best > 0:
            idea = Idea(best, doing(being, name, given, enemy.id, part), why, (use.name, enemy.name),
                        likely if use.attack_roll else None, "to hit")  # fmt: skip
            yield Way(best, use.range, enemy, idea)


def aids(
    scene: Scene, being: Being, use: Use, name: str, given: str, cost: float, enemies: list[Being]
) -> Iterator[Way]:
    """Every use of something for a friend, oneself included."""
    if use.targets in ("zone", "self") and any(isinstance(effect, AddCover) for effect in use.effects):
        yield from covers(scene, being, use, name, given, cost, enemies)
    if use.targets not in ("ally_or_self", "any_unit", "self"):
        return
    for friend in scene.beings.values():
        if friend.side != being.side or not friend.here or (use.targets == "self" and friend is not being):
            continue
        if not friend.targetable and not (given == "spell" or revives(cast(Item, use))):
            continue
        worth = aid_worth(scene, friend, use) - cost
        if worth > 0.5:
            idea = Idea(worth, doing(being, name, given, friend.id), "{} for {}",
                        (use.name, friend.name))  # fmt: skip
            yield Way(worth, use.range, friend, idea)


def covers(
    scene: Scene, being: Being, use: Use, name: str, given: str, cost: float, enemies: list[Being]
) -> Iterator[Way]:
    """Covers for the own zone, where enemies shoot at it."""
    if being.at in scene.board.cover or len(scene.zones(being)) > 1:
        return
    friends = sum(
        value(scene, other) / FALL
        for other in scene.beings.values()
        if other.side == being.side and other.at == being.at and other.active
    )
    shooting = sum(shoots(scene, enemy) for enemy in enemies)
    worth = COVERED * friends * shooting - cost
    if worth > 0.5:
        target = being.at if use.targets == "zone" else being.id
        idea = Idea(worth, doing(being, name, given, target), "{}: covers against those who shoot", (use.name,))
        yield Way(worth, use.range, being, idea)


def shoots(scene: Scene, enemy: Being) -> bool:
    return any(use_of(scene, name).reach == "ranged" for name in enemy.weapons)


# ---------------------------------------------------------------- maneuvers


def maneuvers(scene: Scene, being: Being, enemies: list[Being], worths: dict[str, float]) -> Iterator[Way]:
    sheet = being.sheet
    known = dict(sheet.maneuvers)
    scuffle, cheap = "scuffle" in sheet.masteries, "cheap_shot" in sheet.masteries
    if not (scuffle or cheap or known or "Grappled" in being.states):
        return
    gained = extra_token(scene, being)
    holding = (scuffle or "grapple" in known) and free_hands(scene, being) > 0
    holding = holding and len(captives(scene, being)) < sheet.max_held
    for enemy in enemies:
        if not enemy.active:
            continue
        worth = worths[enemy.id]
        if scuffle or cheap or "trip" in known:
            prone = condition_worth(scene, enemy, "Prone", worth)
            if prone:
                helpers = [ally for ally in scene.allies(being) if ally.active and scene.together(ally, enemy)]
                yield from maneuver(scene, being, enemy, "trip", prone + 0.4 * len(helpers) + gained)
        if cheap or "impair" in known:
            best, _ = impairing(scene, being, enemy, worth)
            if best:
                yield from maneuver(scene, being, enemy, "impair", best + gained)
        if holding and "Grappled" not in enemy.states and larger(enemy, being) <= 1:
            held = condition_worth(scene, enemy, "Grappled", worth) * (2.0 if enemy.role == "backup" else 1.0)
            yield from maneuver(scene, being, enemy, "grapple", held + gained)
        held_friends = [friend for friend, _ in captives(scene, enemy) if friend.side == being.side]
        if held_friends:
            needs = sum(HELD * (3.0 if scene.kind == "escape" else 1.0 + (f.role == "backup")) for f in held_friends)
            yield from maneuver(scene, being, enemy, "disarm", needs)
        elif (scuffle or cheap or "disarm" in known) and bare_without(scene, enemy):
            yield from maneuver(scene, being, enemy, "disarm", ARMS * worth / FALL)


def maneuver(scene: Scene, being: Being, enemy: Being, name: str, worth: float) -> Iterator[Way]:
    if not fitting(enemy, name):
        return
    how = str(better_kind(scene, being, enemy.id)) if name in ("trip", "disarm") else HOW[name]
    bonus, edge = sums(maneuver_modifiers(scene, being, enemy, name, how))
    defense = enemy.sheet.parts[enemy.part(aim(enemy, "", name))].defense
    hit = chances(defense - bonus, edge)[0]
    if hit * worth > 0.05:
        given = command(being.id, name, target=enemy.id)
        yield Way(hit * worth, 0, enemy, Idea(hit * worth, given, chance=hit))


HOW = {"grapple": "scuffle", "push": "scuffle", "impair": "cheap_shot", "latch": "cheap_shot"}


def extra_token(scene: Scene, being: Being) -> float:
    """What a feature brings that answers to conditions given by maneuvers."""
    for name in being.sheet.features:
        entry = scene.library.shelves["feature"].entries[name]
        if entry.trigger.event == "maneuver_gives_condition" and not being.has_used(name):
            return sum(tokens_worth(being, e.amount) for e in entry.effects if isinstance(e, GainSpirit))
    return 0.0


def impairing(scene: Scene, being: Being, enemy: Being, worth: float) -> tuple[float, str]:
    """What it is worth to impair somebody, and in which way."""
    tags = enemy.sheet.parts[enemy.part(aim(enemy, "", "impair"))].tags
    found = [
        (condition_worth(scene, enemy, name, worth) + faltering(scene, being, enemy, name), name)
        for tag, name in IMPAIRS.items()
        if tag in tags
    ]
    return max(found, default=(0.0, ""))


def bare_without(scene: Scene, enemy: Being) -> bool:
    """Do they have one thing in hand, and nothing else to fight with?"""
    return len(grip(scene, enemy)) == 1 and len(enemy.weapons) == 1 and not speaks(scene, enemy) and not enemy.spells


# ---------------------------------------------------------------- neutralising


def neutralisings(scene: Scene, being: Being, enemies: list[Being], worths: dict[str, float]) -> Iterator[Way]:
    """Every method that an enemy yields to, with the zones that it reaches."""
    for enemy in enemies:
        if enemy.sheet.sort != ENEMY or not enemy.sheet.neutralise or concealed(scene, enemy):
            continue
        for way in enemy.sheet.neutralise:
            if way.kind == "toolkit" and way.method not in being.sheet.masteries:
                continue
            if (way.channel == "speech" and "Silenced" in being.states) or (way.needs_item not in ("", *being.items)):
                continue
            if way.channel != "none" and "Deafened" in enemy.states:
                continue
            likely = persuading(scene, being, enemy, way.method, difficulty(scene, enemy, way))
            worth = likely * (worths[enemy.id] + TOKEN)
            if likely > 0.03 and cannot_try(scene, being, way.method, "cb.neutral.roll") is None:
                idea = Idea(worth, command(being.id, "neutralise", enemy=enemy.id, method=way.method),
                            "{} sends {} away", (way.method, enemy.name), likely)  # fmt: skip
                yield Way(worth, reach(scene, being, way, enemy.sheet.creature_type), enemy, idea)


def persuading(scene: Scene, being: Being, enemy: Being, method: str, number: int) -> float:
    modifiers = task_modifiers(scene, being, method)
    if being.sheet.features:
        modifiers += edges(scene, being, "neutralise", enemy) + edges(scene, being, "task", enemy)
    bonus, edge = sums(modifiers)
    return chances(number - bonus, edge)[0]


def faltering(scene: Scene, being: Being, enemy: Being, condition: str) -> float:
    """What it is worth that an enemy falters by a condition."""
    rows = [row for row in enemy.sheet.falter if row.when == "condition" and row.condition == condition]
    return easier(scene, being, enemy) if rows and being.pc and condition not in enemy.states else 0.0


def unsettling(scene: Scene, being: Being, enemy: Being, use: Use, part: str) -> float:
    """What it is worth that an enemy may falter when this hits: by a condition; and at half of a pool, where they are
    to be routed, since it costs them tokens even if the game master has somebody stay."""
    found = likely = 0.0
    routs = any(goal.kind == "rout" for goal in scene.goals)
    for effect in use.effects:
        if isinstance(effect, Afflict):
            found += faltering(scene, being, enemy, effect.condition)
        elif routs and isinstance(effect, Damage) and (not part or enemy.part(part) == enemy.sheet.vital):
            likely += halved(scene, enemy, effect)
    return found + likely * easier(scene, being, enemy) if likely else found


def halved(scene: Scene, enemy: Being, effect: Damage) -> float:
    """How likely damage makes somebody falter who does so at half of a pool, and does not yet bring them down."""
    when, left, top = "hp_at_most_half", enemy.hp, enemy.sheet.parts[enemy.sheet.vital].hp
    if effect.pool == "MP":
        when, left, top = "mp_at_most_half", enemy.mp, enemy.sheet.mp
    if 2 * left <= top or all(row.when != when for row in enemy.sheet.falter):
        return 0.0
    blow = blow_at(scene, enemy, effect)
    return toll(blow, left - top // 2)[1] - toll(blow, left)[1]


def easier(scene: Scene, being: Being, enemy: Being) -> float:
    """What it would be worth if an enemy faltered: how much easier somebody could send them away."""
    if concealed(scene, enemy):
        return 0.0
    best = 0.0
    for friend in (being, *scene.allies(being)):
        if friend.pc and friend.active and (friend is not being or being.minor + being.major > 1):
            for way in enemy.sheet.neutralise:
                if way.kind == "toolkit" and way.method not in friend.sheet.masteries:
                    continue
                now = persuading(scene, friend, enemy, way.method, difficulty(scene, enemy, way))
                best = max(best, persuading(scene, friend, enemy, way.method, way.nd_faltering) - now)
    return best * value(scene, enemy)


# ---------------------------------------------------------------- weapons in hand


def drawing(scene: Scene, being: Being, enemies: list[Being], best: float) -> Idea | None:
    """Other weapons in hand, if with them clearly more could be done from here than in any other way."""
    away = [name for name in being.weapons if name not in being.wielded]
    found: Idea | None = None
    for name in away:
        use = weapon(scene, name)
        if use.natural:
            continue
        worth = 0.0
        for enemy in enemies:
            if scene.distance(being, enemy) <= use.range:
                worth = max(worth, against(scene, being, use, enemy, enemy.sheet.vital, value(scene, enemy))[0])
        if worth > best + 0.7 and (found is None or worth > found.worth):
            hands = being.sheet.hands - use.hands
            kept = []
            for other in being.wielded:
                taken = weapon(scene, other)
                if not taken.natural and taken.hands <= hands:
                    kept.append(other)
                    hands -= taken.hands
            found = Idea(worth, command(being.id, "wield", weapons=(name, *kept)), "{} in hand",
                         (use.name,))  # fmt: skip
    return found


def picking_up(scene: Scene, being: Being) -> Idea | None:
    """A weapon from the ground, for who has none."""
    if not scene.lying or being.wielded or being.sheet.hands < 1 or being.spells:
        return None
    if any(weapon(scene, name).natural for name in being.weapons):
        return None
    for lying in scene.lying:
        if lying.at in scene.zones(being) and lying.thing in scene.library.shelves["weapon"]:
            return Idea(2.0, command(being.id, "grab", thing=lying.thing), "A weapon for empty hands.")
    return None
