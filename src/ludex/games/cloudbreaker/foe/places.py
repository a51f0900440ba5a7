"""Where to go: the zones within reach, what the way there may cost, and what it is worth to stand there."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.derived import derived
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.attacks.weapons import at_hand, cannot_use, use_of
from ludex.games.cloudbreaker.book.dice import task_modifiers
from ludex.games.cloudbreaker.book.movement.hazards import HAZARDS, entry, in_zones, on_arrival, on_the_way
from ludex.games.cloudbreaker.book.movement.steps import block_at, cannot_leave, dreads, steps_from
from ludex.games.cloudbreaker.book.neutralising import cannot_try, is_mute
from ludex.games.cloudbreaker.foe.attacks import Prospects, Way, against, shoots, sums
from ludex.games.cloudbreaker.foe.worth import BY_CONDITION, FALL, TOKEN, blow_at, chances, rounds_left, toll
from ludex.games.cloudbreaker.records.effects import Afflict, Damage
from ludex.games.cloudbreaker.records.kinds import Clue
from ludex.games.cloudbreaker.state import FOES, OBJECT, PARTY, WIDE, Being, Placed, Scene

LATER = 0.4  # what can be done next turn, compared with now
FARTHER = 0.75  # and for each zone that is still to go
EXPOSED = 0.7  # for who fights from behind: each enemy in the own zone
PATIENCE = 12  # rounds after which nobody keeps back any more
COVER = 0.3
REACHED = 1.0  # for whom time is on their side: each enemy who could strike there and bring them down at one blow
BLOW = 8  # what a blow takes about
STAYING = ("stay", "round_ends", "turn_starts")


class Route(NamedTuple):
    risk: float
    path: tuple[str, ...]


# ---------------------------------------------------------------- the way


def routes(scene: Scene, being: Being, most: int, enemies: list[Being]) -> dict[str, Route]:
    """Every zone within so many steps, each by the way that costs least."""
    found = {being.at: Route(0.0, ())}
    if not most or being.latched is not None or cannot_leave(being) is not None:
        return found
    strikes = {enemy.id: -1.0 for enemy in enemies if not enemy.helpless and enemy.sheet.sort != OBJECT}
    edge = list(found)
    steps: dict[str, list[tuple[str, float]]] = {}  # from a zone, with what the hazards of each may cost
    last_chance = rounds_left(scene, being.side) == 1  # afterwards it is all the same
    for _ in range(most):
        reached = []
        for here in edge:
            risk, path = found[here]
            leaving = 0.0 if last_chance else leaving_risk(scene, being, here, enemies, strikes)
            if here not in steps:
                beside = steps_from(scene, being, here)
                steps[here] = [(there, hazard_risk(scene, being, here, there)) for there in beside]
            for there, danger in steps[here]:
                cost = risk + leaving + 0.02 + danger
                if (there not in found or cost < found[there].risk) and dreads(scene, being, there) is None:
                    found[there] = Route(cost, (*path, there))
                    reached.append(there)
        edge = reached
    return found


def leaving_risk(scene: Scene, being: Being, here: str, enemies: list[Being], strikes: dict[str, float]) -> float:
    """What the strikes of those who are left behind may cost."""
    block = block_at(scene, being, here)
    total = 0.0
    for enemy in enemies:
        if enemy.id in strikes and (
            enemy.at in block if enemy.sheet.size not in WIDE else any(z in block for z in scene.zones(enemy))
        ):
            if strikes[enemy.id] < 0:
                strikes[enemy.id] = strike_worth(scene, enemy, being)
            total += strikes[enemy.id]
    return total


def strike_worth(scene: Scene, striker: Being, at: Being) -> float:
    """What an opportunity strike may cost whom it is made at."""
    best = 0.0
    for name in at_hand(scene, striker):
        use = use_of(scene, name)
        fits = use.reach == "melee" and use.action == "major" and use.attack_roll
        if fits and cannot_use(scene, striker, use) is None:
            best = max(best, against(scene, striker, use, at, at.sheet.vital, FALL)[0])
    return best


def harm_of(scene: Scene, being: Being, placed: Placed) -> float:
    """What it costs to meet a hazard."""
    found = 0.0
    for effect in entry(scene, placed).effects:
        if isinstance(effect, Damage):
            part, fatal = toll(blow_at(scene, being, effect), being.mp if effect.pool == "MP" else being.hp)
            found += FALL * part + 3.0 * fatal
        elif isinstance(effect, Afflict):
            found += BY_CONDITION.get(effect.condition, 0.0)
    return found


def hazard_risk(scene: Scene, being: Being, here: str, there: str) -> float:
    """What the hazards of one step may cost, the step itself if it is barred."""
    before, after = block_at(scene, being, here), block_at(scene, being, there)
    found = 0.0
    for placed in on_the_way(scene, before, after):
        if entry(scene, placed).blocks:
            found += (2.0 + harm_of(scene, being, placed)) * (
                1 - best_chance(scene, being, entry(scene, placed).cross)[0]
            )
        else:
            found += harm_of(scene, being, placed)
    for placed in on_arrival(scene, before, after):
        found += harm_of(scene, being, placed)
    return found


@derived(HAZARDS)
def dangers_in(scene: Scene, zones: tuple[str, ...]) -> tuple[Placed, ...]:
    """The hazards that act on who stays in these zones."""
    dangers = {placed for trigger in STAYING for placed in in_zones(scene, zones, trigger)}
    return tuple([placed for placed in scene.hazards if placed in dangers])


def best_chance(scene: Scene, being: Being, clues: tuple[Clue, ...]) -> tuple[float, str]:
    """The method that most likely does it, of those that a being can try."""
    best = (0.0, "")
    for clue in clues:
        if cannot_try(scene, being, clue.method, "") is None and is_mute(scene, being, clue.method) is None:
            best = max(best, (task_chance(scene, being, clue.method, clue.difficulty), clue.method))
    return best


def task_chance(scene: Scene, being: Being, method: str, difficulty: int) -> float:
    bonus, edge = sums(task_modifiers(scene, being, method, edges(scene, being, "task", None)))
    return chances(difficulty - bonus, edge)[0]


# ---------------------------------------------------------------- the place


def may_strike(enemy: Being) -> bool:
    return not enemy.helpless and enemy.sheet.sort != OBJECT


def strikes_within(scene: Scene, enemy: Being) -> int:
    """How many zones away somebody can strike in a turn of theirs, the way there included."""
    sheet = enemy.sheet
    held = not enemy.states.isdisjoint(("Grappled", "Restrained"))
    reach = max([use_of(scene, name).range for name in (*enemy.weapons, *enemy.spells)], default=0)
    return reach if held else reach + min(sheet.max_move, sheet.move * sheet.minor)


class Ground:
    """What a being can do from each zone, and what it is worth to stand there."""

    def __init__(self, scene: Scene, being: Being, enemies: list[Being], can: Prospects) -> None:
        self.scene, self.being, self.enemies, self.can = scene, being, enemies, can
        self.wide = being.sheet.size in WIDE
        self.diagonal = bool(scene.options["opt_diagonal_distance"])
        hurries = rounds_left(scene, being.side) is not None
        keeps_back = being.role == "backup" and scene.turns.round < PATIENCE and not hurries
        self.exposed = EXPOSED * (1 - scene.turns.round / PATIENCE) if keeps_back else 0.0
        waits = rounds_left(scene, FOES if being.side == PARTY else PARTY) is not None
        strikers = [enemy for enemy in enemies if may_strike(enemy)] if waits else []
        self.strikers = [(enemy.id, strikes_within(scene, enemy)) for enemy in strikers]
        left = min(being.hp, being.mp) if being.sheet.mp else being.hp
        self.blow = REACHED * min(1.0, BLOW / max(1, left))
        self.shot_at = bool(scene.board.cover) and any(shoots(scene, enemy) for enemy in enemies)
        best: dict[tuple[str, int], Way] = {}
        for way in can.majors:
            best.setdefault((way.target.id, way.range), way)
        self.later = list(best.values())
        self._away: dict[str, dict[str, int]] = {}

    def away(self, zone: str) -> dict[str, int]:
        """How far everybody is from there."""
        known = self._away.get(zone)
        if known is None:
            scene, far = self.scene, self.scene.board.away(zone, self.diagonal)
            known = self._away[zone] = {other.id: far[other.at] for other in scene.beings.values()}
            for other in scene.beings.values():
                if self.wide or other.sheet.size in WIDE:
                    block = block_at(scene, self.being, zone)
                    known[other.id] = scene.board.gap(block, scene.zones(other), self.diagonal)
            known[self.being.id] = 0
        return known

    def best(self, ways: list[Way], zone: str) -> Idea | None:
        """The best of these that can be done from there; they come the best first."""
        away = self.away(zone)
        for way in ways:
            if away[way.target.id] <= way.range:
                return way.idea
        return None

    def major(self, zone: str) -> Idea | None:
        best, away = self.best(self.can.majors, zone), self.away(zone)
        for area in self.can.areas:
            within = [area.each[enemy.id] for enemy in self.enemies if not away[enemy.id]]
            worth = sum(within) - area.cost
            if within and worth > (best.worth if best is not None else 0.0):
                best = Idea(worth, area.command, "{}: at {} at once", (area.name, len(within)))
        return best

    def most(self) -> float:
        """More than this cannot be had anywhere by who spends the only minor action on the way."""
        best = self.can.majors[0].worth if self.can.majors else 0.0
        for area in self.can.areas:
            best = max(best, sum(area.each.values()))
        if self.can.minors:
            best = max(best, self.can.minors[0].worth)
        return (1 + LATER) * max(best, TOKEN) + (COVER if self.shot_at else 0.0)

    def place(self, zone: str) -> float:
        """What it is worth to stand there at the end of the turn."""
        scene, away = self.scene, self.away(zone)
        found = 0.0
        if self.exposed:
            found -= self.exposed * sum([may_strike(enemy) for enemy in self.enemies if not away[enemy.id]])
        for enemy_id, reach in self.strikers:
            if away[enemy_id] <= reach:
                found -= self.blow
        if self.shot_at and zone in scene.board.cover:
            found += COVER
        dangers = dangers_in(scene, block_at(scene, self.being, zone))
        if dangers:
            found -= sum([harm_of(scene, self.being, placed) for placed in dangers])
        best = 0.0
        for way in self.later:
            beyond = away[way.target.id] - way.range
            worth = way.worth if beyond <= 0 else way.worth * FARTHER**beyond
            if worth > best:
                best = worth
        for area in self.can.areas:
            for enemy in self.enemies:
                best = max(best, area.each[enemy.id] * FARTHER ** away[enemy.id])
        return found + LATER * best
