"""What is special about the scene files of Vitality: who stands where, what must exist, what goes together,
and the words that rules look for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, get_args

import msgspec

from ludex.core.content.content import ContentError, Library, Record
from ludex.core.content.numbers import Natural, Positive
from ludex.core.content.references import words
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import meant, there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import spelled
from ludex.core.kernel.turns import Turns
from ludex.core.kernel.waiting import read_pairs
from ludex.core.plan.entries import area_of, best_first
from ludex.core.scene import shape
from ludex.core.scene.look_up import NotYet
from ludex.core.scene.shape import Own, Shape
from ludex.games.vitality.book.action_types import EXTRA_REACTION, NEXT_TURN, THIS_TURN, Free
from ludex.games.vitality.book.attacks.built import attack_of, attack_parts, attacks_of
from ludex.games.vitality.book.characters.features import reach
from ludex.games.vitality.book.characters.scores import (
    avoidance,
    capacity,
    durability,
    initiative_parts,
    movement_left,
    resistance,
    roll_parts,
    speed,
    tier,
    total_of,
)
from ludex.games.vitality.book.characters.sheet import find_entry, is_player, most_hp
from ludex.games.vitality.book.characters.space import distance, ground
from ludex.games.vitality.book.conditions import NOTED, go_down, has_gone_down, lacking, lets_loose
from ludex.games.vitality.book.effort.effort import allowed, efforts_left
from ludex.games.vitality.book.health.survival import makes_checks
from ludex.games.vitality.book.master.usual_ends import with_end
from ludex.games.vitality.book.turns.prepare import PREPARING, command_of
from ludex.games.vitality.build.content_checks import unknown_names
from ludex.games.vitality.build.from_content import make_being, make_board, square
from ludex.games.vitality.records.boon_effects import OncePerEvening
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.records.ids import BEINGS
from ludex.games.vitality.records.kinds import Board, Cell, Character, HpClass, Wealth
from ludex.games.vitality.scene.tables import LISTS, check_lists, read_lists
from ludex.games.vitality.state import (
    ATTRIBUTES,
    FOES,
    PARTY,
    RESISTANCES,
    TIERS,
    Being,
    Prepared,
    Scene,
    Sheet,
)

FIXED = ("avoidance", "durability", "speed", *RESISTANCES)  # scores that a file may fix


def set_up(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    options = dict(tables["options"])
    entry: Board = shape.read_board(SHAPE, tables, where, library)
    squares = bool(options["opt_square_grid"])
    board = make_board(entry, squares=squares)
    scene = Scene(game="vitality", mode="story", beings={}, options=options, turns=Turns(), board=board)
    scene.library = library
    read_lists(SHAPE, scene, tables, where)
    given = shape.being_tables(SHAPE, tables, where)
    kept = [raw["at"] for raw in given.values() if "at" in raw]

    def make(name: str, raw: Mapping[str, Any], spot: str) -> Being:
        being = read_being(name, raw, spot, library)
        if "at" not in raw:
            area = area_of(entry.starts, raw.get("side", being.side))
            being.at = free_space(scene, kept, [square(cell) for cell in area] if squares else area)
        return being

    shape.fill(SHAPE, scene, tables, where, make)
    for name, raw in given.items():
        if "height" not in raw:
            being = scene.beings[name]
            being.height += ground(scene, being.at)
    if scene.head_start and scene.turns.current:  # vt.arch.move.vanguard: it is before the first turn
        scene.beings[scene.turns.current].primary = 0
        scene.turns = replace(scene.turns, current="", acted=())
    check_lists(scene, where)
    for being in scene.beings.values():
        if being.beaten:
            lets_loose(scene, being)
    return scene


def read_being(name: str, raw: Mapping[str, Any], where: str, library: Library) -> Being:
    """One of the content, by `from` or by its own name, or somebody plain: a player character of level 0."""
    if "from" in raw or any(name in library.shelves[kind] for kind in BEINGS):
        return make_being(library, find_entry(library, raw.get("from", name), f"{where}, field from"), name)
    return make_being(library, Character(id=name, name=name.replace("_", " ").capitalize()), name)


def free_space(scene: Scene, kept: Collection[Any], area: Sequence[Cell] = ()) -> Cell:
    """The first open space that nobody has, nor is to have by the file; in the start area of their side first."""
    taken = {being.at for being in scene.beings.values()}
    for cell in best_first(scene.board, area):
        if cell not in taken and list(cell) not in kept and scene.board.open(cell):
            return cell
    raise ContentError("there is no free space left on the board; say `at`")


def mid_combat(scene: Scene, current: Being) -> None:
    """In the middle of a combat all have their Reaction, and whose turn it is has their Primary Action."""
    for being in scene.beings.values():
        being.reaction = 1
    current.primary = 1


# ---------------------------------------------------------------- what goes together


def settle(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """What is named must exist; Tier follows the level, the maximum of HP class and boons, who is a player character
    the class, and defeat what is left."""
    for problem in _problems(scene, being, raw):
        raise ContentError(f"{where}, field {problem}")
    if "prepared" in raw:
        make_ready(scene, being, where)
    changes: dict[str, Any] = {}
    if "level" in raw and "tier" not in raw:
        changes["tier"] = TIERS[being.sheet.level]
    if not {"boons", "hp_class"}.isdisjoint(raw) and "hp_max" not in raw and not being.is_wall:
        changes["hp"] = most_hp(scene.library, being.sheet.hp_class, being.sheet.boons)
        full = being.hp >= being.sheet.hp and "hp" not in raw
        being.hp = changes["hp"] if full else min(being.hp, changes["hp"])
    classed = not {"hp_class", "summoner", "player"}.isdisjoint(raw)
    if classed and "player" not in raw:
        changes["pc"] = is_player(being.sheet.hp_class, being.sheet.summoner)
    if changes:
        being.sheet = replace(being.sheet, **changes)
    if classed and not allowed(scene, being):  # vt.npc.effort: nor do they bear what one has cost
        being.efforts = being.owing = being.lost = 0
        being.collapsing = False
    if "conditions" in raw:
        being.set_conditions(*[with_end(scene, being, condition) for condition in being.conditions])
        floor = ground(scene, being.at)
        if "height" not in raw and "Underground" not in being.states and being.height < min(0, floor):
            being.height = floor  # out of the ground again
    touched = classed or not {"hp", "conditions"}.isdisjoint(raw)
    if touched and being.hp <= 0 and being.here and not makes_checks(scene, being):
        being.hp = 0 if classed else being.hp
        scene.cite("vt.ability.wall" if being.is_wall else "vt.npc.defeat")
        go_down(scene, being, "Dismissed" if being.is_wall else "Defeated")
    elif touched and being.beaten:
        has_gone_down(scene, being)


def _problems(scene: Scene, being: Being, raw: Mapping[str, Any]) -> Iterator[str]:
    sheet = being.sheet
    for cell in (being.at, *being.body):
        if cell not in scene.board.cells:
            yield f"at: {scene.board.off(cell)} [vt.move.board]"
    if being.side not in SHAPE.sides:
        yield f"side: expected {PARTY} or {FOES}, not {spelled(being.side)}"
    if not 0 <= sheet.level < len(TIERS):
        yield f"level: expected 0 to {len(TIERS) - 1}, not {sheet.level} [vt.tier.table]"
    if sheet.hp < 1:
        yield f"hp_max: expected 1 or more, not {sheet.hp} [vt.hp.max]"
    unknown = [name for name in sheet.fixed or () if name not in (*FIXED, "height")]
    if unknown:
        yield f"fixed: there is no {unknown[0]!r}; {meant(unknown[0], (*FIXED, 'height'))}"
    if being.is_wall and (not being.body or sheet.fixed is None or not {"durability", "height"} <= set(sheet.fixed)):
        yield "hp_class: a wall needs its body, and fixed durability and height [vt.ability.wall]"
    for fault in unknown_names(scene.library, sheet, raw):
        yield f"{fault.field}: {fault.problem}"
    for condition in being.conditions:
        if CONDITIONS[condition.name].sourced and condition.source not in scene.beings:
            yield f"conditions: {condition.name} is by somebody; there is no being {condition.source!r}"
    yield from unknown_memories(scene, being)


# ---------------------------------------------------------------- what somebody has done, has suffered and has used up


SINCE = ("attacked", "conditioned", "damaged", "hit")  # what befalls somebody
DEEDS = ("attack", "condition", "damage", "defeat", "moved", "concentrated")
DEEDS_WITH = ("hit", "charge")  # and whom, or which attack
USES = (
    "heal", "lucky", "summon", "re-summon", "create_wall", "hidden_trap", "forbiddance", "familiar", "purchase",
    "carry", "hasten", "open_portals", "priority_target", "protect", EXTRA_REACTION[0],
)  # fmt: skip
USES_WITH = ("attack", "activate", "extra_attack", "splinter", "hazard", "through")  # and which one
MOMENTS = ("turn", THIS_TURN, NEXT_TURN, "minute", "rest", "evening")  # that give it back


def unknown_memories(scene: Scene, being: Being) -> Iterator[str]:
    """Words of `since`, `deeds`, `last` and `used` that no rule looks for, and attacks that they do not have."""
    yield from _unknown("since", being.since, SINCE)
    yield from _unknown("deeds", being.deeds, DEEDS, DEEDS_WITH)
    yield from _unknown("last", being.last, DEEDS, DEEDS_WITH)
    own = attacks_of(being)
    for field, attacks in _attacks_named(being).items():
        for name in attacks:
            if name and name not in own:
                yield f"{field}: {being.id} has no attack {name!r}; {there_are(name, own)}"
    if being.used:
        yield from _unknown("used", [name for name, _ in being.used], (*USES, *_more_uses(scene)), USES_WITH)
        yield from _unknown("used", [moment for _, moment in being.used], MOMENTS)


def _attacks_named(being: Being) -> dict[str, list[str]]:
    return {
        "idle": [name for name, _ in being.idle],
        "charged": [being.charged[0]],
        "channel": [being.channel[0]],
    }


def _more_uses(scene: Scene) -> list[str]:
    """Free Actions, and features that are used once in an evening."""
    costs = [action.cost for action in GAMES["vitality"].actions.values()]
    evenings = [f.id for f in scene.library.all("feature") if any([isinstance(e, OncePerEvening) for e in f.effects])]
    return [*[cost.name for cost in costs if isinstance(cost, Free)], *evenings]


def _unknown(field: str, words: Iterable[str], known: Iterable[str], with_name: Iterable[str] = ()) -> Iterator[str]:
    there = list(known)
    for word in words:
        first, _, rest = word.partition(" ")
        if word not in there and not (rest and (first in with_name or first in there)):
            yield f"{field}: nothing is remembered as {word!r}; {meant(word, [*there, *with_name])}"


# ---------------------------------------------------------------- what can be expected


def resistance_of(scene: Scene, being: Being, name: str) -> int:
    if name not in RESISTANCES:
        raise BadInput(f"there is no resistance {name!r}; {there_are(name, RESISTANCES)}")
    return total_of(resistance(scene, being, name))


def bonus_of(roll: str, scene: Scene, being: Being, name: str) -> int:
    """What somebody adds to a roll of an attack, whoever the target is."""
    if name not in attacks_of(being):
        others = [attack.id for kind in BEINGS for entry in scene.library.all(kind) for attack in entry.attacks]
        lacks = NotYet if name in others else BadInput
        raise lacks(f"{being.name} has no attack {name!r}; {there_are(name, attacks_of(being))}")
    attack = attack_of(scene, being, name)
    return total_of([*roll_parts(scene, being, roll), *attack_parts(scene, being, attack, roll, None)])


class Preparation(Record, frozen=True, eq=False, kw_only=True):
    """An action that somebody has prepared, in the words of the command; without an `action` they have not."""

    action: str = ""
    given: Any = msgspec.field(name="with", default=())  # a table
    event: str = "moves"
    who: str = ""


def put_prepared(scene: Scene, being: Being, given: Preparation, where: str) -> None:
    """As it was said; `make_ready` makes the command of it when all else is known of them."""
    try:
        command = Command(being.id, given.action, read_pairs(given.given))
    except BadInput as fault:
        raise ContentError(f"{where}.{fault}") from None
    being.prepared = Prepared(command, given.event, given.who) if given.action else None


def make_ready(scene: Scene, being: Being, where: str) -> None:
    """vt.act.prepare: what somebody has prepared must be something that can wait."""
    if being.prepared is None:
        return
    said, event, who = being.prepared.command, being.prepared.event, being.prepared.who
    command = command_of(scene, being, said.name, said.args)
    try:
        refusal = PREPARING.refusal(scene, command, event, who)
    except BadInput as fault:
        raise ContentError(f"{where}, field prepared: {fault}") from None
    if refusal is not None:
        raise ContentError(f"{where}, field prepared: {refusal.reason} [{refusal.rule}]")
    being.prepared = replace(being.prepared, command=command)


def put_player(scene: Scene, being: Being, player: bool, where: str) -> None:
    """Whether somebody is a player character, whatever they are made from."""
    being.sheet = replace(being.sheet, pc=player)


SHAPE = Shape(
    scene=Scene,
    being=Being,
    sheet=Sheet,
    board=Board,
    conditions=CONDITIONS,
    sides=(PARTY, FOES),
    modes=("combat", "story"),
    fighting="combat",
    otherwise="story",
    scene_fields=frozenset({
        "setting", "peril", "civilians", "tunnels", "rested", "clock", "adjustments", "head_start", "leads", "winner",
    }),
    lists=LISTS,
    own={"player": Own(bool, put_player), "prepared": Own(Preparation, put_prepared)},
    maxima={"hp_max": "hp"},
    gauges={"HP": "hp"},
    pools=frozenset({"primary", "reaction", "spent", "bonus_move", "fallen", "efforts", "owing", "lost"}),
    bounds={
        "hp_max": Positive,
        **dict.fromkeys(("level", "tier", "rested"), Natural),
    },
    types={
        **dict.fromkeys(("home", "winner"), Annotated[str, words("side", (PARTY, FOES))]),
        "wealth": Annotated[str, words("wealth", get_args(Wealth))],
        "hp_class": HpClass | Literal["wall"],
        "asks": Literal["telling", "all", "never"],
        "setting": Literal["gritty", "grounded", "heroic"],
    },
    merged={"attributes": ATTRIBUTES},
    unset=frozenset({"kind", "pc"}),
    moments=("attack", "fight", "minute", "rest"),
    mid_round=mid_combat,
    noted=lambda library: NOTED,
    needs=lacking,
    settle=settle,
    besides=lambda scene: [thing.name for thing in scene.things],  # they are carried as beings are
    distance=distance,
    values={
        "tier_now": tier,
        "avoidance": lambda scene, being: total_of(avoidance(scene, being)),
        "durability": lambda scene, being: total_of(durability(scene, being)),
        "initiative": lambda scene, being: total_of(initiative_parts(scene, being)),
        "speed": speed,
        "movement_left": movement_left,
        "capacity": capacity,
        "reach": reach,
        "efforts_left": efforts_left,
    },
    named_values={
        "resistance": resistance_of,
        "accuracy": lambda scene, being, name: bonus_of("accuracy", scene, being, name),
        "damage": lambda scene, being, name: bonus_of("damage", scene, being, name),
        "condition": lambda scene, being, name: bonus_of("condition", scene, being, name),
    },
)  # fmt: skip
