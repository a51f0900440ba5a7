"""What may befall somebody in the middle of an action, and which steps of it nobody can go on with then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.core.drawing import Pick, one_of
from ludex.core.game import Hindered, hindered_doer
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event
from ludex.games.cloudbreaker.book.attacks.features import feature, too_helpless
from ludex.games.cloudbreaker.book.attacks.weapons import has_lost, use_of
from ludex.games.cloudbreaker.book.movement.steps import is_stopped, stays
from ludex.games.cloudbreaker.book.spirit import can_hold
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.state import Being, Scene

FELLED = 999  # more damage than anybody bears


def befalls(scene: Scene, pick: Pick) -> list[Command]:
    """Every condition, wounds, tokens, hazards, another place, and what is taken from somebody or settled by hand."""
    others, zones = tuple(scene.beings), tuple(scene.board)
    found = [
        command(GM, "morale", amount=-1 - pick(3), by=one_of(("", *others), pick)),
        command(GM, "morale", amount=-FELLED, by=one_of(("", *others), pick)),
        command(GM, "morale", amount=1 + pick(3)),
        command(GM, "set", what="scene", field="morale", value=0),
        command(GM, "set", what="scene", field="hazards", value=()),
        command(GM, "end_situation", outcome=one_of(("won", "failed", "suspended"), pick)),
    ]
    for name, hazard in scene.library.shelves["hazard"].entries.items():
        here = one_of(zones, pick)
        beside = one_of(scene.board.neighbours(here) or (here,), pick)
        there: Plain = (here, beside) if hazard.hazard_type == "traversal" else here
        found.append(command(GM, "hazard", hazard=name, zones=there))
    for name, being in scene.beings.items():
        for condition in CONDITIONS:
            found.append(command(GM, "inflict", being=name, condition=condition, source=one_of(others, pick)))
        by, part = one_of(("", *others), pick), one_of(being.sheet.parts, pick).id
        found += [
            command(GM, "damage", target=name, amount=FELLED, by=by),
            command(GM, "damage", target=name, amount=FELLED, part=part),
            command(GM, "damage", target=name, amount=FELLED, pool="MP", by=by),
            command(GM, "damage", target=name, amount=being.hp),
            command(GM, "damage", target=name, amount=1 + pick(6), by=by),
            command(GM, "heal", target=name, amount=1 + pick(9), pool=one_of(("HP", "MP"), pick)),
            command(GM, "fate", being=name, fate="killed"),
            command(GM, "place", being=name, at=one_of(zones, pick)),
            command(GM, "set", what=name, field="weapons", value=()),
            command(GM, "set", what=name, field="wielded", value=()),
            command(GM, "set", what=name, field="missing", value=1),
        ]
        for field in ("hp", "mp", "spirit", "major", "minor", "resolve")[: 6 if being.pc else 2]:
            found.append(command(GM, "set", what=name, field=field, value=0))
        found += [command(GM, "relieve", being=name, condition=condition) for condition in sorted(being.states)]
    return found


# ---------------------------------------------------------------- what is somebody's own doing


def cannot_act(scene: Scene, being: Being, *args: Any) -> str:
    refusal = CONDITIONS.cannot_act(being)
    return refusal.reason if refusal is not None else ""


def cannot_strike(scene: Scene, being: Being, use: str, *args: Any) -> str:
    refusal = has_lost(scene, being, use_of(scene, use))
    return cannot_act(scene, being) or (refusal.reason if refusal is not None else "")


def cannot_walk(scene: Scene, being: Being, path: tuple[str, ...], *args: Any) -> str:
    return f"cannot step to {path[0]}" if stays(scene, being, path[0]) else ""


def cannot_cross(scene: Scene, being: Being, path: tuple[str, ...], left: object, pushed_by: str = "") -> str:
    return cannot_walk(scene, being, path) if not pushed_by else ""


def cannot_follow(scene: Scene, being: Being, zone: str) -> str:
    return cannot_walk(scene, being, (zone,))


def cannot_go(scene: Scene, being: Being, *args: Any) -> str:
    return "is stopped" if is_stopped(being) else ""


def cannot_seize(scene: Scene, being: Being, target: str, *args: Any) -> str:
    other = scene.beings[target]
    return cannot_act(scene, being) or ("" if other.here and scene.together(being, other) else f"is not at {target}")


def cannot_use_feature(scene: Scene, being: Being, name: str, event: Event) -> str:
    return "cannot use it" if too_helpless(being, feature(scene, name)) else ""


def holds_no_tokens(scene: Scene, being: Being, *args: Any) -> str:
    return "" if can_hold(being) else "has no tokens"


# Not here: what has been hit is hit, whoever strikes falls (cb.roll.area): `takes_effect`, `happen`, `hurt`, `inflict`;
# who has been won over goes, whoever rolled is stunned (cb.neutral.roll): `won_over`.
OWN: Mapping[str, Callable[..., str]] = {
    "walk": cannot_walk,
    "cross": cannot_cross,
    "follow": cannot_follow,
    "gets_clear": cannot_go,
    "is_away": cannot_go,
    "strike": cannot_strike,
    "pushed": cannot_seize,
    "moves_along": cannot_go,
    "disarmed": cannot_seize,
    "impaired": cannot_seize,
    "carry_out_feature": cannot_use_feature,
    "overflow": holds_no_tokens,
    "resolve_damage": holds_no_tokens,
}


def hindered(scene: Scene, entry: Entry) -> Hindered | None:
    return hindered_doer(OWN.get(entry.step.name), scene, entry)
