"""Effort: how many there are, what one costs, and the right to spend one at any time.

Between finished actions an Effort is the action `effort`, open to everybody on anybody's turn. In the middle of a roll
it is offered by `on_rolls.py`, and only to those who want it: `offer` sets when somebody is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import Command, step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.vitality.book.action_types import COMBAT_MODE, action, gain_reaction
from ludex.games.vitality.book.characters.features import SHEET, boon_effect, boon_effects, powerless
from ludex.games.vitality.book.characters.scores import speed
from ludex.games.vitality.book.conditions import afflict, end, end_all, go_down, refuse_movement, until_end_of_turn
from ludex.games.vitality.records.boon_effects import ExtraEffort, NoEffort
from ludex.games.vitality.state import BEATEN, Being, Scene

PER_REST = 2  # vt.effort.limit
LIFTS = 2  # vt.effort.capacity
BOSS_HP = 100  # of enemies who have Efforts with opt_npc_effort

# ---------------------------------------------------------------- how many


def allowed(scene: Scene, being: Being) -> int:
    """vt.effort.limit: two at the usual price, with Try-Hard three; vt.npc.effort: player characters only, and by
    option enemies of 100 HP, but neither companions nor walls."""
    sheet = being.sheet
    if not sheet.pc and (not scene.options["opt_npc_effort"] or not is_boss(being)):
        return 0
    return by_boons(scene, being, powerless(being)) if sheet.boons else PER_REST


def is_boss(being: Being) -> bool:
    return being.sheet.hp >= BOSS_HP and not being.sheet.summoner and not being.is_wall


@derived(SHEET)
def by_boons(scene: Scene, being: Being, powerless: bool) -> int:
    """How many Efforts boons leave to somebody, or bring; some of them only while somebody has their powers."""
    if boon_effect(scene, being, NoEffort) is not None:
        return 0
    more = [effect.amount for _, effect in boon_effects(scene, being) if isinstance(effect, ExtraEffort)]
    if more:
        scene.cite("vt.trait.try_hard")
    return PER_REST + sum(more)


def efforts_left(scene: Scene, being: Being) -> int:
    """How many can still be spent, the one that knocks out among them."""
    most = allowed(scene, being)
    return max(0, most + 1 - being.efforts) if most else 0


def refuse_effort(scene: Scene, being: Being) -> Refusal | None:
    """Why somebody cannot spend an Effort now."""
    if not being.states.isdisjoint(BEATEN):
        return Refusal(f"{being.name} is not awake", "vt.effort.any_time")
    if efforts_left(scene, being):
        return None
    if not being.pc and not scene.options["opt_npc_effort"]:
        return Refusal("only player characters have Efforts", "vt.npc.effort")
    if not allowed(scene, being):
        rule = "vt.boon.passive" if being.pc else "vt.npc.effort"
        return Refusal(f"{being.name} has no Efforts", rule)
    return Refusal(f"{being.name} has spent every Effort", "vt.effort.limit")


# ---------------------------------------------------------------- what it costs


def spend(scene: Scene, being: Being, rule: str) -> None:
    """vt.effort.tier_loss: Tier falls when the next turn starts; the last one knocks out instead (vt.effort.third)."""
    being.efforts += 1
    last = being.efforts > allowed(scene, being)
    if last:
        being.collapsing = True
        scene.cite("vt.effort.third")
    else:
        being.owing += 1
    scene.cite("vt.effort.any_time", "vt.effort.limit")
    scene.record("effort", rule, who=being.id, used=being.efforts, last=last)


def feel(scene: Scene, being: Being) -> None:
    """vt.effort.tier_loss: what the Efforts since have cost; when the own turn starts, when a fight ends, and outside
    turns right after what they were spent for."""
    if being.owing:
        being.lost += being.owing
        scene.record("tires", "vt.effort.tier_loss", who=being.id, amount=being.owing, lost=being.lost)
        being.owing = 0
    if being.collapsing:
        being.collapsing = False
        if being.here:
            being.relieve("Unconscious")
            go_down(scene, being, "Unconscious", note="effort")
            scene.record("collapses", "vt.effort.third", who=being.id)


@step("vt.effort.tier_loss")
async def tires(scene: Scene, being: Being) -> None:
    feel(scene, being)


# ---------------------------------------------------------------- a standing right

BENEFITS = {
    "conditions": "vt.effort.end_conditions",
    "primary": "vt.effort.extra_action",
    "reaction": "vt.effort.extra_action",
    "move": "vt.effort.move_again",
    "capacity": "vt.effort.capacity",
    "special": "vt.effort.special",
}
MEANWHILE = ("conditions", "capacity")  # what can be done inside an attack that is being resolved


def benefits(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return (name for name in BENEFITS if fits_effort(scene, actor, name, "") is None)


def fits_effort(scene: Scene, actor: Being, benefit: str, what: str) -> Refusal | None:
    if benefit not in BENEFITS:
        raise BadInput(f"Effort has no benefit {benefit!r}; {there_are(benefit, BENEFITS)}")
    rule = BENEFITS[benefit]
    if actor.home and benefit != "conditions":
        return Refusal(f"somebody else decides what {actor.name} does", "vt.cond.control")
    if benefit == "conditions" and not actor.afflictions:
        return Refusal(f"{actor.name} has no condition", rule)
    if benefit in ("primary", "reaction", "move"):
        if scene.mode != COMBAT_MODE:
            return Refusal("outside combat nobody counts actions", rule)
        if actor.senseless:
            return Refusal(f"{actor.name} can neither act nor move", rule)
    if benefit == "primary" and scene.turns.current != actor.id and scene.options["opt_effort_own_turn_only"]:
        return Refusal("an extra Primary Action is for the own turn", rule)
    return refuse_movement(actor) if benefit == "move" else None


@action(
    "effort", rule="vt.effort.any_time", args=(
        Arg("benefit", benefits),
        Arg("what", ("",), default=""),
    ),
    may=refuse_effort, fits=fits_effort, label="Spend an Effort", tags=("anytime", "effort"),
)  # fmt: skip
async def effort(scene: Scene, actor: Being, benefit: str, what: str) -> None:
    """At any time, on anybody's turn: `benefit` is conditions, primary, reaction, move, capacity or special; `what`
    says in words what is special."""
    rule = BENEFITS[benefit]
    if benefit == "special":
        granted = await ask(
            scene, GM, lambda: OneOf((True, False) if refuse_effort(scene, actor) is None else (False,)),
            rule="vt.effort.special", about={"who": actor.id, "what": what}, default=False, meanwhile=lambda: (),
        )  # fmt: skip
        if not granted:
            scene.record("not_granted", rule, who=actor.id, what=what)
            return
    spend(scene, actor, rule)
    if benefit == "conditions":
        end_all(scene, actor, rule)
    elif benefit == "capacity":
        until = until_end_of_turn(scene) if scene.turns.order else None
        more = LIFTS + earlier_effort(actor, "Straining")
        afflict(scene, actor, "Straining", source="effort", until=until, value=more)
    elif benefit == "reaction":
        gain_reaction(actor)
    elif benefit == "primary":
        actor.primary += 1
        _out_of_turn(scene, actor, "primary", 0)
    elif benefit == "move":
        spaces = speed(scene, actor)
        if scene.turns.current == actor.id or actor.id in scene.head_start:
            actor.bonus_move += spaces
        else:
            _out_of_turn(scene, actor, "move", spaces)
    elif benefit == "special":
        scene.record("special", rule, who=actor.id, what=what)
    if scene.mode != COMBAT_MODE and benefit != "capacity":
        feel(scene, actor)


def strains_no_longer(scene: Scene, being: Being) -> None:
    """vt.effort.capacity: outside combat the strength is for one feat, and only after it the Tier falls."""
    if "Straining" in being.states:
        end(scene, being, "Straining")
        feel(scene, being)


def strains_into_combat(scene: Scene) -> None:
    """vt.effort.capacity: raised before the order of a combat stands, it holds until the first turn starts."""
    until = until_end_of_turn(scene)
    for being in scene.beings.values():
        if "Straining" in being.states:
            being.set_conditions(*[replace(c, until=until) if c.name == "Straining" else c for c in being.conditions])


def _out_of_turn(scene: Scene, actor: Being, note: str, spaces: int) -> None:
    """On somebody else's turn the right holds until that turn ends, before the first turn until that one starts."""
    if scene.turns.current != actor.id:
        value = spaces + earlier_effort(actor, "Pushing", note)
        afflict(scene, actor, "Pushing", note=note, value=value, until=until_end_of_turn(scene))


