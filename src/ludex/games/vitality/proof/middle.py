"""What may befall somebody in the middle of an action, and which steps of it nobody can go on with then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.core.drawing import Pick, one_of
from ludex.core.game import Hindered
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Entry
from ludex.games.vitality.book.attacks.accuracy_and_effect import Course, untried
from ludex.games.vitality.book.attacks.blow import WAITED, Blow
from ludex.games.vitality.book.attacks.built import BASIC, attacks_of
from ludex.games.vitality.book.attacks.rolls import attack_in
from ludex.games.vitality.book.attacks.targets import cannot_make
from ludex.games.vitality.book.characters.features import can_lose_powers
from ludex.games.vitality.book.conditions import NOTED
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.book.movement.steps import held_fast
from ludex.games.vitality.records.conditions import CONDITIONS, KINDS
from ludex.games.vitality.state import PARTY, Being, Scene

FELLED = 999  # more damage than anybody bears
FAR = 99  # more movement than anybody has

# ---------------------------------------------------------------- what may befall


def befalls(scene: Scene, pick: Pick) -> list[Command]:
    """Every condition and its end, wounds, falls, being put elsewhere, and what is taken from somebody."""
    found = [
        command(GM, "end", winner=PARTY),
        command(GM, "set", what="scene", field="tunnels", value=()),
    ]
    for being in scene.beings.values():
        found += [*conditions_for(scene, being, pick), *harm_to(scene, being, pick), *losses_of(scene, being)]
    return found


def conditions_for(scene: Scene, being: Being, pick: Pick) -> list[Command]:
    name, others = being.id, tuple(scene.beings)
    found = [
        command(
            GM, "condition", being=name, condition=condition, source=one_of(others, pick), value=1 + pick(9),
            note=note_for(being, condition, pick),
        )
        for condition in CONDITIONS
    ]  # fmt: skip
    return found + [command(GM, "condition", being=name, condition=one, ends=True) for one in sorted(being.states)]


def note_for(being: Being, condition: str, pick: Pick) -> str:
    """What a condition has to be given beside its source, drawn by luck."""
    kind = KINDS[condition]
    if kind.note.startswith("<"):
        return one_of(tuple(NOTED[kind.note.strip("<>")]), pick)
    if kind.names == "attack":
        return one_of(attacks_of(being) or BASIC, pick)
    if kind.names == "boon":
        return one_of(("", *[boon.id for boon in being.sheet.boons])[-2:], pick) or "none"
    return one_of(("", "melee"), pick) if condition == "Grabbed" else ""


def harm_to(scene: Scene, being: Being, pick: Pick) -> list[Command]:
    name = being.id
    return [
        command(GM, "damage", target=name, amount=FELLED, by=one_of(tuple(scene.beings), pick)),
        command(GM, "damage", target=name, amount=1 + pick(30)),
        command(GM, "heal", target=name, amount=1 + pick(50)),
        command(GM, "fall", being=name, spaces=1 + pick(40)),
        command(GM, "place", being=name, at=one_of(scene.board.within(being.at, 6), pick)),
        command(GM, "set", what=name, field="hp", value=pick(3)),
        command(GM, "set", what=name, field="conditions", value=("Dead",)),
    ]


def losses_of(scene: Scene, being: Being) -> list[Command]:
    name = being.id
    taken: Mapping[str, Any] = {
        "primary": 0, "reaction": 0, "spent": FAR, "efforts": allowed(scene, being), "carries": (), "conditions": (),
    }  # fmt: skip
    found = [command(GM, "set", what=name, field=field, value=value) for field, value in taken.items()]
    return [*found, command(GM, "powers", being=name)] if can_lose_powers(scene, being) else found


# ---------------------------------------------------------------- who cannot go on


def acts(scene: Scene, being: Being, *more: object) -> tuple[Being, str]:
    return being, "can do nothing" if being.senseless else ""


def is_awake(scene: Scene, being: Being, *more: object) -> tuple[Being, str]:
    return being, "is out" if being.beaten else ""


def walks(scene: Scene, being: Being, *more: object) -> tuple[Being, str]:
    refusal = held_fast(scene, being)
    return being, refusal.reason if refusal is not None else ""


def attacks(scene: Scene, blow: Blow, *more: object) -> tuple[Being, str]:
    """vt.attack.order: whoever cannot make an attack any more loses it, as long as no die of it has fallen. What
    waited in a space is nobody's doing now."""
    attacker, attack = attack_in(scene, blow)
    refusal = cannot_make(attacker, attack) if blow.how not in WAITED else None
    return attacker, refusal.reason if refusal is not None else ""


def strikes(scene: Scene, course: Course, *more: object) -> tuple[Being, str]:
    attacker, why = attacks(scene, course.blow)
    return attacker, why if untried(course) else ""


# What is left out is done all the same. vt.attack.order: once the first Accuracy Check is made, the attack is carried
# out on all its targets, with what takes hold (`affects`, `brawls`, `pushes`). Dice that are in the hand are thrown
# (`casting`, `look`, `declare_help`); of a check whoever can no longer act fails it.
OWN: Mapping[str, Callable[..., tuple[Being, str]]] = {
    "walk": walks,
    "travel": walks,
    "go_on": walks,
    "flee": walks,
    "attempt": attacks,
    "commence": attacks,
    "land_from_leap": attacks,
    "aims": strikes,
    "strikes_again": attacks,
    "follows_up": attacks,
    "ricochets": attacks,
    "splinters": attacks,
    "spreads": attacks,
    "punishes": acts,
    "carry_out": acts,
    "manhandles": acts,
    "moves": acts,
    "may_terrify": acts,
    "terrify": acts,
    "operate": acts,
    "lifted": acts,
    "heaved": acts,
    "sneaks": acts,
    "evade": acts,
    "searched": acts,
    "noticed": acts,
    "disarmed": acts,
    "avoid": acts,
    "take_turn": acts,
    "shake_off": is_awake,
    "stun_die": is_awake,
    "streak_die": is_awake,
}


def hindered(scene: Scene, entry: Entry) -> Hindered | None:
    """Whoever acts stands first in a step, or has made the attack that does."""
    cannot = OWN.get(entry.step.name)
    if cannot is None:
        return None
    first, *more = entry.args
    being, why = cannot(scene, scene.beings[first] if isinstance(first, str) else first, *more)
    return Hindered(being.id, why) if why else None
