"""Harm and help that the game master calls for: damage and healing, falls, pushes and weights, conditions and
afflictions, sight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.master.calls import being, free, lasting, somebody, whole, word
from ludex.games.crawl.book.characters.aspects import max_hp, sees_in
from ludex.games.crawl.book.conditions import COUNTED, afflict, end, note_fault
from ludex.games.crawl.book.energy import gm
from ludex.games.crawl.book.health.damage import die, lose_hp, refuse_revival, resist
from ludex.games.crawl.book.health.healing import damage_ability, heal
from ludex.games.crawl.book.health.kinetic import fall, pin, push
from ludex.games.crawl.book.health.poison import expose
from ludex.games.crawl.book.movement.steps import arrive
from ludex.games.crawl.book.skills.stealth import reveal
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.kinds import DAMAGE_TYPES
from ludex.games.crawl.records.parts import type_named
from ludex.games.crawl.state import CORE, Being, Crusher, Scene

UNTYPED = ""  # tc.damage.types: bleeding, effort and the like, which no resistance lowers
SIGHTLESS = 80  # tc.blind: whoever loses more than so many percent is blind
DARK = {"low light": ("low light", "infrared", "echo"), "darkness": ("infrared", "echo")}  # and what sees in it

# ---------------------------------------------------------------- health


@gm(
    "damage", "tc.damage.types", being("target"), whole("amount", least=0),
    word("type", (UNTYPED, *DAMAGE_TYPES, "energetic"), "kinetic"), somebody("by"),
)  # fmt: skip
async def deal_damage(scene: Scene, target: Being, amount: int, kind: str, by: str) -> None:
    """Damage of a stated amount and type, less the resistance against it; without a type nothing lowers it."""
    if by:
        scene.being(by)
    if kind != UNTYPED:
        amount = resist(scene, target, ((type_named(kind), amount),))
    scene.cite("tc.damage.types")
    lose_hp(scene, target, amount, by=by, rule="tc.damage.types")


@gm("heal", "tc.heal", being("target"), whole("amount", least=0))
async def give_health(scene: Scene, target: Being, amount: int) -> None:
    """Health points come back, and what follows from it."""
    heal(scene, target, amount, rule="tc.heal")


@gm("ability_damage", "tc.ability.damage", being("target"), word("core", CORE), whole("amount", least=1))
async def harm_ability(scene: Scene, target: Being, core: str, amount: int) -> None:
    """A core modifier is lowered point by point."""
    damage_ability(scene, target, core, amount, "tc.ability.damage")


def fits_revive(scene: Scene, target: Being, hp: int) -> Refusal | None:
    return refuse_revival(target)


@gm("revive", "tc.hp.body", being("target"), whole("hp", 1, least=1), fits=fits_revive)
async def revive(scene: Scene, target: Being, hp: int) -> None:
    """The dead come back with so many health points, where there is a body left."""
    end(scene, target, "Dead", rule="tc.hp.body")
    target.hp = min(hp, max_hp(scene, target))
    scene.record("revived", "tc.hp.body", who=target.id, hp=target.hp)


# ---------------------------------------------------------------- force


@gm("fall", "tc.fall", being(), whole("metres", least=0))
async def make_fall(scene: Scene, who: Being, metres: int) -> None:
    """Somebody falls so far and lands on their own cell."""
    scene.next(fall(who, metres))


def all_ways(scene: Scene, *given: Any) -> range:
    return range(len(scene.board.directions))


def fits_push(scene: Scene, target: Being, kp: int, direction: int, by: str) -> Refusal | None:
    ways = len(scene.board.directions)
    if direction >= ways:
        raise BadInput(f"direction: expected 0 to {ways - 1}, not {direction}")
    if by:
        scene.being(by)
    return None


@gm("push", "tc.push.check", being("target"), whole("kp", least=0),
    whole("direction", least=0, values=all_ways), somebody("by"),
    fits=fits_push)  # fmt: skip
async def make_push(scene: Scene, target: Being, kp: int, direction: int, by: str) -> None:
    """A push of so many kinetic potential in one of the directions of the board."""
    scene.next(push(target, target.at, kp, by, direction))


def crushers(scene: Scene, *chosen: object) -> list[str]:
    """The weights that could still fall."""
    return [crusher.name for crusher in scene.crushers if not crusher.dropped]


def one_crusher(scene: Scene, name: str) -> Crusher:
    for crusher in scene.crushers:
        if crusher.name == name and not crusher.dropped:
            return crusher
    raise BadInput(f"crusher: there is no {name!r} that could fall; {there_are(name, map(str, crushers(scene)))}")


def fits_crush(scene: Scene, crusher: str, *more: Any) -> Refusal | None:
    one_crusher(scene, crusher)
    return None


@gm("crush", "tc.crush", free("crusher", values=crushers), fits=fits_crush)
async def drop_weight(scene: Scene, crusher: str) -> None:
    """Something heavy comes down on whoever is beneath it, and pins them."""
    falling = one_crusher(scene, crusher)
    landed = replace(falling, dropped=True)
    scene.crushers = tuple([landed if each == falling else each for each in scene.crushers])
    scene.record("comes_down", "tc.crush", crusher=falling.name, at=falling.at, kg=falling.kg)
    for under in scene.beings.values():
        if under.here and falling.at in scene.cells(under):
            pin(scene, under, falling.kg)


# ---------------------------------------------------------------- conditions and afflictions


def known_condition(condition: str) -> None:
    if condition not in CONDITIONS:
        raise BadInput(f"there is no condition {condition!r}; {there_are(condition, CONDITIONS)}")


def fits_condition(
    scene: Scene, who: Being, condition: str, source: str, until: str, value: int, note: str
) -> Refusal | None:
    known_condition(condition)
    problem = note_fault(scene.library, Condition(condition, note=note))
    if problem:
        raise BadInput(f"note: {problem}")
    if source:
        scene.being(source)
    return None


@gm(
    "condition", "tc.modifiers.stack", being(), free("condition"), somebody("source"), free("until", ""),
    whole("value", 0, least=0), free("note", ""), fits=fits_condition, label="Add condition",
)  # fmt: skip
async def give_condition(scene: Scene, who: Being, name: str, source: str, until: str, value: int, note: str) -> None:
    """A condition, with its source and its end; what comes with it by the rules comes as well."""
    ends = lasting(scene, until, "condition")
    value = max(value, int(name in COUNTED))
    if name == "Dead":
        die(scene, who, CONDITIONS[name].rule)
    else:
        afflict(scene, who, name, source=source, until=ends, value=value, note=note)
    scene.maybe_over = True


def fits_remove(scene: Scene, who: Being, condition: str) -> Refusal | None:
    known_condition(condition)
    return None


@gm("remove_condition", "tc.modifiers.stack", being(), free("condition"), fits=fits_remove, label="End condition")
async def remove_condition(scene: Scene, who: Being, condition: str) -> None:
    """A condition ends; who was in stealth, and known to nobody, appears, and who was away is back."""
    if condition == "Hidden" and not who.found_by:
        reveal(scene, who, "appears")
    elif condition == "Away" and who.arrives is not None:
        arrive(scene, who)
    else:
        end(scene, who, condition)


def afflictions(scene: Scene, *chosen: object) -> list[str]:
    return [name for kind in ("poison", "disease", "addictive") for name in scene.library.shelves[kind].entries]


def fits_expose(scene: Scene, who: Being, affliction: str) -> Refusal | None:
    there = afflictions(scene)
    if affliction not in there:
        raise BadInput(f"affliction: there is no {affliction!r}; {there_are(affliction, there)}")
    return None


@gm(
    "expose",
    "tc.poison.vector",
    being(),
    free("affliction", values=afflictions),
    fits=fits_expose,
    label="Expose to poison or disease",
)
async def make_exposed(scene: Scene, who: Being, affliction: str) -> None:
    """Somebody comes into contact with a poison, a disease or an addictive substance."""
    expose(scene, who, affliction)


@gm(
    "lose_sight",
    "tc.blind",
    being(),
    whole("percent", least=0),
    word("why", ("", *DARK), ""),
    free("until", ""),
    label="Take their sight",
)
async def lose_sight(scene: Scene, who: Being, percent: int, why: str, until: str) -> None:
    """Somebody is robbed of so much of their sight; darkness takes nothing from whoever sees in it."""
    ends = lasting(scene, until, "lose_sight")
    sees = why in DARK and sees_in(scene, who, DARK[why])
    blind = percent > SIGHTLESS and not sees
    scene.record("sight", "tc.blind", who=who.id, percent=0 if sees else percent, blind=blind)
    if blind:
        afflict(scene, who, "Blind", until=ends)