def earlier_effort(actor: Being, name: str, note: str = "") -> int:
    """vt.stack.additive: what an earlier Effort of the same kind has brought, to which the next one is added."""
    return sum([c.value for c in actor.conditions if c.name == name and c.note == note])


def efforts_meanwhile(scene: Scene) -> Iterable[Command]:
    """What Effort can do while any question is open: never an action or a move inside an attack."""
    for being in scene.beings.values():
        if efforts_left(scene, being) and refuse_effort(scene, being) is None:
            for name in MEANWHILE:
                if fits_effort(scene, being, name, "") is None:
                    yield Command(being.id, "effort", (("benefit", name), ("what", "")))


# ---------------------------------------------------------------- when it is offered

OFFERED = ("telling", "all", "never")


def only_with_second_looks(scene: Scene, actor: Being) -> Refusal | None:
    if not allowed(scene, actor) and not actor.sheet.boons:
        return Refusal(f"{actor.name} has nothing to change a roll with", "vt.effort.any_time")
    return None


@action(
    "offer", rule="vt.effort.any_time", args=(Arg("when", OFFERED, closed=True),),
    may=only_with_second_looks, label="When to be asked about Effort", tags=("anytime", "idle"),
)  # fmt: skip
async def offer(scene: Scene, actor: Being, when: str) -> None:
    """When somebody is asked whether to change a roll or a score: where it can tell, always, or never."""
    actor.asks = when
    scene.record("offered", "vt.effort.any_time", who=actor.id, when=when)
