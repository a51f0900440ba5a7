"""The page of a result: whole, safe, readable by everybody, and with the numbers of the plain data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ludex
from ludex.core.kernel.ruling import BadInput
from ludex.lab.compare import Comparison
from ludex.lab.day import DayResult
from ludex.lab.report import report, write_report
from ludex.lab.report.page import HERE
from ludex.lab.result import Result
from ludex.lab.sweep import Sweep
from ludex.lab.tournament import Tournament
from tests.lab.scenes import EACH_GAME, mirror
from tests.lab.test_commands import ludex_says
from tests.lab.test_days import day_file

Plain = dict[str, Any]

NASTY = "</style><script>alert(\"&amp;\")</script> 'Sons' & Daughters"
FIGHTS = 8


def scene() -> dict[str, Any]:
    return mirror(a1={"name": NASTY}) | {"title": f"A title: {NASTY}"}


class Results(dict[str, Plain]):
    """One of each kind, as it comes out of JSON; made when a test wants it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __missing__(self, kind: str) -> Plain:
        self[kind] = json.loads(json.dumps(self.made(kind).to_plain()))
        return self[kind]

    def made(self, kind: str) -> Result | Comparison | Sweep | DayResult | Tournament:
        match kind:
            case "simulation":
                return ludex.simulate(scene(), fights=FIGHTS, workers=1)
            case "comparison":
                settings = {"beings.b2.hp": 3}
                return ludex.compare(scene(), settings=settings, also=["random"], fights=FIGHTS, workers=1)
            case "sweep":
                return ludex.sweep(scene(), "beings.b2.hp", [3, 8, 14], fights=8, workers=1)
            case "day":
                day = day_file(self.folder, "scene:wolves_on_the_causeway", "scene:wolves_on_the_causeway")
                return ludex.simulate_day(day, fights=6, workers=1)
            case "tournament":
                return ludex.tournament(scene(), ["random", "simple"], fights=4, workers=1)
            case _:
                raise KeyError(kind)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Plain]:
    return Results(tmp_path_factory.mktemp("day"))


def parsed(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))


def text(element: ElementTree.Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


def rows(page: str, title: str) -> Iterator[list[str]]:
    """The cells of the tables of a section."""
    for section in parsed(page).iter("section"):
        head = section.find("header/h2")
        if head is not None and text(head) == title:
            for row in section.iter("tr"):
                yield [text(cell) for cell in row]


KINDS = ("simulation", "comparison", "sweep", "day", "tournament")


# ---------------------------------------------------------------- whole and safe


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_well_formed_and_brings_everything_with_it(kind: str, results: dict[str, Plain]) -> None:
    page = report(results[kind])
    names = {element.tag for element in parsed(page).iter()}
    assert names.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "form"})
    for element in parsed(page).iter():
        assert not {"src", "href", "style", "action"} & set(element.attrib)
        assert not [key for key in element.attrib if key.startswith("on")]
    assert "@import" not in page
    reached = re.findall(r"url\(\"?([^)\"]{5})", page)
    assert reached
    assert {each for each in reached if each != "data:" and not each.startswith("#")} == set()
    assert len(page) < 400_000


@pytest.mark.parametrize("kind", ["simulation", "comparison", "sweep", "tournament"])
def test_names_are_told_as_they_are_and_are_never_markup(kind: str, results: dict[str, Plain]) -> None:
    page = report(results[kind])
    assert NASTY not in page
    assert NASTY in text(parsed(page))
    assert NASTY in text(next(parsed(page).iter("title")))


@pytest.mark.parametrize(("game", "name"), EACH_GAME.items(), ids=EACH_GAME)
def test_every_game_has_its_page(game: str, name: str) -> None:
    plain = ludex.simulate(name, fights=3, workers=1).to_plain()
    told = text(parsed(report(plain)))
    assert plain["about"]["game_title"] in told
    assert f"ludex run {name} --seed {plain['replays'][1]['seed']}" in told


