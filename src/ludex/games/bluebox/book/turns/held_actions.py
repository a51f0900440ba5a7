"""Held Actions: an action paid for now and performed as a Reaction when its trigger comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, cast

from ludex.core.board.hex import Cell
from ludex.core.game import game_of
from ludex.core.kernel.action import NO_VALUE, Action, Arg
from ludex.core.kernel.agenda import Command, step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction
from ludex.core.kernel.waiting import TARGET, Pairs, Waiting, aim, read_pairs, unsaid
from ludex.games.bluebox.book.action_economy import REGISTRY, Ap, Free, action, has_reaction, spend_reaction
from ludex.games.bluebox.book.attacks.hits import Blow
from ludex.games.bluebox.book.attacks.sequence import strike
from ludex.games.bluebox.book.attacks.weapons import attack_with
from ludex.games.bluebox.book.conditions import all_but_over, cannot_act, comes_to_nothing
from ludex.games.bluebox.book.powers.actions import (
    ap_of,
    item_named,
    mask_modes,
    mode_named,
    power_named,
    refuse_ep,
    usable_items,
)
from ludex.games.bluebox.book.powers.powers import pay_ep, unleash, use_mask_mode
from ludex.games.bluebox.records.kinds import Item, Mode, Power
from ludex.games.bluebox.state import Being, Held, Scene, Trigger

# The closed vocabulary of triggers: the event that a Held Action waits for.
TRIGGERS = {
    "enters_reach": "somebody moves into the reach or range of what is held",
    "moves": "somebody moves a metre",
    "attacks": "somebody has made an attack roll",
    "is_hit": "somebody has been hit",
    "goes_down": "somebody goes Down",
    "uses_power": "somebody has used a power or mask",
    "gm": "the game master says so",
}


def holdable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """What costs AP and could be done at all; powers, mask uses and items by their own names."""
    return [name for name in [*deeds(), *skills(scene, actor)] if conceivable(scene, actor, name)]


def some_holdable(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Plain:
    names = [*deeds(), *skills(scene, actor)]
    name = names[pick(len(names))]
    return name if conceivable(scene, actor, name) else NO_VALUE


@cache
def deeds() -> tuple[str, ...]:
    """The actions that cost AP and need nothing else to be said, but for skills."""
    held = [a for a in REGISTRY.actions.values() if isinstance(a.cost, Ap) and a.name not in UNHELD]
    actions = [a for a in held if not unsaid(a, ())]
    return tuple(a.name for a in actions if not a.modes or "combat" in a.modes)


def skills(scene: Scene, actor: Being) -> list[str]:
    """The powers, mask uses and items of this being that can wait."""
    found: list[Power | Mode | Item] = [power_named(scene, actor, name) for name in actor.sheet.powers]
    found += [mode_named(scene, actor, name) for name in mask_modes(scene, actor)]
    found += [item_named(scene, name) for name in usable_items(scene, actor)]
    return [skill.id for skill in found if _can_wait(skill)]


def conceivable(scene: Scene, actor: Being, name: str) -> bool:
    """Could it be done at all? Who is to be helped may fall only later."""
    may = REGISTRY.actions[name].may if name in REGISTRY.actions else None
    return name in HELPING or may is None or may(scene, actor) is None


def _can_wait(skill: Power | Mode | Item) -> bool:
    """It costs AP, and its target need not be named before the trigger comes."""
    timed = isinstance(skill, Item) or skill.timing == "action"
    return timed and (skill.target is None or skill.target.who not in ("hex", "edges"))


UNHELD = frozenset({"hold", "move", "quick_step", "leave_map", "escalate", "forgo", "end_turn"})  # they cost no AP


def anybody(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("", *(other.id for other in scene.beings.values() if other is not actor and other.here))


class HoldCost:
    """The held action's AP is paid when it is held."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return Ap(held_ap(scene, actor, args) if args else 1).refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        Ap(held_ap(scene, actor, args)).pay(scene, actor, args)


def held_ap(scene: Scene, actor: Being, args: tuple[Any, ...]) -> int:
    command = game_of(scene).expand(scene, Command(actor.id, args[0], args[1]))
    skill = skill_of(scene, actor, command)
    if skill is not None:
        return ap_of(skill)
    if command.name == "object":
        return cast(int, command.arg("ap", 1))
    return 0 if isinstance(REGISTRY.actions[command.name].cost, Free) else 1


