"""What may befall somebody in the middle of an action, and which steps of it nobody can go on with then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.core.drawing import Pick, draw_condition, one_of
from ludex.core.game import Hindered, hindered_doer
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Entry
from ludex.games.navyblue.book.adventure.encounters import ENDS, REACTIONS
from ludex.games.navyblue.book.conditions import NOTED
from ludex.games.navyblue.book.movement.leaping import cannot_leap
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.state import CORE, Being, Scene

FELLED = 99  # more damage than anybody bears
DOORS = ("open", "shut", "locked", "blocked")


def befalls(scene: Scene, pick: Pick) -> list[Command]:
    """All that the Director can bring upon somebody, upon the place, and upon what is under way."""
    found = [one for being in scene.beings.values() for one in upon(scene, being, pick)]
    return [*found, *to_the_place(scene, pick), *to_all(scene, pick)]


def upon(scene: Scene, being: Being, pick: Pick) -> list[Command]:
    """Every condition and its end, wounds, falls, death, and what is taken from somebody."""
    who, others = being.id, tuple(scene.beings)
    found = []
    for condition in CONDITIONS:
        given = draw_condition(CONDITIONS, condition, NOTED, pick)
        given |= {"note": one_of((*being.sheet.features, "fists"), pick)} if condition in ("Poised", "Lacking") else {}
        del given["name"]
        given["source"] = one_of(others, pick)
        found.append(command(GM, "inflict", being=who, condition=condition, **given))
    found += [command(GM, "relieve", being=who, condition=condition) for condition in sorted(being.states)]
    found += [command(GM, "set", what=who, field=field, value=0) for field in ("vigor", "motion", "actions")]
    return [
        *found,
        command(GM, "damage", target=who, amount=FELLED, by=one_of(others, pick)),
        command(GM, "damage", target=who, amount=1 + pick(6), kind="mental"),
        command(GM, "injure", target=who, amount=1 + pick(4)),
        command(GM, "injure", target=who, amount=FELLED),
        command(GM, "fall", being=who, zones=1 + pick(2), spikes=not pick(2)),
        command(GM, "heal", target=who, amount=1 + pick(6)),
        command(GM, "mend", target=who, amount=1 + pick(3)),
        command(GM, "boost", being=who, attribute=one_of(CORE, pick), amount=pick(7) - 3, until="fight"),
        command(GM, "unboost", being=who),
        command(GM, "place", being=who, at=one_of(scene.board, pick)),
        command(GM, "pacify", being=who),
        command(GM, "set", what=who, field="held", value=()),
        command(GM, "set", what=who, field="conditions", value=()),
        command(GM, "set", what=who, field="activity", value=one_of(("", "wait"), pick)),
    ]


def to_the_place(scene: Scene, pick: Pick) -> list[Command]:
    """Doors, what fills a zone, pits, and zones that come and go."""
    found = [
        command(GM, "door", one=door.zones[0], other=door.zones[1], state=one_of(DOORS, pick), known=not pick(2))
        for door in scene.doors
    ]
    return [
        *found,
        command(GM, "obstruct", zone=one_of(scene.board, pick), material="ice", unblock=not pick(2)),
        command(GM, "pit", zone=one_of(scene.board, pick), depth=1 + pick(2)),
        command(GM, "add_zone", zone="a_new_zone", joined=one_of(scene.board, pick), air=not pick(2)),
    ]


def to_all(scene: Scene, pick: Pick) -> list[Command]:
    """A fight begins or ends, somebody comes in or along, the interval passes, those who were met decide."""
    newcomers = scene.library.shelves["npc"].entries
    return [
        command(GM, "fight", surprised=one_of(("", "party", "foes"), pick)),
        command(GM, "end_fight", how=one_of(("cleared", "talked", "escaped", "lost", "stopped"), pick)),
        command(GM, "morale"),
        command(GM, "join", who=one_of(newcomers, pick), at=one_of(scene.board, pick), name="Latecomer"),
        command(GM, "encounter"),
        command(GM, "reaction", reaction=one_of(("", *REACTIONS), pick)),
        command(GM, "meet_ends", how=one_of(ENDS, pick)),
        command(GM, "pass_interval"),
        command(GM, "respite", hours=one_of((8, 24), pick)),
    ]


# ---------------------------------------------------------------- who cannot go on


def cannot_act(scene: Scene, being: Being, *more: Any) -> str:
    refusal = CONDITIONS.cannot_act(being)
    return refusal.reason if refusal is not None else ""


def cannot_leap_on(scene: Scene, being: Being, *more: Any) -> str:
    refusal = cannot_leap(scene, being) if scene.mode == "fight" else None
    return refusal.reason if refusal is not None else cannot_act(scene, being)


def is_dead(scene: Scene, being: Being, *more: Any) -> str:
    return f"{being.name} is Dead" if "Dead" in being.states else ""


# Not among them, as it is finished all the same: what an attack brings whose dice have fallen (`lands`, `moves`,
# `comes_about`: nb.attack.roll_once), and how somebody comes down who has jumped or hangs in the air
# (`sticks_landing`, `glides`: nb.leap.check, nb.zone.air).
OWN: Mapping[str, Callable[..., str]] = {
    "attack": cannot_act,
    "use": cannot_act,
    "consume": cannot_act,
    "administer": cannot_act,
    "leap": cannot_leap_on,
    "move": cannot_act,
    "unblock": cannot_act,
    "put_on": cannot_act,
    "doff": cannot_act,
    "learn_language": cannot_act,
    "attacks": cannot_act,
    "strikes_back": cannot_act,
    "shakes_off": cannot_act,
    "walk": cannot_act,
    "carry_out": cannot_act,
    "go_through": cannot_act,
    "find": cannot_act,
    "work_on": cannot_act,
    "recover": is_dead,
    "get_well": is_dead,
    "choose_archetype": is_dead,
    "rise": is_dead,
    "raise_attribute": is_dead,
    "learn_feature": is_dead,
    "learn_skill": is_dead,
}


def hindered(scene: Scene, entry: Entry) -> Hindered | None:
    return hindered_doer(OWN.get(entry.step.name), scene, entry)
