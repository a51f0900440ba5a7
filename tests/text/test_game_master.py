"""The game master at the table: a seat of its own, questions, and commands that are read as people write."""

from __future__ import annotations

from ludex.core.kernel.procedure import GM, Question
from ludex.text.play.starting import sides_named
from ludex.text.prompts.gm import read_value
from tests.text.test_typing import Type, played, table_of, types

__all__ = ["types"]


def seat(name: str, scene: str = "the_lamp_cellars") -> tuple[str, ...]:
    return sides_named(table_of(scene).live.scene, name)


# ---------------------------------------------------------------- the seat


def test_the_game_master_plays_all_but_the_party_and_sees_everything() -> None:
    table = table_of("the_lamp_cellars", seat(GM))
    assert table.sides == ("foes", GM)
    assert table.seen.seat == GM
    assert table.plays("witch")
    assert not table.plays("marlow")
    assert table.plays(GM)
    assert table.hold  # the party does nothing before the game master has seen the table


def test_everything_by_hand_asks_the_game_masters_questions_even_where_the_other_side_is_not_there_yet() -> None:
    table = table_of("the_coast_road", seat("both", "the_coast_road"))
    assert table.sides == ("party", "foes", GM)
    assert table.sides == seat("all", "the_coast_road")
    assert table.plays(GM)
    assert not table.hold


def test_the_game_master_is_asked_for_the_attitude_of_those_who_are_met(types: Type) -> None:
    types("", "welcoming")
    text = " ".join(played(table_of("the_lamp_cellars", seat(GM))).split())
    assert "Marlow Tarn acts next. Enter goes on" in text
    assert "The Director: Reaction table" in text
    assert "Welcoming in place of" in text


def test_a_player_can_have_a_single_question_of_the_game_master_asked(types: Type) -> None:
    types("advance drain together")
    assert "Reaction table" not in played(table_of("the_lamp_cellars")).partition("The Director:")[2]
    types("ask nb.reaction.table", "advance landing together", "violent")
    text = played(table_of("the_lamp_cellars"))
    assert "The Director: Reaction table" in text
    assert "A fight begins" in text


# ---------------------------------------------------------------- what is hidden


def test_the_game_masters_words_act_on_the_truth_and_faults_are_told_in_full(types: Type) -> None:
    table = table_of("the_lamp_cellars")
    types('gm place being="Salt Witch" at="oil store"', "gm place being=zork at=stair")
    text = " ".join(played(table).split())
    assert table.live.scene.beings["witch"].at == "store"
    assert "Done." in text  # and no line tells the party of it
    assert "there is no being 'zork' in this scene; there are: marlow, ione, pell, oriel, wrecker_1" in text


def test_nobody_learns_by_typing_a_name_whether_there_is_somebody(types: Type) -> None:
    types("look Salt Witch", "where zork")
    text = " ".join(played(table_of("the_lamp_cellars")).split())
    assert "there is nobody called 'Salt Witch'; there are: Marlow Tarn" in text
    assert "somebody" not in text


# ---------------------------------------------------------------- what is written


def test_words_are_read_in_any_case_and_a_slip_is_told_with_what_is_meant(types: Type) -> None:
    types(
        "gm check being=marlow attribute=Brawn difficulty=hard",
        "gm check being=marlow attribute=Brown",
        "gm chek",
        "gm set what=marlow field=carried value=rope",
        "gm",
    )
    text = " ".join(played(table_of("the_lamp_cellars")).split())
    assert "Marlow Tarn, Hard Check with Brawn" in text
    assert "did you mean Brawn?" in text
    assert "the game master has no command 'chek'; did you mean check?" in text
    assert "expected a list, not the text 'rope'; a list is written [one, two]" in text
    assert "beings by name; a zone by its name; a list as [one, two]" in text
    assert "hex" not in text


def test_values_may_be_quoted_and_lists_are_written_in_brackets() -> None:
    scene = table_of("the_lamp_cellars").live.scene
    assert read_value(scene, '"Salt Witch"') == "witch"
    assert read_value(scene, '"3"') == "3"
    assert read_value(scene, "[rope, Salt Witch, 3]") == ("rope", "witch", 3)
    assert read_value(scene, '[["a", 1], ["b", 2]]') == (("a", 1), ("b", 2))
    assert read_value(scene, "[]") == ()


# ---------------------------------------------------------------- while a question is open


def test_a_command_of_the_game_master_comes_before_the_open_question_which_is_asked_afresh(types: Type) -> None:
    table = table_of("the_broken_pier")
    types("gm damage target=marlow amount=3", "gm damage target=marlow amount=many")
    text = " ".join(played(table).split())
    assert "Marlow Tarn takes 3 damage, 12 Vigor left" in text
    assert 'amount: expected a whole number, not "many"' in text
    assert isinstance(table.live.open, Question)
    assert table.live.shown.beings["marlow"].vigor == 12
    types("undo", "undo")
    assert "there is nothing of yours to undo yet" in played(table)
    assert table.live.shown.beings["marlow"].vigor == 15
    assert isinstance(table.live.open, Question)


def test_there_is_nothing_to_undo_before_one_has_decided_anything(types: Type) -> None:
    table = table_of("the_broken_pier")
    types("undo")
    assert "there is nothing of yours to undo yet" in played(table)
    assert "withdrawn" not in played(table)


def test_whoever_the_game_master_has_taken_away_is_not_offered_any_more(types: Type) -> None:
    types('gm set what=marlow field=conditions value=["Dead"]', "marlow", "pell")
    text = " ".join(played(table_of("the_broken_pier")).split())
    assert "'marlow' is not understood" in text
    assert "Pell Vantry's turn" in text