def test_a_command_to_watch_a_fight_names_who_played() -> None:
    plain = ludex.simulate("broken_causeway_patrol", fights=2, workers=1, policies={"foes": "random"}).to_plain()
    assert "--policy party=simple --policy foes=random" in text(parsed(report(plain)))


def test_the_command_line_writes_it_and_refuses_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    told = ludex_says("simulate", "wolves_on_the_causeway", "--fights", "4", "--html", str(path), "--json")
    assert json.loads(told)["fights"] == 4
    assert "Wolves on the Causeway" in text(parsed(path.read_text(encoding="utf-8")))
    told = ludex_says("simulate", "x", "--html", str(tmp_path / "no" / "report.html"), code=2)
    assert "expected a file in a folder that is there" in told


def test_a_file_that_cannot_be_written_is_told(results: dict[str, Plain], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="could not be written"):
        write_report(results["day"], tmp_path)


# ---------------------------------------------------------------- the numbers


def wilson(share: Mapping[str, Any]) -> str:
    return f"{100 * share['rate']:.1f} % {100 * share['low']:.1f} to {100 * share['high']:.1f}"


def test_a_simulation_tells_its_numbers(results: dict[str, Plain]) -> None:
    plain = results["simulation"]
    page = report(plain)
    told = text(parsed(page))
    won = plain["sides"][0]["won"]
    assert f"The party wins {100 * won['rate']:.1f} %" in told
    assert f"{100 * won['low']:.1f} to {100 * won['high']:.1f} % with 95 % confidence" in told
    down = {row[0]: row[2] for row in rows(page, "Who goes down")}
    assert [down[f"{each['name']} {each['side']}"] for each in plain["beings"]] == [
        wilson(each["down"]) for each in plain["beings"]
    ]
    for row in plain["replays"]:
        assert str(row["seed"]) in told
    for key in ("content_seal", "ludex", "game_title"):
        assert plain["about"][key] in told
    assert f"version {plain['about']['rules_version']}" in told


def test_bars_are_as_long_as_their_numbers_say(results: dict[str, Plain]) -> None:
    plain = results["simulation"]
    found = [
        next(rect.attrib["width"] for rect in row.iter("rect") if "fill" in rect.attrib["class"])
        for section in parsed(report(plain)).iter("section")
        if (head := section.find("header/h2")) is not None and text(head) == "Who goes down"
        for row in section.iter("tr")
        if row.find("td/svg") is not None
    ]
    assert found == [f"{100 * each['down']['rate']:.2f}%" for each in plain["beings"]]


@pytest.mark.parametrize("title", ["Rounds", "HP left to the party"])
def test_a_histogram_counts_every_fight_once(title: str, results: dict[str, Plain]) -> None:
    plain = results["simulation"]
    _, *told = rows(report(plain), title)
    assert sum(int(row[1]) for row in told) == sum(row["winner"] == "party" for row in plain["rows"])
    assert sum(int(cell) for row in told for cell in row[1:4]) == FIGHTS
    assert told[-1][-1] == "100.0 %"


def test_a_comparison_tells_the_difference_and_which_fights_turned(results: dict[str, Plain]) -> None:
    plain = results["comparison"]
    page = report(plain)
    won = plain["change"]["won"]
    assert f"{100 * won['mean']:+.1f} points".replace("-", "−") in text(parsed(page))
    pairs = [(a["winner"], b["winner"]) for a, b in zip(plain["first"]["rows"], plain["second"]["rows"], strict=True)]
    told = {row[0]: int(row[-1]) for row in rows(page, "Fights of the party") if row[-1].isdigit()}
    assert told["won with both"] == sum(a == b == "party" for a, b in pairs)
    assert told["won with beings.b2.hp = 3 alone"] == sum(a != "party" and b == "party" for a, b in pairs)
    assert sum(told.values()) == FIGHTS
    assert [row[0] for row in rows(page, "The same, played by others")][-1] == "all sides played by random"


