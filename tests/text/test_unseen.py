"""The text game tells nothing of those whom the reader's side does not know to be there."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Modifier
from ludex.core.referee.live import Live, TypedDice
from ludex.games.bluebox import BLUEBOX
from ludex.text.play.starting import choose_sides
from ludex.text.prompts import prompts
from ludex.text.prompts.commands import COMMANDS
from ludex.text.screen import Screen
from ludex.text.table import board
from ludex.text.table.prompt import Chosen
from ludex.text.table.table import Table
from ludex.text.terminal import Console

VAHKI = {"from": "vahki_patroller"}


def table_with(lurker: dict[str, Any] | None = None, side: str = "party", *, turn: bool = True) -> Table:
    """Tahra before a Vahki, and perhaps somebody who lurks."""
    beings: dict[str, Any] = {"tahra": {"at": [0, 0]}}
    if lurker is not None:
        unseen = {"conditions": ["Hidden"], "seen": False, "name": "Zyglak Lurker", "at": [1, 1]}
        beings["lurker"] = {**VAHKI, **unseen, **lurker}
    beings["vahki"] = {**VAHKI, "name": "Vahki", "at": [1, 0]}
    tables: dict[str, Any] = {"game": "bluebox", "board": {"q": [0, 6], "r": [0, 4]}, "beings": beings}
    if turn:
        tables["turn"] = {"of": "tahra", "order": list(beings)}
    scene = scene_from(tables, "test").scene
    console = Console(file=StringIO(), width=130, highlight=False)
    live: Live[Any] = Live(BLUEBOX, scene, TypedDice())
    return Table(BLUEBOX, live, Screen(console), "test", (side,), {}, BLUEBOX.policy("simple"), commands=COMMANDS)


def printed(table: Table) -> str:
    text: str = table.screen.console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    return text


def says_nothing_of_it(text: str) -> bool:
    return "lurker" not in text.lower() and "zyglak" not in text.lower()


def test_the_order_of_turns_and_initiative_leave_it_out() -> None:
    table = table_with({"conditions": ["Hidden", "Invisible"]}, turn=False)
    table.live.perform(command("gm", "start_combat"))
    while table.live.open is not None:
        request = table.live.open
        if isinstance(request, Question):
            table.live.answer(request.default)
        else:
            table.live.fell((3,) * len(request.pool))
    lines = [line.words for line in table.catch_up()]
    assert any(line.startswith("Order of turns: ") and "Tahra" in line and "Vahki" in line for line in lines)
    assert says_nothing_of_it("\n".join(lines))
    board.show(table, "tahra")
    assert "Tahra" in printed(table)
    assert says_nothing_of_it(printed(table))


NAMING: list[tuple[str, dict[str, Any]]] = [
    ("turn", {"who": "lurker", "resumed": False}),
    ("moves", {"who": "lurker", "origin": (1, 0), "to": (1, 1), "cost": 1}),
    ("condition", {"who": "lurker", "condition": "Hidden", "source": "lurker"}),
    ("condition", {"who": "vahki", "condition": "Resistance", "source": "lurker"}),
    ("contest", {"winner": "tahra", "loser": "lurker"}),
    ("calling", {"who": "vahki", "calling": "Guard", "target": "lurker"}),
    ("holds", {"who": "vahki", "action": "attack", "event": "is_hit", "whom": "lurker"}),
    ("swaps", {"who": "vahki", "thing": "mask", "to": "lurker"}),
    ("set", {"what": "lurker", "field": "hp", "value": 3}),
    ("air", {"who": "vahki", "users": ("vahki", "lurker"), "each": 3}),
    ("gift", {"who": "vahki", "by": "lurker", "left": 2}),
    ("untied", {"who": "tahra", "tied_by": "lurker"}),
    ("overruled", {"command": "move", "actor": "lurker", "how": "forced"}),
    ("failed", {"why": "KeyError: 'lurker'"}),
    ("failed", {"why": "there is no room for Zyglak Lurker"}),
    ("check", {"who": "tahra", "ability": "Focus", "success": True, "modifiers": (Modifier(1, "lurker", "bb.edge"),)}),
]


@pytest.mark.parametrize(("kind", "values"), NAMING, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(NAMING)])
def test_no_line_of_the_log_names_it(kind: str, values: dict[str, Any]) -> None:
    """Other than to its own side, and to whoever plays them all."""
    for side, may_know in (("party", False), ("foes", True)):
        table = table_with({}, side)
        table.live.recorder.record(kind, "bb.game.hex", **values)
        lines = table.catch_up()
        assert says_nothing_of_it(str(lines)) or may_know
        assert lines or not may_know


def test_what_it_does_to_somebody_known_is_told_without_its_name() -> None:
    table = table_with({})
    harm: dict[str, Any] = {"rolled": 3, "type": "plain", "trace": (), "applied": 3}
    table.live.recorder.record("damage", "bb.damage.order", who="tahra", source="lurker", **harm)
    table.live.recorder.record("takes", "bb.hp.points", who="tahra", amount=3, thp=0, hp_lost=3, hp=10)
    table.live.recorder.record("condition", "bb.cond.dazed", who="tahra", condition="Dazed", source="lurker")
    table.live.recorder.record("pushed", "bb.action.shove", who="tahra", by="lurker", to=(2, 0))
    assert [line.words for line in table.catch_up()] == [
        "Tahra takes 3 damage; 10 HP left",
        "Tahra is Dazed (from somebody)",
        "Somebody moves Tahra to 2,0",
    ]


def test_marks_are_made_for_those_who_are_known_and_stay_when_somebody_turns_up() -> None:
    table = table_with({"name": "Vahki Lurker"})
    assert table.marks == table_with(None).marks
    before = table.marks
    after = table.live.scene.fork()
    after.beings["lurker"].seen = True
    table.live.boundaries.append(after)
    assert table.marks.keys() == {"tahra", "vahki", "lurker"}
    assert table.marks.items() >= before.items()


def test_whoever_chooses_a_side_is_not_told_who_lurks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_with({})
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    choose_sides(table.screen, table.live.scene)
    assert "Vahki" in printed(table)
    assert says_nothing_of_it(printed(table))


def at_the_question(table: Table, target: str, *, force: bool = False) -> Question:
    """Tahra has hit, and is asked how many dice she gives up."""
    table.live.perform(command("tahra", "attack", target=target), force=force)
    while not isinstance(table.live.open, Question):
        assert table.live.open is not None
        table.live.fell((8,) * len(table.live.open.pool))
    return table.live.open


def test_odds_of_answers_are_the_same_wherever_it_lurks() -> None:
    told = []
    for lurker in (None, {}, {"at": [3, 3], "hp": 1}):
        table = table_with(lurker)
        question = at_the_question(table, "vahki")
        found = [table.seen.odds_of_answer(value) for value in question.domain.some()]
        assert all(odds is not None for odds in found)
        told.append([odds.to_plain() for odds in found if odds is not None])
    assert told[0] == told[1] == told[2]


def test_no_odds_are_told_where_they_would_tell_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_with({})
    question = at_the_question(table, "lurker", force=True)
    assert all(table.seen.odds_of_answer(value) is None for value in question.domain.some())
    monkeypatch.setattr(prompts, "choose", lambda table, prompt: Chosen(prompt.choices[0].value))
    prompts.answer(table, question)
    assert says_nothing_of_it(printed(table))
