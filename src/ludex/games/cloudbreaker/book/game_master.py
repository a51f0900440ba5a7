"""What the game master calls for: starting and ending situations, rolls, harm and help, and anything by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ludex.core.kernel.action import BETWEEN
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal, cite
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import add_modify, add_set, being, free, lasting, names, somebody, whether, whole, word
from ludex.core.master.giving import add_giving
from ludex.core.master.table_calls import newcomer, sides, who_there_is
from ludex.core.scene.namesakes import come_to_light
from ludex.games.cloudbreaker.book.actions import REGISTRY, gm
from ludex.games.cloudbreaker.book.attacks.damage import Harm, deal, defeat, die, fall, recover
from ludex.games.cloudbreaker.book.conditions import afflict, end, face_fears, torn_apart
from ludex.games.cloudbreaker.book.dice import BONUS, EDGE, FAILURE, task, total_of
from ludex.games.cloudbreaker.book.handling import come_by
from ludex.games.cloudbreaker.book.morale import lose_morale, raise_morale, worth
from ludex.games.cloudbreaker.book.movement.hazards import check_hazards
from ludex.games.cloudbreaker.book.neutralising import cannot_try, is_mute
from ludex.games.cloudbreaker.book.recovery import DAY
from ludex.games.cloudbreaker.book.situations.flow import begin, end_situation, enter
from ludex.games.cloudbreaker.book.situations.turn_order import entered, reorder
from ludex.games.cloudbreaker.book.spirit import can_hold, gain, spend
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.state import ENEMY, FALLEN, TOKENS, WIDE, Being, Placed, Scene, in_situation

# ---------------------------------------------------------------- the situation


def fits_start(scene: Scene, *more: Any) -> Refusal | None:
    if in_situation(scene):
        return Refusal("a situation is under way", "cb.situation.flow")
    return None


def sides_and_beings(scene: Scene, *chosen: Plain) -> Iterable[Plain]:
    return (*sides(scene), *scene.beings)


@gm(
    "start", "cb.situation.flow", free("surprised", (), values=sides_and_beings), whether("wait", False),
    fits=fits_start, tags=(BETWEEN,),
)  # fmt: skip
async def start(scene: Scene, surprised: Plain, wait: bool) -> None:
    """The situation begins. `surprised`: who was ambushed, by name, or a whole side. `wait`: whoever would come before
    anybody can say anything may delay before the first turn."""
    ambushed: tuple[str, ...] = ()
    for name in surprised if isinstance(surprised, tuple) else (surprised,) if surprised else ():
        members = tuple(b.id for b in scene.side_of(str(name)))
        ambushed += members or (scene.being(name).id,)
    ambushed = (*ambushed, *(b.id for b in scene.beings.values() if "Surprised" in b.states and b.id not in ambushed))
    scene.next(begin(ambushed, bool(wait)))


@gm(
    "end_situation", "cb.situation.flow", word("outcome", ("won", "failed", "suspended")), modes=("situation",)
)  # fmt: skip
async def stop(scene: Scene, outcome: str) -> None:
    """The game master ends the situation."""
    end_situation(scene, outcome)


@gm("pursue", "cb.retreat.pursuit", whether("on", True), tags=(BETWEEN,), label="Pursue or let go")
async def pursue(scene: Scene, on: bool) -> None:
    """The enemies pursue who has retreated, or give up."""
    scene.pursuit = bool(on)
    scene.record("pursuit", "cb.retreat.pursuit", on=scene.pursuit)


def no_room(scene: Scene, size: str, at: str) -> Refusal | None:
    """cb.unit.size: a unit of several zones is not placed where it would stick out over the map."""
    if at not in scene.board:
        raise BadInput(f"at: there is no zone {at!r}; {there_are(at, scene.board)}")
    wide = WIDE.get(size, 1)
    if len(scene.board.block(at, wide)) < wide * wide:
        return Refusal(f"a unit of {size} size has no room at {spelled(at)}", "cb.unit.size")
    return None


def fits_reinforce(scene: Scene, unit: str, at: str, name: str) -> Refusal | None:
    return no_room(scene, newcomer(scene, unit, name or unit, "", "reinforce").sheet.size, at)


def arrives(scene: Scene, being: Being) -> None:
    """Whoever comes has rested; into a situation under way they come like all others, and act from the next round."""
    being.rest_due = scene.clock + DAY
    if in_situation(scene):
        enter(scene, being)
        being.missing = 1


@gm(
    "reinforce", "cb.morale.reinforcement", free("unit", values=who_there_is), free("at"), free("name", ""),
    fits=fits_reinforce, modes=("situation",),
)  # fmt: skip
async def reinforce(scene: Scene, unit: str, at: str, name: str) -> None:
    """A unit of the content arrives: they bring the tokens of their rank and act from the next round on."""
    id_ = name or unit
    if id_ in scene.beings:
        raise BadInput(f"name: there is a being {id_!r} already")
    arrived: Being = newcomer(scene, unit, id_, "", "reinforce")
    arrived.at = at
    scene.beings = {**scene.beings, id_: arrived}
    arrives(scene, arrived)
    scene.reinforced = False
    scene.record("arrives", "cb.morale.reinforcement", who=id_, at=at)
    if arrived.sheet.sort == ENEMY:
        scene.routed = False  # with new tokens there is a group that can be routed again
        raise_morale(scene, TOKENS[arrived.sheet.rank], "cb.morale.reinforcement")


@gm("order", "cb.turn.ties", somebody("names", ...), modes=("situation",), label="Set the order")
async def set_order(scene: Scene, given: Plain) -> None:
    """Who comes before whom at the same number, first to last; all others stay as they are."""
    named = names(scene, given)
    taken = iter(named)
    scene.precedence = tuple(next(taken) if name in named else name for name in entered(scene))
    reorder(scene)
    scene.record("order", "cb.turn.ties", order=scene.turns.order)


@gm("fate", "cb.defeat.fate", being(), word("fate", ("knocked out", "killed")), label="Fate of the defeated")
async def set_fate(scene: Scene, who: Being, fate: str) -> None:
    """What became of a defeated enemy, or of a knocked-out character."""
    who.fate = fate
    scene.record("fate", "cb.defeat.fate", who=who.id, fate=fate)
    if who.pc and fate == "killed":
        die(scene, who)


# ---------------------------------------------------------------- tokens


@gm("morale", "cb.morale.boost.more", whole("amount"), somebody("by"), modes=("situation",))
async def change_morale(scene: Scene, amount: int, by: str) -> None:
    """Morale tokens more, or (below 0) spent: `by` names who captures them."""
    if by:
        scene.being(by)
    if amount > 0:
        raise_morale(scene, amount, "cb.morale.start")
    else:
        lose_morale(scene, None, by, "cb.morale.boost.more", -amount)


def fits_award(scene: Scene, to: Being, source: str, amount: int) -> Refusal | None:
    if not can_hold(to):
        return Refusal(f"{to.name} cannot hold spirit tokens", "cb.unit.sides")
    if source and scene.being(source).spirit < amount:
        return Refusal(f"{scene.being(source).name} has not so many tokens", "cb.spirit.gain.capture")
    return None


@gm(
    "award", "cb.spirit.gain.capture", being("to"), somebody("from"), whole("amount", 1, least=1), fits=fits_award,
    modes=("situation",),
)  # fmt: skip
async def give_token(scene: Scene, to: Being, source: str, amount: int) -> None:
    """Spirit tokens for who has earned them; `from` takes them from who had captured them."""
    if source:
        spend(scene, scene.beings[source], amount, "cb.spirit.gain.capture")
    gain(scene, to, amount, "cb.spirit.gain.capture")


# ---------------------------------------------------------------- rolls


def fits_task(scene: Scene, who: Being, method: str, *more: Any) -> Refusal | None:
    return cannot_try(scene, who, method, "cb.roll.task") or is_mute(scene, who, method)


def every_method(scene: Scene, *chosen: Plain) -> Iterable[Plain]:
    return (*scene.library.shelves["skill"].entries, *scene.library.shelves["toolkit"].entries)


@gm(
    "task",
    "cb.roll.task",
    being(),
    free("method", values=every_method),
    whole("difficulty"),
    fits=fits_task,
    label="Task roll",
)
async def call_task(scene: Scene, who: Being, method: str, difficulty: int) -> None:
    """A task roll with a skill or toolkit against a difficulty."""
    result = await task(scene, who, method, difficulty)
    scene.record("task", "cb.roll.task", who=who.id, method=method, success=result != FAILURE)


def fits_contest(scene: Scene, one: Being, method: str, other: Being, other_method: str) -> Refusal | None:
    return fits_task(scene, one, method) or fits_task(scene, other, other_method)


@gm(
    "contest", "cb.roll.contested", being("one"), free("method", values=every_method), being("other"),
    free("other_method", values=every_method), fits=fits_contest,
)  # fmt: skip
async def call_contest(scene: Scene, one: Being, method: str, other: Being, other_method: str) -> None:
    """Both roll; the higher total wins, and on equal totals who resists, which is `other`."""
    first = await total_of(scene, one, method, "cb.roll.contested")
    second = await total_of(scene, scene.beings[other.id], other_method, "cb.roll.contested")
    winner, loser = (one, other) if first > second else (other, one)
    scene.record("contest", "cb.roll.contested", winner=winner.id, loser=loser.id)


# ---------------------------------------------------------------- harm and help


def part_of(who: Being, part: str) -> str:
    known = [each.id for each in who.sheet.parts]
    if part and part not in known:
        raise BadInput(f"part: {who.name} has no target {part!r}; {there_are(part, known)}")
    return part or who.sheet.parts[who.sheet.vital].id


def fits_damage(scene: Scene, target: Being, amount: int, pool: str, type_: str, part: str, by: str) -> Refusal | None:
    part_of(target, part)
    if by:
        scene.being(by)
    return None


@gm(
    "damage", "cb.damage.sequence", being("target"), whole("amount", least=0), word("pool", ("HP", "MP"), "HP"),
    free("type", ""), free("part", ""), somebody("by"), fits=fits_damage,
)  # fmt: skip
async def deal_damage(scene: Scene, target: Being, amount: int, pool: str, type_: str, part: str, by: str) -> None:
    """Damage of a stated amount, with all that can be done against it; `by` names who dealt it."""
    dealer = scene.beings[by] if by else None
    deal(scene, dealer, target, part_of(target, part), Harm(amount, pool, type_, source="the game master"))


@gm(
    "heal", "cb.roll.effect", being("target"), whole("amount", least=0), word("pool", ("HP", "MP", "Resolve"), "HP")
)  # fmt: skip
async def heal(scene: Scene, target: Being, amount: int, pool: str) -> None:
    """HP, MP or Resolve come back, up to the maximum."""
    recover(scene, target, pool, amount, "cb.roll.effect")


def known_condition(scene: Scene, condition: str) -> None:
    own = scene.library.shelves["condition"].entries
    if condition not in CONDITIONS and condition not in own:
        raise BadInput(f"there is no condition {condition!r}; {there_are(condition, (*CONDITIONS, *own))}")


def fits_inflict(
    scene: Scene, who: Being, condition: str, source: str, until: str, distance: int, part: str, willing: bool
) -> Refusal | None:
    known_condition(scene, condition)
    part_of(who, part)
    if (part or willing) and condition != "Grappled":
        raise BadInput(f"only who is Grappled is held by a part and may be willing, not who is {condition}")
    holder = scene.being(source) if source else None
    if (condition in OF_THE_PARTY and not who.pc) or (condition in OF_OTHERS and who.pc):
        return Refusal(f"{who.name} cannot be {condition}", CONDITIONS[condition].rule)
    if condition == "Yielding" and "Downed" not in who.states:
        return Refusal("only who is downed can choose to be knocked out", "cb.cond.knocked_out")
    if condition in FALLEN and not who.targetable and condition != "Dead":
        return Refusal(f"{who.name} is out of the situation already", CONDITIONS[condition].rule)
    if condition == "Grappled" and (
        holder is None or holder is who or holder.helpless or not who.here or not scene.together(holder, who)
    ):
        return Refusal(f"nobody is there who could hold {who.name}", "cb.man.grapple")
    return None


OF_THE_PARTY = ("Downed", "Knocked Out", "Yielding", "Retreated", "Left Behind")
OF_OTHERS = ("Defeated", "Neutralised", "Routed")


@gm(
    "inflict", "cb.cond.unique", being(), free("condition"), somebody("source"), free("until", ""),
    whole("distance", 0, least=0), free("part", ""), whether("willing", False), fits=fits_inflict,
    label="Add condition",
)  # fmt: skip
async def inflict(
    scene: Scene, who: Being, condition: str, source: str, until: str, distance: int, part: str, willing: bool
) -> None:
    """A condition, with its source and its end. Who is to be Downed loses their HP; with a unit that is to be Defeated
    or Neutralised its token goes, to the source; who dies has no other fate beside. Who is Grappled is held by a part
    of theirs, and may be willing."""
    if condition == "Downed":
        who.lose_hp(who.sheet.vital, who.hp)
        fall(scene, who)
        return
    if condition == "Defeated":
        defeat(scene, who, source)
        return
    if condition == "Dead" and who.pc:
        die(scene, who)
        return
    if condition == "Knocked Out":
        who.relieve("Downed", "Yielding")
    if condition == "Neutralised":
        lose_morale(scene, who, source, "cb.neutral.roll", worth(scene, who))
    held = part_of(who, part) if condition == "Grappled" else ""
    value = 1 if willing else distance
    afflict(scene, who, condition, source=source, until=lasting(scene, until, "inflict"), value=value, note=held)


def fits_relieve(scene: Scene, who: Being, condition: str, *more: Any) -> Refusal | None:
    known_condition(scene, condition)
    if condition in FALLEN and condition in who.states and (who.empty or (who.pc and not who.resolve)):
        return Refusal(f"{who.name} has an empty pool, which has to be filled first", CONDITIONS[condition].rule)
    return None


@gm(
    "relieve",
    "cb.cond.unique",
    being(),
    free("condition"),
    somebody("source", None),
    fits=fits_relieve,
    label="End condition",
)
async def relieve(scene: Scene, who: Being, condition: str, source: str | None) -> None:
    """A condition ends, from one source or from all."""
    end(scene, who, condition, source=source)


def fits_place(scene: Scene, who: Being, at: str) -> Refusal | None:
    return no_room(scene, who.sheet.size, at)


@gm("place", "cb.formation.scenario", being(), free("at"), fits=fits_place, label="Put at a place")
async def place(scene: Scene, who: Being, at: str) -> None:
    """Put a unit into a zone."""
    who.at = at
    torn_apart(scene)
    face_fears(scene, who)
    scene.record("placed", "cb.formation.scenario", who=who.id, at=at)


# ---------------------------------------------------------------- the ground, and what is known


def placed_at(hazard: str, zones: Plain) -> Placed:
    return Placed(hazard, (zones,) if isinstance(zones, str) else cast(tuple[str, ...], zones))


def fits_hazard(scene: Scene, hazard: str, zones: Plain) -> Refusal | None:
    check_hazards(scene.library, scene.board, (placed_at(hazard, zones),), "hazard")
    return None


@gm(
    "hazard", "cb.hazard.zone", free("hazard"), free("zones", values=lambda scene, *a: scene.board), fits=fits_hazard
)  # fmt: skip
async def put_hazard(scene: Scene, hazard: str, zones: Plain) -> None:
    """A hazard of the content in a zone, or between two."""
    placed = placed_at(hazard, zones)
    scene.hazards = (*scene.hazards, placed)
    scene.record("hazard_placed", "cb.hazard.zone", hazard=hazard, zones=placed.zones)


@gm("reveal", "cb.neutral.open_book", being())
async def reveal(scene: Scene, who: Being) -> None:
    """The party learns what this enemy is."""
    if who.sheet.kind not in scene.analysed:
        scene.analysed = (*scene.analysed, who.sheet.kind)
    who.disguised = False
    for other in scene.beings.values():
        if other.sheet.kind == who.sheet.kind:
            come_to_light(scene, other)
    scene.record("analysed", "cb.neutral.open_book", who=who.id, by="gm", kind=who.sheet.kind)
    cite("cb.neutral.open_book")


add_modify(REGISTRY, "cb.roll.types", (BONUS, EDGE))
add_set(REGISTRY, "cb.situation.flow")


# ---------------------------------------------------------------- things

add_giving(REGISTRY, ("weapon", "item"), come_by)
