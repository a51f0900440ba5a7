"""The words of a requirement: what limits and conditional bonuses ask for.

vt.turn.rounds: the own Nth turn is round N; `deeds` are those of the own turn under way, or of the last one between
turns; `last` those of the turn before; `since` is all that has befallen somebody after their last turn ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.records.attack_effects import Need
from ludex.games.vitality.state import Being, Scene

Met = Callable[[Scene, Being, Need, Being | None], bool]

# Tests that only a limit of an attack can have; `limits.py` knows them
LIMIT_ONLY = frozenset({
    "charged_turns", "unused_for_turns", "uses_per_minute_rest", "hit_target_last_turn", "moved_straight_over_half",
    "pay_hp", "pay_effort", "pay_heal_use", "pay_own_aura", "pay_summon", "target_adjacent_to_own_wall",
    "target_in_own_barrier", "target_grabbed_by_self", "target_has_condition",
})  # fmt: skip
CHOSEN = frozenset({"d20_at_least", "activated_turns"})  # what a bonus with this name has: a Streak, an activation
EFFECTS = ("damage", "condition")


def need_holds(scene: Scene, being: Being, need: Need, name: str, target: Being | None = None) -> bool:
    """vt.enh.needs: does a test hold for somebody now? `name` is the bonus that has it, `target` whom it is used on."""
    scene.cite("vt.enh.needs")
    if need.test in CHOSEN:
        state = "Streak" if need.test == "d20_at_least" else "Activated"
        return state in being.states and any([c.name == state and c.note == name for c in being.conditions])
    return TESTS[need.test](scene, being, need, target)


def all_met(scene: Scene, being: Being, needs: Iterable[Need], name: str, target: Being | None = None) -> bool:
    return all([need_holds(scene, being, need, name, target) for need in needs])


def _befell(what: str, wanted: bool = True) -> Met:
    return lambda scene, being, need, target: (what in being.since) is wanted


def _did(*what: str, last: bool) -> Met:
    return lambda scene, being, need, target: any([w in (being.last if last else being.deeds) for w in what])


def _near(scene: Scene, being: Being, others: Iterable[Being], spaces: int) -> int:
    return len([other for other in others if distance(scene, being, other) <= spaces])


def _outnumbers(scene: Scene, being: Being, need: Need, target: Being | None) -> bool:
    friends = [ally for ally in scene.friends(being) if not ally.beaten]
    return _near(scene, being, friends, 1) > _near(scene, being, scene.opponents(being), 1)


TESTS: dict[str, Met] = {
    "turn_at_least": lambda scene, being, need, target: scene.turns.round_now >= need.n,
    "turn_at_most": lambda scene, being, need, target: 0 < scene.turns.round_now <= need.n,
    "hp_at_most": lambda scene, being, need, target: being.hp <= need.n,
    "hp_full": lambda scene, being, need, target: being.hp >= being.sheet.hp,
    "hp_below_max_by": lambda scene, being, need, target: being.sheet.hp - being.hp >= need.n,
    "no_condition": lambda scene, being, need, target: not being.afflictions,
    "hit_since_last_turn": _befell("hit"),
    "not_hit_since_last_turn": _befell("hit", False),
    "attacked_since_last_turn": _befell("attacked"),
    "not_attacked_since_last_turn": _befell("attacked", False),
    "damaged_since_last_turn": _befell("damaged"),
    "not_damaged_since_last_turn": _befell("damaged", False),
    "damaged_or_conditioned_since_last_turn": lambda scene, being, need, target: (
        "damaged" in being.since or "conditioned" in being.since
    ),
    "not_conditioned_since_last_turn": _befell("conditioned", False),
    "no_own_attack_since_last_turn": lambda scene, being, need, target: (
        "attack" not in being.deeds and "attack" not in being.last
    ),
    "dealt_damage_last_turn": _did("damage", last=True),
    "dealt_damage_this_turn": _did("damage", last=False),
    "applied_condition_last_turn": _did("condition", last=True),
    "applied_condition_this_turn": _did("condition", last=False),
    "effect_last_turn": _did(*EFFECTS, last=True),
    "effect_this_turn": _did(*EFFECTS, last=False),
    "defeated_enemy_last_turn": _did("defeat", last=True),
    "defeated_enemy_this_turn": _did("defeat", last=False),
    "no_movement_this_turn": lambda scene, being, need, target: "moved" not in being.deeds,
    "no_enemy_within": lambda scene, being, need, target: not _near(scene, being, scene.opponents(being), need.n),
    "enemies_within": lambda scene, being, need, target: (
        _near(scene, being, scene.opponents(being), need.n) >= need.count
    ),
    "no_ally_within": lambda scene, being, need, target: not _near(scene, being, scene.friends(being), need.n),
    "no_civilian_within": lambda scene, being, need, target: all(
        [scene.board.distance(being.at, cell) > need.n for cell in scene.civilians]
    ),
    "more_adjacent_allies_than_enemies": _outnumbers,
    "higher_than_target": lambda scene, being, need, target: target is not None and being.height > target.height,
    "ally_unconscious_or_peril": lambda scene, being, need, target: (
        scene.peril or any(["Unconscious" in ally.states for ally in scene.friends(being)])
    ),
}
