"""The actions that use powers, masks and items: what they cost, and on whom or what they can be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, cast

from ludex.core.board.hex import Cell, Edge, connected, edge, nearest_pair, neighbours, within
from ludex.core.game import game_of
from ludex.core.kernel.action import NO_VALUE, Arg, oneself
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.bluebox.book.action_economy import Ap, Free, action
from ludex.games.bluebox.book.attacks.actions import in_reach
from ludex.games.bluebox.book.attacks.weapons import power_attack
from ludex.games.bluebox.book.conditions import all_but_over, comes_to_nothing
from ludex.games.bluebox.book.movement.sight import hidden_from, sees, unblocked
from ludex.games.bluebox.book.powers.effects import limit_used
from ludex.games.bluebox.book.powers.powers import aimed_at, confirm_focus, pay_ep, unleash, use_mask_mode, use_up
from ludex.games.bluebox.records.effects import Payload, RaiseCover
from ludex.games.bluebox.records.kinds import Item, Mode, Power, Target
from ludex.games.bluebox.state import Being, Scene

# ---------------------------------------------------------------- paying


def payments(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("ep",) if actor.ep else ("exhaustion",)


PAY = Arg("pay", payments, default="ep")


def refuse_ep(actor: Being, ep: int, pay: str) -> Refusal | None:
    """bb.ep.exhaustion: Exhaustion pays only where no EP is left."""
    if not ep:
        return None
    if pay == "exhaustion":
        if actor.ep:
            return Refusal(f"{actor.name} has {actor.ep} EP left and pays with EP", "bb.ep.exhaustion")
        return None
    if pay != "ep":
        raise BadInput(f"a power is paid with 'ep' or 'exhaustion', not {pay!r}")
    if actor.ep < ep:
        return Refusal("no EP left; it can be paid with a level of Exhaustion", "bb.ep.exhaustion")
    return None


class SkillCost:
    """AP and EP of a power, mask or item. Where Focus has to be confirmed first, nothing is paid before that."""

    def entry(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Power | Mode | Item:
        raise NotImplementedError

    def entries(self, scene: Scene, actor: Being) -> Iterable[Power | Mode | Item]:
        """All that this being has of the kind."""
        raise NotImplementedError

    def cheapest(self, scene: Scene, actor: Being) -> int:
        """The fewest AP of all these."""
        return min([ap_of(entry) for entry in self.entries(scene, actor)], default=0)

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not args:
            cheapest = self.cheapest(scene, actor)
            return Ap(cheapest).refusal(scene, actor, args) if cheapest else None
        entry = self.entry(scene, actor, args)
        if is_free(entry) and "Escalated" in actor.states:
            return Refusal("an escalated action is a 1 AP action", "bb.escalation.activate")
        refusal = price_of(entry).refusal(scene, actor, args)
        if refusal is None and not isinstance(entry, Item):
            refusal = refuse_ep(actor, entry.ep, str(args[-1]))
        return refusal

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        entry = self.entry(scene, actor, args)
        if not isinstance(entry, Item) and entry.focus and actor.focus:
            scene.next(owed())
        else:
            pay_for(scene, actor, entry, str(args[-1]))


class PowerCost(SkillCost):
    def entry(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Power:
        return power_named(scene, actor, args[0])

    def entries(self, scene: Scene, actor: Being) -> Iterable[Power]:
        shelf = scene.library.shelves["power"].entries
        return [shelf[name] for name in actor.sheet.powers]

    def cheapest(self, scene: Scene, actor: Being) -> int:
        return cheapest_power(scene, actor)


@derived("actor.sheet")
def cheapest_power(scene: Scene, actor: Being) -> int:
    shelf = scene.library.shelves["power"].entries
    return min([ap_of(shelf[name]) for name in actor.sheet.powers], default=0)


class MaskCost(SkillCost):
    def entry(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Mode:
        return mode_named(scene, actor, args[0])

    def entries(self, scene: Scene, actor: Being) -> Iterable[Mode]:
        return modes_of(scene, actor)


class ItemCost(SkillCost):
    def entry(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Item:
        return item_named(scene, args[0])

    def entries(self, scene: Scene, actor: Being) -> Iterable[Item]:
        return items_to_use(scene, actor)


def is_free(entry: Power | Mode | Item) -> bool:
    return not isinstance(entry, Item) and entry.timing == "free_action"


def ap_of(entry: Power | Mode | Item) -> int:
    return 0 if is_free(entry) else entry.ap


def price_of(entry: Power | Mode | Item) -> Ap | Free:
    """What using it costs: AP, or the Free Action that it is. Limits on how often are counted elsewhere."""
    return Free(f"free:{entry.id}") if is_free(entry) else Ap(entry.ap)


def pay_for(scene: Scene, actor: Being, entry: Power | Mode | Item, pay: str) -> None:
    if not isinstance(entry, Item):
        pay_ep(scene, actor, entry.ep, pay)
    price_of(entry).pay(scene, actor, ())


@step("bb.focus.one")
async def owed(scene: Scene) -> None:
    """Stands on the agenda for a price that is due once the new Focus is confirmed; waived, it is not there."""


def collect(scene: Scene) -> bool:
    """Whether a price is owed for the skill that is about to be confirmed; it is then the skill's to pay."""
    due = owed()
    waits = due in scene.agenda
    if waits:
        scene.agenda = tuple(entry for entry in scene.agenda if entry != due)
    return waits


