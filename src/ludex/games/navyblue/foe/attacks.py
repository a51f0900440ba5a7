"""Ideas of the simple policy: all that somebody could do to enemies and for friends, from wherever it is possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import command
from ludex.core.kernel.derived import derived
from ludex.games.navyblue.book.attacks.actions import at_hand, not_ready, source_of, weapon_of
from ludex.games.navyblue.book.attacks.defence import defences, thresholds
from ludex.games.navyblue.book.attacks.reach import no_target, own_reach
from ludex.games.navyblue.book.attacks.sequence import PRONE, RUNNING, Attack, attack_modifiers, best_attr, brought
from ludex.games.navyblue.book.attacks.using_features import active, not_usable, whom_to
from ludex.games.navyblue.book.carrying.consuming import usable
from ludex.games.navyblue.book.dice import Tiers, tiers_of, total_of
from ludex.games.navyblue.book.features import ANYWHERE, item
from ludex.games.navyblue.book.movement.steps import running
from ludex.games.navyblue.foe.worth import aid_worth, odds, result_worths
from ludex.games.navyblue.records.effects import Effect, MoveTarget
from ludex.games.navyblue.records.kinds import Consumable, Feature, Strike
from ludex.games.navyblue.state import Being, Scene, half_level

NO_LIMIT = 98  # the reach of what works wherever something leads to
SCARCE = 0.3  # off the worth of what cannot be done again before a Rest


Results = tuple[list[float], list[tuple[int, int, int]]]  # what each is worth, and the thresholds of each defence


class Blow(NamedTuple):
    """An attack that somebody can make: what it brings, what is added to the roll, how far it reaches."""

    attack: Attack
    effects: tuple[Effect, ...]
    bonus: int
    reach: int
    motion: int
    price: float
    moves: bool  # does it move somebody?
    action: str  # attack or use
    thing: str
    name: str
    sort: object  # the same for all blows that do the same: see `sort_of`


class Aid(NamedTuple):
    """Something that can be done for a friend, with an Action, within a number of zones."""

    worth: float
    reach: int
    target: Being
    idea: Idea


# ---------------------------------------------------------------- attacks


def blows(scene: Scene, being: Being) -> list[Blow]:
    """Every attack that could be made now if the target were in reach: with weapons, and by features."""
    return blows_from(scene, being, being.at in scene.air)


@derived(ANYWHERE, "scene.mode being.unloaded being.used being.on_move being.since_pause")
def blows_from(scene: Scene, being: Being, aloft: bool) -> list[Blow]:
    """The same, as they are from the ground or out of the air."""
    found: list[Blow] = []
    for name in at_hand(scene, being):
        weapon = weapon_of(scene, being, name)
        if not_ready(scene, being, weapon) is None:
            source = source_of(being, weapon)
            attack = Attack(
                weapon.attack, weapon.effects, source, weapon.traits, best_attr(scene, being, weapon.attack)
            )
            found += blow(scene, being, attack, "attack", name, weapon.name)
    for entry in active(scene, being):
        if entry.attack is not None and entry.cost.actions == 1 and not_usable(scene, being, entry) is None:
            attr = best_attr(scene, being, entry.attack)
            attack = Attack(entry.attack, entry.effects, f"feature:{entry.id}", entry.traits, attr)
            scarce = SCARCE if entry.uses.count else 0.0
            found += blow(scene, being, attack, "use", entry.id, entry.name, entry.cost.motion, scarce)
    return found


def blow(
    scene: Scene, being: Being, attack: Attack, action: str, thing: str, name: str, motion: int = 0, price: float = 0.0
) -> Iterator[Blow]:
    reach = attack.strike.reach
    if attack.attr and reach != "Self":
        far = own_reach(scene, being, reach) if isinstance(reach, int) else NO_LIMIT
        bonus = total_of(attack_modifiers(scene, being, attack))
        effects = tuple(brought(scene, being, attack))
        moves = any([isinstance(effect, MoveTarget) for effect in effects])
        sort = sort_of(scene, (attack.strike, effects, attack.traits))
        yield Blow(attack, effects, bonus, far, motion, price, moves, action, thing, name, sort)


def sort_of(scene: Scene, what: tuple[Strike, tuple[Effect, ...], tuple[str, ...]]) -> object:
    """Something that stands for what a blow does, so that what is known of it is found quickly."""
    sorts: dict[object, object] = scene.library.worked_out.setdefault(Blow, {})
    return sorts.setdefault(what, object())


def attack_by(scene: Scene, being: Being, source: str) -> Attack | None:
    """The attack that a source such as weapon:cutlass or npc:wrecker.cutlass stands for."""
    kind, _, name = source.partition(":")
    if kind == "npc":
        for own in being.sheet.attacks:
            if own.id == name.rpartition(".")[2]:
                return Attack(own.attack, own.effects, source, own.traits, best_attr(scene, being, own.attack))
        return None
    entry = scene.library.shelves[kind].entries.get(name)
    strike = getattr(entry, "attack", None)
    if entry is None or strike is None:
        return None
    return Attack(strike, entry.effects, source, entry.traits, best_attr(scene, being, strike))


class Outlook:
    """What one being can do to their enemies and for their friends; each number is worked out once."""

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene, self.being = scene, being
        self.tiers: Tiers = tiers_of(scene)
        every = scene.enemies(being)
        self.enemies = [enemy for enemy in every if no_target(scene, being, enemy) is None]
        self.lurking = [enemy for enemy in every if enemy.threat and enemy not in self.enemies and enemy.here]
        self.blows = blows(scene, being)
        self.runs = running(scene, being)
        self.level = half_level(scene, being)
        self.pits = bool(scene.pits)
        self._known: dict[tuple[str, bool], dict[Any, Any]] = {}
        self._worths: dict[tuple[int, str, bool, bool], float] = {}
        self._aids: list[Aid] | None = None

    def worth(self, number: int, enemy: Being, runs: bool, prone: bool) -> float:
        """What a blow is worth against somebody who defends as well as they can."""
        known = self._worths.get((number, enemy.id, runs, prone))
        if known is None:
            known = self._worths[number, enemy.id, runs, prone] = self._worth(number, enemy, runs, prone)
        return known

    def _worth(self, number: int, enemy: Being, runs: bool, prone: bool) -> float:
        scene, made = self.scene, self.blows[number]
        bonus = made.bonus + (RUNNING if made.attack.by_action and runs and not self.runs else 0)
        near = made.reach <= 0
        if "Prone" in enemy.states:
            bonus += PRONE if near else -PRONE
        if prone and (near or scene.options["opt_prone_all_attacks"]):
            bonus -= PRONE
        known, key = self._known_of(enemy, made.moves), (made.sort, self.level, enemy.vigor, bonus, made.price)
        found: float | None = known.get(key)
        if found is None:
            found = known[key] = self._rolled(number, enemy, bonus)
        return found

    def _rolled(self, number: int, enemy: Being, bonus: int) -> float:
        """What it comes to with the dice, against the best defence."""
        results, against = self.results(number, enemy)
        best = min([
            sum([p * w for p, w in zip(odds(bonus, thresholds, self.tiers), results, strict=True)])
            for thresholds in against
        ])  # fmt: skip
        return max(0.0, best - self.blows[number].price) if enemy.threat else 0.1 * best

    def _known_of(self, enemy: Being, moves: bool) -> dict[Any, Any]:
        """What has been worked out of an enemy: kept with them as long as nothing about them changes, unless it counts
        where they are moved to, since there are pits."""
        placed = moves and self.pits
        known = self._known.get((enemy.id, placed))
        if known is None:
            kept = ANYWHERE.known(self.scene, enemy).values if not placed else {}
            known = self._known[enemy.id, placed] = kept.setdefault((Outlook, enemy.at in self.scene.air), {})
        return known

    def results(self, number: int, enemy: Being) -> Results:
        """What each result is worth, and the thresholds of each defence."""
        made = self.blows[number]
        known, key = self._known_of(enemy, made.moves), (made.sort, self.level, enemy.vigor)
        found: Results | None = known.get(key)
        if found is None:
            found = known[key] = self._results(made, enemy)
        return found

    def _results(self, made: Blow, enemy: Being) -> Results:
        scene, strike = self.scene, made.attack.strike
        among = defences(scene, enemy, strike, made.attack.traits)
        worths = result_worths(scene, self.being, enemy, strike, made.effects)
        return worths, [thresholds(scene, enemy, attr) for attr in among]

    def aids(self) -> list[Aid]:
        if self._aids is None:
            self._aids = sorted(aids(self.scene, self.being), key=lambda aid: aid.worth, reverse=True)
        return self._aids


# ---------------------------------------------------------------- help


def aids(scene: Scene, being: Being) -> Iterator[Aid]:
    """Every Action for a friend: features that heal, and what is in hand to Administer."""
    for entry in active(scene, being):
        if entry.attack is None and entry.cost.actions == 1 and not_usable(scene, being, entry) is None:
            for friend, worth in helped(scene, being, entry):
                idea = Idea(worth, command(being.id, "use", feature=entry.id, target=friend.id),
                            "{} for {}", (entry.name, friend.name))  # fmt: skip
                yield Aid(worth, zones_of(scene, being, entry), friend, idea)
    if being.held:
        for thing in usable(scene, being, "administer", "nb.action.administer"):
            effects = cast(Consumable, item(scene, thing)).effects
            for friend in scene.allies(being):
                worth = aid_worth(scene, being, friend, effects)
                if worth > 0:
                    idea = Idea(worth, command(being.id, "administer", thing=thing, target=friend.id),
                                "{} for {}", (thing, friend.name))  # fmt: skip
                    yield Aid(worth, 0, friend, idea)


def helped(scene: Scene, being: Being, entry: Feature) -> Iterator[tuple[Being, float]]:
    for name in whom_to(scene, being, entry):
        friend = scene.beings.get(name)
        if friend is not None and friend.side == being.side:
            worth = aid_worth(scene, being, friend, entry.effects)
            if worth > 0:
                yield friend, worth


def zones_of(scene: Scene, being: Being, entry: Feature) -> int:
    reach = entry.target.reach
    if reach == "Self":
        return 0
    return own_reach(scene, being, reach) if isinstance(reach, int) else NO_LIMIT
