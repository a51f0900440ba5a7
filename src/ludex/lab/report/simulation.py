"""The page of a simulation: who wins, how long it takes, what is left, who goes down, by what, and who does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median_low
from typing import Any

from ludex.lab.report.charts import (
    LOST,
    NOBODY,
    WON,
    Bin,
    bar,
    bins,
    histogram,
    legend,
    line_sample,
    sample,
)
from ludex.lab.report.markup import PERCENT, Html, counted, join, more, number, percent, section, table, tag
from ludex.lab.report.page import (
    beware,
    headline,
    interval_words,
    many,
    named,
    page,
    played,
    provenance,
    share_bar,
    watch,
)
from ludex.lab.statistics import ranked

Plain = Mapping[str, Any]

MOST_SOURCES = 8
MOST_USES = 5
ENDINGS = {WON: "won", LOST: "lost", NOBODY: "nobody won"}
STACKED = (LOST, NOBODY, WON)  # from the ground up


def simulation_page(plain: Plain) -> Html:
    run = plain["run"]
    who = counted(run["workers"], "worker") if run["workers"] else "on a cluster"
    took = f"{many(plain['fights'], 'fight', run)}, {who}"
    return page(
        plain["about"]["title"],
        plain["about"],
        "simulation",
        beware(plain["warnings"], plain["stopped"]),
        *in_full(plain),
        to_watch(plain),
        looked(plain["looked"]),
        provenance(plain["about"], {"Fights": took}),
    )


def in_full(plain: Plain) -> list[Html]:
    """All charts of a simulation, by themselves or as a part of another page."""
    first = [win_rate(plain), rounds(plain), health_left(plain), sides(plain), who_goes_down(plain)]
    return [*first, *harm(plain), pools(plain), uses(plain)]


def kind_of(plain: Plain, side: str) -> str:
    """What a side is drawn with: the first one like what is won, the others like what is lost."""
    if not side:
        return NOBODY
    return WON if side == plain["sides"][0]["side"] else LOST


# ---------------------------------------------------------------- the answer


def win_rate(plain: Plain) -> Html:
    first = plain["sides"][0]
    nobody = plain["nobody_won"]
    told = [f"{many(plain['fights'], 'fight', plain['run'])}, {played(plain['about']['policies'])}."]
    told.append(f"Somebody of the {first['side']} goes down in {percent(first['anybody_down']['rate'])} of them,")
    told.append(f"all of them in {percent(first['all_down']['rate'])}.")
    if nobody["count"]:
        told.append(f"Nobody wins {percent(nobody['rate'])}.")
    if plain["no_fight"]["count"]:
        told.append(f"No fight takes place in {percent(plain['no_fight']['rate'])}.")
    below = tag("p", " ".join(told))
    answer = f"{100 * first['won']['rate']:.1f}"
    return headline(f"The {first['side']} wins", answer, PERCENT, share_bar(first["won"]), below)


def outcomes(plain: Plain, field: str) -> list[tuple[int, str]]:
    """A number of each fight, and how it ended for the first side."""
    first = plain["sides"][0]["side"]
    ends = {first: WON, "": NOBODY}
    return [(row[field], ends.get(row["winner"], LOST)) for row in plain["rows"]]


def histogram_of(
    title: str,
    note: str,
    of: str,
    values: list[tuple[int, str]],
    *below: str,
    noun: str = "fight",
    words: Mapping[str, str] = ENDINGS,
) -> Html:
    """Bars for won, lost and neither, the line of their sum, a legend and the numbers as a table."""
    made = bins(values, STACKED)
    middle = number(median_low([value for value, _ in values])) if values else "none"
    label = f"{title} in percent of {noun}s; the middle {noun} has {middle}. The numbers are in the table that follows."
    there = {kind for _, kind in values}
    keys = [(sample(kind), words[kind]) for kind in words if kind in there]
    keys.append((line_sample("cumulative"), f"{noun}s so far, scale at the right"))
    drawn = [histogram(made, label), legend(*keys)]
    return section(title, note, *drawn, *below, more("The numbers", bin_table(of, made, words)), class_="third")


def bin_table(of: str, made: Sequence[Bin], words: Mapping[str, str]) -> Html:
    total, so_far, rows = sum(each.total for each in made) or 1, 0, []
    for each in made:
        so_far += each.total
        counts = [str(each.counts[kind]) for kind in words]
        rows.append([each.label, *counts, percent(each.total / total), percent(so_far / total)])
    return table([of, *words.values(), "of all", "so far"], rows)


def rounds(plain: Plain) -> Html:
    middle = number(plain["rounds"]["quantiles"]["50"], 0) if plain["rounds"]["quantiles"] else "none"
    return histogram_of("Rounds", f"median {middle}, in % of fights", "rounds", outcomes(plain, "rounds"))


def health_left(plain: Plain) -> Html:
    first = plain["sides"][0]
    side, pool = first["side"], first["health_pool"]
    values = outcomes(plain, f"{side}_health")
    kept = [left for left, kind in values if kind == WON]
    told = f"When they win, they keep {number(median_low(kept))} in the middle case." if kept else "They never win."
    note = f"{first['health_start']} at the start; in % of fights"
    return histogram_of(f"{pool} left to the {side}", note, f"{pool} left", values, tag("p", told))


# ---------------------------------------------------------------- sides and beings


def sides(plain: Plain) -> Html:
    """A column for each side."""
    words = {"won": "wins", "anybody_down": "somebody goes down", "all_down": "all go down"}
    rows = [[told, *(interval_words(side[key]) for side in plain["sides"])] for key, told in words.items()]
    rows.append(["left on average", *(_left(side) for side in plain["sides"])])
    made = table(["In a fight", *(side["side"] for side in plain["sides"])], rows)
    return section("The sides", "with 95 % intervals", made, class_="half")


def _left(side: Plain) -> Html:
    return named(
        number(float(side["health_left"]["mean"])), f"{side['health_start']} {side['health_pool']} at the start"
    )


def who_goes_down(plain: Plain) -> Html:
    words = {"first_down": "falls first", "dead": "dies", "left_fight": "leaves"}
    told = {key: told for key, told in words.items() if any(being[key]["count"] for being in plain["beings"])}
    rows = []
    for being in plain["beings"]:
        down = being["down"]
        drawn = bar(down["rate"], kind_of(plain, being["side"]), down["low"], down["high"])
        rates = [percent(being[key]["rate"]) for key in told]
        rows.append([named(being["name"], being["side"]), drawn, interval_words(down), *rates])
    made = table(["Who", "", "at least once", *told.values()], rows, class_="bars")
    return section("Who goes down", "at least once in a fight; marks are the 95 % interval", made, class_="half")


def harm(plain: Plain) -> list[Html]:
    """What brings each side down; latecomers stand on no side."""
    found = []
    for side in dict.fromkeys([*(each["side"] for each in plain["sides"]), *(row["to_side"] for row in plain["harm"])]):
        rows = [row for row in plain["harm"] if row["to_side"] == side]
        title = f"Harm to the {side}, by source" if side else "Harm to latecomers, by source"
        if rows:
            shown = _harm_rows(plain, rows[:MOST_SOURCES])
            rest = [more(f"{len(rows) - MOST_SOURCES} more", _harm_rows(plain, rows[MOST_SOURCES:]))]
            left_out = rest if len(rows) > MOST_SOURCES else []
            found.append(section(title, "share of all, and a fight on average", shown, *left_out, class_="half"))
    return found


def _harm_rows(plain: Plain, rows: Sequence[Plain]) -> Html:
    cells = [
        [
            named(row["source"], row["name"] or "nobody"),
            bar(row["share"], kind_of(plain, row["side"])),
            tag("b", percent(row["share"])),
            f"{number(row['per_fight'])} {row['pool']}",
        ]
        for row in rows
    ]
    return table(["Source", "", "share", "a fight"], cells, class_="bars")


def pools(plain: Plain) -> Html:
    names = list(dict.fromkeys(row["pool"] for row in plain["pools"]))
    rows = []
    for id_ in dict.fromkeys(row["id"] for row in plain["pools"]):
        has = {row["pool"]: row for row in plain["pools"] if row["id"] == id_}
        one = next(iter(has.values()))
        rows.append([named(one["name"], one["side"]), *(_pool(plain, has.get(name)) for name in names)])
    note = "on average at the end, of what there was at the start"
    return section("What is left", note, table(["Who", *names], rows, class_="pools"), class_="whole")


def _pool(plain: Plain, row: Plain | None) -> Html:
    if row is None:
        return tag("span", "–", class_="note")
    drawn = bar(row["left"] / row["start"] if row["start"] else 0.0, kind_of(plain, row["side"]))
    return join([drawn, named(number(float(row["left"])), f"of {row['start']}")])


def uses(plain: Plain) -> Html:
    cards = []
    for being in plain["beings"]:
        rows = [row for row in plain["uses"] if row["id"] == being["id"] and not row["passes"]]
        most = max((row["per_fight"] for row in rows), default=1.0)
        kind = kind_of(plain, being["side"])

        def made(some: Sequence[Plain], most: float = most, kind: str = kind) -> Html:
            cells = [[row["words"], bar(row["per_fight"] / most, kind), number(row["per_fight"])] for row in some]
            return table(["Action", "", "a fight"], cells, class_="bars")

        rest = [more(f"{len(rows) - MOST_USES} more", made(rows[MOST_USES:]))] if len(rows) > MOST_USES else []
        shown = made(rows[:MOST_USES]) if rows else tag("p", "Never acts.")
        told = f"deals {number(being['dealt'])}, takes {number(being['taken'])} a fight"
        cards.append(tag("article", tag("h3", being["name"]), tag("p", told, class_="note"), shown, *rest))
    return section("Who does what", "times in a fight, on average", tag("div", *cards, class_="cards"), class_="whole")


# ---------------------------------------------------------------- for those who want to know more


def to_watch(plain: Plain) -> Html:
    first, replays = plain["sides"][0], plain["replays"]
    heads = [f"For the {first['side']}", "won by", "rounds", f"{first['health_pool']} left", "seed"]
    rows = [
        [
            ranked(row["quantile"]),
            row["winner"] or "nobody",
            str(row["rounds"]),
            number(row["health_left"]),
            str(row["seed"]),
        ]
        for row in replays
    ]
    command = watch(plain["about"], replays[len(replays) // 2]["seed"]) if replays else ""
    told = [tag("p", "The middle one, told blow by blow: ", command)] if command else []
    return section(
        "Fights to watch",
        f"from the worst for the {first['side']} to the best",
        table(heads, rows),
        *told,
        class_="whole",
    )


def looked(found: Plain) -> Html:
    if not found["fights"]:
        return Html()
    applied, never = len(found["rules_applied"]), len(found["rules_never_applied"])
    told = (
        f"In {counted(found['fights'], 'fight')} looked at closely, {applied} of {applied + never} rules were applied."
    )
    parts = [tag("p", told)]
    parts.append(more(f"{counted(never, 'rule')} never applied", tag("p", ", ".join(found["rules_never_applied"]))))
    for key, title in (("never_chosen", "never chosen although possible"), ("always_chosen", "always chosen")):
        rows = sorted(found[key], key=lambda row: -row["offered"])
        words = ", ".join(f"{row['words']} ({row['chosen']} of {row['offered']})" for row in rows)
        if rows:
            parts.append(more(f"{counted(len(rows), 'option')} {title}", tag("p", words)))
    return section("What was exercised", "", *parts, class_="whole")
