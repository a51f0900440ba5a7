"""Ideas of the simple policy: every attack, power, item and first aid that comes into question, and its worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex.core.board.hex import Cell, gap, within
from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.games.bluebox.book.attacks.actions import (
    better_stat,
)
from ludex.games.bluebox.book.attacks.hits import Blow
from ludex.games.bluebox.book.attacks.sequence import attack_modifiers
from ludex.games.bluebox.book.attacks.weapons import attack_with, power_attack
from ludex.games.bluebox.book.dice import net_edge
from ludex.games.bluebox.book.movement.sight import cannot_aim, hidden_from, sees
from ludex.games.bluebox.book.powers.actions import modes_of, refuse_target
from ludex.games.bluebox.book.powers.effects import limit_used
from ludex.games.bluebox.foe.worth import (
    EP,
    blow_worth,
    chances,
    healing_worth,
    landing,
    mean_healing,
    need_to_hit,
    off_balance,
    use_worth,
)
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.records.effects import Heal
from ludex.games.bluebox.records.kinds import Item, Mode, Power
from ludex.games.bluebox.state import ABILITIES, Attack, Being, Scene, power_die


class Strike(NamedTuple):
    """A way to make an attack roll: a weapon, bare hands or a power."""

    attack: Attack
    action: str
    args: tuple[tuple[str, Plain], ...]


def known_enemies(scene: Scene, being: Being) -> list[Being]:
    """Enemies that still fight and can be aimed at: none by who has Disengaged (bb.move.disengage)."""
    if "Disengaged" in being.states:
        return []
    return [
        enemy
        for enemy in scene.enemies(being)
        if not enemy.beaten and not hidden_from(enemy, being) and (enemy.seen or "Invisible" not in enemy.states)
    ]


# ---------------------------------------------------------------- attacks


def strikes(scene: Scene, being: Being, ap: int | None = None) -> list[Strike]:
    """The ways that this being has with so many Action Points, or with those that are left."""
    ap = being.ap if ap is None else ap
    found = [Strike(attack_with(scene, being, name), "attack", (("weapon", name),)) for name in being.ready]
    entries = scene.library.shelves["power"].entries
    for name in being.sheet.powers:
        power: Power = entries[name]
        if power.attack is not None and being.ep >= power.ep and ap >= power.ap:
            found.append(Strike(power_attack(scene, being, power), "power", (("pay", "ep"), ("power", name))))
    if not found or any([immune_to_all(enemy, found) for enemy in scene.enemies(being) if enemy.sheet.immune]):
        stat = better_stat(scene, being)
        found.append(Strike(attack_with(scene, being, f"unarmed:{stat}"), "unarmed", (("stat", stat),)))
    return found


def immune_to_all(enemy: Being, ways: list[Strike]) -> bool:
    """Bare hands are all that is left against somebody whom no other way to strike can hurt."""
    return all(way.attack.type in enemy.sheet.immune for way in ways)


class Rated(NamedTuple):
    """An attack that can be made from here."""

    worth: float
    strike: Strike
    enemy: Being
    done: str  # the action
    hit: float  # how likely

    def idea(self, being: Being) -> Idea:
        _, _, args = self.strike
        enemy = self.enemy
        given = command(being.id, self.done, target=enemy.id, **dict(args))
        if self.done == FLASH_SHOT:
            words = "Flash Shot at {}: Back-footed they are hit at {} in place of {}"
            return Idea(self.worth, given, words, (enemy.name, enemy.sheet.bac, enemy.sheet.ac))
        if self.done == SHOVE:
            return Idea(self.worth, given, "Pushing {} where it hurts", (enemy.name,), self.hit, "to hit")
        return Idea(self.worth, given, chance=self.hit, to="to hit")


FLASH_SHOT = "flash_shot"
SHOVE = "shove"
BEST_EDGE = 2


def blows(scene: Scene, being: Being, enemies: list[Being], ways: list[Strike]) -> list[Idea]:
    """Every attack that can be made from here."""
    return [rated.idea(being) for rated in rated_blows(scene, being, enemies, ways)]


def best_blow(scene: Scene, being: Being, enemies: list[Being], ways: list[Strike]) -> Idea | None:
    """The one of them that is worth most."""
    ever_better = list(rated_blows(scene, being, enemies, ways, better=True))
    return ever_better[-1].idea(being) if ever_better else None


def rated_blows(
    scene: Scene, being: Being, enemies: list[Being], ways: list[Strike], better: bool = False
) -> Iterator[Rated]:
    """All attacks, or only those that are `better` than any before them: of others it is enough to know that they could
    not be with the best of luck."""
    most = -1.0
    once = bool(scene.options["opt_reroll_once"])
    mighty = being.condition("Mighty")
    for enemy in enemies:
        away = max(1, scene.distance(being, enemy))
        aimed = False
        for strike in ways:
            attack, action, _ = strike
            beyond = away > attack.most
            if away < attack.least or (
                beyond and (attack.type_of != "ranged" or attack.power or away > 2 * attack.most)
            ):
                continue
            count = attack.dice + (not beyond and away in attack.critical) + ("Hidden" in being.states)
            if mighty is not None and attack.type_of == "melee":
                count += mighty.value
            need, harm, other, odd = need_to_hit(attack, being, enemy), blow_worth(being, enemy, attack, count), "", 0.0
            if action == "attack" and not beyond:
                if attack.type_of == "melee":
                    other, odd = SHOVE, shove_worth(scene, being, enemy) if away == 1 else 0.0
                elif not enemy.back_footed:
                    other, odd = FLASH_SHOT, flash_worth(scene, being, enemy)
            if not harm and not odd:
                continue
            if better:
                hit, decisive = chances(need, BEST_EDGE, attack.practiced, once)
                if hit * harm + decisive <= most and hit * odd <= most:
                    continue
            if not aimed and cannot_aim(scene, being, enemy) is not None:
                break
            aimed = True
            if attack.power and not sees(scene, being, enemy):
                continue
            edge = net_edge(attack_modifiers(scene, being, enemy, Blow(attack, beyond=beyond)))
            hit, decisive = chances(need, edge, attack.practiced, once)
            worth = hit * harm + decisive if harm else 0.0
            if worth and (not better or worth > most):
                most = worth
                yield Rated(worth, strike, enemy, "beyond_range" if beyond else action, hit)
            worth = hit * odd
            if worth > 0 and (not better or worth > most) and (other == SHOVE or sees(scene, being, enemy)):
                most = worth
                yield Rated(worth, strike, enemy, other, hit)


def shove_worth(scene: Scene, being: Being, enemy: Being) -> float:
    """What it is worth to push somebody a metre away; nothing where they would land no worse than they stand."""
    into = landing(scene, being, enemy, 1)
    return into + off_balance(scene, being, enemy) if into else 0.0


def flash_worth(scene: Scene, being: Being, enemy: Being) -> float:
    """What a Back-footed enemy is worth to the being's own next attacks and to those of allies."""
    return off_balance(scene, being, enemy) if enemy.sheet.ac - enemy.sheet.bac > 1 else 0.0


