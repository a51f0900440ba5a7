"""What the pages of docs/ show works; the page of each game names everything that a scene file can use, and nothing
else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields as fields_of
from random import Random
from typing import Any

import msgspec
import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import Header, scene_from
from ludex.core.files.script import ScriptStep
from ludex.core.foe.deciding import choose
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput, Recorder, Ruling
from ludex.core.referee.simulated import Simulated
from ludex.core.scene.shape import Turn
from ludex.core.show.odds import Odds
from tests.conformance.playing import anything, begin, drawn, policies_for
from tests.pages import DOCS, PAGES, Page, fields, headings, toml_blocks
from tests.refusal_stages import TITLE as STAGES_TITLE
from tests.refusal_stages import Stage, is_stated, stage_of
from tests.ruling_types import ATOMS, TITLE, atoms, types, untypical
from tests.scene_files import scene_files

SCENES = (DOCS / "scenes.md").read_text(encoding="utf-8")
EXAMPLES = [tomllib.loads(block) for block in toml_blocks(SCENES)]

FIGHTS = 4
COMMANDS_EACH = 40
REFUSALS_EACH = 60

each_page = pytest.mark.parametrize("page", PAGES, ids=repr)


# ---------------------------------------------------------------- what holds for every game


def test_the_examples_of_the_page_go_as_listed(subtests: pytest.Subtests) -> None:
    for example in EXAMPLES:
        with subtests.test(example["title"]):
            reports = run_script(scene_from(example, "docs/scenes.md"))
            assert reports
            assert [fault for report in reports for fault in report.faults] == []


def test_every_key_is_listed() -> None:
    keys = {key for record in (Header, ScriptStep, Turn) for key in fields(record)}
    assert sorted(key for key in keys if not re.search(rf"^\| `{key}` \|", SCENES, re.MULTILINE)) == []


def test_every_link_leads_somewhere(subtests: pytest.Subtests) -> None:
    maps = [DOCS.parent / "web/README.md", *sorted(DOCS.parent.glob("src/ludex/*/README.md"))]
    for path in (*sorted(DOCS.rglob("*.md")), DOCS.parent / "README.md", *maps):
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            with subtests.test(path.stem, link=target):
                assert there.exists()
                assert not anchor or anchor in headings(there.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- commands


COMMANDS = {"## Commands of beings": "actions", "## Commands of the game master": "gm_actions"}


@each_page
def test_every_command_is_listed_with_its_arguments_and_no_other(page: Page, subtests: pytest.Subtests) -> None:
    for title, actions in COMMANDS.items():
        with subtests.test(title):
            assert set(page.listed(title)) == set(getattr(page.game, actions))
        for action in getattr(page.game, actions).values():
            with subtests.test(title, command=action.name):
                row = page.row(title, action.name)
                assert row
                assert [arg.name for arg in action.args if f"`{arg.name}`" not in row] == []


# ---------------------------------------------------------------- tables and fields


@each_page
def test_every_table_and_field_of_a_scene_file_is_listed_and_no_other(page: Page, subtests: pytest.Subtests) -> None:
    section = page.section("## Scene files")
    with subtests.test("tables"):
        found = re.findall(r"^\| `(\w+)` \|", section.partition("\n### ")[0], re.MULTILINE)
        assert set(found) == set(page.shape.keys)
    with subtests.test("what a turn has more than in every game"):
        assert set(page.listed("### Whose turn it is")) == fields(page.shape.turn) - fields(Turn)
    with subtests.test("beings"):
        assert set(page.listed("### Beings")) == set(page.shape.hints)
    with subtests.test("the scene"):
        assert set(page.listed("### The scene")) == set(page.shape.scene_hints)
    for key, record in page.shape.lists.items():
        if key not in page.shape.scene_hints:
            with subtests.test(key):
                names = fields(record) if issubclass(record, msgspec.Struct) else set(record.__dataclass_fields__)
                assert [name for name in names if not re.search(rf"\b{name}\b", section)] == []


@each_page
def test_every_condition_is_listed_and_no_other(page: Page) -> None:
    found = re.search(r"^All names[.:](.*)$", page.section("### Conditions"), re.MULTILINE)
    assert found is not None
    named = re.findall(r"(?:^|[,:] )([A-Z][\w-]*(?: [A-Za-z]+)*)(?=[,.;]|$)", found[1].strip())
    assert set(named) == set(page.conditions)


@each_page
def test_every_option_is_listed_with_its_meaning(page: Page) -> None:
    options = page.game.rulebook.options
    rows = page.rows("### Options")
    assert rows == [(f"`{name}`", str(option.default).lower(), option.meaning) for name, option in options.items()]


# ---------------------------------------------------------------- scripts


@each_page
def test_every_question_is_listed_and_no_other(page: Page) -> None:
    assert set(page.listed("## Questions")) == page.asked()


@each_page
def test_every_rule_that_rolls_or_asks_has_its_place_in_the_order_of_dice(page: Page) -> None:
    assert (page.rolled() | page.asked()) - page.told("## The order of dice") == set()


@each_page
def test_every_kind_of_ruling_is_listed_with_its_values_and_no_other(page: Page, subtests: pytest.Subtests) -> None:
    recorded = page.recorded()
    with subtests.test("no other"):
        assert set(page.listed("## Rulings")) - set(recorded) == set()
    for kind, values in recorded.items():
        with subtests.test(kind):
            row = page.row("## Rulings", kind) or page.section("## Rulings").partition("\n|")[0]
            assert f"`{kind}`" in row
            assert [value for value in sorted(values) if not re.search(rf"\b{value}\b", row)] == []


@each_page
def test_every_value_of_every_ruling_has_a_type_and_no_other_has(page: Page, subtests: pytest.Subtests) -> None:
    stated, recorded = types(page.name), page.recorded()
    with subtests.test("all"):
        assert [(kind, value) for kind in recorded for value in recorded[kind] if not stated.type(kind, value)] == []
    with subtests.test("once"):
        assert sorted(stated.stated) == sorted(set(stated.stated))
    with subtests.test("no other"):
        told = set(re.findall(r"\w+", page.section("## Rulings").partition(TITLE)[0]))
        assert [(kind, value) for kind, value in stated.stated if not {kind or value, value} <= told] == []
    with subtests.test("types that there are"):
        assert {atom for type in (*stated.of.values(), *stated.of_kind.values()) for atom in atoms(type)} <= set(ATOMS)


@each_page
def test_what_rulings_tell_is_stated_for_scripts_as_on_the_page(page: Page, subtests: pytest.Subtests) -> None:
    """`rulings.toml` of a game. Rolls tell what they are about as well, which is written nowhere as such."""
    stated, told = page.game.ruling_values, types(page.name)
    for kind, values in page.recorded().items():
        with subtests.test(kind):
            assert values - set(stated[kind]) == set()
    with subtests.test("types"):
        types_told = {(kind, value): told.type(kind, value) for kind in stated for value in stated[kind]}
        assert {(kind, value): type for kind in stated for value, type in stated[kind].items()} == types_told


@each_page
def test_what_drawn_fights_record_is_of_the_stated_types(page: Page) -> None:
    """That of scene files is looked at where they are run."""
    game, library = page.game, page.game.library()
    for seed in range(FIGHTS):
        scene = drawn(game, Random(seed), library)
        scene.recorder = Recorder()
        policies = policies_for(scene, ("random", "random"), seed)
        simulated = Simulated(policies, seed)
        begin(scene, simulated)
        assert untypical(page.name, scene.recorder.take(), scene) == []
        for _ in range(COMMANDS_EACH):
            if not (actor := game.to_act(scene)):
                break
            being, before = scene.beings[actor], scene.fork()
            simulated.perform(scene, choose(game, scene, being, policies[being.side])[0])
            assert untypical(page.name, scene.recorder.take(), before, scene) == []


def test_a_value_of_another_type_is_told() -> None:
    scene = scene_from(EXAMPLES[0], "docs/scenes.md").scene
    said = {"who": "vahki", "to": (2, 0), "cost": 1}
    assert untypical("bluebox", [Ruling("moves", "bb.move.general", said)], scene) == []
    for wrong in ({"who": "nobody"}, {"to": (2,)}, {"cost": True}, {"cost": "1"}, {"with": 1}):
        assert len(untypical("bluebox", [Ruling("moves", "bb.move.general", {**said, **wrong})], scene)) == 1


@each_page
def test_every_rule_that_refuses_is_listed(page: Page) -> None:
    reasons = page.section("## Refusals").partition(STAGES_TITLE)[0]
    assert [rule for rule in sorted(page.refused()) if f"`{rule}`" not in reasons] == []


@each_page
def test_each_rule_that_refuses_has_one_row_with_its_stages(page: Page) -> None:
    rows = page.rows(STAGES_TITLE)
    rules = [row[0].strip("`") for row in rows]
    assert rules == sorted(set(rules))
    assert [row for row in rows if not any(row[1:])] == []
    commands = {name for row in rows for cell in row[1:] for name in re.findall(r"`(\w+)`", cell)}
    assert commands - {*page.game.actions, *page.game.gm_actions} == set()


@each_page
def test_what_is_refused_in_drawn_fights_is_listed_in_its_stage(page: Page) -> None:
    """That of scene files is looked at where they are run."""
    found = set()
    library = page.game.library()
    for seed in range(FIGHTS):
        luck = Random(seed)
        scene = drawn(page.game, luck, library)
        begin(scene, Simulated(policies_for(scene, ("random", "random"), seed), seed))
        for _ in range(REFUSALS_EACH):
            with suppress(BadInput):
                found.add(stage_of(page.game, scene, anything(scene, luck)))
    assert {one for one in found if one is not None and not is_stated(page.name, one)} == set()
    assert {one.stage for one in found if one is not None} >= {0, 1}


def test_another_stage_or_command_is_told() -> None:
    assert is_stated("bluebox", Stage("bb.action.shove", 2, "shove"))
    wrong = (Stage("bb.action.shove", 1, "shove"), Stage("bb.action.shove", 2, "dash"), Stage("bb.none", 2, "shove"))
    assert [is_stated("bluebox", one) for one in wrong] == [False] * 3


@each_page
def test_the_page_names_only_rules_and_options_that_there_are(page: Page) -> None:
    rulebook = page.game.rulebook
    rules = re.findall(rf"\b{re.escape(page.prefix)}\w+(?:\.\w+)+", page.text)
    assert [rule for rule in rules if rule not in rulebook.rules and rule not in rulebook.gaps] == []
    assert [name for name in re.findall(r"\bopt_\w+", page.text) if name not in rulebook.options] == []


# ---------------------------------------------------------------- what people have written


def used_in(tables: dict[str, Any]) -> Iterator[str]:
    """The words of a scene file that a page has to explain: keys, arguments, and what is expected of whom."""
    for being in tables.get("beings", {}).values():
        yield from being
        yield from (
            key for condition in being.get("conditions", ()) if isinstance(condition, dict) for key in condition
        )
    yield from tables.get("scene", {})
    yield from tables.get("situation", {})
    for step in tables.get("script", ()):
        yield from step.get("with", {})
        yield from (key for ruling in (*step.get("rulings", ()), *step.get("not_rulings", ())) for key in ruling)
        yield from (key for whom in step.get("expect", {}).values() if isinstance(whom, dict) for key in whom)


def test_what_the_scene_files_of_the_tests_use_is_explained() -> None:
    explained = {page.name: set(re.findall(r"\w+", page.text + SCENES)) for page in PAGES}
    missing = []
    for path in scene_files():
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        if tables["game"] not in explained:
            continue  # a game that is being made
        words = {word for word in used_in(tables) if re.fullmatch(r"\w+", word)} - explained[tables["game"]]
        missing += [f"{path}: {word}" for word in sorted(words)]
    assert not missing, "\n".join(missing)


def test_all_that_odds_tell_is_explained() -> None:
    for page, names in (
        ("scenes.md", list(Odds(Command("ann", "dash")).to_plain())),
        ("lab.md", [*[field.name for field in fields_of(Odds)], "total"]),
    ):
        told = (DOCS / page).read_text(encoding="utf-8")
        rows = "\n".join(row.partition("|")[2].partition("|")[0] for row in told.splitlines() if row.startswith("| `"))
        assert [name for name in names if f"`{name}`" not in rows] == []
