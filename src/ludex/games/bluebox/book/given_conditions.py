"""Conditions that the game master brings or ends: with what they follow from, or refused where they cannot be."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.game import game_of
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.master.calls import being, free, lasting, somebody, whole
from ludex.games.bluebox.book.action_economy import gm
from ludex.games.bluebox.book.conditions import afflict, cannot_act, end, held_by, reveal, set_plating, take_focus
from ludex.games.bluebox.book.damage import die, go_down
from ludex.games.bluebox.book.turns.stances import fits_hunker, read_edge
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.state import PARTY, Being, Lying, Scene


def fits_inflict(
    scene: Scene, who: Being, condition: str, source: str, until: str, dc: int, note: str
) -> Refusal | None:
    if condition not in CONDITIONS:
        raise BadInput(f"there is no condition {condition!r}; {there_are(condition, sorted(CONDITIONS))}")
    lacking = game_of(scene).shape.needs(Condition(condition, value=dc, note=note))
    if lacking:
        raise BadInput(f"{condition} needs {lacking}")
    impossible = IMPOSSIBLE.get(condition)
    return impossible(scene, who, Condition(condition, source, None, dc, note)) if impossible is not None else None


def never_unmasked(scene: Scene, who: Being, given: Condition) -> Refusal | None:
    return None if who.sheet.needs_mask else Refusal(f"{who.name} need not wear a mask", "bb.cond.unmasked")


def never_shattered(scene: Scene, who: Being, given: Condition) -> Refusal | None:
    return None if who.sheet.plating else Refusal(f"{who.name} has no Plating at all", "bb.cond.shattered")


def fallen_already(scene: Scene, who: Being, given: Condition) -> Refusal | None:
    """Down is followed by Out, and Out by death, never the other way round."""
    worse = [name for name in FALLS[FALLS.index(given.name) :] if name in who.states]
    return Refusal(f"{who.name} is {worse[0]} already", CONDITIONS[worse[0]].rule) if worse else None


def cannot_focus(scene: Scene, who: Being, given: Condition) -> Refusal | None:
    if not given.note:
        raise BadInput("Focused needs a note with the skill that is maintained")
    return cannot_act(scene, who)


def cannot_be_held(scene: Scene, who: Being, given: Condition) -> Refusal | None:
    """bb.action.grapple, bb.grappler.ends: somebody else holds, who can, nobody besides, and within reach."""
    if given.source not in scene.beings or given.source == who.id:
        raise BadInput(f"{given.name} needs somebody else as its source, not {given.source!r}")
    other = scene.beings[given.source]
    grappler, victim = (other, who) if given.name == "Grappled" else (who, other)
    refusal = cannot_act(scene, grappler)
    if refusal is None and "Down" in grappler.states:
        refusal = Refusal(f"{grappler.name} is Down", "bb.grappler.ends")
    if refusal is None and held_by(scene, grappler) not in (None, victim):
        refusal = Refusal(f"{grappler.name} holds somebody already", "bb.action.grapple")
    away = scene.distance(grappler, victim)
    if refusal is None and (not victim.here or away > max(1, given.value)):
        refusal = Refusal(f"{victim.name} is not within {max(1, given.value)} m", "bb.action.grapple")
    return refusal


def not_beside(scene: Scene, who: Being, given: Condition) -> Refusal | None:
    a, b, c, d = map(int, given.note.split())
    return fits_hunker(scene, who, read_edge(((a, b), (c, d))))


def cannot_escalate(scene: Scene, who: Being, given: Condition) -> Refusal | None:
    if scene.mode != "combat" or who.side != PARTY or not who.sheet.pc:
        return Refusal("only player characters in combat escalate", "bb.escalation.activate")
    return cannot_act(scene, who)


FALLS = ("Down", "Out", "Dead")
IMPOSSIBLE: dict[str, Callable[[Scene, Being, Condition], Refusal | None]] = {
    "Unmasked": never_unmasked,
    "Shattered": never_shattered,
    "Focused": cannot_focus,
    "Grappled": cannot_be_held,
    "Grappler": cannot_be_held,
    "Hunkered": not_beside,
    "Escalated": cannot_escalate,
    **dict.fromkeys(FALLS, fallen_already),
}


def knock_out(scene: Scene, who: Being) -> None:
    who.hp = 0
    end(scene, who, "Down")
    afflict(scene, who, "Out")


def take_mask(scene: Scene, who: Being) -> None:
    """The mask lies at their feet."""
    if who.mask:
        scene.lying = (*scene.lying, Lying("mask", who.mask, who.at))
        scene.record("mask_lands", "bb.cond.unmasked", who=who.id, mask=who.mask, at=who.at)
        who.mask = ""
    afflict(scene, who, "Unmasked", value=scene.clock)


# What follows from something else comes with it, as if the rules had brought it about.
WHOLE: dict[str, Callable[[Scene, Being], None]] = {
    "Down": go_down,
    "Out": knock_out,
    "Dead": lambda scene, who: die(scene, who, "bb.out.state"),
    "Shattered": lambda scene, who: set_plating(scene, who, 0),
    "Unmasked": take_mask,
}


@gm(
    "inflict", "bb.cond.general", being(), free("condition"), somebody("source"), free("until", ""), whole("dc", 0),
    free("note", ""), fits=fits_inflict, label="Add condition",
)  # fmt: skip
async def inflict(scene: Scene, who: Being, condition: str, source: str, until: str, dc: int, note: str) -> None:
    """A condition, with its source and its end."""
    ends = lasting(scene, until, "inflict")
    if condition in WHOLE:
        WHOLE[condition](scene, who)
    elif condition == "Focused":
        take_focus(scene, who, note)
    else:
        afflict(scene, who, condition, source=source, until=ends, value=dc, note=note)


def fits_relieve(scene: Scene, who: Being, condition: str, source: str | None) -> Refusal | None:
    if condition not in CONDITIONS:
        raise BadInput(f"there is no condition {condition!r}; {there_are(condition, sorted(CONDITIONS))}")
    if condition not in who.states:
        return None
    if not who.hp and condition in (*FALLS, "Unconscious") and who.states.isdisjoint({*FALLS} - {condition}):
        return Refusal(f"{who.name} has 0 HP: give them HP, and it ends", "bb.down.healing_ends")
    if condition == "Shattered" and who.sheet.plating and not who.plating:
        return Refusal(f"{who.name} has no Plating left: give them some, and it ends", "bb.cond.shattered")
    if condition == "Unmasked" and who.sheet.needs_mask and not who.mask:
        return Refusal(f"{who.name} wears no mask: give them one, and it ends", "bb.cond.unmasked")
    return None


@gm(
    "relieve",
    "bb.cond.general",
    being(),
    free("condition"),
    somebody("source", None),
    fits=fits_relieve,
    label="End condition",
)
async def relieve(scene: Scene, who: Being, condition: str, source: str | None) -> None:
    """A condition ends, from one source or from all; of whom the players knew nothing, they know then."""
    if condition == "Hidden" and not who.seen:
        reveal(scene, who, "appears")
        return
    end(scene, who, condition, source=source, rule="bb.cond.general")
