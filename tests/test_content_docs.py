"""The page of each game names every kind, field and effect there is, and what it shows loads, plays, has odds and
simulates."""

from __future__ import annotations

import io
import json
import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from ludex.cli.check import FINE, check
from ludex.core.content.content import ContentError, Library
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.core.foe.deciding import Policy
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.core.referee.exact import Foreseen, foresee
from ludex.core.referee.simulated import Simulated
from ludex.core.show.odds import Told
from ludex.opponents.random import RandomPolicy
from ludex.text.terminal import Console
from tests import meanings
from tests.pages import DOCS, PAGES, Page, fields, toml_blocks

COMMON = {"colour", "id", "look", "name", "picture", "text"}

each_page = pytest.mark.parametrize("page", PAGES, ids=repr)


# ---------------------------------------------------------------- a game that is to stay has a page


def test_there_is_a_page_for_each_game() -> None:
    assert sorted(page.name for page in PAGES) == sorted(GAMES)
    for name in ("content.md", "scenes.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        assert [game for game in GAMES if f"(games/{game}.md)" not in text] == [], name


def test_the_page_of_scene_files_has_an_example_of_each_game() -> None:
    examples = toml_blocks((DOCS / "scenes.md").read_text(encoding="utf-8"))
    assert {tomllib.loads(example)["game"] for example in examples} == set(GAMES)


# ---------------------------------------------------------------- what the page shows works


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The blocks of each page as the files of a table."""
    found = {}
    for page in PAGES:
        folder = found[page.name] = tmp_path_factory.mktemp(page.name)
        (folder / "scenes").mkdir()
        for number, block in enumerate(toml_blocks(page.text)):
            place = folder / "scenes" if re.search(r"^game = ", block, re.MULTILINE) else folder
            (place / f"block_{number:02}.toml").write_text(block, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def libraries(folders: dict[str, Path]) -> dict[str, Library]:
    return {name: GAMES[name].library(folder) for name, folder in folders.items()}


def scenes_of(page: Page) -> list[dict[str, Any]]:
    return [block for block in page.blocks if "game" in block]


@each_page
def test_ludex_check_finds_nothing_to_mend(folders: dict[str, Path], page: Page) -> None:
    heard = io.StringIO()
    assert check([folders[page.name]], Console(file=heard, width=200), as_json=False) == FINE, heard.getvalue()


@each_page
def test_the_scenes_of_the_page_go_as_listed(
    libraries: dict[str, Library], page: Page, subtests: pytest.Subtests
) -> None:
    for tables in scenes_of(page):
        with subtests.test(tables["title"]):
            reports = run_script(scene_from(tables, "docs", libraries[page.name]))
            assert [fault for report in reports for fault in report.faults] == []
            assert reports


def test_the_worked_enemy_has_the_numbers_that_the_page_tells(libraries: dict[str, Library]) -> None:
    stalker = scene_from(scenes_of(PAGES[0])[0], "docs", libraries["bluebox"]).scene.beings["stalker"]
    assert (stalker.sheet.ac, stalker.sheet.bac, stalker.plating) == (8, 4, 4)


# ---------------------------------------------------------------- odds and simulation


class Worked(NamedTuple):
    """A command in the worked scene of a page, and the exact chance that something has come of it."""

    game: str
    what: Command
    so: Callable[[Any], bool]
    chance: Fraction
    turn: str
    at: dict[str, Any] = {}
    answers: dict[str, Any] = {}


def exploding(least: int, dice: int = 3) -> Fraction:
    """The chance that so many d6, each of whose sixes brings one more, show this sum or more."""
    if dice == 0:
        return Fraction(least <= 0)
    if least <= dice:
        return Fraction(1)
    plain = sum((exploding(least - face, dice - 1) for face in range(1, 6)), Fraction(0))
    return (plain + exploding(least - 6, dice)) / 6


WORKED = {
    # practiced: eleven faces from 2 to 12, of which 6 and more reach AC 8 with +2; every hit hurts
    "an enemy and its weapon": Worked(
        "bluebox",
        command("stalker", "attack", weapon="barbed_tail", target="tahra"),
        lambda after: after.beings["tahra"].hp < 23,
        Fraction(7, 11),
        "stalker",
    ),
    # of the hits, FOR 2 against DC 8: twelve faces, of which 6 and more save
    "a condition and its save": Worked(
        "bluebox",
        command("stalker", "attack", weapon="barbed_tail", target="tahra"),
        lambda after: "Bleeding" in after.beings["tahra"].states,
        Fraction(7, 11) * Fraction(5, 12),
        "stalker",
    ),
    # Onuri is Practiced in FOR saves: eleven faces, of which 6 and more reach DC 8 with +2
    "a power": Worked(
        "bluebox",
        command("hermit", "power", power="frost_grip", target="onuri", pay="ep"),
        lambda after: "Immobilized" in after.beings["onuri"].states and after.beings["hermit"].ep == 3,
        Fraction(4, 11),
        "hermit",
    ),
    # a push on a hit: with +2, 6 and more of twelve reach AC 8; with FOR 1, 6 and less of twelve fail DC 8
    "a module": Worked(
        "bluebox",
        command("onuri", "attack", weapon="gate_hammer", target="stalker"),
        lambda after: after.beings["stalker"].at != (4, 4),
        Fraction(7, 12) * Fraction(6, 12),
        "onuri",
        at={"onuri": (3, 4)},
    ),
    # 2d6 + 4 against Defense 12: 8 and more
    "a weapon and its condition": Worked(
        "cloudbreaker",
        command("reaver", "attack", weapon="reef_hook", target="nell"),
        lambda after: after.beings["nell"].hp < 25 and "Restrained" in after.beings["nell"].states,
        Fraction(15, 36),
        "reaver",
    ),
    # the same for the spell; whom a critical hit defeats is not Blinded any more
    "a spell": Worked(
        "cloudbreaker",
        command("nell", "cast", spell="salt_wind", target="reaver"),
        lambda after: (
            not after.beings["reaver"].states.isdisjoint(("Blinded", "Defeated")) and after.beings["nell"].mp == 22
        ),
        Fraction(15, 36),
        "nell",
    ),
    # against Pip's 13 the same hook needs 9 and more, and Nell takes the blow
    "a feature of a class": Worked(
        "cloudbreaker",
        command("reaver", "attack", weapon="reef_hook", target="pip"),
        lambda after: after.beings["nell"].hp < 25 and after.beings["nell"].spirit == 1,
        Fraction(10, 36),
        "reaver",
        answers={"cb.action.instant": "breakwater"},
    ),
    # athletics without mastery against 9
    "a hazard": Worked(
        "cloudbreaker",
        command("pip", "move", to="pool"),
        lambda after: after.beings["pip"].at == "pool",
        Fraction(10, 36),
        "pip",
    ),
    # 2d6 + 2 against Brawn 7/10/13, the better defence; Tier 3 knocks down
    "a weapon and what it knocks down": Worked(
        "navyblue",
        command("nell", "attack", weapon="gaff", target="harpooner"),
        lambda after: "Prone" in after.beings["harpooner"].states,
        Fraction(3, 36),
        "nell",
    ),
    # 2d6 + 3 against Brawn 5/9/12; Tier 2 drags along
    "an NPC and its attack": Worked(
        "navyblue",
        command("harpooner", "attack", weapon="harpoon", target="nell"),
        lambda after: after.beings["nell"].at == "weir" and after.beings["nell"].vigor < 13,
        Fraction(26, 36),
        "harpooner",
    ),
    # 2d6 + 3 against Mettle 5/9/12: only two 1s miss
    "a feature that is an attack": Worked(
        "navyblue",
        command("nell", "use", feature="harbour_oath", target="harpooner"),
        lambda after: "Hindered" in after.beings["harpooner"].states and after.beings["harpooner"].vigor < 12,
        Fraction(35, 36),
        "nell",
    ),
    # one Direct Injury and two for the spikes, whatever is rolled
    "a pit": Worked(
        "navyblue",
        command("nell", "move", to="scour"),
        lambda after: after.beings["nell"].injuries == 3 and after.beings["nell"].vigor == 13,
        Fraction(1),
        "nell",
        at={"nell": "far_bank"},
    ),
    # 7 and more reach a difficulty of 8 with the +1 of the weapon; 2 to 6 of a d6 pass 1 DR, and of the critical hits
    # four in twenty bleed beside it
    "a weapon of a character": Worked(
        "crawl",
        command("nessa", "attack", skill="stab:boat_hook", target="stalker"),
        lambda after: after.beings["stalker"].hp < 12,
        Fraction(13, 20) * Fraction(5, 6) + Fraction(1, 20) * (Fraction(16, 20) * Fraction(5, 6) + Fraction(4, 20)),
        "nessa",
    ),
    # 8 and more, and the coat is 1 DR as well; of one critical hit in twenty, four results in twenty kill or cost blood
    "a poison": Worked(
        "crawl",
        command("stalker", "attack", skill="hooked_claw", target="nessa"),
        lambda after: not after.beings["nessa"].states.isdisjoint(("Poisoned", "Dead")),
        Fraction(12, 20) * Fraction(5, 6) + Fraction(1, 20) * (Fraction(16, 20) * Fraction(5, 6) + Fraction(4, 20)),
        "stalker",
        at={"stalker": (2, 2)},
    ),
    # difficulty 8, and nothing added
    "a skill that lasts": Worked(
        "crawl",
        command("nessa", "use", skill="tide_ward", target="brannoc"),
        lambda after: "Affected" in after.beings["brannoc"].states and after.beings["nessa"].ep == 1,
        Fraction(13, 20),
        "nessa",
    ),
    # 2 m: mobility 1 and the 10 of an energy point must exceed 15
    "a ledge": Worked(
        "crawl",
        command("nessa", "climb", cell=(8, 1), pay="ep"),
        lambda after: after.beings["nessa"].at == (8, 1),
        Fraction(16, 20),
        "nessa",
        at={"nessa": (7, 1)},
    ),
    # every die hits Avoidance 9 with +8; 10 and more reach Stability 15 with +5, and 7 and more after a natural 20
    "an attack that trips": Worked(
        "vitality",
        command("warden", "attack", attack="boat_hook", target="maro_quill"),
        lambda after: "Prone" in after.beings["maro_quill"].states,
        Fraction(19, 20) * Fraction(11, 20) + Fraction(1, 20) * Fraction(14, 20),
        "warden",
        at={"warden": (1, 2)},
    ),
    # the higher of two dice: 16 and more with -1 against Resolve 15
    "an attack without a roll to hit": Worked(
        "vitality",
        command("maro_quill", "attack", attack="drowning_dream", target="warden"),
        lambda after: "Frightened" in after.beings["warden"].states,
        1 - Fraction(15, 20) ** 2,
        "maro_quill",
    ),
    # every die hits Avoidance 8 with +9, Tier 3 more on both rolls On Firm Ground; 13 and more of three exploding dice
    # bring 15 HP down through Durability 8, and 10 and more after a natural 20
    "a conditional bonus and an upgrade": Worked(
        "vitality",
        command("maro_quill", "attack", attack="cold_jet", target="warden"),
        lambda after: "Defeated" in after.beings["warden"].states,
        Fraction(19, 20) * exploding(13) + Fraction(1, 20) * exploding(10),
        "maro_quill",
    ),
}


class Declines:
    """Answers every question with its default."""

    checked = False

    def choose(self, scene: Any, being: Any) -> Any:
        raise NotImplementedError

    def answer(self, scene: Any, question: Any) -> Any:
        return question.default


def chance(foreseen: Foreseen[Any], so: Callable[[Any], bool]) -> Fraction:
    assert foreseen.unexplored == 0
    assert sum(weight for _, weight in foreseen.scenes) == 1
    return sum((weight for scene, weight in foreseen.scenes if so(scene)), Fraction(0))


def test_what_the_pages_show_has_odds(libraries: dict[str, Library], subtests: pytest.Subtests) -> None:
    pages = {page.name: page for page in PAGES}
    for what, worked in WORKED.items():
        with subtests.test(what):
            tables = {**scenes_of(pages[worked.game])[0], "turn": worked.turn}
            scene = scene_from(tables, "docs", libraries[worked.game]).scene
            for name, place in worked.at.items():
                scene.beings[name].at = place
            foreseen = foresee(scene, worked.what, Told(Declines(), worked.answers))
            assert chance(foreseen, worked.so) == worked.chance


@each_page
def test_what_the_page_shows_can_be_simulated(
    libraries: dict[str, Library], page: Page, subtests: pytest.Subtests
) -> None:
    tables = {key: value for key, value in scenes_of(page)[0].items() if key not in ("turn", "script")}
    for name, seed in product(("random", "simple"), range(3)):
        with subtests.test(name, seed=seed):
            scene = scene_from(tables, "docs", libraries[page.name]).scene
            policy = RandomPolicy(seed) if name == "random" else page.game.policy("simple")
            policies: dict[str, Policy] = dict.fromkeys(("party", "foes", GM), policy)
            referee = Simulated(policies, seed)
            opening = page.game.opening(scene)
            assert opening is not None
            referee.perform(scene, opening)
            referee.play(scene)
            assert scene.mode == page.shape.otherwise


# ---------------------------------------------------------------- the page is complete, and true


def kinds_in(page: Page, kind: str) -> list[str]:
    """A kind, and those whose fields its section says it has as well."""
    named = re.findall(r"ields of an? \[\w+\]\(#(\w+)\)", page.section(f"### {kind.capitalize()}"))
    return [kind, *(other for name in named for other in kinds_in(page, name))]


@each_page
def test_every_field_of_every_kind_is_listed(page: Page, subtests: pytest.Subtests) -> None:
    for kind in page.kinds:
        with subtests.test(kind):
            listed = {name for each in kinds_in(page, kind) for name in page.listed(f"### {each.capitalize()}")}
            assert fields(page.kinds[kind]) - COMMON - listed == set()


@each_page
def test_no_other_field_is_listed(page: Page, subtests: pytest.Subtests) -> None:
    for kind in page.kinds:
        with subtests.test(kind):
            title = f"### {kind.capitalize()}"
            known = {name for each in kinds_in(page, kind) for name in fields(page.kinds[each])} | set(page.words)
            known |= {name for record in page.parts.get(title, ()) for name in fields(record)}
            if kind == "calling":
                known |= {"sacrificed_on_melee_hit", "flash_shot_hits", "power_save_failed", "while_plated", "always"}
            assert set(page.listed(title)) - known == set()


@each_page
def test_what_a_field_means_is_told_in_the_words_of_its_form(page: Page) -> None:
    assert page.text == "\n".join(meanings.lines(page.game, page.text)), "python -m tests.meanings writes them anew"


def written(default: Any) -> str:
    """A default as a page writes it."""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, str):
        return default or '`""`'
    if isinstance(default, tuple):
        return f"`{json.dumps(default)}`"
    return "`{}`" if isinstance(default, dict | msgspec.Struct) else str(default)


WORKED_OUT = {  # what stands for an empty list or table
    ("cloudbreaker", "hazard"): {"triggers"},
    ("cloudbreaker", "character"): {"class_ranks"},
}


@each_page
def test_every_default_is_told(page: Page, subtests: pytest.Subtests) -> None:
    for kind in page.kinds:
        title = f"### {kind.capitalize()}"
        rows = [row for row in reversed(page.rows(title)) if len(row) == 4]
        told = {name: row[2] for row in rows for name in re.findall(r"`(\w+)`", row[0])}
        for field in msgspec.structs.fields(page.kinds[kind]):
            name = field.encode_name
            if name in COMMON or name not in told or name in WORKED_OUT.get((page.name, kind), ()):
                continue
            default = field.default_factory() if callable(field.default_factory) else field.default
            if default is not None:
                with subtests.test(kind, field=name):
                    assert ("needed" if field.required else written(default)) in told[name]


@each_page
def test_every_field_of_a_part_is_named(page: Page, subtests: pytest.Subtests) -> None:
    for title, records in page.parts.items():
        with subtests.test(title):
            named = page.section(title)
            wanted = [name for record in records for name in fields(record)]
            assert [name for name in wanted if not re.search(rf"\b{name}\b", named)] == []


@each_page
def test_every_effect_is_listed_with_its_fields_and_an_example(page: Page, subtests: pytest.Subtests) -> None:
    common = set.intersection(*map(fields, page.effects.values()))  # these are told once for all
    assert [name for name in common if f"`{name}`" not in page.section("## Effects")] == []
    for tag, effect in page.effects.items():
        with subtests.test(tag):
            row = page.row("### Every effect", tag)
            assert {*re.findall(r"`(\w+)`", row), *common, "when"} >= fields(effect)
            assert f'{{ do = "{tag}"' in row


@each_page
def test_every_effect_of_the_page_is_one(page: Page, subtests: pytest.Subtests) -> None:
    examples = re.findall(r"`(\{ do = .*?\})`", page.section("### Every effect"))
    assert examples
    for example in examples:
        with subtests.test(example):
            msgspec.convert(tomllib.loads(f"effect = {example}")["effect"], page.effect)


@each_page
def test_no_other_effect_is_listed(page: Page) -> None:
    assert set(page.listed("### Every effect")) == set(page.effects)


@each_page
def test_every_word_of_a_closed_list_is_told(page: Page) -> None:
    assert [word for word in page.words if f"`{word}`" not in page.text] == []


@each_page
def test_the_page_shows_every_kind(page: Page) -> None:
    shown = {kind for block in page.blocks if "game" not in block for kind in block}
    assert set(page.kinds) - shown == set()


@each_page
def test_the_starter_content_is_listed(page: Page) -> None:
    section = page.section("## Starter content")
    library = page.game.library()
    entries = [name for shelf in library.shelves.values() for name in shelf.entries]
    assert [name for name in (*entries, *library.scenes) if f"`{name}`" not in section] == []


def starters(page: Page) -> list[str]:
    shelves = page.game.library().shelves
    return [
        name for kind in ("character", "enemy", "npc", "object") if kind in shelves for name in shelves[kind].entries
    ]


@each_page
def test_the_starter_beings_have_the_numbers_that_are_listed(page: Page, subtests: pytest.Subtests) -> None:
    assert starters(page)
    for name in starters(page):
        with subtests.test(name):
            scene = scene_from({"game": page.name, **page.alone, "beings": {name: page.room}}, "docs").scene
            row = page.row("## Starter content", name)
            for number in page.numbers:
                value = page.game.look_up(scene, f"{name}.{number}")
                assert re.search(rf"(?<!\d){value}(?!\d)", row), number


# ---------------------------------------------------------------- what would do nothing is refused


NOTHING: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "bluebox",
        "power",
        {"target": {"who": "self"}, "effects": [{"do": "shove", "m": 2}]},
        "'shove' does nothing in this power",
    ),
    (
        "bluebox",
        "power",
        {"target": {"who": "being"}, "save": {"stat": "DEX"}, "effects": [{"do": "damage", "damage": {}}]},
        "nothing happens at when = 'use'; expected: fail, success",
    ),
    ("bluebox", "power", {"target": {"who": "self"}, "attack": {"distance": [1, 2]}}, "needs target.who = 'being'"),
    (
        "bluebox",
        "power",
        {"target": {"who": "being"}, "attack": {"distance": [1, 2]}, "save": {"stat": "DEX"}},
        "an attack or a save",
    ),
    (
        "bluebox",
        "power",
        {"target": {"who": "self"}, "effects": [{"do": "resistance", "type": "Ice"}]},
        "not maintained",
    ),
    ("bluebox", "power", {"target": {"who": "self"}, "effects": [{"do": "terrain"}]}, "target.who = 'hex'"),
    ("bluebox", "power", {"target": {"who": "edges"}}, "one effect 'cover'"),
    (
        "bluebox",
        "module",
        {"cost": 1, "effects": [{"do": "condition", "condition": "Prone"}]},
        "expected: hit, damage, hp_lost",
    ),
    ("bluebox", "weapon", {"stat": "FOR", "effects": [{"do": "light"}]}, "'light' does nothing in a weapon"),
    ("bluebox", "item", {"effects": [{"do": "guard_allies"}]}, "does nothing in this item"),
    (
        "bluebox",
        "calling",
        {"trigger": "flash_shot_hits", "effects": [{"do": "guard_allies"}]},
        "does nothing in a calling that answers to something",
    ),
    ("bluebox", "mask", {"modes": [{"id": "m", "name": "M", "timing": "reaction"}]}, "a trigger, or neither"),
    (
        "bluebox",
        "calling",
        {"trigger": "always", "effects": [{"do": "move_self", "m": 1}]},
        "guard_allies, resistance",
    ),
    ("cloudbreaker", "weapon", {"range": 2}, "a melee attack reaches its own zone only"),
    ("cloudbreaker", "spell", {"effects": []}, "the field school is missing"),
    ("cloudbreaker", "weapon", {"effects": [{"do": "dammage"}]}, "did you mean damage?"),
]


def test_what_would_do_nothing_is_refused(subtests: pytest.Subtests) -> None:
    for game, kind, entry, told in NOTHING:
        with subtests.test(told, kind=kind), pytest.raises(ContentError, match=re.escape(told)):
            GAMES[game].library().shelves[kind].add({"id": "x", "name": "X", **entry}, "a file")
