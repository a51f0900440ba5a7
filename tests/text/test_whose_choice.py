"""Who acts where more than one may, what is typed at once, and odds that are seen before anything is done."""

from __future__ import annotations

import re
from io import StringIO

import pytest

from ludex.core.files.adventures import Led
from ludex.text.play import onward
from ludex.text.play.scene import begin, finish, go_on
from ludex.text.play.starting import Options, choose_start, game_named, scene_named
from ludex.text.prompts import menu
from ludex.text.screen import Quit, Screen
from ludex.text.table.prompt import Changed
from ludex.text.terminal import Console
from tests.text.test_typing import Type, played, table_of, types

__all__ = ["types"]

MEET = "advance landing together"


# ---------------------------------------------------------------- who acts


def test_a_name_lets_another_act_until_somebody_else_is_named_and_the_prompt_says_so(types: Type) -> None:
    types(MEET, "pell", "sneak past", "marlow")
    text = " ".join(played(table_of("the_lamp_cellars")).split())
    assert "a name lets another act (Sister Ione Quill, Pell Vantry, Oriel Sunder)" in text
    assert "Pell Vantry tries to sneak past" in text
    after = text.index("Pell Vantry tries to sneak past")
    assert after < text.rindex("Pell Vantry: has not chosen") < text.rindex("Marlow Tarn: has not chosen")


def test_others_tells_who_may_act_instead_and_as_takes_a_name(types: Type) -> None:
    types(MEET, "others", "oriel", "as ione", "as zork")
    text = " ".join(played(table_of("the_lamp_cellars")).split())
    assert "2 Pell Vantry acts instead" in text
    assert "Oriel Sunder: is done for this interval" in text
    assert "Sister Ione Quill: is done for this interval" in text
    assert "nobody called 'zork' may act now; there are: Marlow Tarn, Pell Vantry, Oriel Sunder" in text


def test_in_a_fight_nobody_acts_in_the_turn_of_another(types: Type) -> None:
    table = table_of("the_broken_pier")
    types("1", "as pell")
    assert "nobody called 'pell' may act now; nobody else may" in played(table)


# ---------------------------------------------------------------- typed at once


def test_what_is_left_over_of_a_line_stops_it(types: Type) -> None:
    table = table_of("the_lamp_cellars")
    types("wait together twice", "advance landing 1")
    text = " ".join(played(table).split())
    assert "There is nothing to choose by 'twice' any more, so nothing is done" in text
    assert "Marlow Tarn, Sister Ione Quill, Pell Vantry and Oriel Sunder go on to Landing" in text


# ---------------------------------------------------------------- odds


def test_what_needs_no_further_choice_is_shown_with_its_odds(types: Type) -> None:
    types(MEET, "pell", "odds sneak", "odds parley", "odds zork")
    text = " ".join(played(table_of("the_lamp_cellars")).split())
    assert "2 Sneak past success 91.7 %" in text
    assert "(11/12) Bilge Rat Pack Pacified" in text
    assert "type parley, and they stand beside each choice" in text
    assert "'zork' is not understood" in text


def test_an_entry_has_a_command_only_if_it_is_done_without_another_question(types: Type) -> None:
    table = table_of("the_broken_pier")
    types("marlow")
    played(table)
    for choice in menu.action_menu(table, table.scene.beings["marlow"]).choices:
        found = menu.matching(table, table.scene.beings["marlow"], choice.value.action, choice.value.fixed)
        legal = [command for command, refusal in found if refusal is None]
        assert choice.command is None or legal == [choice.command]
        assert choice.command is not None or not choice.note


# ---------------------------------------------------------------- the plain screen


def test_on_a_plain_screen_whatever_has_changed_is_told(types: Type) -> None:
    table = table_of("the_lamp_cellars")
    table.screen = Screen(Console(file=StringIO(), width=80, soft_wrap=True), plain=True)
    types(MEET)
    met = played(table).rpartition("Attitude of")[2]
    assert "Met: Bilge Rat Pack" in met
    assert "Pell Vantry is with Marlow Tarn, in Landing." in met
    assert re.search(r"Bilge Rat Pack is \d zones? .* of Marlow Tarn, \d+ m, in Sluice \(hazard water\)\.", met)


# ---------------------------------------------------------------- when a scene is over


def test_the_party_goes_on_to_another_scene_as_it_stands(types: Type) -> None:
    table = table_of("the_broken_pier")
    types("gm damage target=marlow amount=3", "1", "gm end_fight how=cleared", "gm begin_adventure")
    begin(table)
    go_on(table)
    finish(table)
    types("on", "back", "on lamp")
    file = onward.what_next(table)
    assert not isinstance(file, str)
    marlow = file.scene.beings["marlow"]
    assert (marlow.vigor, marlow.at, marlow.experience) == (12, "stair", 1)
    assert file.scene.beings["witch"].vigor == 10


def test_a_scene_that_is_over_can_be_made_more_of(types: Type) -> None:
    table = table_of("the_broken_pier")
    types("1", "gm end_fight how=cleared", "gm begin_adventure")
    begin(table)
    go_on(table)
    types("wave", "gm begin_travel")
    with pytest.raises(Changed):
        onward.what_next(table)
    assert not table.over


def test_content_of_both_scenes_goes_along() -> None:
    found = onward.merged({"weapon": [{"id": "a", "name": "A"}]}, {"weapon": [{"id": "a", "name": "B"}], "trait": []})
    assert found == {"weapon": [{"id": "a", "name": "B"}], "trait": []}


# ---------------------------------------------------------------- before play begins


def test_a_scene_is_found_by_its_title_or_a_part_of_it_and_a_slip_is_told() -> None:
    game = game_named(Options(scene="The coast road"))
    assert game is not None
    assert game.name == "navyblue"
    assert scene_named(game, game.library(), "coast road").header.title == "The Coast Road"
    with pytest.raises(Exception, match=r"there is no scene 'the coast raod'; did you mean the_coast_road\?"):
        game_named(Options(scene="the coast raod"))


def test_back_and_help_work_before_play_begins(types: Type) -> None:
    screen = Screen(Console(file=StringIO(), width=80))
    types("back", "help", "navy", "back", "blue box", "1", "gm")
    start = choose_start(Options(), screen)
    assert not isinstance(start, Led)
    game, _, sides = start
    text: str = screen.console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert "This is the first question." in text
    assert "A number or a name chooses" in text
    assert game.name == "bluebox"
    assert sides == ("foes", "gm")
    types()
    with pytest.raises(Quit):
        choose_start(Options(), screen)


def test_adventures_stand_behind_the_scenes(types: Type) -> None:
    screen = Screen(Console(file=StringIO(), width=80))
    types("vitality", "the last ferry")
    start = choose_start(Options(), screen)
    assert isinstance(start, Led)
    assert start.adventure.title == "The Last Ferry"
    text: str = screen.console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert f"The Last Ferry, an adventure of {len(start.adventure.chapter)} chapters\n" in text
