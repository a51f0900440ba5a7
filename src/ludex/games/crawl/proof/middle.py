"""What may befall somebody in the middle of an action, and which steps of it nobody can go on with then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.core.drawing import Pick, draw_condition, one_of, some_of
from ludex.core.game import Hindered, hindered_doer
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry
from ludex.games.crawl.book.attacks import actions as attacking
from ludex.games.crawl.book.attacks import areas, final_attack, sequence
from ludex.games.crawl.book.attacks.modifiers import Blow, refuse_skill
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.conditions import noted
from ludex.games.crawl.book.energy import REGISTRY, lost_its_turn
from ludex.games.crawl.book.map.ground import cannot_move
from ludex.games.crawl.book.movement import actions as moving
from ludex.games.crawl.book.movement import charging, climbing, grabbing, jumping, leaping_attacks, steps
from ludex.games.crawl.book.skills import actions as using
from ludex.games.crawl.book.skills import perception, stealth, success, tasks
from ludex.games.crawl.book.skills import sequence as checking
from ludex.games.crawl.book.skills.modifiers import refuse_use
from ludex.games.crawl.book.turns import (
    opportunistic_actions,
    reactionary_actions,
    ready_actions,
    speaking,
    start_of_turn,
)
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import ARMS, CORE, LEGS, Being, Scene

FATAL = 999  # more damage than anybody bears
SOME = 20
EMPTY: dict[str, Any] = {"ep": 0, "steps": 0, "hands": (), "worn": (), "pack": (), "readied": None}  # by field

# ---------------------------------------------------------------- what may befall somebody


def befalls(scene: Scene, pick: Pick) -> list[Command]:
    """Every condition, wounds, lost limbs, falls, pushes, what is taken from somebody and what is given back; weights;
    the end of the fight. All of it to who acts, and some of it to the others."""
    found = [command(GM, "end_fight")] if scene.mode == "fight" else []
    found += [command(GM, "crush", crusher=crusher.name) for crusher in scene.crushers if not crusher.dropped]
    for being in scene.beings.values():
        all_of_it = on_somebody(scene, being, pick)
        found += all_of_it if being.id == scene.turns.current else some_of(all_of_it, SOME, pick)
    return found


def on_somebody(scene: Scene, being: Being, pick: Pick) -> list[Command]:
    who, others = being.id, tuple(scene.beings)
    found = [condition_on(scene, who, name, one_of(others, pick), pick) for name in CONDITIONS]
    found += [command(GM, "condition", being=who, condition="Incapacitated", note=limb) for limb in (*ARMS, *LEGS)]
    found += [command(GM, "remove_condition", being=who, condition=name) for name in sorted(being.states)]
    found += [command(GM, "set", what=who, field=field, value=value) for field, value in EMPTY.items()]
    found += [
        command(GM, "damage", target=who, amount=FATAL),
        command(GM, "damage", target=who, amount=1 + pick(8), type="", by=one_of(others, pick)),
        command(GM, "ability_damage", target=who, core=one_of(CORE, pick), amount=1 + pick(6)),
        command(GM, "fall", being=who, metres=2 + pick(10)),
        command(GM, "push", target=who, kp=5 + pick(25), direction=pick(len(scene.board.directions))),
        command(GM, "place", being=who, at=one_of(sorted(scene.board.cells), pick)),
        command(GM, "set", what=who, field="hp", value=-pick(4)),
        command(GM, "lose_sight", being=who, percent=100),
        command(GM, "expose", being=who, affliction=one_of(scene.library.shelves["poison"].entries, pick)),
        command(GM, "heal", target=who, amount=1 + pick(8)),
        command(GM, "revive", target=who),
        command(GM, "trigger", being=who, who=one_of(others, pick)),
    ]
    return found


def condition_on(scene: Scene, who: str, name: str, source: str, pick: Pick) -> Command:
    given = draw_condition(CONDITIONS, name, noted(scene.library), pick)
    said = {key: given[key] for key in ("note", "value", "until") if key in given}
    return command(GM, "condition", being=who, condition=name, source=source, **said)


# ---------------------------------------------------------------- who cannot go on


def told(refusal: Refusal | None) -> str:
    return refusal.reason if refusal is not None else ""


def cannot_act(scene: Scene, being: Being, *given: Any) -> str:
    return told(CONDITIONS.cannot_act(being))


def on_their_turn(scene: Scene, being: Being, *given: Any) -> str:
    return cannot_act(scene, being) or ("the turn is lost" if lost_its_turn(scene, being) else "")


def not_hold(scene: Scene, being: Being, *given: Any) -> str:
    return on_their_turn(scene, being) or told(grabbing.may_grab(scene, being))


def not_walk(
    scene: Scene, being: Being, path: object, counted: bool = True, asked: bool = False, crawls: bool = False
) -> str:
    if "Prone" in being.states and not crawls:
        return "comes to lie on the way"
    if not counted and being.useless(LEGS):
        return "nobody runs with a useless leg"
    return on_their_turn(scene, being) or told(cannot_move(scene, being))


def not_get_away(scene: Scene, being: Being, crawls: bool) -> str:
    if "Prone" in being.states and not crawls:
        return "comes to lie at the last step"
    return on_their_turn(scene, being) or told(moving.may_leave(scene, being))


def not_jump(scene: Scene, being: Being, *given: Any) -> str:
    return on_their_turn(scene, being) or told(jumping.may_jump(scene, being))


def not_climb(scene: Scene, being: Being, *given: Any) -> str:
    return on_their_turn(scene, being) or told(climbing.needs_feet(scene, being))


def not_charge(scene: Scene, being: Being, *given: Any) -> str:
    return on_their_turn(scene, being) or told(charging.may_charge(scene, being))


def not_strike(scene: Scene, being: Being, *given: Any) -> str:
    """Ripostes and opportunistic blows are no part of a turn that can be lost."""
    blow = next(one for one in given if isinstance(one, Blow))
    hindrance = cannot_act if blow.kind in sequence.NO_PART_OF_A_TURN else on_their_turn
    return hindrance(scene, being) or told(refuse_skill(scene, being, skill_of(scene, being, blow.skill)))


def not_leap_at(scene: Scene, being: Being, *given: Any) -> str:
    return not_strike(scene, being, *given) or not_jump(scene, being)


def not_use(scene: Scene, being: Being, name: str, *given: Any) -> str:
    return on_their_turn(scene, being) or told(refuse_use(scene, being, skill_of(scene, being, name)))


def not_react(scene: Scene, being: Being, *given: Any) -> str:
    """Paid for already; `given`: whom it answers, where there is somebody, and the skill."""
    name = next(one for one in given if isinstance(one, str) and one not in scene.beings)
    return cannot_act(scene, being) or told(refuse_use(scene, being, skill_of(scene, being, name)))


# Whoever does it stands first in each. Not here: what comes of a blow that is rolled (`past_cover`, `resolve`,
# `deal_damage`, …: by tc.attack.sequence the attacker's part is done), of a skill that has succeeded (`benefit`,
# `happen`) and of what is swallowed (`take_effect`), and what somebody suffers rather than does.
OWN: Mapping[object, Callable[..., str]] = {
    steps.walk: not_walk,
    moving.get_away: not_get_away,
    jumping.leap: not_jump,
    jumping.land: not_jump,
    climbing.scale: not_climb,
    charging.strike_home: not_charge,
    leaping_attacks.brace_for_leap: not_leap_at,
    leaping_attacks.leap_at: not_leap_at,
    grabbing.reach_for: not_hold,
    grabbing.wrestle: not_hold,
    sequence.choose_blind_defence: not_strike,
    sequence.roll_attack: not_strike,
    sequence.follow_up: not_strike,
    sequence.riposte: cannot_act,
    areas.aim_from_here: not_use,
    areas.brace_in_area: not_strike,
    areas.burst: not_strike,
    attacking.strike_air: not_strike,
    attacking.strike_cover: not_strike,
    final_attack.last_blow: not_use,
    using.go_on_with: not_use,
    checking.carry_out: not_use,
    success.look_from: not_use,
    tasks.attempt_task: not_use,
    perception.spot: on_their_turn,
    stealth.keep_hidden: cannot_act,
    start_of_turn.pay_for_slow: cannot_act,
    speaking.makes_out: cannot_act,
    opportunistic_actions.strike_at_leaving: not_react,
    opportunistic_actions.look_up: not_react,
    reactionary_actions.raise_counter: not_react,
    reactionary_actions.counter: not_react,
    reactionary_actions.use_at_once: not_react,
    ready_actions.release: cannot_act,
    **{deed.step.entry: cannot_act for deed in REGISTRY.actions.values() if ready_actions.can_wait(deed)},
}


def hindered(scene: Scene, entry: Entry) -> Hindered | None:
    return hindered_doer(OWN.get(entry.step.entry), scene, entry)
