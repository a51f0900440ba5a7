"""What somebody may type, and what is said back: names, words that mean nothing, questions that are not asked again."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import dice
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, SealedDice, TypedDice
from ludex.core.show.odds import odds
from ludex.table.know import oddsline
from ludex.text.naming import named
from ludex.text.play.kept import policies_for
from ludex.text.play.scene import begin, go_on
from ludex.text.play.starting import choose_sides
from ludex.text.prompts.choosing import listed
from ludex.text.prompts.commands import COMMANDS
from ludex.text.prompts.prompts import read_faces
from ludex.text.screen import Quit, Screen
from ludex.text.table.prompt import Choice, Prompt
from ludex.text.table.table import Table
from ludex.text.terminal import Console

Type = Callable[..., None]


BEGIN = "1"  # before the first turn, where somebody might delay theirs


def table_of(scene: str, sides: tuple[str, ...] = ("party",), width: int = 80) -> Table:
    file = load_scene(Path(scene))
    live: Live[Any] = Live(file.game, file.scene, SealedDice(b"typed"))
    screen = Screen(Console(file=StringIO(), width=width, highlight=False))
    policies = policies_for(file.game, file.scene, sides, "simple")
    return Table(
        file.game, live, screen, file.header.title, sides, policies, file.game.policy("simple"), commands=COMMANDS
    )


def played(table: Table) -> str:
    begin(table)
    with pytest.raises(Quit):
        go_on(table)
    text: str = table.screen.console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    return text


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Type:
    """What somebody types, line by line; then they get up."""

    def typing(*lines: str) -> None:
        left = [*lines]

        def read(prompt: str) -> str:
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", read)

    return typing


# ---------------------------------------------------------------- names


def test_a_name_is_found_by_any_word_of_it_and_the_best_match_counts() -> None:
    things = [("Bent Knife", 1), ("Unarmed", 2), ("Knife of Bone", 3)]
    assert named("bent", things) == [1]
    assert named("knife", things) == [3]
    assert named("bo kni", things) == [3]
    assert named("n", things[:1]) == []
    assert named("", things) == []


def test_what_is_refused_says_why_by_its_name_and_can_be_forced_by_it(types: Type) -> None:
    types(BEGIN, "attack", "force attack", "stand")
    text = played(table_of("the_burning_tower"))
    assert "That may not be done: there is nothing to use it on [cb.roll.attack]. `force" in text
    assert "Attack: there is nothing to do it to." in text
    assert "'stand' is not understood" not in text


def test_a_word_that_may_mean_several_names_them(types: Type) -> None:
    types(BEGIN, "spirit")
    text = " ".join(played(table_of("the_burning_tower")).split())
    assert "'spirit' may be Refuse or accept spirit tokens, Gain a spirit token, Drop spirit tokens" in text


def test_the_sides_are_told_by_the_names_that_the_other_side_sees(types: Type) -> None:
    table = table_of("a_pilgrim_by_the_fire")
    types("foes")
    assert choose_sides(table.screen, table.live.scene) == ("foes",)
    text: str = table.screen.console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    seen = table.game.view(table.live.scene, "party").beings
    for being in table.live.scene.side_of("foes"):
        assert being.id not in seen or seen[being.id].name in text
        assert being.name in text or being.id not in seen or seen[being.id].name != being.name


# ---------------------------------------------------------------- looking


def test_goals_stand_below_the_heading_and_are_told_in_full(types: Type) -> None:
    types("end turn", "goal")
    text = played(table_of("the_burning_tower"))
    assert "The Burning Tower  ·  Round 1  ·  Enemy morale 0 ──" in text
    assert "\n To win: bring everybody who is left into the safe zone, or outlast the trap\n" in text
    assert "\nTo win: bring everybody who is left into the safe zone, or outlast the trap\n" in text


def test_a_zone_and_a_hazard_can_be_looked_at(types: Type) -> None:
    types("look belfry", "look tripwire", "look nowhere")
    text = played(table_of("the_burning_tower"))
    assert "Belfry (epicenter): Marrow Vance, Pip Underlark, Ione Calder, Tal Verrin." in text
    assert "Ways: east to Bell stair." in text
    assert "Dart Tripwire (2d6 + 1 sharp damage): between Bell stair and Library." in text
    assert "there is nobody called 'nowhere'" in text


def test_short_choices_stand_side_by_side_and_long_ones_alone() -> None:
    table = table_of("the_burning_tower")
    words = ["Grapple", "Move", "Swap", "Refuse or accept spirit tokens, at any time", "Drop", "End"]
    listed(table, Prompt([Choice(each, each) for each in words], back=False))
    text: str = table.screen.console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    lines = [line.split() for line in text.splitlines()]
    assert lines[0] == ["1", "Grapple", "2", "Move"]
    assert lines[1] == ["3", "Swap"]
    assert lines[3] == ["5", "Drop", "6", "End"]


# ---------------------------------------------------------------- questions


def test_a_question_that_is_never_to_be_asked_again_has_its_default_until_it_is_asked_for(types: Type) -> None:
    table = table_of("wolves_on_the_causeway")
    types("never")
    text = " ".join(played(table).split())
    assert "Standard combat formation is asked no more; the answer is:" in text
    assert table.muted == {"cb.formation.standard": False}
    table = table_of("wolves_on_the_causeway")
    table.muted["cb.formation.standard"] = False
    types("ask zork", "ask formation", "ask")
    text = " ".join(played(table).split())
    assert "Not asked: Standard combat formation" in text
    assert "there is no rule 'zork'" in text
    assert "Asked again: Standard combat formation." in text
    assert "everything is asked" in text
    assert not table.muted


def test_what_helps_who_is_asked_stands_beside_the_answers_in_words(types: Type) -> None:
    table = table_of("wolves_on_the_causeway")
    table.live.dice = SealedDice(b"b")
    tokens = [f"gm set what={name} field=spirit value=3" for name in ("marrow", "tal")]
    types("16", BEGIN, *tokens, "attack", "knife", "razorshell")
    asked = played(table).partition("Pip Underlark: Retry")[2]
    assert "2 first, Marrow Vance gives Pip Underlark 1 spirit token (and spends 1)" in asked
    assert "3 first, Tal Verrin gives Pip Underlark 1 spirit token (and spends 1)" in asked
    assert "gives Ione" not in asked
    assert "`meanwhile` others act first (12)" in asked


# ---------------------------------------------------------------- odds


def test_odds_of_a_command_stop_before_what_the_game_does_by_itself() -> None:
    table = table_of("the_burning_tower")
    begin(table)
    table.live.answer("begin")
    end = Command(table.game.to_act(table.live.scene), "end_turn")
    found = odds(table.live.scene, end, table.adviser)
    assert [changes for changes, _ in found.outcomes] == [()]  # not the token with which the next turn begins


def test_odds_of_an_answer_stop_there_too() -> None:
    table = table_of("wolves_on_the_causeway")
    begin(table)
    assert isinstance(table.live.open, Question)
    found = table.seen.odds_of_answer(("marrow",))
    assert found is not None
    assert ("pip", "spirit") not in found.expected
    assert not table.live.shown.halts


def test_one_token_is_one() -> None:
    table = table_of("wolves_on_the_causeway")
    changes = (("pip", "spirit", 1), ("marrow", "spirit", -2), ("scene", "morale", -1))
    told = oddsline.changed(table.game, table.live.scene, changes)
    assert told == "Pip Underlark +1 spirit token; Marrow Vance −2 spirit tokens; −1 morale token"


@pytest.mark.parametrize(
    ("scene", "change", "told"),
    [
        ("back_alley", ("scene", "winner", "party"), "the party wins the fight"),
        ("back_alley", ("scene", "winner", ""), "the fight is over"),
        ("wolves_on_the_causeway", ("scene", "outcome", "won"), "the party has won the situation"),
    ],
)
def test_how_it_ends_is_told_in_words(scene: str, change: tuple[str, str, str], told: str) -> None:
    table = table_of(scene)
    assert oddsline.changed(table.game, table.live.scene, (change,)) == told


# ---------------------------------------------------------------- dice


def test_who_throws_is_told_by_name_and_too_few_faces_in_words(types: Type) -> None:
    table = table_of("the_burning_tower")
    table.live.dice = TypedDice()
    types(BEGIN, "move", "library", "y", "3", "34")
    text = played(table)
    assert "Dart Tripwire, Effect roll: throw d6 + d6 and type the faces" in text
    assert "too few faces for d6, d6: only 3" in text
    assert "Dart Tripwire: 2d6 (3 + 4) + 1 = 8 sharp damage" in text


def test_faces_may_be_typed_without_spaces_where_every_face_is_a_digit() -> None:
    assert read_faces(dice(2, 6), "34") == (3, 4)
    assert read_faces(dice(2, 6), "3, 4") == (3, 4)
    assert read_faces(dice(1, 12), "11") == (11,)
    with pytest.raises(BadInput, match=r"expected the faces of d6 \+ d6, such as 3 3, not 'x'"):
        read_faces(dice(2, 6), "x")


def test_what_changes_of_several_things_is_told_and_where_somebody_ends() -> None:
    table = table_of("the_lamp_cellars")
    scene = table.live.scene
    held = tuple(scene.beings["pell"].held)
    told = [
        oddsline.changed(table.game, scene, (change,))
        for change in (("pell", "held", held[:1]), ("pell", "held", (held[0], "whip")), ("pell", "at", "landing"))
    ]
    assert told == [
        "Pell Vantry in hand no longer Buckler",
        "Pell Vantry in hand now Whip",
        "Pell Vantry ends at Landing",
    ]
