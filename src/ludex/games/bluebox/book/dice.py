"""Roll types and modifiers: the d12, Edge and Flaw, Practiced, checks, saves and contests."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Die, Faces, Pool, Total, dice
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain, fixed
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import BadInput, Modifier
from ludex.core.kernel.scene import Entry, told
from ludex.games.bluebox.book.movement.sight import sees
from ludex.games.bluebox.state import ABILITIES, STATS, Being, Scene, power_die

EDGE = "edge"  # a modifier in Edge or Flaw dice
BONUS = "bonus"  # a modifier in plain numbers

FAILURE, SUCCESS, DECISIVE = "failure", "success", "decisive"

EDGE_RULE = "bb.edge.d4"


class Rolled(NamedTuple):
    """A total, and whether the d12 shows a 12."""

    total: int
    natural: bool = False

    def __str__(self) -> str:
        return f"{self.total} (natural 12)" if self.natural else str(self.total)


@fixed
class D12:
    """d12 + bonus, with Edge dice added or Flaw dice taken away."""

    bonus: int
    edge: int

    def total(self, faces: Faces) -> int:
        extra = sum(faces[1:])
        return faces[0] + self.bonus + (extra if self.edge > 0 else -extra)


@fixed
class Sum(D12):
    """The total."""

    def __call__(self, faces: Faces) -> int:
        return self.total(faces)


@fixed
class Against(D12):
    """Equal or above succeeds; a 12 on the d12 itself succeeds whatever the number."""

    number: int

    def __call__(self, faces: Faces) -> str:
        if faces[0] == 12:
            return DECISIVE
        return SUCCESS if self.total(faces) >= self.number else FAILURE


@fixed
class Natural(D12):
    """The total, and whether the d12 shows a 12."""

    def __call__(self, faces: Faces) -> Rolled:
        return Rolled(self.total(faces), faces[0] == 12)


@lru_cache(maxsize=256)
def d12_pool(edge: int, practiced: bool, once: bool) -> Pool:
    """bb.practiced.reroll: 1s on the d12 and on Edge dice are thrown again, Flaw dice never."""
    again = (1,) if practiced else ()
    fours = Die(4, again, once) if edge > 0 else Die(4)
    return (Die(12, again, once), *(fours,) * abs(edge))


def net_edge(modifiers: Iterable[Modifier]) -> int:
    """bb.edge.cancel_then_cap: Edge and Flaw cancel one for one; of what is left at most two dice are rolled."""
    net = sum(m.amount for m in modifiers if m.kind == EDGE)
    return max(-2, min(2, net))


def by_the_gm(scene: Scene, being: Being, rule: str, modifiers: list[Modifier]) -> None:
    """The game master's named modifiers on this roll."""
    if scene.adjustments:
        for given in scene.take_adjustments(being.id, rule):
            kind = EDGE if given.kind == EDGE else BONUS
            modifiers.append(Modifier(given.amount, given.name, "bb.game.table_may_change", kind))


def d12_against(
    scene: Scene,
    being: Being,
    modifiers: list[Modifier],
    rule: str,
    number: int,
    *,
    practiced: bool = False,
    **about: str | int | bool,
) -> Awaitable[str]:
    """One d12 roll with everything that modifies it, read as failure, success or decisive against a number."""
    pool, bonus, edge = gather(scene, being, modifiers, rule, practiced)
    told_of: dict[str, Plain] = {**about, "number": number}
    return roll(pool, Against(bonus, edge, number), by=being.id, rule=rule, modifiers=modifiers, about=told_of)


def d12_total(
    scene: Scene, being: Being, modifiers: list[Modifier], rule: str, about: Mapping[str, Plain] | None = None
) -> Awaitable[int]:
    """One d12 roll of which the total counts."""
    pool, bonus, edge = gather(scene, being, modifiers, rule)
    return roll(pool, Sum(bonus, edge), by=being.id, rule=rule, modifiers=modifiers, about=about or {})


def d12_natural(
    scene: Scene, being: Being, modifiers: list[Modifier], rule: str, *, practiced: bool, ability: str
) -> Awaitable[Rolled]:
    """One d12 roll of which the total counts, and whether the d12 shows a 12."""
    pool, bonus, edge = gather(scene, being, modifiers, rule, practiced)
    about = {"ability": ability}
    return roll(pool, Natural(bonus, edge), by=being.id, rule=rule, modifiers=modifiers, about=about)


def gather(
    scene: Scene, being: Being, modifiers: list[Modifier], rule: str, practiced: bool = False
) -> tuple[Pool, int, int]:
    """The dice of a d12 roll, its bonus and its Edge, with what the game master has put on it."""
    by_the_gm(scene, being, rule, modifiers)
    edge = 0
    bonus = 0
    for m in modifiers:
        if m.kind == EDGE:
            edge += m.amount
        else:
            bonus += m.amount
    edge = max(-2, min(2, edge))
    pool = d12_pool(edge, practiced, practiced and bool(scene.options["opt_reroll_once"]))
    _cite_edge(scene, modifiers, practiced)
    return pool, bonus, edge


