"""What is told of a result, in words and on its page: by the right names, and with all that one should beware of."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.cli.lab_tables import show_comparison, show_sweep
from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.ruling import BadInput
from ludex.lab.compare import NO_CHANGE, names_apart
from ludex.lab.gather import Gathered
from ludex.lab.report import report
from ludex.lab.trial import Fight, Named, fight
from ludex.lab.variants import Variant, variant
from ludex.table.know import oddsline
from ludex.text.terminal import Console
from tests.lab.own import DUEL
from tests.lab.scenes import DUEL as PATROL
from tests.lab.test_days import day_file


def shown(show: Callable[[Any, Console], None], found: Any) -> str:
    console = Console(record=True, width=300)
    show(found, console)
    return console.export_text()


# ---------------------------------------------------------------- what is compared


PAIRS: dict[str, tuple[Callable[[], Variant], tuple[str, str]]] = {
    "settings": (lambda: variant(DUEL, settings={"beings.vahki.hp": 3}), ("A duel", "beings.vahki.hp = 3")),
    "policies": (lambda: variant(DUEL, {"foes": "random"}), ("foes by simple", "foes by random")),
    "both": (
        lambda: variant(DUEL, {"foes": "random"}, settings={"beings.vahki.hp": 3}),
        ("foes by simple", "beings.vahki.hp = 3, foes by random"),
    ),
    "the same": (lambda: variant(DUEL), ("first", "second")),
    "a scene": (lambda: variant(PATROL), ("A duel", "The Broken Causeway: patrol")),
}


@pytest.mark.parametrize(("other", "names"), PAIRS.values(), ids=PAIRS)
def test_a_variant_is_named_by_what_differs(other: Callable[[], Variant], names: tuple[str, str]) -> None:
    assert names_apart(variant(DUEL), other()) == names


def test_a_folder_of_content_is_named() -> None:
    one = variant(DUEL)
    other = replace(one, folders=(Path("heavier"),))
    assert names_apart(one, other) == ("content as it comes", "content heavier")


def test_a_comparison_tells_of_both_what_to_beware_of_who_plays_and_with_which_content() -> None:
    found = ludex.compare(DUEL, second_policies={"foes": "random"}, fights=2, seed=4, workers=1)
    second = replace(
        found.second, warnings=["Beware."], about=replace(found.second.about, content_seal="0123456789abcdef")
    )
    found = replace(found, second=second)
    told = shown(show_comparison, found)
    assert "Warning: foes by random: Beware." in told
    assert f"content {found.first.about.content_seal[:12]} (foes by simple), 0123456789ab (foes by random)" in told
    assert "seed 4." in told
    page = report(found.to_plain())
    assert "foes by simple: all sides played by simple; foes by random: party played by simple" in page
    for each in (found.first, found.second):
        assert each.about.content_seal in page


def test_a_sweep_shows_values_as_they_are_written_and_the_first_against_nothing() -> None:
    found = ludex.sweep(DUEL, "options.opt_reroll_once=true,false", fights=1, workers=1)
    lines = [line.split()[0] for line in shown(show_sweep, found).splitlines() if line.strip()]
    assert {"true", "false"} <= set(lines)
    assert "options.opt_reroll_once = true, false" in report(found.to_plain())
    assert found.points[0].change == NO_CHANGE
    assert found.points[1].change.won.width > 0
    assert "1 fight of each" in shown(show_sweep, found)


def test_in_a_narrow_window_a_sweep_still_shows_its_values() -> None:
    found = ludex.sweep(DUEL, "beings.onuri.hp=1008,1018", fights=1, workers=1)
    told = io.StringIO()
    show_sweep(found, Console(file=told, width=80))
    assert {"1008", "1018"} <= {line.split()[0] for line in told.getvalue().splitlines() if line.strip()}


# ---------------------------------------------------------------- what to beware of


def gathered(*changes: dict[str, Any]) -> Gathered:
    """The same fight again and again, each time with something else in it."""
    given = variant(DUEL)
    found = Gathered(given, 1)
    once: Fight = fight(given.start, 1)
    for change in changes:
        found.add(replace(once, **change))
    return found


def test_times_without_a_fight_are_told() -> None:
    found = gathered({}, {"rounds": 0, "winner": ""}).result()
    assert (found.no_fight.count, found.no_fight.of) == (1, 2)
    assert any("No fight took place in 1 of 2 fights (50.0 %)" in warning for warning in found.warnings)
    assert "No fight takes place in 50.0" in report(found.to_plain())
    assert not gathered({}).result().warnings


def test_latecomers_are_counted_together_whatever_their_number() -> None:
    late = {"hound_1": Named("Hound 1", "party"), "hound_2": Named("Hound 2", "party")}
    found = gathered({"late": late, "uses": {("hound_1", "attack", ""): 1, ("hound_2", "attack", ""): 2}}).result()
    (row,) = found.uses
    assert (row.name, row.per_fight) == ("Hound", 3)


def test_a_scene_without_foes_warns() -> None:
    alone = {**DUEL, "beings": {"onuri": {"at": [1, 1]}}}
    assert any("Nobody stands against the party" in each for each in Gathered(variant(alone), 1).result().warnings)


# ---------------------------------------------------------------- odds


def test_odds_name_whose_a_change_is_and_what_is_assumed_sometimes() -> None:
    file = load_scene(Path("kennel_gallery"), turn="oriel")
    found = ludex.odds("kennel_gallery", "oriel", "attack", skill="spell_dart", target="cur_1")
    head = oddsline.short(file.game, file.scene, found)
    assert head.index("Tunnel Cur 1 −") < head.index("a useless limb") < head.index("Oriel Vance a useless limb")
    told = oddsline.assumed(file.game, file.scene, found)
    assert told == "Assuming Tunnel Cur 1 takes the blow or sometimes defends with Duck and Dodge"
    assert [worth["assumed"] for worth in found.to_plain()["worth"]] == [found.to_plain()["assumed"]] * 2
    found.worth[0].assumed.clear()
    found.worth[1].assumed["ask tc.defense.roll of cur_1"] = ["no"]
    first, second = oddsline.worth_lines(file.game, file.scene, found)
    assert "without it" not in first
    assert "(without it: Assuming Tunnel Cur 1 takes the blow)" in second


# ---------------------------------------------------------------- what there is not


ASKED: dict[str, Callable[[str], object]] = {
    "simulate": ludex.simulate,
    "compare": lambda scene: ludex.compare(DUEL, scene),
    "sweep": lambda scene: ludex.sweep(scene, "beings.tahra.hp=5"),
    "tournament": ludex.tournament,
    "odds": lambda scene: ludex.odds(scene, "tahra", "attack"),
    "envs": lambda scene: ludex.envs.env("bluebox", scene),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_a_misspelt_scene_is_told_with_what_was_meant(ask: Callable[[str], object]) -> None:
    with pytest.raises(ContentError, match=r"no scene or file 'broken_causeway_patroll'; did you mean (?!.* or )\w+\?"):
        ask(f"{PATROL}l")


def test_a_misspelt_scene_of_a_day_is_told(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=f"did you mean {PATROL}"):
        ludex.simulate_day(day_file(tmp_path, f"scene:{PATROL}l"), fights=1)


@pytest.mark.parametrize("ask", [ASKED["compare"], ASKED["sweep"]], ids=["compare", "sweep"])
def test_a_day_is_not_compared(ask: Callable[[str], object], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a day with several scenes; only `ludex simulate` takes one"):
        ask(str(day_file(tmp_path, f"scene:{PATROL}")))


def test_a_table_that_there_is_not_is_told_with_those_that_there_are() -> None:
    with pytest.raises(BadInput, match="there is no table 'nosuch'; there are: rows, beings"):
        gathered({}).result().table("nosuch")
