"""Using features: on the own turn what they cost, how often and on whom, and hiding, which everybody can try; and those
that answer to an attack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ludex.core.kernel.action import Arg, only
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, whom
from ludex.games.navyblue.book.adventure.activities import may_take, take_up
from ludex.games.navyblue.book.adventure.intervals import SPENT, WAYS
from ludex.games.navyblue.book.attacks.actions import NOBODY, NOWHERE, aims, refuse_aim, struck, zones_for
from ludex.games.navyblue.book.attacks.effects import happen
from ludex.games.navyblue.book.attacks.reach import cannot_reach, find_hidden, no_target, out_of_reach
from ludex.games.navyblue.book.attacks.sequence import attack_attrs, best_attr, strike_with
from ludex.games.navyblue.book.conditions import afflict, end, until_of
from ludex.games.navyblue.book.dice import SUCCESSES, check
from ludex.games.navyblue.book.features import feature, forbidden, owned, usable_by, use_up, uses_left
from ludex.games.navyblue.book.motion import Motion, action
from ludex.games.navyblue.book.movement.actions import check_bonuses
from ludex.games.navyblue.book.movement.sight import no_such_zone
from ludex.games.navyblue.records.effects import Damage, Effect
from ludex.games.navyblue.records.kinds import Feature
from ludex.games.navyblue.state import Being, Scene

ON_TURN = ("action", "maneuver")  # timings of features that are used on the own turn


class Activation:
    """nb.feature.tags: the Actions and Motion Points that a feature states, all within one turn."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "fight" or not args:
            return None
        cost = feature(scene, args[0]).cost
        if actor.actions < cost.actions:
            short = "no Action is left" if not actor.actions else f"it takes {cost.actions} Actions in one turn"
            return Refusal(short, "nb.action.one")
        if actor.motion < cost.motion:
            return Refusal(f"it costs {cost.motion} MP, with {actor.motion} left", "nb.motion.points")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        cost = feature(scene, args[0]).cost
        if cost.actions:
            end(scene, actor, "Hidden")  # nb.gap.sight
        if scene.mode == "fight":
            actor.actions -= cost.actions
            actor.motion -= cost.motion
            actor.run_up = False
            scene.cite("nb.action.one" if cost.actions else "nb.motion.points")


# ---------------------------------------------------------------- which, and on whom


def active(scene: Scene, actor: Being) -> list[Feature]:
    """The features that somebody has and can use on their own turn."""
    return [entry for entry in owned(scene, actor) if entry.timing in ON_TURN]


def feature_named(scene: Scene, name: str) -> Feature:
    known = scene.library.shelves["feature"].entries
    if name not in known:
        raise BadInput(f"there is no feature {name!r}")
    return cast(Feature, known[name])


def not_usable(scene: Scene, actor: Being, entry: Feature) -> Refusal | None:
    """Why this one cannot use that feature now."""
    if entry not in owned(scene, actor):
        return Refusal(f"{actor.name} does not have {entry.name}", "nb.feature.def")
    if entry.timing not in ON_TURN:
        return Refusal(f"{entry.name} is not used on the own turn", "nb.feature.tags")
    if not usable_by(scene, actor, entry):
        return Refusal(f"{entry.name} is not for this archetype", "nb.arch.tag_gate")
    if forbidden(scene, actor, entry.traits):
        return Refusal(f"{actor.name} is cut off from magic", "nb.arch.counterplay")
    if not uses_left(actor, entry):
        return Refusal(f"{entry.name} is used up until the next {entry.uses.per}", "nb.feature.tags")
    return not_at_this_time(scene, actor, entry)


