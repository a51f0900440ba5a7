"""docs/content.md names every kind, field and effect there is, and what it shows loads, plays, has odds, simulates."""

from __future__ import annotations

import io
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from rich.console import Console

from ludex.check_command import FINE, check
from ludex.core.agenda import command
from ludex.core.content import ContentError, Library, Record
from ludex.core.game import Policy
from ludex.core.procedure import GM
from ludex.core.referee.exact import Foreseen, foresee
from ludex.core.referee.simulated import Simulated
from ludex.core.scenefile import run_script, scene_from
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.being import Scene
from ludex.games.bluebox.content_kinds import (
    KINDS,
    AbilityEdge,
    Carried,
    Danger,
    Heights,
    Mode,
    Practiced,
    Strike,
    Target,
)
from ludex.games.bluebox.effects import Amount, DamageDice, Effect, GroundDice, Save
from ludex.games.bluebox.policy import SimplePolicy
from ludex.opponents.random import RandomPolicy

PAGE = (Path(__file__).parent.parent / "docs" / "content.md").read_text(encoding="utf-8")
BLOCKS = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]
CONTENT = [block for block in BLOCKS if "game" not in block]
SCENES = [block for block in BLOCKS if "game" in block]
INLINE = re.findall(r"`(\{ do = .*?\})`", PAGE)
EFFECTS = {kind.__struct_config__.tag: kind for kind in get_args(Effect)}


