"""Crafting: Simple Craftables, in a rest or on the way; Modules of Tools; ropes tied and air shared."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal, cite
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import being, free, names, number, somebody
from ludex.games.bluebox.book.action_economy import Ap, action, gm
from ludex.games.bluebox.book.adventure.rest import activity
from ludex.games.bluebox.book.adventure.time import pass_time
from ludex.games.bluebox.book.attacks.weapons import about_modules, carried_with, modules_of, weapon_entry
from ludex.games.bluebox.book.conditions import cannot_act, comes_to_nothing
from ludex.games.bluebox.book.dice import FAILURE, Rolled, check, contest, extra_edges, total_of
from ludex.games.bluebox.book.powers.actions import item_named
from ludex.games.bluebox.book.powers.powers import add_item
from ludex.games.bluebox.records.effects import Air, Line
from ludex.games.bluebox.records.kinds import Item
from ludex.games.bluebox.state import Being, Scene, without

# ---------------------------------------------------------------- Simple Craftables


def craftables(scene: Scene) -> list[Item]:
    return [item for item in scene.library.offered("item") if item.craft_dc]


def not_craftable(scene: Scene, name: str) -> Refusal | None:
    item = item_named(scene, name)
    return None if item.craft_dc else Refusal(f"{item.name} is no Simple Craftable", "bb.craft.check")


@step("bb.craft.check")
async def craft(scene: Scene, crafter: Being, name: str, context: str = "") -> None:
    """A Crafting check against the item's DC; a failure loses nothing."""
    if comes_to_nothing(scene, crafter, cannot_act(scene, crafter)):
        return
    dc = item_named(scene, name).craft_dc
    extra = extra_edges(scene, crafter, "Crafting", 0, "", context)
    if await check(scene, crafter, "Crafting", dc, rule="bb.craft.check", extra=extra) == FAILURE:
        scene.record("not_crafted", "bb.craft.check", who=crafter.id, item=name)
    else:
        keep(scene, crafter, item_named(scene, name))


def keep(scene: Scene, crafter: Being, item: Item) -> None:
    """What is made is kept: a weapon among the weapons, other things with the crafter's KNO on them."""
    if item.weapon:
        crafter.weapons = (*crafter.weapons, item.weapon)
    else:
        add_item(crafter, item.id, crafter.sheet.stats["KNO"])
    scene.record("crafted", "bb.craft.check", who=crafter.id, item=item.id)


def fits_on_the_way(scene: Scene, crafter: Being, item: str, context: str) -> Refusal | None:
    if scene.mode == "rest":
        return Refusal("in a rest, crafting is a Rest Activity", "bb.rest.craft")
    if scene.mode == "combat":
        return Refusal("nobody crafts in combat", "bb.mode.play")
    return not_craftable(scene, item)


@gm("craft", "bb.craft.check", being(), free("item"), free("context", ""), fits=fits_on_the_way)
async def craft_on_the_way(scene: Scene, crafter: Being, item: str, context: str) -> None:
    """Outside a rest one item takes its hours. `context`: what of it a Background may know."""
    scene.next(pass_time(item_named(scene, item).craft_hours, 0, 0), craft(crafter, item, context))


def how_many(actor: Being) -> int:
    """bb.rest.craft: 1 + KNO, never below 0."""
    return max(0, 1 + actor.sheet.stats["KNO"])


