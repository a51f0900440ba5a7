"""What the game master calls for: fights and their end, harm, conditions, and anything settled by hand.

vt.stack.gm: where doubt remains, the game master decides.
"""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import BETWEEN
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.timing import Event, happens
from ludex.core.master.calls import add_modify, add_set, being, free, lasting, somebody, whether, whole, word
from ludex.core.master.table_calls import newcomer, who_there_is
from ludex.games.vitality.book.action_types import COMBAT_MODE, REGISTRY, STORY_MODE, gm
from ludex.games.vitality.book.characters.features import can_lose_powers
from ludex.games.vitality.book.characters.sheet import find_entry
from ludex.games.vitality.book.characters.space import ground, read_space
from ludex.games.vitality.book.conditions import afflict, end, go_down, in_plain_view, lacking
from ludex.games.vitality.book.health.damage import Harm, bear, heal, hurt
from ludex.games.vitality.book.health.survival import makes_checks
from ludex.games.vitality.book.master.usual_ends import with_end
from ludex.games.vitality.book.movement.actions import read_height
from ludex.games.vitality.book.movement.carrying import refuse_load, take_along
from ludex.games.vitality.book.movement.footing import room
from ludex.games.vitality.book.movement.steps import arrive, come_to_rest
from ludex.games.vitality.book.secrets.wards import a_day_passes
from ludex.games.vitality.book.turns.combat import begin_combat, end_combat
from ludex.games.vitality.book.turns.initiative import joins
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.state import BEATEN, FOES, OUT, PARTY, Being, Scene

# ---------------------------------------------------------------- fights


@gm("combat", "vt.turn.initiative", modes=(STORY_MODE,), tags=(BETWEEN,), label="Start a fight")
async def start_combat(scene: Scene) -> None:
    """A fight breaks out: everybody rolls Initiative."""
    begin_combat(scene)


@gm("end", "vt.stack.gm", word("winner", (PARTY, FOES, ""), ""), modes=(COMBAT_MODE,), label="End the fight")
async def stop_combat(scene: Scene, winner: str) -> None:
    """The fight is over, with a winner or none."""
    end_combat(scene, winner)


def fits_join(scene: Scene, who: str, at: Cell, name: str, side: str) -> Refusal | None:
    find_entry(scene.library, who, "join")
    if (name or who) in scene.beings:
        raise BadInput(f"name: there is a being {name or who!r} already")
    return None if scene.board.open(at) else Refusal("that is no open space", "vt.move.board")


@gm(
    "join", "vt.turn.initiative", free("who", values=who_there_is), free("at", read=read_space), free("name", ""),
    word("side", ("", PARTY, FOES), ""), fits=fits_join, label="Join the scene",
)  # fmt: skip
async def join(scene: Scene, who: str, at: Cell, name: str, side: str) -> None:
    """Somebody of the content comes in; in a fight their turns come last."""
    arrived = newcomer(scene, who, name or who, side, "join")
    arrived.at = at
    arrived.height += ground(scene, at)
    scene.beings[arrived.id] = arrived
    if scene.mode == COMBAT_MODE:
        joins(scene, arrived)
    scene.record("joins", "vt.turn.initiative", who=arrived.id, at=at)


@gm("vulnerable", "vt.react.punish", being(), modes=(COMBAT_MODE,), label="Open to a Punish")
async def vulnerable(scene: Scene, who: Being) -> None:
    """What somebody does is as defenceless as moving away: enemies in whose reach they are may Punish it."""
    happens(scene, Event("vulnerable", who.id, who.id))


@gm("trigger", "vt.act.prepare", being(), modes=(COMBAT_MODE,), label="Trigger what was prepared")
async def trigger(scene: Scene, who: Being) -> None:
    """What somebody has prepared for has come about, by the game master's word."""
    happens(scene, Event("gm", who.id))


# ---------------------------------------------------------------- harm and help


@gm("damage", "vt.stack.gm", being("target"), whole("amount", least=0), whether("durability", False), somebody("by"))
async def deal_damage(scene: Scene, target: Being, amount: int, durability: bool, by: str) -> None:
    """Damage of a stated amount, from which Durability is subtracted if it is said so."""
    if by:
        scene.being(by)
    harm = Harm(amount, by, rule="vt.stack.gm")
    if durability:
        bear(scene, target, amount, harm)
    else:
        hurt(scene, target, harm)


@gm("heal", "vt.stack.gm", being("target"), whole("amount", least=0))
async def give_hp(scene: Scene, target: Being, amount: int) -> None:
    """HP come back, up to the most that somebody can have."""
    heal(scene, target, amount, "vt.stack.gm")


def fits_condition(
    scene: Scene, who: Being, condition: str, source: str, until: str, value: int, note: str, ends: bool
) -> Refusal | None:
    if condition not in CONDITIONS:
        raise BadInput(f"there is no condition {condition!r}; {meant(condition, CONDITIONS)}")
    if source:
        scene.being(source)
    if not ends and (lacks := lacking(Condition(condition, source, value=value, note=note))):
        raise BadInput(f"condition: {condition} needs {lacks}")
    if ends:
        return Refusal("a wall that is gone is raised anew", "vt.ability.wall") if who.is_wall else None
    return impossible(scene, who, condition, scene.beings.get(source))


