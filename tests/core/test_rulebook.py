"""The rulebook: strict to load, easy to search, and honest about what is shown by a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludex.core.book.rulebook import (
    BadOption,
    CoverageError,
    Rulebook,
    RulebookError,
    UnknownRule,
    coverage,
    coverage_path,
    read_coverage,
    write_coverage,
)
from ludex.core.kernel.ruling import cite, listening

CHECKOUT = Path(__file__).parents[2]

META = """
[meta]
game = "Toy"
prefix = "ty"
"""
SWING = """
[[rule]]
id = "ty.roll.swing"
title = "Swing"
where = "Blows"
kind = "roll"
says = "Throw ✦ and count the ones."
examples = ["GIVEN a 1 THEN it counts"]
"""
DUCK = """
[[rule]]
id = "ty.move.duck"
title = "Duck"
where = "Blows"
kind = "movement"
says = "Avoid a swing."
"""
MOOD = """
[[rule]]
id = "ty.mood"
title = "Mood"
where = "Tone"
kind = "gm"
says = "Be merry."
prose = "it is advice"
"""
GAP = """
[[gap]]
id = "ty.gap.boats"
needed_for = "rowing"
proposal = "none"
"""
OPTION = """
[[option]]
name = "opt_ducks"
default = 1
values = [1, 2, "many"]
meaning = "How many ducks."
rules = ["ty.move.duck", "ty.gap.boats"]
"""
TOY = META + SWING + DUCK + MOOD + GAP + OPTION


def load(folder: Path, text: str) -> Rulebook:
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return Rulebook.load(path)


@pytest.fixture
def toy(tmp_path: Path) -> Rulebook:
    return load(tmp_path, TOY)


def test_blue_box_loads_whole() -> None:
    book = Rulebook.load(CHECKOUT / "src/ludex/games/bluebox/rules.toml")
    assert (len(book.rules), len(book.options), len(book.gaps)) == (184, 38, 17)
    assert book.check_options({}) == book.default_options()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (SWING, "section meta is missing"),
        (TOY + "[extra]\n", "unknown section extra"),
        (TOY + SWING, "rule ty.roll.swing: id: used twice"),
        (TOY + DUCK.replace("ty.move.duck", "zz.duck"), "rule zz.duck: id: expected it to begin with ty."),
        (TOY + GAP.replace("ty.gap.boats", "ty.mood"), "gap ty.mood: id: a rule has the same id"),
        (META + SWING + 'colour = "red"', "rule ty.roll.swing: colour: unknown field; expected one of id,"),
        (META + SWING.replace('"Swing"', "5"), "rule ty.roll.swing: title: expected `str`, got `int`"),
        (META + SWING.replace('["GIVEN a 1 THEN it counts"]', "[1]"), "examples[0]: expected `str`"),
        (META + SWING.replace('title = "Swing"', ""), "missing required field `title`"),
        (META + OPTION, "option opt_ducks: rules: expected rules or gaps of this file, not ty.move.duck"),
        (
            TOY.replace("default = 1", "default = true"),
            'option opt_ducks: default: expected one of 1, 2, "many"',
        ),
        (TOY.replace("default = 1", "default = ["), "rules.toml: "),
    ],
)
def test_a_faulty_file_is_refused_by_file_entry_and_field(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulebookError) as refused:
        load(tmp_path, text)
    assert str(refused.value).startswith(f"{tmp_path / 'rules.toml'}: ")
    assert complaint in str(refused.value)


def test_an_unknown_rule_is_answered_with_near_ones(toy: Rulebook) -> None:
    assert toy.rule("ty.mood").title == "Mood"
    with pytest.raises(UnknownRule, match=r"^no rule 'ty.roll.swin'; did you mean ty.roll.swing"):
        toy.rule("ty.roll.swin")
    with pytest.raises(UnknownRule, match=r"^no rule 'ty.action.duck'; did you mean ty.move.duck"):
        toy.rule("ty.action.duck")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("swing", ["ty.roll.swing", "ty.move.duck"]),
        ("duck", ["ty.move.duck"]),
        ("AVO sw", ["ty.move.duck"]),
        ("blows", ["ty.roll.swing", "ty.move.duck"]),
        ("wing", []),
        ("✦", ["ty.roll.swing"]),
        ("ty.roll", ["ty.roll.swing"]),
        ("the swing of a duck", ["ty.move.duck"]),
        ("swings", ["ty.roll.swing", "ty.move.duck"]),
        ("avoid whales", ["ty.move.duck"]),
        ("duck whales swing", ["ty.move.duck", "ty.roll.swing"]),
        ("avoid swing", ["ty.roll.swing", "ty.move.duck"]),
        ("mood blows", ["ty.mood", "ty.roll.swing", "ty.move.duck"]),
        ("", ["ty.roll.swing", "ty.move.duck", "ty.mood"]),
    ],
)
def test_a_search_wants_every_word_or_the_most_and_puts_titles_first(
    toy: Rulebook, words: str, found: list[str]
) -> None:
    assert [rule.id for rule in toy.search(words)] == found


def test_options_not_chosen_have_their_default(toy: Rulebook) -> None:
    assert toy.check_options({}) == {"opt_ducks": 1}
    assert toy.check_options({"opt_ducks": "many"}) == {"opt_ducks": "many"}


def test_options_refuse_unknown_names_and_values(toy: Rulebook) -> None:
    with pytest.raises(BadOption, match=r"no option 'opt_duck'; did you mean opt_ducks\?"):
        toy.check_options({"opt_duck": 1})
    for wrong in (3, True, None, [1]):
        with pytest.raises(BadOption, match='allowed: 1, 2, "many"'):
            toy.check_options({"opt_ducks": wrong})


def test_a_citation_is_heard_by_all_who_listen_then() -> None:
    cite("before")
    with listening() as outer:
        cite("a")
        with listening() as inner:
            cite("b", "c")
        cite("d")
    cite("after")
    assert inner == {"b", "c"}
    assert outer == {"a", "b", "c", "d"}


def test_a_listener_is_gone_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), listening() as heard:
        raise ZeroDivisionError
    cite("late")
    assert heard == set()


def test_a_mechanical_rule_is_missing_unless_cited_and_tested(toy: Rulebook) -> None:
    only_cited = coverage(toy, {"cited": ["ty.roll.swing", "ty.other"], "tested": {"ty.move.duck": ["t"]}})
    assert (only_cited.mechanical, only_cited.cited, only_cited.tested, only_cited.prose) == (2, 1, 1, 1)
    assert only_cited.missing == ["ty.roll.swing", "ty.move.duck"]
    both = ["ty.roll.swing", "ty.move.duck"]
    assert coverage(toy, {"cited": both, "tested": {id: ["t"] for id in both}}).missing == []


def test_coverage_data_survive_writing_and_say_when_absent(tmp_path: Path) -> None:
    path = coverage_path(tmp_path, "toy")
    with pytest.raises(CoverageError, match="run `make test`"):
        read_coverage(path)
    write_coverage(path, {"cited": ["ty.a"], "tested": {"ty.a": ["t"]}})
    assert read_coverage(path) == {"cited": ["ty.a"], "tested": {"ty.a": ["t"]}}
    path.write_text("[]")
    with pytest.raises(CoverageError, match="broken"):
        read_coverage(path)


TESTS = """
import pytest
from ludex.core.kernel.ruling import cite

