"""The page of a sweep: the curve of the win rate over the values of a field, and what else changes with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.lab.report.charts import Spot, curve
from ludex.lab.report.markup import Html, counted, number, percent, section, signed, table, tag
from ludex.lab.report.page import beware, interval_words, many, named, page, played, provenance
from ludex.lab.result import written

Plain = Mapping[str, Any]

EVERYTHING = (float("-inf"), float("inf"))


def sweep_page(plain: Plain) -> Html:
    first = plain["points"][0]["result"]
    about = first["about"]
    points = [(written(point["value"]), point["result"]) for point in plain["points"]]
    warnings = [f"{plain['path']} = {value}: {each}" for value, of in points for each in of["warnings"]]
    values = ", ".join(value for value, _ in points)
    told = {"Varied": f"{plain['path']} = {values}", "Fights of each": many(first["fights"], "fight", plain["run"])}
    fields = {"policies": "Played by", "options": "Options", "content_seal": "Content"}
    told |= {name: "as varied" for key, name in fields.items() if _vary(plain, key)}
    if "Content" in told:
        told["Content"] = ", ".join(f"{value}: {of['about']['content_seal']}" for value, of in points)
    return page(
        about["title"],
        about,
        "sweep",
        beware(warnings, plain["stopped"]),
        win_rate(plain),
        health_left(plain),
        rounds(plain),
        values_table(plain),
        who_goes_down(plain),
        provenance({**about, "settings": {}}, told),
    )


def _vary(plain: Plain, key: str) -> bool:
    """Is this of the scene, its options or its policies not the same for all values?"""
    of = plain["points"][0]["result"]["about"][key]
    return any(point["result"]["about"][key] != of for point in plain["points"])


def _spot(value: Any, middle: float, low: float, high: float) -> Spot:
    at = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    return Spot(written(value), middle, low, high, at)


def _curve(plain: Plain, title: str, note: str, drawn: Html, class_: str) -> Html:
    return section(title, note, drawn, tag("p", plain["path"], class_="under"), class_=class_)


def win_rate(plain: Plain) -> Html:
    first = plain["points"][0]["result"]
    spots = []
    for point in plain["points"]:
        won = point["result"]["sides"][0]["won"]
        spots.append(_spot(point["value"], won["rate"], won["low"], won["high"]))
    ends = f"from {percent(spots[0].value)} at {spots[0].label} to {percent(spots[-1].value)} at {spots[-1].label}"
    label = f"Win rate over {plain['path']}: {ends}. The numbers are in the table that follows."
    drawn = curve(spots, label, lambda rate: percent(rate, 0), (0.0, 1.0))
    told = f"{counted(first['fights'], 'fight')} of each with the same dice"
    if not _vary(plain, "policies"):
        told += f", {played(first['about']['policies'])}"
    return _curve(plain, f"How often the {first['sides'][0]['side']} wins", f"{told}; 95 % intervals", drawn, "whole")


def health_left(plain: Plain) -> Html:
    first = plain["points"][0]["result"]["sides"][0]
    spots = []
    for point in plain["points"]:
        left = point["result"]["sides"][0]["health_left"]
        spots.append(_spot(point["value"], left["mean"], left["quantiles"]["25"], left["quantiles"]["75"]))
    title = f"{first['health_pool']} left to the {first['side']}"
    label = f"{title} over {plain['path']}. The numbers are in the table that follows."
    drawn = curve(spots, label, _short, EVERYTHING)
    return _curve(plain, title, "average, and the middle half of fights", drawn, "half")


def rounds(plain: Plain) -> Html:
    spots = []
    for point in plain["points"]:
        spread = point["result"]["rounds"]
        spots.append(_spot(point["value"], spread["mean"], spread["quantiles"]["25"], spread["quantiles"]["75"]))
    label = f"Rounds over {plain['path']}. The numbers are in the table that follows."
    return _curve(
        plain, "Rounds", "average, and the middle half of fights", curve(spots, label, _short, EVERYTHING), "half"
    )


def _short(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def values_table(plain: Plain) -> Html:
    first = plain["points"][0]["result"]["sides"][0]
    rows = []
    for place, point in enumerate(plain["points"]):
        result, change = point["result"], point["change"]["won"]
        between = f"{signed(100 * change['low'])} to {signed(100 * change['high'])}"
        against = named(f"{signed(100 * change['mean'])} points", between) if place else tag("span", "–", class_="note")
        side = result["sides"][0]
        means = [number(float(each["mean"])) for each in (side["health_left"], result["rounds"])]
        rows.append([written(point["value"]), interval_words(side["won"]), against, *means])
    heads = [
        plain["path"],
        f"won by the {first['side']}",
        "against the first",
        f"{first['health_pool']} left",
        "rounds",
    ]
    return section("Value by value", "with 95 % intervals", table(heads, rows), class_="whole")


def who_goes_down(plain: Plain) -> Html:
    """A row for each value, so that a change is read downwards."""
    beings = plain["points"][0]["result"]["beings"]
    rows = []
    for point in plain["points"]:
        there = {being["id"]: being["down"]["rate"] for being in point["result"]["beings"]}
        rows.append([written(point["value"]), *(percent(there[b["id"]]) if b["id"] in there else "–" for b in beings)])
    note = "at least once, in % of fights"
    heads = [plain["path"], *(being["name"] for being in beings)]
    return section("Who goes down", note, table(heads, rows), class_="whole")