def may_hold(scene: Scene, actor: Being) -> Refusal | None:
    if scene.mode != "combat":
        return Refusal("actions are held in combat only", "bb.action.held")
    if actor.held is not None:
        return Refusal("one Held Action at a time", "bb.action.held")
    return None


def can_wait(deed: Action) -> bool:
    return deed.name not in UNHELD


HOLDING = Waiting(REGISTRY.actions, can_wait, TRIGGERS, "bb.action.held", "hold", "held")


def fits_hold(scene: Scene, actor: Being, name: str, args: Pairs, event: str, who: str) -> Refusal | None:
    command = game_of(scene).expand(scene, Command(actor.id, name, args))
    return HOLDING.refusal(scene, command, event, who) or refuse_weapon(scene, actor, command)


BLOWS = frozenset({"attack", "unarmed", "shove", "trip", "flash_shot", "beyond_range", "pull_in"})


def refuse_weapon(scene: Scene, being: Being, command: Command) -> Refusal | None:
    """A Held Action is a Reaction: not with a weapon that cannot be used for one."""
    if command.name not in BLOWS or not being.ready:
        return None
    usual = REGISTRY.actions[command.name].args[0].default
    weapon = command.arg("weapon") or (usual(scene, being) if usual is not None else None)
    if weapon not in being.weapons or attack_with(scene, being, str(weapon)).reactions:
        return None
    return Refusal(f"{attack_with(scene, being, str(weapon)).name} cannot be used for Reactions", "bb.action.held")


@action(
    "hold", rule="bb.action.held", cost=HoldCost(),
    args=(
        Arg("action", holdable, default="attack", sample=some_holdable),
        Arg("with", ((),), default=(), read=read_pairs),
        Arg("event", TRIGGERS, default="enters_reach", mild=True),
        Arg("who", anybody, default="", mild=True),
    ),
    may=may_hold, fits=fits_hold, modes=("combat",), label="Hold an action",
)  # fmt: skip
async def hold(scene: Scene, actor: Being, name: str, args: Pairs, event: str, who: str) -> None:
    """Pay for an action now and perform it as a Reaction when its trigger comes."""
    command = game_of(scene).expand(scene, Command(actor.id, name, args))
    actor.held = Held(command, Trigger(event, who))
    scene.record("holds", "bb.action.held", who=actor.id, action=name, event=event, whom=who)


def aimed(scene: Scene, being: Being, command: Command, event: Event) -> Command:
    """A held command that names no target is aimed at whoever triggered it: an enemy, or an ally where it helps."""
    helps = aims(scene, being, command)
    if helps is None or command.arg(TARGET) is not None:
        return command
    for name in (event.who, event.by):
        if name in scene.beings and name != being.id and (scene.beings[name].side == being.side) == helps:
            return aim(command, name)
    return command


def aims(scene: Scene, being: Being, command: Command) -> bool | None:
    """Is this done to an ally, or to an enemy? Nothing when it is done to nobody else."""
    skill = skill_of(scene, being, command)
    if skill is None:
        return command.name in HELPING if TARGET in REGISTRY.actions[command.name].names else None
    if skill.target is None or skill.target.who not in ("being", "ally_or_self"):
        return None
    return skill.target.who == "ally_or_self"


HELPING = frozenset({"medicine", "wake"})


def paid(command: Command, pay: str) -> Command:
    """bb.action.held: EP is paid on release, and how is said then."""
    if command.name not in ("power", "mask"):
        return command
    args = (part for part in command.args if part[0] != "pay")
    return Command(command.actor, command.name, (*args, ("pay", pay)))


def payment_of(scene: Scene, being: Being, command: Command) -> str:
    """bb.ep.exhaustion: EP, or at 0 EP a level of Exhaustion."""
    skill = skill_of(scene, being, command)
    return "exhaustion" if isinstance(skill, Power | Mode) and skill.ep and not being.ep else "ep"


