"""What may befall somebody in the middle of an action, and which steps of it nobody can go on with then."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludex.core.drawing import Pick, one_of
from ludex.core.game import Hindered
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Entry
from ludex.games.bluebox.book.movement.ground import cannot_move
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.state import Being, Scene

FELLED = 999  # more damage than anybody bears


def befalls(scene: Scene, pick: Pick) -> list[Command]:
    """Every condition, wounds, falls, pushes, and what is taken from somebody."""
    found = []
    others = tuple(scene.beings)
    for name, being in scene.beings.items():
        for condition in CONDITIONS:
            found.append(command(GM, "inflict", being=name, condition=condition, source=one_of(others, pick)))
        found += [
            command(GM, "damage", target=name, amount=FELLED),
            command(GM, "damage", target=name, amount=1 + pick(6)),
            command(GM, "exhaust", being=name, levels=1 + pick(6)),
            command(GM, "fall", being=name, metres=2 + pick(8)),
            command(GM, "push", source=one_of(others, pick), target=name, m=1 + pick(4)),
            command(GM, "set", what=name, field="ep", value=0),
            command(GM, "set", what=name, field="ready", value=()),
            command(GM, "set", what=name, field="items", value=()),
        ]
        found += [command(GM, "relieve", being=name, condition=condition) for condition in sorted(being.states)]
    return found


def cannot_act(scene: Scene, being: Being) -> str:
    refusal = CONDITIONS.cannot_act(being)
    return refusal.reason if refusal is not None else ""


def cannot_walk(scene: Scene, being: Being) -> str:
    refusal = cannot_move(being)
    return refusal.reason if refusal is not None else cannot_act(scene, being)


OWN: Mapping[str, Callable[[Scene, Being], str]] = {
    "walk": cannot_walk,
    "strike": cannot_act,
    "unleash": cannot_act,
    "use_up": cannot_act,
    "use_mask_mode": cannot_act,
    "release": cannot_act,
    "unmask": cannot_act,
    "craft": cannot_act,
    "find_hidden": cannot_act,
}


def hindered(scene: Scene, entry: Entry) -> Hindered | None:
    """Whoever acts stands first in a step."""
    cannot = OWN.get(entry.step.name)
    if cannot is None:
        return None
    being = scene.beings[entry.args[0]]
    why = cannot(scene, being)
    return Hindered(being.id, why) if why else None