@told
def _cite_edge(scene: Scene, modifiers: list[Modifier], practiced: bool) -> None:
    scene.cite("bb.roll.d12", "bb.game.dice")
    edges = [m for m in modifiers if m.kind == EDGE]
    if edges:
        scene.cite(EDGE_RULE)
    if len(edges) > 1:
        scene.cite("bb.edge.cancel_then_cap", "bb.edge.sources_add")
    if practiced:
        scene.cite("bb.practiced.reroll")


# ---------------------------------------------------------------- checks


def check_modifiers(scene: Scene, being: Being, ability: str, stat: str) -> list[Modifier]:
    """bb.roll.ability_check: stat, ability bonus, Exhaustion, and the Flaws that conditions put on checks."""
    sheet = being.sheet
    found = [Modifier(sheet.stats[stat], stat, "bb.stat.list", BONUS)]
    bonus = sheet.abilities.get(ability, 0)
    if bonus:
        found.append(Modifier(bonus, ability, "bb.roll.ability_check", BONUS))
    if being.exhaustion:
        found.append(Modifier(-being.exhaustion, "Exhaustion", "bb.cond.exhaustion", BONUS))
    if sheet.background:
        found += background_edges(scene, being, ability)
    states = being.states
    if states:
        if "Disoriented" in states:
            found.append(Modifier(-1, "Disoriented", "bb.cond.disoriented", EDGE))
        if "Frightened" in states and in_sight_of_fear(scene, being):
            found.append(Modifier(-1, "Frightened", "bb.cond.frightened", EDGE))
        for condition in being.conditions:
            if condition.name == "Edge" and ability and ability in condition.note.split("|"):
                found.append(Modifier(condition.value, condition.source, "bb.edge.d4", EDGE))
        if "Meditated" in states and ability == "Focus":
            found.append(Modifier(1, "Meditation", "bb.rest.meditate", EDGE))
        if "Studied maps" in states and ability == "Navigation":
            found.append(Modifier(1, "Maps", "bb.rest.maps", EDGE))
    return found


def background_edges(scene: Scene, being: Being, ability: str, context: str = "") -> list[Modifier]:
    """bb.background.choose: what a Background helps with, in a context or in any."""
    background = scene.library.shelves["background"].entries.get(being.sheet.background)
    if background is None:
        return []
    fitting = [part for part in background.edge if part.ability == ability and part.context == context]
    return [Modifier(part.amount, background.name, "bb.background.choose", EDGE) for part in fitting]


def in_sight_of_fear(scene: Scene, being: Being) -> bool:
    return any(
        c.name == "Frightened" and c.source in scene.beings and sees(scene, being, scene.beings[c.source])
        for c in being.conditions
    )


async def check(
    scene: Scene,
    being: Being,
    ability: str,
    number: int,
    *,
    rule: str = "bb.roll.ability_check",
    stat: str = "",
    extra: Iterable[Modifier] = (),
) -> str:
    """An ability check against a DC; without an ability, a roll that adds the stat only."""
    stat = stat or ABILITIES[ability]
    modifiers = [*check_modifiers(scene, being, ability, stat), *extra]
    practiced = ability in being.sheet.practiced_abilities
    result = await d12_against(scene, being, modifiers, rule, number, practiced=practiced, ability=ability or stat)
    spend_edge(being, ability)
    scene.cite("bb.roll.ability_check", *(("bb.decisive.roll",) if result == DECISIVE else ()))
    return result


def spend_edge(being: Being, ability: str) -> None:
    """An Edge given for the next check of an ability is used up by it."""
    if "Edge" in being.states:
        being.keep(lambda c: not (c.name == "Edge" and ability in c.note.split("|")))


async def total_of(
    scene: Scene,
    being: Being,
    ability: str,
    *,
    rule: str = "bb.roll.ability_check",
    stat: str = "",
    extra: Iterable[Modifier] = (),
) -> Rolled:
    """An ability check of which only the total counts, with whether it was a natural 12."""
    stat = stat or ABILITIES[ability]
    modifiers = [*check_modifiers(scene, being, ability, stat), *extra]
    practiced = ability in being.sheet.practiced_abilities
    result = await d12_natural(scene, being, modifiers, rule, practiced=practiced, ability=ability or stat)
    spend_edge(being, ability)
    return result