def skill_of(scene: Scene, being: Being, command: Command) -> Power | Mode | Item | None:
    """The power, mask or item that a command uses."""
    if command.name == "power":
        return power_named(scene, being, command.arg("power"))
    if command.name == "mask":
        return mode_named(scene, being, command.arg("mode"))
    return item_named(scene, command.arg("item")) if command.name == "item" else None


def refuse_release(scene: Scene, being: Being, command: Command, event: Event | None = None) -> Refusal | None:
    """Why a Held Action cannot be performed now, as it is, or in answer to an event."""
    try:
        if event is not None:
            command = paid(aimed(scene, being, command, event), payment_of(scene, being, command))
        skill = skill_of(scene, being, command)
    except BadInput as fault:  # the power, mask or item is gone
        return Refusal(str(fault), "bb.action.held")
    refusal = HOLDING.hindrance(scene, command) or refuse_weapon(scene, being, command)
    if refusal is None and isinstance(skill, Power | Mode):
        return refuse_ep(being, skill.ep, str(command.arg("pay")))
    return refusal


def released(scene: Scene, being: Being, command: Command) -> Entry:
    """The first step of a Held Action."""
    action, _, chosen = game_of(scene).read(scene, command)
    if command.name in BLOWS:
        weapon, target = chosen
        name = f"unarmed:{weapon}" if command.name == "unarmed" else str(weapon)
        kind = {"pull_in": "cable"}.get(command.name, command.name)
        kind = "attack" if kind in ("unarmed", "beyond_range") else kind
        blow = Blow(attack_with(scene, being, name), kind, reaction=True, beyond=command.name == "beyond_range")
        return strike(being, scene.beings[str(target)], blow)
    skill = skill_of(scene, being, command)
    if isinstance(skill, Power):
        return unleash(being, skill, chosen[1], reaction=True)
    if isinstance(skill, Mode):
        return use_mask_mode(being, skill, chosen[1])
    return Entry(action.step, (being.id, *chosen))


def holders(scene: Scene, event: Event) -> list[str]:
    return [being.id for being in scene.beings.values() if being.held is not None]


def held_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """bb.action.held: the trigger has come, the Reaction is there, and the action can still be done."""
    held = being.held
    if held is None or event.who == being.id or not has_reaction(scene, being) or all_but_over(scene):
        return ()
    wanted = held.trigger.event
    if event.kind == "gm":
        wanted = "gm" if event.by == being.id else ""  # the game master's word stands for any trigger
    if wanted != event.kind and not (wanted == "enters_reach" and event.kind == "moves"):
        return ()
    who = held.trigger.who
    if who and who != event.who and event.kind != "gm":
        return ()
    if not who and event.kind != "gm" and scene.beings[event.who].side == being.side:
        return ()
    if refuse_release(scene, being, held.command, event) is not None:
        return ()
    if wanted == "enters_reach":  # who was there before this metre does not enter
        before = scene.fork()
        before.beings[event.who].at = cast(Cell, event.get("from"))
        if refuse_release(before, before.beings[being.id], held.command, event) is None:
            return ()
    pay = payment_of(scene, being, held.command)
    return ("release" if pay == "ep" else f"release:{pay}",)


def held_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    spend_reaction(scene, being)
    held = being.held
    assert held is not None
    being.held = None
    pay = str(way).partition(":")[2] or "ep"
    return release(being, paid(aimed(scene, being, held.command, event), pay))


@step("bb.action.held")
async def release(scene: Scene, being: Being, command: Command) -> None:
    """The held action is done now: its AP was paid when it was held, its EP is paid on release."""
    hindrance = cannot_act(scene, being) or refuse_release(scene, being, command)
    if comes_to_nothing(scene, being, hindrance):
        return
    scene.record("releases", "bb.action.held", who=being.id, action=command.name)
    skill = skill_of(scene, being, command)
    if isinstance(skill, Power | Mode):
        scene.next(released(scene, being, command))
        pay_ep(scene, being, skill.ep, str(command.arg("pay")))
    else:
        await scene.then(released(scene, being, command))


HELD = [
    Reaction("reaction", event, "bb.action.held", held_ways, held_entry, holders)
    for event in ("moves", "attacks", "is_hit", "goes_down", "uses_power", "gm")
]
