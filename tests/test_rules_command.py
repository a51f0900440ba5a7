"""Reading the rulebook at the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from ludex.core.book.rulebook import coverage_path, write_coverage
from ludex.text.rules import UnknownGame, rulebook_of, show_coverage, show_rules
from ludex.text.terminal import Console


def read(words: str, *, as_json: bool = False, plain: bool = False) -> tuple[int, str]:
    page = io.StringIO()
    code = show_rules("bluebox", words, as_json, Console(file=page, width=80), plain)
    return code, page.getvalue()


def covered(root: Path, as_json: bool) -> tuple[int, str]:
    page = io.StringIO()
    return show_coverage("bluebox", as_json, Console(file=page, width=80), root), page.getvalue()


@pytest.mark.parametrize("plain", [False, True])
def test_without_words_every_rule_stands_under_its_chapter(plain: bool) -> None:
    code, page = read("", plain=plain)
    assert code == 0
    assert all(id in page for id in rulebook_of("bluebox").rules)
    assert page.index("Armor & Plating\n") < page.index("bb.armor.ac") < page.index("Damage & Modifiers\n")


@pytest.mark.parametrize("plain", [False, True])
def test_an_id_shows_the_whole_entry(plain: bool) -> None:
    code, page = read("bb.plating.sacrifice", plain=plain)
    assert code == 0
    for part in ("Armor & Plating", "Our reading", "disagrees with itself", "Who chooses", "Examples"):
        assert part in page
    assert "opt_plating_only_backfooted" in page
    assert "off by default" in page
    assert "bb.plating.sacrifice_all" not in page


def test_a_table_is_shown() -> None:
    assert "plating per die" in read("bb.power_die.size")[1]
    assert "levels: 4-6; die: d6; plating per die: 3" in read("bb.power_die.size", plain=True)[1]


def test_several_hits_are_listed_with_a_line_each() -> None:
    code, page = read("shove")
    assert code == 0
    assert page.startswith("7 rules about shove")
    assert "Attack rolls of Shove, Trip and Flash Shot" in page


def test_a_single_hit_is_shown_in_full() -> None:
    assert "Who chooses" in read("grappl esc")[1]


def test_an_option_and_a_gap_can_be_looked_up_too() -> None:
    assert "bb.death.saves" in read("opt_death_saves")[1]
    assert "Navigation check" in read("bb.gap.travel")[1]


@pytest.mark.parametrize("words", ["", "plating", "bb.power_die.size", "opt_travel", "nonsense"])
def test_nothing_is_wider_than_the_terminal(words: str) -> None:
    assert max(len(line) for line in read(words)[1].splitlines()) <= 80


def test_plain_pages_have_no_boxes_and_no_colour() -> None:
    page = io.StringIO()
    show_rules("bluebox", "bb.power_die.size", False, Console(file=page, force_terminal=True), plain=True)
    assert not set("│╭─━\x1b") & set(page.getvalue())


def test_json_holds_the_rules_and_the_options_about_them() -> None:
    code, page = read("bb.decisive.unmask", as_json=True)
    found = json.loads(page)
    assert code == 0
    assert set(found) == {"rules", "options"}
    assert [rule["id"] for rule in found["rules"]] == ["bb.decisive.unmask"]
    assert [option["name"] for option in found["options"]] == ["opt_unmask_random_hex"]


def test_nothing_found_is_said_and_is_exit_code_one() -> None:
    assert read("nonsense", as_json=True) == (1, '{\n  "rules": [],\n  "options": []\n}\n')
    code, page = read("bb.roll.atack")
    assert code == 1
    assert "Did you mean bb.roll.attack" in page
    code, page = read("gapple")
    assert code == 1
    assert "Did you mean grapple" in page


@pytest.mark.parametrize(
    ("words", "rule"), [("new character", "cb.creation.starter"), ("critical hit", "cb.roll.critical")]
)
def test_a_rule_that_is_called_so_stands_before_those_that_only_mention_it(words: str, rule: str) -> None:
    found = [found.id for found in rulebook_of("cloudbreaker").search(words)]
    assert found[0] == rule
    assert len(found) > 1


def test_an_unknown_game_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownGame):
        rulebook_of("../bluebox")
    assert show_rules("blue-box", "", False, Console(), False) == 2
    assert capsys.readouterr().err == "ludex: there is no game 'blue-box'; did you mean bluebox?\n"


def test_coverage_needs_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert covered(tmp_path, as_json=False) == (2, "")
    assert "make test" in capsys.readouterr().err


def test_coverage_counts_and_names_what_is_missing(tmp_path: Path) -> None:
    ids = list(rulebook_of("bluebox").rules)
    shown = {id: ["a test"] for id in ids[2:]}
    write_coverage(coverage_path(tmp_path, "bluebox"), {"cited": ids[1:], "tested": shown})
    code, page = covered(tmp_path, as_json=True)
    assert code == 1
    assert json.loads(page) == {
        "mechanical": 184,
        "cited": 183,
        "tested": 182,
        "prose": 0,
        "missing": ["bb.game.dice", "bb.game.hex"],
    }
    code, page = covered(tmp_path, as_json=False)
    assert code == 1
    assert "never cited" in page
    assert "cited, but no test shows it" in page


def test_coverage_is_fine_when_nothing_is_missing(tmp_path: Path) -> None:
    ids = list(rulebook_of("bluebox").rules)
    whole = {id: ["a test"] for id in ids}
    write_coverage(coverage_path(tmp_path, "bluebox"), {"cited": ids, "tested": whole})
    assert covered(tmp_path, as_json=True)[0] == 0
    assert covered(tmp_path, as_json=False)[0] == 0