def test_a_sweep_has_a_row_and_a_mark_for_each_value(results: dict[str, Plain]) -> None:
    plain = results["sweep"]
    page = report(plain)
    told = {row[0]: row[1] for row in rows(page, "Value by value")}
    for point in plain["points"]:
        assert told[str(point["value"])] == wilson(point["result"]["sides"][0]["won"])
    chart = next(svg for svg in parsed(page).iter("svg") if "Win rate" in svg.attrib.get("aria-label", ""))
    assert len([mark for mark in chart.iter("path") if "solid" in mark.attrib["class"]]) == 3
    assert len(list(chart.iter("polygon"))) == 1


def test_a_sweep_over_words_has_no_line_between_them() -> None:
    plain = ludex.sweep(scene(), "policy.foes", ["simple", "random"], fights=4, workers=1).to_plain()
    page = report(plain)
    assert not list(parsed(page).iter("polygon"))
    assert "all sides played by" not in text(parsed(page))


def test_a_day_tells_how_far_they_come_and_what_is_left(results: dict[str, Plain]) -> None:
    plain = results["day"]
    told = list(rows(report(plain), "Part by part"))
    assert len(told) == 1 + len(plain["stages"])
    for stage, row in zip(plain["stages"], told[1:], strict=True):
        assert row[2] == wilson(stage["passed"])
        assert row[-len(stage["left"]) :] == [f"{100 * left:.1f} %" for left in stage["left"].values()]


def test_a_tournament_tells_who_is_better_and_on_which_side(results: dict[str, Plain]) -> None:
    plain = results["tournament"]
    (bout,) = plain["bouts"]
    head, told = rows(report(plain), bout["scene"])
    assert head[-3:] == ["won as party", "won as foes", "won by nobody"]
    assert told[0] == "simple against random"
    assert told[2] == wilson(bout["won"])
    assert told[-3:-1] == [f"{each['count']} of {each['of']}" for each in bout["won_as"].values()]
    assert bout["content_seal"] in text(parsed(report(plain)))


def test_what_to_beware_of_stands_first(results: dict[str, Plain]) -> None:
    plain = results["simulation"] | {"warnings": ["Beware of <this>."], "stopped": "interrupted after 12 fights"}
    first = next(parsed(report(plain)).iter("section"))
    assert text(first) == "Not finished: interrupted after 12 fights Warning: Beware of <this>."


# ---------------------------------------------------------------- for everybody


@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_has_words_or_numbers_beside_it(kind: str, results: dict[str, Plain]) -> None:
    page = parsed(report(results[kind]))
    inner = {id(svg) for outer in page.iter("svg") for svg in outer.iter("svg") if svg is not outer}
    for svg in page.iter("svg"):
        if id(svg) not in inner:
            assert svg.attrib.get("aria-hidden") == "true" or len(svg.attrib["aria-label"]) > 20
    assert page.attrib["lang"] == "en"
    assert len(list(page.iter("h1"))) == 1


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_text_and_lines_are_easy_to_see(theme: int) -> None:
    css = (HERE / "page.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", re.findall(r":root \{(.*?)\}", css, re.DOTALL)[theme]))
    on = luminance(colours["leaf"])
    for name in ("ink", "ink2", "ally", "foe", "ember", "gold", "moss"):
        light, dark = sorted((on, luminance(colours[name])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, name


def test_every_class_of_the_page_is_known_to_the_style(results: dict[str, Plain]) -> None:
    css = (HERE / "page.css").read_text(encoding="utf-8")
    used: set[str] = set()
    for plain in (results[kind] for kind in KINDS):
        used |= {name for e in parsed(report(plain)).iter() for name in e.attrib.get("class", "").split()}
    known = set(re.findall(r"\.([a-z][\w-]*)", css))
    assert used - known <= {"whisker", "tick"}
    assert known - used <= {"beware", "nobody", "rest"}