@pytest.mark.rule("ty.roll.swing")
def test_passes_and_cites(): cite("ty.roll.swing")

@pytest.mark.rule("ty.roll.swing")
def test_fails(): cite("ty.roll.swing"); assert False

@pytest.mark.rule("ty.move.duck")
def test_does_not_cite(): pass

@pytest.mark.rule("ty.nothing")
def test_names_an_unknown_rule(): pass
"""


@pytest.mark.slow
def test_only_a_passing_test_that_cites_its_rule_counts_and_only_in_a_whole_run(tmp_path: Path) -> None:
    game, tests = tmp_path / "src/ludex/games/toy", tmp_path / "tests"
    game.mkdir(parents=True)
    tests.mkdir()
    load(game, TOY)
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\nmarkers = rule(*ids): rules\n")
    (tests / "test_toy.py").write_text(TESTS)

    def run(*arguments: str) -> str:
        folders = os.pathsep.join([str(CHECKOUT / "src"), str(CHECKOUT / "tests")])
        command = [sys.executable, "-m", "pytest", "-p", "coverage_plugin", *arguments]
        environment = {**os.environ, "PYTHONPATH": folders, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True).stdout

    record = coverage_path(tmp_path, "toy")
    for part in (["-k", "passes"], ["tests/test_toy.py"], ["-x"]):
        run(*part)
        assert not record.exists(), part
    said = run()
    assert "no rulebook has the rule ty.nothing" in said
    assert "named as shown here, but not cited: ty.move.duck" in said
    assert read_coverage(record) == {
        "cited": ["ty.roll.swing"],
        "tested": {"ty.roll.swing": ["tests/test_toy.py::test_passes_and_cites"]},
    }