def batches(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """As many as can be made of each kind; a mixed batch may be named too."""
    return [(item.id,) * how_many(actor) for item in craftables(scene) if how_many(actor)]


def may_craft(scene: Scene, actor: Being) -> Refusal | None:
    return None if how_many(actor) else Refusal(f"{actor.name} crafts nothing at all: 1 + KNO is 0", "bb.rest.craft")


def fits_craft(scene: Scene, actor: Being, items: Plain) -> Refusal | None:
    if not isinstance(items, tuple) or not items:
        raise BadInput(f"items: expected a list of items, not {spelled(items)}")
    if len(items) > how_many(actor):
        return Refusal(f"{actor.name} crafts at most {how_many(actor)} at once", "bb.rest.craft")
    return next(filter(None, (not_craftable(scene, str(item)) for item in items)), None)


@activity("rest_craft", "bb.rest.craft", "Craft", Arg("items", batches), may=may_craft, fits=fits_craft)
async def rest_craft(scene: Scene, actor: Being, items: tuple[str, ...]) -> None:
    """1 + KNO items, each with its Crafting check."""
    for item in items:
        if scene.options["opt_rest_craft_no_roll"]:
            keep(scene, actor, item_named(scene, item))
        else:
            scene.next(craft(actor, item))


# ---------------------------------------------------------------- Modules


def tools(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    practiced = actor.sheet.practiced_weapons
    return [w for w in dict.fromkeys(actor.weapons) if w in practiced and not weapon_entry(scene, w).natural]


def removable(scene: Scene, actor: Being, weapon: Plain, *chosen: Plain) -> Iterable[Plain]:
    return ("", *modules_of(scene, actor, str(weapon)))


def installable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("", *(module.id for module in scene.library.offered("module")))


def refitted(scene: Scene, actor: Being, weapon: str, remove: str, install: str) -> tuple[str, ...]:
    """The Modules of a weapon after the change."""
    kept = without(modules_of(scene, actor, weapon), remove)
    return (*kept, install) if install else kept


def fits_module(scene: Scene, actor: Being, weapon: str, remove: str, install: str) -> Refusal | None:
    shelf = scene.library.shelves["module"]
    if weapon not in tools(scene, actor):
        return Refusal(f"{actor.name} has no Tool {weapon!r} that they are Practiced with", "bb.rest.module")
    if not remove and not install:
        return Refusal("no Module is named to take off or to put on", "bb.rest.module")
    if remove and remove not in modules_of(scene, actor, weapon):
        return Refusal(f"{weapon!r} has no Module {remove!r}", "bb.rest.module")
    if not install:
        return None
    if install not in shelf:
        raise BadInput(f"there is no Module {install!r}; {there_are(install, shelf.entries)}")
    cite("bb.tool.hex_points")
    modules = refitted(scene, actor, weapon, remove, install)
    return next(about_modules(scene.library, modules, actor.sheet.level), None)


@activity(
    "rest_module", "bb.rest.module", "Change a Module", Arg("weapon", tools),
    Arg("remove", removable, default=""), Arg("install", installable, default=""),
    fits=fits_module,
)  # fmt: skip
async def rest_module(scene: Scene, actor: Being, weapon: str, remove: str, install: str) -> None:
    """Swap, take off or put on one Module of a Tool that one is Practiced with."""
    others = tuple(pair for pair in actor.fitted if pair[0] != weapon)
    actor.fitted = (*others, (weapon, refitted(scene, actor, weapon, remove, install)))
    scene.record("modules", "bb.rest.module", who=actor.id, weapon=weapon, removed=remove, installed=install)


# ---------------------------------------------------------------- ropes


def note(scene: Scene, what: str, value: int) -> None:
    """Keep a number for later."""
    scene.known = (*(pair for pair in scene.known if pair[0] != what), (what, value))


def knot_of(who: str) -> str:
    return f"rope of {who}"


def may_tie(scene: Scene, actor: Being) -> Refusal | None:
    return None if carried_with(scene, actor, Line) else Refusal(f"{actor.name} has no rope", "bb.item.rope")


@action("tie_rope", rule="bb.item.rope", cost=Ap(1), may=may_tie, label="Tie the rope", tags=("idle",))
async def tie_rope(scene: Scene, actor: Being) -> None:
    """A Crafting check; the total is noted."""
    total, _ = await total_of(scene, actor, "Crafting", rule="bb.item.rope")
    note(scene, knot_of(actor.id), total)


def tied(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    known = dict(scene.known)
    return [name for name in scene.beings if knot_of(name) in known]


def may_untie(scene: Scene, actor: Being) -> Refusal | None:
    return None if tied(scene, actor) else Refusal("no rope is tied", "bb.item.rope")


def fits_untie(scene: Scene, actor: Being, tied_by: Being) -> Refusal | None:
    if tied_by.id not in tied(scene, actor):
        return Refusal(f"no rope is tied by {tied_by.name}", "bb.item.rope")
    return None


@action(
    "untie_rope", rule="bb.item.rope", cost=Ap(1), args=(Arg("tied_by", tied),), may=may_untie, fits=fits_untie,
    label="Untie a rope", tags=("idle",),
)  # fmt: skip
async def untie_rope(scene: Scene, actor: Being, tied_by: Being) -> None:
    """An enemy contests the noted total with their own Crafting check; for a friend it is easy."""
    knot = knot_of(tied_by.id)
    if actor.side != tied_by.side:
        tried = await total_of(scene, actor, "Crafting", rule="bb.item.rope")
        scene.next(contest(actor, tried, tied_by, Rolled(dict(scene.known)[knot]), untied(actor, tied_by)))
    else:
        scene.next(untied(actor, tied_by))


@step("bb.item.rope")
async def untied(scene: Scene, actor: Being, tied_by: Being) -> None:
    scene.known = tuple(pair for pair in scene.known if pair[0] != knot_of(tied_by.id))
    scene.record("untied", "bb.item.rope", who=actor.id, tied_by=tied_by.id)


# ---------------------------------------------------------------- air


def breathed(owner: Being) -> str:
    return f"air breathed of {owner.id}"


def air_left(scene: Scene, owner: Being) -> int:
    """Minutes that one user could breathe: an hour for each Air Bladder, less what was breathed."""
    full = 0
    for carried in owner.items:
        effects = item_named(scene, carried.id).effects
        full += carried.count * sum(effect.minutes for effect in effects if isinstance(effect, Air))
    return full - dict(scene.known).get(breathed(owner), 0)


def fits_breathe(scene: Scene, owner: Being, users: Plain, minutes: int) -> Refusal | None:
    if carried_with(scene, owner, Air) is None:
        return Refusal(f"{owner.name} has no Air Bladder", "bb.item.air_bladder")
    count = len(names(scene, users))
    if not count:
        raise BadInput("users: expected those who breathe from it")
    each = air_left(scene, owner) // count
    if number(minutes, "minutes") > each:
        return Refusal(f"there is air for {each} minutes each", "bb.item.air_bladder")
    return None


@gm(
    "breathe",
    "bb.item.air_bladder",
    being("owner"),
    somebody("users", ...),
    free("minutes", 0),
    fits=fits_breathe,
    label="Share an air bladder",
)
async def breathe(scene: Scene, owner: Being, users: Plain, minutes: int) -> None:
    """Some share the air of a bladder for some minutes; the ruling tells how many more each of them has."""
    sharing = tuple(names(scene, users))
    if minutes:
        used = dict(scene.known).get(breathed(owner), 0) + minutes * len(sharing)
        note(scene, breathed(owner), used)
        scene.next(pass_time(0, minutes, 0))
    each = air_left(scene, owner) // len(sharing)
    scene.record("air", "bb.item.air_bladder", who=owner.id, users=sharing, each=each)