def not_at_this_time(scene: Scene, actor: Being, entry: Feature) -> Refusal | None:
    """nb.feature.tags: what is tagged Fight is for fights; what is tagged Traversal or Dungeoneering is an Activity."""
    fights, modes = "Fight" in entry.traits, [way for way in WAYS.values() if way in entry.traits]
    if scene.mode == "fight" and (fights or not modes):
        return None
    if scene.mode != "fight" and (entry.attack is not None or (fights and not modes)):
        return Refusal(f"{entry.name} is for fights", "nb.feature.tags")
    if modes and WAYS.get(scene.mode) not in modes:
        return Refusal(f"{entry.name} is an Activity of {' and '.join(modes)}", "nb.activity.def")
    return may_take(scene, actor, entry.id) if modes else None


def whom_to(scene: Scene, actor: Being, entry: Feature) -> Iterable[str]:
    """Whom a feature can be meant for, in reach or not."""
    who = entry.target.who
    if who == "zone":
        return (NOBODY,)
    found = [actor] if who in ("self", "ally_or_self", "any") else []
    found += scene.allies(actor) if who in ("ally", "ally_or_self", "any") else []
    found += scene.enemies(actor) if who in ("enemy", "any") else []
    trait = entry.target.trait
    return [being.id for being in found if not trait or trait in being.sheet.traits]


def refuse_use(scene: Scene, actor: Being, entry: Feature, target: str, zone: str) -> Refusal | None:
    """Why a feature that is no attack cannot be used on this one, or on that zone."""
    if entry.target.who == "zone":
        if zone not in scene.board:
            raise no_such_zone(scene, zone, "zone")
        return out_of_reach(scene, actor, zone, entry.target.reach)
    aimed = scene.being(target)
    if zone != NOWHERE:
        return Refusal(f"{entry.name} is not aimed at a zone", "nb.feature.def")
    if target not in whom_to(scene, actor, entry):
        return no_target(scene, actor, aimed) or Refusal(
            f"{entry.name} is not for {aimed.name}",
            "nb.reach.values" if entry.target.reach == "Self" else "nb.feature.def",
        )
    if aimed is actor:
        return None
    return no_target(scene, actor, aimed) or cannot_reach(scene, actor, aimed, entry.target.reach)


# ---------------------------------------------------------------- the action