# ---------------------------------------------------------------- powers, masks, items, first aid


def skills(scene: Scene, being: Being, enemies: list[Being]) -> Iterator[Idea]:
    """Powers without an attack roll, masks and items that are used on somebody."""
    escalated = "Escalated" in being.states
    shelves = scene.library.shelves
    for name in being.sheet.powers:
        power: Power = shelves["power"].entries[name]
        if power.attack is not None or being.ep < power.ep or (power.focus and being.focus):
            continue
        if power.ap == 1 if escalated else being.ap >= power.ap:
            for worth, target, on in uses(scene, being, power, enemies):
                if limit_used(being, name, power.limits, scene.beings[target] if isinstance(target, str) else being):
                    continue
                yield Idea(
                    (worth - EP * power.ep) / power.ap,
                    command(being.id, "power", power=name, target=target, pay="ep"),
                    "{} {}", (power.name, on),
                )  # fmt: skip
    if being.mask:
        yield from by_mask(scene, being, enemies, escalated)
    for carried in being.items:
        item: Item = shelves["item"].entries[carried.id]
        if item.target is not None and item.effects and (item.ap == 1 if escalated else being.ap >= item.ap):
            for worth, target, on in uses(scene, being, item, enemies, carried.crafter_kno):
                yield Idea(
                    worth, command(being.id, "item", item=item.id, target=target),
                    "{} {}", (item.name, on),
                )  # fmt: skip
    if being.ap or escalated:
        yield from first_aid(scene, being)


def by_mask(scene: Scene, being: Being, enemies: list[Being], escalated: bool) -> Iterator[Idea]:
    """What the mask can do for or against somebody."""
    for mode in modes_of(scene, being):
        if mode.timing != "action" or being.ep < mode.ep or (mode.focus and being.focus):
            continue
        if mode.ap == 1 if escalated else being.ap >= mode.ap:
            for worth, target, on in uses(scene, being, mode, enemies):
                if limit_used(being, mode.id, mode.limits, scene.beings[target] if isinstance(target, str) else being):
                    continue
                yield Idea(
                    (worth - EP * mode.ep) / max(1, mode.ap),
                    command(being.id, "mask", mode=mode.id, target=target, pay="ep"),
                    "{} {}", (mode.name, on),
                )  # fmt: skip