def impossible(scene: Scene, who: Being, condition: str, source: Being | None) -> Refusal | None:
    """Why somebody cannot be in that condition as things are: what only follows from something else needs that."""
    if gone := next((name for name in sorted(OUT) if name in who.states), ""):
        return Refusal(f"{who.name} is {gone}", CONDITIONS[gone].rule)
    if CONDITIONS[condition].sourced and source is who:
        return Refusal(f"{who.name} cannot be {condition} by themselves", CONDITIONS[condition].rule)
    match condition:
        case "Invisible" if who.senseless:
            return Refusal(f"{who.name} is incapacitated", "vt.ability.invisibility")
        case "Hidden" if in_plain_view(scene, who):
            return Refusal(f"an enemy sees {who.name}", "vt.act.hide")
        case "Grabbed" if source is not None and source.beaten:
            return Refusal(f"{source.name} is out and holds nobody", "vt.cond.grab")
        case "Carried" if source is not None and source.senseless:
            return Refusal(f"{source.name} carries nobody now", "vt.act.carry")
        case "Carried" if source is not None:
            return refuse_load(scene, source, who.id)
        case "Underground" if who.at not in scene.tunnels:
            return Refusal("nobody stays underground without a tunnel", "vt.arch.move.mole")
        case "Defeated" if makes_checks(scene, who):
            return Refusal(f"{who.name} makes Survival Checks: Unconscious or Dead", "vt.npc.defeat")
    return None


def read_condition(value: Plain) -> Plain:
    """By its name, in any case."""
    return next((name for name in CONDITIONS if name.lower() == str(value).lower()), value)


@gm(
    "condition", "vt.stack.gm", being(), free("condition", read=read_condition, values=lambda *a: CONDITIONS),
    somebody("source"), free("until", ""), whole("value", 0),
    free("note", ""), whether("ends", False), fits=fits_condition, label="Add or end a condition",
)  # fmt: skip
async def give_condition(
    scene: Scene, who: Being, condition: str, source: str, until: str, value: int, note: str, ends: bool
) -> None:
    """A condition, with its source and its end and all that it brings; or it `ends` now."""
    if ends:
        end(scene, who, condition, source=source or None, rule="vt.stack.gm")
        if scene.turns.order and who.here and not who.is_wall:
            joins(scene, who)
    else:
        given = with_end(scene, who, Condition(condition, source, lasting(scene, until, "condition"), value, note))
        bring_about(scene, who, given)
    if who.here:
        come_to_rest(scene, who)
    scene.maybe_over = True


def bring_about(scene: Scene, who: Being, given: Condition) -> None:
    """What the rules bring with a condition comes with it, too."""
    if given.name in BEATEN:
        go_down(scene, who, given.name, note=given.note, until=given.until)
        who.hp = 0 if given.name == "Defeated" else who.hp
        rule = CONDITIONS[given.name].rule
        scene.record("condition", rule, who=who.id, condition=given.name, source=given.source, note=given.note, value=0)
    elif given.name == "Carried":
        take_along(scene, scene.beings[given.source], (who.id,))
    else:
        afflict(scene, who, given.name, source=given.source, until=given.until, value=given.value, note=given.note)


# ---------------------------------------------------------------- circumstances


@gm("peril", "vt.boon.conditional", whether("great", True), label="Great peril")
async def declare_peril(scene: Scene, great: bool) -> None:
    """Great peril has come, or is over."""
    scene.peril = bool(great)
    scene.record("peril", "vt.boon.conditional", great=scene.peril)


def fits_powers(scene: Scene, who: Being, lost: bool) -> Refusal | None:
    if not can_lose_powers(scene, who):
        return Refusal(f"{who.name} has no Power Loss", "vt.boon.passive")
    return None


@gm("powers", "vt.boon.passive", being(), whether("lost", True), fits=fits_powers, label="Powers lost or back")
async def lose_powers(scene: Scene, who: Being, lost: bool) -> None:
    """Power Loss: special attacks and boons fail, or are back."""
    if lost:
        afflict(scene, who, "Powerless")
    else:
        end(scene, who, "Powerless")


def fits_place(scene: Scene, who: Being, at: Cell, height: int | None) -> Refusal | None:
    if scene.board.open(at) and room(scene, who, at, ground(scene, at) if height is None else height):
        return None
    return Refusal("there is no room there", "vt.move.board")


@gm(
    "place", "vt.move.board", being(), free("at", read=read_space), free("height", None, read=read_height),
    fits=fits_place, label="Put at a place",
)  # fmt: skip
async def place(scene: Scene, who: Being, at: Cell, height: int | None) -> None:
    """Put somebody into a space, on the ground or at a height; they are not hurt by that."""
    end(scene, who, "Carried", "Underground")
    high = ground(scene, at) if height is None else height
    scene.record("placed", "vt.move.board", who=who.id, at=at, height=high)
    arrive(scene, who, at, high)
    come_to_rest(scene, who)


@gm("dawn", "vt.feature.forbiddance", modes=(STORY_MODE,), label="A new day")
async def dawn(scene: Scene) -> None:
    """A new day: wards that were not renewed end."""
    a_day_passes(scene)


add_modify(REGISTRY, "vt.stack.gm", ("bonus",))
add_set(REGISTRY, "vt.stack.gm")