# ---------------------------------------------------------------- what the page shows works


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The blocks of the page as the files of a table."""
    found = tmp_path_factory.mktemp("my-table")
    (found / "scenes").mkdir()
    blocks = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    for number, block in enumerate(blocks):
        place = found / "scenes" if re.search(r"^game = ", block, re.MULTILINE) else found
        (place / f"block_{number:02}.toml").write_text(block, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def library(folder: Path) -> Library:
    return BLUEBOX.library(folder)


def scene_of(library: Library, tables: dict[str, Any], **changes: Any) -> Scene:
    scene = scene_from({**tables, **changes}, "docs/content.md", library).scene
    assert isinstance(scene, Scene)
    return scene


def test_ludex_check_finds_nothing_to_mend(folder: Path) -> None:
    heard = io.StringIO()
    assert check([folder], Console(file=heard, width=200), as_json=False) == FINE, heard.getvalue()


@pytest.mark.parametrize("tables", SCENES, ids=lambda tables: str(tables["title"]))
def test_a_scene_of_the_page_goes_as_listed(library: Library, tables: dict[str, Any]) -> None:
    reports = run_script(scene_from(tables, "docs/content.md", library))
    assert [fault for report in reports for fault in report.faults] == []
    assert len(reports) > 1


def test_the_worked_enemy_has_the_numbers_that_the_page_tells(library: Library) -> None:
    stalker = scene_of(library, SCENES[0]).beings["stalker"]
    assert (stalker.sheet.ac, stalker.sheet.bac, stalker.plating) == (8, 4, 4)


class Declines:
    """Answers every question with its default."""

    checked = False

    def choose(self, scene: Any, being: Any) -> Any:
        raise NotImplementedError

    def answer(self, scene: Any, question: Any) -> Any:
        return question.default


def chance(foreseen: Foreseen[Scene], what: Any) -> Fraction:
    assert foreseen.unexplored == 0
    assert sum(weight for _, weight in foreseen.scenes) == 1
    return sum((weight for scene, weight in foreseen.scenes if what(scene)), Fraction(0))


def test_the_worked_enemy_and_its_weapon_have_odds(library: Library) -> None:
    """Practiced: eleven faces from 2 to 12, of which 6 and more reach AC 8 with +2; every hit hurts."""
    scene = scene_of(library, SCENES[0])
    foreseen = foresee(scene, command("stalker", "attack", weapon="barbed_tail", target="tahra"), Declines())
    unhurt = scene.beings["tahra"].hp
    assert chance(foreseen, lambda after: after.beings["tahra"].hp < unhurt) == Fraction(7, 11)
    # of the hits, FOR 2 against DC 8: twelve faces, of which 6 and more save
    assert chance(foreseen, lambda after: "Bleeding" in after.beings["tahra"].states) == Fraction(7, 11) * Fraction(
        5, 12
    )


def test_the_worked_power_has_odds(library: Library) -> None:
    """Onuri is Practiced in FOR saves: eleven faces, of which 6 and more reach DC 8 with +2."""
    scene = scene_of(library, SCENES[0], turn="hermit")
    foreseen = foresee(scene, command("hermit", "power", power="frost_grip", target="onuri", pay="ep"), Declines())
    assert chance(foreseen, lambda after: "Immobilized" in after.beings["onuri"].states) == Fraction(4, 11)
    assert all(after.beings["hermit"].ep == 3 for after, _ in foreseen.scenes)


def test_the_worked_module_has_odds(library: Library) -> None:
    """A push on a hit: with +2, 6 and more of twelve reach AC 8; with FOR 1, 6 and less of twelve fail DC 8."""
    scene = scene_of(library, SCENES[0], turn="onuri")
    scene.beings["onuri"].at = (3, 4)
    foreseen = foresee(scene, command("onuri", "attack", weapon="gate_hammer", target="stalker"), Declines())
    pushed = chance(foreseen, lambda after: after.beings["stalker"].at != (4, 4))
    assert pushed == Fraction(7, 12) * Fraction(6, 12)


@pytest.mark.parametrize("name", ["random", "simple"])
@pytest.mark.parametrize("seed", range(3))
def test_what_the_page_shows_can_be_simulated(library: Library, name: str, seed: int) -> None:
    scene = scene_of(library, SCENES[0], turn={}, script=[])
    policy = RandomPolicy(seed) if name == "random" else SimplePolicy()
    policies: dict[str, Policy] = dict.fromkeys(("party", "foes", GM), policy)
    referee = Simulated(policies, seed)
    opening = BLUEBOX.opening(scene)
    assert opening is not None
    referee.perform(scene, opening)
    referee.play(scene)
    assert scene.mode == "adventure"


# ---------------------------------------------------------------- the page is complete


def section(title: str) -> str:
    part = PAGE[PAGE.index(f"\n{title}\n") :]
    return re.split(r"\n##+ ", part[5:])[0]


def names(record: Any) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(record)]


def listed(text: str) -> set[str]:
    """What the first column of the tables of a section names."""
    rows = re.findall(r"^\| ([^|]*) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


COMMON = {"id", "name", "text"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_kind_is_listed(kind: str) -> None:
    wanted = set(names(KINDS[kind])) - COMMON
    if kind == "enemy":
        wanted -= set(names(KINDS["character"]))
    assert wanted - listed(section(f"## {kind.capitalize()}")) == set()


@pytest.mark.parametrize(
    ("title", "record"),
    [("### Saves", Save), ("### Targets", Target), ("## Power", Strike), ("## Mask", Mode),
     ("### Amounts and damage", Amount), ("### Amounts and damage", DamageDice),
     ("### Amounts and damage", GroundDice)],
)  # fmt: skip
def test_every_field_of_a_part_is_listed(title: str, record: type[Record]) -> None:
    assert set(names(record)) - listed(section(title)) == set()


@pytest.mark.parametrize(
    ("title", "record"),
    [("## Background", AbilityEdge), ("## Board", Heights), ("## Board", Danger), ("## Character", Practiced),
     ("## Character", Carried)],
)  # fmt: skip
def test_every_field_of_a_small_part_is_named(title: str, record: type[Record]) -> None:
    assert [name for name in names(record) if not re.search(rf"\b{name}\b", section(title))] == []


@pytest.mark.parametrize("tag", EFFECTS)
def test_every_effect_is_listed_with_its_fields_and_an_example(tag: str) -> None:
    row = re.search(rf"^\| `{tag}` \|(.*?)\|(.*)$", section("### Every effect"), re.MULTILINE)
    assert row is not None
    assert {*re.findall(r"`(\w+)`", row[1]), "when"} >= set(names(EFFECTS[tag]))
    assert f'{{ do = "{tag}"' in row[2]


@pytest.mark.parametrize("name", ["When", "Ends", "Limit"])
def test_every_word_of_a_closed_list_is_told(name: str) -> None:
    from ludex.games.bluebox import content_kinds, effects

    words = get_args(getattr(effects, name, None) or getattr(content_kinds, name))
    assert [word for word in words if f"`{word}`" not in PAGE] == []


@pytest.mark.parametrize("example", INLINE)
def test_every_effect_of_the_page_is_one(example: str) -> None:
    msgspec.convert(tomllib.loads(f"effect = {example}")["effect"], Effect)


def test_the_page_shows_every_kind_and_every_effect() -> None:
    shown = {kind for block in CONTENT for kind in block}
    assert set(KINDS) - shown == set()
    assert set(EFFECTS) - {tag for example in INLINE for tag in re.findall(r'do = "(\w+)"', example)} == set()


# ---------------------------------------------------------------- what would do nothing is refused


@pytest.mark.parametrize(
    ("kind", "entry", "told"),
    [
        (
            "power",
            {"target": {"who": "self"}, "effects": [{"do": "shove", "m": 2}]},
            "'shove' does nothing in this power",
        ),
        (
            "power",
            {"target": {"who": "being"}, "save": {"stat": "DEX"}, "effects": [{"do": "damage", "damage": {}}]},
            "nothing happens at when = 'use'; expected: fail, success",
        ),
        ("power", {"target": {"who": "self"}, "attack": {"distance": [1, 2]}}, "needs target.who = 'being'"),
        (
            "power",
            {"target": {"who": "being"}, "attack": {"distance": [1, 2]}, "save": {"stat": "DEX"}},
            "an attack or a save",
        ),
        ("power", {"target": {"who": "self"}, "effects": [{"do": "resistance", "type": "Ice"}]}, "not maintained"),
        ("power", {"target": {"who": "self"}, "effects": [{"do": "terrain"}]}, "target.who = 'hex'"),
        ("power", {"target": {"who": "edges"}}, "one effect 'cover'"),
        (
            "module",
            {"cost": 1, "effects": [{"do": "condition", "condition": "Prone"}]},
            "expected: hit, damage, hp_lost",
        ),
        ("weapon", {"stat": "FOR", "effects": [{"do": "light"}]}, "'light' does nothing in a weapon"),
        ("item", {"effects": [{"do": "guard_allies"}]}, "does nothing in this item"),
        ("mask", {"modes": [{"id": "m", "name": "M", "timing": "reaction"}]}, "a trigger, or neither"),
        ("calling", {"trigger": "always", "effects": [{"do": "move_self", "m": 1}]}, "guard_allies, resistance"),
    ],
)
def test_an_effect_that_would_do_nothing_is_refused(kind: str, entry: dict[str, Any], told: str) -> None:
    shelf = BLUEBOX.library().shelves[kind]
    with pytest.raises(ContentError, match=re.escape(told)):
        shelf.add({"id": "x", "name": "X", **entry}, "a file")
