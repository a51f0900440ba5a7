"""Making a character: the steps, the formulas of the sheet, what is legal, and what a level brings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.core.content.content import ContentError
from ludex.core.creation import Draft
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.referee.scripted import Answer, Scripted, Throw, Unscripted
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.build import creation
from ludex.games.bluebox.build.creation import faults, finish, sheet
from ludex.games.bluebox.build.from_content import make_being, make_sheet
from ludex.games.bluebox.records.kinds import Carried, Character, Practiced
from ludex.games.bluebox.state import ABILITIES, STATS, power_die
from tests.creating import Creating

CREATING = Creating(creation)
next_step, options, refuse = CREATING.next_step, CREATING.options, CREATING.refuse
TAKUA: tuple[tuple[str, Plain], ...] = (
    ("species", "toa"),
    ("element", "Fire"),
    ("stats", (2, 1, 2, 0, -1)),
    ("armor", "medium"),
    ("abilities", ("Strength", "Intimidation", "Focus", "Perception")),
    ("practiced", ("Focus", "Intimidation")),
    ("save", "SPI"),
    ("hp", (4, 3, 3, 2, 4, 3, 2)),
    ("weapon 1", "hook"),
    ("weapon 1 stat", "FOR"),
    ("weapon 1 modules", ("elemental_channel", "serrated_edge")),
    ("weapon 1 name", "Ash Hook"),
    ("weapon 2", ""),
    ("mask", "hau"),
    ("powers", ("fire_zone", "fire_armor")),
    ("background", "forge_warden"),
    ("calling", "cinder_duelist"),
    ("kit", ("rope", "sana_sphere", "sana_sphere")),
    ("name", "Takua"),
)


def draft(until: str = "", **instead: Plain) -> Draft:
    """Takua as far as a step, with some choices made otherwise."""
    made = Draft(BLUEBOX.library())
    for name, choice in TAKUA:
        if name == until:
            break
        made = made.take(name, instead.get(name, choice))
    return made


def takua(**changes: Any) -> Character:
    entry: Character = finish(draft())["character"][0]
    return msgspec.structs.replace(entry, **changes)


def rules_against(entry: Character) -> list[str]:
    library = BLUEBOX.library()
    library.shelves["weapon"].entries["ash_hook"] = finish(draft())["weapon"][0]
    return [refusal.rule for refusal in faults(library, entry)]


def starter(name: str) -> Character:
    entry: Character = BLUEBOX.library().shelves["character"].get(name)
    return entry


# ---------------------------------------------------------------- the steps


@pytest.mark.rule("bb.creation.steps")
def test_every_step_in_order_makes_a_legal_character() -> None:
    made = Draft(BLUEBOX.library())
    for name, choice in TAKUA:
        step = next_step(made)
        assert step is not None
        assert step.name == name
        assert refuse(made, choice) is None
        made = made.take(name, choice)
    assert next_step(made) is None
    assert rules_against(takua()) == []


@pytest.mark.rule("bb.creation.steps", "bb.armor.ac", "bb.armor.bac", "bb.plating.value", "bb.ep.resource")
def test_the_sheet_follows_from_the_choices() -> None:
    numbers = dict(sheet(draft()))
    wanted = {"AC": "8", "BAC": "3", "Plating": "5", "HP": "23", "EP": "5", "Speed": "6 m", "✦": "d4"}
    assert {label: numbers[label] for label in wanted} == wanted


def test_what_is_not_decided_yet_is_a_dash() -> None:
    assert dict(sheet(draft("stats")))["AC"] == "–"
    assert dict(sheet(draft("armor")))["AC"] == "7"


@pytest.mark.rule("bb.creation.steps")
def test_three_stats_at_two_are_not_the_array() -> None:
    refusal = refuse(draft("stats"), (2, 2, 2, 0, -1))
    assert refusal is not None
    assert refusal.rule == "bb.creation.steps"
    assert rules_against(takua(stats=dict(zip(STATS, (2, 2, 2, 0, -1), strict=True)))) == ["bb.creation.steps"]


@pytest.mark.rule("bb.creation.steps")
def test_five_abilities_at_one_are_one_too_many() -> None:
    five = ("Strength", "Grapple", "Focus", "Perception", "Pilot")
    refusal = refuse(draft("abilities"), five)
    assert refusal is not None
    assert refusal.rule == "bb.creation.steps"
    assert rules_against(takua(abilities=dict.fromkeys(five, 1))) == ["bb.creation.steps"]


@pytest.mark.parametrize(
    ("step", "choice"),
    [
        ("practiced", ("Focus",)),
        ("practiced", ("Focus", "Focus")),
        ("weapon 1 stat", "KNO"),
        ("mask", ""),
        ("powers", ("fire_zone",)),
        ("powers", ("fire_zone", "gust")),
        ("powers", ("fire_zone", "tail_sweep")),
        ("kit", ("rope",) * 5),
        ("name", "  "),
    ],
)
def test_what_creation_does_not_give_is_refused(step: str, choice: Plain) -> None:
    refusal = refuse(draft(step), choice)
    assert refusal is not None
    assert refusal.rule == "bb.creation.steps"


def test_only_legal_options_are_without_a_reason() -> None:
    by_name = {option.value: option.refusal for option in options(draft("powers"))}
    assert [name for name, refusal in by_name.items() if refusal is None] == ["fire_zone", "fire_armor", "magma_spill"]
    assert "flame_lash" not in by_name  # known without choosing
    stats = {option.value: option.refusal for option in options(draft("weapon 1 stat"))}
    assert [stat for stat, refusal in stats.items() if refusal is None] == ["FOR", "DEX"]


def test_an_element_without_powers_asks_for_none() -> None:
    made = draft("powers", element="Plasma")
    assert refuse(made, ()) is None
    assert refuse(made, ("gust",)) is not None


def test_who_need_not_wear_a_mask_is_not_asked_for_one() -> None:
    step = next_step(draft("mask", species="skakdi"))
    assert step is not None
    assert step.name == "powers"


def test_the_crafter_of_a_starting_sphere_is_the_character() -> None:
    assert takua().items == (Carried(id="rope"), Carried(id="sana_sphere", count=2, crafter_kno=-1))


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert finish(draft("name").take("name", "Tahra"))["character"][0].id == "tahra_2"
    assert finish(draft("name").take("name", "Gm"))["character"][0].id == "gm_2"
    assert finish(draft("name").take("name", "Ünï Çode!"))["character"][0].id == "uni_code"


def test_going_back_drops_the_last_choice() -> None:
    assert draft("armor").back().chosen == draft("stats").chosen


# ---------------------------------------------------------------- allowed anyway


def test_what_the_table_allows_is_marked_and_no_longer_a_fault() -> None:
    made = draft("stats").take("stats", (2, 2, 2, 0, -1), ["bb.creation.steps"])
    for name, choice in TAKUA[3:]:
        made = made.take(name, choice)
    entry = finish(made)["character"][0]
    assert entry.allowed == ("bb.creation.steps",)
    assert rules_against(entry) == []


def test_a_waived_rule_waives_no_other() -> None:
    entry = takua(allowed=("bb.creation.steps",), background="", abilities={"Strength": 2, "Focus": 2})
    assert sorted(set(rules_against(entry))) == ["bb.ability.bonus_cap", "bb.background.choose"]


# ---------------------------------------------------------------- rule by rule


@pytest.mark.parametrize("name", ["tahra", "onuri", "kailani", "vhor"])
@pytest.mark.rule("bb.calling.known", "bb.stat.list", "bb.creation.steps")
def test_starter_characters_are_legal_and_have_one_calling(name: str) -> None:
    entry = starter(name)
    assert faults(BLUEBOX.library(), entry) == []
    assert entry.calling in BLUEBOX.library().shelves["calling"]
    assert set(make_sheet(BLUEBOX.library(), entry).stats) == {"FOR", "DEX", "SPI", "CHA", "KNO"}


@pytest.mark.rule("bb.calling.known")
@pytest.mark.parametrize("calling", ["", "duelist"])
def test_a_character_has_exactly_one_calling_of_the_content(calling: str) -> None:
    assert rules_against(takua(calling=calling)) == ["bb.calling.known"]


@pytest.mark.rule("bb.background.choose")
def test_without_a_background_creation_is_not_finished() -> None:
    refusal = refuse(draft("background"), "")
    assert refusal is not None
    assert refusal.rule == "bb.background.choose"
    assert rules_against(takua(background="")) == ["bb.background.choose"]


@pytest.mark.rule("bb.ability.bonus_cap")
def test_no_ability_bonus_is_above_the_level() -> None:
    bonuses = {"Stealth": 2, "Pilot": 1, "Focus": 1}
    assert rules_against(takua(abilities=bonuses)) == ["bb.ability.bonus_cap"]
    assert rules_against(takua(abilities=bonuses, level=2, hp=26)) == []


@pytest.mark.rule("bb.tool.hex_points")
def test_modules_of_five_points_are_refused_at_level_one() -> None:
    five = ("elemental_channel", "serrated_edge", "integrated_cord")
    refusal = refuse(draft("weapon 1 modules"), five)
    assert refusal is not None
    assert refusal.rule == "bb.tool.hex_points"
    library = BLUEBOX.library()
    weapon = finish(draft())["weapon"][0]
    library.shelves["weapon"].entries["ash_hook"] = msgspec.structs.replace(weapon, modules=five)
    assert [refusal.rule for refusal in faults(library, takua())] == ["bb.tool.hex_points"]


@pytest.mark.rule("bb.kanohi.known")
def test_a_mask_that_nobody_names_is_rejected() -> None:
    assert rules_against(takua(mask="olmak")) == ["bb.kanohi.known"]
    with pytest.raises(ContentError, match="olmak"):
        make_being(BLUEBOX.library(), msgspec.structs.replace(starter("tahra"), mask="olmak"), "tahra", "party")


@pytest.mark.rule("bb.kanohi.known")
def test_a_mask_known_by_name_only_is_worn_without_a_power() -> None:
    kakama = {"from": "tahra", "mask": "kakama"}
    scene: Any = scene_from({"game": "bluebox", "beings": {"tahra": kakama}}, "here").scene
    assert refuse(draft("mask"), "kakama") is None
    assert "Unmasked" not in scene.beings["tahra"].states
    refused = next(offer for offer in BLUEBOX.offers(scene, scene.beings["tahra"]) if offer.action.name == "mask")
    assert refused.refusal is not None


@pytest.mark.rule("bb.hp.creation")
@pytest.mark.parametrize("faces", [(4, 4, 4), (4, 4, 4, 4, 4, 4, 5), (0, 4, 4, 4, 4, 4, 4)])
def test_hp_are_seven_d4(faces: tuple[int, ...]) -> None:
    refusal = refuse(draft("hp"), faces)
    assert refusal is not None
    assert refusal.rule == "bb.hp.creation"
    assert rules_against(takua(hp_rolls=faces)) == ["bb.hp.creation"]


@pytest.mark.rule("bb.hp.creation")
def test_stated_hp_are_those_of_the_dice() -> None:
    assert rules_against(takua(hp=23)) == []
    assert rules_against(takua(hp=24)) == ["bb.hp.creation"]


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("ac", 12, "bb.armor.ac"),
        ("bac", 12, "bb.armor.bac"),
        ("plating", 12, "bb.plating.value"),
        ("ep", 12, "bb.ep.resource"),
        ("speed", 12, "bb.creation.steps"),
        ("ap", 3, "bb.ap.points"),
        ("immune", ("Fire",), "bb.creation.steps"),
        ("armor", "gold", "bb.armor.sets"),
        ("species", "", "bb.creation.steps"),
        ("level", 0, "bb.level.rules"),
        ("masks", ("miru",), "bb.creation.steps"),
        ("practiced", Practiced(abilities=("Focus", "Pilot"), saves=("SPI",)), "bb.creation.steps"),
    ],
)
def test_what_follows_from_choices_cannot_be_stated_otherwise(field: str, value: object, rule: str) -> None:
    assert rules_against(takua(**{field: value})) == [rule]


def test_weapons_of_enemies_are_no_tools() -> None:
    entry = takua(weapons=("harpoon_gun",), practiced=Practiced(abilities=("Focus", "Pilot"), saves=("SPI",)))
    assert set(rules_against(entry)) == {"bb.creation.steps"}


# ---------------------------------------------------------------- the formulas


def with_base(**changes: Any) -> Character:
    """Base AC 7, base BAC 5, Plating 4 without armor: a Toa of level 1 with DEX +1 and KNO +1."""
    stats = {"FOR": 0, "DEX": 1, "SPI": 2, "CHA": 0, "KNO": 1}
    plain: dict[str, Any] = {"id": "x", "name": "X", "species": "toa", "stats": stats, "hp": 20, **changes}
    return msgspec.convert(plain, Character)


@pytest.mark.rule("bb.armor.sets", "bb.armor.ac", "bb.armor.bac", "bb.plating.value")
@pytest.mark.parametrize(
    ("armor", "numbers"), [("none", (7, 5, 4)), ("heavy", (7, 5, 7)), ("light", (8, 6, 4)), ("medium", (8, 5, 5))]
)
def test_armor_sets_add_to_ac_bac_and_plating(armor: str, numbers: tuple[int, int, int]) -> None:
    made = make_sheet(BLUEBOX.library(), with_base(armor=armor))
    assert (made.ac, made.bac, made.plating) == numbers


@pytest.mark.rule("bb.armor.ac")
def test_dex_one_and_medium_armor_are_ac_8() -> None:
    assert make_sheet(BLUEBOX.library(), with_base(armor="medium")).ac == 8


@pytest.mark.rule("bb.armor.bac")
def test_kno_two_and_light_armor_are_bac_7() -> None:
    stats = {"FOR": 0, "DEX": 0, "SPI": 0, "CHA": 0, "KNO": 2}
    assert make_sheet(BLUEBOX.library(), with_base(stats=stats, armor="light")).bac == 7


@pytest.mark.rule("bb.plating.value")
def test_natural_3_heavy_armor_and_level_1_are_plating_7() -> None:
    assert make_sheet(BLUEBOX.library(), with_base(natural_plating=3, armor="heavy", level=1)).plating == 7


@pytest.mark.rule("bb.ep.resource")
@pytest.mark.parametrize(("spirit", "pool"), [(2, 5), (0, 3), (-1, 2), (-3, 1)])
def test_the_pool_of_ep_is_three_and_spi_at_least_one(spirit: int, pool: int) -> None:
    stats = {"FOR": 0, "DEX": 0, "SPI": spirit, "CHA": 0, "KNO": 0}
    assert make_sheet(BLUEBOX.library(), with_base(stats=stats)).ep == pool


@pytest.mark.rule("bb.ability.list")
def test_older_names_of_abilities_are_read() -> None:
    made = make_sheet(BLUEBOX.library(), with_base(abilities={"Athletics": 1, "Deduction": 1}))
    assert made.abilities == {"Strength": 1, "Investigation": 1}


@pytest.mark.rule("bb.ability.list")
@pytest.mark.parametrize(("stat", "total"), [("FOR", 9), ("CHA", 7)])
def test_intimidation_is_by_strength_or_by_words(stat: str, total: int) -> None:
    """FOR +2 by a show of strength, CHA 0 by words alone; the d12 shows 7."""
    beings = {"tahra": {"stats": {"FOR": 2, "CHA": 0}, "abilities": {"Intimidation": 0}, "practiced_abilities": []}}
    scene = scene_from({"game": "bluebox", "beings": beings}, "here").scene
    referee = Scripted([Throw((7,))], [])
    args = (("ability", "Intimidation"), ("being", "tahra"), ("dc", 8), ("stat", stat))
    referee.perform(scene, Command("gm", "check", args))
    assert next(ruling.values["total"] for ruling in referee.rulings if ruling.kind == "roll") == total


def test_every_ability_belongs_to_a_stat() -> None:
    assert len(ABILITIES) == 21
    assert set(ABILITIES.values()) == set(STATS)


@pytest.mark.rule("bb.damage.types")
@pytest.mark.parametrize(
    "written",
    [
        '[[weapon]]\nid = "w"\nname = "W"\ncore = "blade"\nstat = "FOR"\ntype = "Frost"\n',
        '[[character]]\nid = "c"\nname = "C"\nstats = { FOR = 0 }\nresist = ["Frost"]\n',
    ],
)
def test_content_that_names_frost_is_rejected(written: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(written, encoding="utf-8")
    with pytest.raises(ContentError, match=r"'Frost'.*Fire"):
        BLUEBOX.library(tmp_path)


# ---------------------------------------------------------------- levels


def level_up(level: int, faces: list[int], answers: Sequence[tuple[str, Plain]], **fields: Any) -> Any:
    scene = scene_from({"game": "bluebox", "beings": {"tahra": {"level": level, **fields}}}, "here").scene
    referee = Scripted([Throw(tuple(faces))], [Answer(rule, "", value) for rule, value in answers])
    after = referee.perform(scene, Command("gm", "level_up", (("being", "tahra"),)))
    return after.beings["tahra"]


POINTS = [("bb.ability.bonus_cap", "Pilot"), ("bb.ability.bonus_cap", "Stealth"), ("bb.gap.level_up", "no")]


@pytest.mark.rule("bb.level.rules")
def test_a_level_gives_at_least_one_hp() -> None:
    weak = level_up(1, [2], POINTS, stats={"FOR": -4})
    assert weak.sheet.hp == starter_hp() + 1


def starter_hp() -> int:
    return make_sheet(BLUEBOX.library(), starter("tahra")).hp


@pytest.mark.rule("bb.level.rules")
@pytest.mark.parametrize(("level", "die"), [(3, 4), (4, 6), (6, 6), (7, 8), (12, 8)])
def test_the_power_die_by_level(level: int, die: int) -> None:
    rises = [("bb.level.rules", "CHA")] if level in (4, 7) else []
    assert power_die(level_up(level - 1, [4], POINTS + rises)) == die


@pytest.mark.rule("bb.level.rules")
def test_a_stat_rises_at_level_seven_and_its_numbers_with_it() -> None:
    for stat, field in (("DEX", "ac"), ("KNO", "bac"), ("SPI", "ep")):
        before = make_sheet(BLUEBOX.library(), starter("tahra"))
        after = level_up(6, [4], [*POINTS, ("bb.level.rules", stat)]).sheet
        assert after.stats[stat] == before.stats[stat] + 1
        assert getattr(after, field) == getattr(before, field) + 1


@pytest.mark.rule("bb.level.rules")
def test_no_stat_rises_above_four() -> None:
    with pytest.raises(Unscripted, match="was not offered"):
        level_up(3, [4], [*POINTS, ("bb.level.rules", "DEX")], stats={"DEX": 4})


@pytest.mark.rule("bb.ability.bonus_cap")
def test_an_ability_at_the_level_is_not_offered() -> None:
    with pytest.raises(Unscripted, match="was not offered"):
        level_up(1, [4], [("bb.ability.bonus_cap", "Stealth")] * 3, abilities={"Stealth": 1})


def test_a_module_must_fit_on_its_tool() -> None:
    answers: list[tuple[str, Plain]] = [*POINTS[:2], ("bb.gap.level_up", ("module", "cinder_hook", "weighted_head"))]
    assert level_up(1, [4], answers).fitted == (
        ("cinder_hook", ("elemental_channel", "serrated_edge", "weighted_head")),
    )
    too_much: list[tuple[str, Plain]] = [*POINTS[:2], ("bb.gap.level_up", ("module", "cinder_hook", "protosteel"))]
    with pytest.raises(Unscripted, match="was not offered"):
        level_up(1, [4], too_much)


def test_a_seasoned_character_may_have_what_its_levels_gave() -> None:
    stats = dict(zip(STATS, (3, 1, 2, 0, -1), strict=True))
    abilities = {"Strength": 4, "Focus": 3, "Perception": 3}
    assert rules_against(takua(level=4, stats=stats, abilities=abilities, hp=40)) == []
    assert rules_against(takua(level=3, stats=stats, hp=32)) == ["bb.creation.steps"]
    assert rules_against(takua(level=2, hp=60)) == ["bb.hp.creation"]