def uses(
    scene: Scene, being: Being, entry: Power | Mode | Item, enemies: list[Being], crafter_kno: int = 0
) -> Iterator[tuple[float, Plain, str]]:
    """On whom or where a power, mask or item would pay, and what it is worth there."""
    reach = entry.target
    assert reach is not None
    if reach.who == "ally_or_self":
        for effect in entry.effects:
            if isinstance(effect, Heal):
                amount = mean_healing(being, effect, crafter_kno)
                for friend in (being, *scene.allies(being)):
                    worth = healing_worth(friend, amount) if friend.hp < friend.sheet.hp else 0.0
                    if worth > 1 and refuse_target(scene, being, reach, friend.id, entry) is None:
                        yield worth, friend.id, f"on {friend.name}"
    elif reach.who == "being":
        for enemy in enemies:
            near = scene.distance(being, enemy) <= reach.distance[1]
            if near and refuse_target(scene, being, reach, enemy.id, entry) is None:
                yield use_worth(scene, being, entry, enemy), enemy.id, f"on {enemy.name}"
    elif reach.who == "others" and enemies:
        around = [other for other in scene.beings.values() if other is not being and not other.beaten]
        around = [other for other in around if scene.distance(being, other) <= reach.radius]
        if any(other.side != being.side for other in around):
            yield sum(_for_or_against(scene, being, entry, other) for other in around), None, "all around"
    elif reach.who == "hex" and enemies:
        yield from areas(scene, being, entry, enemies)


def areas(
    scene: Scene, being: Being, entry: Power | Mode | Item, enemies: list[Being]
) -> Iterator[tuple[float, Plain, str]]:
    """Where an area would take in two enemies or more, and no more friends than it is worth."""
    reach = entry.target
    assert reach is not None
    least, most = reach.distance
    own, farthest = being.cells, most + reach.radius
    near = [enemy for enemy in enemies if gap(own, enemy.cells) <= farthest]
    if len(near) < 2:
        return
    weights = [
        (other.cells, _for_or_against(scene, being, entry, other))
        for other in scene.beings.values()
        if not other.beaten and gap(own, other.cells) <= farthest
    ]
    tried: set[Cell] = set()
    best = (0.0, being.at)
    for enemy in near:
        for centre in within(enemy.at, reach.radius):
            if centre in tried or not least <= scene.distance_to(being, centre) <= most:
                continue
            tried.add(centre)
            inside = [w for cells, w in weights if gap((centre,), cells) <= reach.radius]
            worth = sum(inside)
            better = worth > best[0] and sum(w > 0 for w in inside) > 1
            if better and refuse_target(scene, being, reach, centre, entry) is None:
                best = (worth, centre)
    if best[0] > 0:
        yield best[0], best[1], f"around {scene.cell_name(best[1])}"


def _for_or_against(scene: Scene, being: Being, entry: Power | Mode | Item, other: Being) -> float:
    if entry.target is not None and entry.target.side == "enemies" and other.side == being.side:
        return 0.0
    worth = use_worth(scene, being, entry, other)
    return worth if other.side != being.side else -1.5 * worth


def first_aid(scene: Scene, being: Being) -> Iterator[Idea]:
    """Medicine: for who has fallen beside one, and for the own Bleeding."""
    if "Bleeding" in being.states:
        likely = ability_chance(scene, being, "Medicine", 6)
        yield Idea(
            likely * CONDITIONS["Bleeding"].worth, command(being.id, "medicine", target=being.id),
            "Medicine stops the Bleeding", chance=likely,
        )  # fmt: skip
    if "Rahi" in being.sheet.tags:
        return
    for ally in scene.allies(being):
        if not ally.states.isdisjoint(("Down", "Out")) and scene.adjacent(being, ally):
            likely = ability_chance(scene, being, "Medicine", 6)
            worth = likely * healing_worth(ally, (power_die(being) + 1) / 2)
            yield Idea(
                worth, command(being.id, "medicine", target=ally.id),
                chance=likely,
            )  # fmt: skip


def ability_chance(scene: Scene, being: Being, ability: str, number: int) -> float:
    sheet = being.sheet
    need = number - sheet.stats[ABILITIES[ability]] - sheet.abilities.get(ability, 0) + being.exhaustion
    edge = -("Disoriented" in being.states)
    return chances(need, edge, ability in sheet.practiced_abilities, bool(scene.options["opt_reroll_once"]))[0]
