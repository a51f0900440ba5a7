"""The page of a comparison: what is different, with which interval, and in which fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ludex.lab.report.charts import LOST, NOBODY, WON, bar, whisker
from ludex.lab.report.markup import Html, counted, join, number, percent, section, signed, table, tag
from ludex.lab.report.page import beware, headline, interval_words, many, named, page, played, provenance
from ludex.lab.report.simulation import in_full, kind_of, looked, to_watch

Plain = Mapping[str, Any]

VARIED = ("scene", "settings", "content", "content_seal", "options", "policies")  # of what a result is about


def comparison_page(plain: Plain) -> Html:
    first, second = plain["first"], plain["second"]
    names = plain["names"]
    warnings = [*plain["warnings"], *(f"{name}: {each}" for name, of in _both(plain) for each in of["warnings"])]
    about, other = first["about"], second["about"]
    differs = [key for key in VARIED if other[key] != about[key]]
    told = {f"{names[1]}: {key.replace('_', ' ')}": _plainly(other[key]) for key in differs}
    return page(
        about["title"] if about["title"] == other["title"] else f"{about['title']} against {other['title']}",
        about,
        "comparison",
        beware(warnings, plain["stopped"]),
        difference(plain),
        measures(plain),
        turned(plain),
        win_rates(plain),
        *([other_policies(plain)] if plain["also"] else []),
        who_goes_down(plain),
        *(_variant(name, of) for name, of in _both(plain)),
        to_watch(first),
        looked(first["looked"]),
        provenance(about, {**told, "Fights of each": many(first["fights"], "fight", plain["run"])}),
    )


def _plainly(value: str | Mapping[str, Any] | list[str]) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(value) or "the game's own"
    return ", ".join(f"{name}: {each}" for name, each in value.items()) or "as the game has them"


def _both(plain: Plain) -> list[tuple[str, Plain]]:
    return list(zip(plain["names"], (plain["first"], plain["second"]), strict=True))


def _players(plain: Plain) -> str:
    """Who plays; of both where that is not the same."""
    one, other = (played(of["about"]["policies"]) for _, of in _both(plain))
    return (
        one
        if one == other
        else "; ".join(f"{name}: {who}" for name, who in zip(plain["names"], (one, other), strict=True))
    )


def _variant(name: str, of: Plain) -> Html:
    return tag("details", tag("summary", f"All about {name}"), tag("div", *in_full(of)), class_="variant")


# ---------------------------------------------------------------- the answer


def kind(low: float, high: float) -> str:
    """Better, worse, or nobody knows."""
    return WON if low > 0 else LOST if high < 0 else NOBODY


def verdict(plain: Plain) -> str:
    won, side = plain["change"]["won"], plain["first"]["sides"][0]["side"]
    certain = kind(won["low"], won["high"])
    if certain == NOBODY:
        return f"No difference in win rate is certain after {counted(plain['first']['fights'], 'fight')}."
    return f"{plain['names'][1 if certain == WON else 0]} is better for the {side}."


def difference(plain: Plain) -> Html:
    won, first = plain["change"]["won"], plain["first"]
    side = first["sides"][0]["side"]
    between = f"{signed(100 * won['low'])} to {signed(100 * won['high'])} with 95 % confidence"
    told = f"{counted(first['fights'], 'fight')} of each with the same dice, {_players(plain)}."
    question = f"The {side} wins with {plain['names'][1]}, against {plain['names'][0]}"
    below = (tag("p", between, class_="between"), tag("p", tag("b", verdict(plain))), tag("p", told))
    return headline(question, signed(100 * won["mean"]), " points", *below)


def measures(plain: Plain) -> Html:
    """Each difference with its own interval, on a scale of its own with nothing in the middle."""
    first = plain["first"]["sides"][0]
    side, pool = first["side"], first["health_pool"]
    down = [sum(row[f"{side}_down"] for row in of["rows"]) / max(1, of["fights"]) for _, of in _both(plain)]
    means = {
        "won": [percent(of["sides"][0]["won"]["rate"]) for _, of in _both(plain)],
        "health": [number(float(of["sides"][0]["health_left"]["mean"])) for _, of in _both(plain)],
        "down": [number(mean, 2) for mean in down],
        "rounds": [number(float(of["rounds"]["mean"])) for _, of in _both(plain)],
    }
    words = {"won": f"won by the {side}", "health": f"{pool} left to the {side}"}
    words |= {"down": f"of the {side} brought down", "rounds": "rounds"}
    drawn_as = {key: kind(plain["change"][key]["low"], plain["change"][key]["high"]) for key in ("won", "health")}
    drawn_as["down"] = kind(-plain["change"]["down"]["high"], -plain["change"]["down"]["low"])
    drawn_as["rounds"] = NOBODY  # more of them are neither good nor bad
    rows = []
    for key, told in words.items():
        scale = 100 if key == "won" else 1
        digits = 2 if key == "down" else 1
        change = plain["change"][key]
        between = f"{signed(scale * change['low'], digits)} to {signed(scale * change['high'], digits)}"
        drawn = _around_nothing(change, _reach(change), drawn_as[key])
        amount = signed(scale * change["mean"], digits) + (" points" if key == "won" else "")
        rows.append([told, drawn, named(amount, between), *means[key]])
    heads = ["On average", "", "difference", *plain["names"]]
    note = "with the same dice; the dashed line is no difference"
    return section("What changes", note, table(heads, rows, class_="bars"), class_="twothirds")


def _reach(*changes: Plain) -> float:
    """How far a scale must go to both sides of nothing."""
    return 1.15 * max(abs(change[end]) for change in changes for end in ("low", "high")) or 1.0


def _around_nothing(change: Plain, reach: float, drawn: str) -> Html:
    low, middle, high = (0.5 + change[key] / (2 * reach) for key in ("low", "mean", "high"))
    return whisker(middle, low, high, drawn, beside=0.5)


def turned(plain: Plain) -> Html:
    """The paired fights: which of them ended otherwise?"""
    side = plain["first"]["sides"][0]["side"]
    pairs = zip(plain["first"]["rows"], plain["second"]["rows"], strict=True)
    found = Counter((one["winner"] == side, other["winner"] == side) for one, other in pairs)
    count = max(1, sum(found.values()))
    one, other = plain["names"]
    rows = [
        _turned_row("won with both", found[True, True], count, WON),
        _turned_row(f"won with {other} alone", found[False, True], count, WON),
        _turned_row(f"won with {one} alone", found[True, False], count, LOST),
        _turned_row("won with neither", found[False, False], count, NOBODY),
    ]
    note = "the same seeds, side by side"
    return section(
        f"Fights of the {side}", note, table(["Fights", "", "share", "fights"], rows, class_="bars"), class_="half"
    )


def _turned_row(words: str, times: int, count: int, drawn: str) -> Sequence[str]:
    return [words, bar(times / count, drawn), tag("b", percent(times / count)), str(times)]


def win_rates(plain: Plain) -> Html:
    rows, against = [], plain["first"]["sides"][0]["won"]["rate"]
    for name, of in _both(plain):
        won = of["sides"][0]["won"]
        drawn = whisker(won["rate"], won["low"], won["high"], WON, beside=against)
        rows.append([tag("b", name), drawn, interval_words(won)])
    made = table(["Variant", "0 to 100 %", "win rate"], rows, class_="bars")
    return section("Win rates", "each with its 95 % interval", made, class_="half")


def other_policies(plain: Plain) -> Html:
    """Does the conclusion hold when somebody else plays?"""
    found = [(_players(plain), plain["change"]["won"])]
    found += [(f"all sides played by {each['policy']}", each["won"]) for each in plain["also"]]
    reach = _reach(*(won for _, won in found))
    rows = []
    for words, won in found:
        between = f"{signed(100 * won['low'])} to {signed(100 * won['high'])}"
        drawn = _around_nothing(won, reach, kind(won["low"], won["high"]))
        rows.append([words, drawn, named(f"{signed(100 * won['mean'])} points", between)])
    made = table(["Played by", "", "difference in win rate"], rows, class_="bars")
    return section("The same, played by others", "the dashed line is no difference", made, class_="whole")


def who_goes_down(plain: Plain) -> Html:
    others = {being["id"]: being for being in plain["second"]["beings"]}
    rows = []
    for being in plain["first"]["beings"]:
        drawn = kind_of(plain["first"], being["side"])
        cells = [_down(each, drawn) for each in (being, others.get(being["id"]))]
        rows.append([named(being["name"], being["side"]), *cells])
    note = "at least once in a fight; marks are the 95 % interval"
    return section("Who goes down", note, table(["Who", *plain["names"]], rows, class_="pools"), class_="whole")


def _down(being: Plain | None, drawn: str) -> Html:
    if being is None:
        return tag("span", "not there", class_="note")
    down = being["down"]
    return join([bar(down["rate"], drawn, down["low"], down["high"]), interval_words(down)])
