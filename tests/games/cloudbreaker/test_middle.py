"""What the book says for the most common pairs: what is under way, what changes in the middle, what comes of it."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.ruling import Refused
from ludex.core.referee.live import Live, TypedDice
from ludex.games.cloudbreaker.game import CLOUDBREAKER

FIELD = """
game = "cloudbreaker"
board = { width = 4, height = 2 }
scene.morale = 2
beings.ann = { at = "z0_0", move = 3, max_move = 3, spirit = 5, hp = 10 }
beings.ben = { at = "z1_0", hp = 10 }
beings.wolf = { from = "balewolf", at = "z0_0" }
beings.other = { from = "balewolf", at = "z0_0" }
"""
STRIKE, RETRY, EVADE = "cb.opportunity.strike", "cb.burst.retry", "cb.burst.evade"
DIRECTION, FOLLOW = "cb.man.push", "cb.man.push.follow"

MOVE = command("ann", "move", to="z1_0")
BITE = command("wolf", "attack", weapon="bite", target="ann")
PUSH = command("ann", "push", target="wolf")


def gm(name: str, **args: Any) -> Command:
    return command("gm", name, **args)


def has(who: str, condition: str) -> Command:
    return gm("inflict", being=who, condition=condition)


def put(who: str, zone: str) -> Command:
    return gm("place", being=who, at=zone)


NONE_LEFT = gm("set", what="scene", field="morale", value=0)


# what is under way, the faces until the question, the question and what they would like to answer, what changes, the
# rule by which something comes of it, and what is so in the end
Row = tuple[Command, list[tuple[int, ...]], tuple[str, Plain], Command, str, dict[str, object]]
LEAVES, TRIES_AGAIN, CHOOSES = (STRIKE, "bite"), (RETRY, True), (DIRECTION, "z1_0")
FOLLOWS, EVADES, BEARS_IT = (FOLLOW, True), (EVADE, True), (EVADE, False)
HIT: list[tuple[int, ...]] = [(5, 5), (6, 6)]
CHOSEN: list[tuple[int, ...]] = [(6, 6)]
TABLE: list[Row] = [
    (MOVE, [], LEAVES, has("ann", "Stunned"), "cb.cond.stunned", {"ann.at": "z0_0", "ann.hp": 10}),
    (MOVE, [], LEAVES, has("ann", "Prone"), "cb.cond.prone", {"ann.at": "z0_0", "ann.hp": 10}),
    (MOVE, [], LEAVES, has("ann", "Restrained"), "cb.cond.restrained", {"ann.at": "z0_0", "ann.hp": 10}),
    (MOVE, [], LEAVES, has("ann", "Downed"), "cb.cond.downed", {"ann.at": "z0_0", "ann.hp": 0, "ann.resolve": 25}),
    (MOVE, [], LEAVES, has("ann", "Dead"), "cb.death", {"ann.at": "z0_0", "ann.spirit": 0}),
    (MOVE, [], LEAVES, has("ann", "Deafened"), "cb.cond.deafened", {"ann.at": "z1_0"}),
    (MOVE, [], LEAVES, has("wolf", "Stunned"), "cb.cond.stunned", {"ann.at": "z1_0", "ann.hp": 10}),
    (MOVE, [], LEAVES, put("ann", "z3_0"), "cb.move.action", {"ann.at": "z3_0", "ann.hp": 10}),
    (PUSH, [(1, 2)], TRIES_AGAIN, has("ann", "Stunned"), "cb.burst.default", {"wolf.at": "z0_0", "ann.spirit": 5}),
    (PUSH, CHOSEN, CHOOSES, has("ann", "Stunned"), "cb.man.push", {"wolf.at": "z0_0"}),
    (PUSH, CHOSEN, CHOOSES, put("ann", "z3_0"), "cb.man.roll", {"wolf.at": "z0_0"}),
    (PUSH, CHOSEN, CHOOSES, has("wolf", "Neutralised"), "cb.neutral.roll", {"wolf.at": "z0_0", "scene.morale": 1}),
    (PUSH, [*CHOSEN, ()], FOLLOWS, has("ann", "Stunned"), "cb.man.push.follow", {"wolf.at": "z1_0", "ann.at": "z0_0"}),
    (PUSH, [*CHOSEN, ()], FOLLOWS, has("wolf", "Prone"), "cb.man.push.follow", {"wolf.at": "z1_0", "ann.at": "z1_0"}),
    (BITE, HIT, BEARS_IT, has("wolf", "Stunned"), "cb.roll.area", {"ann.hp": 0}),
    (BITE, HIT, EVADES, has("ann", "Stunned"), "cb.burst.default", {"ann.hp": 0, "ann.spirit": 5}),
    (BITE, HIT, EVADES, has("ann", "Knocked Out"), "cb.cond.knocked_out", {"ann.hp": 10}),
    (BITE, HIT, BEARS_IT, gm("morale", amount=-2), "cb.situation.rout", {"ann.hp": 10, "scene.outcome": "won"}),
    (BITE, HIT, BEARS_IT, NONE_LEFT, "cb.situation.rout", {"ann.hp": 10, "scene.outcome": "won"}),
]


def goes_on(live: Live[Any], rule: str, wish: Plain, once: bool = False) -> None:
    """Answer as they would like to if they may, and all else as usual; whatever is still rolled fails."""
    while live.open is not None:
        if isinstance(live.open, Question):
            wanted = wish if live.open.rule == rule else live.open.default
            live.answer(live.open.default if live.open.domain.fault(wanted) else wanted)
        else:
            live.fell((1,) * len(live.open.pool))
        if once:
            return


@pytest.mark.parametrize(("under_way", "faces", "asked", "change", "rule", "then"), TABLE)
def test_what_comes_of_it(
    under_way: Command,
    faces: list[tuple[int, ...]],
    asked: tuple[str, Plain],
    change: Command,
    rule: str,
    then: dict[str, object],
) -> None:
    assert rule in CLOUDBREAKER.rulebook.rules
    scene = scene_from({**tomllib.loads(FIELD), "turn": under_way.actor}, "test").scene
    live: Live[Any] = Live(CLOUDBREAKER, scene, TypedDice())
    live.perform(under_way)
    for fallen in faces:
        live.fell(fallen) if fallen else goes_on(live, *CHOOSES, once=True)
    assert isinstance(live.open, Question)
    assert live.open.rule == asked[0]
    live.answer(Interject(change))
    goes_on(live, *asked)
    assert {path: CLOUDBREAKER.look_up(live.scene, path) for path in then} == then


@pytest.mark.parametrize(
    "impossible",
    [has("wolf", "Downed"), has("ann", "Defeated"), has("ann", "Yielding"), has("ben", "Grappled")],
    ids=repr,
)
def test_what_nobody_can_be_by_itself_is_not_brought_about(impossible: Command) -> None:
    scene = scene_from({**tomllib.loads(FIELD), "turn": "ann"}, "test").scene
    live: Live[Any] = Live(CLOUDBREAKER, scene, TypedDice())
    with pytest.raises(Refused):
        live.perform(impossible)


BOOK = Path(CLOUDBREAKER.home) / "book"


def questions() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(BOOK.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ask":
                yield f"{path.stem}, line {node.lineno}", node


def fixed(node: ast.expr) -> bool:
    """The same whatever happens meanwhile: words, numbers, and names in capitals."""
    names = [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id != "OneOf"]
    return all(name.isupper() for name in names)


def test_every_question_is_worked_out_when_it_is_asked_and_asked_again(subtests: pytest.Subtests) -> None:
    found = list(questions())
    assert len(found) > 15
    for place, call in found:
        domain, default = call.args[2], next(word.value for word in call.keywords if word.arg == "default")
        for what in (domain, default):
            with subtests.test(place):
                assert isinstance(what, ast.Lambda) or fixed(what), ast.unparse(what)
