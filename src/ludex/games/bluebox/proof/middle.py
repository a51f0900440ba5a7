"""What may befall somebody in the middle of an action, and which steps of it nobody can go on with then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ludex.core.board.hex import neighbours
from ludex.core.drawing import Pick, draw_condition, one_of
from ludex.core.game import Hindered
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Entry
from ludex.games.bluebox.book.action_economy import REGISTRY
from ludex.games.bluebox.book.conditions import all_but_over, cannot_act, held_by
from ludex.games.bluebox.book.damage import TYPES
from ludex.games.bluebox.book.movement.ground import Ground, cannot_move
from ludex.games.bluebox.book.movement.steps import both_have_room
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.state import Being, Scene

FELLED = 999  # more damage than anybody bears
DECIDED = "the combat is decided"


def befalls(scene: Scene, pick: Pick) -> list[Command]:
    """Every condition and its end, wounds and falls, being moved, and what is given to somebody or taken from them."""
    found = [command(GM, "end_combat", winner="")]
    for being in scene.beings.values():
        found += [inflict(scene, being, name, pick) for name in CONDITIONS]
        found += [command(GM, "relieve", being=being.id, condition=name) for name in sorted(being.states)]
        found += [*wounds(being, pick), *moved(scene, being, pick), *settled(scene, being, pick)]
    return found


def inflict(scene: Scene, being: Being, name: str, pick: Pick) -> Command:
    given: dict[str, Plain] = draw_condition(CONDITIONS, name, {"type": TYPES}, pick)
    del given["name"]
    given["source"] = one_of(scene.beings, pick)
    if name in ("Grappled", "Grappler"):  # by somebody who may be near enough
        given["source"] = one_of(near(scene, being) or [being.id], pick)
    if name == "Focused":
        given["note"] = one_of((*being.sheet.powers, "fire_armor"), pick)
    if name == "Hunkered":
        edges = sorted(edge for edge in scene.board.cover if not set(being.cells).isdisjoint(edge))
        given["note"] = " ".join(str(number) for cell in one_of(edges, pick) for number in cell) if edges else ""
    return command(GM, "inflict", being=being.id, condition=name, **given)


def near(scene: Scene, being: Being) -> list[str]:
    return [other.id for other in scene.beings.values() if other is not being and scene.adjacent(being, other)]


def wounds(being: Being, pick: Pick) -> Iterator[Command]:
    yield command(GM, "damage", target=being.id, amount=FELLED)
    yield command(GM, "damage", target=being.id, amount=1 + pick(6), pure=True)
    yield command(GM, "damage", target=being.id, amount=1 + pick(6), type=one_of(TYPES, pick))
    yield command(GM, "hurt", target=being.id, dice=1 + pick(3))
    yield command(GM, "heal", target=being.id, amount=1 + pick(6))
    yield command(GM, "thp", target=being.id, amount=1 + pick(6))
    yield command(GM, "plating", target=being.id, amount=-(1 + pick(6)))
    yield command(GM, "plating", target=being.id, amount=1 + pick(6))
    yield command(GM, "exhaust", being=being.id, levels=1 + pick(6))
    yield command(GM, "exhaust", being=being.id, levels=-7)
    yield command(GM, "fall", being=being.id, metres=2 + pick(8))
    yield command(GM, "morale", being=being.id)


def moved(scene: Scene, being: Being, pick: Pick) -> Iterator[Command]:
    source, metres = one_of(scene.beings, pick), 1 + pick(4)
    yield command(GM, "push", source=source, target=being.id, m=metres)
    yield command(GM, "push", source=source, target=being.id, m=metres, toward=True)
    yield command(GM, "place", being=being.id, at=one_of(sorted(scene.board.cells), pick))
    yield command(GM, "place", being=being.id, at=one_of(neighbours(being.at), pick))


def settled(scene: Scene, being: Being, pick: Pick) -> Iterator[Command]:
    values: tuple[tuple[str, Plain], ...] = (
        ("hp", 0), ("hp", 1), ("thp", 0), ("ep", 0), ("ap", 0), ("moves", 0), ("metres", 0), ("reaction", False),
        ("focus", ""), ("mask", ""), ("ready", ()), ("weapons", ()), ("items", ()),
    )  # fmt: skip
    yield from [command(GM, "set", what=being.id, field=field, value=value) for field, value in values]
    yield command(GM, "trigger", being=being.id, who=one_of(scene.beings, pick))


# ---------------------------------------------------------------- whose doing a step is


def unable(scene: Scene, being: Being, entry: Entry) -> str:
    refusal = cannot_act(scene, being)
    return refusal.reason if refusal is not None else ""


def unarmed(scene: Scene, being: Being, entry: Entry) -> str:
    """Whoever cannot act makes no attack, nor does anybody with what is not in their hands, or on who is gone, or when
    the combat is decided."""
    _, target, blow = entry.args
    if all_but_over(scene):
        return DECIDED
    if not scene.beings[target].here:
        return f"{target} is gone"
    if blow.attack.id in being.weapons and blow.attack.id not in being.ready:
        return f"{blow.attack.id} is not in hand"
    return unable(scene, being, entry)


def stopped(scene: Scene, being: Being, entry: Entry) -> str:
    if all_but_over(scene):
        return DECIDED
    refusal = cannot_move(being)
    if refusal is not None:
        return refusal.reason
    return f"{being.id} is stopped" if being.stopped else unable(scene, being, entry)


def stopped_with_room(scene: Scene, being: Being, entry: Entry) -> str:
    """bb.size.hexes: who is stopped where there is no room is set back."""
    victim = held_by(scene, being)
    settled = both_have_room(scene, Ground(scene, being, victim), victim)
    return stopped(scene, being, entry) if settled else ""


def bare_faced(scene: Scene, being: Being, entry: Entry) -> str:
    return unable(scene, being, entry) or ("" if being.mask else f"{being.id} wears no mask")


def empty_handed(scene: Scene, being: Being, entry: Entry) -> str:
    return unable(scene, being, entry) or ("" if being.item(entry.args[1].id) else f"{being.id} has none left")


def holding_nobody(scene: Scene, being: Being, entry: Entry) -> str:
    hold = being.condition("Grappler")
    return stopped(scene, being, entry) or ("" if hold is not None else f"{being.id} holds nobody")


Cannot = Callable[[Scene, Being, Entry], str]

# Every step that is somebody's own doing. bb.cond.general: what follows from an attack that has hit, or from a power,
# mask or item that has been used (`lands`, `decide`, `unmask`, `sacrifice`, `deal`, `shoved`, `tripped`, `flashed`,
# `pulled`, `resist`, `burst`, `on_target`, `hurt`, `make_zone`, `raise_cover`) comes of it all the same. Saves, and
# what a turn begins and ends with, are nobody's doing.
OWN: Mapping[str, Cannot] = {
    "walk": stopped_with_room,
    "drag_larger": holding_nobody,
    "step_aside": lambda scene, being, entry: unable(scene, being, entry) or _bound(being),
    "offer_ally_step": unable,
    "strike": unarmed,
    "unleash": unable,
    "use_mask_mode": bare_faced,
    "use_up": empty_handed,
    "release": unable,
    "compare": unable,
    "find_hidden": unable,
    "craft": unable,
    **{action.step.name: unable for action in REGISTRY.actions.values()},
}
OF_ANOTHER: Mapping[str, Cannot] = {  # the doer stands second
    "tear_loose": stopped,
    "offer_step": lambda scene, being, entry: unable(scene, being, entry) or _bound(being),
}


def _bound(being: Being) -> str:
    refusal = cannot_move(being)
    return refusal.reason if refusal is not None else ""


def hindered(scene: Scene, entry: Entry) -> Hindered | None:
    """Whoever acts stands first in a step, or second where they do it for, or to, another."""
    name, args = entry.step.name, entry.args
    cannot, place = (OF_ANOTHER[name], 1) if name in OF_ANOTHER else (OWN.get(name), 0)
    if cannot is None or len(args) <= place or args[place] is None:
        return None
    being = scene.beings[args[place]]
    why = cannot(scene, being, entry)
    return Hindered(being.id, why) if why else None
