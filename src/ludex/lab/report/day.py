"""The page of a day: how far the party comes, and what it has left after each part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.lab.report.charts import LOST, WON, bar, legend, line_sample, pool_class, wear
from ludex.lab.report.markup import PERCENT, Html, number, percent, section, table, tag
from ludex.lab.report.page import beware, headline, interval_words, many, named, page, played, provenance, share_bar
from ludex.lab.report.simulation import histogram_of

Plain = Mapping[str, Any]


def day_page(plain: Plain) -> Html:
    about = plain["about"]
    return page(
        plain["title"],
        about,
        "day",
        beware(plain["warnings"], plain["stopped"]),
        survived(plain),
        how_far(plain),
        attrition(plain),
        health_at_the_end(plain),
        parts(plain),
        provenance(about, {"Days": many(plain["days"], "day", plain["run"])}),
    )


def _party(plain: Plain) -> str:
    """The first side is the players'."""
    return str(next(iter(plain["about"]["policies"])))


def survived(plain: Plain) -> Html:
    told = f"{many(plain['days'], 'day', plain['run'])}, {played(plain['about']['policies'])}."
    answer = f"{100 * plain['survived']['rate']:.1f}"
    below = (share_bar(plain["survived"]), tag("p", told))
    return headline(f"The {_party(plain)} comes through the day", answer, PERCENT, *below)


def how_far(plain: Plain) -> Html:
    rows = [
        [
            f"{stage['number']}. {stage['name']}",
            bar(stage["passed"]["rate"], WON, stage["passed"]["low"], stage["passed"]["high"]),
            interval_words(stage["passed"]),
        ]
        for stage in plain["stages"]
    ]
    note = "of all days; marks are the 95 % interval"
    made = table(["Part of the day", "", "come through it"], rows, class_="bars")
    return section("How far they come", note, made, class_="twothirds")


def attrition(plain: Plain) -> Html:
    stages = [(str(stage["number"]), stage["kind"], stage["left"]) for stage in plain["stages"]]
    pools = list(dict.fromkeys(pool for stage in plain["stages"] for pool in stage["left"]))
    keys = [(line_sample(f"wear {pool_class(turn)}"), pool) for turn, pool in enumerate(pools)]
    label = f"What is left of {', '.join(pools)} after each part. The numbers are in the table that follows."
    note = "after each part, of what they can have, in days that came to it; rests and travel are dotted"
    return section("What wears off", note, wear(stages, label), legend(*keys), class_="twothirds")


def health_at_the_end(plain: Plain) -> Html:
    """Of the first pool, which is what counts as health."""
    values = [(row["health"], WON if row["survived"] else LOST) for row in plain["rows"]]
    pool = next(iter(plain["stages"][0]["left"]), "health")
    note, words = f"of the {_party(plain)}, in % of days", {WON: "came through", LOST: "did not"}
    return histogram_of(f"{pool} at the end", note, f"{pool} left", values, noun="day", words=words)


def parts(plain: Plain) -> Html:
    pools = list(dict.fromkeys(pool for stage in plain["stages"] for pool in stage["left"]))
    rows = []
    for stage in plain["stages"]:
        fought = number(float(stage["rounds"])) if stage["kind"] == "scene" else "–"
        left = [percent(stage["left"][pool]) if pool in stage["left"] else "–" for pool in pools]
        means = [number(float(stage[key])) for key in ("down", "dead")]
        name = named(f"{stage['number']}. {stage['name']}")
        rows.append([name, interval_words(stage["reached"]), interval_words(stage["passed"]), fought, *means, *left])
    heads = [
        "Part of the day",
        "come to it",
        "come through it",
        "rounds",
        "down",
        "dead",
        *(f"{p} left" for p in pools),
    ]
    return section("Part by part", "of all days, with 95 % intervals", table(heads, rows), class_="whole")