@step("bb.roll.contested")
async def contest(
    scene: Scene,
    one: Being,
    first: Rolled,
    other: Being,
    second: Rolled,
    won: Entry | None = None,
    lost: Entry | None = None,
) -> None:
    """The higher total wins; on a tie Power Dice are thrown until they differ. Then comes what is won or lost."""
    ahead = first.total - second.total
    if scene.options["opt_decisive_wins_contest"] and first.natural != second.natural:
        ahead = 1 if first.natural else -1
    elif not ahead:
        tied: dict[str, Plain] = {"tied": (one.id, other.id)}
        mine = await power_dice(scene, one, 1, rule="bb.roll.contested", about=tied)
        ahead = mine - await power_dice(scene, other, 1, rule="bb.roll.contested", about=tied)
        if not ahead:
            scene.next(contest(one, first, other, second, won, lost))
            return
    winner, loser = (one, other) if ahead > 0 else (other, one)
    scene.record("contest", "bb.roll.contested", winner=winner.id, loser=loser.id)
    follows = won if ahead > 0 else lost
    if follows is not None:
        scene.next(follows)


def power_dice(
    scene: Scene, being: Being, count: int, *, rule: str, bonus: int = 0, about: Mapping[str, Plain] | None = None
) -> Awaitable[int]:
    """The sum of some Power Dice of a being."""
    scene.cite("bb.power_die.size")
    return roll(dice(count, power_die(being)), Total(bonus), by=being.id, rule=rule, about=about)


# ---------------------------------------------------------------- saves

FAILS_SAVES = {
    "Out": ("DEX", "FOR", "CHA"),
    "Unconscious": ("FOR", "DEX"),
    "Stasis": ("FOR", "DEX"),
}
FAILS_BY = {"Out": "bb.out.state", "Unconscious": "bb.cond.unconscious", "Stasis": "bb.cond.stasis"}
FLAWS_ON_DEX_SAVES = {
    "Disoriented": "bb.cond.disoriented",
    "Grappled": "bb.cond.grappled",
    "Immobilized": "bb.cond.immobilized",
    "Prone": "bb.cond.prone",
}


async def save(
    scene: Scene,
    being: Being,
    stat: str,
    number: int,
    *,
    rule: str = "bb.roll.save",
    extra: Iterable[Modifier] = (),
) -> str:
    """bb.roll.save: d12 + stat against a DC. Exhaustion does not lower it, ability bonuses do not raise it."""
    if being.states:
        for state, stats in FAILS_SAVES.items():
            if state in being.states and stat in stats:  # bb.decisive.impossible: no die is rolled
                scene.record("save_failed", FAILS_BY[state], who=being.id, stat=stat, because=state)
                scene.record("impossible", "bb.decisive.impossible", who=being.id, stat=stat, because=state)
                return FAILURE
    modifiers = [Modifier(being.sheet.stats[stat], stat, "bb.roll.save", BONUS), *extra]
    if stat == "DEX" and being.states:
        modifiers += [Modifier(-1, n, r, EDGE) for n, r in FLAWS_ON_DEX_SAVES.items() if n in being.states]
    practiced = stat in being.sheet.practiced_saves
    result = await d12_against(scene, being, modifiers, rule, number, practiced=practiced, save=stat)
    scene.cite("bb.roll.save", *(("bb.decisive.roll",) if result == DECISIVE else ()))
    return result


# ---------------------------------------------------------------- what the game master asks for


def ability_and_stat(ability: str, stat: str) -> str:
    """The stat of a roll: the ability's own, or the one that is named."""
    if ability and ability not in ABILITIES:
        raise BadInput(f"there is no ability {ability!r}; {there_are(ability, ABILITIES)}")
    if stat and stat not in STATS:
        raise BadInput(f"there is no stat {stat!r}; {there_are(stat, STATS)}")
    if not ability and not stat:
        raise BadInput("a check needs an ability, or a stat for a flat roll")
    return stat or ABILITIES[ability]


def extra_edges(scene: Scene, who: Being, ability: str, edge: int, against: str, context: str) -> list[Modifier]:
    """Edge and Flaw that come with the occasion."""
    modifiers = [Modifier(edge, "the game master", "bb.edge.d4", EDGE)] if edge else []
    if against == "Intimidation" and "Shattered" in who.states:
        modifiers.append(Modifier(-1, "Shattered", "bb.cond.shattered", EDGE))
    if against == "camp" and "hidden" in scene.bonuses:
        modifiers.append(Modifier(-scene.bonuses.count("hidden"), "hidden camp", "bb.camp.hidden", EDGE))
    if context == "approach" and ability == "Perception" and watches(scene, who):
        modifiers.append(Modifier(1, "keeping watch", "bb.rest.watch", EDGE))
    return modifiers + background_edges(scene, who, ability, context) if context else modifiers


def watches(scene: Scene, who: Being) -> bool:
    if scene.options["opt_watch_helps_party"]:
        return any("Watching" in ally.states for ally in scene.beings.values() if ally.side == who.side)
    return "Watching" in who.states
