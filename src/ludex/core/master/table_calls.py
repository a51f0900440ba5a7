"""What the game master of every game calls for: somebody comes in or is gone, an option changes, dice are thrown in
secret, words are told. Any game has these commands beside its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.book.rulebook import BadOption
from ludex.core.content.content import ContentError
from ludex.core.foe.standing import UP, fate
from ludex.core.kernel.action import AT_BOUNDARY, Registry
from ludex.core.kernel.bounds import BEINGS
from ludex.core.kernel.dice import Die, Pool, Total
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, roll
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Being, Scene
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import being, free, whether
from ludex.core.scene.given import unplain
from ludex.core.scene.namesakes import make_way, names_in, next_name, unseen_name
from ludex.core.scene.shape import RESERVED, override
from ludex.core.scene.staged import staged_of

MOST_DICE = 100
MOST_SIDES = 1000
DICE = r"(\d{0,3})d(\d{1,4})"


def add_to(registry: Registry, hides: bool) -> None:
    """Put the commands into the register of a game, unless it has them; where it `hides`, somebody may come in of whom
    the players know nothing."""
    if "spawn" in registry.gm_actions:
        return
    gm = registry.gm
    coming = free("from", values=who_there_is), free("at", None), free("name", ""), free("side", "", values=sides)
    gm("spawn", GM, *coming, *([whether("hidden", False)] if hides else []), label="Bring in")(spawn)
    if hides:
        gm("hide", GM, being(), fits=fits_hide, label="Hide")(hide)
    gm("remove", GM, being(), tags=(AT_BOUNDARY,), label="Take off the board")(remove)
    named = free("name", values=lambda scene, *a: staged_of(scene).rulebook.options)
    gm("option", GM, named, free("value"), tags=(AT_BOUNDARY,), label="Switch an option")(option)
    gm("roll", GM, free("dice"), free("for", ""), whether("secret", True), label="Roll dice")(throw)
    gm("tell", GM, free("words"))(tell)
    gm("go_on", GM, fits=fits_go_on, tags=(AT_BOUNDARY,))(go_on)


# ---------------------------------------------------------------- coming and going


def who_there_is(scene: Scene[Any], *chosen: object) -> Iterator[Plain]:
    """The ids of all in the content of whom a being can be made."""
    for kind in ("character", "enemy", "npc", "object"):
        if kind in scene.library.shelves:
            yield from [entry.id for entry in scene.library.offered(kind)]


def sides(scene: Scene[Any], *chosen: object) -> Iterable[Plain]:
    return staged_of(scene).sides


async def spawn(scene: Scene[Any], kind: str, at: Plain, name: str, side: str, hidden: bool = False) -> None:
    """Somebody of the content comes in: at a place, or at the first that is free; in a fight they act last. Hidden:
    players will not see them."""
    id_ = secret_id(scene, name or kind) if hidden else fresh_id(scene, name or kind)
    arrived = newcomer(scene, kind, id_, side, "spawn")
    arrived.name = name or (hidden_name(scene, arrived.name) if hidden else known_name(scene, arrived.name))
    come_in(scene, arrived, at, hidden)
    scene.record("spawned", GM, who=id_, hidden=bool(hidden))


def newcomer(scene: Scene[Any], kind: str, name: str, side: str, where: str) -> Any:
    """Somebody of the content, as a scene file would have them; nowhere yet."""
    raw = {"from": kind, **({"side": side} if side else {})}
    alone = staged_of(scene).set_up({"beings": {name: raw}, "options": dict(scene.options)}, where, scene.library)
    return alone.beings[name]


def come_in(scene: Scene[Any], arrived: Any, at: Plain, hidden: bool = False) -> None:
    """Somebody comes in, at this place or at the first that is free, and where nobody sees them if they are hidden.
    Hidden: players will not see it."""
    game = staged_of(scene)
    if len(scene.beings) >= BEINGS:
        raise BadInput(f"{arrived.id}: a scene has at most {BEINGS} beings")
    if hidden and arrived.side == game.sides[0]:
        raise BadInput(f"hidden: expected somebody of another side, not {arrived.name} of {arrived.side}")
    tried = scene.fork()  # nothing has changed where there is no place
    tried.beings = {**tried.beings, arrived.id: arrived}
    if at is not None:
        put_at(tried, arrived, at)
        before = game.misplaced(scene)
        for fault in game.misplaced(tried):
            if fault not in before:
                raise BadInput(f"{fault.field}: {fault.problem}")
        if hidden and not hides_there(tried, arrived):
            instead = "choose a place out of sight or none, or bring them in openly"
            raise BadInput(f"hidden: {arrived.name} would be seen there: {instead}")
    else:
        wrong = len(game.misplaced(scene))
        if not any(not hidden or hides_there(tried, arrived) for _ in put_where_free(tried, arrived, wrong)):
            if hidden:
                raise BadInput(f"hidden: there is no free place where nobody sees {arrived.name}")
            raise BadInput(f"{arrived.id}: there is no free place; say `at`")
    scene.beings = {**scene.beings, arrived.id: arrived}
    game.arrives(scene, arrived)


def put_at(scene: Scene[Any], arrived: Any, at: Plain) -> None:
    shape = staged_of(scene).shape
    try:
        override(shape, scene, arrived, {"at": unplain(at, shape.hints["at"])}, arrived.id)
    except ContentError as fault:
        raise BadInput(f"at: {str(fault).partition(', field at: ')[2] or fault}") from None


def fresh_id(scene: Scene[Any], words: str) -> str:
    wanted = re.sub(r"[^a-z0-9]+", "_", str(words).lower()).strip("_") or "somebody"
    taken = {*scene.beings, *RESERVED, *staged_of(scene).sides}
    numbered = (f"{wanted}_{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (wanted, *numbered) if name not in taken)


def secret_id(scene: Scene[Any], words: str) -> str:
    """For somebody of whom the players know nothing: once they see it, it tells of nobody else, as a number would. It
    is drawn from who is there and where, of which they know only a part."""
    there = [(being.id, getattr(being, "at", ""), being.conditions) for being in scene.beings.values()]
    return fresh_id(scene, f"{words} {blake2b(repr((scene.clock, there)).encode(), digest_size=3).hexdigest()}")


def hidden_name(scene: Scene[Any], wanted: str) -> str:
    """A name for somebody whom the players do not see, who will get their number when they do."""
    make_way(scene, players_view(scene), wanted)
    return unseen_name(scene, wanted)


def known_name(scene: Scene[Any], wanted: str) -> str:
    """A name for somebody whom the players see: its number tells of nobody whom they do not."""
    known = players_view(scene)
    found = next_name(wanted, names_in(known))
    make_way(scene, known, found)
    return found


def players_view(scene: Scene[Any]) -> Scene[Any]:
    game = staged_of(scene)
    known: Scene[Any] = game.view(scene, game.sides[0])
    return known


def places(scene: Scene[Any]) -> Iterable[Cell | str]:
    board = getattr(game_of(scene).face().plan(scene), "board", None)
    if board is None:
        return ()
    return sorted(board.cells, key=lambda cell: (cell[1], cell[0])) if hasattr(board, "cells") else list(board)


def put_where_free(scene: Scene[Any], arrived: Any, wrong: int) -> Iterator[Cell | str]:
    """Put somebody at one place after another where there is room: where they have a cell of their own first, and then
    beside others in theirs, as far as the game lets friends squeeze."""
    shared = []
    for place in places(scene):
        if not fits_at(scene, arrived, place, wrong):
            continue
        if shares_a_cell(scene, arrived):
            shared.append(place)
        else:
            yield place
    for place in shared:
        arrived.at = place
        yield place


def shares_a_cell(scene: Scene[Any], arrived: Any) -> bool:
    """Does somebody stand where others do? In zones everybody does."""
    plan = game_of(scene).face().plan(scene)
    if plan is None or not hasattr(plan.board, "cells"):
        return False
    others = {cell for who, cells in plan.places.items() if who != arrived.id for cell in cells}
    return not others.isdisjoint(plan.places.get(arrived.id, ()))


def fits_at(scene: Scene[Any], arrived: Any, place: Cell | str, before: int) -> bool:
    """Put somebody there; tells whether there is room: nobody stands wrong who did not before."""
    arrived.at = place
    return len(staged_of(scene).misplaced(scene)) <= before


def hides_there(scene: Scene[Any], arrived: Any) -> bool:
    """Hide somebody where they stand; tells whether that can be."""
    try:
        staged_of(scene).hide(scene, arrived)
    except BadInput:
        return False
    return True


def fits_hide(scene: Scene[Any], who: Being) -> Refusal | None:
    game = staged_of(scene)
    if who.id not in players_view(scene).beings:
        return Refusal(f"the players know nothing of {who.name}", GM)
    if who.side == game.sides[0]:
        return Refusal(f"{who.name} is one of the players' own", GM)
    if fate(who.states, game_of(scene).fates) != UP:
        return Refusal(f"{who.name} is out of it: only who stands can be hidden", GM)
    for other in scene.beings.values():
        held = next((condition.name for condition in other.conditions if condition.source == who.id), "")
        if held and other.id != who.id:
            return Refusal(f"{other.name} is {held}, and that comes from {who.name}: end it first", GM)
    tried = scene.fork()
    return game.cannot_hide(scene, who) or (None if hides_there(tried, tried.beings[who.id]) else would_be_seen(who))


def would_be_seen(who: Being) -> Refusal:
    return Refusal(f"{who.name} would be seen there: move them out of sight first", GM)


async def hide(scene: Scene[Any], who: Being) -> None:
    """Somebody whom the players see is hidden: from now on the players do not see them, and know nothing of them."""
    if not hides_there(scene, who):  # forced, where the rules refuse it
        raise BadInput(would_be_seen(who).reason)
    scene.record("hidden_by_hand", GM, seen_by=GM, who=who.id)


async def remove(scene: Scene[Any], who: Being) -> None:
    """Somebody is gone for good, and with them all that others have from them."""
    game = staged_of(scene)
    known = all(who.id in game.view(scene, side).beings for side in game.sides)
    scene.record("removed", GM, seen_by="" if known else GM, name=who.name)
    game.departs(scene, who)


# ---------------------------------------------------------------- the table


async def option(scene: Scene[Any], name: str, value: Plain) -> None:
    """An option is switched in the middle of play."""
    try:
        scene.options = staged_of(scene).rulebook.check_options({**scene.options, name: value})
    except BadOption as fault:
        raise BadInput(str(fault)) from None
    scene.record("option", GM, name=name, value=value)


async def throw(scene: Scene[Any], dice: str, words: str, secret: bool) -> None:
    """The game master throws dice (`2d6+1`), in secret unless that is said otherwise."""
    pool, bonus = read_dice(dice)
    about = {"for": words} if words else None
    await roll(pool, Total(bonus), by=GM, rule=GM, about=about, seen_by=GM if secret else "")


def read_dice(words: str) -> tuple[Pool, int]:
    """`2d6+d4-1` as dice and a number."""
    text = re.sub(r"\s+", "", str(words).lower())
    if not re.fullmatch(rf"[+-]?({DICE}|\d{{1,4}})([+-]({DICE}|\d{{1,4}}))*", text):
        raise BadInput(f"dice: expected something like 2d6+1, not {spelled(words)}")
    pool: list[Die] = []
    bonus = 0
    for sign, part in re.findall(r"([+-]?)([^+-]+)", text):
        found = re.fullmatch(DICE, part)
        if found is None:
            bonus += -int(part) if sign == "-" else int(part)
        elif sign == "-":
            raise BadInput("dice: dice can be added only")
        else:
            pool += [Die(int(found[2]))] * int(found[1] or 1)
    if not 1 <= len(pool) <= MOST_DICE or not all(1 <= die.sides <= MOST_SIDES for die in pool):
        raise BadInput(f"dice: expected 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides")
    return tuple(pool), bonus


async def tell(scene: Scene[Any], words: str) -> None:
    """What the game master says to everybody; it stands in the log."""
    scene.record("told", GM, words=str(words))


# ---------------------------------------------------------------- going on


def fits_go_on(scene: Scene[Any]) -> Refusal | None:
    game = game_of(scene)
    awaited = game.to_act(scene)
    if awaited:
        return Refusal(f"it is {scene.beings[awaited].name}'s turn", GM)
    return None if game.idle(scene) is not None else Refusal("nobody is next", GM)


async def go_on(scene: Scene[Any]) -> None:
    """Where it is nobody's turn yet, it becomes that of whoever is next."""