def features(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [entry.id for entry in active(scene, actor)]


def targets(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> Iterable[Plain]:
    entry = feature_named(scene, str(name))
    return aims(scene, actor, entry.attack) if entry.attack is not None else whom_to(scene, actor, entry)


def zones(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> Iterable[Plain]:
    entry = feature_named(scene, str(name))
    if entry.attack is not None:
        return zones_for(scene, actor, entry.attack)
    if entry.target.who != "zone":
        return (NOWHERE,)
    return [zone for zone in scene.board if out_of_reach(scene, actor, zone, entry.target.reach) is None]


def attrs(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> Iterable[Plain]:
    strike = feature_named(scene, str(name)).attack
    return attack_attrs(actor, strike) if strike is not None else ("",)


def usual_attr(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> Plain:
    strike = feature_named(scene, str(name)).attack
    return best_attr(scene, actor, strike) if strike is not None else ""


def may_use(scene: Scene, actor: Being) -> Refusal | None:
    return None if active(scene, actor) else Refusal(f"{actor.name} has no feature to use", "nb.feature.tags")


def fits_use(scene: Scene, actor: Being, name: str, target: str, zone: str, attr: str) -> Refusal | None:
    entry = feature_named(scene, name)
    refusal = not_usable(scene, actor, entry)
    if refusal is not None:
        return refusal
    if entry.attack is not None:
        return refuse_aim(scene, actor, entry.attack, target, zone, attr)
    return refuse_use(scene, actor, entry, target, zone)


@action(
    "use",
    rule="nb.feature.tags",
    cost=Activation(),
    args=(
        Arg("feature", features),
        Arg("target", targets, default=only(targets)),
        Arg("zone", zones, default=only(zones)),
        Arg("attr", attrs, default=usual_attr),
    ),
    may=may_use,
    fits=fits_use,
    tags=("feature",),
)
async def use(scene: Scene, actor: Being, name: str, target: str, zone: str, attr: str) -> None:
    """A feature is activated: its attack is rolled, or what it does happens; some lie in wait for an attack. One that
    is an Activity takes the interval (nb.activity.def)."""
    entry = feature(scene, name)
    use_up(actor, entry)
    scene.record("feature", "nb.feature.def", who=actor.id, feature=name, target=target, zone=zone)
    if WAYS.get(scene.mode) in entry.traits:
        take_up(scene, actor, SPENT)
    if "Magic" in entry.traits:
        scene.cite("nb.gap.magic")
    source = f"feature:{name}"
    if entry.attack is not None:
        beings = struck(scene, actor, entry.attack, target, zone)
        by_action = entry.cost.actions > 0
        await strike_with(scene, actor, entry.attack, entry.effects, source, entry.traits, beings, attr, by_action)
    for effect in entry.effects:
        if effect.on == "use":
            happen(scene, actor, effect, scene.beings.get(target), zone=zone, source=source)
        elif effect.on == "attacked_result":
            ends = effect.until if isinstance(effect, Damage) else "start_of_own_next_turn"
            afflict(scene, actor, "Poised", source=actor.id, until=until_of(scene, ends, actor, actor), note=name)


# ---------------------------------------------------------------- hiding


@action(
    "hide",
    rule="nb.gap.sight",
    cost=Motion("Hide", 1),
    may=lambda scene, actor: (
        Refusal(f"{actor.name} is Hidden already", "nb.gap.sight") if "Hidden" in actor.states else None
    ),
    modes=("fight",),
    tags=("stealth",),
)
async def hide(scene: Scene, actor: Being) -> None:
    """A Normal Check by Finesse; the Hidden cannot be targeted until they take an Action or are found."""
    extra = check_bonuses(scene, actor, "Hide", "Finesse")
    if await check(scene, actor, "Finesse", skill="stealth", rule="nb.gap.sight", extra=extra) in SUCCESSES:
        afflict(scene, actor, "Hidden", source=actor.id)
        find_hidden(scene)


# ---------------------------------------------------------------- features that answer to an attack


def waiting(scene: Scene, being: Being) -> list[Feature]:
    """The features that answer when this one is attacked."""
    found = owned(scene, being)
    poised = [c.note for c in being.conditions if c.name == "Poised"] if "Poised" in being.states else []
    return [e for e in found if e.id in poised or holds_by_itself(scene, being, e)]


def holds_by_itself(scene: Scene, being: Being, entry: Feature) -> bool:
    return entry.timing == "passive" and usable_by(scene, being, entry) and uses_left(being, entry)


def answers(entry: Feature, event: Event) -> list[Effect]:
    """What a feature does about an attack of this result and reach."""
    result, reach = event.get("result"), event.get("reach")
    assert isinstance(result, int)
    return [
        effect
        for effect in entry.effects
        if effect.on == "attacked_result"
        and effect.min_result <= result <= effect.max_result
        and (effect.when != "attack_reach_0" or (isinstance(reach, int) and reach <= 0))
    ]


def answering(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    if event.who != being.id or not being.here or not scene.beings[event.by].here:
        return ()
    ready = [entry for entry in waiting(scene, being) if not forbidden(scene, being, entry.traits)]
    return tuple([entry.id for entry in ready if answers(entry, event)])


def answer(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    return strikes_back(being, str(way), event)


@step("nb.feature.tags")
async def strikes_back(scene: Scene, being: Being, name: str, event: Event) -> None:
    """What the attacked one's feature does to the attacker."""
    entry = feature(scene, name)
    attacker = scene.beings[event.by]
    if name not in answering(scene, being, event):
        return
    if entry.timing == "passive":
        use_up(being, entry)
    scene.record("feature", "nb.feature.tags", who=being.id, feature=name, target=attacker.id, zone="")
    for effect in answers(entry, event):
        happen(scene, being, effect, attacker, source=f"feature:{name}")


REACTIONS = (Reaction("forced", "attacked", "nb.feature.tags", answering, answer, whom),)