def hindrance(scene: Scene, actor: Being, what: str, chosen: tuple[Plain, ...]) -> Refusal | None:
    """Why a skill cannot be used and paid for any more, now that the new Focus is confirmed."""
    game = game_of(scene)
    try:
        return game.refusal(scene, game.actions[what].command(actor, chosen))
    except BadInput as fault:  # the mask is gone
        return Refusal(str(fault), "bb.kanohi.known")


# ---------------------------------------------------------------- powers


def power_named(scene: Scene, actor: Being, name: object) -> Power:
    if name not in actor.sheet.powers:
        raise BadInput(f"{actor.name} has no power {name!r}; {there_are(name, actor.sheet.powers)}")
    found: Power = scene.library.shelves["power"].get(str(name))
    return found


def powers(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return actor.sheet.powers


def targets_of(scene: Scene, actor: Being, entry: Power | Mode | Item) -> Iterable[Plain]:
    """Whom or what a skill can be used on."""
    reach = entry.target
    if reach is None or reach.who in ("self", "others", "everyone"):
        return (None,)
    if reach.who == "being":
        return [enemy.id for enemy in scene.enemies(actor)]
    if reach.who == "ally_or_self":
        return [actor.id, *(ally.id for ally in scene.allies(actor))]
    if reach.who == "hex":
        least, most = reach.distance
        around = dict.fromkeys([cell for own in actor.cells for cell in within(own, most)])
        return [c for c in around if scene.board.open(c) and least <= scene.distance_to(actor, c) <= most]
    return ramparts(scene, actor, entry, reach)


def ramparts(scene: Scene, actor: Being, entry: Power | Mode | Item, reach: Target) -> Iterable[Plain]:
    """A few ways to lay Cover: lines of edges before each enemy's side of the user, and of each ally."""
    wanted = sum(e.edges for e in entry.effects if isinstance(e, RaiseCover))
    for cell in [actor.at, *(ally.at for ally in scene.allies(actor))]:
        sides = [edge(cell, n) for n in neighbours(cell) if n in scene.board.cells and cell in scene.board.cells]
        for laid in combinations(sides, min(wanted, len(sides))):
            if laid and connected(laid):  # who is not on the map has nothing beside them
                yield tuple(laid)


def some_target(scene: Scene, actor: Being, pick: Callable[[int], int], entry: Power | Mode | Item) -> Plain:
    """One of `targets_of` by luck, without listing all hexes and edges."""
    reach = entry.target
    if reach is not None and reach.who == "hex":
        own = actor.cells
        around = within(own[pick(len(own)) if len(own) > 1 else 0], reach.distance[1])
        return around[pick(len(around))]
    if reach is not None and reach.who == "edges":
        wanted = sum(e.edges for e in entry.effects if isinstance(e, RaiseCover))
        first, around = pick(6), neighbours(actor.at)
        return tuple(edge(actor.at, around[(first + number) % 6]) for number in range(min(wanted, 6)))
    values = tuple(targets_of(scene, actor, entry))
    return values[pick(len(values))] if values else NO_VALUE


def read_target(value: Plain) -> Plain:
    """A being's id, a hex, or a list of edges."""
    first = value[0] if isinstance(value, tuple) and value else None
    if isinstance(value, tuple) and isinstance(first, tuple) and first and isinstance(first[0], tuple):
        try:
            return tuple(edge(*cast(Edge, pair)) for pair in value)
        except (TypeError, ValueError, IndexError) as fault:
            raise BadInput(f"expected edges, each [[q, r], [q, r]] of two neighbouring hexes: {fault}") from None
    return value


def target_of(skill: Callable[[Scene, Being, Plain], Power | Mode | Item], default: Any) -> Arg:
    """The target of a power, mask or item, which is named before it."""

    def targets(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> Iterable[Plain]:
        return targets_of(scene, actor, skill(scene, actor, name))

    def some(scene: Scene, actor: Being, pick: Callable[[int], int], name: Plain, *chosen: Plain) -> Plain:
        return some_target(scene, actor, pick, skill(scene, actor, name))

    return Arg("target", targets, default=default, sample=some, read=read_target)


def fits_power(scene: Scene, actor: Being, name: str, target: Plain, pay: str) -> Refusal | None:
    power = power_named(scene, actor, name)
    refusal = refuse_target(scene, actor, power.target, target, power)
    if refusal is not None:
        return refusal
    if "Disengaged" in actor.states and (power.attack is not None or power.save is not None):
        return Refusal(f"{actor.name} has Disengaged", "bb.move.disengage")
    on = scene.beings.get(target) if isinstance(target, str) else None
    used = limit_used(actor, power.id, power.limits, on if on is not None else actor)
    if used:
        return Refusal(f"{power.name} is {used}, and that is used up", "bb.limit.frequency")
    if power.attack is not None:
        assert on is not None
        return in_reach(scene, actor, on, power_attack(scene, actor, power))
    return None


def refuse_target(
    scene: Scene, actor: Being, reach: Target | None, target: Plain, entry: Power | Mode | Item
) -> Refusal | None:
    """Why a skill cannot be used on this."""
    if reach is None or reach.who in ("self", "others", "everyone"):
        return None
    least, most = reach.distance
    if reach.who in ("being", "ally_or_self"):
        on: Being = scene.being(target)
        if not on.here:
            return Refusal(f"{on.name} is not there any more", "bb.reach.range")
        if reach.who == "ally_or_self" and on.side != actor.side:
            return Refusal(f"{on.name} is no ally", "bb.reach.range")
        if reach.who == "being" and hidden_from(on, actor):
            return Refusal(f"{on.name} is Hidden", "bb.cond.hidden")
        away = 0 if on is actor else scene.distance(actor, on)
        if not least <= max(away, 1 if on is not actor else 0) <= most:
            return Refusal(f"{on.name} is {away} m away; it reaches {least} to {most} m", "bb.reach.range")
        attacks = isinstance(entry, Power) and entry.attack is not None  # aimed like any attack, see in_reach
        if not reach.los or on is actor or attacks:
            return None
        if reach.who == "ally_or_self":  # allies know of each other where they are, seen or not
            walled = not unblocked(scene, actor, on)
            return Refusal(f"a wall stands between {actor.name} and {on.name}", "bb.los.line") if walled else None
        return None if sees(scene, actor, on) else Refusal(f"{actor.name} does not see {on.name}", "bb.los.line")
    if reach.who == "hex":
        if not (isinstance(target, tuple) and len(target) == 2 and all(type(n) is int for n in target)):
            raise BadInput(f"{entry.name} needs a hex [q, r] as its target, not {target!r}")
        cell = cast(Cell, target)
        if not scene.board.open(cell):
            return Refusal("that is not an open hex of the map", "bb.reach.range")
        away = scene.distance_to(actor, cell)
        if not least <= away <= most:
            return Refusal(f"that is {away} m away; it reaches {least} to {most} m", "bb.reach.range")
        if reach.los and "Blinded" in actor.states:
            return Refusal(f"{actor.name} is Blinded and sees no hex", "bb.cond.blinded")
        if reach.los and not scene.board.sight(*nearest_pair(actor.cells, (cell,))):
            return Refusal(f"{actor.name} does not see that hex", "bb.los.line")
        return None
    return refuse_edges(scene, actor, reach, target, entry)


def refuse_edges(
    scene: Scene, actor: Being, reach: Target, target: Plain, entry: Power | Mode | Item
) -> Refusal | None:
    """bb.cover.place: as many edges as the skill gives, laid as it says."""
    if not isinstance(target, tuple) or not target or not isinstance(target[0], tuple):
        raise BadInput(f"{entry.name} needs a list of edges as its target, not {target!r}")
    edges = cast(tuple[Edge, ...], target)
    wanted = next(e for e in entry.effects if isinstance(e, RaiseCover))
    if len(set(edges)) != wanted.edges:
        return Refusal(f"{entry.name} places {wanted.edges} edges, not {len(set(edges))}", "bb.cover.place")
    if wanted.connected and not connected(edges):
        return Refusal("the edges are not connected", "bb.cover.place")
    for pair in edges:
        if not all(cell in scene.board.cells for cell in pair):
            return Refusal(f"{[list(c) for c in pair]} is not on the map", "bb.cover.place")
        if min(scene.distance_to(actor, cell) for cell in pair) > reach.distance[1]:
            return Refusal(f"{[list(c) for c in pair]} is farther than {reach.distance[1]} m", "bb.cover.place")
    return None


POWER_TARGET = target_of(power_named, default=None)


def may_power(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.sheet.powers else Refusal(f"{actor.name} has no powers", "bb.gap.elements")


async def refocuses(scene: Scene, actor: Being, action: str, given: tuple[Plain, ...], due: bool) -> bool:
    """Do they give up their Focus for another, and can it still be used once they have been asked?"""
    if not await confirm_focus(scene, actor, str(given[0])) or all_but_over(scene):
        return False
    return not (due and comes_to_nothing(scene, actor, hindrance(scene, actor, action, given)))


@action(
    "power", rule="bb.ep.resource", cost=PowerCost(),
    args=(Arg("power", powers), POWER_TARGET, PAY),
    may=may_power, fits=fits_power, label="Use a power", tags=("skill",),
)  # fmt: skip
async def use_power(scene: Scene, actor: Being, name: str, target: Plain, pay: str) -> None:
    """A power, on a being, a hex or edges as it says."""
    power = power_named(scene, actor, name)
    due = collect(scene)
    if power.focus and actor.focus and not await refocuses(scene, actor, "power", (name, target, pay), due):
        return
    scene.next(unleash(actor, power, target))
    if due:  # what paying for it brings comes after it
        pay_for(scene, actor, power, pay)


# ---------------------------------------------------------------- masks


def modes_of(scene: Scene, actor: Being) -> tuple[Mode, ...]:
    mask = scene.library.shelves["mask"].entries.get(actor.mask)
    return mask.modes if mask is not None else ()


def mode_named(scene: Scene, actor: Being, name: object) -> Mode:
    for mode in modes_of(scene, actor):
        if mode.id == name:
            return mode
    known = there_are(name, [mode.id for mode in modes_of(scene, actor)])
    raise BadInput(f"the mask that {actor.name} wears has no use {name!r}; {known}")


def mask_modes(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [mode.id for mode in modes_of(scene, actor) if mode.timing != "reaction"]


def may_mask(scene: Scene, actor: Being) -> Refusal | None:
    if not actor.mask:
        return Refusal(f"{actor.name} wears no mask", "bb.kanohi.known")
    if not list(mask_modes(scene, actor)):
        return Refusal("the mask has no use of this kind", "bb.kanohi.known")
    return None


MODE_TARGET = target_of(mode_named, default=None)


def fits_mask(scene: Scene, actor: Being, name: str, target: Plain, pay: str) -> Refusal | None:
    mode = mode_named(scene, actor, name)
    if mode.timing == "reaction":
        return Refusal(f"{mode.name} answers to an event, as a Reaction", "bb.reaction.economy")
    refusal = refuse_target(scene, actor, mode.target, target, mode)
    if refusal is not None:
        return refusal
    if "Disengaged" in actor.states and mode.save is not None:
        return Refusal(f"{actor.name} has Disengaged", "bb.move.disengage")
    used = limit_used(actor, mode.id, mode.limits, aimed_at(scene, actor, mode, target))
    if used:
        return Refusal(f"{mode.name} is {used}, and that is used up", "bb.limit.frequency")
    return None


@action(
    "mask", rule="bb.kanohi.known", cost=MaskCost(), args=(Arg("mode", mask_modes), MODE_TARGET, PAY), may=may_mask,
    fits=fits_mask, label="Use the mask", tags=("skill",),
)  # fmt: skip
async def use_mask(scene: Scene, actor: Being, name: str, target: Plain, pay: str) -> None:
    """The worn Kanohi."""
    mode = mode_named(scene, actor, name)
    due = collect(scene)
    if mode.focus and actor.focus and not await refocuses(scene, actor, "mask", (name, target, pay), due):
        return
    scene.next(use_mask_mode(actor, mode, target))
    if due:
        pay_for(scene, actor, mode, pay)


# ---------------------------------------------------------------- items


def item_named(scene: Scene, name: object) -> Item:
    found: Item = scene.library.shelves["item"].get(str(name))
    return found


def items_to_use(scene: Scene, actor: Being) -> list[Item]:
    """The items carried that are used by themselves, each kind once."""
    if not actor.items:
        return []
    shelf = scene.library.shelves["item"].entries
    carried = [shelf[name] for name in dict.fromkeys([item.id for item in actor.items if item.count])]
    return [item for item in carried if item.target is not None]


def usable_items(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [item.id for item in items_to_use(scene, actor)]


ITEM_TARGET = target_of(lambda scene, actor, name: item_named(scene, name), default=oneself)


def may_item(scene: Scene, actor: Being) -> Refusal | None:
    if not items_to_use(scene, actor):
        return Refusal(f"{actor.name} carries nothing to use", "bb.craft.check")
    return None


def fits_item(scene: Scene, actor: Being, name: str, target: Plain) -> Refusal | None:
    item = item_named(scene, name)
    if actor.item(name) is None:
        return Refusal(f"{actor.name} carries no {item.name}", "bb.craft.check")
    if item.target is None:
        rule = "bb.def.grenade" if any(isinstance(e, Payload) for e in item.effects) else "bb.craft.check"
        return Refusal(f"{item.name} is not used by itself", rule)
    if "Disengaged" in actor.states and item.save is not None:
        return Refusal(f"{actor.name} has Disengaged", "bb.move.disengage")
    return refuse_target(scene, actor, item.target, target, item)


@action(
    "item", rule="bb.craft.check", cost=ItemCost(),
    args=(Arg("item", usable_items), ITEM_TARGET),
    may=may_item, fits=fits_item, label="Use an item", tags=("skill",),
)  # fmt: skip
async def use_item(scene: Scene, actor: Being, name: str, target: Plain) -> None:
    """An item, on oneself, an ally or a hex as it says."""
    scene.next(use_up(actor, item_named(scene, name), target))
